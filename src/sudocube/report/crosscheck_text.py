"""What several engines answered: a table of the engines, and a block of text for some puzzles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from rich.text import Text

from sudocube.crosschecking import Crosschecked
from sudocube.puzzle import Grid, differing_cells
from sudocube.report.grid_drawing import beside_each_other
from sudocube.report.text_layout import NARROWEST_NAMES, column_widths, name_table
from sudocube.report.verdict_colours import Phrase, colour_of
from sudocube.report.words import counted, named_clashes, summary_in_words
from sudocube.verdict import Answer, Evidence, Verdict

HEADINGS = ("unique", "multiple", "none", "unknown", "disagrees", "seconds", "/s")
_GAP = 2


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
        widths = column_widths(HEADINGS, rows)
        longest = max(map(len, ("engine", *rows)))
        room = max(NARROWEST_NAMES, width - sum(widths) - _GAP * len(widths))
        gap = _GAP
        if room < longest <= room + len(widths):  # with a smaller gap, everything fits
            room, gap = room + len(widths), _GAP - 1
        yield from name_table("engine", HEADINGS, rows, room=room, gap=gap, style=_style)

    def in_words(self, seconds: float) -> Phrase:
        """The summary, on one text line."""
        found = counted(self.disagreements, "disagreement") if self.disagreements else "no disagreement"
        proved = self.evidence[Evidence.PROOF] + self.evidence[Evidence.WITNESS]
        proofs = [f"{proved:,} proved"] if self.evidence[Evidence.PROOF] else []
        return summary_in_words(self.verdicts, found, *proofs, f"{seconds:,.2f} s")


def _style(heading: str, number: str) -> str:
    return "bold red" if heading == "disagrees" and number != "0" else ""


def is_worth_a_look(checked: Crosschecked) -> bool:
    """Whether a puzzle is shown: it is not unique, the answers are shown, or a proof is missing."""
    return checked.verdict is not Verdict.UNIQUE or _shows_answers(checked) or checked.unproved is not None


def _shows_answers(checked: Crosschecked) -> bool:
    """Whether each engine's answer is shown: they do not agree, fewer than two decided, or one failed.

    If only one of several engines decided, that is no agreement.
    """
    is_shaky = not checked.agree or checked.decided_by < min(2, len(checked.answers))
    return is_shaky or any(answer.faulty for answer in checked.answers.values())


def details(checked: Crosschecked, width: int) -> Iterator[Text]:
    """The block of text for a puzzle: its verdict, the reason, and two grids if they show it."""
    yield Text.assemble((checked.source, "bold"), "  ", *_headline(checked))
    if checked.puzzle is None:
        yield Text(f"  {str(checked.error).removeprefix(f'{checked.source}: ')}")
        return
    if checked.verdict is Verdict.NONE:
        for named in named_clashes(checked.puzzle) or ["no two clues clash; still there is no solution"]:
            yield Text(f"  {named}")
    if checked.unproved is not None:
        yield Text(f"  not proved: {checked.unproved}")
    if _shows_answers(checked):
        for name, answer in checked.answers.items():
            reason = f" ({answer.reason})" if answer.reason else ""
            yield Text.assemble(f"  {name}: ", (answer.verdict, colour_of(answer.verdict)), reason)
    witnesses = _witnesses(checked)
    if len(witnesses) == 2:
        headings, grids = zip(*witnesses, strict=True)
        marked = differing_cells(*grids)
        yield from beside_each_other(headings, grids, clues=checked.puzzle, marked=marked, width=width)


def _headline(checked: Crosschecked) -> Sequence[tuple[str, str] | str]:
    if checked.puzzle is None:
        return [(Verdict.INVALID, colour_of(Verdict.INVALID))]
    if not checked.agree:
        return [("the engines disagree", "bold red")]
    words: list[tuple[str, str] | str] = [(str(checked.verdict), colour_of(checked.verdict))]
    if checked.evidence is not None:
        words.append(f" ({checked.evidence})")
    if checked.decided_by == 1 and len(checked.answers) > 1:
        words.append(", decided by one engine only")
    return words


def _witnesses(checked: Crosschecked) -> list[tuple[str, Grid]]:
    """Two different grids with their headings: two solutions, or what two engines found. May be fewer."""
    if checked.verdict is Verdict.MULTIPLE:
        return list(zip(("one solution", "another"), checked.solutions, strict=False))
    if checked.agree:
        return []
    seen: dict[Grid, str] = {}
    for name, answer in checked.answers.items():
        for grid in answer.solutions:
            seen.setdefault(grid, name)
    return [(name, grid) for grid, name in islice(seen.items(), 2)]
