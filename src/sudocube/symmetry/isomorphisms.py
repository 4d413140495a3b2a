"""The transformations of 9×9 boards that keep the rules, as values; and the one between two puzzles.

A *band* is three rows of boxes, a *stack* three columns. The transformations exchange rows within bands,
bands, columns within stacks, stacks, rows with columns, and digits: 2 · 6⁸ · 9! in all.

To find an isomorphism between two puzzles, one band of the second puzzle is filled first. Into it each band
of the first puzzle can go, as it is or transposed, with its rows in six orders and all columns in 6⁴: 46,656
ways. Most of them are dropped at once, because clues do not come to clues. A few fit with some relabelling of
the digits; to these a second band is added in all (twelve) ways, then the third in six. So all
transformations are tried, if need be: no pair of puzzles is left undecided. Where the canonical forms of both
are known and differ, nothing is searched.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from operator import index
from random import Random
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from sudocube import kernel
from sudocube.arguments import as_puzzle
from sudocube.errors import UnsupportedError, quoted
from sudocube.geometry import Geometry
from sudocube.kernel.twin_forms import ARRANGEMENTS, ROWS_OF_BANDS
from sudocube.puzzle import CellForms, Grid, Puzzle
from sudocube.symmetry.canonical_forms import canonical

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Cells = NDArray[np.uint8]
    """Digits, 0 for a blank."""

    Places = NDArray[np.intp]

_NINE = Geometry(3, 3)
_IN_PLACE = tuple(range(9))


@dataclass(frozen=True, slots=True)
class Isomorphism:
    """A transformation of 9×9 boards that keeps the rules: where each row, column and digit goes.

    Row r goes to row `rows[r]` and column c to column `columns[c]`, all counted from 0. If `transposed`, row
    r becomes *column* `rows[r]`, and column c becomes *row* `columns[c]`. The digit d becomes
    `digits[d - 1]`. Each is a tuple of nine integers. `str` tells it in words; there rows and columns count
    from 1, and lines or digits that stay where they are may be left out.

    Raises ValueError where `rows` or `columns` are not the numbers 0 to 8, or part what stands in one band
    (one stack), and where `digits` are not the numbers 1 to 9; TypeError for what is no integer.

    >>> swapped = Isomorphism(rows=(3, 4, 5, 0, 1, 2, 6, 7, 8), digits=(2, 1, 3, 4, 5, 6, 7, 8, 9))
    >>> print(swapped)
    rows 1 to 9 become rows 4 5 6 1 2 3 7 8 9; digits 1 2 become 2 1; the others stay
    >>> puzzle = swapped.apply("1.3......" + 72 * ".")
    >>> puzzle.clues, str(swapped.inverse.apply(puzzle))[:9], swapped.cell(2)
    ({27: 2, 29: 3}, '1.3......', 29)
    """

    rows: tuple[int, ...] = _IN_PLACE
    columns: tuple[int, ...] = _IN_PLACE
    transposed: bool = False
    digits: tuple[int, ...] = tuple(range(1, 10))

    def __post_init__(self) -> None:
        for name, least in (("rows", 0), ("columns", 0), ("digits", 1)):
            numbers = tuple(map(index, getattr(self, name)))
            if sorted(numbers) != list(range(least, least + 9)):
                expected = f"they are the numbers {least} to {least + 8}, each once"
                raise ValueError(f"{name} {quoted(list(numbers))}: {expected}")
            if name != "digits" and not _keeps_bands(numbers):
                together = "rows of a band" if name == "rows" else "columns of a stack"
                raise ValueError(f"{name} {' '.join(map(str, numbers))}: the three {together} stay together")
            object.__setattr__(self, name, numbers)
        object.__setattr__(self, "transposed", bool(self.transposed))

    @overload
    def apply(self, puzzle: Grid) -> Grid: ...  # type: ignore[overload-overlap] # a Grid is a CellForms, too
    @overload
    def apply(self, puzzle: CellForms) -> Puzzle: ...
    def apply(self, puzzle: CellForms) -> Puzzle | Grid:
        """The transformed puzzle; of a Grid the transformed Grid. Pencilmarks are transformed, too.

        Raises TypeError for what `Puzzle` does not take, PuzzleError for cells that are no puzzle, and
        UnsupportedError for other sizes than 9×9.
        """
        board = puzzle if isinstance(puzzle, Grid) else as_puzzle(puzzle)
        if board.geometry != _NINE:
            raise UnsupportedError(f"an isomorphism is for 9×9 puzzles, not for {board.geometry}")
        if isinstance(board, Puzzle) and board.candidates is not None:
            return Puzzle(self._marks(board.candidates))
        named = (0, *self.digits)
        moved = bytearray(81)
        for cell, digit in enumerate(board.cells):
            moved[self.cell(cell)] = named[digit]
        return type(board)(bytes(moved))

    def _marks(self, candidates: Sequence[int]) -> str:
        """The pencilmarks of the transformed puzzle."""
        marks = [""] * 81
        digit_before = {after: before for before, after in enumerate(self.digits)}
        for cell, mask in enumerate(candidates):
            marks[self.cell(cell)] = "".join(
                str(digit) if mask >> digit_before[digit] & 1 else "." for digit in range(1, 10)
            )
        return "".join(marks)

    def cell(self, cell: int) -> int:
        """Where a cell goes; cells count from 0, row by row.

        >>> Isomorphism(transposed=True).cell(1)
        9
        """
        row, column = self.rows[cell // 9], self.columns[cell % 9]
        return 9 * column + row if self.transposed else 9 * row + column

    @property
    def inverse(self) -> Isomorphism:
        """The isomorphism that undoes this one."""
        rows, columns = _inverse(self.rows), _inverse(self.columns)
        if self.transposed:
            rows, columns = columns, rows
        digits = tuple(digit + 1 for digit in _inverse([digit - 1 for digit in self.digits]))
        return Isomorphism(rows, columns, self.transposed, digits)

    def __str__(self) -> str:
        to_rows, to_columns = ("columns", "rows") if self.transposed else ("rows", "columns")
        said = [
            _said("row", self.rows, to_rows, is_always=self.transposed),
            _said("column", self.columns, to_columns, is_always=self.transposed),
            _digits_said(self.digits),
        ]
        return "; ".join(filter(None, said)) or "nothing changes"


def random_isomorphism(rng: Random) -> Isomorphism:
    """An isomorphism chosen at random, each with the same probability.

    >>> random_isomorphism(Random(1)) == random_isomorphism(Random(1))
    True
    """
    digits = rng.sample(range(1, 10), 9)
    rows, columns = _shuffled(rng), _shuffled(rng)
    return Isomorphism(_inverse(rows), _inverse(columns), rng.random() < 0.5, tuple(digits))


def _shuffled(rng: Random) -> list[int]:
    """Rows (or columns) in another order, in which those of a band stay together."""
    return [3 * band + row for band in rng.sample(range(3), 3) for row in rng.sample(range(3), 3)]


def _inverse(places: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(range(len(places)), key=places.__getitem__))


def _keeps_bands(places: Sequence[int]) -> bool:
    """Whether the three rows of a band (columns of a stack) come to places of one band."""
    return all(len({place // 3 for place in places[first : first + 3]}) == 1 for first in (0, 3, 6))


def _said(what: str, places: Sequence[int], becomes: str, *, is_always: bool) -> str:
    """Where all rows or columns go; nothing where all stay, unless it `is_always` said."""
    if tuple(places) == _IN_PLACE and not is_always:
        return ""
    return f"{what}s 1 to 9 become {becomes} {_numbers(place + 1 for place in places)}"


def _digits_said(digits: Sequence[int]) -> str:
    """What the digits become that change; of the others, that they stay."""
    changed = [(before, after) for before, after in enumerate(digits, 1) if before != after]
    if not changed:
        return ""
    before, after = zip(*changed, strict=True)
    rest = "" if len(changed) == 9 else "; the others stay"
    return f"digits {_numbers(before)} become {_numbers(after)}{rest}"


def _numbers(numbers: Iterable[int]) -> str:
    numbers = list(numbers)
    return "1 to 9" if numbers == list(range(1, 10)) else " ".join(map(str, numbers))


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
