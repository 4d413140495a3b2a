"""Is a CP-SAT model sound and complete?

Sound: ways to break a rule are ruled out by single constraints and by counting (see `soundness`). One of the
others is searched for by adding to the model that there is one. If the model is then infeasible, it is sound,
as far as the solver is trusted.

Complete: each constraint has to hold in each valid grid. Further variables than those of the cells get values
that the constraints define: whatever the cells that they speak of hold in a valid grid, some value satisfies
these constraints, which is tried case by case. Every other constraint is then asked for a valid grid, with
such values, that breaks it. Where there is none, the model is complete. A grid that breaks one is lost if the
model has no solution with it. Where variables are not defined so, grids are tried instead: all of size 4,
else a random sample, which proves nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product
from math import floor, prod
from typing import Any

from ortools.sat.python import cp_model

from sudocube.clock import Clock
from sudocube.cube import Cube, Family, Line, cube
from sudocube.encoder.clause_recognition import lines_of_elements
from sudocube.encoder.cpsat_model import CpSatModel
from sudocube.engines.cpsat_engine import SETTINGS
from sudocube.errors import EngineError, UnsupportedError
from sudocube.interrupt import InterruptWatch
from sudocube.lab.completeness import Completeness
from sudocube.lab.constraints import (
    AllDifferent,
    Constraint,
    Domains,
    Inverse,
    Sum,
    Term,
    constraints_of,
    domain_of,
    domains_of,
)
from sudocube.lab.cpsat_propagation import variable_names
from sudocube.lab.grids import (
    CounterGrid,
    Violation,
    ViolationKind,
    counter_grid,
    grids_to_try,
    tries_all,
    valid_grid,
    violations,
)
from sudocube.lab.linear_programs import LinearProgram
from sudocube.lab.queries import Queries
from sudocube.lab.soundness import Argument, Soundness, ruled_out_by_counting
from sudocube.puzzle import Grid
from sudocube.sat import rules_as_clauses

PRESOLVE_SETTINGS: Mapping[str, object] = {
    "num_workers": 1,
    "linearization_level": 2,
    "catch_sigint_signal": False,
}
"""Presolving often shows that no rule can be broken, before the search begins."""

CASES_AT_MOST = 20_000
"""What the cells may hold on which a variable depends: so many cases are tried."""


def cpsat_soundness(rules: CpSatModel, clock: Clock) -> Soundness:
    """Rule out violations by constraints and by counting, and search for one of the others."""
    table = cube(rules.geometry)
    left = list(violations(table))
    arguments: dict[ViolationKind, Counter[Argument]] = {kind: Counter() for kind in ViolationKind}

    def rule_out(found: set[Violation], argument: Argument) -> None:
        for one in found:
            arguments[one.kind][argument] += 1
        left[:] = [one for one in left if one not in found]

    try:
        clock.progress("sound", 0)
        apart, some = _stated(rules)
        if not rules.direct:  # an integer is one digit
            some |= {frozenset(line.elements) for line in table.lines_of(Family.CELL)} - _outside(rules)
        rule_out(
            {
                one
                for one in left
                if (elements := frozenset(one.elements(table))) in some
                or elements in apart
                or (one.kind is ViolationKind.TWO_DIGITS and not rules.direct)
            },
            Argument.CLAUSE,
        )
        while left and (
            found := ruled_out_by_counting(table, left, lambda line: frozenset(line.elements) in some, clock)
        ):
            rule_out(found, Argument.COUNTING)
        shown = _counter_grid(rules, left, clock) if left else None
        if shown is None:
            rule_out(set(left), Argument.SEARCH)
    except TimeoutError:
        return Soundness(None, arguments, tuple(left))
    return Soundness(shown is None, arguments, tuple(left), shown)


def _outside(rules: CpSatModel) -> set[frozenset[int]]:
    """The lines of the cells whose integers can be no digit."""
    lines = cube(rules.geometry).lines_of(Family.CELL)
    digits = set(rules.geometry.digits)
    return {frozenset(line.elements) for line in lines if not domain_of(rules.cp, line.index) <= digits}


def _stated(rules: CpSatModel) -> tuple[set[frozenset[int]], set[frozenset[int]]]:
    """The pairs of elements that single constraints keep apart, and the sets of which they make one true."""
    apart, some = set[frozenset[int]](), set[frozenset[int]]()
    size, count = rules.geometry.size, cube(rules.geometry).element_count
    try:
        constraints = constraints_of(rules.cp)
    except UnsupportedError:
        return apart, some
    for one in constraints:
        own = [term.variable for term in one.terms]
        if one.enforcement or any((term.factor, term.offset) != (1, 0) for term in one.terms):
            continue
        if rules.direct and isinstance(one, Sum) and max(own, default=count) < count:
            if one.domain[-1] <= 1:
                apart |= {frozenset(pair) for pair in combinations(own, 2)}
            if one.domain[0] >= 1:
                some.add(frozenset(own))
        elif not rules.direct and isinstance(one, AllDifferent | Inverse):
            own = own[: len(own) // 2] if isinstance(one, Inverse) else own
            for pair in combinations((cell for cell in own if cell < size**2), 2):
                apart |= {frozenset(cell * size + digit for cell in pair) for digit in range(size)}
    return apart, some


def cpsat_completeness(rules: CpSatModel, clock: Clock) -> Completeness:
    """Try to show that each constraint follows from the rules, else try valid grids."""
    try:
        clock.progress("complete", 0)
        found = _by_constraints(rules, clock)
        return _by_grids(rules, clock) if found is None else found
    except TimeoutError:
        return Completeness(None)


def _by_grids(rules: CpSatModel, clock: Clock) -> Completeness:
    """Try valid grids: all of size 4, else a sample. Raises TimeoutError only where none was tried."""
    tried = 0
    try:
        for grid in grids_to_try(rules.geometry, clock):
            if _is_lost(rules, grid, clock):
                return Completeness(False, grid)
            tried += 1
    except TimeoutError:
        return Completeness(None, sampled=tried)
    if tries_all(rules.geometry):
        return Completeness(True, grids=tried)
    return Completeness(None, sampled=tried)


def _is_lost(rules: CpSatModel, grid: Grid, clock: Clock) -> bool:
    """Whether the model has no solution in which the cells hold the digits of a grid, and no others."""
    model = rules.cp.clone()
    if rules.direct:
        true = {cell * rules.geometry.size + digit - 1 for cell, digit in enumerate(grid.cells)}
        elements = map(model.get_bool_var_from_proto_index, range(len(grid.cells) * rules.geometry.size))
        model.add_bool_and(x if element in true else ~x for element, x in enumerate(elements))
    else:
        for cell, digit in enumerate(grid.cells):
            model.add(model.get_int_var_from_proto_index(cell) == digit)
    return _solution(model, clock, 0, SETTINGS) is None


def _by_constraints(rules: CpSatModel, clock: Clock) -> Completeness | None:
    """Ask for a valid grid that breaks a constraint; None where that decides nothing. Raises TimeoutError."""
    shape = rules.geometry
    count = cube(shape).element_count if rules.direct else shape.cell_count
    needed = {0, 1} if rules.direct else set(shape.digits)
    try:
        constraints, domains = constraints_of(rules.cp), domains_of(rules.cp)
    except UnsupportedError:
        return None
    constraints = [_without_private_inverse(one, constraints, domains, count) for one in constraints]
    stated = len(constraints)
    for variable in range(count):
        if not needed <= domains[variable]:
            ends = tuple(rules.cp.proto.variables[variable].domain)
            constraints.append(Sum("domain", (Term(variable),), (), ends))
            domains[variable] = needed
    with Queries(rules_as_clauses(cube(shape), clock), cube(shape).element_count, clock) as queries:
        definitions = _Definitions(constraints, domains, count, lambda values: _grid(rules, queries, values))
        lost = definitions.find(clock)
    if lost is not None and _is_lost(rules, lost, clock):
        return Completeness(False, lost)
    if lost is not None or not definitions.are_complete:
        return None
    model = _valid_grids(rules, [number for number in definitions.used if number < stated])
    follows = _follows_linearly(rules)
    asked = [
        one
        for number, one in enumerate(constraints)
        if one.terms and number not in definitions.used and not follows(one, clock)
    ]
    selectors = [model.new_bool_var("") for _ in asked]
    for one, selector in zip(asked, selectors, strict=True):
        clock.check()
        one.add_negation(model, selector)
    model.add_bool_or(selectors)
    values = _solution(model, clock, len(model.proto.variables), PRESOLVE_SETTINGS)
    if values is None:
        return Completeness(True, clauses=len(constraints))
    grid = valid_grid([held[0] for held in _digits(rules, values)], shape)
    broken = next(one for one, selector in zip(asked, selectors, strict=True) if values[selector.index])
    said = broken.in_words(variable_names(rules).__getitem__)
    return Completeness(False, grid, said) if _is_lost(rules, grid, clock) else None


def _follows_linearly(rules: CpSatModel) -> Callable[[Constraint, Clock], bool]:
    """Says of a constraint whether it is a sum of cells that follows from the linear program of the rules."""
    table, size = cube(rules.geometry), rules.geometry.size
    program = LinearProgram(
        table.element_count, ((1, dict.fromkeys(line.elements, 1), 1) for line in table.lines)
    )

    def follows(one: Constraint, clock: Clock) -> bool:
        is_of_cells = all(term.variable < size**2 for term in one.terms)
        if rules.direct or not isinstance(one, Sum) or one.enforcement or not is_of_cells:
            return False
        weights: dict[int, int] = {}
        for term in one.terms:
            for digit in rules.geometry.digits:
                element = table.element(term.variable, digit)
                weights[element] = weights.get(element, 0) + term.factor * digit
        opposite = {element: -weight for element, weight in weights.items()}
        low, high = one.domain[0], one.domain[-1]
        return (
            len(one.domain) == 2
            and floor(program.bound(weights, clock)) <= high
            and -floor(program.bound(opposite, clock)) >= low
        )

    return follows


def _without_private_inverse(
    one: Constraint, constraints: Sequence[Constraint], domains: Domains, count: int
) -> Constraint:
    """An inverse as a permutation, if no other constraint has its second half and all values are possible."""
    half = len(one.terms) // 2
    if not isinstance(one, Inverse) or one.enforcement:
        return one
    back = [term.variable for term in one.terms[half:] if len(domains[term.variable]) > 1]
    places = {at for at, term in enumerate(one.terms[:half]) if len(domains[term.variable]) > 1}
    is_private = all(
        variable >= count
        and places <= domains[variable]
        and not (other is not one and variable in other.scope)
        for variable in back
        for other in constraints
    )
    return AllDifferent("inverse", one.terms[:half], ()) if is_private and len(places) == len(back) else one


def _grid(rules: CpSatModel, queries: Queries, values: Mapping[int, int]) -> Grid | None:
    """A valid grid in which some of the first variables have these values; None if there is none."""
    if rules.direct:
        assumed = [variable + 1 if value else -variable - 1 for variable, value in values.items()]
    else:
        assumed = [variable * rules.geometry.size + value for variable, value in values.items()]
    if queries.refuted_by_propagation(assumed) or (model := queries.model(assumed)) is None:
        return None
    return cube(rules.geometry).grid([literal - 1 for literal in model if literal > 0])


def _valid_grids(rules: CpSatModel, kept: Sequence[int]) -> cp_model.CpModel:
    """A model of the valid grids with the variables of another, of which it keeps some constraints."""
    model, table = rules.cp.clone(), cube(rules.geometry)
    stated = [rules.cp.proto.constraints[number] for number in kept]
    model.proto.constraints.clear()
    model.proto.constraints.extend(stated)
    low, high, count = (0, 1, table.element_count) if rules.direct else (1, table.size, table.size**2)
    for place in range(count):
        ends = model.proto.variables[place].domain
        ends.clear()
        ends.extend([low, high])
    if rules.direct:
        elements = [model.get_bool_var_from_proto_index(element) for element in range(count)]
    else:
        elements = [model.new_bool_var("") for _ in range(table.element_count)]
        for cell, line in enumerate(table.lines_of(Family.CELL)):
            variable = model.get_int_var_from_proto_index(cell)
            for digit, element in zip(rules.geometry.digits, line.elements, strict=True):
                model.add(variable == digit).only_enforce_if(elements[element])
            digits = zip(rules.geometry.digits, line.elements, strict=True)
            model.add(variable == sum(digit * elements[element] for digit, element in digits))
        for unit in table.units:  # says nothing new, but presolve makes more of it
            model.add_all_different(map(model.get_int_var_from_proto_index, unit.cells))
    for line in table.lines:
        model.add_exactly_one(elements[element] for element in line.elements)
    return model


class _Definitions:
    """Which constraints define the variables after the first `count`: see `find`.

    `used` are the numbers of these constraints, and `are_complete` says whether all variables are defined.
    `grid` gives a valid grid in which the first variables have some values.
    """

    def __init__(
        self,
        constraints: Sequence[Constraint],
        domains: Domains,
        count: int,
        grid: Callable[[Mapping[int, int]], Grid | None],
    ) -> None:
        self._constraints, self._domains, self._count, self._grid = constraints, domains, count, grid
        self._of: dict[int, list[int]] = {}
        for number, one in enumerate(constraints):
            for variable in one.scope:
                self._of.setdefault(variable, []).append(number)
        self._defined: dict[int, list[int]] = {
            variable: []
            for variable, domain in enumerate(domains)
            if variable >= count and (len(domain) == 1 or variable not in self._of)
        }
        self.used: set[int] = set()

    @property
    def are_complete(self) -> bool:
        """Whether each further variable is defined."""
        return len(self._defined) == len(self._domains) - self._count

    def find(self, clock: Clock) -> Grid | None:
        """Define variable after variable; a valid grid for which the constraints of one leave it no value."""
        waiting = [v for v in range(self._count, len(self._domains)) if v not in self._defined]
        while waiting:
            left = []
            for variable in waiting:
                clock.check()
                own = self._fewest(variable)
                needed = self._needed(own, variable)
                first = [one for one in needed if one < self._count]
                if not own or prod(len(self._domains[one]) for one in first) > CASES_AT_MOST:
                    left.append(variable)
                    continue
                cases = self._cases(first, [one for one in needed if one >= self._count])
                for case in cases:
                    if not any(self._fits(own, {**case, variable: v}) for v in self._domains[variable]):
                        grid = self._grid({v: value for v, value in case.items() if v < self._count})
                        if grid is not None:
                            return grid
                self._defined[variable] = own
                self.used.update(own)
            if len(left) == len(waiting):
                return None
            waiting = left
        return None

    def _is_known(self, number: int, variable: int) -> bool:
        scope = self._constraints[number].scope
        return all(one < self._count or one == variable or one in self._defined for one in scope)

    def _fits(self, numbers: Sequence[int], values: Mapping[int, int]) -> bool:
        return all(self._constraints[number].holds(values) for number in numbers)

    def _fewest(self, variable: int) -> list[int]:
        """Of the constraints of a variable that depend on known ones, those that depend on the fewest."""
        known = [number for number in self._of[variable] if self._is_known(number, variable)]
        needed = [set(self._needed([number], variable)) for number in known]
        fewest = min(needed, key=len, default=set())
        return [number for number, one in zip(known, needed, strict=True) if one <= fewest]

    def _needed(self, numbers: Sequence[int], variable: int) -> list[int]:
        """What constraints of a variable depend on, in the order in which it is defined."""
        needed: dict[int, None] = {}

        def need(one: int) -> None:
            if one not in needed and one != variable:
                for number in self._defined.get(one, ()):
                    for other in self._constraints[number].scope:
                        if other != one:
                            need(other)
                needed[one] = None

        for number in numbers:
            for one in self._constraints[number].scope:
                need(one)
        return list(needed)

    def _cases(self, first: Sequence[int], others: Sequence[int]) -> Iterator[dict[int, int]]:
        """All values of the first variables, and of others that are defined by them."""
        for values in product(*(sorted(self._domains[one]) for one in first)):
            cases = [dict(zip(first, values, strict=True))]
            for one in others:
                cases = [
                    {**case, one: value}
                    for case in cases
                    for value in self._domains[one]
                    if self._fits(self._defined[one], {**case, one: value})
                ]
            yield from cases


def _counter_grid(rules: CpSatModel, left: Sequence[Violation], clock: Clock) -> CounterGrid | None:
    """A solution of the model with one of these violations; None where there is none. Raises TimeoutError."""
    model, table, shape = rules.cp.clone(), cube(rules.geometry), rules.geometry
    some: list[cp_model.IntVar] = []

    def add(*wrong: Any) -> None:  # noqa: ANN401 — linear constraints of OR-tools
        some.append(model.new_bool_var(""))
        for one in wrong:
            model.add(one).only_enforce_if(some[-1])

    if rules.direct:
        count = table.element_count
        elements = [model.get_bool_var_from_proto_index(element) for element in range(count)]
        for line in dict.fromkeys(line for one in left for line in _lines_of(one, table)):
            total = cp_model.LinearExpr.sum([elements[element] for element in line.elements])
            add(total == 0)
            add(total >= 2)
    else:
        count = shape.cell_count
        cells = [model.get_int_var_from_proto_index(cell) for cell in range(count)]
        for cell in cells:
            add(cell <= 0)
            add(cell > shape.size)
        for one, other in sorted({v.cells for v in left if len(v.cells) == 2}):
            add(cells[one] == cells[other])
    model.add_bool_or(some)
    values = _solution(model, clock, count, PRESOLVE_SETTINGS)
    if values is None:
        return None
    digits = _digits(rules, values)
    easiest_first = list(ViolationKind).index
    shown = min((v for v in violations(table) if v.is_in(digits)), key=lambda v: easiest_first(v.kind))
    return counter_grid(digits, shown, shape)


def _lines_of(violation: Violation, table: Cube) -> list[Line]:
    """The lines that a violation is on."""
    elements = violation.elements(table)
    return [line for line in lines_of_elements(table)[elements[0]] if set(elements) <= set(line.elements)]


def _digits(rules: CpSatModel, values: Sequence[int]) -> list[tuple[int, ...]]:
    """The digits of each cell, where the first variables have these values."""
    shape = rules.geometry
    if rules.direct:
        element = cube(shape).element
        return [tuple(d for d in shape.digits if values[element(c, d)]) for c in range(shape.cell_count)]
    return [(value,) * (value in shape.digits) for value in values[: shape.cell_count]]


def _solution(
    model: cp_model.CpModel, clock: Clock, count: int, settings: Mapping[str, object]
) -> list[int] | None:
    """The first `count` values of a solution; None where there is none. Raises TimeoutError."""
    clock.check()
    solver = cp_model.CpSolver()
    for setting, value in settings.items():
        setattr(solver.parameters, setting, value)
    if (left := clock.seconds_left) is not None:
        solver.parameters.max_time_in_seconds = left
    with InterruptWatch(solver.stop_search):
        status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return None
    if status == cp_model.UNKNOWN:
        raise TimeoutError
    if status == cp_model.MODEL_INVALID:
        raise EngineError(f"not a model that CP-SAT takes: {model.validate()}")
    return [int(solver.response_proto.solution[number]) for number in range(count)]
