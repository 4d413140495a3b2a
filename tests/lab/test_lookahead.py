"""Shaving, hyper-binary resolution and binary failed literals: what they infer holds in each solution."""

import pytest
from pysat.solvers import Solver

from sudocube import solutions
from sudocube.clock import Clock
from sudocube.encoder import load
from sudocube.encoder.cnf import formula
from sudocube.encoder.puzzle_formula import add_clues
from sudocube.geometry import Geometry
from sudocube.lab.propagation import (
    Propagation,
    PropagationState,
    probe_literals,
    probe_pairs,
    resolve_hyper_binaries,
    shave,
)
from sudocube.puzzle import Puzzle
from tests.counted_clock import CountedClock
from tests.lab.test_propagation import some_puzzles

FOUR = Geometry(2, 2)
RULES = (shave, probe_literals, resolve_hyper_binaries, probe_pairs)
"""Each infers at least what the one before it infers."""
FOR_HYPER_BINARIES = Puzzle(
    "..9.4..736.83.....7...........95.8..1.5.6...........1..5..........5..7364...7..91"
)
HARD = Puzzle("....5.2.4.....7...8......9.19.........5..67....21..5...1.83...22.4.9...3..84.....")


def inferred(rule, rules, puzzle: Puzzle) -> set[int] | None:
    """What is known after a rule; None where it meets a contradiction."""
    propagation = Propagation(rules)
    closure = propagation.propagate(puzzle)
    state = rule(closure, Clock(None))
    propagation.close()
    return None if state is PropagationState.REFUTED else closure.literals


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


@pytest.mark.parametrize("name", ["minimal", "order", "optimised"])
def test_nothing_is_inferred_that_a_solution_contradicts(name):
    """Of puzzles with no, one and several solutions; where a rule refutes, there is none."""
    rules = formula(load(name), FOUR)
    for puzzle in some_puzzles(FOUR, 4, seed=1):
        grids = list(solutions(puzzle))
        own = add_clues(rules, puzzle)
        for rule in RULES:
            known = inferred(rule, rules, puzzle)
            assert known is not None or not grids
            for grid in grids:
                with Solver("minisat22", bootstrap_with=own.clauses) as solver:
                    assert solver.solve(assumptions=[*own.literals(grid.cells), *(known or ())])
