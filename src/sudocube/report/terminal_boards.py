"""Boards and candidates drawn for a terminal, with some cells marked.

Marked cells stand in brackets. Where digits were solved, ' stands before each clue:

    '5  6 [7]|'4  3 [E]

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

from sudocube.geometry import SYMBOLS
from sudocube.report.document import Drawing, has_found
from sudocube.report.visible_characters import visible

CLUE = Style(bold=True)
FOUND = Style(color="cyan")
MARKED = Style(color="red", bold=True)
QUIET = Style(dim=True)

NOTHING = "!"

CLUE_SIGN = "'"
"""What stands before a clue, where other digits were found."""

SOLVED_SIGN = "*"
"""What stands around a marked digit among candidates."""

_INDENT = 2
_GAP = 4
_BLOCK_GAPS = (("  ", " | "), (" ", "|"))
"""The ways to draw candidates as blocks: what stands between two blocks in a box, and between boxes."""


def beside(drawings: Sequence[Drawing], width: int) -> list[Text]:
    """Boards under their captions: beside each other if the width allows, else one below the other."""
    blocks = []
    for one in drawings:
        caption = [Text(visible(one.caption), "italic")] if one.caption else []
        blocks.append([*caption, *drawn(one, width)])
    widths = [max(line.cell_len for line in block) for block in blocks]
    if sum(widths) + _GAP * len(blocks[1:]) + _INDENT <= width:
        lines = [_joined(parts, widths) for parts in zip(*blocks, strict=True)]
    else:
        lines = [line for block in blocks for line in (Text(), *block)][1:]
    indent = " " * max(0, min(_INDENT, width - max(widths)))
    return [Text(indent, no_wrap=True).append_text(line) if line else line for line in lines]


def _joined(parts: Sequence[Text], widths: Sequence[int]) -> Text:
    """Lines of several boards, beside each other."""
    joined = Text()
    for part, width in zip(parts, widths, strict=True):
        part.pad_right(width + _GAP - part.cell_len)
        joined.append_text(part)
    joined.rstrip()
    return joined


def drawn(drawing: Drawing, width: int) -> list[Text]:
    """The text lines of a board; with candidates, the narrowest drawing if none fits into the width."""
    if drawing.candidates is None:
        return _rows(drawing, "", "|")
    wide, close = (_rows(drawing, *between) for between in _BLOCK_GAPS)
    return wide if wide[0].cell_len + _INDENT <= width else close


def _rows(drawing: Drawing, gap: str, bar: str) -> list[Text]:
    """The rows of cells with this between two cells of a box, and between boxes; and rules."""
    shape, has_blocks = drawing.board.geometry, drawing.candidates is not None
    has_signs = has_found(drawing)
    lines: list[Text] = []
    for row in range(shape.size):
        if row and (has_blocks or row % shape.box_rows == 0):
            blank, cross = (" ", "|") if row % shape.box_rows else ("-", "+")
            rule = "".join(cross if sign == "|" else blank for sign in lines[0].plain)
            lines.append(Text(rule, QUIET))
        for level in range(shape.box_rows if has_blocks else 1):
            line = Text()
            for column in range(shape.size):
                if column:
                    line.append(bar if column % shape.box_columns == 0 else gap, QUIET)
                cell = row * shape.size + column
                for sign in _block(drawing, cell, level) if has_blocks else _alone(drawing, cell, has_signs):
                    line.append(*sign)
            lines.append(line)
    return lines


def _alone(drawing: Drawing, cell: int, has_signs: bool) -> Iterator[tuple[str, Style | None]]:
    """The signs of a cell without candidates."""
    digit, is_clue = drawing.board.cells[cell], _is_clue(drawing, cell)
    before, after = "[]" if cell in drawing.marked else "  "
    if before == " " and digit and is_clue and has_signs:
        before = CLUE_SIGN
    yield before, MARKED
    yield SYMBOLS[digit], MARKED if after == "]" else CLUE if is_clue else FOUND
    yield after, MARKED


def _block(drawing: Drawing, cell: int, level: int) -> Iterator[tuple[str, Style | None]]:
    """The signs of one text line of a cell with candidates."""
    shape = drawing.board.geometry
    middle = (shape.box_rows // 2, shape.box_columns // 2)
    is_clue = drawing.clues is not None and _is_clue(drawing, cell)
    is_marked, digits = cell in drawing.marked, (drawing.candidates or ())[cell]
    for at in range(shape.box_columns):
        digit = level * shape.box_columns + at + 1
        if held := drawing.board.cells[cell]:
            if (level, at) == middle:
                yield SYMBOLS[held], MARKED if is_marked else CLUE if is_clue else FOUND
            elif is_clue and not is_marked and (level, at + 1) == middle:
                yield CLUE_SIGN, None
            else:
                yield SOLVED_SIGN if is_marked else " ", MARKED
        elif digit in digits:
            yield SYMBOLS[digit], MARKED if is_marked else None
        elif digit in drawing.removed.get(cell, ()):
            yield "x", MARKED
        elif not digits and (level, at) == middle:
            yield NOTHING, MARKED
        else:
            yield ".", QUIET


def _is_clue(drawing: Drawing, cell: int) -> bool:
    return bool((drawing.clues or drawing.board).cells[cell])


def legend(drawings: Sequence[Drawing], meaning: str = "") -> Iterator[Text]:
    """What the signs of the drawings mean, above a blank line; nothing where no sign is to be explained."""
    with_candidates = [one for one in drawings if one.candidates is not None]
    clue = Text.assemble((CLUE_SIGN, MARKED), ("7", CLUE), " clue")
    parts = []
    if meaning and any(one.marked for one in drawings if one.candidates is None):
        parts.append(Text.assemble(("[7]", MARKED), f" {meaning}"))
    if any(one.board.cells[cell] for one in with_candidates for cell in one.marked):
        parts.append(Text.assemble((SOLVED_SIGN, MARKED), " just solved"))
    if any(one.removed for one in drawings):
        parts.append(Text.assemble(("x", MARKED), " just removed"))
    if any(map(has_found, drawings)):
        parts += [clue, Text.assemble(("7", FOUND), " solved")]
    elif any(one.clues for one in with_candidates):
        parts.append(clue)
    if parts:
        yield Text(" " * _INDENT, no_wrap=True).append_text(Text("   ").join(parts))
        yield Text()
