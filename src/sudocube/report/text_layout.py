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
    rooms = (max(NARROWEST, width - before.cell_len) for before in (margin, hanging))
    parts = text.divide(_line_ends(text.plain, *rooms))
    lines = []
    for number, part in enumerate(parts):
        part.rstrip()
        lines.append((hanging if number else margin).copy().append_text(part))
        lines[-1].no_wrap = True
    return lines


def _line_ends(text: str, room: int, later_room: int) -> Iterator[int]:
    """Where to break a text, so that no text line is longer than its room, unless a single word is.

    `room` is that of the first text line, `later_room` that of the others.
    """
    start = last = 0
    for at, character in enumerate(text):
        if character == " ":
            last = at + 1
        elif at - start >= room and last > start:
            yield last
            start, room = last, later_room


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
    width: int,
    gap: int = 2,
    style: Callable[[str, str], str] = lambda *_: "",
) -> Iterator[Text]:
    """A table with a column of names under `title`, and numbers under `headings`, `gap` blanks apart.

    If that is too wide, the gaps are smaller; then names that are too long for what room is left have a text
    line of their own; and if the numbers still do not fit, the columns stand in several tables, one below the
    other. `style` is asked for the style of each number, by its heading and the number.
    """
    widths = column_widths(headings, rows)
    for columns in _columns_that_fit(widths, width):
        if columns.start:
            yield Text()
        some = {name: numbers[columns] for name, numbers in rows.items()}
        yield from _one_table(title, headings[columns], some, width, gap, style)


def _columns_that_fit(widths: Sequence[int], width: int) -> Iterator[slice]:
    """The columns in runs, each of as many as fit beside short names with a gap of one blank; or of one."""
    start, room = 0, width - NARROWEST_NAMES
    for at, column in enumerate(widths):
        room -= column + 1
        if room < 0 and at > start:
            yield slice(start, at)
            start, room = at, width - NARROWEST_NAMES - column - 1
    yield slice(start, len(widths))


def _one_table(
    title: str,
    headings: Sequence[str],
    rows: Mapping[str, Sequence[str]],
    width: int,
    gap: int,
    style: Callable[[str, str], str],
) -> Iterator[Text]:
    widths = column_widths(headings, rows)
    longest = max(map(len, (title, *rows)))
    gap = next((one for one in range(gap, 0, -1) if longest + sum(widths) + one * len(widths) <= width), 1)
    first = min(longest, max(NARROWEST_NAMES, width - sum(widths) - gap * len(widths)))

    def cells(numbers: Sequence[str]) -> list[str]:
        return [" " * gap + number.rjust(width) for number, width in zip(numbers, widths, strict=True)]

    yield Text(title.ljust(first) + "".join(cells(headings)), "bold", no_wrap=True)
    for name, numbers in rows.items():
        if len(name) > first:
            yield from wrapped(Text(name), width, "", "  ")
        line = Text(name.ljust(first) if len(name) <= first else " " * first, no_wrap=True)
        for heading, number, cell in zip(headings, numbers, cells(numbers), strict=True):
            line.append(cell, style(heading, number))
        yield line
