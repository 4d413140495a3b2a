"""Writing: puzzles and solutions as text, in the style in which they were read or any other.

What a format cannot express is refused: sizes other than 9 in `.sdk` and `.sdm`, sizes that a site does not
hold in its links, and in formats with one puzzle per line a box shape that is not the usual one (unless the
user gave it with the input). A grid gets bars where, without them, a reader would take it for another box
shape or size.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sudocube.errors import PuzzleError, UnsupportedError
from sudocube.geometry import SYMBOLS, Geometry
from sudocube.puzzle import Board, Grid, Puzzle
from sudocube.rows.entry import Entry, Style
from sudocube.rows.links import SITES, link_of
from sudocube.rows.table_writer import TableWriter

_SEPARATED = ("grid", "ss", "sdk")
_NINE_ONLY = ("sdk", "sdm", "pencilmarks")
_ONE_LINE = ("line", "csv", "pencilmarks")
_BOTH = ("csv", "sdk")  # they hold the puzzle and its solution


class Writer:
    r"""Turns puzzles into text, one after the other, in one style.

    >>> writer = Writer(Style.named("csv"))
    >>> writer.text(Board("1.....2..3.....4"))
    'puzzle\n1.....2..3.....4\n'
    >>> writer.text(Board("1.....2..3.....4"))
    '1.....2..3.....4\n'
    """

    def __init__(self, style: Style) -> None:
        self.style = style
        self._is_first = True
        self._columns: tuple[str, ...] = ()  # of a table: those of the first puzzle

    def text(self, puzzle: Board, solution: Grid | None = None) -> str:
        """The text for one puzzle: what separates it from the one before, its lines, and the last line's end.

        If a solution is given, it is written in place of the puzzle; `.sdk` and CSV hold both. The first
        puzzle decides which columns a table has: `puzzle`, both, or `solution` for a Grid alone. Raises
        UnsupportedError where the format cannot represent the puzzle, or the table lacks a column for it;
        PuzzleError where the solution has another geometry.
        """
        style = self.style
        _check(puzzle, solution, style)
        if style.format == "csv":
            return self._record([puzzle] if solution is None else [puzzle, solution])
        before = "\n" if style.format in _SEPARATED and not self._is_first else ""
        self._is_first = False
        return before + _body(puzzle, solution, style)

    def _record(self, boards: Sequence[Board]) -> str:
        """The record of a table; before the first one, the header."""
        fields = {
            "solution" if isinstance(one, Grid) else "puzzle": on_one_line(one, self.style) for one in boards
        }
        header = "" if self._columns else self.style.delimiter.join(fields) + "\n"
        self._columns = self._columns or tuple(fields)
        if others := fields.keys() - self._columns:
            raise UnsupportedError(f"the table begun has no column {min(others)!r}: write another table")
        return header + self.style.delimiter.join(fields.get(name, "") for name in self._columns) + "\n"


class RecordWriter:
    r"""Writes a record for each puzzle of any inputs: in one format, or each in the format that was read.

    A record is a text line, or a block of them, parted by blank lines; in a table, it is a row of it, with
    all the columns that the puzzle came with. With `in_blocks`, a puzzle may have several solutions, and
    its record is a block in any other format, too. Raises UnknownNameError for a format that does not exist.

    >>> from sudocube.rows import Entry
    >>> writer = RecordWriter("line")
    >>> writer.puzzle(Entry("a.txt:1", Puzzle("1.....2..3.....4"), None, Style("grid")))
    '1.....2..3.....4\n'
    >>> writer.word(Entry("a.txt:6", None, None, Style("grid")), "invalid")
    'invalid\n'
    """

    def __init__(
        self, format: str | None = None, *, columns: Sequence[str] = (), in_blocks: bool = False
    ) -> None:
        if format is not None:
            Style.named(format)
        self._format, self._in_blocks = format, in_blocks
        self.table = TableWriter(columns)
        self._last: Style | None = None
        self._styles: dict[Style, Style] = {}  # by those that were read

    def style(self, read: Style) -> Style:
        """The style in which a puzzle is written that was read in a style."""
        if self._format is None:
            return read
        if read not in self._styles:
            self._styles[read] = Style.named(self._format, read)
        return self._styles[read]

    def puzzle(self, entry: Entry) -> str:
        """The record of a puzzle itself. Raises UnsupportedError where the format cannot represent it."""
        return self._text(entry, None, is_next=True)

    def solution(self, entry: Entry, solution: Grid, *, is_next: bool = True, title: str = "") -> str:
        """The record of a puzzle's solution, or one more of the same record if not `is_next`.

        The `title` of a solution stands in a comment before it where grids are written, and a puzzle may have
        several solutions.

        Raises UnsupportedError where the format cannot represent what it holds of the two.
        """
        return self._text(entry, solution, is_next=is_next, title=title)

    def word(self, entry: Entry, word: str, *, is_next: bool = True, title: str = "") -> str:
        """The record of a puzzle without solution, or of what is no puzzle: a word; in a table, nothing."""
        style = self.style(entry.style)
        body = self.table.text(entry) if style.format == "csv" else f"{word}\n"
        return self.placed(style, body, is_next=is_next, title=title)

    def placed(self, style: Style, body: str, *, is_next: bool = True, title: str = "") -> str:
        """Lines in a style, after what parts them from the record before; `is_next` begins a new record."""
        if title and self._in_blocks and style.format in _SEPARATED:
            body = f"# {title}\n{body}"
        last, self._last = self._last, style
        if last is None or (last.format == style.format == "csv"):
            return body
        formats = {style.format, last.format}
        is_apart = "csv" in formats or not formats.isdisjoint(_SEPARATED)
        return "\n" + body if is_apart or (self._in_blocks and is_next) else body

    def _text(self, entry: Entry, solution: Grid | None, *, is_next: bool, title: str = "") -> str:
        style, puzzle = self.style(entry.style), entry.puzzle
        assert puzzle is not None
        if style.format != "csv":
            _check(puzzle, solution, style)
            return self.placed(style, _body(puzzle, solution, style), is_next=is_next, title=title)
        if entry.record is None:
            if style.numerals != "symbols":
                style = replace(style, numerals="symbols")
            _check(puzzle, solution, style)
        fields = [] if solution is None else [on_one_line(solution, style)]
        return self.placed(style, self.table.text(entry, fields))


def write(boards: Board | Iterable[Board], style: Style) -> str:
    """One board or several as one text. Raises UnsupportedError for a board that the style cannot hold."""
    writer = Writer(style)
    return "".join(map(writer.text, [boards] if isinstance(boards, Board) else boards))


def formatted(board: Board, name: str) -> str:
    """One board in the usual style of a format, without a line end; a grid has spaces, bars and rules.

    This is what `format(board, name)` gives. Raises UnknownNameError for a name that is not in FORMATS, and
    UnsupportedError for a board that the format cannot hold.

    >>> print(formatted(Board("1.....2..3.....4"), "sdm")) # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    sudocube.errors.UnsupportedError: the format sdm holds 9×9 puzzles only, not 4×4: choose line or grid
    """
    style = Style.named(name)
    if name == "grid":
        style = replace(style, spaced=True, barred=True)
    return write(board, style).removesuffix("\n")


def _body(puzzle: Board, solution: Grid | None, style: Style) -> str:
    """The lines for a puzzle, or for its solution, or both, in a style."""
    board = puzzle if solution is None else solution
    if style.format in SITES:
        return link_of(board, style.format) + "\n"
    match style.format:
        case "sdk":
            state = "" if solution is None else "[State]\n" + _rows(solution, style, barred=False)
            return "[Puzzle]\n" + _rows(puzzle, style, barred=False) + state
        case "pencilmarks":
            return _marks(board).replace(".", style.blank) + "\n"
        case "grid" | "ss":
            return _rows(board, style, barred=_needs_bars(board, style))
        case _:
            return on_one_line(board, style) + "\n"


def _check(puzzle: Board, solution: Grid | None, style: Style) -> None:
    """Raise UnsupportedError where the format would lose something, PuzzleError where the two do not fit."""
    geometry = puzzle.geometry
    if style.format in _NINE_ONLY and geometry.size != 9:
        raise UnsupportedError(
            f"the format {style.format} holds 9×9 puzzles only, not {geometry.size}×{geometry.size}: "
            "choose line or grid"
        )
    if style.numerals == "hexadecimal" and geometry.size != 16:
        raise UnsupportedError(f"0 to F are the digits of 16×16, not of {geometry.size}×{geometry.size}")
    if style.format in _ONE_LINE and not _is_box_known(geometry, style):
        raise UnsupportedError(
            f"the format {style.format} does not tell boxes of {geometry.box_rows} rows × "
            f"{geometry.box_columns} columns: choose grid, whose bars do"
        )
    is_written = solution is None or style.format in _BOTH
    marks = puzzle.candidates if isinstance(puzzle, Puzzle) else None
    if is_written and marks is not None and style.format != "pencilmarks":
        raise UnsupportedError(
            f"the format {style.format} does not hold pencilmarks: choose the format pencilmarks"
        )
    if solution is not None and solution.geometry != geometry:
        raise PuzzleError(f"a solution of {solution.geometry} for a puzzle of {geometry}")


def _is_box_known(geometry: Geometry, style: Style) -> bool:
    """Whether a reader knows the box shape without bars: it is the usual one, or the user gave it."""
    return style.box_given or geometry.box_rows <= geometry.box_columns


def _needs_bars(board: Board, style: Style) -> bool:
    """Whether the style has bars, or the grid would be read in another way without them.

    Sixteen rows of sixteen symbols up to 4, without spaces, would be read as sixteen 4×4 puzzles.
    """
    if style.barred or not _is_box_known(board.geometry, style):
        return True
    return board.geometry.size == 16 and not style.spaced and max(board.cells) <= 4


def _marks(board: Board) -> str:
    """The candidates of each cell, on one line."""
    if isinstance(board, Puzzle) and board.candidates is not None:
        return str(board)
    digits = SYMBOLS[1 : board.geometry.size + 1]
    cells = ((SYMBOLS[value] if value else digits) for value in board.cells)
    return "".join("".join(d if d in cell else SYMBOLS[0] for d in digits) for cell in cells)


def _cells(board: Board, style: Style) -> list[str]:
    """The text of each cell, with the blank of the style."""
    texts = {
        "symbols": SYMBOLS[1:],
        "hexadecimal": "0123456789ABCDEF",
        "numbers": list(map(str, board.geometry.digits)),
    }[style.numerals]
    return [texts[value - 1] if value else style.blank for value in board.cells]


def on_one_line(board: Board, style: Style) -> str:
    """The cells of a board on one line, without its end."""
    if style.numerals == "symbols" and not style.between:  # by far the quickest
        return str(board).replace(SYMBOLS[0], style.blank)
    return (style.between or " " * (style.numerals == "numbers")).join(_cells(board, style))


def _rows(board: Board, style: Style, *, barred: bool) -> str:
    """The rows of a board, each on a text line, with bars and rules if `barred`."""
    geometry = board.geometry
    size, width = geometry.size, geometry.box_columns
    spaced = (style.spaced or style.numerals == "numbers") and style.format != "sdk"
    cells = _cells(board, style)
    if style.numerals == "numbers":  # in columns
        cells = [cell.rjust(len(str(size))) for cell in cells]
    lines = []
    for start in range(0, size * size, size):
        row = cells[start : start + size]
        segments = [row[i : i + width] for i in range(0, size, width)] if barred else [row]
        lines.append([(" " * spaced).join(segment) for segment in segments])
    if not barred:
        return "".join(f"{segments[0]}\n" for segments in lines)
    return _barred(geometry, lines, style, " " if spaced else "")


def _barred(geometry: Geometry, lines: list[list[str]], style: Style, gap: str) -> str:
    """Rows with bars and rules between the boxes; `gap` is written on both sides of each bar."""
    bar, dash = f"{gap}|{gap}", "-" * len(gap)
    rule = f"{dash}+{dash}".join("-" * len(segment) for segment in lines[0])
    rows = [bar.join(segments) for segments in lines]
    ends: list[str] = []
    if style.framed:
        rows = [f"|{gap}{row}{gap}|" for row in rows]
        inner = f"{dash}{rule}{dash}"
        rule = f"|{inner}|" if style.format == "ss" else f"+{inner}+"
        ends = [f"*{'-' * len(inner)}*" if style.format == "ss" else rule]
    side = geometry.box_rows
    bands = ["\n".join(rows[i : i + side]) for i in range(0, len(rows), side)]
    return "\n".join([*ends, f"\n{rule}\n".join(bands), *ends]) + "\n"
