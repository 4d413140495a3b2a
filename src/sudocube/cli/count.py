"""`sudocube count`: how many solutions."""

from __future__ import annotations

from typing import Annotated

import typer

from sudocube.cli.command import command
from sudocube.cli.inputs import batches_of, entries_of
from sudocube.cli.options import EngineName, Inputs, RecordFormat, only_engine
from sudocube.cli.out import Out
from sudocube.cli.records import CSV, RECORD_FORMATS, checked_all, chosen_format
from sudocube.cli.run import Run
from sudocube.cli.status import UNDECIDED, USAGE_ERROR
from sudocube.verdict import Verdict

STATUSES = {Verdict.UNKNOWN: UNDECIDED, Verdict.INVALID: USAGE_ERROR}


@command("records", "jobs", "engine", "size", "json")
def count(
    run: Run,
    inputs: Inputs,
    engine: EngineName = None,
    limit: Annotated[int | None, typer.Option(min=1)] = None,
    estimate: bool = False,
    samples: Annotated[int | None, typer.Option(min=10)] = None,
    seed: int | None = None,
    format: RecordFormat = None,
) -> None:
    """Count the solutions of each puzzle.

    Prints a line for each, in the order of the input: the number; "at
    least" and a number where it stopped at the limit; unknown where the
    number is undecided, and then why on standard error; invalid where
    there is no puzzle.
    So `paste FILE <(sudocube count FILE)` fits where FILE has a puzzle
    in each line, without header, comments and blank lines.

    With --estimate, up to --limit solutions are counted (a million; a
    thousand where the kernel does not serve). If there are more, the
    line is "estimate", a number, and the interval that holds the true
    number in 95 of 100 cases. The estimate is unbiased.

    In CSV the columns source, box, count and exact follow those of the
    table that was read; count and exact are empty where the number is
    unknown. With --estimate, estimate, low and high follow.

    Exit status: 0 a number, or "at least", for each; 3 some undecided.

    Options:
        --limit K: Stop at K solutions, and say "at least". [default: 1,000,000]
        --estimate: Where there are more than --limit, estimate how many, with an interval of 95 %.
        --samples N: With --estimate: samples to draw; four times as many halve the interval. [default: 40]
        --seed S: With --estimate: the same seed draws the same samples. [default: 0]
    """
    if not estimate and (samples is not None or seed is not None):
        raise typer.BadParameter("--samples and --seed go with --estimate.")
    if estimate and engine is not None:
        raise typer.BadParameter("--estimate has a method of its own: leave --engine out.")
    if estimate and run.jobs is not None:
        raise typer.BadParameter("--estimate works in one process: leave --jobs out.")
    from sudocube.arguments import numbered
    from sudocube.report.checks import CountReport
    from sudocube.report.estimate_text import EstimateReport
    from sudocube.verdicts.checking import COUNTED_AT_MOST
    from sudocube.verdicts.estimating import SAMPLES, estimate_numbered

    format = chosen_format(format, RECORD_FORMATS, json=run.json)
    if estimate:
        estimates = Out(run, EstimateReport(), STATUSES, format)
        for index, entry in enumerate(entries_of(run, inputs, keep=True), 1):
            [found] = estimate_numbered(
                numbered([entry], first=index),
                samples=samples or SAMPLES,
                seed=seed or 0,
                limit=limit,
                timeout=run.timeout,
                progress=run.progress.work,
            )
            estimates.add(found)
            run.progress.work("", 0)
            run.progress.step()
        estimates.finish()
        return
    one = only_engine(engine)
    most = COUNTED_AT_MOST if limit is None else limit
    opened = batches_of(run, inputs, keep=format == CSV)
    out = Out(run, CountReport(most), STATUSES, format)
    for result in checked_all(run, opened, engine=one, limit=most, timeout=run.timeout, jobs=run.jobs):
        out.add(result)
    out.finish()
