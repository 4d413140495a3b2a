"""Models of outside solvers checked, step by step: the values, the digits, the clauses.

A model is right where it gives a value to all variables and no others, where each cell holds one digit, and
where it satisfies every clause. Whether its grid solves the puzzle is for the referee.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from sudocube.clock import NO_LIMIT, Clock
from sudocube.encoder import Encoding, Formalism
from sudocube.encoder.puzzle_formula import PuzzleFormula, puzzle_formula
from sudocube.encoder.variables import Variables
from sudocube.geometry import SYMBOLS
from sudocube.puzzle import Grid, Puzzle
from sudocube.solver_texts.cpsat_text import model_of
from sudocube.solver_texts.solver_output import Model


class ModelError(Exception):
    """What is wrong with a model, in words."""


class ModelChecker(ABC):
    """Checks models of a puzzle in an encoding, step by step.

    The variables are 1 to `count`; their values are from `lowest` to `highest`.
    """

    count: int
    lowest, highest = 0, 1

    def __init__(self, puzzle: Puzzle, encoding: Encoding) -> None:
        self.puzzle, self.encoding, self.geometry = puzzle, encoding, puzzle.geometry

    @abstractmethod
    def label(self, variable: int) -> str:
        """The name of a variable, for people."""

    @abstractmethod
    def digits(self, values: Sequence[int]) -> Sequence[tuple[int, ...]]:
        """By cell: the digits that it holds."""

    @abstractmethod
    def check(self, values: Sequence[int]) -> None:
        """Raise ModelError where the values break a constraint, though the grid may be right."""

    def values(self, model: Model, *, is_sparse: bool) -> list[int]:
        """The value of variable v at v - 1; raises ModelError where the model is not of these variables."""
        n = self.geometry.size
        here = f"{self.encoding.name} has {self.count} variables for this {n}×{n} puzzle"
        beyond = [variable for variable in model if variable > self.count]
        if beyond:
            raise ModelError(
                f"the model has {max(beyond)} variables or more, and {here}: "
                "the model is for another size, another encoding or another puzzle"
            )
        missing = [v for v in range(1, self.count + 1) if v not in model]
        if missing and not is_sparse:
            raise ModelError(self._missing(missing, here))
        for variable, value in sorted(model.items()):
            if not isinstance(value, int) or not self.lowest <= value <= self.highest:
                allowed = f"{self.lowest} {'or' if self.highest - self.lowest == 1 else 'to'} {self.highest}"
                raise ModelError(f"{self.label(variable)} is {_shown(value)}, not {allowed}")
        return [int(model.get(variable, 0)) for variable in range(1, self.count + 1)]

    def _missing(self, missing: list[int], here: str) -> str:
        """What is wrong with a model that does not give a value to some variables."""
        if len(missing) == self.count - missing[0] + 1:  # all from the first missing one on
            return (
                f"the model ends after {missing[0] - 1} variables, and {here}: "
                "it is cut off, or for another size, another encoding or another puzzle"
            )
        more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
        return f"the model is not total: it does not speak of {self.label(missing[0])}{more}"

    def grid(self, values: Sequence[int]) -> Grid:
        """The grid that the values say; raises ModelError where a cell does not hold exactly one digit."""
        cells = []
        for cell, held in enumerate(self.digits(values)):
            if len(held) != 1:
                symbols = [SYMBOLS[digit] for digit in held]
                what = f"both {' and '.join(symbols)}" if len(held) == 2 else ", ".join(symbols)
                raise ModelError(f"{self.geometry.cell_name(cell)} holds {what if held else 'no digit'}")
            cells.append(held[0])
        return Grid(cells, self.geometry)


def _shown(value: int | float) -> str:
    """A number in a few characters, whatever its size."""
    return f"{value:g}" if isinstance(value, float) or abs(value) < 10**15 else f"{str(value)[:12]}…"


class CnfModelChecker(ModelChecker):
    """Checks models of a puzzle as clauses."""

    def __init__(self, formula: PuzzleFormula) -> None:
        super().__init__(formula.puzzle, formula.encoding)
        self._formula = formula
        self.count = formula.variables

    def label(self, variable: int) -> str:
        """The name of a variable, for people: of the cell and digit, or of an auxiliary one."""
        return f"variable {variable} ({self._formula.name(variable)})"

    def digits(self, values: Sequence[int]) -> Sequence[tuple[int, ...]]:
        """By cell: the digits that it holds."""
        return self._formula.digits([v if value else -v for v, value in enumerate(values, 1)])

    def check(self, values: Sequence[int]) -> None:
        """Check every clause: the grid may be right although the model is one of another encoding."""
        if broken := self.broken_clause(values):
            raise ModelError(f"the grid is right, but {broken}: the model is for another encoding")

    def broken_clause(self, values: Sequence[int], clock: Clock = NO_LIMIT) -> str | None:
        """The first clause that the values break, in words and with its name; None if they satisfy all.

        Raises TimeoutError where the time ends before it is found.
        """
        true = {v if value else -v for v, value in enumerate(values, 1)}
        before = 0
        for batch in clock.batches(self._formula.clauses):
            is_broken = [*map(true.isdisjoint, batch)]
            if any(is_broken):
                place = is_broken.index(True)
                literals = [("" if v > 0 else "not ") + self._formula.name(abs(v)) for v in batch[place]]
                place += before
                return f"clause {place + 1} is broken, {' or '.join(literals)}{self._says(place, clock)}"
            before += len(batch)
        return None

    def _says(self, place: int, clock: Clock) -> str:
        """Which line a clause is of and what it says, by its place from 0.

        Empty where the time ends before that is found, and for a clause that was added to the formula.
        """
        from sudocube.encoder.clause_names import named_puzzle_clauses  # a right model does without

        names = named_puzzle_clauses(self.encoding, self.puzzle)
        try:
            named = next(islice(clock.watched(names), place, None), None)
        except TimeoutError:
            return ""
        return "" if named is None else f" ({replace(named.name, way='')})"


class CpSatModelChecker(ModelChecker):
    """Checks models of an encoding for CP-SAT, whose variables are elements, or the digits of cells.

    In a response of CP-SAT itself, all other variables of its model follow.
    """

    def __init__(self, puzzle: Puzzle, encoding: Encoding, format: str | None) -> None:
        super().__init__(puzzle, encoding)
        n, cell_count = self.geometry.size, self.geometry.cell_count
        self._elements = Variables(encoding, self.geometry) if encoding.variables == "direct" else None
        self.count = self._primary = cell_count * (n if self._elements else 1)
        if self._elements is None:
            self.lowest, self.highest = 1, n
        if format == "cpsat":
            self.count = len(model_of(puzzle, encoding).cp.proto.variables)
            self.lowest = 0  # of the other variables

    def label(self, variable: int) -> str:
        """The name of a variable, for people: of the cell and digit, or of an auxiliary one."""
        if self._elements is not None:
            return self._elements.name(variable)
        return self.geometry.cell_name(variable - 1) if variable <= self._primary else f"variable {variable}"

    def digits(self, values: Sequence[int]) -> Sequence[tuple[int, ...]]:
        """By cell: the digits that it holds."""
        n = self.geometry.size
        if self._elements is None:
            return [(value,) if 1 <= value <= n else () for value in values[: self._primary]]
        return [
            tuple(digit for digit in self.geometry.digits if values[start + digit - 1])
            for start in range(0, self._primary, n)
        ]

    def check(self, values: Sequence[int]) -> None:
        """Nothing to check: the values that are read are the grid."""


def model_checker(puzzle: Puzzle, encoding: Encoding, format: str | None) -> ModelChecker:
    """What checks the models of a solver that read the puzzle in this format."""
    if encoding.formalism is Formalism.CNF:
        return CnfModelChecker(puzzle_formula(encoding, puzzle))
    return CpSatModelChecker(puzzle, encoding, format)
