"""Pictures for the notebook of the lesson: candidates, and the cube.

Each is a `Picture`: a notebook shows the SVG, a terminal the text. They use the colour of the text around
them, so that they can be read on light and dark pages, and no colour says anything alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from sudocube.cube import Line
from sudocube.geometry import SYMBOLS
from sudocube.puzzle import Board, Grid, Puzzle
from sudocube.report.board_pictures import CONFLICT, DIFFERS, SOLVED, page, paragraph, svg

TOTAL_WIDTH = 250
"""How wide a floor of the cube is, in pixels."""


@dataclass(frozen=True, slots=True)
class Picture:
    """What a notebook shows as a picture with a legend below it, and everything else as text.

    >>> Picture("<svg></svg>", "an empty picture")
    an empty picture
    """

    svg: str
    text: str
    legend: str = ""

    def _repr_html_(self) -> str:
        """For a live notebook: in the colours of its page, and to be scrolled where it is too wide."""
        legend = [paragraph(self.legend)] if self.legend else []
        return page([f'<div style="overflow-x:auto">{self.svg}</div>', *legend])

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return self.text


def candidates_picture(
    puzzle: Puzzle, candidates: Sequence[Collection[int]], *, marked: Collection[int] = ()
) -> Picture:
    """A puzzle with the digits that each cell can still hold.

    `candidates` are n² collections of digits, row by row. A cell with one of them is solved. One with none is
    framed in red, and so are the cells that are `marked`, by their indices from 0.

    >>> candidates_picture(Puzzle("1... ..2. .3.. ...4"), [[1], [2, 4], []] + 13 * [[1, 2, 3, 4]])
    1     24    -     1234
    1234  1234  1234  1234
    1234  1234  1234  1234
    1234  1234  1234  1234
    """
    shape = puzzle.geometry
    digits = [sorted(cell) for cell in candidates]
    single = (cell[0] if len(cell) == 1 else 0 for cell in digits)
    shown = bytes(clue or digit for clue, digit in zip(puzzle.cells, single, strict=True))
    framed = {*marked, *(cell for cell, left in enumerate(digits) if not left)}
    picture = svg(
        Puzzle(shown, shape),
        clues=puzzle,
        marked=framed,
        colour=CONFLICT,
        candidates=digits,
        is_numbered=True,
    )
    words = ["".join(SYMBOLS[digit] for digit in cell) or "-" for cell in digits]
    width = max(map(len, words))
    rows = (words[start : start + shape.size] for start in range(0, shape.cell_count, shape.size))
    return Picture(picture, "\n".join("  ".join(f"{word:{width}}" for word in row).rstrip() for row in rows))


def cube_picture(board: Board, lines: Sequence[Line] = ()) -> Picture:
    """The cube of a puzzle or a grid: a floor for each digit, with a block in each cell that holds it.

    The elements of `lines` have a frame. As text, the floors stand side by side.

    >>> cube_picture(Puzzle("1... ..2. .3.. ...4"))
    1 . . .      # . . .     . . . .     . . . .     . . . .
    . . 2 .      . . . .     . . # .     . . . .     . . . .
    . 3 . .      . . . .     . . . .     . # . .     . . . .
    . . . 4      . . . .     . . . .     . . . .     . . . #
    """
    framed = {element for line in lines for element in line.elements}
    return Picture(_cube_svg(board, framed), "\n".join(_floors_as_text(board)))


def _floors_as_text(board: Board) -> Iterator[str]:
    for row in board.rows:
        floors = (" ".join("#" if held == digit else "." for held in row) for digit in board.geometry.digits)
        yield "     ".join((" ".join(SYMBOLS[held] if held else "." for held in row) + " ", *floors))


class _Projection:
    """From places in the cube to points of the picture: rows go back to front, floors upwards."""

    def __init__(self, size: int) -> None:
        self.across = TOTAL_WIDTH / size  # from column to column
        self.slant = self.across * 0.5  # how far each row stands to the left of the one behind it
        self.down = self.across * 0.3  # from row to row
        self.block = self.across * 0.2  # the height of a block
        self.up = size * self.down + self.block * 0.5  # from floor to floor
        self.left, self.top = 24 + size * self.slant, 8 + self.block
        self.width = self.left + TOTAL_WIDTH + 8
        self.height = self.top + (size - 1) * self.up + size * self.down + 24
        self.size = size

    def point(self, row: float, column: float, floor: float, lift: float = 0) -> str:
        """A corner of a cell, lifted by a part of the height of a block; floors count from 1."""
        x = self.left + column * self.across - row * self.slant
        y = self.top + (self.size - floor) * self.up + row * self.down - lift * self.block
        return f"{x:.1f} {y:.1f}"

    def path(self, *corners: tuple[float, float, float, float]) -> str:
        """A polygon."""
        return f"M{'L'.join(self.point(*corner) for corner in corners)}Z"


def _cube_svg(board: Board, framed: Collection[int]) -> str:
    """The floors from the lowest one up, each with its blocks and frames."""
    shape = board.geometry
    view = _Projection(shape.size)
    rows = " / ".join("".join(SYMBOLS[held] if held else "." for held in row) for row in board.rows)
    kind = "grid" if isinstance(board, Grid) else "puzzle"
    label = escape(f"the cube of the {kind} {rows}", quote=True)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{label}"'
        f' width="{view.width:.0f}" height="{view.height:.0f}"'
        f' viewBox="0 0 {view.width:.0f} {view.height:.0f}"'
        ' style="max-width:100%;height:auto;background:none;font-family:system-ui,sans-serif"'
        ' fill="currentColor">'
    ]
    for digit in shape.digits:
        parts += _floor(view, board, digit, framed)
    x, y = view.point(shape.size, shape.size / 2, 1).split()
    parts.append(f'<text x="{x}" y="{float(y) + 15:.1f}" font-size="11" text-anchor="middle">columns</text>')
    return "".join((*parts, "</svg>"))


def _floor(view: _Projection, board: Board, digit: int, framed: Collection[int]) -> Iterator[str]:
    """The floor of a digit: its cells, the blocks on it, and the frames."""
    size = view.size
    outline = view.path((0, 0, digit, 0), (0, size, digit, 0), (size, size, digit, 0), (size, 0, digit, 0))
    yield f'<path d="{outline}" fill-opacity="0.05" stroke="currentColor" stroke-opacity="0.7"/>'
    for across, down, opacity in ((1, 1, 0.2), (board.geometry.box_columns, board.geometry.box_rows, 0.5)):
        rows = (f"M{view.point(k, 0, digit)}L{view.point(k, size, digit)}" for k in range(down, size, down))
        columns = (
            f"M{view.point(0, k, digit)}L{view.point(size, k, digit)}" for k in range(across, size, across)
        )
        path = "".join((*rows, *columns))
        yield f'<path d="{path}" fill="none" stroke="currentColor" stroke-opacity="{opacity}"/>'
    x, y = view.point(size, 0, digit).split()
    yield (
        f'<text x="{float(x) - 6:.1f}" y="{float(y):.1f}" font-size="12" text-anchor="end">'
        f"{SYMBOLS[digit]}</text>"
    )
    frames = ""
    for cell, held in enumerate(board.cells):
        r, c = divmod(cell, size)
        if held == digit:
            yield from _block(view, r, c, digit)
        if cell * size + digit - 1 in framed:
            lift = float(held == digit)
            corners = [(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)]
            frames += view.path(*((row, column, digit, lift) for row, column in corners))
    if frames:
        style = f'fill="none" stroke="{DIFFERS}" stroke-width="2.5" stroke-linejoin="round"'
        yield f'<path d="{frames}" {style}/>'


def _block(view: _Projection, r: int, c: int, digit: int) -> Iterator[str]:
    """A block on the cell in row r and column c, counted from 0: its top, its front and its right side."""
    top = view.path((r, c, digit, 1), (r, c + 1, digit, 1), (r + 1, c + 1, digit, 1), (r + 1, c, digit, 1))
    front = view.path(
        (r + 1, c, digit, 1), (r + 1, c + 1, digit, 1), (r + 1, c + 1, digit, 0), (r + 1, c, digit, 0)
    )
    side = view.path(
        (r, c + 1, digit, 1), (r + 1, c + 1, digit, 1), (r + 1, c + 1, digit, 0), (r, c + 1, digit, 0)
    )
    yield f'<path d="{front}{side}" fill="{SOLVED}"/>'
    yield f'<path d="{front}{side}" fill="#000" fill-opacity="0.35"/>'
    yield f'<path d="{top}" fill="{SOLVED}" stroke="#fff" stroke-opacity="0.4" stroke-width="0.8"/>'
