"""`certificate_of` and `verify`: certificates as texts, and checked by `sudocube.trusted`, also in a folder.

A certificate is a verdict that anyone can check without trusting the solver that found it;
`sudocube.trusted.folder` describes its text. `certify` writes folders of them.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from sudocube.arguments import as_puzzle, check_limits, numbered
from sudocube.engines import Answer, Undecided, kept_engine
from sudocube.engines.asking import ask
from sudocube.errors import InputError, UnsupportedError
from sudocube.puzzle import CellForms, Grid, Puzzle
from sudocube.rows import Entry
from sudocube.trusted import ProofCheck, Refused, dimacs, rules_of
from sudocube.trusted import folder as trusted
from sudocube.verdict import Evidence, Verdict
from sudocube.verdicts.checking import PuzzleResult

if TYPE_CHECKING:
    from sudocube.fields import Box, Source, Whole

ENGINE = "proof"


@dataclass(frozen=True, slots=True)
class CertificateVerification:
    """Whether one certificate holds; `reason` says why it is refused, and is None where it holds.

    Where something is wrong with the folder itself, or with a certificate before these can be read, `index`,
    `puzzle`, `box` and `verdict` are None. `source` is set for a puzzle of the list without a certificate
    (index and verdict are None), and for an entry that can have none (the verdict is `invalid`, or `unknown`
    for pencilmarks).

    >>> from sudocube import certificate_of
    >>> found = certificate_of("1... .... .... ....").verify()
    >>> found.accepted, bool(found), found.kind, found.verdict, found.evidence, found.reason
    (True, True, 'accepted', <Verdict.MULTIPLE: 'multiple'>, <Evidence.WITNESS: 'witness'>, None)
    """

    in_row = "index source? puzzle box? verdict accepted reason evidence"

    index: int | None
    """The number of the puzzle, from 1; None for a fault of the folder, and for a puzzle without a
    certificate.

    For example: 1, null.
    """
    puzzle: str | None
    """The cells of the puzzle; None if they are not known. For example: "1.....2..3.....4", null."""
    verdict: Verdict | None
    """The verdict that is certified; `invalid` for an INPUT that is no puzzle, `unknown` for pencilmarks;
    None if there is none.

    For example: "unique", null.
    """
    reason: str | None
    """Why it is refused; None if it is not. For example: "it has no certificate in the folder", null."""
    box: Box | None = None
    source: Source | None = None

    def __bool__(self) -> bool:
        return self.accepted

    @property
    def accepted(self) -> bool:
        """Whether it holds; so the result itself is true or false. For example: true."""
        return self.reason is None

    @property
    def kind(self) -> Literal["accepted", "refused", "fault", "missing", "left out"]:
        """What this is: a certificate that holds or is refused, or another of the cases above."""
        if self.source is not None:
            return "missing" if self.verdict is None else "left out"
        if self.accepted:
            return "accepted"
        return "fault" if self.index is None else "refused"

    @property
    def evidence(self) -> Evidence | None:
        """What backs an accepted verdict: a proof, or two solutions; None where it is refused.

        For example: "proof", null.
        """
        return evidence_for(self.verdict) if self.accepted else None


def verification_of(row: trusted.CertificateRow) -> CertificateVerification:
    """The row of the trusted checker as a result."""
    verdict = None if row.verdict is None else Verdict(row.verdict)
    return CertificateVerification(row.number, row.puzzle, verdict, row.reason, row.box)


def evidence_for(verdict: Verdict | None) -> Evidence:
    """What a certificate of a verdict holds."""
    return Evidence.WITNESS if verdict is Verdict.MULTIPLE else Evidence.PROOF


@dataclass(frozen=True, slots=True)
class Certificate(PuzzleResult):
    """A verdict that anyone can check: `text` holds it, with its solutions and its proof.

    For `unique`, these are the solution and a refutation of the puzzle with "not this solution"; for `none`,
    a refutation of the puzzle; for `multiple`, two solutions. `steps` are those of the refutation, as
    `sudocube.trusted` reads them: an empty tuple where naked and hidden singles are enough, None for
    `multiple`. For `unknown`, `reason` says why there is no certificate. `text` is what a file of a folder
    holds that `certify` writes; if it `was_there`, it was written before the run was resumed, and holds. A
    folder holds nothing of what `is_left_out`: it could not be read, or has pencilmarks. The other fields are
    those of PuzzleResult.

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

    in_row = "verdict accepted=_accepted reason evidence steps=_steps"

    steps: tuple[str, ...] | None = None
    text: str = ""
    was_there: bool = False

    def __str__(self) -> str:
        return self.text

    @property
    def _accepted(self) -> bool:
        """Whether there is a certificate: the puzzle is decided. For example: true."""
        return self.verdict.is_decided

    @property
    def _steps(self) -> Whole | None:
        """How many steps the proof has; None without a proof. 0: naked and hidden singles are enough.

        For example: 49, null.
        """
        return None if self.steps is None else len(self.steps)

    def verify(self) -> CertificateVerification:
        """Whether `text` proves `verdict` for `puzzle`, by `sudocube.trusted`; it is true or false by itself.

        Nothing but the text is used, so a certificate whose text or verdict was changed is refused, with the
        reason. An `unknown` verdict has nothing that could be accepted.

        >>> from dataclasses import replace
        >>> certificate = certificate_of("1... .... .... ....")
        >>> bool(certificate.verify()), bool(replace(certificate, verdict=Verdict.UNIQUE).verify())
        (True, False)
        """
        found, _ = check_text(self.text)
        if not found.accepted:
            return found
        box = None if self.puzzle is None else self.puzzle.geometry.box_name
        if (found.puzzle, found.box) != (str(self.puzzle), box):
            return replace(
                found, reason=f"it is for another puzzle: {found.puzzle} with boxes of {found.box}"
            )
        if found.verdict != self.verdict:
            return replace(found, reason=f"it is for another verdict: {found.verdict}")
        return found


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
    _, answers = next(ask([kept_engine(ENGINE)], [(None, subject)], timeout=timeout, jobs=1))
    [((index, entry), _)] = numbered([subject])
    return certificate_in(entry, index, certificate_text(index, subject, that_fits(answers[ENGINE])))


def that_fits(answer: Answer) -> Answer:
    """The answer; `unknown` where its proof does not fit into a certificate."""
    if any(len(step) >= trusted.LONGEST_LINE for step in answer.steps or ()):
        return Undecided("a step of the proof is too long for a certificate")
    return answer


def certificate_text(index: int, puzzle: Puzzle, answer: Answer) -> str:
    """The text of a certificate, from its empty line to its `end`."""
    lines = ["", f"puzzle {index}", f"box {puzzle.geometry.box_name}", f"clues {puzzle}"]
    lines.append(f"verdict {answer.verdict}")
    if answer.verdict is Verdict.UNKNOWN:
        reason = (answer.reason or "").encode("ascii", "backslashreplace").decode("ascii")
        lines.append(f"reason {' '.join(reason.split()) or 'unknown'}")
    else:
        lines += [f"solution {grid}" for grid in answer.solutions]
    if answer.steps is not None:
        lines += [f"proof {len(answer.steps)}", *answer.steps]
    return "".join(f"{line}\n" for line in (*lines, "end"))


def standard_files(puzzle: Puzzle, answer: Answer, steps: Iterable[str]) -> dict[str, str]:
    """For proof checkers of others: `cnf`, a formula in DIMACS, and `drat`, a proof that refutes it."""
    rules = rules_of(puzzle.geometry.box_rows, puzzle.geometry.box_columns)
    refutation = ProofCheck(rules, puzzle.cells)
    solution = answer.solutions[0].cells if answer.solutions else None
    if solution is not None:
        refutation.forbid(solution)
    for step in steps:
        refutation.step(step)
    return {"cnf": dimacs(rules, puzzle.cells, solution), "drat": trusted.drat(refutation)}


def certificate_in(entry: Entry, index: int, text: str, *, was_there: bool = False) -> Certificate:
    """The certificate of an entry that a text holds, as `certificate_text` writes it; nothing is checked."""
    assert entry.puzzle is not None  # else there is no certificate
    fields = dict(line.partition(" ")[::2] for line in text.splitlines())
    verdict, shape = Verdict(fields["verdict"]), entry.puzzle.geometry
    return Certificate(
        index,
        entry.source,
        entry.puzzle,
        verdict,
        evidence_for(verdict) if verdict.is_decided else None,
        tuple(Grid(one, shape) for one in re.findall("^solution (.*)$", text, re.MULTILINE)),
        fields.get("reason"),
        entry=entry,
        steps=tuple(re.findall("^#.*$", text, re.MULTILINE)) if "proof" in fields else None,
        text=f"{trusted.FORMAT}\n{text}",
        was_there=was_there,
    )


def left_out(index: int, entry: Entry) -> Certificate | None:
    """The result for an entry that can have no certificate; None for all others."""
    found = replace(Certificate.of_error(index, entry), is_left_out=True)
    if entry.puzzle is None:
        return found
    try:
        as_puzzle(entry.puzzle, clues_only="certify")
    except UnsupportedError as error:
        return replace(found, puzzle=entry.puzzle, verdict=Verdict.UNKNOWN, reason=str(error))
    return None


def check_text(text: str) -> tuple[CertificateVerification, int]:
    r"""The result for a text that holds one certificate, as `Certificate.text` does, and how far it was read.

    The number of the text line, from 1, is that which was read last: the one at fault where the text is
    refused, and the last one where it holds. Nothing but the text is used, and nothing is raised for it:
    whatever it holds is accepted or refused.

    >>> from sudocube import certificate_of
    >>> text = certificate_of("1... ..2. .3.. ...4").text
    >>> found, line = check_text(text)
    >>> found.accepted, line
    (True, 9)
    >>> found, line = check_text(text.replace("verdict unique", "verdict none"))
    >>> found.accepted, line
    (False, 7)
    """
    stream = _FileInMemory(text.encode("ascii", "replace"))
    found = [(row, stream.lines) for row in trusted.CertificateReader(None).rows(cast(Path, stream))]
    if len(found) != 1:
        reason = f"it holds {len(found)} certificates in place of one"
        found = [(trusted.CertificateRow(reason=reason), stream.lines)]
    [(row, line)] = found
    return verification_of(row), line


class _FileInMemory(BytesIO):
    """What the trusted checker needs of a file; `lines` have been read."""

    name = "certificate"
    lines = 0

    def open(self, mode: str) -> _FileInMemory:
        """The stream."""
        return self

    def readline(self, size: int | None = -1, /) -> bytes:
        """The next text line, b"" at the end, which is not counted."""
        line = super().readline(size)
        self.lines += bool(line)
        return line


@dataclass(frozen=True, slots=True)
class FolderVerification:
    """How many certificates were accepted, by verdict, how many refused, and what else was found.

    `faults` is how many faults the folder itself has, such as a file that the manifest does not name.
    `listed` is how many puzzles the list has that the folder was held against, None where there was none;
    `missing`, how many of them have no certificate; `left_out`, how many of its entries can have none.

    >>> import tempfile
    >>> from sudocube import certify
    >>> with tempfile.TemporaryDirectory() as place:
    ...     made = certify(["1... ..2. .3.. ...4"], f"{place}/certificates")
    ...     found = verify(made.folder, ["1... ..2. .3.. ...4", "1... .... .... ...."])
    >>> found.holds, found.accepted[Verdict.UNIQUE], found.missing, found.listed
    (False, 1, 1, 2)
    """

    accepted: Counter[Verdict]
    refused: int
    faults: int = 0
    missing: int = 0
    listed: int | None = None
    left_out: int = 0

    @property
    def holds(self) -> bool:
        """Whether every certificate holds, and no file is altered, missing or unknown.

        Where a list was given, each of its puzzles has as many certificates as it stands there, and no other
        puzzle has one.
        """
        return not (self.refused or self.faults or self.missing)


def verify(
    folder: str | Path,
    puzzles: Iterable[Puzzle | str | Entry] | None = None,
    *,
    on_result: Callable[[CertificateVerification], object] | None = None,
) -> FolderVerification:
    """Check a folder of certificates; see `sudocube.trusted` for what that relies on.

    The folder alone cannot show that no puzzle was left out: it can be made anew without some of them. Given
    the `puzzles`, in any order, it is held against them: each has to have as many certificates as it stands
    there. `on_result` is called for each certificate, for each fault of the folder, for each puzzle without a
    certificate, and for each entry that can have none. Raises InputError where there is no folder of
    certificates, or it cannot be read, and TypeError for a single puzzle in place of several.

    >>> import tempfile
    >>> from sudocube import certify
    >>> puzzles = ["1... ..2. .3.. ...4", "1... .... .... ...."]
    >>> with tempfile.TemporaryDirectory() as place:
    ...     found = verify(certify(puzzles, f"{place}/certificates").folder, puzzles)
    >>> found.holds, found.accepted.total()
    (True, 2)
    """
    accepted, kinds = Counter[Verdict](), Counter[str]()
    rows = _checked(folder)
    first = next(rows, None)  # before any puzzle is read
    listed = None if puzzles is None else _Listed(puzzles)
    for one in _verifications(chain(() if first is None else [first], rows), listed):
        kinds[one.kind] += 1
        if one.accepted and one.verdict is not None:
            accepted[one.verdict] += 1
        if on_result is not None:
            on_result(one)
    number = None if listed is None else listed.number
    counts = kinds["refused"], kinds["fault"], kinds["missing"], number, kinds["left out"]
    return FolderVerification(accepted, *counts)


def certificates_said(folder: str | Path) -> int:
    """How many certificates a folder has, as its manifest says, unverified; 0 where it does not say so."""
    with suppress(OSError, Refused):
        return int(trusted.manifest_in(Path(folder))[2].split(",")[0].removeprefix("puzzles: "))
    return 0


class _Listed:
    """The puzzles of a list with their places; those that have a certificate are struck out."""

    def __init__(self, puzzles: Iterable[Puzzle | str | Entry]) -> None:
        self.number = 0
        self.left_out: list[CertificateVerification] = []
        self.sources: dict[tuple[str | None, str | None], deque[str]] = {}
        for (_, entry), puzzle in numbered(puzzles):
            if (other := left_out(0, entry)) is not None:
                why = other.reason or str(other.error)
                row = CertificateVerification(None, None, other.verdict, why, source=entry.source)
                self.left_out.append(row)
            elif puzzle is not None:
                self.number += 1
                key = str(puzzle), puzzle.geometry.box_name
                self.sources.setdefault(key, deque()).append(entry.source)


def _checked(folder: str | Path) -> Iterator[CertificateVerification]:
    """What the trusted checker says of each certificate; raises InputError in place of its OSError."""
    try:
        yield from map(verification_of, trusted.verify(folder))
    except OSError as error:
        what = error.strerror or str(error).removeprefix(f"{folder}: ")
        raise InputError(str(folder), what.lower()) from None


def _verifications(
    checked: Iterable[CertificateVerification], listed: _Listed | None
) -> Iterator[CertificateVerification]:
    """The same; with a list, also what is missing in the folder or too much."""
    for one in checked:
        if listed is not None and one.puzzle is not None:
            if places := listed.sources.get((one.puzzle, one.box)):
                places.popleft()
            else:
                one = replace(one, reason=one.reason or "the list does not have it, or not so often")
        yield one
    if listed is not None:
        for (puzzle, box), places in listed.sources.items():
            for source in places:
                reason = "it has no certificate in the folder"
                yield CertificateVerification(None, puzzle, None, reason, box, source)
        yield from listed.left_out
