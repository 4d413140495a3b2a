"""From an encoding and a geometry to clauses.

Variables are numbered from 1. With direct variables, variable e + 1 says that element e of the cube is
true; the auxiliary variables of the at-most-one blocks come after those.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sudocube.cube import Family, cube
from sudocube.encoder.at_most_one import WAYS, Clause
from sudocube.encoder.catalogue import Encoding, Formalism
from sudocube.errors import UnsupportedError
from sudocube.geometry import Geometry


@dataclass(frozen=True, slots=True)
class Formula:
    """The rules of one geometry as clauses: variables 1 to `variables`, the first n³ the elements'.

    No clause stands there twice, whichever families say it (two cells that share a box and a row are
    kept apart by both).
    """

    geometry: Geometry
    variables: int
    clauses: list[Clause]


def formula(encoding: Encoding, geometry: Geometry) -> Formula:
    """The clauses of an encoding for one geometry, without any clues.

    Raises UnsupportedError where the encoding is not in CNF.

    >>> from sudocube.encoder import load
    >>> rules = formula(load("extended"), Geometry.of_size(9))
    >>> rules.variables, len(rules.clauses)
    (729, 10530)
    """
    top = cube(geometry).element_count
    seen: set[tuple[int, ...]] = set()
    clauses: list[Clause] = []
    for _, clause in clauses_by_family(encoding, geometry):
        key = tuple(sorted(clause))
        if key not in seen:
            seen.add(key)
            clauses.append(clause)
            top = max(top, *map(abs, clause))
    return Formula(geometry, top, clauses)


def clauses_by_family(encoding: Encoding, geometry: Geometry) -> Iterator[tuple[Family, Clause]]:
    """The clauses as the file states them, line after line, repetitions and all."""
    if encoding.formalism is not Formalism.CNF:
        raise UnsupportedError(f"{encoding.name} is an encoding in {encoding.formalism}, not in cnf")
    top = cube(geometry).element_count
    for line in cube(geometry).lines:
        blocks = encoding.families.get(line.family, {})
        literals = [element + 1 for element in line.elements]
        if "at_least_one" in blocks:
            yield line.family, literals
        if "at_most_one" in blocks:
            written, top = WAYS[blocks["at_most_one"]](literals, top)
            for clause in written:
                yield line.family, clause
