"""Flaws of rows in words: examples of them, and the rows of the table of flaws."""

from __future__ import annotations

from typing import Any

import numpy as np

from sudocube.auditing.answer_judging import IS_BLANK, VerdictCode
from sudocube.auditing.answer_messages import answer_messages
from sudocube.auditing.data_files import DataFile
from sudocube.auditing.flaw_kinds import FlawExample, FlawKind
from sudocube.auditing.flaw_table import Columns
from sudocube.auditing.row_batches import Malformed, RowBatch
from sudocube.auditing.row_examination import ExaminedRows
from sudocube.auditing.row_findings import RowFindings
from sudocube.engines.stored_answers import judged_answer

_ORDER = {kind: at for at, kind in enumerate(FlawKind)}

_PLAIN_MESSAGES = {
    FlawKind.NO_SOLUTION: "the puzzle has no solution",
    FlawKind.SEVERAL_SOLUTIONS: "the puzzle has several solutions",
}


def flaw_message(kind: FlawKind, examined: ExaminedRows, place: int) -> str:
    """What is wrong with a row, in a sentence without its place."""
    batch = examined.batch
    other = batch.others.get(place)
    if isinstance(other, Malformed):
        return other.message
    if kind in _PLAIN_MESSAGES:
        return _PLAIN_MESSAGES[kind]
    asked = examined.asked.get(place)
    if kind is FlawKind.UNDECIDED:
        return "not decided" + (f": {asked.reason}" if asked is not None and asked.reason else "")
    if kind is FlawKind.CLUE_COUNT_DIFFERS:
        assert batch.clues is not None
        return f"stored: {batch.clues[place]} clues; there are {examined.clues[place]}"
    if asked is not None and asked.stored_fault is not None:
        return asked.stored_fault
    puzzle, text = batch.puzzle(place), batch.answer(place)
    assert puzzle is not None
    verdict = VerdictCode(int(examined.verdicts[place])).verdict
    return judged_answer(text or "", puzzle, verdict, examined.found_solutions(place)).fault or ""


def flaw_example(kind: FlawKind, examined: ExaminedRows, place: int, file: DataFile) -> FlawExample:
    """The row at a place in its batch as an example of a flaw."""
    batch = examined.batch
    puzzle, other = batch.puzzle(place), batch.others.get(place)
    return FlawExample(
        kind,
        file.name,
        batch.first + place,
        line=None if batch.lines is None else int(batch.lines[place]),
        id=None if batch.ids is None else batch.ids[place],
        split=file.split_of(None if batch.splits is None else batch.splits[place]),
        reason=str(other.reason) if isinstance(other, Malformed) else None,
        box=None if puzzle is None else puzzle.geometry.box_name,
        puzzle=None if puzzle is None else str(puzzle),
        answer=batch.answer(place),
        solutions=tuple(map(str, examined.found_solutions(place))),
        message=flaw_message(kind, examined, place),
    )


def flaw_columns(findings: RowFindings, file: str) -> Columns:
    """The flaws of a batch as rows of the table of flaws, in the order of the rows of the file."""
    examined, batch = findings.examined, findings.examined.batch
    found = [(place, kind) for kind, rows in findings.flaws.items() for place in rows.tolist()]
    found.sort(key=lambda one: (one[0], _ORDER[one[1]]))
    places = [place for place, _ in found]
    told = {kind: answer_messages(kind, examined, rows) for kind, rows in findings.flaws.items()}
    columns: dict[str, Any] = {
        "kind": [str(kind) for _, kind in found],
        "file": [file] * len(found),
        "row": [batch.first + place for place in places],
        "puzzle": _puzzle_texts(batch, places),
        "message": [told[kind].get(place) or flaw_message(kind, examined, place) for place, kind in found],
    }
    if batch.lines is not None:
        columns["line"] = batch.lines[np.array(places, np.int64)].tolist()
    if batch.ids is not None:
        columns["id"] = [batch.ids[place] for place in places]
    if batch.answers is not None:
        columns["answer"] = [batch.answer(place) for place in places]
    return columns


def _puzzle_texts(batch: RowBatch, places: list[int]) -> list[str | None]:
    """The puzzles of these rows with dots for blanks; None for a malformed one."""
    symbols = batch.puzzles[np.array(places, np.int64)]
    text = np.where(IS_BLANK[symbols], np.uint8(ord(".")), symbols).tobytes().decode("ascii")
    texts: list[str | None] = [text[start : start + 81] for start in range(0, len(text), 81)]
    for at, place in enumerate(places):
        if place in batch.others:
            puzzle = batch.puzzle(place)
            texts[at] = None if puzzle is None else str(puzzle)
    return texts
