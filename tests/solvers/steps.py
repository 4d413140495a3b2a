"""The steps of a trace replayed, and each conclusion checked separately.

Independent of the package's lines: rows, columns and boxes are arithmetic here, and what follows from
premises is asked of a SAT solver that knows "each cell holds one digit" and, for the units named, "each
digit stands in it once".
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import combinations

from pysat.solvers import Solver

from sudocube.errors import UndecidedError
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle
from sudocube.solvers.arrays import Arrays
from sudocube.solvers.methods import SolverFunction
from sudocube.solvers.trace import CONCLUSIONS, Step, StepKind, Trace

Cells = list[set[int]]
"""The candidates of each cell, as sets of digits."""


def trace_of(
    solve: SolverFunction, puzzle: Puzzle, *, limit: int = 1000
) -> tuple[list[Step], list[Grid], bool]:
    """The steps of a method, up to `limit` solutions, and whether it was stuck."""
    steps: list[Step] = []
    found: list[Grid] = []
    try:
        for grid in solve(puzzle, trace=Trace(steps.append)):
            found.append(grid)
            if len(found) == limit:
                break
    except UndecidedError:
        return steps, found, True
    return steps, found, False


def replay(puzzle: Puzzle, steps: Iterable[Step]) -> Iterator[tuple[Step, Cells, Cells]]:
    """Each step with the candidates before and after it, by cell as sets of digits."""
    digits = set(puzzle.geometry.digits)
    now = [{value} if value else set(digits) for value in puzzle.cells]
    kept: list[Cells] = []
    for step in steps:
        before = [set(cell) for cell in now]
        if step.kind in (StepKind.GUESS, StepKind.READING):
            assert dict(step.placed) == dict(zip(step.cells, step.digits, strict=True))
            for at, cell in enumerate(step.cells):  # as if they were assumed one after the other
                kept.append([set(one) for one in now])
                now[cell] = {step.digits[at]} & now[cell]
        if step.kind is StepKind.UNDO:
            now = [set(cell) for cell in kept[len(step.assumptions)]]
            del kept[len(step.assumptions) :]
        for cell, digit in step.placed.items():
            assert digit in now[cell], f"{step} places what is not possible"
            now[cell] = {digit}
        for cell, gone in step.removed.items():
            assert set(gone) <= now[cell], f"{step} removes what is not there"
            now[cell] -= set(gone)
        assert len(kept) == len(step.assumptions)
        yield step, before, [set(cell) for cell in now]


def assert_valid(puzzle: Puzzle, steps: Iterable[Step]) -> None:
    """Each conclusion changes something, its premises hold when it is drawn, and it follows from them."""
    for step, before, after in replay(puzzle, steps):
        if step.kind not in CONCLUSIONS:
            continue
        assert step.premises is not None
        for cell, digits in step.premises.cells.items():
            assert set(digits) == before[cell], f"{step}: {cell} can hold {before[cell]}"
        if step.kind is StepKind.DEADLOCK:
            assert not step.placed
            assert not step.removed
        elif step.kind is StepKind.FAILED_READING:
            assert after == before
            assert all(digit in before[cell] for cell, digit in zip(step.cells, step.digits, strict=True))
        else:
            assert step.placed or after != before, f"{step} concludes nothing"
        assert follows(puzzle.geometry, step), f"{step} does not follow from its premises"


def follows(geometry: Geometry, step: Step) -> bool:
    """Whether the conclusion of a step follows from its premises."""
    assert step.premises is not None
    solver, unit_literals = _rules(geometry)
    n = geometry.size
    given = [unit_literals[unit.family, unit.index] for unit in step.premises.units]
    for cell, digits in step.premises.cells.items():
        given += [-(cell * n + digit) for digit in geometry.digits if digit not in digits]
    denied = [-(cell * n + digit) for cell, digit in step.placed.items()]
    denied += [cell * n + digit for cell, gone in step.removed.items() for digit in gone]
    if step.kind is StepKind.FAILED_READING:
        given += [cell * n + digit for cell, digit in zip(step.cells, step.digits, strict=True)]
    if step.kind in (StepKind.DEADLOCK, StepKind.FAILED_READING):
        return not solver.solve(assumptions=given)
    return not any(solver.solve(assumptions=[*given, literal]) for literal in denied)


@cache
def _rules(geometry: Geometry) -> tuple[Solver, dict[tuple[str, int], int]]:
    """A solver in which an assumption for each unit makes the lines of this unit hold."""
    n, down, across = geometry.size, geometry.box_rows, geometry.box_columns
    cells = range(n * n)
    places: dict[str, Callable[[int], int]] = {
        "row": lambda cell: cell // n,
        "column": lambda cell: cell % n,
        "box": lambda cell: cell // n // down * (n // across) + cell % n // across,
    }
    solver = Solver("minisat22")

    def exactly_one(literals: list[int], unless: list[int]) -> None:
        solver.add_clause([*unless, *literals])
        for one, other in combinations(literals, 2):
            solver.add_clause([*unless, -one, -other])

    for cell in cells:
        exactly_one([cell * n + digit for digit in geometry.digits], [])
    unit_literals: dict[tuple[str, int], int] = {}
    for family, place in places.items():
        for index in range(n):
            literal = unit_literals[family, index] = n**3 + 1 + len(unit_literals)
            for digit in geometry.digits:
                exactly_one([cell * n + digit for cell in cells if place(cell) == index], [-literal])
    return solver, unit_literals


def assert_true_of(solutions: Iterable[Grid], puzzle: Puzzle, steps: Iterable[Step]) -> None:
    """No step excludes a solution, unless the solution contradicts an assumption in force."""
    for step, _, after in replay(puzzle, steps):
        for grid in solutions:
            if all(grid.cells[cell] == digit for cell, digit in step.assumptions):
                assert step.kind is not StepKind.DEADLOCK, f"{step}, but there is {grid}"
                read = zip(step.cells, step.digits, strict=True)
                is_denied = step.kind is StepKind.FAILED_READING
                assert not (is_denied and all(grid.cells[cell] == digit for cell, digit in read)), step
                assert all(value in can for value, can in zip(grid.cells, after, strict=True)), step


def masks(cells: Cells) -> list[int]:
    """Sets of digits as masks, as solvers have them."""
    return [sum(1 << digit - 1 for digit in cell) for cell in cells]


def row_puzzle(row: str) -> Puzzle:
    """A 9×9 puzzle with only the permanent values of its first row, written as in the source."""
    return Puzzle([int(one) if len(one) == 1 else 0 for one in row.split()] + [0] * 72)


def possibles_of(row: str) -> list[int]:
    """ "13 2 457" as masks.

    >>> possibles_of("13 2")
    [5, 2]
    """
    return [sum(1 << int(digit) - 1 for digit in one) for one in row.split()]


def written(possibles: Iterable[int]) -> str:
    """Masks, written as in the source: "13 2 457"."""
    return " ".join("".join(str(d) for d in range(1, 10) if one >> d - 1 & 1) or "-" for one in possibles)


def arrays_with(row: str) -> Arrays:
    """Arrays with these possibles in the first row, which is the only unit; single ones are permanent."""
    arrays = Arrays(row_puzzle(row))
    arrays.units = arrays.units[:1]
    arrays.possibles[:9] = possibles_of(row)
    return arrays


def first_row(arrays: Arrays) -> str:
    return written(arrays.possibles[:9])
