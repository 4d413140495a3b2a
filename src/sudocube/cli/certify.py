"""`sudocube certify`: verdicts with proofs, written to a folder that anyone can check."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import typer

from sudocube.cli.command import READING, command
from sudocube.cli.going_on import certificates_go_on
from sudocube.cli.html_file import html_file
from sudocube.cli.inputs import alone_or_not, batches_of, entries_in
from sudocube.cli.out import Out
from sudocube.cli.run import JSON, Run

if TYPE_CHECKING:
    pass


@command(*READING, "jobs", "timeout", "html", "json")
def certify(run: Run, output: str, self_contained: bool = False) -> None:
    """Write a certificate of each verdict: a proof, or two solutions.

    Given one puzzle, prints its verdict; given several, a line for each
    that is not unique. `sudocube verify DIR` checks what was written.
    Takes clues only, no pencilmarks.

    Example: sudocube certify puzzles.txt -o proofs

    Exit status: 0 each puzzle has its certificate; 3 some undecided.

    Options:
        --output, -o DIR: The folder to write; one that is unfinished is resumed.
        --self-contained: Also write DIMACS and DRAT files, for checkers such as drat-trim.
        --timeout SECONDS: Time limit for one puzzle; past it, the puzzle is undecided.
    """
    if run.html is not None and Path(output).resolve() in run.html.resolve().parents:
        raise typer.BadParameter(f"{output} holds certificates only: name a file of --html outside of it.")
    from sudocube.report.certificates import CertifyReport, certification_in_words
    from sudocube.verdicts.certifying import certify as write

    is_alone, opened = alone_or_not(batches_of(run), JSON if run.json else None)
    report = CertifyReport(is_alone=is_alone)
    out = Out(run, report)

    start = perf_counter()
    with certificates_go_on(run, output), html_file(run, report):
        made = write(
            entries_in(run, opened),
            output,
            self_contained=self_contained,
            timeout=run.timeout,
            jobs=run.jobs,
            on_result=out.add,
        )
    if not run.json and made.verdicts.total() > 1:
        run.info(*certification_in_words(made, perf_counter() - start))
