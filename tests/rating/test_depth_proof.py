"""The depth as steps: a checker that knows nothing of them accepts each, and none has too many literals."""

from functools import cache

import pytest

from sudocube.clock import Clock
from sudocube.errors import UndecidedError
from sudocube.rating import rate
from sudocube.rating.depth_proof import depth_proof
from sudocube.trusted import ProofCheck, Refused, rules_of
from tests.rating.rated_puzzles import DEEP, DEEPEST_KNOWN, EASY, SHALLOW

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
