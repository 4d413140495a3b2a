"""The cube as one integer gives the same results as a search line by line; the case that is assumed first."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from sudocube.cube import Family, cube
from sudocube.explanation import explain
from sudocube.puzzle import Puzzle
from sudocube.solvers import cube_solver
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


@st.composite
def undecided(draw):
    """A state without forced moves: each line is decided, or has at least two possible elements."""
    geometry = draw(geometries(max_size=12))
    family = draw(st.sampled_from(Family))
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    least, decided_share = draw(st.sampled_from([2, 3, 4])), draw(st.sampled_from([0.0, 0.3, 0.9, 1.0]))
    possible = placed = 0
    for line in cube(geometry).lines_of(family):
        if rng.random() < decided_share:
            chosen = [rng.choice(line.elements)]
            placed |= 1 << chosen[0]
        else:
            chosen = rng.sample(line.elements, rng.randint(least, geometry.size))
        possible |= sum(1 << element for element in chosen)
    return geometry, family, possible, placed


@given(undecided())
@settings(max_examples=40)
def test_the_line_with_the_fewest_is_the_first_of_those(drawn):
    """Only lines without a placed element count; the elements ascend; none if all lines are decided."""
    geometry, family, possible, placed = drawn
    open_lines = [
        [e for e in line.elements if on(possible, e)]
        for line in cube(geometry).lines_of(family)
        if not any(on(placed, e) for e in line.elements)
    ]
    fewest = min(open_lines, key=len) if open_lines else []
    assert cube_masks(geometry).fewest(possible, placed, family) == fewest


def test_the_first_assumption_is_over_the_line_with_the_fewest():
    """Two places in a column, where every cell has three candidates or more."""
    puzzle = Puzzle(".................1..2..3.4.......2...35....6.4...7.......8.2.5.1....4...7.....9..")
    table = cube_masks(puzzle.geometry)
    state = table.state_of_clues(puzzle)
    assert state is not None
    known = cube_solver.algorithm_1(table, cube_solver.DIRECTIONS, *state)
    assert known is not None
    sizes = {family: len(table.fewest(*known, family)) for family in cube_solver.DIRECTIONS}
    assert sizes == {Family.CELL: 3, Family.COLUMN: 2, Family.ROW: 2}
    guess = next(step for step in explain(puzzle, "cube") if step.kind is StepKind.GUESS)
    assert guess.unit is not None
    assert (puzzle.geometry.cell_name(guess.cells[0]), guess.digits, guess.unit.name) == (
        "r8c2",
        (2,),
        "column 2",
    )
