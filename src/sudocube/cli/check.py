"""`sudocube check`: the verdict of one engine on each puzzle."""

from __future__ import annotations

from sudocube.cli.command import command
from sudocube.cli.inputs import alone_or_not, batches_of
from sudocube.cli.options import (
    EngineName,
    Inputs,
    NoAnswers,
    RecordFormat,
    only_engine,
)
from sudocube.cli.out import Out
from sudocube.cli.records import CSV, JSON, RECORD_FORMATS, checked_all, chosen_format
from sudocube.cli.run import Run
from sudocube.cli.status import DONE, PROBLEM, UNDECIDED, USAGE_ERROR
from sudocube.verdict import StoredAnswer, Verdict

STATUSES: dict[Verdict | StoredAnswer, int] = {
    Verdict.MULTIPLE: PROBLEM,
    Verdict.NONE: PROBLEM,
    Verdict.UNKNOWN: UNDECIDED,
    Verdict.INVALID: USAGE_ERROR,
    **dict.fromkeys(StoredAnswer, PROBLEM),
    StoredAnswer.RIGHT: DONE,
    StoredAnswer.MISSING: DONE,
}
"""What a verdict and a stored answer mean for the exit status."""


@command("records", "jobs", "engine", "size", "json")
def check(
    run: Run,
    inputs: Inputs,
    engine: EngineName = None,
    format: RecordFormat = None,
    no_answers: NoAnswers = False,
) -> None:
    """Say whether each puzzle has no, one or several solutions.

    Given one puzzle, prints its verdict; given several, a line for each
    that is not unique or not valid.

    In a table with a column of solutions, and in a list with solutions
    beside the puzzles, each of these is compared, too, and there is a line
    for each that is not right.

    In CSV there is a row for each puzzle, in the order of the input: the
    columns source, box, verdict, evidence, engine and reason follow those
    of the table that was read; if that has solutions, stored comes last.

    Exit status: 0 all unique, and stored solutions right; 1 some none or multiple, or a stored solution
        that is not right; 3 some undecided.
    """
    from sudocube.report.checks import CheckReport

    format = chosen_format(format, RECORD_FORMATS, json=run.json)
    one = only_engine(engine)
    opened = batches_of(run, inputs, with_answers=not no_answers, keep=format == CSV)
    # In rows it makes no difference, and the first puzzle does not wait for the second.
    is_alone, opened = (False, opened) if format in (CSV, JSON) else alone_or_not(opened)
    report = CheckReport(is_alone=is_alone)
    if one is not None:
        report.engines[one.name] = None
    out = Out(run, report, STATUSES, format)
    for result in checked_all(run, opened, engine=one, timeout=run.timeout, jobs=run.jobs):
        out.add(result)
    out.finish()
    if format != JSON and report.verdicts.keys() - {Verdict.UNIQUE, Verdict.INVALID}:
        from sudocube.cli.next_steps import Checks, say_what_to_do

        limit = one.traits.default_timeout if one and run.timeout is None else run.timeout
        say_what_to_do(run, inputs, Checks(report.verdicts, report.pencilmarks, [*report.engines], limit))
