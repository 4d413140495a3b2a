"""What the variables of a CNF encoding stand for.

Each kind of variable is a view of the cube: it is true when one of certain elements is true.

    kind    variable              is true when
    direct  x[cell, d]            the cell holds d: the element itself
    order   y[cell, k], k < n     the cell holds one of 1 to k
    binary  b[cell, j]            bit j of d - 1 is set, where d is what the cell holds
    triads  t[line, box, d]       one of the cells that the line and the box share holds d

Numbers begin at 1 with the kind that a grid is read from. The kinds that are defined by it follow, then the
auxiliary variables, each of which occurs in the clauses of one line only (those of a counter or a ladder).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from sudocube.cube import cube
from sudocube.encoder.clause_recognition import listed
from sudocube.encoder.vocabulary import Encoding
from sudocube.geometry import SYMBOLS, Geometry


class Variables:
    """The numbering of one encoding for one geometry.

    `declared` is the highest number of a variable that stands for something in the grid: those above it are
    auxiliary variables.

    >>> from sudocube.encoder import load
    >>> triads = Variables(load("triads"), Geometry.of_size(9))
    >>> triads.declared, triads.name(1), triads.name(730)
    (1215, 'x[r1c1,1]', 't[row 1,box 1,1]')
    """

    def __init__(self, encoding: Encoding, geometry: Geometry) -> None:
        self.geometry, self.size = geometry, geometry.size
        self.cube = cube(geometry)
        self.primary = encoding.variables
        self.bits = (self.size - 1).bit_length()
        self._views = {kind: self._view(kind) for kind in (encoding.variables, *encoding.defined)}
        self.first: dict[str, int] = {}
        self.declared = 0
        for kind, (places, digit_sets) in self._views.items():
            self.first[kind] = self.declared + 1
            self.declared += len(places) * len(digit_sets)

    def _view(self, kind: str) -> tuple[list[tuple[int, ...]], list[Sequence[int]]]:
        """The places of a kind, each with its cells, and sets of digits: at each place a variable for each.

        The variable is true when a cell of the place holds a digit of the set.
        """
        places: list[tuple[int, ...]] = [(cell,) for cell in range(self.geometry.cell_count)]
        digits = self.geometry.digits
        if kind == "integer":  # in a model for CP-SAT: the digit itself
            return places, [digits]
        if kind == "order":
            return places, [range(1, k + 1) for k in range(1, self.size)]
        if kind == "binary":
            return places, [[d for d in digits if d - 1 >> bit & 1] for bit in range(self.bits)]
        if kind == "triads":
            places = [triad.cells for triad in self.cube.triads]
        return places, [[digit] for digit in digits]

    def direct(self, element: int) -> int:
        """The variable x of an element."""
        return self.first["direct"] + element

    def order(self, cell: int, k: int) -> int:
        """The variable y that says "at most k"; k from 1 to n - 1."""
        return self.first["order"] + cell * (self.size - 1) + k - 1

    def bit(self, cell: int, place: int) -> int:
        """The variable b of a bit; the lowest has place 0."""
        return self.first["binary"] + cell * self.bits + place

    def triad(self, index: int, digit: int) -> int:
        """The variable t of a triad, by its index in `Cube.triads`, and a digit."""
        return self.first["triads"] + index * self.size + digit - 1

    def spell(self, kind: str, cell: int, digit: int) -> tuple[int, ...]:
        """The literals, order or binary, that are all true exactly when the cell holds the digit."""
        if kind == "binary":
            return self.as_bits(cell, digit - 1)
        upper = (self.order(cell, digit),) if digit < self.size else ()
        lower = (-self.order(cell, digit - 1),) if digit > 1 else ()
        return upper + lower

    def as_bits(self, cell: int, code: int) -> tuple[int, ...]:
        """The bit literals that spell a number; digit d has the code d - 1."""
        bits = (self.bit(cell, place) for place in range(self.bits))
        return tuple(bit if code >> place & 1 else -bit for place, bit in enumerate(bits))

    @cached_property
    def elements(self) -> tuple[tuple[int, ...], ...]:
        """By element: the literals that are all true exactly when the element is true."""
        if self.primary == "direct":
            return tuple((self.direct(element),) for element in range(self.cube.element_count))
        cells, digits = range(self.geometry.cell_count), self.geometry.digits
        return tuple(self.spell(self.primary, cell, digit) for cell in cells for digit in digits)

    @cached_property
    def definitions(self) -> tuple[tuple[int, ...], ...]:
        """For variable v up to `declared`, at v - 1: it is true exactly when one of these elements is."""
        element = self.cube.element
        return tuple(
            tuple(element(cell, digit) for cell in cells for digit in digits)
            for places, digit_sets in self._views.values()
            for cells in places
            for digits in digit_sets
        )

    def name(self, variable: int) -> str:
        """What a variable stands for, for people: `x[r1c1,5]`; an auxiliary one is `a[K]`, K from 1."""
        if variable > self.declared:
            return f"a[{variable - self.declared}]"
        kind = next(kind for kind in reversed(self.first) if self.first[kind] <= variable)
        _, digit_sets = self._views[kind]
        place, which = divmod(variable - self.first[kind], len(digit_sets))
        if kind == "triads":
            triad = self.cube.triads[place]
            return f"t[{triad.line.name},{triad.box.name},{SYMBOLS[which + 1]}]"
        cell = self.geometry.cell_name(place)
        if kind == "order":
            return f"y[{cell}≤{SYMBOLS[which + 1]}]"
        return f"b[{cell},bit {which}]" if kind == "binary" else f"x[{cell},{SYMBOLS[which + 1]}]"

    def literal_name(self, literal: int) -> str:
        """What a literal stands for, for people: `x[r1c1,5]` or `¬x[r1c1,5]`; see `name`."""
        return self.name(literal) if literal > 0 else f"¬{self.name(-literal)}"

    def meaning(self, variable: int) -> str:
        """When a variable up to `declared` is true, in words.

        >>> from sudocube.encoder import load
        >>> triads = Variables(load("triads"), Geometry.of_size(9))
        >>> triads.meaning(1), triads.meaning(730)
        ('r1c1 holds 1', 'r1c1, r1c2 or r1c3 holds 1')
        """
        found = [self.cube.cell_and_digit(element) for element in self.definitions[variable - 1]]
        cells = dict.fromkeys(self.geometry.cell_name(cell) for cell, _ in found)
        digits = dict.fromkeys(SYMBOLS[digit] for _, digit in found)
        return f"{listed([*cells], 'or')} holds {listed([*digits], 'or')}"

    def literals(self, cells: Sequence[int]) -> list[int]:
        """What the filled cells hold, as literals; `cells` are n² digits, 0 for a blank."""
        if self.primary == "direct":
            return [cell * self.size + digit for cell, digit in enumerate(cells) if digit]
        return [
            literal
            for cell, digit in enumerate(cells)
            if digit
            for literal in self.elements[self.cube.element(cell, digit)]
        ]

    def digits(self, model: Sequence[int]) -> list[tuple[int, ...]]:
        """By cell: the digits that it holds in a model; exactly one if the encoding is right.

        `model[v - 1]` is v where variable v is true, else -v, as SAT solvers give it; variables that are
        missing at the end are false.
        """
        true = {*model, *(-v for v in range(len(model) + 1, self.declared + 1))}
        return self.cube.digits([*map(true.issuperset, self.elements)])
