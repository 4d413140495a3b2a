"""Of which families clauses speak, even if they say it wrongly or by auxiliary variables.

A family is only called forgotten where nothing at all speaks of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from sudocube.clock import Clock
from sudocube.cube import Family, cube
from sudocube.encoder.at_most_one import Clause
from sudocube.lab.encoded_clauses import linked_by_auxiliary_variables
from sudocube.lab.rule_clauses import ClauseSet, Part, RuleClauses
from sudocube.lab.slip_clauses import LEAST, MOST


class FamilyMentions:
    """The families, and the halves of them, that clauses speak of; those that are `explained` do not count.

    `by_auxiliary` are the families of which clauses with auxiliary variables speak. Where such clauses are
    linked, and their elements are not all in one line, they may speak of any family; so may a clause that
    does not follow from the rules. A clause `of_another` is on lines of several families, and one of them
    explains why it is there, so it does not show that anything was begun of the others.

    Raises TimeoutError when the clock runs out.

    >>> from sudocube.geometry import Geometry
    >>> from sudocube.lab.rule_clauses import rule_clauses
    >>> clauses = [(1, 2, 3, 4), (-1, 65), (-9, -65)]
    >>> found = FamilyMentions(clauses, rule_clauses(Geometry.of_size(4)), (), Clock())
    >>> sorted(map(str, found.families)), sorted(map(str, found.by_auxiliary))
    (['cell', 'row'], ['row'])
    """

    def __init__(
        self, clauses: Iterable[Clause], rules: RuleClauses, explained: Collection[ClauseSet], clock: Clock
    ) -> None:
        self._rules = rules
        self._all_lines = cube(rules.shape).lines
        self._lines_of: list[set[int]] = [set() for _ in range(rules.top + 1)]
        for number, line in enumerate(self._all_lines):
            for element in line.elements:
                self._lines_of[element + 1].add(number)
        plain, groups = linked_by_auxiliary_variables(clauses, rules.top, clock)
        self.by_auxiliary = frozenset(family for group in groups for family in self._of_group(group))
        self.of_another = set[ClauseSet]()
        self.parts = frozenset(self._of_plain(plain, explained, clock))
        self.families = self.by_auxiliary | {part.family for part in self.parts}

    def _of_group(self, group: Sequence[Clause]) -> set[Family]:
        """The families that clauses speak of which are linked by auxiliary variables."""
        variables = {abs(literal) for clause in group for literal in clause}
        elements = {variable for variable in variables if variable <= self._rules.top}
        return (self._around(elements) or set(Family)) if elements else set()

    def _around(self, elements: Collection[int]) -> set[Family]:
        """The families of the lines that all these elements are on."""
        lines = set.intersection(*(self._lines_of[element] for element in elements))
        return {self._all_lines[line].family for line in lines}

    def _of_plain(
        self, clauses: Iterable[Clause], explained: Collection[ClauseSet], clock: Clock
    ) -> set[Part]:
        """What the clauses without auxiliary variables speak of.

        A pair may be in a row and in a box. It speaks of both, unless one of them has clauses of its own,
        all of which are there as often as the pair.
        """
        times = Counter(map(frozenset, clock.watched(clauses)))
        fewest: dict[Part, int] = {}
        shared: list[tuple[ClauseSet, list[Part], int]] = []
        found: set[Part] = set()
        for clause, count in times.items():
            clock.check()
            if clause in explained or any(-literal in clause for literal in clause):
                continue
            if not self._rules.follows(clause):
                found |= {Part(family, half) for family in Family for half in (LEAST, MOST)}
                continue
            half = LEAST if all(literal > 0 for literal in clause) else MOST
            around = [Part(family, half) for family in self._around(set(map(abs, clause)))]
            if len(around) == 1:
                fewest[around[0]] = min(count, fewest.get(around[0], count))
            elif around:
                shared.append((clause, around, count))
            else:
                found |= {Part(family, half) for family in self._touched(clause)}
        for clause, parts, count in shared:
            is_explained = any(fewest.get(part, 0) >= count for part in parts)
            found |= set() if is_explained else set(parts)
            if is_explained or any(part.family in self.by_auxiliary for part in parts):
                self.of_another.add(clause)
        return found | set(fewest)

    def _touched(self, clause: ClauseSet) -> set[Family]:
        """The families with a line on which two elements of a clause are."""
        on = Counter(line for literal in clause for line in self._lines_of[abs(literal)])
        return {self._all_lines[line].family for line, count in on.items() if count > 1}
