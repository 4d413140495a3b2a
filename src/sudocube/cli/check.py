"""`sudocube check`: the verdict of one engine on each puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import TYPE_CHECKING

from sudocube.cli.engine_options import EngineName, EngineTimeout, SolverMemory, only_engine
from sudocube.cli.inputs import alone_or_not, batches_of
from sudocube.cli.next_steps import Checks, say_what_to_do
from sudocube.cli.options import (
    Box,
    Inputs,
    Jobs,
    Json,
    NoAnswers,
    Quiet,
    RecordFormat,
    RecordOutput,
    Size,
)
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
from sudocube.cli.status import PROBLEM, UNDECIDED, USAGE_ERROR
from sudocube.verdict import StoredAnswer, Verdict

if TYPE_CHECKING:
    from sudocube.checking import Checked
    from sudocube.checking.batches import CheckedRows
    from sudocube.report.verdict_colours import Phrase
    from sudocube.rows import Entry

STATUS = {
    Verdict.MULTIPLE: PROBLEM,
    Verdict.NONE: PROBLEM,
    Verdict.UNKNOWN: UNDECIDED,
    Verdict.INVALID: USAGE_ERROR,
}

WITHOUT_FAULT = (StoredAnswer.RIGHT, StoredAnswer.MISSING)
"""What may be said of a stored answer without a problem of the file."""


def check(
    inputs: Inputs,
    engine: EngineName = None,
    format: RecordFormat = None,
    output: RecordOutput = STANDARD_OUTPUT,
    no_answers: NoAnswers = False,
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

    In a table with a column of solutions, and in a list with solutions
    beside the puzzles, each of these is compared, too, and there is a line
    for each that is not right.

    In CSV there is a row for each puzzle, in the order of the input: the
    columns source, box, verdict, evidence, engine and reason follow those
    of the table that was read; if that has solutions, stored comes last.
    """
    with Run(
        quiet=quiet, size=size, box=box, output=output, in_records=True, solver_memory=solver_memory
    ) as run:
        from sudocube.report.words import stored_tally_in_words, summary_in_words

        format = chosen_format(format, RECORD_FORMATS, json=json)
        in_rows = format in (CSV, JSON)
        one = only_engine(engine)
        start = perf_counter()
        opened = batches_of(run, inputs, with_answers=not no_answers, keep=format == CSV)
        # In rows it makes no difference, and the first puzzle does not wait for the second.
        is_alone, opened = (False, opened) if in_rows else alone_or_not(opened)
        reporter = _CheckReporter(run, is_alone=is_alone, format=format)
        report_all(run, opened, reporter, engine=one, timeout=timeout, jobs=jobs)
        seconds = perf_counter() - start
        tally = reporter.tally
        if one is not None and not tally.engines:
            tally.engines[one.name] = None
        verdicts, stored, names = tally.verdicts, tally.stored, list(tally.engines)
        if format == JSON:
            run.output.put_row(tally.summary(seconds))
        elif verdicts.total() > 1:
            run.info(summary_in_words(verdicts, *names, f"{seconds:,.2f} s"))
        if stored and format != JSON:
            run.info(stored_tally_in_words(stored))
        run.remark_other_boxes(timeout)
        if format != JSON:
            limit = one.traits.default_timeout if one and timeout is None else timeout
            say_what_to_do(run, inputs, Checks(verdicts, reporter.pencilmarks, names, limit))


class _CheckReporter:
    """Prints the results and counts them.

    In JSON and CSV it prints all of them; as text those that are not unique or, for a puzzle alone, its
    verdict; and what is wrong with a stored answer.
    """

    def __init__(self, run: Run, *, is_alone: bool, format: str | None) -> None:
        from sudocube.report.check_tally import CheckTally

        self._run, self._is_alone, self._format = run, is_alone, format
        self._table: TableRecords | None = None  # begun with the first record
        self._has_stored_column = False
        self.tally = CheckTally()
        self.pencilmarks = 0

    def report(self, checked: Checked, entry: Entry) -> None:
        """Print and count the result of one puzzle."""
        from sudocube.report.json_rows import checked_row

        self.tally.add(checked)
        self._note(checked.verdict, checked.stored)
        if STATUS.get(checked.verdict) == PROBLEM and checked.puzzle is not None:
            self.pencilmarks += checked.puzzle.candidates is not None
        if self._format == CSV:
            self._put_record(checked, entry)
        elif self._format == JSON:
            self._run.output.put_row(checked_row(checked))
        elif texts := [*self._texts(checked)]:
            self._run.output.put_lines(*texts)

    def report_batch(self, batch: CheckedRows) -> None:
        """Print and count the results of a batch."""
        from sudocube.report.json_rows import batch_rows

        self.tally.add_batch(batch)
        self._note(*batch.verdicts(), *batch.stored())
        if self._format == CSV:
            for place, checked in enumerate(batch.all_checked()):
                self._put_record(checked, batch.entry(place))
        elif self._format == JSON:
            self._run.output.put_json(batch_rows(batch))
        else:
            results = batch.all_checked() if self._is_alone else batch.with_faults()
            if lines := [text for checked in results for text in self._texts(checked)]:
                self._run.output.put_lines(*lines)

    def _put_record(self, checked: Checked, entry: Entry) -> None:
        """Write the record of a puzzle; the first one decides whether there is a column `stored`."""
        from sudocube.report.table_columns import CHECKED_COLUMNS, STORED_COLUMN, checked_fields
        from sudocube.rows.table_writer import TableWriter

        if self._table is None:
            self._has_stored_column = entry.stored is not None
            columns = (*CHECKED_COLUMNS, *(STORED_COLUMN,) * self._has_stored_column)
            self._table = TableRecords(self._run, TableWriter(columns))
        self._table.put(entry, checked_fields(checked, with_stored=self._has_stored_column))

    def _note(self, *found: Verdict | StoredAnswer | None) -> None:
        """Note what verdicts and stored answers mean for the exit status."""
        for one in found:
            if isinstance(one, Verdict):
                self._run.status.note(STATUS.get(one, 0))
            elif one is not None:
                self._run.status.note(0 if one in WITHOUT_FAULT else PROBLEM)

    def _texts(self, checked: Checked) -> Iterator[Phrase]:
        """The text lines for a result; none for a unique puzzle among several, if its answer is right."""
        from sudocube.report.words import placed_verdict, stored_in_words, verdict_in_words

        if self._is_alone:
            yield verdict_in_words(checked)
        elif checked.verdict is not Verdict.UNIQUE:
            yield placed_verdict(checked)
        if stored := stored_in_words(checked):
            yield (stored,) if self._is_alone else (f"{checked.place}: ", stored)
