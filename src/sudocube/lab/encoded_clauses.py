"""The clauses that are proved or refuted, and the meaning of their variables."""

from __future__ import annotations

from collections.abc import Sequence
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
from sudocube.puzzle import Grid


@dataclass(frozen=True)
class EncodedClauses:
    """Clauses, line by line as the encoder wrote them, and what their variables mean.

    `encoded_clauses` makes them from an encoding. Other clauses can be tried too, even damaged ones.
    Variables above `meaning.declared` are auxiliary. `is_own` says that a user wrote the clauses; they are
    one line then. `clauses` and `top` raise TimeoutError when `clock` has run out.
    """

    meaning: Variables
    lines: Sequence[EncodedLine]
    clock: Clock = field(default=NO_LIMIT, compare=False)
    is_own: bool = False

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

    def line_of(self, clause: Clause) -> EncodedLine:
        """The first line that states a clause."""
        return next(line for line in self.lines if clause in line.clauses)

    def literals_of_grid(self, grid: Grid) -> list[int]:
        """The literals that give each cell its digit; of own clauses, also that it holds no other digit.

        An encoding of the catalogue with a grid among its models, in which a cell holds a second digit, is
        not sound; and it does not lose that grid. Of clauses of one's own, more is asked: the grid itself.
        """
        if not self.is_own:
            return self.literals(grid.cells)
        true = set(self.literals(grid.cells))
        return [v if v in true else -v for v in range(1, self.cube.element_count + 1)]

    def literals(self, cells: Sequence[int]) -> list[int]:
        """The literals that give each cell its digit; `cells` are those of a grid, 0 for a blank."""
        filled = ((cell, digit) for cell, digit in enumerate(cells) if digit)
        elements = (self.meaning.elements[self.cube.element(*each)] for each in filled)
        return [literal for element in elements for literal in element]


def encoded_clauses(encoding: Encoding, geometry: Geometry, clock: Clock = NO_LIMIT) -> EncodedClauses:
    """The clauses of an encoding for one geometry, to be proved or refuted before the clock runs out.

    Raises UnsupportedError where the encoding is not in CNF, and TimeoutError when the clock has run out.
    """
    lines = []
    for line in encoded_lines(encoding, geometry):
        lines.append(line)
        clock.check()
    return EncodedClauses(Variables(encoding, geometry), lines, clock, encoding.own is not None)
