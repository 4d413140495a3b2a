"""What the auxiliary variables of "at most one" stand for, and which clauses define them.

This is found from the clauses themselves, once for each way and number of literals: what unit propagation
makes of an auxiliary variable when one literal is true is its *meaning*. Some ways, such as the ladder, are
written the other way round: a variable is false if one of some literals is true, and else true. A meaning
counts only if all clauses hold by it where at most one literal is true. A clause that holds by it for two
literals, too, is a part of a definition; any other says "at most one".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from sudocube.encoder.at_most_one import pattern


@dataclass(frozen=True, slots=True)
class Meaning:
    """An auxiliary variable has this `value` exactly if one of the literals `of` is true.

    They are literals of the line, in its order. Where there are none, no literal alone gives it this value.
    """

    value: bool
    of: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ExplainedPattern:
    """What the clauses of `at_most_one.pattern` say, in its numbers.

    `meanings` are those of the auxiliary variables; there are none where no meaning was found. `defines` has
    the clauses that are parts of definitions, each with its variable; the others say "at most one".
    """

    meanings: Mapping[int, Meaning]
    defines: Mapping[tuple[int, ...], int]


@cache
def explained(way: str, length: int, group_size: int = 0) -> ExplainedPattern:
    """What the clauses for `length` literals say; see `at_most_one.pattern`.

    >>> groups = explained("commander", 7)
    >>> groups.meanings[8], groups.defines[(1, 2, 3, -8)]
    (Meaning(value=True, of=(1, 2, 3)), 8)
    """
    clauses, added = pattern(way, length, group_size)
    literals, auxiliary = range(1, length + 1), range(length + 1, length + added + 1)
    implied = {literal: _implied(clauses, literal) for literal in literals}
    for value in (True, False):
        signed = {v: v if value else -v for v in auxiliary}
        of = {v: tuple(one for one in literals if signed[v] in implied[one]) for v in auxiliary}

        def true_with(*chosen: int) -> set[int]:
            """What is true, by these meanings, where the chosen literals are."""
            return {*chosen, *(v for v in auxiliary if set(of[v]).isdisjoint(chosen) is not value)}  # noqa: B023

        few = [true_with(), *map(true_with, literals)]
        if all(_holds(clause, true) for true in few for clause in clauses):
            pairs = [true_with(*pair) for pair in combinations(literals, 2)]
            defines = {
                clause: next((v for v in auxiliary if signed[v] in clause), max(map(abs, clause)))
                for clause in clauses
                if max(map(abs, clause)) > length and all(_holds(clause, true) for true in pairs)
            }
            return ExplainedPattern({v: Meaning(value, of[v]) for v in auxiliary}, defines)
    return ExplainedPattern({}, {})


def _holds(clause: Sequence[int], true: set[int]) -> bool:
    """Whether a clause holds where these variables are true, and no others."""
    return any((literal in true) if literal > 0 else (-literal not in true) for literal in clause)


def _implied(clauses: Sequence[Sequence[int]], literal: int) -> set[int]:
    """What unit propagation makes true if a literal is true, and the literal itself."""
    true, grown = {literal}, True
    while grown:
        grown = False
        for clause in clauses:
            if true.isdisjoint(clause):
                open_literals = [one for one in clause if -one not in true]
                if len(open_literals) == 1:
                    true.add(open_literals[0])
                    grown = True
    return true
