"""Grids drawn for a terminal: bars between boxes, clues standing out, differing cells marked.

Every cell is three characters wide, so that a mark has its place: `[5]` is a cell in which two grids
differ, whether or not there is colour.
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


def drawn(board: Board, *, clues: Board | None = None, marked: Collection[int] = ()) -> list[Text]:
    """The lines of a grid; the filled cells of `clues` are clues, the `marked` cells are bracketed."""
    shape = board.geometry
    given = (clues or board).cells
    rule = Text("+".join(["-" * (3 * shape.box_columns)] * (shape.size // shape.box_columns)), BAR)
    lines: list[Text] = []
    for row in range(shape.size):
        if row and row % shape.box_rows == 0:
            lines.append(rule)
        line = Text()
        for column in range(shape.size):
            if column and column % shape.box_columns == 0:
                line.append("|", BAR)
            cell = row * shape.size + column
            symbol = SYMBOLS[board.cells[cell]]
            if cell in marked:
                line.append(f"[{symbol}]", MARKED)
            else:
                line.append(f" {symbol} ", CLUE if given[cell] else FOUND)
        lines.append(line)
    return lines


def width_of(board: Board) -> int:
    """How many characters a drawn grid is wide."""
    shape = board.geometry
    return 3 * shape.size + shape.size // shape.box_columns - 1


def differing(first: Board, second: Board) -> list[int]:
    """The cells in which two boards of the same geometry differ."""
    return [
        cell for cell, (one, other) in enumerate(zip(first.cells, second.cells, strict=True)) if one != other
    ]


def side_by_side(blocks: Sequence[Sequence[Text]], width: int, gap: int = 4) -> list[Text]:
    """Blocks of lines beside each other where the width allows, else one below the other."""
    widths = [max(line.cell_len for line in block) for block in blocks]
    if sum(widths) + gap * (len(blocks) - 1) > width:
        stacked: list[Text] = []
        for block in blocks:
            stacked += [Text(), *block] if stacked else block
        return stacked
    joined: list[Text] = []
    for lines in zip(*blocks, strict=True):
        line = Text()
        for text, column in zip(lines, widths, strict=True):
            if line:
                line.append(" " * gap)
            line.append_text(text)
            line.append(" " * (column - text.cell_len))
        line.rstrip()
        joined.append(line)
    return joined
