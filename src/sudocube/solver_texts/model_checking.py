"""Models of outside solvers checked, step by step: the values, the digits, the clauses.

A model is right where it gives a value to all variables and no others, where each cell holds one digit, and
where it satisfies every clause. Whether its grid solves the puzzle is for the referee.
"""

from __future__ import annotations

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


class ModelChecker:
    """Checks models of a puzzle in an encoding, step by step: their values, their grid, and their clauses.

    The variables are 1 to `count`; their values are from `lowest` to `highest`. Those of an encoding in CNF
    are the variables of its `formula`. In an encoding for CP-SAT, a grid is read from the first ones: the
    elements, or the digits of cells. Others follow in a response of CP-SAT itself.
    """

    def __init__(self, puzzle: Puzzle, encoding: Encoding, format: str | None = None) -> None:
        """For the models of a solver that read the puzzle in this format."""
        self.puzzle, self.encoding, self.geometry = puzzle, encoding, puzzle.geometry
        self.lowest, self.highest = 0, 1
        self.formula: PuzzleFormula | None = None
        if encoding.formalism is Formalism.CNF:
            self.formula = puzzle_formula(encoding, puzzle)
            self.count = self.formula.variables
            return
        self._is_direct = encoding.variables == "direct"
        self.count = self._primary = self.geometry.cell_count * (self.geometry.size if self._is_direct else 1)
        if not self._is_direct:
            self.lowest, self.highest = 1, self.geometry.size
        if format == "cpsat":
            self.count = len(model_of(puzzle, encoding).cp.proto.variables)
            self.lowest = 0  # of the other variables

    def label(self, variable: int) -> str:
        """The name of a variable, for people: of the cell and digit, or of an auxiliary one."""
        if self.formula is not None:
            return f"variable {variable} ({self.formula.name(variable)})"
        if variable > self._primary:
            return f"variable {variable}"
        if self._is_direct:
            return Variables(self.encoding, self.geometry).name(variable)
        return self.geometry.cell_name(variable - 1)

    def digits(self, values: Sequence[int]) -> Sequence[tuple[int, ...]]:
        """By cell: the digits that it holds."""
        if self.formula is not None:
            return self.formula.digits([v if value else -v for v, value in enumerate(values, 1)])
        n = self.geometry.size
        if self._is_direct:
            return [
                tuple(digit for digit in self.geometry.digits if values[start + digit - 1])
                for start in range(0, self._primary, n)
            ]
        return [(value,) if 1 <= value <= n else () for value in values[: self._primary]]

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

    def broken_clause(self, values: Sequence[int], clock: Clock = NO_LIMIT) -> str | None:
        """The first clause that the values break, in words and with its name; None if they satisfy all, or
        if there are no clauses.

        Raises TimeoutError where the time ends before it is found.
        """
        formula = self.formula
        if formula is None:
            return None
        true = {v if value else -v for v, value in enumerate(values, 1)}
        before = 0
        for batch in clock.batches(formula.clauses):
            is_broken = [*map(true.isdisjoint, batch)]
            if any(is_broken):
                place = is_broken.index(True)
                literals = [("" if v > 0 else "not ") + formula.name(abs(v)) for v in batch[place]]
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


def _shown(value: int | float) -> str:
    """A number in a few characters, whatever its size."""
    return f"{value:g}" if isinstance(value, float) or abs(value) < 10**15 else f"{str(value)[:12]}…"
