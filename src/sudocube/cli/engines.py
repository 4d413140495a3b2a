"""`sudocube engines` and `bench`: what can be asked and is installed, and how fast it is here."""

from __future__ import annotations

from typing import Annotated

import typer

from sudocube.cli.command import ENGINE, READING, Run, command
from sudocube.cli.inputs import puzzle_entries
from sudocube.cli.options import Names
from sudocube.cli.out import Out

Lists = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[LIST...]",
        help="Files of puzzles, each measured by itself.",
        show_default="120 puzzles that come with the package",
    ),
]


@command("output_file", "json")
def engines(run: Run) -> None:
    """List the engines: what they can do, their variants, and how to get those not installed.

    Example: sudocube engines --json
    """
    from sudocube.engines.registry import families
    from sudocube.report.engines import engines_document
    from sudocube.report.row import row_of

    if run.json:
        run.output.put_rows(map(row_of, families().values()))
    else:
        run.output.put(engines_document(families().values()))


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
    from sudocube.report.engines import BenchReport
    from sudocube.report.words import counted

    out = Out(run, BenchReport())
    titles = lists or ["sample"]
    for number, title in enumerate(titles):
        given = sample()
        if lists:
            run.inputs = [title]
            given = [entry.puzzle for entry in puzzle_entries(run) if entry.puzzle is not None]
        if not given:
            continue
        given = given[:: max(1, len(given) // puzzles)][:puzzles]
        doing = f"{title}, {counted(len(given), 'puzzle')}"

        def show(share: float, doing: str = doing, number: int = number) -> None:
            run.progress.work(doing, (number + share) / len(titles))

        show(0.0)
        out.add(measure(given, engines, title=title, rounds=rounds, timeout=run.timeout, progress=show))
