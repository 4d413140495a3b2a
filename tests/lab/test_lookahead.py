"""Shaving, hyper-binary resolution and binary failed literals infer what naive versions of them infer."""

from random import Random

import pytest

from sudocube.clock import Clock
from sudocube.encoder import load
from sudocube.encoder.cnf import formula
from sudocube.encoder.puzzle_formula import add_clues
from sudocube.geometry import Geometry
from sudocube.lab.lookahead import probe_pairs, resolve_hyper_binaries, shave
from sudocube.lab.propagation import Propagation, PropagationClosure, PropagationState
from sudocube.puzzle import Puzzle
from tests.counted_clock import CountedClock
from tests.lab.naive import propagated, with_binary_failed_literals, with_shaving
from tests.puzzles import puzzle_from, puzzle_with_known_answer, solved_grid

FOUR = Geometry(2, 2)
RULES = (shave, PropagationClosure.probe_literals, resolve_hyper_binaries, probe_pairs)
"""Each infers at least what the one before it infers."""
FOR_HYPER_BINARIES = Puzzle(
    "..9.4..736.83.....7...........95.8..1.5.6...........1..5..........5..7364...7..91"
)
HARD = Puzzle("....5.2.4.....7...8......9.19.........5..67....21..5...1.83...22.4.9...3..84.....")


def some_puzzles(count: int, seed: int) -> list[Puzzle]:
    """Puzzles of size 4 with a few clues of a grid, and some that have no solution."""
    rng = Random(seed)
    sparse = [puzzle_from(solved_grid(FOUR, rng), rng, clues=rng.randrange(2, 6)) for _ in range(count)]
    return [*sparse, puzzle_with_known_answer(FOUR, rng, "subtle").puzzle]


def inferred(rule, rules, puzzle: Puzzle) -> set[int] | None:
    """What is known after a rule; None where it meets a contradiction."""
    propagation = Propagation(rules)
    closure = propagation.propagate(puzzle)
    state = rule(closure, Clock(None))
    propagation.close()
    return None if state is PropagationState.REFUTED else closure.literals


def open_variables(clauses) -> list[int]:
    """The elements that unit propagation leaves open; none where it meets a contradiction."""
    known = propagated(clauses, ())
    return [] if known is None else [v for v in range(1, 65) if v not in known and -v not in known]


def is_solved(known: set[int], rules) -> bool:
    """Whether a digit of each of the 16 cells is known; then nothing more is probed."""
    spelt = [rules.literals(bytes(cell) + bytes([d])) for cell in range(16) for d in range(1, 5)]
    return sum(known.issuperset(literals) for literals in spelt) >= 16


def is_same(ours: set[int] | None, theirs: set[int] | None, rules) -> bool:
    """Whether both know the same; or ours solves the puzzle, and theirs agrees."""
    if ours is None or theirs is None:
        return ours is theirs
    return ours == theirs or (is_solved(ours, rules) and ours <= theirs)


@pytest.mark.parametrize(
    ("puzzle", "names"), [(HARD, "OPEN OPEN SOLVED"), (FOR_HYPER_BINARIES, "OPEN SOLVED SOLVED")]
)
def test_the_rules_differ_on_hard_puzzles(puzzle, names):
    """With `minimal`: by failed literals, by hyper-binary resolution, by binary failed literals."""
    rules = formula(load("minimal"), puzzle.geometry)
    propagation = Propagation(rules)
    states = [rule(propagation.propagate(puzzle), Clock(None)).name for rule in RULES[1:]]
    propagation.close()
    assert states == names.split()


@pytest.mark.parametrize("rule", [shave, resolve_hyper_binaries, probe_pairs])
def test_a_rule_stops_when_time_is_up(rule):
    rules = formula(load("minimal"), HARD.geometry)
    propagation = Propagation(rules)
    closure = propagation.propagate(HARD)
    with pytest.raises(TimeoutError):
        rule(closure, CountedClock(1))
    propagation.close()


@pytest.mark.parametrize("name", ["minimal", "order"])
def test_shaving_and_pairs_of_literals_infer_what_naive_versions_do(name):
    """Digits are probed as they are spelt: by one literal, or by several; pairs only where few are open."""
    rules = formula(load(name), FOUR)
    for puzzle in some_puzzles(3, seed=1):
        clauses = add_clues(rules, puzzle).clauses
        blanks = [cell for cell, clue in enumerate(puzzle.cells) if not clue]
        digits = [rules.literals(bytes(cell) + bytes([d])) for cell in blanks for d in range(1, 5)]
        assert is_same(inferred(shave, rules, puzzle), with_shaving(clauses, digits), rules)
        left = open_variables(clauses)
        if name == "minimal" and len(left) <= 24:
            expected = with_binary_failed_literals(clauses, left)
            assert is_same(inferred(probe_pairs, rules, puzzle), expected, rules)
