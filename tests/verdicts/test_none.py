"""Puzzles without a solution: conflicts, and changes of one clue, against brute force."""

from random import Random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sudocube import Puzzle, Verdict, diagnose
from sudocube.geometry import Geometry
from sudocube.verdicts.conflicts import ChangeKind, Contradiction, distance
from tests.puzzles import EXAMPLES, clashing_puzzle, solved_grid, unique_puzzle
from tests.verdicts.brute import only, puzzle_of, single_changes, solutions, without

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


def contradiction(puzzle: Puzzle) -> Contradiction:
    """The contradiction; nothing may be left undecided."""
    found = diagnose(puzzle, timeout=None)
    assert (found.verdict, found.undecided, found.reason) == (Verdict.NONE, (), None)
    assert found.contradiction is not None
    return found.contradiction


@settings(max_examples=30)
@given(unsolvable())
def test_conflicts_culprits_and_changes_are_those_of_brute_force(clues):
    """A conflict has no solution, but has one without any of its clues; so have the clues outside all.

    Culprits are the clues without which there is a solution; changes are each removal, each other digit and
    each move of one clue after which there is one solution.
    """
    puzzle = puzzle_of(clues)
    found = contradiction(puzzle)
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
    assert found.culprits == tuple(cell for cell in clues if solutions(without(clues, cell)))
    changes = [(str(one.kind), one.cell, one.to_digit, one.to_cell) for one in found.changes]
    assert sorted(changes, key=str) == sorted(single_changes(puzzle), key=str)
    for change in found.changes:
        assert solutions(change.puzzle.clues) == [change.solution]
        assert change.digit == clues[change.cell]


@settings(max_examples=4)
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
        one.puzzle for one in found.changes if (one.kind, one.cell) == (ChangeKind.CHANGE, cell)
    ]
    for conflict in found.conflicts:
        assert cell in conflict.cells


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
    kinds = {change.kind for change in contradiction(Puzzle("1... ..2. .3.. 4..4")).changes}
    assert kinds == set(ChangeKind)
