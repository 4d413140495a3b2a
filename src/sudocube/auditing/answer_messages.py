"""What is wrong with many stored answers, in words: for ordinary answers, without an object for each row.

The sentences are those of `judged_answer`, which is asked about all other answers.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sudocube.auditing.answer_judging import VerdictCode
from sudocube.auditing.flaw_kinds import FlawKind
from sudocube.auditing.row_examination import ExaminedRows
from sudocube.engines.stored_answers import NONE_FAULT, another_fault, contradiction_fault, difference_fault
from sudocube.geometry import Geometry

_ZERO = np.uint8(ord("0"))
_NAMES = [Geometry(3, 3).cell_name(cell) for cell in range(81)]

Grids = NDArray[np.uint8]


def answer_messages(kind: FlawKind, examined: ExaminedRows, places: NDArray[np.int64]) -> dict[int, str]:
    """The messages by place, for those rows of which the answer is 81 digits and judged by its batch."""
    answers = examined.batch.answers
    if answers is None:
        return {}
    unusual = [*examined.batch.others, *examined.batch.other_answers, *examined.asked]
    places = places[~np.isin(places, unusual)] if unusual else places
    given = answers[places] - _ZERO
    is_grid = ((given >= 1) & (given <= 9)).all(axis=1)
    places, given = places[is_grid], given[is_grid]
    match kind:
        case FlawKind.ANSWER_GIVEN_THOUGH_NONE:
            return dict.fromkeys(places.tolist(), NONE_FAULT)
        case FlawKind.ANSWER_CONTRADICTS_CLUES:
            return _contradictions(examined, places, given)
        case FlawKind.ANSWER_WRONG:
            is_unique = examined.verdicts[places] == VerdictCode.UNIQUE
            return _differences(examined, places[is_unique], given[is_unique])
        case FlawKind.ANSWER_ONE_OF_SEVERAL:
            return _others(examined, places, given)
    return {}


def _contradictions(examined: ExaminedRows, places: NDArray[np.int64], given: Grids) -> dict[int, str]:
    clues = examined.batch.puzzles[places] - _ZERO
    differs = (clues >= 1) & (clues <= 9) & (clues != given)
    cells, held, clue = _first(differs, given, clues)
    found = zip(places.tolist(), cells, held, clue, strict=True)
    return {
        place: contradiction_fault(_NAMES[cell], str(here), str(there)) for place, cell, here, there in found
    }


def _differences(examined: ExaminedRows, places: NDArray[np.int64], given: Grids) -> dict[int, str]:
    solutions = _solutions(examined, places)[:, 0]
    differs = given != solutions
    cells, held, right = _first(differs, given, solutions)
    others = (differs.sum(axis=1) - 1).tolist()
    found = zip(places.tolist(), cells, held, right, others, strict=True)
    return {
        place: difference_fault(_NAMES[cell], str(here), str(there), more)
        for place, cell, here, there, more in found
    }


def _others(examined: ExaminedRows, places: NDArray[np.int64], given: Grids) -> dict[int, str]:
    solutions = _solutions(examined, places)
    is_first = (solutions[:, 0] == given).all(axis=1)
    other = np.where(is_first[:, None], solutions[:, 1], solutions[:, 0])
    cells, held, also = _first(given != other, given, other)
    found = zip(places.tolist(), cells, held, also, strict=True)
    return {place: another_fault(_NAMES[cell], str(here), str(there)) for place, cell, here, there in found}


def _solutions(examined: ExaminedRows, places: NDArray[np.int64]) -> Grids:
    """The two solutions that were found of each row; all of them are shown."""
    return examined.solutions[np.searchsorted(examined.shown, places)]


def _first(differs: NDArray[np.bool_], held: Grids, other: Grids) -> tuple[list[int], list[int], list[int]]:
    """For each row the first cell that differs, what it holds, and what the other holds there."""
    cells = differs.argmax(axis=1)
    rows = np.arange(len(cells))
    return cells.tolist(), held[rows, cells].tolist(), other[rows, cells].tolist()
