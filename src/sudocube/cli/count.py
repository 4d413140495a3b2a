"""`sudocube count`: how many solutions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from sudocube.cli.command import ENGINE, READING, command
from sudocube.cli.inputs import batches_of, checked_all, entries_of
from sudocube.cli.options import Positive, only_engine
from sudocube.cli.out import Out
from sudocube.cli.run import CSV, Run


@command(*READING, "output_file", "jobs", *ENGINE, "format", "json")
def count(
    run: Run,
    limit: Positive = None,
    estimate: bool = False,
    samples: Annotated[int | None, typer.Option(min=10)] = None,
    seed: int | None = None,
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

    Example: sudocube count puzzle.txt --limit 1000

    Exit status: 0 a number, or "at least", for each; 3 some undecided.

    Options:
        --limit K: Stop at K solutions, and say "at least". [default: 1,000,000]
        --estimate: Where there are more than --limit, estimate how many, with an interval of 95 %.
        --samples N: With --estimate: samples to draw; four times as many halve the interval. [default: 40]
        --seed S: With --estimate: the same seed draws the same samples. [default: 0]
    """
    if not estimate and (samples is not None or seed is not None):
        raise typer.BadParameter("--samples and --seed go with --estimate.")
    if estimate and (run.engine is not None or run.jobs is not None):
        raise typer.BadParameter("--estimate has a method of its own: leave --engine and --jobs out.")
    from sudocube.report.checks import CountReport, EstimateReport
    from sudocube.verdicts.checking import COUNTED_AT_MOST

    format = run.chosen_format()
    if estimate:
        estimates = _estimates(run, samples=samples, seed=seed or 0, limit=limit)
        Out(run, EstimateReport(), format).add_all(estimates)
        return
    engine, most = only_engine(run.engine), COUNTED_AT_MOST if limit is None else limit
    results = checked_all(run, batches_of(run, keep=format == CSV), engine=engine, limit=most)
    Out(run, CountReport(most), format).add_all(results)


def _estimates(run: Run, *, samples: int | None, seed: int, limit: int | None) -> Iterator[Any]:
    """An estimate for each puzzle."""
    from sudocube.arguments import numbered
    from sudocube.verdicts.estimating import SAMPLES, estimate_numbered

    return estimate_numbered(
        numbered(entries_of(run, keep=True)),
        samples=samples or SAMPLES,
        seed=seed,
        limit=limit,
        timeout=run.timeout,
        progress=run.progress.work,
    )
