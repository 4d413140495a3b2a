"""What a clause over the elements of the cube says, found from its literals alone.

The clauses may be anybody's. Variables are numbered x[r,c,d] = n²(r - 1) + n(c - 1) + d, and higher ones are
auxiliary. Repeated literals count once.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from sudocube.cube import Cube, Family, Line, cube
from sudocube.encoder.at_most_one import Clause
from sudocube.geometry import SYMBOLS, Geometry

LITERALS_AT_MOST = 6
"""How many literals of a clause of no known form are put into words; the rest is counted."""


class ClauseForm(StrEnum):
    """The forms of clauses that are told apart; the value says what a clause of the form says."""

    AT_LEAST_ONE = "at least one"
    NOT_BOTH = "at most one"
    EMPTY = "no literals"
    ALWAYS_TRUE = "always true"
    UNIT = "one literal"
    AUXILIARY = "with auxiliary variables"
    OTHER = "of no known form"


@dataclass(frozen=True, slots=True)
class RecognisedClause:
    """What a clause says: its form, the lines of the cube that it is about, and a sentence without a stop.

    There are lines only for the first two forms: for "at least one" the line of all its literals, for "at
    most one" those that have both its elements. A pair of elements that share no line has none.
    """

    form: ClauseForm
    lines: tuple[Line, ...]
    sentence: str


def recognised(clause: Clause, geometry: Geometry) -> RecognisedClause:
    """What a clause says.

    >>> shape = Geometry.of_size(4)
    >>> for clause in ([-3, -7], [1, 2, 3, 4], [2, 6, 10, 14], [-1, 5], [3], [-1, 70], []):
    ...     print(recognised(clause, shape).sentence)
    r1c1 and r1c2 do not both hold 3
    r1c1 holds a digit
    some cell of row 1 holds 2
    if r1c1 holds 1, then r1c2 holds 1
    r1c1 holds 3
    if r1c1 holds 1, then a[6]
    it has no literal, so nothing makes it true
    >>> [line_name(line, shape) for line in recognised([-3, -7], shape).lines]
    ['row 1, digit 3', 'box 1, digit 3']
    """
    literals = list(dict.fromkeys(clause))
    table, words = cube(geometry), _Words(geometry)
    if not literals:
        return RecognisedClause(ClauseForm.EMPTY, (), "it has no literal, so nothing makes it true")
    doubled = next((literal for literal in literals if -literal in literals), None)
    if doubled is not None:
        either = f"{words.literal(abs(doubled))} or not"
        return RecognisedClause(ClauseForm.ALWAYS_TRUE, (), f"always true: {either}")
    if any(abs(literal) > table.element_count for literal in literals):
        return RecognisedClause(ClauseForm.AUXILIARY, (), words.sentence(literals))
    if len(literals) == 1:
        return RecognisedClause(ClauseForm.UNIT, (), words.literal(literals[0]))
    elements = [abs(literal) - 1 for literal in literals]
    if all(literal < 0 for literal in literals):
        sentence = words.not_all(elements)
        if len(elements) == 2:
            one, other = (lines_of_elements(table)[element] for element in elements)
            lines = tuple(line for line in one if line in other)
            return RecognisedClause(ClauseForm.NOT_BOTH, lines, sentence)
        return RecognisedClause(ClauseForm.OTHER, (), sentence)
    if all(literal > 0 for literal in literals):
        whole = next(
            (line for line in lines_of_elements(table)[elements[0]] if set(line.elements) == set(elements)),
            None,
        )
        if whole is not None:
            return RecognisedClause(ClauseForm.AT_LEAST_ONE, (whole,), words.some(whole))
    return RecognisedClause(ClauseForm.OTHER, (), words.sentence(literals))


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
        self._geometry, self._cube = geometry, cube(geometry)

    def literal(self, literal: int) -> str:
        """One literal: "r1c1 holds 3", "r1c1 does not hold 3", "a[2]", "not a[2]"."""
        variable = abs(literal)
        if variable > self._cube.element_count:
            return f"{'not ' * (literal < 0)}a[{variable - self._cube.element_count}]"
        cell, digit = self._names(variable - 1)
        return f"{cell} holds {digit}" if literal > 0 else f"{cell} does not hold {digit}"

    def _names(self, element: int) -> tuple[str, str]:
        cell, digit = self._cube.cell_and_digit(element)
        return self._geometry.cell_name(cell), SYMBOLS[digit]

    def some(self, line: Line) -> str:
        """At least one on a line."""
        if line.family is Family.CELL:
            return f"{self._geometry.cell_name(line.index)} holds a digit"
        digit = SYMBOLS[line.elements[0] % self._cube.size + 1]
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
        if all(variable <= self._cube.element_count for variable in variables):
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
