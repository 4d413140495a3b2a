"""Documents on a terminal, drawn by rich: text lines no wider than it, in colour where it has colours.

A line ends between words only: a word, or a board, that is wider than the terminal is left to it.

The marked cells of a board stand in brackets. Where digits were solved, ' stands before each clue:

    '5  6 [7]|'4  3 [E]

With candidates, each cell is a block, in which each digit has its place. An x is a candidate that was just
removed; a cell without candidates is full of !. A filled cell shows only its digit, with stars around it if
it is marked:

    12.  x2.  ***      two lines of the drawing of a 6×6 puzzle, with boxes of 2 × 3
    ..6  4..  *5*
"""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import TextWrapper

from rich.columns import Columns
from rich.console import Console, RenderableType
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table as RichTable
from rich.text import Text

from sudocube.geometry import SYMBOLS
from sudocube.report.document import Boards, Document, Drawing, Phrase, Section, Sentence, Table, text_line

NARROWEST = 24
"""The least room for text beside a margin, in characters, even if the terminal is narrower."""

WIDEST = 10_000
"""No table is wider than so many characters."""

CLUE, FOUND, MARKED, QUIET = "bold", "cyan", "bold red", "dim"
"""The styles of the digits and the signs of boards."""

_INDENT, _GAP = 2, 4
"""The room before boards, and between them."""


class Terminal:
    """Draws documents, as wide as a console; a legend is given once."""

    def __init__(self, console: Console) -> None:
        self._console, self._width = console, console.width
        self._explained: set[str] = set()

    def text(self, document: Document) -> str:
        """The text lines of a document, with the escape sequences of its colours."""
        with self._console.capture() as capture:
            for one in self._drawn(document):
                self._console.print(one, soft_wrap=True)
        return "".join(f"{line.rstrip()}\n" for line in capture.get().splitlines())

    def _drawn(self, document: Document) -> Iterator[RenderableType]:
        """All blocks; a blank line stands after boards and tables, and between sections."""
        for number, block in enumerate(document):
            if number and (isinstance(document[number - 1], Boards | Table) or isinstance(block, Section)):
                yield ""
            match block:
                case Sentence():
                    yield self._broken(block)
                case Boards():
                    yield from self._boards(block)
                case Table():
                    yield from self._table(block)
                case Section():
                    yield self._broken(Sentence(block.title))
                    yield from self._drawn(block.blocks)

    def _broken(self, one: Sentence) -> Text:
        """A sentence, broken between words if it is one that wraps."""
        text, margin = toned(one.words), " " * one.indent
        if not one.wraps:
            return Text(margin) + text
        hanging = one.indent + 2 if one.hanging is None else one.hanging
        further = hanging if isinstance(hanging, str) else " " * hanging
        width = max(self._width, NARROWEST + max(len(margin), len(further)))
        wrapper = TextWrapper(width, margin, further, break_long_words=False, break_on_hyphens=False)
        lines, end = [], 0
        for line in wrapper.wrap(text.plain):
            start = text.plain.index(line[len(margin) :], end)
            end = start + len(line) - len(margin)
            lines.append(Text(margin) + text[start:end])
            margin = further
        return Text("\n").join(lines)

    def _table(self, block: Table) -> Iterator[RenderableType]:
        """The table as rich draws it. If it is too wide, it becomes two, the first column in both, and then
        long words break.
        """
        drawn = RichTable(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
        for at, heading in enumerate(block.headings):
            is_number = block.is_number(at)
            is_whole = is_number or not any(" " in row[at] for row in (block.headings, *block.rows))
            drawn.add_column(toned((heading,)), justify="right" if is_number else "left", no_wrap=is_whole)
        for row in block.rows:
            drawn.add_row(*(toned((cell,)) for cell in row))
        options, columns = self._console.options.update(max_width=WIDEST), len(block.headings)
        if Measurement.get(self._console, options, drawn).minimum <= self._width or columns <= 2:
            yield drawn
            return
        for which in (slice(1, columns // 2 + 1), slice(columns // 2 + 1, None)):
            first, *rows = ((row[0], *row[which]) for row in (block.headings, *block.rows))
            yield from self._table(Table(first, rows))

    def _boards(self, block: Boards) -> Iterator[RenderableType]:
        """The legend, unless one before it says the same, and the boards, beside each other if they fit."""
        key = f"{block.meaning} {block.has_found}"
        if key not in self._explained and (said := [*legend(block)]):
            self._explained.add(key)
            yield from said
        boards = [[*[toned((one.caption,))] * bool(one.caption), *board(one)] for one in block.drawings]
        shown = [Text("\n").join(lines) for lines in boards]
        if max(len(line) for lines in boards for line in lines) + _INDENT > self._width:
            yield from shown
        else:
            yield Padding(Columns(shown, padding=(0, _GAP)), (0, 0, 0, _INDENT))


def toned(words: Phrase) -> Text:
    """A phrase as a text of rich, in the colours of its tones."""
    return Text.from_ansi(text_line(words, in_colour=True))


def legend(block: Boards) -> Iterator[Text]:
    """What the signs of boards mean, above a blank line; nothing where no sign is to be explained."""
    marked = [(one, cell) for one in block.drawings for cell in one.marked]
    signs = [
        ("[7]", MARKED, block.meaning and f" {block.meaning}", any(not one.candidates for one, _ in marked)),
        ("*", MARKED, " just solved", any(one.candidates and one.board.cells[cell] for one, cell in marked)),
        ("x", MARKED, " just removed", any(one.removed for one in block.drawings)),
        ("'", CLUE, "7 clue", block.has_found),
        ("7", FOUND, " solved", block.has_found),
    ]
    parts = [Text.assemble((sign, style), said) for sign, style, said, is_there in signs if said and is_there]
    if parts:
        yield Text(" " * _INDENT) + Text("   ").join(parts)
        yield Text()


def board(drawing: Drawing) -> list[Text]:
    """The text lines of a board, with rules between boxes; with candidates, between all rows."""
    shape, has_blocks = drawing.board.geometry, drawing.candidates is not None
    gap, bar = ("  ", " | ") if shape.size <= 9 else (" ", "|")
    gap, bar = (gap, bar) if has_blocks else ("", "|")
    lines: list[Text] = []
    for row in range(shape.size):
        if row and (has_blocks or row % shape.box_rows == 0):
            blank, cross = (" ", "|") if row % shape.box_rows else ("-", "+")
            rule = "".join(cross if sign == "|" else blank for sign in lines[0].plain)
            lines.append(Text(rule, QUIET))
        cells = [_cell(drawing, row * shape.size + column) for column in range(shape.size)]
        for level in zip(*cells, strict=True):
            line = Text()
            for column, part in enumerate(level):
                between = gap if column % shape.box_columns else bar
                line.append(between * bool(column), QUIET).append_text(part)
            lines.append(line)
    return lines


def _cell(drawing: Drawing, cell: int) -> list[Text]:
    """The text lines of a cell: a single one, or with candidates as many as a box has rows."""
    shape, digit, candidates = drawing.board.geometry, drawing.board.cells[cell], drawing.candidates
    is_marked, is_clue = cell in drawing.marked, bool((drawing.clues or drawing.board).cells[cell])
    before = "'" if digit and is_clue and drawing.has_found else " "
    style = MARKED if is_marked else CLUE if is_clue else FOUND
    if candidates is None:
        around = "[]" if is_marked else f"{before} "
        return [Text(SYMBOLS[digit].join(around), style)]
    if digit:
        fill, middle = "*" if is_marked else " ", shape.box_columns // 2
        shown = (fill if is_marked else before) + SYMBOLS[digit]
        lines = [fill * shape.box_columns] * shape.box_rows
        lines[shape.box_rows // 2] = shown.rjust(middle + 1, fill).ljust(shape.box_columns, fill)
        return [Text(line, style) for line in lines]
    there, removed = candidates[cell], drawing.removed.get(cell, ())
    signs = [
        SYMBOLS[one] if one in there else "x" if one in removed else "." if there else "!"
        for one in shape.digits
    ]
    styles = {".": QUIET, "x": MARKED, "!": MARKED}
    usual = MARKED if is_marked else ""
    rows = zip(*[iter(signs)] * shape.box_columns, strict=True)
    return [Text.assemble(*((sign, styles.get(sign, usual)) for sign in row)) for row in rows]
