"""What the rules say as clauses, half by half; and whether a clause follows from a single rule."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from itertools import combinations
from typing import NamedTuple

from sudocube.cube import Family, cube
from sudocube.encoder.at_most_one import Clause
from sudocube.geometry import Geometry
from sudocube.lab.slip_clauses import LEAST, MOST, right_clauses

ClauseSet = frozenset[int]
"""A clause without the order of its literals."""


class Part(NamedTuple):
    """One half of what the rules say of a family: "at least one" or "at most one"."""

    family: Family
    half: str


PARTS = tuple(Part(family, half) for half in (LEAST, MOST) for family in Family)


class Judged(NamedTuple):
    """How many clauses follow from a rule, and how many do not: without and with auxiliary variables.

    Of those that follow, `exact` are the clauses of the rules themselves, and not weaker ones.
    """

    exact: int
    follow: int
    wrong: int
    auxiliary: int


class RuleClauses:
    """The clauses of the rules for one geometry, over the variables 1 to n³; see `rule_clauses`."""

    def __init__(self, shape: Geometry) -> None:
        self.shape = shape
        self.top = shape.size**3
        self._peers = [frozenset[int](), *(frozenset(map(_number, them)) for them in cube(shape).peers)]
        self._lines: list[list[ClauseSet]] = [[] for _ in range(self.top + 1)]
        for line in cube(shape).lines:
            numbers = frozenset(map(_number, line.elements))
            for number in numbers:
                self._lines[number].append(numbers)

    def lines(self, family: Family) -> list[list[int]]:
        """The variables of the lines of a family."""
        return [list(map(_number, line.elements)) for line in cube(self.shape).lines_of(family)]

    def of_part(self, part: Part) -> list[Clause]:
        """The clauses of a part in their order."""
        return list(right_clauses(part.half, self.lines(part.family)))

    @cached_property
    def parts(self) -> dict[Part, frozenset[ClauseSet]]:
        """The clauses of each part; two parts may share some."""
        return {part: frozenset(map(frozenset, self.of_part(part))) for part in PARTS}

    @cached_property
    def _exact(self) -> frozenset[ClauseSet]:
        return frozenset[ClauseSet]().union(*self.parts.values())

    def states(self, clause: Iterable[int]) -> bool:
        """Whether a clause is one of the rules, not a weaker one."""
        return frozenset(clause) in self._exact

    def follows(self, clause: Iterable[int]) -> bool:
        """Whether a clause contains one of the clauses of the rules, or is always true.

        >>> rules = rule_clauses(Geometry.of_size(4))
        >>> [rules.follows(clause) for clause in ([-1, -2, 3], [1, 2, 3, 4, 64], [-1, -64], [5, -5])]
        [True, True, False, True]
        """
        literals = frozenset(clause)
        negated = [-literal for literal in literals if -self.top <= literal < 0]
        if not literals.isdisjoint(negated):
            return True
        if any(two in self._peers[one] for one, two in combinations(negated, 2)):
            return True
        if len(literals) - len(negated) < self.shape.size:
            return False
        some = (literal for literal in literals if 0 < literal <= self.top)
        return any(line <= literals for literal in some for line in self._lines[literal])

    def judged(self, clauses: Iterable[Clause], stop: int) -> Judged:
        """How many clauses follow, and how many do not; no more are counted when `stop` are wrong."""
        exact = follow = wrong = auxiliary = 0
        for clause in clauses:
            if self.follows(clause):
                follow += 1
                exact += self.states(clause)
            elif any(abs(literal) > self.top for literal in clause):
                auxiliary += 1
            else:
                wrong += 1
                if wrong >= stop:
                    break
        return Judged(exact, follow, wrong, auxiliary)


def _number(element: int) -> int:
    return element + 1


@cache
def rule_clauses(shape: Geometry) -> RuleClauses:
    """The clauses of a geometry, made once."""
    return RuleClauses(shape)


def is_enough(parts: Sequence[Part]) -> bool:
    """Whether these parts alone are known to say the rules.

    That is so if each family has at least one half, but the halves are not all the same.

    >>> is_enough([Part(Family.CELL, LEAST), *(Part(unit, MOST) for unit in ("row", "column", "box"))])
    True
    """
    halves = {part.half for part in parts}
    return len(halves) == 2 and {part.family for part in parts} == set(Family)
