"""The engine `phases` against Peter Norvig's solver, the best known short one in Python.

    python benchmarks/phases_and_norvig.py path/to/sudoku.py LIST… [--puzzles 300]

The path names a copy of `py/sudoku.py` from Norvig's pytudes. His solver stops at the first solution;
`phases` searches until it knows that there is no other.
"""

from __future__ import annotations

import argparse
import importlib.util
from collections.abc import Sequence
from pathlib import Path

from oracles import by_engine
from side_by_side import Contender, compare, machine, puzzles_of

from sudocube.puzzle import Puzzle


def by_norvig(path: Path) -> Contender:
    """The function `solve` of the module at that path."""
    spec = importlib.util.spec_from_file_location("norvig", path)
    if spec is None or spec.loader is None:
        raise SystemExit(f"{path}: not a Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)

    def decide(puzzles: Sequence[Puzzle]) -> None:
        for puzzle in puzzles:
            if not module.solved(module.solve(str(puzzle))):
                raise SystemExit(f"{puzzle} was not solved")

    return decide


def main() -> None:
    """Measure on each list."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("norvig", type=Path)
    parser.add_argument("lists", nargs="+", type=Path)
    parser.add_argument("--puzzles", type=int, default=300)
    arguments = parser.parse_args()
    print(machine())
    for path in arguments.lists:
        puzzles = puzzles_of(path, arguments.puzzles)
        contenders = {"phases": by_engine("phases"), "Norvig's": by_norvig(arguments.norvig)}
        compare(f"{len(puzzles)} of {path.name}", contenders, puzzles)


if __name__ == "__main__":
    main()
