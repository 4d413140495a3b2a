"""A diagnosis as a JSON row: plain dictionaries, with the fields that the command line promises.

Where something is a best that was found, the bound that was proved stands beside it, and `smallest` (or
`largest`) is true where the two meet, else null: not known. Cells go by their names, digits by number.
"""

from __future__ import annotations

from collections.abc import Iterable

from sudocube.diagnosis import (
    Ambiguity,
    Change,
    ClueRedundancy,
    Conflict,
    Contradiction,
    Diagnosis,
    Pair,
    Repair,
)
from sudocube.formats import Entry
from sudocube.geometry import Geometry
from sudocube.report.rows import Row, invalid_row


def diagnosed_row(index: int, entry: Entry, found: Diagnosis | None) -> Row:
    """The row of one puzzle in `diagnose`; what follows `undecided` depends on the verdict."""
    if found is None:
        return invalid_row(index, entry.source, entry.error)
    row: Row = {
        "index": index,
        "source": entry.source,
        "puzzle": str(found.puzzle),
        "verdict": found.verdict,
        "evidence": found.evidence,
        "solutions": [str(grid) for grid in found.solutions],
        "seconds": round(found.seconds, 6),
        "undecided": list(found.undecided),
    }
    if found.reason is not None:
        row["reason"] = found.reason
    shape = found.puzzle.geometry
    if found.contradiction is not None:
        row |= _contradiction(found.contradiction, shape)
    if found.ambiguity is not None:
        row |= _ambiguity(found.ambiguity, shape)
    if found.redundancy is not None:
        row |= _redundancy(found.redundancy, shape)
    return row


def _contradiction(found: Contradiction, shape: Geometry) -> Row:
    return {
        "clashes": [
            {"unit": clash.unit.name, "digit": clash.digit, "cells": _names(clash.cells, shape)}
            for clash in found.clashes
        ],
        "conflicts": [_conflict(one, shape) for one in found.conflicts],
        "other_conflicts": False if found.is_every_conflict_met else None,
        "culprits": None if found.culprits is None else _names(found.culprits, shape),
        "changes": [_change(one, shape) for one in found.changes],
        "changes_complete": found.are_all_changes,
    }


def _conflict(found: Conflict, shape: Geometry) -> Row:
    return {
        "cells": _names(found.cells, shape),
        "size": len(found.cells),
        "minimal": found.is_minimal or None,
        "at_least": found.at_least,
        "smallest": found.is_smallest or None,
        "confirmed": found.is_confirmed,
    }


def _change(change: Change, shape: Geometry) -> Row:
    return {
        "kind": change.kind,
        "cell": shape.cell_name(change.cell),
        "digit": change.digit,
        "to_digit": change.to_digit,
        "to_cell": None if change.to_cell is None else shape.cell_name(change.to_cell),
        "puzzle": str(change.mended),
        "solution": str(change.solution),
    }


def _ambiguity(found: Ambiguity, shape: Geometry) -> Row:
    row: Row = {
        "count": found.count,
        "exact": found.is_exact,
        "closest": {**_pair(found.closest, shape), "at_least": found.closest.bound},
        "farthest": {**_pair(found.farthest, shape), "at_most": found.farthest.bound},
        "candidates": {
            shape.cell_name(cell): {str(digit): count for digit, count in digits.items()}
            for cell, digits in enumerate(found.candidates)
        },
        "candidates_complete": not found.undecided,
    }
    row["closest"]["smallest"] = found.closest.is_extreme or None
    row["farthest"]["largest"] = found.farthest.is_extreme or None
    if found.repair is not None:
        row["repair"] = _repair(found.repair, shape)
    return row


def _pair(pair: Pair, shape: Geometry) -> Row:
    return {
        "solutions": [str(pair.first), str(pair.second)],
        "cells": _names(pair.cells, shape),
        "size": len(pair.cells),
    }


def _repair(repair: Repair, shape: Geometry) -> Row:
    return {
        "solution": str(repair.solution),
        "clues": {shape.cell_name(cell): digit for cell, digit in repair.clues.items()},
        "size": len(repair.clues),
        "at_least": repair.at_least,
        "smallest": repair.is_smallest or None,
        "puzzle": str(repair.mended),
    }


def _redundancy(found: ClueRedundancy, shape: Geometry) -> Row:
    is_minimal = None if found.undecided and not found.redundant else not found.redundant
    return {
        "minimal": is_minimal,
        "redundant": _names(found.redundant, shape),
        "redundant_complete": not found.undecided,
        "sub_puzzle": {
            "puzzle": str(found.minimal),
            "clues": len(found.minimal.clues),
            "minimal": found.is_minimal or None,
        },
    }


def _names(cells: Iterable[int], shape: Geometry) -> list[str]:
    return [shape.cell_name(cell) for cell in cells]
