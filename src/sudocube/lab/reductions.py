"""Are formulas that are reduced for a puzzle worth as much as the unreduced formula?

Two formulas are compared for each of some random puzzles. One is the whole formula, with the clues as unit
clauses. The other is the reduced formula, with its variables renumbered as in the whole one, and with unit
clauses for the variables that it leaves out.

- Sound: the reduced formula implies every clause of the whole one. So it accepts no more grids.
- Complete: the whole formula and the rules imply every clause of the reduced one. So it loses no valid grid.
  The rules are added because a reduction uses the lines of the cube: if the encoding is not sound, the
  reduced formula may refuse grids that are not valid, and this is no loss.

The puzzles have no clue, one, some, all but one, or all; in every third of them one clue is changed, so that
clues may clash.
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
"""How many puzzles are compared."""

AddClues = Callable[[Formula, Puzzle, Clock], PuzzleFormula]


@dataclass(frozen=True, slots=True)
class Reductions:
    """Whether reduced formulas are sound and complete; both are None where there was not enough time.

    `puzzles` is the number of puzzles that were compared, and `wrong` the first of them whose reduced formula
    is not sound or not complete.
    """

    sound: bool | None
    complete: bool | None
    puzzles: int
    wrong: Puzzle | None = None


def reductions(
    encoding: Encoding, geometry: Geometry, clock: Clock, add_clues: AddClues = add_clues
) -> Reductions:
    """Compare the reduced formulas of random puzzles with the whole formula."""
    done = 0
    try:
        rules = formula(encoding, geometry, clock)
        for puzzle in _puzzles(geometry, clock):
            clock.progress("reduced puzzle by puzzle", done / PUZZLES)
            sound, complete = _compared(rules, add_clues(rules, puzzle, clock), puzzle, clock)
            if not (sound and complete):
                return Reductions(sound, complete, done + 1, puzzle)
            done += 1
    except TimeoutError:
        return Reductions(None, None, done)
    return Reductions(True, True, done)


def _puzzles(geometry: Geometry, clock: Clock) -> Iterator[Puzzle]:
    """Random grids of which some cells are kept as clues; in every third one clue is changed."""
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


def _compared(rules: Formula, reduced: PuzzleFormula, puzzle: Puzzle, clock: Clock) -> tuple[bool, bool]:
    """Whether the reduced formula of a puzzle is sound, and whether it is complete. Raises TimeoutError."""
    whole = [*rules.clauses, *([literal] for literal in rules.literals(puzzle.cells))]
    top, clauses = _as_in_rules(rules, reduced)
    with_rules = [*whole, *rules_as_clauses(rules.meaning.cube)]  # elements have the same numbers in both
    return _implies(clauses, whole, top, clock), _implies(with_rules, clauses, top, clock)


def _as_in_rules(rules: Formula, reduced: PuzzleFormula) -> tuple[int, list[Clause]]:
    """The clauses of a reduced formula in the variables of the whole one, and the highest variable."""
    numbers = range(reduced.variables + 1) if reduced.numbers is None else reduced.numbers
    clauses: list[Clause] = [
        [numbers[v] if v > 0 else -numbers[-v] for v in clause] for clause in reduced.clauses
    ]
    kept, digits = set(numbers), reduced.digits(())  # of elements that are not kept, only the clues are true
    for element, (variable,) in enumerate(rules.meaning.elements):
        if variable not in kept:
            cell, less_one = divmod(element, rules.geometry.size)
            clauses.append([variable if less_one + 1 in digits[cell] else -variable])
    return max(rules.variables, *kept), clauses


def _implies(clauses: list[Clause], others: list[Clause], top: int, clock: Clock) -> bool:
    """Whether every model of the first formula is a model of the other. Raises TimeoutError."""
    with Queries(clauses, top, clock) as queries:
        if queries.refuted_by_propagation([]):
            return True
        return all(queries.is_refuted([-literal for literal in clause]) for clause in others)
