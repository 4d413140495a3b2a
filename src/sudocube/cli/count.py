"""`sudocube count`: how many solutions."""

from __future__ import annotations

from typing import Annotated

import typer

from sudocube.cli.engine_options import EngineName, EngineTimeout, SolverMemory, only_engine
from sudocube.cli.estimated_counts import STATUSES, refuse_with_estimate, report_estimates
from sudocube.cli.inputs import batches_of
from sudocube.cli.options import Box, Inputs, Jobs, Json, Quiet, RecordFormat, RecordOutput, Size, flag
from sudocube.cli.out import Out
from sudocube.cli.output import STANDARD_OUTPUT
from sudocube.cli.records import CSV, RECORD_FORMATS, checked_all, chosen_format
from sudocube.cli.run import Run

Limit = Annotated[
    int | None,
    typer.Option(
        metavar="K", min=1, help='Stop at K solutions, and say "at least".', show_default="1,000,000"
    ),
]
Estimate = Annotated[
    bool,
    flag("--estimate", "Where there are more than --limit, estimate how many, with an interval of 95 %."),
]
Samples = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="With --estimate: samples to draw; four times as many halve the interval.",
        show_default="40",
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(
        metavar="S", help="With --estimate: the same seed draws the same samples.", show_default="0"
    ),
]


def count(
    inputs: Inputs,
    engine: EngineName = None,
    limit: Limit = None,
    estimate: Estimate = False,
    samples: Samples = None,
    seed: Seed = None,
    format: RecordFormat = None,
    output: RecordOutput = STANDARD_OUTPUT,
    jobs: Jobs = None,
    timeout: EngineTimeout = None,
    solver_memory: SolverMemory = None,
    size: Size = None,
    box: Box = None,
    json: Json = False,
    quiet: Quiet = False,
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
    """
    if estimate:
        refuse_with_estimate(engine, jobs, samples)
    elif samples is not None or seed is not None:
        raise typer.BadParameter("--samples and --seed go with --estimate.")
    with Run(
        quiet=quiet, size=size, box=box, output=output, in_records=True, solver_memory=solver_memory
    ) as run:
        from sudocube.report.checks import CountReport
        from sudocube.verdicts.checking import COUNTED_AT_MOST

        format = chosen_format(format, RECORD_FORMATS, json=json)
        if estimate:
            report_estimates(
                run, inputs, format, limit=limit, samples=samples, seed=seed or 0, timeout=timeout
            )
            return
        one = only_engine(engine)
        most = COUNTED_AT_MOST if limit is None else limit
        opened = batches_of(run, inputs, keep=format == CSV)
        out = Out(run, CountReport(most), STATUSES, format)
        for result in checked_all(run, opened, engine=one, limit=most, timeout=timeout, jobs=jobs):
            out.add(result)
        out.finish()
