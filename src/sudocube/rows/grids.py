"""The lines of a grid to its puzzle, or to what is wrong with them.

Every way to part cells is tried, and where dashes may be blanks, as rules and as rows. What makes different
puzzles in two ways is refused. Where no way makes puzzles, the one with the most rows that are right says
what is wrong; a single row that has lost or doubled cells costs no other puzzle among the same lines.

Around rows there may be labels, which count: `A` to `I` or `r1` to `r9` before the rows, above the columns,
or in the header of a Markdown table. A cell of several symbols is a number in sizes from 10, and the
candidates of the cell in size 9. Bars and rules show the shape of boxes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache

from sudocube.candidate_marks import first_wrong_mark
from sudocube.errors import FormatError
from sudocube.geometry import BLANKS, SIZES, SYMBOLS, Geometry
from sudocube.puzzle import Puzzle
from sudocube.rows.entry import Entry, Numerals, Style
from sudocube.rows.grid_cells import (
    HEAVY_BAR,
    SYMBOL,
    WAYS,
    CellRow,
    Line,
    LineKind,
    aligned_rows,
    parted_row,
    prose_fault,
)
from sudocube.rows.symbols import (
    Fault,
    allowed,
    blank_of,
    counted,
    described,
    nearest_size,
    puzzle_of_symbols,
    square,
    symbol_of,
    zero_doubt,
)
from sudocube.rows.text_input import TOO_LONG

_LABEL = re.compile(r"[(\[]?([rRcC]?)(\d{1,2}|[A-Ya-y])[)\].:]?")
_NINE = 9

Rules = list[tuple[int, Line]]
"""Lines of rules, each with the number of rows above it."""


def read_grids(lines: Sequence[Line], fixed: Geometry | None) -> list[Entry] | FormatError:
    """The puzzles that these lines make, some perhaps with an error; or why they make none.

    They have the number of their first line as their source, and errors have no name of the input.
    """
    if long := next((line for line in lines if line.text is None), None):
        return _error(long.number, TOO_LONG)
    dashes = _rows_of_dashes(lines, fixed)
    readings: list[Reading] = [*_readings(lines, fixed, set())]
    readings += _readings(lines, fixed, dashes) if dashes else ()
    good = [one for one in readings if one.is_whole and not any(entry.error for entry in one.entries)]
    if good:
        puzzles = [[entry.puzzle for entry in one.entries] for one in good]
        if all(found == puzzles[0] for found in puzzles):
            return good[0].entries
        expected = "a symbol for each cell, blanks as ., bars between boxes, or the size as --size N"
        return _error(lines[0].number, Fault("what can be read in two ways", expected))
    best = max(readings, key=lambda one: one.quality, default=None)
    first = next((line for line in lines if line.kind is LineKind.ROW), None)
    if first and (best is None or not (fixed or best.is_whole or 2 * len(best.faults) <= len(best.rows))):
        return _error(first.number, prose_fault(first.drawn))
    if best and best.is_whole:
        return best.entries
    if best is None or (dashes and not best.faults):
        found, number = "dashes that may be a rule or a row of blanks", min(dashes, default=lines[0].number)
        return _error(number, Fault(found, "a puzzle with blanks as ."))
    return next(iter(best.faults.values()), None) or best.count_fault()


def _rows_of_dashes(lines: Sequence[Line], fixed: Geometry | None) -> set[int]:
    """The numbers of the lines of dashes that may be rows: as wide as most rows, with the same bars."""
    rows = [(line.kind, parted_row(line, SYMBOL)) for line in lines if line.drawn]
    dashes = [row for kind, row in rows if row and kind is LineKind.DASHES]
    others = [row for kind, row in rows if row and kind is LineKind.ROW]
    sizes = [fixed.size] if fixed else SIZES
    shown = Counter((len(row.cells), row.inner_bars) for row in others or dashes)
    [(usual, _)] = shown.most_common(1) or [((0, ()), 0)]
    return {row.number for row in dashes if (len(row.cells), row.inner_bars) == usual and usual[0] in sizes}


def _readings(lines: Sequence[Line], fixed: Geometry | None, dashes: set[int]) -> Iterator[Reading]:
    """The lines in each way in which they have a meaning; lines with these numbers are rows of dashes."""
    drawn: list[Line] = []
    rules: Rules = []
    for line in lines:
        if line.kind is not LineKind.ROW and line.number not in dashes:
            rules.append((len(drawn), line))
        elif line.drawn:
            drawn.append(line)
    text = "\n".join(line.drawn for line in drawn)
    for way in [SYMBOL] if dashes else WAYS:
        if len(way) > 1 or way in text or (way == "|" and HEAVY_BAR in text):
            rows = [row for line in drawn if (row := parted_row(line, way))]
            if len(rows) == len(drawn):
                yield from Reading.of(fixed, rows, rules, is_spaced=way != SYMBOL)
    if not dashes:
        yield from Reading.of(fixed, aligned_rows(drawn), rules, is_spaced=True)


class Reading:
    """Lines in one way: rows of cells and the rules between them, for the size that most rows show.

    `faults` says what is wrong with which rows, by their places.
    """

    def __init__(self, fixed: Geometry | None, rows: Sequence[CellRow], rules: Rules, size: int) -> None:
        self.fixed, self.rows, self.rules, self.size = fixed, rows, rules, size
        self.faults = {at: fault for at, row in enumerate(rows) if (fault := self._row_fault(row))}
        odd = sum(len(row.cells) != size for row in rows)
        self.is_whole = len(rows) % size == 0 and odd <= 1
        right = len(rows) - len(self.faults)
        self.quality = right / len(rows), self.is_whole, right * size, -odd
        """How much of the lines this explains: the share of rows that are right, puzzles, and cells."""

    @classmethod
    def of(
        cls, fixed: Geometry | None, rows: list[CellRow], rules: Rules, *, is_spaced: bool
    ) -> Iterator[Reading]:
        """The reading of these rows without their labels, if most of them have the width of a puzzle."""
        if len(rows) > min(SIZES):
            rows, rules = _without_labels(rows, rules)
        [(width, _)] = Counter(len(row.cells) for row in rows).most_common(1) or [(0, 0)]
        size = fixed.size if fixed else width
        if size not in SIZES and not is_spaced:
            size = len(rows) if len(rows) in SIZES else nearest_size(width)
        if size in SIZES and rows:
            yield cls(fixed, rows, rules, size)

    @cached_property
    def entries(self) -> list[Entry]:
        """The puzzles of whole rows, each as an entry."""
        return [self._entry(start) for start in range(0, len(self.rows), self.size)]

    def count_fault(self) -> FormatError:
        """The error for rows that are right and do not make whole puzzles."""
        missing, size = self.size - len(self.rows), self.size
        more = f": {missing} rows are missing" if missing > 1 else ": a row is missing"
        more = more if missing > 0 else ", or several times as many"
        found = f"{counted(len(self.rows), 'row')} of {size} {self._noun(self.rows)}s"
        expected = f"{size} rows ({square(size)}){more}"
        return _error(self.rows[0].number, Fault(found, expected))

    def _noun(self, rows: Sequence[CellRow]) -> str:
        return "cell" if any(len(cell) != 1 for row in rows for cell in row.cells) else "symbol"

    def _row_fault(self, row: CellRow) -> FormatError | None:
        """What is wrong with a row: its cells, or else how many they are."""
        size = self.size
        wrong = next((at for at, cell in enumerate(row.cells) if not _is_cell(cell, size)), None)
        if len(row.cells) != size and (
            wrong is None or all(_is_cell(cell, max(SIZES)) for cell in row.cells)
        ):
            found, expected = counted(len(row.cells), self._noun([row])), f"{size} (a row of {square(size)})"
            return _error(row.number, Fault(found, expected))
        if wrong is None:
            return None
        cell = row.cells[wrong]
        found = described(cell) if len(cell) == 1 else repr(cell[:20])
        return _error(row.number, Fault(found, allowed(size, cell), at=row.columns[wrong] - 1))

    def _entry(self, start: int) -> Entry:
        """The puzzle of which the first row has this place."""
        rows, end = self.rows[start : start + self.size], start + self.size
        try:
            if fault := next((fault for at, fault in self.faults.items() if start <= at < end), None):
                raise fault
            rules = self._rules_of(start)
            puzzle, numerals = self._puzzle(rows, self._geometry(rows, rules))
        except FormatError as error:
            return Entry(str(rows[0].number), None, error, Style("grid"))
        return Entry(str(rows[0].number), puzzle, None, self._style(start, puzzle, numerals))

    def _rules_of(self, start: int) -> tuple[int, ...]:
        """After how many rows there is a rule between the boxes of a puzzle.

        Of rules between all rows the heavy ones count, and no rule below a header.
        """
        inner = {at - start: rule for at, rule in self.rules if 0 < at - start < self.size}
        if len(inner) == self.size - 1:
            inner = {at: rule for at, rule in inner.items() if "=" in rule.drawn}
        is_header = [*inner] == [1] and inner[1].is_markdown
        return () if is_header or len(inner) == self.size - 1 else tuple(inner)

    def _geometry(self, rows: Sequence[CellRow], rules: Sequence[int]) -> Geometry:
        """The geometry that bars and rules show, else the usual one.

        Raises FormatError where rows have different bars, and where bars or rules do not fall between the
        boxes of the size, or of the shape that the user fixed.
        """
        first, usual = rows[0], Geometry.of_size(self.size)
        if odd := next((row for row in rows if row.inner_bars != first.inner_bars), None):
            expected = f"{_borders(first.inner_bars)}, as in line {first.number}"
            raise _error(odd.number, Fault(_borders(odd.inner_bars), expected))
        shown, expected = (first.inner_bars, rules), ""
        for one in [self.fixed] if self.fixed else dict.fromkeys((usual, usual.turned)):
            between = [tuple(range(side, one.size, side)) for side in (one.box_columns, one.box_rows)]
            if all(places in ((), border) for places, border in zip(shown, between, strict=True)):
                return one
            expected += f"{expected and ', or '}{_borders(*between)} ({one})"
        raise _error(first.number, Fault(_borders(*shown), expected))

    def _puzzle(self, rows: Sequence[CellRow], geometry: Geometry) -> tuple[Puzzle, Numerals]:
        """The puzzle with these cells, all of them right by themselves, and how its digits are written.

        Raises FormatError for the first cell that does not fit the others.
        """
        size, cells = geometry.size, [cell for row in rows for cell in row.cells]
        places = [(row.number, column) for row in rows for column in row.columns]

        def error(fault: Fault) -> FormatError:
            number, column = places[fault.at or 0]
            return _error(number, fault._replace(at=column - 1))

        blank = [at for at, cell in enumerate(cells) if _is_blank(cell)]
        several = [at for at, cell in enumerate(cells) if len(cell) > 1 and not _is_blank(cell)]
        if several and size == _NINE:
            if blank:
                at = min(blank, several, key=len)[0]
                found = f"{cells[at][:20]!r} among {'candidates' if at == blank[0] else 'clues'}"
                expected = "the candidates of each cell (a blank may be all digits), or one symbol for each"
                raise error(Fault(found, expected, at=at))
            marks = "".join(d if d in cell else SYMBOLS[0] for cell in cells for d in SYMBOLS[1 : _NINE + 1])
            return Puzzle(marks, geometry), "symbols"
        letters = [at for at, cell in enumerate(cells) if cell.isalpha() and at not in blank]
        if several and letters:
            raise error(Fault(repr(cells[letters[0]]), allowed(size, cells[several[0]]), at=letters[0]))
        symbols = "".join(symbol_of(cell, size) or "" for cell in cells)
        numerals: Numerals = "numbers" if several else "symbols"
        if doubt := zero_doubt(symbols, size, numerals):
            raise error(doubt)
        puzzle, read = puzzle_of_symbols(symbols, geometry)
        first, *others = puzzle.rows
        if self._is_spaced(rows[0]) and [*first] == [*geometry.digits] and not any(map(all, others)):
            found = f"1 to {size} in order, which may be names of columns above {counted(size - 1, 'row')}"
            expected = f"{size} rows, written without spaces"
            raise _error(rows[0].number, Fault(found, expected))
        return puzzle, "numbers" if several else read

    @staticmethod
    def _is_spaced(row: CellRow) -> bool:
        return row.columns[1] - row.columns[0] > 1

    def _style(self, start: int, puzzle: Puzzle, numerals: Numerals) -> Style:
        """The style of a puzzle, in which a solution can be written."""
        if puzzle.candidates is not None:
            return Style("pencilmarks")
        rows = self.rows[start : start + self.size]
        is_shown, is_framed = bool(rows[0].inner_bars or self._rules_of(start)), 0 in rows[0].bars
        blanks = "".join(cell[0] for row in rows for cell in row.cells if cell and _is_blank(cell))
        around = [rule.drawn for at, rule in self.rules if start <= at <= start + self.size]
        return Style(
            "ss" if any(rule.lstrip().startswith("*") for rule in around) else "grid",
            blank_of(blanks, numerals),
            spaced=self._is_spaced(rows[0]),
            barred=is_framed or is_shown,
            framed=is_framed,
            numerals=numerals,
            box_shown=is_shown,
        )


def _without_labels(rows: list[CellRow], rules: Rules) -> tuple[list[CellRow], Rules]:
    """The rows without labels, without a header, and without the empty cell behind commas at their ends.

    The header of a Markdown table is empty or counts; it is never a row, also where rows are missing below.
    """
    names, body = rows[0].cells, rows[1:]
    below = [(above - 1, rule) for above, rule in rules if above]
    widths = {len(row.cells) for row in body}
    if names and (not any(names) or _are_labels(names) or _are_labels(names[1:])):
        is_markdown = any(above == 0 and rule.is_markdown for above, rule in below)
        has_labels = widths == {len(body) + 1} and _are_labels([row.cells[0] for row in body])
        is_lettered = names[0] > "9" and widths == {len(body)} == {len(names)}
        if is_markdown or has_labels or is_lettered:
            rows, rules = body, [(above, rule) for above, rule in below if above]
    if {len(row.cells) for row in rows} == {len(rows) + 1}:
        if _are_labels([row.cells[0] for row in rows]):
            rows = [row.part(1, None) for row in rows]
        elif not any(row.cells[-1] for row in rows) and all(all(row.cells[:-1]) for row in rows):
            rows = [row.part(0, -1) for row in rows]
    return rows, rules


def _are_labels(cells: Sequence[str]) -> bool:
    """Whether cells count: `1`, `2`, `3` or `A`, `B`, `C`, perhaps with `r` or `c` in front.

    >>> _are_labels(["r1", "r2", "r3", "r4"]), _are_labels(["A.", "B.", "C."]), _are_labels(["1", "3", "2"])
    (True, True, False)
    """
    found = [match for cell in cells if (match := _LABEL.fullmatch(cell))]
    names = [match[2].upper().lstrip("0") for match in found]
    numbers = [str(k) for k in range(1, len(cells) + 1)]
    letters = [chr(ord("A") + k) for k in range(len(cells))]
    return names in (numbers, letters) and len({match[1].lower() for match in found}) == 1


@lru_cache(maxsize=256)
def _is_blank(cell: str) -> bool:
    return symbol_of(cell, max(SIZES)) in {*BLANKS}


@lru_cache(maxsize=256)
def _is_cell(cell: str, size: int) -> bool:
    """Whether this is a blank, a symbol, a number (of a size from 10), or candidates (of 9×9)."""
    are_marks = size == _NINE == len(cell) and first_wrong_mark(cell) is None
    are_candidates = size == _NINE and {*cell} <= {*SYMBOLS[1 : _NINE + 1]} and [*cell] == sorted({*cell})
    is_padded = size <= _NINE and cell[:1] == "0" and cell[1:2].isdigit()  # perhaps two cells
    return are_marks or are_candidates or (symbol_of(cell, size) is not None and not is_padded)


def _error(line: int, fault: Fault) -> FormatError:
    """The error for a place in a line, of an input without a name."""
    column = None if fault.at is None else fault.at + 1
    return FormatError("", line, column, found=fault.found, expected=fault.expected)


def _borders(bars: Sequence[int], rules: Sequence[int] = ()) -> str:
    """Where bars and rules are, in words: `bars after columns 3, 6`."""
    shown = (("bars after columns", bars), ("rules after rows", rules))
    words = [f"{noun} {', '.join(map(str, places))}" for noun, places in shown if places]
    return " and ".join(words) or "no bars"
