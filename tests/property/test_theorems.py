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

STATES = 300
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
    """If neither finds a contradiction: the same placements and candidates, for the cube solver, too.

    Every deadlock of phase 1 is a conflict; the other conflicts are those with a digit without a place left.
    Two forced options that collide in a square are among them: the one that comes second then has no place in
    its unit any more. The cube solver with box lines meets a contradiction wherever propagation does.
    """
    propagate = UnitPropagation("extended", states[0][0].geometry)
    seen = {"deadlock": 0, "conflict only": 0, "neither": 0}
    for puzzle, table, state in states:
        known = propagate(puzzle)
        forced = phase_1(table, *state)
        in_four = cube_solver.algorithm_1(table, ALL_DIRECTIONS, *state)
        assert (in_four is None) == (known is None)
        if forced is None:
            seen["deadlock"] += 1
            assert known is None
        elif known is None:
            seen["conflict only"] += 1
            assert has_digit_without_place(table, forced[0])
        else:
            seen["neither"] += 1
            assert not has_digit_without_place(table, forced[0])
            assert forced == known == in_four
    assert min(seen["deadlock"], seen["neither"]) > STATES // 20
    assert seen["conflict only"] or states[0][0].geometry.size == 4


def test_naked_singles_are_unit_propagation_on_the_smaller_encodings(states):
    """With `minimal` the same placements and conflicts; with `efficient` the same literals."""
    minimal, efficient = (UnitPropagation(name, states[0][0].geometry) for name in ("minimal", "efficient"))
    for puzzle, table, state in states:
        known, naked = minimal(puzzle), naked_singles(table, *state)
        assert (naked is None) == (known is None)
        assert naked is None or known is None or naked[1] == known.placed
        assert naked == efficient(puzzle)
