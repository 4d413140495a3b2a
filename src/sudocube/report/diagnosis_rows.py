"""The rows of `diagnose`; the fields after `undecided` depend on the verdict, and null is: not known.

Cells are named, as r1c1; digits are numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import UNSET, Meta

from sudocube.geometry import Geometry
from sudocube.report.row import (
    CellName,
    Cells,
    Digit,
    Evidence,
    GridCells,
    InvalidRow,
    Optional,
    Positive,
    PuzzleRow,
    Reason,
    Row,
    Seconds,
    Solutions,
    Verdict,
    Whole,
    filled,
    row_of,
)
from sudocube.verdicts.ambiguity import Ambiguity, Repair, SolutionPair
from sudocube.verdicts.conflicts import Change, ChangeKind, ClueRedundancy, Contradiction
from sudocube.verdicts.diagnosing import Diagnosis

if TYPE_CHECKING:
    from sudocube.cube import Clash
    from sudocube.rows import Entry

Size = Whole
"""How many these are. For example: 2."""
Proved = Literal[True] | None
"""Whether that is proved; null if it is not known. For example: true, null."""
GRIDS = ["1423324123144132", "1423324143122134"]


class ClashRow(Row, kw_only=True):
    """Equal clues in a unit."""

    unit: str
    """A row, a column or a box, from 1; boxes are numbered row by row. For example: "row 1"."""
    digit: Digit
    cells: list[CellName]
    """The clues with this digit. For example: ["r1c1", "r2c1"]."""


class ConflictRow(Row, kw_only=True):
    """Clues that cannot stand together."""

    cells: list[CellName]
    """The clues. For example: ["r1c1", "r2c1"]."""
    size: Size
    minimal: Literal[True] | None
    """Whether they can stand together without any one of them. For example: true, null."""
    at_least: Positive
    """Every conflict has at least so many clues. For example: 2."""
    smallest: Literal[True] | None
    """Whether no conflict has fewer clues. For example: true, null."""
    confirmed: bool
    """Whether a second solver finds the same. For example: true."""


class ChangeRow(Row, kw_only=True):
    """A change of one clue that makes the puzzle unique."""

    kind: ChangeKind
    """What to do with the clue. For example: "change"."""
    cell: str
    """The clue. For example: "r4c7"."""
    digit: Digit
    to_digit: int | None
    """The digit to write there; null unless the kind is `change`. For example: 3, null."""
    to_cell: str | None
    """The cell to move it to; null unless the kind is `move`. For example: "r2c3", null."""
    puzzle: str
    """The puzzle after the change. For example: "1.....2..3.....4"."""
    solution: str
    """Its only solution. For example: "1423324123144132"."""


class PairRow(Row, kw_only=True):
    """The two closest solutions."""

    solutions: Annotated[list[GridCells], Meta(min_length=2, max_length=2)]
    """The two solutions. For example: ["1423324123144132", "1423324143122134"]."""
    cells: list[CellName]
    """The cells in which they differ. For example: ["r1c1", "r2c1"]."""
    size: Size
    at_least: Whole
    """Any two solutions differ in at least so many cells. For example: 4."""
    smallest: Literal[True] | None
    """Whether no two are closer. For example: true, null."""


class RepairRow(Row, kw_only=True):
    """Further clues that make a puzzle unique."""

    solution: str
    """The solution that is left. For example: "1423324123144132"."""
    clues: dict[CellName, Digit]
    """The clues to add. For example: {"r1c2": 4}."""
    size: Size
    at_least: Whole
    """Fewer than so many are not enough. For example: 1."""
    smallest: Literal[True] | None
    """Whether fewer are not enough. For example: true, null."""
    puzzle: str
    """The puzzle with these clues. For example: "14...2....3....4"."""


class SubPuzzleRow(Row, kw_only=True):
    """What is left when clues are dropped one after the other."""

    puzzle: Cells
    clues: Whole
    """How many clues it has. For example: 21."""
    minimal: Literal[True] | None
    """Whether no clue of it can be dropped. For example: true, null."""


class DiagnosedRow(PuzzleRow, kw_only=True):
    """A puzzle that was not decided; the base of the others."""

    verdict: Verdict
    evidence: Evidence
    solutions: Solutions
    seconds: Seconds
    undecided: list[str]
    """What there was no time for, in words; empty if everything is known.

    For example: ["which clues can be dropped"].
    """
    reason: Optional[Reason] = UNSET


class ContradictoryRow(DiagnosedRow, kw_only=True):
    """A puzzle without a solution."""

    clashes: list[ClashRow]
    """Two or more clues with the same digit in a unit. For example: []."""
    conflicts: list[ConflictRow]
    """Sets of clues that cannot stand together; no two share a clue. For example: []."""
    other_conflicts: Literal[False] | None
    """false: without the clues of these conflicts there is a solution; null: not known.

    For example: false.
    """
    culprits: list[CellName] | None
    """The clues that are in every conflict; null if that is not known. For example: ["r1c1"], null."""
    changes: list[ChangeRow]
    """The changes of one clue that make the puzzle unique. For example: []."""
    changes_complete: bool
    """Whether these are all. For example: true."""


class AmbiguousRow(DiagnosedRow, kw_only=True):
    """A puzzle with several solutions."""

    count: Annotated[int, Meta(ge=2)]
    """How many solutions were found. For example: 5."""
    exact: bool
    """Whether there are no others. For example: true."""
    closest: PairRow
    """The two closest solutions: their difference is what to break.

    For example: {"solutions": ["1423324123144132", "1423324143122134"], "cells": ["r3c1"], "size": 4,
    "at_least": 4, "smallest": true}.
    """
    candidates: dict[CellName, dict[str, int | None]]
    """For each cell, the digits that occur in solutions, and in how many; null if the count is not exact.

    For example: {"r1c1": {"1": 3, "2": 2}}.
    """
    candidates_complete: bool
    """Whether no other digit can occur. For example: true."""
    repair: Optional[RepairRow] = UNSET
    """With `--repair`: further clues that make it unique; only if some were found.

    For example: {"solution": "1423324123144132", "clues": {"r1c2": 4}, "size": 1, "at_least": 1, "smallest":
    true, "puzzle": "14...2....3....4"}.
    """


class RedundantRow(DiagnosedRow, kw_only=True):
    """A puzzle with one solution."""

    minimal: bool | None
    """Whether no clue can be dropped; null if that is not known. For example: true, null."""
    redundant: list[CellName]
    """The clues that can each be dropped. For example: ["r1c1", "r2c1"]."""
    redundant_complete: bool
    """Whether these are all. For example: true."""
    sub_puzzle: SubPuzzleRow
    """What is left when clues are dropped one after the other.

    For example: {"puzzle": "1....2....3....4", "clues": 4, "minimal": true}.
    """


def diagnosed_row(index: int, entry: Entry, found: Diagnosis | None) -> DiagnosedRow | InvalidRow:
    """The row of one puzzle."""
    if found is None:
        return row_of(DiagnosedRow, entry, index=index)
    shape, place = found.puzzle.geometry, {"index": index, "source": entry.source, "title": entry.title}
    if found.contradiction is not None:
        return row_of(ContradictoryRow, found, **place, **_contradiction(found.contradiction, shape))
    if found.ambiguity is not None:
        return row_of(AmbiguousRow, found, **place, **_ambiguity(found.ambiguity, shape))
    if found.redundancy is not None:
        return row_of(RedundantRow, found, **place, **_redundancy(found.redundancy, shape))
    return row_of(DiagnosedRow, found, **place)


def _contradiction(found: Contradiction, shape: Geometry) -> dict[str, Any]:
    return {
        "clashes": clash_rows(found.clashes, shape),
        "conflicts": [
            filled(
                ConflictRow,
                one,
                cells=_names(one.cells, shape),
                size=len(one.cells),
                minimal=one.is_minimal or None,
                smallest=one.is_smallest or None,
                confirmed=one.is_confirmed,
            )
            for one in found.conflicts
        ],
        "other_conflicts": False if found.is_every_conflict_met else None,
        "culprits": None if found.culprits is None else _names(found.culprits, shape),
        "changes": [_change(one, shape) for one in found.changes],
        "changes_complete": found.are_all_changes,
    }


def clash_rows(clashes: Iterable[Clash], shape: Geometry) -> list[ClashRow]:
    """Clues that clash: the unit, the digit, and the names of the cells that hold it."""
    return [ClashRow(unit=one.unit.name, digit=one.digit, cells=_names(one.cells, shape)) for one in clashes]


def _change(change: Change, shape: Geometry) -> ChangeRow:
    to_cell = None if change.to_cell is None else shape.cell_name(change.to_cell)
    cells = {"cell": shape.cell_name(change.cell), "to_cell": to_cell}
    return filled(ChangeRow, change, **cells, puzzle=change.repaired_puzzle)


def _ambiguity(found: Ambiguity, shape: Geometry) -> dict[str, Any]:
    return {
        "count": found.count,
        "exact": found.is_exact,
        "closest": _pair(found.closest, shape),
        "candidates": {
            shape.cell_name(cell): {str(digit): count for digit, count in digits.items()}
            for cell, digits in enumerate(found.candidates)
        },
        "candidates_complete": not found.undecided,
        "repair": None if found.repair is None else _repair(found.repair, shape),
    }


def _pair(pair: SolutionPair, shape: Geometry) -> PairRow:
    solutions, cells = [str(pair.first), str(pair.second)], _names(pair.cells, shape)
    smallest = pair.is_extreme or None
    return PairRow(solutions=solutions, cells=cells, size=len(cells), at_least=pair.bound, smallest=smallest)


def _repair(repair: Repair, shape: Geometry) -> RepairRow:
    return filled(
        RepairRow,
        repair,
        clues={shape.cell_name(cell): digit for cell, digit in repair.clues.items()},
        size=len(repair.clues),
        smallest=repair.is_smallest or None,
        puzzle=repair.repaired_puzzle,
    )


def _redundancy(found: ClueRedundancy, shape: Geometry) -> dict[str, Any]:
    return {
        "minimal": None if found.undecided and not found.redundant else not found.redundant,
        "redundant": _names(found.redundant, shape),
        "redundant_complete": not found.undecided,
        "sub_puzzle": SubPuzzleRow(
            puzzle=str(found.minimal), clues=len(found.minimal.clues), minimal=found.is_minimal or None
        ),
    }


def _names(cells: Iterable[int], shape: Geometry) -> list[str]:
    return [shape.cell_name(cell) for cell in cells]
