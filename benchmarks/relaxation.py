"""How many puzzles of a list the linear relaxation decides, beside unit propagation and domain consistency.

    python benchmarks/relaxation.py LIST... [--encoding NAME] [--share K/N]

For each list a line: the puzzles, and how many of them the relaxation of the encoding decides (by default
`cpsat/cube`, whose relaxation says that the elements of each line sum to 1), how many its vertex shows as
whole digits, and how many unit propagation with `extended` and `triads` and domain consistency of
`cpsat/alldifferent` decide. `--share 1/2` takes every second puzzle, from the first on.
"""

import argparse
from pathlib import Path
from time import perf_counter

from sudocube.encoder import load
from sudocube.encoder.cnf import formula
from sudocube.geometry import Geometry
from sudocube.lab.cpsat_propagation import ConstraintPropagation
from sudocube.lab.programs import Relaxation
from sudocube.lab.propagation import Propagation
from sudocube.puzzle import Puzzle

NINE = Geometry.of_size(9)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("lists", nargs="+", type=Path)
    parser.add_argument("--encoding", default="cpsat/cube")
    parser.add_argument("--share", default="1/1")
    parser.add_argument("--theory", action="store_true", help="domain consistency, too: it takes long")
    given = parser.parse_args()
    first, step = map(int, given.share.split("/"))
    relaxation = Relaxation(load(given.encoding), NINE)
    propagations = {name: Propagation(formula(load(name), NINE)) for name in ("extended", "triads")}
    theory = ConstraintPropagation(load("cpsat/alldifferent"), NINE)
    for file in given.lists:
        lines = [line for line in file.read_text().splitlines() if line and line[0] != "#"]
        puzzles = [Puzzle(line[:81]) for line in lines[first - 1 :: step]]
        decided = {"relaxation": 0, **dict.fromkeys(propagations, 0), "all-different": 0}
        start = perf_counter()
        for puzzle in puzzles:
            decided["relaxation"] += relaxation.state(puzzle).is_decided
            for name, one in propagations.items():
                decided[name] += one.propagate(puzzle).state.is_decided
            if given.theory:
                decided["all-different"] += theory.state(puzzle).is_decided
        seconds = perf_counter() - start
        shares = ", ".join(f"{name} {n:,} ({100 * n / len(puzzles):.2f} %)" for name, n in decided.items())
        print(f"{file.name}: {len(puzzles):,} puzzles; {shares}; {seconds:.0f} s", flush=True)


if __name__ == "__main__":
    main()
