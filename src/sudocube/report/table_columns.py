"""Results as columns of a table (CSV): their names, and the fields for one puzzle."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sudocube.report.words import reason_in_words
from sudocube.rows.table_writer import harmless

if TYPE_CHECKING:
    from sudocube.checking import Checked

CHECKED_COLUMNS = ("source", "box", "verdict", "evidence", "engine", "reason")
STORED_COLUMN = "stored"
"""A further column of `check`, where the first table has a column of answers."""

COUNTED_COLUMNS = ("source", "box", "count", "exact")

ESTIMATED_COLUMNS = (*COUNTED_COLUMNS, "estimate", "low", "high")


def checked_fields(checked: Checked, *, with_stored: bool = False) -> list[str]:
    """The fields of one puzzle in `check`; those that mean nothing for it are empty.

    With `with_stored`, the last one says what is to be said of the stored answer.

    The reason is why a verdict is unknown, which clues clash, or why the puzzle is invalid; it does not begin
    with the source, which has a field of its own.
    """
    evidence, engine = checked.evidence or "", checked.engine or ""
    reason = (reason_in_words(checked) or "").removeprefix(f"{checked.source}: ")
    if (error := checked.error) is not None and error.line is not None:  # another line of the same grid
        reason = re.sub(f"^{re.escape(error.place)}", f"line {error.line}", reason)
    stored = [checked.stored or ""] * with_stored
    return [*_place(checked), checked.verdict, evidence, harmless(engine), harmless(reason), *stored]


def counted_fields(checked: Checked, limit: int) -> list[str]:
    """The fields of one puzzle in `count`; the last two are empty if it is undecided, or no puzzle.

    If `exact` is false, there are at least `count` solutions.
    """
    if not checked.exhausted and checked.count < limit:
        return [*_place(checked), "", ""]
    return [*_place(checked), str(checked.count), "true" if checked.exhausted else "false"]


def _place(checked: Checked) -> list[str]:
    puzzle = checked.puzzle
    return [harmless(checked.source), "" if puzzle is None else puzzle.geometry.box_name]
