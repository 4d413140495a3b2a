"""`sudocube count --estimate`: the options that go with it, and the records that it writes."""

from __future__ import annotations

from collections.abc import Sequence

import typer

from sudocube.cli.inputs import entries_of
from sudocube.cli.records import CSV, JSON, TableRecords
from sudocube.cli.run import Run
from sudocube.cli.status import UNDECIDED


def refuse_with_estimate(engine: list[str] | None, jobs: int | None, samples: int | None) -> None:
    """Raise BadParameter for options that do not go with --estimate, and for too few samples."""
    if engine is not None:
        raise typer.BadParameter("--estimate has a method of its own: leave --engine out.")
    if jobs is not None:
        raise typer.BadParameter("--estimate works in one process: leave --jobs out.")
    if samples is not None:
        from sudocube.checking.count_estimating import check_sampling

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
    from sudocube.checking.count_estimating import SAMPLES, estimate_numbered
    from sudocube.report.estimate_text import estimated_fields, estimated_in_words, estimated_row
    from sudocube.report.table_columns import ESTIMATED_COLUMNS
    from sudocube.report.words import undecided_in_words
    from sudocube.rows.table_writer import TableWriter

    table = TableRecords(run, TableWriter(ESTIMATED_COLUMNS)) if format == CSV else None
    for index, entry in enumerate(entries_of(run, inputs, keep=True), 1):
        [(checked, estimate)] = estimate_numbered(
            numbered([entry], first=index),
            samples=samples or SAMPLES,
            seed=seed,
            limit=limit,
            timeout=timeout,
            progress=run.progress.work,
        )
        if format == JSON:
            run.output.put_row(estimated_row(checked, estimate))
        elif table is not None:
            table.put(entry, estimated_fields(checked, estimate))
        else:
            run.output.put_lines(estimated_in_words(checked, estimate))
        if entry.error is not None:
            if format != JSON:
                run.report_invalid(entry)
        elif estimate is None:
            run.status.note(UNDECIDED)
            if format != JSON:
                run.info((f"{checked.source}: ", *undecided_in_words(checked.reason, checked.count)))
        run.progress.work("", 0)
        run.progress.step(checked.source)
