"""The clauses that are proved or refuted, and the meaning of their variables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from sudocube.clock import NO_LIMIT, Clock
from sudocube.cube import Cube
from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.building_blocks import EncodedLine
from sudocube.encoder.cnf import encoded_lines
from sudocube.encoder.variables import Variables
from sudocube.encoder.vocabulary import Encoding
from sudocube.geometry import Geometry


@dataclass(frozen=True)
class EncodedClauses:
    """Clauses, line by line as the encoder wrote them, and what their variables mean.

    `encoded_clauses` makes them from an encoding. Other clauses can be tried too, even damaged ones. So
    `EncodedLine.auxiliary` is not trusted: a variable is an auxiliary variable of a line only if no other
    line has it.

    What is derived from the lines is derived when it is first asked for; this raises TimeoutError when
    `clock` has run out.
    """

    meaning: Variables
    lines: Sequence[EncodedLine]
    clock: Clock = field(default=NO_LIMIT, compare=False)

    @property
    def geometry(self) -> Geometry:
        """The geometry of the grids."""
        return self.meaning.geometry

    @property
    def cube(self) -> Cube:
        """The rules that the clauses are compared with."""
        return self.meaning.cube

    @cached_property
    def clauses(self) -> list[Clause]:
        """All clauses, each once."""
        stated = (clause for line in self.lines for clause in line.clauses)
        return list({frozenset(clause): clause for clause in self.clock.watched(stated)}.values())

    @cached_property
    def top(self) -> int:
        """The highest variable."""
        used = (abs(literal) for clause in self.clock.watched(self.clauses) for literal in clause)
        return max(self.meaning.declared, max(used, default=0))

    def is_declared(self, clause: Clause) -> bool:
        """Whether all variables of a clause are declared: none is an auxiliary variable of a line."""
        return max(map(abs, clause), default=0) <= self.meaning.declared

    def literals(self, cells: Sequence[int]) -> list[int]:
        """The literals that give each cell its digit; `cells` are those of a grid, 0 for a blank."""
        filled = ((cell, digit) for cell, digit in enumerate(cells) if digit)
        elements = (self.meaning.elements[self.cube.element(*each)] for each in filled)
        return [literal for element in elements for literal in element]

    @cached_property
    def scopes(self) -> list[int]:
        """For each variable, the cells that it speaks of, as bits of a mask; variable 0 has an empty one.

        A declared variable speaks of the cells of the elements that define it; an auxiliary variable, of
        the cells of its line.
        """
        size = self.geometry.size
        scopes = [0] * (self.top + 1)
        for variable, elements in enumerate(self.meaning.definitions, 1):
            for element in elements:
                scopes[variable] |= 1 << element // size
        for line in self.lines:
            self.clock.check()
            variables = {abs(v) for clause in line.clauses for v in clause} if line.auxiliary else set()
            whole = 0
            for variable in variables:
                if variable <= self.meaning.declared:
                    whole |= scopes[variable]
            for variable in variables:
                if variable > self.meaning.declared:
                    scopes[variable] |= whole
        return scopes

    @cached_property
    def by_scope(self) -> dict[int, list[Clause]]:
        """The clauses by the cells that their variables speak of, as bits of a mask."""
        found: dict[int, list[Clause]] = {}
        scopes = self.scopes
        for clause in self.clock.watched(self.clauses):
            scope = 0
            for literal in clause:
                scope |= scopes[abs(literal)]
            found.setdefault(scope, []).append(clause)
        return found

    def within(self, cells: Iterable[int]) -> list[Clause]:
        """The clauses whose variables speak only of these cells. Raises TimeoutError."""
        outside = ~sum(1 << cell for cell in cells)
        inside = (clauses for scope, clauses in self.by_scope.items() if not scope & outside)
        return [clause for clauses in inside for clause in clauses]


def encoded_clauses(encoding: Encoding, geometry: Geometry, clock: Clock = NO_LIMIT) -> EncodedClauses:
    """The clauses of an encoding for one geometry, to be proved or refuted before the clock runs out.

    Raises UnsupportedError where the encoding is not in CNF, and TimeoutError when the clock has run out.
    """
    lines = []
    for line in encoded_lines(encoding, geometry):
        lines.append(line)
        clock.check()
    return EncodedClauses(Variables(encoding, geometry), tuple(lines), clock)
