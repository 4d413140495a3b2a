"""Puzzles with each row on a text line of its own, one or several in a block, with `.sdk` sections or not.

A block (a run of text lines without a blank one) is read as a whole: the width of its rows shows the size,
their number shows the number of puzzles, and its lines of dashes are either all rules or all rows of blanks,
whichever makes whole puzzles. A block of more than MOST_LINES lines is read in several steps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from sudocube.errors import FormatError
from sudocube.formats.entry import Entry, Numerals, Style
from sudocube.formats.grid_layout import GridLine, are_between_boxes, geometry_of
from sudocube.formats.line_kinds import (
    GRID_KINDS,
    LineKind,
    family_of_block,
    kind_of,
    other_family,
    pass_over,
)
from sudocube.formats.symbols import blank_of, counted, nearest_size, puzzle_of_symbols, square, zero_fault
from sudocube.formats.text_input import TextInput, is_blank
from sudocube.geometry import SIZES
from sudocube.puzzle import Puzzle

MOST_LINES = 1_000
"""How many lines of a block are held in memory at most."""


@dataclass(frozen=True, slots=True)
class GridBlock:
    """The rows of a block, and its rules, each with the number of rows above it."""

    size: int
    rows: list[GridLine]
    rules: list[tuple[int, GridLine]]

    def is_whole(self) -> bool:
        """Whether the rows make whole puzzles, one or several."""
        return bool(self.rows) and len(self.rows) % self.size == 0


def read_grids(text_input: TextInput) -> Iterator[Entry]:
    """The puzzles of an input with a row per text line; a block of another format becomes one error.

    The section `[Puzzle]` is read; all other sections are ignored.
    """
    name = "sdk" if text_input.has_extension(".sdk") else "ss" if text_input.has_extension(".ss") else "grid"
    is_read = True
    for line in text_input.lines:
        number, text = line
        if kind_of(text) is LineKind.SECTION:
            title = GridLine.of(line).text or ""
            is_read = title.strip().strip("[]").strip().lower() == "puzzle"
            name = "sdk"
        elif is_read and not is_blank(text):
            text_input.lines.push_back([line])
            family = family_of_block(text_input.lines, text_input.fixed)
            if family in ("line", "csv"):
                error = other_family(text_input, number, family, "grid")
                yield text_input.refusal(error, text_input.style(name))
                next(iter(text_input.lines))  # drops this line, whatever its kind
                pass_over(text_input.lines, lambda text: kind_of(text) in GRID_KINDS | {LineKind.SECTION})
            else:
                yield from read_block(text_input, name)


def read_block(text_input: TextInput, name: str) -> Iterator[Entry]:
    """The puzzles of the block that begins with the next line; `name` is the format of their style."""
    held: list[GridLine] = []
    for line in text_input.lines:
        row = GridLine.of(line)
        if is_blank(line[1]) or row.kind in (LineKind.SECTION, LineKind.PUZZLE):
            text_input.lines.push_back([line])
            break
        if len(held) == MOST_LINES:
            block, count = _begun(text_input, held)
            if not count:
                found = f"a block of more than {MOST_LINES:,} lines"
                expected = "blank lines between the puzzles"
                error = text_input.error(held[0].number, None, found=found, expected=expected)
                yield text_input.refusal(error, text_input.style(name))
                pass_over(text_input.lines, lambda text: kind_of(text) is LineKind.SECTION)
                return
            yield from puzzles_of(text_input, name, block, count)
            held = [row for row in held if row.number >= block.rows[count].number]
        held.append(row)
    try:
        block = block_of(text_input, held)
        if not block.is_whole():
            raise _incomplete(text_input, held, block)
    except FormatError as fault:
        first = next((row for row in held if row.kind not in (LineKind.RULE, LineKind.DASHES)), held[0])
        yield text_input.refusal(fault, text_input.style(name), first.number)
    else:
        yield from puzzles_of(text_input, name, block, len(block.rows))


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


def _begun(text_input: TextInput, lines: list[GridLine]) -> tuple[GridBlock, int]:
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
    return puzzle_of_symbols(symbols, geometry_of(text_input, size, rows, rules))


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
    first = (block.rows or lines)[0].number
    expected = f"{block.size} ({square(block.size)})"
    return text_input.error(first, None, found=counted(len(block.rows), "row"), expected=expected)


def _ambiguous(text_input: TextInput, line: int, as_rules: GridBlock, as_blanks: GridBlock) -> FormatError:
    """The error for dashes that may be rules or blanks: both readings make whole puzzles, or neither does."""
    numbers = f"{counted(len(as_rules.rows), 'row')} or {len(as_blanks.rows)}"
    found = f"dashes that may be a rule or a row of blanks ({numbers})"
    expected = f"{as_rules.size} rows ({square(as_rules.size)}) one way only: write blanks as ."
    return text_input.error(line, None, found=found, expected=expected)
