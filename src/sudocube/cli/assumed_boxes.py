"""What is said of boxes whose shape nobody gave: that it is assumed, and what the other one would change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sudocube.clock import Clock
from sudocube.puzzle import Puzzle
from sudocube.report.document import Phrase
from sudocube.verdict import Verdict

if TYPE_CHECKING:
    from sudocube.rows import Entry

OTHER_SHAPE_SECONDS = 1.0
"""Seconds for the verdicts with both shapes: they must not hold up a command that has its answer."""


class AssumedBoxes:
    """The puzzles of a run, as far as the shapes of their boxes are assumed (see `Entry.is_box_assumed`)."""

    def __init__(self) -> None:
        self._puzzles = 0
        self._first: Entry | None = None

    def remark(self, entry: Entry | None, puzzles: int = 1) -> str | None:
        """Count puzzles that were read; what is to be said of the first one with an assumed shape.

        `entry` is None for puzzles that are 9×9 in any case.
        """
        self._puzzles += puzzles
        if entry is None or entry.puzzle is None or self._first is not None or not entry.is_box_assumed:
            return None
        self._first = entry
        shape = entry.puzzle.geometry
        other = f"--box {shape.turned.box_name} takes the other shape"
        return f"{entry.source}: {shape} assumed; {other}"

    def other_verdict(self, timeout: float | None) -> Phrase | None:
        """Of a single puzzle: that its verdict is another one with the other shape, if that is soon clear.

        `timeout` is that of the run, in seconds.
        """
        if self._puzzles != 1 or self._first is None or self._first.puzzle is None:
            return None
        from sudocube.verdicts.checking import check

        puzzle = self._first.puzzle
        other = puzzle.geometry.turned
        clock = Clock(OTHER_SHAPE_SECONDS if timeout is None else min(timeout, OTHER_SHAPE_SECONDS))
        verdicts: list[Verdict] = []
        for shape in (puzzle.geometry, other):
            if not (left := clock.seconds_left):
                return None
            verdicts.append(check(Puzzle(puzzle.cells, shape), timeout=left).verdict)
            if not verdicts[-1].is_decided:
                return None
        if verdicts[0] is verdicts[1]:
            return None
        boxes = f"with boxes of {other.box_rows} rows × {other.box_columns} columns"
        these, others = verdicts
        return f"{self._first.source}: {boxes} the verdict is ", others, ", and ", these, " with these"
