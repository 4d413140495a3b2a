"""`sudocube count --estimate`: the options that go with it, and the records that it writes."""

from __future__ import annotations

from collections.abc import Sequence

import typer

from sudocube.cli.inputs import entries_of
from sudocube.cli.out import Out
from sudocube.cli.run import Run
from sudocube.cli.status import UNDECIDED, USAGE_ERROR
from sudocube.verdict import Verdict

STATUSES = {Verdict.UNKNOWN: UNDECIDED, Verdict.INVALID: USAGE_ERROR}


def refuse_with_estimate(engine: list[str] | None, jobs: int | None, samples: int | None) -> None:
    """Raise BadParameter for options that do not go with --estimate, and for too few samples."""
    if engine is not None:
        raise typer.BadParameter("--estimate has a method of its own: leave --engine out.")
    if jobs is not None:
        raise typer.BadParameter("--estimate works in one process: leave --jobs out.")
    if samples is not None:
        from sudocube.verdicts.estimating import check_sampling

        try:
            check_sampling(samples)
        except ValueError as error:
            raise typer.BadParameter(f"{error}.") from None


def report_estimates(
    run: Run,
    inputs: Sequence[str],
    format: str | None,
    *,
    limit: int | None,
    samples: int | None,
    seed: int,
    timeout: float | None,
) -> None:
    """Write a record for each puzzle, with the number of solutions, counted or estimated."""
    from sudocube.arguments import numbered
    from sudocube.report.estimate_text import EstimateReport
    from sudocube.verdicts.estimating import SAMPLES, estimate_numbered

    out = Out(run, EstimateReport(), STATUSES, format)
    for index, entry in enumerate(entries_of(run, inputs, keep=True), 1):
        [found] = estimate_numbered(
            numbered([entry], first=index),
            samples=samples or SAMPLES,
            seed=seed,
            limit=limit,
            timeout=timeout,
            progress=run.progress.work,
        )
        out.add(found)
        run.progress.work("", 0)
        run.progress.step()
    out.finish()
