"""Puzzles whose rows stand on lines of their own, one or several to a block, with `.sdk` sections or not.

A block (a run of lines without a blank one) is read as a whole: how wide its rows are tells the size, how
many there are tells the number of puzzles, and its lines of dashes are all rules or all rows of blanks,
whichever of the two comes out even. A block of more than MOST_LINES lines is read piece by piece.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from sudocube.errors import FormatError
from sudocube.formats.entry import Entry, Style
from sudocube.formats.kinds import GRID_KINDS, Kind, family_of_block, kind_of, other_family, pass_over
from sudocube.formats.layout import are_between_boxes, geometry_of
from sudocube.formats.lines import is_blank
from sudocube.formats.rows import Row
from sudocube.formats.symbols import TO_VALUES, Source, counted, nearest_size, square
from sudocube.geometry import BLANKS, SIZES
from sudocube.puzzle import Puzzle

MOST_LINES = 1_000
"""So many lines of a block are held, no more."""

_SECTION_NAME = re.compile(r"\[\s*(.*?)\s*\]")


@dataclass(frozen=True, slots=True)
class Block:
    """The rows of a block and its rules, each with the number of rows above it."""

    size: int
    rows: list[Row]
    rules: list[tuple[int, Row]]

    def is_whole(self) -> bool:
        """Whether the rows make up one puzzle or several."""
        return bool(self.rows) and len(self.rows) % self.size == 0


def read_grids(source: Source) -> Iterator[Entry]:
    """The puzzles of an input with a row per line; a block of another format is one error.

    Of sections, `[Puzzle]` is read and all others are passed over.
    """
    name = "sdk" if source.has_extension(".sdk") else "ss" if source.has_extension(".ss") else "grid"
    is_read = True
    for line in source.lines:
        number, text = line
        if kind_of(text) is Kind.SECTION:
            title = Row.of_line(line).text or ""
            is_read = _SECTION_NAME.sub(r"\1", title.strip()).lower() == "puzzle"
            name = "sdk"
        elif is_read and not is_blank(text):
            source.lines.push_back([line])
            family = family_of_block(source.lines, source.fixed)
            if family in ("line", "csv"):
                style = Style(name, box_given=source.box_given)
                yield source.refusal(other_family(source, number, family, "grid"), style)
                next(iter(source.lines))  # this line, whatever it looks like
                pass_over(source.lines, GRID_KINDS | {Kind.SECTION})
            else:
                yield from read_block(source, name)


def read_block(source: Source, name: str) -> Iterator[Entry]:
    """The puzzles of the block that begins with the next line, each written in the format of that name."""
    held: list[Row] = []
    for line in source.lines:
        row = Row.of_line(line)
        if is_blank(line[1]) or row.kind in (Kind.SECTION, Kind.LINE):
            source.lines.push_back([line])
            break
        if len(held) == MOST_LINES:
            block, count = _begun(source, held)
            if not count:
                yield source.refusal(_too_long(source, held[0]), Style(name, box_given=source.box_given))
                pass_over(source.lines, {Kind.SECTION})
                return
            yield from puzzles_of(source, name, block, count)
            held = [row for row in held if row.line >= block.rows[count].line]
        held.append(row)
    try:
        block = block_of(source, held)
        if not block.is_whole():
            raise _uneven(source, held, block)
    except FormatError as error:
        first = next((row for row in held if row.kind not in (Kind.RULE, Kind.DASHES)), held[0])
        yield source.refusal(error, Style(name, box_given=source.box_given), first.line)
    else:
        yield from puzzles_of(source, name, block, len(block.rows))


def block_of(source: Source, lines: list[Row]) -> Block:
    """The lines of a block, told apart. Raises FormatError where dashes may be rules or blanks."""
    certain = [row for row in lines if row.kind not in (Kind.RULE, Kind.DASHES)]
    dashes = [row for row in lines if row.kind is Kind.DASHES]
    size = source.fixed.size if source.fixed else _size_of(certain or dashes)
    layouts = Counter(row.bars for row in certain or dashes if len(row.symbols) == size)
    layout = layouts.most_common(1)[0][0] if layouts else ()
    doubtful = {row.line for row in dashes if len(row.symbols) == size and row.bars == layout}
    as_rules = _told_apart(size, lines, {row.line for row in certain})
    if not doubtful:
        return as_rules
    as_blanks = _told_apart(size, lines, {row.line for row in certain} | doubtful)
    rules_fit = as_rules.is_whole() and are_between_boxes(
        source, size, (above % size for above, _ in as_rules.rules if above % size)
    )
    if rules_fit == as_blanks.is_whole():
        raise _ask(source, min(doubtful), as_rules, as_blanks)
    return as_rules if rules_fit else as_blanks


def _begun(source: Source, lines: list[Row]) -> tuple[Block, int]:
    """The beginning of a long block, and how many of its rows make up whole puzzles.

    They are none where there are dashes that may be rules or blanks: for that the whole block is needed.
    """
    certain = [row for row in lines if row.kind is not Kind.DASHES]
    if not any(row.kind is not Kind.RULE for row in certain):
        return Block(min(SIZES), [], []), 0
    block = block_of(source, certain)
    if any(row.kind is Kind.DASHES and len(row.symbols) == block.size for row in lines):
        return block, 0
    block = block_of(source, lines)
    return block, (len(block.rows) - 1) // block.size * block.size


def puzzles_of(source: Source, name: str, block: Block, count: int) -> Iterator[Entry]:
    """The puzzles that the first `count` rows of a block make up, each read or refused by itself."""
    size = block.size
    for start in range(0, count, size):
        rows = block.rows[start : start + size]
        style = _style(source, name, block, start)
        try:
            puzzle = _puzzle(source, block, start)
        except FormatError as error:
            yield source.refusal(error, style, rows[0].line)
        else:
            yield Entry(f"{source.name}:{rows[0].line}", puzzle, None, style)


def _puzzle(source: Source, block: Block, start: int) -> Puzzle:
    """The puzzle whose first row is the one at `start`. Raises FormatError."""
    rows = block.rows[start : start + block.size]
    for row in rows:
        if fault := row.fault(source, block.size):
            raise fault
    inner = {above - start: row.line for above, row in block.rules if 0 < above - start < block.size}
    geometry = geometry_of(source, block.size, rows, inner)
    symbols = "".join(row.symbols for row in rows).encode("ascii")
    return Puzzle(symbols.translate(TO_VALUES), geometry)


def _style(source: Source, name: str, block: Block, start: int) -> Style:
    """How the puzzle whose first row is the one at `start` was written."""
    rows = block.rows[start : start + block.size]
    rules = [row for above, row in block.rules if start <= above <= start + block.size]
    is_framed = rows[0].is_framed
    stars = any((row.text or "").lstrip().startswith("*") for row in rules)
    if name == "sdk" and block.size != 9:
        name = "grid"
    elif name == "grid" and stars:
        name = "ss"
    return Style(
        name,
        next((symbol for row in rows for symbol in row.symbols if symbol in BLANKS), "."),
        spaced=rows[0].is_spaced,
        barred=is_framed or bool(rows[0].bars or rules),
        framed=is_framed,
        box_given=source.box_given,
    )


def _size_of(rows: list[Row]) -> int:
    """The size of a block: how wide most rows are; else how many there are; else the nearest to the width."""
    widths = Counter(len(row.symbols) for row in rows if row.text is not None)
    width = widths.most_common(1)[0][0] if widths else 9
    if width in SIZES:
        return width
    return len(rows) if len(rows) in SIZES else nearest_size(width)


def _told_apart(size: int, lines: list[Row], row_lines: set[int]) -> Block:
    """The block in which the lines of these numbers are rows and all others rules."""
    block = Block(size, [], [])
    for row in lines:
        if row.line in row_lines:
            block.rows.append(row)
        else:
            block.rules.append((len(block.rows), row))
    return block


def _uneven(source: Source, lines: list[Row], block: Block) -> FormatError:
    """What is wrong with a block whose rows do not come out even: a spoilt row, or else their number."""
    for row in block.rows:
        if fault := row.fault(source, block.size):
            return fault
    return source.error(
        (block.rows or lines)[0].line,
        None,
        found=counted(len(block.rows), "row"),
        expected=f"{block.size} ({square(block.size)})",
    )


def _ask(source: Source, line: int, as_rules: Block, as_blanks: Block) -> FormatError:
    """The error for dashes that may be rules or blanks: both readings come out even, or neither does."""
    return source.error(
        line,
        None,
        found=f"dashes that may be a rule or a row of blanks ({counted(len(as_rules.rows), 'row')} or "
        f"{len(as_blanks.rows)})",
        expected=f"{as_rules.size} rows ({square(as_rules.size)}) one way only: write blanks as .",
    )


def _too_long(source: Source, first: Row) -> FormatError:
    """The error for a block that is too long to be read as a whole and cannot be read in pieces."""
    return source.error(
        first.line,
        None,
        found=f"a block of more than {MOST_LINES:,} lines",
        expected="blank lines between the puzzles",
    )
