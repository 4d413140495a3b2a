"""A solver's output read back: which format it is in, what it says, and whether that is right.

A model is judged in this order: does it fit the formula (all of its variables and no others), does each
cell hold one digit, does the grid pass the referee, does it satisfy every clause. The first fault is the
answer. That a puzzle has no solution is checked with an engine of ours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sudocube.arguments import as_puzzle, check_limits
from sudocube.encoder import Encoding, load
from sudocube.engines import engine_for
from sudocube.errors import FormatError
from sudocube.exchange.formats import FORMATS, format_for, formats_of
from sudocube.exchange.output import Output, SolverStatus
from sudocube.exchange.subject import ModelChecker, ModelError, subject_of
from sudocube.jobs import refereed_answer
from sudocube.puzzle import Grid, Puzzle, referee


@dataclass(frozen=True, slots=True)
class Decoded:
    """One answer of a solver, judged.

    `accepted` is True where it is right: `grid` solves the puzzle, or the puzzle has no solution, as the
    solver `said`. It is False where it is wrong, None where there is nothing to judge (the solver did not
    find out, or gave no model) or our own engine ran out of time; `reason` says why in words. `grid` is
    what a right model says, else None. `format` is None where several formats say it in the same words.
    """

    puzzle: Puzzle
    format: str | None
    said: SolverStatus
    accepted: bool | None
    grid: Grid | None = None
    reason: str | None = None
    is_undecided: bool = False


def decode(
    puzzle: Puzzle | str,
    encoding: Encoding | str,
    text: str,
    *,
    format: str | None = None,
    source: str = "output",
    timeout: float | None = None,
) -> list[Decoded]:
    """What a solver printed about the puzzle in this encoding, judged: one for each model, or a single one.

    `format` is a name in FORMATS; without it, the text tells. `source` is what errors call the text, and
    `timeout` limits, in seconds, the search for a solution that a solver says there is not. Raises
    FormatError for what is no solver's output or could be that of two formats, UnsupportedError where the
    encoding does not go to the format, and what `encode` raises.

    >>> [one] = decode(Puzzle("12.. 34.. 2143 4321"), "minimal", "s UNSATISFIABLE")
    >>> one.accepted, one.reason
    (False, 'it says that there is no solution, and 1234341221434321 is one')
    """
    puzzle = as_puzzle(puzzle, clues_only="decode")
    check_limits(timeout=timeout)
    stated = load(encoding) if isinstance(encoding, str) else encoding
    name, output = _read(text, source, stated, format)
    if output.said is SolverStatus.UNSATISFIABLE:
        return [_without_solution(puzzle, name, timeout)]
    subject = subject_of(puzzle, stated, name) if output.said is SolverStatus.SATISFIABLE else None
    if subject is not None and not subject.count and not output.models:
        output = Output(output.said, ({},))
    if subject is None or not output.models:
        reason = (
            "the solver did not find out whether there is a solution"
            if output.said is SolverStatus.UNKNOWN
            else "it says that there is a solution, and gives none: let the solver print its model"
        )
        return [Decoded(puzzle, name, output.said, None, reason=reason)]
    return [_verified(subject, name, output, number) for number in range(len(output.models))]


def _read(text: str, source: str, encoding: Encoding, name: str | None) -> tuple[str | None, Output]:
    """The format, where that can be told, and what the output says.

    Raises FormatError, UnknownNameError or UnsupportedError.
    """
    if name is not None:
        output = format_for(name, encoding).read(text, source)
        if output is None:
            raise FormatError(source, None, None, found=_beginning(text), expected=f"output for {name}")
        return name, output
    found = dict(_readings(text, source))
    if not found:
        names = ", ".join(of.name for of in formats_of(encoding))
        expected = f"the output of a solver, for one of {names}"
        raise FormatError(source, None, None, found=_beginning(text), expected=expected)
    fitting = {name: read for name, read in found.items() if FORMATS[name].supports(encoding.formalism)}
    if not fitting:
        format_for(next(iter(found)), encoding)  # says what it goes to
    return _told_apart(fitting, source)


def _told_apart(found: Mapping[str, Output | FormatError], source: str) -> tuple[str | None, Output]:
    """The one reading that there is, or what all of them say; raises FormatError where they part."""
    faults = {str(read): read for read in found.values() if isinstance(read, FormatError)}
    readings = [(name, read) for name, read in found.items() if isinstance(read, Output)]
    with_models = [(name, read) for name, read in readings if read.models]
    if len(faults) == 1 and not with_models:
        raise next(iter(faults.values()))
    if faults or len(with_models) > 1 or len({read.said for _, read in readings}) > 1:
        what = f"what could be {' or '.join(found)}"
        raise FormatError(source, None, None, found=what, expected="--from, to say which")
    telling = with_models or readings
    return (telling[0][0] if len(telling) == 1 else None), telling[0][1]


def _readings(text: str, source: str) -> Iterator[tuple[str, Output | FormatError]]:
    """The formats that the text could be in, each with what it then says, or with what is wrong in it."""
    for name, of in FORMATS.items():
        try:
            output = of.read(text, source)
        except FormatError as error:
            yield name, error
        else:
            if output is not None:
                yield name, output


def _beginning(text: str) -> str:
    """The first line that holds anything, in quotes."""
    line = next((line.strip() for line in text.splitlines() if line.strip()), None)
    if line is None:
        return "nothing"
    return repr(line if len(line) <= 40 else line[:40] + "…")


def _without_solution(puzzle: Puzzle, name: str | None, timeout: float | None) -> Decoded:
    """Whether the puzzle has none indeed."""
    answer = refereed_answer(engine_for(puzzle), puzzle, limit=1, timeout=timeout)
    if answer.solutions:
        reason = f"it says that there is no solution, and {answer.solutions[0]} is one"
        return Decoded(puzzle, name, SolverStatus.UNSATISFIABLE, False, reason=reason)
    if answer.verdict.is_decided:
        return Decoded(puzzle, name, SolverStatus.UNSATISFIABLE, True)
    reason = f"it says that there is no solution, and we did not find out: {answer.reason}"
    return Decoded(puzzle, name, SolverStatus.UNSATISFIABLE, None, reason=reason, is_undecided=True)


def _verified(subject: ModelChecker, name: str | None, output: Output, number: int) -> Decoded:
    """One model, by its place in the output."""
    puzzle = subject.puzzle
    try:
        values = subject.values(output.models[number], is_sparse=output.is_sparse)
        grid = subject.grid(values)
        refused = referee(grid, puzzle)
        if refused is None:
            subject.check(values)
    except ModelError as misfit:
        refused = str(misfit)
    if refused is not None and len(output.models) > 1:
        refused = f"model {number + 1}: {refused}"
    return Decoded(puzzle, name, output.said, refused is None, None if refused else grid, refused)
