"""From the cells of a grid, as text, to its puzzle: symbols, numbers, or candidates.

A cell of several symbols is a number above 9 in sizes from 10, and the candidates of the cell in size 9. In
sizes from 10, `12` may be both; it is a number where the grid has blanks, or a cell such as `10` or `11` that
no candidates give. What may be both is asked about.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sudocube.candidate_marks import first_wrong_mark
from sudocube.errors import FormatError
from sudocube.formats.entry import Numerals
from sudocube.formats.grid_cells import CellRow
from sudocube.formats.symbols import allowed, described, puzzle_of_symbols, square, zero_fault
from sudocube.formats.text_input import TextInput
from sudocube.geometry import BLANKS, SYMBOLS, VALUES, Geometry
from sudocube.puzzle import Puzzle

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


def puzzle_of_cells(
    text_input: TextInput, rows: Sequence[CellRow], geometry: Geometry
) -> tuple[Puzzle, Numerals]:
    """The puzzle with these cells, and how its digits are written.

    Raises FormatError for the first cell that does not fit.
    """
    cells = [cell for row in rows for cell in row.cells]
    filled = [cell for cell in cells if not is_blank_cell(cell)]
    if all(len(cell) == 1 for cell in filled):
        return _puzzle_of_symbols(text_input, rows, geometry)
    if geometry.size == _NINE:
        return _puzzle_of_candidates(text_input, rows, geometry), "symbols"
    if geometry.size < _NINE or not are_numbers(filled, geometry.size):
        if are_candidates(filled, geometry.size):
            found = f"a pencilmark grid of {square(geometry.size)}"
            raise _fault(text_input, rows, found, "pencilmarks of a 9×9 puzzle, or clues alone")
        raise _wrong_number(text_input, rows, geometry.size)
    if len(filled) == len(cells) and are_candidates(filled, geometry.size):
        example = next(cell for cell in filled if len(cell) > 1)
        found = f"{example!r}, which may be a number or candidates"
        raise _fault(
            text_input, rows, found, f"{square(geometry.size)} with symbols 1 to {SYMBOLS[geometry.size]}"
        )
    values = [0 if is_blank_cell(cell) else int(cell) for cell in cells]
    symbols = _symbols_of(
        SYMBOLS[value] if value else cell for cell, value in zip(cells, values, strict=True)
    )
    _refuse_doubtful_zero(text_input, rows, symbols, geometry.size, "numbers")
    return Puzzle(bytes(values), geometry), "numbers"


def _symbols_of(cells: Iterable[str]) -> str:
    """A symbol for each cell, `.` for what is no symbol but a blank."""
    return "".join(
        cell[0] if cell and cell[0] in VALUES and cell.lower() not in BLANK_WORDS else SYMBOLS[0]
        for cell in cells
    )


def are_numbers(cells: Sequence[str], size: int) -> bool:
    """Whether these cells, none of them blank, are numbers from 1 to n."""
    return all(cell.isascii() and cell.isdigit() and 1 <= int(cell[:9]) <= size for cell in cells)


def are_candidates(cells: Sequence[str], size: int) -> bool:
    """Whether these cells, none of them blank, are digits of that size, each at most once, in order."""
    return all(
        all(0 < VALUES.get(symbol, 0) <= size for symbol in cell) and list(cell) == sorted(set(cell))
        for cell in cells
    )


def _puzzle_of_symbols(
    text_input: TextInput, rows: Sequence[CellRow], geometry: Geometry
) -> tuple[Puzzle, Numerals]:
    """The puzzle in which each cell is a symbol or a blank, and how its digits are written."""
    is_empty = all(is_blank_cell(cell) for row in rows for cell in row.cells)
    for row, at, cell in _placed(rows):
        if is_empty and len(cell) > 1:  # no digit shows that a cell is so wide
            raise text_input.error(
                row.number, row.columns[at], found=repr(cell), expected="one blank for each cell"
            )
        if not is_blank_cell(cell) and VALUES.get(cell, geometry.size + 1) > geometry.size:
            raise text_input.error(
                row.number, row.columns[at], found=described(cell), expected=allowed(geometry.size)
            )
    symbols = _symbols_of(cell for row in rows for cell in row.cells)
    _refuse_doubtful_zero(text_input, rows, symbols, geometry.size)
    return puzzle_of_symbols(symbols, geometry)


def _puzzle_of_candidates(text_input: TextInput, rows: Sequence[CellRow], geometry: Geometry) -> Puzzle:
    """The 9×9 puzzle in which each cell is its candidates, a clue where there is one."""
    marks = []
    several = [place for place in _placed(rows) if len(place[2]) > 1 and not is_blank_cell(place[2])]
    if len(several) == 1 and any(is_blank_cell(cell) for _, _, cell in _placed(rows)):
        row, at, cell = several[0]  # doubled, rather than candidates
        raise text_input.error(
            row.number, row.columns[at], found=repr(cell[:20]), expected="one symbol for each cell"
        )
    for row, at, cell in _placed(rows):
        column = row.columns[at]
        if is_blank_cell(cell):
            found = f"{described(cell) if len(cell) == 1 else 'an empty cell'} among candidates"
            expected = "the candidates of each cell: a blank may be a cell with all digits or with none"
            raise text_input.error(row.number, column, found=found, expected=expected)
        if len(cell) == geometry.size and first_wrong_mark(cell) is None:
            marks.append(cell)
            continue
        for i, symbol in enumerate(cell):
            if symbol not in SYMBOLS[1 : geometry.size + 1] or symbol in cell[:i]:
                found = described(symbol) + (
                    " twice in a cell" if symbol in cell[:i] else " among candidates"
                )
                expected = "candidates: digits 1 to 9, each at most once in a cell"
                raise text_input.error(row.number, column + i, found=found, expected=expected)
        marks.append("".join(symbol if symbol in cell else SYMBOLS[0] for symbol in SYMBOLS[1:10]))
    return Puzzle("".join(marks), geometry)


def _placed(rows: Sequence[CellRow]) -> Iterator[tuple[CellRow, int, str]]:
    """Each cell, with its row and its place there."""
    for row in rows:
        for at, cell in enumerate(row.cells):
            yield row, at, cell


def _refuse_doubtful_zero(
    text_input: TextInput, rows: Sequence[CellRow], symbols: str, size: int, numerals: Numerals = "symbols"
) -> None:
    """Raise FormatError where `0` may be a blank or a digit; `symbols` has one for each cell."""
    zeros = ((row, at) for row, at, cell in _placed(rows) if cell[:1] == "0")
    if (first := next(zeros, None)) is None:
        return
    row, at = first
    if fault := zero_fault(text_input, row.number, row.columns[at], symbols, size, numerals):
        raise fault


def _wrong_number(text_input: TextInput, rows: Sequence[CellRow], size: int) -> FormatError:
    """The error for the first cell that is neither a blank nor a number; `01` is none below 9×9."""
    for row, at, cell in _placed(rows):
        is_padded = size < _NINE and len(cell) > 1
        if not is_blank_cell(cell) and (is_padded or not are_numbers([cell], size)):
            expected = f"a number 1 to {size} or a blank" if size > _NINE else allowed(size)
            return text_input.error(row.number, row.columns[at], found=repr(cell[:20]), expected=expected)
    raise AssertionError("all cells are numbers")


def _fault(text_input: TextInput, rows: Sequence[CellRow], found: str, expected: str) -> FormatError:
    """The error for the first cell of several symbols."""
    row, at, _ = next(place for place in _placed(rows) if len(place[2]) > 1 and not is_blank_cell(place[2]))
    return text_input.error(row.number, row.columns[at], found=found, expected=expected)
