"""Sudoku for a SAT solver: puzzles become literals, and models become grids.

`SudokuFormula` reads any encoding of the catalogue. `rules_as_clauses` writes the rules straight from the
lines of the cube, for work that must not depend on an encoding; variable e + 1 is then element e.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import neg, sub

from sudocube.clock import NO_LIMIT, Clock
from sudocube.cube import Cube, Line, cube
from sudocube.encoder.at_most_one import Clause, pairwise
from sudocube.encoder.cnf import Clauses, Formula
from sudocube.encoder.puzzle_formula import PuzzleFormula
from sudocube.errors import RefutedError
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import refereed


def exactly_one(literals: Sequence[int]) -> list[Clause]:
    """The clauses for "exactly one of these literals is true".

    >>> exactly_one([1, 2, 3])
    [[1, 2, 3], (-1, -2), (-1, -3), (-2, -3)]
    """
    return [list(literals), *pairwise(literals)]


def rules_as_clauses(cube: Cube, clock: Clock = NO_LIMIT) -> list[Clause]:
    """The rules as clauses, straight from the lines of the cube: exactly one element of each line is true.

    Raises TimeoutError when the clock has run out.
    """
    clauses: list[Clause] = []
    for _, of_line in clauses_by_line(cube):
        clauses += of_line
        clock.check()
    return clauses


def clauses_by_line(
    cube: Cube, variables: Mapping[int, int] | None = None
) -> Iterator[tuple[Line, list[Clause]]]:
    """Each line of the cube with the clauses for "exactly one of its elements is true".

    `variables` holds the variable of each element; an element without one is false. By default the variable
    of element e is e + 1.
    """
    if variables is None:
        variables = {element: element + 1 for element in range(cube.element_count)}
    for line in cube.lines:
        yield line, exactly_one([variables[element] for element in line.elements if element in variables])


class SudokuFormula:
    """The rules in an encoding, or the formula of one puzzle: puzzles -> literals, models -> grids.

    >>> from sudocube.encoder import load
    >>> from sudocube.encoder.cnf import formula
    >>> puzzle = Puzzle("1... ..2. .3.. ...4")
    >>> rules = SudokuFormula(formula(load("extended"), puzzle.geometry))
    >>> rules.literals(puzzle)
    [1, 26, 39, 64]
    """

    def __init__(self, rules: Formula | PuzzleFormula) -> None:
        self.geometry = rules.meaning.geometry
        self._rules = rules
        # The variables of the elements ascend cell by cell, so those that are true spell the grid.
        self._is_direct = isinstance(rules, Formula) and rules.encoding.variables == "direct"
        self._size = self.geometry.size
        self._elements = cube(self.geometry).element_count
        self._first_of_cells = range(0, self._elements, self._size)

    @property
    def clauses(self) -> Clauses:
        """The clauses of the encoding."""
        return self._rules.clauses

    @property
    def top(self) -> int:
        """The highest variable of the encoding."""
        return self._rules.variables

    def literal(self, cell: int, digit: int) -> int:
        """The literal that is true if a cell holds a digit; only for encodings with direct variables."""
        return cell * self._size + digit  # the element's number, plus 1

    def literals(self, puzzle: Puzzle) -> list[int]:
        """The literals of a puzzle: its clues, and the negated candidates that its pencilmarks rule out."""
        clues = self._rules.literals(puzzle.cells)
        return clues if puzzle.candidates is None else [*clues, *self._ruled_out(puzzle.candidates)]

    def literals_of_digit(self, cell: int, digit: int) -> list[int]:
        """The literals that are true if a cell holds a digit; none if the formula rules it out."""
        return self._rules.literals(bytes(cell) + bytes([digit]))

    def excluding(self, grid: Grid, puzzle: Puzzle) -> Clause:
        """The clause that excludes this grid from the solutions of a puzzle."""
        blanks = bytes(0 if clue else digit for digit, clue in zip(grid.cells, puzzle.cells, strict=True))
        return [*map(neg, self._rules.literals(blanks))]

    def grid(self, model: Sequence[int]) -> Grid:
        """The grid of a model; raises RefutedError where a cell holds no digit, or several."""
        try:
            if self._is_direct:  # a cell without a digit, or with two, gives a number that is no digit
                true = [literal for literal in model[: self._elements] if literal > 0]
                if len(true) > len(self._first_of_cells):
                    raise ValueError
                return Grid(bytes(map(sub, true, self._first_of_cells)), self.geometry)
            return Grid(bytes(digit for (digit,) in self._rules.digits(model)), self.geometry)
        except ValueError:
            for cell, digits in enumerate(self._rules.digits(model)):
                if len(digits) != 1:
                    many = f"{len(digits)} digits" if digits else "no digit"
                    where = f"{self.geometry.cell_name(cell)} holds {many}"
                    name = self._rules.encoding.name
                    raise RefutedError(f"a model of {name} that is no grid: {where}") from None
            raise

    def solution(self, model: Sequence[int], puzzle: Puzzle) -> Grid:
        """The grid of a model; RefutedError unless the referee passes it as a solution of the puzzle."""
        return refereed(self.grid(model), puzzle)

    def _ruled_out(self, candidates: Iterable[int]) -> Iterator[int]:
        """The literals that pencilmarks make false, negated."""
        for cell, mask in enumerate(candidates):
            for digit in self.geometry.digits:
                if not mask >> digit - 1 & 1:
                    yield -self.literal(cell, digit)
