"""`sudocube encodings compare`: encodings side by side."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from sudocube.cli.command import READING, command
from sudocube.cli.html_file import html_file
from sudocube.cli.inputs import puzzle_entries
from sudocube.cli.options import Names, Positive
from sudocube.cli.run import CSV, TEXT, Out, Run
from sudocube.cli.status import UNDECIDED
from sudocube.file_names import check_can_be_written, write_file
from sudocube.verdict import Verdict


@command(*READING, "output_file", "jobs", "timeout", "format", "html", "json")
def compare(
    run: Run,
    encodings: Names = None,
    solvers: Names = None,
    strengths: Names = None,
    by_list: bool = False,
    repeat: Positive = None,
    seed: Annotated[int, typer.Option(min=0)] = 1,
    spread: bool = False,
    plot: Path | None = None,
    per_puzzle: Path | None = None,
    no_failed_literals: bool = False,
    no_search: bool = False,
    thorough: bool = False,
) -> None:
    """Compare encodings on puzzles: size, propagation, effort.

    Says how large each is, what share of the puzzles unit propagation
    decides, with failed literals and without, and what a full check (a
    solution, and whether there is another) costs. Takes clues only, no pencilmarks.
    The time limit is for what is inferred and searched of each puzzle: the
    clauses are always written, because their number is part of the answer.

    Example: sudocube encodings compare puzzles.txt -e minimal,extended

    Exit status: 0 done; 3 some puzzle undecided for some encoding.

    Options:
        --solvers A,B,...: Solvers of PySAT that make the full checks of encodings in CNF, side by side.
            [default: glucose4]
        --strengths A,B,...: What else to infer from each puzzle: lp; for CP-SAT theory and root, too.
        --by-list: Show each list by itself: each file has figures of its own.
        --repeat N: Make each full check N times, each in an order of clauses at random; implies --spread.
            [default: once, in the order of the encoding]
        --seed N: Choose what is random: these orders, and --spread.
        --spread: Show quartiles, a 95 % interval for each mean, and which encodings are within noise.
        --per-puzzle FILE: Write what was measured of each puzzle, too: a .csv or .parquet.
        --no-failed-literals: Leave out failed literals.
        --no-search: Leave out full checks.
        --thorough: Check all puzzles in full, even where that takes an encoding very long.
        --timeout SECONDS: Time limit for one full check, and for what is inferred of one puzzle; writing
            clauses has none.
        --plot FILE: Draw the figures, too: an .svg.
        --format, -f NAME: Write text, csv or json. [default: text]
        --encoding, --encodings, -e A,B,...: Which: names of the catalogue, paths of files, functions
            python:FILE.py:NAME. May be repeated. [default: all in CNF]
    """
    from sudocube.encoder import Formalism, names
    from sudocube.lab import compare as compare_encodings
    from sudocube.lab.measuring import SOLVER
    from sudocube.report.comparisons import ComparisonReport, puzzle_rows, table_file
    from sudocube.report.words import counted

    chosen = run.chosen_format() or TEXT
    if no_search and (solvers or repeat):
        option = "--solvers" if solvers else "--repeat"
        raise typer.BadParameter(f"{option} is for full checks, which --no-search leaves out.")
    for file, endings in ((plot, (".svg",)), (per_puzzle, (".csv", ".parquet"))):
        if file is not None:
            check_can_be_written(file, *endings)
    report = ComparisonReport(seed=seed, with_spread=spread or repeat is not None)
    out = Out(run, report, {Verdict.UNKNOWN: UNDECIDED}, chosen)
    try:
        with html_file(run, report):
            entries = [*puzzle_entries(run)]
            results = compare_encodings(
                entries,
                [*dict.fromkeys(encodings or names(Formalism.CNF))],
                failed_literals=not no_failed_literals,
                search=not no_search,
                thorough=thorough,
                timeout=run.timeout,
                strengths=strengths or (),
                solvers=[*dict.fromkeys(solvers or [SOLVER])],
                repeat=repeat,
                seed=seed,
                by_list=by_list,
                jobs=run.jobs,
                progress=partial(run.progress.work, counted(len(entries), "puzzle")),
                on_print=run.info,
            )
            out.add_all(results)
    finally:
        if chosen == CSV and report.figures:
            run.output.put_records(report.csv())
    if per_puzzle is not None:
        rows = [row for one in report.figures for row in puzzle_rows(one)]
        write_file(per_puzzle, table_file(rows, packed=per_puzzle.suffix == ".parquet"))
    if plot is not None and report.figures:
        write_file(plot, next(report.charts()).svg.encode("utf-8"))
