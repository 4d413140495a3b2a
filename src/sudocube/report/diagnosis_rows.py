"""The rows of `diagnose`; the fields after `undecided` depend on the verdict, and null is: not known.

Cells are named, as r1c1; digits are numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import UNSET

from sudocube.geometry import Geometry
from sudocube.report.row import (
    CellName,
    Cells,
    Digit,
    Evidence,
    GridCells,
    InvalidRow,
    Optional,
    PuzzleRow,
    Reason,
    Row,
    Seconds,
    Solutions,
    Verdict,
    filled,
    row_of,
    says,
)
from sudocube.verdicts.diagnosis import (
    Ambiguity,
    Change,
    ChangeKind,
    ClueRedundancy,
    Contradiction,
    Diagnosis,
    Repair,
    SolutionPair,
)

if TYPE_CHECKING:
    from sudocube.cube import Clash
    from sudocube.rows import Entry

Size = Annotated[int, says("How many these are.", 2, ge=0)]
Proved = Annotated[Literal[True] | None, says("Whether that is proved; null if it is not known.", True, None)]
GRIDS = ["1423324123144132", "1423324143122134"]


class ClashRow(Row, kw_only=True):
    """Equal clues in a unit."""

    unit: Annotated[str, says("A row, a column or a box, from 1; boxes are numbered row by row.", "row 1")]
    digit: Digit
    cells: Annotated[list[CellName], says("The clues with this digit.", ["r1c1", "r2c1"])]


class ConflictRow(Row, kw_only=True):
    """Clues that cannot stand together."""

    cells: Annotated[list[CellName], says("The clues.", ["r1c1", "r2c1"])]
    size: Size
    minimal: Annotated[
        Literal[True] | None, says("Whether they can stand together without any one of them.", True, None)
    ]
    at_least: Annotated[int, says("Every conflict has at least so many clues.", 2, ge=1)]
    smallest: Annotated[Literal[True] | None, says("Whether no conflict has fewer clues.", True, None)]
    confirmed: Annotated[bool, says("Whether a second solver finds the same.", True)]


class ChangeRow(Row, kw_only=True):
    """A change of one clue that makes the puzzle unique."""

    kind: Annotated[ChangeKind, says("What to do with the clue.", "change")]
    cell: Annotated[str, says("The clue.", "r4c7")]
    digit: Digit
    to_digit: Annotated[
        int | None, says("The digit to write there; null unless the kind is `change`.", 3, None)
    ]
    to_cell: Annotated[
        str | None, says("The cell to move it to; null unless the kind is `move`.", "r2c3", None)
    ]
    puzzle: Annotated[str, says("The puzzle after the change.", "1.....2..3.....4")]
    solution: Annotated[str, says("Its only solution.", GRIDS[0])]


class PairRow(Row, kw_only=True):
    """Two solutions: the closest, or the farthest ones."""

    solutions: Annotated[list[GridCells], says("The two solutions.", GRIDS, min_length=2, max_length=2)]
    cells: Annotated[list[CellName], says("The cells in which they differ.", ["r1c1", "r2c1"])]
    size: Size
    at_least: Optional[
        Annotated[int, says("Any two solutions differ in at least so many cells.", 4, ge=0)]
    ] = UNSET
    smallest: Optional[Annotated[Literal[True] | None, says("Whether no two are closer.", True, None)]] = (
        UNSET
    )
    at_most: Optional[
        Annotated[int, says("Any two solutions differ in at most so many cells.", 14, ge=0)]
    ] = UNSET
    largest: Optional[
        Annotated[Literal[True] | None, says("Whether no two are farther apart.", True, None)]
    ] = UNSET


class RepairRow(Row, kw_only=True):
    """Further clues that make a puzzle unique."""

    solution: Annotated[str, says("The solution that is left.", GRIDS[0])]
    clues: Annotated[dict[CellName, Digit], says("The clues to add.", {"r1c2": 4})]
    size: Size
    at_least: Annotated[int, says("Fewer than so many are not enough.", 1, ge=0)]
    smallest: Annotated[Literal[True] | None, says("Whether fewer are not enough.", True, None)]
    puzzle: Annotated[str, says("The puzzle with these clues.", "14...2....3....4")]


class SubPuzzleRow(Row, kw_only=True):
    """What is left when clues are dropped one after the other."""

    puzzle: Cells
    clues: Annotated[int, says("How many clues it has.", 21, ge=0)]
    minimal: Annotated[Literal[True] | None, says("Whether no clue of it can be dropped.", True, None)]


class DiagnosedRow(PuzzleRow, kw_only=True):
    """A puzzle that was not decided; the base of the others."""

    verdict: Verdict
    evidence: Evidence
    solutions: Solutions
    seconds: Seconds
    undecided: Annotated[
        list[str],
        says(
            "What there was no time for, in words; empty if everything is known.",
            ["which clues can be dropped"],
        ),
    ]
    reason: Optional[Reason] = UNSET


class ContradictoryRow(DiagnosedRow, kw_only=True):
    """A puzzle without a solution."""

    clashes: Annotated[list[ClashRow], says("Two or more clues with the same digit in a unit.", [])]
    conflicts: Annotated[
        list[ConflictRow], says("Sets of clues that cannot stand together; no two share a clue.", [])
    ]
    other_conflicts: Annotated[
        Literal[False] | None,
        says("false: without the clues of these conflicts there is a solution; null: not known.", False),
    ]
    culprits: Annotated[
        list[CellName] | None,
        says("The clues that are in every conflict; null if that is not known.", ["r1c1"], None),
    ]
    changes: Annotated[list[ChangeRow], says("The changes of one clue that make the puzzle unique.", [])]
    changes_complete: Annotated[bool, says("Whether these are all.", True)]


class AmbiguousRow(DiagnosedRow, kw_only=True):
    """A puzzle with several solutions."""

    count: Annotated[int, says("How many solutions were found.", 5, ge=2)]
    exact: Annotated[bool, says("Whether there are no others.", True)]
    closest: Annotated[
        PairRow,
        says(
            "The two closest solutions: their difference is what to break.",
            {"solutions": GRIDS, "cells": ["r3c1"], "size": 4, "at_least": 4, "smallest": True},
        ),
    ]
    farthest: Annotated[
        PairRow,
        says(
            "The two farthest solutions.",
            {"solutions": GRIDS, "cells": ["r3c1"], "size": 4, "at_most": 4, "largest": True},
        ),
    ]
    candidates: Annotated[
        dict[CellName, dict[str, int | None]],
        says(
            "For each cell, the digits that occur in solutions, and in how many; null if the count is not"
            " exact.",
            {"r1c1": {"1": 3, "2": 2}},
        ),
    ]
    candidates_complete: Annotated[bool, says("Whether no other digit can occur.", True)]
    repair: Optional[
        Annotated[
            RepairRow,
            says(
                "With `--repair`: further clues that make it unique; only if some were found.",
                {
                    "solution": GRIDS[0],
                    "clues": {"r1c2": 4},
                    "size": 1,
                    "at_least": 1,
                    "smallest": True,
                    "puzzle": "14...2....3....4",
                },
            ),
        ]
    ] = UNSET


class RedundantRow(DiagnosedRow, kw_only=True):
    """A puzzle with one solution."""

    minimal: Annotated[
        bool | None, says("Whether no clue can be dropped; null if that is not known.", True, None)
    ]
    redundant: Annotated[list[CellName], says("The clues that can each be dropped.", ["r1c1", "r2c1"])]
    redundant_complete: Annotated[bool, says("Whether these are all.", True)]
    sub_puzzle: Annotated[
        SubPuzzleRow,
        says(
            "What is left when clues are dropped one after the other.",
            {"puzzle": "1....2....3....4", "clues": 4, "minimal": True},
        ),
    ]


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
    closest, farthest = _pair(found.closest, shape), _pair(found.farthest, shape)
    closest.at_least, closest.smallest = found.closest.bound, found.closest.is_extreme or None
    farthest.at_most, farthest.largest = found.farthest.bound, found.farthest.is_extreme or None
    return {
        "count": found.count,
        "exact": found.is_exact,
        "closest": closest,
        "farthest": farthest,
        "candidates": {
            shape.cell_name(cell): {str(digit): count for digit, count in digits.items()}
            for cell, digits in enumerate(found.candidates)
        },
        "candidates_complete": not found.undecided,
        "repair": None if found.repair is None else _repair(found.repair, shape),
    }


def _pair(pair: SolutionPair, shape: Geometry) -> PairRow:
    solutions, cells = [str(pair.first), str(pair.second)], _names(pair.cells, shape)
    return PairRow(solutions=solutions, cells=cells, size=len(cells))


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
