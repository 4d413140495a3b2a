"""Documented algorithms and unit propagation: where they are the same, and where they differ.

Each holds for every state; here it is tried on thousands, solvable and not.
"""

from __future__ import annotations

from random import Random

import pytest

from sudocube.cube import Family, cube
from sudocube.solvers import cube_solver
from sudocube.solvers.cube_state import cube_masks, elements_of
from sudocube.solvers.phases import phase_1
from tests.property.states import GEOMETRIES, UnitPropagation, board

STATES = 1500
"""How many boards there are for each geometry."""

ALL_DIRECTIONS = (*cube_solver.DIRECTIONS, Family.BOX)


def naked_singles(table, possible, placed):
    """Phase 1a alone, until nothing changes; None if a cell has no candidates left."""
    while True:
        lone, is_empty = table.lone(possible, Family.CELL)
        if is_empty:
            return None
        if not lone & ~placed:
            return possible, placed
        for element in elements_of(lone & ~placed):
            possible, placed = table.place(possible, placed, element)


def has_digit_without_place(table, possible):
    """Whether some digit has no place in some unit."""
    lines = cube(table.cube.geometry).lines
    return any(all(not possible >> e & 1 for e in line.elements) for line in lines if line.family != "cell")


@pytest.fixture(params=GEOMETRIES, ids=str)
def states(request):
    """Boards of one geometry, each with its masks and the state of its clues."""
    table = cube_masks(request.param)
    rng = Random(str(request.param))
    boards = [board(request.param, rng) for _ in range(STATES)]
    return [(puzzle, table, table.state_of_clues(puzzle)) for puzzle in boards]


def test_phase_1_is_unit_propagation_on_the_extended_encoding(states):
    """If neither finds a contradiction: the same placements and candidates, for the cube solver, too."""
    propagate = UnitPropagation("extended", states[0][0].geometry)
    compared = 0
    for puzzle, table, state in states:
        known = propagate(puzzle)
        forced = phase_1(table, *state)
        if known is not None and forced is not None:
            compared += 1
            assert forced == known
            assert cube_solver.algorithm_1(table, ALL_DIRECTIONS, *state) == known
    assert compared > STATES // 10


def test_where_phase_1_and_unit_propagation_part(states):
    """Every deadlock is a conflict; the other conflicts are those with a digit that has no place left.

    Two forced options that collide in a square are among them: the one that comes second then has no
    place in its unit any more.
    """
    propagate = UnitPropagation("extended", states[0][0].geometry)
    seen = {"deadlock": 0, "conflict only": 0, "neither": 0}
    for puzzle, table, state in states:
        is_conflict = propagate(puzzle) is None
        forced = phase_1(table, *state)
        if forced is None:
            seen["deadlock"] += 1
            assert is_conflict
        else:
            seen["conflict only" if is_conflict else "neither"] += 1
            assert is_conflict == has_digit_without_place(table, forced[0])
    assert seen["deadlock"]
    assert seen["neither"]
    assert seen["conflict only"]


def test_the_cube_with_box_lines_meets_a_contradiction_exactly_where_unit_propagation_does(states):
    """The cube solver looks for lines without an element in all four directions."""
    propagate = UnitPropagation("extended", states[0][0].geometry)
    for puzzle, table, state in states:
        known = propagate(puzzle)
        assert (cube_solver.algorithm_1(table, ALL_DIRECTIONS, *state) is None) == (known is None)


def test_the_cube_in_three_directions_knows_no_more_than_in_four(states):
    """What it finds, the four directions find, too."""
    for _, table, state in states:
        three = cube_solver.algorithm_1(table, cube_solver.DIRECTIONS, *state)
        four = cube_solver.algorithm_1(table, ALL_DIRECTIONS, *state)
        if three is None:
            assert four is None
        elif four is not None:
            assert four[0] & ~three[0] == 0
            assert three[1] & ~four[1] == 0


def test_naked_singles_are_unit_propagation_on_the_minimal_encoding(states):
    """The same placements and the same conflicts; candidates of filled cells are not compared."""
    propagate = UnitPropagation("minimal", states[0][0].geometry)
    for puzzle, table, state in states:
        known = propagate(puzzle)
        naked = naked_singles(table, *state)
        assert (naked is None) == (known is None)
        if naked is not None and known is not None:
            assert naked[1] == known.placed


def test_naked_singles_are_unit_propagation_on_the_efficient_encoding(states):
    """The same for all literals: filled cells lose their other candidates, too."""
    propagate = UnitPropagation("efficient", states[0][0].geometry)
    for puzzle, table, state in states:
        assert naked_singles(table, *state) == propagate(puzzle)
