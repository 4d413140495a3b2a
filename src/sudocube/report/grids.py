"""Grids drawn for a terminal, one or two beside each other, with cells marked.

A cell in which two grids differ stands in brackets, whether or not there is colour. Drawn wide, each cell
has brackets of its own; drawn close, neighbours share a pair:

     5  6 [7] C | 4 [3][E] 9          5 6[7]C | 4[3 E]9
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rich.style import Style
from rich.text import Text

from sudocube.geometry import SYMBOLS
from sudocube.puzzle import Board

CLUE = Style(bold=True)
FOUND = Style(color="cyan")
MARKED = Style(color="red", bold=True)
BAR = Style(dim=True)

_INDENT = 2
_GAP = 4


def drawn(
    board: Board, *, clues: Board | None = None, marked: Collection[int] = (), close: bool = False
) -> list[Text]:
    """The lines of a grid; the filled cells of `clues` are clues, the `marked` cells are bracketed."""
    shape = board.geometry
    given = (clues or board).cells
    lines: list[Text] = []
    for row in range(shape.size):
        line = Text(no_wrap=True)
        is_open = False  # a bracket, in a close drawing
        for column in range(shape.size):
            cell = row * shape.size + column
            is_marked = cell in marked
            if is_open and not is_marked:
                line.append("]", MARKED)
            elif is_marked and not is_open:
                line.append("[", MARKED)
            else:
                line.append(" ")
            line.append(SYMBOLS[board.cells[cell]], MARKED if is_marked else CLUE if given[cell] else FOUND)
            ends_box = (column + 1) % shape.box_columns == 0
            is_open = is_marked and close and not ends_box
            if ends_box or not close:
                line.append("]", MARKED) if is_marked else line.append(" ")
            if ends_box and column + 1 < shape.size:
                line.append("|", BAR)
        if row and row % shape.box_rows == 0:
            lines.append(_rule(line.plain))
        lines.append(line)
    return lines


def _rule(line: str) -> Text:
    """A rule as long as a line of cells, crossing its bars."""
    return Text("+".join("-" * len(part) for part in line.split("|")), BAR, no_wrap=True)


def differing(first: Board, second: Board) -> list[int]:
    """The cells in which two boards of the same geometry differ."""
    return [
        cell for cell, (one, other) in enumerate(zip(first.cells, second.cells, strict=True)) if one != other
    ]


def beside_each_other(
    headings: Sequence[str],
    boards: Sequence[Board],
    *,
    clues: Board,
    marked: Collection[int],
    width: int,
) -> list[Text]:
    """Grids under their headings: beside each other where the width allows, else one below the other.

    Wide where that fits, else close.
    """
    for is_beside, close, indent, gap in (
        (True, False, _INDENT, _GAP),
        (True, True, _INDENT, _GAP),
        (True, True, 1, 1),  # two close 16×16 grids are just 80 characters wide
        (False, False, _INDENT, 0),
        (False, True, _INDENT, 0),
    ):
        blocks = [
            [Text(heading, "italic"), *drawn(board, clues=clues, marked=marked, close=close)]
            for heading, board in zip(headings, boards, strict=True)
        ]
        lines = _joined(blocks, gap) if is_beside else _stacked(blocks)
        if indent + max(line.cell_len for line in lines) <= width:
            break
    return [Text(" " * indent).append_text(line) if line else line for line in lines]


def _stacked(blocks: Sequence[Sequence[Text]]) -> list[Text]:
    """Blocks of lines one below the other, with a blank line between."""
    return [line for block in blocks for line in (Text(), *block)][1:]


def _joined(blocks: Sequence[Sequence[Text]], gap: int) -> list[Text]:
    """Blocks of as many lines beside each other."""
    widths = [max(line.cell_len for line in block) for block in blocks]
    joined: list[Text] = []
    for lines in zip(*blocks, strict=True):
        line = Text(no_wrap=True)
        for text, column in zip(lines, widths, strict=True):
            if line:
                line.append(" " * gap)
            line.append_text(text)
            line.append(" " * (column - text.cell_len))
        joined.append(line)
    return joined
