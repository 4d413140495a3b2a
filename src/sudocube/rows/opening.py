"""Inputs opened: whatever people bring becomes rows, by one reader."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain
from os import PathLike, fspath
from typing import BinaryIO, TypeAlias

from sudocube.errors import InputError
from sudocube.geometry import Geometry
from sudocube.rows.batch import MOST_ROWS, PLAIN, LostRows, Rows, lines_of_pieces, rows_of_entries
from sudocube.rows.columns import NO_COLUMN, Kind, Layout, Reading, Role, layout_of_columns, refuse_unknown
from sudocube.rows.entry import Entry, Fault, InputPause, square
from sudocube.rows.source import PIECE, ArrivingBytes, Source, members
from sudocube.rows.tables import JSON_BEGINS, LONGEST_RECORD, layout_of_text, read_csv, read_json
from sudocube.rows.text import TextReader

_MOST_ENTRIES = 1 << 11
"""How many entries, which take a kilobyte or two each, are gathered for one batch."""

_LONGEST_LINE = 1 << 18
"""So many bytes without a line end are no text line that is read."""

_MAY_BE_CUT = re.compile(r"expected .*(?:1 to [468]\b|[468]×[468] puzzle)|no JSON")
"""What is said of a part of a puzzle: that one smaller than 9×9 was expected; or of a part of an object."""

CUT_OFF = "81 cells as before: cut off? (--size tells another size)"

Items: TypeAlias = Iterator[Rows | LostRows | InputPause]
"""The rows of an input. Those that cannot be read come as LostRows, in their place."""


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

    `source` is a path, a member of an archive (`data.zip!test.csv`), or a binary stream; it is opened when
    the first puzzle is asked for. Text in any form is read, tables (CSV, TSV), JSON, Parquet, Arrow and
    arrays of NumPy, packed or not, and the members of zip and tar archives. `name` is what errors call the
    input (`-` for standard input), by default the path, or the name that the stream has. `geometry` (or
    `size`, with boxes at least as wide as tall) fixes the shape of the puzzles. An input without any puzzle
    gives nothing. In a table, the columns of puzzles and of answers are known by their names, or by what they
    hold; `puzzles` and `answers` may name others, or give their numbers from 1, and with False for `answers`
    none is looked for. `Entry.stored` is the answer that stands beside a puzzle.

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
    if isinstance(source, str | PathLike):
        given = Source(name or fspath(source), fspath(source))
    elif any(hasattr(source, method) for method in ("read", "read1", "readline")):
        given = Source(name or str(getattr(source, "name", "-")), stream=source)
    else:
        raise TypeError(f"a source is a path or a binary stream, not {type(source).__name__}")
    columns = {Role.PUZZLE: puzzles} if puzzles else {}
    if answers is not True:
        columns[Role.ANSWER] = answers or NO_COLUMN
    return _entries(given, Reading.of(columns, geometry, size))


def _entries(source: Source, reading: Reading) -> Iterator[Entry]:
    for one in members(source) or [source]:
        for item in open_rows(one, reading)[1]:
            if isinstance(item, LostRows):
                raise InputError(one.name, item.message)
            if isinstance(item, Rows):
                yield from item.entries()


def open_rows(source: Source, reading: Reading) -> tuple[Layout, Items]:
    """The layout of an input, and all of its rows, which are read while they are asked for.

    Rows that cannot be read come as LostRows, in their place, and what can be read after them follows. Raises
    what `look` raises, and UnknownNameError for a column that the input does not have.
    """
    layout = look(source, reading.columns)
    refuse_unknown(reading.columns, [(source.name, layout)])
    return layout, rows_of(source, layout, reading)


def look(source: Source, asked: Mapping[Role, str]) -> Layout:
    """The layout of an input, by its beginning, which waits to be read again.

    `asked` are the columns that the user names, by their role. Raises InputError for an input that cannot be
    opened, is of no kind that is read, is damaged, or is a table without puzzles, and UnavailableError where
    a package is missing.
    """
    kind = source.kind
    if kind is not Kind.TEXT:
        from sudocube.rows.arrow import sample_arrow

        sample, groups = sample_arrow(source, kind or Kind.ARROW)
        return layout_of_columns(kind or Kind.ARROW, sample, asked, source.name)._replace(groups=groups)
    with source.arriving() as text:
        text.push_back(head := _head(text))
        try:
            layout = layout_of_text(head, text, asked)
        except InputError as error:  # what was made of the beginning may be wrong
            raise text.failure or error from None
    if not head and text.failure is not None:
        raise text.failure
    return layout


def rows_of(
    source: Source, layout: Layout, reading: Reading, *, first: int = 0, stop: int | None = None
) -> Items:
    """The rows of an input with this layout, from the row `first` to before the row `stop` (None: all)."""
    layout = layout._replace(reading=reading, source=source.name)
    try:
        if layout.kind in (Kind.PARQUET, Kind.ARROW, Kind.ARRAY):
            from sudocube.rows.arrow import read_arrow

            items: Items = read_arrow(source, layout, first, stop)
        else:
            items = _text_items(source, layout)
        yield from _between(items, first, stop)
    except InputError as error:  # it is no longer there, or no longer as it was
        yield LostRows(first, None, error.reason)
    except UnicodeEncodeError:
        yield LostRows(first, None, "the name of a field is not UTF-8: rename it")


def _with_cut_told(rows: Rows) -> Rows:
    """Rows whose last line breaks off: what may be left of a 9×9 puzzle is no puzzle of another size."""
    [(place, last), *others] = rows.odd.items()
    told = last.error or Fault("", square(last.puzzle.geometry.size) if last.puzzle else "")
    if others or place != len(rows) - 1 or not _MAY_BE_CUT.search(told.message):
        return rows
    found = told.found if "no JSON" in told.found else "fewer cells in the last line"
    error = Fault(found, CUT_OFF).moved(rows.name, int(rows.numbers[place]), None)
    return replace(rows, odd={place: replace(last, puzzle=None, error=error)})


def _between(items: Items, first: int, stop: int | None) -> Items:
    """The rows from `first` to before `stop`, in batches of MOST_ROWS at most."""
    for item in items:
        if not isinstance(item, Rows):
            yield item
            continue
        end = len(item) if stop is None else min(len(item), stop - item.first)
        for at in range(max(first - item.first, 0), end, MOST_ROWS):
            until = min(at + MOST_ROWS, end)
            yield item if (at, until) == (0, len(item)) else item.part(at, until)
        if stop is not None and item.first + len(item) >= stop:
            return


def _text_items(source: Source, layout: Layout) -> Items:
    """What a text holds, and after it what was lost where it could not be read to its end.

    Rows come as soon as they are there, and a pause after them where more would have to be waited for.
    """
    at, is_nine, kind = 0, layout.reading.fixed is None, layout.kind
    with source.arriving() as text:
        pieces = _pieces(text, source, LONGEST_RECORD if kind in (Kind.JSON, Kind.JSONL) else _LONGEST_LINE)
        if kind is Kind.TEXT:
            items = _other_rows(pieces, source, layout)
        else:
            items = (read_csv if kind is Kind.TABLE else read_json)(pieces, text, layout)
        for rows in items:
            rows = replace(rows, first=at, position=text.position)
            if rows.odd and is_nine and at + len(rows) > 1 and rows.numbers[-1] == source.cut_line:
                rows = _with_cut_told(rows)
            at, is_nine = at + len(rows), is_nine and not rows.odd
            yield rows
            if not source.is_ready():
                yield InputPause()
        if text.failure is not None:
            yield LostRows(at, None, text.failure.reason)


def _head(text: ArrivingBytes) -> bytes:
    """The beginning of a text: the first piece, and so many more that a line of a table is in it."""
    head = next(text, b"")
    longest = LONGEST_RECORD if JSON_BEGINS.match(head) else _LONGEST_LINE
    while head.count(b"\n") < 2 and len(head) < longest:
        if PLAIN.match(head) or not (more := next(text, b"")):
            break
        head += more
    return head


def _pieces(text: ArrivingBytes, source: Source, longest: int) -> Iterator[bytes]:
    """The text in pieces that end with a line, each before more has to be waited for."""
    tail, count = b"", 0
    for arrived in text:
        data = tail + arrived if tail else arrived
        while len(data) < PIECE and source.is_ready() and (more := next(text, b"")):
            data += more
        end = data.rfind(b"\n") + 1
        if not end and len(data) > longest:  # perhaps lines end with CR; an LF may follow the last byte
            end = data.rfind(b"\r", 0, -1) + 1
            if not end:  # too long a line, of which the rest is dropped
                data = data[:longest] + data[-1:]
        tail = data[end:]
        count += data.count(b"\n")
        if end:
            yield data[:end] if tail else data
    if tail and text.failure is None:
        source.cut_line = count + 1
        yield tail + b"\n"


def _other_rows(pieces: Iterator[bytes], source: Source, layout: Layout) -> Iterator[Rows]:
    """The rows of a text that is no table: plain lines in arrays, all others as entries."""
    waiting = list[Entry]()
    for item in chain(TextReader(layout, lines_of_pieces(pieces, layout)).entries(), [None]):
        if isinstance(item, Entry):
            waiting.append(item)
            if len(waiting) < _MOST_ENTRIES and source.is_ready():
                continue
        if waiting:
            yield rows_of_entries(waiting, source.name)
            waiting = []
        if item is not None and not isinstance(item, Entry):
            yield item
