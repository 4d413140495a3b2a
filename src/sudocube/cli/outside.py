"""`test-solver`, `encode` and `decode`: solvers of somebody else's."""

from __future__ import annotations

from contextlib import nullcontext
from shutil import which
from typing import Annotated

import typer

from sudocube.cli.command import JSON, PUZZLE_FORMATS, READING, Run, command
from sudocube.cli.inputs import only_puzzle, opened_file
from sudocube.cli.options import (
    PROBLEM,
    STANDARD_INPUT,
    STANDARD_OUTPUT,
    UNDECIDED,
    USAGE_ERROR,
    OnePuzzle,
    Seconds,
    argument,
    only_encoding,
)
from sudocube.cli.out import Out
from sudocube.cli.output import WholeFile
from sudocube.errors import EngineError
from sudocube.rows import Style
from sudocube.rows.writer import RecordWriter
from sudocube.verdict import Claim

DEFAULT_TIMEOUT = 2.0


def _one_solver(values: list[str]) -> list[str]:
    if len(values) > 1:
        raise typer.BadParameter(
            f"one solver is tested at a time; if this is one command, quote it: {' '.join(values)!r}."
        )
    return values


_SOLVER = "A command in quotes, [bold]python:FILE.py:NAME[/bold] or [bold]python:MODULE:NAME[/bold]."
Solver = Annotated[list[str], argument("CMD|python:...", _SOLVER, _one_solver)]


@command("solver_memory", "output_file", "json")
def test_solver(
    run: Run,
    solver: Solver,
    claims: Claim | None = None,
    timeout: Seconds = DEFAULT_TIMEOUT,
    seed: int = 0,
    junit: str | None = None,
    no_shrink: bool = False,
    strict: bool = False,
    details: bool = False,
) -> None:
    """Test your solver on puzzles of every kind: does it conform?

    CMD is started once and gets a puzzle per line; where it has a pair
    of braces, it is started for each puzzle, which takes their place. It
    prints a grid, none, unique GRID, multiple, or a number of solutions.

    Example: sudocube test-solver ./my-solver --junit results.xml

    Exit status: 0 conforms; 1 does not conform; 2 the solver cannot be started; 3 some cases undecided.

    Options:
        --claims solution|verdict|count: What an answer claims: one solution, a verdict, or how many.
            [default: found out]
        --timeout SECONDS: Time limit for one puzzle; past it, the case is undecided.
        --seed N: Makes the generated puzzles: the same for the same N.
        --junit FILE: Write the results as JUnit XML, too.
        --no-shrink: Do not look for smaller puzzles that show the same.
        --strict: Count what it does with lines that are no puzzles, too.
        --details: Show all cases that did not pass, not one of each cause.
    """
    from sudocube.conformance import examine_solver
    from sudocube.report.conformance import ConformanceReport, junit_text

    report = ConformanceReport(in_full=details, is_strict=strict)
    with nullcontext() if junit is None else WholeFile(junit) as file, Out(run, report).whole() as out:
        try:
            report.conformance = examine_solver(
                engine_name(solver[0]),
                claims=claims,
                timeout=timeout or DEFAULT_TIMEOUT,
                seed=seed,
                shrink=not no_shrink,
                strict=strict,
                on_result=out.add,
                progress=run.progress.work,
            )
        except EngineError as error:  # it cannot be started; whatever else it does is a result
            raise typer.BadParameter(str(error)) from None
        if report.conformance.conforms is None:  # there may be no case at all
            run.note(UNDECIDED)
        if file is not None:
            file.write(junit_text(report.conformance))


def engine_name(solver: str) -> str:
    """The engine that a solver is: one with a name of its own, else the command that it is."""
    from sudocube.engines.registry import families

    family, colon, _ = solver.partition(":")
    is_engine = family in families() and (bool(colon) or which(solver) is None)
    return solver if is_engine else f"command:{solver}"


@command(*READING[1:], "output_file", "encoding")
def encode(run: Run, puzzle: OnePuzzle, to: str = "dimacs", clause_names: bool = False) -> None:
    """Write a puzzle for outside solvers.

    CNF encodings go to every format but cpsat, those for CP-SAT to cpsat
    and minizinc. Comments in the text say what the variables stand for,
    and how to solve it and have the answer read with `decode`. Takes
    clues only, no pencilmarks.

    Example: sudocube encode puzzle.txt --to dimacs -o puzzle.cnf

    Options:
        --to FORMAT: dimacs, opb, lp, smtlib, minizinc, asp or cpsat.
        --clause-names: Before the clauses of each line, say in a comment which line it is, what they say, and
            what its auxiliary variables stand for.
    """
    from sudocube.exchange import encode as encoded

    subject, entry = only_puzzle(run, puzzle, "encode")
    source = None if entry.source.startswith("argument:") else entry.source
    file = None if run.output_file == STANDARD_OUTPUT else run.output_file
    name = only_encoding(run.encoding)
    for text in encoded(subject, name, to, source=source, file=file, clause_names=clause_names):
        run.output.put_text(text)


_OUTPUT = "What the solver printed: a file, or [bold]-[/bold] for standard input; up to 100 MB."


@command(*READING[1:], "output_file", "timeout", "encoding", "format", "json")
def decode(
    run: Run,
    puzzle: OnePuzzle,
    answer_file: Annotated[str, argument("OUTPUT", _OUTPUT)],
    from_format: str | None = None,
) -> None:
    """Read an outside solver's answer to what `encode` wrote, and judge it.

    Prints the solution where it is right, in the format of the puzzle
    or another one; else says what is wrong. That there is no solution is checked, too.
    Takes clues only, no pencilmarks.

    Example: sudocube decode puzzle.txt solver-output.txt

    Exit status: 0 a right solution; 1 wrong, or UNSATISFIABLE for a puzzle that has one; 3 --timeout
        passed before all was checked.

    Options:
        --from FORMAT: dimacs, opb, lp (HiGHS, SCIP, CBC, GLPK with -o), smtlib, minizinc, asp or cpsat.
            [default: as it looks]
        --timeout SECONDS: Time limit for all that is checked; past it, it is undecided.
        --format, -f NAME: Write line, grid, ss, sdk, sdm, pencilmarks, csv, f-puzzles, sudokupad, sudokuwiki
            (links) or json. [default: as read]
    """
    if puzzle == answer_file == STANDARD_INPUT:
        raise typer.BadParameter("the puzzle and the output cannot both be standard input.")
    from sudocube.exchange import decode as decoded
    from sudocube.report.row import row_of
    from sudocube.solver_texts.solver_output import read_output_text

    format, name = run.chosen_format(PUZZLE_FORMATS), only_encoding(run.encoding)
    subject, entry = only_puzzle(run, puzzle, "decode")
    style = entry.style if format in (None, JSON) else Style.named(str(format), entry.style)
    with opened_file(answer_file) as stream:
        text = read_output_text(stream, answer_file)
    for answer in decoded(subject, name, text, format=from_format, source=answer_file, timeout=run.timeout):
        if format == JSON:
            run.output.put_rows([row_of(entry, answer, index=1)])
        elif answer.grid is not None:
            writer = RecordWriter(style, columns=["solution"])
            run.output.put_text(writer.record(entry, answer.grid))
        if answer.accepted is None:
            run.note(UNDECIDED if answer.is_undecided else USAGE_ERROR)
            tell = run.report if answer.is_undecided else run.error
            tell(f"{answer_file}: {answer.reason}")
        elif not answer.accepted:
            run.note(PROBLEM)
            run.report(f"{answer_file}: wrong: {answer.reason}")
        elif answer.grid is None:
            run.info(f"{answer_file}: right: the puzzle has no solution")
