"""`check_many`, `check_frame` and `solve_frame` against `count_many` on the same puzzles, in one process.

    python benchmarks/in_python.py LIST [--puzzles 100000] [--rounds 3]

The list is repeated up to that many puzzles. `check_many` gives a `Checked` for each puzzle: what it takes is
compared with `count_many` plus making these objects, which is measured by making all of them once more from
the same results. Frames are of pandas and polars, where they are installed.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np
import pyarrow as pa
from side_by_side import machine, puzzles_of

from sudocube import Puzzle, check_frame, check_many, count_many, solve_frame
from sudocube.arguments import numbered
from sudocube.kernel import chosen_level
from sudocube.verdicts.batches import check_rows, in_batches


def objects_of(texts: list[str]) -> Callable[[], object]:
    """What makes the entry and the result of each puzzle, of results that are there already."""
    entries = (entry for (_, entry), _ in numbered(texts))
    found = [*check_rows(in_batches(entries))]
    return lambda: [
        sum(1 for _ in numbered(texts)),
        sum(1 for batch in found for _ in batch),
    ]


def contenders(texts: list[str]) -> dict[str, Callable[[], object]]:
    """What is measured, by its name."""
    array = np.frombuffer("".join(texts).encode("ascii"), np.uint8).reshape(-1, 81)
    puzzles = [*map(Puzzle, texts)]

    def many(given: Any) -> Callable[[], object]:  # noqa: ANN401 — puzzles in any form
        return lambda: sum(1 for _ in check_many(given))

    found: dict[str, Callable[[], object]] = {
        "count_many, texts": lambda: count_many(texts),
        "count_many, array": lambda: count_many(array),
        "the objects alone": objects_of(texts),
        "check_many, texts": many(texts),
        "check_many, Puzzles": many(puzzles),
        "check_many, array": many(array),
    }
    frames: dict[str, Any] = {"a table of Arrow": pa.table({"puzzle": texts})}
    for library in filter(find_spec, ("pandas", "polars")):
        frames[library] = import_module(library).DataFrame({"puzzle": texts})
    for name, frame in frames.items():
        found[f"check_frame, {name}"] = partial(check_frame, frame)
        found[f"solve_frame, {name}"] = partial(solve_frame, frame)
    return found


def main() -> None:
    """Measure in rounds, and print the medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("list", type=Path)
    parser.add_argument("--puzzles", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    known = [*map(str, puzzles_of(arguments.list, arguments.puzzles))]
    texts = [*islice((text for _ in range(arguments.puzzles) for text in known), arguments.puzzles)]
    print(f"{machine()}; {len(texts):,} puzzles, kernel {chosen_level()}")
    seconds: dict[str, list[float]] = {}
    for _ in range(arguments.rounds):
        for name, run in contenders(texts).items():
            start = perf_counter()
            run()
            seconds.setdefault(name, []).append(perf_counter() - start)
    medians = {name: median(taken) for name, taken in seconds.items()}
    for name, taken in medians.items():
        print(f"{name:32} {taken:8.3f} s  {taken / len(texts) * 1e6:6.2f} µs a puzzle")
    bound = 2 * medians["count_many, texts"] + medians["the objects alone"]
    print(f"check_many of texts takes {medians['check_many, texts'] / bound:.2f} times", end=" ")
    print("twice count_many plus the objects")


if __name__ == "__main__":
    main()
