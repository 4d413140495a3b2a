"""What a text gives, in words: the one way in which the tables of this folder read.

A puzzle is told as `line cells`, with the shape of its boxes behind it where it is not the usual one, and
the answer that is stored beside it behind `=`. What is no puzzle is told by its message, which begins with
its line.
"""

import io
import re
from collections.abc import Iterable
from typing import Any

from sudocube.errors import InputError, SudocubeError
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from sudocube.rows import opening
from sudocube.rows.batch import LostRows, Rows
from sudocube.rows.columns import NO_COLUMN, Reading, Role
from sudocube.rows.entry import text_of
from sudocube.rows.opening import open_rows
from sudocube.rows.source import Source

CLUES = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
GRID = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
FOUR, FOUR_SOLVED = "1.....2..3.....4", "1243342143122134"
ROWS = [CLUES[start : start + 9] for start in range(0, 81, 9)]
MARKS = "12......." + "123456789" * 80

WORDS = {
    "P": CLUES,
    "S": GRID,
    "O": CLUES[::-1],
    "Z": CLUES.replace(".", "0"),
    "FOUR": FOUR,
    "FOUR_S": FOUR_SOLVED,
    "ROWS": "\n".join(ROWS),
    "OTHER_ROWS": "\n".join(row[::-1] for row in ROWS[::-1]),
    "SPACED": "\n".join(" ".join(row) for row in ROWS),
    "FIELDS": "\n".join(",".join(row).replace(".", "") for row in ROWS),
    "CELLS": ",".join(CLUES.replace(".", "0")),
    "MINUS": ",".join(CLUES).replace(".", "-1"),
    "TEN": " ".join(str(int(cell) + 1) for cell in CLUES.replace(".", "0")),
    "ONES": "[" + "\n ".join(str(int(cell) + 1) for cell in GRID) + "]",
    "DOTS": " ".join(CLUES),
    "NUMBERS": ",".join(map(str, range(81))),
    "MARKS": MARKS,
}
"""What stands in braces in a table; `{P[1:]}` is a part of such a word, `{x*80}` a sign many times."""

read: Any = opening.read
"""Without types, so that tests can use entries without checks for None."""


def filled(text: str) -> str:
    """The text with what stands in braces replaced; other braces stay."""

    def word(found: re.Match[str]) -> str:
        begin, _, end = (found[3] or "").partition(":")
        return WORDS[found[1]][int(begin or 0) : int(end) if end else None]

    text = re.sub(rf"\{{({'|'.join(WORDS)})(\[(\d*:\d*)\])?\}}", word, text)
    return re.sub(r"\{([^{}]+)\*(\d+)\}", lambda found: found[1] * int(found[2]), text)


def bytes_of(text: str) -> bytes:
    """The bytes of a text of a table, in which `{xff}` is a byte."""
    parts = re.split(r"\{x([0-9a-f]{2})\}", text)
    return b"".join(bytes.fromhex(part) if at % 2 else filled(part).encode() for at, part in enumerate(parts))


def entries(text: str | bytes | Iterable[str], name: str = "t.txt", **hints: Any) -> Any:
    """What the ordinary reader gives of a text, or of lines."""
    if not isinstance(text, str | bytes):
        text = "\n".join(text)
    return list(read(io.BytesIO(text.encode() if isinstance(text, str) else text), name, **hints))


def opened(
    data: bytes,
    name: str = "t.txt",
    *,
    geometry: Any = None,
    size: Any = None,
    answers: Any = True,
    columns: Any = None,
) -> Any:
    """The batches of an input, as commands read it; what ends the reading is raised at the end."""
    columns = {Role(role): wanted for role, wanted in (columns or {}).items()}
    columns |= {} if answers is True else {Role.ANSWER: answers or NO_COLUMN}
    reading = Reading.of(columns, geometry, size)
    for item in open_rows(Source(name, stream=io.BytesIO(data)), reading)[1]:
        if isinstance(item, LostRows):
            raise InputError(name, item.message)
        yield item


def value_of(rows: Rows, role: Role, place: int) -> Any:
    """What a row has in the column with that role; None where it has nothing, or there is no column."""
    column = rows.column(role)
    value = None if column is None else column[place].as_py()
    return text_of(value) if isinstance(value, bytes) else value


def in_words(items: Iterable[Any], name: str = "t.txt") -> list[str]:
    """What was read, in words, and last the error that ended the reading; `items` are entries or batches."""
    found: list[str] = []
    try:
        for item in items:
            for entry in item.entries() if isinstance(item, Rows) else [item]:
                source, _, line = entry.source.rpartition(":")
                assert source == name
                assert (entry.puzzle is None) != (entry.error is None)
                told = entry.error and str(entry.error).removeprefix(f"{name}:")
                found.append(told or puzzle_in_words(line, entry.puzzle, entry.stored))  # type: ignore[arg-type]
    except (SudocubeError, OSError) as error:
        found.append(str(error))
    return found


def puzzle_in_words(line: object, puzzle: Puzzle, answer: str | None) -> str:
    """A puzzle at a line, in words."""
    shape = puzzle.geometry
    box = "" if shape == Geometry.of_size(shape.size) else f" [{shape.box_name}]"
    return f"{line} {puzzle}{box}" + ("" if answer is None else f" = {answer}")
