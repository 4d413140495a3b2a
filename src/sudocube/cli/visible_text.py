"""Characters that nobody sees made visible: what a text from elsewhere holds must not command the terminal.

The names of files, and what is quoted from them, can hold any characters. An escape sequence can move the
cursor, rename the window or hide what was printed before; a line feed can pretend to be another answer; a
bidirectional control can turn a text round; what has no width can make two names look the same. `output` and
`run` escape whatever they write, so nobody else has to. What a command writes to a file is not changed.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # most commands draw nothing
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment


def visible(text: str, *, keep: str = "") -> str:
    r"""The text with each character that cannot be printed as Python writes it; those in `keep` stay.

    Spaces of any width can be printed.

    >>> print(visible("puzzles\x1b[2J\u202e\n.txt"))
    puzzles\x1b[2J\u202e\n.txt
    """
    rest = text
    for character in keep:
        rest = rest.replace(character, "")
    if rest.isprintable():  # by far the quickest
        return text
    return "".join(one if one in keep or _is_seen(one) else _escaped(one) for one in text)


def _is_seen(character: str) -> bool:
    return character.isprintable() or unicodedata.category(character) == "Zs"


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")


def visible_json(text: str) -> str:
    r"""JSON as `json.dumps` writes it, with DEL escaped, too: it is the only control character left."""
    return text.replace("\x7f", "\\u007f")


class VisibleRenderable:
    """What `rich` draws, with such characters of its texts escaped and its own styles as they are.

    A `Text` is one line; a line feed in it is escaped as well.
    """

    def __init__(self, part: RenderableType) -> None:
        from rich.text import Text

        if isinstance(part, Text) and "\n" in part.plain:
            part = Text(_escaped("\n")).join(part.split("\n", allow_blank=True))
        self._part = part

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        from sudocube.report.text_layout import text_in_colour

        has_colours = console.color_system is not None and not console.no_color
        for segment in console.render(self._part, options):
            if segment.control:
                yield segment
            else:
                text = text_in_colour(segment) if has_colours else segment.text
                yield segment._replace(text=visible(text, keep="\n"))
