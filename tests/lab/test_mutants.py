"""Damaged encodings are refuted, unless they still say the rules.

At size 4 every mutant is refuted by a counter-example that is checked here, or it is proved, and then its
models are the 288 valid grids by a count that is made here. At sizes 6 and 9 some may stay undecided. A run
tries some of the mutants; `--all-mutants` tries all.
"""

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from functools import cache, partial
from itertools import permutations, product
from random import Random
from typing import NamedTuple

import pytest
from pysat.solvers import Solver

from sudocube.clock import Clock
from sudocube.encoder import Encoding, Formalism, load, names
from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.building_blocks import EncodedLine
from sudocube.encoder.cpsat_model import cpsat_model
from sudocube.geometry import Geometry
from sudocube.lab.completeness import completeness
from sudocube.lab.encoded_clauses import EncodedClauses, encoded_clauses, model_clauses
from sudocube.lab.soundness import CounterGrid, soundness
from sudocube.trusted import objection
from tests.puzzles import solved_grid

FOUR = Geometry.of_size(4)
CNF = names(Formalism.CNF)


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
        ):
            damaged = copy(meaning)
            damaged.definitions = (*meaning.definitions[:at], wrong, *meaning.definitions[at + 1 :])
            name = meaning.name(at + 1)
            yield Mutant(f"the definition of {name}: {damage}", partial(replace, right, meaning=damaged))
    if meaning.primary != "direct":
        one, two, *others = meaning.elements
        damaged = copy(meaning)
        damaged.elements = (two, one, *others)
        yield Mutant("reading r1c1: two digits swapped", partial(replace, right, meaning=damaged))
        damaged = copy(meaning)
        damaged.elements = (one[:-1], two, *others)
        yield Mutant("reading r1c1: one literal less", partial(replace, right, meaning=damaged))


@cache
def valid_grids_of_size_4() -> frozenset[bytes]:
    """All valid grids of size 4, from all pairs of bands of two rows with valid boxes."""
    rows = list(permutations(range(1, 5)))
    bands = [(*a, *b) for a, b in product(rows, rows) if len({*a[:2], *b[:2]}) == 4]
    grids = (bytes((*top, *bottom)) for top, bottom in product(bands, bands))
    return frozenset(grid for grid in grids if objection(grid, [0] * 16, 2, 2) is None)


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
        return all(
            solver.solve(assumptions=mutant.meaning.literals(grid)) for grid in valid_grids_of_size_4()
        )


def objection_to(grid) -> str | None:
    """What the referee says of a grid without clues."""
    return objection(grid.cells, bytes(len(grid.cells)), grid.geometry.box_rows, grid.geometry.box_columns)


def has_model_with(encoded: EncodedClauses, cells) -> bool:
    """Whether the clauses have a model in which the cells hold these digits, and blanks hold none."""
    with Solver("glucose4", bootstrap_with=encoded.clauses) as solver:
        for cell, digit in enumerate(cells):
            spelt = [encoded.meaning.elements[encoded.cube.element(cell, d)] for d in encoded.geometry.digits]
            of_digit = [[literal] for literal in spelt[digit - 1]]
            solver.append_formula(of_digit if digit else [[-literal for literal in one] for one in spelt])
        return bool(solver.solve())


def outcome_of(mutant: Mutant) -> str:
    """What the laboratory says; counter-examples and proofs are checked without it."""
    encoded = mutant.make()
    complete, sound = completeness(encoded, Clock(60)), soundness(encoded, Clock(60))
    if sound.counter_grid is not None:
        assert objection_to(sound.counter_grid.grid) is not None, mutant.damage
        assert has_model_with(encoded, sound.counter_grid.grid.cells), mutant.damage
    if complete.lost is not None:
        assert objection_to(complete.lost) is None, mutant.damage
        assert not has_model_with(encoded, complete.lost.cells), mutant.damage
    found = (sound.counter_grid is not None, complete.lost is not None)
    assert found == (sound.holds is False, complete.holds is False), mutant.damage
    if encoded.geometry.size == 4:
        assert complete.holds == loses_none(encoded), mutant.damage
    if any(found):
        return "refuted"
    if not (sound.holds and complete.holds):
        return "undecided"
    if encoded.geometry.size == 4:
        assert says_the_rules(encoded), mutant.damage
    else:  # a random grid is a solution, and with two cells swapped it is not
        cells = list(solved_grid(encoded.geometry, Random(1)).cells)
        assert has_model_with(encoded, cells), mutant.damage
        cells[:2] = reversed(cells[:2])
        assert not has_model_with(encoded, cells), mutant.damage
    return "proved"


def chosen(request, name: str, size: int, count: int) -> list[Mutant]:
    """`count` mutants of an encoding, or all."""
    found = list(mutants(load(name), Geometry.of_size(size), Random(name)))
    return found if request.config.getoption("--all-mutants") else Random(name).sample(found, count)


def test_at_size_4_every_mutant_is_refuted_or_has_the_288_valid_grids(request):
    """Two of each encoding, and all of the minimal one: most are wrong, and some are not."""
    for name in CNF:
        for mutant in chosen(request, name, 4, 2):
            assert outcome_of(mutant) in ("refuted", "proved"), (name, mutant.damage)
    found = [outcome_of(mutant) for mutant in mutants(load("minimal"), FOUR, Random(1))]
    assert (found.count("refuted"), found.count("proved")) == (21, 3)


@pytest.mark.slow
@pytest.mark.parametrize("size", [4, 6, 9])
def test_more_mutants(size, request):
    for name in CNF if size == 4 else CNF[::5]:
        for mutant in chosen(request, name, size, 6 if size == 4 else 1):
            assert size > 4 or outcome_of(mutant) != "undecided", (name, mutant.damage)


def test_mutants_of_cp_sat_encodings_are_refuted():
    """Without a statement that is needed, or without a value of a variable."""
    for name in ("cpsat/cube", "cpsat/alldifferent"):
        encoding = load(name)
        damaged = [cpsat_model(encoding.without(encoding.statements[-1]), FOUR), cpsat_model(encoding, FOUR)]
        domain = damaged[1].cp.proto.variables[0].domain
        domain[1] = domain[1] - 1
        constraint = damaged[0].cp.proto.constraints[0]
        constraint.copy_from(type(constraint)())
        sound = soundness(model_clauses(damaged[0]), Clock(60))
        assert isinstance(sound.counter_grid, CounterGrid)
        assert objection_to(sound.counter_grid.grid) is not None
        complete = completeness(model_clauses(damaged[1]), Clock(60))
        assert complete.lost is not None
        assert objection_to(complete.lost) is None
        assert complete.lost.cells[0] == (1 if name == "cpsat/cube" else 4)
