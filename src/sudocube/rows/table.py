"""Tables in text: CSV with any delimiter, with a header or as a list without one.

Text is taken a block at a time. A *plain* block has a record on each of its lines, and quotes, if any, around
whole fields: it is read in arrays. Every other block is split into records, one by one: a quoted field that
goes over several lines, comments, records of another length. What both give is the same.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sudocube.errors import FormatError, InputError
from sudocube.geometry import SIZES, Geometry
from sudocube.puzzle import is_hexadecimal
from sudocube.rows.batch import CELLS, MOST_ROWS, Reason, Role, Rows, is_ordinary, rows_of_entries
from sudocube.rows.entry import Entry, Numerals, Style
from sudocube.rows.layout import Kind, Layout, Shape
from sudocube.rows.line_search import holds_puzzle
from sudocube.rows.plain import CR, LF, has_lone_cr, symbols_of_nine
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
from sudocube.rows.text_input import TextLine, bytes_of, is_blank, is_comment, is_long, text_of, usual_line
from sudocube.rows.values import CellColumn, Fault, faulty, puzzle_of_value
from sudocube.symbol_forms import usual_symbols

DELIMITERS = (",", ";", "\t", "|")
LIST_DELIMITERS = ("", ",", ";", "\t", "|")
"""What parts the columns of a list without a header; "" is white space."""

LONGEST_RECORD = 1 << 24
"""How many bytes a record may have: 16 MB."""

_MOST_LIST_COLUMNS = 8
_SQUARES = {size * size for size in SIZES}
_QUOTE = ord('"')
_LINE_END = re.compile(rb"\r\n|\r|\n")
_NAME_WORD = re.compile(r"[^\W\d][\w .()/-]*")
_LONG_FIELD = re.compile(rb"^[^\n]*[,;\t|]\s*[\w.*?-]{16}", re.MULTILINE)
_LONGEST_HEAD = 400
_TABLE_NAME = re.compile(r"\.(csv|tsv|tab|psv)(\.[a-z0-9]+)?$", re.IGNORECASE)


class Record(NamedTuple):
    """One record: the number of its first line, its text, and its fields.

    `fields` is None for a quote that nothing closes, or not before LONGEST_RECORD bytes.
    """

    line: int
    text: bytes
    fields: list[bytes] | None


@cache
def _patterns(delimiter: str) -> tuple[re.Pattern[bytes], re.Pattern[bytes], re.Pattern[bytes]]:
    """Matches one field; a whole record, which may go over several lines; and all fields that are whole."""
    d = re.escape(delimiter.encode())
    quoted, bare = rb' *+"(?:[^"]++|"")*+"[^%b\r\n]*+' % d, rb' *+(?!")[^%b\r\n]*+' % d
    one = rb' *+"((?:[^"]++|"")*+)"([^%b]*+)|( *+(?!")[^%b]*+)' % (d, d)
    whole = rb"(?:(?:%b|%b)%b)*+" % (quoted, bare, d)
    return re.compile(one), re.compile(whole + rb"(?:%b|%b)(?=[\r\n]|$)" % (quoted, bare)), re.compile(whole)


def fields_of(text: bytes, delimiter: str) -> list[bytes] | None:
    """The fields of a record without quotes and the spaces around them; None where a quote is not closed.

    >>> fields_of(b'id, "a ""b"", c",3', ",")
    [b'id', b'a "b", c', b'3']
    """
    if not delimiter:
        return text.partition(b"#")[0].split()
    if b'"' not in text:
        return [one.strip() for one in text.split(delimiter.encode())]
    match, at, found = _patterns(delimiter)[0].match, 0, []
    while True:
        one = match(text, at)
        if one is None:
            return None
        quoted, behind, bare = one.groups()
        found.append(bare.strip() if quoted is None else quoted.replace(b'""', b'"') + behind.rstrip())
        if one.end() == len(text):
            return found
        at = one.end() + len(delimiter)


def split_records(
    block: bytes, line: int, delimiter: str, *, is_end: bool, most: int | None = None
) -> tuple[list[Record], int, int]:
    """The records of a block of whole lines, of which the first has the number `line`.

    Blank lines and comments are left out. With them come how many bytes and how many lines they take: a
    record whose quote is still open waits for the next block, unless `is_end`; then the lines below that of
    the quote are read on. `most` is how many records are wanted.
    """
    ends = [found.end() for found in _LINE_END.finditer(block)]
    starts = [0, *ends]
    _, whole, prefix = _patterns(delimiter or "\t")
    records: list[Record] = []
    at = 0
    while at < len(ends) and len(records) != most:
        text = block[starts[at] : ends[at]].rstrip(b"\r\n")
        until = at + 1
        if not text.strip() or is_comment(text):
            at = until
            continue
        fields: list[bytes] | None = None
        if b'"' not in text or not delimiter:
            fields = fields_of(text, delimiter)
        elif found := whole.match(block, starts[at]):
            until, text = bisect_left(ends, found.end()) + 1, found[0]
            fields = fields_of(text, delimiter)
        elif not is_end and len(block) - starts[at] <= LONGEST_RECORD:
            break
        else:  # what stands below the line of the quote is read on
            found = prefix.match(block, starts[at])
            quote = block.index(b'"', found.end() if found else starts[at])
            until = bisect_right(ends, quote) + 1
            text = block[starts[at] : ends[until - 1]].rstrip(b"\r\n")
        records.append(Record(line + at, text, fields))
        at = until
    return records, starts[at], at


def layout_of_text(text: bytes, name: str, asked: Mapping[Role, str]) -> Layout | None:
    """The layout of the table that a text begins; None if it begins none.

    A list without a header that has other columns beside the puzzle is a table, too. Raises InputError where
    the name of the input, or `asked`, says that there is a table, and no column holds puzzles.
    """
    begun = _head_of(text)
    if begun is None:
        return None
    line, head, rest = begun
    fault: InputError | None = None
    if not holds_puzzle(text_of(usual_line(head))):
        heads = [(names, delimiter) for delimiter in DELIMITERS if (names := _names(head, delimiter))]
        heads = [one for one in heads if len(one[0]) < CELLS or not are_cells(one[0]) or is_index(one[0][1:])]
        heads.sort(
            key=lambda one: (_is_asked(one[0], asked), names_puzzles(one[0]), len(one[0])), reverse=True
        )
        for names, delimiter in heads:
            sample = _sample(names, rest, line, delimiter)
            if len(names) == 1 and not _is_asked(names, asked) and not _is_single_column(names, rest):
                continue
            is_known = names_puzzles(names) or _is_asked(names, asked)
            if len(names) > 1 and not is_known and all(one is None for one in sample[names[1]]):
                continue  # a sentence with a comma above a puzzle
            try:
                layout = layout_of_columns(Kind.TABLE, sample, asked, name, delimiter=delimiter)
                return replace(layout, lines=line)
            except InputError as error:
                fault = fault or error
        is_grid = any(len(names) in SIZES for names, _ in heads)
        if not heads and names_puzzles(text_of(one) for one in re.split(rb"[,;\t|]", head)):
            column = len(text_of(head[: head.rindex(b'"')])) + 1
            what = "found a quote that is not closed; expected a closing quote"
            raise InputError(name, f"column {column} of the header: {what}")
        is_table = any(map(_are_words, (names for names, _ in heads))) and _LONG_FIELD.search(
            rest[:_LONGEST_HEAD]
        )
        if fault is not None and (
            is_table or any(asked.values()) or (_TABLE_NAME.search(name) and not is_grid)
        ):
            raise fault
    return _list_layout(text, asked)


def _are_words(names: Sequence[str]) -> bool:
    """Whether a line looks like a header: two fields or more, all of them words, not all single letters."""
    return len(names) > 1 and all(map(_NAME_WORD.fullmatch, names)) and max(map(len, names)) > 1


def _is_asked(names: Sequence[str], asked: Mapping[Role, str]) -> bool:
    wanted = asked.get(Role.PUZZLE, "").strip().lower()
    return bool(wanted) and wanted in (name.strip().lower() for name in names)


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
    """The names of the columns of a header; nothing where it has no such delimiter and no known name."""
    fields = fields_of(head, delimiter)
    if fields is None or (len(fields) == 1 and delimiter != DELIMITERS[0]):
        return ()
    names: list[str] = []
    for place, one in enumerate(fields, 1):
        name = _name(one)
        names.append(f"{name}_{place}" if name in names else name)
    return tuple(names)


def _name(field: bytes) -> str:
    """The name of a column, which may be in Latin-1."""
    try:
        return field.decode("utf-8")
    except UnicodeDecodeError:
        return field.decode("latin-1")


def _is_single_column(names: Sequence[str], rest: bytes) -> bool:
    """Whether a line with a single name is a header: puzzles stand below it, and no drawn grid."""
    if not names_puzzles(names):
        return False
    block: list[bytes] = []
    for line in rest.splitlines()[: max(SIZES) + 2]:
        if line.strip():
            block.append(line.strip().strip(b'"'))
        elif block:
            break
    if not block:
        return False
    width = len(block[0])
    is_row = width in SIZES and sum(len(line) == width for line in block) == width
    return b" " not in block[0] and b"|" not in block[0] and not is_row and (width in _SQUARES or width > 50)


def _sample(names: Sequence[str], rest: bytes, line: int, delimiter: str) -> Sample:
    """The fields of the first records, by the names of their columns."""
    end = rest.rfind(b"\n") + 1  # the last line may be cut off
    block = rest[:end] if end else rest + b"\n"
    records, _, _ = split_records(block, line + 1, delimiter, is_end=not end, most=SAMPLE)
    found = [[text_of(value) for value in record.fields] for record in records if record.fields]
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
        words = {str(place): [text_of(row[place - 1]) for row in rows] for place in range(1, width + 1)}
        layout = roles_of_words(words, asked)
        if layout is not None and layout.usual_size == _NINE.size:
            return replace(layout, kind=Kind.TEXT, delimiter=delimiter or " ")
    return None


@dataclass(slots=True)
class TableReader:
    """Reads the rows of a table, some text at a time.

    `line` is the number of the last line that was read, `first` the number of the next row. `others` reads
    lines that are no records as any other text: the entries in it. With `keep`, `Rows.table` has all columns,
    else those that have a role.
    """

    name: str
    layout: Layout
    shape: Shape
    others: Callable[[list[TextLine]], list[Entry]]
    line: int = 0
    first: int = 0
    keep: bool = False
    box_given: bool = False
    _tail: bytes = b""
    _style: Style | None = None

    @property
    def _delimiter(self) -> str:
        return self.layout.delimiter.strip(" ")

    @property
    def _beside(self) -> dict[Role, str]:
        """The columns that have a role, and hold neither puzzles nor answers."""
        roles = self.layout.roles
        return {role: roles[role][0] for role in _BESIDE if role in roles}

    @property
    def _wanted(self) -> list[str]:
        """The names of the columns that are read."""
        grids = {name for role in _GRIDS for name in self.layout.roles.get(role, ())}
        return [name for name in self.layout.names if self.keep or name in grids | {*self._beside.values()}]

    def read(self, data: bytes, *, is_end: bool = False) -> Iterator[Rows]:
        """The rows on these lines, as far as they are whole; the rest waits for what comes next."""
        data = self._tail + data if self._tail else data
        end = len(data) if is_end else data.rfind(b"\n") + 1
        if not end and len(data) > LONGEST_RECORD:
            end = data.rfind(b"\r", 0, -1) + 1  # an old text, whose lines end so
        block, self._tail = data[:end], data[end:]
        if is_end and block and not block.endswith((b"\n", b"\r")):
            block += b"\n"
        if not block:
            return
        symbols = np.frombuffer(block, np.uint8)
        count = int(np.count_nonzero(symbols == LF))
        table = self._by_places(block, symbols, count)
        if table is None:
            yield from self._slow(block, is_end=is_end)
            return
        first, texts = self.line + 1, cache(block.splitlines)

        def record(begin: int, place: int) -> Record:
            text = texts()[begin + place]
            return Record(first + begin + place, text, fields_of(text, self._delimiter))

        lines = np.arange(first, first + count)
        self.line += count
        for at in range(0, count, MOST_ROWS):
            some, numbers = table.slice(at, MOST_ROWS), lines[at : at + MOST_ROWS]
            yield self._rows(some, numbers, partial(record, at))

    def _by_places(self, block: bytes, symbols: NDArray[np.uint8], lines: int) -> Any:  # noqa: ANN401
        """The wanted columns of a plain block, as a record batch of binaries; None for any other block."""
        if b"#" in block and (not self._delimiter or _COMMENTS.search(block)):
            return None
        if b"\r" in block and has_lone_cr(symbols):
            return None
        found = _fields(symbols, ord(self.layout.delimiter), lines, len(self.layout.names))
        if found is None or (not self._delimiter and (found[0] == found[1]).any()):
            return None
        import pyarrow as pa

        data, every_other, columns = pa.py_buffer(block), pa.array(np.arange(0, 2 * lines, 2)), []
        for name in self._wanted:
            place = self.layout.names.index(name)
            bounds = np.stack([starts_or_ends[:, place] for starts_or_ends in found], axis=-1)
            buffers = [None, pa.py_buffer(np.append(bounds, len(block))), data]
            columns.append(pa.LargeBinaryArray.from_buffers(pa.large_binary(), 2 * lines, buffers))
        return pa.RecordBatch.from_arrays([one.take(every_other) for one in columns], names=self._wanted)

    def _rows(self, table: Any, lines: NDArray[np.int64], record: Callable[[int], Record]) -> Rows:  # noqa: ANN401
        """These columns as rows; `record` gives the record at a place, for those that are odd."""
        column = self._column(table, Role.PUZZLE)
        rows, are_symbols = symbols_of_nine(column.rows)
        if self.shape.fixed not in (None, _NINE):
            are_symbols = np.zeros(len(rows), np.bool_)
        odd: dict[int, Entry] = {}
        if faults := sorted({*column.others, *np.flatnonzero(~are_symbols).tolist()}):
            rows = rows.copy()
        for place in faults:
            entry = self._entry(record(place))
            rows[place] = 0
            if entry.puzzle is not None and is_ordinary(entry.puzzle):
                rows[place] = np.frombuffer(str(entry.puzzle).encode("ascii"), np.uint8)
            else:
                odd[place] = entry
        answers, others = (
            self._column(table, Role.ANSWER).answers() if Role.ANSWER in self.layout.roles else (None, {})
        )
        if self._style is None:
            first = text_of(column.rows[0].tobytes()) if rows[0].all() else "."
            self._style = self._written(blank_of(first, "symbols"))
        first_row, self.first = self.first, self.first + len(rows)
        return Rows(self.name, first_row, rows, odd, lines, answers, others, table, self._beside, self._style)

    def _written(self, blank: str = ".") -> Style:
        """How a puzzle of the table is written; in a list without a header, on a line."""
        if self.layout.kind is Kind.TEXT:
            return Style("line", blank, box_given=self.box_given)
        return Style("csv", blank, delimiter=self._delimiter, box_given=self.box_given)

    def _column(self, table: Any, role: Role) -> CellColumn:  # noqa: ANN401
        """The values of the column, or of the n² columns, that play a role."""
        from sudocube.rows.arrow import cells_of_arrow

        columns = [table.column(name) for name in self.layout.roles[role]]
        return cells_of_arrow(columns, self.shape.numbers)

    def _slow(self, block: bytes, *, is_end: bool) -> Iterator[Rows]:
        """The rows of a block that is not plain, record by record."""
        records, size, lines = split_records(block, self.line + 1, self._delimiter, is_end=is_end)
        self._tail = block[size:] + self._tail
        self.line += lines
        for is_record, some in groupby(records, self._is_record):
            run = list(some)
            for at in range(0, len(run), MOST_ROWS):
                part = run[at : at + MOST_ROWS]
                yield from (self._of_records if is_record else self._of_others)(part)

    def _is_record(self, record: Record) -> bool:
        """Whether this may be a record of the table; a text line that is none is read as any other text."""
        width = len(self.layout.names)
        if record.fields is None or width == 1:
            return record.fields is not None
        if not self._delimiter:
            return len(record.fields) == width
        return len(record.fields) > 1 or self.layout.names.index(self.layout.roles[Role.PUZZLE][0]) == 0

    def _of_records(self, records: list[Record]) -> Iterator[Rows]:
        import pyarrow as pa

        columns = {}
        for name in self._wanted:
            place = self.layout.names.index(name)
            values = [fields[place] if place < len(fields := one.fields or []) else b"" for one in records]
            columns[name] = pa.array(values, pa.binary())
        lines = np.array([one.line for one in records], np.int64)
        rows = self._rows(pa.RecordBatch.from_pydict(columns), lines, records.__getitem__)
        longest = max(records, key=lambda one: len(one.fields or ()))
        more = len(longest.fields or ()) - len(self.layout.names)
        if more > 0 and self.keep:
            remark = f"{self.name}:{longest.line}: the last {more} fields have no column, and are left out"
            rows = replace(rows, remarks=(remark,))
        yield rows

    def _of_others(self, records: list[Record]) -> Iterator[Rows]:
        """The entries in lines that are no records; an open quote is one error."""
        for is_open, some in groupby(records, lambda one: one.fields is None):
            run = list(some)
            lines = [(one.line, None if is_long(one.text) else one.text) for one in run]
            entries = [self._open_quote(one) for one in run] if is_open else self.others(lines)
            if not entries:  # nothing but words: then these are records that lack something
                yield from self._of_records(run)
                continue
            has_answers = Role.ANSWER in self.layout.roles
            yield rows_of_entries(entries, self.name, self.first, has_answers=has_answers, names=self._wanted)
            self.first += len(entries)

    def _open_quote(self, record: Record) -> Entry:
        whole = _patterns(self._delimiter)[2].match(record.text)
        before = record.text[: record.text.index(b'"', whole.end() if whole else 0)]
        line, column = record.line + before.count(b"\n"), len(text_of(before.rpartition(b"\n")[2])) + 1
        found, expected = "a quote that is not closed", "a closing quote"
        error = FormatError(
            self.name, line, column, found=found, expected=expected, reason=str(Reason.UNREADABLE)
        )
        return Entry(error.place, None, error, self._written())

    def _entry(self, record: Record) -> Entry:
        """The puzzle of a record that is not 81 symbols of a 9×9 puzzle, or what is wrong with it."""
        fields, names = record.fields or [], self.layout.roles[Role.PUZZLE]
        place = self.layout.names.index(names[0])
        style = self._written()
        if place + len(names) > len(fields):
            found = f"{counted(len(fields), 'column')}"
            expected = f"the puzzle in column {place + 1}"
            return faulty(self.name, record.line, Fault(Reason.MISSING, found, expected), style)
        value = text_of(fields[place])
        if len(names) > 1:
            cells = [text_of(cell) for cell in fields[place : place + len(names)]]
            puzzle = puzzle_of_value(cells, self.shape)
        else:
            puzzle = puzzle_of_value(value, self.shape)
        if isinstance(puzzle, Fault):
            return self._faulty(record, value, puzzle, style)
        symbols = usual_symbols(value).strip()
        numerals: Numerals = "hexadecimal" if is_hexadecimal(symbols, puzzle.geometry.size) else "symbols"
        style = replace(style, blank=blank_of(symbols, numerals), numerals=numerals)
        return Entry(f"{self.name}:{record.line}", puzzle, None, style)

    def _faulty(self, record: Record, value: str, fault: Fault, style: Style) -> Entry:
        """The error for a record whose field is no puzzle; its column is that of the wrong symbol."""
        if fault.reason is Reason.MISSING:
            place = self.layout.names.index(self.layout.roles[Role.PUZZLE][0])
            fault = fault._replace(expected=f"the puzzle in column {place + 1}")
        column = None
        at = record.text.find(bytes_of(value)) if value else -1
        if fault.at is not None and at >= 0 and b"\n" not in record.text[: at + len(value)]:
            usual = usual_symbols(value)
            column = len(text_of(record.text[:at])) + len(usual) - len(usual.lstrip()) + fault.at + 1
        error = FormatError(
            self.name,
            record.line,
            column,
            found=fault.found,
            expected=fault.expected,
            reason=str(fault.reason),
        )
        return Entry(error.place, None, error, style)


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


_BESIDE = (Role.RATING, Role.CLUES, Role.SPLIT, Role.ID)
_GRIDS = (Role.PUZZLE, Role.ANSWER)
_NINE = Geometry(3, 3)
_COMMENTS = re.compile(rb"(?:^|\n)[ \t]*#")
