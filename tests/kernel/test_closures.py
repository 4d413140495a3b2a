"""`close_singles` gives the closure of naked and hidden singles at every level and in Python, and no more."""

from random import Random

import numpy as np
import pytest

from sudocube.kernel import levels
from sudocube.kernel.batches import close_singles
from tests.kernel.lists import NINE, known, masks
from tests.puzzles import puzzle_from, solved_grid
from tests.rating import naive_ratings

LEVELS = levels()
UNITS = naive_ratings.units_of(NINE)
FULL = 511


def closed_in_random_order(row, rng):
    """The closure of 81 masks by plain sets, one conclusion at a time in a random order; and the state."""
    state = naive_ratings.candidates_in(row)
    if not naive_ratings.singles(state, UNITS, rng):
        return [0] * 81, -1
    return [sum(1 << digit - 1 for digit in some) for some in state.values()], int(
        naive_ratings.is_full(state)
    )


def sparse_and_pencilled(number, seed):
    """Masks uint16 (n, 81): few clues of a solved grid; the solution with other candidates beside it."""
    rng = Random(seed)
    rows = []
    for i in range(number):
        grid = solved_grid(NINE, rng)
        if i % 2:
            rows.append([1 << digit - 1 | rng.getrandbits(9) & rng.getrandbits(9) for digit in grid.cells])
        else:
            rows.append(masks([puzzle_from(grid, rng, clues=rng.randint(17, 35))])[0].tolist())
    return np.array(rows, np.uint16)


@pytest.fixture(scope="module")
def batch():
    """Masks of puzzles of all sorts: 60 of known kinds, 60 more that singles leave open, or refute."""
    return np.vstack([masks(known(60, "closures")[0]), sparse_and_pencilled(60, seed=1)])


@pytest.fixture(scope="module")
def expected(batch):
    """The closures and states of the batch."""
    rng = Random(7)
    pairs = [closed_in_random_order(row, rng) for row in batch.tolist()]
    return np.array([left for left, _ in pairs]), [state for _, state in pairs]


@pytest.mark.parametrize("level", LEVELS)
def test_the_closure_is_that_of_plain_sets_in_any_order(level, batch, expected):
    """The puzzles stay as they are, a closure is its own closure, and a puzzle does not depend on others."""
    before = batch.copy()
    closed = close_singles(batch, level=level)

    assert [str(part.dtype) for part in closed] == ["uint16", "int8"]
    assert closed.states.tolist() == expected[1]
    assert (closed.masks == expected[0]).all()
    assert (batch == before).all()
    assert all(expected[1].count(state) >= 10 for state in (1, 0, -1))
    alive = closed.states >= 0
    again = close_singles(closed.masks[alive], level=level)
    assert (again.masks == closed.masks[alive]).all()
    assert (again.states == closed.states[alive]).all()
    for size in (0, 1, 15, 16, 17, 31, 32, 33, 64, 65):
        part = close_singles(batch[:size], level=level)
        assert part.masks.shape == (size, 81)
        assert (part.masks == expected[0][:size]).all()
        assert part.states.tolist() == expected[1][:size]


@pytest.mark.parametrize("level", LEVELS)
def test_every_contradiction_is_seen_in_every_unit(level):
    """Two equal clues; a digit without a place; a cell that two digits need. Nothing else is wrong."""
    wrong = []
    for unit in UNITS:
        lost, wanted, twice = (np.full(81, FULL, np.uint16) for _ in range(3))
        lost[unit] = FULL ^ 0b100
        wanted[unit] = FULL ^ 0b11
        wanted[unit[4]] = FULL
        twice[[unit[1], unit[7]]] = 0b1000000
        wrong += [lost, wanted, twice]
    for cell in range(81):
        wrong.append(np.full(81, FULL, np.uint16))
        wrong[-1][cell] = 0

    closed = close_singles(np.array(wrong), level=level)

    assert set(closed.states.tolist()) == {-1}
    assert not closed.masks.any()
