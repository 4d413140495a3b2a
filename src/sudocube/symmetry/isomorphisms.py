"""The transformations of 9×9 boards that keep the rules, as values.

A *band* is three rows of boxes, a *stack* three columns. The transformations exchange rows within bands,
bands, columns within stacks, stacks, rows with columns, and digits: 2 · 6⁸ · 9! in all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import index
from random import Random
from typing import overload

from sudocube.arguments import as_puzzle
from sudocube.errors import UnsupportedError, quoted
from sudocube.geometry import Geometry
from sudocube.puzzle import CellForms, Grid, Puzzle

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
