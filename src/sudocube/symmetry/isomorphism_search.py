"""An isomorphism between two puzzles: all transformations of a band are tried, what does not fit is dropped.

One band of the second puzzle is filled first. Into it each band of the first puzzle can go, as it is or
transposed, with its rows in six orders and all columns in 6⁴: 46,656 ways. Most of them are dropped at once,
because clues do not come to clues. A few fit with some relabelling of the digits; to these a second band is
added in all (twelve) ways, then the third in six. So all transformations are tried, if need be: no pair of
puzzles is left undecided. Where the canonical forms of both are known and differ, nothing is searched.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from sudocube import kernel
from sudocube.arguments import as_puzzle
from sudocube.errors import UnsupportedError
from sudocube.kernel.arrangements import ARRANGEMENTS, ROWS_OF_BANDS
from sudocube.puzzle import CellForms, Puzzle
from sudocube.symmetry.canonical_forms import canonical
from sudocube.symmetry.isomorphisms import Isomorphism

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Cells = NDArray[np.uint8]
    """Digits, 0 for a blank."""

    Places = NDArray[np.intp]

_AT_A_TIME = 1024
"""How many ways are followed together: so memory stays small, and a first one is found early."""


@dataclass(frozen=True, slots=True)
class _Ways:
    """n ways to fill one, two or three bands: (n,), (n, 3 or 6 or 9) and (n, 9).

    `rows` says which row of the first puzzle (which column, if `transposed`) comes to each row that is
    filled, and `columns` the same of columns.
    """

    transposed: Places
    rows: Places
    columns: Places

    def chosen(self, which: Any) -> _Ways:  # noqa: ANN401 -- whatever chooses rows of an array
        return _Ways(self.transposed[which], self.rows[which], self.columns[which])

    def parts(self) -> Iterator[_Ways]:
        for start in range(0, len(self.rows), _AT_A_TIME):
            yield self.chosen(slice(start, start + _AT_A_TIME))


def isomorphism(first: CellForms, second: CellForms) -> Isomorphism | None:
    """A transformation that turns the first of two 9×9 puzzles into the second, or None if there is none.

    It is applied and compared before it is returned. None is certain, too: the canonical forms differ, or all
    transformations were tried or excluded. Of several, it is one that moves little; of a puzzle to itself,
    the one that changes nothing. Both are a Puzzle or whatever `Puzzle` takes; how many solutions they have
    does not matter. It takes milliseconds, and up to a few seconds for puzzles with nearly all the
    symmetries that there are.

    Raises TypeError for what `Puzzle` does not take, PuzzleError for cells that are no puzzle, and
    UnsupportedError for other sizes than 9×9 and for pencilmarks.

    >>> from sudocube import Puzzle
    >>> one = Puzzle("12......." + 72 * ".")
    >>> found = isomorphism(one, 72 * "." + ".......57")
    >>> str(found.apply(one)) == 72 * "." + ".......57", isomorphism(one, "1..2" + 77 * ".")
    (True, None)
    """
    before, after = _nine_by_nine(first), _nine_by_nine(second)
    if kernel.is_compiled() and before != after:
        forms = [canonical(one) for one in (before, after)]
        if None not in forms and forms[0] != forms[1]:
            return None
    found = _found(before, after)
    if found is not None and found.apply(before) != after:
        raise AssertionError(f"it does not turn {before} into {after}: {found!r}")
    return found


def _nine_by_nine(puzzle: CellForms) -> Puzzle:
    subject = as_puzzle(puzzle, clues_only="isomorphism")
    if subject.geometry.size != 9:
        raise UnsupportedError(f"isomorphism takes 9×9 puzzles, not {subject.geometry}")
    return subject


def _found(before: Puzzle, after: Puzzle) -> Isomorphism | None:
    """The isomorphism, not yet checked by applying it."""
    if _clues_by_digit(before) != _clues_by_digit(after):
        return None
    cells, target = (np.frombuffer(puzzle.cells, np.uint8).reshape(9, 9) for puzzle in (before, after))
    both = np.array([cells, cells.T])
    ways = [_ways_to_fill_first(both, target[3 * band : 3 * band + 3]) for band in range(3)]
    first = min(range(3), key=lambda band: len(ways[band].rows))
    order = [3 * band + row for band in (first, *{0, 1, 2} - {first}) for row in range(3)]
    way = next(_completed(_Pair(both, target[order], np.array(order)), ways[first]), None)
    if way is None:
        return None
    transposed = bool(way.transposed[0])
    comes_to_rows = way.rows[0][np.argsort(order)]
    image = both[int(transposed)][np.ix_(comes_to_rows, way.columns[0])]
    rows, columns = _places_of(comes_to_rows), _places_of(way.columns[0])
    if transposed:
        rows, columns = columns, rows
    return Isomorphism(rows, columns, transposed, _digit_map(image.ravel().tolist(), list(after.cells)))


def _clues_by_digit(puzzle: Puzzle) -> list[int]:
    """How many clues the digits have, in ascending order."""
    return sorted(puzzle.cells.count(digit) for digit in range(1, 10))


@dataclass(frozen=True, slots=True)
class _Pair:
    """The first puzzle as it is and transposed (2, 9, 9); the rows of the second in the order of filling."""

    both: Cells
    target: Cells
    order: Places


def _ways_to_fill_first(both: Cells, target: Cells) -> _Ways:
    """All ways to fill a band (3, 9) of the second puzzle."""
    weights = np.array([1, 2, 4])
    wanted = weights @ (target > 0)
    ways = []
    for transposed, rows in product(range(2), ROWS_OF_BANDS):
        patterns = weights @ (both[transposed][rows] > 0)
        columns = ARRANGEMENTS[(patterns[ARRANGEMENTS] == wanted).all(axis=1)]
        ways.append(_Ways(np.full(len(columns), transposed), np.tile(rows, (len(columns), 1)), columns))
    return _joined([part.chosen(_fits(both, part, target)) for part in _joined(ways).parts()])


def _joined(ways: Sequence[_Ways]) -> _Ways:
    if not ways:
        return _Ways(np.empty(0, np.intp), np.empty((0, 3), np.intp), np.empty((0, 9), np.intp))
    return _Ways(
        np.concatenate([one.transposed for one in ways]),
        np.concatenate([one.rows for one in ways]),
        np.concatenate([one.columns for one in ways]),
    )


def _completed(pair: _Pair, ways: _Ways) -> Iterator[_Ways]:
    """The ways to fill all bands that go on from these, one by one; first those that move little."""
    filled = ways.rows.shape[1]
    for part in ways.chosen(np.argsort(_moves(pair, ways), kind="stable")).parts():
        if filled == 9:
            yield from (part.chosen([number]) for number in range(len(part.rows)))
            continue
        more = _with_another_band(part)
        yield from _completed(pair, more.chosen(_fits(pair.both, more, pair.target[: filled + 3])))


def _moves(pair: _Pair, ways: _Ways) -> Places:
    """How many rows and columns change their place; to transpose counts more than all of them."""
    moved_rows = (ways.rows != pair.order[: ways.rows.shape[1]]).sum(axis=1)
    moved_columns = (ways.columns != np.arange(9)).sum(axis=1)
    moves: Places = 100 * ways.transposed + moved_rows + moved_columns
    return moves


def _with_another_band(ways: _Ways) -> _Ways:
    """Each way with each band that it does not use yet, its rows in any order."""
    used = (ways.rows[:, None, ::3] // 3 == ROWS_OF_BANDS[None, :, :1] // 3).any(axis=2)
    way, band = np.nonzero(~used)
    wider = ways.chosen(way)
    return _Ways(wider.transposed, np.hstack([wider.rows, ROWS_OF_BANDS[band]]), wider.columns)


def _fits(both: Cells, ways: _Ways, target: Cells) -> NDArray[np.bool_]:
    """Which ways turn some rows of the first puzzle into the target, if digits are relabelled suitably."""
    images = both[ways.transposed[:, None, None], ways.rows[:, :, None], ways.columns[:, None, :]]
    images = images.reshape(len(images), -1)
    wanted = np.broadcast_to(target.reshape(1, -1), images.shape)
    fits: NDArray[np.bool_] = ((images > 0) == (wanted > 0)).all(axis=1)
    fits &= _is_function(images, wanted) & _is_function(wanted, images)
    return fits


def _is_function(digits: Cells, others: Cells) -> NDArray[np.bool_]:
    """In which rows equal digits stand beside equal others."""
    places = digits.astype(np.intp)
    other_of = np.zeros((len(digits), 10), np.uint8)
    np.put_along_axis(other_of, places, others, axis=1)
    is_function: NDArray[np.bool_] = (np.take_along_axis(other_of, places, axis=1) == others).all(axis=1)
    return is_function


def _places_of(comes_to: Places) -> tuple[int, ...]:
    """Where each line goes, from which line comes to each place."""
    return tuple(np.argsort(comes_to).tolist())


def _digit_map(digits: list[int], others: list[int]) -> tuple[int, ...]:
    """What each digit becomes; one that does not occur stays what it is, if that is free."""
    becomes = {digit: other for digit, other in zip(digits, others, strict=True) if digit}
    free = set(range(1, 10)) - set(becomes.values())
    unused = [digit for digit in range(1, 10) if digit not in becomes]
    becomes |= {digit: digit for digit in unused if digit in free}
    rest = iter(sorted(free - set(becomes.values())))
    return tuple(becomes[digit] if digit in becomes else next(rest) for digit in range(1, 10))
