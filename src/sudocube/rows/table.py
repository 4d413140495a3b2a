"""Tables in text: CSV with any delimiter, with a header or as a list without one.

Text is taken a block at a time. A block with a record on each of its lines is parsed by Arrow. Every other
block is split into records by Python's `csv`, one by one: a quoted field that goes over several lines,
comments, records of another length. What both give is the same.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from sudocube.errors import InputError
from sudocube.geometry import SIZES, Geometry
from sudocube.rows.arrow import Records
from sudocube.rows.batch import CELLS, Reason, Role, Rows
from sudocube.rows.layout import Kind, Layout
from sudocube.rows.line_search import holds_puzzle
from sudocube.rows.roles import (
    SAMPLE,
    Sample,
    are_cells,
    is_index,
    layout_of_columns,
    names_puzzles,
    roles_of_words,
)
from sudocube.rows.symbols import Fault, counted
from sudocube.rows.text_input import TextLine, bytes_of, is_blank, is_comment, is_long, text_of, usual_text

DELIMITERS = (",", ";", "\t", "|")
LIST_DELIMITERS = ("", *DELIMITERS)
"""What parts the columns of a list without a header; "" is white space."""

LONGEST_RECORD = 1 << 24
"""How many bytes a record may have: 16 MB."""

csv.field_size_limit(max(csv.field_size_limit(), LONGEST_RECORD))

_MOST_LIST_COLUMNS = 8
_SQUARES = {size * size for size in SIZES}
_LINE_END = re.compile(rb"\r\n|\r|\n")
_LONE_CR = re.compile(rb"\r(?!\n)")
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
    is_long = width in _SQUARES or width > 50 or not width or b"e+" in first  # a number that was rounded
    is_puzzle = b" " not in first and b"|" not in first and is_long
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
    """Reads the records of a table, some lines at a time; `line` is the number of the last one that was read.

    In a table with a header each line is a record. In a list without one, lines that are no records are read
    as any other text: `others` gives the rows in them. `wanted` are the columns that are read.
    """

    name: str
    layout: Layout
    wanted: Sequence[str]
    others: Callable[[Sequence[TextLine]], Rows]
    line: int = 0
    _tail: bytes = b""

    @property
    def _delimiter(self) -> str:
        return self.layout.delimiter.strip(" ")

    def read(self, data: bytes, *, is_end: bool = False) -> Iterator[Records | Rows]:
        """The records on these whole lines; one whose quote is open waits for what comes next."""
        block, self._tail = self._tail + data if self._tail else data, b""
        if self.line < self.layout.lines:  # the header is known
            head = block.splitlines(keepends=True)[: self.layout.lines - self.line]
            self.line, block = self.line + len(head), block[sum(map(len, head)) :]
        if (batch := self._parsed(block)) is not None:
            yield Records(batch, 0, np.arange(self.line + 1, self.line + 1 + len(batch)))
            self.line += len(batch)
            return
        records, size, lines = split_records(block, self.line + 1, self._delimiter, is_end=is_end)
        self._tail = block[size:]
        self.line += lines
        width = None if self.layout.kind is Kind.TABLE else len(self.layout.names)
        for is_record, some in groupby(records, lambda one: width in (None, len(one.fields or ()))):
            if is_record:
                yield self._of_records(list(some))
                continue
            texts = [(one.line, None if is_long(one.text) else usual_text(one.text.rstrip())) for one in some]
            rows = self.others(texts)
            yield rows.lacking_answers() if Role.ANSWER in self.layout.roles else rows

    def _parsed(self, block: bytes) -> pa.RecordBatch | None:
        """The wanted columns of a block with a record on each line; None for any other block."""
        import pyarrow.csv

        is_commented = b"#" in block and (not self._delimiter or _COMMENTS.search(block))
        is_open = b'"' in block and (block.count(b'"') % 2 or f'{self.layout.delimiter} "'.encode() in block)
        if not block or is_commented or is_open or (b"\r" in block and _LONE_CR.search(block)):
            return None
        if (even := self._even(block)) is not None:
            return even
        try:
            table = pyarrow.csv.read_csv(
                pa.py_buffer(block),
                pyarrow.csv.ReadOptions(
                    use_threads=False, block_size=len(block) + 1, column_names=self.layout.names
                ),
                pyarrow.csv.ParseOptions(delimiter=self.layout.delimiter),
                pyarrow.csv.ConvertOptions(
                    check_utf8=False,
                    column_types=dict.fromkeys(self.wanted, pa.large_binary()),
                    include_columns=self.wanted,
                ),
            )
        except pa.ArrowInvalid:  # a record of another length
            return None
        [batch] = table.combine_chunks().to_batches()
        if len(batch) != block.count(b"\n"):  # a blank line, or a record on several
            return None
        is_odd = not self._delimiter and any(b"" in one.to_pylist() for one in batch.columns)
        return None if is_odd else batch  # several spaces between two words

    def _even(self, block: bytes) -> pa.RecordBatch | None:
        """The same where all lines have their delimiters at equal places, in a fraction of the time."""
        width, names = block.find(b"\n") + 1, self.layout.names
        if not width or len(block) % width or b'"' in block or b"\r" in block:
            return None
        symbols = np.frombuffer(block, np.uint8)
        are_ends = (symbols == ord(self.layout.delimiter)) | (symbols == ord("\n"))
        ends = np.flatnonzero(are_ends[:width])
        lines, begins = symbols.reshape(-1, width), np.append(0, ends[:-1] + 1)
        if len(ends) != len(names) or np.count_nonzero(are_ends) != len(ends) * len(lines):
            return None
        if (begins == ends).any() or (lines[:, ends] != lines[0, ends]).any():
            return None

        def column(name: str) -> pa.Array:
            begin, end = begins[names.index(name)], ends[names.index(name)]
            bounds = np.arange(len(lines) + 1, dtype=np.int64) * (end - begin)
            parts = [None, pa.py_buffer(bounds), pa.py_buffer(np.ascontiguousarray(lines[:, begin:end]))]
            return pa.LargeBinaryArray.from_buffers(pa.large_binary(), len(lines), parts)

        return pa.RecordBatch.from_pydict({name: column(name) for name in self.wanted})

    def _of_records(self, records: list[Record]) -> Records:
        """Records that were split; one that cannot be read, or has too few fields for a puzzle, is told."""

        def values(name: str) -> list[bytes | None]:
            place = names.index(name)
            found = (fields[place] if place < len(fields := one.fields or []) else None for one in records)
            return [None if value is None else bytes_of(value) for value in found]

        names, puzzles = self.layout.names, self.layout.roles[Role.PUZZLE]
        last = names.index(puzzles[-1])
        expected = f"the puzzle in column {last + 2 - len(puzzles)}"
        faults = {
            place: _OPEN
            if one.fields is None
            else Fault(counted(len(one.fields), "column"), expected, Reason.MISSING)
            for place, one in enumerate(records)
            if len(one.fields or ()) <= last
        }
        most, line = max((len(one.fields or ()), -one.line) for one in records)
        more = f"{self.name}:{-line}: the last {most - len(names)} fields have no column, and are left out"
        remarks = (more,) if most > len(names) == len(self.wanted) else ()
        columns = {name: pa.array(values(name), pa.binary()) for name in self.wanted}
        lines = np.array([one.line for one in records], np.int64)
        return Records(pa.RecordBatch.from_pydict(columns), 0, lines, faults, remarks)
