"""Records: one for each puzzle, in the order of the input, whatever becomes of it. What commands share here.

An engine answers for a puzzle; how the puzzle was written, and what stood beside it, stays with its entry. So
entries wait here until the results arrive, which come in the same order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Protocol

import typer

from sudocube.cli.inputs import keep_freed_memory
from sudocube.cli.run import Run
from sudocube.errors import UnknownNameError
from sudocube.formats import Entry, PuzzleInput, RecordWriter, Style
from sudocube.formats.entry import OTHER_WORDS, TableHeader
from sudocube.formats.table_writer import TableWriter
from sudocube.report.verdict_colours import Phrase
from sudocube.report.visible_characters import visible
from sudocube.report.words import listed
from sudocube.verdict import Verdict

if TYPE_CHECKING:
    from sudocube.checking import Checked
    from sudocube.checking.bulk import CheckedBatch
    from sudocube.engines import Engine
    from sudocube.formats.text_batches import BulkItem, TextBatch

JSON, CSV, TEXT = "json", "csv", "text"

RECORD_FORMATS = (TEXT, CSV, JSON)
"""The formats of results that are no solutions."""

_TABLE_WORDS = {"tex": "latex", "md": "markdown"}
"""Other words for formats of tables."""


def chosen_format(format: str | None, known: Collection[str], *, json: bool) -> str | None:
    """The format that --format names, or --json; None where neither says it.

    Raises UnknownNameError for a format that is not known, and typer.BadParameter for both options with
    different formats.
    """
    if format is not None and format not in known:
        others = {**OTHER_WORDS, **_TABLE_WORDS}
        words = {word: name for word, name in others.items() if name in known}
        raise UnknownNameError("format", format, known, _solver_note(format), other_words=words)
    if json and format not in (None, JSON):
        raise typer.BadParameter(f"it is --json or --format {format}, not both.")
    return JSON if json else format


def _solver_note(format: str) -> str:
    """What to do instead, where a format of outside solvers was named; else empty."""
    from sudocube.solver_texts import solver_formats

    meant = solver_formats.OTHER_WORDS.get(format.lower(), format.lower())
    if meant not in solver_formats.FORMATS:
        return ""
    return f"for outside solvers: sudocube encode PUZZLE --to {meant}"


class SilentEngine:
    """Says once of a program or function of others that has answered no puzzle that the rest takes long.

    `note` takes the results, and `go_on` is called where there is another puzzle.
    """

    def __init__(self, run: Run, engine: Engine | None, timeout: float | None) -> None:
        self._run, self._name = run, "" if engine is None else engine.name
        self._limit = None if engine is None else engine.traits.default_timeout
        self._is_watched, self.is_late = self._limit is not None, False
        self._limit = self._limit if timeout is None else timeout

    def note(self, checked: Checked) -> None:
        """Note the next result: whatever is no loss of time is an answer, or comes at once."""
        if self._is_watched and checked.puzzle is not None:
            self.is_late = (checked.reason or "").startswith("out of time") and not checked.solutions
            self._is_watched = self.is_late

    def go_on(self) -> None:
        """Say it if the puzzles before were lost in this way."""
        if self._is_watched and self.is_late:
            self._is_watched = False
            self._run.info(
                f"{self._name} has not answered yet; each further puzzle may take {self._limit:g} s, too; "
                "Ctrl-C ends it"
            )


class ReadEntries:
    """Inputs on their way to an engine; `next_entry` hands out their entries again, in the same order.

    `on_puzzle` is called whenever a puzzle is read.
    """

    def __init__(self, inputs: Iterator[PuzzleInput], on_puzzle: Callable[[], None]) -> None:
        self._inputs, self._on_puzzle = inputs, on_puzzle
        self._waiting: deque[Entry] = deque()

    def __iter__(self) -> Iterator[PuzzleInput]:
        """The inputs, with all their items."""
        for one in self._inputs:
            yield one._replace(items=self._noted(one.items))

    def _noted(self, items: Iterator[BulkItem]) -> Iterator[BulkItem]:
        for item in items:
            if isinstance(item, Entry):
                self._waiting.append(item)
                if item.puzzle is not None:
                    self._on_puzzle()
            yield item

    def next_entry(self) -> Entry:
        """The entry that the next result is for."""
        return self._waiting.popleft()

    @property
    def has_more(self) -> bool:
        """Whether puzzles that were read wait for their results."""
        return any(entry.puzzle is not None for entry in self._waiting)


class Reporter(Protocol):
    """Writes the records of a command; see `report_all`."""

    def report(self, checked: Checked, entry: Entry) -> None:
        """Report the result for one puzzle."""

    def report_batch(self, batch: CheckedBatch) -> None:
        """Report the results for the puzzles of a batch."""


def begins_in_batches(engine: Engine | None) -> bool:
    """Whether an engine takes lists of 9×9 puzzles in batches; then memory is got ready for these."""
    from sudocube.checking.dispatch import serves_in_bulk

    in_batches = serves_in_bulk(engine)
    if in_batches:
        keep_freed_memory()
    return in_batches


def report_all(
    run: Run,
    inputs: Iterator[PuzzleInput],
    reporter: Reporter,
    *,
    engine: Engine | None,
    limit: int = 2,
    timeout: float | None,
    jobs: int | None,
) -> None:
    """Report the results for all puzzles of the inputs, in order, and step the progress bar.

    Up to `limit` solutions of each puzzle are counted; lists of 9×9 go through the compiled kernel.
    """
    from sudocube.checking import Checked
    from sudocube.checking.dispatch import check_inputs

    silent = SilentEngine(run, engine, timeout)
    entries = ReadEntries(inputs, silent.go_on)
    found = check_inputs(
        entries,
        engine=engine,
        limit=limit,
        timeout=timeout,
        jobs=jobs,
        on_result=None if limit <= 2 else lambda _: run.progress.found(),
    )
    with closing(found) as results:
        for result in results:
            if isinstance(result, Checked):
                reporter.report(result, entries.next_entry())
                silent.note(result)
                if silent.is_late and entries.has_more:
                    silent.go_on()
                run.progress.step(result.source)
            else:
                reporter.report_batch(result)
                run.progress.step(result.source(len(result) - 1), len(result))


class LeftOutColumns:
    """Says of each table, once, which of its columns are left out."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._header: TableHeader | None = None

    def is_new(self, entry: Entry) -> bool:
        """Whether a puzzle is the first of a table."""
        header = entry.record.header if entry.record is not None else None
        if header is None or header is self._header:
            return False
        self._header = header
        return True

    def remark(self, entry: Entry, names: Sequence[str], why: str) -> None:
        """Say which columns of a puzzle's table are left out; in `why`, {them} and {place} are filled in."""
        if names:
            columns = f"the column{'s' * (len(names) > 1)} {listed(list(map(repr, names)))}"
            place = entry.source.rpartition(":")[0]
            them = "them" if len(names) > 1 else "it"
            self._run.info(f"{place}: {columns} left out: {why.format(them=them, place=place)}")

    def remark_others(self, entry: Entry, format: str) -> None:
        """Say of a table, once, that a format which is no table has its puzzles only."""
        if entry.record is not None and self.is_new(entry):
            header = entry.record.header
            others = [name for at, name in enumerate(header.names) if at != header.index]
            self.remark(entry, others, f"{format} holds puzzles only; csv holds {{them}}")


class TableRecords:
    """Writes the rows of a table to the answer; says which columns of further tables it does not have."""

    def __init__(self, run: Run, table: TableWriter) -> None:
        self._run, self._table, self._columns = run, table, LeftOutColumns(run)

    def put(self, entry: Entry, fields: Sequence[str]) -> None:
        """Write the row of a puzzle, with the fields of the added columns."""
        self.put_text(entry, self._table.text(entry, list(map(visible, fields))))

    def put_batch(self, batch: TextBatch, fields: Iterable[tuple[str, tuple[str, ...]]]) -> None:
        """Write the rows of a batch of puzzles that come from no table, without an entry for each."""
        from sudocube.report.batch_text import puzzle_texts

        seen = ((visible(first), rest) for first, rest in fields)
        self._run.output.put_records(self._table.texts(puzzle_texts(batch), style_of(batch), seen))

    def put_text(self, entry: Entry, text: str) -> None:
        """Write the row of a puzzle as the table's writer has given it."""
        self._run.output.put_records(text)
        if self._columns.is_new(entry):
            why = "the table begun does not have {them}; name {place} first, or alone"
            self._columns.remark(entry, self._table.left_out(entry), why)


class PuzzleRecords:
    """Writes records in the format of the input, or in another one: rows of a table, text lines, verdicts.

    `writer` makes the records; see RecordWriter. Raises UnknownNameError for a format that does not exist.
    """

    def __init__(
        self, run: Run, format: str | None, *, columns: Sequence[str] = (), in_blocks: bool = False
    ) -> None:
        self.writer = RecordWriter(format, columns=columns, in_blocks=in_blocks)
        self._run, self._table = run, TableRecords(run, self.writer.table)

    def put(self, entry: Entry, text: str, verdict: Verdict | None = None) -> None:
        """Write a row of a table, or text lines, of which the last one may be a verdict."""
        if self.writer.style(entry.style).format == CSV:
            self._table.put_text(entry, text)
        elif verdict is None:
            self._run.output.put_text(text)
        else:
            self._run.output.put_lines(*text.splitlines()[:-1], (verdict,))

    def put_word(self, entry: Entry, verdict: Verdict, *, is_next: bool = True) -> None:
        """Write the record for a puzzle that has no other: a verdict, or in a table nothing."""
        title = visible(entry.source)
        self.put(entry, self.writer.word(entry, verdict, is_next=is_next, title=title), verdict)

    def put_lines(self, style: Style, lines: str | Sequence[str | Phrase]) -> None:
        """Write the lines of a batch, a record each, whose style in the output is this one."""
        self._run.output.put_lines(*self.writer.placed(style, "").splitlines())
        if isinstance(lines, str):
            self._run.output.put_text(lines)
        else:
            self._run.output.put_lines(*lines)


def style_of(batch: TextBatch) -> Style:
    """The style of the puzzles of a batch, as far as it matters for their solutions."""
    return Style("sdm" if batch.name.lower().endswith(".sdm") else "line")


def entries_of_batch(batch: CheckedBatch) -> Iterator[tuple[Checked, Entry]]:
    """Each result of a batch, and the entry that it is for."""
    style = style_of(batch.text)
    for place in range(len(batch)):
        checked = batch.checked(place)
        stored = batch.text.answer(place)
        yield checked, Entry(checked.source, checked.puzzle, None, style, stored=stored)
