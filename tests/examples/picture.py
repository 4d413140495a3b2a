"""The picture at the top of the manual: a puzzle and two solutions of it, in an SVG that needs nothing else.

GitHub and the site both show the file. It has a sheet of its own, so that it can be read on light and dark
pages. `python -m tests.examples` updates it.
"""

from collections.abc import Iterator
from pathlib import Path

from sudocube import Grid, Puzzle, check
from sudocube.puzzle import Board, differing_cells

PATH = Path(__file__).resolve().parents[2] / "docs" / "assets" / "two-solutions.svg"
PUZZLE = "..2.9....1..2.4.....5.7.............81....5..26...38.73....14.....6...95...5..7.."
CELL, GAP, TOP, EDGE = 26, 26, 34, 16
SIDE = 9 * CELL
WIDTH, HEIGHT = 3 * SIDE + 2 * GAP + 2 * EDGE, TOP + SIDE + EDGE

STYLE = """\
text { text-anchor: middle; font: 15px system-ui, sans-serif; fill: #5b6b6e }
.sheet { fill: #fff }
text.clue { fill: #14191a; font-weight: 700 }
rect.differs { fill: #f2903a }
text.differs { fill: #1d1206; font-weight: 700 }
path { fill: none; stroke: #5b6b6e }
path.cell { stroke-width: .5; opacity: .6 }
path.box { stroke-width: 1.6 }
@media (prefers-color-scheme: dark) {
  text { fill: #a9b8ba }
  .sheet { fill: #1b2426 }
  text.clue { fill: #f2f6f6 }
  path { stroke: #a9b8ba }
}"""


def updated() -> str:
    """The picture as it has to be."""
    puzzle = Puzzle(PUZZLE)
    first, second = check(puzzle, engine="kernel:twin").solutions  # the same on every machine
    differing = differing_cells(first, second)
    boards: list[tuple[str, Board]] = [("a puzzle", puzzle), ("one solution", first), ("another", second)]
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        "<title>A puzzle and two solutions of it; the cells in which they differ are marked</title>",
        f"<style>\n{STYLE}\n</style>",
        f'<rect class="sheet" width="{WIDTH}" height="{HEIGHT}" rx="6"/>',
    ]
    for place, (title, board) in enumerate(boards):
        lines.append(f'<g transform="translate({EDGE + place * (SIDE + GAP)} {TOP})">')
        lines += _board(title, board, puzzle, differing if isinstance(board, Grid) else ())
        lines.append("</g>")
    return "\n".join([*lines, "</svg>", ""])


def _board(title: str, board: Board, puzzle: Puzzle, differing: tuple[int, ...]) -> Iterator[str]:
    """A board below its title: what differs from the other solution is marked, and clues are bold."""
    yield f'<text x="{SIDE / 2:g}" y="-12">{title}</text>'
    for cell, digit in enumerate(board.cells):
        x, y = cell % 9 * CELL, cell // 9 * CELL
        kind = "clue" if puzzle.cells[cell] else "differs" if cell in differing else "solved"
        if kind == "differs":
            yield f'<rect class="differs" x="{x}" y="{y}" width="{CELL}" height="{CELL}"/>'
        if digit:
            yield f'<text class="{kind}" x="{x + CELL // 2}" y="{y + 18}">{digit}</text>'
    for kind, step in (("cell", CELL), ("box", 3 * CELL)):
        lines = (f"M0 {at}H{SIDE}M{at} 0V{SIDE}" for at in range(0, SIDE + 1, step))
        yield f'<path class="{kind}" d="{"".join(lines)}"/>'
