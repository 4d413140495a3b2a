"""How much faster each SAT and CP-SAT engine is than the plain way to use the same solver.

    python benchmarks/oracles.py LIST… [--puzzles 800]

Each puzzle is solved and its uniqueness decided; the referee checks each solution. The plain way is, for SAT,
a new solver for every puzzle, with the clauses, and the clues as unit clauses; for CP-SAT, a copy of the
model for every puzzle, with its clues as constraints, and the default settings with one worker.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from ortools.sat.python import cp_model
from pysat.solvers import Solver
from side_by_side import Contender, compare, machine, puzzles_of

from sudocube.cube import cube
from sudocube.encoder import load
from sudocube.encoder.cnf import formula
from sudocube.encoder.cpsat_model import cpsat_model
from sudocube.engines import engine
from sudocube.engines.asking import refereed_answer
from sudocube.puzzle import Puzzle
from sudocube.verdict import Verdict


def by_engine(name: str) -> Contender:
    """The engine, used as `sudocube check` uses it."""
    one = engine(name)

    def decide(puzzles: Sequence[Puzzle]) -> None:
        for puzzle in puzzles:
            if refereed_answer(one, puzzle).verdict is not Verdict.UNIQUE:
                raise SystemExit(f"{name}: {puzzle} is not unique")

    return decide


def by_new_sat_solvers(encoding: str, solver_name: str) -> Contender:
    """A new solver for every puzzle; the clauses are made once."""
    clauses = {}

    def decide(puzzles: Sequence[Puzzle]) -> None:
        for puzzle in puzzles:
            shape = puzzle.geometry
            if shape not in clauses:
                clauses[shape] = formula(load(encoding), shape).clauses
            with Solver(name=solver_name, bootstrap_with=clauses[shape]) as solver:
                for cell, digit in puzzle.clues.items():
                    solver.add_clause([cube(shape).element(cell, digit) + 1])
                solved = solver.solve()
                solver.add_clause([-literal for literal in solver.get_model() if literal > 0])
                if not solved or solver.solve():
                    raise SystemExit(f"{puzzle} is not unique")

    return decide


def by_default_settings(encoding: str) -> Contender:
    """A copy of the model for every puzzle, and the default settings of CP-SAT."""
    models = {}

    class Counter(cp_model.CpSolverSolutionCallback):
        count = 0

        def on_solution_callback(self) -> None:
            self.count += 1
            if self.count == 2:
                self.stop_search()

    def decide(puzzles: Sequence[Puzzle]) -> None:
        for puzzle in puzzles:
            shape = puzzle.geometry
            if shape not in models:
                models[shape] = cpsat_model(load(encoding), shape).cp
            copy = models[shape].clone()
            for cell, digit in puzzle.clues.items():
                copy.add(copy.get_bool_var_from_proto_index(cube(shape).element(cell, digit)) == 1)
            solver = cp_model.CpSolver()
            solver.parameters.num_workers = 1
            solver.parameters.enumerate_all_solutions = True
            counter = Counter()
            if solver.solve(copy, counter) != cp_model.OPTIMAL or counter.count != 1:
                raise SystemExit(f"{puzzle} is not unique")

    return decide


def main() -> None:
    """Measure on each list."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("lists", nargs="+", type=Path)
    parser.add_argument("--puzzles", type=int, default=800)
    arguments = parser.parse_args()
    print(machine())
    for path in arguments.lists:
        puzzles = puzzles_of(path, arguments.puzzles)
        plain = by_new_sat_solvers("extended", "cadical153")
        compare(
            f"SAT on {len(puzzles)} of {path.name}",
            {
                "sat:extended@cadical153": by_engine("sat:extended@cadical153"),
                "sat:extended@glucose4": by_engine("sat:extended@glucose4"),
                "sat:extended@minisat22": by_engine("sat:extended@minisat22"),
                "new cadical153 per puzzle": plain,
            },
            puzzles,
        )
        compare(
            f"CP-SAT on {len(puzzles)} of {path.name}",
            {
                "cpsat:cube": by_engine("cpsat:cube"),
                "cpsat:alldifferent": by_engine("cpsat:alldifferent"),
                "cube, default settings": by_default_settings("cpsat/cube"),
            },
            puzzles,
        )


if __name__ == "__main__":
    main()
