"""Rows examined: verdicts, stored answers, keys and numbers of clues, for a batch of rows at a time.

The compiled kernel does nearly all of it, without an object for each row. What it leaves open is asked about
row by row: puzzles of other sizes, pencilmarks, what its budget does not decide, answers in unusual forms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sudocube import kernel
from sudocube.arguments import numbered
from sudocube.auditing.answer_judging import (
    CODE_OF,
    NOT_STORED,
    OPEN_ANSWER,
    VerdictCode,
    code_of,
    found_answers,
    judge_answers,
)
from sudocube.auditing.row_batches import RowBatch
from sudocube.checking.bulk import BUDGET
from sudocube.checking.one_by_one import Checked, check_numbered, with_stored
from sudocube.kernel.implementations import finish_forms, start_forms
from sudocube.puzzle import Grid, Puzzle
from sudocube.refereeing import referee
from sudocube.verdict import Verdict

_BLOCK = 1 << 12
"""How many rows are examined together: what is found of them stays in the cache."""

IsCancelled = Callable[[], bool]


@dataclass(frozen=True, slots=True, eq=False)
class ExaminedRows:
    """What is found out of the n rows of a batch.

    `verdicts` is uint8 (n,), VerdictCode; `answers` is uint8 (n,), places in STORED_WORDS. `class_keys` is
    uint64 (n, 2), and `text_keys` the first half of the key of the text, uint64 (n,); where a puzzle has no
    canonical form, its class key is made of its text. `clues` is int64 (n,), -1 for a malformed row.
    `has_form` tells which rows have a canonical form. Of the rows `shown`, int64 (m,), whose solutions may
    have to be shown, `solutions` has the first two: uint8 (m, 2, 81), 0 where there is none. `asked` holds
    what was found by asking for single rows, by their places.
    """

    batch: RowBatch
    verdicts: NDArray[np.uint8]
    answers: NDArray[np.uint8]
    class_keys: NDArray[np.uint64]
    text_keys: NDArray[np.uint64]
    clues: NDArray[np.int64]
    has_form: NDArray[np.bool_]
    shown: NDArray[np.int64]
    solutions: NDArray[np.uint8]
    asked: dict[int, Checked] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.verdicts)

    @property
    def open_places(self) -> list[int]:
        """The rows that have to be asked about one by one."""
        are_open = (self.verdicts == VerdictCode.UNKNOWN) | (self.answers == OPEN_ANSWER)
        are_open &= self.verdicts != VerdictCode.MALFORMED
        return [place for place in np.flatnonzero(are_open).tolist() if place not in self.asked]

    def found_solutions(self, place: int) -> tuple[Grid, ...]:
        """Up to two solutions of a row's puzzle, passed by the referee; none of a row that is not shown."""
        if place in self.asked:
            return self.asked[place].solutions
        verdict = VerdictCode(int(self.verdicts[place]))
        count = {VerdictCode.UNIQUE: 1, VerdictCode.MULTIPLE: 2}.get(verdict, 0)
        at = int(np.searchsorted(self.shown, place))
        if at == len(self.shown) or self.shown[at] != place:
            return ()
        return tuple(Grid(bytes(cells)) for cells in self.solutions[at, :count].tolist())


def examine_rows(batch: RowBatch, is_cancelled: IsCancelled = bool) -> ExaminedRows:
    """What the kernel finds out of the rows; `ask_open` has to look at the rows that are left open.

    The interpreter lock is released most of the time. Where it is cancelled, what is returned is of no use.
    """
    puzzles = batch.puzzles
    if batch.others:
        puzzles = puzzles.copy()
        puzzles[list(batch.others)] = ord("?")  # no puzzle for the kernel, so that no time is lost with it
    blocks = [_examine_block(batch, puzzles, start, is_cancelled) for start in range(0, len(batch), _BLOCK)]
    whole = _Block(*(np.concatenate(parts) for parts in zip(*blocks, strict=True)))
    if batch.answers is None:
        answers = np.full(len(batch), NOT_STORED, np.uint8)
    else:
        answers = judge_answers(puzzles, whole.verdicts, whole.are_found, batch.answers)
    examined = ExaminedRows(
        batch,
        whole.verdicts,
        answers,
        whole.class_keys,
        whole.text_keys,
        whole.clues,
        whole.has_form,
        whole.shown,
        whole.solutions,
    )
    _add_others(examined)
    return examined


class _Block(NamedTuple):
    """What is found out of some rows of a batch; see `ExaminedRows`.

    `are_found` tells which answers are the solution that was found first; all of them, where there are none.
    """

    verdicts: NDArray[np.uint8]
    are_found: NDArray[np.bool_]
    class_keys: NDArray[np.uint64]
    text_keys: NDArray[np.uint64]
    clues: NDArray[np.int64]
    has_form: NDArray[np.bool_]
    shown: NDArray[np.int64]
    solutions: NDArray[np.uint8]


def _examine_block(
    batch: RowBatch, all_puzzles: NDArray[np.uint8], start: int, is_cancelled: IsCancelled
) -> _Block:
    """What the kernel finds out of the rows of a batch from `start` on, as many as the cache holds."""
    rows = slice(start, start + _BLOCK)
    puzzles = all_puzzles[rows]
    search = kernel.start_search(puzzles, limit=2, budget=BUDGET)
    forms = start_forms(puzzles)
    is_done = kernel.finish(search, is_cancelled) and finish_forms(forms, is_cancelled)
    verdicts = _verdicts(search.counts)
    if is_done:
        verdicts[list(_refused_places(puzzles, search))] = VerdictCode.UNKNOWN
    if batch.answers is None:
        are_found = np.ones(len(puzzles), bool)
    else:
        are_found = found_answers(batch.answers[rows], search.solutions)
    has_form = forms.automorphisms > 0
    class_keys = forms.keys
    if not has_form.all():
        class_keys = np.where(has_form[:, None], class_keys, forms.text_keys)
    shown = np.flatnonzero((verdicts != VerdictCode.UNIQUE) | ~are_found)
    return _Block(
        verdicts,
        are_found,
        class_keys,
        forms.text_keys[:, 0],
        forms.clues.astype(np.int64),
        has_form,
        start + shown,
        search.solutions[shown],
    )


def _verdicts(counts: NDArray[np.int64]) -> NDArray[np.uint8]:
    """The codes of verdicts: counts are 0 to 2, and below 0 where the kernel does not decide."""
    return np.where(counts < 0, VerdictCode.UNKNOWN, np.minimum(counts, 2)).astype(np.uint8)


def _refused_places(puzzles: NDArray[np.uint8], search: kernel.BatchSearch) -> Iterable[int]:
    """The rows with a solution that a referee refuses, or with the same one twice."""
    if search.level != kernel.TWIN and kernel.first_refused(puzzles, search.solutions, search.counts) is None:
        return
    for place in np.flatnonzero(search.counts > 0).tolist():
        puzzle = Puzzle(puzzles[place].tobytes().decode("ascii"))
        found = search.solutions[place, : min(int(search.counts[place]), 2)]
        grids = {Grid(bytes(cells)) for cells in found.tolist()}
        if len(grids) < len(found) or any(referee(grid, puzzle) for grid in grids):
            yield place


def _add_others(examined: ExaminedRows) -> None:
    """What is known of the rows that the kernel does not take, and that their answers are open."""
    batch = examined.batch
    for place, other in batch.others.items():
        is_puzzle = isinstance(other, Puzzle)
        examined.verdicts[place] = VerdictCode.UNKNOWN if is_puzzle else VerdictCode.MALFORMED
        examined.clues[place] = len(other.clues) if isinstance(other, Puzzle) else -1
        if isinstance(other, Puzzle):
            key = np.frombuffer(_key_of_other(other), "<u8")
            examined.class_keys[place], examined.text_keys[place] = key, key[0]
    if batch.answers is not None:
        examined.answers[list(batch.others)] = OPEN_ANSWER
        examined.answers[list(batch.other_answers)] = OPEN_ANSWER


def _key_of_other(puzzle: Puzzle) -> bytes:
    """The 128-bit key of a puzzle that has no canonical form: of its boxes, its cells and its candidates."""
    shape = puzzle.geometry
    said = f"{shape.box_rows}x{shape.box_columns} {list(puzzle.cells)} {puzzle.candidates}"
    return blake2b(said.encode("ascii"), digest_size=16).digest()


def ask_open(
    examined: ExaminedRows, *, timeout: float | None = None, jobs: int | None = None
) -> ExaminedRows:
    """The same rows with verdicts and answers where they were left open, as `check_many` finds them.

    `timeout` is in seconds for each puzzle; `jobs` is the number of processes, as `check_many` takes it.
    """
    places = examined.open_places
    if not places:
        return examined
    verdicts, answers = examined.verdicts.copy(), examined.answers.copy()
    asked = dict(examined.asked)
    to_ask = [place for place in places if verdicts[place] == VerdictCode.UNKNOWN]
    puzzles = filter(None, map(examined.batch.puzzle, to_ask))
    found = check_numbered(numbered(puzzles), timeout=timeout, jobs=jobs)
    for place, checked in zip(to_ask, found, strict=True):
        asked[place] = checked
    for place in places:
        if place not in asked:
            asked[place] = _decided(examined, place)
        stored = examined.batch.answer(place)
        if stored is not None:
            asked[place] = with_stored(asked[place], stored)
            answers[place] = code_of(asked[place].stored)
        verdicts[place] = CODE_OF[asked[place].verdict]
    return replace(examined, verdicts=verdicts, answers=answers, asked=asked)


def _decided(examined: ExaminedRows, place: int) -> Checked:
    """What the kernel decided of a row."""
    verdict: Verdict = VerdictCode(int(examined.verdicts[place])).verdict
    solutions = examined.found_solutions(place)
    return Checked(place, "", examined.batch.puzzle(place), verdict, solutions=solutions, engine="kernel")
