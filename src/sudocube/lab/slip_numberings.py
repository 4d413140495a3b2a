"""Wrong numberings of x[r,c,d], such as digit first, and the formulas by which people write them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

from sudocube.geometry import SYMBOLS, Geometry
from sudocube.lab.slip_lines import Place

RIGHT = "n²(r - 1) + n(c - 1) + d"
"""The formula of the right numbering; r, c and d count from 1."""


@dataclass(frozen=True, slots=True)
class Numbering:
    """A numbering: its formula, with r, c and d from 1; what to change; and the number of each place."""

    name: str
    formula: str
    change: str
    number: Callable[[Place], int]

    def back(self, shape: Geometry) -> dict[int, int] | None:
        """From the numbers of this numbering to the right ones; None if two elements share a number.

        >>> first = next(wrong_numberings(Geometry.of_size(4)))
        >>> first.formula, first.back(Geometry.of_size(4))[21]
        ('n²r + nc + d', 1)
        """
        n = shape.size
        places = [(r, c, d) for r in range(n) for c in range(n) for d in range(n)]
        found = {self.number(place): number for number, place in enumerate(places, 1)}
        return found if len(found) == n**3 else None

    def example(self, shape: Geometry) -> str:
        """An element and its number, or two elements that share one, as a sentence.

        >>> first = next(wrong_numberings(Geometry.of_size(4)))
        >>> first.example(Geometry.of_size(4))
        'So x[r1c1,1] is 21, and should be 1.'
        """
        n, right = shape.size, right_number(shape)
        seen: dict[int, Place] = {}
        other = None
        for row, column, digit in product(range(n), repeat=3):
            place = row, column, digit
            number = self.number(place)
            if number in seen:
                one, two = (_named(each, shape) for each in (seen[number], place))
                return f"So {one} and {two} are both {number}."
            seen[number] = place
            other = place if other is None and number != right(place) else other
        assert other is not None  # the numbering is wrong
        return f"So {_named(other, shape)} is {self.number(other)}, and should be {right(other)}."


def _named(place: Place, shape: Geometry) -> str:
    row, column, digit = place
    return f"x[{shape.cell_name(shape.size * row + column)},{SYMBOLS[digit + 1]}]"


def right_number(shape: Geometry) -> Callable[[Place], int]:
    """The right number of a place, also outside of the grid."""
    n = shape.size
    return lambda place: n * n * place[0] + n * place[1] + place[2] + 1


def wrong_numberings(shape: Geometry) -> Iterator[Numbering]:
    """The known ones, the likely ones first."""
    n = shape.size
    minus = "Take 1 from r and from c before you multiply: x[r1c1,1] is 1."
    yield _linear("counted-from-1", "n²r + nc + d", minus, n * n, n, 1, n * n + n + 1)
    yield _linear("counted-from-1", "n²r + n(c - 1) + d", "Take 1 from r, too.", n * n, n, 1, n * n + 1)
    yield _linear("counted-from-1", "n²(r - 1) + nc + d", "Take 1 from c, too.", n * n, n, 1, n + 1)
    yield _linear("numbered-from-2", f"{RIGHT} + 1", "Add nothing: x[r1c1,1] is 1.", n * n, n, 1, 2)
    first = "The row comes first, then the column, then the digit."
    yield _linear("digit-first", "n²(d - 1) + n(r - 1) + c", first, n, 1, n * n, 1)
    yield _linear("digit-first", "n²(d - 1) + n(c - 1) + r", first, 1, n, n * n, 1)
    yield _linear("digit-second", "n²(r - 1) + n(d - 1) + c", first, n * n, 1, n, 1)
    yield _linear("digit-second", "n²(c - 1) + n(d - 1) + r", first, 1, n * n, n, 1)
    factors = f"The factors of r - 1 and c - 1 are n² and n: {n * n} and {n} at size {n}."
    yield _linear("decimal", "100r + 10c + d", factors, 100, 10, 1, 111)
    yield _linear("decimal", "100(r - 1) + 10(c - 1) + d", factors, 100, 10, 1, 1)
    if n != 9:
        yield _linear("factors-of-9", "81(r - 1) + 9(c - 1) + d", factors, 81, 9, 1, 1)
        yield _linear("factors-of-9", "81r + 9c + d", factors, 81, 9, 1, 91)
        k = n + 1
        yield _linear("base-too-large", "(n+1)²r + (n+1)c + d", factors, k * k, k, 1, k * k + k + 1)
    yield _linear("shared-numbers", "n(r - 1) + n(c - 1) + d", factors, n, n, 1, 1)
    yield _linear("shared-numbers", "n²(r - 1) + n²(c - 1) + d", factors, n * n, n * n, 1, 1)
    yield _linear("shared-numbers", "n²(r - 1) + c - 1 + d", factors, n * n, 1, 1, 1)
    yield _linear("shared-numbers", "n(r - 1) + c - 1 + d", factors, n, 1, 1, 1)
    yield _linear("shared-numbers", "n(r - 1) + c, without d", factors, n, 1, 0, 1)
    places = "Count the cells by row and column also in the clauses of the boxes."
    yield Numbering("box-first", "n²(b - 1) + n(i - 1) + d, for cell i of box b", places, _box_first(shape))


def _linear(name: str, formula: str, change: str, row: int, column: int, digit: int, least: int) -> Numbering:
    """A numbering with these factors; `least` is the number of x[r1c1,1]."""

    def number(place: Place) -> int:
        return row * place[0] + column * place[1] + digit * place[2] + least

    return Numbering(name, formula, change, number)


def _box_first(shape: Geometry) -> Callable[[Place], int]:
    n, tall, wide = shape.size, shape.box_rows, shape.box_columns

    def number(place: Place) -> int:
        row, column, digit = place
        return (
            n * n * (row // tall * tall + column // wide)
            + n * (row % tall * wide + column % wide)
            + digit
            + 1
        )

    return number
