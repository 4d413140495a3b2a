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

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import ceil, floor

from sudocube.clock import Clock
from sudocube.encoder.at_most_one import Clause
from sudocube.lab.encoded_clauses import (
    ALL_TRIED_AT_SIZE,
    EncodedClauses,
    Queries,
    every_grid,
    random_grids,
    valid_grid,
)
from sudocube.lab.programs import LinearProgram, Row
from sudocube.puzzle import Grid
from sudocube.sat import IncrementalSolver
from sudocube.sat.formula import clauses_by_line

MOST_TRIED = 20
"""How many models of rules ∧ definitions ∧ ¬clause are tried as grids that may be lost."""

SAMPLE_SIZE = 100
"""How many grids are tried where not all are."""


@dataclass(frozen=True, slots=True)
class Completeness:
    """Whether an encoding is complete, and what shows it.

    `holds` is None where it is undecided, also where only a random sample of grids was tried.
    """

    holds: bool | None
    lost: Grid | None = None
    """A valid grid that is lost. For example: "1423324123144132", null."""
    lost_by: str | None = None
    """The line or constraint that loses it. For example: "order: row 1", null."""
    implied_clauses: int = 0
    """How many clauses or constraints follow from the rules and the definitions. For example: 384."""
    settable_lines: int = 0
    """How many groups have auxiliary variables that can be set. For example: 0."""
    all_grids: int = 0
    """How many grids were tried, where all were. For example: 288."""
    sampled_grids: int = 0
    """How many grids were tried at random. For example: 0."""


def completeness(encoded: EncodedClauses, clock: Clock) -> Completeness:
    """Try to show that no valid grid is lost.

    >>> from sudocube.encoder import load
    >>> from sudocube.geometry import Geometry
    >>> from sudocube.lab.encoded_clauses import encoded_clauses
    >>> found = completeness(encoded_clauses(load("ladder"), Geometry.of_size(6)), Clock())
    >>> found.holds, found.implied_clauses, found.settable_lines
    (True, 144, 144)
    """
    try:
        clock.check()
        with encoded.queries(clock) as encoding, _Rules(encoded, clock) as rules:
            tried = 0
            for grid, clause in islice(rules.possible_losses(), MOST_TRIED):
                if encoding.is_refuted(encoded.literals_of_grid(grid)):
                    return Completeness(False, grid, encoded.place_of(clause))
                tried += 1
            if tried:
                return _by_grids(encoded, encoding, clock)
            if encoded.sums:
                return Completeness(True, implied_clauses=len(encoded.sums) - 1)
            return Completeness(True, implied_clauses=len(rules.plain), settable_lines=len(rules.groups))
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
    return Completeness(True, all_grids=count) if are_all else Completeness(None, sampled_grids=count)


def defined_by_clauses(clauses: Sequence[Clause], declared: int) -> dict[int, list[int]]:
    """Auxiliary literals that are true exactly where one of others is, by clauses that say so.

    A variable above `declared` is auxiliary. The others are declared, or defined before.

    >>> defined_by_clauses([[-5, 1, 2], [5, -1], [5, -2], [6, 5], [-6, -5], [7, 1]], 4)
    {5: [1, 2], -6: [5]}
    """
    pairs = {pair for clause in clauses if len(clause) == 2 for pair in (tuple(clause), tuple(clause[::-1]))}
    unknown = {abs(literal) for clause in clauses for literal in clause if abs(literal) > declared}
    waiting = [clause for clause in clauses if len(clause) > 1 and not unknown.isdisjoint(map(abs, clause))]
    found: dict[int, list[int]] = {}
    count = -1
    while count < len(found):
        count = len(found)
        for clause in waiting:
            defined, *more = [literal for literal in clause if abs(literal) in unknown] or [0, 0]
            others = [literal for literal in clause if literal != defined]
            if not more and all((-defined, -literal) in pairs for literal in others):
                found[-defined] = others
                unknown.remove(abs(defined))
    return found


def linked_by(known: Collection[int], clauses: Sequence[Clause], clock: Clock) -> list[list[Clause]]:
    """Groups of clauses that are linked by variables other than the known ones.

    Raises TimeoutError when the clock runs out.

    >>> linked_by({1, 2}, [[-1, 5], [-5, 6], [-2, 7]], Clock())
    [[[-1, 5], [-5, 6]], [[-2, 7]]]
    """
    having = defaultdict[int, list[Clause]](list)
    for clause in clock.watched(clauses):
        for literal in clause:
            if abs(literal) not in known:
                having[abs(literal)].append(clause)
    groups: list[list[Clause]] = []
    while having:
        waiting, group = [next(iter(having))], dict[int, Clause]()
        while waiting:
            for clause in having.pop(waiting.pop(), ()):
                group[id(clause)] = clause
                waiting += having.keys() & map(abs, clause)
        groups.append([*group.values()])
    return groups


class _Rules(Queries):
    """The rules as clauses over the elements, and the definitions of other variables.

    `plain` are the clauses over defined variables that are asked for, `groups` the others.
    """

    def __init__(self, encoded: EncodedClauses, clock: Clock) -> None:
        self._encoded = encoded
        first, count, declared = encoded.first, encoded.cube.element_count, encoded.meaning.declared
        self._elements = range(first, first + count)
        definitions = {
            variable: [first + element for element in elements]
            for variable, elements in enumerate(encoded.meaning.definitions, 1)
            if variable not in self._elements
        }
        if encoded.is_own:
            definitions |= defined_by_clauses(encoded.clauses, declared)
        self._known = {*self._elements, *range(1, declared + 1), *map(abs, definitions)}
        by_line = clauses_by_line(encoded.cube, dict(enumerate(self._elements)))
        rules = [clause for _, of_line in clock.watched(by_line) for clause in of_line]
        for literal, others in definitions.items():
            rules += [[-literal, *others], *([literal, -one] for one in others)]
        super().__init__(rules, encoded.top, clock)
        self._rules_from = defaultdict[int, list[Clause]](list)  # by the lowest variable
        for clause in rules:
            self._rules_from[min(map(abs, clause))].append(clause)
        self.plain, linked = list[Clause](), list[Clause]()
        for clause in clock.watched(self._without_sums_that_follow()):
            (self.plain if self._known.issuperset(map(abs, clause)) else linked).append(clause)
        self.groups = linked_by(self._known, linked, clock)
        self._settable: set[object] = set()  # groups whose auxiliary variables can be set, renumbered

    def _without_sums_that_follow(self) -> list[Clause]:
        """The clauses without those of sums of elements that follow from the rules as a linear program."""
        encoded, sums = self._encoded, self._encoded.sums
        if not any(sums):
            return encoded.clauses
        rows: list[Row] = [(1, {e + 1: 1 for e in line.elements}, 1) for line in encoded.cube.lines]
        program = LinearProgram(encoded.cube.element_count, rows)

        def follows(row: Row | None) -> bool:
            if row is None or any(literal not in self._elements for literal in row[1]):
                return False
            low, factors, high = row
            opposite = {element: -factor for element, factor in factors.items()}
            least, most = -program.bound(opposite, self._clock), program.bound(factors, self._clock)
            return low <= ceil(least) and floor(most) <= high

        left = (line for line, row in zip(encoded.lines, sums, strict=True) if not follows(row))
        return [clause for line in left for clause in line.clauses]

    def possible_losses(self) -> Iterator[tuple[Grid, Clause]]:
        """Valid grids that may be lost, each with a clause, or what an element says, that does not follow."""
        read = [clause for clause in self._encoded.reading if clause[0] < 0]
        for done, clause in enumerate((*read, *self.plain)):
            if done % 1000 == 0:
                self._clock.progress("complete", done / len(self.plain))
                self._clock.check()
            if not self.is_refuted([-literal for literal in clause]):
                yield self._grid(), clause
        for group in self.groups:
            if self._loses_a_grid(group):
                yield self._grid(), group[0]

    def _grid(self) -> Grid:
        """The grid of the last model."""
        true = [literal - self._elements[0] for literal in self.model() if literal in self._elements]
        return valid_grid(self._encoded.cube.grid(true).cells, self._encoded.geometry)

    def _loses_a_grid(self, clauses: Sequence[Clause]) -> bool:
        """Whether there is a grid for which the auxiliary variables in these clauses cannot be set."""
        used = {abs(literal) for clause in clauses for literal in clause}
        defined = sorted(used & self._known)
        rules = [
            clause for one in defined for clause in self._rules_from[one] if used.issuperset(map(abs, clause))
        ]
        place = {v: at for at, v in enumerate([*defined, *sorted(used - self._known)], 1)}
        case = [
            frozenset(tuple(place[v] if v > 0 else -place[-v] for v in clause) for clause in some)
            for some in (clauses, rules)
        ]
        if (key := (*case, len(defined))) in self._settable:
            return False
        top, is_alike = self._encoded.top, True
        with IncrementalSolver(rules, top) as grids, IncrementalSolver(clauses, top) as values:
            while grids.is_satisfiable((), self._clock):
                true = set(grids.model())
                if not values.is_satisfiable([v if v in true else -v for v in defined], self._clock):
                    if self.model_with(values.core()):
                        return True
                    is_alike = False
                    grids.add([-literal for literal in self.core()])
                    continue
                set_true = {literal for literal in values.model() if abs(literal) not in self._known}
                open_ones = [clause for clause in clauses if set_true.isdisjoint(clause)]
                if not open_ones:
                    break
                selectors = [grids.new_variable() for _ in open_ones]  # one of them is false for the next
                grids.add(selectors)
                for selector, clause in zip(selectors, open_ones, strict=True):
                    for literal in clause:
                        if abs(literal) in self._known:
                            grids.add([-selector, -literal])
        if is_alike:
            self._settable.add(key)
        return False
