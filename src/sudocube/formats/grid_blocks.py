"""A block whose symbols stand below each other: rows and rules, and the puzzles that they make.

The width of its rows shows the size, their number shows the number of puzzles, and its lines of dashes are
either all rules or all rows of blanks, whichever makes whole puzzles.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from sudocube.errors import FormatError
from sudocube.formats.entry import Entry, Numerals, Style
from sudocube.formats.grid_layout import GridLine, are_between_boxes, geometry_of
from sudocube.formats.grid_words import header_fault, rows_fault
from sudocube.formats.line_kinds import LineKind
from sudocube.formats.line_reader import line_fault
from sudocube.formats.symbols import blank_of, counted, nearest_size, puzzle_of_symbols, square, zero_fault
from sudocube.formats.text_input import TextInput
from sudocube.geometry import SIZES
from sudocube.puzzle import Puzzle

KINDS_OF_RULES = {LineKind.RULE, LineKind.DASHES}
KINDS_OF_ROWS = {LineKind.BARE_ROW, LineKind.ROW, LineKind.SIXTEEN}
_EMPTY_FIELD = re.compile(r"\|\s+\|")


@dataclass(frozen=True, slots=True)
class GridBlock:
    """The rows of a block, and its rules, each with the number of rows above it."""

    size: int
    rows: list[GridLine]
    rules: list[tuple[int, GridLine]]

    def is_whole(self) -> bool:
        """Whether the rows make whole puzzles, one or several."""
        return bool(self.rows) and len(self.rows) % self.size == 0


class DashesError(FormatError):
    """Dashes that may be a rule or blanks: no other form makes that certain."""


def plain_entries(text_input: TextInput, name: str, rows: list[GridLine]) -> Iterator[Entry]:
    """The puzzles of a block, a symbol for each cell.

    Raises FormatError at once if they are not whole, or not all of one size: then it is not certain where
    each of them begins.
    """
    block = block_of(text_input, rows)
    if not block.is_whole():
        raise _incomplete(text_input, rows, block)
    for above, row in pairwise(block.rows):
        count = len(row.symbols)
        if len(above.symbols) == count != block.size and count in SIZES:
            raise _other_size(text_input, above, block.size)
    return puzzles_of(text_input, name, block, len(block.rows))


def are_symbols_below_each_other(rows: list[GridLine]) -> bool:
    """Whether each symbol stands below one of the row above, with bars and rules between boxes only."""
    symbols = [row for row in rows if row.kind in KINDS_OF_ROWS]
    if any(row.kind not in KINDS_OF_ROWS | KINDS_OF_RULES for row in rows):
        return False
    if not symbols:
        return True  # nothing but dashes
    rules = sum(row.kind is LineKind.RULE for row in rows)
    if len({tuple(row.columns) for row in symbols}) != 1 or 2 * rules > len(rows):
        return False
    first = symbols[0]
    if len(first.bars) >= len(first.symbols) - 1 > 0:
        return False
    for row in symbols:
        tokens = (row.text or "").replace("|", " ").split()
        if len(tokens) in SIZES and len(set(map(len, tokens))) > 1:
            return False
    return not any(_EMPTY_FIELD.search(row.text or "") or "[" in (row.text or "") for row in rows)


def block_of(text_input: TextInput, lines: list[GridLine]) -> GridBlock:
    """The lines of a block as rows and rules. Raises FormatError where dashes may be rules or blanks."""
    certain = [row for row in lines if row.kind not in (LineKind.RULE, LineKind.DASHES)]
    dashes = [row for row in lines if row.kind is LineKind.DASHES]
    size = text_input.fixed.size if text_input.fixed else _size_of(certain or dashes)
    layouts = Counter(row.bars for row in certain or dashes if len(row.symbols) == size)
    layout = layouts.most_common(1)[0][0] if layouts else ()
    doubtful = {row.number for row in dashes if len(row.symbols) == size and row.bars == layout}
    as_rules = _separated(size, lines, {row.number for row in certain})
    if not doubtful:
        return as_rules
    as_blanks = _separated(size, lines, {row.number for row in certain} | doubtful)
    rules_fit = as_rules.is_whole() and are_between_boxes(
        text_input, size, (above % size for above, _ in as_rules.rules if above % size)
    )
    if rules_fit == as_blanks.is_whole():
        raise _ambiguous(text_input, min(doubtful), as_rules, as_blanks)
    return as_rules if rules_fit else as_blanks


def begun(text_input: TextInput, lines: list[GridLine]) -> tuple[GridBlock, int]:
    """The beginning of a long block, and how many of its rows make whole puzzles.

    The number is 0 where some dashes may be rules or blanks: only the whole block can decide that.
    """
    certain = [row for row in lines if row.kind is not LineKind.DASHES]
    if not any(row.kind is not LineKind.RULE for row in certain):
        return GridBlock(min(SIZES), [], []), 0
    block = block_of(text_input, certain)
    if any(row.kind is LineKind.DASHES and len(row.symbols) == block.size for row in lines):
        return block, 0
    block = block_of(text_input, lines)
    return block, (len(block.rows) - 1) // block.size * block.size


def puzzles_of(text_input: TextInput, name: str, block: GridBlock, count: int) -> Iterator[Entry]:
    """The puzzles in the first `count` rows of a block, each read or refused separately."""
    size = block.size
    for start in range(0, count, size):
        rows = block.rows[start : start + size]
        rules = [(above - start, row) for above, row in block.rules if start <= above <= start + size]
        inner = {above: row.number for above, row in rules if 0 < above < size}
        style = _style(text_input, name, rows, [row for _, row in rules])
        style = replace(style, box_shown=bool(rows[0].bars or inner))
        try:
            puzzle, numerals = _puzzle(text_input, rows, inner)
        except FormatError as error:
            yield text_input.refusal(error, style, rows[0].number)
        else:
            blank = blank_of("".join(row.symbols for row in rows), numerals)
            style = replace(style, numerals=numerals, blank=blank)
            yield Entry(f"{text_input.name}:{rows[0].number}", puzzle, None, style)


def _puzzle(text_input: TextInput, rows: list[GridLine], rules: dict[int, int]) -> tuple[Puzzle, Numerals]:
    """The puzzle of these rows, and how its digits are written; `rules` as for `geometry_of`.

    Raises FormatError.
    """
    size = len(rows)
    for row in rows:
        if fault := row.fault(text_input, size):
            raise fault
    symbols = "".join(row.symbols for row in rows)
    zero = next(
        ((row.number, row.columns[row.symbols.index("0")]) for row in rows if "0" in row.symbols), None
    )
    if zero is not None and (fault := zero_fault(text_input, *zero, symbols, size)):
        raise fault
    puzzle, numerals = puzzle_of_symbols(symbols, geometry_of(text_input, size, rows, rules))
    is_apart = rows[0].is_spaced and not rows[0].bars
    if is_apart and (fault := header_fault(text_input, rows[0].number, puzzle)):
        raise fault
    return puzzle, numerals


def _style(text_input: TextInput, name: str, rows: list[GridLine], rules: list[GridLine]) -> Style:
    """The style of the puzzle with these rows and rules; `name` is the format of the input."""
    if name == "sdk" and len(rows) != 9:
        name = "grid"
    elif name == "grid" and any((row.text or "").lstrip().startswith("*") for row in rules):
        name = "ss"
    is_framed = rows[0].is_framed
    return Style(
        name,
        spaced=rows[0].is_spaced,
        barred=is_framed or bool(rows[0].bars or rules),
        framed=is_framed,
        box_given=text_input.box_given,
    )


def _size_of(rows: list[GridLine]) -> int:
    """The size of a block: the width of most rows, else their number, else the size nearest to the width."""
    widths = Counter(len(row.symbols) for row in rows if row.text is not None)
    width = widths.most_common(1)[0][0] if widths else 9
    if width in SIZES:
        return width
    return len(rows) if len(rows) in SIZES else nearest_size(width)


def _separated(size: int, lines: list[GridLine], row_lines: set[int]) -> GridBlock:
    """The block in which the lines with these numbers are rows and all others are rules."""
    block = GridBlock(size, [], [])
    for row in lines:
        if row.number in row_lines:
            block.rows.append(row)
        else:
            block.rules.append((len(block.rows), row))
    return block


def _incomplete(text_input: TextInput, lines: list[GridLine], block: GridBlock) -> FormatError:
    """The error for a block whose rows do not make whole puzzles: a wrong row, or else their number."""
    for row in block.rows:
        if fault := row.fault(text_input, block.size):
            return fault
    if not block.rows:
        first = lines[0]
        return line_fault(text_input, (first.number, (first.text or "").encode("utf-8", "surrogateescape")))
    return rows_fault(text_input, block.rows[0].number, len(block.rows), block.size)


def _ambiguous(text_input: TextInput, line: int, as_rules: GridBlock, as_blanks: GridBlock) -> FormatError:
    """The error for dashes that may be rules or blanks: both readings make whole puzzles, or neither does."""
    numbers = f"{counted(len(as_rules.rows), 'row')} or {len(as_blanks.rows)}"
    found = f"dashes that may be a rule or a row of blanks ({numbers})"
    expected = f"{as_rules.size} rows ({square(as_rules.size)}) one way only: write blanks as ."
    return DashesError(text_input.name, line, None, found=found, expected=expected)


def _other_size(text_input: TextInput, row: GridLine, size: int) -> FormatError:
    """The error for rows of another size in a block."""
    found = f"rows of {len(row.symbols)} symbols below rows of {size}"
    return text_input.error(row.number, None, found=found, expected="blank lines between the puzzles")
