"""Is an encoding sound: is each of its models a valid grid?

For each way to break a rule, the clauses and the violation together have to be unsatisfiable. The arguments
for that, from the cheapest to the most expensive:

    clause       the negation of the violation is one of the clauses
    propagation  unit propagation refutes the violation
    counting     what is known so far, "at least one" and "at most one" of some elements, is added up: that is
                 a linear program, and its bound is proved in exact arithmetic. So in a unit there are as many
                 digits as cells, and a digit that is once in two boxes of a band, and once in each of its
                 rows, is once in the third box. No resolution proof of such arguments is short (A. Haken,
                 "The Intractability of Resolution", 1985): SAT solvers would take minutes
    search       a search in all clauses, within the time limit; a model of them is a counter-example
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations
from math import inf

from sudocube.clock import Clock
from sudocube.cube import Cube, Family, Line
from sudocube.encoder.at_most_one import Clause
from sudocube.lab.encoded_clauses import EncodedClauses
from sudocube.lab.grids import CounterGrid, Violation, ViolationKind, counter_grid, random_grids, violations
from sudocube.lab.linear_programs import LinearProgram, Row
from sudocube.lab.queries import Queries

QUICK_SLICES = 2
"""Slices of a search for a counter-grid before everything is counted."""


class Argument(StrEnum):
    """By which argument a violation is ruled out."""

    CLAUSE = "clause"
    PROPAGATION = "propagation"
    COUNTING = "counting"
    SEARCH = "search"


@dataclass(frozen=True)
class Soundness:
    """Whether an encoding is sound, and by which arguments.

    `holds` is None where it is undecided. `arguments[kind]` counts, by argument, the violations of a kind
    that are ruled out; `open` lists the others, and is empty where `holds` is true. `counter_grid` is a grid
    that is a model but not valid, where one was found.
    """

    holds: bool | None
    arguments: dict[ViolationKind, Counter[Argument]] = field(default_factory=dict)
    open: tuple[Violation, ...] = ()
    counter_grid: CounterGrid | None = None


def soundness(encoded: EncodedClauses, clock: Clock) -> Soundness:
    """Try to rule out every violation.

    >>> from sudocube.encoder import load
    >>> from sudocube.geometry import Geometry
    >>> from sudocube.lab.encoded_clauses import encoded_clauses
    >>> found = soundness(encoded_clauses(load("minimal"), Geometry.of_size(9)), Clock())
    >>> found.holds, dict(found.arguments[ViolationKind.TWO_DIGITS])
    (True, {<Argument.COUNTING: 'counting'>: 2916})
    """
    proof = found = None
    try:
        clock.check()
        with Queries(encoded.clauses, encoded.top, clock) as queries:
            proof = _SoundnessProof(encoded, queries, clock)
            found = proof.run()
    except TimeoutError:
        pass
    if proof is None:
        return nothing_ruled_out(encoded.cube)
    holds = False if found else None if proof.open else True
    return Soundness(holds, proof.arguments, tuple(proof.open), found)


def nothing_ruled_out(cube: Cube) -> Soundness:
    """What is known where there was no time at all: all violations are open."""
    return Soundness(None, {kind: Counter() for kind in ViolationKind}, tuple(violations(cube)))


class _SoundnessProof:
    """The violations that are still open, and the arguments that ruled out the others."""

    def __init__(self, encoded: EncodedClauses, queries: Queries, clock: Clock) -> None:
        self._encoded, self._queries, self._clock = encoded, queries, clock
        self.arguments: dict[ViolationKind, Counter[Argument]] = {kind: Counter() for kind in ViolationKind}
        self.open = list(violations(encoded.cube))

    def run(self) -> CounterGrid | None:
        """Use one argument after the other; a grid that shows that the encoding is not sound, or None.

        Raises TimeoutError.
        """
        self._rule_out(self._by_clause_or_propagation())
        found = self._search_all_clauses(QUICK_SLICES)
        if found is None and self.open:
            self._count()
            found = self._search_all_clauses()
        return found

    def _rule_out(self, judged: Iterable[tuple[Violation, Argument | None]]) -> None:
        """Go through the open violations, each with the argument against it, or None: it stays open.

        Raises TimeoutError, but only after that: what is ruled out and what is open always make up the whole.
        """
        left, counted = [], []
        for violation, argument in judged:
            if argument is None:
                left.append(violation)
            else:
                self.arguments[violation.kind][argument] += 1
                if argument is Argument.COUNTING:
                    counted.append(violation)
        self.open = left
        for violation in self._clock.watched(counted):  # it would take the solvers long to find this
            clauses = self._clauses(violation)
            if all(len(clause) == 1 for clause in clauses):
                self._queries.add([-literal for (literal,) in clauses])

    def _clauses(self, violation: Violation) -> list[Clause]:
        return violation.clauses(self._encoded.cube, self._encoded.meaning.elements)

    def _by_clause_or_propagation(self) -> Iterator[tuple[Violation, Argument | None]]:
        """Each open violation, with one of the two cheapest arguments where it has one."""
        known = {frozenset(clause) for clause in self._clock.watched(self._encoded.clauses)}
        total, is_over = len(self.open), False
        for done, violation in enumerate(self.open):
            if done % 1000 == 0:
                self._clock.progress("sound", done / total)
                is_over = self._clock.is_over
            if is_over:
                yield violation, None
                continue
            clauses = self._clauses(violation)
            is_conjunction = all(len(clause) == 1 for clause in clauses)
            if is_conjunction and frozenset(-literal for (literal,) in clauses) in known:
                yield violation, Argument.CLAUSE
            else:
                try:
                    is_refuted = self._queries.refuted_by_propagation(self._queries.assumption(clauses))
                except TimeoutError:
                    is_refuted, is_over = False, True
                yield violation, Argument.PROPAGATION if is_refuted else None

    def _count(self) -> None:
        """Rule out what counting shows, as long as it shows something. Raises TimeoutError."""
        while found := ruled_out_by_counting(self._encoded.cube, self.open, self._has_some, self._clock):
            self._rule_out((one, Argument.COUNTING if one in found else None) for one in self.open)

    def _has_some(self, line: Line) -> bool:
        """Whether unit propagation shows that one of the elements of a line is true."""
        spelt = (self._encoded.meaning.elements[element] for element in line.elements)
        return self._queries.refuted_by_propagation(
            self._queries.assumption([-literal for literal in literals] for literals in spelt)
        )

    def _search_all_clauses(self, slices: int | None = None) -> CounterGrid | None:
        """For each kind of violation, search in all clauses for a model that has an open one.

        Where no model has one, all of that kind are ruled out; not so with a limit on the slices of each
        search, as counting says more than a search does. Raises TimeoutError; with a limit, only at the
        start.
        """
        queries = self._queries
        if not self.open:
            return None
        self._clock.check()
        queries.prefer(self._literals_of_a_valid_grid())
        for kind in ViolationKind:
            of_kind = [violation for violation in self.open if violation.kind is kind]
            if not of_kind:
                continue
            self._clock.progress(f"sound: looking for {kind}", 0)
            selectors = [queries.new_variable() for _ in of_kind]
            for selector, violation in self._clock.watched(zip(selectors, of_kind, strict=True)):
                for clause in self._clauses(violation):
                    queries.add([*clause, -selector])
            queries.prefer([-selector for selector in selectors])
            some = queries.new_variable()
            queries.add([*selectors, -some])
            try:
                model = queries.model([some], slices)
            except TimeoutError:
                if slices is None:
                    raise
                continue
            if model is not None:
                digits = self._encoded.meaning.digits(model[: self._encoded.meaning.declared])
                shown = next(v for s, v in zip(selectors, of_kind, strict=True) if model[s - 1] > 0)
                return counter_grid(digits, shown, self._encoded.geometry)
            if slices is None:
                self._rule_out((v, Argument.SEARCH if v.kind is kind else None) for v in self.open)
        return None

    def _literals_of_a_valid_grid(self) -> list[int]:
        """The declared variables as in a valid grid: a model close to one shows best what is wrong."""
        [grid] = random_grids(self._encoded.geometry, 1, self._clock)
        true = {self._encoded.cube.element(cell, digit) for cell, digit in enumerate(grid.cells)}
        definitions = self._encoded.meaning.definitions
        return [v if not true.isdisjoint(elements) else -v for v, elements in enumerate(definitions, 1)]


def ruled_out_by_counting(
    cube: Cube, open_violations: Sequence[Violation], has_some: Callable[[Line], bool], clock: Clock
) -> set[Violation]:
    """Those violations that are ruled out, when all others than these are known to be.

    `has_some` says of a line of a unit whether one of its elements is known to be true. Where not more can be
    true on some lines together than one on each, and one is on each, then it is exactly one; each line is
    asked for itself where that is not so. Raises TimeoutError.
    """
    of: dict[frozenset[int], Violation] = {frozenset(one.elements(cube)): one for one in open_violations}
    rows: dict[tuple[int, ...], Row] = {}
    at_least, at_most = set[Line](), set[Line]()
    for line in cube.lines:
        clock.check()
        pairs = [*combinations(line.elements, 2)]
        is_least = frozenset(line.elements) not in of if line.family is Family.CELL else has_some(line)
        is_most = of.keys().isdisjoint(map(frozenset, pairs))
        at_least |= {line} if is_least else set()
        at_most |= {line} if is_most else set()
        if is_least or is_most:
            rows[line.elements] = (int(is_least), dict.fromkeys(line.elements, 1), 1 if is_most else inf)
        if not is_most:
            rows |= {pair: (0, dict.fromkeys(pair, 1), 1) for pair in pairs if frozenset(pair) not in of}
    program = LinearProgram(cube.element_count, rows.values())

    def exact(lines: Sequence[Line], sign: int, others: set[Line]) -> Iterator[Line]:
        """The lines with at most one (`sign` 1) or at least one (-1) true element; `others` has the rest."""
        together = [element for line in lines for element in line.elements]
        if (
            others.issuperset(lines)
            and program.bound(dict.fromkeys(together, sign), clock) < sign * len(lines) + 1
        ):
            yield from lines
        else:
            yield from (
                line for line in lines if program.bound(dict.fromkeys(line.elements, sign), clock) < sign + 1
            )

    found: set[Violation] = set()
    for family in Family:
        lines = [line for line in cube.lines_of(family) if line not in at_most]
        for line in exact(lines, 1, at_least) if lines else ():
            found |= {of[pair] for pair in map(frozenset, combinations(line.elements, 2)) if pair in of}
    lines = [line for line in cube.lines_of(Family.CELL) if line not in at_least]
    for line in exact(lines, -1, at_most) if lines else ():
        found.add(of[frozenset(line.elements)])
    return found
