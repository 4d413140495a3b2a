"""Is an encoding complete: is each valid grid one of its models?

Given a valid grid, values for all variables are wanted that make the clauses true. Declared variables get
those that their definitions say: then it is enough that

    read     the literals that spell an element are true where the element is
    clauses  each clause over declared variables follows from the rules and the definitions: rules ∧
             definitions ∧ ¬clause is unsatisfiable
    lines    where clauses have auxiliary variables of a line, the rules and the definitions make exactly
             one of the literals of that line true; and for each of its n places the auxiliary variables
             can be set so that the clauses hold. Lines that are written alike are tried once

A model of rules ∧ definitions ∧ ¬clause is a valid grid that may be lost; it is, when the encoding has no
model with that grid. Where it is not, the definitions are not how the encoding uses its variables, and
grids are tried instead: at size 4 all that there are, else some at random, which proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from typing import NamedTuple

from sudocube.clock import Clock
from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.building_blocks import EncodedLine
from sudocube.lab.encoded_clauses import EncodedClauses
from sudocube.lab.grids import SAMPLE, SETTLED_BY_ALL, every_grid, random_grids
from sudocube.lab.queries import Queries
from sudocube.lab.rules import refereed_grid
from sudocube.puzzle import Grid
from sudocube.sat import rules_as_clauses

TRIED_AT_MOST = 20
"""How many models of rules ∧ definitions ∧ ¬clause are tried as grids that may be lost."""


@dataclass(frozen=True, slots=True)
class Completeness:
    """`holds` is None where it is undecided, or where grids were tried only: `sampled` of them, at random.

    `lost` is a valid grid that is lost, and `by` the line that loses it, where one does by itself.
    `clauses` followed from the rules and the definitions; `lines` had auxiliary variables that can be set;
    `grids` are all there are, where all were tried.
    """

    holds: bool | None
    lost: Grid | None = None
    by: EncodedLine | None = None
    clauses: int = 0
    lines: int = 0
    grids: int = 0
    sampled: int = 0


def completeness(encoded: EncodedClauses, clock: Clock) -> Completeness:
    """Try to show that no valid grid is lost.

    >>> from sudocube.encoder import load
    >>> from sudocube.geometry import Geometry
    >>> from sudocube.lab.encoded_clauses import encoded_clauses
    >>> completeness(encoded_clauses(load("ladder"), Geometry.of_size(6)), Clock())
    Completeness(holds=True, lost=None, by=None, clauses=144, lines=144, grids=0, sampled=0)
    """
    found = Completeness(None)
    with Queries(encoded.clauses, encoded.top, clock) as encoding:
        try:
            clock.check()
            found = _by_definitions(encoded, encoding, clock)
            if found.holds is None:
                found = by_grids(found, encoded, encoding, clock)
        except TimeoutError:
            pass
    return found


def by_grids(found: Completeness, encoded: EncodedClauses, encoding: Queries, clock: Clock) -> Completeness:
    """Try grids: all of size 4, else a sample. Raises TimeoutError."""
    shape = encoded.geometry
    is_small = shape.size == SETTLED_BY_ALL
    tried = 0
    for grid in every_grid(shape) if is_small else random_grids(shape, SAMPLE, clock):
        clock.progress("complete: grid by grid", tried / SAMPLE)
        if encoding.is_refuted(encoded.literals(grid.cells)):
            return Completeness(False, grid)
        tried += 1
    return replace(found, holds=True, grids=tried) if is_small else replace(found, sampled=tried)


def _by_definitions(encoded: EncodedClauses, encoding: Queries, clock: Clock) -> Completeness:
    """The argument of the module's head; undecided where it does not apply. Raises TimeoutError."""
    declared = [clause for clause in encoded.clauses if encoded.is_declared(clause)]
    of_lines = [(line, [c for c in line.clauses if not encoded.is_declared(c)]) for line in encoded.lines]
    with_auxiliary = [(line, clauses) for line, clauses in of_lines if clauses]
    clock.check()
    definitions = _Definitions(encoded, clock)
    try:
        suspects = chain(
            definitions.misread(),
            definitions.not_implied(declared),
            chain.from_iterable(definitions.unsettable(line, clauses) for line, clauses in with_auxiliary),
        )
        tried = 0
        for suspect in suspects:
            if suspect is None or tried == TRIED_AT_MOST:
                return Completeness(None)
            tried += 1
            if encoding.is_refuted(encoded.literals(suspect.cells)):
                return Completeness(False, refereed_grid(suspect.cells, encoded.geometry), suspect.by)
        if tried:
            return Completeness(None)
        return Completeness(True, clauses=len(declared), lines=len(with_auxiliary))
    finally:
        definitions.close()


class _Suspect(NamedTuple):
    """A grid that may be lost, and by which line."""

    cells: Sequence[int]
    by: EncodedLine | None


Suspects = Iterator[_Suspect | None]
"""Grids that may be lost; None where the argument cannot be made at all. Nothing where it holds."""


class _Definitions:
    """The rules, by the lines of the cube, and the declared variables by their definitions.

    Elements are numbered from 1 here, whatever the encoding; a declared variable that is no element comes
    after them.
    """

    def __init__(self, encoded: EncodedClauses, clock: Clock) -> None:
        self._encoded, self._clock, self._cube = encoded, clock, encoded.cube
        clauses = rules_as_clauses(self._cube)
        top = self._cube.element_count
        self._number = [0]
        for elements in encoded.meaning.definitions:
            if len(elements) == 1:
                self._number.append(elements[0] + 1)
                continue
            top += 1
            self._number.append(top)
            clauses.append([-top, *(element + 1 for element in elements)])
            clauses += [[top, -element - 1] for element in elements]
        self._asked = Queries(clauses, top, clock)
        self._settable: dict[tuple[tuple[int, ...], ...], int | None] = {}
        self._owner: dict[int, EncodedLine] = {}
        self._shared: set[int] = set()  # variables that two lines have, and that are not declared
        for line in encoded.lines:
            for variable in {abs(literal) for clause in line.clauses for literal in clause}:
                if variable > encoded.meaning.declared and self._owner.setdefault(variable, line) is not line:
                    self._shared.add(variable)

    def close(self) -> None:
        """Be rid of the solvers."""
        self._asked.close()

    def misread(self) -> Suspects:
        """Grids that are spelt otherwise than the definitions say."""
        for element, spelt in enumerate(self._encoded.meaning.elements):
            if element % 1000 == 0:
                self._clock.check()
            for literal in spelt:
                yield from self._suspects([element + 1, -self._of(literal)])

    def not_implied(self, clauses: Sequence[Clause]) -> Suspects:
        """Grids that make one of these clauses false, all of whose variables are declared."""
        for done, clause in enumerate(clauses):
            if done % 1000 == 0:
                self._clock.progress("complete", done / len(clauses))
                self._clock.check()
            for cells, _ in self._suspects([-self._of(literal) for literal in clause]):
                yield _Suspect(cells, next(line for line in self._encoded.lines if clause in line.clauses))

    def unsettable(self, line: EncodedLine, clauses: Sequence[Clause]) -> Suspects:
        """Grids for which the auxiliary variables of a line, which these clauses have, cannot be set."""
        top = self._encoded.meaning.declared
        auxiliary = sorted({abs(v) for clause in clauses for v in clause if abs(v) > top})
        declared = {abs(v) for clause in clauses for v in clause if abs(v) <= top}
        if not declared.issubset(map(abs, line.literals)) or not self._shared.isdisjoint(auxiliary):
            yield None
            return
        here = [self._of(literal) for literal in line.literals]
        if any(any(True for _ in self._suspects(wrong)) for wrong in _ways_to_be_wrong(here)):
            yield None
            return
        place = self._first_unsettable(line.literals, auxiliary, clauses)
        if place is not None:
            yield from self._suspects([here[place]], line)

    def _first_unsettable(
        self, literals: Sequence[int], auxiliary: Sequence[int], clauses: Sequence[Clause]
    ) -> int | None:
        """The first place at which the true literal leaves the clauses without a model."""
        number = {abs(literal): place for place, literal in enumerate(literals, 1)}
        sign = {abs(literal): 1 if literal > 0 else -1 for literal in literals}
        number |= {variable: place for place, variable in enumerate(auxiliary, len(literals) + 1)}
        shape = tuple(
            tuple(number[abs(v)] * (1 if v > 0 else -1) * sign.get(abs(v), 1) for v in clause)
            for clause in clauses
        )
        if shape not in self._settable:
            places = range(1, len(literals) + 1)
            with Queries(map(list, shape), len(number), self._clock) as asked:
                self._settable[shape] = next(
                    (
                        true - 1
                        for true in places
                        if asked.model([place if place == true else -place for place in places]) is None
                    ),
                    None,
                )
        return self._settable[shape]

    def _of(self, literal: int) -> int:
        """A literal of the encoding as one of the rules and definitions."""
        return self._number[literal] if literal > 0 else -self._number[-literal]

    def _suspects(self, assumed: Sequence[int], by: EncodedLine | None = None) -> Iterator[_Suspect]:
        """A grid in which the assumptions hold; nothing where there is none."""
        if self._asked.refuted_by_propagation(assumed):
            return
        model = self._asked.model(assumed)
        if model is not None:
            true = [v - 1 for v in range(1, self._cube.element_count + 1) if model[v - 1] > 0]
            yield _Suspect(self._cube.grid(true).cells, by)


def _ways_to_be_wrong(literals: Sequence[int]) -> Iterator[list[int]]:
    """What is assumed in turn to see that exactly one of some literals is true: none, or two."""
    yield [-literal for literal in literals]
    yield from map(list, combinations(literals, 2))
