"""A puzzle anywhere in a text line: after a number or name, in a link, in quotes, among words, or as a list.

    1. 53..7....6…
    easy-1<TAB>53..7....6…<TAB>8.3
    https://www.example.org/?bd=53..7....6…
    {"puzzle": "53..7....6…", "level": 3}

One puzzle is read, once or repeated, or a puzzle and its solution. With others in the same line, it cannot
be known which one is meant. Behind a puzzle in the first column, only symbols without gaps are searched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from sudocube.candidate_marks import MARKS, first_wrong_mark
from sudocube.formats.cell_lists import CELL_COUNTS, WIDEST_ROW, LineCells, cell_lists, is_certain
from sudocube.formats.symbols import DIGITS, SYMBOLS_OF
from sudocube.formats.text_input import USUAL_SHAPES
from sudocube.geometry import BLANKS, VALUES, Geometry

_FROM_ZERO = sorted("0123456789ABCDEF" * 16)
"""The digits of a 16×16 grid that is written with 0 to F."""

_TOKEN = re.compile(r"[0-9A-Za-z.*_?-]{16,}")
_FOUR_BY_FOUR = re.compile(r"\s*\(?[0-9]+[.):]\s+([1-4.]{16}|[0-4]{16}|[1-4*]{16}|[1-4_]{16})(?=[\s,;]|$)")
_LINK_OR_COMMENT = re.compile(r"(?<![A-Za-z])[A-Za-z]+://\S*|#")
_NAME = re.compile(r"[A-Za-z]+[-_]")

_RUNS = {  # of at least as many symbols as a puzzle has; other forms of symbols are not ASCII
    count: re.compile(rb"[%s\x80-\xff]{%d,}" % (re.escape(SYMBOLS_OF[size]), count))
    for count, size in CELL_COUNTS.items()
}

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


def puzzles_in(text: str, shapes: Mapping[int, Geometry]) -> list[LineCells]:
    """The different puzzles in a text line, without solutions; `shapes` are the possible ones.

    Where only one shape is possible, whatever has that shape is a puzzle; otherwise, only what certainly is.
    """
    is_size_known = len(shapes) == 1
    text = without_comment(text)
    found: list[LineCells] = []
    for cells in (*_tokens(text, shapes, is_size_known), *_lists(text, shapes, is_size_known)):
        if not any(_same(cells, other) for other in found):
            found.append(cells)
    puzzles = [cells for cells in found if not cells.is_full]
    return puzzles if len(puzzles) == 1 and all(_solves(cells, puzzles[0]) for cells in found) else found


def holds_puzzle(text: str) -> bool:
    """Whether there is a puzzle in a text line, or almost one, or a list of cells that is none."""
    if len(text) <= WIDEST_ROW and not _FOUR_BY_FOUR.match(text):
        return False
    if puzzles_in(text, USUAL_SHAPES) or nearly_a_puzzle(without_comment(text)):
        return True
    lists = cell_lists(without_comment(text))
    return any(found.is_of_cells() or found.wrong_element() is not None for found in lists)


def nearly_a_puzzle(text: str) -> re.Match[str] | None:
    """The first run of almost as many symbols as a 9×9 puzzle has, with a clue."""
    runs = (run for run in _NEARLY_NINE.finditer(text) if len(run[0]) not in CELL_COUNTS)
    return next((run for run in runs if any(symbol in "123456789" for symbol in run[0])), None)


def may_hold_another(line: bytes, start: int, count: int) -> bool:
    """Whether a line may hold, from there on, a puzzle of so many symbols without gaps, with a blank.

    This is quick, and true for some lines that hold none.
    """
    if len(line) < start + count:
        return False
    return any(run[0].translate(None, DIGITS) for run in _RUNS[count].finditer(line, start))


def puzzles_after(first: LineCells, text: str, shapes: Mapping[int, Geometry]) -> list[LineCells]:
    """The puzzle of a line whose first column is `first`, or several where it is not known which is meant.

    Whatever is no other puzzle of the same size is ignored. If `first` is the solution of the only other
    puzzle, that one is read.
    """
    count = len(first.symbols)
    found = _tokens(without_comment(text), shapes, len(shapes) == 1)
    others: list[LineCells] = []
    for cells in found:
        is_other = len(cells.symbols) == count and not cells.is_full
        if is_other and not any(_same(cells, other) for other in (first, *others)):
            others.append(cells)
    if len(others) == 1 and _solves(first, others[0]):
        return others
    return [first, *others]


def answer_behind(text: str, size: int) -> str | None:
    """The first field of a text that is a full grid of that size, without gaps: the solution of a puzzle.

    >>> answer_behind(", 8.3, 1243342143122134 # easy", 4)
    '1243342143122134'
    """
    matches = _TOKEN.finditer(without_comment(text))
    return next((match[0] for match in matches if _is_full_grid(match[0], size)), None)


def answer_beside(puzzle: LineCells, text: str, size: int) -> str | None:
    """The full grid, without gaps or as a list, that stands in a line before or behind a puzzle."""
    if len(text) < 2 * len(puzzle.symbols):
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
    values = [VALUES.get(symbol, size + 1) for symbol in symbols]
    return 0 < max(values) <= size and (is_size_known or is_certain(symbols, size))


def _is_full_grid(symbols: str, size: int) -> bool:
    """Whether these are the cells of a grid of that size without a blank."""
    if len(symbols) != size * size:
        return False
    is_full = all(0 < VALUES.get(symbol, 0) <= size for symbol in symbols)
    return is_full or (size == 16 and sorted(symbols.upper()) == _FROM_ZERO)


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
