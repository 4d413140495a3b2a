"""What a command prints, with characters made visible that nobody sees: they must not command the terminal.

`output` and `run` escape whatever they write, so nobody else has to. What a command writes to a file is not
changed. `report.visible_characters` says which characters these are.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sudocube.report.visible_characters import escaped, visible

if TYPE_CHECKING:  # most commands draw nothing
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment


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
            part = Text(escaped("\n")).join(part.split("\n", allow_blank=True))
        self._part = part

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for segment in console.render(self._part, options):
            if segment.control:
                yield segment
            else:
                yield segment._replace(text=visible(segment.text, keep="\n"))
