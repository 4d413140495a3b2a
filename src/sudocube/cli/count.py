"""`sudocube count`: how many solutions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sudocube.cli.engine_options import EngineName, EngineTimeout, SolverMemory, only_engine
from sudocube.cli.estimated_counts import refuse_with_estimate, report_estimates
from sudocube.cli.inputs import batches_of
from sudocube.cli.options import Box, Inputs, Jobs, Json, Quiet, RecordFormat, RecordOutput, Size, flag
from sudocube.cli.output import STANDARD_OUTPUT
from sudocube.cli.records import (
    CSV,
    JSON,
    RECORD_FORMATS,
    TableRecords,
    chosen_format,
    report_all,
)
from sudocube.cli.run import Run
from sudocube.cli.status import UNDECIDED, USAGE_ERROR

if TYPE_CHECKING:
    from sudocube.checking import Checked
    from sudocube.checking.batches import CheckedRows
    from sudocube.rows import Entry

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
        from sudocube.checking import COUNTED_AT_MOST

        format = chosen_format(format, RECORD_FORMATS, json=json)
        if estimate:
            report_estimates(
                run, inputs, format, limit=limit, samples=samples, seed=seed or 0, timeout=timeout
            )
            return
        one = only_engine(engine)
        most = COUNTED_AT_MOST if limit is None else limit
        opened = batches_of(run, inputs, keep=format == CSV)
        reporter = _CountReporter(run, format, most)
        report_all(run, opened, reporter, engine=one, limit=most, timeout=timeout, jobs=jobs)
        run.remark_other_boxes(timeout)


class _CountReporter:
    """Writes the record of each puzzle, with a count up to `limit`."""

    def __init__(self, run: Run, format: str | None, limit: int) -> None:
        from sudocube.report.table_columns import COUNTED_COLUMNS
        from sudocube.rows.table_writer import TableWriter

        self._run, self._json, self._limit = run, format == JSON, limit
        self._table = TableRecords(run, TableWriter(COUNTED_COLUMNS)) if format == CSV else None

    def report(self, checked: Checked, entry: Entry) -> None:
        """Report the count of one puzzle."""
        from sudocube.report.json_rows import counted_row
        from sudocube.report.table_columns import counted_fields
        from sudocube.report.words import count_in_words

        if self._json:
            self._run.output.put_row(counted_row(checked))
        elif self._table is not None:
            self._table.put(entry, counted_fields(checked, self._limit))
        else:
            self._run.output.put_lines(count_in_words(checked, self._limit))
        if entry.error is not None and not self._json:
            self._run.report_invalid(entry)
        self._remark(checked)

    def report_batch(self, batch: CheckedRows) -> None:
        """Report the count of each puzzle of a batch."""
        from sudocube.report.batch_text import counted_lines, counted_rows

        if self._table is not None or batch.rows.odd:
            for place, checked in enumerate(batch.all_checked()):
                self.report(checked, batch.entry(place))
            return
        if self._json:
            self._run.output.put_json(counted_rows(batch))
        else:
            self._run.output.put_text("\n".join([*counted_lines(batch), ""]))
        for other in batch.others.values():
            self._remark(other)

    def _remark(self, checked: Checked) -> None:
        """Note the status, and say why a number is undecided."""
        from sudocube.report.words import undecided_in_words

        if checked.puzzle is None:
            self._run.status.note(USAGE_ERROR)
        elif not checked.exhausted and checked.count < self._limit:
            self._run.status.note(UNDECIDED)
            if not self._json:
                self._run.info((f"{checked.place}: ", *undecided_in_words(checked.reason, checked.count)))
