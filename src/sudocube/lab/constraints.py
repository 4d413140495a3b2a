"""What a single constraint of a CP-SAT model says: what it removes, its opposite, and its linear relaxation.

A domain is the set of values that a variable can still have. A constraint is *domain-consistent* if each
value that is left is part of a way to satisfy it:

    sum            exactly one, at most one, clauses and linear constraints: the sums that can be reached from
                   both sides, term by term (M. A. Trick, "A Dynamic Programming Approach for Consistency and
                   Propagation for Knapsack Constraints", 2003)
    all different  a matching of variables and values, and where it leads: what some variables need among
                   themselves goes from the others (J.-C. Régin, "A Filtering Algorithm for Constraints of
                   Difference in CSPs", 1994)
    table          the rows that are left
    automaton      the states that are reached from the start and lead to an end (G. Pesant, "A Regular
                   Language Membership Constraint for Finite Sequences of Variables", 2004)
    inverse        a is at b exactly if b is at a

The linear relaxation has a column for each Boolean, and one for each value of an integer. Sums are relaxed to
rows; of the others, if they are always enforced, the relaxation is the convex hull of what satisfies them.

A literal is a variable v, or -1 - v for its negation, as in CP-SAT.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import inf, prod
from typing import Any, NamedTuple

from ortools.sat.python.cp_model import CpModel, Domain, IntVar, LinearExpr

from sudocube.errors import UnsupportedError
from sudocube.lab.linear_programs import Row

Domains = Sequence[set[int]]
"""The values that each variable can still have."""

Supported = dict[int, set[int]]
"""The values of some variables that are part of a way to satisfy a constraint."""

STEPS_AT_MOST = 100_000
"""Values of a sum that are looked at."""


NAMES_AT_MOST = 10
"""Variables of a constraint that are named."""


class Term(NamedTuple):
    """A variable times a factor, plus a number."""

    variable: int
    factor: int = 1
    offset: int = 0

    def of(self, value: int) -> int:
        """What it comes to."""
        return self.factor * value + self.offset

    def values(self, domains: Domains) -> dict[int, int]:
        """What it can come to, each with the value of the variable."""
        return {self.of(value): value for value in domains[self.variable]}

    def in_model(self, model: CpModel) -> LinearExpr:
        """The same for a model."""
        return model.get_int_var_from_proto_index(self.variable) * self.factor + self.offset


class LinearSum(NamedTuple):
    """The columns of a linear program, each times a factor, plus a number."""

    factors: dict[int, int]
    number: int = 0


class Columns:
    """A linear program that is made for some variables: its columns, and the rows so far."""

    def __init__(self, domains: Domains) -> None:
        self.count = 0
        self.rows: list[Row] = []
        self._domains = domains
        self._of: list[dict[int, int]] = []
        for domain in domains:
            is_boolean = domain == {0, 1}
            self._of.append({value: self.new() for value in ([1] if is_boolean else sorted(domain))})
            if not is_boolean:
                self.add(1, [(1, LinearSum(dict.fromkeys(self._of[-1].values(), 1)))], 1)

    def new(self) -> int:
        """A further column."""
        self.count += 1
        return self.count - 1

    def is_value(self, variable: int, value: int) -> LinearSum:
        """1 if a variable has a value, else 0."""
        own = self._of[variable]
        if value in own:
            return LinearSum({own[value]: 1})
        return LinearSum({own[1]: -1}, 1) if (value, [*own]) == (0, [1]) else LinearSum({})

    def equals(self, term: Term, number: int) -> LinearSum:
        """1 if a term comes to a number, else 0."""
        value = term.values(self._domains).get(number)
        return LinearSum({}) if value is None else self.is_value(term.variable, value)

    def total(self, terms: Iterable[Term]) -> LinearSum:
        """The sum of terms."""
        factors: dict[int, int] = {}
        number = 0
        for term in terms:
            number += term.offset
            for value, column in self._of[term.variable].items():
                factors[column] = factors.get(column, 0) + term.factor * value
        return LinearSum(factors, number)

    def numbers(self, term: Term) -> set[int]:
        """What a term can come to."""
        return set(term.values(self._domains))

    def add(self, low: float, parts: Iterable[tuple[int, LinearSum]], high: float) -> None:
        """Add a row: some sums, each times a factor, are together between two numbers."""
        factors: dict[int, int] = {}
        number = 0
        for times, part in parts:
            number += times * part.number
            for column, factor in part.factors.items():
                factors[column] = factors.get(column, 0) + times * factor
        self.rows.append((low - number, factors, high - number))


@dataclass(frozen=True)
class Constraint(ABC):
    """A constraint over `terms`; it only has to be kept where all of the `enforcement` literals are true."""

    kind: str
    terms: tuple[Term, ...]
    enforcement: tuple[int, ...]

    @abstractmethod
    def is_kept(self, numbers: Sequence[int]) -> bool:
        """Whether it is kept if the terms come to these numbers."""

    @abstractmethod
    def supported(self, domains: Domains) -> list[set[int]] | None:
        """For each term the values of its variable that are part of a way to keep it; None for no way."""

    @abstractmethod
    def negated(self, model: CpModel) -> Any:  # noqa: ANN401 — OR-tools' type of a constraint
        """Add the opposite to a model, and return it."""

    @abstractmethod
    def relax(self, columns: Columns) -> None:
        """Add its relaxation, as if it were always enforced."""

    @property
    def scope(self) -> tuple[int, ...]:
        """Its variables, each once."""
        return tuple(dict.fromkeys([*map(_variable_in, self.enforcement), *(t.variable for t in self.terms)]))

    def in_words(self, name: Callable[[int], str]) -> str:
        """What it is, and of which variables: their names, cut where they are many."""
        shown = ", ".join(map(name, self.scope[:NAMES_AT_MOST]))
        return f"{self.kind} ({shown}{', …' * (len(self.scope) > NAMES_AT_MOST)})"

    def holds(self, values: Mapping[int, int]) -> bool:
        """Whether it holds with these values of its variables."""
        is_enforced = all(values[_variable_in(one)] == (one >= 0) for one in self.enforcement)
        return not is_enforced or self.is_kept([term.of(values[term.variable]) for term in self.terms])

    def propagated(self, domains: Domains) -> dict[int, set[int]] | None:
        """The variables of which values go, each with what is left; None for a contradiction."""
        undecided = []
        for literal in self.enforcement:
            domain = domains[_variable_in(literal)]
            if int(literal >= 0) not in domain:
                return {}
            undecided += [literal] * (len(domain) > 1)
        if len(undecided) > 1:
            return {}
        supported = self.supported(domains)
        if undecided:
            [literal] = undecided
            return {_variable_in(literal): {int(literal < 0)}} if supported is None else {}
        if supported is None:
            return None
        left: dict[int, set[int]] = {}
        for term, values in zip(self.terms, supported, strict=True):
            left[term.variable] = left.get(term.variable, values) & values
        if not all(left.values()):
            return None
        return {variable: values for variable, values in left.items() if values != domains[variable]}

    def add_negation(self, model: CpModel, selector: IntVar) -> None:
        """Add to a model that the constraint is broken where `selector` is true."""
        self.negated(model).only_enforce_if(selector)
        for literal in self.enforcement:
            variable = model.get_int_var_from_proto_index(_variable_in(literal))
            model.add(variable == int(literal >= 0)).only_enforce_if(selector)

    def add_relaxation(self, columns: Columns) -> None:
        """Add its relaxation; nothing for what is no sum and only enforced at times."""
        if not self.enforcement:
            self.relax(columns)


@dataclass(frozen=True)
class Sum(Constraint):
    """The sum of the terms is in an interval of `domain`: its ends, one after the other."""

    domain: tuple[int, ...]

    def _allows(self, total: int) -> bool:
        return any(
            low <= total <= high for low, high in zip(self.domain[::2], self.domain[1::2], strict=True)
        )

    def is_kept(self, numbers: Sequence[int]) -> bool:
        """See `Constraint`."""
        return self._allows(sum(numbers))

    def supported(self, domains: Domains) -> list[set[int]] | None:
        """See `Constraint`."""
        steps = [term.values(domains) for term in self.terms]
        reached: list[set[int]] = [{0}]
        for options in steps:
            reached.append({total + step for total in reached[-1] for step in options})
            if len(reached[-1]) > STEPS_AT_MOST:
                raise UnsupportedError(
                    f"a sum with more than {STEPS_AT_MOST:,} values is too large to be traced"
                )
        wanted = {total for total in reached.pop() if self._allows(total)}
        left = []
        for options, before in zip(reversed(steps), reversed(reached), strict=True):
            left.append({value for step, value in options.items() if any(t - step in before for t in wanted)})
            wanted = {total - step for total in wanted for step in options} & before
        return left[::-1] if wanted else None

    def negated(self, model: CpModel) -> Any:  # noqa: ANN401
        """See `Constraint`."""
        total = LinearExpr.sum([term.in_model(model) for term in self.terms])
        others = Domain.from_flat_intervals(list(self.domain)).complement()
        return model.add_linear_expression_in_domain(total, others)

    def relax(self, columns: Columns) -> None:
        """See `Constraint`."""
        columns.add(_end(self.domain[0]), [(1, columns.total(self.terms))], _end(self.domain[-1]))

    def add_relaxation(self, columns: Columns) -> None:
        """Rows also where it is only enforced at times: then they say nothing where it is not."""
        if not self.enforcement:
            self.relax(columns)
            return
        enforced = [columns.is_value(_variable_in(one), int(one >= 0)) for one in self.enforcement]
        if len(self.terms) == 1:
            [term] = self.terms
            allowed = [columns.equals(term, n) for n in columns.numbers(term) if self._allows(n)]
            parts = [*((1, one) for one in allowed), *((-1, one) for one in enforced)]
            columns.add(1 - len(enforced), parts, inf)
            return
        for end, wanted, sign in ((min, self.domain[0], 1), (max, self.domain[-1], -1)):
            slack = sign * (wanted - sum(end(columns.numbers(term)) for term in self.terms))
            if slack > 0 and abs(_end(wanted)) < inf:
                total = (sign, columns.total(self.terms))
                columns.add(
                    sign * wanted - slack * len(enforced), [total, *((-slack, one) for one in enforced)], inf
                )


@dataclass(frozen=True)
class AllDifferent(Constraint):
    """No two terms come to the same number."""

    def is_kept(self, numbers: Sequence[int]) -> bool:
        """See `Constraint`."""
        return len(set(numbers)) == len(numbers)

    def supported(self, domains: Domains) -> list[set[int]] | None:
        """See `Constraint`."""
        options = [term.values(domains) for term in self.terms]
        found = Matching.of([set(one) for one in options])
        if found is None:
            return None
        return [{one[n] for n in found.possible(place)} for place, one in enumerate(options)]

    def negated(self, model: CpModel) -> Any:  # noqa: ANN401
        """See `Constraint`."""
        equal = []
        for one, other in combinations(self.terms, 2):
            equal.append(model.new_bool_var(""))
            model.add(one.in_model(model) == other.in_model(model)).only_enforce_if(equal[-1])
        return model.add_bool_or(equal)

    def relax(self, columns: Columns) -> None:
        """See `Constraint`."""
        numbers = set().union(*map(columns.numbers, self.terms))
        low = 1 if len(numbers) == len(self.terms) else 0
        for number in numbers:
            columns.add(low, [(1, columns.equals(term, number)) for term in self.terms], 1)


@dataclass(frozen=True)
class Table(Constraint):
    """The terms come to one of the `rows`; or, if `is_forbidden`, to none of them."""

    rows: tuple[tuple[int, ...], ...]
    is_forbidden: bool = False

    def is_kept(self, numbers: Sequence[int]) -> bool:
        """See `Constraint`."""
        return (tuple(numbers) in self.rows) != self.is_forbidden

    def supported(self, domains: Domains) -> list[set[int]] | None:
        """See `Constraint`."""
        options = [term.values(domains) for term in self.terms]
        rows = [row for row in self.rows if all(n in one for n, one in zip(row, options, strict=True))]
        if not self.is_forbidden:
            return [{one[row[place]] for row in rows} for place, one in enumerate(options)] if rows else None
        ways = prod(map(len, options))
        left = [
            {v for n, v in one.items() if sum(row[place] == n for row in rows) < ways // len(one)}
            for place, one in enumerate(options)
        ]
        return left if all(left) else None

    def negated(self, model: CpModel) -> Any:  # noqa: ANN401
        """See `Constraint`."""
        add = model.add_allowed_assignments if self.is_forbidden else model.add_forbidden_assignments
        return add([term.in_model(model) for term in self.terms], self.rows)

    def relax(self, columns: Columns) -> None:
        """See `Constraint`."""
        if self.is_forbidden:
            for row in self.rows:
                parts = [(1, columns.equals(term, n)) for term, n in zip(self.terms, row, strict=True)]
                columns.add(-inf, parts, len(parts) - 1)
            return
        chosen = [LinearSum({columns.new(): 1}) for _ in self.rows]
        columns.add(1, [(1, one) for one in chosen], 1)
        for place, term in enumerate(self.terms):
            for number in columns.numbers(term):
                of = [(1, one) for one, row in zip(chosen, self.rows, strict=True) if row[place] == number]
                columns.add(0, [(-1, columns.equals(term, number)), *of], 0)


@dataclass(frozen=True)
class Automaton(Constraint):
    """The numbers, read one after the other, lead from the `start` to one of the `ends`."""

    start: int
    ends: frozenset[int]
    steps: Mapping[tuple[int, int], int]

    def is_kept(self, numbers: Sequence[int]) -> bool:
        """See `Constraint`."""
        state: int | None = self.start
        for number in numbers:
            state = None if state is None else self.steps.get((state, number))
        return state in self.ends

    def _arcs(self, options: Sequence[Iterable[int]]) -> list[list[tuple[int, int, int]]]:
        """For each place the steps that are on a way: state, number, next state."""
        layers, states = list[list[tuple[int, int, int]]](), {self.start}
        for numbers in options:
            layers.append([(s, n, self.steps[s, n]) for s in states for n in numbers if (s, n) in self.steps])
            states = {head for _, _, head in layers[-1]}
        states = states & self.ends
        for at in reversed(range(len(layers))):
            layers[at] = [arc for arc in layers[at] if arc[2] in states]
            states = {tail for tail, _, _ in layers[at]}
        return layers

    def supported(self, domains: Domains) -> list[set[int]] | None:
        """See `Constraint`."""
        options = [term.values(domains) for term in self.terms]
        layers = self._arcs(options)
        left = [{one[n] for _, n, _ in arcs} for one, arcs in zip(options, layers, strict=True)]
        return left if all(left) else None

    def negated(self, model: CpModel) -> Any:  # noqa: ANN401
        """See `Constraint`."""
        numbers = {term.of(v) for term in self.terms for v in domain_of(model, term.variable)}
        states = {self.start, *self.ends, *self.steps.values(), *(state for state, _ in self.steps)}
        trap = max(states) + 1  # where all words go on that have no step
        steps = [(s, n, self.steps.get((s, n), trap)) for s in (*states, trap) for n in numbers]
        terms = [term.in_model(model) for term in self.terms]
        return model.add_automaton(terms, self.start, [*states - self.ends, trap], steps)

    def relax(self, columns: Columns) -> None:
        """See `Constraint`."""
        layers = self._arcs([columns.numbers(term) for term in self.terms])
        before: dict[int, list[LinearSum]] = {}
        for place, (term, arcs) in enumerate(zip(self.terms, layers, strict=True)):
            flow = [LinearSum({columns.new(): 1}) for _ in arcs]
            for number in columns.numbers(term):
                of = [(1, one) for one, arc in zip(flow, arcs, strict=True) if arc[1] == number]
                columns.add(0, [(-1, columns.equals(term, number)), *of], 0)
            for state in {tail for tail, _, _ in arcs} | before.keys():
                out = [(1, one) for one, arc in zip(flow, arcs, strict=True) if arc[0] == state]
                entering = [(-1, one) for one in before.get(state, ())]
                columns.add(int(not place), [*out, *entering], int(not place))
            before = {}
            for one, (_, _, head) in zip(flow, arcs, strict=True):
                before.setdefault(head, []).append(one)


@dataclass(frozen=True)
class Inverse(Constraint):
    """The first half of the terms is a permutation of places from 0; the second half is its inverse."""

    def is_kept(self, numbers: Sequence[int]) -> bool:
        """See `Constraint`."""
        half = len(numbers) // 2
        there, back = numbers[:half], numbers[half:]
        return all(0 <= b < half and back[b] == a for a, b in enumerate(there))

    def supported(self, domains: Domains) -> list[set[int]] | None:
        """See `Constraint`."""
        half = len(self.terms) // 2
        options = [term.values(domains) for term in self.terms]
        found = Matching.of(
            [{b for b in range(half) if b in options[a] and a in options[half + b]} for a in range(half)]
        )
        if found is None:
            return None
        there = [found.possible(place) for place in range(half)]
        back = [{a for a in range(half) if b in there[a]} for b in range(half)]
        return [{one[n] for n in left} for one, left in zip(options, [*there, *back], strict=True)]

    def negated(self, model: CpModel) -> Any:  # noqa: ANN401
        """See `Constraint`."""
        half, broken = len(self.terms) // 2, []
        for a, there in enumerate(self.terms[:half]):
            broken.append(model.new_bool_var(""))
            outside = Domain(0, half - 1).complement()
            model.add_linear_expression_in_domain(there.in_model(model), outside).only_enforce_if(broken[-1])
            for b, back in enumerate(self.terms[half:]):
                broken.append(model.new_bool_var(""))
                model.add(there.in_model(model) == b).only_enforce_if(broken[-1])
                model.add(back.in_model(model) != a).only_enforce_if(broken[-1])
        return model.add_bool_or(broken)

    def relax(self, columns: Columns) -> None:
        """See `Constraint`."""
        half = len(self.terms) // 2
        for a, there in enumerate(self.terms[:half]):
            for b, back in enumerate(self.terms[half:]):
                columns.add(0, [(1, columns.equals(there, b)), (-1, columns.equals(back, a))], 0)
        for term in self.terms:
            for number in columns.numbers(term).difference(range(half)):
                columns.add(0, [(1, columns.equals(term, number))], 0)


class Matching:
    """Places and numbers, a different number for each place; see `of`.

    `number_of` has the number of each place, and `reach[p]`, as bits, the places to which p leads: it leads
    to the owner of each of its other numbers, and on from there. `is_free` says of which places a way leads
    to a number that no place has.
    """

    def __init__(self, options: Sequence[set[int]], owner: Mapping[int, int]) -> None:
        self.options = options
        self._owner = owner
        self.number_of = [0] * len(options)
        for number, place in owner.items():
            self.number_of[place] = number
        self.reach = [sum({1 << owner[n] for n in one if n in owner}) for one in options]
        for middle in range(len(options)):  # S. Warshall, "A Theorem on Boolean Matrices", 1962
            for place, reached in enumerate(self.reach):
                if reached >> middle & 1:
                    self.reach[place] = reached | self.reach[middle]
        has_free = sum(1 << place for place, one in enumerate(options) if not one <= owner.keys())
        self.is_free = [bool(reached & has_free) for reached in self.reach]

    @classmethod
    def of(cls, options: Sequence[set[int]]) -> Matching | None:
        """A matching of places, each with its possible numbers; None where there is none.

        Places that have no free number push others away (H. W. Kuhn, "The Hungarian Method", 1955).
        """
        owner: dict[int, int] = {}

        def push(place: int, seen: set[int]) -> bool:
            for number in options[place] - seen:
                seen.add(number)
                if number not in owner or push(owner[number], seen):
                    owner[number] = place
                    return True
            return False

        return cls(options, owner) if all(push(place, set()) for place in range(len(options))) else None

    def possible(self, place: int) -> set[int]:
        """The numbers that a place can have: the others of their circle hand theirs on, or one is free."""
        return {number for number in self.options[place] if self._is_possible(place, number)}

    def _is_possible(self, place: int, number: int) -> bool:
        other = self._owner.get(number)
        return other in (None, place) or self.is_free[other] or bool(self.reach[other] >> place & 1)

    def needed_by(self, number: int) -> tuple[list[int], set[int]]:
        """The places that need a number that is impossible elsewhere, and the numbers they need together."""
        owner = self._owner[number]
        places = [place for place in range(len(self.options)) if self.reach[owner] >> place & 1]
        return places, set().union(*(self.options[place] for place in places))

    @property
    def components(self) -> list[list[int]]:
        """The strongly connected components: places that lead to each other, in ascending order."""
        found: dict[int, list[int]] = {}
        for place, reached in enumerate(self.reach):
            first = next(
                one for one in range(place + 1) if reached >> one & 1 and self.reach[one] >> place & 1
            )
            found.setdefault(first, []).append(place)
        return list(found.values())


def _variable_in(literal: int) -> int:
    return literal if literal >= 0 else -1 - literal


def _end(number: int) -> float:
    """An end of an interval; those of OR-tools' integers are infinite."""
    return number if abs(number) < 1 << 62 else inf if number > 0 else -inf


def _literals(literals: Iterable[int]) -> tuple[Term, ...]:
    return tuple(Term(one) if one >= 0 else Term(-1 - one, -1, 1) for one in literals)


def _expressions(expressions: Iterable[Any]) -> tuple[Term, ...]:
    listed = list(expressions)
    if any(len(one.vars) != 1 for one in listed):
        raise UnsupportedError("a constraint over expressions of several variables: give each a variable")
    return tuple(Term(one.vars[0], one.coeffs[0], one.offset) for one in listed)


def constraints_of(model: CpModel) -> list[Constraint]:
    """The constraints of a model, in their order.

    Raises UnsupportedError for a kind of constraint that is not known here.
    """
    return [_constraint(number, one) for number, one in enumerate(model.proto.constraints)]


def domains_of(model: CpModel) -> list[set[int]]:
    """The domain of each variable; raises UnsupportedError for one that is too large."""
    return [domain_of(model, variable) for variable in range(len(model.proto.variables))]


def domain_of(model: CpModel, variable: int) -> set[int]:
    """The domain of a variable; raises UnsupportedError for one that is too large."""
    ends = list(model.proto.variables[variable].domain)
    if ends[-1] - ends[0] > STEPS_AT_MOST:
        name = model.proto.variables[variable].name
        raise UnsupportedError(
            f"the variable {name!r} has values from {ends[0]:,} to {ends[-1]:,};"
            f" at most {STEPS_AT_MOST:,} are looked at"
        )
    return {v for low, high in zip(ends[::2], ends[1::2], strict=True) for v in range(low, high + 1)}


def _constraint(number: int, one: Any) -> Constraint:  # noqa: ANN401 — OR-tools has no types for it
    enforced = tuple(one.enforcement_literal)
    sums = {"exactly_one": (1, 1), "at_most_one": (0, 1), "bool_or": (1, 1 << 62)}
    for name, domain in sums.items():
        if getattr(one, f"has_{name}")():
            return Sum(name.replace("_", " "), _literals(getattr(one, name).literals), enforced, domain)
    if one.has_bool_and():
        terms = _literals(one.bool_and.literals)
        return Sum("implication", terms, enforced, (len(terms), len(terms)))
    if one.has_bool_xor():
        terms = _literals(one.bool_xor.literals)
        odd = (n for at in range(1, len(terms) + 1, 2) for n in (at, at))
        return Sum("xor", terms, enforced, tuple(odd))
    if one.has_linear():
        terms = tuple(map(Term, one.linear.vars, one.linear.coeffs))
        return Sum("linear", terms, enforced, tuple(one.linear.domain))
    if one.has_all_diff():
        return AllDifferent("all different", _expressions(one.all_diff.exprs), enforced)
    if one.has_table():
        terms, values = _expressions(one.table.exprs), list(one.table.values)
        rows = dict.fromkeys(tuple(values[at : at + len(terms)]) for at in range(0, len(values), len(terms)))
        return Table("table", terms, enforced, tuple(rows), one.table.negated)
    if one.has_automaton():
        of = one.automaton
        steps = dict(
            zip(zip(of.transition_tail, of.transition_label, strict=True), of.transition_head, strict=True)
        )
        ends = frozenset(of.final_states)
        return Automaton("automaton", _expressions(of.exprs), enforced, of.starting_state, ends, steps)
    if one.has_inverse():
        both = [*one.inverse.f_direct, *one.inverse.f_inverse]
        return Inverse("inverse", tuple(map(Term, both)), enforced)
    if one.has_element() and all(not expression.vars for expression in one.element.exprs):
        terms = _expressions([one.element.linear_index, one.element.linear_target])
        pairs = tuple((at, expression.offset) for at, expression in enumerate(one.element.exprs))
        return Table("element", terms, enforced, pairs)
    kind = next((name[4:] for name in dir(one) if name.startswith("has_") and getattr(one, name)()), None)
    if kind is None:  # it says nothing
        return Sum("nothing", (), (), (0, 0))
    raise UnsupportedError(
        f"constraint {number + 1} of the model is {kind}; known are exactly one, at most one, clauses,"
        " linear, all different, table, automaton, inverse, and elements of a list of numbers"
    )
