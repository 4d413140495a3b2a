"""A block of drawn lines, read in every way that there is; what fits in two different ways is refused.

The ordinary reader of grids takes rows whose symbols stand below each other. What it does not take is read
here: box drawing, tables, lists, numbers, candidates, spaces for blanks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sudocube.errors import FormatError
from sudocube.formats.entry import Entry, Numerals, Style
from sudocube.formats.grid_cells import READINGS, CellRow, rows_by_spaces, rows_of_symbols
from sudocube.formats.grid_columns import aligned_rows
from sudocube.formats.grid_layout import geometry_of
from sudocube.formats.grid_shape import GridRows, puzzles_in
from sudocube.formats.grid_text import DrawnLine, LineRole, is_prose
from sudocube.formats.grid_values import is_blank_cell, puzzle_of_cells
from sudocube.formats.grid_words import (
    drawn_fault,
    gaps_fault,
    header_fault,
    no_rows_fault,
    prose_fault,
    short_fault,
)
from sudocube.formats.symbols import square
from sudocube.formats.text_input import TextInput
from sudocube.geometry import BLANKS, SIZES, SYMBOLS
from sudocube.puzzle import Puzzle

_NUMBER = re.compile(r"\s*\d{1,3}\s*")
_NO_CELL = re.compile(r"[^\w \xa0]")
_TENS = re.compile(r"(?<!\S)[12]0(?!\S)")
_NINE = 9

Rules = list[tuple[int, DrawnLine]]
"""Lines of rules, each with the number of rows above it."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A reading of a block that gives whole puzzles: their rows, and for each the puzzle or its error."""

    text_input: TextInput
    grids: tuple[GridRows, ...]
    results: tuple[tuple[Puzzle, Numerals] | FormatError, ...]

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """The puzzles that could be read."""
        return tuple(result[0] for result in self.results if isinstance(result, tuple))

    @property
    def is_of_groups(self) -> bool:
        """Whether each cell of a small grid holds several symbols: they are parts of longer rows then."""
        cells = [cell for grid in self.grids for row in grid.rows for cell in row.cells]
        return self.grids[0].size < _NINE and 2 * sum(len(cell) > 2 for cell in cells) > len(cells)


def drawn_entries(text_input: TextInput, name: str, lines: Sequence[DrawnLine]) -> list[Entry] | None:
    """The entries of a block; None where no reading gives whole puzzles. `name` is the format of their style.

    Raises FormatError where two readings give different puzzles.
    """
    for parts in (None, _below_numbers(lines)):
        blocks = [lines] if parts is None else parts
        good = [_only_good(_attempts(text_input, block)) for block in blocks]
        if good and all(good):
            return [entry for one in good if one for entry in _entries_of(text_input, name, one)]
    found = _attempts(text_input, lines)
    if len(found) == 1 and found[0].puzzles:  # a wrong puzzle does not spoil the others
        return list(_entries_of(text_input, name, found[0]))
    return None


def block_fault(text_input: TextInput, lines: Sequence[DrawnLine], fault: FormatError | None) -> FormatError:
    """The one error for a block that no reading takes; `fault` is what the ordinary reader said, if any."""
    found = [one for one in _attempts(text_input, lines) if one.puzzles or not one.is_of_groups]
    errors = [[result for result in one.results if isinstance(result, FormatError)] for one in found]
    if drawn := min(filter(None, errors), key=len, default=None):
        return drawn[0]
    if error := drawn_fault(text_input, lines):
        return error
    rows = [line for line in lines if line.role is LineRole.ROW]
    if rows and all(is_prose(line.text or "") for line in rows):
        return prose_fault(text_input, rows[0].number, rows[0].text or "")
    if _has_gaps(rows):
        return gaps_fault(text_input, rows[0])
    if fault is not None and fault.column is not None and len(lines) == 1 and text_input.fixed is None:
        return short_fault(text_input, lines[0].number, lines[0].text or "")
    return fault or no_rows_fault(text_input, lines)


def _attempts(text_input: TextInput, lines: Sequence[DrawnLine]) -> list[Attempt]:
    """Every reading of a block that gives whole puzzles, right or wrong. Blank lines stand between boxes."""
    found = []
    for as_rows in (False, True) if any(line.role is LineRole.DASHES for line in lines) else (False,):
        for rows, rules in _layouts(lines, dashes_are_rows=as_rows):
            grids = puzzles_in(rows, rules)
            if grids and (text_input.fixed is None or text_input.fixed.size == grids[0].size):
                found.append(Attempt(text_input, tuple(grids), tuple(_result(text_input, g) for g in grids)))
    return found


def _below_numbers(lines: Sequence[DrawnLine]) -> list[Sequence[DrawnLine]]:
    """The block in parts, each below a line with a number of its own; nothing if there is more than that.

    Where the first puzzle has no number, or the last number no puzzle, it may be a part of a row.
    """
    parts: list[list[DrawnLine]] = []
    for line in lines:
        if line.role is LineRole.ROW and _NUMBER.fullmatch(line.text or ""):
            parts.append([])
        elif not parts:
            return []
        else:
            parts[-1].append(line)
    return [*parts] if all(parts) else []


def _only_good(found: Sequence[Attempt]) -> Attempt | None:
    """The attempt that gives puzzles without any error; None if there is none.

    Raises FormatError where two of them give different puzzles.
    """
    good = [attempt for attempt in found if len(attempt.puzzles) == len(attempt.results)]
    for other in good[1:]:
        if other.puzzles != good[0].puzzles:
            raise _two_readings(good[0], other)
    return good[0] if good else None


def _entries_of(text_input: TextInput, name: str, attempt: Attempt) -> Iterator[Entry]:
    """The entries of the puzzles of an attempt."""
    for grid, result in zip(attempt.grids, attempt.results, strict=True):
        first = grid.rows[0].number
        if isinstance(result, tuple):
            style = _style(text_input, name, grid, *result)
            yield Entry(f"{text_input.name}:{first}", result[0], None, style)
        else:
            yield text_input.refusal(result, text_input.style(name), first)


def has_uneven_tokens(lines: Sequence[DrawnLine]) -> bool:
    """Whether each row has as many tokens as a row has cells, of different lengths: they are cells then.

    In a small grid, cells are not mostly longer than two symbols; such tokens are parts of longer rows.
    """
    rows = [row.cells for line in lines if line.role is LineRole.ROW for row in rows_by_spaces(line) or ()]
    counts = {len(row) for row in rows}
    lengths = [len(cell) for row in rows for cell in row]
    if len(counts) != 1 or (size := counts.pop()) not in SIZES or len(set(lengths)) == 1:
        return False
    return size >= _NINE or 2 * sum(length > 2 for length in lengths) <= len(lengths)


def _has_gaps(rows: Sequence[DrawnLine]) -> bool:
    """Whether rows seem to have spaces for blanks: symbols at different places, and few full rows."""
    size = len(rows) if len(rows) in SIZES else len(rows) + 1  # perhaps an empty line is a row
    texts = [row.text or "" for row in rows]
    full = sum(size in (len(text.split()), len("".join(text.split()))) for text in texts)
    places = {tuple(i for i, symbol in enumerate(text) if not symbol.isspace()) for text in texts}
    has_others = any(_NO_CELL.search(text) for text in texts)
    return (
        size in SIZES
        and _may_have_spaces_for_blanks(rows)
        and not has_others
        and len(places) > 1
        and 2 * full <= size
    )


def _has_wide_cells(rows: Sequence[CellRow]) -> bool:
    """Whether a cell has several symbols: in a row of dashes, each is a blank, and |---|---| is a rule."""
    return any(len(cell) > 1 for row in rows for cell in row.cells)


def _layouts(lines: Sequence[DrawnLine], *, dashes_are_rows: bool) -> Iterator[tuple[list[CellRow], Rules]]:
    """The rows and rules of a block in each reading in which every line has a meaning."""
    is_row = {LineRole.ROW, LineRole.DASHES} if dashes_are_rows else {LineRole.ROW}
    drawn = [line for line in lines if line.role in is_row]
    if any(line.text is None for line in drawn):
        return
    uneven = has_uneven_tokens(drawn)
    for reading in READINGS:
        if uneven and reading is rows_of_symbols:
            continue
        rows: list[CellRow] = []
        rules: Rules = []
        for line in lines:
            if line.role not in is_row:
                rules.append((len(rows), line))
            elif (read := reading(line)) is None or (line.role is LineRole.DASHES and _has_wide_cells(read)):
                break
            else:
                rows += read
        else:
            yield rows, rules
    if _may_have_spaces_for_blanks(drawn) and (placed := aligned_rows(drawn)) is not None:
        yield (
            placed,
            [
                (sum(row.number < line.number for row in drawn), line)
                for line in lines
                if line.role not in is_row
            ],
        )


def _may_have_spaces_for_blanks(rows: Sequence[DrawnLine]) -> bool:
    """Whether no row has another blank, and some row has spaces; `10` and `20` may be numbers."""
    text = " ".join(row.text or "" for row in rows)
    text = _TENS.sub("", text) if len(rows) > _NINE else text
    return " " in text and not any(blank in text for blank in BLANKS)


def _result(text_input: TextInput, grid: GridRows) -> tuple[Puzzle, Numerals] | FormatError:
    """The puzzle of these rows and how its digits are written, or what is wrong with it."""
    try:
        geometry = geometry_of(text_input, grid.size, grid.rows, grid.rules)
        result = puzzle_of_cells(text_input, grid.rows, geometry)
        first = grid.rows[0]
        is_apart = first.columns[1] - first.columns[0] > 1 and not first.bars
        if is_apart and (fault := header_fault(text_input, first.number, result[0])):
            raise fault
        return result
    except FormatError as error:
        return error


def _two_readings(one: Attempt, other: Attempt) -> FormatError:
    """The error for a block that can be read in two ways: the first cell in which they differ."""
    text_input, rows, others = one.text_input, one.grids[0].rows, other.grids[0].rows
    if len(rows) == len(others) and len(one.grids) != len(other.grids):
        found = f"{len(one.grids)} or {len(other.grids)} puzzles: dashes may be a rule or a row of blanks"
        return text_input.error(rows[0].number, None, found=found, expected="blanks as .")
    if len(rows) != len(others):
        sizes = " or ".join(square(size) for size in sorted({len(rows), len(others)}))
        return text_input.error(
            rows[0].number, None, found=f"rows of {sizes}", expected="the size, as --size N"
        )
    for row, same in zip(rows, others, strict=True):
        for at, cells in enumerate(zip(row.cells, same.cells, strict=True)):
            if len(set(cells)) > 1:
                shown, columns = (cells[0], row.columns) if cells[0] else (cells[1], same.columns)
                found = f"{shown!r}, whose column in the grid is not certain"
                expected = "the same distance between all cells: write blanks as ."
                return text_input.error(row.number, columns[at], found=found, expected=expected)
    expected = "bars between boxes, or their shape as --box RxC"
    return text_input.error(rows[0].number, None, found="boxes that may have two shapes", expected=expected)


def _style(text_input: TextInput, name: str, grid: GridRows, puzzle: Puzzle, numerals: Numerals) -> Style:
    """The style of a puzzle that was read here, in which a solution can be written."""
    shown = bool(grid.rows[0].bars or grid.rules)
    columns = grid.rows[0].columns
    if puzzle.candidates is not None:
        return text_input.style("pencilmarks")
    cells = (cell[0] for row in grid.rows for cell in row.cells if cell and is_blank_cell(cell))
    blanks = BLANKS.replace("0", "") if numerals == "hexadecimal" else BLANKS
    return Style(
        "grid" if name == "sdk" and grid.size != 9 else name,
        next((cell for cell in cells if cell in blanks), SYMBOLS[0]),
        spaced=columns[1] - columns[0] > 1,
        barred=shown,
        framed=shown and 0 in grid.rows[0].bar_columns,
        box_given=text_input.box_given,
        numerals=numerals,
        box_shown=shown,
    )
