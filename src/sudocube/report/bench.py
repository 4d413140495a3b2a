"""What was measured: a table for people, rows for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.table import Table
from rich.text import Text

from sudocube.bench import BenchResult
from sudocube.report.rows import Row
from sudocube.report.words import counted

_DISAGREEMENTS_AT_MOST = 5


def bench_table(measured: BenchResult, title: str) -> Iterator[Table | Text]:
    """A line for each contender, the fastest one first."""
    reference = measured.contenders[-1]
    yield Text(f"{title}: {counted(len(measured.puzzles), 'puzzle')}", "bold")
    table = Table(box=None, padding=(0, 2, 0, 0), show_edge=False)
    table.add_column("engine", no_wrap=True)
    for heading in ("puzzles/s", f"× {reference.name.partition(':')[0]}", "undecided"):
        table.add_column(heading, justify="right", no_wrap=True)
    for one in sorted(measured.contenders, key=lambda one: -one.rate):
        ratio = one.ratio(reference)
        shown = f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.2g}" if ratio < 10 else f"{ratio:.1f}"
        table.add_row(one.name, f"{one.rate:,.0f}", shown, f"{one.undecided:,}")
    yield table


def bench_rows(measured: BenchResult, title: str) -> Iterator[Row]:
    """A row for each contender; seconds are those of each round, for the whole list once."""
    reference = measured.contenders[-1]
    at_odds = _at_odds(measured)
    for one in measured.contenders:
        yield {
            "list": title,
            "engine": one.name,
            "puzzles": len(one.counts),
            "per_second": round(one.rate, 1),
            "ratio": round(one.ratio(reference), 4),
            "reference": reference.name,
            "undecided": one.undecided,
            "disagreements": at_odds.get(one.name, 0),
            "seconds": [round(seconds, 6) for seconds in one.seconds],
        }


def _at_odds(measured: BenchResult) -> dict[str, int]:
    """By engine: of how many puzzles others say different things."""
    number: dict[str, int] = {}
    for _, said in measured.disagreements():
        for name in said:
            number[name] = number.get(name, 0) + 1
    return number


def disagreements_in_words(measured: BenchResult) -> Sequence[str]:
    """A line for each of the first puzzles of which engines say different things, and how many there are."""
    found = list(measured.disagreements())
    lines = [
        f"{puzzle}: " + ", ".join(f"{name} counts {count}" for name, count in said.items())
        for puzzle, said in found[:_DISAGREEMENTS_AT_MOST]
    ]
    more = len(found) - len(lines)
    return [*lines, f"and {counted(more, 'more puzzle')}"] if more else lines
