"""The tables of the literature, measured again on a list of 9×9 puzzles, for encodings/README.md.

    python benchmarks/literature.py LIST [--sample N] [--jobs N]

What is cheap is measured on all puzzles of the list, the rest on a sample of them at equal distances. The
figures of the papers are those that they print; of H. Simonis, "Sudoku as a Constraint Problem", 2005, only
the abstract was found, so there are none of his.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from sudocube.cube import cube
from sudocube.encoder import load
from sudocube.encoder.cnf import formula
from sudocube.geometry import Geometry
from sudocube.lab import Figures, compare
from sudocube.lab.constraints import Matching
from sudocube.lab.propagation import Propagation, PropagationClosure, add_units, probe_literals
from sudocube.puzzle import Puzzle
from sudocube.sat import IncrementalSolver
from sudocube.sat.settings import PROPAGATOR

LYNCE = {  # I. Lynce and J. Ouaknine, "Sudoku as a SAT Problem", 2006, table 1; 24,260 puzzles with 17 clues
    "minimal": (0.0, 0.01, 0.25, 0.69),
    "extended": (0.47, 1.0, 1.0, 1.0),
}
DILLON = {"minimal": 0.0, "extended": 0.445, "triads": 0.76}  # T. Dillon, "Tdoku", 2019; column %no_guess
KWON = {  # G. Kwon and H. Jain, "Optimized CNF Encoding for Sudoku Puzzles", 2006, tables 1 and 2: 30 clues
    "minimal": (729, 8859),
    "efficient": (729, 11775),
    "extended": (729, 12018),
    "optimised": (164, 1070),
}
NINE = Geometry.of_size(9)


def open_solver(closure: PropagationClosure) -> IncrementalSolver:
    """A solver with the clauses, and with what is known of a puzzle."""
    solver = IncrementalSolver(closure.clauses, solver=PROPAGATOR)
    add_units(solver, closure.literals)
    return solver


def hyper_binary(closure: PropagationClosure) -> dict[int, set[int]]:
    """Failed literals and hyper-binary resolution; for each literal that stays open, what follows from it.

    F. Bacchus and J. Winter, "Effective Preprocessing with Hyper-Resolution and Equality Reduction", 2003.
    """
    read = [v for spelt in closure.formula.elements for (one,) in [spelt or (0,)] for v in (one, -one)]
    while not probe_literals(closure).is_decided:
        with open_solver(closure) as solver:
            left = [literal for literal in read if closure.literals.isdisjoint((literal, -literal))]
            follows = {literal: set(solver.propagate([literal])[1]) for literal in left}
        new = []
        for literal, implied in follows.items():
            for other in implied:
                backwards = follows.get(-other)
                if backwards is not None and other != literal and -literal not in backwards:
                    new.append([-literal, other])
                    backwards.add(-literal)
        if not new:
            return follows
        closure.clauses = [*closure.clauses, *new]
    return {}


def binary_failed(closure: PropagationClosure) -> None:
    """Binary failed literals; hyper-binary resolution goes first in each round, because it finds most."""
    while follows := hyper_binary(closure):
        new = failing_pairs(closure, follows)
        if not new:
            return
        closure.clauses = [*closure.clauses, *new]


def failing_pairs(closure: PropagationClosure, follows: dict[int, set[int]]) -> list[list[int]]:
    """Clauses for pairs that lead to a contradiction together.

    If a pair meets none, then no pair of what follows from it does, and these are not tried.
    """
    place = {literal: number for number, literal in enumerate(follows)}
    harmless = [0] * len(place)  # for each literal, the literals that it is known to agree with
    new = []
    with open_solver(closure) as solver:
        for literal, row in place.items():
            for other, column in place.items():
                is_told = other in follows[literal] or -other in follows[literal]
                if column <= row or is_told or harmless[row] >> column & 1:
                    continue
                consistent, implied = solver.propagate([literal, other])
                if consistent:
                    agreeing = [place[one] for one in implied if one in place]
                    together = sum(1 << number for number in agreeing)
                    for number in agreeing:
                        harmless[number] |= together
                    continue
                new.append([-literal, -other])
                solver.add(new[-1])
                if not solver.propagate([literal])[0]:
                    break  # the next round finds that it fails
    return new


def looked_ahead(puzzles: Sequence[Puzzle], name: str) -> list[float]:
    """The shares of the puzzles that three rules decide, each going on where the one before it ends."""
    propagation, decided = Propagation(formula(load(name), NINE)), [0, 0, 0]
    for puzzle in puzzles:
        closure = propagation.propagate(puzzle)
        rules: tuple[Callable[[PropagationClosure], object], ...] = (
            probe_literals,
            hyper_binary,
            binary_failed,
        )
        for number, rule in enumerate(rules):
            rule(closure)
            decided[number] += closure.state.is_decided
    return [one / len(puzzles) for one in decided]


Masks = list[int]
"""The candidates of each cell: bit d - 1 for digit d."""


def bounds(masks: Sequence[int]) -> Masks | None:
    """The candidates of a unit that Hall intervals leave; None for a contradiction.

    Where k cells have all their candidates between a and a + k - 1, the others cannot begin or end with one
    of these (J.-F. Puget, "A Fast Algorithm for the Bound Consistency of Alldiff Constraints", 1998).
    """
    after = list(masks)
    for low in {(mask & -mask).bit_length() - 1 for mask in masks}:
        for high in {mask.bit_length() for mask in masks}:
            interval = (1 << high) - (1 << low) if high > low else 0
            inside = sum(not mask & ~interval for mask in after)
            if not interval or inside < high - low:
                continue
            if inside > high - low:
                return None
            for place, mask in enumerate(after):
                if mask & ~interval and mask & -mask & interval:
                    after[place] = mask & ~((1 << high) - 1)
                elif mask & ~interval and 1 << mask.bit_length() - 1 & interval:
                    after[place] = mask & (1 << low) - 1
    return after if all(after) else None


def domain(masks: Sequence[int]) -> Masks | None:
    """The candidates of a unit that are part of a way to fill it; None where there is none."""
    found = Matching.of([{bit for bit in range(9) if mask >> bit & 1} for mask in masks])
    if found is None:
        return None
    return [sum(1 << bit for bit in found.possible(place)) for place in range(9)]


def forward(masks: Sequence[int]) -> Masks | None:
    """The candidates of a unit without the digits of cells that hold one; None for a contradiction."""
    single = [mask for mask in masks if mask.bit_count() == 1]
    after = [mask if mask.bit_count() == 1 else mask & ~sum(set(single)) for mask in masks]
    return after if all(after) and len(set(single)) == len(single) else None


Scheme = Callable[[Sequence[int]], Masks | None]
UNITS = [unit.cells for unit in cube(NINE).units]
OF_CELL = [[number for number, cells in enumerate(UNITS) if cell in cells] for cell in range(81)]


def propagate(masks: Masks, scheme: Scheme, changed: Sequence[int]) -> bool:
    """Filter the units until nothing changes, beginning with these; False for a contradiction."""
    waiting = dict.fromkeys(changed)
    while waiting:
        number = next(iter(waiting))
        del waiting[number]
        before = [masks[cell] for cell in UNITS[number]]
        after = forward(before)
        if after == before:
            after = scheme(before)
        if after is None:
            return False
        for cell, was, now in zip(UNITS[number], before, after, strict=True):
            if now != was:
                masks[cell] = now
                waiting.update(dict.fromkeys(OF_CELL[cell]))
    return True


def shave(masks: Masks, scheme: Scheme) -> bool:
    """Drop each candidate that leads to a contradiction, until none does; False for a contradiction.

    P. Martin and D. B. Shmoys, "A New Approach to Computing Optimal Schedules for the Job-Shop Scheduling
    Problem", 1996.
    """
    before: Masks = []
    while before != masks:
        before = list(masks)
        for cell in range(81):
            for bit in range(9):
                if masks[cell] >> bit & 1 and masks[cell].bit_count() > 1:
                    trial = [*masks[:cell], 1 << bit, *masks[cell + 1 :]]
                    if not propagate(trial, scheme, OF_CELL[cell]):
                        masks[cell] ^= 1 << bit
                        if not propagate(masks, scheme, OF_CELL[cell]):
                            return False
    return True


def is_decided(puzzle: Puzzle, scheme: Scheme, *, with_shaving: bool) -> bool:
    """Whether all-differents decide a puzzle."""
    masks = [1 << digit - 1 if digit else 511 for digit in puzzle.cells]
    if not propagate(masks, scheme, range(27)) or (with_shaving and not shave(masks, scheme)):
        return True
    return all(mask.bit_count() == 1 for mask in masks)


def figures(puzzles: Sequence[Puzzle], names: Sequence[str], **what: Any) -> dict[str, Figures]:  # noqa: ANN401
    """The figures of some encodings, without full checks, by name."""
    return {row.encoding: row for row in compare(puzzles, names, search=False, **what)}


def percent(share: float | None) -> str:
    """A share as the lesson writes it."""
    return f"{100 * (share or 0):.1f} %"


def table(heading: str, headings: Sequence[str], rows: Iterator[tuple[str, Sequence[str]]]) -> None:
    """Print a table of Markdown."""
    print(f"\n{heading}\n\n| | {' | '.join(headings)} |\n{'|---' * (len(headings) + 1)}|")
    for name, cells in rows:
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


def main() -> None:
    """Measure and print, table by table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("list", type=Path)
    parser.add_argument("--sample", type=int, default=1000)
    parser.add_argument("--jobs", type=int)
    given = parser.parse_args()
    lines = [line for line in given.list.read_text().splitlines() if line and line[0] != "#"]
    puzzles = [Puzzle(line[:81]) for line in lines]
    sample = [puzzles[at * len(puzzles) // given.sample] for at in range(given.sample)]
    sample = sample if given.sample < len(puzzles) else puzzles
    units = figures(puzzles, list(DILLON), failed_literals=False, jobs=given.jobs)

    def lynce() -> Iterator[tuple[str, Sequence[str]]]:
        for name, theirs in LYNCE.items():
            yield f"`{name}`, theirs", [f"{100 * share:.0f} %" for share in theirs]
            ours = [units[name].unit_propagation, *looked_ahead(sample, name)]
            yield f"`{name}`, ours", [*map(percent, ours)]

    names = ("unit propagation", "failed literals", "hyper-binary", "binary failed")
    table(f"Lynce and Ouaknine; {len(puzzles):,} puzzles, {len(sample):,} for the rest", names, lynce())
    shares = ((f"`{n}`", [percent(their), percent(units[n].unit_propagation)]) for n, their in DILLON.items())
    table(f"Dillon; {len(puzzles):,} puzzles", ("theirs", "ours"), shares)
    sizes = figures(sample, list(KWON), failed_literals=False, jobs=given.jobs)

    def kwon() -> Iterator[tuple[str, Sequence[str]]]:
        for name, (variables, clauses) in KWON.items():
            numbers = (variables, sizes[name].variables, clauses, sizes[name].clauses or 0)
            yield f"`{name}`", [f"{number:,.0f}" for number in numbers]

    heads = ("variables, theirs", "variables, ours", "clauses, theirs", "clauses, ours")
    table(f"Kwon and Jain; {len(sample):,} puzzles", heads, kwon())
    schemes: dict[str, Scheme] = {
        "forward checking": forward,
        "bounds consistency": bounds,
        "domain consistency": domain,
    }

    def simonis() -> Iterator[tuple[str, Sequence[str]]]:
        for name, scheme in schemes.items():
            alone = sum(is_decided(puzzle, scheme, with_shaving=False) for puzzle in puzzles)
            shaved = sum(is_decided(puzzle, scheme, with_shaving=True) for puzzle in sample)
            yield name, [percent(alone / len(puzzles)), percent(shaved / len(sample))]

    table("Simonis", ("propagation", "with shaving"), simonis())


if __name__ == "__main__":
    main()
