"""Text laid out for a terminal: wrapped to a width, indented, in tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from rich.text import Text

NARROWEST = 24
"""The least room for text beside a margin, in characters, even if the terminal is narrower."""

NARROWEST_NAMES = 10
"""The least width of the column of names in a table."""


def wrapped(text: Text, width: int, margin: Text | str = "", hanging: Text | str | None = None) -> list[Text]:
    """A text wrapped to a width, with `margin` before its first text line and `hanging` before the others.

    By default, `hanging` is a blank margin of the same width.
    """
    margin = Text(margin) if isinstance(margin, str) else margin
    hanging = " " * margin.cell_len if hanging is None else hanging
    hanging = Text(hanging) if isinstance(hanging, str) else hanging
    room = max(NARROWEST, width - margin.cell_len)
    parts = text.divide(_line_ends(text.plain, room))
    lines = []
    for number, part in enumerate(parts):
        part.rstrip()
        lines.append((hanging if number else margin).copy().append_text(part))
        lines[-1].no_wrap = True
    return lines


def _line_ends(text: str, room: int) -> Iterator[int]:
    """Where to break a text, so that no text line is longer than `room`, unless a single word is."""
    start = last = 0
    for at, character in enumerate(text):
        if character == " ":
            last = at + 1
        elif at - start >= room and last > start:
            yield last
            start = last


def indented(lines: Sequence[Text], width: int) -> Iterator[Text]:
    """A drawing indented by two characters, or fewer if it would not fit."""
    room = width - max(line.cell_len for line in lines)
    margin = " " * max(0, min(2, room))
    yield from (Text(margin).append_text(line) for line in lines)


def column_widths(headings: Sequence[str], rows: Mapping[str, Sequence[str]]) -> list[int]:
    """The width of each column: that of its longest text."""
    return [max(map(len, column)) for column in zip(headings, *rows.values(), strict=True)]


def name_table(
    title: str,
    headings: Sequence[str],
    rows: Mapping[str, Sequence[str]],
    *,
    room: int,
    gap: int,
    style: Callable[[str, str], str] = lambda *_: "",
) -> Iterator[Text]:
    """A table with a column of names under `title`, and numbers under `headings`, `gap` blanks apart.

    Names have `room` characters at most; a longer name has a text line of its own. `style` is asked for the
    style of each number, by its heading and the number.
    """
    widths = column_widths(headings, rows)
    first = min(room, max(map(len, (title, *rows))))

    def cells(numbers: Sequence[str]) -> list[str]:
        return [" " * gap + number.rjust(width) for number, width in zip(numbers, widths, strict=True)]

    yield Text(title.ljust(first) + "".join(cells(headings)), "bold", no_wrap=True)
    for name, numbers in rows.items():
        if len(name) > first:
            yield Text(name)
        line = Text(name.ljust(first) if len(name) <= first else " " * first, no_wrap=True)
        for heading, number, cell in zip(headings, numbers, cells(numbers), strict=True):
            line.append(cell, style(heading, number))
        yield line
