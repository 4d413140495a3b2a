"""Small puzzles on which an engine is refuted in the same way, in sentences and as JSON fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sudocube.crosschecking import Goal, Shrunk
from sudocube.puzzle import Puzzle
from sudocube.report.words import counted, listed

NAMED_AT_MOST = 4
"""How many blanks are named; more are only counted."""


def shrunk_in_words(name: str, shrunk: Shrunk) -> Iterator[tuple[str, Puzzle | None]]:
    """A sentence for each goal about the small puzzle found for an engine, and that puzzle.

    >>> from sudocube import crosscheck
    >>> checked = crosscheck("1243 34.1 43.2 21..", engines=["sat", lambda cells: "none"], shrink=True)
    >>> [*shrunk_in_words("mine", checked.shrunk["<lambda>()"])]
    [('mine, shrunk: a full grid (5 tries)', Puzzle('1243342143122134'))]
    """
    if not shrunk.refuted:
        yield f"{name}, not shrunk: {not_again_in_words(shrunk)}", None
        return
    yield f"{name}, shrunk: {reached_in_words(shrunk)}", shrunk.puzzle
    if (other := shrunk.fewest_clues) is not None:
        yield f"{name}, with few clues: {reached_in_words(other)}", other.puzzle


def shrinking_row(shrunk: Shrunk) -> dict[str, Any]:
    """The fields of a JSON row that say how far shrinking came for one engine, without the puzzle itself."""
    row = {
        "reached": shrunk.reached,
        "because": shrunk.refutation.sentence,
        "tries": shrunk.tries,
        "undecided": shrunk.undecided,
        "asked": shrunk.asked,
        "refuted": shrunk.refuted,
    }
    if (other := shrunk.fewest_clues) is not None:
        row["fewest_clues"] = {"puzzle": str(other.puzzle), **shrinking_row(other)}
    return row


def not_again_in_words(shrunk: Shrunk) -> str:
    """Why there is nothing to shrink."""
    again = f"asked {counted(shrunk.asked, 'more time')}, it"
    if shrunk.undecided == shrunk.asked:
        return f"{again} did not decide"
    return f"{again} was not refuted in this way; does its answer depend on the puzzles before?"


def reached_in_words(shrunk: Shrunk) -> str:
    """How small the puzzle is, and whether a smaller one may do."""
    return f"{_size(shrunk)}{_not_minimal(shrunk)}{_flaky(shrunk)}"


def _size(shrunk: Shrunk) -> str:
    """How small the puzzle is, and that it is 1-minimal if so."""
    cells = range(shrunk.puzzle.geometry.cell_count)
    if shrunk.goal is Goal.BLANKS:
        left, what, done = [cell for cell in cells if not shrunk.puzzle.cells[cell]], "blank", "filled"
    else:
        left, what, done = list(shrunk.puzzle.clues), "clue", "left out"
    tries = f"{shrunk.tries:,} {'try' if shrunk.tries == 1 else 'tries'}"
    if not left:
        return f"{'a full grid' if shrunk.goal is Goal.BLANKS else 'no clues'} ({tries})"
    names = f", {listed(map(shrunk.puzzle.geometry.cell_name, left))}" if len(left) <= NAMED_AT_MOST else ""
    number = f"{counted(len(left), what)}{names} ({tries})"
    if not shrunk.is_minimal:
        return number
    which = "it" if len(left) == 1 else "any one of them"
    return f"{number}; with {which} {done}, it is not refuted in this way"


def _not_minimal(shrunk: Shrunk) -> str:
    """Why a smaller puzzle may do, if so."""
    return f"; fewer may do: {shrunk.reached}" if not shrunk.is_minimal else ""


def _flaky(shrunk: Shrunk) -> str:
    """That the engine does not always answer the same, if so."""
    if not shrunk.is_flaky:
        return ""
    return f"; flaky: refuted {shrunk.refuted} of {counted(shrunk.asked, 'time')} on this puzzle"
