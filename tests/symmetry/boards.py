"""9×9 puzzles of every kind, junk included, and isomorphisms: strategies for Hypothesis, and lists."""

from random import Random

from hypothesis import strategies as st

from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle
from sudocube.symmetry import random_isomorphism
from tests.puzzles import KINDS, puzzle_with_known_answer, solved_grid

NINE = Geometry(3, 3)

MOST_CANONICAL = Grid("123456789456789123789123456231564897564897231897231564312645978645978312978312645")
"""The grid with the most automorphisms of all: 648."""

SYMMETRIC = (
    *map(
        Puzzle,
        (81 * ".", 81 * "1", 9 * "111222333", 9 * "123456789", 27 * "1" + 54 * "2", 54 * "." + 27 * "7"),
    ),
    *map(Puzzle, ("1" + 80 * ".", 80 * "1" + ".", "1........." * 8 + "1", "12......." * 9)),
    Puzzle(3 * "111222333222333111333111222"),
)
"""Clues that most transformations change little; nearly all of them clash."""


def scattered(rng: Random, clues: int = 0) -> Puzzle:
    """That many clues at random, or more; most of these puzzles have clues that clash."""
    digits = rng.randint(1, 9)
    cells = [rng.randint(1, digits) for _ in range(81)]
    kept = rng.sample(range(81), rng.randint(clues, 81))
    return Puzzle.of_clues({cell: cells[cell] for cell in kept}, NINE)


def nearly_symmetric(rng: Random) -> Puzzle:
    """A symmetric one in which up to three cells are changed."""
    cells = bytearray(rng.choice(SYMMETRIC).cells)
    for _ in range(rng.randint(0, 3)):
        cells[rng.randrange(81)] = rng.randint(0, 9)
    return Puzzle(bytes(cells))


def part_of_a_grid(rng: Random) -> Puzzle:
    """Any number of clues of a grid, of the one with the most automorphisms, too."""
    grid = rng.choice([MOST_CANONICAL, solved_grid(NINE, rng)])
    kept = rng.sample(range(81), rng.choice([rng.randint(12, 81), 80, 81]))
    return Puzzle.of_clues({cell: grid.cells[cell] for cell in kept}, NINE)


def of_known_kind(rng: Random) -> Puzzle:
    """Puzzles with no, one and several solutions."""
    return puzzle_with_known_answer(NINE, rng, rng.choice(KINDS)).puzzle


_RANDOMS = st.integers(0, 2**32 - 1).map(Random)

asymmetric_boards = st.one_of(
    st.builds(scattered, _RANDOMS, st.just(12)),
    st.builds(part_of_a_grid, _RANDOMS),
    st.builds(of_known_kind, _RANDOMS),
)
"""Puzzles that few transformations leave as they are: at most some thousands."""

boards = st.one_of(asymmetric_boards, st.builds(scattered, _RANDOMS), st.builds(nearly_symmetric, _RANDOMS))
"""Puzzles of all of these kinds."""

isomorphisms = st.builds(random_isomorphism, _RANDOMS)


def changed(puzzle: Puzzle, rng: Random) -> Puzzle:
    """The puzzle with two cells exchanged, so that it has the same clues: mostly it is in another class."""
    cells = bytearray(puzzle.cells)
    one, other = rng.sample(range(81), 2)
    cells[one], cells[other] = cells[other], cells[one]
    return Puzzle(bytes(cells))
