"""One puzzle per record: a text line, or a record of a table (CSV). Other columns are ignored.

- A text line begins with n² symbols, or with the 729 pencilmarks of a 9×9 puzzle; a comment may follow.
- A table has a header that names the column of puzzles. A record is one text line, or several where a
  quoted field holds line ends. A quote that is not closed within MOST_QUOTED lines makes an error of its
  own line only.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from functools import cache

from sudocube.errors import FormatError
from sudocube.formats.entry import Entry, Style
from sudocube.formats.line_kinds import (
    PUZZLE_COLUMNS,
    LineKind,
    family_of_block,
    fields_of,
    is_grid_begun,
    kind_of,
    likely_delimiter,
    other_family,
    pass_over,
    puzzle_column,
)
from sudocube.formats.symbols import (
    SYMBOLS_OF,
    TO_VALUES,
    TOKEN,
    cells_fault,
    counted,
    described,
    first_blank,
    text_of,
)
from sudocube.formats.text_input import TextInput, TextLine, is_blank
from sudocube.geometry import BLANKS, SYMBOLS, Geometry
from sudocube.puzzle import MARKS, Puzzle, first_wrong_mark

MOST_QUOTED = 100
"""How many text lines a record may have."""

_NINE = Geometry(3, 3)
_SIXTEEN = " (a 4×4 puzzle; rows of a 16×16 puzzle stand in a block of exactly 16 lines)"


def read_lines(text_input: TextInput) -> Iterator[Entry]:
    """The puzzles of an input with one per line; a block of another format becomes one error."""
    name, lines, shapes = text_input.name, text_input.lines, text_input.shapes
    nine = "sdm" if text_input.has_extension(".sdm") else "line"
    style_of = cache(lambda blank, size: text_input.style(nine if size == 9 else "line", blank))
    match = TOKEN.match
    begins_block = True
    for line in lines:
        number, text = line
        token = match(text)[1] if text is not None else b""  # type: ignore[index]  # it matches anything
        if begins_block and len(token) == 16:
            begins_block = False
            lines.push_back([line])
            if family_of_block(lines, text_input.fixed) == "grid":
                yield _other(text_input, number, "grid")
            continue
        begins_block = False
        geometry = shapes.get(len(token))
        if geometry and not token.translate(None, SYMBOLS_OF[geometry.size]):
            puzzle = Puzzle(token.translate(TO_VALUES), geometry)
            yield Entry(f"{name}:{number}", puzzle, None, style_of(first_blank(token), geometry.size))
        elif is_blank(text):
            begins_block = True
        elif (
            text is not None and len(token) == MARKS and token.isascii() and text_input.fixed in (None, _NINE)
        ):
            yield _marked(text_input, number, text, token)
        else:
            yield _refused(text_input, line)


def _marked(text_input: TextInput, number: int, text: bytes, token: bytes) -> Entry:
    """The puzzle of a line of pencilmarks, or the error for the first symbol that is not one."""
    symbols = token.decode("ascii")
    blank = next(filter(BLANKS.__contains__, symbols), SYMBOLS[0])
    style = text_input.style("pencilmarks", blank)
    at = first_wrong_mark(symbols)
    if at is None:
        return Entry(f"{text_input.name}:{number}", Puzzle(symbols), None, style)
    allowed = f"{SYMBOLS[at % 9 + 1]} or a blank (pencilmarks of {_NINE.cell_name(at // 9)})"
    column = len(text_of(text[: text.index(token)])) + at + 1
    error = text_input.error(number, column, found=described(symbols[at]), expected=allowed)
    return text_input.refusal(error, style)


def line_fault(text_input: TextInput, line: TextLine) -> FormatError:
    """The error for a line that should hold one puzzle and does not."""
    number, text = line
    if text is None:
        return text_input.long_line(number)
    token = TOKEN.match(text)
    start, end = token.span(1) if token else (0, 0)
    column = len(text_of(text[:start])) + 1
    # A line that begins with a comma has an empty first column: then the comma is the fault.
    symbols = text_of(text[start : end if end > start else start + 1])
    more = _SIXTEEN if len(symbols) == 16 and not text_input.fixed else ""
    return cells_fault(text_input, number, column, symbols, more=more)


def _refused(text_input: TextInput, line: TextLine) -> Entry:
    """The one error for a line that is no puzzle, or for the block of another format that it begins."""
    if kind_of(line[1]) is LineKind.HEADER:
        return _other(text_input, line[0], "csv")
    if is_grid_begun(text_input.lines, line):
        return _other(text_input, line[0], "grid")
    return text_input.refusal(line_fault(text_input, line), text_input.style())


def _other(text_input: TextInput, number: int, found: str) -> Entry:
    """The error for a block of another format, which is ignored up to the next puzzle on one line."""
    pass_over(text_input.lines, lambda text: kind_of(text) is LineKind.PUZZLE)
    return text_input.refusal(other_family(text_input, number, found, "line"), text_input.style())


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
        if width > 1 and (family := _family_without_delimiter(text_input, line, delimiter)):
            yield text_input.refusal(other_family(text_input, number, family, "csv"), style)
            pass_over(text_input.lines, lambda raw: raw is None or delimiter.encode() in raw)
            continue
        try:
            yield _record_entry(text_input, line, delimiter, index)
        except FormatError as error:
            yield text_input.refusal(error, style)


def _record_entry(text_input: TextInput, line: TextLine, delimiter: str, index: int) -> Entry:
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


def _family_without_delimiter(text_input: TextInput, line: TextLine, delimiter: str) -> str | None:
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
