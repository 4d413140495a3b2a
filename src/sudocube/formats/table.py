"""CSV: a header that names the column of puzzles, then one puzzle per record; other columns are passed over.

A record is one line, or several where a quoted field holds the ends of lines. A quote that is not closed
within MOST_QUOTED lines costs its own line only.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator

from sudocube.errors import FormatError
from sudocube.formats.entry import Entry, Style
from sudocube.formats.header import PUZZLE_COLUMNS, fields_of, likely_delimiter, puzzle_column
from sudocube.formats.kinds import GRID_KINDS, Kind, is_grid_begun, kind_of, other_family
from sudocube.formats.lines import Line, is_blank
from sudocube.formats.symbols import (
    SYMBOLS_OF,
    TO_VALUES,
    Source,
    cells_fault,
    counted,
    first_blank,
    long_line,
    text_of,
)
from sudocube.puzzle import Puzzle

MOST_QUOTED = 100
"""How many lines a record may take."""


def read_table(source: Source) -> Iterator[Entry]:
    """The puzzles of a table; one error, and no more, where its header names no column of puzzles."""
    style = Style("csv", box_given=source.box_given)
    head = next(iter(source.lines))
    text = text_of(head[1] or b"")
    if (found := puzzle_column(text)) is None:
        yield source.refusal(_no_column(source, head[0], text), style)
        return
    delimiter, index = found
    width = len(fields_of(text, delimiter))
    for line in source.lines:
        number, raw = line
        if is_blank(raw):
            continue
        if width > 1 and (family := _other_family(source, line, delimiter)):
            yield source.refusal(other_family(source, number, family, "csv"), style)
            _pass_over_block(source, delimiter)
            continue
        try:
            yield _entry(source, line, delimiter, index)
        except FormatError as error:
            yield source.refusal(error, style)


def _entry(source: Source, line: Line, delimiter: str, index: int) -> Entry:
    """The puzzle in the column `index` of the record that begins with this line. Raises FormatError."""
    number, raw = line
    if raw is None:
        raise long_line(source, number)
    fields = _record(source, number, raw, delimiter)
    symbols = fields[index].strip() if index < len(fields) else ""
    if not symbols:
        found = "an empty field" if index < len(fields) else counted(len(fields), "column")
        raise source.error(number, None, found=found, expected=f"the puzzle in column {index + 1}")
    token = symbols.encode("utf-8", "surrogateescape")
    geometry = source.shapes.get(len(token))
    if geometry is None or token.translate(None, SYMBOLS_OF[geometry.size]):
        column = _column(text_of(raw), delimiter, index, symbols)
        raise cells_fault(source, number, column, symbols)
    style = Style("csv", first_blank(token), delimiter=delimiter, box_given=source.box_given)
    return Entry(f"{source.name}:{number}", Puzzle(token.translate(TO_VALUES), geometry), None, style)


def _record(source: Source, number: int, first: bytes, delimiter: str) -> list[str]:
    """The fields of the record that begins with this line, and goes on while a quote is open.

    Raises FormatError for a quote that is never closed; the lines after the first are then the next ones.
    """
    ahead: list[Line] = []
    is_closed = True

    def texts() -> Iterator[str]:
        nonlocal is_closed
        yield text_of(first)
        for line in source.lines:  # asked for only while a quote is open
            ahead.append(line)
            if line[1] is None or len(ahead) == MOST_QUOTED:
                break
            yield text_of(line[1])
        is_closed = False

    fields = next(csv.reader(texts(), delimiter=delimiter, skipinitialspace=True), [])
    if is_closed:
        return fields
    source.lines.push_back(ahead)
    column = text_of(first).rindex('"') + 1
    raise source.error(number, column, found="a quote that is not closed", expected="a closing quote")


def _column(text: str, delimiter: str, index: int, symbols: str) -> int | None:
    """The column at which the symbols of a field begin; None where they are not on this line."""
    start, is_quoted, field = 0, False, 0
    for i, character in enumerate(text):
        if field == index:
            break
        if character == '"':
            is_quoted = not is_quoted
        elif character == delimiter and not is_quoted:
            field, start = field + 1, i + 1
    at = text.find(symbols, start)
    return None if at < 0 else at + 1


def _other_family(source: Source, line: Line, delimiter: str) -> str | None:
    """The family of a line without a delimiter, which is no record of a table of several columns."""
    if line[1] is None or delimiter.encode() in line[1]:
        return None
    kind = kind_of(line[1])
    if kind in (Kind.LINE, Kind.SIXTEEN):
        return "line"
    if kind is Kind.SECTION or (kind in GRID_KINDS and is_grid_begun(source.lines, line)):
        return "grid"
    return None


def _pass_over_block(source: Source, delimiter: str) -> None:
    """Drop the lines up to a blank one or one that has a delimiter; that one is the next."""
    for line in source.lines:
        if is_blank(line[1]) or line[1] is None or delimiter.encode() in line[1]:
            source.lines.push_back([line])
            return


def _no_column(source: Source, line: int, text: str) -> FormatError:
    """The error for a header that names no column of puzzles: the columns found, the names known."""
    columns = ", ".join(repr(field) for field in fields_of(text, likely_delimiter(text)))
    return source.error(
        line,
        None,
        found=f"the columns {columns}",
        expected=f"a column of puzzles by one of the names {', '.join(PUZZLE_COLUMNS)}",
    )
