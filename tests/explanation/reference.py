"""The two questions of the verifier, answered by plain search, and puzzles for them.

Rows, columns and boxes in arithmetic; no cube, and no SAT.
"""

from collections.abc import Iterable, Iterator
from random import Random

from sudocube.explanation import explain
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle
from sudocube.solvers.trace import CONCLUSIONS, Rule, Step, StepKind
from tests.puzzles import count_solutions, puzzle_with_known_answer, solved_grid, unique_puzzle
from tests.rating.naive_ratings import units_of

Candidates = list[set[int]]


def start(puzzle: Puzzle) -> Candidates:
    """The candidates of each cell before the first step."""
    return [{clue} if clue else set(puzzle.geometry.digits) for clue in puzzle.cells]


def after(candidates: Candidates, step: Step) -> Candidates:
    """The candidates after a conclusion or a guess; `candidates` is not changed."""
    known = [set(digits) for digits in candidates]
    for cell, digit in step.placed.items():
        known[cell] &= {digit}
    for cell, digits in step.removed.items():
        known[cell] -= set(digits)
    return known


def replayed(puzzle: Puzzle, steps: Iterable[Step]) -> Iterator[tuple[Step, Candidates, Candidates]]:
    """Each step with the candidates before and after it."""
    stack: list[Candidates] = []
    known = start(puzzle)
    for step in steps:
        before = known
        if step.kind is StepKind.GUESS:
            stack.append(before)
        if step.kind is StepKind.READING:  # as if its digits were assumed one after the other
            for cell, digit in zip(step.cells, step.digits, strict=True):
                stack.append(known)
                known = [*known[:cell], known[cell] & {digit}, *known[cell + 1 :]]
        if step.kind is StepKind.UNDO:
            known = stack[len(step.assumptions)]
            del stack[len(step.assumptions) :]
        elif step.kind in CONCLUSIONS or step.kind is StepKind.GUESS:
            known = after(before, step)
        yield step, before, known


def violations(step: Step, geometry: Geometry) -> Iterator[tuple[int, set[int]]]:
    """What the conclusion rules out: each time a cell, and digits that it must not hold."""
    for cell, digit in step.placed.items():
        yield cell, set(geometry.digits) - {digit}
    for cell, digits in step.removed.items():
        yield cell, set(digits)


def is_true(puzzle: Puzzle, step: Step) -> bool:
    """Whether the conclusion is true in every solution in which the step's assumptions hold."""

    def is_possible(more: dict[int, int]) -> bool:
        cells = bytearray(puzzle.cells)
        for cell, digit in [*step.assumptions, *more.items()]:
            if cells[cell] not in (0, digit):
                return False
            cells[cell] = digit
        return count_solutions(Puzzle(bytes(cells), puzzle.geometry), 1) > 0

    if step.kind is StepKind.DEADLOCK:
        return not is_possible({})
    if step.kind is StepKind.FAILED_READING:
        return not is_possible(dict(zip(step.cells, step.digits, strict=True)))
    cases = violations(step, puzzle.geometry)
    return not any(is_possible({cell: digit}) for cell, digits in cases for digit in digits)


def holds(candidates: Candidates, step: Step) -> bool:
    """Whether the premises hold in a state."""
    assert step.premises is not None
    return all(candidates[cell] <= set(digits) for cell, digits in step.premises.cells.items())


def follows(step: Step, geometry: Geometry) -> bool:
    """Whether a conclusion follows from its premises and the rules of its units."""
    assert step.premises is not None
    domains = {cell: set(digits) for cell, digits in step.premises.cells.items()}
    units = [unit_cells(unit.name, geometry) for unit in step.premises.units]
    if step.kind is StepKind.FAILED_READING:
        read = zip(step.cells, step.digits, strict=True)
        domains.update((cell, domains.get(cell, set(geometry.digits)) & {digit}) for cell, digit in read)
    if step.kind in (StepKind.DEADLOCK, StepKind.FAILED_READING):
        return not _is_possible(domains, units, geometry)
    return not any(
        _is_possible({**domains, cell: domains.get(cell, set(geometry.digits)) & digits}, units, geometry)
        for cell, digits in violations(step, geometry)
    )


def unit_cells(name: str, geometry: Geometry) -> list[int]:
    """The cells of "row 3", "column 1" or "box 2"."""
    family, number = name.split()
    cells: list[int] = units_of(geometry)[
        ("row", "column", "box").index(family) * geometry.size + int(number) - 1
    ]
    return cells


def _is_possible(domains: dict[int, set[int]], units: list[list[int]], geometry: Geometry) -> bool:
    """Whether the cells can be filled so that each unit holds each digit once."""
    cells = {*domains, *(cell for unit in units for cell in unit)}
    domains = {cell: domains.get(cell, set(geometry.digits)) for cell in cells}
    peers = {cell: {o for unit in units if cell in unit for o in unit} - {cell} for cell in cells}

    def search(domains: dict[int, set[int]]) -> bool:
        if not domains:
            return True
        cell = min(domains, key=lambda one: len(domains[one]))
        for digit in domains[cell]:
            rest = {
                other: digits - {digit} if other in peers[cell] else digits
                for other, digits in domains.items()
                if other != cell
            }
            if search(rest):
                return True
        return False

    return search(domains)


def some_puzzles() -> Iterator[tuple[str, Puzzle]]:
    """Puzzles of sizes 4, 6 and 9 by name: with one, several and no solutions; some need guesses."""
    for geometry in (Geometry(2, 2), Geometry(2, 3), Geometry(3, 2), Geometry(3, 3)):
        rng = Random(geometry.size + geometry.box_rows)
        for kind in ("unique", "several", "row", "subtle"):
            yield (
                f"{geometry.box_rows}x{geometry.box_columns}-{kind}",
                (puzzle_with_known_answer(geometry, rng, kind).puzzle),
            )
        few = unique_puzzle(solved_grid(geometry, rng), rng)
        cells = bytearray(few.cells)
        for cell in rng.sample(sorted(few.clues), len(few.clues) // (2 if geometry.size < 9 else 8)):
            cells[cell] = 0
        yield f"{geometry.box_rows}x{geometry.box_columns}-few-clues", Puzzle(bytes(cells), geometry)


PUZZLES = dict(some_puzzles())
PUZZLES["3x3-long-search"] = Puzzle(  # no solution, and one has to guess to find that out
    ".2.........9.86.5.6..9..........18.4...3...9...2...1.6..1.5......8.4.7.19.5......"
)

SLOW = {("3x3-few-clues", "possibles:odometer"), ("3x3-long-search", "possibles:odometer")}
"""The odometer would run for hours."""


def grid_of(candidates: Candidates, geometry: Geometry) -> Grid:
    """The grid of a state in which each cell has one candidate."""
    return Grid([digit for (digit,) in map(tuple, candidates)], geometry)


TINY = Puzzle("1.....2..3.....4")
"""After the clues:

     1   24 | 34  3       and its solution:    1  2 | 4  3
     34  4  | 2   13                           3  4 | 2  1
    --------+--------                         ------+------
     24  3  | 1   12                           4  3 | 1  2
     2   12 | 13  4                            2  1 | 3  4
"""
MINE = Rule("mine", "")
CLUES = next(explain(TINY))
GUESS = Step(StepKind.GUESS, MINE, (8,), (2,), placed={8: 2}, assumptions=((8, 2),))
SECOND = Step(StepKind.GUESS, MINE, (2,), (4,), placed={2: 4}, assumptions=((8, 2), (2, 4)))
UNDO = Step(StepKind.UNDO, MINE, (8,), (2,))
