"""Blocks of lines that may be grids, read in every way in which people draw them.

A block is read as a whole; if it has more than MOST_LINES lines, in several steps. Every way to part cells
is tried: symbols, spaces, bars, tables, lists, spaces for blanks; where dashes may be blanks, as rules and as
rows. What fits in two ways is refused. Where none fits, the way with the most rows that are right says
what is wrong, and a damaged puzzle costs no other in its block.

A block that is no puzzle may be a part of one: of a *run*, whose blocks single blank lines separate, between
bands of boxes or between all rows. A run ends at words, a wider gap, a rule or number of its own, or a block
that is a whole puzzle. Its blocks are read together or not at all, so that a block that is missing never
joins the parts of two puzzles. What makes no puzzle is one error. An empty line is never a row.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from sudocube.errors import FormatError
from sudocube.geometry import BLANKS, GEOMETRIES, SIZES
from sudocube.puzzle import Puzzle
from sudocube.rows.entry import Entry, Numerals, Style
from sudocube.rows.grid_cells import CellRow, readings, rows_by_spaces, rows_of_symbols
from sudocube.rows.grid_columns import aligned_rows
from sudocube.rows.grid_lines import IN_A_GRID, GridLine, LineKind, kind_of
from sudocube.rows.grid_shape import GridRows, Rules, geometry_of, parted, without_names
from sudocube.rows.grid_values import cell_fault, header_fault, is_blank_cell, puzzle_of_cells
from sudocube.rows.symbols import blank_of, counted, nearest_size, prose_fault, square
from sudocube.rows.text_input import TextInput, TextLine

MOST_LINES = 1_000
"""How many lines of a block are held in memory at most."""

MOST_LINES_OF_A_RUN = 10_000

BARE_NUMBER = re.compile(r"\d{1,3}\s*")
_MOST_ROWS = max(geometry.box_rows for geometry in GEOMETRIES)
_RULES = (LineKind.RULE, LineKind.DASHES)
_TENS = re.compile(r"(?<!\S)[12]0(?!\S)")
_NINE = 9

Result = tuple[Puzzle, Numerals] | FormatError
"""A puzzle and how its digits are written, or what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Table:
    """A reading of a block: its rows, the rules between them, the size, and what is wrong with which rows."""

    rows: Sequence[CellRow]
    rules: Rules
    size: int
    faults: dict[int, FormatError]  # by the place of the row
    is_of_symbols: bool

    @property
    def is_whole(self) -> bool:
        """Whether the rows make whole puzzles.

        Of rows of symbols, one in each puzzle may have lost or doubled some.
        """
        most = len(self.rows) // self.size if self.is_of_symbols else 0
        return len(self.rows) % self.size == 0 and self.odd <= most

    @property
    def odd(self) -> int:
        """How many rows have another width."""
        return sum(len(row.cells) != self.size for row in self.rows)

    @property
    def is_mostly_right(self) -> bool:
        """Whether at least half of the rows are right."""
        return 2 * len(self.faults) <= len(self.rows)

    @property
    def quality(self) -> tuple[float, int, int]:
        """How much of the block this reading explains: the share of rows that are right, and their cells."""
        right = len(self.rows) - len(self.faults)
        return right / len(self.rows), right * self.size, -self.odd


class Block:
    """Some lines that are read together: `entries` are those of its puzzles, None where it makes none.

    `name` is the format of the style. `fault` is what is wrong where there are no entries.
    """

    def __init__(self, text_input: TextInput, name: str, lines: Sequence[GridLine]) -> None:
        self.input, self.name, self.lines = text_input, name, lines
        self._long = {line.number for line in lines if line.text is None}
        self.entries: list[Entry] | None = None
        self.is_damaged = False  # `fault` is that of a row, and not how many there are
        self.fault: FormatError | None = None
        first, *second = _arrangements(text_input, lines)
        self._doubtful = min((number for rows in second for number in rows - first), default=None)
        self._read([table for rows in (first, *second) for table in self._tables(rows)])

    def _read(self, tables: list[Table]) -> None:
        whole = [table for table in tables if table.is_whole and not table.faults]
        read = [(table, self._results(table)) for table in whole]
        good = [one for one in read if all(isinstance(result, tuple) for result in one[1])]
        if good:
            puzzles = [[result[0] for result in results] for _, results in good]  # type: ignore[index]
            if other := next((at for at, found in enumerate(puzzles) if found != puzzles[0]), None):
                self.fault = self._two_readings(good[0][0], good[other][0])
            else:
                self.entries = self._entries_of(*good[0])
            return
        best = max(tables, key=lambda table: table.quality, default=None)
        if best is None or not (self.input.fixed or best.is_whole or best.is_mostly_right):
            self.fault = self._general_fault()
        elif best.is_whole:
            self.entries = self._entries_of(best, self._results(best))
        else:
            self.is_damaged = bool(best.faults)
            self.fault = next(iter(best.faults.values()), None) or self._count_fault(best)

    def refusal(self, fault: FormatError | None = None) -> Entry:
        """The one error for a block that no reading takes; `fault` is what else is known, if anything."""
        first = next((line for line in self.lines if line.kind not in _RULES), self.lines[0])
        error = fault or self.fault or self._general_fault()
        return self.input.refusal(error, self.input.style(self.name), first.number)

    def _tables(self, row_lines: set[int]) -> Iterator[Table]:
        """The block in each reading in which every line has a meaning, and most rows have the same size."""
        drawn = [line for line in self.lines if line.number in row_lines]
        if not drawn:
            return
        known: list[list[CellRow]] = []
        for reading in readings([line.text or "" for line in drawn]):
            if reading is rows_of_symbols and _has_uneven_tokens(drawn):
                continue
            rows: list[CellRow] = []
            rules: Rules = []
            for line in self.lines:
                if line.number not in row_lines:
                    rules.append((len(rows), line))
                elif (read := reading(line)) is None or (line.kind is LineKind.DASHES and _are_wide(read)):
                    break
                else:
                    rows += read
            else:
                if rows in known:  # spaces between symbols
                    continue
                known.append(rows)
                if table := self._table(rows, rules, is_of_symbols=reading is rows_of_symbols):
                    yield table
        if _may_have_spaces_for_blanks(drawn) and (placed := aligned_rows(drawn)) is not None:
            others = [line for line in self.lines if line.number not in row_lines]
            rules = [(sum(row.number < line.number for row in drawn), line) for line in others]
            if table := self._table(placed, rules, is_of_symbols=False):
                yield table

    def _table(self, rows: list[CellRow], rules: Rules, *, is_of_symbols: bool) -> Table | None:
        """The rows with the size that most of them show; None where they show none."""
        rows, rules = without_names(rows, rules)
        if not rows:
            return None
        [(width, _)] = Counter(len(row.cells) for row in rows).most_common(1)
        size = self.input.fixed.size if self.input.fixed else width
        if size not in SIZES:
            if not is_of_symbols:
                return None
            size = len(rows) if len(rows) in SIZES else nearest_size(size)
        faults = {at: fault for at, row in enumerate(rows) if (fault := self._row_fault(row, size))}
        return Table(rows, rules, size, faults, is_of_symbols)

    def _row_fault(self, row: CellRow, size: int) -> FormatError | None:
        """What is wrong with a row: its cells, or else how many they are."""
        if row.number in self._long:
            return self.input.long_line(row.number)
        noun = "cell" if any(len(cell) != 1 for cell in row.cells) else "symbol"
        if len(row.cells) != size and not cell_fault(self.input, row, max(SIZES)):
            found, expected = counted(len(row.cells), noun), f"{size} (a row of {square(size)})"
            return self.input.error(row.number, None, found=found, expected=expected)
        return cell_fault(self.input, row, size)

    def _results(self, table: Table) -> list[Result]:
        return [
            next((fault for at, fault in table.faults.items() if at // table.size == k), None)
            or self._result(grid)
            for k, grid in enumerate(parted(table.size, table.rows, table.rules))
        ]

    def _result(self, grid: GridRows) -> Result:
        try:
            geometry = geometry_of(self.input, grid.size, grid.rows, grid.inner_rules)
            puzzle, numerals = puzzle_of_cells(self.input, grid.rows, geometry)
        except FormatError as error:
            return error
        first = grid.rows[0]
        is_apart = first.columns[1] - first.columns[0] > 1 and not first.bars
        return (is_apart and header_fault(self.input, first.number, puzzle)) or (puzzle, numerals)

    def _entries_of(self, table: Table, results: list[Result]) -> list[Entry]:
        entries = []
        for grid, result in zip(parted(table.size, table.rows, table.rules), results, strict=True):
            first = grid.rows[0].number
            if isinstance(result, tuple):
                source = f"{self.input.name}:{first}"
                entries.append(Entry(source, result[0], None, self._style(grid, *result)))
            else:
                entries.append(self.input.refusal(result, self.input.style(self.name), first))
        return entries

    def _style(self, grid: GridRows, puzzle: Puzzle, numerals: Numerals) -> Style:
        """The style of a puzzle, in which a solution can be written."""
        if puzzle.candidates is not None:
            return self.input.style("pencilmarks")
        first = grid.rows[0]
        shown, is_framed = bool(first.bars or grid.inner_rules), 0 in first.bar_columns
        blanks = "".join(cell[0] for row in grid.rows for cell in row.cells if cell and is_blank_cell(cell))
        name = "grid" if self.name == "sdk" and grid.size != _NINE else self.name
        if name == "grid" and any((rule.text or "").lstrip().startswith("*") for _, rule in grid.rules):
            name = "ss"
        return Style(
            name,
            blank_of(blanks, numerals),
            spaced=first.columns[1] - first.columns[0] > 1,
            barred=is_framed or shown,
            framed=is_framed,
            box_given=self.input.box_given,
            numerals=numerals,
            box_shown=shown,
        )

    def _count_fault(self, table: Table) -> FormatError:
        """The error for rows that are right and do not make whole puzzles."""
        missing, size = table.size - len(table.rows), table.size
        noun = "cells" if any(len(cell) != 1 for row in table.rows for cell in row.cells) else "symbols"
        more = ", or several times as many"
        if missing > 0:
            more = ": a row is missing" if missing == 1 else f": {missing} rows are missing"
        if self._doubtful is not None:
            expected = f"{size} rows ({square(size)}) one way only: write blanks as ."
            found = "dashes that may be a rule or a row of blanks"
            return self.input.error(self._doubtful, None, found=found, expected=expected)
        found = f"{counted(len(table.rows), 'row')} of {size} {noun}"
        expected = f"{size} rows ({square(size)}){more}"
        return self.input.error(table.rows[0].number, None, found=found, expected=expected)

    def _general_fault(self) -> FormatError:
        """The error for lines of which no reading makes sense."""
        line = next((line for line in self.lines if line.kind is LineKind.ROW), None)
        if line is not None and line.text is None:
            return self.input.long_line(line.number)
        if line is not None:
            return prose_fault(self.input, line.number, line.text or "")
        line = self.lines[0]
        found = f"dashes that may be a rule or {len(_symbols(line).cells)} blanks"
        return self.input.error(line.number, 1, found=found, expected="a puzzle: write blanks as .")

    def _two_readings(self, one: Table, other: Table) -> FormatError:
        """The error for a block that can be read in two ways, at the first place where they differ."""
        found = "what can be read in two ways"
        expected = "a symbol for each cell, blanks as ., bars between boxes, or the size as --size N"
        if odd := {row.number for row in one.rows} ^ {row.number for row in other.rows}:
            return self.input.error(min(odd), None, found=found, expected=expected)
        for row, same in zip(one.rows, other.rows, strict=False):
            for at, cells in enumerate(zip(row.cells, same.cells, strict=False)):
                if cells[0] != cells[1]:
                    column = (row if cells[0] else same).columns[at]
                    return self.input.error(row.number, column, found=found, expected=expected)
        return self.input.error(one.rows[0].number, None, found=found, expected=expected)


def read_block(text_input: TextInput, name: str) -> Iterator[Entry]:
    """The puzzles of the block that begins with the next line; `name` is the format of their style."""
    held: list[GridLine] = []
    for line in text_input.lines:
        if kind_of(line[1]) not in IN_A_GRID:
            text_input.lines.push_back([line])
            break
        if len(held) == MOST_LINES:
            if not (count := _whole_lines(text_input, held)):
                found = f"a block of more than {MOST_LINES:,} lines"
                expected = "blank lines between the puzzles"
                error = text_input.error(held[0].number, None, found=found, expected=expected)
                yield text_input.refusal(error, text_input.style(name))
                rest = (line for line in text_input.lines if kind_of(line[1]) not in IN_A_GRID)
                text_input.lines.push_back(list(islice(rest, 1)))
                return
            block = Block(text_input, name, held[:count])
            yield from block.entries or [block.refusal()]
            held = held[count:]
        held.append(GridLine.of(line))
    yield from _entries(text_input, name, held)


def _entries(text_input: TextInput, name: str, held: list[GridLine]) -> Iterator[Entry]:
    """The puzzles of a block that is held as a whole, and of its run where it is a part; or its one error."""
    block = Block(text_input, name, held)
    parts = [] if block.entries else _below_numbers(held)
    blocks = [Block(text_input, name, part) for _, part in parts] or [block]
    if any(one.entries for one in blocks):
        for k, one in enumerate(blocks):
            title = (parts[k][0].text or "").strip() if k else None
            first, *others = one.entries or [one.refusal()]
            yield from [replace(first, title=title), *others]
    elif not stands_between(text_input, held):
        yield from _run(text_input, blocks[0] if len(blocks) == 1 else block)


def stands_between(text_input: TextInput, held: list[GridLine]) -> bool:
    """Whether a block is a line between puzzles, or below a heading, or the number of a puzzle."""
    text = (held[0].text or "").strip()
    if all(line.kind in _RULES for line in held):
        return len(text.replace("|", "")) not in text_input.shapes
    is_drawn = set(text) in ({"_"}, {"*"}, {"-"}, {"*", " "}, {"-", " "})
    return len(held) == 1 and (is_drawn or bool(BARE_NUMBER.fullmatch(text)))


def _below_numbers(lines: Sequence[GridLine]) -> list[tuple[GridLine, list[GridLine]]]:
    """The block in parts, each below a line with a number of its own; nothing if there is more than that.

    Where the first puzzle has no number, or the last number no puzzle, it may be a part of a row.
    """
    parts: list[tuple[GridLine, list[GridLine]]] = []
    for line in lines:
        if line.kind is LineKind.ROW and BARE_NUMBER.fullmatch(line.text or ""):
            parts.append((line, []))
        elif not parts:
            return []
        else:
            parts[-1][1].append(line)
    return parts if all(part for _, part in parts) else []


def _run(text_input: TextInput, first: Block) -> Iterator[Entry]:
    """The puzzles of the run that begins with this block, which is no puzzle; or its one error."""
    blocks = _run_from(text_input, first)
    if len(blocks) == 1:
        yield first.refusal()
        return
    fault = _run_fault(text_input, blocks)
    gaps = (GridLine(one[-1].number + 1, "", LineKind.BLANK) for one in blocks)
    lines = [line for one, gap in zip(blocks, gaps, strict=True) for line in (*one, gap)]
    block = Block(text_input, first.name, lines[:-1])
    if fault is None and block.entries:
        yield from block.entries
    else:
        yield block.refusal(None if block.is_damaged else fault)


def _run_from(text_input: TextInput, first: Block) -> list[list[GridLine]]:
    """The blocks of the run that begins with this one; they are taken. A block of many rows may be alone."""
    blocks = [list(first.lines)]
    while blocks[-1][-1].number - blocks[0][0].number <= MOST_LINES_OF_A_RUN:
        ahead, below = _next_block(text_input)
        is_alone = len(blocks) == 1 and min(_row_count(blocks[0]), _row_count(below)) > _MOST_ROWS
        may_be_two_parts = _row_count(below) == 2 * _row_count(blocks[0])  # without a blank line between them
        if not below or is_alone or (not may_be_two_parts and _is_whole(text_input, below)):
            text_input.lines.push_back(ahead)
            break
        blocks.append(below)
    return blocks


def _next_block(text_input: TextInput) -> tuple[list[TextLine], list[GridLine]]:
    """What was read ahead, and the next block in it, if one follows below a single blank line."""
    ahead: list[TextLine] = []
    for line in text_input.lines:
        ahead.append(line)
        kind = kind_of(line[1])
        if kind is not LineKind.BLANK if len(ahead) == 1 else kind not in IN_A_GRID:
            text_input.lines.push_back([ahead.pop()])
            break
        if len(ahead) > MOST_LINES_OF_A_RUN:
            break
    return ahead, [GridLine.of(line) for line in ahead[1:]]


def _is_whole(text_input: TextInput, held: list[GridLine]) -> bool:
    """Whether a block needs no other: it is read as it stands, or stands between puzzles."""
    if stands_between(text_input, held):
        return True
    return any(entry.puzzle for entry in Block(text_input, "grid", held).entries or ())


def _run_fault(text_input: TextInput, blocks: list[list[GridLine]]) -> FormatError | None:
    """Why the blocks of a run cannot be read together; None where they have the same number of rows each."""
    heights = [_row_count(block) for block in blocks]
    odd = next((i for i, height in enumerate(heights) if height != heights[0]), None)
    if blocks[-1][-1].number - blocks[0][0].number > MOST_LINES_OF_A_RUN:
        found, odd = f"more than {MOST_LINES_OF_A_RUN:,} lines with single blank lines between them", 0
    elif odd is None:
        return None
    else:
        found = f"{counted(heights[odd], 'row')} between blank lines, and {heights[0]} above"
    expected = "as many rows in each part of a puzzle, and two blank lines between puzzles: write blanks as ."
    return text_input.error(blocks[odd][0].number, None, found=found, expected=expected)


def _row_count(block: list[GridLine]) -> int:
    """How many lines of a block are rows, or dashes that may be rows."""
    return sum(line.kind in (LineKind.ROW, LineKind.DASHES) for line in block)


def _whole_lines(text_input: TextInput, lines: Sequence[GridLine]) -> int:
    """How many lines at the beginning of a long block are whole puzzles, by the symbols of their rows.

    The number is 0 where some dashes may be rules or blanks: only the whole block can decide that.
    """
    rows, *others = _arrangements(text_input, lines)
    widths = Counter(len(_symbols(line).cells) for line in lines if line.number in rows)
    size = text_input.fixed.size if text_input.fixed else widths.most_common(1)[0][0] if widths else 0
    count = 0 if others or size not in SIZES else (len(rows) - 1) // size * size
    return (
        next((at for at, line in enumerate(lines) if line.number == sorted(rows)[count]), 0) if count else 0
    )


def _arrangements(text_input: TextInput, lines: Sequence[GridLine]) -> list[set[int]]:
    """The numbers of the lines that are rows, in one way or two.

    Dashes may be rows of blanks if they are as wide as most rows, with the same bars.
    """
    dashes = [line for line in lines if line.kind is LineKind.DASHES]
    rows = [line for line in lines if line.kind is LineKind.ROW]
    if not dashes:
        return [{line.number for line in rows}]
    shown = Counter((len(row.cells), row.bars) for row in map(_symbols, rows or dashes))
    sizes = [text_input.fixed.size] if text_input.fixed else SIZES
    [(usual, _)] = shown.most_common(1)
    blanks = map(_symbols, dashes)
    doubtful = {row.number for row in blanks if (len(row.cells), row.bars) == usual and usual[0] in sizes}
    certain = {line.number for line in rows}
    return [certain, certain | doubtful] if doubtful else [certain]


def _symbols(line: GridLine) -> CellRow:
    """The line with a cell for each symbol."""
    [row] = rows_of_symbols(line) or []
    return row


def _has_uneven_tokens(lines: Sequence[GridLine]) -> bool:
    """Whether most rows have as many tokens as a row has cells, of different lengths: they are cells then.

    In a small grid, cells are not mostly longer than two symbols; such tokens are parts of longer rows.
    """
    rows = [row.cells for line in lines for row in rows_by_spaces(line) or ()]
    [(size, times)] = Counter(map(len, rows)).most_common(1)
    lengths = [len(cell) for row in rows if len(row) == size for cell in row]
    if size not in SIZES or 2 * times <= len(rows) or len(set(lengths)) == 1:
        return False
    return size >= _NINE or 2 * sum(length > 2 for length in lengths) <= len(lengths)


def _are_wide(rows: Sequence[CellRow]) -> bool:
    """Whether a cell has several symbols: in a row of dashes, each is a blank, and |---|---| is a rule."""
    return any(len(cell) > 1 for row in rows for cell in row.cells)


def _may_have_spaces_for_blanks(rows: Sequence[GridLine]) -> bool:
    """Whether no row has another blank, and some row has spaces; `10` and `20` may be numbers."""
    text = " ".join(row.text or "" for row in rows)
    text = _TENS.sub("", text) if len(rows) > _NINE else text
    return " " in text and not any(blank in text for blank in BLANKS)
