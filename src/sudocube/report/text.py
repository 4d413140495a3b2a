"""Results in words: one line for a verdict, a table for agreement, a block for what is not unique."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rich.table import Table
from rich.text import Text

from sudocube.checking import Checked
from sudocube.crosschecking import Crosschecked
from sudocube.cube import clashes
from sudocube.puzzle import Grid, Puzzle
from sudocube.report.grids import differing, drawn, side_by_side
from sudocube.verdict import Answer, Verdict

CLASHES_AT_MOST = 5
"""How many direct clashes a line names; there may be dozens in a puzzle read askew."""


def verdict_in_words(checked: Checked) -> str:
    """The verdict, and why where there is a reason to be named."""
    if checked.puzzle is None:
        return f"{checked.verdict}: {checked.error}"
    if checked.verdict is Verdict.NONE and (named := clashes_in_words(checked.puzzle)):
        return f"{checked.verdict}: {named}"
    if checked.reason is not None:
        return f"{checked.verdict}: {checked.reason}"
    return str(checked.verdict)


def no_solution_in_words(puzzle: Puzzle) -> str:
    """That there is none, and the clashes among the clues where that is why."""
    named = clashes_in_words(puzzle)
    return f"no solution: {named}" if named else "no solution"


def clashes_in_words(puzzle: Puzzle) -> str:
    """The direct clashes of the clues by name; empty where there are none."""
    found = clashes(puzzle)
    named = "; ".join(str(clash) for clash in found[:CLASHES_AT_MOST])
    more = len(found) - CLASHES_AT_MOST
    return f"{named}; and {more} more" if more > 0 else named


def count_in_words(answer: Answer, limit: int) -> str:
    """The number of solutions: "12", "at least 1000000", "undecided, at least 3: out of time …"."""
    if answer.exhausted:
        return str(answer.count)
    if answer.count >= limit:
        return f"at least {answer.count}"
    return f"undecided, at least {answer.count}: {answer.reason}"


def summary_in_words(verdicts: Counter[Verdict], seconds: float, engines: str) -> str:
    """How many puzzles of which verdict: "100 puzzles: 97 unique, 3 none (0.5 s, phases)"."""
    total = verdicts.total()
    each = ", ".join(f"{verdicts[verdict]:,} {verdict}" for verdict in Verdict if verdicts[verdict])
    return f"{total:,} puzzle{'s' if total != 1 else ''}: {each} ({seconds:.2f} s, {engines})"


@dataclass(slots=True)
class Tally:
    """What one engine said of all puzzles so far."""

    verdicts: Counter[Verdict] = field(default_factory=Counter)
    disagreements: int = 0
    faults: int = 0
    seconds: float = 0.0

    def add(self, answer: Answer, *, disagrees: bool) -> None:
        """Count one answer."""
        self.verdicts[answer.verdict] += 1
        self.disagreements += disagrees
        self.faults += answer.faulty
        self.seconds += answer.seconds


def agreement_table(tallies: Mapping[str, Tally]) -> Table:
    """Per engine: how many of each verdict, disagreements, time per puzzle."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 1, 0, 0))
    table.add_column("engine", overflow="fold")
    shown = [Verdict.UNIQUE, Verdict.MULTIPLE, Verdict.NONE, Verdict.UNKNOWN]
    for heading in (*shown, "disagrees", "seconds", "/s"):
        table.add_column(str(heading), justify="right", no_wrap=True)
    for name, tally in tallies.items():
        rate = f"{tally.verdicts.total() / tally.seconds:,.0f}" if tally.seconds else ""
        disagrees = Text(f"{tally.disagreements:,}", "bold red" if tally.disagreements else "")
        numbers = [f"{tally.verdicts[verdict]:,}" for verdict in shown]
        table.add_row(name, *numbers, disagrees, f"{tally.seconds:.2f}", rate)
    return table


def details(checked: Crosschecked, width: int) -> Iterator[Text]:
    """The block of a puzzle that is not unique, or not agreed upon: why, and its witnesses."""
    yield Text.assemble((checked.source, "bold"), "  ", *_headline(checked))
    puzzle = checked.puzzle
    if puzzle is None:
        yield Text(f"  {checked.error}")
        return
    if checked.verdict is Verdict.NONE:
        named = clashes_in_words(puzzle)
        yield Text(f"  {named}" if named else "  no clues clash directly; still there is no solution")
    if not checked.agree or checked.verdict is Verdict.UNKNOWN:
        for name, answer in checked.answers.items():
            yield Text(f"  {name}: {answer.verdict}" + (f" ({answer.reason})" if answer.reason else ""))
    witnesses = _witnesses(checked)
    if len(witnesses) == 2:
        (left, one), (right, other) = witnesses
        apart = differing(one, other)
        headings = [Text(left, "italic"), Text(right, "italic")]
        blocks = [
            [heading, *drawn(grid, clues=puzzle, marked=apart)]
            for heading, grid in zip(headings, (one, other), strict=True)
        ]
        for line in side_by_side(blocks, width - 2):
            yield Text("  ").append_text(line)


def _headline(checked: Crosschecked) -> Sequence[tuple[str, str] | str]:
    if checked.puzzle is None:
        return [("invalid", "yellow")]
    if not checked.agree:
        return [("the engines disagree", "bold red")]
    colour = {Verdict.UNIQUE: "green", Verdict.MULTIPLE: "yellow", Verdict.NONE: "red"}
    words: list[tuple[str, str] | str] = [(str(checked.verdict), colour.get(checked.verdict, "magenta"))]
    if checked.evidence is not None:
        words.append(f" ({checked.evidence})")
    if checked.decided_by == 1 and len(checked.answers) > 1:
        words.append(", by one engine only")
    return words


def _witnesses(checked: Crosschecked) -> list[tuple[str, Grid]]:
    """Two grids worth seeing beside each other, with their headings; empty where there are not two."""
    if checked.verdict is Verdict.MULTIPLE:
        return list(zip(("one solution", "another"), checked.solutions, strict=False))
    seen: dict[Grid, str] = {}
    for name, answer in checked.answers.items():
        for grid in answer.solutions:
            seen.setdefault(grid, name)
    return [(name, grid) for grid, name in list(seen.items())[:2]] if not checked.agree else []
