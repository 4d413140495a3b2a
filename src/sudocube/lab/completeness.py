"""Is an encoding complete: is each valid grid one of its models?

For a valid grid, all variables need values that make the clauses true. Declared variables get the values
that their definitions give. Then three things are enough:

    reading  the literals that spell an element are true where the element is true
    clauses  each clause over declared variables follows from the rules and the definitions: rules ∧
             definitions ∧ ¬clause is unsatisfiable
    lines    where clauses have auxiliary variables of a line, the rules and the definitions make exactly
             one of the literals of that line true; and whichever of its n literals that is, the auxiliary
             variables can be set so that the clauses hold. Lines that are encoded alike are tried once

A model of rules ∧ definitions ∧ ¬clause is a valid grid that may be lost. It is lost if the encoding has no
model with that grid. Otherwise the encoding does not use its variables as they are defined, and grids are
tried instead: all of size 4, else a random sample, which proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import chain, combinations
from typing import NamedTuple

from sudocube.clock import Clock
from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.building_blocks import EncodedLine
from sudocube.lab.encoded_clauses import EncodedClauses
from sudocube.lab.queries import Queries
from sudocube.lab.valid_grids import grids_to_try, tries_all, valid_grid
from sudocube.puzzle import Grid
from sudocube.sat import rules_as_clauses

MOST_TRIED = 20
"""How many models of rules ∧ definitions ∧ ¬clause are tried as grids that may be lost."""


@dataclass(frozen=True, slots=True)
class Completeness:
    """Whether an encoding is complete, and what shows it.

    `holds` is None where it is undecided, also where only a random sample of grids was tried; `sampled` is
    their number. `lost` is a valid grid that is lost, and `lost_by` the line that loses it, where one line
    does. `clauses` is the number of clauses that follow from the rules and the definitions, `lines` of lines
    whose auxiliary variables can be set, and `grids` of all valid grids, where all were tried.
    """

    holds: bool | None
    lost: Grid | None = None
    lost_by: EncodedLine | None = None
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
    Completeness(holds=True, lost=None, lost_by=None, clauses=144, lines=144, grids=0, sampled=0)
    """
    try:
        clock.check()
        with Queries(encoded.clauses, encoded.top, clock) as encoding:
            found = _by_definitions(encoded, encoding, clock)
            return _by_grids(encoded, encoding, clock) if found.holds is None else found
    except TimeoutError:
        return Completeness(None)


def _by_grids(encoded: EncodedClauses, encoding: Queries, clock: Clock) -> Completeness:
    """Try grids: all of size 4, else a sample. Raises TimeoutError."""
    tried = 0
    for grid in grids_to_try(encoded.geometry, clock):
        if encoding.is_refuted(encoded.literals_of_grid(grid)):
            return Completeness(False, grid)
        tried += 1
    if tries_all(encoded.geometry):
        return Completeness(True, grids=tried)
    return Completeness(None, sampled=tried)


def _by_definitions(encoded: EncodedClauses, encoding: Queries, clock: Clock) -> Completeness:
    """Use the argument at the top of this module; undecided where it fails. Raises TimeoutError."""
    declared = [clause for clause in clock.watched(encoded.clauses) if encoded.is_declared(clause)]
    with_auxiliary: list[tuple[EncodedLine, list[Clause]]] = []
    for line in encoded.lines:
        clock.check()
        if clauses := [clause for clause in line.clauses if not encoded.is_declared(clause)]:
            with_auxiliary.append((line, clauses))
    with closing(_RulesAndDefinitions(encoded, clock)) as definitions:
        losses = chain(
            definitions.lost_by_reading(),
            definitions.lost_by_clauses(declared),
            chain.from_iterable(definitions.lost_by_line(line, clauses) for line, clauses in with_auxiliary),
        )
        tried = 0
        for loss in losses:
            if loss is None or tried == MOST_TRIED:
                return Completeness(None)
            tried += 1
            grid = valid_grid(loss.cells, encoded.geometry)
            if encoding.is_refuted(encoded.literals_of_grid(grid)):
                return Completeness(False, grid, loss.by)
        if tried:
            return Completeness(None)
        return Completeness(True, clauses=len(declared), lines=len(with_auxiliary))


class _PossibleLoss(NamedTuple):
    """A valid grid that may be lost, and the line that would lose it, where it is a line's clauses."""

    cells: Sequence[int]
    by: EncodedLine | None


_PossibleLosses = Iterator[_PossibleLoss | None]
"""Empty if no grid is lost; contains None if the argument cannot be used."""


class _RulesAndDefinitions:
    """The rules as clauses of the cube's lines, and the definitions of the declared variables.

    Elements are numbered from 1 here, whatever numbers the encoding gives them; declared variables that are
    not elements come after them.
    """

    def __init__(self, encoded: EncodedClauses, clock: Clock) -> None:
        self._encoded, self._clock, self._cube = encoded, clock, encoded.cube
        clauses = rules_as_clauses(self._cube, clock)
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
        self._queries = Queries(clauses, top, clock)
        self._known_places: dict[tuple[tuple[int, ...], ...], int | None] = {}
        self._shared: set[int] = set()  # auxiliary variables that are in two lines
        line_of: dict[int, EncodedLine] = {}
        for line in encoded.lines:
            clock.check()
            for variable in {abs(literal) for clause in line.clauses for literal in clause}:
                if variable > encoded.meaning.declared and line_of.setdefault(variable, line) is not line:
                    self._shared.add(variable)

    def close(self) -> None:
        """Free the solvers."""
        self._queries.close()

    def lost_by_reading(self) -> _PossibleLosses:
        """Grids with an element that is true, but not all literals that spell it."""
        for element, spelt in enumerate(self._encoded.meaning.elements):
            if element % 1000 == 0:
                self._clock.check()
            for literal in spelt:
                yield from self._possible_loss([element + 1, -self._translated(literal)])

    def lost_by_clauses(self, clauses: Sequence[Clause]) -> _PossibleLosses:
        """Grids that make one of these clauses false; all their variables are declared."""
        for done, clause in enumerate(clauses):
            if done % 1000 == 0:
                self._clock.progress("complete", done / len(clauses))
                self._clock.check()
            for cells, _ in self._possible_loss([-self._translated(literal) for literal in clause]):
                line = next(line for line in self._encoded.lines if clause in line.clauses)
                yield _PossibleLoss(cells, line)

    def lost_by_line(self, line: EncodedLine, clauses: Sequence[Clause]) -> _PossibleLosses:
        """Grids for which the auxiliary variables in these clauses of a line cannot be set."""
        self._clock.check()
        top = self._encoded.meaning.declared
        auxiliary = sorted({abs(v) for clause in clauses for v in clause if abs(v) > top})
        declared = {abs(v) for clause in clauses for v in clause if abs(v) <= top}
        if not declared.issubset(map(abs, line.literals)) or not self._shared.isdisjoint(auxiliary):
            yield None
            return
        if not declared:
            if not self._has_model(auxiliary, clauses):
                yield from self._possible_loss([], line)
            return
        translated = [self._translated(literal) for literal in line.literals]
        if any(any(True for _ in self._possible_loss(wrong)) for wrong in _not_exactly_one(translated)):
            yield None
            return
        place = self._first_place_without_model(line.literals, auxiliary, clauses)
        if place is not None:
            yield from self._possible_loss([translated[place]], line)

    def _has_model(self, auxiliary: Sequence[int], clauses: Sequence[Clause]) -> bool:
        """Whether clauses over auxiliary variables alone have a model: the same for all grids."""
        number = {variable: place for place, variable in enumerate(auxiliary, 1)}
        renumbered = [[number[abs(v)] * (1 if v > 0 else -1) for v in clause] for clause in clauses]
        with Queries(renumbered, len(number), self._clock) as queries:
            return queries.model([]) is not None

    def _first_place_without_model(
        self, literals: Sequence[int], auxiliary: Sequence[int], clauses: Sequence[Clause]
    ) -> int | None:
        """The first literal, by its place, that leaves the clauses without a model when it alone is true.

        The clauses are renumbered, so that lines that are encoded alike are searched once.
        """
        number = {abs(literal): place for place, literal in enumerate(literals, 1)}
        sign = {abs(literal): 1 if literal > 0 else -1 for literal in literals}
        number |= {variable: place for place, variable in enumerate(auxiliary, len(literals) + 1)}
        renumbered = tuple(
            tuple(number[abs(v)] * (1 if v > 0 else -1) * sign.get(abs(v), 1) for v in clause)
            for clause in clauses
        )
        if renumbered not in self._known_places:
            places = range(1, len(literals) + 1)
            with Queries(map(list, renumbered), len(number), self._clock) as queries:
                alone = ([place if place == true else -place for place in places] for true in places)
                found = (true for true, assumed in enumerate(alone) if queries.model(assumed) is None)
                self._known_places[renumbered] = next(found, None)
        return self._known_places[renumbered]

    def _translated(self, literal: int) -> int:
        """A literal of the encoding in the numbers of the rules and definitions."""
        return self._number[literal] if literal > 0 else -self._number[-literal]

    def _possible_loss(
        self, assumed: Sequence[int], by: EncodedLine | None = None
    ) -> Iterator[_PossibleLoss]:
        """A valid grid in which the assumed literals are true; nothing where there is none."""
        if self._queries.refuted_by_propagation(assumed):
            return
        model = self._queries.model(assumed)
        if model is not None:
            true = [v - 1 for v in range(1, self._cube.element_count + 1) if model[v - 1] > 0]
            yield _PossibleLoss(self._cube.grid(true).cells, by)


def _not_exactly_one(literals: Sequence[int]) -> Iterator[list[int]]:
    """The cases to refute, so that exactly one of the literals is true: none is true, or two are."""
    yield [-literal for literal in literals]
    yield from map(list, combinations(literals, 2))
