"""Puzzles without a solution: conflicts, and changes of one clue, against brute force."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sudocube import Puzzle, Verdict, diagnose
from sudocube.diagnosis import ChangeKind, Contradiction, minimal_conflict
from sudocube.diagnosis.changes import distance
from sudocube.geometry import Geometry
from tests.diagnosis.brute import (
    only,
    puzzle_of,
    single_changes,
    smallest_conflict_size,
    solutions,
    without,
)
from tests.puzzles import (
    EXAMPLES,
    clashing_puzzle,
    count_solutions,
    solved_grid,
    subtle_puzzle,
    unique_puzzle,
)

SUBTLE = next(cells for name, cells, _, _ in EXAMPLES if name == "2x3-subtle")


@st.composite
def unsolvable(draw):
    """The clues of a puzzle of size 4 without a solution: some of a grid, and some random ones."""
    grid = solved_grid(Geometry(2, 2), Random(draw(st.integers(0, 2**32 - 1))))
    cells = draw(st.lists(st.integers(0, 15), unique=True, min_size=2, max_size=9))
    clues = {cell: grid.cells[cell] for cell in sorted(cells)}
    for cell in draw(st.lists(st.sampled_from(sorted(clues)), max_size=3)):
        clues[cell] = draw(st.integers(1, 4))
    assume(not solutions(clues))
    return clues


SUBTLE_ONES = [
    "12434.2.....2.1.",
    ".23.342..3..41..",
    ".3..1.4...243.1.",
    "3.1..13...432...",
    "24.13.42..3..32.",
    "412....12.3.34.2",
]
"""Puzzles without a clash, and with minimal conflicts of different sizes."""


def contradiction(puzzle: Puzzle, **options: bool) -> Contradiction:
    """The contradiction; nothing may be left undecided."""
    found = diagnose(puzzle, timeout=None, **options)  # type: ignore[arg-type]
    assert (found.verdict, found.undecided, found.reason) == (Verdict.NONE, (), None)
    assert found.contradiction is not None
    return found.contradiction


@settings(max_examples=50)
@given(unsolvable())
def test_conflicts_are_minimal_disjoint_and_complete(clues):
    """A conflict has no solution, but has one without any of its clues; so have the clues outside all."""
    found = contradiction(puzzle_of(clues))
    assert found.conflicts
    for conflict in found.conflicts:
        assert (conflict.is_minimal, conflict.is_confirmed) == (True, True)
        assert not solutions(only(clues, conflict.cells))
        for cell in conflict.cells:
            assert solutions(only(clues, set(conflict.cells) - {cell}))
    cells = [cell for conflict in found.conflicts for cell in conflict.cells]
    assert len(cells) == len(set(cells))
    assert found.is_every_conflict_met
    assert solutions(without(clues, *cells))


@settings(max_examples=50)
@given(unsolvable())
def test_the_smallest_conflict_is_the_smallest(clues):
    """It has as many clues as the smallest subset without a solution, and this is proved."""
    first = contradiction(puzzle_of(clues), smallest=True).conflicts[0]
    size = smallest_conflict_size(clues)
    assert (len(first.cells), first.at_least, first.is_smallest) == (size, size, True)
    assert not solutions(only(clues, first.cells))


@pytest.mark.parametrize("cells", SUBTLE_ONES)
def test_a_smallest_conflict_is_found_if_others_are_larger(cells):
    """It is proved to be smallest; the minimal one that is found by default is not called smallest."""
    puzzle = Puzzle(cells)
    size = smallest_conflict_size(puzzle.clues)
    usual, smallest = (contradiction(puzzle, smallest=asked).conflicts[0] for asked in (False, True))
    assert len(usual.cells) > size
    assert not usual.is_smallest
    assert (len(smallest.cells), smallest.at_least) == (size, size)
    assert not solutions(only(puzzle.clues, smallest.cells))


@settings(max_examples=50)
@given(unsolvable())
def test_the_bound_of_a_conflict_is_never_above_the_smallest(clues):
    for conflict in contradiction(puzzle_of(clues)).conflicts:
        assert 2 <= conflict.at_least <= smallest_conflict_size(clues)


@settings(max_examples=50)
@given(unsolvable())
def test_culprits_are_the_clues_without_which_there_is_a_solution(clues):
    culprits = contradiction(puzzle_of(clues)).culprits
    assert culprits == tuple(cell for cell in clues if solutions(without(clues, cell)))


@settings(max_examples=50)
@given(unsolvable())
def test_all_changes_that_make_it_unique_are_found(clues):
    """Each removal, each other digit and each move of one clue after which there is one solution."""
    puzzle = puzzle_of(clues)
    changes = contradiction(puzzle).changes
    found = [(str(one.kind), one.cell, one.to_digit, one.to_cell) for one in changes]
    assert sorted(found, key=str) == sorted(single_changes(puzzle), key=str)
    for change in changes:
        assert solutions(change.repaired_puzzle.clues) == [change.solution]
        assert change.digit == clues[change.cell]


@settings(max_examples=6)
@given(st.integers(0, 2**32 - 1), st.sampled_from([Geometry(2, 3), Geometry(3, 2)]))
def test_all_changes_that_make_it_unique_are_found_at_size_6(seed, shape):
    rng = Random(seed)
    puzzle = subtle_puzzle(solved_grid(shape, rng), rng)
    found = [(str(one.kind), one.cell, one.to_digit, one.to_cell) for one in contradiction(puzzle).changes]
    assert sorted(found, key=str) == sorted(single_changes(puzzle), key=str)


@settings(max_examples=8)
@given(st.integers(0, 2**32 - 1))
def test_a_copying_error_is_found_among_the_changes(seed):
    """One clue of a unique puzzle was copied wrongly: the right digit is among the changes."""
    rng = Random(seed)
    puzzle = unique_puzzle(solved_grid(Geometry(3, 3), rng), rng)
    cell = rng.choice(sorted(puzzle.clues))
    wrong = rng.choice([digit for digit in range(1, 10) if digit != puzzle.cells[cell]])
    broken = puzzle_of({**puzzle.clues, cell: wrong}, puzzle.geometry)
    assume(diagnose(broken, timeout=None).verdict is Verdict.NONE)
    found = contradiction(broken)
    assert found.culprits is not None
    assert cell in found.culprits
    assert puzzle in [
        one.repaired_puzzle for one in found.changes if (one.kind, one.cell) == (ChangeKind.CHANGE, cell)
    ]
    for conflict in found.conflicts:
        assert cell in conflict.cells


@pytest.mark.parametrize("seed", range(6))
def test_a_conflict_of_size_8_is_minimal_by_plain_count(seed):
    """There is no clash; without any one of its clues, a plain search finds a solution."""
    rng = Random(seed)
    puzzle = subtle_puzzle(solved_grid(Geometry(2, 4), rng), rng)
    first = contradiction(puzzle).conflicts[0]
    for cell in first.cells:
        fewer = puzzle_of(only(puzzle.clues, set(first.cells) - {cell}), puzzle.geometry)
        assert count_solutions(fewer, 1) == 1


def test_a_clash_is_a_conflict_and_comes_first():
    """It has two cells, even if the solver would have found another conflict first."""
    rng = Random(7)
    for unit in ("row", "column", "box"):
        puzzle, cells = clashing_puzzle(solved_grid(Geometry(3, 3), rng), rng, unit)
        found = contradiction(puzzle)
        assert found.conflicts[0].cells == tuple(sorted(cells))
        assert [clash.unit.family for clash in found.clashes] == [unit]


def test_moves_to_near_cells_come_first():
    found = contradiction(Puzzle(SUBTLE))
    for cell in {change.cell for change in found.changes}:
        moves = [one.to_cell for one in found.changes if one.cell == cell and one.to_cell is not None]
        far = [distance(Geometry(2, 3), cell, to) for to in moves]
        assert far == sorted(far)
    assert len(found.changes) > 10


def test_a_change_is_one_of_three():
    """Exactly the attributes of its kind are set."""
    kinds = set()
    for change in contradiction(Puzzle("1... ..2. .3.. 4..4")).changes:
        kinds.add(change.kind)
        assert (change.to_digit is not None) == (change.kind is ChangeKind.CHANGE)
        assert (change.to_cell is not None) == (change.kind is ChangeKind.MOVE)
    assert kinds == set(ChangeKind)


@pytest.mark.parametrize(
    ("cells", "geometry"),
    [(cells, geometry) for name, cells, geometry, count in EXAMPLES if not count and len(cells) < 256],
)
def test_examples_of_other_sizes_and_shapes(cells, geometry):
    """Conflicts are confirmed, minimal and disjoint; the first changes are unique by plain count."""
    puzzle = Puzzle(cells, geometry)
    found = contradiction(puzzle)
    assert all(conflict.is_minimal and conflict.is_confirmed for conflict in found.conflicts)
    assert all(not {*one.cells} & {*other.cells} for one, other in combinations(found.conflicts, 2))
    for change in found.changes[:3]:
        assert count_solutions(change.repaired_puzzle) == 1


def test_the_quick_part_gives_the_same():
    """A minimal conflict, or None if there is a solution."""
    found = minimal_conflict("12.. .... .... ..4.")
    assert found is None
    found = minimal_conflict("12.. ...3 ..3. ...4")
    assert found is not None
    assert (found.cells, found.is_minimal, found.is_confirmed) == ((0, 1, 7), True, True)
