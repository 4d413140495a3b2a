"""What a single constraint of a CP-SAT model says: what it removes, the same as clauses, and its relaxation.

A domain is the set of values that a variable can still have. A constraint is *domain-consistent* if each
value that is left is part of a way to satisfy it:

    sum            exactly one, at most one, clauses and linear constraints: a word of numbers, whose states
                   are the sums so far (M. A. Trick, "A Dynamic Programming Approach for Consistency and
                   Propagation for Knapsack Constraints", 2003)
    all different  a matching of variables and values, and where it leads: what some variables need among
                   themselves goes from the others (J.-C. Régin, "A Filtering Algorithm for Constraints of
                   Difference in CSPs", 1994)
    automaton      the states that are reached from the start and lead to an end (G. Pesant, "A Regular
                   Language Membership Constraint for Finite Sequences of Variables", 2004)
    table          a word whose states are what is left of its rows
    inverse        a is at b exactly if b is at a

Clauses and linear programs speak of values (see `Values`), and of what a constraint adds: a variable for each
state after each number of a word. The relaxation of a sum is the sum; that of the others is the convex hull
of what satisfies them, or, if they are only enforced at times, that of each of their clauses.

A literal of CP-SAT is a variable v, or -1 - v for its negation.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from math import comb, inf
from operator import add, mul
from typing import Any, NamedTuple

from ortools.sat.python.cp_model import CpModel

from sudocube.encoder.at_most_one import at_most_one
from sudocube.encoder.cpsat_model import CpSatModel
from sudocube.errors import UnsupportedError
from sudocube.geometry import SYMBOLS
from sudocube.lab.programs import Row

Domains = Sequence[set[int]]
"""The values that each variable can still have."""

STEPS_AT_MOST = 100_000
"""Values of a variable, and steps of a word, that are looked at."""

NAMES_AT_MOST = 10
"""Variables of a constraint that are named."""

PAIRS_UP_TO = 20
"""So many values exclude each other in pairs; more of them, by a ladder."""

COMBINATIONS_AT_MOST = 1000
"""A sum of Booleans is written as so many clauses, of which each forbids some of them together."""


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


class Values:
    """A literal, as SAT solvers have it, for each value of each variable; `true` is one that is always true.

    `known` has literals of the first variables, by value; `top` is their highest, and `new` raises it.
    """

    def __init__(self, domains: Domains, known: Sequence[Mapping[int, int]] = (), top: int = 0) -> None:
        self.domains, self.top = domains, top
        self.true = self.new()
        self.clauses: list[list[int]] = [[self.true]]
        self._of: list[dict[int, int]] = []
        for variable, domain in enumerate(domains):
            of: Mapping[int, int] = known[variable] if variable < len(known) else {}
            if not of and domain <= {0, 1}:
                of = {1: self.new(), 0: -self.top}
            self._of.append({value: of[value] if value in of else self.new() for value in sorted(domain)})
            self.clauses += [[-literal] for value, literal in of.items() if value not in domain]
            if not self.is_boolean(variable):
                literals = [*self._of[-1].values()]
                way = "pairwise" if len(literals) <= PAIRS_UP_TO else "ladder"
                pairs, self.top = at_most_one(way, literals, self.top)
                self.clauses += [literals, *map(list, pairs)]

    @classmethod
    def of_model(cls, model: CpSatModel) -> Values:
        """Those of a model, with variable e + 1 for element e of the cube."""
        size = model.geometry.size
        if model.direct:
            known = [{1: v, 0: -v} for v in range(1, size**3 + 1)]
        else:
            digits = model.geometry.digits
            known = [{digit: cell * size + digit for digit in digits} for cell in range(size**2)]
        return cls(domains_of(model.cp), known, size**3)

    def is_boolean(self, variable: int) -> bool:
        """Whether the two values of a variable have a literal and its negation."""
        return len(self._of[variable]) == 2 and not sum(self._of[variable].values())

    def new(self) -> int:
        """A further variable."""
        self.top += 1
        return self.top

    def equals(self, term: Term, number: int) -> int:
        """The literal that is true exactly if a term comes to a number."""
        value = term.values(self.domains).get(number)
        return -self.true if value is None else self._of[term.variable][value]

    def numbers(self, term: Term) -> dict[int, int]:
        """What a term can come to, each number with its literal."""
        return {term.of(value): literal for value, literal in self._of[term.variable].items()}

    def rows(self) -> Iterator[Row]:
        """What holds for the values, whatever is stated of the variables."""
        for variable, of in enumerate(self._of):
            if not self.is_boolean(variable):
                yield 1, dict.fromkeys(of.values(), 1), 1
        yield from ((1, {clause[0]: 1}, 1) for clause in self.clauses if len(clause) == 1)


@dataclass(frozen=True)
class Constraint(ABC):
    """A constraint over `terms`; it only has to be kept where all of the `enforcement` literals are true."""

    kind: str
    terms: tuple[Term, ...]
    enforcement: tuple[int, ...]

    @abstractmethod
    def supported(self, domains: Domains) -> list[set[int]] | None:
        """For each term the values of its variable that are part of a way to keep it; None for no way."""

    @abstractmethod
    def stated(self, values: Values) -> Iterator[list[int]]:
        """Clauses that say the same, as if it were always enforced."""

    @abstractmethod
    def relaxed(self, values: Values) -> Iterator[Row]:
        """Its relaxation, as if it were always enforced."""

    @property
    def scope(self) -> tuple[int, ...]:
        """Its variables, each once."""
        return tuple(dict.fromkeys([*map(_variable_in, self.enforcement), *(t.variable for t in self.terms)]))

    def in_words(self, name: Callable[[int], str]) -> str:
        """What it is, and of which variables: their names, cut where they are many."""
        shown = ", ".join(map(name, self.scope[:NAMES_AT_MOST]))
        return f"{self.kind} ({shown}{', …' * (len(self.scope) > NAMES_AT_MOST)})"

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

    def clauses(self, values: Values) -> list[list[int]]:
        """Clauses that say the same."""
        enforced = [values.equals(Term(_variable_in(one)), int(one < 0)) for one in self.enforcement]
        told = ([*enforced, *clause] for clause in self.stated(values))
        return [[v for v in one if v != -values.true] for one in told if values.true not in one]

    def rows(self, values: Values) -> Iterator[Row]:
        """Its relaxation."""
        if not self.enforcement:
            return self.relaxed(values)
        return ((1, dict.fromkeys(clause, 1), inf) for clause in self.clauses(values))


Arc = tuple[Hashable, int, Hashable]
"""A state, a number, and the state that comes after."""


@dataclass(frozen=True)
class Word(Constraint):
    """The numbers, read one after the other, lead from the `start` to a state that is an end.

    `step` gives the state after a state and a number, None where there is none.
    """

    start: Hashable
    step: Callable[[Any, int], Hashable | None]
    is_end: Callable[[Any], bool]

    def _layers(self, options: Sequence[Iterable[int]]) -> list[list[Arc]] | None:
        """For each place the arcs that are on a way to an end; None if no way leads there."""
        layers: list[list[Arc]] = []
        states: set[Hashable] = {self.start}
        for numbers in options:
            steps = ((state, n, self.step(state, n)) for state in states for n in numbers)
            layers.append([arc for arc in steps if arc[2] is not None])
            states = {after for _, _, after in layers[-1]}
            if len(layers[-1]) > STEPS_AT_MOST:
                raise UnsupportedError(f"{self.kind} with more than {STEPS_AT_MOST:,} steps is too large")
        states = set(filter(self.is_end, states))
        for at in reversed(range(len(layers))):
            layers[at] = [arc for arc in layers[at] if arc[2] in states]
            states = {before for before, _, _ in layers[at]}
        return layers if states else None

    def supported(self, domains: Domains) -> list[set[int]] | None:
        """See `Constraint`."""
        options = [term.values(domains) for term in self.terms]
        layers = self._layers(options)
        if layers is None:
            return None
        return [{one[n] for _, n, _ in arcs} for one, arcs in zip(options, layers, strict=True)]

    def stated(self, values: Values) -> Iterator[list[int]]:
        """From a state that is reached, a number leads to the next one; backwards it is said, too.

        That says nothing new, but lets unit propagation see more.
        """
        layers = self._layers([values.numbers(term) for term in self.terms])
        if layers is None:
            yield []
        before: dict[Hashable, int] = {self.start: values.true}
        for place, arcs in enumerate(layers or ()):
            literals = values.numbers(self.terms[place])
            is_last = place + 1 == len(self.terms)
            after = {head: values.true if is_last else values.new() for _, _, head in arcs}
            fits = {(tail, number) for tail, number, _ in arcs}
            yield from (
                [-before[tail], -literals[number]]
                for tail in before
                for number in literals
                if (tail, number) not in fits
            )
            yield from ([-before[tail], -literals[number], after[head]] for tail, number, head in arcs)
            links = defaultdict[tuple[int, int, int], dict[int, None]](dict)
            for tail, number, head in arcs:
                ways = before[tail], literals[number], after[head]
                for one, other in permutations(range(3), 2):
                    links[ways[one], one, other][ways[other]] = None
            yield from ([-literal, *others] for (literal, _, _), others in links.items())
            before = after

    def relaxed(self, values: Values) -> Iterator[Row]:
        """A flow along the arcs, from the start to the ends."""
        layers = self._layers([values.numbers(term) for term in self.terms])
        if layers is None:
            yield 1, {}, 1
        entering: dict[Hashable, dict[int, int]] = {self.start: {values.true: -1}}
        for term, arcs in zip(self.terms, layers or (), strict=False):
            flow = {arc: values.new() for arc in arcs}
            for number, literal in values.numbers(term).items():
                yield 0, {literal: -1, **{flow[arc]: 1 for arc in arcs if arc[1] == number}}, 0
            for state, into in entering.items():
                yield 0, {**into, **{flow[arc]: 1 for arc in arcs if arc[0] == state}}, 0
            entering = {head: {flow[arc]: -1 for arc in arcs if arc[2] == head} for _, _, head in arcs}


@dataclass(frozen=True)
class Sum(Word):
    """The sum of the terms is in an interval of `domain`: its ends, one after the other."""

    domain: tuple[int, ...]

    @classmethod
    def of(
        cls, kind: str, terms: tuple[Term, ...], enforcement: tuple[int, ...], domain: tuple[int, ...]
    ) -> Sum:
        """The constraint."""
        ends = [*zip(domain[::2], domain[1::2], strict=True)]
        return cls(
            kind, terms, enforcement, 0, add, lambda n: any(low <= n <= high for low, high in ends), domain
        )

    def stated(self, values: Values) -> Iterator[list[int]]:
        """Of Booleans that count the same, which of them are not true, or not false, together."""
        low, high, count = self.domain[0], self.domain[-1], len(self.terms)
        literals = [values.equals(term, 1) for term in self.terms]
        at_most, at_least = min(count, max(high, -1)) + 1, count - max(low, 0) + 1
        is_counted = len(self.domain) == 2 and all(values.numbers(one).keys() == {0, 1} for one in self.terms)
        if not is_counted or comb(count, at_most) + comb(count, max(at_least, 0)) > COMBINATIONS_AT_MOST:
            yield from super().stated(values)
            return
        yield from ([-one for one in some] for some in combinations(literals, at_most))
        yield from map(list, combinations(literals, at_least)) if at_least >= 0 else ([],)

    def relaxed(self, values: Values) -> Iterator[Row]:
        """The sum itself."""
        factors: dict[int, int] = {}
        for term in self.terms:
            for number, literal in values.numbers(term).items():
                factors[literal] = factors.get(literal, 0) + number
        low, *_, high = (number if abs(number) < 1 << 62 else inf * number for number in self.domain)
        yield low, factors, high


@dataclass(frozen=True)
class AllDifferent(Constraint):
    """No two terms come to the same number."""

    def supported(self, domains: Domains) -> list[set[int]] | None:
        """See `Constraint`."""
        options = [term.values(domains) for term in self.terms]
        found = Matching.of([set(one) for one in options])
        if found is None:
            return None
        return [{one[n] for n in found.possible(place)} for place, one in enumerate(options)]

    def _places(self, values: Values) -> dict[int, list[int]]:
        """For each number the literals of the terms that can come to it."""
        found: dict[int, list[int]] = {}
        for term in self.terms:
            for number, literal in values.numbers(term).items():
                found.setdefault(number, []).append(literal)
        return found

    def stated(self, values: Values) -> Iterator[list[int]]:
        """See `Constraint`."""
        for literals in self._places(values).values():
            yield from ([-one, -other] for one, other in combinations(literals, 2))

    def relaxed(self, values: Values) -> Iterator[Row]:
        """See `Constraint`."""
        places = self._places(values)
        least = int(len(places) == len(self.terms))
        yield from ((least, dict.fromkeys(literals, 1), 1) for literals in places.values())


@dataclass(frozen=True)
class Inverse(Constraint):
    """The first half of the terms is a permutation of places from 0; the second half is its inverse."""

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

    def _pairs(self, values: Values) -> Iterator[tuple[int, int]]:
        """Literals that are equal."""
        half = len(self.terms) // 2
        for a, there in enumerate(self.terms[:half]):
            for b, back in enumerate(self.terms[half:]):
                yield values.equals(there, b), values.equals(back, a)
        for term in self.terms:
            outside = values.numbers(term).items()
            yield from ((literal, -values.true) for n, literal in outside if not 0 <= n < half)

    def stated(self, values: Values) -> Iterator[list[int]]:
        """See `Constraint`."""
        for one, other in self._pairs(values):
            yield from ([-one, other], [one, -other])

    def relaxed(self, values: Values) -> Iterator[Row]:
        """See `Constraint`."""
        yield from ((0, {one: 1, other: -1}, 0) for one, other in self._pairs(values) if one != other)


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


def _literals(literals: Iterable[int]) -> tuple[Term, ...]:
    return tuple(Term(one) if one >= 0 else Term(-1 - one, -1, 1) for one in literals)


def _expressions(expressions: Iterable[Any]) -> tuple[Term, ...]:
    listed = list(expressions)
    if any(len(one.vars) != 1 for one in listed):
        raise UnsupportedError("a constraint over expressions of several variables: give each a variable")
    return tuple(Term(one.vars[0], one.coeffs[0], one.offset) for one in listed)


def variable_names(model: CpSatModel) -> list[str]:
    """The names of the variables of a model: cells or elements first, and `a[K]` for those without a name."""
    shape = model.geometry
    cells = [shape.cell_name(cell) for cell in range(shape.cell_count)]
    first = (
        [f"x[{cell},{SYMBOLS[digit]}]" for cell in cells for digit in shape.digits] if model.direct else cells
    )
    others = list(model.cp.proto.variables)[len(first) :]
    return [*first, *(one.name or f"a[{number}]" for number, one in enumerate(others, 1))]


def domains_of(model: CpModel) -> list[set[int]]:
    """The domain of each variable; raises UnsupportedError for one that is too large."""
    domains = []
    for variable in model.proto.variables:
        ends = list(variable.domain)
        if ends[-1] - ends[0] > STEPS_AT_MOST:
            raise UnsupportedError(
                f"the variable {variable.name!r} has values from {ends[0]:,} to {ends[-1]:,};"
                f" at most {STEPS_AT_MOST:,} are looked at"
            )
        intervals = zip(ends[::2], ends[1::2], strict=True)
        domains.append({value for low, high in intervals for value in range(low, high + 1)})
    return domains


def constraints_of(model: CpModel) -> list[Constraint]:
    """The constraints of a model, in their order.

    Raises UnsupportedError for a kind of constraint that is not known here.
    """
    return [_constraint(number, one) for number, one in enumerate(model.proto.constraints, 1)]


def _constraint(number: int, one: Any) -> Constraint:  # noqa: ANN401 — OR-tools has no types for it
    enforced = tuple(one.enforcement_literal)
    sums = {"exactly_one": (1, 1), "at_most_one": (0, 1), "bool_or": (1, 1 << 62)}
    for name, domain in sums.items():
        if getattr(one, f"has_{name}")():
            return Sum.of(name.replace("_", " "), _literals(getattr(one, name).literals), enforced, domain)
    if one.has_bool_and():
        terms = _literals(one.bool_and.literals)
        return Sum.of("implication", terms, enforced, (len(terms), len(terms)))
    if one.has_bool_xor():
        terms = _literals(one.bool_xor.literals)
        odd = (n for at in range(1, len(terms) + 1, 2) for n in (at, at))
        return Sum.of("xor", terms, enforced, tuple(odd))
    if one.has_linear():
        terms = tuple(map(Term, one.linear.vars, one.linear.coeffs))
        return Sum.of("linear", terms, enforced, tuple(one.linear.domain))
    if one.has_int_prod() and not one.int_prod.target.vars:
        target = one.int_prod.target.offset
        return Word("product", _expressions(one.int_prod.exprs), enforced, 1, mul, target.__eq__)
    if one.has_all_diff():
        return AllDifferent("all different", _expressions(one.all_diff.exprs), enforced)
    if one.has_table():
        return _table(
            "table", _expressions(one.table.exprs), enforced, [*one.table.values], one.table.negated
        )
    if one.has_automaton():
        of = one.automaton
        steps = dict(
            zip(zip(of.transition_tail, of.transition_label, strict=True), of.transition_head, strict=True)
        )
        ends, terms = frozenset(of.final_states), _expressions(of.exprs)
        return Word(
            "automaton", terms, enforced, of.starting_state, lambda *at: steps.get(at), ends.__contains__
        )
    if one.has_inverse():
        both = [*one.inverse.f_direct, *one.inverse.f_inverse]
        return Inverse("inverse", tuple(map(Term, both)), enforced)
    if one.has_element() and all(not expression.vars for expression in one.element.exprs):
        terms = _expressions([one.element.linear_index, one.element.linear_target])
        pairs = [n for at, expression in enumerate(one.element.exprs) for n in (at, expression.offset)]
        return _table("element", terms, enforced, pairs, is_forbidden=False)
    kind = next((name[4:] for name in dir(one) if name.startswith("has_") and getattr(one, name)()), None)
    if kind is None:  # it says nothing
        return Sum.of("nothing", (), (), (0, 0))
    raise UnsupportedError(
        f"constraint {number} of the model is {kind}; known are exactly one, at most one, clauses, linear,"
        " all different, table, automaton, inverse, products that are a number, and elements of a list of"
        " numbers"
    )


def _table(
    kind: str, terms: tuple[Term, ...], enforced: tuple[int, ...], values: Sequence[int], is_forbidden: bool
) -> Word:
    """The terms come to one of the rows that follow each other in `values`; or to none of them."""
    width = len(terms)
    rows = frozenset(tuple(values[at : at + width]) for at in range(0, len(values), width))

    def step(state: frozenset[tuple[int, ...]], number: int) -> Hashable | None:
        after = frozenset(row[1:] for row in state if row[0] == number)
        return after if after or is_forbidden else None

    return Word(kind, terms, enforced, rows, step, lambda state: (() in state) != is_forbidden)
