"""What a block that is no puzzle looks like, in one error for the whole block."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial

from sudocube.errors import FormatError
from sudocube.formats.grid_cells import (
    DELIMITERS,
    CellRow,
    Reading,
    rows_by_bars,
    rows_by_delimiter,
    rows_by_spaces,
    rows_of_lists,
)
from sudocube.formats.grid_shape import is_header
from sudocube.formats.grid_text import BARS, DrawnLine, LineRole
from sudocube.formats.grid_values import are_candidates
from sudocube.formats.symbols import counted, described, square
from sudocube.formats.text_input import TextInput
from sudocube.geometry import SIZES, VALUES
from sudocube.puzzle import Puzzle

A_PUZZLE = "a puzzle: 81 symbols on a line, rows of a grid, or a table"
"""What is expected where nothing tells which form was meant."""

_FEWEST_ROWS = 3  # so many rows of the same number of cells show what a block is meant to be


def drawn_fault(text_input: TextInput, lines: Sequence[DrawnLine]) -> FormatError | None:
    """The error for a block that is a grid of candidates, a table or lists; None if it is neither."""
    rows = [line for line in lines if line.role is LineRole.ROW and line.text is not None]
    if (tokens := _rows(rows, rows_by_spaces)) and _are_pencilmarks(tokens):
        return _cells_fault(text_input, tokens, "a pencilmark grid")
    text = "".join(line.text or "" for line in rows)
    if "[" in text or "{" in text:
        members = _rows(rows, rows_of_lists)
        return _cells_fault(text_input, members, "lists") if members else None
    if any(bar in text for bar in BARS):
        fields = _rows(rows, partial(rows_by_bars, has_double_bars=False))
        fields = fields[1:] if fields and is_header(fields[0].cells) else fields
        return _cells_fault(text_input, fields, "a table") if fields else None
    for delimiter in DELIMITERS:
        by_delimiter = partial(rows_by_delimiter, delimiter=delimiter)
        fields = [row for line in rows for row in by_delimiter(line) or rows_by_spaces(line) or ()]
        if text.count(delimiter) > len(text) // 4 and (fault := _cells_fault(text_input, fields, "a table")):
            return fault
    return None


def prose_fault(text_input: TextInput, number: int, text: str) -> FormatError:
    """The error for a line of prose; its column is that of the first character that is no symbol."""
    return short_fault(text_input, number, text, where=", in what looks like prose")


def short_fault(text_input: TextInput, number: int, text: str, *, where: str = "") -> FormatError:
    """The error for a line that is too short: its first character that is no symbol, or how many it has."""
    known = {symbol for symbol, value in VALUES.items() if value <= 9}
    for column, character in enumerate(text, 1):
        if not character.isspace() and character not in known:
            return text_input.error(number, column, found=described(character) + where, expected=A_PUZZLE)
    symbols = len("".join(text.split()))
    return text_input.error(number, None, found=counted(symbols, "symbol"), expected=A_PUZZLE)


def no_rows_fault(text_input: TextInput, lines: Sequence[DrawnLine]) -> FormatError:
    """The error for a block whose lines have so many cells that no size and no form fits."""
    counts = sorted({len(row.cells) for row in _rows(lines, rows_by_spaces)})
    found = f"{counted(len(lines), 'line')} of {' or '.join(map(str, counts)) or 'no'} cells"
    return text_input.error(lines[0].number, None, found=found, expected=A_PUZZLE)


def gaps_fault(text_input: TextInput, first: DrawnLine) -> FormatError:
    """The error for rows in which spaces may be blanks, but not certainly which cells."""
    found = "rows with gaps, whose columns are not certain"
    return text_input.error(
        first.number, None, found=found, expected="a symbol for each cell: write blanks as ."
    )


def header_fault(text_input: TextInput, line: int, puzzle: Puzzle) -> FormatError | None:
    """The error for a first row 1, 2, 3 … n above rows with blanks, which may be the names of columns."""
    size = puzzle.geometry.size
    rows = [puzzle.cells[start : start + size] for start in range(0, size * size, size)]
    if tuple(rows[0]) != tuple(puzzle.geometry.digits) or any(all(row) for row in rows[1:]):
        return None
    found = f"1 to {size} in order, which may be the names of columns above {counted(size - 1, 'row')}"
    return text_input.error(line, None, found=found, expected=f"{size} rows, written without spaces")


def rows_fault(text_input: TextInput, line: int, count: int, size: int) -> FormatError:
    """The error for rows that do not make whole puzzles."""
    found = f"{counted(count, 'row')} of {size} symbols"
    missing = size - count
    more = ""
    if missing == 1:
        more = ": a row is missing"
    elif missing > 0:
        more = f": {missing} rows are missing"
    elif count % size:
        more = ", or several times as many"
    return text_input.error(line, None, found=found, expected=f"{size} rows ({square(size)}){more}")


def _rows(lines: Sequence[DrawnLine], reading: Reading) -> list[CellRow]:
    """The rows of all lines in that reading; nothing where a line has no meaning in it."""
    rows: list[CellRow] = []
    for line in lines:
        if (read := reading(line)) is None:
            return []
        rows += read
    return rows


def _are_pencilmarks(rows: Sequence[CellRow]) -> bool:
    """Whether many cells have several candidates, and most rows have as many cells as a size."""
    cells = [cell for row in rows for cell in row.cells]
    several = [cell for cell in cells if len(cell) > 1]
    return (
        4 * len(several) > len(cells)
        and 2 * sum(are_candidates([cell], 9) for cell in several) > len(several)
        and _usual_count(rows) in SIZES
    )


def _usual_count(rows: Sequence[CellRow]) -> int:
    """How many cells most rows have, if at least a few rows agree; else 0."""
    [(count, times)] = Counter(len(row.cells) for row in rows).most_common(1)
    return count if times >= _FEWEST_ROWS else 0


def _cells_fault(text_input: TextInput, rows: Sequence[CellRow], what: str) -> FormatError | None:
    """The error for the first row with too many cells or too few, or for a wrong number of rows."""
    size = text_input.fixed.size if text_input.fixed else _usual_count(rows)
    if size not in SIZES:
        return None
    if what == "a table" and sum(len(cell) > 2 for row in rows for cell in row.cells) > len(rows):
        return None  # boxes between bars
    for k, row in enumerate(rows, 1):
        if len(row.cells) != size:
            column = row.columns[size] if len(row.cells) > size else None
            found = f"{what} with {counted(len(row.cells), 'cell')} in row {k}"
            return text_input.error(row.number, column, found=found, expected=f"{size} cells in each row")
    if len(rows) % size:
        found = f"{what} with {counted(len(rows), 'row')} of {size} cells"
        return text_input.error(rows[0].number, None, found=found, expected=f"{size} rows ({square(size)})")
    return None
