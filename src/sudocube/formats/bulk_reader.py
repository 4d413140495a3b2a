"""One-line 9×9 puzzles by the thousand: text to arrays, without an object for each puzzle.

A *plain* line begins with 81 symbols of a 9×9 puzzle, followed by its end or by other columns in which there
is certainly no other puzzle. All other lines are *odd*. If the first line of an input that is neither blank
nor a comment begins with 81 symbols, the input is read here: plain lines go into arrays, odd ones go to the
ordinary reader, so that its errors stay the same. Any other input is read by the ordinary reader alone.

Why this gives the same puzzles: the ordinary reader takes a plain line as a puzzle, whatever the lines
around it are, so plain lines can be taken out. What an odd line means depends on the lines around it. So a
run of odd lines is read together with the plain line after it, and the plain or blank line before it.
Tables are read in the same way, where that is asked for; see `table_batches`.
"""

from __future__ import annotations

import select
from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO, TypeAlias

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from sudocube.formats.byte_input import ArrivingBytes
from sudocube.formats.entry import Entry, PuzzleInput
from sudocube.formats.line_reader import entries_of_lines, has_answer, with_answer, with_missing
from sudocube.formats.list_columns import ListColumns
from sudocube.formats.plain_lines import (
    CELLS,
    LF,
    NO_CLUES,
    are_plain,
    begins_with_nine,
    equally_long_lines,
    has_lone_cr,
    places_of_answers,
    without_question_marks,
)
from sudocube.formats.reader import read_input
from sudocube.formats.table_batches import Places, PlainTable, TableScanner
from sudocube.formats.table_reader import read_records
from sudocube.formats.text_batches import BulkItem, InputPause, TextBatch
from sudocube.formats.text_input import (
    LONGEST,
    TextInput,
    TextLine,
    TextLines,
    fixed_geometry,
    is_blank,
    is_comment,
    is_long,
    usual_line,
)
from sudocube.geometry import Geometry

BATCH_BYTES = 2 * 77 * 82 * 83
"""How many bytes are read together, about a million. It is a multiple of 82 and of 83: where all lines are
puzzles and end with LF (or all with CRLF), a batch ends with a line, and no bytes have to be moved."""

_TOO_LONG = 4 * LONGEST + 1
"""A text line with this many bytes is always too long."""

_NINE = Geometry(3, 3)
_PLACEHOLDER = (0, NO_CLUES)  # for the plain lines around a run of odd ones; there is no line 0


_Scanned: TypeAlias = TextBatch | TextLine | InputPause


def read_in_batches(
    stream: BinaryIO,
    name: str,
    *,
    geometry: Geometry | None = None,
    size: int | None = None,
    answers: str | bool = True,
    in_tables: bool = False,
    columns: ListColumns | None = None,
) -> PuzzleInput:
    r"""Whether an input begins with a 9×9 puzzle on one line, and the contents of the input, in order.

    If it does, puzzles come as TextBatch and everything else as Entry; if not, everything comes as Entry, as
    from `read`. With `in_tables`, that goes for a table (CSV) with several columns, too; the records of its
    batches are not kept. `columns` says which columns the lines of a list have; then it is read in batches,
    whatever its first line is. The other arguments are those of `read`. The first part of the input is read
    during the call. Raises PuzzleError at once for a size that does not exist or that contradicts the
    geometry. Raises InputError, UnknownNameError, UnavailableError and OSError where `read` does: at once, or
    later from the iterator.

    >>> import io
    >>> text = b"." * 81 + b"\n" + b"1" * 81 + b"\nno puzzle\n"
    >>> in_batches, [batch, entry] = read_in_batches(io.BytesIO(text), "a.txt")
    >>> batch.puzzles.shape, batch.lines.tolist(), entry.source
    ((2, 81), [1, 2], 'a.txt:3')
    """
    fixed = fixed_geometry(geometry, size)
    text = ArrivingBytes(stream, name, BATCH_BYTES)
    head = next(text, b"")
    if not head and text.failure is not None:
        raise text.failure
    while head and b"\n" not in head and len(head) < _TOO_LONG and (more := next(text, b"")):
        head += more
    lines, box_given = TextLines.of_text(text), geometry is not None
    text_input = TextInput(name, lines, fixed, box_given=box_given, answers=answers)
    may_be_batches = fixed in (None, _NINE)
    if may_be_batches and in_tables and (begun := PlainTable.of_head(head)):
        begun_table, rest = begun
        while b"\n" not in rest and len(rest) < _TOO_LONG and (more := next(text, b"")):
            head, rest = head + more, rest + more
        if (table := begun_table.with_answers(rest, text_input)) is not None:
            text.push_back(rest)
            return PuzzleInput(True, text.and_failure(read_plain_table(text, stream, table, text_input)))
    text.push_back(head)
    may_be_list = (columns is not None or _begins_plainly(head)) and not isinstance(answers, str)
    if may_be_batches and may_be_list:
        items = _read_odd_runs(_scan(text, stream, text_input, columns), text_input)
        return PuzzleInput(True, text.and_failure(with_missing(items, _is_answered, _completed)))
    return PuzzleInput(False, text.and_failure(read_input(text_input)))


def _begins_plainly(head: bytes) -> bool:
    """Whether the first line that is neither blank nor a comment is plain."""
    texts = (text for text in head.splitlines() if not is_blank(text) and not is_comment(text))
    return begins_with_nine(next(texts, b""))


def _is_answered(item: BulkItem) -> bool | None:
    """Whether the first puzzle of an item has an answer; None where it holds no puzzle."""
    if isinstance(item, TextBatch):
        return item.answer(0) is not None
    return has_answer(item) if isinstance(item, Entry) else None


def _completed(item: BulkItem) -> BulkItem:
    """The item with an empty answer for each puzzle that has none."""
    if isinstance(item, Entry):
        return with_answer(item)
    return item.completed() if isinstance(item, TextBatch) else item


def _read_odd_runs(scanned: Iterator[_Scanned], text_input: TextInput) -> Iterator[BulkItem]:
    """The scanned items, with the ordinary reader's entries in place of each run of odd lines."""
    placeholder = f"{text_input.name}:{_PLACEHOLDER[0]}"
    for item in scanned:
        if not isinstance(item, tuple):
            yield item
            continue
        ended_by: list[TextBatch] = []
        odd = replace(text_input, lines=TextLines(_odd_run(item, scanned, ended_by)))
        yield from (entry for entry in entries_of_lines(odd) if entry.source != placeholder)
        yield from ended_by


def _odd_run(first: TextLine, scanned: Iterator[_Scanned], ended_by: list[TextBatch]) -> Iterator[TextLine]:
    """A run of odd lines, taken from the scanned items when the ordinary reader asks for the next line.

    The TextBatch that ends the run, if any, is appended to `ended_by`.
    """
    if not is_blank(first[1]):
        yield _PLACEHOLDER
    yield first
    for item in scanned:
        if isinstance(item, TextBatch):
            ended_by.append(item)
            yield _PLACEHOLDER
            return
        if isinstance(item, tuple):
            yield item


def read_plain_table(
    text: ArrivingBytes, stream: BinaryIO, table: PlainTable, text_input: TextInput
) -> Iterator[BulkItem]:
    """The records below the header of a table, in batches until the ordinary reader has to take the rest."""
    scanner = TableScanner(table, text_input)
    tail = b""
    for arrived in text:
        data = tail + arrived if tail else arrived
        while len(data) < BATCH_BYTES and _is_ready(stream) and (more := next(text, b"")):
            data += more
        end = data.rfind(b"\n") + 1
        tail = data[end:]
        if end:
            yield from scanner.scan(data[:end] if tail else data)
        if scanner.rest is not None or len(tail) > _TOO_LONG:
            break
        if not _is_ready(stream):
            yield InputPause()
    else:
        if tail and text.failure is None:
            yield from scanner.scan(tail + b"\n")
        tail = b""
    if scanner.rest is not None or tail:
        text.push_back((scanner.rest or b"") + tail)
        lines = TextLines.of_text(text, after=scanner.line)
        ordinary = replace(text_input, lines=lines)
        yield from read_records(ordinary, table.header, table.width, table.answers)


def _scan(
    text: ArrivingBytes, stream: BinaryIO, text_input: TextInput, columns: ListColumns | None
) -> Iterator[_Scanned]:
    """Batches of plain lines, and odd lines, from about BATCH_BYTES at a time, or as much as is available."""
    scanner = _Scanner(text_input.name, columns, with_answers=text_input.answers is not False)
    tail = b""
    for arrived in text:
        data = tail + arrived if tail else arrived
        while len(data) < BATCH_BYTES and _is_ready(stream) and (more := next(text, b"")):
            data += more
        end = data.rfind(b"\n") + 1
        if not end and len(data) > _TOO_LONG:  # perhaps lines end with CR; but an LF may follow the last byte
            end = data.rfind(b"\r", 0, -1) + 1
            if not end:
                data = data[:_TOO_LONG] + data[-1:]
        tail = data[end:]
        if end:
            yield from scanner.scan(data[:end] if tail else data)
        if not _is_ready(stream):
            yield InputPause()
    if tail and text.failure is None:
        yield from scanner.scan(tail + b"\n")


def _is_ready(stream: BinaryIO) -> bool:
    """Whether a read would return without waiting, as far as one can know."""
    try:
        return bool(select.select([stream.fileno()], [], [], 0)[0])
    except (OSError, ValueError, AttributeError):
        return True  # not a file of the operating system: all of it is available


class _Scanner:
    """Sorts the lines of an input, some at a time, into batches of plain lines and runs of odd lines.

    Invariant: `_lines` is the number of lines seen. `_in_run` says that the last of them (not counting
    comments) belongs to a run of odd lines that was given out, `_after_blank` that it was blank.
    """

    def __init__(self, name: str, columns: ListColumns | None, *, with_answers: bool) -> None:
        self._name, self._columns, self._with_answers = name, columns, with_answers
        self._lines = 0
        self._in_run = self._after_blank = False

    def scan(self, data: bytes) -> Iterator[TextBatch | TextLine]:
        """Batches of plain lines, and runs of odd lines with their numbers. `data` ends with a line's end.

        Comments are left out. Blank lines are left out, too, unless an odd line stands before or after them.
        """
        first = self._lines + 1
        symbols = np.frombuffer(data, np.uint8)
        if b"\r" in data and has_lone_cr(symbols):  # a lone CR ends a line, too
            yield from self._scan_as_odd(data.splitlines())
            return
        columns = self._columns
        rows = equally_long_lines(data, symbols) if columns is None else None
        if rows is not None:
            self._lines += len(rows)
            self._in_run = self._after_blank = False
            numbers, width = np.arange(len(rows)), len(data) // len(rows)
            starts = numbers * width
            yield self._batch(first + numbers, rows, data, symbols, starts, starts + width - 1)
            return
        ends = np.flatnonzero(symbols == LF)
        starts = np.concatenate(([0], ends[:-1] + 1))
        self._lines += len(ends)
        if columns is None:
            plain = are_plain(data, symbols, starts, ends)
        else:
            words = columns.words(symbols, starts, ends)
            plain = words[1][columns.puzzle] > 0
        done = 0

        def batch_before(end: int) -> Iterator[TextBatch]:
            which = done + np.flatnonzero(plain[done:end])
            if columns is not None and len(which):
                yield columns.batch(self._name, first + which, data, words, which)
            elif len(which):
                puzzles = sliding_window_view(symbols, CELLS)[starts[which]]
                puzzles = without_question_marks(puzzles, data)
                yield self._batch(first + which, puzzles, data, symbols, starts[which], ends[which])

        previous = -1
        for i in np.flatnonzero(~plain).tolist():
            if i != previous + 1:
                self._in_run = self._after_blank = False
            previous = i
            text = usual_line(data[starts[i] : ends[i]].removesuffix(b"\r"))
            if is_comment(text):
                continue
            if not self._in_run and not is_blank(text):
                yield from batch_before(i)
                done = i
            yield from self._odd(first + i, text)
        if previous != len(ends) - 1:
            self._in_run = self._after_blank = False
        yield from batch_before(len(ends))

    def _batch(
        self,
        lines: Places,
        puzzles: NDArray[np.uint8],
        data: bytes,
        symbols: NDArray[np.uint8],
        starts: Places,
        ends: Places,
    ) -> TextBatch:
        """The puzzles of some plain lines of `data`, with the answers beside them."""
        batch = TextBatch(self._name, lines, puzzles)
        if not self._with_answers:
            return batch
        places = places_of_answers(data, symbols, starts, ends)
        if not places.any():
            return batch
        answers = sliding_window_view(symbols, CELLS)[places]
        without = np.flatnonzero(places == 0)
        answers[without] = 0
        return replace(batch, answers=answers, other_answers=dict.fromkeys(without.tolist()))

    def _scan_as_odd(self, lines: list[bytes]) -> Iterator[TextLine]:
        """All lines as one run of odd lines: slower, with the same result."""
        for text in map(usual_line, lines):
            self._lines += 1
            if not is_comment(text):
                yield from self._odd(self._lines, text)

    def _odd(self, number: int, text: bytes) -> Iterator[TextLine]:
        """An odd line that begins or continues a run."""
        if self._in_run or not is_blank(text):
            if not self._in_run and self._after_blank:
                yield number - 1, b""
            self._in_run = True
            yield number, None if is_long(text) else text
        self._after_blank = is_blank(text)
