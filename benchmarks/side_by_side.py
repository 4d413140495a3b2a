"""Contenders measured side by side: in one process, in turn, on the same puzzles.

The puzzles are divided into rounds. In each round every contender decides the same puzzles, in an order that
changes from round to round, so that changes in the speed of the machine affect all contenders alike. The
result is the ratio to the last contender: the median over the rounds.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter

from rich.console import Console
from rich.table import Table

from sudocube.puzzle import Puzzle
from sudocube.rows.opening import read

Contender = Callable[[Sequence[Puzzle]], None]
"""Decides all puzzles it is given, and checks that its answers are the expected ones."""

ROUNDS = 8


def puzzles_of(path: Path, count: int) -> list[Puzzle]:
    """About `count` puzzles of a list, evenly spread over it."""
    with path.open("rb") as stream:
        puzzles = [entry.puzzle for entry in read(stream, path.name) if entry.puzzle is not None]
    step = max(1, len(puzzles) // count)
    return puzzles[::step][:count]


def compare(title: str, contenders: Mapping[str, Contender], puzzles: Sequence[Puzzle]) -> None:
    """Print puzzles/s of each contender, and how many times as fast as the last one it is."""
    names = list(contenders)
    seconds: dict[str, list[float]] = {name: [] for name in names}
    per_round = max(1, len(puzzles) // ROUNDS)
    for name in names:
        contenders[name](puzzles[:1])  # not measured: what is built once
    for number in range(ROUNDS):
        batch = puzzles[number * per_round : (number + 1) * per_round]
        for name in names[number % len(names) :] + names[: number % len(names)]:
            start = perf_counter()
            contenders[name](batch)
            seconds[name].append(perf_counter() - start)
    table = Table("", "puzzles/s", "times the last", title=title)
    for name in names:
        rate = ROUNDS * per_round / sum(seconds[name])
        ratio = median(last / mine for mine, last in zip(seconds[name], seconds[names[-1]], strict=True))
        table.add_row(name, f"{rate:,.0f}", f"{ratio:.2f}")
    Console().print(table)


def machine() -> str:
    """The machine of the measurement: processor, system, Python."""
    name = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        name = next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    return f"{name}, {platform.system()}, Python {platform.python_version()}, one process"
