"""How "at most one of these literals is true" is written as clauses: one function for each way.

Such a function takes the literals and `new_variable`, which returns a new auxiliary variable at each call;
it returns the clauses. Other modules call `at_most_one`: it writes the clauses once for each number of
literals and renumbers them afterwards.

    pairwise    n(n-1)/2 clauses, no auxiliary variables: no two together
    ladder      I. P. Gent and P. Nightingale, "A New Encoding of AllDifferent into SAT", 2004
    product     J. Chen, "A New SAT Encoding of the At-Most-One Constraint", 2010
    commander   W. Klieber and G. Kwon, "Efficient CNF Encoding for Selecting 1 from N Objects", 2007
    bimander    S. Hölldobler and V. H. Nguyen, "On SAT-Encodings of the At-Most-One Constraint", 2013
    others      as PySAT's CardEnc writes them (A. Ignatiev, A. Morgado and J. Marques-Silva, "PySAT: A
                Python Toolkit for Prototyping with SAT Oracles", 2018)

`product` and `commander` write "at most one" of their auxiliary variables in the same way again, and up to
PAIRS_UP_TO of them in pairs.

`explained` says what the auxiliary variables stand for, and which clauses define them. This is found from the
clauses themselves, once for each way and number of literals: what unit propagation makes of an auxiliary
variable when one literal is true is its *meaning*. Some ways, such as the ladder, are written the other way
round: a variable is false if one of some literals is true, and else true. A meaning counts only if all
clauses hold by it where at most one literal is true. A clause that holds by it for two literals, too, is a
part of a definition; any other says "at most one".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations, count
from itertools import pairwise as neighbours
from math import isqrt

Clause = Sequence[int]
"""Literals of which at least one is true.

Pairs are tuples: so many lists would make Python's garbage collector run too often.
"""

NewVariable = Callable[[], int]

PAIRS_UP_TO = 6
"""For up to so many literals, `product` and `commander` write pairs: no way of theirs has fewer clauses."""


def at_most_one(way: str, literals: Sequence[int], top: int, group_size: int = 0) -> tuple[list[Clause], int]:
    """The clauses, and the highest variable in use after them.

    `way` is a name in `WAYS`. `top` is the highest variable in use so far: the auxiliary variables are those
    above it, up to the returned one. `group_size` is for the ways in `GROUPED`; 0 is the default size, which
    their source recommends.

    >>> at_most_one("pairwise", [1, 2, 3], 9)
    ([(-1, -2), (-1, -3), (-2, -3)], 9)
    >>> at_most_one("product", [1, 2, 3, 4, 5, 6, 7], 9)[1]
    15
    """
    if way == "pairwise":
        return pairwise(literals), top
    clauses, added = pattern(way, len(literals), group_size)
    number = [0, *literals, *range(top + 1, top + added + 1)]
    number += [-literal for literal in reversed(number[1:])]  # number[-k] is the negation of number[k]
    return [[number[literal] for literal in clause] for clause in clauses], top + added


@cache
def pattern(way: str, length: int, group_size: int = 0) -> tuple[tuple[tuple[int, ...], ...], int]:
    """The clauses for the literals 1 to `length`, and how many auxiliary variables they have.

    The auxiliary variables are numbered from `length` + 1.
    """
    numbers = count(length + 1)
    size = (group_size,) if way in GROUPED and group_size else ()
    clauses = WAYS[way](range(1, length + 1), numbers.__next__, *size)
    return tuple(tuple(clause) for clause in clauses), next(numbers) - length - 1


def pairwise(literals: Sequence[int], new_variable: NewVariable | None = None) -> list[Clause]:
    """One binary clause for each pair."""
    return list(combinations([-literal for literal in literals], 2))


def ladder(literals: Sequence[int], new_variable: NewVariable) -> list[Clause]:
    """Rungs that are true up to a point; a literal is true where they end, and if all are true, none is.

    PySAT writes the same for one literal more, which stands for "none"; that costs a variable and two clauses
    more for each line.
    """
    if len(literals) < 3:
        return pairwise(literals)
    rungs = [new_variable() for _ in literals]
    clauses: list[Clause] = [[lower, -upper] for lower, upper in neighbours(rungs)]
    clauses += [[literals[0], rungs[0]], [-literals[0], -rungs[0]]]
    for literal, (lower, upper) in zip(literals[1:], neighbours(rungs), strict=True):
        clauses += [[literal, -lower, upper], [-literal, lower], [-literal, -upper]]
    return clauses


def product(literals: Sequence[int], new_variable: NewVariable) -> list[Clause]:
    """The literals are put in a rectangle: at most one row and one column of it have a true literal."""
    if len(literals) <= PAIRS_UP_TO:
        return pairwise(literals)
    width = isqrt(len(literals) - 1) + 1
    rows = [new_variable() for _ in range(0, len(literals), width)]
    columns = [new_variable() for _ in range(width)]
    clauses = []
    for place, literal in enumerate(literals):
        clauses += [[-literal, rows[place // width]], [-literal, columns[place % width]]]
    return clauses + product(rows, new_variable) + product(columns, new_variable)


def commander(literals: Sequence[int], new_variable: NewVariable, group_size: int = 3) -> list[Clause]:
    """Each group has at most one true literal, and a commander that is true when it has one.

    At most one of the commanders is true, written in the same way. Groups of three need fewest clauses. A
    group of one is its own commander.
    """
    if len(literals) <= max(PAIRS_UP_TO, group_size + 1):
        return pairwise(literals)
    clauses: list[Clause] = []
    commanders: list[int] = []
    for group in _groups(literals, group_size):
        if len(group) == 1:
            commanders += group
            continue
        commanders.append(new_variable())
        clauses += pairwise(group)
        clauses += [[-literal, commanders[-1]] for literal in group]
        clauses.append([*group, -commanders[-1]])
    return clauses + commander(commanders, new_variable, group_size)


def bimander(literals: Sequence[int], new_variable: NewVariable, group_size: int = 2) -> list[Clause]:
    """Each group has at most one true literal, and a number in binary, which a true literal spells.

    Two groups with a true literal would give one bit two values. Groups of two need fewest clauses.
    """
    groups = _groups(literals, group_size)
    bits = [new_variable() for _ in range((len(groups) - 1).bit_length())]
    clauses = [clause for group in groups for clause in pairwise(group)]
    for number, group in enumerate(groups):
        code = [bit if number >> place & 1 else -bit for place, bit in enumerate(bits)]
        clauses += [[-literal, bit] for literal in group for bit in code]
    return clauses


def _groups(literals: Sequence[int], size: int) -> list[Sequence[int]]:
    return [literals[start : start + size] for start in range(0, len(literals), size)]


def _of_pysat(kind: str, literals: Sequence[int], new_variable: NewVariable) -> list[Clause]:
    """The way that is called `kind` in PySAT's CardEnc."""
    from pysat.card import CardEnc, EncType

    encoding = getattr(EncType, kind)
    clauses = CardEnc.atmost(list(literals), 1, top_id=max(literals), encoding=encoding).clauses
    auxiliary = sorted({abs(literal) for clause in clauses for literal in clause}.difference(literals))
    number = {variable: new_variable() for variable in auxiliary}
    return [
        [number.get(literal, -number.get(-literal, -literal)) for literal in clause] for clause in clauses
    ]


WAYS: dict[str, Callable[..., list[Clause]]] = {
    "pairwise": pairwise,
    "sequential-counter": partial(_of_pysat, "seqcounter"),
    "bitwise": partial(_of_pysat, "bitwise"),
    "ladder": ladder,
    "product": product,
    "commander": commander,
    "bimander": bimander,
    "totalizer": partial(_of_pysat, "totalizer"),
    "k-m-totalizer": partial(_of_pysat, "kmtotalizer"),
    "cardinality-network": partial(_of_pysat, "cardnetwrk"),
    "sorting-network": partial(_of_pysat, "sortnetwrk"),
}
"""By the name in the file of an encoding."""

GROUPED = ("commander", "bimander")
"""The ways that split the literals into groups, and take the size of a group."""


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
