"""What an engine learned from one puzzle never changes its answer to the next."""

from random import Random

import pytest

from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from tests.contract.under_test import FEW, NAMES, assert_right, ground, new
from tests.puzzles import KINDS, Known, count_solutions, puzzle_with_known_answer

LENGTH = 700
"""More than twice the number of puzzles after which any solver is replaced."""

HIGHEST_LIMIT = 20


@pytest.fixture(scope="module")
def sequence() -> list[tuple[Known, int]]:
    """Puzzles with their numbers of solutions, each with a limit, in random order; most of size 4."""
    rng = Random(7)
    shapes = [Geometry(2, 2)] * 40 + [Geometry(2, 3)] * 10 + [Geometry(3, 2)] * 10 + [Geometry(3, 3)] * 7
    known = [
        puzzle_with_known_answer(shape, rng, KINDS[number % len(KINDS)])
        for number, shape in enumerate(shapes)
    ]
    empty = [Puzzle("." * 16), Puzzle("12" + "." * 14), Puzzle("1" + "." * 15)]
    known += [Known(puzzle, count_solutions(puzzle, HIGHEST_LIMIT)) for puzzle in empty]
    small = [one for one in known if one.puzzle.geometry.size == 4]
    drawn = [rng.choice(small if number % 7 else known) for number in range(LENGTH)]
    return [(one, rng.choice([1, 2, 2, 2, 3, HIGHEST_LIMIT])) for one in drawn]


@pytest.mark.parametrize("name", NAMES)
def test_one_engine_is_right_about_hundreds_of_puzzles_in_a_row(name, sequence):
    """Sizes, verdicts and limits are mixed, and solvers are replaced on the way."""
    engine = new(name)
    for (puzzle, solutions), limit in sequence:
        if not engine.traits.supports(puzzle):
            continue
        assert_right(engine.answer(puzzle, limit=limit), puzzle, solutions, limit)


@pytest.mark.parametrize("name", FEW)
def test_a_used_engine_gives_the_answer_of_a_new_one(name, sequence):
    """The same verdict and count; of several solutions it may give others."""
    used = new(name)
    for (puzzle, _), limit in sequence[:40]:
        for _ in range(2):
            mine, fresh = used.answer(puzzle, limit=limit), new(name).answer(puzzle, limit=limit)
            assert (mine.verdict, mine.count, mine.exhausted) == (fresh.verdict, fresh.count, fresh.exhausted)
            if mine.verdict == "unique":
                assert mine.solutions == fresh.solutions


@pytest.mark.parametrize("name", NAMES)
def test_the_same_puzzle_may_be_solved_again_and_again(name):
    """A solution that was excluded in one search is found again in the next."""
    engine = new(name)
    unique, several = ground(name).unique, ground(name).several
    for _ in range(5):
        assert_right(engine.answer(unique), unique, 1)
        assert_right(engine.answer(several.puzzle, limit=9), *several, 9)
        assert_right(engine.answer(several.puzzle, limit=1), *several, 1)
