"""`sudocube test-solver`: the conformance suite, for a solver of somebody else's."""

from __future__ import annotations

from contextlib import nullcontext
from shutil import which
from typing import Annotated

import typer

from sudocube.cli.command import Run, command
from sudocube.cli.options import UNDECIDED, Seconds, argument
from sudocube.cli.out import Out
from sudocube.cli.output import WholeFile
from sudocube.errors import EngineError
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
