"""`sudocube crosscheck`: several engines on every puzzle, whether they agree, and who is wrong."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

import typer

from sudocube.cli.command import ANSWERS, READING, command
from sudocube.cli.going_on import going_on
from sudocube.cli.html_file import html_file
from sudocube.cli.inputs import entries_of
from sudocube.cli.options import Names, Positive, details_at_most
from sudocube.cli.out import Out
from sudocube.cli.run import Run
from sudocube.cli.status import UNDECIDED

if TYPE_CHECKING:
    from sudocube.verdicts.judging import Crosschecked

DEFAULT_TIMEOUT = 60.0

DETAILS_AT_MOST = "10"


@command(*READING, *ANSWERS, "output_file", "jobs", "timeout", "solver_memory", "html", "json")
def crosscheck(
    run: Run,
    engines: Names = None,
    prove: bool = False,
    shrink: bool = False,
    tries: Positive = None,
    details: str | None = None,
) -> None:
    """Ask several engines about each puzzle, and say who is wrong.

    Prints the first puzzles that are not unique or not agreed upon, and
    a table of the engines. Two solutions, or one, or a proof that is
    asked for where engines disagree show who is wrong; never a majority.

    In a table with a column of solutions, and in a list with solutions
    beside the puzzles, each of these is compared, too.
    The engine stored answers with them.

    Example: sudocube crosscheck puzzles.txt -e sat,command:./my-solver --shrink

    Exit status: 0 no disagreement; 1 a disagreement, settled or not, or a stored solution that is not
        right; 3 some puzzle decided by fewer than two engines.

    Options:
        --engine, --engines, -e A,B,...: Which engines. Your own: command:CMD, python:FILE.py:NAME. May be
            repeated. [default: phases,sat,cpsat and, at 9×9, kernel]
        --prove: Prove each verdict, and have the trusted checker look at the proof.
        --shrink: Find for each refuted answer a small puzzle, with few blanks, that shows the same.
        --tries N: With --shrink: how often an engine is asked at most for such a puzzle. [default: 500]
        --details all|N|none: Show all puzzles that are not unique or not agreed upon; or the first N, and N
            disagreements; or none. [default: 10; 50 at least on the page of --html]
        --timeout SECONDS: Time limit for one puzzle and one engine; past it, the puzzle is undecided.
            [default: 60; 10 for programs and functions]
    """
    if not shrink and tries is not None:
        raise typer.BadParameter("--tries goes with --shrink.")
    from sudocube.engines import DEFAULT_ENGINES
    from sudocube.report.crosschecks import CrosscheckReport
    from sudocube.verdicts.crosschecking import crosscheck_many, made_engines
    from sudocube.verdicts.shrinking import DEFAULT_TRIES

    most = details_at_most(DETAILS_AT_MOST if details is None else details)
    made = made_engines(DEFAULT_ENGINES if engines is None else engines)

    def begin(done: int, _: object) -> Generator[Crosschecked, None, None]:
        results = crosscheck_many(
            islice(entries_of(run, with_answers=True), done, None),
            engines=None if engines is None else made,
            timeout=run.timeout,
            default_timeout=DEFAULT_TIMEOUT,
            jobs=run.jobs,
            prove=prove,
            shrink=shrink,
            tries=DEFAULT_TRIES if tries is None else tries,
        )
        with closing(results):
            for one in results:
                yield replace(one, index=done + one.index)

    report = CrosscheckReport([one.name for one in made], most=most)
    with html_file(run, report):
        Out(run, report).add_all(going_on(run, begin))
    for name in report.always_failed():
        run.note(UNDECIDED)
        run.info(f"{name} failed on every puzzle: it has confirmed nothing")
    if len(made) == 1:
        run.info(f"only {made[0].name} was asked: one engine cross-checks nothing; -e takes two or more")
