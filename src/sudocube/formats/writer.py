"""Writing: puzzles and solutions as text, in the style in which they were read or any other.

What a format cannot express is refused: sizes other than 9 in `.sdk` and `.sdm`, and in formats with one
puzzle per line a box shape that is not the usual one (unless the user gave it with the input). A grid gets
bars where, without them, a reader would take it for another box shape or size.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from sudocube.errors import PuzzleError, UnsupportedError
from sudocube.formats.entry import Style
from sudocube.geometry import SYMBOLS, Geometry
from sudocube.puzzle import Board, Grid, Puzzle

_SEPARATED = ("grid", "ss", "sdk")
_NINE_ONLY = ("sdk", "sdm", "pencilmarks")
_ONE_LINE = ("line", "csv", "pencilmarks")
_BOTH = ("csv", "sdk")  # they hold the puzzle and its solution


class Writer:
    r"""Turns puzzles into text, one after the other, in one style.

    >>> writer = Writer(Style.named("csv"))
    >>> writer.text(Board("1.....2..3.....4"))
    'puzzle,solution\n1.....2..3.....4,\n'
    >>> writer.text(Board("1.....2..3.....4"))
    '1.....2..3.....4,\n'
    """

    def __init__(self, style: Style) -> None:
        self.style = style
        self._is_first = True

    def text(self, puzzle: Board, solution: Grid | None = None) -> str:
        """The text for one puzzle: what separates it from the one before, its lines, and the last line's end.

        If a solution is given, it is written in place of the puzzle; `.sdk` and CSV hold both. Raises
        UnsupportedError where the format cannot represent the puzzle, PuzzleError where the solution has
        another geometry.
        """
        style = self.style
        _check(puzzle, solution, style)
        board = puzzle if solution is None else solution
        before = "\n" if style.format in _SEPARATED and not self._is_first else ""
        match style.format:
            case "csv":
                before = f"puzzle{style.delimiter}solution\n" if self._is_first else ""
                body = (
                    f"{_line(puzzle, style)}{style.delimiter}{_line(solution, style) if solution else ''}\n"
                )
            case "sdk":
                body = "[Puzzle]\n" + _rows(puzzle, style, barred=False)
                if solution is not None:
                    body += "[State]\n" + _rows(solution, style, barred=False)
            case "pencilmarks":
                body = _marks(board).replace(".", style.blank) + "\n"
            case "grid" | "ss":
                body = _rows(board, style, barred=_needs_bars(board, style))
            case _:
                body = _line(board, style) + "\n"
        self._is_first = False
        return before + body


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
        raise UnsupportedError(f"the format {style.format} does not hold pencilmarks: choose pencilmarks")
    if solution is not None and solution.geometry != geometry:
        raise PuzzleError(f"a solution of {solution.geometry} for a puzzle of {geometry}")


def _is_box_known(geometry: Geometry, style: Style) -> bool:
    """Whether a reader knows the box shape without bars: it is the usual one, or the user gave it."""
    return style.box_given or geometry == Geometry.of_size(geometry.size)


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


def _line(board: Board, style: Style) -> str:
    """The cells of a board on one line."""
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
