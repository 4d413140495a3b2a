"""The documented methods compared: each says what is so, and which of them finds more."""

from __future__ import annotations

from math import prod
from random import Random

import pytest

from sudocube.clock import NO_LIMIT
from sudocube.errors import UndecidedError
from sudocube.solvers.methods import METHODS, method
from sudocube.solvers.possibles import Arrays, work
from sudocube.solvers.sets import Sets
from sudocube.solvers.trace import SolverContradictionError
from sudocube.trusted import objection
from tests.property.states import GEOMETRIES, board
from tests.puzzles import count_solutions, puzzle_from, solved_grid

LIMIT = 50
TICKS_AT_MOST = 10**4
"""Above size 4 the odometer is only used if it has at most this many combinations."""

NAMES = (*METHODS, "possibles:odometer@1", "possibles:odometer@3")


def candidates_by_sets(puzzle):
    """The candidates that `sets` leaves in each cell; None on a contradiction."""
    sets = Sets(puzzle)
    try:
        sets.solve(NO_LIMIT)
    except SolverContradictionError:
        return None
    return sets.get_state()


def candidates_by_possibles(puzzle):
    """The candidates that `possibles` leaves in each cell; None on a contradiction."""
    arrays = Arrays(puzzle)
    return arrays.possibles if work(arrays) else None


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=str)
def test_sets_never_knows_more_than_possibles(geometry):
    """Each candidate that `sets` removes, and each contradiction that it finds, `possibles` does, too."""
    rng = Random(str(geometry))
    for _ in range(100):
        puzzle = board(geometry, rng)
        by_sets, by_possibles = candidates_by_sets(puzzle), candidates_by_possibles(puzzle)
        if by_sets is None:
            assert by_possibles is None
        elif by_possibles is not None:
            assert not any(more & ~less for more, less in zip(by_possibles, by_sets, strict=True))


def solutions_of(name, puzzle):
    """Up to LIMIT solutions of a method; None if it is stuck."""
    found = []
    try:
        for grid in method(name).solutions(puzzle):
            found.append(grid)
            if len(found) == LIMIT:
                break
    except UndecidedError:
        assert not found
        return None
    return found


def is_decided_by_rows(puzzle, rows):
    """Whether no square is open above the rows that an odometer handles, or logic alone finds no solution."""
    arrays, size = Arrays(puzzle), puzzle.geometry.size
    return not work(arrays) or all(arrays.board[: max(0, size - rows) * size])


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=str)
def test_a_method_finds_all_solutions_or_says_that_it_is_stuck(geometry):
    """As many as an independent count, and the referee accepts them; the complete ones are never stuck."""
    rng, size = Random(f"{geometry} counted"), geometry.size
    outcomes: dict[str, set[bool]] = {name: set() for name in NAMES}
    for number in range(24 if size < 9 else 12):
        clues = round((0.3, 0.4, 0.6)[number % 3] * geometry.cell_count)
        puzzle = (
            board(geometry, rng) if number % 2 else puzzle_from(solved_grid(geometry, rng), rng, clues=clues)
        )
        expected = count_solutions(puzzle, limit=LIMIT)
        left = candidates_by_possibles(puzzle)
        ticks = 0 if left is None else prod(mask.bit_count() for mask in left)
        for name in NAMES:
            if "odometer" in name and size > 4 and ticks > TICKS_AT_MOST:
                continue
            found = solutions_of(name, puzzle)
            outcomes[name].add(found is not None)
            if found is None:
                assert name not in METHODS or not METHODS[name].is_complete
            else:
                assert (name, len(found)) == (name, expected), repr(puzzle)
                assert len(set(found)) == len(found)
                for grid in found:
                    assert (
                        objection(grid.cells, puzzle.cells, geometry.box_rows, geometry.box_columns) is None
                    )
            if "@" in name and (expected or found is None):
                assert (found is not None) == is_decided_by_rows(puzzle, int(name[-1])), repr(puzzle)
    for name, seen in outcomes.items():
        is_complete = name in METHODS and METHODS[name].is_complete
        assert seen == ({True} if is_complete else {True, False}), name
