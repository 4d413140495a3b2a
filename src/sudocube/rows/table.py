"""Tables in text: CSV with any delimiter, with a header or as a list without one.

Text is taken a block at a time. A *plain* block has a record on each of its lines, and quotes, if any, around
whole fields: it is read in arrays. Every other block is split into records, one by one: a quoted field that
goes over several lines, comments, records of another length. What both give is the same.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from sudocube.errors import InputError
from sudocube.geometry import SIZES, Geometry
from sudocube.rows.batch import CELLS, GRIDS, MOST_ROWS, Reason, Role, Rows, rows_of_entries
from sudocube.rows.entry import Entry, Style
from sudocube.rows.layout import Kind, Layout, Shape
from sudocube.rows.line_search import holds_puzzle
from sudocube.rows.plain import CR, LF, has_lone_cr
from sudocube.rows.roles import (
    SAMPLE,
    Sample,
    are_cells,
    is_index,
    layout_of_columns,
    names_puzzles,
    roles_of_words,
)
from sudocube.rows.symbols import blank_of, counted
from sudocube.rows.text_input import TextLine, bytes_of, is_blank, is_comment, is_long, text_of, usual_text
from sudocube.rows.values import CellColumn, Fault, rows_of_cells

DELIMITERS = (",", ";", "\t", "|")
LIST_DELIMITERS = ("", *DELIMITERS)
"""What parts the columns of a list without a header; "" is white space."""

LONGEST_RECORD = 1 << 24
"""How many bytes a record may have: 16 MB."""

csv.field_size_limit(max(csv.field_size_limit(), LONGEST_RECORD))

_MOST_LIST_COLUMNS = 8
_SQUARES = {size * size for size in SIZES}
_QUOTE = ord('"')
_LINE_END = re.compile(rb"\r\n|\r|\n")
_COMMENTS = re.compile(rb"(?:^|\n)[ \t]*#")
_NAME_WORD = re.compile(r"[^\W\d][\w .()/-]*")
_LONG_FIELD = re.compile(rb"^[^\n]*[,;\t|]\s*[\w.*?-]{16}", re.MULTILINE)
_LONGEST_HEAD = 400
_TABLE_NAME = re.compile(r"\.(csv|tsv|tab|psv)(\.[a-z0-9]+)?$", re.IGNORECASE)
_NINE = Geometry(3, 3)
_OPEN = Fault("a quote that is not closed", "a closing quote", Reason.UNREADABLE)


class Record(NamedTuple):
    """One record: the number of its first line, its first line, and its fields; None for an open quote."""

    line: int
    text: bytes
    fields: list[str] | None


def fields_of(text: bytes, delimiter: str) -> list[str] | None:
    """The fields of a record on one line, without quotes; None for an open quote.

    >>> fields_of(b'id, "a ""b"", c",3', ",")
    ['id', 'a "b", c', '3']
    """
    return _record_at([text], 0, 1, delimiter)[0]


def _record_at(lines: Sequence[bytes], at: int, end: int, delimiter: str) -> tuple[list[str] | None, int]:
    """The fields of the record that begins with the line `at`, and the place of the line behind it.

    For a quote that is not closed before the line `end`, these are None and `end` + 1.
    """
    text = text_of(lines[at])
    if not delimiter:
        return text.partition("#")[0].split(), at + 1
    if '"' not in text:
        return [one.strip() for one in text.split(delimiter)], at + 1
    taken = at

    def take() -> Iterator[str]:
        nonlocal taken
        for taken in range(at + 1, end + 1):
            yield text_of(lines[taken - 1])
        taken = end + 1  # asked for one line more than there is

    try:
        fields = next(csv.reader(take(), delimiter=delimiter, skipinitialspace=True))
    except csv.Error:  # a field longer than a record may be
        return None, taken
    return (None if taken > end else fields), taken


def split_records(
    block: bytes, line: int, delimiter: str, *, is_end: bool, most: int | None = None
) -> tuple[list[Record], int, int]:
    """The records of a block of whole lines, of which the first has the number `line`.

    Blank lines and comments are left out. With them come how many bytes and how many lines they take: a
    record whose quote is still open waits for the next block, unless `is_end`; then its first line is one
    faulty record, and so is each line with an open quote below. `most` is how many records are wanted.
    """
    lines = block.splitlines(keepends=True)
    records: list[Record] = []
    at = taken = 0
    is_torn = False
    while at < len(lines) and len(records) != most:
        text, until = lines[at], at + 1
        if text.strip() and not is_comment(text):
            fields, until = _record_at(lines, at, at + 1 if is_torn else len(lines), delimiter)
            if fields is None:
                if not is_end and until > len(lines) and len(block) - taken <= LONGEST_RECORD:
                    break
                is_torn, until = True, at + 1
            records.append(Record(line + at, text, fields))
        taken += sum(map(len, lines[at:until]))
        at = until
    return records, taken, at


def layout_of_text(text: bytes, name: str, asked: Mapping[Role, str]) -> Layout | None:
    """The layout of the table that a text begins; None if it begins none.

    A list without a header that has other columns beside the puzzle is a table, too. Raises InputError where
    the name of the input, or `asked`, says that there is a table, and no column holds puzzles.
    """
    begun = _head_of(text)
    if begun is None:
        return None
    line, head, rest = begun
    if holds_puzzle(usual_text(head)):
        return _list_layout(text, asked)
    heads = [(names, delimiter) for delimiter in DELIMITERS if (names := _names(head, delimiter))]
    heads.sort(key=lambda one: (_is_known(one[0], asked), len(one[0])), reverse=True)
    fault: InputError | None = None
    for names, delimiter in heads:
        sample = _sample(names, rest, line, delimiter)
        if not _may_be_header(names, sample, rest, asked):
            continue
        try:
            layout = layout_of_columns(Kind.TABLE, sample, asked, name, delimiter=delimiter)
            return replace(layout, lines=line)
        except InputError as error:
            fault = fault or error
    if not heads and names_puzzles(text_of(one) for one in re.split(rb"[,;\t|]", head)):
        raise InputError(name, "a quote in the header is not closed")
    if fault is not None and _is_meant_as_table([names for names, _ in heads], name, rest, asked):
        raise fault
    return _list_layout(text, asked)


def _is_known(names: Sequence[str], asked: Mapping[Role, str]) -> int:
    """2 if one of these columns is asked for as that of the puzzles, 1 if one has a name of such a column."""
    wanted = asked.get(Role.PUZZLE, "").strip().lower()
    return 2 if wanted and wanted in (name.strip().lower() for name in names) else int(names_puzzles(names))


def _may_be_header(names: Sequence[str], sample: Sample, rest: bytes, asked: Mapping[Role, str]) -> bool:
    """Whether the first line of a text may name its columns: it is no row of cells, and no sentence."""
    if len(names) >= CELLS and are_cells(names) and not is_index(names[1:]):
        return False
    known = _is_known(names, asked)
    if len(names) == 1:
        return known == 2 or _is_single_column(names, rest)
    return known > 0 or any(value is not None for value in sample[names[1]])


def _is_meant_as_table(
    heads: Sequence[Sequence[str]], name: str, rest: bytes, asked: Mapping[Role, str]
) -> bool:
    """Whether a text without a column of puzzles is a table: by its name, its header, or as the user says."""
    if any(asked.values()):
        return True
    if _TABLE_NAME.search(name) and not any(len(names) in SIZES for names in heads):
        return True
    return any(map(_are_words, heads)) and bool(_LONG_FIELD.search(rest[:_LONGEST_HEAD]))


def _are_words(names: Sequence[str]) -> bool:
    """Whether a line looks like a header: two fields or more, all of them words, not all single letters."""
    return len(names) > 1 and all(map(_NAME_WORD.fullmatch, names)) and max(map(len, names)) > 1


def _head_of(text: bytes) -> tuple[int, bytes, bytes] | None:
    """The number and the text of the first line that is neither blank nor a comment, and what follows it."""
    line, first, rest = 0, b"", text
    while rest and (is_blank(first) or is_comment(first)):
        end = _LINE_END.search(rest)
        first, rest = (rest, b"") if end is None else (rest[: end.start()], rest[end.end() :])
        line += 1
    return None if is_blank(first) or is_comment(first) else (line, first, rest)


def names_as_written(names: Sequence[str]) -> tuple[str, ...]:
    """The names of columns as they stand in the header, where equal ones were told apart by their places."""
    written: list[str] = []
    for place, name in enumerate(names, 1):
        bare = name.removesuffix(f"_{place}")
        written.append(bare if bare in written else name)
    return tuple(written)


def _names(head: bytes, delimiter: str) -> tuple[str, ...]:
    """The names of the columns of a header, which may be in Latin-1; none where it has no such delimiter."""
    try:
        head.decode("utf-8")
    except UnicodeDecodeError:
        head = head.decode("latin-1").encode("utf-8")
    fields = fields_of(head, delimiter)
    if fields is None or (len(fields) == 1 and delimiter != DELIMITERS[0]):
        return ()
    names: list[str] = []
    for place, one in enumerate(map(str.strip, fields), 1):
        names.append(f"{one}_{place}" if one in names else one)
    return tuple(names)


def _is_single_column(names: Sequence[str], rest: bytes) -> bool:
    """Whether a line with a single name is a header: puzzles stand below it, and no drawn grid."""
    block = [line.strip().strip(b'"') for line in rest.splitlines()[: max(SIZES) + 2]]
    first = next(filter(None, block), b"")
    width = len(first)
    is_row = width in SIZES and sum(len(line) == width for line in block) == width
    is_puzzle = b" " not in first and b"|" not in first and (width in _SQUARES or width > 50 or not width)
    return names_puzzles(names) and is_puzzle and not is_row


def _sample(names: Sequence[str], rest: bytes, line: int, delimiter: str) -> Sample:
    """The fields of the first records, by the names of their columns."""
    end = rest.rfind(b"\n") + 1  # the last line may be cut off
    block = rest[:end] if end else rest + b"\n"
    records, _, _ = split_records(block, line + 1, delimiter, is_end=not end, most=SAMPLE)
    found = [record.fields for record in records if record.fields]
    return {
        name: [row[place] if place < len(row) else None for row in found] for place, name in enumerate(names)
    }


def _list_layout(text: bytes, asked: Mapping[Role, str]) -> Layout | None:
    """The layout of a list whose lines have equally many words, if more than a puzzle stands there."""
    end = text.rfind(b"\n") + 1 or len(text)  # the last line may be cut off
    lines = [line for line in text[:end].splitlines() if line.strip() and not is_comment(line)][:SAMPLE]
    for delimiter in LIST_DELIMITERS:
        rows = [fields_of(line, delimiter) or [] for line in lines]
        width = len(rows[0]) if len(rows) > 1 else 0  # one line shows no columns
        if width < 2 or {len(row) for row in rows} != {width}:
            continue
        if width > _MOST_LIST_COLUMNS and width not in (CELLS, 2 * CELLS):
            continue
        words = {str(place): [row[place - 1] for row in rows] for place in range(1, width + 1)}
        layout = roles_of_words(words, asked)
        if layout is not None and layout.usual_size == _NINE.size:
            return replace(layout, kind=Kind.TEXT, delimiter=delimiter or " ")
    return None


@dataclass(slots=True)
class TableReader:
    """Reads the rows of a table, some lines at a time; `line` is the number of the last line that was read.

    In a table with a header each line is a record. In a list without one, lines that are no records are read
    as any other text: `others` gives the entries in them. With `keep`, `Rows.table` has all columns, else
    those with a role.
    """

    name: str
    layout: Layout
    shape: Shape
    others: Callable[[Sequence[TextLine]], list[Entry]]
    keep: bool = False
    box_given: bool = False
    line: int = 0
    _tail: bytes = b""
    _style: Style | None = None

    @property
    def _delimiter(self) -> str:
        return self.layout.delimiter.strip(" ")

    def read(self, data: bytes, *, is_end: bool = False) -> Iterator[Rows]:
        """The rows on these whole lines; a record whose quote is open waits for what comes next."""
        block, self._tail = self._tail + data if self._tail else data, b""
        if self.line < self.layout.lines:  # the header is known
            head = block.splitlines(keepends=True)[: self.layout.lines - self.line]
            self.line, block = self.line + len(head), block[sum(map(len, head)) :]
        if not block:
            return
        symbols = np.frombuffer(block, np.uint8)
        count = int(np.count_nonzero(symbols == LF))
        found = None
        is_plain = not (b"#" in block and (not self._delimiter or _COMMENTS.search(block)))
        if is_plain and not (b"\r" in block and has_lone_cr(symbols)):
            found = _fields(symbols, ord(self.layout.delimiter), count, len(self.layout.names))
        if found is None or (not self._delimiter and (found[0] == found[1]).any()):
            yield from self._by_records(block, is_end=is_end)
            return
        lines = np.arange(self.line + 1, self.line + 1 + count)
        self.line += count
        for at in range(0, count, MOST_ROWS):
            starts, ends = (one[at : at + MOST_ROWS] for one in found)
            yield self._of_places(block, symbols, starts, ends, lines[at : at + MOST_ROWS])

    def _of_places(
        self,
        block: bytes,
        symbols: NDArray[np.uint8],
        starts: NDArray[np.int64],
        ends: NDArray[np.int64],
        lines: NDArray[np.int64],
    ) -> Rows:
        """The rows of a part of a plain block, whose fields begin and end there: int64 (n, columns) each."""

        def values(place: int) -> Any:  # noqa: ANN401
            import pyarrow as pa

            bounds = np.stack([starts[:, place], ends[:, place]], axis=-1)
            buffers = [None, pa.py_buffer(np.append(bounds, len(block))), pa.py_buffer(block)]
            fields = pa.LargeBinaryArray.from_buffers(pa.large_binary(), 2 * len(lines), buffers)
            return fields.take(pa.array(np.arange(0, 2 * len(lines), 2)))  # between them are delimiters

        def usual_cells(place: int) -> CellColumn | None:
            if (ends[:, place] - starts[:, place] != CELLS).any():
                return None
            return CellColumn(sliding_window_view(symbols, CELLS)[starts[:, place]])

        return self._rows(values, lines, usual_cells)

    def _by_records(self, block: bytes, *, is_end: bool) -> Iterator[Rows]:
        """The rows of a block that is not plain, record by record."""
        records, size, lines = split_records(block, self.line + 1, self._delimiter, is_end=is_end)
        self._tail = block[size:]
        self.line += lines
        width = None if self.layout.kind is Kind.TABLE else len(self.layout.names)
        for is_record, some in groupby(records, lambda one: width in (None, len(one.fields or ()))):
            run = list(some)
            for at in range(0, len(run), MOST_ROWS):
                yield (self._of_records if is_record else self._of_others)(run[at : at + MOST_ROWS])

    def _of_others(self, records: list[Record]) -> Rows:
        """The entries in lines of a list that are no records."""
        lines = [(one.line, None if is_long(one.text) else one.text.rstrip(b"\r\n")) for one in records]
        rows = rows_of_entries(self.others(lines), self.name)
        return rows.lacking_answers() if Role.ANSWER in self.layout.roles else rows

    def _of_records(self, records: list[Record]) -> Rows:
        """The rows of records; one that cannot be read, or has too few fields for a puzzle, is told."""

        def values(place: int) -> Any:  # noqa: ANN401
            import pyarrow as pa

            found = (fields[place] if place < len(fields := one.fields or []) else None for one in records)
            return pa.array([None if value is None else bytes_of(value) for value in found], pa.binary())

        names = self.layout.roles[Role.PUZZLE]
        last = self.layout.names.index(names[-1])
        expected = f"the puzzle in column {last + 2 - len(names)}"
        faults = {
            place: _OPEN
            if one.fields is None
            else Fault(counted(len(one.fields), "column"), expected, Reason.MISSING)
            for place, one in enumerate(records)
            if one.fields is None or len(one.fields) <= last
        }
        rows = self._rows(values, np.array([one.line for one in records], np.int64), faults=faults)
        most, line = max((len(one.fields or ()), -one.line) for one in records)
        more = most - len(self.layout.names)
        if more <= 0 or not self.keep:
            return rows
        remark = f"{self.name}:{-line}: the last {more} fields have no column, and are left out"
        return replace(rows, remarks=(remark,))

    def _rows(
        self,
        values: Callable[[int], Any],
        lines: NDArray[np.int64],
        usual_cells: Callable[[int], CellColumn | None] = lambda _place: None,
        faults: Mapping[int, Fault] = {},
    ) -> Rows:
        """The rows on these text lines.

        `values` gives the column at a place, an Arrow array of binaries; `usual_cells` the same if all of its
        values have 81 bytes, else None.
        """
        names, roles = self.layout.names, self.layout.roles
        grids: dict[Role, CellColumn] = {}
        for role in (role for role in GRIDS if role in roles):
            places = [names.index(name) for name in roles[role]]
            found = usual_cells(places[0]) if len(places) == 1 else None
            if found is None:
                from sudocube.rows.arrow import cells_of_arrow

                found = cells_of_arrow([values(place) for place in places], self.shape.numbers)
            grids[role] = found
        table = None
        beside = [of_role[0] for role, of_role in roles.items() if role not in GRIDS]
        if wanted := [name for name in names if self.keep or name in beside]:
            import pyarrow as pa

            table = pa.RecordBatch.from_arrays([values(names.index(name)) for name in wanted], names=wanted)
        if self._style is None:
            first = text_of(grids[Role.PUZZLE].rows[0].tobytes())
            is_list, blank = self.layout.kind is Kind.TEXT, blank_of(first, "symbols")
            self._style = Style(
                "line" if is_list else "csv",
                blank,
                delimiter="," if is_list else self._delimiter,
                box_given=self.box_given,
            )
        return rows_of_cells(
            grids, self.name, 0, self.layout, self.shape, lines, table, style=self._style, faults=faults
        )


def _fields(
    symbols: NDArray[np.uint8], delimiter: int, lines: int, width: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]] | None:
    """Where the fields of a plain block begin and end, int64 (lines, width) each; None for any other block.

    Each line has `width` fields, and quotes stand around whole fields alone, as most programs write them.
    """
    places = np.flatnonzero((symbols == delimiter) | (symbols == LF))
    if len(places) != lines * width or (symbols[places[width - 1 :: width]] != LF).any():
        return None
    starts = np.append(0, places[:-1] + 1).reshape(lines, width)
    ends = places.reshape(lines, width)
    ends[:, -1] -= symbols[ends[:, -1] - 1] == CR
    if (width == 1 and (starts == ends).any()) or (starts > ends).any():  # blank lines
        return None
    if quotes := np.count_nonzero(symbols == _QUOTE):
        are_quoted = (symbols[starts] == _QUOTE) & (symbols[ends - 1] == _QUOTE) & (ends - starts > 1)
        if quotes != 2 * np.count_nonzero(are_quoted):
            return None
        starts, ends = starts + are_quoted, ends - are_quoted
    return starts, ends
