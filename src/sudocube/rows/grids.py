r"""The lines of a grid, as they are drawn, to its puzzles, or to what is wrong with them.

Each character of a drawn line stands for one character of the input, so columns stay right. What stands
around a row in a program (`grid = [`, `np.array([`, quotes) becomes spaces. The cells of a row are parted in
one of these ways:

| way | a row |
|---|---|
| symbols | `\|4..\|..3\|`, or with spaces |
| tokens, by spaces and bars | `\| 4 89 3 \| 9 8 2 \|`, `10 . 3` |
| `,`, `;` or a tab | `7,,.`: nothing is a blank |
| bars | `│7│ │.│` and Markdown's `\| 7 \| \| . \|`: nothing is a blank |

Rows with spaces for blanks, in a frame with bars, are read together: one of them does not tell where its
cells are.

Every way to part cells is tried, and where dashes may be blanks, as rules and as rows. What makes different
puzzles in two ways is refused. Where no way makes puzzles, the one with the most rows that are right says
what is wrong; a single row that has lost or doubled cells costs no other puzzle among the same lines.

Around rows there may be labels, which count: `A` to `I` or `r1` to `r9` before the rows, above the columns,
or in the header of a Markdown table. A cell of several symbols is a number in sizes from 10, and the
candidates of the cell in size 9. Bars and rules show the shape of boxes. Rows that stand on one text line, as
the list of a program, are read in the same way.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

from sudocube.cell_values import first_wrong_mark
from sudocube.errors import FormatError
from sudocube.geometry import BLANKS, SIZES, SYMBOLS, VALUES, Geometry
from sudocube.puzzle import Puzzle
from sudocube.rows.entry import Entry, Fault, Style, counted, nearest_size, shown, square, symbol_of

HEAVY_BAR = "‖"
"""A bar that is drawn heavy or double; where there are others, it stands between boxes."""

BARS = "|" + HEAVY_BAR
SYMBOL, TOKEN = rf"[^\s{BARS}]", rf"[^\s{BARS}]+"
_WAYS = (SYMBOL, TOKEN, ",", ";", "\t", "|")
"""The ways to part cells: an expression for a cell, or what stands between two cells."""

_DISTANCES = range(1, 6)
"""How many columns apart neighbouring cells may stand."""

_FEWEST_SYMBOLS = 4
"""A line with a word and fewer symbols than this is a heading, whatever the puzzles are."""

_NO_ROW = re.compile(
    r"(?:`{3,}|~{3,})\w*"  # the fence of a block of code
    r"|\(\d{1,6}\)|\[\d{1,6}\]|\d{1,6}[.):]"  # the number of a puzzle
    r"|\[(?!\s*(?:nan|none|null)\b)\s*[A-Za-z][^\[\]\"',;|\d]*\]"  # a word in brackets
    r"|[A-Za-z]{2,}\s*[=:]\s*\d{1,2}(?:\.\d)?(?:/\d{1,2}(?:\.\d)?){0,2}"  # its rating
)
_WORD = re.compile(r"(?<![^\W\d_])(?!(?:none|null|nan|nil|x+)(?![^\W\d_]))[^\W\d_]{2,}", re.I)
_LOWER_WORD = re.compile(r"(?<!\S)[(\"']?(?!(?:none|null|nan|nil|x+)\b)([A-Za-z]?[a-z]+)[.,:;!?)\"']*(?!\S)")
_FIGURE = re.compile(r"(?<![\w.])\d+(?:[.:/-]\d+){1,3}(?![\w.])|(?<![\w.])\d{2,}(?![\w.])")
_PLAIN_SYMBOLS = set("123456789" + BLANKS)


def is_heading(text: str) -> bool:
    """Whether a line is prose: a number such as `(3)`, or words and fewer symbols than letters.

    A line with more symbols is never passed over as a heading: it may be a damaged row.

    >>> is_heading("Code: Select all"), is_heading("SE 8.3"), is_heading("53..7.oops"), is_heading("1 2 A B")
    (True, True, False, False)
    """
    if _NO_ROW.fullmatch(text.strip()):
        return True
    if re.search(r"[\[{]\s*[\d.\"'\[]", text):
        return False
    words = _WORD.findall(text)
    if any(letter.upper() not in SYMBOLS + BLANKS for word in words for letter in word):
        text = _FIGURE.sub(" ", _WORD.sub(" ", text))
    else:  # the letters may be digits above 9
        words = _LOWER_WORD.findall(text)
    symbols = sum(symbol in _PLAIN_SYMBOLS for symbol in text)
    return bool(words) and symbols <= max(sum(map(len, words)), _FEWEST_SYMBOLS - 1)


def prose_fault(text: str, line: int | None = None) -> FormatError:
    """Why a line is no puzzle: its first character that is no symbol, or how many it has."""
    where = ", in what looks like prose" if is_heading(text) else ""
    expected = "a puzzle: 81 symbols on a line, rows of a grid, or a table"
    for at, character in enumerate(text):
        if not character.isspace() and character not in BARS and VALUES.get(character, 10) > 9:
            return Fault(shown(character) + where, expected, at=at, line=line)
    symbols = counted(len(re.findall(SYMBOL, text)), "symbol")
    return Fault(symbols, f"{expected}, with blanks as .", line=line)


LineKind = Literal["puzzle", "row", "rule", "dashes", "words", "blank"]
"""What a text line looks like: a puzzle, or almost one; a row of a grid, or what may be a damaged one;
certainly a rule; a rule or a row of blanks; a heading or other prose; nothing, or tags of a forum."""


class Line(NamedTuple):
    """A text line: its text, what it looks like, and how it is drawn in plain signs.

    Of a row, what stands around it is left out; brackets alone are drawn as nothing. `entry` is the puzzle
    that a line of that kind holds, right or wrong, or what is wrong with a row that is too long. Another line
    `is_alone` if it may be a puzzle by itself: sixteen symbols and nothing else are a 4×4 puzzle, or a row of
    a 16×16 grid.
    """

    number: int
    text: str
    kind: LineKind
    drawn: str
    entry: Entry | None = None
    is_alone: bool = False

    @property
    def is_markdown(self) -> bool:
        """Whether the line may be the rule below the header of a Markdown table."""
        return self.drawn.count("|") >= min(SIZES) - 1 and not set(self.drawn) - set("|-: \t")


class CellRow(NamedTuple):
    """The cells of a row as text (empty: a blank), the column of each, and the bars between boxes.

    `bars` has the cells (0 to n) that follow a bar. If there is a bar between all cells, it has those that
    follow a heavy one.
    """

    number: int
    cells: tuple[str, ...]
    columns: tuple[int, ...]
    bars: tuple[int, ...] = ()

    @property
    def inner_bars(self) -> tuple[int, ...]:
        """The bars without those at the two ends."""
        return tuple(cell for cell in self.bars if 0 < cell < len(self.cells))

    def part(self, start: int, end: int | None) -> CellRow:
        """The cells from `start` to `end`."""
        bars = tuple(cell - start for cell in self.bars if cell >= start)
        return CellRow(self.number, self.cells[start:end], self.columns[start:end], bars)


def parted(text: str, way: str) -> list[tuple[str, int]] | None:
    """The cells of a text, each with its column from 1, parted in one way; None if it has no meaning."""
    if len(way) > 1:
        return [(cell[0], cell.start() + 1) for cell in re.finditer(way, text)]
    parts = text.split(way)
    if any(len(part.split()) > 1 for part in parts):
        return None
    cells, start = [], 0
    for part in parts:
        column = start + len(part) - len(part.lstrip()) + bool(part.strip())
        cells.append((part.strip(" \t\"'"), max(column, 1)))
        start += len(part) + 1
    first, last = (int(way == "|" and not part.strip()) for part in (parts[0], parts[-1]))
    return cells[first : len(cells) - last]


def _parted_row(line: Line, way: str) -> CellRow | None:
    """The cells of a line, parted in one of _WAYS; None where the line has no meaning in it."""
    bars = {ord(HEAVY_BAR): "|"} if way == "|" else dict.fromkeys(map(ord, BARS), " ")
    cells = parted(line.drawn if len(way) > 1 else line.drawn.translate(bars), way)
    return None if cells is None else _row_of(line, cells)


def _row_of(line: Line, cells: Sequence[tuple[str, int]]) -> CellRow:
    """The row with these cells and their columns, and the bars of its line."""
    texts, columns = tuple(cell for cell, _ in cells), tuple(column for _, column in cells)
    drawn = [(bisect_right(columns, bar.start()), bar[0]) for bar in re.finditer(f"[{BARS}]", line.drawn)]
    if len(cells) > 2 and set(range(1, len(cells))) <= {cell for cell, _ in drawn}:
        drawn = [(cell, bar) for cell, bar in drawn if bar == HEAVY_BAR]
    return CellRow(line.number, texts, columns, tuple(sorted({cell for cell, _ in drawn})))


def _aligned_rows(lines: Sequence[Line]) -> list[CellRow]:
    """The rows of one puzzle with spaces for blanks, in a frame whose bars show equally wide boxes.

    Empty where that is not so, or where cells may stand in several ways: a lost cell must not move others.
    """
    size, texts = len(lines), [line.drawn for line in lines]
    drawn = {tuple(bar.start() for bar in re.finditer(f"[{BARS}]", text)) for text in texts}
    symbols = {cell.start() for text in texts for cell in re.finditer(SYMBOL, text)}
    bars = drawn.pop() if len(drawn) == 1 else ()
    widths, boxes = {right - left - 1 for left, right in pairwise(bars)}, len(bars) - 1
    if len(widths) != 1 or not 1 < boxes < size or size % boxes or not symbols:
        return []
    if any(sign in text for text in texts for sign in BLANKS + "\t"):
        return []
    side, found = size // boxes, {}
    for distance in _DISTANCES:
        before, odd = divmod(min(widths) - distance * (side - 1) - 1, 2)  # as many spaces before as behind
        for margin in {before, before + odd} & {*range(distance)}:
            places = [bar + 1 + margin + distance * k for bar in bars[:-1] for k in range(side)]
            if symbols <= {*places}:
                cells = [[(text[at : at + 1].strip(), at + 1) for at in places] for text in texts]
                found[str([[cell for cell, _ in row] for row in cells])] = cells
    return [*map(_row_of, lines, next(iter(found.values())))] if len(found) == 1 else []


_LABEL = re.compile(r"[(\[]?([rRcC]?)(\d{1,2}|[A-Ya-y])[)\].:]?")
_NINE = 9

Rules = dict[int, Line]
"""Lines of rules, by the number of the row below each."""


def read_grids(lines: Sequence[Line], fixed: Geometry | None) -> list[Entry] | FormatError:
    """The puzzles that these lines make, some perhaps with an error; or why they make none.

    They have the number of their first line as their source, and errors have no name of the input.
    """
    for line in lines:
        if line.entry and (error := line.entry.error):
            return error.moved("", line.number, error.column)
    dashes = _rows_of_dashes(lines)
    readings: list[GridReading] = [*_readings(lines, fixed, set())]
    readings += _readings(lines, fixed, dashes) if dashes else ()
    good = [one for one in readings if one.is_whole and not any(entry.error for entry in one.entries)]
    if good:
        puzzles = [[entry.puzzle for entry in one.entries] for one in good]
        if all(found == puzzles[0] for found in puzzles):
            return good[0].entries
        expected = "a symbol for each cell, blanks as ., bars between boxes, or the size as --size N"
        return Fault("what can be read in two ways", expected, line=lines[0].number)
    best = max(readings, key=lambda one: one.quality, default=None)
    first = next((line for line in lines if line.kind == "row"), None)
    if first and (best is None or not (fixed or best.is_whole or 2 * len(best.faults) <= len(best.rows))):
        return prose_fault(first.drawn, first.number)
    if best and best.is_whole:
        return best.entries
    if best is None or (dashes and not best.faults):
        found, number = "dashes that may be a rule or a row of blanks", min(dashes, default=lines[0].number)
        return Fault(found, "a puzzle with blanks as .", line=number)
    return best.fault


def _rows_of_dashes(lines: Sequence[Line]) -> set[int]:
    """The numbers of the lines of dashes that may be rows: as wide as most rows, with the same bars."""
    rows = {line: _parted_row(line, SYMBOL) for line in lines if line.kind in ("row", "dashes")}
    shapes = {line: (len(row.cells), row.inner_bars) for line, row in rows.items() if row and row.cells}
    shown = Counter(shape for line, shape in shapes.items() if line.kind == "row") or Counter(shapes.values())
    usual = max(shown, key=lambda shape: shown[shape], default=None)
    return {line.number for line, shape in shapes.items() if line.kind == "dashes" and shape == usual}


def _readings(lines: Sequence[Line], fixed: Geometry | None, dashes: set[int]) -> Iterator[GridReading]:
    """The lines in each way in which most rows are as wide as a puzzle; labels are left out.

    The lines with these numbers are rows of dashes.
    """
    drawn, rules, last = list[Line](), Rules(), lines[0]
    for line in lines:
        if (line.kind == "row" or line.number in dashes) and line.drawn:
            drawn.append(line)
            if last.kind != "row" and last.number not in dashes:
                rules[line.number] = last
        last = line
    text, found = "\n".join(line.drawn for line in drawn), list[list[CellRow]]()
    for way in _WAYS:
        if len(way) > 1 or way in text:
            rows = [row for line in drawn if (row := _parted_row(line, way))]
            found += [rows] if len(rows) == len(drawn) else []
    for rows in filter(None, [*found, _aligned_rows(drawn)]):
        shown = _without_labels(rows, rules) if len(rows) > min(SIZES) else rows
        size = fixed.size if fixed else Counter(len(row.cells) for row in shown).most_common(1)[0][0]
        if size in SIZES:
            yield GridReading(fixed, shown, rules, size)


def read_list(
    cells: Sequence[tuple[str, int]], starts: Sequence[int], fixed: Geometry | None
) -> Entry | None:
    """The puzzle of a list of cells on one line, or what is wrong with it; None for any other.

    Of several lists in a list, `starts` has the columns where they begin; else it is empty.
    """
    known = [symbol_of(cell, max(SIZES)) for cell, _ in cells]
    if {*known} <= {*BLANKS} or 4 * known.count(None) > len(cells):
        return None
    count, size = len(cells), fixed.size if fixed else nearest_size(len(cells) ** 0.5)
    if not starts and count != size * size:
        return Entry.wrong(Fault.of_count(count, "cell", size * size, square(size)))
    begins = [bisect_left(cells, place, key=lambda cell: cell[1]) for place in starts[1:]]
    parts = pairwise([0, *begins, count] if starts else range(0, count + 1, size))
    rows = [_row_of(Line(0, "", "row", ""), cells[at:to]) for at, to in parts]
    reading = GridReading(fixed, rows, {}, size)
    if len(rows) != size or reading.faults:
        return Entry.wrong(reading.fault)
    return reading.entries[0]


class GridReading:
    """Lines in one way: rows of cells and the rules between them, for the size that most rows show.

    `faults` says what is wrong with which rows, by their places.
    """

    def __init__(self, fixed: Geometry | None, rows: Sequence[CellRow], rules: Rules, size: int) -> None:
        self.fixed, self.rows, self.rules, self.size = fixed, rows, rules, size
        is_several = _are_candidates if size == _NINE else str.isdecimal
        cells = {cell for row in rows for cell in row.cells if len(cell) > 1 and not _is_blank(cell)}
        self._several = {*filter(is_several, cells)}
        self.faults = {at: error for at, row in enumerate(rows) if (error := self._row_fault(row))}
        odd = sum(len(row.cells) != size for row in rows)
        self.is_whole = len(rows) % size == 0 and odd <= 1
        right = len(rows) - len(self.faults)
        self.quality = right / len(rows), self.is_whole, right * size, -odd
        """How much of the lines this explains: the share of rows that are right, puzzles, and cells."""

    @cached_property
    def entries(self) -> list[Entry]:
        """The puzzles of whole rows, each as an entry."""
        return [self._entry(start) for start in range(0, len(self.rows), self.size)]

    @property
    def fault(self) -> FormatError:
        """Why rows do not make whole puzzles: the first that is wrong, or else how many they are."""
        found = f"{counted(len(self.rows), 'row')} of {self.size} cells"
        expected = f"{self.size} rows ({square(self.size)}), or several times as many"
        return next(iter(self.faults.values()), Fault(found, expected, line=self.rows[0].number))

    def _row_fault(self, row: CellRow) -> FormatError | None:
        """What is wrong with a row: its cells, or else how many they are."""
        size, are_numbers, cells = self.size, self.size > _NINE and bool(self._several), row.cells
        wrong = next((at for at, cell in enumerate(cells) if not _is_cell(cell, size)), None)
        if len(cells) != size and (wrong is None or all(_is_cell(cell, max(SIZES)) for cell in cells)):
            error = Fault.of_count(len(cells), "cell", size, f"a row of {square(size)}")
            return error.moved("", row.number, None)
        if wrong is None:
            return None
        error = Fault.of_cell(cells[wrong], size, 0, are_numbers=are_numbers)
        return error.moved("", row.number, row.columns[wrong])

    def _entry(self, start: int) -> Entry:
        """The puzzle of which the first row has this place."""
        rows, end = self.rows[start : start + self.size], start + self.size
        try:
            if wrong := next((error for at, error in self.faults.items() if start <= at < end), None):
                raise wrong
            puzzle, symbols = self._puzzle(rows, self._geometry(rows, self._rules_of(rows)))
        except FormatError as error:
            return Entry(str(rows[0].number), None, error, Style("grid"))
        return Entry(str(rows[0].number), puzzle, None, self._style(rows, puzzle, symbols))

    def _rules_of(self, rows: Sequence[CellRow]) -> tuple[int, ...]:
        """After how many rows there is a rule between the boxes of a puzzle.

        Rules between all rows do not count, and no rule below a header.
        """
        inner = tuple(at for at, row in enumerate(rows) if at and row.number in self.rules)
        is_header = inner == (1,) and self.rules[rows[1].number].is_markdown
        return () if is_header or len(inner) == self.size - 1 else inner

    def _geometry(self, rows: Sequence[CellRow], rules: tuple[int, ...]) -> Geometry:
        """The geometry that bars and rules show, else the usual one.

        Raises FormatError where rows have different bars, and where bars or rules do not fall between the
        boxes of the size, or of the shape that the user fixed.
        """
        usual, wrong = Geometry.of_size(self.size), rows[0]
        shapes = [self.fixed] if self.fixed else [*dict.fromkeys((usual, usual.turned))]
        if odd := [row for row in rows if row.inner_bars != wrong.inner_bars]:
            wrong, rules = odd[0], ()
        for one in shapes if not odd else ():
            across, down = (tuple(range(side, one.size, side)) for side in (one.box_columns, one.box_rows))
            if wrong.inner_bars in ((), across) and rules in ((), down):
                return one
        shown = (("bars after columns", wrong.inner_bars), ("rules after rows", rules))
        found = " and ".join(f"{what} {', '.join(map(str, places))}" for what, places in shown if places)
        expected = f"bars and rules between boxes, the same in each row: {', or '.join(map(str, shapes))}"
        raise Fault(found or "no bars", expected, line=wrong.number)

    def _puzzle(self, rows: Sequence[CellRow], geometry: Geometry) -> tuple[Puzzle, str]:
        """The puzzle with these cells, all of them right by themselves, and the symbols of its cells.

        Raises FormatError for the first cell that does not fit the others.
        """
        size, cells = geometry.size, [cell for row in rows for cell in row.cells]
        blank = [at for at, cell in enumerate(cells) if _is_blank(cell)]
        several = [at for at, cell in enumerate(cells) if cell in self._several]
        symbols = "".join(symbol_of(cell, size) or SYMBOLS[0] for cell in cells)
        are_candidates = size == _NINE and bool(several)
        if are_candidates and not blank:
            marks = (d if d in cell else SYMBOLS[0] for cell in cells for d in SYMBOLS[1 : _NINE + 1])
            return Puzzle("".join(marks), geometry), symbols
        error = Fault.of_zero(symbols, size, are_numbers=bool(several))
        if are_candidates:
            at = min(blank, several, key=len)[0]
            found = f"{cells[at][:20]!r} among {'candidates' if at == blank[0] else 'clues'}"
            expected = "the candidates of each cell (a blank may be all digits), or one symbol for each"
            error = Fault(found, expected, at=at)
        if error is not None:
            places = [(row.number, column) for row in rows for column in row.columns]
            raise error.moved("", *places[(error.column or 1) - 1])
        puzzle = Puzzle(symbols, geometry)
        first, *others = puzzle.rows
        are_lines = rows[0].number < rows[1].number and _is_spaced(rows[0])
        if are_lines and [*first] == [*geometry.digits] and not any(map(all, others)):
            found = f"1 to {size} in order, which may be names of columns above {counted(size - 1, 'row')}"
            raise Fault(found, f"{size} rows, written without spaces", line=rows[0].number)
        return puzzle, symbols

    def _style(self, rows: Sequence[CellRow], puzzle: Puzzle, symbols: str) -> Style:
        """The style of a puzzle, in which a solution can be written."""
        if puzzle.candidates is not None:
            return Style("pencilmarks")
        are_numbers = self.size > _NINE and any(cell in self._several for row in rows for cell in row.cells)
        is_shown, is_framed = bool(rows[0].inner_bars or self._rules_of(rows)), 0 in rows[0].bars
        top = self.rules.get(rows[0].number)
        name = "ss" if top and top.drawn.lstrip().startswith("*") else "grid"
        style = replace(Style.of(symbols, name, are_numbers=are_numbers), spaced=_is_spaced(rows[0]))
        return replace(style, barred=is_framed or is_shown, framed=is_framed, box_shown=is_shown)


def _is_spaced(row: CellRow) -> bool:
    return row.columns[1] - row.columns[0] > 1


def _without_labels(rows: list[CellRow], rules: Rules) -> list[CellRow]:
    """The rows without labels, without a header, and without the empty cell behind commas at their ends.

    The header of a Markdown table is empty or counts; it is never a row, also where rows are missing below.
    """
    names, body = rows[0].cells, rows[1:]
    widths = {len(row.cells) for row in body}
    if names and (not any(names) or _are_labels(names) or _are_labels(names[1:])):
        is_markdown = body[0].number in rules and rules[body[0].number].is_markdown
        has_labels = widths == {len(body) + 1} and _are_labels([row.cells[0] for row in body])
        is_lettered = names[0] > "9" and widths == {len(body)} == {len(names)}
        if is_markdown or has_labels or is_lettered:
            rows = body
    if {len(row.cells) for row in rows} == {len(rows) + 1}:
        if _are_labels([row.cells[0] for row in rows]):
            rows = [row.part(1, None) for row in rows]
        elif not any(row.cells[-1] for row in rows) and all(all(row.cells[:-1]) for row in rows):
            rows = [row.part(0, -1) for row in rows]
    return rows


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
    is_padded = size <= _NINE and cell[:1] == "0" and cell[1:2].isdigit()  # perhaps two cells
    return (size == _NINE and _are_candidates(cell)) or (symbol_of(cell, size) is not None and not is_padded)


def _are_candidates(cell: str) -> bool:
    """Whether this is digits in ascending order, or nine symbols, each a digit in its place or a blank."""
    are_digits = {*cell} <= {*SYMBOLS[1 : _NINE + 1]} and [*cell] == sorted({*cell})
    return are_digits or (len(cell) == _NINE and first_wrong_mark(cell) is None)
