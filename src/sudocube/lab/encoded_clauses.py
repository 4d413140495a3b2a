"""The clauses that are proved or refuted, and the meaning of their variables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from sudocube.clock import NO_LIMIT, Clock
from sudocube.cube import Cube
from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.building_blocks import EncodedLine
from sudocube.encoder.clause_recognition import line_name, lines_of_elements
from sudocube.encoder.cnf import encoded_lines
from sudocube.encoder.variables import Variables
from sudocube.encoder.vocabulary import Encoding
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid


@dataclass(frozen=True)
class EncodedClauses:
    """Clauses, line by line as the encoder wrote them, and what their variables mean.

    `encoded_clauses` makes them from an encoding. Other clauses can be tried too, even damaged ones. So
    `EncodedLine.auxiliary` is not trusted: a variable is an auxiliary variable of a line only if no other
    line has it. `is_own` says that a user wrote the clauses themselves.

    What is derived from the lines is derived when it is first asked for; this raises TimeoutError when
    `clock` has run out.
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

    def is_declared(self, clause: Clause) -> bool:
        """Whether all variables of a clause are declared: none is an auxiliary variable of a line."""
        return max(map(abs, clause), default=0) <= self.meaning.declared

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
    variables, lines = Variables(encoding, geometry), list[EncodedLine]()
    for line in encoded_lines(encoding, geometry):
        lines += [line] if encoding.own is None else _lines_by_auxiliary_variables(line, variables, clock)
        clock.check()
    return EncodedClauses(variables, tuple(lines), clock, encoding.own is not None)


def _lines_by_auxiliary_variables(
    own: EncodedLine, variables: Variables, clock: Clock
) -> Iterator[EncodedLine]:
    """Somebody's own clauses, parted: those without auxiliary variables, and those that are linked by them.

    Where such clauses speak of a single line of the cube, they become the clauses of this line. The auxiliary
    variables are renumbered without gaps: a model has a value for each number. Raises TimeoutError.
    """
    stated = _without_gaps(own.clauses, variables.declared, clock)
    plain, groups = linked_by_auxiliary_variables(stated, variables.declared, clock)
    yield EncodedLine(own.statement, "", (), plain, range(0))
    lines_of = lines_of_elements(variables.cube)
    for clauses in groups:
        clock.check()
        elements = {abs(v) - 1 for clause in clauses for v in clause if abs(v) <= variables.declared}
        around = lines_of[min(elements)] if elements else ()
        line = next((one for one in around if elements.issubset(one.elements)), None)
        place = line_name(line, variables.geometry) if line else ""
        literals = [variables.direct(element) for element in line.elements] if line else []
        yield EncodedLine(own.statement, place, literals, clauses, own.auxiliary)


def _without_gaps(clauses: Sequence[Clause], declared: int, clock: Clock) -> Iterator[Clause]:
    """The clauses, their variables above the declared ones renumbered in their order. Raises TimeoutError."""
    used = {abs(literal) for clause in clock.watched(clauses) for literal in clause}
    auxiliary = sorted(variable for variable in used if variable > declared)
    number = {variable: declared + place for place, variable in enumerate(auxiliary, 1)}
    if not auxiliary or auxiliary[-1] == declared + len(auxiliary):
        yield from clock.watched(clauses)
        return
    number |= {-variable: -new for variable, new in number.items()}
    for clause in clock.watched(clauses):
        yield [number.get(literal, literal) for literal in clause]


def linked_by_auxiliary_variables(
    clauses: Iterable[Clause], declared: int, clock: Clock
) -> tuple[list[Clause], list[list[Clause]]]:
    """The clauses without auxiliary variables, and groups of those that are linked by some.

    A variable above `declared` is auxiliary. Raises TimeoutError when the clock runs out.

    >>> linked_by_auxiliary_variables([[1, 2], [-1, 5], [-5, 6], [-2, 7]], 4, NO_LIMIT)
    ([[1, 2]], [[[-1, 5], [-5, 6]], [[-2, 7]]])
    """
    plain: list[Clause] = []
    linked = _LinkedVariables()
    with_auxiliary: list[tuple[int, Clause]] = []
    for clause in clock.watched(clauses):
        auxiliary = [abs(literal) for literal in clause if abs(literal) > declared]
        if auxiliary:
            linked.link(auxiliary)
            with_auxiliary.append((auxiliary[0], clause))
        else:
            plain.append(clause)
    groups: dict[int, list[Clause]] = {}
    for variable, clause in with_auxiliary:
        groups.setdefault(linked.root(variable), []).append(clause)
    return plain, list(groups.values())


class _LinkedVariables:
    """Variables that clauses link with each other: sets that are merged, each with a root."""

    def __init__(self) -> None:
        self._next: dict[int, int] = {}

    def root(self, variable: int) -> int:
        """The root of the set of a variable."""
        while (above := self._next.setdefault(variable, variable)) != variable:
            self._next[variable] = self._next[above]
            variable = above
        return variable

    def link(self, variables: Sequence[int]) -> None:
        """Merge the sets of some variables."""
        first = self.root(variables[0])
        for variable in variables[1:]:
            self._next[self.root(variable)] = first
