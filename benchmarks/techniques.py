"""How long the techniques take, by the level of the puzzle: processor time in plain Python, per puzzle.

    python benchmarks/techniques.py PUZZLES [MORE ...] [--first 300]

Each file has a puzzle on each line. The time is that of finding the level, without words for the steps; other
work on the machine does not count. The first puzzle is solved once before, so that the tables are there.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path
from statistics import median
from time import process_time

from rich.console import Console
from rich.table import Table

from sudocube.puzzle import Puzzle
from sudocube.rows.opening import read
from sudocube.solvers.techniques.solving import level_of, word_of


def main() -> None:
    """Print a table for each file: how many puzzles have which level, and how long they take."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--first", type=int, default=300, help="how many puzzles of each file")
    asked = parser.parse_args()
    for file in asked.files:
        puzzles = [entry.puzzle for entry in read(file) if entry.puzzle is not None][: asked.first]
        _print(file.name, _times(puzzles))


def _times(puzzles: list[Puzzle]) -> dict[int, list[float]]:
    """The milliseconds of each puzzle, by level."""
    times: dict[int, list[float]] = defaultdict(list)
    level_of(puzzles[0])
    for puzzle in puzzles:
        start = process_time()
        level = level_of(puzzle)
        times[level].append(1000 * (process_time() - start))
    return times


def _print(name: str, times: dict[int, list[float]]) -> None:
    table = Table("level", "word", "puzzles", "up to here", "median ms", "longest ms", title=name)
    number, so_far = sum(map(len, times.values())), 0
    for level in sorted(times):
        so_far += len(times[level])
        share, took = f"{100 * so_far / number:.1f} %", times[level]
        row = (str(level), word_of(level), str(len(took)), share, f"{median(took):.1f}", f"{max(took):.0f}")
        table.add_row(*row)
    up_to_nine = [one for level, took in times.items() if level <= 9 for one in took]
    table.caption = f"median of all levels up to 9: {median(up_to_nine):.1f} ms"
    Console().print(table)


if __name__ == "__main__":
    main()
