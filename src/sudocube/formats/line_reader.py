"""One puzzle per text line: n² symbols, or the 729 pencilmarks of a 9×9 puzzle. What follows is ignored."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from sudocube.candidate_marks import MARKS, first_wrong_mark
from sudocube.errors import FormatError
from sudocube.formats.entry import Entry
from sudocube.formats.line_kinds import (
    LineKind,
    family_of_block,
    is_dashes,
    is_grid_begun,
    kind_of,
    other_family,
    pass_over,
)
from sudocube.formats.symbols import (
    SYMBOLS_OF,
    TO_VALUES,
    TOKEN,
    blank_of,
    cells_fault,
    described,
    first_blank,
    puzzle_of,
    zero_fault,
)
from sudocube.formats.text_input import TextInput, TextLine, is_blank, text_of
from sudocube.geometry import BLANKS, SYMBOLS, Geometry
from sudocube.puzzle import Puzzle

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
            if geometry.size > 9 and (fault := _zero_fault(text_input, line, token)):
                yield text_input.refusal(fault, text_input.style())
                continue
            if geometry.size > 9:
                yield _large(text_input, number, token.decode("ascii"), geometry)
                continue
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


def _large(text_input: TextInput, number: int, symbols: str, geometry: Geometry) -> Entry:
    """The entry of cells that are all symbols of a size above 9, not in doubt."""
    puzzle, numerals = puzzle_of(symbols, geometry)
    style = replace(text_input.style(), blank=blank_of(symbols, numerals), numerals=numerals)
    return Entry(f"{text_input.name}:{number}", puzzle, None, style)


def _zero_fault(text_input: TextInput, line: TextLine, token: bytes) -> FormatError | None:
    """The error for a puzzle on one line in which `0` may be a blank or a digit."""
    number, text = line
    at = (text or b"").index(token) + token.find(b"0")
    size = text_input.shapes[len(token)].size
    return zero_fault(text_input, number, len(text_of((text or b"")[:at])) + 1, token.decode("ascii"), size)


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
    if is_dashes(text) and len(symbols) in text_input.shapes:
        found = f"dashes that may be a rule or {len(symbols)} blanks"
        return text_input.error(number, column, found=found, expected="a puzzle: write blanks as .")
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
