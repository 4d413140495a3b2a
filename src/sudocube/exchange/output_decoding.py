"""A solver's output read back: the grids that it says, and whether they are right.

A model is checked in this order: does it give a value to all variables and no others, does each cell hold
one digit, does the grid pass the referee, does the model satisfy every clause. The first fault is reported.
If the solver says that the puzzle has no solution, an engine of this package checks that.
"""

from __future__ import annotations

from dataclasses import dataclass

from sudocube.arguments import as_puzzle, check_limits
from sudocube.clock import Clock
from sudocube.encoder import Encoding, load
from sudocube.engines import engine_for
from sudocube.engines.asking import refereed_answer
from sudocube.puzzle import CellForms, Grid, Puzzle
from sudocube.refereeing import referee
from sudocube.solver_texts.model_checking import ModelChecker, ModelError
from sudocube.solver_texts.solver_formats import read_output
from sudocube.solver_texts.solver_output import OutputText, SolverOutput, SolverStatus


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
    checker = ModelChecker(puzzle, encoding, name)
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
        if refused is None and (broken := checker.broken_clause(values)):
            refused = f"the grid is right, but {broken}: the model is for another encoding"
    except ModelError as error:
        refused = str(error)
    if refused is not None and len(output.models) > 1:
        refused = f"model {number + 1}: {refused}"
    return Decoded(puzzle, name, output.status, refused is None, None if refused else grid, refused)
