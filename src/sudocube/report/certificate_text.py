"""Certificates that were written or verified, in words and as JSON rows."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sudocube.report.document import Phrase
from sudocube.report.json_rows import Row, puzzle_row
from sudocube.report.words import (
    counted,
    invalid_in_words,
    named_clashes,
    summary_in_words,
    tally_in_words,
    titled,
)
from sudocube.verdict import Verdict

if TYPE_CHECKING:
    from sudocube.certificate import (
        CertificateVerification,
        CertifiedFolder,
        CertifiedPuzzle,
        FolderVerification,
    )


def certified_row(one: CertifiedPuzzle) -> Row:
    """The row of one puzzle in `certify`; `steps` is the number of steps of the proof, null without one."""
    fields = {
        "verdict": one.verdict,
        "accepted": one.verdict.is_decided,
        "reason": one.reason,
        "evidence": one.evidence,
        "steps": one.steps,
    }
    return puzzle_row(one.index, one, fields)


def verified_row(one: CertificateVerification) -> Row:
    """The row of one certificate in `verify`; for a fault of the folder itself, index and puzzle are null.

    `source` is there for a puzzle of the list without a certificate, and for an entry that can have none.
    """
    return {
        "index": one.index,
        **({} if one.source is None else {"source": one.source}),
        "puzzle": one.puzzle,
        **({} if one.box is None else {"box": one.box}),
        "verdict": one.verdict,
        "accepted": one.accepted,
        "reason": one.reason,
        "evidence": one.evidence,
    }


def certified_in_words(one: CertifiedPuzzle, *, is_alone: bool) -> Phrase:
    """The verdict and the evidence for it; if the puzzle is one of several, its source comes first."""
    if one.error is not None:
        return invalid_in_words(one.error, one.title)
    place = "" if is_alone else f"{titled(one.source, one.title)}: "
    return place, one.verdict, f": {grounds_in_words(one)}"


def grounds_in_words(one: CertifiedPuzzle) -> str:
    """What the certificate of a decided puzzle consists of; of another one, why it is not decided."""
    assert one.puzzle is not None  # else there is an error
    if one.verdict is Verdict.UNKNOWN:
        return str(one.reason)
    if one.verdict is Verdict.MULTIPLE:
        return "two solutions"
    if one.steps:
        return f"a proof of {counted(one.steps, 'step')}"
    if one.verdict is Verdict.UNIQUE:
        return "the proof is empty, naked and hidden singles solve it"
    clashes = "; ".join(named_clashes(one.puzzle))
    return "the proof is empty, " + (clashes or "naked and hidden singles come to a contradiction")


def certification_in_words(made: CertifiedFolder, seconds: float) -> list[Phrase]:
    """The summary of a batch; if proofs are empty, a second text line says how many."""
    more = [f"{seconds:,.2f} s"]
    if made.resumed:
        more.insert(0, f"{made.resumed:,} of them written before")
    lines = [summary_in_words(made.verdicts, *more)]
    if made.empty_proofs:
        are = "proof is" if made.empty_proofs == 1 else "proofs are"
        lines.append((f"{made.empty_proofs:,} {are} empty: naked and hidden singles are enough",))
    return lines


def refusal_in_words(one: CertificateVerification) -> Phrase:
    """Which certificate is refused, and why."""
    if one.source is not None:
        reason = str(one.reason).removeprefix(f"{one.source}: ")
        return f"{one.source}: ", one.verdict or "missing", f": {reason}"
    place = "the folder" if one.index is None else f"refused: puzzle {one.index}"
    return (f"{place}: {one.reason}",)


def refusals_in_words(count: int, reason: str) -> str:
    """How many certificates are refused only because of a fault of the folder."""
    return f"refused: {counted(count, 'certificate')}: {reason}"


def verification_in_words(result: FolderVerification) -> Phrase:
    """The summary of `verify`: how many certificates are accepted and refused, and what else is wrong."""
    accepted = Counter(result.accepted)
    held = f"{counted(accepted.total(), 'certificate')} accepted"
    each = (": ", *tally_in_words(accepted)) if accepted.total() else ()
    none = "nothing" if result.holds else "none"
    more = [f"{result.refused:,} refused" if result.refused else f"{none} refused"]
    if result.missing:
        more.append(f"{result.missing:,} missing")
    if result.faults:
        more.append(f"{counted(result.faults, 'fault')} of the folder")
    return held, *each, f"; {'; '.join(more)}"


def list_in_words(result: FolderVerification) -> str:
    """Whether the certificates are those of a list."""
    if result.listed is None:
        return "the list of puzzles was not given: what was left out cannot be seen"
    return f"held against {counted(result.listed, 'puzzle')} of the list"
