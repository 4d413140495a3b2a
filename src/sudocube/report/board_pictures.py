"""Boards as pictures for notebooks: SVG that needs nothing else, and can be read on light and dark pages.

Clues are bold, in the colour of the text around the picture; what was solved is blue. Marked cells have a
frame and a tint. No colour says anything alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from sudocube.geometry import SYMBOLS, Geometry
from sudocube.puzzle import Board, Grid, Puzzle
from sudocube.report.document import Drawing, Tone

CELL, SMALLER = 36, 0.75
"""The side of a cell in pixels, and by what it shrinks above size 9."""

EDGE, MARGIN = 2, 22
"""The room around the board, and that for the numbers of rows and columns."""

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
    if candidates is None and isinstance(board, Puzzle) and board.candidates is not None:
        candidates = [[d for d in shape.digits if mask >> d - 1 & 1] for mask in board.candidates]
    kind = "grid" if isinstance(board, Grid) else "puzzle"
    rows = " / ".join("".join(SYMBOLS[digit] for digit in row) for row in board.rows)
    label = f"{shape.size}×{shape.size} {kind}: {rows}"
    before = MARGIN if is_numbered else EDGE
    extent = shape.size * CELL + before + EDGE
    width = extent if shape.size <= 9 else extent * SMALLER
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{label}"'
        f' width="{width:g}" height="{width:g}" viewBox="{-before} {-before} {extent} {extent}"'
        ' style="max-width:100%;height:auto;background:none;font-family:system-ui,sans-serif"'
        ' fill="currentColor" text-anchor="middle">'
    ]
    parts += [_mark(cell, shape, _COLOURS[drawing.tone]) for cell in sorted(drawing.marked)]
    parts.append(_rules(shape.size, 1, 1, 'stroke-opacity="0.3" stroke-width="1"'))
    thick = 'stroke-opacity="0.9" stroke-width="2"'
    parts.append(_rules(shape.size, shape.box_rows, shape.box_columns, thick))
    for number in range(1, shape.size * is_numbered + 1):
        middle = (number - 0.5) * CELL
        parts.append(_text(str(number), middle, -MARGIN / 2, 11, 'opacity="0.6"'))
        parts.append(_text(str(number), -MARGIN / 2, middle, 11, 'opacity="0.6"'))
    of_board = "" if kind == "grid" else BOLD
    for cell, digit in enumerate(board.cells):
        x, y = shape.column(cell) * CELL, shape.row(cell) * CELL
        if digit:
            style = of_board if clues is None else BOLD if clues.cells[cell] else f'fill="{SOLVED}"'
            parts.append(_text(SYMBOLS[digit], x + CELL / 2, y + CELL / 2, CELL * 0.6, style))
        elif candidates is not None:
            parts += _small(candidates[cell], shape, x, y)
    return "".join((*parts, "</svg>"))


def _text(symbol: str, x: float, y: float, size: float, style: str = "") -> str:
    """A symbol around a point. Its baseline is computed: not all programs know `dominant-baseline`."""
    return f'<text x="{x:g}" y="{y + size * 0.36:g}" font-size="{size:g}" {style}>{symbol}</text>'


def _mark(cell: int, shape: Geometry, colour: str) -> str:
    x, y, side = shape.column(cell) * CELL + EDGE, shape.row(cell) * CELL + EDGE, CELL - 2 * EDGE
    return (
        f'<rect x="{x}" y="{y}" width="{side}" height="{side}" rx="4" fill="{colour}" fill-opacity="0.16"'
        f' stroke="{colour}" stroke-width="2"/>'
    )


def _rules(size: int, down: int, across: int, style: str) -> str:
    """The lines around cells, or around boxes with so many rows and columns."""
    length = size * CELL
    path = [f"M0 {row * CELL}h{length}" for row in range(0, size + 1, down)]
    path += [f"M{column * CELL} 0v{length}" for column in range(0, size + 1, across)]
    return f'<path d="{"".join(path)}" fill="none" stroke="currentColor" {style} stroke-linecap="square"/>'


def _small(digits: Collection[int], shape: Geometry, x: float, y: float) -> Iterator[str]:
    """The candidates of a cell, each in its place."""
    inside = CELL - 2 * EDGE
    across, down = inside / shape.box_columns, inside / shape.box_rows
    size = min(across, down) * 0.85
    for digit in digits:
        row, column = divmod(digit - 1, shape.box_columns)
        place = x + EDGE + (column + 0.5) * across, y + EDGE + (row + 0.5) * down
        yield _text(SYMBOLS[digit], *place, size, 'opacity="0.75"')
