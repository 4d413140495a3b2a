"""What a model has to be a model of: the variables of an encoded puzzle, and what they say of its cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from sudocube.encoder import Encoding, Formalism
from sudocube.encoder.puzzle_formula import PuzzleFormula
from sudocube.encoder.variables import Variables
from sudocube.exchange.clauses import posed
from sudocube.exchange.cpsat import model_of
from sudocube.exchange.output import Model
from sudocube.geometry import SYMBOLS
from sudocube.puzzle import Grid, Puzzle


class ModelError(Exception):
    """What a model gets wrong, in words."""


class _Meaning(Protocol):
    """What the variables 1 to `count` say; their values lie between `lowest` and `highest`."""

    count: int
    lowest: int
    highest: int

    def label(self, variable: int) -> str:
        """Which variable it is, for people."""

    def digits(self, values: Sequence[int]) -> Sequence[tuple[int, ...]]:
        """By cell: the digits that it holds."""

    def check(self, values: Sequence[int]) -> None:
        """Raise ModelError where something is broken that the grid does not show."""


class ModelChecker:
    """A puzzle in an encoding, as the models of a solver see it."""

    def __init__(self, puzzle: Puzzle, encoding: Encoding, meaning: _Meaning) -> None:
        self.puzzle, self.encoding, self.count = puzzle, encoding, meaning.count
        self._meaning = meaning

    def values(self, model: Model, *, is_sparse: bool) -> list[int]:
        """The values by variable less one; raises ModelError where the model is not of these variables."""
        meaning = self._meaning
        here = f"{self.encoding.name} has {self.count} variables for this {self._size} puzzle"
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
            if not isinstance(value, int) or not meaning.lowest <= value <= meaning.highest:
                between = " or " if meaning.highest - meaning.lowest == 1 else " to "
                raise ModelError(
                    f"{meaning.label(variable)} is {value:g}, not {meaning.lowest}{between}{meaning.highest}"
                )
        return [int(model.get(variable, 0)) for variable in range(1, self.count + 1)]

    def _missing(self, missing: list[int], here: str) -> str:
        ends = missing[-1] == self.count and len(missing) == self.count - missing[0] + 1
        if ends:
            return (
                f"the model ends after {missing[0] - 1} variables, and {here}: "
                "it is cut off, or for another size, another encoding or another puzzle"
            )
        more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
        return f"the model is not total: it does not speak of {self._meaning.label(missing[0])}{more}"

    @property
    def _size(self) -> str:
        return f"{self.puzzle.geometry.size}×{self.puzzle.geometry.size}"

    def grid(self, values: Sequence[int]) -> Grid:
        """The grid that the values spell; raises ModelError where a cell holds no digit, or two."""
        cells = []
        shape = self.puzzle.geometry
        for cell, held in enumerate(self._meaning.digits(values)):
            if len(held) != 1:
                symbols = [SYMBOLS[digit] for digit in held]
                what = f"both {' and '.join(symbols)}" if len(held) == 2 else ", ".join(symbols)
                raise ModelError(f"{shape.cell_name(cell)} holds {what if held else 'no digit'}")
            cells.append(held[0])
        return Grid(cells, shape)

    def check(self, values: Sequence[int]) -> None:
        """Raise ModelError where something is broken that the grid does not show."""
        self._meaning.check(values)


class _Clauses:
    """The variables of a CNF encoding."""

    lowest, highest = 0, 1

    def __init__(self, posed: PuzzleFormula) -> None:
        self._posed, self.count = posed, posed.variables

    def label(self, variable: int) -> str:
        return f"variable {variable} ({self._posed.name(variable)})"

    def digits(self, values: Sequence[int]) -> Sequence[tuple[int, ...]]:
        return self._posed.digits([v if value else -v for v, value in enumerate(values, 1)])

    def check(self, values: Sequence[int]) -> None:
        """Every clause: the grid may be right, and the model that of another encoding all the same."""
        true = {v if value else -v for v, value in enumerate(values, 1)}
        for number, clause in enumerate(self._posed.clauses, 1):
            if true.isdisjoint(clause):
                said = " or ".join(("" if v > 0 else "not ") + self._posed.name(abs(v)) for v in clause)
                raise ModelError(
                    f"the grid is right, but clause {number} is broken, {said}: "
                    "the model is for another encoding"
                )


class _Values:
    """The variables of an encoding for CP-SAT, numbered from 1: elements, or the digits of cells, and in a
    response of CP-SAT itself whatever comes after them.
    """

    def __init__(self, puzzle: Puzzle, encoding: Encoding, format: str | None) -> None:
        shape = puzzle.geometry
        self._variables = Variables(encoding, shape) if encoding.variables == "direct" else None
        self._geometry = shape
        self.primary = shape.cell_count * (shape.size if self._variables else 1)
        self.count = self.primary
        self.lowest, self.highest = (0, 1) if self._variables else (1, shape.size)
        if format == "cpsat":
            self.count = len(model_of(puzzle, encoding).cp.proto.variables)
            self.lowest = 0  # of what stands beside the cells

    def label(self, variable: int) -> str:
        if self._variables is not None:
            return self._variables.name(variable)
        return self._geometry.cell_name(variable - 1) if variable <= self.primary else f"variable {variable}"

    def digits(self, values: Sequence[int]) -> Sequence[tuple[int, ...]]:
        n = self._geometry.size
        if self._variables is None:
            return [(value,) if 1 <= value <= n else () for value in values[: self.primary]]
        return [
            tuple(digit for digit in self._geometry.digits if values[start + digit - 1])
            for start in range(0, self.primary, n)
        ]

    def check(self, values: Sequence[int]) -> None:
        """Nothing: the cells are the model."""


def subject_of(puzzle: Puzzle, encoding: Encoding, format: str | None) -> ModelChecker:
    """The puzzle as a solver for this format sees it."""
    if encoding.formalism is Formalism.CNF:
        return ModelChecker(puzzle, encoding, _Clauses(posed(encoding, puzzle)))
    return ModelChecker(puzzle, encoding, _Values(puzzle, encoding, format))
