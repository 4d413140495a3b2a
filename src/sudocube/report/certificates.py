"""What `certify` and `verify` say: each verdict with what backs it, what is refused, a page of all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from sudocube.report.base import Report
from sudocube.report.checks import PuzzlesReport
from sudocube.report.document import Document, Phrase, Section, Sentence, sentences
from sudocube.report.words import counted, named_clashes, summary_in_words, tally_in_words
from sudocube.verdict import Verdict as VerdictKind
from sudocube.verdicts.certificates import Certificate, CertificateVerification, FolderVerification
from sudocube.verdicts.certifying import CertifiedFolder

EVENTS_AT_MOST = 100
"""How many events of a proof are shown; the last one always is."""


class CertifyReport(PuzzlesReport[Certificate]):
    """Says of each puzzle what its certificate consists of."""

    command = "certify"

    def in_short(self, one: Certificate) -> str:
        """What the certificate of a decided puzzle consists of; of another one, why it is not decided."""
        if one.verdict is VerdictKind.UNKNOWN:
            return str(one.reason)
        if one.verdict is VerdictKind.MULTIPLE:
            return "two solutions shown"
        if one.steps:
            return f"a proof of {counted(len(one.steps), 'step')}"
        clashes = named_clashes(one.puzzle) if one.puzzle and one.verdict is VerdictKind.NONE else ()
        return "; ".join(clashes) or "proved by naked and hidden singles alone"

    def full(self, one: Certificate, place: str | None = None, /) -> Document:
        """The verdict, and what backs it."""
        return [Sentence((one.verdict, f": {self.in_short(one)}"), wraps=False)]

    def on_page(self, one: Certificate) -> Document:
        """What backs the verdict, step by step."""
        return [Sentence((self.in_short(one),)), *([] if one.steps is None else [_proof(one)])]

    def outcomes(self, one: Certificate) -> Iterable[str]:
        """`invalid` for what the folder holds nothing of, and `unknown`."""
        if one.is_left_out:
            return [VerdictKind.INVALID]
        return [one.verdict] if one.verdict is VerdictKind.UNKNOWN else []


def _proof(certificate: Certificate) -> Section:
    """The proof event by event: at most so many, and the last one."""
    from sudocube.report.steps import told_events

    told = ["".join(words) for _, words in told_events(certificate)]
    if (left_out := len(told) - EVENTS_AT_MOST) > 1:
        told[EVENTS_AT_MOST:-1] = [f"({counted(left_out - 1, 'event')} of the proof are left out here.)"]
    return Section(("The proof",), sentences(told), is_folded=True)


def certification_in_words(made: CertifiedFolder, seconds: float) -> list[Phrase]:
    """The summary of a batch; a second line says for how many puzzles singles are enough."""
    more = [f"{seconds:,.2f} s"]
    if made.resumed:
        more.insert(0, f"{made.resumed:,} of them written before")
    lines = [summary_in_words(made.verdicts, *more)]
    if made.empty_proofs:
        lines.append((f"{made.empty_proofs:,} proved by naked and hidden singles alone",))
    return lines


class VerifyReport(Report[CertificateVerification]):
    """Says what is refused, and in the end how many certificates hold."""

    def __init__(self) -> None:
        self._faults: Counter[str | None] = Counter()
        """Each fault of the folder, with how many certificates are refused for no other reason."""
        self.result: FolderVerification | None = None
        """What the folder comes to; it has to be there in the end."""

    def add(self, one: CertificateVerification) -> None:
        """Note the faults of the folder."""
        if one.index is not None and one.reason in self._faults:
            self._faults[one.reason] += 1
        if one.kind == "fault":
            self._faults[one.reason] += 0

    def outcomes(self, one: CertificateVerification) -> Iterable[str]:
        """`invalid` for an INPUT that can have no certificate, `refused` for what does not hold."""
        if one.kind == "left out":
            return [VerdictKind.INVALID]
        return [] if one.accepted else ["refused"]

    def document(self, one: CertificateVerification) -> Document:
        """What is refused, and why; what is so for a fault of the folder comes in the end."""
        if one.accepted or (one.index is not None and one.reason in self._faults):
            return ()
        if one.source is not None:
            reason = str(one.reason).removeprefix(f"{one.source}: ")
            words: Phrase = (f"{one.source}: ", one.verdict or "missing", f": {reason}")
            return [Sentence(words, wraps=False)]
        place = "the folder" if one.index is None else f"refused: puzzle {one.index}"
        return [Sentence((f"{place}: {one.reason}",), wraps=False)]

    def closing(self) -> Document:
        """How many certificates are accepted and refused, and what else is wrong."""
        assert self.result is not None  # it was verified
        lines: list[Phrase] = [
            (f"refused: {counted(count, 'certificate')}: {reason}",)
            for reason, count in self._faults.items()
            if count
        ]
        lines += [_verification_in_words(self.result), (list_in_words(self.result),)]
        return [Sentence(words, wraps=False) for words in lines]

    def summary(self, seconds: float) -> Iterator[Phrase]:
        """How long it took."""
        yield (f"checked in {seconds:,.2f} s",)


def _verification_in_words(result: FolderVerification) -> Phrase:
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
