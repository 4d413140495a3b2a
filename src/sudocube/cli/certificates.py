"""`certify` and `verify`: verdicts with proofs, written to a folder that anyone can check, and checked."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sudocube.cli.command import JSON, READING, Run, command
from sudocube.cli.going_on import certificates_go_on
from sudocube.cli.inputs import alone_or_not, batches_of, entries_in, entries_of
from sudocube.cli.options import argument
from sudocube.cli.out import Out


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
    from sudocube.report.verdicts import CertifyReport
    from sudocube.verdicts.certifying import certify as write

    is_alone, opened = alone_or_not(batches_of(run), JSON if run.json else None)
    report = CertifyReport(in_full=is_alone)
    with certificates_go_on(run, output), Out(run, report).whole() as out:
        write(
            entries_in(run, opened),
            output,
            self_contained=self_contained,
            timeout=run.timeout,
            jobs=run.jobs,
            on_result=out.add,
        )


_PUZZLES = "The puzzles that must have a certificate each: files, '-', or puzzles."


@command(*READING[1:], "output_file", "json")
def verify(
    run: Run,
    folder: Annotated[str, argument("DIR", "A folder that `sudocube certify` wrote.")],
    inputs: Annotated[list[str] | None, argument("[INPUT]...", _PUZZLES)] = None,
) -> None:
    """Check certificates, trusting neither the solver nor whoever wrote them.

    Prints what is refused, and a summary. Certificates can be left out
    of a folder: given INPUT, it must have one for each puzzle there, and
    no other. The same check, without INPUT, runs without the rest of
    sudocube: `python -P -m sudocube.trusted DIR`.

    Example: sudocube verify proofs puzzles.txt

    Exit status: 0 every certificate holds; 1 something refused, altered, missing or extra.
    """
    from sudocube.report.verdicts import VerifyReport, list_in_words
    from sudocube.verdicts.certificates import certificates_said
    from sudocube.verdicts.certificates import verify as check

    report = VerifyReport()
    out = Out(run, report)

    run.inputs = inputs or []
    run.progress.expected = certificates_said(folder)
    report.result = check(folder, entries_of(run) if inputs else None, on_result=out.add)
    out.finish()
    if run.json and not inputs:
        run.info(list_in_words(report.result))
