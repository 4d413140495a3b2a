"""The kernel counts right: every level and the twin, all forms and sizes of a batch."""

import numpy as np
import pytest

from sudocube.engines import engine
from sudocube.kernel import TWIN, first_refused, levels
from sudocube.kernel.batches import count_many, solve_many
from sudocube.puzzle import Puzzle
from sudocube.trusted import objection
from tests.kernel.lists import digits, known, many_solutions, masks, random_rows

LEVELS = levels()
FAST = LEVELS[1:]
"""The compiled levels."""


@pytest.fixture(scope="module")
def batch() -> tuple[list[Puzzle], list[int]]:
    return known(140)


def assert_solved(rows, counts, solutions):
    """There are as many solutions as were counted, up to two; the referee accepts them, and they differ."""
    for row, count, (first, second) in zip(rows.tolist(), counts.tolist(), solutions.tolist(), strict=True):
        if count >= 1:
            assert objection(first, row, 3, 3) is None
        if count >= 2:
            assert objection(second, row, 3, 3) is None
            assert first != second
        assert (not any(first), not any(second)) == (count < 1, count < 2)


@pytest.mark.parametrize("level", LEVELS)
def test_counts_are_the_known_ones(level, batch):
    """No, one and several solutions; clashing clues; full grids right and wrong; up to any limit."""
    puzzles, solutions = batch
    for limit in (1, 2, 3, 1000):
        solved = solve_many(digits(puzzles), limit=limit, level=level)
        assert solved.counts.tolist() == [min(number, limit) for number in solutions]
        assert [str(part.dtype) for part in solved] == ["int64", "uint8", "int64"]
        assert_solved(digits(puzzles), solved.counts, solved.solutions)


@pytest.fixture(scope="module")
def ambiguous() -> tuple[list[Puzzle], list[int]]:
    return many_solutions(16, 3000)


@pytest.mark.parametrize("level", LEVELS)
def test_counts_of_many_solutions_are_exact(level, ambiguous):
    """The same as those of a plain search; also without a limit that matters."""
    puzzles, solutions = ambiguous
    rows = digits(puzzles)
    assert count_many(rows, limit=3000, level=level).tolist() == solutions
    assert max(solutions) > 100
    few = np.array(solutions) < 3000
    largest = 2**63 - 1
    assert count_many(rows[few], limit=largest, level=level).tolist() == np.array(solutions)[few].tolist()


@pytest.mark.parametrize("level", LEVELS)
def test_a_puzzle_does_not_depend_on_the_others_of_its_batch(level, batch):
    """Batches around those that fill one vector, or all vectors in flight: the same counts and guesses."""
    puzzles, solutions = batch
    rows = digits(puzzles)
    alone = [int(solve_many(rows[i : i + 1], level=level).guesses[0]) for i in range(65)]
    for size in (0, 1, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65):
        solved = solve_many(rows[:size], level=level, jobs=1)
        assert solved.counts.tolist() == [min(number, 2) for number in solutions[:size]], size
        assert solved.guesses.tolist() == alone[:size], size
        assert solved.solutions.shape == (size, 2, 81)
        assert_solved(rows[:size], solved.counts, solved.solutions)


@pytest.fixture(scope="module")
def unique() -> list[Puzzle]:
    return [puzzle for puzzle, number in zip(*known(28, "candidates"), strict=True) if number == 1]


@pytest.mark.parametrize("level", LEVELS)
def test_candidates_restrict_the_solutions(level, unique):
    """Without a candidate of the solution there is none; without all others of a cell nothing changes."""
    rows = masks(unique)
    found = solve_many(rows, level=level).solutions[:, 0]
    cells = np.array([puzzle.cells.index(0) if 0 in puzzle.cells else 0 for puzzle in unique])
    which = np.arange(len(unique))
    bit = (1 << (found[which, cells].astype(np.int64) - 1)).astype(np.uint16)
    without, only, nothing = rows.copy(), rows.copy(), rows.copy()
    without[which, cells] &= ~bit
    only[which, cells] = bit
    nothing[:, 40] = 0
    for changed, count in ((without, 0), (only, 1), (nothing, 0)):
        assert count_many(changed, level=level).tolist() == [count] * len(unique)


@pytest.mark.parametrize("level", LEVELS)
def test_a_puzzle_that_takes_more_guesses_than_its_budget_is_undecided(level, batch):
    """It never counts as one without a solution; a budget of as many guesses as it takes is enough."""
    rows = digits(batch[0])
    solved = solve_many(rows, level=level)
    without = solve_many(rows, level=level, budget=0)
    assert (without.counts == np.where(solved.guesses > 0, -1, solved.counts)).all()
    exactly = solve_many(rows, level=level, budget=int(solved.guesses.max()))
    assert (exactly.counts == solved.counts).all()
    assert (solved.guesses > 0).any()


def test_any_number_of_threads_gives_the_same_in_order(batch):
    """There are more batches than threads."""
    rows = np.tile(digits(batch[0]), (40, 1))
    expected = np.tile([min(number, 2) for number in batch[1]], 40)
    for jobs in (1, 2, 7):
        assert (count_many(rows, jobs=jobs) == expected).all()


@pytest.mark.parametrize("level", FAST)
def test_every_compiled_level_shows_the_same_solutions_in_the_same_order(level):
    """And makes the same guesses, so that a budget leaves the same puzzles undecided."""
    rows = random_rows(300, 12)
    several = rows[count_many(rows) == 2]
    shown, expected = solve_many(several, level=level), solve_many(several, level=FAST[0])
    assert len(several) > 50
    assert (shown.solutions == expected.solutions).all()
    assert (shown.guesses == expected.guesses).all()
    few = [count_many(several, level=name, budget=3).tolist() for name in (level, FAST[0])]
    assert set(few[0]) == {-1, 2}
    assert few[0] == few[1]


BUDGET = 20_000
"""Guesses. Of random puzzles without a solution a few in a thousand take more, some of them millions."""


def agree(rows) -> None:
    """All levels count the same, up to 2 and to 10, and show solutions that the referees accept.

    The compiled referee checks all of them, the trusted one the first few hundred.
    """
    for limit in (2, 10):
        counts = {level: count_many(rows, limit=limit, level=level, budget=BUDGET) for level in FAST}
        for level in FAST:
            one, other = counts[level], counts[FAST[0]]
            assert (one == -1).mean() < 0.02
            differ = np.flatnonzero((one != other) & (one >= 0) & (other >= 0))
            assert not len(differ), f"{level}, {FAST[0]} differ on {rows[differ[0]].tolist()}"
    for level in FAST:
        counts_of_level, solutions, _ = solve_many(rows, level=level, budget=BUDGET)
        assert first_refused(rows, solutions, counts_of_level) is None
        decided = np.flatnonzero(counts_of_level >= 0)[:300]
        assert_solved(rows[decided], counts_of_level[decided], solutions[decided])


@pytest.mark.skipif(not FAST, reason="the kernel is not compiled")
def test_levels_the_twin_and_two_engines_agree_on_random_rows():
    """Half of the rows have no solution, the others one or many."""
    rows = random_rows(400, 1)
    agree(rows)
    counts = count_many(rows)
    assert set(counts.tolist()) == {0, 1, 2}
    assert (count_many(rows[:120], level=TWIN) == counts[:120]).all()
    for name in ("phases", "sat"):
        other = engine(name)
        for row, count in zip(rows[:60], counts[:60].tolist(), strict=True):
            assert other.answer(Puzzle(row.tobytes())).count == count


@pytest.mark.long
@pytest.mark.skipif(not FAST, reason="the kernel is not compiled")
@pytest.mark.parametrize("part", range(20))
def test_levels_agree_on_100_000_random_rows(part, run_seed):
    """Other rows in every run; a failure shows the seed."""
    rows = random_rows(5000, run_seed + part)
    agree(rows)
    counts, _, guesses = solve_many(rows, budget=BUDGET)
    few = np.flatnonzero(guesses < 100)[:25]
    twin = count_many(rows[few], level=TWIN, budget=BUDGET)
    assert ((twin == counts[few]) | (twin == -1)).all()
    for name in ("phases", "sat"):
        other = engine(name)
        for row, count in zip(rows[few], counts[few].tolist(), strict=True):
            answer = other.answer(Puzzle(row.tobytes()), timeout=2)
            assert answer.reason is not None or answer.count == count, row.tolist()
