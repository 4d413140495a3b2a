"""Formulas that are made smaller puzzle by puzzle: is each reduced one worth as much as the whole?

For random clues: the whole formula with the clues as unit clauses, and the reduced one over the numbers
that its variables have in the whole, with what it leaves out as unit clauses. The reduced one has to imply
every clause of the whole, so that it lets nothing more pass; and the whole together with the lines of the
cube has to imply every clause of the reduced one, so that no valid grid is lost. A reduction goes by the
lines of the cube: where the encoding is not sound, it drops wrong grids that the whole lets pass, and that
loses nothing. Puzzles are drawn of each kind: few clues, many, all cells but one, a full grid, no clue at
all; every third has a clue changed, so that clues may clash.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from sudocube.clock import Clock
from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.cnf import Formula, formula
from sudocube.encoder.puzzle_formula import PuzzleFormula, add_clues
from sudocube.encoder.vocabulary import Encoding
from sudocube.geometry import Geometry
from sudocube.lab.grids import SEED, random_grids
from sudocube.lab.queries import Queries
from sudocube.puzzle import Puzzle
from sudocube.sat import rules_as_clauses

PUZZLES = 12
"""How many puzzles are drawn."""

AddClues = Callable[[Formula, Puzzle], PuzzleFormula]


@dataclass(frozen=True, slots=True)
class Reductions:
    """`puzzles` were compared; `wrong` is the first whose reduced formula lets more pass than the whole with
    its clues, so that it is not sound, or loses a valid grid, so that it is not complete. None where there
    was no time.
    """

    sound: bool | None
    complete: bool | None
    puzzles: int
    wrong: Puzzle | None = None


def reductions(
    encoding: Encoding, geometry: Geometry, clock: Clock, add_clues: AddClues = add_clues
) -> Reductions:
    """Compare the reduced formulas of random puzzles with the whole one."""
    rules = formula(encoding, geometry)
    done = 0
    try:
        for puzzle in _puzzles(geometry, clock):
            clock.progress("reduced puzzle by puzzle", done / PUZZLES)
            sound, complete = _compared(rules, add_clues(rules, puzzle), puzzle, clock)
            if not (sound and complete):
                return Reductions(sound, complete, done + 1, puzzle)
            done += 1
    except TimeoutError:
        return Reductions(None, None, done)
    return Reductions(True, True, done)


def _puzzles(geometry: Geometry, clock: Clock) -> Iterator[Puzzle]:
    """Random grids with some cells kept, and every third with a clue changed."""
    rng, cells = Random(SEED), geometry.cell_count
    kept = [0, 1, cells, cells, cells - 1]
    kept += [rng.randrange(2, cells) for _ in range(PUZZLES - len(kept))]
    for number, (grid, count) in enumerate(zip(random_grids(geometry, PUZZLES, clock), kept, strict=True)):
        clues = bytearray(cells)
        for cell in rng.sample(range(cells), count):
            clues[cell] = grid.cells[cell]
        if number % 3 == 2:
            changed = rng.choice([cell for cell in range(cells) if clues[cell]])
            clues[changed] = clues[changed] % geometry.size + 1
        yield Puzzle(bytes(clues), geometry)


def _compared(rules: Formula, posed: PuzzleFormula, puzzle: Puzzle, clock: Clock) -> tuple[bool, bool]:
    """Whether a posed puzzle says all that the whole formula and its clues say, and of valid grids no more.
    Raises TimeoutError.
    """
    whole = [*rules.clauses, *([literal] for literal in rules.literals(puzzle.cells))]
    top, reduced = _as_in_rules(rules, posed)
    right = [*whole, *rules_as_clauses(rules.meaning.cube)]  # elements have the same numbers in both
    return _implies(reduced, whole, top, clock), _implies(right, reduced, top, clock)


def _as_in_rules(rules: Formula, posed: PuzzleFormula) -> tuple[int, list[Clause]]:
    """The clauses of a posed puzzle over the variables of the rules, and the highest variable."""
    numbers = range(posed.variables + 1) if posed.numbers is None else posed.numbers
    clauses: list[Clause] = [
        [numbers[v] if v > 0 else -numbers[-v] for v in clause] for clause in posed.clauses
    ]
    left, digits = set(numbers), posed.digits(())  # what is left is false there: only clues give digits
    for element, (variable,) in enumerate(rules.meaning.elements):
        if variable not in left:
            cell, less_one = divmod(element, rules.geometry.size)
            clauses.append([variable if less_one + 1 in digits[cell] else -variable])
    return max(rules.variables, *left), clauses


def _implies(clauses: list[Clause], others: list[Clause], top: int, clock: Clock) -> bool:
    """Whether every model of the one formula is one of the other. Raises TimeoutError."""
    with Queries(clauses, top, clock) as asked:
        if asked.refuted_by_propagation([]):
            return True
        return all(asked.is_refuted([-literal for literal in clause]) for clause in others)
