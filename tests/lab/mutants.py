"""Damaged encodings: in each, one thing that a correct encoding says, means or reads is dropped or changed.

Some of them still say the rules, because the correct encoding was redundant. `says_the_rules` finds out
without the laboratory, by going through the models one by one.
"""

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from functools import cache, partial
from itertools import permutations, product
from random import Random
from typing import NamedTuple

from pysat.solvers import Solver

from sudocube.encoder import Encoding
from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.building_blocks import EncodedLine
from sudocube.geometry import Geometry
from sudocube.lab.encoded_clauses import EncodedClauses, encoded_clauses
from sudocube.trusted import objection


class Mutant(NamedTuple):
    """How an encoding was damaged, and a function that makes it: there are many, and few are looked at."""

    damage: str
    make: Callable[[], EncodedClauses]


def mutants(encoding: Encoding, geometry: Geometry, rng: Random) -> Iterator[Mutant]:
    """Everything that can be dropped or damaged, one at a time; places within a line are random."""
    right = encoded_clauses(encoding, geometry)
    for statement in encoding.statements:
        yield Mutant(
            f"without {statement.key}", partial(encoded_clauses, encoding.without(statement), geometry)
        )
    yield from _damaged_clauses(right, rng)
    yield from _damaged_meanings(right, rng)


def _damaged_clauses(right: EncodedClauses, rng: Random) -> Iterator[Mutant]:
    """For each statement and kind of clause: one or all of them dropped, or changed in a literal."""
    declared = right.meaning.declared

    def kind(clause: Clause) -> tuple[int, int, int, int]:
        plain = [v for v in clause if abs(v) <= declared]
        auxiliary = [v for v in clause if abs(v) > declared]
        signs = sum(v > 0 for v in plain), sum(v < 0 for v in plain)
        return *signs, sum(v > 0 for v in auxiliary), len(auxiliary)

    found: dict[tuple[str, tuple[int, int, int, int]], list[tuple[int, int]]] = {}
    for at, line in enumerate(right.lines):
        for number, clause in enumerate(line.clauses):
            found.setdefault((line.statement.key, kind(clause)), []).append((at, number))
    for (key, shape), places in found.items():
        one = [rng.choice(places)]
        for which, chosen in (("one clause", one), ("all clauses", places)):
            name = f"{which} {shape} of {key}"
            yield Mutant(f"without {name}", partial(_changed, right, chosen, lambda _: None))
            yield Mutant(
                f"a literal negated in {name}", partial(_changed, right, chosen, _with_first_negated)
            )
        yield Mutant(
            f"a literal dropped from {name}", partial(_changed, right, one, lambda clause: clause[1:])
        )


def _with_first_negated(clause: Clause) -> Clause:
    return [-clause[0], *clause[1:]]


def _changed(right: EncodedClauses, places: Sequence[tuple[int, int]], change) -> EncodedClauses:
    """The encoding with the clauses at some places changed; where `change` returns None, dropped."""
    wanted: dict[int, set[int]] = {}
    for at, number in places:
        wanted.setdefault(at, set()).add(number)
    lines: list[EncodedLine] = []
    for at, line in enumerate(right.lines):
        clauses = [change(c) if k in wanted.get(at, ()) else c for k, c in enumerate(line.clauses)]
        lines.append(replace(line, clauses=[c for c in clauses if c is not None]))
    return replace(right, lines=lines)


def _damaged_meanings(right: EncodedClauses, rng: Random) -> Iterator[Mutant]:
    """Wrong definitions of variables that are not elements, and elements that are read wrongly."""
    meaning = right.meaning
    for kind, first in meaning.first.items():
        if kind == "direct":
            continue
        last = min((f for f in meaning.first.values() if f > first), default=meaning.declared + 1)
        at = rng.randrange(first, last) - 1
        elements = meaning.definitions[at]
        other = next(e for e in range(right.cube.element_count) if e not in elements)
        for damage, wrong in (
            ("one element less", elements[1:]),
            ("one element more", (*elements, other)),
            ("another element", (other,)),
        ):
            damaged = copy(meaning)
            damaged.definitions = (*meaning.definitions[:at], wrong, *meaning.definitions[at + 1 :])
            name = meaning.name(at + 1)
            yield Mutant(f"the definition of {name}: {damage}", partial(replace, right, meaning=damaged))
    if meaning.primary != "direct":
        cell, n = rng.randrange(right.geometry.cell_count), right.geometry.size
        read = list(meaning.elements)
        first = cell * n
        for damage, spelt in (
            ("two digits swapped", [read[first + 1], read[first], *read[first + 2 : first + n]]),
            ("one digit read as another", [read[first + 1], *read[first + 1 : first + n]]),
            ("one literal less", [*read[first : first + n - 1], read[first + n - 1][:-1]]),
        ):
            damaged = copy(meaning)
            damaged.elements = (*read[:first], *spelt, *read[first + n :])
            yield Mutant(
                f"reading {right.geometry.cell_name(cell)}: {damage}",
                partial(replace, right, meaning=damaged),
            )


@cache
def valid_grids_of_size_4() -> frozenset[bytes]:
    """All valid grids of size 4, from all pairs of bands of two rows with valid boxes."""
    rows = list(permutations(range(1, 5)))
    bands = [(*a, *b) for a, b in product(rows, rows) if len({*a[:2], *b[:2]}) == 4]
    grids = ((*top, *bottom) for top, bottom in product(bands, bands))
    return frozenset(bytes(grid) for grid in grids if objection(grid, [0] * 16, 2, 2) is None)


def says_the_rules(mutant: EncodedClauses) -> bool:
    """Whether the models of an encoding of size 4 are the 288 valid grids, one model after the other."""
    valid, seen = valid_grids_of_size_4(), set()
    meaning = mutant.meaning
    others = (first for first in meaning.first.values() if first > 1)
    primary = range(1, min(others, default=meaning.declared + 1))  # what a grid is read from
    with Solver("glucose4", bootstrap_with=mutant.clauses) as solver:
        while solver.solve():
            values = dict.fromkeys(primary, False)
            values.update((abs(v), v > 0) for v in solver.get_model() if abs(v) in values)
            digits = meaning.digits([v if true else -v for v, true in values.items()])
            if any(len(held) != 1 for held in digits):
                return False
            grid = bytes(held[0] for held in digits)
            if grid not in valid:
                return False
            seen.add(grid)
            solver.add_clause([-v if true else v for v, true in values.items()])
    return seen == valid


def loses_none(mutant: EncodedClauses) -> bool:
    """Whether each of the 288 valid grids is one of its models."""
    with Solver("glucose4", bootstrap_with=mutant.clauses) as solver:
        return all(solver.solve(assumptions=mutant.literals(grid)) for grid in valid_grids_of_size_4())
