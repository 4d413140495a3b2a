"""Pictures: on the first page a puzzle and two solutions of it, and what a notebook shows of a check."""

from collections.abc import Iterator

from sudocube import Puzzle, check

PUZZLE = "..2.9....1..2.4.....5.7.............81....5..26...38.73....14.....6...95...5..7.."
CELL, TOP, EDGE = 26, 30, 2
SIDE = 9 * CELL


def two_solutions() -> str:
    """The picture in HTML and SVG; its colours are those of the page."""
    first, second = (str(one) for one in check(Puzzle(PUZZLE)).solutions)
    pictures = (("a puzzle", PUZZLE, PUZZLE), ("one solution", first, second), ("another", second, first))
    return f'<div class="two-solutions">{"".join("".join(_picture(*one)) for one in pictures)}</div>'


def in_a_notebook() -> str:
    """What a notebook shows of `check(puzzle)`, in HTML."""
    shown = " ".join(check(Puzzle(PUZZLE))._repr_html_().splitlines())  # a blank line would end the block
    return f'<div class="in-a-notebook">{shown}</div>'


def _picture(title: str, cells: str, other: str) -> Iterator[str]:
    """A grid with its title; what differs from the other one stands out, and so do the clues."""
    width, height = SIDE + 2 * EDGE, SIDE + TOP + EDGE
    yield f'<svg viewBox="-{EDGE} -{TOP} {width} {height}" role="img" aria-label="{title}">'
    yield f'<text class="title" x="{SIDE / 2}" y="-14">{title}</text>'
    yield f'<rect class="paper" width="{SIDE}" height="{SIDE}"/>'
    for cell, digit in enumerate(cells):
        x, y = cell % 9 * CELL, cell // 9 * CELL
        kind = "clue" if PUZZLE[cell] != "." else "open"
        if digit != other[cell]:
            kind = "differs"
            yield f'<rect class="differs" x="{x}" y="{y}" width="{CELL}" height="{CELL}"/>'
        if digit != ".":
            yield f'<text class="{kind}" x="{x + CELL / 2}" y="{y + CELL / 2}">{digit}</text>'
    for line in range(10):
        kind = "box" if line % 3 == 0 else "cell"
        yield f'<path class="{kind}" d="M0 {line * CELL}H{SIDE}M{line * CELL} 0V{SIDE}"/>'
    yield "</svg>"
