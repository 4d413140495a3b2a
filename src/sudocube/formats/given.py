"""Puzzles as callers of the library give them: as such, as texts, or as what was read from a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sudocube.errors import FormatError, UnsupportedError
from sudocube.formats.entry import Entry, Style
from sudocube.formats.reader import read_argument
from sudocube.puzzle import Puzzle


def as_puzzle(puzzle: Puzzle | str) -> Puzzle:
    """The puzzle itself; of a text, the puzzle that it spells. Raises PuzzleError, or TypeError."""
    if isinstance(puzzle, Puzzle):
        return puzzle
    if isinstance(puzzle, str):
        return Puzzle(puzzle)
    raise TypeError(f"a puzzle is a Puzzle or a text, not {type(puzzle).__name__}")


def numbered(
    puzzles: Iterable[Puzzle | str | Entry],
) -> Iterator[tuple[tuple[int, Entry], Puzzle | None]]:
    """Puzzles in any form as entries, numbered from 1, each with its puzzle where it is one.

    Raises TypeError for a single text in place of several, and for what is no puzzle in any form.
    """
    if isinstance(puzzles, str | Puzzle):
        raise TypeError("several puzzles are asked for: put a single one in a list")
    for index, puzzle in enumerate(puzzles, 1):
        if isinstance(puzzle, Entry):
            entry = puzzle
        elif isinstance(puzzle, Puzzle):
            entry = Entry(f"argument:{index}", puzzle, None, Style())
        elif isinstance(puzzle, str):
            entry = next(read_argument(puzzle, index), None) or _nothing(index)
        else:
            raise TypeError(f"a puzzle is a Puzzle, an Entry or a text, not {type(puzzle).__name__}")
        yield (index, entry), entry.puzzle


def _nothing(index: int) -> Entry:
    """The entry of a text without a symbol in it."""
    error = FormatError("argument", index, None, found="nothing", expected="a puzzle")
    return Entry(f"argument:{index}", None, error, Style())


def refuse_pencilmarks(puzzle: Puzzle, who: str) -> None:
    """Raise UnsupportedError for a puzzle with candidates; `who` knows clues only, and says so."""
    if puzzle.candidates is not None:
        raise UnsupportedError(f"{who} takes no pencilmarks, only clues")
