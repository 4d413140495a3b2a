"""Is an encoding sound: is each of its models a valid grid?

For each way to break a rule, the clauses and the violation together have to be unsatisfiable. The arguments
for that, from the cheapest to the most expensive:

    clause       the negation of the violation is one of the clauses
    propagation  unit propagation refutes the violation
    counting     as many digits as cells, in a unit or in the grid; see `counting`. SAT solvers would take
                 minutes for it
    unit         a search in only those clauses that speak of the cells of one unit. Their variables are
                 renumbered so that equal cases look equal, and each case is searched once
    search       a search in all clauses, within the time limit; a model of them is a counter-example
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain

from sudocube.clock import Clock
from sudocube.cube import Cube, Unit
from sudocube.encoder.at_most_one import Clause
from sudocube.lab.counting import ruled_out_by_counting
from sudocube.lab.encoded_clauses import EncodedClauses
from sudocube.lab.queries import Queries
from sudocube.lab.valid_grids import random_grids
from sudocube.lab.violations import CounterGrid, Violation, ViolationKind, counter_grid, violations

QUICK_SLICES = 2
"""Slices of a search for a counter-grid before the expensive arguments are tried."""

UNITS_TIME_SHARE = 0.5
"""The share of the remaining time that the searches in the clauses of single units may take."""


class Argument(StrEnum):
    """By which argument a violation is ruled out."""

    CLAUSE = "clause"
    PROPAGATION = "propagation"
    COUNTING = "counting"
    UNIT = "unit"
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
            proof.rule_out_without_search()
            found = proof.rule_out_by_search()
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

    def _rule_out(self, judged: Iterable[tuple[Violation, Argument | None]]) -> None:
        """Go through the open violations, each with the argument against it, or None: it stays open.

        Raises TimeoutError, but only after that: what is ruled out and what is open always make up the whole.
        """
        left, ruled_out = [], []
        for violation, argument in judged:
            if argument is None:
                left.append(violation)
            else:
                self.arguments[violation.kind][argument] += 1
                if argument in (Argument.COUNTING, Argument.UNIT):
                    ruled_out.append(violation)
        self.open = left
        for violation in self._clock.watched(ruled_out):
            self._add_negation(violation)

    def _add_negation(self, violation: Violation) -> None:
        """Add the clause that rules out this violation: it would take the solvers long to find it."""
        clauses = self._clauses(violation)
        if all(len(clause) == 1 for clause in clauses):
            self._queries.add([-literal for (literal,) in clauses])

    def _clauses(self, violation: Violation) -> list[Clause]:
        return violation.clauses(self._encoded.cube, self._encoded.meaning.elements)

    def rule_out_without_search(self) -> None:
        """Use the arguments that need no search. Raises TimeoutError."""
        self._clock.check()
        self._rule_out(self._by_clause_or_propagation())
        if self.open:
            self._clock.check()
            self._rule_out(self._by_counting())

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

    def _by_counting(self) -> Iterator[tuple[Violation, Argument | None]]:
        """Each open violation, with the argument where counting rules it out."""
        units = self._encoded.cube.units
        ruled_out = ruled_out_by_counting(self.open, units, self._has_all_digits, self._clock)
        for number, violation in enumerate(self.open):
            yield violation, Argument.COUNTING if number in ruled_out else None

    def _has_all_digits(self, unit: Unit) -> bool:
        """Whether unit propagation shows that each digit is in some cell of a unit."""
        cube, meaning = self._encoded.cube, self._encoded.meaning.elements
        queries = self._queries
        nowhere = (
            [[-literal for literal in meaning[cube.element(cell, digit)]] for cell in unit.cells]
            for digit in self._encoded.geometry.digits
        )
        return all(queries.refuted_by_propagation(queries.assumption(clauses)) for clauses in nowhere)

    def rule_out_by_search(self) -> CounterGrid | None:
        """Rule out the others, or find a counter-grid; a quick search for one comes first."""
        found = self._search_all_clauses(QUICK_SLICES)
        if found is None and self.open:
            self._search_units()
            found = self._search_all_clauses()
        return found

    def _search_units(self) -> None:
        """Search in the clauses that speak of the cells of one unit, for a share of the time."""
        clock = self._clock.share(UNITS_TIME_SHARE)
        known: dict[frozenset[tuple[int, ...]], bool] = {}
        clauses = {unit: self._encoded.within(unit.cells) for unit in self._encoded.cube.units}

        def is_ruled_out(violation: Violation, unit: Unit) -> bool:
            case = _renumbered(self._encoded, clauses[unit], self._clauses(violation), violation, unit)
            if case not in known:
                known[case] = False  # holds if time runs out in the search
                top = max((abs(literal) for clause in case for literal in clause), default=0)
                with Queries(map(list, case), top, clock) as queries:
                    known[case] = queries.model([]) is None
            return known[case]

        def judged() -> Iterator[tuple[Violation, Argument | None]]:
            total = len(self.open)
            for done, violation in enumerate(self.open):
                clock.progress("sound: unit by unit", done / total)
                try:
                    clock.check()
                    ruled_out = any(is_ruled_out(violation, unit) for unit in violation.units)
                except TimeoutError:
                    ruled_out = False
                yield violation, Argument.UNIT if ruled_out else None

        self._rule_out(judged())

    def _search_all_clauses(self, slices: int | None = None) -> CounterGrid | None:
        """For each kind of violation, search in all clauses for a model that has an open one.

        Where no model has one, all of that kind are ruled out. Raises TimeoutError; with a limit on the
        slices of each search, only at the start.
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
            self._rule_out((v, Argument.SEARCH if v.kind is kind else None) for v in self.open)
        return None

    def _literals_of_a_valid_grid(self) -> list[int]:
        """The declared variables as in a valid grid: a model close to one shows best what is wrong."""
        [grid] = random_grids(self._encoded.geometry, 1, self._clock)
        true = {self._encoded.cube.element(cell, digit) for cell, digit in enumerate(grid.cells)}
        definitions = self._encoded.meaning.definitions
        return [v if not true.isdisjoint(elements) else -v for v, elements in enumerate(definitions, 1)]


def _renumbered(
    encoded: EncodedClauses,
    clauses: Sequence[Clause],
    violated: Sequence[Clause],
    violation: Violation,
    unit: Unit,
) -> frozenset[tuple[int, ...]]:
    """The clauses of a unit and of a violation, with their variables renumbered.

    The cells and the digits of the violation come first, the others in their order. Declared variables are
    numbered by the elements that define them, auxiliary ones after them. So two cases become equal when
    their units are encoded alike and their violations differ only in which cells and digits they name.
    """
    size, meaning = encoded.geometry.size, encoded.meaning
    others = (cell for cell in unit.cells if cell not in violation.cells)
    place_of_cell = {cell: place for place, cell in enumerate((*violation.cells, *others))}
    rest = (digit for digit in encoded.geometry.digits if digit not in violation.digits)
    place_of_digit = {digit: place for place, digit in enumerate((*violation.digits, *rest))}

    def rank(variable: int) -> tuple[list[int], int]:
        if variable > meaning.declared:
            return [size**4], variable
        places = []
        for element in meaning.definitions[variable - 1]:
            cell, digit = encoded.cube.cell_and_digit(element)
            # A cell of another unit occurs only where definitions and the reading of grids differ.
            places.append(place_of_cell.get(cell, size + cell) * size + place_of_digit[digit])
        return sorted(places), variable

    used = {abs(literal) for literal in chain.from_iterable((*clauses, *violated))}
    number = {variable: place for place, variable in enumerate(sorted(used, key=rank), 1)}
    return frozenset(
        tuple(sorted(number[literal] if literal > 0 else -number[-literal] for literal in clause))
        for clause in (*clauses, *violated)
    )
