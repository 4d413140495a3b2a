"""What several engines said together: a table of the engines, and a block for each puzzle worth a look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from rich.text import Text

from sudocube.crosschecking import Crosschecked
from sudocube.puzzle import Grid
from sudocube.report.grid_drawing import beside_each_other, differing
from sudocube.report.words import counted, named_clashes, summary_in_words
from sudocube.verdict import Answer, Evidence, Verdict

HEADINGS = ("unique", "multiple", "none", "unknown", "disagrees", "seconds", "/s")
_COLOURS = {Verdict.UNIQUE: "green", Verdict.MULTIPLE: "yellow", Verdict.NONE: "red"}
_NARROWEST = 10
_GAP = 2


@dataclass(slots=True)
class EngineTally:
    """What one engine said of all puzzles so far."""

    verdicts: Counter[Verdict] = field(default_factory=Counter)
    disagreements: int = 0
    seconds: float = 0.0

    def add(self, answer: Answer, *, disagrees: bool) -> None:
        """Count one answer."""
        self.verdicts[answer.verdict] += 1
        self.disagreements += disagrees
        self.seconds += answer.seconds

    def numbers(self) -> list[str]:
        """What stands below the HEADINGS."""
        counts = [self.verdicts[Verdict(heading)] for heading in HEADINGS[:4]]
        rate = self.verdicts.total() / self.seconds if self.seconds else 0.0
        return [
            *(f"{count:,}" for count in (*counts, self.disagreements)),
            f"{self.seconds:,.2f}",
            "" if not rate else f"{rate:,.0f}" if rate >= 10 else f"{rate:.1f}",
        ]


class Agreement:
    """Gathers what is said of a batch: verdicts, disagreements, and a tally for each engine.

    Those that were never asked are told of where they were asked for: `all_of_them`.
    """

    def __init__(self, names: Sequence[str], *, all_of_them: bool = True) -> None:
        self._all_of_them = all_of_them
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

    def asked(self) -> dict[str, EngineTally]:
        """The engines that are told of, and their tallies."""
        used = {name: tally for name, tally in self.tallies.items() if tally.verdicts}
        return self.tallies if self._all_of_them or not used else used

    def table(self, width: int) -> Iterator[Text]:
        """A line for each engine; a name too long for its column has a line of its own."""
        rows = {name: tally.numbers() for name, tally in self.asked().items()}
        widths = [max(map(len, column)) for column in zip(HEADINGS, *rows.values(), strict=True)]
        longest = max(map(len, ("engine", *rows)))
        room = max(_NARROWEST, width - sum(widths) - _GAP * len(widths))
        gap = _GAP
        if room < longest <= room + len(widths):  # closer together, all of it fits
            room, gap = room + len(widths), _GAP - 1
        first = min(longest, room)

        def line(name: str, cells: Sequence[str], style: str = "") -> Text:
            text = Text(name.ljust(first), style, no_wrap=True)
            for index, (cell, column) in enumerate(zip(cells, widths, strict=True)):
                is_alarming = HEADINGS[index] == "disagrees" and cell not in ("0", "disagrees")
                text.append(" " * gap + cell.rjust(column), "bold red" if is_alarming else "")
            return text

        yield line("engine", HEADINGS, "bold")
        for name, numbers in rows.items():
            if len(name) > first:
                yield Text(name)
            yield line(name if len(name) <= first else "", numbers)

    def in_words(self, seconds: float) -> str:
        """The summary in a line."""
        found = counted(self.disagreements, "disagreement") if self.disagreements else "no disagreement"
        proved = self.evidence[Evidence.PROOF] + self.evidence[Evidence.WITNESS]
        proofs = [f"{proved:,} proved"] if self.evidence[Evidence.PROOF] else []
        return summary_in_words(self.verdicts, found, *proofs, f"{seconds:,.2f} s")


def is_worth_a_look(checked: Crosschecked) -> bool:
    """Whether a puzzle is not unique, or not agreed upon (one engine alone among several is no agreement).

    Or whether a proof was asked for and is not there.
    """
    is_shaky = checked.decided_by < min(2, len(checked.answers)) or checked.unproved is not None
    return checked.verdict is not Verdict.UNIQUE or is_shaky


def details(checked: Crosschecked, width: int) -> Iterator[Text]:
    """The block of a puzzle: its verdict, why, and the two grids that show it."""
    yield Text.assemble((checked.source, "bold"), "  ", *_headline(checked))
    if checked.puzzle is None:
        yield Text(f"  {str(checked.error).removeprefix(f'{checked.source}: ')}")
        return
    if checked.verdict is Verdict.NONE:
        for named in named_clashes(checked.puzzle) or ["no two clues clash; still there is no solution"]:
            yield Text(f"  {named}")
    if checked.unproved is not None:
        yield Text(f"  not proved: {checked.unproved}")
    if not checked.agree or checked.decided_by < min(2, len(checked.answers)):
        for name, answer in checked.answers.items():
            yield Text(f"  {name}: {answer.verdict}" + (f" ({answer.reason})" if answer.reason else ""))
    witnesses = _witnesses(checked)
    if len(witnesses) == 2:
        grids = [grid for _, grid in witnesses]
        yield from beside_each_other(
            [heading for heading, _ in witnesses],
            grids,
            clues=checked.puzzle,
            marked=differing(*grids),
            width=width,
        )


def _headline(checked: Crosschecked) -> Sequence[tuple[str, str] | str]:
    if checked.puzzle is None:
        return [("invalid", "yellow")]
    if not checked.agree:
        return [("the engines disagree", "bold red")]
    words: list[tuple[str, str] | str] = [(str(checked.verdict), _COLOURS.get(checked.verdict, "magenta"))]
    if checked.evidence is not None:
        words.append(f" ({checked.evidence})")
    if checked.decided_by == 1 and len(checked.answers) > 1:
        words.append(", decided by one engine only")
    return words


def _witnesses(checked: Crosschecked) -> list[tuple[str, Grid]]:
    """Two grids worth seeing beside each other, with their headings; empty where there are not two."""
    if checked.verdict is Verdict.MULTIPLE:
        return list(zip(("one solution", "another"), checked.solutions, strict=False))
    if checked.agree:
        return []
    seen: dict[Grid, str] = {}
    for name, answer in checked.answers.items():
        for grid in answer.solutions:
            seen.setdefault(grid, name)
    return [(name, grid) for grid, name in islice(seen.items(), 2)]
