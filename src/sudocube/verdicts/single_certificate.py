"""`certificate_of`: the certificate of one puzzle, in memory."""

from __future__ import annotations

from dataclasses import dataclass

from sudocube.arguments import as_puzzle, check_limits
from sudocube.puzzle import CellForms, Grid, Puzzle
from sudocube.trusted import CertificateRow
from sudocube.trusted.folder import FORMAT
from sudocube.verdict import Evidence, Verdict
from sudocube.verdicts.certificate_making import written_certificate
from sudocube.verdicts.certifying import certified_answer
from sudocube.verdicts.folder_verifying import CertificateVerification, verification_of
from sudocube.verdicts.text_checking import check_text


@dataclass(frozen=True, slots=True)
class Certificate:
    """A verdict that anyone can check: `text` holds it, with its solutions and its proof.

    For `unique`, these are the solution and a refutation of the puzzle with "not this solution"; for `none`,
    a refutation of the puzzle; for `multiple`, two solutions. `steps` are those of the refutation, as
    `sudocube.trusted` reads them: an empty tuple where naked and hidden singles are enough, None for
    `multiple`. For `unknown`, `reason` says why there is no certificate. `text` is what a file of a folder
    holds that `certify` writes.

    >>> certificate = certificate_of("1... ..2. .3.. ...4")
    >>> certificate.verdict, certificate.evidence, certificate.steps, certificate.verify().accepted
    (<Verdict.UNIQUE: 'unique'>, <Evidence.PROOF: 'proof'>, (), True)
    >>> print(certificate.text.partition("puzzle")[2])
     1
    box 2x2
    clues 1.....2..3.....4
    verdict unique
    solution 1243342143122134
    proof 0
    end
    <BLANKLINE>
    """

    puzzle: Puzzle
    verdict: Verdict
    text: str
    solutions: tuple[Grid, ...] = ()
    steps: tuple[str, ...] | None = None
    evidence: Evidence | None = None
    reason: str | None = None

    def __str__(self) -> str:
        return self.text

    def verify(self) -> CertificateVerification:
        """Whether `text` proves `verdict` for `puzzle`, by `sudocube.trusted`; it is true or false by itself.

        Nothing but the text is used, so a certificate whose text or verdict was changed is refused, with the
        reason. An `unknown` verdict has nothing that could be accepted.

        >>> from dataclasses import replace
        >>> certificate = certificate_of("1... .... .... ....")
        >>> bool(certificate.verify()), bool(replace(certificate, verdict=Verdict.UNIQUE).verify())
        (True, False)
        """
        row = check_text(self.text).row
        if row.reason is None and (fault := self._fault_of(row)) is not None:
            row = row._replace(reason=fault)
        return verification_of(row)

    def _fault_of(self, row: CertificateRow) -> str | None:
        """Why a certificate that holds is not one for this puzzle and this verdict."""
        if (row.puzzle, row.box) != (str(self.puzzle), self.puzzle.geometry.box_name):
            return f"it is for another puzzle: {row.puzzle} with boxes of {row.box}"
        if row.verdict != self.verdict:
            return f"it is for another verdict: {row.verdict}"
        return None


def certificate_of(puzzle: CellForms, *, timeout: float | None = None) -> Certificate:
    """The certificate of a puzzle, in memory; `certify` writes those of many to a folder.

    `timeout` is in seconds; past it, or where the proof gets too long, the verdict is `unknown`, with the
    reason. Raises TypeError for what `Puzzle` does not take, PuzzleError for cells that are no
    puzzle, UnsupportedError for pencilmarks, ValueError for a timeout that is not a number above 0, and
    UnavailableError without PySAT.

    >>> certificate = certificate_of("12.. ...3 ..3. ...4")
    >>> certificate.verdict, certificate.solutions, certificate.steps
    (<Verdict.NONE: 'none'>, (), ())
    """
    subject = as_puzzle(puzzle, clues_only="certificate_of")
    check_limits(timeout=timeout)
    answer = certified_answer(subject, timeout)
    text = f"{FORMAT}\n{written_certificate(1, subject, answer)}"
    found = answer.solutions if answer.verdict.is_decided else ()
    return Certificate(subject, answer.verdict, text, found, answer.steps, answer.evidence, answer.reason)
