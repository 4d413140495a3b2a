"""`sudocube check`: the verdict of one engine on each puzzle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from time import perf_counter
from typing import TYPE_CHECKING

from sudocube.cli.inputs import alone_or_not, inputs_of
from sudocube.cli.next_steps import Checks, say_what_to_do
from sudocube.cli.options import (
    Box,
    EngineName,
    EngineTimeout,
    Inputs,
    Jobs,
    Json,
    Quiet,
    RecordFormat,
    RecordOutput,
    Size,
    SolverMemory,
    only_engine,
)
from sudocube.cli.output import STANDARD_OUTPUT
from sudocube.cli.records import (
    CSV,
    JSON,
    RECORD_FORMATS,
    TableRecords,
    begins_in_batches,
    chosen_format,
    entries_of_batch,
    report_all,
)
from sudocube.cli.run import Run
from sudocube.cli.status import PROBLEM, UNDECIDED, USAGE_ERROR
from sudocube.verdict import Verdict

if TYPE_CHECKING:
    from sudocube.checking import Checked
    from sudocube.checking.bulk import CheckedBatch
    from sudocube.formats import Entry
    from sudocube.report.verdict_colours import Phrase

STATUS = {
    Verdict.MULTIPLE: PROBLEM,
    Verdict.NONE: PROBLEM,
    Verdict.UNKNOWN: UNDECIDED,
    Verdict.INVALID: USAGE_ERROR,
}


def check(
    inputs: Inputs,
    engine: EngineName = None,
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
    """Say whether each puzzle has no, one or several solutions.

    Given one puzzle, prints its verdict; given several, a line for each
    that is not unique or not valid.

    In CSV there is a row for each puzzle, in the order of the input: the
    columns source, box, verdict, evidence, engine and reason follow those
    of the table that was read.
    """
    with Run(
        quiet=quiet, size=size, box=box, output=output, in_records=True, solver_memory=solver_memory
    ) as run:
        from sudocube.report.json_rows import summary_row
        from sudocube.report.words import summary_in_words

        format = chosen_format(format, RECORD_FORMATS, json=json)
        in_rows = format in (CSV, JSON)
        one = only_engine(engine)
        start = perf_counter()
        opened = inputs_of(run, inputs, in_batches=begins_in_batches(one))
        # In rows it makes no difference, and the first puzzle does not wait for the second.
        is_alone, opened = (False, opened) if in_rows else alone_or_not(opened)
        reporter = _CheckReporter(run, is_alone=is_alone, format=format)
        report_all(run, opened, reporter, engine=one, timeout=timeout, jobs=jobs)
        seconds = perf_counter() - start
        verdicts, names = reporter.verdicts, list(reporter.engines) or ([one.name] if one else [])
        if format == JSON:
            run.output.put_row(summary_row(verdicts, names, seconds))
        elif verdicts.total() > 1:
            run.info(summary_in_words(verdicts, *names, f"{seconds:,.2f} s"))
        run.remark_other_boxes(timeout)
        if format != JSON:
            limit = one.traits.default_timeout if one and timeout is None else timeout
            say_what_to_do(run, inputs, Checks(verdicts, reporter.pencilmarks, names, limit))


class _CheckReporter:
    """Prints the results and counts them.

    In JSON and CSV it prints all of them; as text those that are not unique or, for a puzzle alone, its
    verdict.
    """

    def __init__(self, run: Run, *, is_alone: bool, format: str | None) -> None:
        from sudocube.formats.table_writer import TableWriter
        from sudocube.report.table_columns import CHECKED_COLUMNS

        self._run, self._is_alone, self._json = run, is_alone, format == JSON
        self._table = TableRecords(run, TableWriter(CHECKED_COLUMNS)) if format == CSV else None
        self.verdicts: Counter[Verdict] = Counter()
        self.engines: dict[str, None] = {}
        self.pencilmarks = 0

    def report(self, checked: Checked, entry: Entry) -> None:
        """Print and count the result of one puzzle."""
        from sudocube.report.json_rows import checked_row
        from sudocube.report.table_columns import checked_fields

        self._count({checked.verdict: 1}, checked.engine)
        if STATUS.get(checked.verdict) == PROBLEM and checked.puzzle is not None:
            self.pencilmarks += checked.puzzle.candidates is not None
        if self._table is not None:
            self._table.put(entry, checked_fields(checked))
        elif self._json:
            self._run.output.put_row(checked_row(checked))
        elif text := self._text(checked):
            self._run.output.put_lines(text)

    def report_batch(self, batch: CheckedBatch) -> None:
        """Print and count the results of a batch."""
        from sudocube.report.json_rows import batch_rows
        from sudocube.report.table_columns import checked_fields

        self._count(batch.verdicts(), batch.engine)
        if self._table is not None:
            for checked, entry in entries_of_batch(batch):
                self._table.put(entry, checked_fields(checked))
        elif self._json:
            self._run.output.put_json(batch_rows(batch))
        else:
            results = map(batch.checked, range(len(batch))) if self._is_alone else batch.not_unique()
            if lines := [self._text(checked) for checked in results]:
                self._run.output.put_lines(*lines)

    def _count(self, verdicts: Mapping[Verdict, int], engine: str | None) -> None:
        for verdict, count in verdicts.items():
            self.verdicts[verdict] += count
            self._run.status.note(STATUS.get(verdict, 0))
        if engine is not None:
            self.engines[engine] = None

    def _text(self, checked: Checked) -> Phrase:
        """The text line for a result; empty for a unique puzzle among several."""
        from sudocube.report.words import placed_verdict, verdict_in_words

        if self._is_alone:
            return verdict_in_words(checked)
        return placed_verdict(checked) if checked.verdict is not Verdict.UNIQUE else ()
