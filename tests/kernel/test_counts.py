"""The kernel counts right: every level and the twin, all forms and sizes of a batch."""

from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from sudocube.engines import engine
from sudocube.geometry import Geometry
from sudocube.kernel import TWIN, first_refused, levels
from sudocube.kernel.batches import count_many, solve_many
from sudocube.puzzle import Puzzle
from sudocube.trusted import objection
from tests.kernel.lists import digits, known, many_solutions, masks, random_rows, symbols
from tests.puzzles import count_solutions, puzzle_from, solved_grid

LEVELS = levels()
FAST = LEVELS[1:]
"""The compiled levels."""

LANES = (4, 8, 16)
IN_FLIGHT = (16, 32, 64)
SIZES = sorted({0, 1, 2, *(n + more for n in (*LANES, *IN_FLIGHT) for more in (-1, 0, 1))})
"""Sizes of batches around those that fill one vector of a level, and all its vectors in flight."""


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


@pytest.mark.parametrize("limit", [1, 2, 3, 1000])
@pytest.mark.parametrize("level", LEVELS)
def test_counts_are_the_known_ones(level, limit, batch):
    """No, one and several solutions; clashing clues; full grids right and wrong."""
    puzzles, solutions = batch
    solved = solve_many(digits(puzzles), limit=limit, level=level)
    assert solved.counts.tolist() == [min(number, limit) for number in solutions]
    assert [str(part.dtype) for part in solved] == ["int64", "uint8", "int64"]
    assert_solved(digits(puzzles), solved.counts, solved.solutions)


@pytest.mark.parametrize("level", LEVELS)
def test_counts_of_many_solutions_are_exact(level):
    """The same as those of a plain search."""
    puzzles, solutions = many_solutions(24, 3000)
    assert count_many(digits(puzzles), limit=3000, level=level).tolist() == solutions
    assert max(solutions) > 100


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("size", SIZES)
def test_every_size_of_a_batch(size, level, batch):
    """Around those that fill one vector, or all vectors in flight."""
    puzzles, solutions = batch
    rows = digits(puzzles)[:size]
    solved = solve_many(rows, level=level, jobs=1)
    assert solved.counts.tolist() == [min(number, 2) for number in solutions[:size]]
    assert solved.solutions.shape == (size, 2, 81)
    assert_solved(rows, solved.counts, solved.solutions)


@pytest.mark.parametrize("level", LEVELS)
def test_guesses_do_not_depend_on_the_batch(level, batch):
    """A puzzle alone takes as many as among others."""
    puzzles, _ = batch
    rows = digits(puzzles)[:40]
    together = solve_many(rows, level=level).guesses.tolist()
    alone = [int(solve_many(rows[i : i + 1], level=level).guesses[0]) for i in range(40)]
    assert together == alone


@pytest.mark.parametrize("level", LEVELS)
def test_digits_symbols_and_candidates_give_the_same_counts(level, batch):
    """All blanks, strided and read-only arrays, and texts."""
    puzzles, solutions = batch
    expected = [min(number, 2) for number in solutions]
    rows = digits(puzzles)
    strided = np.zeros((len(rows), 2, 100), np.uint8)
    strided[:, 1, 7:88] = rows
    forms: list[Any] = [
        *(symbols(puzzles, blank) for blank in ".0*_-xX"),
        masks(puzzles),
        strided[:, 1, 7:88],
        rows[::-1][::-1],
        np.asfortranarray(rows),
        list(map(str, puzzles)),
        (str(puzzle).encode() for puzzle in puzzles),
        np.array(list(map(str, puzzles))),
        np.array(list(map(str, puzzles)), object),
        np.array([str(puzzle).encode() for puzzle in puzzles]),
    ]
    assert not rows.flags.writeable
    for form in forms:
        assert count_many(form, level=level).tolist() == expected


@pytest.mark.parametrize("level", LEVELS)
def test_the_count_of_an_empty_grid_stops_at_the_limit(level):
    """At any limit."""
    empty = np.zeros((1, 81), np.uint8)
    for limit in (1, 2, 1000):
        assert count_many(empty, limit=limit, level=level).tolist() == [limit]


@pytest.fixture(scope="module")
def large() -> tuple[Puzzle, int]:
    """A puzzle with thousands of solutions, and their number as a plain search counts it."""
    rng = Random("large")
    while True:
        puzzle = puzzle_from(solved_grid(Geometry(3, 3), rng), rng, clues=25)
        number = count_solutions(puzzle, 12_000)
        if 3_000 < number < 12_000:
            return puzzle, number


@pytest.mark.parametrize("level", LEVELS)
def test_a_large_number_is_exact(level, large):
    """With every limit above it."""
    puzzle, number = large
    for limit in (number, number + 1, 2**63 - 1):
        assert count_many(digits([puzzle]), limit=limit, level=level).tolist() == [number]


@pytest.mark.parametrize("level", FAST)
def test_symmetries_keep_the_number(level, batch):
    """Bands, stacks, and rows and columns within them exchanged; transposed; digits relabelled."""
    puzzles, solutions = batch
    rng = np.random.default_rng(5)
    rows = digits(puzzles).reshape(-1, 9, 9)
    for _ in range(5):
        lines = [np.concatenate([3 * band + rng.permutation(3) for band in rng.permutation(3)]) for _ in "rc"]
        moved = rows[:, lines[0]][:, :, lines[1]]
        if rng.random() < 0.5:
            moved = moved.transpose(0, 2, 1)
        labels = np.concatenate([[0], rng.permutation(9) + 1]).astype(np.uint8)
        counts = count_many(labels[moved].reshape(-1, 81), limit=9, level=level)
        assert counts.tolist() == [min(number, 9) for number in solutions]


@pytest.mark.parametrize("level", LEVELS)
def test_candidates_restrict_the_solutions(level):
    """Without a candidate of the solution there is none; without all others of a cell nothing changes."""
    puzzles, solutions = known(28, "candidates")
    unique = [puzzle for puzzle, number in zip(puzzles, solutions, strict=True) if number == 1]
    rows = masks(unique)
    found = solve_many(rows, level=level).solutions[:, 0]
    cells = np.array([puzzle.cells.index(0) if 0 in puzzle.cells else 0 for puzzle in unique])
    which = np.arange(len(unique))
    bit = (1 << (found[which, cells].astype(np.int64) - 1)).astype(np.uint16)
    without, only = rows.copy(), rows.copy()
    without[which, cells] &= ~bit
    only[which, cells] = bit
    assert count_many(without, level=level).tolist() == [0] * len(unique)
    assert count_many(only, level=level).tolist() == [1] * len(unique)
    nothing = rows.copy()
    nothing[:, 40] = 0
    assert count_many(nothing, level=level).tolist() == [0] * len(unique)


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


@pytest.mark.parametrize("jobs", [1, 2, 3, 7])
def test_any_number_of_threads_gives_the_same_in_order(jobs, batch):
    """There are more batches than threads."""
    rows = np.tile(digits(batch[0]), (40, 1))
    expected = np.tile([min(number, 2) for number in batch[1]], 40)
    assert (count_many(rows, jobs=jobs) == expected).all()


@pytest.fixture(scope="module")
def several() -> NDArray[np.uint8]:
    """Rows with two solutions or more."""
    rows = random_rows(300, 12)
    found: NDArray[np.uint8] = rows[count_many(rows) == 2]
    return found


@pytest.mark.parametrize("level", FAST)
def test_every_compiled_level_shows_the_same_solutions_in_the_same_order(level, several):
    """And makes the same guesses, so that a budget leaves the same puzzles undecided."""
    shown, expected = solve_many(several, level=level), solve_many(several, level=FAST[0])
    assert len(several) > 50
    assert (shown.solutions == expected.solutions).all()
    assert (shown.guesses == expected.guesses).all()
    few = [count_many(several, level=name, budget=3).tolist() for name in (level, FAST[0])]
    assert set(few[0]) == {-1, 2}
    assert few[0] == few[1]


@pytest.mark.skipif(not FAST, reason="the kernel is not compiled")
def test_the_twin_shows_two_of_several_solutions_perhaps_others_than_the_levels(several, batch):
    """Of a puzzle with one solution the same; the counts are the same for all."""
    twin = solve_many(several, level=TWIN)
    assert set(twin.counts.tolist()) == {2}
    assert_solved(several, twin.counts, twin.solutions)
    rows = digits(batch[0])
    twin, compiled = solve_many(rows, level=TWIN), solve_many(rows)
    assert (twin.counts == compiled.counts).all()
    unique = twin.counts == 1
    assert unique.any()
    assert (twin.solutions[unique] == compiled.solutions[unique]).all()


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
