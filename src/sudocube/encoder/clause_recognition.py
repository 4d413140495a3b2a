"""What a clause over the elements of the cube says, found from its literals alone.

The clauses may be anybody's. Variables are numbered x[r,c,d] = n²(r - 1) + n(c - 1) + d, and higher ones are
auxiliary. Repeated literals count once.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    if not literals:
        return "it has no literal, so nothing makes it true"
    doubled = next((literal for literal in literals if -literal in literals), None)
    if doubled is not None:
        return f"always true: {_literal(abs(doubled), geometry)} or not"
    negative = [-literal for literal in literals if literal < 0]
    positive = [literal for literal in literals if literal > 0]
    if not negative:
        return _some(positive, geometry)
    if len(negative) == 1 and positive:
        return f"if {_literal(negative[0], geometry)}, then {_some(positive, geometry)}"
    if not positive and len(negative) > 1:
        return _not_all(negative, geometry)
    return _joined(literals, geometry, ", or ")


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


def _literal(literal: int, geometry: Geometry) -> str:
    """One literal: "r1c1 holds 3", "r1c1 does not hold 3", "a[2]", "not a[2]"."""
    cell, digit = cube(geometry).cell_and_digit(abs(literal) - 1)
    if cell >= geometry.cell_count:
        return f"{'not ' * (literal < 0)}a[{abs(literal) - cube(geometry).element_count}]"
    holds = "holds" if literal > 0 else "does not hold"
    return f"{geometry.cell_name(cell)} {holds} {SYMBOLS[digit]}"


def _cells_and_digits(variables: Sequence[int], geometry: Geometry) -> tuple[list[str], list[str]]:
    """The names of the cells of some elements, and their digits, each once and in order."""
    places = [cube(geometry).cell_and_digit(variable - 1) for variable in variables]
    cells = dict.fromkeys(geometry.cell_name(cell) for cell, _ in places)
    return [*cells], [*dict.fromkeys(SYMBOLS[digit] for _, digit in places)]


def _some(variables: Sequence[int], geometry: Geometry) -> str:
    """That one of some variables is true; of all elements of a line, by the line."""
    table = cube(geometry)
    if max(variables) <= table.element_count:
        elements = {variable - 1 for variable in variables}
        for line in lines_of_elements(table)[variables[0] - 1]:
            if elements == set(line.elements):
                if line.family is Family.CELL:
                    return f"{geometry.cell_name(line.index)} holds a digit"
                place, digit = line_name(line, geometry).split(", digit ")
                return f"some cell of {place} holds {digit}"
        cells, digits = _cells_and_digits(variables, geometry)
        if len(digits) == 1 and len(variables) <= LITERALS_AT_MOST:
            return f"{listed(cells, 'or')} holds {digits[0]}"
        if len(cells) == 1:
            return f"{cells[0]} holds {listed(digits, 'or')}"
    return _joined(variables, geometry, ", or ")


def _not_all(variables: Sequence[int], geometry: Geometry) -> str:
    """That not all of some variables are true together."""
    amount = "both" if len(variables) == 2 else "all"
    if max(variables) > cube(geometry).element_count:
        return _joined([-variable for variable in variables], geometry, ", or ")
    cells, digits = _cells_and_digits(variables, geometry)
    if len(digits) == 1 and len(variables) <= LITERALS_AT_MOST:
        return f"{listed(cells, 'and')} do not {amount} hold {digits[0]}"
    if len(cells) == 1:
        return f"{cells[0]} does not hold {amount} {'of ' * (amount == 'all')}{listed(digits, 'and')}"
    return f"not {amount} together: {_joined(variables, geometry, ', ')}"


def _joined(literals: Sequence[int], geometry: Geometry, between: str) -> str:
    shown = between.join(_literal(literal, geometry) for literal in literals[:LITERALS_AT_MOST])
    left = len(literals) - LITERALS_AT_MOST
    return f"{shown}{between}{left:,} more" if left > 0 else shown


def listed(names: Sequence[str], conjunction: str) -> str:
    """Names with commas, and a conjunction before the last one."""
    *most, last = names
    return f"{', '.join(most)} {conjunction} {last}" if most else last
