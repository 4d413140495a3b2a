"""CSV: a header that names the column of puzzles, then one puzzle per record; other columns are ignored.

A record is one text line, or several where a quoted field holds line ends. A quote that is not closed within
MOST_QUOTED lines makes an error of its own line only.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator

from sudocube.errors import FormatError
from sudocube.formats.entry import Entry, Style
from sudocube.formats.line_kinds import (
    PUZZLE_COLUMNS,
    LineKind,
    fields_of,
    is_grid_begun,
    kind_of,
    likely_delimiter,
    other_family,
    pass_over,
    puzzle_column,
)
from sudocube.formats.symbols import SYMBOLS_OF, TO_VALUES, cells_fault, counted, first_blank, text_of
from sudocube.formats.text_input import TextInput, TextLine, is_blank
from sudocube.puzzle import Puzzle

MOST_QUOTED = 100
"""How many text lines a record may have."""


def read_table(text_input: TextInput) -> Iterator[Entry]:
    """The puzzles of a table; a single error where its header names no column of puzzles."""
    style = text_input.style("csv")
    head = next(iter(text_input.lines))
    text = text_of(head[1] or b"")
    if (found := puzzle_column(text)) is None:
        yield text_input.refusal(_no_column(text_input, head[0], text), style)
        return
    delimiter, index = found
    width = len(fields_of(text, delimiter))
    for line in text_input.lines:
        number, raw = line
        if is_blank(raw):
            continue
        if width > 1 and (family := _other_family(text_input, line, delimiter)):
            yield text_input.refusal(other_family(text_input, number, family, "csv"), style)
            pass_over(text_input.lines, lambda raw: raw is None or delimiter.encode() in raw)
            continue
        try:
            yield _entry(text_input, line, delimiter, index)
        except FormatError as error:
            yield text_input.refusal(error, style)


def _entry(text_input: TextInput, line: TextLine, delimiter: str, index: int) -> Entry:
    """The puzzle in the column `index` of the record that begins with this line. Raises FormatError."""
    number, raw = line
    if raw is None:
        raise text_input.long_line(number)
    fields = _record(text_input, number, raw, delimiter)
    symbols = fields[index].strip() if index < len(fields) else ""
    if not symbols:
        found = "an empty field" if index < len(fields) else counted(len(fields), "column")
        raise text_input.error(number, None, found=found, expected=f"the puzzle in column {index + 1}")
    token = symbols.encode("utf-8", "surrogateescape")
    geometry = text_input.shapes.get(len(token))
    if geometry is None or token.translate(None, SYMBOLS_OF[geometry.size]):
        column = _column(text_of(raw), delimiter, index, symbols)
        raise cells_fault(text_input, number, column, symbols)
    style = Style("csv", first_blank(token), delimiter=delimiter, box_given=text_input.box_given)
    return Entry(f"{text_input.name}:{number}", Puzzle(token.translate(TO_VALUES), geometry), None, style)


def _record(text_input: TextInput, number: int, first: bytes, delimiter: str) -> list[str]:
    """The fields of the record that begins with this line and continues while a quote is open.

    Raises FormatError for a quote that is never closed; then the lines after the first are pushed back.
    """
    ahead: list[TextLine] = []
    is_closed = True

    def texts() -> Iterator[str]:
        nonlocal is_closed
        yield text_of(first)
        for line in text_input.lines:  # taken only while a quote is open
            ahead.append(line)
            if line[1] is None or len(ahead) == MOST_QUOTED:
                break
            yield text_of(line[1])
        is_closed = False

    fields = next(csv.reader(texts(), delimiter=delimiter, skipinitialspace=True), [])
    if is_closed:
        return fields
    text_input.lines.push_back(ahead)
    column = text_of(first).rindex('"') + 1
    raise text_input.error(number, column, found="a quote that is not closed", expected="a closing quote")


def _column(text: str, delimiter: str, index: int, symbols: str) -> int | None:
    """The column where the symbols of a field begin; None where they are not on this line."""
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


def _other_family(text_input: TextInput, line: TextLine, delimiter: str) -> str | None:
    """The family of a line without a delimiter, which cannot be a record of a table with several columns."""
    if line[1] is None or delimiter.encode() in line[1]:
        return None
    if kind_of(line[1]) in (LineKind.PUZZLE, LineKind.SIXTEEN):
        return "line"
    return "grid" if is_grid_begun(text_input.lines, line) else None


def _no_column(text_input: TextInput, line: int, text: str) -> FormatError:
    """The error for a header that names no column of puzzles, with its columns and the known names."""
    columns = ", ".join(map(repr, fields_of(text, likely_delimiter(text))))
    expected = f"a column of puzzles by one of the names {', '.join(PUZZLE_COLUMNS)}"
    return text_input.error(line, None, found=f"the columns {columns}", expected=expected)
