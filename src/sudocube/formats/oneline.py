"""One puzzle per line: n² symbols, or 729 pencilmarks of a 9×9 puzzle.

Other columns and a comment may follow, and are passed over.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sudocube.errors import FormatError
from sudocube.formats.entry import Entry, Style
from sudocube.formats.kinds import (
    GRID_KINDS,
    Kind,
    family_of_block,
    is_grid_begun,
    kind_of,
    other_family,
    pass_over,
)
from sudocube.formats.lines import Line, is_blank
from sudocube.formats.symbols import (
    SYMBOLS_OF,
    TO_VALUES,
    TOKEN,
    Source,
    cells_fault,
    described,
    first_blank,
    long_line,
    text_of,
)
from sudocube.geometry import BLANKS, SYMBOLS, Geometry
from sudocube.puzzle import MARKS, Puzzle, first_wrong_mark

_NINE = Geometry(3, 3)
_SIXTEEN = " (a 4×4 puzzle; rows of a 16×16 puzzle stand in a block of exactly 16 lines)"


def read_lines(source: Source) -> Iterator[Entry]:
    """The puzzles of an input with one per line; a block of another format is one error."""
    name, lines, shapes = source.name, source.lines, source.shapes
    style_of = cache(lambda blank, size: _style(source, blank, size))
    match = TOKEN.match
    begins_block = True
    for line in lines:
        number, text = line
        token = match(text)[1] if text is not None else b""  # type: ignore[index]  # it matches anything
        if begins_block and len(token) == 16:
            begins_block = False
            lines.push_back([line])
            if family_of_block(lines, source.fixed) == "grid":
                yield _other(source, number, "grid")
            continue
        begins_block = False
        geometry = shapes.get(len(token))
        if geometry and not token.translate(None, SYMBOLS_OF[geometry.size]):
            puzzle = Puzzle(token.translate(TO_VALUES), geometry)
            yield Entry(f"{name}:{number}", puzzle, None, style_of(first_blank(token), geometry.size))
        elif is_blank(text):
            begins_block = True
        elif text is not None and len(token) == MARKS and token.isascii() and source.fixed in (None, _NINE):
            yield _marked(source, number, text, token)
        else:
            yield _refused(source, line)


def _marked(source: Source, number: int, text: bytes, token: bytes) -> Entry:
    """The puzzle of a line of pencilmarks, or what is wrong with the first of them that is none."""
    symbols = token.decode("ascii")
    blank = next(filter(BLANKS.__contains__, symbols), SYMBOLS[0])
    style = Style("pencilmarks", blank, box_given=source.box_given)
    at = first_wrong_mark(symbols)
    if at is None:
        return Entry(f"{source.name}:{number}", Puzzle(symbols), None, style)
    place = f"{SYMBOLS[at % 9 + 1]} or a blank (pencilmarks of {_NINE.cell_name(at // 9)})"
    column = len(text_of(text[: text.index(token)])) + at + 1
    return source.refusal(source.error(number, column, found=described(symbols[at]), expected=place), style)


def line_fault(source: Source, line: Line) -> FormatError:
    """What is wrong with a line that should hold one puzzle."""
    number, text = line
    if text is None:
        return long_line(source, number)
    token = TOKEN.match(text)
    start, end = token.span(1) if token else (0, 0)
    column = len(text_of(text[:start])) + 1
    # A line that begins with a comma has no first column: the comma is what is wrong.
    symbols = text_of(text[start : end if end > start else start + 1])
    more = _SIXTEEN if len(symbols) == 16 and not source.fixed else ""
    return cells_fault(source, number, column, symbols, more=more)


def _refused(source: Source, line: Line) -> Entry:
    """The one error for a line that is no puzzle, or for the block of another format that it begins."""
    kind = kind_of(line[1])
    if kind is Kind.HEADER:
        return _other(source, line[0], "csv")
    if kind is Kind.SECTION or (kind in GRID_KINDS and is_grid_begun(source.lines, line)):
        return _other(source, line[0], "grid")
    return source.refusal(line_fault(source, line), Style(box_given=source.box_given))


def _other(source: Source, number: int, found: str) -> Entry:
    """The error for a block of another format, which is passed over up to the next puzzle on one line."""
    pass_over(source.lines, {Kind.LINE})
    return source.refusal(other_family(source, number, found, "line"), Style(box_given=source.box_given))


def _style(source: Source, blank: str, size: int) -> Style:
    """How the puzzles of that size and with that blank were written."""
    name = "sdm" if source.has_extension(".sdm") and size == 9 else "line"
    return Style(name, blank, box_given=source.box_given)
