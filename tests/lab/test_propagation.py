"""Unit propagation and failed literals infer what a naive version infers, for every CNF encoding."""

from random import Random

import pytest

from sudocube.clock import Clock
from sudocube.encoder import Formalism, load, names
from sudocube.encoder.cnf import formula
from sudocube.encoder.puzzle_formula import add_clues
from sudocube.geometry import Geometry
from sudocube.lab.propagation import Propagation, PropagationState, probe_literals
from sudocube.puzzle import Puzzle
from tests.counted_clock import CountedClock
from tests.lab.naive import propagated, with_failed_literals
from tests.puzzles import EXAMPLES, KINDS, puzzle_from, puzzle_with_known_answer, solved_grid

FOUR, NINE = Geometry(2, 2), Geometry(3, 3)
UNIQUE = next(Puzzle(cells) for name, cells, _, _ in EXAMPLES if name == "3x3-unique")


def some_puzzles(geometry: Geometry, count: int, seed: int) -> list[Puzzle]:
    """Puzzles with one, no and several solutions; half of them are random clues of a grid."""
    rng = Random(seed)
    known = [puzzle_with_known_answer(geometry, rng, rng.choice(KINDS)).puzzle for _ in range(count // 2)]
    n = geometry.size
    sparse = [
        puzzle_from(solved_grid(geometry, rng), rng, clues=rng.randrange(1, n * n // 2))
        for _ in range(count - len(known))
    ]
    return [*known, *sparse]


def state_of(puzzle: Puzzle, rules, known: set[int] | None) -> PropagationState:
    """The state of a puzzle when these literals are known; SOLVED if they spell a digit of each cell."""
    if known is None:
        return PropagationState.REFUTED
    digits = puzzle.geometry.digits
    for cell, clue in enumerate(puzzle.cells):
        ways = [rules.literals(bytes(cell) + bytes([digit])) for digit in digits]
        if not clue and not any(way and known.issuperset(way) for way in ways):
            return PropagationState.OPEN
    return PropagationState.SOLVED


def primary(name: str, own_formula) -> list[int]:
    """The variables that a grid is read from."""
    letter = {"order": "y", "binary": "b"}.get(name, "x")
    return [v for v in range(1, own_formula.variables + 1) if own_formula.name(v).startswith(letter)]


@pytest.mark.parametrize("name", names(Formalism.CNF))
def test_unit_propagation_infers_what_the_naive_one_does(name):
    """At size 4, on puzzles of all kinds: the same state, and the same literals."""
    rules = formula(load(name), FOUR)
    under_test = Propagation(rules)
    for puzzle in some_puzzles(FOUR, 2, seed=len(name)):
        own_formula = add_clues(rules, puzzle)
        closure = under_test.propagate(puzzle)
        known = propagated(own_formula.clauses, ())
        assert closure.state is state_of(puzzle, own_formula, known)
        if known is not None:
            assert closure.literals == known
    under_test.close()


@pytest.mark.parametrize(
    ("shape", "name"),
    [(FOUR, name) for name in ("minimal", "triads", "order", "optimised")],
    ids=lambda one: one if isinstance(one, str) else f"size {one.size}",
)
def test_failed_literals_infer_what_the_naive_ones_do(shape, name):
    """Where the puzzle is decided, probing ends early; otherwise exactly the same literals are known."""
    rules = formula(load(name), shape)
    under_test = Propagation(rules)
    for puzzle in some_puzzles(shape, 2, seed=4):
        own_formula = add_clues(rules, puzzle)
        closure = under_test.propagate(puzzle)
        found = probe_literals(closure, Clock())
        known = with_failed_literals(own_formula.clauses, primary(name, own_formula))
        assert found.is_decided == state_of(puzzle, own_formula, known).is_decided
        if not found.is_decided:
            assert closure.literals == known
    under_test.close()


def test_nothing_known_of_one_puzzle_is_kept_for_the_next():
    """Neither what unit propagation found, nor failed literals."""
    rules = formula(load("minimal"), NINE)
    under_test = Propagation(rules)
    empty = Puzzle("." * 81)
    before = set(under_test.propagate(empty).literals)
    probe_literals(under_test.propagate(UNIQUE), Clock())
    assert under_test.propagate(empty).literals == before == set()
    under_test.close()


def test_probing_ends_when_time_runs_out():
    under_test = Propagation(formula(load("minimal"), NINE))
    closure = under_test.propagate(Puzzle("." * 81))
    with pytest.raises(TimeoutError):
        probe_literals(closure, CountedClock(1))
    under_test.close()
