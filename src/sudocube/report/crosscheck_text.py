"""What several engines answered, counted: a table of the engines, and a summary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rich.text import Text

from sudocube.crosschecking import Crosschecked
from sudocube.report.text_layout import name_table
from sudocube.report.verdict_colours import Phrase
from sudocube.report.words import counted, summary_in_words
from sudocube.verdict import Answer, Evidence, Verdict

HEADINGS = ("unique", "multiple", "none", "unknown", "disagrees", "seconds", "/s")


@dataclass(slots=True)
class EngineTally:
    """What one engine has answered so far: verdicts, disagreements, seconds."""

    verdicts: Counter[Verdict] = field(default_factory=Counter)
    disagreements: int = 0
    seconds: float = 0.0

    def add(self, answer: Answer, *, disagrees: bool) -> None:
        """Count one answer."""
        self.verdicts[answer.verdict] += 1
        self.disagreements += disagrees
        self.seconds += answer.seconds

    def numbers(self) -> list[str]:
        """The numbers below HEADINGS, as text."""
        counts = [self.verdicts[Verdict(heading)] for heading in HEADINGS[:4]]
        rate = self.verdicts.total() / self.seconds if self.seconds else 0.0
        return [
            *(f"{count:,}" for count in (*counts, self.disagreements)),
            f"{self.seconds:,.2f}",
            "" if not rate else f"{rate:,.0f}" if rate >= 10 else f"{rate:.1f}",
        ]


class CrosscheckTally:
    """Counts the results of `crosscheck`: verdicts, disagreements, and a tally for each engine.

    With `show_all`, the table also has the engines that were asked about no puzzle.
    """

    def __init__(self, names: Sequence[str], *, show_all: bool = True) -> None:
        self._show_all = show_all
        self.tallies = {name: EngineTally() for name in names}
        self.verdicts: Counter[Verdict] = Counter()
        self.disagreements = 0
        self.evidence: Counter[Evidence] = Counter()

    def add(self, checked: Crosschecked) -> None:
        """Count one puzzle."""
        self.verdicts[checked.verdict] += 1
        self.disagreements += not checked.agree
        if checked.evidence is not None:
            self.evidence[checked.evidence] += 1
        for name in self.tallies.keys() & checked.answers.keys():
            answer = checked.answers[name]
            self.tallies[name].add(answer, disagrees=checked.dissents(name))

    def shown(self) -> dict[str, EngineTally]:
        """The engines in the table, and their tallies."""
        used = {name: tally for name, tally in self.tallies.items() if tally.verdicts}
        return self.tallies if self._show_all or not used else used

    def table(self, width: int) -> Iterator[Text]:
        """A text line for each engine."""
        rows = {name: tally.numbers() for name, tally in self.shown().items()}
        yield from name_table("engine", HEADINGS, rows, width=width, style=_style)

    def in_words(self, seconds: float) -> Phrase:
        """The summary, on one text line."""
        found = counted(self.disagreements, "disagreement") if self.disagreements else "no disagreement"
        proved = self.evidence[Evidence.PROOF] + self.evidence[Evidence.WITNESS]
        proofs = [f"{proved:,} proved"] if self.evidence[Evidence.PROOF] else []
        return summary_in_words(self.verdicts, found, *proofs, f"{seconds:,.2f} s")


def _style(heading: str, number: str) -> str:
    return "bold red" if heading == "disagrees" and number != "0" else ""
