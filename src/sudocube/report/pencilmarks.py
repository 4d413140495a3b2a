"""Pencilmarks drawn for a terminal: what each cell can hold, the cells that a step changed marked.

As lists, where the width allows; each list that changed stands in brackets:

     1    [23] | 4    2      a cell that can hold nothing is a !

else as blocks, in which each digit has its place and what was just taken away is an x; a filled cell holds
its digit alone, among stars where it was just filled:

    1 2 .  x 2 .  * * *      here without the blanks between: two rows of boxes of 2 × 3 are
    . . 6  4 . .  * 5 *
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rich.style import Style
from rich.text import Text

from sudocube.explanation import State
from sudocube.geometry import SYMBOLS
from sudocube.report.grids import BAR, CLUE, FOUND, MARKED

PENCIL = Style()
ABSENT = Style(dim=True)
NOTHING = "!"

_BLOCKS = ((2, " | "), (1, " | "), (1, "|"))
"""The ways to draw blocks: blanks between two of a box, and what stands between boxes."""


def pencilled(
    state: State,
    *,
    marked: Collection[int] = (),
    removed: Mapping[int, Sequence[int]] | None = None,
    width: int,
) -> list[Text]:
    """The lines of a grid with the candidates of `state`.

    The `marked` cells were changed, and `removed` are the candidates that they have just lost. As wide as
    it has to be, where nothing fits.
    """
    lines = _lists(state, marked)
    if max(line.cell_len for line in lines) <= width:
        return lines
    for gap, bar in _BLOCKS:
        lines = _blocks(state, marked, removed or {}, gap, bar)
        if max(line.cell_len for line in lines) <= width:
            break
    return lines


def _lists(state: State, marked: Collection[int]) -> list[Text]:
    shape = state.puzzle.geometry
    shown = [_list(state, cell) for cell in range(shape.cell_count)]
    longest = [max(map(len, shown[column :: shape.size])) for column in range(shape.size)]
    lines: list[Text] = []
    for row in range(shape.size):
        line = Text(no_wrap=True)
        for column in range(shape.size):
            if column and column % shape.box_columns == 0:
                line.append("|", BAR)
            cell = row * shape.size + column
            is_marked = cell in marked
            style = MARKED if is_marked or not state.masks[cell] else _style(state, cell)
            line.append("[" if is_marked else " ", MARKED)
            line.append(shown[cell], style)
            line.append("]" if is_marked else " ", MARKED)
            line.append(" " * (longest[column] - len(shown[cell])))
        if row and row % shape.box_rows == 0:
            lines.append(Text("+".join("-" * len(part) for part in line.plain.split("|")), BAR, no_wrap=True))
        lines.append(line)
    return lines


def _blocks(
    state: State, marked: Collection[int], removed: Mapping[int, Sequence[int]], gap: int, bar: str
) -> list[Text]:
    shape = state.puzzle.geometry
    lines: list[Text] = []
    for row in range(shape.size):
        if row:
            lines.append(_between(shape.size // shape.box_columns, shape.box_columns, gap, bar))
            if row % shape.box_rows == 0:
                lines[-1] = Text(lines[-1].plain.replace(" ", "-").replace("|", "+"), BAR, no_wrap=True)
        for level in range(shape.box_rows):
            line = Text(no_wrap=True)
            for column in range(shape.size):
                if column:
                    line.append(*((bar, BAR) if column % shape.box_columns == 0 else (" " * gap, BAR)))
                cell = row * shape.size + column
                _append_level(line, state, cell, level, cell in marked, removed.get(cell, ()))
            lines.append(line)
    return lines


def _append_level(
    line: Text, state: State, cell: int, level: int, is_marked: bool, removed: Sequence[int]
) -> None:
    """One line of a cell's block."""
    shape = state.puzzle.geometry
    middle = (shape.box_rows // 2, shape.box_columns // 2)
    for at in range(shape.box_columns):
        digit = level * shape.box_columns + at + 1
        if state.filled[cell]:
            if (level, at) == middle:
                line.append(_list(state, cell), MARKED if is_marked else _style(state, cell))
            else:
                line.append("*" if is_marked else " ", MARKED)
        elif state.masks[cell] >> digit - 1 & 1:
            line.append(SYMBOLS[digit], MARKED if is_marked else PENCIL)
        elif digit in removed:
            line.append("x", MARKED)
        elif not state.masks[cell] and (level, at) == middle:
            line.append(NOTHING, MARKED)
        else:
            line.append(".", ABSENT)


def _between(boxes: int, columns: int, gap: int, bar: str) -> Text:
    """The line between two rows of blocks."""
    part = " " * (columns * columns + gap * (columns - 1))
    return Text(bar.join([part] * boxes), BAR, no_wrap=True)


def _list(state: State, cell: int) -> str:
    return "".join(SYMBOLS[digit] for digit in state.candidates(cell)) or NOTHING


def _style(state: State, cell: int) -> Style:
    return CLUE if state.puzzle.cells[cell] else FOUND if state.filled[cell] else PENCIL
