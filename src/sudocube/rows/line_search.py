"""A puzzle on one text line: n² symbols, the 729 pencilmarks of a 9×9 puzzle, or a list of cells.

    53..7....6…  8.3
    1. 53..7....6…
    easy-1<TAB>53..7....6…<TAB>8.3
    https://www.example.org/?bd=53..7....6…
    {"puzzle": "53..7....6…", "level": 3}

What stands in the first column is a puzzle if it has the symbols of one; elsewhere, only what certainly is
one. One puzzle is read, once or repeated, or a puzzle and its solution, which is stored beside it. With
others in the same line, it cannot be known which one is meant. Behind a puzzle in the first column, whatever
is no puzzle of at least its size is ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from sudocube.candidate_marks import MARKS, first_wrong_mark
from sudocube.errors import FormatError
from sudocube.geometry import BLANKS, VALUES, Geometry
from sudocube.puzzle import Puzzle
from sudocube.rows.cell_lists import CELL_COUNTS, WIDEST_ROW, LineCells, cell_lists, is_certain
from sudocube.rows.entry import Entry
from sudocube.rows.grid_cells import is_heading, is_rule
from sudocube.rows.links import LinkError, holds_link, puzzle_link
from sudocube.rows.symbols import (
    SYMBOLS_OF,
    allowed,
    blank_of,
    counted,
    fault_of,
    nearest_size,
    prose_fault,
    puzzle_of_symbols,
    square,
)
from sudocube.rows.text_input import USUAL_SHAPES, TextInput, TextLine, usual_text

LONGEST_TITLE = 80

_NINE = Geometry(3, 3)
_SIXTEEN = " (a 4×4 puzzle; rows of a 16×16 puzzle stand in a block of exactly 16 lines)"
_FIRST = re.compile(r"\s*([^\s,;#]*)")
"""The first column of a line, up to white space, a comma, a semicolon or a comment."""

_EDGES = re.compile(r"(?=\.*[-*])[-*.]+")
"""Perhaps a rule, or `.---.---.` of a drawn grid."""

_TOKEN = re.compile(r"[0-9A-Za-z.*_?-]{16,}")
_FOUR_BY_FOUR = re.compile(r"\s*\(?[0-9]+[.):]\s+([1-4.]{16}|[0-4]{16}|[1-4*]{16}|[1-4_]{16})(?=[\s,;]|$)")
_LINK_OR_COMMENT = re.compile(r"(?<![A-Za-z])[A-Za-z]+://\S*|#")
_NAME = re.compile(r"[A-Za-z]+[-_]")

_NEARLY_NINE = re.compile(r"(?:^|(?<=[\s=/]))[0-9.*_?xX-]{79,83}(?=[\s,;&#]|$)")
"""Almost as many symbols as a 9×9 puzzle has."""

_WORD_BEFORE = re.compile(r"(?:^|\s)[A-Za-z']+ $")
_VERB = re.compile(r"(?i)(?:^|\s)(?:is|was|this|of|for|with|try|to) $")
_NEXT_SENTENCE = re.compile(r"\s+[A-Z].*[.?!]")

_MARKUP = "?*_-."
"""What may stand at a puzzle without a gap: the beginning of a link's query, stars around bold print, …"""


def without_comment(text: str) -> str:
    """The text up to its comment; the `#` of a link does not begin one.

    >>> without_comment("http://a.org/#12 # a comment")
    'http://a.org/#12 '
    """
    if "://" not in text:
        return text.partition("#")[0]
    matches = _LINK_OR_COMMENT.finditer(text)
    return text[: next((match.start() for match in matches if match[0] == "#"), len(text))]


def line_entry(text_input: TextInput, line: TextLine, *, is_list: bool) -> Entry | None:
    """The puzzle on a text line, right or wrong; None where there is none.

    Outside of a list of lines, only in the first column, and only what certainly is one.
    """
    number, raw = line
    if raw is None:
        return None
    text = usual_text(raw)
    first = _first_column(text, text_input.shapes)
    if not is_list:
        count = len(first.symbols) if first else 0
        if first is None or not WIDEST_ROW < count < MARKS or _EDGES.fullmatch(first.symbols):
            return None
    elif first is None and holds_link(text):
        return _linked(text_input, number, text)
    found = puzzles_in(text, text_input.shapes, first)
    return _entry(text_input, number, text, found, is_first=first is not None) if found else None


def _first_column(text: str, shapes: Mapping[int, Geometry]) -> LineCells | None:
    """What stands in the first column, if it has as many symbols as a puzzle, or as pencilmarks."""
    token = _FIRST.match(text)
    assert token is not None  # it matches anything
    symbols, at = token[1], token.start(1) + 1
    geometry = shapes.get(len(symbols))
    if not symbols.isascii() or ("-" in symbols and is_rule(symbols)):
        return None
    is_puzzle = geometry and not symbols.encode().translate(None, SYMBOLS_OF[geometry.size])
    is_marks = len(symbols) == MARKS and _NINE.cell_count in shapes
    return LineCells(symbols, range(at, at + len(symbols))) if is_puzzle or is_marks else None


def puzzles_in(text: str, shapes: Mapping[int, Geometry], first: LineCells | None = None) -> list[LineCells]:
    """The puzzle in a text line, or several where it is not known which is meant.

    `shapes` are the possible ones, `first` is the puzzle in the first column. Where only one shape is
    possible, whatever has that shape is a puzzle; otherwise, only what certainly is.
    """
    count = len(first.symbols) if first else 0
    if first and len(text) - first.columns[-1] <= count:
        return [first]
    is_size_known = len(shapes) == 1
    text = without_comment(text)
    found = [first] if first else []
    others = _tokens(text, shapes, is_size_known)
    for cells in others if first else (*others, *_lists(text, shapes, is_size_known)):
        is_rival = (
            not first or len(cells.symbols) == count or count < min(_NINE.cell_count, len(cells.symbols))
        )
        if is_rival and not any(_same(cells, other) for other in found):
            found.append(cells)
    if first:
        found = [
            cells for cells in found if cells is first or not cells.is_full or len(cells.symbols) > count
        ]
    puzzles = [cells for cells in found if not cells.is_full]
    return puzzles if len(puzzles) == 1 and all(_solves(cells, puzzles[0]) for cells in found) else found


def holds_puzzle(text: str) -> bool:
    """Whether there is a puzzle in a text line, or almost one, or a list of cells that is none."""
    if holds_link(text):
        return True
    if len(text) <= WIDEST_ROW and not _FOUR_BY_FOUR.match(text):
        return False
    if puzzles_in(text, USUAL_SHAPES) or nearly_a_puzzle(without_comment(text)):
        return True
    return any(found.is_mostly_cells() for found in cell_lists(without_comment(text)))


def nearly_a_puzzle(text: str) -> re.Match[str] | None:
    """The first run of almost as many symbols as a 9×9 puzzle has, with a clue."""
    runs = (run for run in _NEARLY_NINE.finditer(text) if len(run[0]) not in CELL_COUNTS)
    return next((run for run in runs if any(symbol in "123456789" for symbol in run[0])), None)


def _answer_beside(puzzle: LineCells, text: str, size: int) -> str | None:
    """The full grid, without gaps or as a list, that stands in a line before or behind a puzzle."""
    if len(text) < len(puzzle.symbols) + size * size:
        return None
    text = without_comment(text)
    for match in _TOKEN.finditer(text):
        if match.start() + 1 != puzzle.columns[0] and _is_full_grid(match[0], size):
            return match[0]
    lists = (cells for found in cell_lists(text) if (cells := found.cells()))
    others = (cells.symbols for cells in lists if cells.columns[0] != puzzle.columns[0])
    return next((symbols for symbols in others if _is_full_grid(symbols, size)), None)


def may_end_sentence(cells: LineCells, text: str) -> bool:
    """Whether the last symbol of a puzzle among words may be the full stop or question mark of a sentence.

    >>> text = "My puzzle is 1.....2..3.....4.. What now?"
    >>> may_end_sentence(LineCells(text[13:31], range(14, 32)), text)
    True
    """
    last = cells.symbols[-1]
    if cells.between or last not in ".?" or (last == "?" and "?" in cells.symbols[:-1]):
        return False
    before, behind = text[: cells.columns[0] - 1], text[cells.columns[-1] :].rstrip()
    if not _WORD_BEFORE.search(before):
        return False
    return last == "?" or bool(_NEXT_SENTENCE.fullmatch(behind)) or bool(not behind and _VERB.search(before))


def _tokens(text: str, shapes: Mapping[int, Geometry], is_size_known: bool) -> Iterator[LineCells]:
    """The puzzles among the symbols without gaps."""
    small = _FOUR_BY_FOUR.match(text)
    if small and 16 in shapes and _is_puzzle(small[1], 4, True):
        yield LineCells(small[1], range(small.start(1) + 1, small.end(1) + 1))
    if "|" in text:  # sixteen symbols may be a row between bars
        shapes = {count: shape for count, shape in shapes.items() if count > 16}
    for match in _TOKEN.finditer(text):
        for token in _forms(match[0], is_first=not text[: match.start()].strip()):
            at = match.start() + match[0].index(token) + 1
            if len(token) == MARKS and 81 in shapes and first_wrong_mark(token) is None:
                yield LineCells(token, range(at, at + MARKS))
            elif (geometry := shapes.get(len(token))) and _is_puzzle(token, geometry.size, is_size_known):
                yield LineCells(token, range(at, at + len(token)))


def _forms(token: str, *, is_first: bool) -> Iterator[str]:
    """A token, and where no puzzle has so many symbols, the token without a name and markup at its ends."""
    yield token
    if len(token) in CELL_COUNTS:
        return
    if name := _NAME.match(token):
        yield token[name.end() :]
    for mark in _MARKUP:
        core = token.strip(mark)
        is_around = token[:1] == token[-1:] == mark  # nothing may be left of it
        if mark not in core and (is_around or not is_first):
            token = core
    yield token


def _is_puzzle(symbols: str, size: int, is_size_known: bool) -> bool:
    """Whether these are the cells of a puzzle with at least one clue, and certainly so."""
    highest = max(VALUES.get(symbol, size + 1) for symbol in symbols)
    return 0 < highest <= size and (is_size_known or is_certain(symbols, size))


def _is_full_grid(symbols: str, size: int) -> bool:
    """Whether these are the cells of a grid of that size without a blank."""
    return len(symbols) == size * size and all(0 < VALUES.get(symbol, 0) <= size for symbol in symbols)


def _lists(text: str, shapes: Mapping[int, Geometry], is_size_known: bool) -> Iterator[LineCells]:
    """The puzzles among the lists."""
    for found in cell_lists(text):
        if (cells := found.cells()) and (geometry := shapes.get(len(cells.symbols))):
            is_known = bool(found.rows) or is_size_known or geometry.size in (9, 16, 25)
            if is_known or is_certain(cells.symbols, geometry.size):
                yield cells


def _same(one: LineCells, other: LineCells) -> bool:
    """Whether two puzzles have the same symbols, apart from the blanks."""
    return len(one.symbols) == len(other.symbols) and all(map(_agree, one.symbols, other.symbols))


def _agree(one: str, other: str) -> bool:
    """Whether two cells hold the same digit, or none."""
    return VALUES[one] == VALUES[other]


def _solves(grid: LineCells, puzzle: LineCells) -> bool:
    """Whether the second is the puzzle itself, or the first has all of its clues, and no blank."""
    if grid is puzzle:
        return True
    pairs = zip(grid.symbols, puzzle.symbols, strict=False)
    is_solution = grid.is_full and len(grid.symbols) == len(puzzle.symbols)
    return is_solution and all(clue in BLANKS or _agree(symbol, clue) for symbol, clue in pairs)


def _linked(text_input: TextInput, number: int, text: str) -> Entry | None:
    """The puzzle in a link of a site, or why it is refused."""
    style = replace(text_input.style(), box_shown=True)
    try:
        link = puzzle_link(text)
        if link is None:
            return None
        if text_input.fixed not in (None, link.puzzle.geometry):
            what = f"a puzzle of {link.puzzle.geometry} in the link"
            raise LinkError(what, f"{text_input.fixed} as asked for", span=link.span)
    except LinkError as error:
        fault = text_input.error(number, error.span[0] + 1, found=error.found, expected=error.expected)
        return text_input.refusal(fault, style)
    title = (link.title or name_before(text[: link.span[0]]) or "")[:LONGEST_TITLE] or None
    stored = link.answer if text_input.answers else None
    return Entry(f"{text_input.name}:{number}", link.puzzle, None, style, None, stored, None, title)


def _entry(text_input: TextInput, number: int, text: str, found: list[LineCells], *, is_first: bool) -> Entry:
    """The entry of a text line in which these puzzles were found: of the puzzle, if there is only one."""
    cells, symbols = found[0], found[0].symbols
    is_marks = len(symbols) == MARKS
    geometry = _NINE if is_marks else text_input.shapes[len(symbols)]
    title = None if is_first else name_before(text[: cells.columns[0] - 1])
    style = replace(text_input.style(), between=cells.between)
    if is_marks:
        style = text_input.style("pencilmarks", blank_of(symbols, "symbols"))
    if fault := _doubt(text_input, number, text, found, is_first=is_first):
        return replace(text_input.refusal(fault, style), title=title)
    source = f"{text_input.name}:{number}"
    stored = _answer_beside(cells, text, geometry.size) if text_input.answers else None
    if is_marks:
        return Entry(source, Puzzle(symbols), None, style, None, stored, None, title)
    puzzle, numerals = puzzle_of_symbols(symbols, geometry)
    numerals = cells.numerals if numerals == "symbols" else numerals
    is_sdm = geometry.size == 9 and text_input.has_extension(".sdm") and not cells.between
    style = replace(
        style, format="sdm" if is_sdm else "line", blank=blank_of(symbols, numerals), numerals=numerals
    )
    as_read = symbols if numerals == "symbols" and not cells.between else None
    return Entry(source, puzzle, None, style, None, stored, as_read, title)


def _doubt(
    text_input: TextInput, number: int, text: str, found: list[LineCells], *, is_first: bool
) -> FormatError | None:
    """Why the first of the puzzles that were found in a line is not read; None where it is."""
    cells, symbols = found[0], found[0].symbols
    if len(found) > 1:
        lengths = [len(other.symbols) for other in found[:2]]
        what = f"{len(found)} puzzles in one line ({lengths[0]} and {lengths[1]} symbols)"
        expected = "one of them, or a puzzle and its solution"
        expected += ", or the size (--size)" * (lengths[0] != lengths[1])
        return text_input.error(number, found[1].columns[0], found=what, expected=expected)
    if not is_first and may_end_sentence(cells, text):
        what = f"{symbols[-1]!r} at the end of {len(symbols)} symbols: it may be a blank or end the sentence"
        expected = "the puzzle on a line of its own"
        return text_input.error(number, cells.columns[-1], found=what, expected=expected)
    if (
        fault := fault_of(symbols, 9 if len(symbols) == MARKS else CELL_COUNTS[len(symbols)], cells.numerals)
    ) is None:
        return None
    column = cells.columns[fault.at or 0]
    return text_input.error(number, column, found=fault.found, expected=fault.expected)


def name_before(text: str) -> str | None:
    r"""The name or the number of the puzzle that stands behind this text; None where it is none.

    >>> name_before("Nr. 12 (hard): "), name_before("easy-1\t"), name_before('{"puzzle": "')
    ('Nr. 12 (hard)', 'easy-1', None)
    """
    name = text.strip().rstrip(":;,=|-\t ").strip("*_|` \t,;")
    is_name = any(sign.isalnum() for sign in name) and not any(sign in name for sign in '{}[]<>"=/')
    return name[:LONGEST_TITLE] if is_name else None


def damaged_entry(text_input: TextInput, line: TextLine) -> Entry:
    """The error for a line that should hold one puzzle and does not, with the name before it."""
    number, raw = line
    if raw is None:
        return text_input.refusal(text_input.long_line(number), text_input.style())
    text = usual_text(raw)
    fault, title = _list_fault(text_input, number, text), None
    near = nearly_a_puzzle(without_comment(text))
    if fault is None and near and text_input.fixed in (None, _NINE):
        fault = _fault_of_run(text_input, number, near.start() + 1, near[0])
        title = name_before(text[: near.start()])
    entry = text_input.refusal(fault or _first_column_fault(text_input, number, text), text_input.style())
    return replace(entry, title=title)


def _first_column_fault(text_input: TextInput, number: int, text: str) -> FormatError:
    """The error for a line whose first column should be a puzzle and is none."""
    token = _FIRST.match(text)
    assert token is not None  # it matches anything
    # A line that begins with a comma has an empty first column: then the comma is the fault.
    symbols = token[1] or text[token.end() : token.end() + 1]
    fault = _fault_of_run(text_input, number, token.start(1) + 1, symbols)
    return prose_fault(text_input, number, text) if fault.column is None and is_heading(text) else fault


def _fault_of_run(text_input: TextInput, number: int, column: int, symbols: str) -> FormatError:
    """The error for symbols from a column on that should be the n² cells of a puzzle and are not."""
    size = text_input.fixed.size if text_input.fixed else nearest_size(len(symbols) ** 0.5)
    fault = fault_of(symbols, size)
    assert fault is not None
    more = _SIXTEEN if len(symbols) == 16 and not text_input.fixed else ""
    place = None if fault.at is None else column + fault.at
    return text_input.error(number, place, found=fault.found, expected=fault.expected + more)


def _list_fault(text_input: TextInput, number: int, text: str) -> FormatError | None:
    """The error for a list of cells that is no puzzle; None where a line holds no such list."""
    for found in cell_lists(without_comment(text)):
        if not found.is_mostly_cells():
            continue
        count = len(found.elements)
        size = text_input.fixed.size if text_input.fixed else nearest_size(count**0.5)
        if found.size and None in found.symbols:
            element, column = found.elements[found.symbols.index(None)]
            expected = allowed(size) if size <= 9 else f"a number 1 to {size}, a symbol or a blank"
            return text_input.error(number, column, found=repr(element), expected=expected)
        row = next((row for row, width in enumerate(found.widths()) if width != size), None)
        if count != size * size or row is None:
            expected = f"{size * size} ({square(size)})"
            return text_input.error(number, None, found=counted(count, "number"), expected=expected)
        what = f"{counted(found.widths()[row], 'number')} in row {row + 1}"
        return text_input.error(number, found.rows[row], found=what, expected=f"{size} ({square(size)})")
    return None
