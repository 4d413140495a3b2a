"""Boards and candidates drawn for a terminal, with some cells marked.

Marked cells stand in brackets. Drawn wide, each cell has its own brackets; drawn close, neighbours share a
pair. Where digits were solved, ' stands before each clue, in the place of a bracket that ends there:

    '5  6 [7] C |'4 [3][E]'9         '5 6[7]C |'4[3 E'9

With candidates, each cell is a block, in which each digit has its place. An x is a candidate that was just
removed, and ! a cell without candidates. A filled cell shows only its digit, with stars around it if it is
marked:

    1 2 .  x 2 .  * * *      two lines of the drawing of a 6×6 puzzle, with boxes of 2 × 3
    . . 6  4 . .  * 5 *
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.style import Style
from rich.text import Text

from sudocube.geometry import SYMBOLS, Geometry
from sudocube.report.document import Drawing, has_found
from sudocube.report.visible_characters import visible

CLUE = Style(bold=True)
FOUND = Style(color="cyan")
MARKED = Style(color="red", bold=True)
BAR = Style(dim=True)

PENCIL = Style()
ABSENT = Style(dim=True)
NOTHING = "!"

CLUE_SIGN = "'"
"""What stands before a clue, where other digits were found."""

SOLVED_SIGN = "*"
"""What stands around a marked digit among candidates."""

CLUE_OR_SOLVED = (
    Text.assemble((CLUE_SIGN, MARKED), ("7", CLUE), " clue"),
    Text.assemble(("7", FOUND), " solved"),
)
_INDENT = 2
_GAP = 4
_BLOCK_GAPS = ((2, " | "), (1, " | "), (1, "|"))
"""The ways to draw candidates as blocks: blanks between two blocks in a box, and text between boxes."""


def beside(drawings: Sequence[Drawing], width: int) -> list[Text]:
    """Boards under their captions: beside each other if the width allows, otherwise one below the other.

    They are drawn wide if that fits, otherwise close.
    """
    for is_beside, close, indent, gap in (
        (True, False, _INDENT, _GAP),
        (True, True, _INDENT, _GAP),
        (True, True, 1, 1),  # two close 16×16 grids are just 80 characters wide
        (False, False, _INDENT, 0),
        (False, True, _INDENT, 0),
    ):
        blocks = []
        for one in drawings:
            block = drawn(one, close=close) if one.candidates is None else pencilled(one, width - indent)
            blocks.append([Text(visible(one.caption), "italic"), *block] if one.caption else block)
        if is_beside:
            lines = _joined(blocks, gap)
        else:
            lines = [line for block in blocks for line in (Text(), *block)][1:]
        if indent + max(line.cell_len for line in lines) <= width:
            break
    return [Text(" " * indent).append_text(line) if line else line for line in lines]


def _joined(blocks: Sequence[list[Text]], gap: int) -> list[Text]:
    """Blocks with equally many text lines, beside each other."""
    widths = [max(line.cell_len for line in block) for block in blocks]
    joined: list[Text] = []
    for lines in zip(*blocks, strict=True):
        line = Text(no_wrap=True)
        for number, (text, column) in enumerate(zip(lines, widths, strict=True)):
            line.append(" " * gap if number else "")
            line.append_text(text)
            line.append(" " * (column - text.cell_len))
        joined.append(line)
    return joined


def drawn(drawing: Drawing, *, close: bool = False) -> list[Text]:
    """The text lines of a board."""
    board, marked, shape = drawing.board, drawing.marked, drawing.board.geometry
    given = (drawing.clues or board).cells
    has_clue_signs = has_found(drawing)
    lines: list[Text] = []
    for row in range(shape.size):
        line = Text(no_wrap=True)
        is_open = False  # whether a bracket is open, in a close drawing
        for column in range(shape.size):
            cell = row * shape.size + column
            is_marked = cell in marked
            before = "]" if is_open and not is_marked else "[" if is_marked and not is_open else " "
            if has_clue_signs and board.cells[cell] and given[cell] and not is_marked:
                before = CLUE_SIGN
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


def legend(drawings: Sequence[Drawing], meaning: str = "") -> Iterator[Text]:
    """What the signs of the drawings mean, above a blank line; nothing where no sign is to be explained."""
    parts = []
    if meaning and any(one.marked for one in drawings if one.candidates is None):
        parts.append(Text.assemble(("[7]", MARKED), f" {meaning}"))
    if any(one.board.cells[cell] for one in drawings if one.candidates is not None for cell in one.marked):
        parts.append(Text.assemble((SOLVED_SIGN, MARKED), " just solved"))
    if any(one.removed for one in drawings):
        parts.append(Text.assemble(("x", MARKED), " just removed"))
    if any(map(has_found, drawings)):
        parts += CLUE_OR_SOLVED
    elif any(one.candidates is not None and one.clues for one in drawings):
        parts.append(CLUE_OR_SOLVED[0])
    if parts:
        yield from reversed(legend_line(parts))


def legend_line(parts: Sequence[Text]) -> list[Text]:
    """A blank line, and the parts of a legend on one line."""
    return [Text(), Text(" " * _INDENT, no_wrap=True).append_text(Text("   ").join(parts))]


def pencilled(drawing: Drawing, width: int) -> list[Text]:
    """The text lines of a board with candidates; the narrowest drawing if none fits into the width."""
    lines: list[Text] = []
    for gap, bar in _BLOCK_GAPS:
        lines = _blocks(drawing, gap, bar)
        if lines[0].cell_len <= width:
            break
    return lines


def _blocks(drawing: Drawing, gap: int, bar: str) -> list[Text]:
    shape = drawing.board.geometry
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
                _append_level(line, drawing, row * shape.size + column, level)
            lines.append(line)
    return lines


def _append_level(line: Text, drawing: Drawing, cell: int, level: int) -> None:
    """Append one text line of a cell's block."""
    shape = drawing.board.geometry
    middle = (shape.box_rows // 2, shape.box_columns // 2)
    is_clue = drawing.clues is not None and bool(drawing.clues.cells[cell])
    is_marked, digits = cell in drawing.marked, (drawing.candidates or ())[cell]
    for at in range(shape.box_columns):
        digit = level * shape.box_columns + at + 1
        if held := drawing.board.cells[cell]:
            if (level, at) == middle:
                line.append(SYMBOLS[held], MARKED if is_marked else CLUE if is_clue else FOUND)
            elif is_clue and not is_marked and (level, at + 1) == middle:
                line.append(CLUE_SIGN)
            else:
                line.append(SOLVED_SIGN if is_marked else " ", MARKED)
        elif digit in digits:
            line.append(SYMBOLS[digit], MARKED if is_marked else PENCIL)
        elif digit in drawing.removed.get(cell, ()):
            line.append("x", MARKED)
        elif not digits and (level, at) == middle:
            line.append(NOTHING, MARKED)
        else:
            line.append(".", ABSENT)
