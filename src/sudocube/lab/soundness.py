"""Is an encoding sound: is each of its models a valid grid?

For each way to break a rule, the clauses and the violation together have to be unsatisfiable. From the
cheapest argument to the dearest:

    clause       the negation of the violation stands there as a clause
    propagation  unit propagation refutes it
    counting     n cells, n digits: where each cell of a unit holds at least one digit and each digit has at
                 most one place there, there are n of both, and each has exactly one. So no cell holds two.
                 And the other way round. No resolution proof of this pigeonhole argument is short (A. Haken,
                 "The Intractability of Resolution", 1985): over the whole formula, SAT solvers take minutes
    unit         the clauses that speak of the cells of a unit only, with the variables numbered anew so
                 that equal cases show as equal, and each is searched once
    search       all clauses, under the time limit; a model is a counter-example
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain

from sudocube.clock import Clock
from sudocube.cube import Unit
from sudocube.encoder.at_most_one import Clause
from sudocube.lab.encoded_clauses import EncodedClauses
from sudocube.lab.grids import random_grids
from sudocube.lab.queries import Queries
from sudocube.lab.rules import CounterGrid, Violation, ViolationKind, broken, violations

QUICK = 2
"""Slices of a search for a counter-grid before the dear arguments are tried."""

OF_UNITS = 0.5
"""The share of the time that is left which the searches over the clauses of units may take."""


class Argument(StrEnum):
    """By which argument a violation is ruled out."""

    CLAUSE = "clause"
    PROPAGATION = "propagation"
    COUNTING = "counting"
    UNIT = "unit"
    SEARCH = "search"


@dataclass(frozen=True)
class Soundness:
    """`holds` is None where it is undecided. `how[rule]` counts by argument the ways to break it that are
    ruled out; `open` are the others, none where it holds.
    """

    holds: bool | None
    how: dict[ViolationKind, Counter[Argument]] = field(default_factory=dict)
    open: tuple[Violation, ...] = ()
    broken: CounterGrid | None = None


def soundness(encoded: EncodedClauses, clock: Clock) -> Soundness:
    """Try to rule out every violation.

    >>> from sudocube.encoder import load
    >>> from sudocube.geometry import Geometry
    >>> from sudocube.lab.encoded_clauses import encoded_clauses
    >>> found = soundness(encoded_clauses(load("minimal"), Geometry.of_size(9)), Clock())
    >>> found.holds, {str(how): number for how, number in found.how[ViolationKind.TWO].items()}
    (True, {'counting': 2916})
    """
    with Queries(encoded.clauses, encoded.top, clock) as asked:
        case = _Case(encoded, asked, clock)
        try:
            case.go_through()
            found = case.search()
        except TimeoutError:
            found = None
        holds = False if found else None if case.open else True
        return Soundness(holds, case.how, tuple(case.open), found)


class _Case:
    """The violations that are still open, and how the others were ruled out."""

    def __init__(self, encoded: EncodedClauses, asked: Queries, clock: Clock) -> None:
        self._encoded, self._asked, self._clock = encoded, asked, clock
        self.how: dict[ViolationKind, Counter[Argument]] = {rule: Counter() for rule in ViolationKind}
        self.open = list(violations(encoded.cube))

    def _settle(self, settled: Iterable[tuple[Violation, Argument | None]]) -> None:
        """Go through violations with the arguments against them, None where there is none."""
        left = []
        for violation, how in settled:
            if how is None:
                left.append(violation)
            else:
                self.how[violation.rule][how] += 1
                if how in (Argument.COUNTING, Argument.UNIT):
                    self._remember(violation)
        self.open = left

    def _remember(self, violation: Violation) -> None:
        """Tell the solvers what they would not find out soon: it makes later searches easy."""
        clauses = self._clauses(violation)
        if all(len(clause) == 1 for clause in clauses):
            self._asked.add([-literal for (literal,) in clauses])

    def _clauses(self, violation: Violation) -> list[Clause]:
        return violation.clauses(self._encoded.cube, self._encoded.meaning.elements)

    def go_through(self) -> None:
        """What is settled without a search. Raises TimeoutError."""
        self._clock.check()
        self._settle(self._at_once())
        if self.open:
            self._clock.check()
            self._settle(self._by_counting())

    def _at_once(self) -> Iterator[tuple[Violation, Argument | None]]:
        """By a clause, or by unit propagation."""
        known = set(map(frozenset, self._encoded.clauses))
        total, is_over = len(self.open), False
        for done, violation in enumerate(self.open):
            if done % 1000 == 0:
                self._clock.progress("sound", done / total)
                is_over = self._clock.seconds_left == 0
            if is_over:
                yield violation, None
                continue
            clauses = self._clauses(violation)
            is_conjunction = all(len(clause) == 1 for clause in clauses)
            if is_conjunction and frozenset(-literal for (literal,) in clauses) in known:
                yield violation, Argument.CLAUSE
            elif self._asked.refuted_by_propagation(self._asked.assumption(clauses)):
                yield violation, Argument.PROPAGATION
            else:
                yield violation, None

    def _by_counting(self) -> Iterator[tuple[Violation, Argument | None]]:
        """Over and over the units, until nothing more is settled."""
        of_unit: dict[Unit, list[int]] = {unit: [] for unit in self._encoded.cube.units}
        for number, violation in enumerate(self.open):
            for unit in violation.units:
                of_unit[unit].append(number)
        settled: set[int] = set()
        whole: set[Unit] = set()  # those of which all is known
        before = -1
        while before < len(settled) + len(whole):
            before = len(settled) + len(whole)
            for unit in self._encoded.cube.units:
                if unit not in whole:
                    still = {self.open[k].rule for k in of_unit[unit] if k not in settled}
                    each_digit_once = ViolationKind.WITHOUT not in still and ViolationKind.TWICE not in still
                    each_cell_once = ViolationKind.TWO not in still and self._has_all(unit)
                    if each_digit_once or each_cell_once:
                        whole.add(unit)
                        settled.update(of_unit[unit])
        for number, violation in enumerate(self.open):
            yield violation, Argument.COUNTING if number in settled else None

    def _has_all(self, unit: Unit) -> bool:
        """Whether unit propagation shows that each digit has a place in a unit."""
        cube, meaning = self._encoded.cube, self._encoded.meaning.elements
        nowhere = (
            [[-literal for literal in meaning[cube.element(cell, digit)]] for cell in unit.cells]
            for digit in self._encoded.geometry.digits
        )
        return all(self._asked.refuted_by_propagation(self._asked.assumption(clauses)) for clauses in nowhere)

    def search(self) -> CounterGrid | None:
        """Settle the others, or find a counter-grid; a quick look for one comes first."""
        found = self.counter_grid(QUICK)
        if found is None and self.open:
            self.settle_by_units()
            found = self.counter_grid()
        return found

    def settle_by_units(self) -> None:
        """By searches over the clauses that speak of the cells of a unit, for a share of the time."""
        clock = self._clock.share(OF_UNITS)
        known: dict[frozenset[tuple[int, ...]], bool] = {}
        clauses = {unit: self._encoded.within(unit.cells) for unit in self._encoded.cube.units}

        def settles(violation: Violation, unit: Unit) -> bool:
            shape = _shape(self._encoded, clauses[unit], self._clauses(violation), violation, unit)
            if shape not in known:
                known[shape] = False  # where there is no time to find out
                top = max((abs(literal) for clause in shape for literal in clause), default=0)
                with Queries(map(list, shape), top, clock) as asked:
                    known[shape] = asked.model([]) is None
            return known[shape]

        def settled() -> Iterator[tuple[Violation, Argument | None]]:
            total = len(self.open)
            for done, violation in enumerate(self.open):
                clock.progress("sound: unit by unit", done / total)
                try:
                    clock.check()
                    is_settled = any(settles(violation, unit) for unit in violation.units)
                except TimeoutError:
                    is_settled = False
                yield violation, Argument.UNIT if is_settled else None

        self._settle(settled())

    def counter_grid(self, slices: int | None = None) -> CounterGrid | None:
        """Rule by rule, a search over all clauses for any of the violations that are open.

        A rule that no model breaks is settled. Raises TimeoutError; where it is only a quick look, at its
        beginning alone.
        """
        asked = self._asked
        if not self.open:
            return None
        self._clock.check()
        asked.prefer(self._like_a_right_grid())
        for rule in ViolationKind:
            open_ = [violation for violation in self.open if violation.rule is rule]
            if not open_:
                continue
            self._clock.progress(f"sound: looking for {rule}", 0)
            selectors = [asked.new_variable() for _ in open_]
            for selector, violation in zip(selectors, open_, strict=True):
                for clause in self._clauses(violation):
                    asked.add([*clause, -selector])
            asked.prefer([-selector for selector in selectors])
            some = asked.new_variable()
            asked.add([*selectors, -some])
            try:
                model = asked.model([some], slices)
            except TimeoutError:
                if slices is None:
                    raise
                continue
            if model is not None:
                digits = self._encoded.meaning.digits(model[: self._encoded.meaning.declared])
                shown = next(v for s, v in zip(selectors, open_, strict=True) if model[s - 1] > 0)
                return broken(digits, shown, self._encoded.geometry)
            self._settle((v, Argument.SEARCH if v.rule is rule else None) for v in self.open)
        return None

    def _like_a_right_grid(self) -> list[int]:
        """The declared variables as in a grid that is right: a model like it shows best what is wrong."""
        [grid] = random_grids(self._encoded.geometry, 1, self._clock)
        true = {self._encoded.cube.element(cell, digit) for cell, digit in enumerate(grid.cells)}
        definitions = self._encoded.meaning.definitions
        return [v if not true.isdisjoint(elements) else -v for v, elements in enumerate(definitions, 1)]


def _shape(
    encoded: EncodedClauses,
    clauses: Sequence[Clause],
    violated: Sequence[Clause],
    violation: Violation,
    unit: Unit,
) -> frozenset[tuple[int, ...]]:
    """The clauses of a unit and of a violation, with the variables numbered anew.

    The cells and the digits of the violation come first, the others in their order; declared variables are
    numbered by the elements that define them, auxiliary ones after them. So units that are said alike, and
    violations that differ only in which cells and digits they name, have the same shape.
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
            # A cell of another unit can be there only where a definition and what is read differ.
            places.append(place_of_cell.get(cell, size + cell) * size + place_of_digit[digit])
        return sorted(places), variable

    used = {abs(literal) for literal in chain.from_iterable((*clauses, *violated))}
    number = {variable: place for place, variable in enumerate(sorted(used, key=rank), 1)}
    return frozenset(
        tuple(sorted(number[literal] if literal > 0 else -number[-literal] for literal in clause))
        for clause in (*clauses, *violated)
    )
