"""One puzzle per text line: n² symbols, or the 729 pencilmarks of a 9×9 puzzle.

If they are the first column, the next full grid of the same size in the line is the solution that is stored
beside the puzzle, and what else follows is ignored; else they are searched for in the line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import TypeVar

from sudocube.candidate_marks import MARKS, first_wrong_mark
from sudocube.errors import FormatError
from sudocube.formats.cell_lists import WIDEST_ROW, LineCells, cell_lists
from sudocube.formats.entry import Entry
from sudocube.formats.grid_text import DrawnLine, LineRole, is_heading, is_rule
from sudocube.formats.grid_words import prose_fault
from sudocube.formats.line_kinds import (
    LineKind,
    begins_with_puzzle,
    family_of_block,
    is_dashes,
    is_grid_begun,
    kind_of,
    other_family,
    pass_over,
)
from sudocube.formats.line_search import (
    answer_behind,
    answer_beside,
    may_end_sentence,
    may_hold_another,
    nearly_a_puzzle,
    puzzles_after,
    puzzles_in,
    without_comment,
)
from sudocube.formats.symbols import (
    SYMBOLS_OF,
    TO_VALUES,
    TOKEN,
    allowed,
    blank_of,
    cells_fault,
    counted,
    described,
    first_blank,
    nearest_size,
    puzzle_of_symbols,
    square,
    zero_fault,
)
from sudocube.formats.text_input import TextInput, TextLine, is_blank, text_of
from sudocube.geometry import BLANKS, SYMBOLS, Geometry
from sudocube.puzzle import Puzzle

_NINE = Geometry(3, 3)
_SIXTEEN = " (a 4×4 puzzle; rows of a 16×16 puzzle stand in a block of exactly 16 lines)"

_Item = TypeVar("_Item")


def read_lines(text_input: TextInput) -> Iterator[Entry]:
    """The puzzles of an input with one per line; a block of another format becomes one error."""
    return with_missing(entries_of_lines(text_input), has_answer, with_answer)


def with_missing(
    items: Iterator[_Item], is_answered: Callable[[_Item], bool | None], completed: Callable[[_Item], _Item]
) -> Iterator[_Item]:
    """The items of a list; if its first puzzle has an answer, all others that have none lack one.

    `is_answered` says of an item whether its first puzzle has an answer (None: it holds no puzzle), and
    `completed` gives the item with an empty answer for each puzzle that has none.
    """
    for item in items:
        if (has_one := is_answered(item)) is not None:
            yield completed(item) if has_one else item
            yield from map(completed, items) if has_one else items
            return
        yield item


def has_answer(entry: Entry) -> bool | None:
    """Whether a puzzle has an answer; None for what is no puzzle."""
    return None if entry.puzzle is None else entry.stored is not None


def with_answer(entry: Entry) -> Entry:
    """The entry of a list with answers: that of a puzzle without one is empty."""
    is_missing = entry.puzzle is not None and entry.stored is None
    return replace(entry, stored="") if is_missing else entry


def entries_of_lines(text_input: TextInput) -> Iterator[Entry]:
    """The same as `read_lines`, with `stored` only where there is an answer in the line."""
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
        is_frame = b"-" in token and is_rule(token.decode(errors="replace"))  # .---.---. of a drawn grid
        if geometry and not is_frame and not token.translate(None, SYMBOLS_OF[geometry.size]):
            if (
                geometry.size > 9
                or (geometry.size < 9 and len(text or b"") > _NINE.cell_count)
                or may_hold_another(text or b"", (text or b"").index(token) + len(token), len(token))
            ):
                yield _with_care(text_input, number, text_of(text or b""), token.decode("ascii"))
                continue
            puzzle = Puzzle(token.translate(TO_VALUES), geometry)
            style = style_of(first_blank(token), geometry.size)
            symbols, stored = token.decode("ascii"), None
            if text is not None and len(text) > 2 * len(token):
                stored = _answer_behind(text_input, text_of(text), symbols, geometry.size)
            yield Entry(f"{name}:{number}", puzzle, None, style, None, stored, symbols)
        elif is_blank(text):
            begins_block = True
        elif (
            text is not None and len(token) == MARKS and token.isascii() and text_input.fixed in (None, _NINE)
        ):
            column = len(text_of(text[: text.index(token)])) + 1
            stored = _answer_behind(text_input, text_of(text), token.decode("ascii"), 9)
            yield _marked(text_input, number, token.decode("ascii"), column, stored)
        elif found := text is not None and puzzles_in(text_of(text), shapes):
            yield _found(text_input, number, found, text_of(text or b""))
        elif text_input.has_headings and DrawnLine.of(line).role in (LineRole.HEADING, LineRole.BLANK):
            begins_block = True
        else:
            yield _refused(text_input, line)


def _with_care(text_input: TextInput, number: int, text: str, token: str) -> Entry:
    """The puzzle in the first column of a text line, if it is clear what its symbols mean.

    Above 9×9, a `0` may be a blank or a digit; below, it may be a number before a puzzle. In all sizes, it
    may be the solution of a puzzle that follows.
    """
    at = text.index(token) + 1
    cells = LineCells(token, range(at, at + len(token)))
    larger = [other for other in puzzles_in(text, text_input.shapes) if len(other.symbols) > len(token)]
    if len(token) < _NINE.cell_count and larger:
        return _found(text_input, number, [cells, *larger])
    found = puzzles_after(cells, text, text_input.shapes)
    if text_input.answers is False:
        stored = None
    elif found[0] is cells:
        stored = _answer_behind(text_input, text, token, text_input.shapes[len(token)].size)
    else:
        stored = token
    return _found(text_input, number, found, stored=stored)


def _answer_behind(text_input: TextInput, text: str, token: str, size: int) -> str | None:
    """The answer behind the first column of a line, which is `token`; None where none is wanted."""
    if text_input.answers is False:
        return None
    return answer_behind(text[text.index(token) + len(token) :], size)


def _found(
    text_input: TextInput, number: int, found: list[LineCells], text: str = "", stored: str | None = None
) -> Entry:
    """The entry of a text line in which these puzzles were found: of the puzzle, if there is only one.

    `text` is the line, where they were found among other things; then the answer is looked for in it.
    """
    cells, symbols = found[0], found[0].symbols
    style = replace(text_input.style(), between=cells.between)
    if len(found) > 1:
        lengths = " and ".join(str(len(other.symbols)) for other in found[:2])
        what = f"{len(found)} puzzles in one line ({lengths} symbols)"
        expected = "one of them, or a puzzle and its solution"
        expected += ", or the size (--size)" * (len(symbols) != len(found[1].symbols))
        error = text_input.error(number, found[1].columns[0], found=what, expected=expected)
        return text_input.refusal(error, style)
    if text and may_end_sentence(cells, text):
        what = f"{symbols[-1]!r} at the end of {len(symbols)} symbols: it may be a blank or end the sentence"
        expected = "the puzzle on a line of its own"
        return text_input.refusal(
            text_input.error(number, cells.columns[-1], found=what, expected=expected), style
        )
    if len(symbols) == MARKS:
        return _marked(text_input, number, symbols, cells.columns[0])
    geometry = text_input.shapes[len(symbols)]
    zero = cells.columns[symbols.find("0")]
    if fault := zero_fault(text_input, number, zero, symbols, geometry.size, cells.numerals):
        return text_input.refusal(fault, style)
    puzzle, numerals = puzzle_of_symbols(symbols, geometry)
    numerals = cells.numerals if numerals == "symbols" else numerals
    name = "sdm" if geometry.size == 9 and text_input.has_extension(".sdm") and not cells.between else "line"
    style = replace(style, format=name, blank=blank_of(symbols, numerals), numerals=numerals)
    if text and text_input.answers is not False:
        stored = answer_beside(cells, text, geometry.size)
    as_read = symbols if numerals == "symbols" and not cells.between else None
    return Entry(f"{text_input.name}:{number}", puzzle, None, style, None, stored, as_read)


def _marked(
    text_input: TextInput, number: int, symbols: str, column: int, stored: str | None = None
) -> Entry:
    """The puzzle of pencilmarks that begin in a column, or the error for the first symbol that is not one."""
    blank = next(filter(BLANKS.__contains__, symbols), SYMBOLS[0])
    style = text_input.style("pencilmarks", blank)
    at = first_wrong_mark(symbols)
    if at is None:
        return Entry(f"{text_input.name}:{number}", Puzzle(symbols), None, style, None, stored)
    expected = f"{SYMBOLS[at % 9 + 1]} or a blank (pencilmarks of {_NINE.cell_name(at // 9)})"
    error = text_input.error(number, column + at, found=described(symbols[at]), expected=expected)
    return text_input.refusal(error, style)


def line_fault(text_input: TextInput, line: TextLine) -> FormatError:
    """The error for a line that should hold one puzzle and does not."""
    number, text = line
    if text is None:
        return text_input.long_line(number)
    if fault := _list_fault(text_input, number, text_of(text)):
        return fault
    near = nearly_a_puzzle(without_comment(text_of(text)))
    if near and text_input.fixed in (None, _NINE):
        return cells_fault(text_input, number, near.start() + 1, near[0])
    token = TOKEN.match(text)
    start, end = token.span(1) if token else (0, 0)
    column = len(text_of(text[:start])) + 1
    # A line that begins with a comma has an empty first column: then the comma is the fault.
    symbols = text_of(text[start : end if end > start else start + 1])
    if is_dashes(text) and len(symbols) in text_input.shapes:
        found = f"dashes that may be a rule or {len(symbols)} blanks"
        return text_input.error(number, column, found=found, expected="a puzzle: write blanks as .")
    more = _SIXTEEN if len(symbols) == 16 and not text_input.fixed else ""
    fault = cells_fault(text_input, number, column, symbols, more=more)
    if fault.column is None and is_heading(text_of(text)):
        return prose_fault(text_input, number, text_of(text))
    return fault


def _list_fault(text_input: TextInput, number: int, text: str) -> FormatError | None:
    """The error for a list of cells that is no puzzle; None where a line holds no such list."""
    for found in cell_lists(without_comment(text)):
        count = len(found.elements)
        size = text_input.fixed.size if text_input.fixed else nearest_size(count**0.5)
        if (at := found.wrong_element()) is not None:
            element, column = found.elements[at]
            expected = allowed(size) if size <= 9 else f"a number 1 to {size}, a symbol or a blank"
            return text_input.error(number, column, found=repr(element), expected=expected)
        if found.is_of_cells():
            row = next((row for row, width in enumerate(found.widths()) if width != size), None)
            if count != size * size or row is None:
                expected = f"{size * size} ({square(size)})"
                return text_input.error(number, None, found=counted(count, "number"), expected=expected)
            what = f"{counted(found.widths()[row], 'number')} in row {row + 1}"
            return text_input.error(number, found.rows[row], found=what, expected=f"{size} ({square(size)})")
    return None


def _refused(text_input: TextInput, line: TextLine) -> Entry:
    """The one error for a line that is no puzzle, or for the block of another format that it begins."""
    if kind_of(line[1]) is LineKind.HEADER:
        return _other(text_input, line[0], "csv")
    if is_grid_begun(text_input.lines, line):
        return _other(text_input, line[0], "grid")
    return text_input.refusal(line_fault(text_input, line), text_input.style())


def _other(text_input: TextInput, number: int, found: str) -> Entry:
    """The error for a block of another format, which is ignored up to the next puzzle on one line."""

    def has_puzzle(text: bytes | None) -> bool:
        if begins_with_puzzle(text):
            return True
        if text is None or found == "csv":  # each row of a table may hold one
            return False
        return any(len(cells.symbols) > WIDEST_ROW for cells in puzzles_in(text_of(text), text_input.shapes))

    pass_over(text_input.lines, has_puzzle)
    return text_input.refusal(other_family(text_input, number, found, "line"), text_input.style())
