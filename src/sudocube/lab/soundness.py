"""Is an encoding sound: is each of its models a valid grid?

The ways to break a rule:

    a cell without a digit      none of the n elements of a cell is true
    a cell with two digits      two elements of a cell are true
    a digit twice in a unit     two elements that give the same digit to two cells of a unit are true

For each, the clauses and the violation together have to be unsatisfiable. The arguments for that, from the
cheapest to the most expensive:

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
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations
from math import inf
from typing import TYPE_CHECKING

from sudocube.clock import Clock
from sudocube.cube import Cube, Family, Line, Unit
from sudocube.errors import EngineError
from sudocube.geometry import SYMBOLS, Geometry
from sudocube.lab.encoded_clauses import EncodedClauses, Queries, random_grids
from sudocube.lab.programs import LinearProgram, Row
from sudocube.puzzle import Board, Puzzle
from sudocube.verdict import referee

if TYPE_CHECKING:
    from sudocube.fields import Cell, Digit

QUICK_SLICES = 2
"""Slices of a search for a counter-grid before everything is counted."""


class ViolationKind(StrEnum):
    """How a rule can be broken; the kind that is easiest to see in a grid comes first."""

    REPEATED_DIGIT = "a digit twice in a unit"
    EMPTY_CELL = "a cell without a digit"
    TWO_DIGITS = "a cell with two digits"


@dataclass(frozen=True, slots=True)
class Violation:
    """One way to break a rule."""

    kind: ViolationKind
    """The rule. For example: "a digit twice in a unit"."""
    cells: tuple[Cell, ...]
    """The cells that break it. For example: ["r1c1", "r1c2"]."""
    digits: tuple[Digit, ...] = ()
    """The digits that break it; none in an empty cell. For example: [1]."""
    unit: Unit | None = None
    """The first unit in which a digit stands twice. For example: "row 1", null."""

    def elements(self, cube: Cube) -> list[int]:
        """The elements of the cells and digits: all are false in an empty cell, else both are true."""
        digits = self.digits or cube.geometry.digits
        return [cube.element(cell, digit) for cell in self.cells for digit in digits]

    def literals(self, cube: Cube, first: int = 1) -> list[int]:
        """What holds in this violation, of the elements as variables from `first` on."""
        sign = -1 if self.kind is ViolationKind.EMPTY_CELL else 1
        return [sign * (first + element) for element in self.elements(cube)]

    def in_words(self, geometry: Geometry) -> str:
        """What is wrong, such as "r1c1 and r1c5 both hold 3 in row 1"."""
        names = [geometry.cell_name(cell) for cell in self.cells]
        digits = [SYMBOLS[digit] for digit in self.digits]
        if self.kind is ViolationKind.EMPTY_CELL:
            return f"{names[0]} holds no digit"
        if self.kind is ViolationKind.TWO_DIGITS:
            return f"{names[0]} holds both {digits[0]} and {digits[1]}"
        return f"{names[0]} and {names[1]} both hold {digits[0]} in {self.unit}"


def violations(cube: Cube) -> Iterator[Violation]:
    """All ways to break a rule, each once, although two cells may share both a box and a row or column."""
    first_unit: dict[tuple[int, ...], Unit] = {}
    for unit in cube.units:
        for cells in (*zip(unit.cells), *combinations(unit.cells, 2)):
            first_unit.setdefault(cells, unit)
    for cells, unit in first_unit.items():
        if len(cells) == 2:
            for digit in cube.geometry.digits:
                yield Violation(ViolationKind.REPEATED_DIGIT, cells, (digit,), unit)
        else:
            yield Violation(ViolationKind.EMPTY_CELL, cells)
            for pair in combinations(cube.geometry.digits, 2):
                yield Violation(ViolationKind.TWO_DIGITS, cells, pair)


@dataclass(frozen=True, slots=True)
class CounterGrid:
    """A grid that an encoding accepts although it is not valid.

    `grid` has a blank where a cell holds no digit. Where a cell holds several, it shows one of them, chosen
    so that the grid breaks the rules by itself; `crowded` has all digits of these cells.
    """

    in_row = "rule=violation.kind violation.cells violation.digits violation.unit in_words crowded"

    grid: Board
    violation: Violation
    crowded: Mapping[Cell, Sequence[Digit]]
    """Cells that hold several digits. For example: {"r1c1": [1, 6]}."""

    @property
    def in_words(self) -> str:
        """What is wrong. For example: "r1c1 and r1c2 both hold 1 in row 1"."""
        return self.violation.in_words(self.grid.geometry)


def counter_grid(digits: Sequence[Sequence[int]], violation: Violation, geometry: Geometry) -> CounterGrid:
    """The grid of a model that gives these digits to each cell and has this violation.

    Raises EngineError where the referee passes the grid, which would be a fault of ours.
    """
    cells = [held[0] if held else 0 for held in digits]
    for digit in violation.digits or (0,):  # a valid grid with one cell changed is not valid
        for cell in violation.cells:
            cells[cell] = digit
        grid = Board(cells, geometry)
        if referee(grid, Puzzle.of_clues({}, geometry)) is not None:
            crowded = {cell: held for cell, held in enumerate(digits) if len(held) > 1}
            return CounterGrid(grid, violation, crowded)
    raise EngineError(f"the referee finds nothing wrong where {violation.in_words(geometry)}")


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
    """Which rule a grid breaks that is accepted. For example: null."""

    @property
    def rules(self) -> dict[str, dict[str, int]]:
        """How many ways to break each rule each argument excludes; `open`: none does.

        For example: {"…": {"open": 0}}.
        """
        return {
            str(rule): {str(one): counts[one] for one in Argument if counts[one]}
            | {"open": sum(violation.kind is rule for violation in self.open)}
            for rule, counts in self.arguments.items()
        }


def soundness(encoded: EncodedClauses, clock: Clock) -> Soundness:
    """Try to rule out every violation.

    >>> from sudocube.encoder import load
    >>> from sudocube.geometry import Geometry
    >>> from sudocube.lab.encoded_clauses import encoded_clauses
    >>> found = soundness(encoded_clauses(load("minimal"), Geometry.of_size(9)), Clock())
    >>> found.holds, dict(found.arguments[ViolationKind.TWO_DIGITS])
    (True, {<Argument.COUNTING: 'counting'>: 2916})
    """
    proof, found = _Proof(encoded, clock), None
    with suppress(TimeoutError):
        clock.check()
        with encoded.queries(clock) as queries:
            proof.propagate(queries)
            found = proof.search(queries, QUICK_SLICES)
            if found is None and proof.open:
                proof.count(queries)
                found = proof.search(queries)
    holds = False if found else None if proof.open else True
    return Soundness(holds, proof.arguments, tuple(proof.open), found)


class _Proof:
    """The violations that are still open, and the arguments that ruled out the others."""

    def __init__(self, encoded: EncodedClauses, clock: Clock) -> None:
        self._encoded, self._clock = encoded, clock
        self.arguments: dict[ViolationKind, Counter[Argument]] = {kind: Counter() for kind in ViolationKind}
        self.open = dict.fromkeys(violations(encoded.cube))

    def _rule_out(self, violation: Violation, argument: Argument) -> None:
        del self.open[violation]
        self.arguments[violation.kind][argument] += 1

    def _literals(self, violation: Violation) -> list[int]:
        return violation.literals(self._encoded.cube, self._encoded.first)

    def propagate(self, queries: Queries) -> None:
        """Rule out what a clause forbids, or what unit propagation refutes."""
        known = {frozenset(clause) for clause in self._clock.watched(self._encoded.clauses)}
        elements, total = self._encoded.meaning.elements, len(self.open)
        for done, violation in enumerate(tuple(self.open)):
            if done % 1000 == 0:
                self._clock.progress("sound", done / total)
                self._clock.check()
            literals = self._literals(violation)
            forbids = {-literal for literal in literals}
            if violation.kind is not ViolationKind.EMPTY_CELL:
                forbids = {-v for one in violation.elements(self._encoded.cube) for v in elements[one]}
            if forbids in known:
                self._rule_out(violation, Argument.CLAUSE)
            elif queries.refuted_by_propagation(literals):
                self._rule_out(violation, Argument.PROPAGATION)

    def count(self, queries: Queries) -> None:
        """Rule out what counting shows, as long as it shows something."""

        def has_some(line: Line) -> bool:
            """Whether unit propagation shows that one of the elements of a line is true."""
            return queries.refuted_by_propagation([-self._encoded.first - e for e in line.elements])

        while found := ruled_out_by_counting(self._encoded.cube, [*self.open], has_some, self._clock):
            for violation in found:
                self._rule_out(violation, Argument.COUNTING)
                queries.add([-literal for literal in self._literals(violation)])  # hard to find by a search

    def search(self, queries: Queries, slices: int | None = None) -> CounterGrid | None:
        """For each kind of violation, search in all clauses for a model that has an open one.

        Where no model has one, all of that kind are ruled out; not so with a limit on the slices of each
        search, as counting says more than a search does.
        """
        meaning = self._encoded.meaning
        if self.open:  # a model close to a valid grid shows best what is wrong
            [grid] = random_grids(meaning.geometry, 1, self._clock)
            true = {meaning.cube.element(cell, digit) for cell, digit in enumerate(grid.cells)}
            near = [not true.isdisjoint(elements) for elements in meaning.definitions]
            queries.prefer([v if is_true else -v for v, is_true in enumerate(near, 1)])
        for kind in ViolationKind:
            of_kind = [violation for violation in self.open if violation.kind is kind]
            if not of_kind:
                continue
            self._clock.progress(f"sound: looking for {kind}", 0)
            selectors = [queries.new_variable() for _ in of_kind]
            for selector, violation in self._clock.watched(zip(selectors, of_kind, strict=True)):
                for literal in self._literals(violation):
                    queries.add([literal, -selector])
            queries.prefer([-selector for selector in selectors])
            some = queries.new_variable()
            queries.add([*selectors, -some])
            try:
                model = queries.model_with([some], slices)
            except TimeoutError:
                if slices is None:
                    raise
                continue
            if model is not None:
                shown = next(v for s, v in zip(selectors, of_kind, strict=True) if model[s - 1] > 0)
                return counter_grid(meaning.digits(model[: meaning.declared]), shown, meaning.geometry)
            for violation in of_kind if slices is None else ():
                self._rule_out(violation, Argument.SEARCH)
        return None


def ruled_out_by_counting(
    cube: Cube, open_violations: Sequence[Violation], has_some: Callable[[Line], bool], clock: Clock
) -> set[Violation]:
    """Those violations that are ruled out, when all others than these are known to be.

    `has_some` says of a line of a unit whether one of its elements is known to be true. Where not more can be
    true on some lines together than one on each, and one is on each, then it is exactly one; each line is
    asked for itself where that is not so. The other way round, where not less can be. Raises TimeoutError.
    """
    of: dict[frozenset[int], Violation] = {frozenset(one.elements(cube)): one for one in open_violations}
    rows: list[Row] = []
    at_least, at_most = set[Line](), set[Line]()
    for line in cube.lines:
        clock.check()
        pairs = [*map(frozenset, combinations(line.elements, 2))]
        if frozenset(line.elements) not in of if line.family is Family.CELL else has_some(line):
            at_least.add(line)
        if of.keys().isdisjoint(pairs):
            at_most.add(line)
        else:
            rows += [(0, {element + 1: 1 for element in pair}, 1) for pair in pairs if pair not in of]
        rows.append((line in at_least, {e + 1: 1 for e in line.elements}, 1 if line in at_most else inf))
    program = LinearProgram(cube.element_count, rows)

    def exact(family: Family, sign: int, known: set[Line], others: set[Line]) -> list[Line]:
        """Lines, not `known` before, with at most one (`sign` 1) or at least one (-1) true element."""

        def is_exact(*some: Line) -> bool:
            objective = {element + 1: sign for line in some for element in line.elements}
            return program.bound(objective, clock) < sign * len(some) + 1

        lines = [line for line in cube.lines_of(family) if line not in known]
        if lines and others.issuperset(lines) and is_exact(*lines):
            return lines
        return [line for line in lines if is_exact(line)]

    found = {of[frozenset(line.elements)] for line in exact(Family.CELL, -1, at_least, at_most)}
    for family in Family:
        for line in exact(family, 1, at_most, at_least):
            found |= {of[pair] for pair in map(frozenset, combinations(line.elements, 2)) if pair in of}
    return found
