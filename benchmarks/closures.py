"""How many puzzles a second are closed under naked and hidden singles, at each level of the kernel.

    python benchmarks/closures.py [--puzzles 20000] [--rounds 7]

The puzzles are minimal ones of `sudocube.generate`, ten times each. In each round all levels take their turn;
one thread, processor time, the median of the rounds. The twin, in plain Python, closes a hundredth of them.
Every level has to leave the same candidates.
"""

from __future__ import annotations

import argparse
from statistics import median
from time import process_time

import numpy as np
from rich.console import Console
from rich.table import Table
from side_by_side import machine

from sudocube import generate
from sudocube.kernel import TWIN, levels
from sudocube.kernel.batches import close_singles

TIMES = 10


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--puzzles", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    cells = b"".join(one.puzzle.cells for one in generate(arguments.puzzles, seed=1, jobs=1))
    puzzles = np.tile(np.frombuffer(cells, np.uint8).reshape(-1, 81), (TIMES, 1))
    expected = close_singles(puzzles)
    rates: dict[str, list[float]] = {level: [] for level in levels()}
    for _ in range(arguments.rounds):
        for level, of_level in rates.items():
            rows = puzzles[: -(-len(puzzles) // 100)] if level == TWIN else puzzles
            start = process_time()
            closed = close_singles(rows, level=level)
            of_level.append(len(rows) / (process_time() - start))
            if (closed.masks != expected.masks[: len(rows)]).any():
                raise SystemExit(f"{level} leaves other candidates")
    solved = (expected.states == 1).mean()
    table = Table("level", "puzzles/s")
    for level, of_level in rates.items():
        table.add_row(level, f"{median(of_level):,.0f}")
    print(machine())
    print(f"{len(puzzles):,} puzzles, of which singles solve {solved:.0%}")
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
