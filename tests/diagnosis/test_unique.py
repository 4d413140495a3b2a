"""Unique puzzles: what can be dropped, against brute force."""

from random import Random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sudocube import Puzzle, Verdict, diagnose
from sudocube.diagnosis import ClueRedundancy
from sudocube.geometry import Geometry
from tests.diagnosis.brute import only, puzzle_of, solutions, without
from tests.puzzles import solved_grid


def redundancy(puzzle: Puzzle) -> ClueRedundancy:
    """The redundancy; nothing may be left undecided."""
    found = diagnose(puzzle, timeout=None)
    assert (found.verdict, found.undecided, found.reason) == (Verdict.UNIQUE, (), None)
    assert found.redundancy is not None
    return found.redundancy


@settings(max_examples=25)
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


def test_of_a_full_grid_each_clue_can_be_dropped():
    assert redundancy(Puzzle("1234341221434321")).redundant == tuple(range(16))
    puzzle = Puzzle("1... ..2. .3.. ...4")
    found = redundancy(puzzle)
    assert (found.redundant, found.minimal, found.is_minimal) == ((), puzzle, True)
