"""What the auxiliary variables of "at most one" stand for, and which clauses define them.

This is found from the clauses themselves, once for each way and number of literals. The clauses are read as
rules: ¬x ∨ a says that a must be true if x is, and ¬a ∨ ¬b ∨ c that c must be true if a and b are. What must
be true for given literals, and nothing else, is the *meaning* of the auxiliary variables. A clause that holds
by this meaning alone, whichever literals are true, is a part of a definition; any other says "at most one".

Some ways, such as the ladder, are written the other way round: a variable must be false if some literal is
true. So both are tried. A meaning counts only if all clauses hold by it where at most one literal is true.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from sudocube.encoder.at_most_one import pattern

TABLES_UP_TO = 16
"""The most literals for which meanings are compared with counts: a table has 2 to the power of this bits."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """An auxiliary variable must have this `value` if at least `at_least` of the literals `of` are true.

    They are literals of the line, in its order, or auxiliary ones. If there are none, nothing makes it so.
    `unless` are auxiliary variables that the definitions name, too: the variable need not have the value if
    one of these becomes so instead, which clauses that say "at most one" exclude.
    """

    value: bool
    at_least: int
    of: tuple[int, ...]
    unless: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ExplainedPattern:
    """What the clauses of `at_most_one.pattern` say, in its numbers.

    `meanings` are those of the auxiliary variables, as far as they are short enough. `defines` has the
    clauses that are parts of definitions, each with its variable; the others say "at most one".
    """

    meanings: Mapping[int, Meaning]
    defines: Mapping[tuple[int, ...], int]


@cache
def explained(way: str, length: int, group_size: int = 0) -> ExplainedPattern:
    """What the clauses for `length` literals say; see `at_most_one.pattern`.

    >>> pairs = explained("commander", 7)
    >>> pairs.meanings[8], pairs.defines[(1, 2, 3, -8)]
    (Meaning(value=True, at_least=1, of=(1, 2, 3), unless=()), 8)
    """
    clauses, added = pattern(way, length, group_size)
    for value in (True, False):
        if added and (reading := _Reading(clauses, length, added, value=value)).is_right:
            return ExplainedPattern(dict(reading.meanings()), dict(reading.definitions()))
    return ExplainedPattern({}, {})


class _Reading:
    """The clauses read as rules, by which auxiliary variables become true if `value`, else false.

    Here `v` stands for "auxiliary variable v becomes so". A table is an integer with a bit for each choice of
    true literals: all choices of up to TABLES_UP_TO literals, else only those of two at most.
    """

    def __init__(self, clauses: Sequence[tuple[int, ...]], length: int, added: int, *, value: bool) -> None:
        self._length, self._value = length, value
        self._literals, self._auxiliary = range(1, length + 1), range(length + 1, length + added + 1)
        self._clauses = {self._read(clause): clause for clause in clauses}
        self._rules = self._find_rules()
        self._choices, self._tables = _tables_of_literals(length)
        self._tables |= dict.fromkeys(self._auxiliary, 0)
        self._everywhere = (1 << len(self._choices)) - 1
        self._fill_tables()

    def _read(self, clause: tuple[int, ...]) -> tuple[int, ...]:
        return clause if self._value else tuple(v if abs(v) <= self._length else -v for v in clause)

    def _find_rules(self) -> dict[tuple[int, ...], int]:
        """The clauses that make an auxiliary variable become so, each with that variable.

        If a clause names several, it is a rule for the first of them that has no rule of its own.
        """
        heads = {clause: [v for v in clause if v > 0] for clause in self._clauses}
        rules = {clause: found[0] for clause, found in heads.items() if len(found) == 1}
        rules = {clause: head for clause, head in rules.items() if head > self._length}
        single = set(rules.values())
        for clause, found in heads.items():
            left = [v for v in found if v not in single]
            if len(found) > 1 and left and min(found) > self._length:
                rules[clause] = left[0]
        return rules

    def _fill_tables(self) -> None:
        """Apply the rules until nothing changes."""
        grown = True
        while grown:
            grown = False
            for clause, head in self._rules.items():
                found = self._everywhere
                for v in clause:
                    if v < 0:
                        found &= self._tables[-v]
                if found & ~self._tables[head]:
                    self._tables[head] |= found
                    grown = True

    def _where(self, clause: tuple[int, ...]) -> int:
        """The choices for which a clause holds."""
        holds = 0
        for v in clause:
            holds |= self._tables[v] if v > 0 else self._everywhere & ~self._tables[-v]
        return holds

    @property
    def is_right(self) -> bool:
        """Whether all clauses hold for the choices of one literal at most."""
        few = sum(1 << place for place, choice in enumerate(self._choices) if not choice & (choice - 1))
        return all(few & self._where(clause) == few for clause in self._clauses)

    def definitions(self) -> Iterator[tuple[tuple[int, ...], int]]:
        """The clauses that hold for all choices, each with the variable that it defines.

        That is the one that a rule is for, else the last one, which is made of the others.
        """
        for clause, written in self._clauses.items():
            if self._where(clause) == self._everywhere:
                yield written, self._rules.get(clause, max(map(abs, clause)))

    def meanings(self) -> Iterator[tuple[int, Meaning]]:
        """What the auxiliary variables stand for: a count of literals, else what their rules say."""
        for v in self._auxiliary:
            if found := self._as_count(self._tables[v]) or self._as_rules(v):
                yield v, Meaning(self._value, *found, self._unless(v, found[1]))

    def _unless(self, v: int, of: tuple[int, ...]) -> tuple[int, ...]:
        """What may become so instead of v: by its rules, and by those of what stands between it and `of`."""
        if all(sum(other > 0 for other in clause) == 1 for clause in self._rules):
            return ()
        instead, seen, ahead = set[int](), set(of), [v]
        while ahead:
            head = ahead.pop()
            seen.add(head)
            for clause in (clause for clause, made in self._rules.items() if made == head):
                instead |= {other for other in clause if other > 0 and other != head}
                ahead += [-other for other in clause if other < -self._length and -other not in seen]
        return tuple(sorted(instead))

    def _as_count(self, table: int) -> tuple[int, tuple[int, ...]] | None:
        """A table as "at least so many of these literals"; None if it is no such thing."""
        if not table:
            return 1, ()
        if self._length > TABLES_UP_TO:
            of = tuple(v for v in self._literals if table >> v & 1)  # place v has the choice of v alone
            return (1, of) if self._where(of) == table else None
        of = tuple(v for v in self._literals if self._depends(table, v))
        at_least = [self._everywhere, *([0] * len(of))]
        for v in of:
            for many in range(len(of), 0, -1):
                at_least[many] |= at_least[many - 1] & self._tables[v]
        return (at_least.index(table), of) if table in at_least else None

    def _depends(self, table: int, v: int) -> bool:
        """Whether a table differs with literal v and without it."""
        without = self._everywhere & ~self._tables[v]
        return (table & without) != (table >> (1 << v - 1) & without)

    def _as_rules(self, v: int) -> tuple[int, tuple[int, ...]] | None:
        """The rules for a variable: one of these, or all of these; None if they are longer than that."""
        bodies = [
            tuple(-other for other in clause if other < 0)
            for clause, head in self._rules.items()
            if head == v
        ]
        if len(bodies) == 1:
            return len(bodies[0]), bodies[0]
        return (1, tuple(one for (one,) in bodies)) if all(len(body) == 1 for body in bodies) else None


def _tables_of_literals(length: int) -> tuple[Sequence[int], dict[int, int]]:
    """The choices of true literals, each as the bits of a mask, and the table of each literal."""
    if length > TABLES_UP_TO:
        pairs = (1 << one | 1 << other for one in range(length) for other in range(one))
        choices = [0, *(1 << one for one in range(length)), *pairs]
        tables = (sum(1 << at for at, mask in enumerate(choices) if mask >> one & 1) for one in range(length))
        return choices, dict(enumerate(tables, 1))
    everywhere = (1 << (1 << length)) - 1
    tables = (
        everywhere // ((1 << (2 << one)) - 1) * ((1 << (1 << one)) - 1 << (1 << one)) for one in range(length)
    )
    return range(1 << length), dict(enumerate(tables, 1))
