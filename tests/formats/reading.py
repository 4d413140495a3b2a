"""What a text gives, in words: the one way in which the tables of this folder read.

A puzzle is told as `line cells`, with the shape of its boxes behind it where it is not the usual one, and
the answer that is stored beside it behind `=`. What is no puzzle is told by its message, which begins with
its line.
"""

import io
import re
from collections.abc import Iterable
from typing import Any

from sudocube import formats
from sudocube.errors import SudocubeError
from sudocube.formats.bulk_reader import read_in_batches
from sudocube.formats.text_batches import InputPause, TextBatch
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle

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
    "MARKS": MARKS,
}
"""What stands in braces in a table; `{P[1:]}` is a part of such a word, `{x*80}` a sign many times."""

read: Any = formats.read
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


def in_batches(text: str | bytes, name: str = "t.txt", **hints: Any) -> Any:
    """What the reader in batches gives; what it says at the call comes like what it says later."""
    data = text.encode() if isinstance(text, str) else text
    yield from read_in_batches(io.BytesIO(data), name, **hints).items


def both_ways(text: str | bytes, name: str = "t.txt", *, in_tables: bool = False, **hints: Any) -> list[str]:
    """What the ordinary reader gives, in words; an error if the reader in batches gives anything else."""
    data = text.encode() if isinstance(text, str) else text

    def ordinary() -> Any:
        yield from read(io.BytesIO(data), name, **hints)

    found = in_words(ordinary(), name)
    assert in_words(in_batches(data, name, in_tables=in_tables, **hints), name) == found, (data, hints)
    return found


def in_words(items: Iterable[Any], name: str = "t.txt") -> list[str]:
    """What was read, in words, and last the error that ended the reading."""
    found: list[str] = []
    try:
        for item in items:
            if isinstance(item, TextBatch):
                for place, (line, row) in enumerate(zip(item.lines.tolist(), item.puzzles, strict=True)):
                    found.append(puzzle_in_words(line, Puzzle(row.tobytes().decode()), item.answer(place)))
            elif not isinstance(item, InputPause):
                source, _, line = item.source.rpartition(":")
                assert source == name
                assert (item.puzzle is None) != (item.error is None)
                told = item.error and str(item.error).removeprefix(f"{name}:")
                found.append(told or puzzle_in_words(line, item.puzzle, item.stored))
    except (SudocubeError, OSError) as error:
        found.append(str(error))
    return found


def puzzle_in_words(line: object, puzzle: Puzzle, answer: str | None) -> str:
    """A puzzle at a line, in words."""
    shape = puzzle.geometry
    box = "" if shape == Geometry.of_size(shape.size) else f" [{shape.box_name}]"
    return f"{line} {puzzle}{box}" + ("" if answer is None else f" = {answer}")
