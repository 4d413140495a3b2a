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
step of a word. Both come from the same rows. A row counts literals, or it says that a literal, with the
factor -1, is true exactly if one of the others is, of which two are never true. The relaxation of a sum is
the sum; that of the others is the convex hull of what satisfies them, or, if they are only enforced at times,
that of each of their clauses.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import comb, inf
from operator import add, mul
from typing import Any, NamedTuple

from ortools.sat.python.cp_model import CpModel

from sudocube.encoder.cpsat_model import CpSatModel
from sudocube.errors import UnsupportedError
from sudocube.geometry import SYMBOLS
from sudocube.lab.programs import Row

Domains = Sequence[set[int]]
"""The values that each variable can still have."""

Options = Sequence[Collection[int]]
"""What each term can come to."""

VALUES_AT_MOST, STEPS_AT_MOST = 1000, 100_000
"""Values of a variable, and steps of a word, that are looked at."""

NAMES_AT_MOST = 10
"""Variables of a constraint that are named."""

COMBINATIONS_AT_MOST = 1000
"""A sum of Booleans is written as so many clauses, of which each forbids some of them together."""

ENDLESS = 1 << 62
"""Bounds of OR-tools beyond this are none."""


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

    `known` has literals of the first variables, by value; `top` is their highest, and `new` raises it. `rows`
    say that each variable has one value.
    """

    def __init__(self, domains: Domains, known: Sequence[Mapping[int, int]] = (), top: int = 0) -> None:
        self.top = top
        self.true = self.new()
        self.rows: list[Row] = [(1, {self.true: 1}, 1)]
        self._of: list[dict[int, int]] = []
        for variable, domain in enumerate(domains):
            of = dict(known[variable]) if variable < len(known) else {}
            if not of and domain <= {0, 1}:
                of = {1: self.new(), 0: -self.top}
            self.rows += [(0, {of.pop(value): 1}, 0) for value in sorted(of.keys() - domain)]
            of |= {value: self.new() for value in sorted(domain - of.keys())}
            self._of.append(of)
            if len(of) != 2 or sum(of.values()) != 0:  # no literal and its negation
                self.rows.append((1, dict.fromkeys(of.values(), 1), 1))

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

    def new(self) -> int:
        """A further variable."""
        self.top += 1
        return self.top

    def equals(self, term: Term, number: int) -> int:
        """The literal that is true exactly if a term comes to a number."""
        return self.numbers(term).get(number, -self.true)

    def numbers(self, term: Term) -> dict[int, int]:
        """What a term can come to, each number with its literal."""
        return {term.of(value): literal for value, literal in self._of[term.variable].items()}

    @property
    def clauses(self) -> list[list[int]]:
        """The rows as clauses."""
        return [clause for row in self.rows for clause in _as_clauses(row)]


def _if_one_of(literal: int, others: Iterable[int], high: float = 0) -> Row:
    """A literal is true exactly if one of the others is, of which two never are; only if, with `high`."""
    factors = Counter(others)
    factors[literal] -= 1
    return 0, {one: factor for one, factor in factors.items() if factor}, high


def _as_clauses(row: Row) -> Iterator[list[int]]:
    """The clauses of a row."""
    literals = [literal for literal, factor in row[1].items() if factor > 0]
    if len(literals) < len(row[1]):
        [literal] = row[1].keys() - set(literals)
        yield [-literal, *literals]
        yield from ([literal, -one] for one in literals if not row[2])
    else:
        false_among, true_among = _numbers_among(row)
        yield from ([-one for one in some] for some in combinations(literals, false_among))
        yield from map(list, combinations(literals, true_among))


def _numbers_among(row: Row) -> tuple[int, int]:
    """Among how many of the literals of a count one has to be false, and among how many one true."""
    low, factors, high = row
    return int(min(len(factors), max(high, -1))) + 1, int(max(len(factors) - max(low, 0) + 1, 0))


@dataclass(frozen=True)
class Constraint(ABC):
    """A constraint over `terms`; it only has to be kept where each of `enforcement`, Booleans, is 1."""

    kind: str
    terms: tuple[Term, ...]
    enforcement: tuple[Term, ...]

    @abstractmethod
    def supported(self, options: Options) -> Options | None:
        """What each term comes to in the ways to keep it; None for no way."""

    @abstractmethod
    def relaxed(self, values: Values) -> Iterator[Row]:
        """Its relaxation, as if it were always enforced."""

    def stated(self, values: Values) -> Iterator[Row]:
        """Rows whose clauses say the same, as if it were always enforced."""
        return self.relaxed(values)

    @property
    def scope(self) -> tuple[int, ...]:
        """Its variables, each once."""
        return tuple(dict.fromkeys(one.variable for one in (*self.enforcement, *self.terms)))

    def in_words(self, name: Callable[[int], str]) -> str:
        """What it is, and of which variables: their names, cut where they are many."""
        shown = ", ".join(map(name, self.scope[:NAMES_AT_MOST]))
        return f"{self.kind} ({shown}{', …' * (len(self.scope) > NAMES_AT_MOST)})"

    def propagated(self, domains: Domains) -> dict[int, set[int]] | None:
        """The variables of which values go, each with what is left; None for a contradiction."""
        undecided = [term for term in self.enforcement if len(domains[term.variable]) > 1]
        if len(undecided) > 1 or any(1 not in term.values(domains) for term in self.enforcement):
            return {}
        options = [term.values(domains) for term in self.terms]
        supported = self.supported(options)
        if undecided:
            [switch] = undecided
            return {switch.variable: {switch.values(domains)[0]}} if supported is None else {}
        if supported is None:
            return None
        left: dict[int, set[int]] = {}
        for term, value_of, numbers in zip(self.terms, options, supported, strict=True):
            before = left.get(term.variable, domains[term.variable])
            left[term.variable] = before & {value_of[number] for number in numbers}
        if not all(left.values()):
            return None
        return {variable: values for variable, values in left.items() if values != domains[variable]}

    def clauses(self, values: Values) -> list[list[int]]:
        """Clauses that say the same."""
        enforced = [values.equals(term, 0) for term in self.enforcement]
        told = ([*enforced, *clause] for row in self.stated(values) for clause in _as_clauses(row))
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

    def _layers(self, options: Options) -> list[list[Arc]] | None:
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

    def supported(self, options: Options) -> Options | None:
        """See `Constraint`."""
        layers = self._layers(options)
        return None if layers is None else [{number for _, number, _ in arcs} for arcs in layers]

    def relaxed(self, values: Values) -> Iterator[Row]:
        """A flow along the arcs, from the start to the ends."""
        return self._flow(values)

    def stated(self, values: Values) -> Iterator[Row]:
        """The same without variables for the last arcs: a state needs one of its numbers, and the reverse."""
        return self._flow(values, len(self.terms))

    def _flow(self, values: Values, bare: int = 0) -> Iterator[Row]:
        """The rows of a flow; the arcs at the place `bare`, from 1, have no variables."""
        layers = self._layers([values.numbers(term) for term in self.terms])
        if layers is None:
            yield 1, {}, 1
        reached: dict[Hashable, int] = {self.start: values.true}
        for place, (term, arcs) in enumerate(zip(self.terms, layers or (), strict=False), 1):
            literals, high = values.numbers(term), inf if place == bare else 0
            times = Counter(number for _, number, _ in arcs)
            after, before, reading = (defaultdict[Hashable, list[int]](list) for _ in range(3))
            for tail, number, head in arcs:
                arc = literals[number] if times[number] == 1 or place == bare else values.new()
                after[tail].append(arc)
                before[head].append(arc)
                reading[number].append(reached[tail] if place == bare else arc)
            yield from (_if_one_of(v, reading[n], high) for n, v in literals.items())
            yield from (_if_one_of(literal, after[state], high) for state, literal in reached.items())
            reached = {state: into[0] if len(into) == 1 else values.new() for state, into in before.items()}
            yield from (_if_one_of(reached[one], into) for one, into in before.items() if place != bare)


@dataclass(frozen=True)
class Sum(Constraint):
    """The sum of the terms is in an interval of `domain`: its ends, one after the other."""

    domain: tuple[int, ...]

    @property
    def _word(self) -> Word:
        """Its states are the sums so far."""
        ends = [*zip(self.domain[::2], self.domain[1::2], strict=True)]
        return Word(self.kind, self.terms, (), 0, add, lambda n: any(low <= n <= high for low, high in ends))

    def supported(self, options: Options) -> Options | None:
        """See `Constraint`."""
        return self._word.supported(options)

    def stated(self, values: Values) -> Iterator[Row]:
        """The sum itself, if it is a count of few literals; else that of the word."""
        [row] = self.relaxed(values)
        return iter([row]) if self.is_short(row) else self._word.stated(values)

    def is_short(self, row: Row) -> bool:
        """Whether this row, the sum itself, is a count that few clauses state."""
        clauses = sum(comb(len(row[1]), among) for among in _numbers_among(row))
        return len(self.domain) == 2 and set(row[1].values()) <= {1} and clauses <= COMBINATIONS_AT_MOST

    def relaxed(self, values: Values) -> Iterator[Row]:
        """The sum of what is more than the least of each term."""
        low, high = self.domain[0], self.domain[-1]
        factors = defaultdict[int, int](int)
        for term in self.terms:
            numbers = values.numbers(term)
            low, high = low - min(numbers), high - min(numbers)
            for number, literal in numbers.items():
                if number > min(numbers):
                    factors[literal] += number - min(numbers)
        yield low if low > -ENDLESS else -inf, factors, high if high < ENDLESS else inf


@dataclass(frozen=True)
class AllDifferent(Constraint):
    """No two terms come to the same number."""

    def supported(self, options: Options) -> Options | None:
        """See `Constraint`."""
        found = Matching.of([set(one) for one in options])
        return None if found is None else [*map(found.possible, range(len(options)))]

    def relaxed(self, values: Values) -> Iterator[Row]:
        """Each number at most once; where there are no more numbers than terms, exactly once."""
        places = defaultdict[int, dict[int, int]](dict)
        for term in self.terms:
            for number, literal in values.numbers(term).items():
                places[number][literal] = 1
        least = int(len(places) == len(self.terms))
        yield from ((least, literals, 1) for literals in places.values())


@dataclass(frozen=True)
class Inverse(Constraint):
    """The first half of the terms is a permutation of places from 0; the second half is its inverse."""

    def supported(self, options: Options) -> Options | None:
        """See `Constraint`."""
        half = range(len(self.terms) // 2)
        back = options[len(half) :]
        found = Matching.of([{b for b in half if b in options[a] and a in back[b]} for a in half])
        if found is None:
            return None
        there = [found.possible(a) for a in half]
        return [*there, *({a for a in half if b in there[a]} for b in half)]

    def relaxed(self, values: Values) -> Iterator[Row]:
        """Literals that are equal; those of numbers that are no places are false."""
        half = len(self.terms) // 2
        for a, b in product(range(half), repeat=2):
            yield _if_one_of(values.equals(self.terms[a], b), [values.equals(self.terms[half + b], a)])
        for term in self.terms:
            yield from ((0, {v: 1}, 0) for n, v in values.numbers(term).items() if not 0 <= n < half)


class Matching:
    """Places and numbers, a different number for each place; see `of`.

    `owner` has the place of each number, and `reach[p]`, as bits, the places to which p leads: it leads to
    the owner of each of its numbers, and on from there. Numbers that no place has belong to a further place
    at the end, which leads everywhere.
    """

    def __init__(self, options: Sequence[set[int]], owner: Mapping[int, int]) -> None:
        self.options, self.owner = options, owner
        count = len(options)
        self.reach = [sum({1 << owner.get(n, count) for n in one}) for one in options]
        self.reach.append((2 << count) - 1)
        for middle in range(count + 1):  # S. Warshall, "A Theorem on Boolean Matrices", 1962
            for place, reached in enumerate(self.reach):
                if reached >> middle & 1:
                    self.reach[place] = reached | self.reach[middle]

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
        """The numbers that a place can have: their owners lead back to it."""
        return {n for n in self.options[place] if self.reach[self.owner.get(n, -1)] >> place & 1}

    def needed_by(self, number: int) -> tuple[list[int], set[int]]:
        """The places that need a number that is impossible elsewhere, and the numbers they need together."""
        reached = self.reach[self.owner[number]]
        places = [place for place in range(len(self.options)) if reached >> place & 1]
        return places, set().union(*(self.options[place] for place in places))


def _literals(literals: Iterable[int]) -> tuple[Term, ...]:
    """Literals of CP-SAT: a variable v, or -1 - v for its negation."""
    return tuple(Term(one) if one >= 0 else Term(-1 - one, -1, 1) for one in literals)


def _expressions(expressions: Iterable[Any]) -> tuple[Term, ...]:
    listed = list(expressions)
    if any(len(one.vars) != 1 for one in listed):
        raise UnsupportedError("a constraint over expressions of several variables: give each a variable")
    return tuple(Term(one.vars[0], one.coeffs[0], one.offset) for one in listed)


def variable_names(model: CpSatModel) -> list[str]:
    """The names of the variables of a model: cells or elements first, and `a[K]` for those without a name."""
    shape = model.geometry
    first = [shape.cell_name(cell) for cell in range(shape.cell_count)]
    if model.direct:
        first = [f"x[{cell},{SYMBOLS[digit]}]" for cell in first for digit in shape.digits]
    others = list(model.cp.proto.variables)[len(first) :]
    return [*first, *(one.name or f"a[{number}]" for number, one in enumerate(others, 1))]


def domains_of(model: CpModel) -> list[set[int]]:
    """The domain of each variable; raises UnsupportedError for one that is too large."""
    domains = []
    for variable in model.proto.variables:
        ends = list(variable.domain)
        if ends[-1] - ends[0] > VALUES_AT_MOST:
            raise UnsupportedError(
                f"the variable {variable.name!r} has values from {ends[0]:,} to {ends[-1]:,};"
                f" at most {VALUES_AT_MOST:,} are looked at"
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
    enforced = _literals(one.enforcement_literal)
    kind = next(
        (name[4:] for name in dir(one) if name.startswith("has_") and getattr(one, name)()), "nothing"
    )
    of: Any = getattr(one, kind, None)
    name = kind.replace("_", " ")
    match kind:
        case "nothing":
            return Sum(name, (), (), (0, 0))
        case "exactly_one" | "at_most_one" | "bool_or":
            domain = (int(kind != "at_most_one"), 1 if kind != "bool_or" else 2 * ENDLESS)
            return Sum(name, _literals(of.literals), enforced, domain)
        case "bool_and":
            return Sum("implication", _literals(of.literals), enforced, (len(of.literals),) * 2)
        case "linear":
            return Sum(name, tuple(map(Term, of.vars, of.coeffs)), enforced, tuple(of.domain))
        case "int_prod" if not of.target.vars:
            return Word("product", _expressions(of.exprs), enforced, 1, mul, of.target.offset.__eq__)
        case "all_diff":
            return AllDifferent("all different", _expressions(of.exprs), enforced)
        case "table":
            return _table(_expressions(of.exprs), enforced, [*of.values], is_forbidden=of.negated)
        case "automaton":
            arcs = zip(of.transition_tail, of.transition_label, of.transition_head, strict=True)
            steps = {(tail, label): head for tail, label, head in arcs}
            ends, start = frozenset(of.final_states), of.starting_state
            terms = _expressions(of.exprs)
            return Word(name, terms, enforced, start, lambda *at: steps.get(at), ends.__contains__)
        case "inverse":
            return Inverse(name, tuple(map(Term, [*of.f_direct, *of.f_inverse])), enforced)
    raise UnsupportedError(
        f"constraint {number} of the model is {kind}; known are exactly one, at most one, clauses, linear,"
        " all different, table, automaton, inverse, and products that are a number"
    )


def _table(
    terms: tuple[Term, ...], enforced: tuple[Term, ...], values: list[int], *, is_forbidden: bool
) -> Word:
    """The terms come to one of the rows that follow each other in `values`; or to none of them."""
    rows = frozenset(zip(*[iter(values)] * len(terms), strict=True))

    def step(state: frozenset[tuple[int, ...]], number: int) -> Hashable | None:
        after = frozenset(row[1:] for row in state if row[0] == number)
        return after if after or is_forbidden else None

    return Word("table", terms, enforced, rows, step, lambda state: (() in state) != is_forbidden)
