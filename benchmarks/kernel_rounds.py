"""How much work the compiled kernel does: rounds of propagation, guesses, and the time that a round takes.

    python benchmarks/kernel_rounds.py LIST… [--level avx2]

A round is one step on all puzzles that a vector holds, sixteen with `avx512`: the time is for so many. One
thread, processor time, limit 2. Reading the text and the moves of puzzles in and out are included. Lanes that
have run out of work are counted, too, so a short list is repeated until it has 20,000 puzzles.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from time import process_time

import numpy as np
from rich.console import Console
from rich.table import Table
from side_by_side import machine, puzzles_of

from sudocube import _kernel

LANES = {"portable": 1, "baseline": 4, "avx2": 8, "avx512": 16}
"""How many puzzles a vector holds, by level."""

ENOUGH = 20_000
"""Puzzles in a list that is not repeated."""

STEPS = 2000
"""Rounds between two looks at whether all is done: the count is exact to so many."""


def main() -> None:
    """Measure on each list."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("lists", nargs="+", type=Path)
    parser.add_argument("--level", choices=_kernel.levels(), default=_kernel.levels()[-1])
    arguments = parser.parse_args()
    lanes = LANES[arguments.level]
    print(f"{machine()}, {arguments.level}")
    table = Table("list", "puzzles", "rounds a puzzle", "guesses a puzzle", f"ns for a round of {lanes}")
    for path in arguments.lists:
        listed = puzzles_of(path, 1_000_000)
        text = "".join(map(str, listed)) * (1 + ENOUGH // len(listed))
        puzzles = np.frombuffer(text.encode(), np.uint8).reshape(-1, 81)
        search = _kernel.CompiledSearch(puzzles, level=arguments.level, keep_solutions=False)
        rounds, start = 0, process_time()
        while search.advance(STEPS) < len(puzzles):
            rounds += STEPS
        seconds = process_time() - start
        figures = (
            rounds / len(puzzles),
            search.guesses.mean(),
            seconds / rounds * lanes * 1e9 if rounds else 0,
        )
        table.add_row(path.name, f"{len(listed):,}", *(f"{one:,.4g}" for one in figures))
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
