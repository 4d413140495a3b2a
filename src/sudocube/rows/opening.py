"""Inputs opened: whatever people bring becomes rows, by one reader."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from os import PathLike, fspath
from typing import Any, BinaryIO

from sudocube.errors import InputError
from sudocube.geometry import Geometry
from sudocube.rows.arrow import Records, read_arrow, rows_of_records
from sudocube.rows.batch import MOST_ROWS, InputPause, LostRows, Role, Rows, rows_of_entries
from sudocube.rows.blocks import TextReader
from sudocube.rows.entry import Entry, Style, TableHeader
from sudocube.rows.layout import Kind, Layout
from sudocube.rows.plain import begins_plainly, lines_of_pieces
from sudocube.rows.reader import read_input
from sudocube.rows.roles import NO_COLUMN, layout_of_columns, refuse_unknown
from sudocube.rows.source import ArrivingBytes, Source, members
from sudocube.rows.table import TableReader, layout_of_text, names_as_written
from sudocube.rows.text_input import TextInput, TextLine, TextLines, fixed_geometry, text_lines

PIECE = 2 * 77 * 82 * 83
"""How many bytes are read together, about a million. It is a multiple of 82 and of 83: where all lines are
puzzles and end with LF (or all with CRLF), a piece ends with a line, and no bytes have to be moved."""

_MOST_ENTRIES = 1 << 11
"""How many entries, which take a kilobyte or two each, are gathered for one batch."""

_JSON = re.compile(rb"""\s*(?:\{|\[\s*[\[{"\d\]-])""")
"""How JSON begins; `[Puzzle]` is a section."""

_LONGEST_LINE = 1 << 18
"""So many bytes without a line end are no text line that is read."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How an input is to be read.

    `columns` are the names of columns by their role, as the user gives them; NO_COLUMN for none. `fixed` is
    the geometry of all puzzles (None: the input decides), and `box_given` says that the user gave the shape
    of its boxes. With `keep`, `Rows.table` has all columns, else those that have a role.
    """

    columns: Mapping[Role, str] | None = None
    fixed: Geometry | None = None
    box_given: bool = False
    keep: bool = False

    @property
    def asked(self) -> Mapping[Role, str]:
        """The columns that the user names; none if there are none."""
        return self.columns or {}


class DamageError(InputError):
    """An input of a kind that is read, whose beginning is damaged or cut off."""


@dataclass(frozen=True, slots=True)
class Opened:
    """An input that was looked into: its name, its layout, and its rows, read while they are asked for.

    Rows that cannot be read come as LostRows, in their place, and what can be read after them follows.
    """

    name: str
    layout: Layout
    rows: Iterator[Rows | LostRows | InputPause]


def read(
    source: BinaryIO | str | PathLike[str],
    name: str | None = None,
    *,
    geometry: Geometry | None = None,
    size: int | None = None,
    answers: str | bool = True,
    puzzles: str | None = None,
) -> Iterator[Entry]:
    """The puzzles of an input, as they arrive, each with its place or with its error.

    `source` is a path, a URL that fsspec knows, a member of an archive (`data.zip!test.csv`), or a binary
    stream; it is opened when the first puzzle is asked for. Text in any form is read, tables (CSV, TSV),
    JSON, Parquet, Arrow and arrays of NumPy, packed or not, and the members of zip and tar archives. `name`
    is what errors call the input (`-` for standard input), by default the path, or the name that the stream
    has. `geometry` (or `size`, with boxes at least as wide as tall) fixes the shape of the puzzles. An input
    without any puzzle gives nothing. In a table, the columns of puzzles and of answers are known by their
    names, or by what they hold; `puzzles` and `answers` may name others, or give their numbers from 1, and
    with False for `answers` none is looked for. `Entry.stored` is the answer that stands beside a puzzle.

    Raises PuzzleError at once for a size that does not exist or that contradicts the geometry, and TypeError
    for a source of another kind. Later, from the iterator, raises InputError for a file that cannot be opened
    or is of no kind that is read, for what can be read no further, after what could be read of it, and for a
    table without puzzles; UnknownNameError for a column that a table does not have; and UnavailableError
    where a package is not installed.

    >>> import io
    >>> [entry] = read(io.BytesIO(b"1.....2..3.....4  # an example"), "puzzles.txt")
    >>> entry.source, entry.puzzle
    ('puzzles.txt:1', Puzzle('1.....2..3.....4'))
    >>> [entry] = read(io.BytesIO(b"1.....2..3.....5"), "puzzles.txt", size=4)
    >>> print(entry.error)
    puzzles.txt:1: column 16: found '5'; expected a digit 1 to 4 or one of the blanks . 0 * _ - x X ?
    """
    fixed = fixed_geometry(geometry, size)
    if isinstance(source, str | PathLike):
        given = Source(name or fspath(source), fspath(source))
    elif any(hasattr(source, method) for method in ("read", "read1", "readline")):
        given = Source(name or str(getattr(source, "name", "-")), stream=source)
    else:
        raise TypeError(f"a source is a path or a binary stream, not {type(source).__name__}")
    columns = {Role.PUZZLE: puzzles} if puzzles else {}
    if answers is not True:
        columns[Role.ANSWER] = answers or NO_COLUMN
    return _entries(given, Reading(columns, fixed, geometry is not None))


def _entries(source: Source, reading: Reading) -> Iterator[Entry]:
    if source.path is not None and not source.exists:
        raise InputError(source.name, "no such file or directory; a puzzle itself goes to Puzzle")
    for one in members(source) or [source]:
        for item in open_rows(one, reading).rows:
            if isinstance(item, LostRows):
                raise InputError(one.name, item.message)
            if isinstance(item, Rows):
                yield from item.entries()


def open_rows(source: Source, reading: Reading = Reading()) -> Opened:
    """An input, looked into, with all of its rows.

    Raises what `look` raises, and UnknownNameError for a column that the input does not have.
    """
    layout = look(source, reading)
    refuse_unknown(reading.asked, [(source.name, layout)])
    return Opened(source.name, layout, rows_of(source, layout, reading))


def look(source: Source, reading: Reading) -> Layout:
    """The layout of an input, by its beginning, which waits to be read again.

    Raises InputError for an input that cannot be opened, is of no kind that is read, or is a table without
    puzzles, DamageError for one that is damaged, and UnavailableError where a package is missing.
    """
    kind = source.kind
    if kind is Kind.ARRAY:
        from sudocube.rows.arrays import layout_of_arrays

        return layout_of_arrays(source, reading.asked)
    if kind is not Kind.TEXT:
        from sudocube.rows.arrow import sample_arrow

        try:
            sample, groups = sample_arrow(source)
        except InputError as error:
            raise DamageError(source.name, error.reason) from None
        return layout_of_columns(kind or Kind.TEXT, sample, reading.asked, source.name, groups=groups)
    with source.arriving(PIECE) as text:
        head = _head(text)
        if not head and text.failure is not None:
            raise DamageError(source.name, text.failure.reason) if text.packing else text.failure
        text.push_back(head)
        try:
            return _layout_of_text(head, text, reading.asked)
        except InputError:
            if text.failure is not None:  # what was made of the beginning may be wrong
                raise DamageError(source.name, text.failure.reason) from None
            raise


def _layout_of_text(head: bytes, text: ArrivingBytes, asked: Mapping[Role, str]) -> Layout:
    """The layout of a text that begins with `head`: JSON, a table, or puzzles in any other form."""
    if _JSON.match(head):
        from sudocube.rows.json import sample_json

        try:
            if (json_sample := sample_json(head, text)) is not None:
                kind = Kind.JSON if text.kept else Kind.JSONL
                return layout_of_columns(kind, json_sample, asked, text.name)
        except InputError as error:  # it may be a pasted grid of lists, or a tag of a forum
            is_damaged = error.reason.startswith("is no JSON") and not error.reason.endswith("Extra data")
            if is_damaged and head.lstrip().startswith((b'{"', b'[{"')):
                raise
            found = TextReader(_input(text_lines(head.splitlines()), text.name, Reading())).entries()
            if b"{" in head and not any(isinstance(one, Entry) and one.puzzle for one in islice(found, 1)):
                raise
    return layout_of_text(head, text.name, asked) or Layout(Kind.TEXT)


def rows_of(
    source: Source, layout: Layout, reading: Reading, *, first: int = 0, stop: int | None = None
) -> Iterator[Rows | LostRows | InputPause]:
    """The rows of an input with this layout, from the row `first` to before the row `stop` (None: all)."""
    header, style = None, Style(box_given=reading.box_given)
    if layout.kind is Kind.TABLE:
        style = replace(style, format="csv", delimiter=layout.delimiter)
    if reading.keep and layout.roles and layout.kind is not Kind.TEXT:
        index = layout.names.index(layout.roles[Role.PUZZLE][0])
        header = TableHeader(names_as_written(layout.names), index, layout.delimiter or ",")
    items: Iterator[Any] = _text_items(source, layout, reading)
    if layout.kind is Kind.ARRAY:
        from sudocube.rows.arrays import read_arrays

        items = read_arrays(source, layout, first, stop)
    elif layout.kind in (Kind.PARQUET, Kind.ARROW):
        items = read_arrow(source, None if reading.keep else _wanted(layout, reading), first, stop)
    items = rows_of_records(items, source.name, layout, layout.shape(reading.fixed), style)
    try:
        for item in _between(items, first, stop):
            if isinstance(item, Rows) and item.table is not None:
                item = replace(item, header=header)
            yield item
    except InputError as error:  # it is no longer there, or no longer as it was
        yield LostRows(first, None, error.reason)


def _wanted(layout: Layout, reading: Reading) -> list[str]:
    """The columns that are read: all, or those with a role."""
    return [*(layout.names if reading.keep else dict.fromkeys(chain(*layout.roles.values())))]


def _between(
    items: Iterable[Rows | LostRows | InputPause], first: int, stop: int | None
) -> Iterator[Rows | LostRows | InputPause]:
    """The rows from `first` to before `stop`, in batches of MOST_ROWS at most."""
    for item in items:
        if not isinstance(item, Rows):
            yield item
            continue
        begin = max(first - item.first, 0)
        end = len(item) if stop is None else min(len(item), stop - item.first)
        for at in range(begin, end, MOST_ROWS):
            until = min(at + MOST_ROWS, end)
            yield item if (at, until) == (0, len(item)) else item.part(at, until)
        if stop is not None and item.first + len(item) >= stop:
            return


def _text_items(
    source: Source, layout: Layout, reading: Reading
) -> Iterator[Records | Rows | LostRows | InputPause]:
    """What a text holds, and after it what was lost where it could not be read to its end."""
    at = 0
    with source.arriving(PIECE) as text:
        if layout.kind in (Kind.JSON, Kind.JSONL):
            from sudocube.rows.json import read_json

            items: Iterator[Records | Rows | InputPause] = read_json(
                text, layout, _wanted(layout, reading), keep=reading.keep
            )
        elif layout.roles:
            items = _table_items(text, source, layout, reading)
        else:
            items = _other_rows(text, source, reading)
        for item in items:
            if isinstance(item, Records):
                item = item._replace(first=at, position=text.position)
                at += len(item.table)
            elif isinstance(item, Rows):
                item = replace(item, first=at, position=text.position)
                at += len(item)
            yield item
        if text.failure is not None:
            yield LostRows(at, None, text.failure.reason)


def _head(text: ArrivingBytes) -> bytes:
    """The beginning of a text: the first piece, and so many more that a line of a table is in it."""
    head = next(text, b"")
    while (
        head.count(b"\n") < 2 and len(head) < _LONGEST_LINE and not begins_plainly(head.partition(b"\n")[0])
    ):
        if not (more := next(text, b"")):
            break
        head += more
    return head


def _pieces(text: ArrivingBytes, source: Source) -> Iterator[bytes | InputPause]:
    """The text in pieces that end with a line; a pause where more would have to be waited for."""
    tail = b""
    for arrived in text:
        data = tail + arrived if tail else arrived
        while len(data) < PIECE and source.is_ready() and (more := next(text, b"")):
            data += more
        end = data.rfind(b"\n") + 1
        if not end and len(data) > _LONGEST_LINE:  # perhaps lines end with CR; an LF may follow the last byte
            end = data.rfind(b"\r", 0, -1) + 1
            if not end:  # too long a line, of which the rest is dropped
                data = data[:_LONGEST_LINE] + data[-1:]
        tail = data[end:]
        if end:
            yield data[:end] if tail else data
        if not source.is_ready():
            yield InputPause()
    if tail and text.failure is None:
        yield tail + b"\n"


def _table_items(
    text: ArrivingBytes, source: Source, layout: Layout, reading: Reading
) -> Iterator[Records | Rows | InputPause]:
    """The records of a table, below its header."""

    def others(lines: Sequence[TextLine]) -> Rows:
        items = TextReader(_input(iter(lines), source.name, reading)).entries()
        return rows_of_entries([item for item in items if isinstance(item, Entry)], source.name)

    table = TableReader(source.name, layout, _wanted(layout, reading), others)
    for piece in _pieces(text, source):
        if isinstance(piece, InputPause):
            yield piece
        else:
            yield from table.read(piece)
    if text.failure is None:
        yield from table.read(b"", is_end=True)


def _other_rows(text: ArrivingBytes, source: Source, reading: Reading) -> Iterator[Rows | InputPause]:
    """The rows of a text that is no table: plain lines in arrays, all others as entries."""
    lines = lines_of_pieces(
        _pieces(text, source),
        source.name,
        is_nine=reading.fixed in (None, Geometry(3, 3)),
        with_answers=reading.asked.get(Role.ANSWER) != NO_COLUMN,
        box_given=reading.box_given,
    )
    waiting: list[Entry] = []
    for item in read_input(_input(lines, source.name, reading)):
        if isinstance(item, Entry):
            waiting.append(item)
        is_full = len(waiting) == _MOST_ENTRIES or not source.is_ready()
        if waiting and (is_full or not isinstance(item, Entry)):
            yield rows_of_entries(waiting, source.name)
            waiting = []
        if not isinstance(item, Entry):
            yield item
    if waiting:
        yield rows_of_entries(waiting, source.name)


def _input(lines: Iterator[TextLine | InputPause], name: str, reading: Reading) -> TextInput:
    with_answers = reading.asked.get(Role.ANSWER) != NO_COLUMN
    return TextInput(name, TextLines(lines), reading.fixed, box_given=reading.box_given, answers=with_answers)
