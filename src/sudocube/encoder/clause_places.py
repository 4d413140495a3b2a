"""The clauses of one place: of a line, of a unit, or all that speak of a cell.

Each clause comes with its number among all clauses of the encoding, from 1. A clause that two lines say is
written once, with the first of them; so a clause is of a line if it has the line's name, or if all that it
speaks of is on the line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from sudocube.cube import UNIT_FAMILIES, cube
from sudocube.encoder.clause_names import NamedClause, named_clauses
from sudocube.encoder.variables import Variables
from sudocube.encoder.vocabulary import Encoding
from sudocube.errors import FormatError, quoted
from sudocube.geometry import SYMBOLS, Geometry

_CELL = re.compile(r"r(\d{1,2})c(\d{1,2})(?:=(\d{1,2}|[A-P]))?", re.ASCII)
_LINE = re.compile(
    rf"(?P<unit>(?P<family>{'|'.join(UNIT_FAMILIES)}) (?P<number>\d{{1,2}}))"
    r"(?:, (?P<part>by rows|by columns|box \d{1,2}))?(?:, digit (?P<digit>\d{1,2}|[A-P]))?",
    re.ASCII,
)

_IsOf = Callable[[NamedClause], bool]

NumberedClause = tuple[int, NamedClause]


def clauses_of(encoding: Encoding, geometry: Geometry, place: str) -> Iterator[NumberedClause]:
    """The clauses of a cell ("r1c2"), of a line ("row 1, digit 3"), or of all lines of a unit ("box 2").

    Those of a cell say which digits it may hold together; `clauses_about` has all others that speak of it.
    Names of lines that only some encodings have, as in `ClauseName.line`, are taken, too.

    Raises FormatError at once for another place, and later UnsupportedError where the encoding is not in CNF.

    >>> from sudocube.encoder import load
    >>> found = list(clauses_of(load("extended"), Geometry.of_size(4), "box 1, digit 1"))
    >>> len(found), str(found[0][1].name), found[0][1].clause
    (7, 'row 1, digit 1: at most one (pairwise)', (-1, -5))
    """
    return _chosen(encoding, geometry, _test_of_line(Variables(encoding, geometry), place))


def clauses_about(encoding: Encoding, geometry: Geometry, place: str) -> Iterator[NumberedClause]:
    """All clauses that speak of a cell ("r1c2"), or of a cell and a digit ("r1c2=3"), whatever their line.

    Raises FormatError at once for another place, and later UnsupportedError where the encoding is not in CNF.

    >>> from sudocube.encoder import load
    >>> found = clauses_about(load("minimal"), Geometry.of_size(4), "r1c2=3")
    >>> [one.clause for _, one in found][:3]
    [[5, 6, 7, 8], (-3, -7), (-7, -11)]
    """
    return _chosen(encoding, geometry, _test_of_element(Variables(encoding, geometry), place))


def _chosen(encoding: Encoding, geometry: Geometry, is_of: _IsOf) -> Iterator[NumberedClause]:
    clauses = enumerate(named_clauses(encoding, geometry), 1)
    return ((number, named) for number, named in clauses if is_of(named))


def _test_of_line(variables: Variables, place: str) -> _IsOf:
    """What tells whether a clause is of the place."""
    shape = variables.geometry
    if found := _CELL.fullmatch(place):
        cell, digit = _cell_and_digit(found, place, shape)
        if digit is not None:
            raise _other_place(place, shape)
        line_of = dict.fromkeys(range(cell * shape.size, (cell + 1) * shape.size), 0)
        return _with_name_or_within(variables, line_of, place.__eq__)
    found = _LINE.fullmatch(place)
    if found is None or not 1 <= int(found["number"]) <= shape.size:
        raise _other_place(place, shape)
    digits = shape.digits if found["digit"] is None else [_digit(found["digit"], place, shape)]
    index = UNIT_FAMILIES.index(found["family"]) * shape.size + int(found["number"]) - 1
    table = cube(shape)
    cells = () if found["part"] else table.units[index].cells
    line_of = {table.element(cell, digit): digit for cell in cells for digit in digits}
    if found["digit"] is None:
        return _with_name_or_within(variables, line_of, lambda name: name.startswith(f"{place}, "))
    return _with_name_or_within(variables, line_of, place.__eq__)


def _with_name_or_within(
    variables: Variables, line_of: dict[int, int], is_name: Callable[[str], bool]
) -> _IsOf:
    """What tells whether a clause has such a name, or all its variables speak of one of the lines.

    `line_of` has for each element of the place on which line it is.
    """
    lines = {
        variable: line_of[elements[0]]
        for variable, elements in enumerate(variables.definitions, 1)
        if all(one in line_of for one in elements) and len({line_of[one] for one in elements}) == 1
    }

    def is_of(named: NamedClause) -> bool:
        if is_name(named.name.line):
            return True
        first = lines.get(abs(named.clause[0])) if named.clause else None
        return first is not None and all(lines.get(abs(literal)) == first for literal in named.clause)

    return is_of


def _test_of_element(variables: Variables, place: str) -> _IsOf:
    """What tells whether a clause speaks of the place."""
    shape, found = variables.geometry, _CELL.fullmatch(place)
    if found is None:
        raise _other_place(place, shape)
    cell, digit = _cell_and_digit(found, place, shape)
    first = cell * shape.size
    wanted = set(range(first, first + shape.size) if digit is None else [first + digit - 1])
    spoken = {v for v, elements in enumerate(variables.definitions, 1) if not wanted.isdisjoint(elements)}
    return lambda named: not spoken.isdisjoint(map(abs, named.clause))


def _cell_and_digit(found: re.Match[str], place: str, shape: Geometry) -> tuple[int, int | None]:
    row, column = int(found[1]), int(found[2])
    if not (1 <= row <= shape.size and 1 <= column <= shape.size):
        raise _other_place(place, shape)
    digit = None if found[3] is None else _digit(found[3], place, shape)
    return (row - 1) * shape.size + column - 1, digit


def _digit(text: str, place: str, shape: Geometry) -> int:
    """A digit, written as a number or by its symbol."""
    digit = int(text) if text.isdecimal() else SYMBOLS.index(text)
    if digit not in shape.digits:
        raise _other_place(place, shape)
    return digit


def _other_place(place: str, shape: Geometry) -> FormatError:
    last = SYMBOLS[shape.size]
    expected = (
        f"a cell such as r1c2, a line such as 'row 1, digit {last}', or a unit such as 'box {shape.size}'"
    )
    return FormatError("place", None, None, found=quoted(place), expected=expected)
