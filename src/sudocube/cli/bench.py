"""`sudocube bench`: engines and levels of the kernel side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sudocube.cli.command import ENGINE, READING, command
from sudocube.cli.inputs import entries_of
from sudocube.cli.options import Names
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


@command(*READING[1:], "output_file", *ENGINE[1:], "json")
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

    Example: sudocube bench puzzles.txt -e kernel,phases

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

    titles, is_first = lists or ["sample"], True
    for number, title in enumerate(titles):
        given = _spread(run, title, puzzles) if lists else sample()[:puzzles]
        if not given:
            continue
        doing = f"{title}, {counted(len(given), 'puzzle')}"

        def show(share: float, doing: str = doing, number: int = number) -> None:
            run.progress.work(doing, (number + share) / len(titles))

        show(0.0)
        measured = measure(given, engines, rounds=rounds, timeout=run.timeout, progress=show)
        if not measured.contenders:
            run.error(f"{title}: puzzles of several kinds: name the engines that take all of them")
            run.note(UNDECIDED)
            continue
        _report(run, measured, title, is_first=is_first)
        is_first = False


def _report(run: Run, measured: BenchResult, title: str, *, is_first: bool) -> None:
    """Print the result for one list."""
    from sudocube.report.engine_tables import bench_document, bench_rows, disagreements_in_words

    if run.json:
        run.output.put_rows(bench_rows(measured, title))
    else:
        run.output.put_lines(*[""] * (not is_first))
        run.output.put(bench_document(measured, title))
    for line in disagreements_in_words(measured):
        run.note(PROBLEM)
        run.error(f"the engines disagree: {line}")
    for one in measured.contenders:
        if one.failure is not None:
            run.error(f"{one.name} failed: {one.failure}")
        if one.undecided:
            run.note(UNDECIDED)


def _spread(run: Run, title: str, count: int) -> list[Puzzle]:
    """Up to `count` puzzles of a list, evenly spread; what is no puzzle is reported."""
    run.inputs, found = [title], list[Puzzle]()
    for entry in entries_of(run):
        if entry.puzzle is None:
            run.report_invalid(entry)
        else:
            found.append(entry.puzzle)
    return found[:: max(1, len(found) // count)][:count]
