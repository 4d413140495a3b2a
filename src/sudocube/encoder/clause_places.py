"""The clauses of one place: of a line, or of a unit.

Each clause comes with its number among all clauses of the encoding, from 1. A clause that two lines say is
written once, with the first of them; so a clause is of a line if it has the line's name, or if all that it
speaks of is on the line.
"""

from __future__ import annotations

from collections.abc import Callable

from sudocube.cube import cube
from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.clause_names import NamedClause, named_clauses
from sudocube.encoder.clause_recognition import line_name
from sudocube.encoder.variables import Variables
from sudocube.encoder.vocabulary import Encoding
from sudocube.errors import FormatError, quoted
from sudocube.geometry import SYMBOLS, Geometry

NumberedClause = tuple[int, NamedClause]


def clauses_of(encoding: Encoding, geometry: Geometry, place: str) -> list[NumberedClause]:
    """The clauses of a cell ("r1c2"), of a line ("row 1, digit 3"), or of all lines of a unit ("box 2").

    Those of a cell say which digits it may hold together; clauses of other lines are not among them.
    Names of lines that only some encodings have, as in `ClauseName.line`, are taken, too.

    Raises FormatError for another place, and UnsupportedError where the encoding is not in CNF.

    >>> from sudocube.encoder import load
    >>> found = clauses_of(load("extended"), Geometry.of_size(4), "box 1, digit 1")
    >>> len(found), str(found[0][1].name), found[0][1].clause
    (7, 'row 1, digit 1: at most one (pairwise)', (-1, -5))
    """
    lines = [set(line.elements) for line in cube(geometry).lines if _is_in(line_name(line, geometry), place)]
    elements = _elements_of_clauses(encoding, geometry)
    found = [
        (number, named)
        for number, named in enumerate(named_clauses(encoding, geometry), 1)
        if _is_in(named.name.line, place)
        or (named.clause and any(map(elements(named.clause).issubset, lines)))
    ]
    if not found and not lines:
        raise _other_place(place, geometry)
    return found


def _is_in(line: str, place: str) -> bool:
    """Whether a line is the place, or one of the lines of the unit that the place is."""
    return line == place or (place != "" and line.startswith(f"{place}, "))


def _elements_of_clauses(encoding: Encoding, geometry: Geometry) -> Callable[[Clause], set[int]]:
    """A function that gives the elements that a clause speaks of; -1 stands for auxiliary variables."""
    definitions = (*Variables(encoding, geometry).definitions, (-1,))
    auxiliary = len(definitions) - 1
    return lambda clause: {e for literal in clause for e in definitions[min(abs(literal) - 1, auxiliary)]}


def _other_place(place: str, shape: Geometry) -> FormatError:
    last = SYMBOLS[shape.size]
    expected = (
        f"a cell such as r1c2, a line such as 'row 1, digit {last}', or a unit such as 'box {shape.size}'"
    )
    return FormatError("place", None, None, found=quoted(place), expected=expected)
