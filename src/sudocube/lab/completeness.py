"""Is an encoding complete: is each valid grid one of its models?

For a valid grid, all variables need values that make the clauses true. Declared variables get the values
that their definitions give. Then three things are enough:

    reading  the literals that spell an element are true where the element is true
    clauses  each clause over declared variables follows from the rules and the definitions: rules ∧
             definitions ∧ ¬clause is unsatisfiable
    groups   clauses that are linked by auxiliary variables form a group. For each valid grid, the auxiliary
             variables of each group can be set so that its clauses hold

The last is a question of the form "for all grids there are values". It is decided by counter-examples (E. M.
Clarke, O. Grumberg, S. Jha, Y. Lu and H. Veith, "Counterexample-Guided Abstraction Refinement", 2000; M.
Janota and J. P. Marques-Silva, "Abstraction-Based Algorithm for 2QBF", 2011): one solver proposes values of
the declared variables, for which no values so far serve; another one looks for values that serve, which are
then known to the first. Where there are none, the rules are asked whether a valid grid has such values; if
not, the first solver learns why not. Groups that are written alike are decided once.

A model of rules ∧ definitions ∧ ¬clause is a valid grid that may be lost. It is lost if the encoding has no
model with that grid. Otherwise the encoding does not use its variables as they are defined, and grids are
tried instead: all of size 4, else a random sample, which proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from sudocube.clock import Clock
from sudocube.encoder.at_most_one import Clause
from sudocube.lab.encoded_clauses import EncodedClauses
from sudocube.lab.grids import grids_to_try, tries_all, valid_grid
from sudocube.lab.queries import Queries
from sudocube.puzzle import Grid
from sudocube.sat import IncrementalSolver, rules_as_clauses

MOST_TRIED = 20
"""How many models of rules ∧ definitions ∧ ¬clause are tried as grids that may be lost."""


@dataclass(frozen=True, slots=True)
class Completeness:
    """Whether an encoding is complete, and what shows it.

    `holds` is None where it is undecided, also where only a random sample of grids was tried; `sampled` is
    their number. `lost` is a valid grid that is lost, and `lost_by` says which line or constraint loses
    it, where one does. `clauses` is the number of clauses that follow from the rules and the definitions (of
    CP-SAT encodings, of constraints), `lines` that of groups whose auxiliary variables can be set, and
    `grids` of all valid grids, where all were tried.
    """

    holds: bool | None
    lost: Grid | None = None
    lost_by: str | None = None
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
    plain, groups = linked_by_auxiliary_variables(encoded.clauses, encoded.meaning.declared, clock)
    with _RulesAndDefinitions(encoded, clock) as rules:
        losses = chain(
            rules.lost_by_reading(),
            rules.lost_by_clauses(plain),
            chain.from_iterable(map(rules.lost_by_group, groups)),
        )
        tried = 0
        for tried, loss in enumerate(losses, 1):
            grid = valid_grid(loss.cells, encoded.geometry)
            if encoding.is_refuted(encoded.literals_of_grid(grid)):
                return Completeness(False, grid, _lost_by(encoded, loss.by))
            if tried == MOST_TRIED:
                break
        if tried:
            return Completeness(None)
        return Completeness(True, clauses=len(plain), lines=len(groups))


def _lost_by(encoded: EncodedClauses, clause: Clause | None) -> str | None:
    """The statement and the line of a clause; of own clauses, their numbers say more."""
    if clause is None or encoded.is_own:
        return None
    line = encoded.line_of(clause)
    return f"{line.statement.key}: {line.place}"


def linked_by_auxiliary_variables(
    clauses: Iterable[Clause], declared: int, clock: Clock
) -> tuple[list[Clause], list[list[Clause]]]:
    """The clauses without auxiliary variables, and groups of those that are linked by some.

    A variable above `declared` is auxiliary. Raises TimeoutError when the clock runs out.

    >>> linked_by_auxiliary_variables([[1, 2], [-1, 5], [-5, 6], [-2, 7]], 4, Clock())
    ([[1, 2]], [[[-1, 5], [-5, 6]], [[-2, 7]]])
    """
    above: dict[int, int] = {}  # from variable to variable, up to one that stands for all that are linked

    def root(variable: int) -> int:
        while (up := above.setdefault(variable, variable)) != variable:
            above[variable] = variable = above[up]
        return variable

    plain: list[Clause] = []
    linked: list[tuple[int, Clause]] = []
    for clause in clock.watched(clauses):
        auxiliary = [abs(literal) for literal in clause if abs(literal) > declared]
        if not auxiliary:
            plain.append(clause)
            continue
        linked.append((auxiliary[0], clause))
        for variable in auxiliary[1:]:
            above[root(variable)] = root(auxiliary[0])
    groups: dict[int, list[Clause]] = {}
    for variable, clause in linked:
        groups.setdefault(root(variable), []).append(clause)
    return plain, list(groups.values())


class _PossibleLoss(NamedTuple):
    """A valid grid that may be lost, and a clause of those that would lose it; None for the reading."""

    cells: Sequence[int]
    by: Clause | None


class _RulesAndDefinitions:
    """The rules as clauses of the cube's lines, and the definitions of the declared variables.

    Elements are numbered from 1 here, whatever numbers the encoding gives them; declared variables that are
    not elements come after them.
    """

    def __init__(self, encoded: EncodedClauses, clock: Clock) -> None:
        self._encoded, self._clock, self._cube = encoded, clock, encoded.cube
        clauses = rules_as_clauses(self._cube, clock)
        self._rules_from: dict[int, list[Clause]] = {}  # by the lowest variable
        for clause in clauses:
            self._rules_from.setdefault(min(map(abs, clause)), []).append(clause)
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
        self._settable: set[object] = set()  # groups whose auxiliary variables can be set, renumbered

    def __enter__(self) -> _RulesAndDefinitions:
        return self

    def __exit__(self, *_: object) -> None:
        self._queries.close()

    def lost_by_reading(self) -> Iterator[_PossibleLoss]:
        """Grids with an element that is true, but not all literals that spell it."""
        for element, spelt in enumerate(self._encoded.meaning.elements):
            for literal in spelt:
                yield from self._possible_loss([element + 1, -self._translated(literal)], None)

    def lost_by_clauses(self, clauses: Sequence[Clause]) -> Iterator[_PossibleLoss]:
        """Grids that make one of these clauses false; all their variables are declared."""
        for done, clause in enumerate(clauses):
            if done % 1000 == 0:
                self._clock.progress("complete", done / len(clauses))
                self._clock.check()
            yield from self._possible_loss([-self._translated(literal) for literal in clause], clause)

    def lost_by_group(self, clauses: Sequence[Clause]) -> Iterator[_PossibleLoss]:
        """A grid for which the auxiliary variables in these clauses cannot be set; nothing if there is none.

        The clauses are renumbered, the declared variables first, so that equal groups look equal.
        """
        used = sorted({abs(literal) for clause in clauses for literal in clause})
        declared = [variable for variable in used if variable <= self._encoded.meaning.declared]
        number = {variable: place for place, variable in enumerate(used, 1)}
        stated, known = [_renumbered(clause, number) for clause in clauses], self._rules_over(declared)
        case = (frozenset(map(tuple, stated)), frozenset(map(tuple, known)), len(declared))
        if case in self._settable:
            return
        has_asked_rules = False
        with (
            IncrementalSolver(known, len(declared)) as grids,
            IncrementalSolver(stated, len(used)) as values,
        ):
            while grids.is_satisfiable((), self._clock):
                proposed = grids.model()[: len(declared)]
                proposed += [-place for place in range(len(proposed) + 1, len(declared) + 1)]
                if values.is_satisfiable(proposed, self._clock):
                    if _exclude_served(grids, stated, values.model(), len(declared)):
                        continue
                    break
                assumed = {self._translated(_renumbered([v], [0, *declared])[0]): v for v in values.core()}
                model = self._queries.model([*assumed])
                if model is not None:
                    yield self._loss(model, clauses[0])
                    return
                has_asked_rules = True
                grids.add([-assumed[literal] for literal in self._queries.core()])
        if not has_asked_rules:
            self._settable.add(case)

    def _rules_over(self, declared: Sequence[int]) -> list[Clause]:
        """The rules that speak of these declared variables alone, numbered by their places from 1."""
        place = {self._number[variable]: at for at, variable in enumerate(declared, 1)}
        stated = (clause for number in place for clause in self._rules_from.get(number, ()))
        return [_renumbered(clause, place) for clause in stated if all(abs(v) in place for v in clause)]

    def _translated(self, literal: int) -> int:
        """A literal of the encoding in the numbers of the rules and definitions."""
        return self._number[literal] if literal > 0 else -self._number[-literal]

    def _possible_loss(self, assumed: Sequence[int], by: Clause | None) -> Iterator[_PossibleLoss]:
        """A valid grid in which the assumed literals are true; nothing where there is none."""
        if self._queries.refuted_by_propagation(assumed):
            return
        model = self._queries.model(assumed)
        if model is not None:
            yield self._loss(model, by)

    def _loss(self, model: Sequence[int], by: Clause | None) -> _PossibleLoss:
        """The grid of a model of the rules."""
        true = [literal - 1 for literal in model[: self._cube.element_count] if literal > 0]
        return _PossibleLoss(self._cube.grid(true).cells, by)


def _renumbered(clause: Clause, number: Mapping[int, int] | Sequence[int]) -> list[int]:
    """A clause with other numbers for its variables."""
    return [number[abs(literal)] * (1 if literal > 0 else -1) for literal in clause]


def _exclude_served(
    grids: IncrementalSolver, clauses: Sequence[Clause], values: Sequence[int], declared: int
) -> bool:
    """Add that a clause is false with these values of the auxiliary variables; False if none can be."""
    true = set(values[declared:])
    selectors = []
    for clause in clauses:
        if true.isdisjoint(clause):
            selectors.append(grids.new_variable())
            for literal in clause:
                if abs(literal) <= declared:
                    grids.add([-selectors[-1], -literal])
    if selectors:
        grids.add(selectors)
    return bool(selectors)
