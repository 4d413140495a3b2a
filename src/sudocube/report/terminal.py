"""Documents on a terminal: text lines no wider than it, in colour where it has colours.

A line ends between words only: a word, or a table, that is wider than the terminal is left to it. What cannot
be printed is escaped here, once for all. Lines alone need no library; whatever else is drawn by rich.
"""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import TextWrapper
from typing import TYPE_CHECKING

from sudocube.report.document import (
    KEPT_TOGETHER,
    Block,
    Boards,
    Document,
    Phrase,
    Picture,
    Section,
    Sentence,
    Table,
    Tone,
    has_found,
    tone_of,
)
from sudocube.report.visible_characters import visible

if TYPE_CHECKING:  # a verdict alone is printed without rich
    from rich.table import Table as RichTable
    from rich.text import Text

NARROWEST = 24
"""The least room for text beside a margin, in characters, even if the terminal is narrower."""

WIDEST = 10_000
"""No table is wider than so many characters."""

STYLES = {
    Tone.GOOD: ("green", 32),
    Tone.SEVERAL: ("yellow", 33),
    Tone.BAD: ("red", 31),
    Tone.OPEN: ("magenta", 35),
    Tone.STRONG: ("bold", 1),
    Tone.QUIET: ("dim", 2),
}
"""The style of each tone, in the words of rich and as the number of an escape sequence (SGR)."""


def text_line(phrase: Phrase, *, in_colour: bool) -> str:
    r"""A phrase as one line, without rich.

    >>> from sudocube.verdict import Verdict
    >>> text_line(("a.txt:2: ", Verdict.NONE), in_colour=True)
    'a.txt:2: \x1b[31mnone\x1b[0m'
    """
    if not in_colour:
        return visible("".join(phrase))
    return "".join(
        visible(piece) if tone is None else f"\x1b[{STYLES[tone][1]}m{visible(piece)}\x1b[0m"
        for piece, tone in zip(phrase, map(tone_of, phrase), strict=True)
    )


def is_of_lines(document: Document) -> bool:
    """Whether a document is nothing but lines that are not broken, so that `text_line` draws it."""
    return all(isinstance(block, Sentence) and not block.wraps and not block.indent for block in document)


class Terminal:
    """Draws documents for a terminal of that width; a legend is given once."""

    def __init__(self, width: int, *, in_colour: bool) -> None:
        self._width, self._in_colour = width, in_colour
        self._explained: set[str] = set()

    def lines(self, document: Document) -> Iterator[Text]:
        """The lines of all blocks; a blank line stands after boards, and between sections."""
        from rich.text import Text

        for number, block in enumerate(document):
            if number and (isinstance(document[number - 1], Boards | Table) or isinstance(block, Section)):
                yield Text()
            yield from self._block(block)

    def _block(self, block: Block) -> Iterator[Text]:
        from rich.text import Text

        match block:
            case Sentence() if block.wraps:
                hanging = block.indent + 2 if block.hanging is None else block.hanging
                margin = hanging if isinstance(hanging, str) else " " * hanging
                for line in wrapped(toned_text(block.words), self._width, " " * block.indent, margin):
                    line.plain = line.plain.replace(KEPT_TOGETHER, " ")
                    yield line
            case Sentence():
                yield Text(" " * block.indent, no_wrap=True).append_text(toned_text(block.words))
            case Boards():
                yield from self._boards(block)
            case Table():
                yield from self._table(block)
            case Section():
                yield from wrapped(toned_text(block.title), self._width, "", "  ")
                yield from self.lines(block.blocks)
            case Picture():
                yield from (Text(visible(line), no_wrap=True) for line in block.text.splitlines())

    def _boards(self, block: Boards) -> Iterator[Text]:
        """The legend, unless one before it says the same, and the boards."""
        from sudocube.report.terminal_boards import beside, legend

        key = f"{block.meaning} {any(map(has_found, block.drawings))}"
        if key not in self._explained:
            self._explained.add(key)
            yield from legend(block.drawings, block.meaning)
        yield from beside(block.drawings, self._width)

    def _table(self, block: Table) -> Iterator[Text]:
        """The table as rich draws it. If it is too wide, it becomes two, the first column in both, and then
        long words break.
        """
        from rich.console import Console
        from rich.measure import Measurement
        from rich.text import Text

        console = Console(width=self._width, color_system="standard" if self._in_colour else None)
        drawn = _rich_table(block)
        least = Measurement.get(console, console.options.update(max_width=WIDEST), drawn).minimum
        if block.title:
            yield Text(visible(block.title), "bold")
        if least > self._width and len(block.headings) > 2:
            middle = len(block.headings) // 2 + 1
            yield from self._table(_of_columns(block, slice(1, middle)))
            yield from self._table(_of_columns(block, slice(middle, None)))
            return
        for line in console.render_lines(drawn, pad=False):
            text = Text.assemble(*((part.text, part.style or "") for part in line), no_wrap=True)
            text.rstrip()
            yield text


def _of_columns(block: Table, which: slice) -> Table:
    """The first column of a table, and these."""
    return Table((block.headings[0], *block.headings[which]), [(row[0], *row[which]) for row in block.rows])


def _rich_table(block: Table) -> RichTable:
    """The table for rich."""
    from rich.table import Table as RichTable

    drawn = RichTable(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for at, heading in enumerate(block.headings):
        is_number = block.is_number(at)
        drawn.add_column(visible(heading), justify="right" if is_number else "left", no_wrap=is_number)
    for row in block.rows:
        drawn.add_row(*(toned_text((cell,)) for cell in row))
    return drawn


def toned_text(phrase: Phrase) -> Text:
    """A phrase as a text of rich, in the styles of its tones."""
    from rich.text import Text

    tones = ((piece, tone_of(piece)) for piece in phrase)
    return Text.assemble(*((visible(piece), STYLES[tone][0] if tone else "") for piece, tone in tones))


def wrapped(text: Text, width: int, margin: str, hanging: str) -> Iterator[Text]:
    """A text wrapped to a width, with `margin` before its first text line and `hanging` before the others.

    A text line ends between words, so that one is too long only where a single word is.
    """
    from rich.text import Text

    width = max(width, NARROWEST + max(len(margin), len(hanging)))
    wrapper = TextWrapper(width, margin, hanging, break_long_words=False, break_on_hyphens=False)
    start = 0
    for number, line in enumerate(wrapper.wrap(text.plain) or [margin]):
        before = hanging if number else margin
        start = text.plain.index(line[len(before) :], start)
        end = start + len(line) - len(before)
        yield Text(before, no_wrap=True).append_text(text[start:end])
        start = end
