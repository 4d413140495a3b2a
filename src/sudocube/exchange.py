"""To and from other solvers: a puzzle is written for them, and what they print is read back into a grid.

`encode` writes a puzzle in an encoding as the text of a format, with comments at its head: the puzzle, the
encoding, how to solve it, and what the variables mean. The formats themselves are in `solver_texts`.

`decode` reads a solver's output. A model is checked in this order: does it give a value to all variables and
no others, does each cell hold one digit, does the grid pass the referee, does the model satisfy every clause.
The first fault is reported. If the solver says that the puzzle has no solution, an engine checks that.
"""

from __future__ import annotations

import shlex
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from sudocube.arguments import as_puzzle, check_limits
from sudocube.clock import Clock
from sudocube.encoder import Encoding, Formalism, load
from sudocube.encoder.clause_names import (
    ClauseName,
    NamedClause,
    clauses_by_line,
    definitions_in,
    named_puzzle_clauses,
)
from sudocube.encoder.puzzle_formula import PuzzleFormula, puzzle_formula
from sudocube.engines import engine_for
from sudocube.engines.asking import refereed_answer
from sudocube.errors import UnsupportedError
from sudocube.geometry import Geometry
from sudocube.puzzle import CellForms, Grid, Puzzle
from sudocube.solver_texts.model_checking import ModelChecker, ModelError
from sudocube.solver_texts.solver_formats import SolverFormat, format_for, read_output
from sudocube.solver_texts.solver_output import OutputText, SolverOutput, SolverStatus
from sudocube.verdict import referee


def encode(
    puzzle: CellForms,
    encoding: Encoding | str,
    to: str,
    *,
    source: str | None = None,
    file: str | None = None,
    clause_names: bool = False,
) -> Iterator[str]:
    r"""The puzzle in an encoding as the text of a format, in batches; comments explain it.

    `to` is a name in FORMATS. The comments name the origin of the puzzle (`source`) and the `file` that the
    text is written to, if they are given. With `clause_names`, a comment before the clauses of each line
    names the line, says what they say, and what its auxiliary variables stand for. Clues that clash are
    written like any others.

    Raises TypeError for what `Puzzle` does not take, PuzzleError for cells that are no puzzle,
    UnknownNameError for an unknown encoding or format, EncodingError for a user's encoding that cannot be
    read or has a mistake, and UnsupportedError for pencilmarks, for an encoding that cannot be written in the
    format, and for `clause_names` where it has no clauses.

    >>> text = "".join(encode(Puzzle("1... ..2. .3.. ...4"), "minimal", "dimacs"))
    >>> [line for line in text.splitlines() if not line.startswith("c")][:2]
    ['p cnf 64 244', '1 2 3 4 0']
    """
    puzzle = as_puzzle(puzzle, clues_only="encode")
    stated = load(encoding) if isinstance(encoding, str) else encoding
    format = format_for(to, stated)
    if clause_names and stated.formalism is not Formalism.CNF:
        raise UnsupportedError(f"{stated.name} consists of constraints; only clauses have names")
    run = format.run.replace("FILE", shlex.quote(file or f"puzzle{format.suffix}"))
    return _batches(puzzle, stated, format, [*_introduction(puzzle, stated, source, run)], clause_names)


def _batches(
    puzzle: Puzzle, encoding: Encoding, format: SolverFormat, comments: list[str], clause_names: bool
) -> Iterator[str]:
    """The text; clauses are made when the first batch is asked for."""
    if encoding.formalism is Formalism.CNF and format.clauses is not None:
        formula = puzzle_formula(encoding, puzzle)
        comments += _variable_map(formula, format.variable)
        head = _commented(format.mark, comments)
        if not clause_names:
            yield from format.clauses.text(formula, head)
            return
        yield format.clauses.head(formula, head)
        for name, clauses in clauses_by_line(named_puzzle_clauses(encoding, puzzle)):
            yield _named_line(name, clauses, format.mark, format.variable)
            yield "".join(format.clauses.line(clause) for clause, _ in clauses)
        yield format.clauses.tail(formula)
    elif format.write_model is not None:
        yield from format.write_model(puzzle, encoding, _commented(format.mark, comments))


def _named_line(name: ClauseName, clauses: Sequence[NamedClause], mark: str, variable: str) -> str:
    """Comments with the name of a line and with what it defines."""
    defined = definitions_in(clauses)
    shown = (f"  {one.name} = {variable.format(one.number)}: {one.means}" for one in defined)
    return _commented(mark, [str(name), *shown])


def _introduction(puzzle: Puzzle, encoding: Encoding, source: str | None, run: str) -> Iterator[str]:
    """Text lines that say what this is; `run` is a command that solves it and writes the file `output`."""
    n, name = puzzle.geometry.size, encoding.name
    yield f"A Sudoku puzzle of {puzzle.geometry}" + (f", from {source}" if source else "")
    cells = str(puzzle)
    yield from (f"  {cells[row : row + n]}" for row in range(0, n * n, n))
    yield f"in the encoding {name}: {encoding.title}"
    yield f"  {encoding.source}"
    yield "Solve it, and read the answer:"
    yield f"  {run}"
    shown = cells if n <= 9 else "PUZZLE"
    shape = puzzle.geometry
    box = "" if shape == Geometry.of_size(n) else f" --box {shape.box_rows}x{shape.box_columns}"
    yield f"  sudocube decode {shown}{box} --encoding {shlex.quote(name)} output"


def _variable_map(formula: PuzzleFormula, template: str) -> Iterator[str]:
    """What each variable stands for; `template` is how the format writes variable {}."""
    last = formula.meaning.declared
    if formula.numbers is not None:  # in rising order: the auxiliary variables are at the end
        last = bisect_right(formula.numbers, last) - 1
    yield "Variables:"
    for variable in range(1, last + 1):
        yield f"  {formula.name(variable)} = {template.format(variable)}"
    if formula.variables > last:
        auxiliary = f"{template.format(last + 1)} to {template.format(formula.variables)}"
        of = "" if formula.encoding.own else ", each of one line of the cube"
        yield f"  {auxiliary}: auxiliary{of}"


def _commented(mark: str, lines: Iterable[str]) -> str:
    """Text lines as comments; characters that cannot be printed, line breaks among them, become blanks."""
    printable = ("".join(symbol if symbol.isprintable() else " " for symbol in line) for line in lines)
    return "".join(f"{mark} {line}\n" for line in printable)


@dataclass(frozen=True, slots=True)
class Decoded:
    """One answer of a solver, and whether it is right.

    `accepted` is True where `grid` solves the puzzle, or where the puzzle has no solution and the solver's
    `status` says so. It is False where the answer is wrong. It is None where there is nothing to check,
    because the solver did not find out or gave no model; and where the time did not suffice to read and check
    the text, or to find out whether the puzzle has a solution: then `is_undecided` is true. `format` is None
    where several formats say this in the same words, and where the time did not suffice to find it out.

    >>> [one] = decode("12.. ...3 ..3. ...4", "minimal", "s UNSATISFIABLE")
    >>> one.accepted, one.status, one.grid
    (True, <SolverStatus.UNSATISFIABLE: 'unsatisfiable'>, None)
    """

    in_row = "format answer=status accepted solution=grid reason"

    puzzle: Puzzle
    format: str | None
    """The format of the output; None if it fits several. For example: "dimacs", null."""
    status: SolverStatus
    """What the solver says. For example: "satisfiable", "unsatisfiable", "unknown"."""
    accepted: bool | None
    """Whether it is right; None where nothing was checked. For example: true, null."""
    grid: Grid | None = None
    """The solution, if it is right. For example: "1423324123144132", null."""
    reason: str | None = None
    """Why it is not accepted. For example: "r1c1 holds 1 and 2", null."""
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
        return _decoded(puzzle, stated, OutputText(text, source, Clock(timeout)), format)
    except TimeoutError:
        reason = "out of time, before all of it was read and checked"
        return [Decoded(puzzle, None, SolverStatus.UNKNOWN, None, reason=reason, is_undecided=True)]


def _decoded(puzzle: Puzzle, encoding: Encoding, text: OutputText, format: str | None) -> list[Decoded]:
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
