"""`sudocube check` on tables and lists with stored solutions, against the same without comparing them.

    python benchmarks/stored_solutions.py LIST [--puzzles 2000000] [--jobs 2] [--rounds 7]

The puzzles are varied as in bulk.py, and written with their solutions to files of several layouts. In
each round each file is checked twice, one after the other: as it is, and with `--no-answers`.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path
from statistics import median

import numpy as np
from bulk import checked, varied
from side_by_side import machine, puzzles_of

from sudocube.kernel import chosen_level
from sudocube.kernel.batches import solve_many

LAYOUTS = {
    "puzzle,solution": "{puzzle},{solution}\n",
    "id,puzzle,solution,clues,difficulty": "{number},{puzzle},{solution},17,{level}\n",
    '"puzzle","solution"': '"{puzzle}","{solution}"\n',
    "": "{puzzle},{solution}\n",
    "# a list": "{puzzle} {solution} {level}\n",
}
"""Headers of published sets, and a record of each; lists have none."""


def main() -> None:
    """Measure, and print how much longer it takes with the answers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("list", type=Path)
    parser.add_argument("--puzzles", type=int, default=2_000_000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    print(f"{machine()}; {arguments.jobs} jobs, kernel {chosen_level()}")
    text = "".join(map(str, puzzles_of(arguments.list, 100_000)))
    puzzles = np.frombuffer(text.encode("ascii"), np.uint8).reshape(-1, 81)
    rows = varied(puzzles, arguments.puzzles, np.random.default_rng(1))
    solutions = solve_many(rows).solutions[:, 0] + ord("0")
    with tempfile.TemporaryDirectory() as folder:
        for header, record in LAYOUTS.items():
            path = Path(folder) / "table.csv"
            with path.open("w") as file:
                file.write(f"{header}\n")
                for number, (puzzle, solution) in enumerate(zip(rows, solutions, strict=True)):
                    file.write(
                        record.format(
                            puzzle=puzzle.tobytes().decode(),
                            solution=solution.tobytes().decode(),
                            number=number,
                            level=number % 85 / 10,
                        )
                    )
            rounds = [
                (checked(path, arguments.jobs), checked(path, arguments.jobs, "--no-answers"))
                for _ in range(arguments.rounds)
            ]
            seconds = median(answers[0] for answers, _ in rounds)
            elapsed = median(answers[0] / without[0] for answers, without in rounds)
            work = median(answers[1] / without[1] for answers, without in rounds)
            print(f"{header or 'no header'}: {seconds:.2f} s, {len(rows) / seconds:,.0f} records/s; ", end="")
            print(f"{elapsed:.2f} times as long as without the answers ({work:.2f} in processor time)")


if __name__ == "__main__":
    main()
