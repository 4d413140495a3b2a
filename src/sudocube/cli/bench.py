"""`sudocube bench`: engines and levels of the kernel side by side."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from sudocube.cli.command import command
from sudocube.cli.inputs import puzzles_of
from sudocube.cli.options import Names, commas_explained
from sudocube.cli.run import Run
from sudocube.cli.status import PROBLEM, UNDECIDED
from sudocube.puzzle import Puzzle

if TYPE_CHECKING:
    from sudocube.bench import BenchResult

Lists = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[LIST...]",
        help="Files of puzzles, each measured by itself.",
        show_default="120 puzzles that come with the package",
    ),
]


@command("output", "engine", "size", "json")
def bench(
    run: Run,
    lists: Lists = None,
    engines: Names = None,
    puzzles: Annotated[int, typer.Option(min=1)] = 300,
    rounds: Annotated[int, typer.Option(min=1)] = 5,
) -> None:
    """Measure engines side by side, on your puzzles or a small sample.

    Prints puzzles per second, in the median round, and how many times as
    fast as the last engine each one is.

    Exit status: 0 done; 1 engines disagree; 3 some undecided.

    Options:
        --engine, --engines, -e A,B,...: Which engines; ratios are to the last one. Your own: command:CMD,
            python:FILE.py:NAME. May be repeated. [default: all levels of the kernel, phases, cpsat, sat]
        --puzzles N: How many puzzles of each list, evenly spread.
        --rounds N: How often each list is gone through.
    """
    from sudocube.bench import bench as measure
    from sudocube.bench import sample
    from sudocube.report.words import counted

    is_first = True
    titles = lists or ["sample"]
    for number, title in enumerate(titles):
        given = _spread(run, title, puzzles) if lists else sample()[:puzzles]
        if not given:
            continue
        doing = f"{title}, {counted(len(given), 'puzzle')}"
        show = partial(_show, run, doing, lists_done=number, lists=len(titles), rounds=rounds)
        show(0.0)
        with commas_explained(engines):
            measured = measure(given, engines, rounds=rounds, timeout=run.timeout, progress=show)
        if not measured.contenders:
            run.error(f"{title}: puzzles of several kinds: name the engines that take all of them")
            run.status.note(UNDECIDED)
            continue
        if not run.json and not is_first:
            run.output.put_lines("")
        is_first = False
        _report(run, measured, title, json=run.json)


def _show(run: Run, doing: str, share: float, *, lists_done: int, lists: int, rounds: int) -> None:
    """Show the share of a list's work that is done; after the first round, it tells how much time is left."""
    run.progress.work(doing, (lists_done + share) / lists)


def _report(run: Run, measured: BenchResult, title: str, *, json: bool) -> None:
    """Print the result for one list."""
    from sudocube.report.engine_tables import bench_document, bench_rows, disagreements_in_words

    if json:
        run.output.put_rows(bench_rows(measured, title))
    else:
        run.output.put(bench_document(measured, title))
    for line in disagreements_in_words(measured):
        run.status.note(PROBLEM)
        run.error(f"the engines disagree: {line}")
    for one in measured.contenders:
        if one.failure is not None:
            run.error(f"{one.name} failed: {one.failure}")
    if any(one.undecided for one in measured.contenders):
        run.status.note(UNDECIDED)


def _spread(run: Run, title: str, count: int) -> list[Puzzle]:
    """Up to `count` puzzles of a list, evenly spread; what is no puzzle is reported."""
    found = list(puzzles_of(run, [title]))
    step = max(1, len(found) // count)
    return found[::step][:count]
