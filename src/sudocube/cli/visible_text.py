"""Control characters made visible: what a text from elsewhere holds must not command the terminal.

The names of files, and what is quoted from them, can hold any characters. An escape sequence can move the
cursor, rename the window or hide what was printed before; a bidirectional control can turn a text round.
`output` and `run` escape whatever they write, so nobody else has to. What a command writes to a file is not
changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # most commands draw nothing
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment

_HIDDEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""C0 but the end of a line, DEL, C1, marks and controls of the direction, and separators of lines."""


def visible(text: str, *, keep: str = "") -> str:
    r"""The text with each control character as Python writes it; line feeds, and those in `keep`, stay.

    >>> print(visible("puzzles\x1b[2J\u202e.txt"))
    puzzles\x1b[2J\u202e.txt
    """
    if text.replace("\n", "").isprintable():  # by far the quickest
        return text
    return _HIDDEN.sub(lambda found: found[0] if found[0] in keep else _escaped(found[0]), text)


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")


def visible_json(text: str) -> str:
    r"""JSON as `json.dumps` writes it, with DEL escaped, too: it is the only control character left."""
    return text.replace("\x7f", "\\u007f")


class VisibleRenderable:
    """What `rich` draws, with control characters of its texts escaped and its own styles as they are."""

    def __init__(self, part: RenderableType) -> None:
        self._part = part

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for segment in console.render(self._part, options):
            yield segment if segment.control else segment._replace(text=visible(segment.text))
