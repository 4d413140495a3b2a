"""Puzzles with several solutions: how many, how they differ, and what to add, against brute force."""

from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sudocube import Puzzle, Verdict, diagnose
from sudocube.diagnosis import Ambiguity, SolutionPair, solution_pairs
from sudocube.errors import PuzzleError
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid
from sudocube.trusted import objection
from tests.diagnosis.brute import (
    differences,
    every_solution,
    extreme_differences,
    occurrences,
    puzzle_of,
    smallest_repair_size,
    solutions,
    without,
)
from tests.puzzles import EXAMPLES, count_solutions, puzzle_from, several_solutions, solved_grid


@st.composite
def ambiguous(draw, most=60):
    """The clues of a puzzle of size 4 with two solutions or more."""
    grid = solved_grid(Geometry(2, 2), Random(draw(st.integers(0, 2**32 - 1))))
    cells = draw(st.lists(st.integers(0, 15), unique=True, min_size=1, max_size=10))
    clues = {cell: grid.cells[cell] for cell in sorted(cells)}
    assume(1 < len(solutions(clues)) <= most)
    return clues


def ambiguity(puzzle: Puzzle, **options: object) -> Ambiguity:
    """The ambiguity; nothing may be left undecided."""
    found = diagnose(puzzle, timeout=None, **options)  # type: ignore[arg-type]
    assert (found.verdict, found.undecided, found.reason) == (Verdict.MULTIPLE, (), None)
    assert found.ambiguity is not None
    return found.ambiguity


@pytest.fixture
def none_compared(monkeypatch):
    """Makes the SAT solver search for the closest and farthest solutions, without comparing known ones."""
    monkeypatch.setattr(solution_pairs, "_are_compared", lambda solutions: False)
    monkeypatch.setattr(solution_pairs, "COMPARED", 2)


def is_a_pair(pair: SolutionPair, puzzle: Puzzle) -> None:
    """Check that a pair has two solutions and the cells in which they differ."""
    shape = puzzle.geometry
    for grid in (pair.first, pair.second):
        assert objection(grid.cells, puzzle.cells, shape.box_rows, shape.box_columns) is None
    assert differences(pair.first, pair.second) == len(pair.cells) > 0
    assert all(pair.first.cells[cell] != pair.second.cells[cell] for cell in pair.cells)


@settings(max_examples=40)
@given(ambiguous(most=288))
def test_solutions_are_counted_and_what_occurs_in_them(clues):
    """Each digit of each cell is counted in all solutions."""
    grids = solutions(clues)
    found = ambiguity(puzzle_of(clues))
    assert (found.count, found.is_exact, found.undecided) == (len(grids), True, ())
    assert [dict(one) for one in found.candidates] == occurrences(grids)


@settings(max_examples=40)
@given(ambiguous(), st.integers(1, 5))
def test_past_the_limit_the_digits_are_known_but_not_how_often_they_occur(clues, limit):
    grids = solutions(clues)
    found = ambiguity(puzzle_of(clues), limit=limit)
    assert found.is_exact == (len(grids) < limit)
    assert min(limit, len(grids)) <= found.count <= len(grids)
    assert [list(one) for one in found.candidates] == [list(one) for one in occurrences(grids)]
    if not found.is_exact:
        assert {count for one in found.candidates for count in one.values()} == {None}


@settings(max_examples=40)
@given(ambiguous())
def test_the_closest_and_the_farthest(clues):
    found = ambiguity(puzzle_of(clues))
    fewest, most = extreme_differences(solutions(clues))
    assert (len(found.closest.cells), found.closest.bound, found.closest.is_extreme) == (fewest, fewest, True)
    assert (len(found.farthest.cells), found.farthest.bound, found.farthest.is_extreme) == (most, most, True)
    for pair in (found.closest, found.farthest):
        is_a_pair(pair, puzzle_of(clues))


@pytest.mark.usefixtures("none_compared")
@pytest.mark.parametrize("seed", range(20))
def test_the_closest_and_the_farthest_by_search(seed):
    """As with too many solutions to compare: the same numbers, proved."""
    rng = Random(seed)
    clues = puzzle_from(solved_grid(Geometry(2, 2), rng), rng, clues=rng.randint(1, 5)).clues
    if len(solutions(clues)) < 2:
        clues = without(clues, *list(clues)[:-1])
    found = ambiguity(puzzle_of(clues), limit=rng.choice([2, 1000]))
    fewest, most = extreme_differences(solutions(clues))
    assert (len(found.closest.cells), found.closest.bound) == (fewest, fewest)
    assert (len(found.farthest.cells), found.farthest.bound) == (most, most)
    for pair in (found.closest, found.farthest):
        is_a_pair(pair, puzzle_of(clues))


@pytest.mark.usefixtures("none_compared")
@pytest.mark.parametrize(
    ("cells", "fewest", "most"),
    [
        (".2...4.5.2.....4232...6..1..4...5..2", 11, 16),
        ("..1.6......525.......4..4...1..1.5..", 6, 14),
        (".1....3.4.........24.1....2.43.3....", 6, 18),
        ("2......4..6.451.3..2.....62.45..4.2.", 6, 17),
    ],
)
def test_the_closest_if_the_first_found_are_not(cells, fewest, most):
    """Size 6, where the first deadly pattern found is not the smallest."""
    puzzle = Puzzle(cells)
    assert (fewest, most) == extreme_differences(list(every_solution(puzzle)))
    found = ambiguity(puzzle)
    assert (len(found.closest.cells), found.closest.bound) == (fewest, fewest)
    assert (len(found.farthest.cells), found.farthest.bound) == (most, most)


@settings(max_examples=40)
@given(ambiguous(), st.integers(0, 2**32 - 1))
def test_the_repair_is_the_smallest_for_the_chosen_solution(clues, seed):
    """No fewer clues of that solution make the puzzle unique; these do."""
    target = Random(seed).choice(solutions(clues))
    repair = ambiguity(puzzle_of(clues), repair=True, solution=target).repair
    assert repair is not None
    size = smallest_repair_size(clues, target)
    assert (len(repair.clues), repair.at_least, repair.is_smallest) == (size, size, True)
    assert repair.solution == target
    assert repair.repaired_puzzle.clues == {**clues, **repair.clues}
    assert solutions(repair.repaired_puzzle.clues) == [target]


@pytest.mark.parametrize(
    ("cells", "target", "size"),
    [
        ("3....2..........", "3124421323411432", 2),
        ("................", "4312213412433421", 4),
        ("................", "2143341242311324", 4),
    ],
)
def test_a_smallest_repair_where_the_obvious_one_is_larger(cells, target, size):
    """Choosing the cell that rules out the most solutions each time gives one cell too many."""
    repair = ambiguity(Puzzle(cells), repair=True, solution=target).repair
    assert repair is not None
    assert size == smallest_repair_size(Puzzle(cells).clues, Grid(target))
    assert (len(repair.clues), repair.at_least) == (size, size)


@settings(max_examples=40)
@given(ambiguous())
def test_without_a_chosen_solution_the_repair_is_of_the_first(clues):
    found = diagnose(puzzle_of(clues), repair=True, timeout=None)
    assert found.ambiguity is not None
    assert found.ambiguity.repair is not None
    assert found.ambiguity.repair.solution == found.solutions[0]


def test_a_repair_is_made_only_where_it_is_asked_for():
    assert ambiguity(Puzzle("." * 16)).repair is None


@settings(max_examples=8)
@given(st.integers(0, 2**32 - 1), st.sampled_from([Geometry(2, 3), Geometry(3, 3), Geometry(2, 5)]))
def test_known_patterns(seed, shape):
    """All is given except k cycles of two rows: 2**k solutions, and one clue for each cycle is a repair."""
    rng = Random(seed)
    puzzle, count = several_solutions(solved_grid(shape, rng), rng, patterns=2)
    found = ambiguity(puzzle, repair=True)
    assert (found.count, found.is_exact) == (count, True)
    blanks = puzzle.cells.count(0)
    assert len(found.farthest.cells) == blanks
    assert len(found.closest.cells) <= blanks // (count // 2)
    assert found.repair is not None
    assert (len(found.repair.clues), found.repair.is_smallest) == (count.bit_length() - 1, True)
    assert count_solutions(found.repair.repaired_puzzle) == 1


@settings(max_examples=5)
@given(st.integers(0, 2**32 - 1), st.integers(24, 27))
def test_many_solutions_at_size_9(seed, clues):
    """More than the limit of the count: all is proved even so, and the repair is unique by plain count."""
    rng = Random(seed)
    puzzle = puzzle_from(solved_grid(Geometry(3, 3), rng), rng, clues=clues)
    found = diagnose(puzzle, repair=True, limit=50, timeout=None)
    assume(found.verdict is Verdict.MULTIPLE)
    assert found.ambiguity is not None
    assert found.undecided == ()
    is_a_pair(found.ambiguity.closest, puzzle)
    is_a_pair(found.ambiguity.farthest, puzzle)
    assert len(found.ambiguity.closest.cells) <= len(found.ambiguity.farthest.cells)
    assert found.ambiguity.repair is not None
    assert count_solutions(found.ambiguity.repair.repaired_puzzle) == 1


@pytest.mark.parametrize(
    ("cells", "geometry"),
    [(cells, geometry) for name, cells, geometry, count in EXAMPLES if count == 2 and 16 < len(cells) < 256
     and "empty" not in name],
)  # fmt: skip
def test_examples_of_other_sizes_and_shapes(cells, geometry):
    puzzle = Puzzle(cells, geometry)
    found = ambiguity(puzzle, repair=True)
    assert found.count == count_solutions(puzzle, 1000)
    assert found.repair is not None
    assert count_solutions(found.repair.repaired_puzzle) == 1


@pytest.mark.parametrize("cells", ["1" + 80 * ".", "123456789" + 72 * "."])
def test_with_few_clues_the_count_reaches_its_limit(cells):
    """Millions of solutions, but a search can spend a long time where there is none."""
    found = diagnose(cells, limit=300, timeout=60).ambiguity
    assert found is not None
    assert (found.count >= 300, found.is_exact) == (True, False)


def test_a_chosen_solution_must_be_one():
    """It may be given as text; the error says what is wrong with it."""
    puzzle = "1... .... .... ...."
    repair = ambiguity(Puzzle(puzzle), repair=True, solution="1234341221434321").repair
    assert repair is not None
    assert repair.solution == Grid("1234341221434321")
    with pytest.raises(PuzzleError, match="row 1, column 1 holds 4, but the clue is 1"):
        diagnose(puzzle, repair=True, solution="4321341221431234")
    with pytest.raises(PuzzleError, match="25 cells"):
        diagnose(puzzle, repair=True, solution=25 * "1")
