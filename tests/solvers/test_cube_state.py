"""The cube as one integer gives the same results as a search line by line; the case that is assumed first."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from sudocube.cube import Family, cube
from sudocube.explanation import explain
from sudocube.puzzle import Puzzle
from sudocube.solvers.cube_state import cube_masks, elements_of
from sudocube.solvers.trace import StepKind
from tests.puzzles import geometries


@st.composite
def states(draw):
    """A geometry and any set of possible elements, many or few."""
    geometry = draw(geometries(max_size=12))
    count = cube(geometry).element_count
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    state = rng.getrandbits(count)
    for _ in range(draw(st.integers(0, 4))):  # each time half as many
        state &= rng.getrandbits(count)
    if draw(st.booleans()):
        state ^= (1 << count) - 1
    return geometry, state


def on(state: int, element: int) -> bool:
    """Whether an element may be true."""
    return bool(state >> element & 1)


@given(states(), st.sampled_from(Family))
@settings(max_examples=40)
def test_lone_elements_are_those_that_are_alone_on_their_line(drawn, family):
    """The second result says whether some line has none."""
    geometry, state = drawn
    left = [[e for e in line.elements if on(state, e)] for line in cube(geometry).lines_of(family)]
    lone, is_deadlock = cube_masks(geometry).lone(state, family)
    assert set(elements_of(lone)) == {elements[0] for elements in left if len(elements) == 1}
    assert is_deadlock == any(not elements for elements in left)


def test_the_first_assumption_is_over_the_line_with_the_fewest():
    """Two places in a column, where every cell has three candidates or more."""
    puzzle = Puzzle(".................1..2..3.4.......2...35....6.4...7.......8.2.5.1....4...7.....9..")
    guess = next(step for step in explain(puzzle, "cube") if step.kind is StepKind.GUESS)
    assert guess.unit is not None
    cell = puzzle.geometry.cell_name(guess.cells[0])
    assert (cell, guess.digits, guess.unit.name) == ("r8c2", (2,), "column 2")
