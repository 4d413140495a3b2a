"""`sudocube test-solver`: the conformance suite, for a solver of somebody else's."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from shutil import which
from typing import TYPE_CHECKING, Annotated

import typer

from sudocube.cli.engine_options import SolverMemory
from sudocube.cli.options import (
    Json,
    Output,
    Quiet,
    details_at_most,
    flag,
    seconds_above_zero,
)
from sudocube.cli.output import STANDARD_OUTPUT
from sudocube.cli.run import Run
from sudocube.cli.status import PROBLEM, UNDECIDED, USAGE_ERROR
from sudocube.cli.whole_file import WholeFile
from sudocube.errors import EngineError
from sudocube.verdict import Claim

if TYPE_CHECKING:
    from sudocube.conformance import CaseResult, Conformance

DEFAULT_TIMEOUT = 10.0

SAME_SHOWN = 3
"""How many cases are shown that have no answer for the same reason; the others are counted."""

_DETAIL = re.compile(r"'.*'|[0-9,.]+")
"""What may differ in reasons that are the same: what was printed, and numbers."""


def _one_solver(values: list[str]) -> list[str]:
    if len(values) > 1:
        raise typer.BadParameter(
            f"one solver is tested at a time; if this is one command, quote it: {' '.join(values)!r}."
        )
    return values


def _claim(value: str | None) -> str | None:
    if value is not None and value not in list(Claim):
        raise typer.BadParameter(f"found {value!r}; expected {', '.join(Claim)}.")
    return value


Solver = Annotated[
    list[str],
    typer.Argument(
        metavar="CMD|python:...",
        help="A command in quotes, [bold]python:FILE.py:NAME[/bold] or [bold]python:MODULE:NAME[/bold].",
        show_default=False,
        callback=_one_solver,
    ),
]
Claims = Annotated[
    str | None,
    typer.Option(
        metavar="solution|verdict|count",
        help="What an answer claims: one solution, a verdict, or how many.",
        show_default="found out",
        callback=_claim,
    ),
]
Timeout = Annotated[
    float,
    typer.Option(
        metavar="SECONDS",
        help="Time limit for one puzzle; past it, the case is undecided.",
        callback=seconds_above_zero,
    ),
]
Seed = Annotated[int, typer.Option(metavar="N", help="Makes the generated puzzles: the same for the same N.")]
Junit = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Write the results as JUnit XML, too.", show_default=False),
]
NoShrink = Annotated[bool, flag("--no-shrink", "Do not look for smaller puzzles that show the same.")]
Details = Annotated[
    str,
    typer.Option(metavar="all|N|none", help="Show all cases that did not pass; or the first N; or none."),
]


def test_solver(
    solver: Solver,
    claims: Claims = None,
    timeout: Timeout = DEFAULT_TIMEOUT,
    seed: Seed = 0,
    junit: Junit = None,
    no_shrink: NoShrink = False,
    details: Details = "all",
    solver_memory: SolverMemory = None,
    output: Output = STANDARD_OUTPUT,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Test your solver on puzzles of every kind: does it conform?

    CMD is started once and gets a puzzle per line; where it has a pair
    of braces, it is started for each puzzle, which takes their place. It
    prints a grid, none, unique GRID, multiple, or a number of solutions.
    """
    most = details_at_most(details)
    with Run(quiet=quiet, output=output, solver_memory=solver_memory) as run:
        from sudocube.conformance import examine_solver
        from sudocube.report.conformance_rows import junit_text

        reporter = _ConformanceReporter(run, most, json=json)
        try:
            with _junit_file(junit) as file:
                result = examine_solver(
                    engine_name(solver[0]),
                    claims=claims,
                    timeout=timeout,
                    seed=seed,
                    shrink=not no_shrink,
                    on_result=reporter.report,
                    progress=run.progress.work,
                )
                reporter.finish(result)
                if file is not None:
                    file.write(junit_text(result))
        except EngineError as error:  # it cannot be started; whatever else it does is a result
            run.error(str(error))
            run.status.note(USAGE_ERROR)


def engine_name(solver: str) -> str:
    """The engine that a solver is: one with a name of its own, else the command that it is."""
    from sudocube.engines.registry import families

    family, colon, _ = solver.partition(":")
    is_engine = family in families() and (bool(colon) or which(solver) is None)
    return solver if is_engine else f"command:{solver}"


@contextmanager
def _junit_file(name: str | None) -> Iterator[WholeFile | None]:
    """The file of JUnit XML, opened before the solver is asked; written completely or not at all.

    Raises InputError if the file cannot be opened, and OutputError if it cannot be written.
    """
    if name is None:
        yield None
        return
    file = WholeFile(name)
    try:
        yield file
    except BaseException:
        file.end(is_kept=False)
        raise
    file.end(is_kept=True)


class _ConformanceReporter:
    """Prints each case: in JSON all, as text those that did not pass; in the end tables and the result."""

    def __init__(self, run: Run, most: int | None, *, json: bool) -> None:
        self._run, self._most, self._json = run, most, json
        self._shown = self._more = 0
        self._unanswered: defaultdict[str, list[str]] = defaultdict(list)

    def report(self, result: CaseResult) -> None:
        """Print a case, as soon as it is judged."""
        from sudocube.report.conformance_rows import case_row
        from sudocube.report.conformance_text import case_block

        if result.passed is False:
            self._run.status.note(PROBLEM)
        elif result.passed is None:
            self._run.status.note(UNDECIDED)
        if self._json:
            self._run.output.put_row(case_row(result))
        elif result.passed is True:
            pass
        elif self._most is not None and self._shown >= self._most:
            self._more += 1
        elif self._is_new(result):
            self._shown += 1
            self._run.output.put_rendered(*case_block(result, self._run.output.width), "")

    def _is_new(self, result: CaseResult) -> bool:
        """Whether a case is not one of many without an answer, all for the same reason."""
        if result.reason is None or result.answer != result.reason:
            return True
        like = self._unanswered[_DETAIL.sub("", result.reason)]
        like.append(result.case)
        return len(like) <= SAME_SHOWN

    def finish(self, result: Conformance) -> None:
        """Print what is said of the whole."""
        from sudocube.report.conformance_rows import conformance_row
        from sudocube.report.conformance_text import conformance_lines

        if result.conforms is None:  # there may be no case at all
            self._run.status.note(UNDECIDED)
        if self._json:
            self._run.output.put_row(conformance_row(result))
            return
        for first, *others in self._unanswered.values():
            if (number := 1 + len(others) - SAME_SHOWN) > 0:
                self._run.output.put_lines(
                    f"{number:,} more have no answer for the same reason as {first}", ""
                )
        if self._more:
            self._run.output.put_lines(f"{self._more:,} more did not pass; --details all shows them", "")
        self._run.output.put_rendered(*conformance_lines(result, self._run.output.width))
