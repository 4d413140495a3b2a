"""Is an encoding complete: is each valid grid one of its models?

For a valid grid, all variables need values that make the clauses true. Declared variables get the values
that their definitions give; so do, in somebody's own clauses and in models for CP-SAT, auxiliary variables of
which clauses say that they are true exactly where one of some others is. Then three things are enough:

    reading  the literals that spell an element are true where the element is true
    clauses  each clause over defined variables follows from the rules and the definitions: rules ∧
             definitions ∧ ¬clause is unsatisfiable
    groups   clauses that are linked by auxiliary variables form a group. For each valid grid, the auxiliary
             variables of each group can be set so that its clauses hold

The last is a question of the form "for all grids there are values". It is decided by counter-examples (E. M.
Clarke, O. Grumberg, S. Jha, Y. Lu and H. Veith, "Counterexample-Guided Abstraction Refinement", 2000; M.
Janota and J. P. Marques-Silva, "Abstraction-Based Algorithm for 2QBF", 2011): one solver proposes values of
the defined variables, for which no values so far serve; another one looks for values that serve, which are
then known to the first. Where there are none, the rules are asked whether a valid grid has such values; if
not, the first solver learns why not. Groups that are written alike are decided once.

A sum of a model for CP-SAT may also follow from the rules as a linear program.

A model of rules ∧ definitions ∧ ¬clause is a valid grid that may be lost. It is lost if the encoding has no
model with that grid. Otherwise the encoding does not use its variables as they are defined, and grids are
tried instead: all of size 4, else a random sample, which proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import floor

from sudocube.clock import Clock
from sudocube.encoder.at_most_one import Clause
from sudocube.lab.encoded_clauses import EncodedClauses, Queries
from sudocube.lab.grids import ALL_TRIED_AT_SIZE, every_grid, random_grids, valid_grid
from sudocube.lab.programs import LinearProgram, Row
from sudocube.puzzle import Grid
from sudocube.sat import IncrementalSolver, rules_as_clauses

MOST_TRIED = 20
"""How many models of rules ∧ definitions ∧ ¬clause are tried as grids that may be lost."""

SAMPLE_SIZE = 100
"""How many grids are tried where not all are."""


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
        with Queries(encoded.clauses, encoded.top, clock) as encoding, _Rules(encoded, clock) as rules:
            tried = 0
            for grid, clause in islice(rules.possible_losses(), MOST_TRIED):
                if encoding.is_refuted(encoded.literals_of_grid(grid)):
                    return Completeness(False, grid, None if clause is None else encoded.place_of(clause))
                tried += 1
            if tried:
                return _by_grids(encoded, encoding, clock)
            if encoded.sums:
                return Completeness(True, clauses=len(encoded.sums))
            return Completeness(True, clauses=len(rules.plain), lines=len(rules.groups))
    except TimeoutError:
        return Completeness(None)


def _by_grids(encoded: EncodedClauses, encoding: Queries, clock: Clock) -> Completeness:
    """Try grids: all of size 4, else a sample. Raises TimeoutError."""
    shape = encoded.geometry
    are_all = shape.size == ALL_TRIED_AT_SIZE
    count = len(every_grid(shape)) if are_all else SAMPLE_SIZE
    for tried, grid in enumerate(every_grid(shape) if are_all else random_grids(shape, count, clock)):
        clock.progress("complete: grid by grid", tried / count)
        if encoding.is_refuted(encoded.literals_of_grid(grid)):
            return Completeness(False, grid)
    return Completeness(True, grids=count) if are_all else Completeness(None, sampled=count)


def defined_by_clauses(clauses: Sequence[Clause], declared: int) -> dict[int, list[int]]:
    """Auxiliary literals that are true exactly where one of others is, by clauses that say so.

    A variable above `declared` is auxiliary. The others are declared, or defined before.

    >>> defined_by_clauses([[-5, 1, 2], [5, -1], [5, -2], [6, 5], [-6, -5], [7, 1]], 4)
    {5: [1, 2], -6: [5]}
    """
    linked = [clause for clause in clauses if max(map(abs, clause), default=0) > declared]
    implied: dict[int, set[int]] = {}
    for clause in linked:
        if len(clause) == 2:
            for one, other in (clause, clause[::-1]):
                implied.setdefault(-one, set()).add(other)
    found: dict[int, list[int]] = {}
    known, count = set[int](), -1
    while count < len(known):
        count = len(known)
        left = []
        for clause in linked:
            unknown = [v for v in clause if abs(v) > declared and abs(v) not in known]
            if len(unknown) == 1 and len(clause) > 1:
                literal = -unknown[0]
                others = [v for v in clause if v != -literal]
                if all(literal in implied.get(one, ()) for one in others):
                    found[literal] = others
                    known.add(abs(literal))
            if unknown:
                left.append(clause)
        linked = left
    return found


def linked_by(variables: Mapping[int, object], clauses: Sequence[Clause], clock: Clock) -> list[list[Clause]]:
    """Groups of clauses that are linked by variables other than these.

    Raises TimeoutError when the clock runs out.

    >>> linked_by({1: 0, 2: 0}, [[-1, 5], [-5, 6], [-2, 7]], Clock())
    [[[-1, 5], [-5, 6]], [[-2, 7]]]
    """
    above: dict[int, int] = {}  # from variable to variable, up to one that stands for all that are linked

    def root(variable: int) -> int:
        while (up := above.setdefault(variable, variable)) != variable:
            above[variable] = variable = above[up]
        return variable

    firsts = []
    for clause in clock.watched(clauses):
        first, *others = (abs(literal) for literal in clause if abs(literal) not in variables)
        firsts.append(first)
        for variable in others:
            above[root(variable)] = root(first)
    groups: dict[int, list[Clause]] = {}
    for first, clause in zip(firsts, clauses, strict=True):
        groups.setdefault(root(first), []).append(clause)
    return list(groups.values())


PossibleLoss = tuple[Grid, Clause | None]
"""A valid grid that may be lost, and a clause of those that would lose it; None for the reading."""


class _Rules:
    """The rules as clauses of the cube's lines, and the definitions of variables.

    Elements are numbered from 1 here, whatever numbers the encoding gives them; what else is defined comes
    after them. `plain` are the clauses over defined variables, `groups` the others.
    """

    def __init__(self, encoded: EncodedClauses, clock: Clock) -> None:
        self._encoded, self._clock, self._cube = encoded, clock, encoded.cube
        self._clauses = rules_as_clauses(self._cube, clock)
        self._rules_from: dict[int, list[Clause]] = {}  # by the lowest variable
        for clause in self._clauses:
            self._rules_from.setdefault(min(map(abs, clause)), []).append(clause)
        self._top = self._cube.element_count
        self._number: dict[int, int] = {}
        for variable, elements in enumerate(encoded.meaning.definitions, 1):
            self._define(variable, [element + 1 for element in elements])
        if encoded.is_own:
            for literal, others in defined_by_clauses(encoded.clauses, encoded.meaning.declared).items():
                self._define(literal, [self._translated(one) for one in others])
        asked = self._without_sums_that_follow()
        is_plain = [all(abs(literal) in self._number for literal in clause) for clause in asked]
        self.plain = [clause for clause, plain in zip(asked, is_plain, strict=True) if plain]
        linked = [clause for clause, plain in zip(asked, is_plain, strict=True) if not plain]
        self.groups = linked_by(self._number, linked, clock)
        self._queries = Queries(self._clauses, self._top, clock)
        self._settable: set[object] = set()  # groups whose auxiliary variables can be set, renumbered

    def __enter__(self) -> _Rules:
        return self

    def __exit__(self, *_: object) -> None:
        self._queries.close()

    def _define(self, literal: int, others: Sequence[int]) -> None:
        """A literal of the encoding is true exactly if one of these is, in the numbers of the rules."""
        number = others[0]
        if len(others) > 1:
            self._top += 1
            number = self._top
            self._clauses += [[-number, *others], *([number, -one] for one in others)]
        self._number[abs(literal)] = number if literal > 0 else -number

    def _without_sums_that_follow(self) -> list[Clause]:
        """The clauses without those of sums of elements that follow from the rules as a linear program."""
        sums = self._encoded.sums
        if not any(sums):
            return self._encoded.clauses
        rows: list[Row] = [(1, {e + 1: 1 for e in line.elements}, 1) for line in self._cube.lines]
        program = LinearProgram(self._cube.element_count, rows)

        def follows(row: Row | None) -> bool:
            if row is None or not set(row[1]) <= set(range(1, self._cube.element_count + 1)):
                return False
            low, factors, high = row
            opposite = {element: -factor for element, factor in factors.items()}
            return (
                floor(program.bound(factors, self._clock)) <= high
                and -floor(program.bound(opposite, self._clock)) >= low
            )

        lines = self._encoded.lines
        left = [
            *lines[len(sums) :],
            *(one for one, row in zip(lines, sums, strict=False) if not follows(row)),
        ]
        return [clause for line in left for clause in line.clauses]

    def possible_losses(self) -> Iterator[PossibleLoss]:
        """Grids in which a clause, or the reading of an element, does not follow from the rules."""
        for element, spelt in enumerate(self._encoded.meaning.elements):
            for literal in spelt:
                yield from self._possible_loss([element + 1, -self._translated(literal)], None)
        for done, clause in enumerate(self.plain):
            if done % 1000 == 0:
                self._clock.progress("complete", done / len(self.plain))
                self._clock.check()
            yield from self._possible_loss([-self._translated(literal) for literal in clause], clause)
        for group in self.groups:
            yield from self._lost_by_group(group)

    def _possible_loss(self, assumed: Sequence[int], by: Clause | None) -> Iterator[PossibleLoss]:
        """A valid grid in which the assumed literals are true; nothing where there is none."""
        if not self._queries.refuted_by_propagation(assumed) and (model := self._queries.model(assumed)):
            yield self._grid(model), by

    def _grid(self, model: Sequence[int]) -> Grid:
        """The grid of a model of the rules."""
        true = [literal - 1 for literal in model[: self._cube.element_count] if literal > 0]
        return valid_grid(self._cube.grid(true).cells, self._encoded.geometry)

    def _lost_by_group(self, clauses: Sequence[Clause]) -> Iterator[PossibleLoss]:
        """A grid for which the auxiliary variables in these clauses cannot be set; nothing if there is none.

        The clauses are renumbered, the defined variables first, so that equal groups look equal.
        """
        used = sorted({abs(literal) for clause in clauses for literal in clause})
        defined = [variable for variable in used if variable in self._number]
        others = [variable for variable in used if variable not in self._number]
        number = {variable: place for place, variable in enumerate([*defined, *others], 1)}
        stated, known = [_renumbered(clause, number) for clause in clauses], self._rules_over(defined)
        case = (frozenset(map(tuple, stated)), frozenset(map(tuple, known)), len(defined))
        if case in self._settable:
            return
        has_asked_rules = False
        with (
            IncrementalSolver(known, len(defined)) as grids,
            IncrementalSolver(stated, len(used)) as values,
        ):
            while grids.is_satisfiable((), self._clock):
                proposed = grids.model()[: len(defined)]
                proposed += [-place for place in range(len(proposed) + 1, len(defined) + 1)]
                if values.is_satisfiable(proposed, self._clock):
                    if _exclude_served(grids, stated, values.model(), len(defined)):
                        continue
                    break
                assumed = {self._translated(_renumbered([v], [0, *defined])[0]): v for v in values.core()}
                model = self._queries.model([*assumed])
                if model is not None:
                    yield self._grid(model), clauses[0]
                    return
                has_asked_rules = True
                grids.add([-assumed[literal] for literal in self._queries.core()])
        if not has_asked_rules:
            self._settable.add(case)

    def _rules_over(self, defined: Sequence[int]) -> list[Clause]:
        """The rules that speak of these variables alone, numbered by their places from 1."""
        place = {self._number[variable]: at for at, variable in enumerate(defined, 1)}
        stated = (clause for number in place for clause in self._rules_from.get(number, ()))
        return [_renumbered(clause, place) for clause in stated if all(abs(v) in place for v in clause)]

    def _translated(self, literal: int) -> int:
        """A literal of the encoding in the numbers of the rules and definitions."""
        return self._number[literal] if literal > 0 else -self._number[-literal]


def _renumbered(clause: Clause, number: Mapping[int, int] | Sequence[int]) -> list[int]:
    """A clause with other numbers for its variables."""
    return [number[abs(literal)] * (1 if literal > 0 else -1) for literal in clause]


def _exclude_served(
    grids: IncrementalSolver, clauses: Sequence[Clause], values: Sequence[int], defined: int
) -> bool:
    """Add that a clause is false with these values of the auxiliary variables; False if none can be."""
    true = set(values[defined:])
    selectors = []
    for clause in clauses:
        if true.isdisjoint(clause):
            selectors.append(grids.new_variable())
            for literal in clause:
                if abs(literal) <= defined:
                    grids.add([-selectors[-1], -literal])
    if selectors:
        grids.add(selectors)
    return bool(selectors)
