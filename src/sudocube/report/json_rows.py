"""Results for puzzles as JSON rows: plain dictionaries, with the fields that the command line promises."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from sudocube.rows import Entry
from sudocube.verdict import Verdict

if TYPE_CHECKING:  # a command imports only what it runs
    from sudocube.verdicts.certifying import CertifiedPuzzle
    from sudocube.verdicts.checking import Checked
    from sudocube.verdicts.judging import Crosschecked

Row = dict[str, Any]

PAGE: Row = {"index": 1, "source": "page"}
"""The place of the one puzzle that is on the page of `sudocube serve`."""


def puzzle_row(
    index: int, given: Entry | Checked | Crosschecked | CertifiedPuzzle, fields: Row, **optional: str | None
) -> Row:
    """The row of an input: its place, puzzle and boxes, then the fields; or that it is no puzzle, and why.

    The `optional` fields are there only if they are not None.
    """
    row: Row = {"index": index, "source": given.source}
    entry = getattr(given, "entry", given)
    if (title := getattr(entry, "title", None)) is not None:
        row["title"] = title
    if given.puzzle is None:
        return {**row, "verdict": Verdict.INVALID, "error": str(given.error)}
    some = {name: text for name, text in optional.items() if text is not None}
    return {**row, **board_row(given.puzzle), **fields, **some}


def board_row(puzzle: Puzzle) -> Row:
    """The fields that say all of a puzzle: its cells and the shape of its boxes."""
    return {"puzzle": str(puzzle), "box": puzzle.geometry.box_name}


def size_row(geometry: Geometry) -> Row:
    """The fields that name a geometry."""
    return {"size": geometry.size, "box": geometry.box_name}
