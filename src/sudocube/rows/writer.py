"""Writing: puzzles and solutions as text, in the style in which they were read or any other.

What a format cannot express is refused: sizes other than 9 in `.sdk` and `.sdm`, sizes that a site does not
hold in its links, and in formats with one puzzle per line a box shape that is not the usual one (unless the
user gave it with the input). A grid gets bars where, without them, a reader would take it for another box
shape or size.

Of a table, the first puzzle decides: where it comes from a table, the names of its columns are written again,
with its delimiter, and further columns follow its own. A new column gets a name that the table does not have,
and nothing is written into another column, so that answers are never mixed with what was there. A puzzle from
a table with other columns keeps those that the table begun has, too.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import cast

from sudocube.errors import PuzzleError, UnsupportedError
from sudocube.geometry import SYMBOLS, Geometry
from sudocube.puzzle import Board, Grid, Puzzle
from sudocube.rows.entry import Entry, Style
from sudocube.rows.links import SITES, link_of

_SEPARATED = ("grid", "ss", "sdk")
_NINE_ONLY = ("sdk", "sdm", "pencilmarks", "sudokuwiki")
_ONE_LINE = ("line", "csv", "pencilmarks")
_BOTH = ("csv", "sdk")  # they hold the puzzle and its solution


class RecordWriter:
    r"""Writes a record for each puzzle of any inputs: in one format or style, or as each was read.

    A record is a text line, or a block of them, parted by blank lines; in a table, it is a row of it, with
    all the columns that the puzzle came with, and `columns` behind them. With `in_blocks`, a puzzle may have
    several solutions, and its record is a block in any other format, too. Raises UnknownNameError for a
    format that does not exist.

    >>> from sudocube.rows import Entry
    >>> writer = RecordWriter("line")
    >>> writer.record(Entry("a.txt:1", Puzzle("1.....2..3.....4"), None, Style("grid")))
    '1.....2..3.....4\n'
    >>> writer.record(Entry("a.txt:6", None, None, Style("grid")), "invalid")
    'invalid\n'
    """

    def __init__(
        self, format: str | Style | None = None, *, columns: Sequence[str] = (), in_blocks: bool = False
    ) -> None:
        if isinstance(format, str):
            Style.named(format)
        self._format, self._columns, self._in_blocks = format, tuple(columns), in_blocks
        self._last: Style | None = None
        self._begun: Entry | None = None  # the first row of the table

    def style(self, read: Style) -> Style:
        """The style in which a puzzle is written that was read in a style."""
        return Style.named(self._format, read) if isinstance(self._format, str) else self._format or read

    def record(
        self, entry: Entry, shown: Grid | str | None = None, *, is_next: bool = True, title: str = ""
    ) -> str:
        """The record of a puzzle itself, of a solution of it, or a word in its place; in a table, no word.

        It is one more of the same record if not `is_next`. The `title` of a solution stands in a comment
        before it where grids are written, and a puzzle may have several solutions. Raises UnsupportedError
        where the format cannot represent what it holds of the two.
        """
        style, solution = self.style(entry.style), shown if isinstance(shown, Grid) else None
        if style.format == "csv":
            if entry.puzzle and not entry.record and not isinstance(shown, str):
                _check(entry.puzzle, solution, replace(style, numerals="symbols"))
            body = self.row(entry, [on_one_line(solution, style)] if solution else [])
        elif isinstance(shown, str) or entry.puzzle is None:
            body = f"{shown}\n"
        else:
            _check(entry.puzzle, solution, style)
            body = _body(entry.puzzle, solution, style)
        return self.placed(style, body, is_next=is_next, title=title)

    def placed(self, style: Style, body: str, *, is_next: bool = True, title: str = "") -> str:
        """Lines in a style, after what parts them from the record before; `is_next` begins a new record."""
        if title and self._in_blocks and style.format in _SEPARATED:
            body = f"# {title}\n{body}"
        last, self._last = self._last, style
        if last is None or (last.format == style.format == "csv"):
            return body
        is_apart = not {style.format, last.format}.isdisjoint((*_SEPARATED, "csv"))
        return "\n" + body if is_apart or (self._in_blocks and is_next) else body

    def row(self, entry: Entry, fields: Sequence[str] = ()) -> str:
        r"""The row of a table for a puzzle, with a field for each added column; first of all, the header.

        Without fields, the added columns are empty. Blanks of a puzzle that comes from no table are dots.

        >>> record = {"id": "7", "puzzle": "1.....2..3.....4"}
        >>> entry = Entry("a.csv:2", Puzzle("1.....2..3.....4"), None, Style("csv", delimiter=";"), record)
        >>> RecordWriter("csv", columns=["solution"]).row(entry, ["1243342143122134"])
        'id;puzzle;solution\n7;1.....2..3.....4;1243342143122134\n'
        """
        record = entry.record or {"puzzle": str(entry.puzzle or "")}
        lines: list[list[str]] = []
        if self._begun is None:
            self._begun = replace(entry, record=record)
            taken, lines = {name.lower() for name in record}, [[*record]]
            for name in self._columns:
                while name in taken:
                    name = f"sudocube_{name}"
                lines[0].append(name)
        begun = self._begun
        own = {name.lower(): value for name, value in record.items() if name != entry.column}
        own[begun.column.lower()] = record[entry.column]
        values = (own.get(name.lower(), "") for name in begun.record)
        lines.append([*values, *(fields or [""] * len(self._columns))])
        text = io.StringIO(newline="")
        csv.writer(text, delimiter=begun.style.delimiter, lineterminator="\n").writerows(lines)
        return text.getvalue()

    def left_out(self, entry: Entry) -> list[str]:
        """The names of the columns that the puzzle came with and this table, once begun, does not have."""
        taken = {name.lower() for name in (self._begun or entry).record}
        return [name for name in entry.record if name != entry.column and name.lower() not in taken]


def write(boards: Board | Iterable[Board], style: Style) -> str:
    """One board or several as one text. Raises UnsupportedError for a board that the style cannot hold."""
    boards, writer = [boards] if isinstance(boards, Board) else [*boards], RecordWriter(style)
    if style.format == "csv" and any(isinstance(one, Grid) for one in boards):
        raise UnsupportedError("the format csv holds puzzles, and solutions beside them: choose line or grid")
    return "".join(writer.record(Entry("", cast(Puzzle, one), None, style)) for one in boards)


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
    geometry, size, name = puzzle.geometry, puzzle.geometry.size, f"the format {style.format}"
    shape, is_nine_only = f"{size}×{size}", style.format in _NINE_ONLY
    boxes = f"boxes of {geometry.box_rows} rows × {geometry.box_columns} columns: choose grid, whose bars do"
    is_written = (solution is None or style.format in _BOTH) and style.format != "pencilmarks"
    has_marks = is_written and isinstance(puzzle, Puzzle) and puzzle.candidates is not None
    is_large = style.format == "f-puzzles" and size > 16
    is_lost = {
        f"{name} holds 9×9 puzzles only, not {shape}: choose line or grid": is_nine_only and size != 9,
        f"f-puzzles holds puzzles up to 16×16 only, not {shape}: choose line or grid": is_large,
        f"0 to F are the digits of 16×16, not of {shape}": style.numerals == "hexadecimal" and size != 16,
        f"{name} does not tell {boxes}": style.format in _ONE_LINE and not _is_box_known(geometry, style),
        f"{name} does not hold pencilmarks: choose the format pencilmarks": has_marks,
    }
    if why := next((why for why, is_so in is_lost.items() if is_so), None):
        raise UnsupportedError(why)
    if solution is not None and solution.geometry != geometry:
        raise PuzzleError(f"a solution of {solution.geometry} for a puzzle of {geometry}")


def _is_box_known(geometry: Geometry, style: Style) -> bool:
    """Whether a reader knows the box shape without bars: it is the usual one, or the user gave it."""
    return style.box_given or geometry.box_rows <= geometry.box_columns


def _needs_bars(board: Board, style: Style) -> bool:
    """Whether the style has bars, or the grid would be read in another way without them.

    Sixteen rows of sixteen symbols up to 4, without spaces, would be read as sixteen 4×4 puzzles.
    """
    looks_like_many = board.geometry.size == 16 and not style.spaced and max(board.cells) <= 4
    return style.barred or looks_like_many or not _is_box_known(board.geometry, style)


def _marks(board: Board) -> str:
    """The candidates of each cell, on one line."""
    if isinstance(board, Puzzle) and board.candidates is not None:
        return str(board)
    digits = board.geometry.digits
    return "".join(SYMBOLS[d if value in (0, d) else 0] for value in board.cells for d in digits)


def _cells(board: Board, style: Style) -> list[str]:
    """The text of each cell, with the blank of the style."""
    symbols = "0123456789ABCDEF" if style.numerals == "hexadecimal" else SYMBOLS[1:]
    texts = [*map(str, board.geometry.digits)] if style.numerals == "numbers" else [*symbols]
    return [texts[value - 1] if value else style.blank for value in board.cells]


def on_one_line(board: Board, style: Style) -> str:
    """The cells of a board on one line, without its end."""
    if style.numerals == "symbols":  # by far the quickest
        return str(board).replace(SYMBOLS[0], style.blank)
    return (" " if style.numerals == "numbers" else "").join(_cells(board, style))


def _rows(board: Board, style: Style, *, barred: bool) -> str:
    """The rows of a board, each on a text line, with bars and rules between the boxes if `barred`."""
    size, side, cells = board.geometry.size, board.geometry.box_rows, _cells(board, style)
    width = board.geometry.box_columns if barred else size
    gap = " " if (style.spaced or style.numerals == "numbers") and style.format != "sdk" else ""
    if style.numerals == "numbers":  # in columns
        cells = [cell.rjust(len(str(size))) for cell in cells]
    parts = [gap.join(cells[at : at + width]) for at in range(0, size * size, width)]
    bar, dash, count = f"{gap}|{gap}", "-" * len(gap), size // width
    rows = [bar.join(parts[at : at + count]) for at in range(0, len(parts), count)]
    if not barred:
        return "\n".join(rows) + "\n"
    rule, ends = f"{dash}+{dash}".join("-" * len(part) for part in parts[:count]), list[str]()
    if style.framed:
        rows = [f"|{gap}{row}{gap}|" for row in rows]
        inner = f"{dash}{rule}{dash}"
        rule = f"|{inner}|" if style.format == "ss" else f"+{inner}+"
        ends = [f"*{'-' * len(inner)}*" if style.format == "ss" else rule]
    bands = ["\n".join(rows[at : at + side]) for at in range(0, size, side)]
    return "\n".join([*ends, f"\n{rule}\n".join(bands), *ends]) + "\n"
