"""From the cells of a grid, as text, to its puzzle: symbols, numbers, or candidates.

A cell of several symbols is a number above 9 in sizes from 10, and the candidates of the cell in size 9. In
sizes from 10, `12` may be both; it is a number where the grid has blanks, or a cell such as `10` or `11` that
no candidates give. What may be both is asked about.
"""

from __future__ import annotations

from collections.abc import Sequence

from sudocube.candidate_marks import first_wrong_mark
from sudocube.errors import FormatError
from sudocube.geometry import BLANKS, SYMBOLS, VALUES, Geometry
from sudocube.puzzle import Puzzle
from sudocube.rows.entry import Numerals
from sudocube.rows.grid_cells import CellRow
from sudocube.rows.symbols import allowed, counted, described, puzzle_of_symbols, square, zero_fault
from sudocube.rows.text_input import TextInput

BLANK_WORDS = {"none", "null", "nan", "nil"}
"""Words that stand for a blank in lists of programs."""

_WIDEST_BLANK = 3
_NINE = 9


def is_blank_cell(cell: str) -> bool:
    """Whether a cell is empty, a blank such as `.` or `--`, or a word such as `None`.

    >>> [is_blank_cell(cell) for cell in ("", "0", "..", "None", ".1")]
    [True, True, True, True, False]
    """
    if not cell or cell.lower() in BLANK_WORDS:
        return True
    return len(cell) <= _WIDEST_BLANK and cell[0] in BLANKS and cell == cell[0] * len(cell)


def cell_fault(text_input: TextInput, row: CellRow, size: int) -> FormatError | None:
    """The error for the first cell of a row that is no blank, symbol, number or candidates of that size."""
    for cell, column in zip(row.cells, row.columns, strict=True):
        is_right = VALUES.get(cell, size + 1) <= size or is_blank_cell(cell)
        if not (is_right or _is_number(cell, size) or _is_candidates(cell, size)):
            is_number = len(cell) > 1 and size > _NINE
            expected = f"a number 1 to {size} or a blank" if is_number else allowed(size)
            found = described(cell) if len(cell) == 1 else repr(cell[:20])
            return text_input.error(row.number, column, found=found, expected=expected)
    return None


def puzzle_of_cells(
    text_input: TextInput, rows: Sequence[CellRow], geometry: Geometry
) -> tuple[Puzzle, Numerals]:
    """The puzzle with these cells, in which `cell_fault` finds nothing, and how its digits are written.

    Raises FormatError for the first cell that does not fit the others.
    """
    size = geometry.size
    places = [(row.number, column) for row in rows for column in row.columns]
    cells = [cell for row in rows for cell in row.cells]
    blank, several = [], []
    for at, cell in enumerate(cells):
        if is_blank_cell(cell):
            blank.append(at)
        elif len(cell) > 1:
            several.append(at)

    def error(at: int, found: str, expected: str) -> FormatError:
        number, column = places[at]
        return text_input.error(number, column, found=found, expected=expected)

    if not several:
        wide = [at for at in blank if len(cells[at]) > 1]
        if wide and len(blank) == len(cells):  # no digit shows that a cell is so wide
            raise error(wide[0], repr(cells[wide[0]]), "one blank for each cell")
        symbols = "".join(map(_symbol_of, cells))
        if fault := zero_fault(text_input, *_first_zero(cells, places), symbols, size):
            raise fault
        return puzzle_of_symbols(symbols, geometry)
    first = several[0]
    if size == _NINE:
        if blank:
            expected = (
                "the candidates of each cell (a blank may be all digits or none), or one symbol for each"
            )
            at, what = (first, "one cell") if len(several) < len(blank) else (blank[0], "candidates")
            found = repr(cells[at][:20]) if cells[at] else "an empty cell"
            raise error(at, f"{found} {'in' if at == first else 'among'} {what}", expected)
        return Puzzle("".join(map(_marks_of, cells)), geometry), "symbols"
    filled = [at for at, cell in enumerate(cells) if not is_blank_cell(cell)]
    are_candidates = all(_is_candidates(cells[at], size) for at in filled)
    wrong = next((at for at in filled if not _is_number(cells[at], size)), None)
    if wrong is not None and are_candidates:
        found = f"a pencilmark grid of {square(size)}"
        raise error(first, found, "pencilmarks of a 9×9 puzzle, or clues alone")
    if wrong is not None:
        raise error(wrong, repr(cells[wrong][:20]), f"a number 1 to {size} or a blank")
    if are_candidates and not blank:
        found = f"{cells[first]!r}, which may be a number or candidates"
        raise error(first, found, f"{square(size)} with symbols 1 to {SYMBOLS[size]}")
    values = [0 if is_blank_cell(cell) else int(cell) for cell in cells]
    symbols = "".join(SYMBOLS[value] if value else _symbol_of(cells[at]) for at, value in enumerate(values))
    if fault := zero_fault(text_input, *_first_zero(cells, places), symbols, size, "numbers"):
        raise fault
    return Puzzle(bytes(values), geometry), "numbers"


def header_fault(text_input: TextInput, line: int, puzzle: Puzzle) -> FormatError | None:
    """The error for a first row 1, 2, 3 … n above rows with blanks, which may be the names of columns."""
    size = puzzle.geometry.size
    rows = [puzzle.cells[start : start + size] for start in range(0, size * size, size)]
    if tuple(rows[0]) != tuple(puzzle.geometry.digits) or any(all(row) for row in rows[1:]):
        return None
    found = f"1 to {size} in order, which may be the names of columns above {counted(size - 1, 'row')}"
    return text_input.error(line, None, found=found, expected=f"{size} rows, written without spaces")


def _symbol_of(cell: str) -> str:
    """The symbol of a cell of one symbol, `.` for what is no symbol but a blank."""
    return cell[0] if cell and cell[0] in VALUES and cell.lower() not in BLANK_WORDS else SYMBOLS[0]


def _marks_of(cell: str) -> str:
    """The nine pencilmarks of a cell of a 9×9 puzzle."""
    return "".join(symbol if symbol in cell else SYMBOLS[0] for symbol in SYMBOLS[1 : _NINE + 1])


def _first_zero(cells: Sequence[str], places: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """The line and the column of the first cell that begins with `0`, or else of the first cell."""
    return next((place for cell, place in zip(cells, places, strict=True) if cell[:1] == "0"), places[0])


def _is_number(cell: str, size: int) -> bool:
    """Whether a cell is a number from 1 to n; `01` is none below 10×10."""
    is_number = cell.isascii() and cell.isdigit() and 1 <= int(cell[:9]) <= size
    return is_number and (size > _NINE or len(cell) == 1)


def _is_candidates(cell: str, size: int) -> bool:
    """Whether a cell is digits of that size in order, each at most once, or a 9×9 cell's nine marks."""
    if size == _NINE and len(cell) == _NINE and first_wrong_mark(cell) is None:
        return True
    return all(0 < VALUES.get(sign, 0) <= size for sign in cell) and list(cell) == sorted(set(cell))
