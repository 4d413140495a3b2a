"""Boards as pictures for notebooks: SVG that needs nothing else, and can be read on light and dark pages.

Clues are bold, in the colour of the text around the picture; what was solved is blue. Marked cells have a
frame and a tint. No colour says anything alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from html import escape

from sudocube.geometry import SYMBOLS, Geometry
from sudocube.puzzle import Board, Grid, Puzzle
from sudocube.report.document import Drawing, Tone

CELL = 36
"""The side of a cell in pixels; half of it above size 9, and the picture shrinks where the page is narrow."""

MARGIN = 22
"""The room for the numbers of rows and columns."""

SOLVED = "#3b82f6"
DIFFERS = "#e08700"
HOLDS = "#17929e"
CONFLICT = "#e5484d"
"""The colours of solved digits and of the kinds of marks: all are seen on white and on black."""

_COLOURS = {Tone.SEVERAL: DIFFERS, Tone.BAD: CONFLICT, Tone.GOOD: HOLDS}

BOLD = 'font-weight="700"'


def board_picture(board: Board) -> str:
    """The picture of a puzzle or a grid, as HTML."""
    return svg(Drawing(board))


def svg(drawing: Drawing, *, is_numbered: bool = False) -> str:
    """A drawing as SVG; with `is_numbered`, rows and columns have their numbers.

    Without `clues`, all digits of a puzzle are clues, and of a grid it is not known which are. Without
    `candidates`, those of a board with pencilmarks are drawn.
    """
    board, clues, candidates = drawing.board, drawing.clues, drawing.candidates
    shape = board.geometry
    side = CELL if shape.size <= 9 else CELL * 0.75
    margin = MARGIN if is_numbered else 0
    extent = shape.size * side + margin + 4
    origin = margin + 2
    if candidates is None and isinstance(board, Puzzle) and board.candidates is not None:
        candidates = [[d for d in shape.digits if mask >> d - 1 & 1] for mask in board.candidates]
    kind = "grid" if isinstance(board, Grid) else "puzzle"
    label = escape(f"{shape.size}×{shape.size} {kind}: {_label(board)}", quote=True)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{label}"'
        f' width="{extent:g}" height="{extent:g}" viewBox="0 0 {extent:g} {extent:g}"'
        ' style="max-width:100%;height:auto;background:none;font-family:system-ui,sans-serif"'
        ' fill="currentColor" text-anchor="middle">',
        *(_mark(cell, shape, side, origin, _COLOURS[drawing.tone]) for cell in sorted(drawing.marked)),
        *_rules(shape, side, origin),
        *(_numbers(shape, side, margin) if is_numbered else ()),
    ]
    of_board = "" if kind == "grid" else BOLD
    for cell, digit in enumerate(board.cells):
        x, y = origin + shape.column(cell) * side, origin + shape.row(cell) * side
        if digit:
            style = of_board if clues is None else BOLD if clues.cells[cell] else f'fill="{SOLVED}"'
            parts.append(_text(SYMBOLS[digit], x + side / 2, y + side / 2, side * 0.6, style))
        elif candidates is not None:
            parts += _small(candidates[cell], shape, x, y, side)
    return "".join((*parts, "</svg>"))


def _label(board: Board) -> str:
    """The cells in words that a screen reader reads: row by row."""
    return " / ".join("".join(SYMBOLS[digit] for digit in row) for row in board.rows)


def _text(symbol: str, x: float, y: float, size: float, style: str = "") -> str:
    """A symbol around a point. Its baseline is computed: not all programs know `dominant-baseline`."""
    return f'<text x="{x:g}" y="{y + size * 0.36:g}" font-size="{size:g}" {style}>{symbol}</text>'


def _mark(cell: int, shape: Geometry, side: float, origin: int, colour: str) -> str:
    x, y = origin + shape.column(cell) * side + 2, origin + shape.row(cell) * side + 2
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{side - 4:g}" height="{side - 4:g}" rx="4" fill="{colour}"'
        f' fill-opacity="0.16" stroke="{colour}" stroke-width="2"/>'
    )


def _rules(shape: Geometry, side: float, origin: int) -> Iterator[str]:
    """The lines between cells, thin, and around boxes, thick."""
    length = shape.size * side
    for step, opacity, width in ((1, 0.3, 1), (0, 0.9, 2)):
        rows = range(0, shape.size + 1, step or shape.box_rows)
        columns = range(0, shape.size + 1, step or shape.box_columns)
        path = [f"M{origin} {origin + row * side:g}h{length:g}" for row in rows]
        path += [f"M{origin + column * side:g} {origin}v{length:g}" for column in columns]
        yield (
            f'<path d="{"".join(path)}" fill="none" stroke="currentColor" stroke-opacity="{opacity:g}"'
            f' stroke-width="{width}" stroke-linecap="square"/>'
        )


def _numbers(shape: Geometry, side: float, margin: int) -> Iterator[str]:
    """The numbers of the columns above, and of the rows at the left."""
    for number in range(1, shape.size + 1):
        middle = margin + 2 + (number - 0.5) * side
        yield _text(str(number), middle, margin / 2, 11, 'opacity="0.6"')
        yield _text(str(number), margin / 2, middle, 11, 'opacity="0.6"')


def _small(digits: Collection[int], shape: Geometry, x: float, y: float, side: float) -> Iterator[str]:
    """The candidates of a cell, each in its place."""
    edge = side / 18
    across, down = (side - 2 * edge) / shape.box_columns, (side - 2 * edge) / shape.box_rows
    x, y, size = x + edge, y + edge, min(across, down) * 0.85
    for digit in digits:
        row, column = divmod(digit - 1, shape.box_columns)
        yield _text(
            SYMBOLS[digit], x + (column + 0.5) * across, y + (row + 0.5) * down, size, 'opacity="0.75"'
        )
