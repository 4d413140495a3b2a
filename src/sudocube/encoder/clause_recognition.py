"""What a clause over the elements of the cube says, found from its literals alone.

The clauses may be anybody's. Variables are numbered x[r,c,d] = n²(r - 1) + n(c - 1) + d, and higher ones are
auxiliary. Repeated literals count once.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache

from sudocube.cube import Cube, Family, Line, cube
from sudocube.encoder.at_most_one import Clause
from sudocube.geometry import SYMBOLS, Geometry

LITERALS_AT_MOST = 6
"""How many literals of a clause of no known form are put into words; the rest is counted."""


def clause_sentence(clause: Clause, geometry: Geometry) -> str:
    """What a clause says, as a sentence without a stop.

    >>> shape = Geometry.of_size(4)
    >>> for clause in ([-3, -7], [1, 2, 3, 4], [2, 6, 10, 14], [-1, 5], [3], [-1, 70], []):
    ...     print(clause_sentence(clause, shape))
    r1c1 and r1c2 do not both hold 3
    r1c1 holds a digit
    some cell of row 1 holds 2
    if r1c1 holds 1, then r1c2 holds 1
    r1c1 holds 3
    if r1c1 holds 1, then a[6]
    it has no literal, so nothing makes it true
    """
    literals = list(dict.fromkeys(clause))
    words = _Words(geometry)
    if not literals:
        return "it has no literal, so nothing makes it true"
    doubled = next((literal for literal in literals if -literal in literals), None)
    if doubled is not None:
        return f"always true: {words.literal(abs(doubled))} or not"
    if len(literals) == 1:
        return words.literal(literals[0])
    elements = [abs(literal) - 1 for literal in literals]
    if max(elements) < words.cube.element_count:
        if all(literal < 0 for literal in literals):
            return words.not_all(elements)
        if all(literal > 0 for literal in literals):
            for line in lines_of_elements(words.cube)[elements[0]]:
                if set(line.elements) == set(elements):
                    return words.some(line)
    return words.sentence(literals)


def line_name(line: Line, geometry: Geometry) -> str:
    """The name of a line of the cube: "r1c1" for that of a cell, else as "row 1, digit 3".

    >>> line_name(cube(Geometry.of_size(4)).lines[18], Geometry.of_size(4))
    'row 1, digit 3'
    """
    if line.family is Family.CELL:
        return geometry.cell_name(line.index)
    return f"{line.family} {line.index + 1}, digit {SYMBOLS[line.elements[0] % geometry.size + 1]}"


@cache
def lines_of_elements(table: Cube) -> tuple[tuple[Line, ...], ...]:
    """For each element the four lines that it is on."""
    found: list[list[Line]] = [[] for _ in range(table.element_count)]
    for line in table.lines:
        for element in line.elements:
            found[element].append(line)
    return tuple(map(tuple, found))


class _Words:
    """Literals and clauses of one geometry in words."""

    def __init__(self, geometry: Geometry) -> None:
        self._geometry, self.cube = geometry, cube(geometry)

    def literal(self, literal: int) -> str:
        """One literal: "r1c1 holds 3", "r1c1 does not hold 3", "a[2]", "not a[2]"."""
        variable = abs(literal)
        if variable > self.cube.element_count:
            return f"{'not ' * (literal < 0)}a[{variable - self.cube.element_count}]"
        cell, digit = self._names(variable - 1)
        return f"{cell} holds {digit}" if literal > 0 else f"{cell} does not hold {digit}"

    def _names(self, element: int) -> tuple[str, str]:
        cell, digit = self.cube.cell_and_digit(element)
        return self._geometry.cell_name(cell), SYMBOLS[digit]

    def some(self, line: Line) -> str:
        """At least one on a line."""
        if line.family is Family.CELL:
            return f"{self._geometry.cell_name(line.index)} holds a digit"
        digit = SYMBOLS[line.elements[0] % self.cube.size + 1]
        return f"some cell of {line.family} {line.index + 1} holds {digit}"

    def not_all(self, elements: Sequence[int]) -> str:
        """That not all of some elements are true together."""
        cells, digits = self._cells_and_digits(elements)
        amount = "both" if len(elements) == 2 else "all"
        if len(digits) == 1 and len(elements) <= LITERALS_AT_MOST:
            return f"{listed(cells, 'and')} do not {amount} hold {digits[0]}"
        if len(cells) == 1:
            of = "" if amount == "both" else "of "
            return f"{cells[0]} does not hold {amount} {of}{listed(digits, 'and')}"
        return f"not {amount} together: {self._joined([element + 1 for element in elements], ', ')}"

    def sentence(self, literals: Sequence[int]) -> str:
        """A clause of no known form: positive literals as a list, one negative one as a condition."""
        negative = [literal for literal in literals if literal < 0]
        positive = [literal for literal in literals if literal > 0]
        if len(negative) == 1 and positive:
            return f"if {self.literal(-negative[0])}, then {self._any(positive)}"
        return self._joined(literals, ", or ") if negative else self._any(positive)

    def _any(self, variables: Sequence[int]) -> str:
        """That one of some variables is true."""
        if all(variable <= self.cube.element_count for variable in variables):
            cells, digits = self._cells_and_digits([variable - 1 for variable in variables])
            if len(digits) == 1 and len(variables) <= LITERALS_AT_MOST:
                return f"{listed(cells, 'or')} holds {digits[0]}"
            if len(cells) == 1:
                return f"{cells[0]} holds {listed(digits, 'or')}"
        return self._joined(variables, ", or ")

    def _joined(self, literals: Sequence[int], between: str) -> str:
        shown = between.join(map(self.literal, literals[:LITERALS_AT_MOST]))
        left = len(literals) - LITERALS_AT_MOST
        return f"{shown}{between}{left:,} more" if left > 0 else shown

    def _cells_and_digits(self, elements: Collection[int]) -> tuple[list[str], list[str]]:
        """The names of the cells of some elements, and their digits, each once and in order."""
        names = [self._names(element) for element in elements]
        return list(dict.fromkeys(cell for cell, _ in names)), list(
            dict.fromkeys(digit for _, digit in names)
        )


def listed(names: Sequence[str], conjunction: str) -> str:
    """Names with commas, and a conjunction before the last one."""
    *most, last = names
    return f"{', '.join(most)} {conjunction} {last}" if most else last
