"""Puzzles written in the styles in which people paste them: functions from a puzzle to text."""

import json
from collections.abc import Callable
from typing import NamedTuple

from sudocube.geometry import SYMBOLS
from sudocube.puzzle import Puzzle


class PastedStyle(NamedTuple):
    """A way to write a puzzle; `shows_boxes` says that any box shape can be read back."""

    text: Callable[[Puzzle], str]
    shows_boxes: bool = False


def symbols(puzzle: Puzzle, blank: str = ".") -> list[list[str]]:
    """The cells of each row, as symbols."""
    return _cells(puzzle, [blank, *SYMBOLS[1:]])


def numbers(puzzle: Puzzle, blank: str) -> list[list[str]]:
    """The cells of each row, as numbers."""
    return _cells(puzzle, [blank, *map(str, puzzle.geometry.digits)])


def _cells(puzzle: Puzzle, texts: list[str]) -> list[list[str]]:
    size = puzzle.geometry.size
    return [
        [texts[value] for value in puzzle.cells[start : start + size]]
        for start in range(0, size * size, size)
    ]


def grouped(row: list[str], width: int) -> list[list[str]]:
    """The cells of a row, box by box."""
    return [row[start : start + width] for start in range(0, len(row), width)]


def framed(puzzle: Puzzle, rows: list[list[str]], signs: str) -> str:
    """Rows with bars and rules around boxes; the signs are those of the top, the inner and the lower rule,
    three for each, then the dash and the bar."""
    geometry, dash, bar = puzzle.geometry, signs[9], signs[10]
    width = max(len(cell) for row in rows for cell in row) + 1
    segment = dash * (width * geometry.box_columns + 1)

    def rule(left: str, middle: str, right: str) -> str:
        return left + middle.join([segment] * (geometry.size // geometry.box_columns)) + right + "\n"

    text = rule(*signs[0:3])
    for above, row in enumerate(rows):
        if above and above % geometry.box_rows == 0:
            text += rule(*signs[3:6])
        boxes = ("".join(cell.ljust(width) for cell in box) for box in grouped(row, geometry.box_columns))
        text += f"{bar} " + f"{bar} ".join(boxes) + f"{bar}\n"
    return text + rule(*signs[6:9])


def celled(puzzle: Puzzle, rows: list[list[str]], signs: str) -> str:
    """Rows with bars and rules around all cells, those between boxes heavier: sixteen signs of crossings from
    left to right and from top to bottom, a light dash and a heavy one, a light bar and a heavy one."""
    geometry = puzzle.geometry
    size, across, down = geometry.size, geometry.box_columns, geometry.box_rows
    width = max(len(cell) for row in rows for cell in row) + 2

    def rule(corners: str, dash: str) -> str:
        left, light, heavy, right = tuple(corners)
        boxes = heavy.join([light.join([dash * width] * across)] * (size // across))
        return left + boxes + right + "\n"

    def line(row: list[str]) -> str:
        boxes = (signs[18].join(cell.center(width) for cell in box) for box in grouped(row, across))
        return signs[19] + signs[19].join(boxes) + signs[19] + "\n"

    text = rule(signs[0:4], signs[17])
    for above, row in enumerate(rows):
        if above:
            is_box = above % down == 0
            text += rule(signs[8:12] if is_box else signs[4:8], signs[17] if is_box else signs[16])
        text += line(row)
    return text + rule(signs[12:16], signs[17])


def markdown(puzzle: Puzzle, rule: str) -> str:
    """A Markdown table with an empty header."""
    rows = [[" "] * puzzle.geometry.size, *numbers(puzzle, " ")]
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + rule * puzzle.geometry.size, *lines[1:]]) + "\n"


def banded(puzzle: Puzzle) -> str:
    """Blank lines between the boxes."""
    rows = [" ".join(row) for row in symbols(puzzle)]
    down = puzzle.geometry.box_rows
    return "\n\n".join("\n".join(rows[start : start + down]) for start in range(0, len(rows), down)) + "\n"


def joined(between: str, blank: str) -> Callable[[Puzzle], str]:
    """Each row on a line, with something between its cells, which are numbers."""
    return lambda puzzle: "\n".join(between.join(row) for row in numbers(puzzle, blank)) + "\n"


def listed(puzzle: Puzzle) -> list[list[int]]:
    """The digits of each row."""
    return [[int(cell) for cell in row] for row in numbers(puzzle, "0")]


def prose(text: str) -> str:
    """A puzzle between paragraphs."""
    return f"Hello all,\nhere is one (SE 8.3), of 2024-05-01:\n\n{text}\nHave fun!\n"


STYLES: dict[str, PastedStyle] = {
    "light frame": PastedStyle(lambda p: framed(p, symbols(p, "·"), "┌┬┐├┼┤└┴┘─│"), True),
    "heavy frame": PastedStyle(lambda p: framed(p, symbols(p, "□"), "┏┳┓┣╋┫┗┻┛━┃"), True),
    "plus frame": PastedStyle(lambda p: framed(p, symbols(p), "+++++++++-|"), True),
    "colon frame": PastedStyle(lambda p: framed(p, symbols(p), "...:+:'''-|"), True),
    "star frame": PastedStyle(lambda p: framed(p, symbols(p), "*-*|+|*-*-|"), True),
    "frame with spaces for blanks": PastedStyle(lambda p: framed(p, symbols(p, " "), "+++++++++-|"), True),
    "double cells": PastedStyle(lambda p: celled(p, numbers(p, ""), "╔╤╦╗╟┼╫╢╠╪╬╣╚╧╩╝─═│║"), True),
    "heavy cells": PastedStyle(lambda p: celled(p, symbols(p, "."), "┏┯┳┓┠┼╂┨┣┿╋┫┗┷┻┛─━│┃"), True),
    "plus cells": PastedStyle(lambda p: celled(p, symbols(p, " "), "++++++++++++++++--||")),
    "markdown": PastedStyle(lambda p: markdown(p, ":-:|")),
    "commas": PastedStyle(joined(",", "")),
    "commas and spaces": PastedStyle(joined(", ", "0")),
    "tabs": PastedStyle(joined("\t", "")),
    "numbers": PastedStyle(joined(" ", ".")),
    "Python": PastedStyle(lambda p: "grid = " + str(listed(p)).replace("], ", "],\n") + "\n"),
    "JSON": PastedStyle(lambda p: json.dumps({"grid": listed(p)}).replace("], ", "],\n")),
    "NumPy": PastedStyle(lambda p: str(listed(p)).replace(",", "").replace("] ", "]\n ")),
    "strings": PastedStyle(lambda p: "[\n" + "".join(f'  "{"".join(row)}",\n' for row in symbols(p)) + "]\n"),
    "tags": PastedStyle(lambda p: f"[code]\n{framed(p, symbols(p), '+++++++++-|')}[/code]\n", True),
    "prose": PastedStyle(lambda p: prose(framed(p, symbols(p), "+++++++++-|")), True),
    "title": PastedStyle(lambda p: "Grid 01\n" + "\n".join("".join(row) for row in symbols(p)) + "\n"),
    "bands apart": PastedStyle(banded, True),
    "double-spaced": PastedStyle(lambda p: "\n\n".join(" ".join(row) for row in symbols(p)) + "\n"),
}
"""Styles that say all of a puzzle."""

UNCERTAIN: dict[str, PastedStyle] = {
    "spaces": PastedStyle(lambda p: "\n".join("".join(row).rstrip() for row in symbols(p, " ")) + "\n"),
    "wide spaces": PastedStyle(lambda p: "\n".join(" ".join(row).rstrip() for row in symbols(p, " ")) + "\n"),
    "aligned": PastedStyle(
        lambda p: "".join(" ".join(one.rjust(2) for one in row).rstrip() + "\n" for row in numbers(p, " "))
    ),
}
"""Styles in which a space that is lost moves the cells behind it, and nothing shows it."""
