"""Documents on a terminal, drawn by rich: text lines no wider than it, in colour where it has colours.

A line ends between words only: a word, or a table, that is wider than the terminal is left to it.

The marked cells of a board stand in brackets. Where digits were solved, ' stands before each clue:

    '5  6 [7]|'4  3 [E]

With candidates, each cell is a block, in which each digit has its place. An x is a candidate that was just
removed; a cell without candidates is full of !. A filled cell shows only its digit, with stars around it if
it is marked:

    12.  x2.  ***      two lines of the drawing of a 6×6 puzzle, with boxes of 2 × 3
    ..6  4..  *5*
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import TextWrapper

from rich.console import Console, RenderableType
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table as RichTable
from rich.text import Text

from sudocube.geometry import SYMBOLS
from sudocube.report.document import (
    Boards,
    Document,
    Drawing,
    Phrase,
    Picture,
    Section,
    Sentence,
    Table,
    has_found,
    text_line,
    visible,
)

NARROWEST = 24
"""The least room for text beside a margin, in characters, even if the terminal is narrower."""

WIDEST = 10_000
"""No table and no boards are wider than so many characters."""

CLUE, FOUND, MARKED, QUIET = "bold", "cyan", "bold red", "dim"
"""The styles of the digits and the signs of boards."""

_INDENT, _GAP = 2, 4
"""The room before boards, and between them."""


class Terminal:
    """Draws documents, as wide as a console; a legend is given once."""

    def __init__(self, console: Console) -> None:
        self._console, self._width = console, console.width
        self._explained: set[str] = set()

    def lines(self, document: Document) -> Iterator[Text]:
        """The lines of all blocks; a blank line stands after boards, and between sections."""
        for number, block in enumerate(document):
            if number and (isinstance(document[number - 1], Boards | Table) or isinstance(block, Section)):
                yield Text()
            match block:
                case Sentence() if block.wraps:
                    hanging = block.indent + 2 if block.hanging is None else block.hanging
                    margin = hanging if isinstance(hanging, str) else " " * hanging
                    yield from self._wrapped(block.words, " " * block.indent, margin)
                case Sentence():
                    yield Text(" " * block.indent, no_wrap=True).append_text(toned(block.words))
                case Boards():
                    yield from self._boards(block)
                case Table():
                    yield from self._table(block)
                case Section():
                    yield from self._wrapped(block.title, "", "  ")
                    yield from self.lines(block.blocks)
                case Picture():
                    yield from (Text(visible(line), no_wrap=True) for line in block.text.splitlines())

    def _wrapped(self, words: Phrase, margin: str, hanging: str) -> Iterator[Text]:
        """Words with `margin` before their first text line and `hanging` before the others."""
        text = toned(words)
        width = max(self._width, NARROWEST + max(len(margin), len(hanging)))
        wrapper = TextWrapper(width, margin, hanging, break_long_words=False, break_on_hyphens=False)
        start = 0
        for number, line in enumerate(wrapper.wrap(text.plain) or [margin]):
            before = hanging if number else margin
            start = text.plain.index(line[len(before) :], start)
            end = start + len(line) - len(before)
            yield Text(before, no_wrap=True).append_text(text[start:end])
            start = end

    def _table(self, block: Table) -> Iterator[Text]:
        """The table as rich draws it. If it is too wide, it becomes two, the first column in both, and then
        long words break.
        """
        drawn = RichTable(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
        for at, heading in enumerate(block.headings):
            is_number = block.is_number(at)
            drawn.add_column(visible(heading), justify="right" if is_number else "left", no_wrap=is_number)
        for row in block.rows:
            drawn.add_row(*(toned((cell,)) for cell in row))
        if block.title:
            yield Text(visible(block.title), "bold")
        columns = len(block.headings)
        if self._measured(drawn).minimum > self._width and columns > 2:
            for which in (slice(1, columns // 2 + 1), slice(columns // 2 + 1, None)):
                yield from self._table(block.with_columns(which))
        else:
            yield from self._drawn(drawn, self._width)

    def _measured(self, drawn: RenderableType) -> Measurement:
        return Measurement.get(self._console, self._console.options.update(max_width=WIDEST), drawn)

    def _drawn(self, drawn: RenderableType, width: int) -> Iterator[Text]:
        """What rich draws, in lines."""
        for line in self._console.render_lines(drawn, self._console.options.update(max_width=width)):
            text = Text.assemble(*((part.text, part.style or "") for part in line), no_wrap=True)
            text.rstrip()
            yield text

    def _boards(self, block: Boards) -> Iterator[Text]:
        """The legend, unless one before it says the same, and the boards: beside each other if they fit."""
        key = f"{block.meaning} {any(map(has_found, block.drawings))}"
        if key not in self._explained:
            self._explained.add(key)
            yield from legend(block.drawings, block.meaning)
        shown: list[RenderableType] = []
        for one in block.drawings:
            caption = [Text(visible(one.caption), "italic")] * bool(one.caption)
            shown.append(Text("\n").join([*caption, *board(one)]))
        beside = RichTable.grid(*[""] * len(shown), padding=(0, _GAP, 0, 0))
        beside.add_row(*shown)
        fits = _INDENT + self._measured(beside).maximum <= self._width
        for number, drawn in enumerate([beside] if fits else shown):
            yield from [Text()] * bool(number)
            indent = max(0, min(_INDENT, self._width - self._measured(drawn).maximum))
            yield from self._drawn(Padding(drawn, (0, 0, 0, indent)), WIDEST)


def toned(words: Phrase) -> Text:
    """A phrase as a text of rich, in the colours of its tones."""
    return Text.from_ansi(text_line(words, in_colour=True))


def legend(drawings: Sequence[Drawing], meaning: str) -> Iterator[Text]:
    """What the signs of the drawings mean, above a blank line; nothing where no sign is to be explained."""
    are_solved = any(map(has_found, drawings))
    marked = [(one, cell) for one in drawings for cell in one.marked]
    signs = [
        ("[7]", MARKED, meaning and f" {meaning}", any(one.candidates is None for one, _ in marked)),
        ("*", MARKED, " just solved", any(one.candidates and one.board.cells[cell] for one, cell in marked)),
        ("x", MARKED, " just removed", any(one.removed for one in drawings)),
        ("'", MARKED, "7 clue", are_solved),
        ("7", FOUND, " solved", are_solved),
    ]
    parts = [Text.assemble((sign, style), said) for sign, style, said, is_there in signs if said and is_there]
    if parts:
        yield Text(" " * _INDENT, no_wrap=True).append_text(Text("   ").join(parts))
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
    shape, digit = drawing.board.geometry, drawing.board.cells[cell]
    is_marked, is_clue = cell in drawing.marked, bool((drawing.clues or drawing.board).cells[cell])
    style = MARKED if is_marked else CLUE if is_clue else FOUND
    before = "'" if digit and is_clue and has_found(drawing) else " "
    if drawing.candidates is None:
        before, after = "[]" if is_marked else (before, " ")
        return [Text.assemble((before, MARKED), (SYMBOLS[digit], style), (after, MARKED))]
    if digit:
        around, middle = "*" if is_marked else " ", shape.box_columns // 2
        lines = [Text(around * shape.box_columns, MARKED)] * shape.box_rows
        before = around * (middle - 1) + (around if is_marked else before)
        after = around * (shape.box_columns - middle - 1)
        lines[shape.box_rows // 2] = Text.assemble((before, MARKED), (SYMBOLS[digit], style), (after, MARKED))
        return lines
    rows = zip(*[iter(shape.digits)] * shape.box_columns, strict=True)
    return [Text.assemble(*(_candidate(drawing, cell, digit) for digit in row)) for row in rows]


def _candidate(drawing: Drawing, cell: int, digit: int) -> tuple[str, str]:
    """The sign of a digit in a blank cell, with its style."""
    digits = (drawing.candidates or ())[cell]
    if digit in digits:
        return SYMBOLS[digit], MARKED if cell in drawing.marked else ""
    if digit in drawing.removed.get(cell, ()):
        return "x", MARKED
    return (".", QUIET) if digits else ("!", MARKED)
