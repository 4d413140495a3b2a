"""Unique puzzles: what can be dropped, against brute force."""

from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sudocube import Puzzle, Verdict, diagnose
from sudocube.diagnosis import ClueRedundancy
from sudocube.geometry import Geometry
from tests.diagnosis.brute import only, puzzle_of, solutions, without
from tests.puzzles import EXAMPLES, count_solutions, solved_grid, unique_puzzle


def redundancy(puzzle: Puzzle) -> ClueRedundancy:
    """The redundancy; nothing may be left undecided."""
    found = diagnose(puzzle, timeout=None)
    assert (found.verdict, found.undecided, found.reason) == (Verdict.UNIQUE, (), None)
    assert found.redundancy is not None
    return found.redundancy


@settings(max_examples=40)
@given(st.integers(0, 2**32 - 1), st.lists(st.integers(0, 15), unique=True, min_size=4))
def test_clues_that_can_each_be_dropped_and_a_minimal_puzzle(seed, cells):
    """A clue can be dropped if there is still one solution; of a minimal puzzle, none can."""
    grid = solved_grid(Geometry(2, 2), Random(seed))
    clues = {cell: grid.cells[cell] for cell in sorted(cells)}
    assume(len(solutions(clues)) == 1)
    found = redundancy(puzzle_of(clues))
    assert found.redundant == tuple(cell for cell in clues if len(solutions(without(clues, cell))) == 1)
    left = found.minimal.clues
    assert left == only(clues, left)
    assert found.is_minimal
    assert solutions(left) == [grid]
    assert all(len(solutions(without(left, cell))) > 1 for cell in left)


@settings(max_examples=5)
@given(st.integers(0, 2**32 - 1), st.sampled_from([Geometry(2, 3), Geometry(3, 3)]), st.integers(0, 12))
def test_the_same_at_other_sizes(seed, shape, more):
    """By plain count, for a minimal puzzle and a few more clues of its solution."""
    rng = Random(seed)
    grid = solved_grid(shape, rng)
    clues = dict(unique_puzzle(grid, rng).clues)
    blanks = [cell for cell in range(shape.cell_count) if cell not in clues]
    clues |= {cell: grid.cells[cell] for cell in rng.sample(blanks, min(more, len(blanks)))}
    found = redundancy(puzzle_of(clues, shape))
    can_go = [cell for cell in clues if count_solutions(puzzle_of(without(clues, cell), shape)) == 1]
    assert found.redundant == tuple(sorted(can_go))
    assert (not found.redundant) == (not more)
    left = found.minimal.clues
    assert count_solutions(found.minimal) == 1
    assert all(count_solutions(puzzle_of(without(left, cell), shape)) == 2 for cell in left)


def test_nothing_is_dropped_from_a_minimal_puzzle():
    puzzle = Puzzle("1... ..2. .3.. ...4")
    found = redundancy(puzzle)
    assert (found.redundant, found.minimal, found.is_minimal) == ((), puzzle, True)


def test_of_a_full_grid_each_clue_can_be_dropped():
    assert redundancy(Puzzle("1234341221434321")).redundant == tuple(range(16))


@pytest.mark.parametrize(
    ("cells", "geometry"),
    [(cells, geometry) for name, cells, geometry, count in EXAMPLES if count == 1 and 81 < len(cells) <= 100],
)
def test_examples_of_other_sizes_and_shapes(cells, geometry):
    """The puzzle that is left is unique, and has some of the clues."""
    puzzle = Puzzle(cells, geometry)
    found = redundancy(puzzle)
    left = found.minimal.clues
    assert left == only(puzzle.clues, left)
    assert count_solutions(found.minimal) == 1
    assert {cell for cell in puzzle.clues if cell not in left} <= set(found.redundant)
