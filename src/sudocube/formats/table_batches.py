"""Tables (CSV) of 9×9 puzzles by the thousand: text to arrays, without an object for each record.

A *plain* record stands on one line, and its field of the puzzle has 81 symbols of a 9×9 puzzle. Quotes in it,
if there are any, are all around whole fields. All other lines are *odd*, and the ordinary reader takes them,
so that its errors stay the same. It takes a line at a time, unless what the line means depends on the lines
below it: a quote that goes on, a line without a delimiter, a very long one. From such a line on, it reads the
rest of the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from sudocube.formats.answer_columns import begins_answers, index_of_answers
from sudocube.formats.entry import Entry, TableHeader, TableRecord
from sudocube.formats.line_kinds import LineKind, kind_of, puzzle_column
from sudocube.formats.plain_lines import CELLS, CR, LF, are_puzzles, has_lone_cr, without_question_marks
from sudocube.formats.table_fields import fields_of, group_of, simple_record
from sudocube.formats.table_reader import read_records
from sudocube.formats.text_batches import FieldColumn, TextBatch
from sudocube.formats.text_input import LONGEST, TextInput, TextLines, is_blank, is_comment, text_of

QUOTE, SPACE, COMMENT = b'" #'

Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PlainTable:
    """A table that begins with a plain record: its header, the header's line, the column of answers.

    `others` are the indices of further columns whose fields are wanted.
    """

    header: TableHeader
    line: int
    answers: int | None = None
    first_record: TableRecord | None = None
    others: tuple[int, ...] = ()

    @classmethod
    def of_head(cls, head: bytes) -> tuple[PlainTable, bytes] | None:
        """The table of several columns that a text begins, and what follows its header; or None."""
        line, end, rest, text = 0, b"", head, b""
        while rest and (not text or is_comment(text)):
            text, end, rest = rest.partition(b"\n")
            text = text.removesuffix(b"\r")
            line += 1
        is_plain = end and len(text) <= LONGEST and text.isascii() and b"\r" not in text
        if not is_plain or kind_of(text) is not LineKind.HEADER:
            return None
        found = puzzle_column(text_of(text))
        assert found is not None  # it is a header
        delimiter, index = found
        names = tuple(fields_of(text_of(text), delimiter))
        return (
            (cls(TableHeader(text_of(text), delimiter, names, index), line), rest) if len(names) > 1 else None
        )

    def with_answers(self, rest: bytes, text_input: TextInput) -> PlainTable | None:
        """The same with its column of answers; None if what follows the header begins with no plain record.

        Raises UnknownNameError and InputError for a column of answers, as `index_of_answers` does.
        """
        first = next((one for one in rest.splitlines() if not is_blank(one) and not is_comment(one)), b"")
        table = replace(self, answers=index_of_answers(text_input, self.header.names, self.header.index))
        if (found := table.places(first)) is None:
            return None
        puzzle, answer = (first[begins:ends] for begins, ends in (*found, (0, 0))[:2])
        row = np.frombuffer(puzzle, np.uint8).reshape(1, -1)
        if len(puzzle) != CELLS or not are_puzzles(row, first).all():
            return None
        table = replace(table, first_record=TableRecord(self.header, text_of(first)))
        if table.answers is None or text_input.answers is not True:
            return table
        has_answers = begins_answers(self.header.names[table.answers], text_of(answer).strip())
        return table if has_answers else replace(table, answers=None)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.header.names)

    @property
    def wanted(self) -> list[int]:
        """The indices of the columns that are read: of the puzzle, of the answer if there is one, others."""
        return [self.header.index, *(() if self.answers is None else (self.answers,)), *self.others]

    def places(self, record: bytes) -> list[tuple[int, int]] | None:
        """Where in a record on one line the wanted fields begin and end; (0, 0) of one that is not there.

        None where there are other quotes than those around whole fields, or no puzzle.
        """
        there = sorted(set(self.wanted))
        while (match := simple_record(self.header.delimiter, *there).fullmatch(record)) is None:
            if there.pop() == self.header.index or not there:  # perhaps it is too short to have all fields
                return None

        def place(index: int) -> tuple[int, int]:
            if index not in there:
                return 0, 0
            group = group_of(match, there.index(index))
            return match.end(group) - len(match[group].lstrip(b" ")), match.end(group)

        return [place(index) for index in self.wanted]


class _Fields(NamedTuple):
    """Where the k wanted fields of each of n lines begin and end: int64 (k, n). One not there is empty."""

    starts: Places
    ends: Places


def _are_around_fields(symbols: NDArray[np.uint8], quotes: Places, delimiter: int) -> bool:
    """Whether all quotes of some lines are around whole fields, and neither delimiters nor line ends in them.

    So most programs write them.
    """
    opening, closing = quotes[::2], quotes[1::2]
    if len(opening) != len(closing):
        return False
    before, behind = (
        symbols[opening - 1],
        symbols[closing + 1],
    )  # before the first symbol is the last line end
    are_around = ((before == delimiter) | (before == LF)) & (
        (behind == delimiter) | (behind == LF) | (behind == CR)
    )
    if not are_around.all():
        return False
    ends = np.flatnonzero((symbols == delimiter) | (symbols == LF))
    return bool((np.searchsorted(ends, opening) == np.searchsorted(ends, closing)).all())


class TableScanner:
    """Sorts the lines of a table, some at a time, into batches of plain records and entries of odd ones.

    `line` is the number of the last line seen. Once `rest` is no longer None, it is the text of the chunk
    that the ordinary reader has to begin with, at the line after `line`.
    """

    def __init__(self, table: PlainTable, text_input: TextInput) -> None:
        self._table, self._input = table, text_input
        self.line = table.line
        self.rest: bytes | None = None

    def scan(self, data: bytes) -> Iterator[TextBatch | Entry]:
        """The records of these lines, in order, up to the first from which the ordinary reader goes on."""
        symbols = np.frombuffer(data, np.uint8)
        if b"\r" in data and has_lone_cr(symbols):
            self.rest = data
            return
        ends = np.flatnonzero(symbols == LF)
        starts = np.concatenate(([0], ends[:-1] + 1))
        if b"\r" in data:
            ends = ends - (symbols[ends - 1] == CR) * (ends > starts)
        fields = self._fields(data, symbols, starts, ends)
        plain = self._are_plain(data, symbols, starts, fields)
        first, done = self.line + 1, 0
        for i in np.flatnonzero(~plain).tolist():
            yield from self._batch(data, symbols, fields, first, done + np.flatnonzero(plain[done:i]))
            done, self.line = i + 1, first + i - 1
            line = data[starts[i] : ends[i]]
            if self._needs_more(line):
                self.rest = data[starts[i] :]
                return
            lines = TextLines(iter([(first + i, line)]))
            yield from read_records(
                replace(self._input, lines=lines), self._table.header, self._table.width, self._table.answers
            )
        yield from self._batch(data, symbols, fields, first, done + np.flatnonzero(plain[done:]))
        self.line = first + len(ends) - 1

    def _fields(self, data: bytes, symbols: NDArray[np.uint8], starts: Places, ends: Places) -> _Fields:
        """Where the wanted fields of each line begin and end."""
        table = self._table
        delimiters = np.flatnonzero(symbols == ord(table.header.delimiter))
        before = np.searchsorted(delimiters, starts)  # how many delimiters stand before each line
        delimiters = np.append(delimiters, np.full(table.width + 1, len(symbols)))
        fields = _Fields(*np.zeros((2, len(table.wanted), len(starts)), np.int64))
        for place, index in enumerate(table.wanted):
            begins = starts if not index else delimiters[before + index - 1] + 1
            until = np.minimum(delimiters[before + index], ends)
            is_there = begins < until
            if table.width > 1:  # a line without a delimiter is no record
                is_there &= delimiters[before] < ends
            begins = np.where(is_there, begins, 0)
            fields.starts[place] = begins + (symbols[begins] == SPACE) * is_there
            fields.ends[place] = np.where(is_there, until, 0)
        quotes = np.flatnonzero(symbols == QUOTE) if b'"' in data else fields.starts[0, :0]
        if len(quotes) and _are_around_fields(symbols, quotes, ord(table.header.delimiter)):
            are_quoted = (symbols[fields.starts] == QUOTE) & (fields.starts < fields.ends)
            fields = _Fields(fields.starts + are_quoted, fields.ends - are_quoted)
        elif len(quotes):
            with_quotes = np.unique(np.searchsorted(starts, quotes, "right") - 1)
            for i in with_quotes.tolist():
                found = table.places(data[starts[i] : ends[i]]) or [(0, 0)] * len(table.wanted)
                fields.starts[:, i] = [begins + starts[i] for begins, _ in found]
                fields.ends[:, i] = [until + starts[i] for _, until in found]
        return fields

    def _are_plain(
        self, data: bytes, symbols: NDArray[np.uint8], starts: Places, fields: _Fields
    ) -> NDArray[np.bool_]:
        """Which lines are plain records: bool (n,)."""
        heads = symbols[starts]
        plain: NDArray[np.bool_] = (
            (fields.ends[0] - fields.starts[0] == CELLS) & (heads > SPACE) & (heads != COMMENT)
        )
        which = np.flatnonzero(plain)
        if len(which):
            plain[which] = are_puzzles(sliding_window_view(symbols, CELLS)[fields.starts[0, which]], data)
        return plain

    def _needs_more(self, line: bytes) -> bool:
        """Whether what an odd line means may depend on the lines below it."""
        if len(line) > LONGEST:
            return True
        if is_blank(line) or is_comment(line):
            return False
        is_whole = self._table.width == 1 or self._table.header.delimiter.encode() in line
        return not is_whole or (b'"' in line and self._table.places(line) is None)

    def _batch(
        self, data: bytes, symbols: NDArray[np.uint8], fields: _Fields, first: int, which: Places
    ) -> Iterator[TextBatch]:
        """The batch of the plain records on these lines, counted from `first`; none where there are none."""
        if not len(which):
            return
        windows = sliding_window_view(symbols, CELLS)
        puzzles = without_question_marks(windows[fields.starts[0, which]], data)
        further = range(len(self._table.wanted) - len(self._table.others), len(self._table.wanted))
        columns = tuple(FieldColumn(data, fields.starts[k, which], fields.ends[k, which]) for k in further)
        batch = TextBatch(self._input.name, first + which, puzzles, columns=columns)
        if self._table.answers is None:
            yield replace(batch, uncompared=self._table.first_record)
            return
        starts, ends = fields.starts[1, which], fields.ends[1, which]
        other = np.flatnonzero(ends - starts != CELLS)
        answers = windows[np.minimum(starts, len(windows) - 1)]
        answers[other] = 0
        others = {place: text_of(data[starts[place] : ends[place]]).strip() for place in other.tolist()}
        yield replace(batch, answers=answers, other_answers=others)
