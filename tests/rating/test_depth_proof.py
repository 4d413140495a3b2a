"""The depth as steps: a checker that knows nothing of them accepts each, and none has too many literals."""

from functools import cache

import pytest

from sudocube.clock import Clock
from sudocube.errors import UndecidedError
from sudocube.rating import rate
from sudocube.rating.depth_proof import depth_proof
from sudocube.sat import IncrementalSolver
from sudocube.trusted import ProofCheck, Refused, rules_of
from sudocube.trusted.rules import dimacs
from tests.rating.rated_puzzles import DEEP, DEEPEST_KNOWN, EASY, SHALLOW, SMALL, made

KNOWN = {EASY: 0, SHALLOW: 1, DEEP: 2}


def replayed(puzzle, solution, steps):
    """A new checker after these steps; raises Refused."""
    check = ProofCheck(rules_of(puzzle.geometry.box_rows, puzzle.geometry.box_columns), puzzle.cells)
    check.forbid(solution.cells)
    for step in steps:
        check.step(step)
    return check


@cache
def verified(puzzle):
    """The depth, the solution and the steps of a puzzle."""
    found = rate(puzzle, only=["depth"], verify=True)
    assert found.solution is not None
    assert found.depth_steps is not None
    return found.depth, found.solution, found.depth_steps


def literals(step):
    return step.partition(" : ")[0].split(" ")[1:]


@pytest.mark.parametrize(
    "puzzle", [*KNOWN, pytest.param(DEEPEST_KNOWN, marks=pytest.mark.slow)], ids=lambda one: str(one)[:9]
)
def test_the_trusted_checker_accepts_every_step_and_comes_to_the_end(puzzle):
    """With as many literals at most as the puzzle is deep; a negated one for each assumption."""
    depth, solution, steps = verified(puzzle)
    assert depth == KNOWN.get(puzzle, 3)
    assert replayed(puzzle, solution, steps).is_complete
    assert max((len(literals(step)) for step in steps), default=0) == depth
    assert all("!=" in literal for step in steps for literal in literals(step))


@pytest.mark.parametrize("geometry", SMALL, ids=lambda shape: shape.box_name)
def test_so_it_is_at_other_sizes(geometry):
    for seed in range(3):
        puzzle, grid = made(geometry, seed)
        _, solution, steps = verified(puzzle)
        assert solution == grid
        assert replayed(puzzle, grid, steps).is_complete


def test_a_sat_solver_says_that_what_the_steps_conclude_is_true():
    """Of the puzzle alone: each clause follows from rules and clues."""
    _, _, steps = verified(SHALLOW)
    rules = rules_of(3, 3)
    text = dimacs(rules, SHALLOW.cells, None)
    clauses = [[int(one) for one in line.split()[:-1]] for line in text.splitlines()[1:]]
    with IncrementalSolver(clauses) as solver:
        for step in steps:
            denied = [no.bit_length() - 1 for _, no in map(rules.literals.__getitem__, literals(step))]
            assert not solver.is_satisfiable(denied)


def test_a_step_that_is_altered_is_refused():
    """Another candidate in its place is one that is true."""
    _, solution, steps = verified(SHALLOW)
    cell, digit = literals(steps[0])[0].split("!=")
    row, column = (int(number) for number in cell[1:].split("c"))
    wrong = steps[0].replace(f"!={digit}", f"!={solution[row, column]}", 1)
    with pytest.raises(Refused):
        replayed(SHALLOW, solution, [wrong])


def test_a_depth_that_is_too_small_is_no_proof():
    _, solution, _ = verified(DEEP)
    with pytest.raises(UndecidedError, match="1 deep do not solve"):
        depth_proof(DEEP, solution, 1)


def test_without_time_there_is_no_proof():
    _, solution, _ = verified(SHALLOW)
    with pytest.raises(TimeoutError):
        depth_proof(SHALLOW, solution, 1, clock=Clock(1e-9))
