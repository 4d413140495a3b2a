"""How long a diagnosis and its steps take, on puzzles with the mistakes that copying makes.

    python benchmarks/diagnosis.py LIST… [--puzzles 200]

From the puzzles of a list, three kinds are made, in every run the same: a clue changed so that no two clash
and there is no solution; a clue left out so that there are several solutions; two clues added. Finding a
minimal conflict is measured in three ways: as the diagnosis does it; the same with the confirmation by
another solver; and with a new solver for every puzzle. Times are milliseconds of processor time; on an idle
machine they equal elapsed time. The contenders take turns on each puzzle.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

from rich.console import Console
from rich.table import Table
from side_by_side import machine, puzzles_of

from sudocube import Puzzle, Verdict, check, diagnose, solve
from sudocube.clock import Clock
from sudocube.cube import clashes
from sudocube.verdicts.clue_solver import ClueSolver, kept_clue_solver
from sudocube.verdicts.conflicts import conflict_among
from sudocube.verdicts.diagnosing import Diagnosis

FOREVER = Clock()


def with_digit(puzzle: Puzzle, cell: int, digit: int) -> Puzzle:
    """The puzzle with another clue, or with a blank in its place."""
    cells = bytearray(puzzle.cells)
    cells[cell] = digit
    return Puzzle(bytes(cells), puzzle.geometry)


def slipped(puzzle: Puzzle, rng: Random) -> Puzzle | None:
    """One clue changed, without a clash and without a solution; None if a few tries find no such change."""
    for _ in range(20):
        cell = rng.choice(sorted(puzzle.clues))
        changed = with_digit(puzzle, cell, rng.choice(puzzle.geometry.digits))
        if changed != puzzle and not clashes(changed) and check(changed).verdict is Verdict.NONE:
            return changed
    return None


def left_out(puzzle: Puzzle, rng: Random) -> Puzzle | None:
    """One clue less, so that there are several solutions; None if there are not."""
    changed = with_digit(puzzle, rng.choice(sorted(puzzle.clues)), 0)
    return changed if check(changed).verdict is Verdict.MULTIPLE else None


def added(puzzle: Puzzle, rng: Random) -> Puzzle | None:
    """Two more clues of the solution; None for a puzzle without one."""
    grid = solve(puzzle)
    if grid is None:
        return None
    for cell in rng.sample([cell for cell, digit in enumerate(puzzle.cells) if not digit], 2):
        puzzle = with_digit(puzzle, cell, grid.cells[cell])
    return puzzle


def found(puzzle: Puzzle) -> int:
    """The size of a minimal conflict, found as the diagnosis does, not confirmed by another solver."""
    one = conflict_among(puzzle.clues, kept_clue_solver(puzzle.geometry), FOREVER)
    return len(one[0]) if one else 0


def by_a_new_solver(puzzle: Puzzle) -> int:
    """Like `found`, but with a new solver for every puzzle."""
    solver = ClueSolver(puzzle.geometry)
    one = conflict_among(puzzle.clues, solver, FOREVER)
    solver.close()
    return len(one[0]) if one else 0


def timed(contenders: Sequence[Callable[[Puzzle], object]], puzzles: Sequence[Puzzle]) -> list[list[float]]:
    """Milliseconds by contender and puzzle."""
    for contender in contenders:
        contender(puzzles[0])  # not measured: what is built once
    times: list[list[float]] = [[] for _ in contenders]
    for number, puzzle in enumerate(puzzles):
        for k in range(len(contenders)):
            turn = (k + number) % len(contenders)
            start = process_time()
            contenders[turn](puzzle)
            times[turn].append((process_time() - start) * 1000)
    return times


def row(table: Table, name: str, times: Sequence[float], more: str = "") -> None:
    """Add a row with the median and the 95th percentile."""
    table.add_row(name, f"{median(times):.2f}", f"{sorted(times)[len(times) * 95 // 100]:.2f}", more)


def main() -> None:
    """Measure on each list."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("lists", nargs="+", type=Path)
    parser.add_argument("--puzzles", type=int, default=200)
    arguments = parser.parse_args()
    print(machine())
    for path in arguments.lists:
        puzzles = puzzles_of(path, arguments.puzzles)
        made = {
            kind.__name__: [one for k, puzzle in enumerate(puzzles) if (one := kind(puzzle, Random(k)))]
            for kind in (slipped, left_out, added)
        }
        table = Table("ms", "median", "95 %", "", title=f"{len(puzzles)} of {path.name}")
        contenders = (found, by_a_new_solver)
        conflicts = made["slipped"]
        for contender, times in zip(contenders, timed(contenders, conflicts), strict=True):
            row(table, f"conflict, {contender.__name__}", times)
        whole: list[tuple[str, str, Callable[[Puzzle], Diagnosis]]] = [
            ("none: all of it", "slipped", lambda one: diagnose(one)),
            ("multiple: all of it", "left_out", lambda one: diagnose(one)),
            ("multiple, --repair", "left_out", lambda one: diagnose(one, repair=True)),
            ("unique: all of it", "added", lambda one: diagnose(one)),
        ]
        for name, kind, function in whole:
            results: list[Diagnosis] = []
            [times] = timed([lambda one, call=function, into=results: into.append(call(one))], made[kind])  # type: ignore[misc]
            undecided = sum(bool(one.undecided) for one in results[1:])  # the first puzzle is diagnosed twice
            row(table, name, times, f"{undecided} of {len(results) - 1} partly undecided")
        Console().print(table)


if __name__ == "__main__":
    main()
