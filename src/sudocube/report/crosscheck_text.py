"""What several engines answered, counted: a table of the engines, and a summary."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rich.text import Text

from sudocube.crosschecking import Crosschecked, Standing
from sudocube.report.document import Phrase
from sudocube.report.refutation_text import cause_in_words, kind_of_cause
from sudocube.report.text_layout import name_table, wrapped_quotations
from sudocube.report.words import counted, summary_in_words
from sudocube.verdict import Evidence, StoredAnswer, Verdict

HEADINGS = (*Standing, "seconds", "/s")

CAUSES_AT_MOST = 3
"""How many causes are named for each engine and each standing, the most frequent ones."""


@dataclass(slots=True)
class CountedCause:
    """What is not confirmed for the same kind of cause: an example, how many, and whether all are alike."""

    example: str
    number: int = 0
    are_alike: bool = True

    def add(self, cause: str) -> None:
        """Count a cause of the same kind."""
        self.number += 1
        self.are_alike &= cause == self.example

    def in_words(self, standing: str) -> str:
        """The standing and the cause: "12 failed: garbled, for example: it says 'what?'"."""
        if self.are_alike:
            return f"{self.number:,} {standing}: {self.example}"
        what, sign, example = self.example.partition(": ")
        if not sign:
            return f"{self.number:,} {standing}, for example: {what}"
        return f"{self.number:,} {standing}: {what}, for example: {example}"


@dataclass(slots=True)
class EngineTally:
    """What has become of one engine's answers so far: how many, the causes where not confirmed, seconds."""

    standings: Counter[Standing] = field(default_factory=Counter)
    causes: defaultdict[Standing, dict[str, CountedCause]] = field(default_factory=lambda: defaultdict(dict))
    seconds: float = 0.0

    def add(self, name: str, checked: Crosschecked) -> None:
        """Count the answer of the engine of that name."""
        standing = checked.standing(name)
        self.standings[standing] += 1
        self.seconds += checked.answers[name].seconds
        if standing is not Standing.CONFIRMED:
            cause = cause_in_words(name, checked)
            self.causes[standing].setdefault(kind_of_cause(cause), CountedCause(cause)).add(cause)

    def by_standing(self) -> dict[str, int]:
        """How many of its answers have each standing, those included that none has."""
        return {standing: self.standings[standing] for standing in Standing}

    def numbers(self) -> list[str]:
        """The numbers below HEADINGS, as text."""
        rate = self.standings.total() / self.seconds if self.seconds else 0.0
        return [
            *(f"{count:,}" for count in self.by_standing().values()),
            f"{self.seconds:,.2f}",
            "" if not rate else f"{rate:,.0f}" if rate >= 10 else f"{rate:.1f}",
        ]

    def causes_in_words(self) -> Iterator[str]:
        """The causes of what is not confirmed: "12 refuted: two solutions passed the referee"."""
        for standing in Standing:
            causes = sorted(self.causes[standing].values(), key=lambda cause: -cause.number)
            yield from (cause.in_words(standing) for cause in causes[:CAUSES_AT_MOST])
            if more := sum(cause.number for cause in causes[CAUSES_AT_MOST:]):
                yield f"{more:,} {standing} for other reasons"


class CrosscheckTally:
    """Counts the results of `crosscheck`: verdicts, disagreements, and what became of each engine's answers.

    With `show_all`, the table also has the engines that were asked about no puzzle.
    """

    def __init__(self, names: Sequence[str], *, show_all: bool = True) -> None:
        self._show_all = show_all
        self.tallies = {name: EngineTally() for name in names}
        self.verdicts: Counter[Verdict] = Counter()
        self.disagreements = 0
        self.open = 0
        self.evidence: Counter[Evidence] = Counter()
        self.stored: Counter[StoredAnswer] = Counter()

    def add(self, checked: Crosschecked) -> None:
        """Count one puzzle."""
        self.verdicts[checked.verdict] += 1
        self.disagreements += not checked.agree
        if checked.evidence is not None:
            self.evidence[checked.evidence] += 1
        self.open += checked.is_open
        if checked.stored is not None:
            self.stored[checked.stored] += 1
        for name in self.tallies.keys() & checked.answers.keys():
            self.tallies[name].add(name, checked)

    def always_failed(self) -> list[str]:
        """The engines that failed on every puzzle that they were asked."""
        of_all = self.tallies.items()
        return [name for name, one in of_all if {*one.standings.elements()} == {Standing.FAILED}]

    def shown(self) -> dict[str, EngineTally]:
        """The engines in the table, and their tallies."""
        used = {name: tally for name, tally in self.tallies.items() if tally.standings}
        return self.tallies if self._show_all or not used else used

    def table(self, width: int) -> Iterator[Text]:
        """A text line for each engine; then the causes of what is not confirmed."""
        shown = self.shown()
        rows = {name: tally.numbers() for name, tally in shown.items()}
        yield from name_table("engine", HEADINGS, rows, width=width, style=_style)
        for name, tally in shown.items():
            if causes := [*tally.causes_in_words()]:
                yield Text(f"{name}:")
                for cause in causes:
                    yield from wrapped_quotations(cause, width, "  ", "    ")

    def in_words(self, seconds: float) -> Phrase:
        """The summary, on one text line."""
        found = counted(self.disagreements, "disagreement") if self.disagreements else "no disagreement"
        found += f", {self.open:,} of them open" if self.open else ""
        proved = self.evidence[Evidence.PROOF] + self.evidence[Evidence.WITNESS]
        proofs = [f"{proved:,} proved"] if self.evidence[Evidence.PROOF] else []
        return summary_in_words(self.verdicts, found, *proofs, f"{seconds:,.2f} s")


def _style(heading: str, number: str) -> str:
    return "bold red" if heading in (Standing.REFUTED, Standing.FAILED) and number != "0" else ""
