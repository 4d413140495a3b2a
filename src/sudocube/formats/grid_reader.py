"""Puzzles with each row on a text line of its own, one or several in a block, with `.sdk` sections or not.

A block (a run of text lines without a blank one) is read as a whole: the width of its rows shows the size,
their number shows the number of puzzles, and its lines of dashes are either all rules or all rows of blanks,
whichever makes whole puzzles. A block of more than MOST_LINES lines is read in several steps.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from sudocube.errors import FormatError
from sudocube.formats.entry import Entry, Numerals, Style
from sudocube.formats.grid_forms import block_fault, drawn_entries, has_uneven_tokens, may_be_one_grid
from sudocube.formats.grid_layout import GridLine, are_between_boxes, geometry_of
from sudocube.formats.grid_text import DrawnLine, LineRole
from sudocube.formats.grid_words import rows_fault
from sudocube.formats.line_kinds import (
    GRID_KINDS,
    LineKind,
    family_of_block,
    is_title,
    kind_of,
    other_family,
    pass_over,
)
from sudocube.formats.line_reader import line_fault
from sudocube.formats.symbols import blank_of, counted, nearest_size, puzzle_of_symbols, square, zero_fault
from sudocube.formats.text_input import TextInput, TextLine, is_blank
from sudocube.geometry import SIZES
from sudocube.puzzle import Puzzle

MOST_LINES = 1_000
"""How many lines of a block are held in memory at most."""

MOST_LINES_APART = 64
"""How far a puzzle may go on below a blank line: 25 rows with gaps between all of them fit."""

_KINDS_OF_HEADINGS = {LineKind.OTHER, LineKind.WORDS}
_KINDS_AFTER_A_BLOCK = {LineKind.SECTION, LineKind.PUZZLE, LineKind.HEADER}
_KINDS_OF_RULES = {LineKind.RULE, LineKind.DASHES}
_KINDS_OF_ROWS = {LineKind.BARE_ROW, LineKind.ROW, LineKind.SIXTEEN}
_BARE_NUMBER = re.compile(r"\s*\d{1,3}\s*")
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


def read_grids(text_input: TextInput) -> Iterator[Entry]:
    """The puzzles of an input with a row per text line; a block of another format becomes one error.

    The section `[Puzzle]` is read; all other sections are ignored. So are headings.
    """
    name = "sdk" if text_input.has_extension(".sdk") else "ss" if text_input.has_extension(".ss") else "grid"
    is_read = True
    for line in text_input.lines:
        number, text = line
        if kind_of(text) is LineKind.SECTION:
            title = GridLine.of(line).text or ""
            is_read = title.strip().strip("[]").strip().lower() == "puzzle"
            name = "sdk"
        elif is_read and not is_passed_over(line) and not is_title(text_input.lines, line):
            text_input.lines.push_back([line])
            family = family_of_block(text_input.lines, text_input.fixed)
            if family in ("line", "csv"):
                error = other_family(text_input, number, family, "grid")
                yield text_input.refusal(error, text_input.style(name))
                next(iter(text_input.lines))  # drops this line, whatever its kind
                pass_over(text_input.lines, lambda text: kind_of(text) in GRID_KINDS | {LineKind.SECTION})
            else:
                yield from read_block(text_input, name)


def is_passed_over(line: TextLine) -> bool:
    """Whether a line is blank, or a heading: then it ends a block, and is no part of a puzzle."""
    if is_blank(line[1]):
        return True
    if kind_of(line[1]) not in _KINDS_OF_HEADINGS:
        return False
    return DrawnLine.of(line).role in (LineRole.BLANK, LineRole.HEADING)


def is_underline(line: TextLine, text_input: TextInput) -> bool:
    """Whether a line is a rule, and too short or too long for a puzzle without clues on one line."""
    row = GridLine.of(line)
    return row.kind in _KINDS_OF_RULES and len(row.symbols) not in text_input.shapes


def read_block(text_input: TextInput, name: str) -> Iterator[Entry]:
    """The puzzles of the block that begins with the next line; `name` is the format of their style."""
    held: list[TextLine] = []
    rows: list[GridLine] = []
    for line in text_input.lines:
        row = GridLine.of(line)
        if held and (row.kind in _KINDS_AFTER_A_BLOCK or is_passed_over(line)):
            text_input.lines.push_back([line])
            break
        if len(rows) == MOST_LINES:
            block, count = _begun(text_input, rows)
            if not count:
                found = f"a block of more than {MOST_LINES:,} lines"
                expected = "blank lines between the puzzles"
                error = text_input.error(rows[0].number, None, found=found, expected=expected)
                yield text_input.refusal(error, text_input.style(name))
                pass_over(text_input.lines, lambda text: kind_of(text) is LineKind.SECTION)
                return
            yield from puzzles_of(text_input, name, block, count)
            first = block.rows[count].number
            rows = [row for row in rows if row.number >= first]
            held = [line for line in held if line[0] >= first]
        held.append(line)
        rows.append(row)
    yield from _block_entries(text_input, name, held, rows)


class _DashesError(FormatError):
    """Dashes that may be a rule or blanks: no other form makes that certain."""


def _block_entries(
    text_input: TextInput, name: str, held: list[TextLine], rows: list[GridLine]
) -> Iterator[Entry]:
    """The puzzles of a block that is held as a whole, or its one error.

    Rows whose symbols stand below each other are read at once; for all others, every form is tried first.
    """
    is_plain = _are_symbols_below_each_other(rows)
    lines = [DrawnLine.of(line) for line in held]
    fault: FormatError | None = None
    if is_plain:
        try:
            yield from _plain_entries(text_input, name, rows)
            return
        except FormatError as error:
            fault = error
    if fault is None or not isinstance(fault, _DashesError):
        try:
            if (entries := drawn_entries(text_input, name, lines)) is not None:
                yield from entries
                return
            if not is_plain and not has_uneven_tokens(lines):
                entries = list(_plain_entries(text_input, name, rows))
                if any(entry.puzzle for entry in entries):
                    yield from entries
                    return
                fault = entries[0].error
            if (apart := _across_blank_lines(text_input, name, lines)) is not None:
                yield from apart
                return
        except FormatError as error:
            fault = error
    if all(row.kind in _KINDS_OF_RULES for row in rows) and len(rows[0].symbols) not in text_input.shapes:
        return  # a line between puzzles, or below a heading
    if len(rows) == 1 and _BARE_NUMBER.fullmatch(rows[0].text or ""):
        return  # the number of a puzzle
    first = next((row for row in rows if row.kind not in _KINDS_OF_RULES), rows[0])
    if not isinstance(fault, _DashesError):
        fault = block_fault(text_input, lines, fault)
    yield text_input.refusal(fault, text_input.style(name), first.number)


def _across_blank_lines(text_input: TextInput, name: str, lines: list[DrawnLine]) -> list[Entry] | None:
    """The puzzle of which these lines are the beginning; None, and nothing is taken, where it is not certain.

    Blank lines are a gap between boxes, or between all rows, or rows without any clue.
    """
    ahead: list[TextLine] = []
    drawn: list[DrawnLine] = []
    found: list[tuple[int, list[Entry]]] = []
    for line in text_input.lines:
        ahead.append(line)
        drawn.append(DrawnLine.of(line))
        is_end = drawn[-1].role is LineRole.HEADING or kind_of(line[1]) in (LineKind.SECTION, LineKind.PUZZLE)
        if is_end or len(ahead) == MOST_LINES_APART:
            break
    text_input.lines.push_back(ahead)
    ends = [i for i, line in enumerate(drawn) if line.role is not LineRole.BLANK]
    for end in ends:
        is_last = end + 1 == len(drawn) or drawn[end + 1].role is LineRole.BLANK
        block = [*lines, *drawn[: end + 1]]
        if is_last and may_be_one_grid(block) and (entries := drawn_entries(text_input, name, block)):
            found.append((end + 1, entries))
    if len(found) != 1 or len(found[0][1]) != 1:
        return None
    taken, entries = found[0]
    for _ in range(taken):
        next(iter(text_input.lines))
    return entries


def _plain_entries(text_input: TextInput, name: str, rows: list[GridLine]) -> Iterator[Entry]:
    """The puzzles of a block, a symbol for each cell. Raises FormatError at once if they are not whole."""
    block = block_of(text_input, rows)
    if not block.is_whole():
        raise _incomplete(text_input, rows, block)
    return puzzles_of(text_input, name, block, len(block.rows))


def _are_symbols_below_each_other(rows: list[GridLine]) -> bool:
    """Whether each symbol stands below one of the row above, with bars and rules between boxes only."""
    symbols = [row for row in rows if row.kind in _KINDS_OF_ROWS]
    if not symbols and not any(row.kind is LineKind.OTHER for row in rows):
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
    if not block.rows:
        first = lines[0]
        return line_fault(text_input, (first.number, (first.text or "").encode("utf-8", "surrogateescape")))
    return rows_fault(text_input, block.rows[0].number, len(block.rows), block.size)


def _ambiguous(text_input: TextInput, line: int, as_rules: GridBlock, as_blanks: GridBlock) -> FormatError:
    """The error for dashes that may be rules or blanks: both readings make whole puzzles, or neither does."""
    numbers = f"{counted(len(as_rules.rows), 'row')} or {len(as_blanks.rows)}"
    found = f"dashes that may be a rule or a row of blanks ({numbers})"
    expected = f"{as_rules.size} rows ({square(as_rules.size)}) one way only: write blanks as ."
    return _DashesError(text_input.name, line, None, found=found, expected=expected)
