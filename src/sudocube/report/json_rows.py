"""Results for puzzles as JSON rows: plain dictionaries, with the fields that the command line promises."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from sudocube.cube import Clash
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle
from sudocube.report.puzzle_rows import EngineTotals, TotalsRow, totals_row
from sudocube.rows import Entry
from sudocube.verdict import Answer, Verdict

if TYPE_CHECKING:  # a command imports only what it runs
    from sudocube.certificate import CertifiedPuzzle
    from sudocube.checking import Checked
    from sudocube.crosschecking import Crosschecked
    from sudocube.diagnosis import (
        Ambiguity,
        Change,
        ClueRedundancy,
        Conflict,
        Contradiction,
        Diagnosis,
        Repair,
        SolutionPair,
    )
    from sudocube.exchange import Decoded
    from sudocube.report.crosscheck_text import CrosscheckTally

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


def _stored_field(checked: Checked | Crosschecked) -> Row:
    """What is to be said of a stored answer; null if that is undecided, no field where there is no column.

    What is wrong with it, or open, is in words.
    """
    if checked.stored_fault is not None:
        return {"stored": checked.stored, "stored_fault": checked.stored_fault}
    return {} if checked.stored is None else {"stored": checked.stored}


def crosschecked_row(checked: Crosschecked) -> Row:
    """The row of one puzzle in `crosscheck`; it has `unproved` only if a proof was wanted and not found."""
    fields = {
        "verdict": checked.verdict,
        "evidence": checked.evidence,
        "agree": checked.agree,
        "solutions": _texts(checked.solutions),
        "refuted": {name: one.sentence for name, one in checked.refuted.items()},
        "engines": {name: _answer_row(answer) for name, answer in checked.answers.items()},
        **_stored_field(checked),
    }
    if checked.shrunk:
        from sudocube.report.shrunk_text import shrinking_row

        fields["shrunk"] = {name: str(one.puzzle) for name, one in checked.shrunk.items()}
        fields["shrinking"] = {name: shrinking_row(one) for name, one in checked.shrunk.items()}
    return puzzle_row(checked.index, checked, fields, unproved=checked.unproved)


def _answer_row(answer: Answer) -> Row:
    row: Row = {
        "verdict": answer.verdict,
        "claims": None if answer.faulty else answer.claims,
        "solutions": _texts(answer.solutions),
        "seconds": _seconds(answer.seconds),
    }
    return row if answer.reason is None else {**row, "reason": answer.reason}


def decoded_row(index: int, source: str, decoded: Decoded) -> Row:
    """The row of one answer of an outside solver; `accepted` is null if there was nothing to check.

    `source` says where the puzzle was read; `solution` is the grid of an accepted model, otherwise null.
    """
    return {
        "index": index,
        "source": source,
        **board_row(decoded.puzzle),
        "format": decoded.format,
        "answer": decoded.status,
        "accepted": decoded.accepted,
        "solution": None if decoded.grid is None else str(decoded.grid),
        "reason": decoded.reason,
    }


def crosscheck_summary_row(tally: CrosscheckTally, seconds: float) -> TotalsRow:
    """The last row of `crosscheck`, with what became of each engine's answers."""
    shown = tally.shown()
    by_engine = {name: EngineTotals(**one.by_standing()) for name, one in shown.items()}
    return totals_row(
        tally.verdicts, shown, seconds, tally.stored, disagreements=tally.disagreements, by_engine=by_engine
    )


def diagnosed_row(index: int, entry: Entry, found: Diagnosis | None) -> Row:
    """The row of one puzzle in `diagnose`; the fields after `undecided` depend on the verdict.

    Cells are named, as r1c1; digits are numbers.
    """
    if found is None:
        return puzzle_row(index, entry, {})
    fields = {
        "verdict": found.verdict,
        "evidence": found.evidence,
        "solutions": _texts(found.solutions),
        "seconds": _seconds(found.seconds),
        "undecided": list(found.undecided),
    }
    row = puzzle_row(index, entry, fields, reason=found.reason)
    shape = found.puzzle.geometry
    if found.contradiction is not None:
        row |= _contradiction_row(found.contradiction, shape)
    if found.ambiguity is not None:
        row |= _ambiguity_row(found.ambiguity, shape)
    if found.redundancy is not None:
        row |= _redundancy_row(found.redundancy, shape)
    return row


def _contradiction_row(found: Contradiction, shape: Geometry) -> Row:
    return {
        "clashes": clash_rows(found.clashes, shape),
        "conflicts": [_conflict_row(one, shape) for one in found.conflicts],
        "other_conflicts": False if found.is_every_conflict_met else None,
        "culprits": None if found.culprits is None else _cell_names(found.culprits, shape),
        "changes": [_change_row(one, shape) for one in found.changes],
        "changes_complete": found.are_all_changes,
    }


def clash_rows(clashes: Iterable[Clash], shape: Geometry) -> list[Row]:
    """Clues that clash: the unit, the digit, and the names of the cells that hold it."""
    return [
        {"unit": clash.unit.name, "digit": clash.digit, "cells": _cell_names(clash.cells, shape)}
        for clash in clashes
    ]


def _conflict_row(found: Conflict, shape: Geometry) -> Row:
    return {
        "cells": _cell_names(found.cells, shape),
        "size": len(found.cells),
        "minimal": found.is_minimal or None,
        "at_least": found.at_least,
        "smallest": found.is_smallest or None,
        "confirmed": found.is_confirmed,
    }


def _change_row(change: Change, shape: Geometry) -> Row:
    return {
        "kind": change.kind,
        "cell": shape.cell_name(change.cell),
        "digit": change.digit,
        "to_digit": change.to_digit,
        "to_cell": None if change.to_cell is None else shape.cell_name(change.to_cell),
        "puzzle": str(change.repaired_puzzle),
        "solution": str(change.solution),
    }


def _ambiguity_row(found: Ambiguity, shape: Geometry) -> Row:
    row: Row = {
        "count": found.count,
        "exact": found.is_exact,
        "closest": {**_pair_row(found.closest, shape), "at_least": found.closest.bound},
        "farthest": {**_pair_row(found.farthest, shape), "at_most": found.farthest.bound},
        "candidates": {
            shape.cell_name(cell): {str(digit): count for digit, count in digits.items()}
            for cell, digits in enumerate(found.candidates)
        },
        "candidates_complete": not found.undecided,
    }
    row["closest"]["smallest"] = found.closest.is_extreme or None
    row["farthest"]["largest"] = found.farthest.is_extreme or None
    if found.repair is not None:
        row["repair"] = _repair_row(found.repair, shape)
    return row


def _pair_row(pair: SolutionPair, shape: Geometry) -> Row:
    return {
        "solutions": _texts((pair.first, pair.second)),
        "cells": _cell_names(pair.cells, shape),
        "size": len(pair.cells),
    }


def _repair_row(repair: Repair, shape: Geometry) -> Row:
    return {
        "solution": str(repair.solution),
        "clues": {shape.cell_name(cell): digit for cell, digit in repair.clues.items()},
        "size": len(repair.clues),
        "at_least": repair.at_least,
        "smallest": repair.is_smallest or None,
        "puzzle": str(repair.repaired_puzzle),
    }


def _redundancy_row(found: ClueRedundancy, shape: Geometry) -> Row:
    is_minimal = None if found.undecided and not found.redundant else not found.redundant
    return {
        "minimal": is_minimal,
        "redundant": _cell_names(found.redundant, shape),
        "redundant_complete": not found.undecided,
        "sub_puzzle": {
            "puzzle": str(found.minimal),
            "clues": len(found.minimal.clues),
            "minimal": found.is_minimal or None,
        },
    }


def _texts(grids: Iterable[Grid]) -> list[str]:
    return list(map(str, grids))


def _cell_names(cells: Iterable[int], shape: Geometry) -> list[str]:
    return [shape.cell_name(cell) for cell in cells]


def _seconds(seconds: float) -> float:
    """Seconds rounded to the microsecond: further digits are noise."""
    return round(seconds, 6)
