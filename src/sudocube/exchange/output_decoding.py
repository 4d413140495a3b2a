"""A solver's output read back: the grids that it says, and whether they are right.

A model is checked in this order: does it give a value to all variables and no others, does each cell hold
one digit, does the grid pass the referee, does the model satisfy every clause. The first fault is reported.
If the solver says that the puzzle has no solution, an engine of this package checks that.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sudocube.arguments import as_puzzle, check_limits
from sudocube.clock import Clock
from sudocube.encoder import Encoding, Formalism, load
from sudocube.encoder.puzzle_formula import puzzle_formula
from sudocube.encoder.variables import Variables
from sudocube.engines import engine_for
from sudocube.exchange.cpsat_text import model_of
from sudocube.exchange.lp import variables_by_column
from sudocube.exchange.solver_formats import read_output
from sudocube.exchange.solver_output import Model, OutputText, SolverOutput, SolverStatus
from sudocube.geometry import SYMBOLS
from sudocube.jobs import refereed_answer
from sudocube.puzzle import CellForms, Grid, Puzzle
from sudocube.refereeing import referee


@dataclass(frozen=True, slots=True)
class Decoded:
    """One answer of a solver, and whether it is right.

    `accepted` is True where `grid` solves the puzzle, or where the puzzle has no solution and the solver's
    `status` says so. It is False where the answer is wrong. It is None where there is nothing to check,
    because the solver did not find out or gave no model; and where the time did not suffice to read and check
    the text, or to find out whether the puzzle has a solution: then `is_undecided` is true. `reason` says in
    words why `accepted` is not True. `grid` is None without a right model. `format` is None where several
    formats say this in the same words, and where the time did not suffice to find it out.

    >>> [one] = decode("12.. ...3 ..3. ...4", "minimal", "s UNSATISFIABLE")
    >>> one.accepted, one.status, one.grid
    (True, <SolverStatus.UNSATISFIABLE: 'unsatisfiable'>, None)
    """

    puzzle: Puzzle
    format: str | None
    status: SolverStatus
    accepted: bool | None
    grid: Grid | None = None
    reason: str | None = None
    is_undecided: bool = False


def decode(
    puzzle: CellForms,
    encoding: Encoding | str,
    text: str,
    *,
    format: str | None = None,
    source: str = "output",
    timeout: float | None = None,
) -> list[Decoded]:
    """What a solver printed about the puzzle in this encoding, checked.

    There is one result for each model, or a single one where there is none. `format` is a name in FORMATS,
    or None to find it out from the text. `source` is the name of the text in errors. Where the solver says
    that there is no solution, we search for one. `timeout` limits all of it, in seconds; past it, the only
    result is undecided.

    Raises TypeError for what `Puzzle` does not take, PuzzleError for cells that are no puzzle,
    ValueError for a timeout that is not above 0, UnknownNameError for an unknown encoding or format,
    EncodingError for a user's encoding that cannot be read or has a mistake, FormatError for a text that is
    no solver's output, is malformed or may be that of two formats, and UnsupportedError for pencilmarks and
    for an encoding that cannot be written in the format.

    >>> [one] = decode(Puzzle("12.. 34.. 2143 4321"), "minimal", "s UNSATISFIABLE")
    >>> one.accepted, one.reason
    (False, 'it says that there is no solution, and 1234341221434321 is one')
    """
    puzzle = as_puzzle(puzzle, clues_only="decode")
    check_limits(timeout=timeout)
    stated = load(encoding) if isinstance(encoding, str) else encoding
    try:
        return decode_text(puzzle, stated, OutputText(text, source, Clock(timeout)), format)
    except TimeoutError:
        return [out_of_time(puzzle)]


def out_of_time(puzzle: Puzzle) -> Decoded:
    """The result where the time was up before the output was read and checked."""
    reason = "out of time, before all of it was read and checked"
    return Decoded(puzzle, None, SolverStatus.UNKNOWN, None, reason=reason, is_undecided=True)


def decode_text(puzzle: Puzzle, encoding: Encoding, text: OutputText, format: str | None) -> list[Decoded]:
    """As `decode`, for a puzzle without pencilmarks; raises TimeoutError when the text's clock is over."""
    name, output = read_output(text, encoding, format)
    text.clock.check()
    if output.status is SolverStatus.UNSATISFIABLE:
        return [_without_solution(puzzle, name, text.clock)]
    if output.status is SolverStatus.UNKNOWN:
        reason = "the solver did not find out whether there is a solution"
        return [Decoded(puzzle, name, output.status, None, reason=reason)]
    checker = _model_checker(puzzle, encoding, name)
    if output.is_by_column:
        output = checker.by_variable(output)
    if not output.models and checker.count:
        reason = "it says that there is a solution, and gives none: let the solver print its model"
        return [Decoded(puzzle, name, output.status, None, reason=reason)]
    if not output.models:
        output = SolverOutput(output.status, ({},))  # the model of a formula without variables
    answers = []
    for number in range(len(output.models)):
        text.clock.check()
        answers.append(_verified(checker, name, output, number))
    return answers


def _without_solution(puzzle: Puzzle, name: str | None, clock: Clock) -> Decoded:
    """Whether it is right that the puzzle has no solution."""
    answer = refereed_answer(engine_for(puzzle), puzzle, limit=1, timeout=clock.timeout_left)
    if answer.solutions:
        reason = f"it says that there is no solution, and {answer.solutions[0]} is one"
        return Decoded(puzzle, name, SolverStatus.UNSATISFIABLE, False, reason=reason)
    if answer.verdict.is_decided:
        return Decoded(puzzle, name, SolverStatus.UNSATISFIABLE, True)
    why = "out of time" if clock.is_over else answer.reason
    reason = f"it says that there is no solution, and we did not find out: {why}"
    return Decoded(puzzle, name, SolverStatus.UNSATISFIABLE, None, reason=reason, is_undecided=True)


def _verified(checker: ModelChecker, name: str | None, output: SolverOutput, number: int) -> Decoded:
    """One model, by its place in the output from 0, checked."""
    puzzle = checker.puzzle
    try:
        values = checker.values(output.models[number], is_sparse=output.is_sparse)
        grid = checker.grid(values)
        refused = referee(grid, puzzle)
        if refused is None:
            checker.check(values)
    except ModelError as error:
        refused = str(error)
    if refused is not None and len(output.models) > 1:
        refused = f"model {number + 1}: {refused}"
    return Decoded(puzzle, name, output.status, refused is None, None if refused else grid, refused)


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

    def by_variable(self, output: SolverOutput) -> SolverOutput:
        """An output that numbers the columns of a linear programme, numbered by variables."""
        raise NotImplementedError(f"{self.encoding.name} is not written as a linear programme")


def _shown(value: int | float) -> str:
    """A number in a few characters, whatever its size."""
    return f"{value:g}" if isinstance(value, float) or abs(value) < 10**15 else f"{str(value)[:12]}…"


class _CnfModelChecker(ModelChecker):
    """Checks models of a CNF encoding."""

    def __init__(self, puzzle: Puzzle, encoding: Encoding) -> None:
        super().__init__(puzzle, encoding)
        self._formula = puzzle_formula(encoding, puzzle)
        self.count = self._formula.variables

    def label(self, variable: int) -> str:
        return f"variable {variable} ({self._formula.name(variable)})"

    def digits(self, values: Sequence[int]) -> Sequence[tuple[int, ...]]:
        return self._formula.digits([v if value else -v for v, value in enumerate(values, 1)])

    def by_variable(self, output: SolverOutput) -> SolverOutput:
        """The same models with variables in place of columns; a column too many keeps its number."""
        named = dict(enumerate(variables_by_column(self._formula), 1))
        models = tuple(
            {named.get(column, column): value for column, value in model.items() if named.get(column, column)}
            for model in output.models
        )
        return replace(output, models=models, is_by_column=False)

    def check(self, values: Sequence[int]) -> None:
        """Check every clause: the grid may be right although the model is one of another encoding."""
        true = {v if value else -v for v, value in enumerate(values, 1)}
        for number, clause in enumerate(self._formula.clauses, 1):
            if true.isdisjoint(clause):
                broken = " or ".join(("" if v > 0 else "not ") + self._formula.name(abs(v)) for v in clause)
                raise ModelError(
                    f"the grid is right, but clause {number} is broken, {broken}: "
                    "the model is for another encoding"
                )


class _CpSatModelChecker(ModelChecker):
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
        if self._elements is not None:
            return self._elements.name(variable)
        return self.geometry.cell_name(variable - 1) if variable <= self._primary else f"variable {variable}"

    def digits(self, values: Sequence[int]) -> Sequence[tuple[int, ...]]:
        n = self.geometry.size
        if self._elements is None:
            return [(value,) if 1 <= value <= n else () for value in values[: self._primary]]
        return [
            tuple(digit for digit in self.geometry.digits if values[start + digit - 1])
            for start in range(0, self._primary, n)
        ]

    def check(self, values: Sequence[int]) -> None:
        """Nothing to check: the values that are read are the grid."""


def _model_checker(puzzle: Puzzle, encoding: Encoding, format: str | None) -> ModelChecker:
    """What checks the models of a solver that read the puzzle in this format."""
    if encoding.formalism is Formalism.CNF:
        return _CnfModelChecker(puzzle, encoding)
    return _CpSatModelChecker(puzzle, encoding, format)
