"""Puzzles with several solutions, what to add to them, and unique ones, what to drop, by brute force."""

from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sudocube import Puzzle, Verdict, diagnose
from sudocube.errors import PuzzleError
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid
from sudocube.trusted import objection
from sudocube.verdicts.ambiguity import Ambiguity, SolutionPair
from sudocube.verdicts.conflicts import ClueRedundancy
from tests.puzzles import count_solutions, several_solutions, solved_grid
from tests.verdicts import brute


@st.composite
def ambiguous(draw, most=60):
    """The clues of a puzzle of size 4 with two solutions or more."""
    grid = solved_grid(Geometry(2, 2), Random(draw(st.integers(0, 2**32 - 1))))
    cells = draw(st.lists(st.integers(0, 15), unique=True, min_size=1, max_size=10))
    clues = {cell: grid.cells[cell] for cell in sorted(cells)}
    assume(1 < len(brute.solutions(clues)) <= most)
    return clues


def ambiguity(puzzle: Puzzle, **options: object) -> Ambiguity:
    """The ambiguity; nothing may be left undecided."""
    found = diagnose(puzzle, timeout=None, **options)  # type: ignore[arg-type]
    assert (found.verdict, found.undecided, found.reason) == (Verdict.MULTIPLE, (), None)
    assert found.ambiguity is not None
    return found.ambiguity


def is_a_pair(pair: SolutionPair, puzzle: Puzzle) -> None:
    """Check that a pair has two solutions and the cells in which they differ."""
    shape = puzzle.geometry
    for grid in pair.solutions:
        assert objection(grid.cells, puzzle.cells, shape.box_rows, shape.box_columns) is None
    assert brute.differences(*pair.solutions) == len(pair.cells) > 0
    first, second = pair.solutions
    assert all(first.cells[cell] != second.cells[cell] for cell in pair.cells)


@settings(max_examples=40)
@given(ambiguous(), st.integers(0, 2**32 - 1))
def test_counts_pairs_and_repairs_are_those_of_brute_force(clues, seed):
    """How often each digit is in each cell, the closest solutions, and the smallest repair.

    No fewer clues of the chosen solution make the puzzle unique; by default it is the first one.
    """
    grids = brute.solutions(clues)
    target = Random(seed).choice([None, *grids])
    whole = diagnose(brute.puzzle_of(clues), repair=True, solution=target, timeout=None)
    found = whole.ambiguity
    assert found is not None
    assert whole.undecided == ()
    assert (found.count, found.is_exact, found.undecided) == (len(grids), True, ())
    assert [dict(one) for one in found.candidates] == brute.occurrences(grids)
    fewest = brute.fewest_differences(grids)
    closest = found.closest
    assert (len(closest.cells), closest.at_least, closest.is_smallest) == (fewest, fewest, True)
    is_a_pair(closest, brute.puzzle_of(clues))
    repair = found.repair
    assert repair is not None
    target = target or whole.solutions[0]
    size = brute.smallest_repair_size(clues, target)
    assert (len(repair.clues), repair.at_least, repair.is_smallest) == (size, size, True)
    assert (repair.solution, brute.solutions(repair.puzzle.clues)) == (target, [target])
    assert repair.puzzle.clues == {**clues, **repair.clues}


@settings(max_examples=15)
@given(ambiguous(), st.integers(1, 5))
def test_past_the_limit_the_digits_are_known_but_not_how_often_they_occur(clues, limit):
    grids = brute.solutions(clues)
    found = ambiguity(brute.puzzle_of(clues), limit=limit)
    assert found.is_exact == (len(grids) < limit)
    assert min(limit, len(grids)) <= found.count <= len(grids)
    assert [list(one) for one in found.candidates] == [list(one) for one in brute.occurrences(grids)]
    if not found.is_exact:
        assert {count for one in found.candidates for count in one.values()} == {None}


@pytest.mark.parametrize(
    ("cells", "target", "size"),
    [("3....2..........", "3124421323411432", 2), ("................", "2143341242311324", 4)],
)
def test_a_smallest_repair_where_the_obvious_one_is_larger(cells, target, size):
    """Choosing the cell that rules out the most solutions each time gives one cell too many."""
    repair = ambiguity(Puzzle(cells), repair=True, solution=target).repair
    assert repair is not None
    assert size == brute.smallest_repair_size(Puzzle(cells).clues, Grid(target))
    assert (len(repair.clues), repair.at_least) == (size, size)


@settings(max_examples=4)
@given(st.integers(0, 2**32 - 1), st.sampled_from([Geometry(2, 3), Geometry(3, 3), Geometry(2, 5)]))
def test_known_patterns(seed, shape):
    """All is given except k cycles of two rows: 2**k solutions, and one clue for each cycle is a repair."""
    rng = Random(seed)
    puzzle, count = several_solutions(solved_grid(shape, rng), rng, patterns=2)
    found = ambiguity(puzzle, repair=True)
    assert (found.count, found.is_exact) == (count, True)
    blanks = puzzle.cells.count(0)
    assert len(found.closest.cells) <= blanks // (count // 2)
    assert found.repair is not None
    assert (len(found.repair.clues), found.repair.is_smallest) == (count.bit_length() - 1, True)
    assert count_solutions(found.repair.puzzle) == 1


def test_a_chosen_solution_must_be_one():
    """It may be given as text; the error says what is wrong with it. Without repair it is not used."""
    puzzle = "1... .... .... ...."
    assert ambiguity(Puzzle(puzzle)).repair is None
    repair = ambiguity(Puzzle(puzzle), repair=True, solution="1234341221434321").repair
    assert repair is not None
    assert repair.solution == Grid("1234341221434321")
    with pytest.raises(PuzzleError, match="row 1, column 1 holds 4, but the clue is 1"):
        diagnose(puzzle, repair=True, solution="4321341221431234")
    with pytest.raises(PuzzleError, match="25 cells"):
        diagnose(puzzle, repair=True, solution=25 * "1")


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
    assume(len(brute.solutions(clues)) == 1)
    found = redundancy(brute.puzzle_of(clues))
    assert found.redundant == tuple(
        cell for cell in clues if len(brute.solutions(brute.without(clues, cell))) == 1
    )
    left = found.minimal.clues
    assert left == brute.only(clues, left)
    assert found.is_minimal
    assert brute.solutions(left) == [grid]
    assert all(len(brute.solutions(brute.without(left, cell))) > 1 for cell in left)


def test_of_a_full_grid_each_clue_can_be_dropped():
    assert redundancy(Puzzle("1234341221434321")).redundant == tuple(range(16))
    puzzle = Puzzle("1... ..2. .3.. ...4")
    found = redundancy(puzzle)
    assert (found.redundant, found.minimal, found.is_minimal) == ((), puzzle, True)
