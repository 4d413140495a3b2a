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
from functools import cached_property
from itertools import pairwise

from sudocube.candidate_marks import first_wrong_mark
from sudocube.errors import FormatError
from sudocube.geometry import GEOMETRIES, SIZES, SYMBOLS, VALUES, Geometry
from sudocube.puzzle import Puzzle
from sudocube.rows.entry import Entry, Numerals, Style
from sudocube.rows.grid_cells import (
    HEAVY_BAR,
    SYMBOL,
    WAYS,
    CellRow,
    GridLine,
    LineKind,
    aligned_rows,
    parted_row,
)
from sudocube.rows.symbols import (
    allowed,
    blank_of,
    counted,
    described,
    nearest_size,
    prose_fault,
    puzzle_of_symbols,
    square,
    zero_doubt,
)
from sudocube.rows.text_input import TextInput

_LABEL = re.compile(r"[(\[]?([rRcC]?)(\d{1,2}|[A-Ya-y])[)\].:]?")
_BLANK_CELL = re.compile(r"none|null|nan|nil|([0.*_xX?-])\1{0,2}|", re.I)
_NINE = 9

Rules = list[tuple[int, GridLine]]
"""Lines of rules, each with the number of rows above it."""


def read_grids(text_input: TextInput, name: str, lines: Sequence[GridLine]) -> list[Entry] | FormatError:
    """The puzzles that these lines make, some perhaps with an error; or why they make none.

    `name` is the format of their style.
    """
    if long := next((line for line in lines if line.text is None), None):
        return text_input.long_line(long.number)
    dashes = _rows_of_dashes(text_input, lines)
    readings: list[Reading] = [
        *_readings(text_input, name, lines, set()),
        *(_readings(text_input, name, lines, dashes) if dashes else ()),
    ]
    good = [one for one in readings if one.is_whole and not any(entry.error for entry in one.entries)]
    if good:
        puzzles = [[entry.puzzle for entry in one.entries] for one in good]
        other = next((one for one, found in zip(good, puzzles, strict=True) if found != puzzles[0]), None)
        return good[0].entries if other is None else _two_readings(text_input, good[0], other)
    best = max(readings, key=lambda one: one.quality, default=None)
    if best is None or not (text_input.fixed or best.is_whole or 2 * len(best.faults) <= len(best.rows)):
        return _no_grid(text_input, lines)
    if best.is_whole:
        return best.entries
    if dashes and not best.faults:
        expected = f"{best.size} rows ({square(best.size)}) one way only: write blanks as ."
        found = "dashes that may be a rule or a row of blanks"
        return text_input.error(min(dashes), None, found=found, expected=expected)
    return next(iter(best.faults.values()), None) or best.count_fault()


def _rows_of_dashes(text_input: TextInput, lines: Sequence[GridLine]) -> set[int]:
    """The numbers of the lines of dashes that may be rows: as wide as most rows, with the same bars."""
    dashes = [parted_row(line, SYMBOL) for line in lines if line.kind is LineKind.DASHES]
    rows = [parted_row(line, SYMBOL) for line in lines if line.kind is LineKind.ROW and line.text != ""]
    shown = Counter((len(row.cells), row.bars) for row in rows or dashes if row)
    sizes = [text_input.fixed.size] if text_input.fixed else SIZES
    [(usual, _)] = shown.most_common(1) or [((0, ()), 0)]
    return {row.number for row in dashes if row and (len(row.cells), row.bars) == usual and usual[0] in sizes}


def _readings(
    text_input: TextInput, name: str, lines: Sequence[GridLine], dashes: set[int]
) -> Iterator[Reading]:
    """The lines in each way in which they have a meaning; lines with these numbers are rows of dashes."""
    lines = [line for line in lines if line.text != ""]
    drawn: list[GridLine] = []
    rules: Rules = []
    for line in lines:
        if line.kind is LineKind.ROW or line.number in dashes:
            drawn.append(line)
        else:
            rules.append((len(drawn), line))
    text = "\n".join(line.text or "" for line in drawn)
    for way in [SYMBOL] if dashes else WAYS:
        if len(way) > 1 or way in text or (way == "|" and HEAVY_BAR in text):
            rows = [row for line in drawn if (row := parted_row(line, way))]
            if len(rows) == len(drawn):
                yield from Reading.of(text_input, name, rows, rules, way)
    if not dashes and (placed := aligned_rows(drawn)):
        yield from Reading.of(text_input, name, placed, rules, "aligned")


class Reading:
    """Lines in one way: rows of cells and the rules between them, for the size that most rows show.

    `faults` says what is wrong with which rows, by their places.
    """

    def __init__(
        self, text_input: TextInput, name: str, rows: Sequence[CellRow], rules: Rules, size: int
    ) -> None:
        self.input, self.name, self.rows, self.rules, self.size = text_input, name, rows, rules, size
        self.faults = {at: fault for at, row in enumerate(rows) if (fault := self._row_fault(row))}
        odd = sum(len(row.cells) != size for row in rows)
        self.is_whole = len(rows) % size == 0 and odd <= 1
        right = len(rows) - len(self.faults)
        self.quality = right / len(rows), self.is_whole, right * size, -odd
        """How much of the lines this explains: the share of rows that are right, puzzles, and cells."""

    @classmethod
    def of(
        cls, text_input: TextInput, name: str, rows: list[CellRow], rules: Rules, way: str
    ) -> Iterator[Reading]:
        """The reading of these rows without their labels, if most of them have the width of a puzzle."""
        rows, rules = _without_labels(rows, rules)
        [(width, _)] = Counter(len(row.cells) for row in rows).most_common(1) or [(0, 0)]
        size = text_input.fixed.size if text_input.fixed else width
        if size not in SIZES and way == SYMBOL and rows:
            size = len(rows) if len(rows) in SIZES else nearest_size(width)
        if size in SIZES and rows:
            yield cls(text_input, name, rows, rules, size)

    @cached_property
    def entries(self) -> list[Entry]:
        """The puzzles of whole rows, each as an entry."""
        return [self._entry(start) for start in range(0, len(self.rows), self.size)]

    def count_fault(self) -> FormatError:
        """The error for rows that are right and do not make whole puzzles."""
        missing, size = self.size - len(self.rows), self.size
        noun = "cells" if any(len(cell) != 1 for row in self.rows for cell in row.cells) else "symbols"
        more = ", or several times as many"
        if missing > 0:
            more = ": a row is missing" if missing == 1 else f": {missing} rows are missing"
        found = f"{counted(len(self.rows), 'row')} of {size} {noun}"
        expected = f"{size} rows ({square(size)}){more}"
        return self.input.error(self.rows[0].number, None, found=found, expected=expected)

    def _row_fault(self, row: CellRow) -> FormatError | None:
        """What is wrong with a row: its cells, or else how many they are."""
        wrong = next((at for at, cell in enumerate(row.cells) if not _is_cell(cell, self.size)), None)
        if len(row.cells) != self.size and (
            wrong is None or all(_is_cell(cell, max(SIZES)) for cell in row.cells)
        ):
            noun = "cell" if any(len(cell) != 1 for cell in row.cells) else "symbol"
            found, expected = counted(len(row.cells), noun), f"{self.size} (a row of {square(self.size)})"
            return self.input.error(row.number, None, found=found, expected=expected)
        if wrong is None:
            return None
        cell = row.cells[wrong]
        is_number = len(cell) > 1 and self.size > _NINE
        expected = f"a number 1 to {self.size} or a blank" if is_number else allowed(self.size)
        found = described(cell) if len(cell) == 1 else repr(cell[:20])
        return self.input.error(row.number, row.columns[wrong], found=found, expected=expected)

    def _entry(self, start: int) -> Entry:
        """The puzzle of which the first row has this place."""
        rows = self.rows[start : start + self.size]
        faults = (fault for at, fault in self.faults.items() if start <= at < start + self.size)
        try:
            if fault := next(faults, None):
                raise fault
            rules = self._rules_of(start)
            puzzle, numerals = self._puzzle(rows, self._geometry(rows, rules))
        except FormatError as error:
            return self.input.refusal(error, self.input.style(self.name), rows[0].number)
        return Entry(
            f"{self.input.name}:{rows[0].number}", puzzle, None, self._style(start, puzzle, numerals)
        )

    def _rules_of(self, start: int) -> dict[int, int]:
        """The line of each rule between the boxes of a puzzle, by the number of its rows above.

        Of rules between all rows the heavy ones, and no rule below a header.
        """
        inner = [(at - start, rule) for at, rule in self.rules if 0 < at - start < self.size]
        places = {at for at, _ in inner}
        if places == {1} and all(rule.is_markdown for _, rule in inner):
            return {}
        if len(places) == self.size - 1:
            inner = [(at, rule) for at, rule in inner if "=" in (rule.text or "")]
            if len({at for at, _ in inner}) == self.size - 1:
                return {}
        return {at: rule.number for at, rule in inner}

    def _geometry(self, rows: Sequence[CellRow], rules: dict[int, int]) -> Geometry:
        """The geometry that bars and rules show, else the usual one.

        Raises FormatError where rows have different bars, and where bars or rules do not fall between the
        boxes of the size, or of the shape that the user fixed.
        """
        for above, row in pairwise(rows):
            if row.bars != above.bars:
                column = next((row.bar_columns[bar] for bar in row.bars if bar not in above.bars), None)
                found, expected = (
                    _places("bars after columns", row.bars),
                    _places("bars after columns", above.bars),
                )
                expected += f", as in line {above.number}"
                raise self.input.error(row.number, column, found=found, expected=expected)
        fixed, size = self.input.fixed, self.size
        possible = [fixed] if fixed else [geometry for geometry in GEOMETRIES if geometry.size == size]
        for noun, places, side_of in (
            ("bars after columns", rows[0].bars, "box_columns"),
            ("rules after rows", tuple(sorted(rules)), "box_rows"),
        ):
            borders = {one: tuple(range(side := getattr(one, side_of), size, side)) for one in possible}
            possible = [one for one in possible if places in ((), borders[one])]
            if not possible:
                known = sorted(set(borders.values()))
                odd = next((at for at in places if not any(at in one for one in known)), places[0])
                expected = " or ".join(_places(noun, one) for one in known)
                expected += f", for a grid that is {fixed} as asked for" if fixed else ""
                line = rows[0].number if side_of == "box_columns" else rules[odd]
                column = rows[0].bar_columns[odd] if side_of == "box_columns" else None
                raise self.input.error(line, column, found=_places(noun, places), expected=expected)
        usual = Geometry.of_size(size)
        return usual if usual in possible else possible[0]

    def _puzzle(self, rows: Sequence[CellRow], geometry: Geometry) -> tuple[Puzzle, Numerals]:
        """The puzzle with these cells, all of them right by themselves, and how its digits are written.

        Raises FormatError for the first cell that does not fit the others.
        """
        size = geometry.size
        places = [(row.number, column) for row in rows for column in row.columns]
        cells = [cell for row in rows for cell in row.cells]
        blank = [at for at, cell in enumerate(cells) if _BLANK_CELL.fullmatch(cell)]
        several = [at for at, cell in enumerate(cells) if len(cell) > 1 and not _BLANK_CELL.fullmatch(cell)]

        def error(at: int, found: str, expected: str) -> FormatError:
            return self.input.error(*places[at], found=found, expected=expected)

        wide = [at for at in blank if len(cells[at]) > 1]
        if wide and len(blank) == len(cells):  # no digit shows that a cell is so wide
            raise error(wide[0], repr(cells[wide[0]]), "one blank for each cell")
        if several and size < _NINE:
            found = f"a pencilmark grid of {square(size)}"
            raise error(several[0], found, "pencilmarks of a 9×9 puzzle, or clues alone")
        if several and size == _NINE:
            if blank:
                at = min(blank, several, key=len)[0]
                found = f"{cells[at][:20]!r}" if cells[at] else "an empty cell"
                found += " among candidates" if at == blank[0] else " in one cell"
                expected = (
                    "the candidates of each cell (a blank may be all digits or none), or one symbol for each"
                )
                raise error(at, found, expected)
            marks = "".join(d if d in cell else SYMBOLS[0] for cell in cells for d in SYMBOLS[1 : _NINE + 1])
            return Puzzle(marks, geometry), "symbols"
        if several and (
            letters := [at for at, cell in enumerate(cells) if cell.isalpha() and at not in blank]
        ):
            raise error(letters[0], repr(cells[letters[0]]), f"a number 1 to {size} or a blank")
        symbols = "".join(map(_symbol_of, cells))
        zero = next((at for at, cell in enumerate(cells) if cell[:1] == "0"), 0)
        numerals: Numerals = "numbers" if several else "symbols"
        if doubt := zero_doubt(symbols, size, numerals):
            raise error(zero, doubt.found, doubt.expected)
        if several:
            return Puzzle([VALUES[symbol] for symbol in symbols], geometry), numerals
        puzzle, numerals = puzzle_of_symbols(symbols, geometry)
        first, *others = (puzzle.cells[start : start + size] for start in range(0, size * size, size))
        if self._is_spaced(rows[0]) and [*first] == [*geometry.digits] and not any(map(all, others)):
            found = (
                f"1 to {size} in order, which may be the names of columns above {counted(size - 1, 'row')}"
            )
            expected = f"{size} rows, written without spaces"
            raise self.input.error(rows[0].number, None, found=found, expected=expected)
        return puzzle, numerals

    @staticmethod
    def _is_spaced(row: CellRow) -> bool:
        return row.columns[1] - row.columns[0] > 1

    def _style(self, start: int, puzzle: Puzzle, numerals: Numerals) -> Style:
        """The style of a puzzle, in which a solution can be written."""
        if puzzle.candidates is not None:
            return self.input.style("pencilmarks")
        rows = self.rows[start : start + self.size]
        shown, is_framed = bool(rows[0].bars or self._rules_of(start)), 0 in rows[0].bar_columns
        blanks = "".join(
            cell[0] for row in rows for cell in row.cells if cell and _BLANK_CELL.fullmatch(cell)
        )
        name = "grid" if self.name == "sdk" and self.size != _NINE else self.name
        around = [rule.text or "" for at, rule in self.rules if start <= at <= start + self.size]
        if name == "grid" and any(rule.lstrip().startswith("*") for rule in around):
            name = "ss"
        return Style(
            name,
            blank_of(blanks, numerals),
            spaced=self._is_spaced(rows[0]),
            barred=is_framed or shown,
            framed=is_framed,
            box_given=self.input.box_given,
            numerals=numerals,
            box_shown=shown,
        )


def _without_labels(rows: list[CellRow], rules: Rules) -> tuple[list[CellRow], Rules]:
    """The rows without labels, without a header, and without the empty cell behind commas at their ends.

    The header of a Markdown table is empty or counts; it is never a row, also where rows are missing below.
    """
    if len(rows) <= min(SIZES):
        return rows, rules
    names = rows[0].cells
    body, below = rows[1:], [(above - 1, rule) for above, rule in rules if above]
    is_header = bool(names) and (not any(names) or _are_labels(names) or _are_labels(names[1:]))
    is_markdown = any(above == 0 and rule.is_markdown for above, rule in below)
    has_labels = {len(row.cells) for row in body} == {len(body) + 1} and _are_labels(
        [row.cells[0] for row in body]
    )
    is_lettered = names[:1] > ("9",) and {len(row.cells) for row in rows} == {len(body)}
    if is_header and (is_markdown or has_labels or is_lettered):
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


def _is_cell(cell: str, size: int) -> bool:
    """Whether this is a blank, a symbol, a number (of a size from 10) or candidates (of others)."""
    if VALUES.get(cell, size + 1) <= size or _BLANK_CELL.fullmatch(cell):
        return True
    if size == _NINE and len(cell) == _NINE and first_wrong_mark(cell) is None:
        return True
    if size <= _NINE:
        return set(cell) <= set(SYMBOLS[1 : size + 1]) and list(cell) == sorted(set(cell))
    return cell.isascii() and cell.isdigit() and 1 <= int(cell[:9]) <= size


def _symbol_of(cell: str) -> str:
    """The symbol of a cell that is a number, a symbol or a blank."""
    if cell.isdigit() and int(cell):
        return SYMBOLS[int(cell)]
    return cell[0] if cell[:1] in VALUES and len(set(cell)) == 1 else SYMBOLS[0]


def _places(noun: str, places: Sequence[int]) -> str:
    """Where bars or rules are, in words: `bars after columns 3, 6`."""
    return f"{noun} {', '.join(map(str, places))}" if places else f"no {noun.split()[0]}"


def _two_readings(text_input: TextInput, one: Reading, other: Reading) -> FormatError:
    """The error for lines that make different puzzles in two ways, at the first row that differs."""
    found = "what can be read in two ways"
    expected = "a symbol for each cell, blanks as ., bars between boxes, or the size as --size N"
    cells = {row.number: row.cells for row in one.rows}
    others = {row.number: row.cells for row in other.rows}
    odd = [line for line in {**cells, **others} if cells.get(line) != others.get(line)]
    return text_input.error(min(odd, default=min(cells)), None, found=found, expected=expected)


def _no_grid(text_input: TextInput, lines: Sequence[GridLine]) -> FormatError:
    """The error for lines of which no way makes sense."""
    line = next((line for line in lines if line.kind is LineKind.ROW), lines[0])
    if line.kind is LineKind.ROW:
        return prose_fault(text_input, line.number, line.text or "")
    row = parted_row(line, SYMBOL)
    found = f"dashes that may be a rule or {len(row.cells) if row else 0} blanks"
    return text_input.error(line.number, 1, found=found, expected="a puzzle: write blanks as .")
