"""What a batch of examined rows adds to an audit: numbers, flaws, and the records of its keys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sudocube.auditing.answer_judging import NOT_STORED, RIGHT, STORED_WORDS, VerdictCode, code_of
from sudocube.auditing.audit_plan import AuditPlan
from sudocube.auditing.flaw_kinds import ANSWER_FLAWS, FlawKind
from sudocube.auditing.key_records import (
    CLASS0,
    CLASS1,
    HAS_FLAW,
    IS_GOOD,
    NO_SPLIT,
    PLACE,
    TEXT,
    Fields,
    Records,
    places,
)
from sudocube.auditing.row_batches import Malformed
from sudocube.auditing.row_examination import ExaminedRows
from sudocube.puzzle import Puzzle

Numbers = dict[str, Any]
"""Part of a summary: numbers by their names, perhaps nested."""

_VERDICT_FLAWS = {
    VerdictCode.MALFORMED: FlawKind.MALFORMED,
    VerdictCode.NONE: FlawKind.NO_SOLUTION,
    VerdictCode.MULTIPLE: FlawKind.SEVERAL_SOLUTIONS,
    VerdictCode.UNKNOWN: FlawKind.UNDECIDED,
}


@dataclass(frozen=True, slots=True, eq=False)
class RowFindings:
    """What a batch adds: `numbers` to the summary, `flaws` by kind as places in the batch, and records.

    The records have their splits as indices of `splits`.
    """

    examined: ExaminedRows
    numbers: Numbers
    flaws: dict[FlawKind, NDArray[np.int64]]
    records: Records
    splits: list[str]


def findings_of(examined: ExaminedRows, plan: AuditPlan, file: int) -> RowFindings:
    """What the rows of a batch of a file add to the audit. No row may be open any more."""
    flaws = _flaws(examined)
    splits, split_numbers = _splits(examined, plan.files[file].split)
    records = _records(examined, plan, file, flaws, split_numbers)
    numbers = _numbers(examined, flaws)
    if splits:
        counts = np.bincount(split_numbers[split_numbers != NO_SPLIT], minlength=len(splits))
        numbers["splits"] = dict(zip(splits, counts.tolist(), strict=True))
    return RowFindings(examined, numbers, flaws, records, splits)


def _flaws(examined: ExaminedRows) -> dict[FlawKind, NDArray[np.int64]]:
    """The places of the rows that have each flaw, without those that only other rows tell."""
    are = {kind: examined.verdicts == code for code, kind in _VERDICT_FLAWS.items()}
    is_puzzle = examined.verdicts != VerdictCode.MALFORMED
    are |= {kind: is_puzzle & (examined.answers == code_of(word)) for word, kind in ANSWER_FLAWS.items()}
    if (stored := examined.batch.clues) is not None:
        are[FlawKind.CLUE_COUNT_DIFFERS] = is_puzzle & (stored >= 0) & (stored != examined.clues)
    found = {kind: np.flatnonzero(rows) for kind, rows in are.items() if rows.any()}
    return {kind: found[kind] for kind in FlawKind if kind in found}


def _splits(examined: ExaminedRows, of_file: str | None) -> tuple[list[str], NDArray[np.uint32]]:
    """The names of the splits in a batch, sorted, and for each row the number of its split, or NO_SPLIT."""
    number = len(examined)
    if examined.batch.splits is None:
        is_named = of_file is not None
        numbers = np.full(number, 0 if is_named else NO_SPLIT, np.uint32)
        return [of_file] if of_file is not None else [], numbers
    texts = list(examined.batch.splits)
    names = sorted(set(texts) - {""})
    number_of = {name: at for at, name in enumerate(names)} | {"": NO_SPLIT}
    return names, np.fromiter((number_of[text] for text in texts), np.uint32, number)


def _records(
    examined: ExaminedRows,
    plan: AuditPlan,
    file: int,
    flaws: dict[FlawKind, NDArray[np.int64]],
    splits: NDArray[np.uint32],
) -> Records:
    """The records of the rows that hold a puzzle."""
    flags = np.zeros(len(examined), np.uint8)
    for kind, rows in flaws.items():
        if kind.is_flaw:
            flags[rows] |= HAS_FLAW
    is_right = (examined.answers == RIGHT) | (examined.answers == NOT_STORED)
    flags[is_right & (examined.verdicts == VerdictCode.UNIQUE)] |= IS_GOOD
    fields, batch = Fields.of(plan), examined.batch
    records = np.empty((len(examined), fields.number), np.uint64)
    records[:, CLASS0 : CLASS1 + 1] = examined.class_keys
    records[:, TEXT] = examined.text_keys
    records[:, PLACE] = places(file, np.arange(batch.first, batch.first + len(batch)), flags)
    if fields.rating is not None:
        ratings = np.full(len(batch), np.nan) if batch.ratings is None else batch.ratings
        records[:, fields.rating] = ratings.view(np.uint64)
    if fields.split is not None:
        records[:, fields.split] = splits
    is_malformed = examined.verdicts == VerdictCode.MALFORMED
    return records[~is_malformed] if is_malformed.any() else records


def _numbers(examined: ExaminedRows, flaws: dict[FlawKind, NDArray[np.int64]]) -> Numbers:
    """What the batch adds to the numbers of the summary."""
    is_puzzle = examined.verdicts != VerdictCode.MALFORMED
    by_answer: Numbers = {}
    for code in VerdictCode:
        if code is VerdictCode.MALFORMED:
            continue
        said = np.bincount(examined.answers[examined.verdicts == code], minlength=len(STORED_WORDS))
        by_answer[str(code.verdict)] = _without_zeros(STORED_WORDS, said)
    clues = np.bincount(examined.clues[is_puzzle])
    numbers: Numbers = {
        "rows": len(examined),
        "by_answer": by_answer,
        "clues": _without_zeros(map(str, range(len(clues))), clues),
        "flaws": {str(kind): len(rows) for kind, rows in flaws.items()},
        "flawed_by_themselves": _flawed(examined, flaws),
        "malformed_by_reason": {},
        "sizes": {},
        "without_form": {},
    }
    nine = len(examined) - len(examined.batch.others)
    _add(numbers["sizes"], "3x3", nine)
    undecided = int((~examined.has_form).sum()) - len(examined.batch.others)
    _add(numbers["without_form"], "undecided", undecided)
    for other in examined.batch.others.values():
        if isinstance(other, Malformed):
            _add(numbers["malformed_by_reason"], str(other.reason), 1)
        else:
            _add_size(numbers, other)
    if examined.batch.ratings is not None:
        numbers["ratings"] = _ratings(examined.batch.ratings[is_puzzle], examined.clues[is_puzzle])
    return numbers


def _flawed(examined: ExaminedRows, flaws: dict[FlawKind, NDArray[np.int64]]) -> int:
    """How many rows have a flaw."""
    is_flawed = np.zeros(len(examined), bool)
    for kind, rows in flaws.items():
        is_flawed[rows] |= kind.is_flaw
    return int(is_flawed.sum())


def _add_size(numbers: Numbers, puzzle: Puzzle) -> None:
    """Count a puzzle that has no canonical form."""
    shape = puzzle.geometry
    _add(numbers["sizes"], f"{shape.box_rows}x{shape.box_columns}", 1)
    _add(numbers["without_form"], "pencilmarks" if shape.size == 9 else "other_size", 1)


def _add(numbers: Numbers, name: str, count: int) -> None:
    if count:
        numbers[name] = numbers.get(name, 0) + count


def _without_zeros(names: Any, counts: NDArray[np.int64]) -> Numbers:  # noqa: ANN401 -- any iterable of names
    return {name: count for name, count in zip(names, counts.tolist(), strict=True) if count}


def _ratings(ratings: NDArray[np.float64], clues: NDArray[np.int64]) -> Numbers:
    """How many ratings there are, and for each number of clues: rows, lowest, highest and sum."""
    is_given = np.isfinite(ratings)
    given, of = ratings[is_given], clues[is_given]
    by_clues: Numbers = {}
    for number in np.unique(of).tolist():
        some = given[of == number]
        by_clues[str(number)] = [len(some), float(some.min()), float(some.max()), float(some.sum())]
    return {"missing": int((~is_given).sum()), "by_clues": by_clues}
