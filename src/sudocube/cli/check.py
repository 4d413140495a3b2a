"""`sudocube check`: the verdict of one engine on each puzzle."""

from __future__ import annotations

from sudocube.cli.command import ANSWERS, ENGINE, READING, command
from sudocube.cli.inputs import alone_or_not, batches_of, checked_all
from sudocube.cli.options import only_engine
from sudocube.cli.out import Out
from sudocube.cli.run import CSV, JSON, Run
from sudocube.verdict import Verdict


@command(*READING, *ANSWERS, "output_file", "jobs", *ENGINE, "format", "json")
def check(run: Run) -> None:
    """Say whether each puzzle has no, one or several solutions.

    Given one puzzle, prints its verdict; given several, a line for each
    that is not unique or not valid.

    In a table with a column of solutions, and in a list with solutions
    beside the puzzles, each of these is compared, too, and there is a line
    for each that is not right.

    In CSV there is a row for each puzzle, in the order of the input: the
    columns source, box, verdict, evidence, engine and reason follow those
    of the table that was read; if that has solutions, stored comes last.

    Example: sudocube check puzzles.txt --engine command:./my-solver

    Exit status: 0 all unique, and stored solutions right; 1 some none or multiple, or a stored solution
        that is not right; 3 some undecided.
    """
    from sudocube.report.checks import CheckReport

    format = run.chosen_format()
    engine = only_engine(run.engine)
    opened = batches_of(run, with_answers=True, keep=format == CSV)
    is_alone, opened = alone_or_not(opened, format)
    report = CheckReport(is_alone=is_alone)
    if engine is not None:
        report.engines[engine.name] = None
    Out(run, report, format).add_all(checked_all(run, opened, engine=engine))
    faults = report.verdicts[Verdict.NONE] + report.verdicts[Verdict.MULTIPLE]
    if format != JSON and faults > report.pencilmarks:  # `diagnose` takes clues only
        run.info(f"why: {run.command_line('diagnose', run.inputs)}")
