"""Text laid out for a terminal: wrapped to a width, after a margin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

NARROWEST = 24
"""The least room for text beside a margin, in characters, even if the terminal is narrower."""


def wrapped(text: Text, margin: Text, hanging: Text, width: int) -> list[Text]:
    """A text wrapped to a width, its first line after `margin`, the others after `hanging`."""
    room = max(NARROWEST, width - margin.cell_len)
    parts = text.divide(_line_ends(text.plain, room))
    lines = []
    for number, part in enumerate(parts):
        part.rstrip()
        lines.append((hanging if number else margin).copy().append_text(part))
        lines[-1].no_wrap = True
    return lines


def _line_ends(text: str, room: int) -> Iterator[int]:
    """Where to break a text, so that each line has `room` characters at most, unless a word has more."""
    start = last = 0
    for at, character in enumerate(text):
        if character == " ":
            last = at + 1
        elif at - start >= room and last > start:
            yield last
            start = last


def indented(lines: Sequence[Text], width: int) -> Iterator[Text]:
    """A drawing two characters from the left, or fewer where it would not fit."""
    room = width - max(line.cell_len for line in lines)
    margin = " " * max(0, min(2, room))
    yield from (Text(margin).append_text(line) for line in lines)
