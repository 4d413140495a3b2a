"""Grids and candidates drawn for a terminal, with some cells marked.

In a drawing of a grid, marked cells stand in brackets, with or without colour. Drawn wide, each cell has its
own brackets; drawn close, neighbours share a pair. Where digits were solved, ' stands before each clue:

    '5  6 [7] C |'4 [3][E]'9         '5 6[7]C |'4[3 E'9

The ' takes the place of a bracket that ends there. In colour there is none: clues are bold, what was solved
has a colour.

Candidates are drawn as lists if the width allows it. Marked cells stand in brackets, and ! is a cell
without candidates:

    '1    [23] |'4    2

Otherwise each cell is a block, in which each digit has its place. An x is a candidate that was just removed.
A filled cell shows only its digit, with stars around it if it is marked:

    1 2 .  x 2 .  * * *      two lines of the drawing of a 6×6 puzzle, with boxes of 2 × 3
    . . 6  4 . .  * 5 *
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text

from sudocube.geometry import SYMBOLS, Geometry
from sudocube.puzzle import Board
from sudocube.report.text_layout import in_colour

if TYPE_CHECKING:  # to draw a grid, no explanation is needed
    from sudocube.explanation import SolvingState

CLUE = Style(bold=True)
FOUND = Style(color="cyan")
MARKED = Style(color="red", bold=True)
BAR = Style(dim=True)

PENCIL = Style()
ABSENT = Style(dim=True)
NOTHING = "!"

CLUE_SIGN = "'"
"""What stands before a clue where there are no colours."""

_CLUE_OR_SOLVED = (
    Text.assemble((CLUE_SIGN, in_colour("")), ("7", CLUE), " clue"),
    Text.assemble(("7", FOUND), " solved"),
)
_INDENT = 2
_GAP = 4
_BLOCK_GAPS = ((2, " | "), (1, " | "), (1, "|"))
"""The ways to draw candidates as blocks: blanks between two blocks in a box, and text between boxes."""


def drawn(
    board: Board, *, clues: Board | None = None, marked: Collection[int] = (), close: bool = False
) -> list[Text]:
    """The text lines of a grid; cells that are filled in `clues` are styled as clues."""
    shape = board.geometry
    given = (clues or board).cells
    has_solved = any(digit and not clue for digit, clue in zip(board.cells, given, strict=True))
    lines: list[Text] = []
    for row in range(shape.size):
        line = Text(no_wrap=True)
        is_open = False  # whether a bracket is open, in a close drawing
        for column in range(shape.size):
            cell = row * shape.size + column
            is_marked = cell in marked
            before = "]" if is_open and not is_marked else "[" if is_marked and not is_open else " "
            if has_solved and board.cells[cell] and given[cell] and not is_marked:
                line.append(CLUE_SIGN, MARKED + in_colour(before))
            else:
                line.append(before, MARKED)
            line.append(SYMBOLS[board.cells[cell]], MARKED if is_marked else CLUE if given[cell] else FOUND)
            ends_box = (column + 1) % shape.box_columns == 0
            is_open = is_marked and close and not ends_box
            if ends_box or not close:
                line.append("]", MARKED) if is_marked else line.append(" ")
            if ends_box and column + 1 < shape.size:
                line.append("|", BAR)
        lines += after_rule(line, row, shape)
    return lines


def after_rule(line: Text, row: int, shape: Geometry) -> list[Text]:
    """A row of cells; where boxes begin, after a rule of the same length, with a + above each bar."""
    if row == 0 or row % shape.box_rows:
        return [line]
    rule = "+".join("-" * len(part) for part in line.plain.split("|"))
    return [Text(rule, BAR, no_wrap=True), line]


def beside_each_other(
    headings: Sequence[str],
    boards: Sequence[Board],
    *,
    clues: Board | None,
    marked: Collection[int],
    width: int,
) -> list[Text]:
    """Grids under their headings: beside each other if the width allows, otherwise one below the other.

    They are drawn wide if that fits, otherwise close. Without `clues`, all digits are drawn as clues.
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
        if is_beside:
            lines = _joined(blocks, gap)
        else:
            lines = [line for block in blocks for line in (Text(), *block)][1:]
        if indent + max(line.cell_len for line in lines) <= width:
            break
    return [Text(" " * indent).append_text(line) if line else line for line in lines]


def _joined(blocks: Sequence[Sequence[Text]], gap: int) -> list[Text]:
    """Blocks with equally many text lines, beside each other."""
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


def _legend(parts: Sequence[Text]) -> list[Text]:
    return [Text(), Text(" " * _INDENT, no_wrap=True).append_text(Text("   ").join(parts))]


def legend(marked: str = "", *, clues: bool = True) -> list[Text]:
    """What the signs of a drawing mean, below a blank line: brackets `marked`, if it has them; ' a clue."""
    brackets = [Text.assemble(("[7]", MARKED), f" {marked}")] if marked else []
    return _legend([*brackets, *(_CLUE_OR_SOLVED if clues else ())])


def pencilled_legend(drawing: Sequence[Text]) -> list[Text]:
    """What the signs of a drawing of candidates mean, below a blank line: of those signs that are in it."""
    signs = "".join(line.plain for line in drawing)
    meanings = {"[": ("[27]", " just changed"), "*": ("*", " just solved"), "x": ("x", " just removed")}
    changed = [
        Text.assemble((sample, MARKED), meaning)
        for sign, (sample, meaning) in meanings.items()
        if sign in signs
    ]
    return _legend([*changed, _CLUE_OR_SOLVED[0]])


def pencilled(
    state: SolvingState,
    *,
    marked: Collection[int] = (),
    removed: Mapping[int, Sequence[int]] | None = None,
    width: int,
) -> list[Text]:
    """The text lines of a grid with the candidates of `state`.

    The `marked` cells have changed, and `removed` are the candidates that a step has just removed. If no
    drawing fits into the width, it is the narrowest one.
    """
    lines = _lists(state, marked)
    if max(line.cell_len for line in lines) <= width:
        return lines
    for gap, bar in _BLOCK_GAPS:
        lines = _blocks(state, marked, removed or {}, gap, bar)
        if max(line.cell_len for line in lines) <= width:
            break
    return lines


def _lists(state: SolvingState, marked: Collection[int]) -> list[Text]:
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
            if state.puzzle.cells[cell] and not is_marked:
                line.append(CLUE_SIGN, in_colour(" "))
            else:
                line.append("[" if is_marked else " ", MARKED)
            line.append(shown[cell], style)
            line.append("]" if is_marked else " ", MARKED)
            line.append(" " * (longest[column] - len(shown[cell])))
        lines += after_rule(line, row, shape)
    return lines


def _blocks(
    state: SolvingState, marked: Collection[int], removed: Mapping[int, Sequence[int]], gap: int, bar: str
) -> list[Text]:
    shape = state.puzzle.geometry
    box_width = shape.box_columns**2 + gap * (shape.box_columns - 1)
    between = bar.join([" " * box_width] * (shape.size // shape.box_columns))
    rule = between.replace(" ", "-").replace("|", "+")
    lines: list[Text] = []
    for row in range(shape.size):
        if row:
            lines.append(Text(between if row % shape.box_rows else rule, BAR, no_wrap=True))
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
    line: Text, state: SolvingState, cell: int, level: int, is_marked: bool, removed: Sequence[int]
) -> None:
    """Append one text line of a cell's block."""
    shape = state.puzzle.geometry
    middle = (shape.box_rows // 2, shape.box_columns // 2)
    for at in range(shape.box_columns):
        digit = level * shape.box_columns + at + 1
        if state.filled[cell]:
            if (level, at) == middle:
                line.append(_list(state, cell), MARKED if is_marked else _style(state, cell))
            elif state.puzzle.cells[cell] and not is_marked and (level, at + 1) == middle:
                line.append(CLUE_SIGN, in_colour(" "))
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


def _list(state: SolvingState, cell: int) -> str:
    return "".join(SYMBOLS[digit] for digit in state.candidates(cell)) or NOTHING


def _style(state: SolvingState, cell: int) -> Style:
    return CLUE if state.puzzle.cells[cell] else FOUND if state.filled[cell] else PENCIL
