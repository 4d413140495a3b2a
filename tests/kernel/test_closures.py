"""`close_singles` gives the closure of naked and hidden singles at every level and in Python, and no more."""

from random import Random

import numpy as np
import pytest

from sudocube import generate
from sudocube.cube import cube
from sudocube.encoder import load
from sudocube.encoder.cnf import formula
from sudocube.errors import PuzzleError, UnknownNameError
from sudocube.kernel import levels
from sudocube.kernel.batches import solve_many
from sudocube.kernel.closures import close_singles
from sudocube.lab.propagation import Propagation, PropagationState
from sudocube.puzzle import Puzzle
from tests.kernel.lists import NINE, digits, known, masks, random_rows, symbols
from tests.puzzles import puzzle_from, solved_grid

LEVELS = levels()
TABLE = cube(NINE)
FULL = 511


def closed_in_random_order(row, rng):
    """The closure of 81 masks by the lines of the cube, one at a time in a random order; and the state."""
    alive = [bool(row[cell] >> digit & 1) for cell in range(81) for digit in range(9)]
    lines = [line.elements for line in TABLE.lines]
    changed = True
    while changed:
        changed = False
        for elements in rng.sample(lines, len(lines)):
            left = [element for element in elements if alive[element]]
            if len(left) == 1:
                for peer in TABLE.peers[left[0]]:
                    changed |= alive[peer]
                    alive[peer] = False
    left = [sum(alive[9 * cell + digit] << digit for digit in range(9)) for cell in range(81)]
    if not all(any(alive[element] for element in elements) for elements in lines):
        return [0] * 81, -1
    return left, int(all(mask.bit_count() == 1 for mask in left))


def sparse_and_pencilled(number, seed):
    """Masks uint16 (n, 81): few clues of a solved grid; the solution with other candidates beside it."""
    rng = Random(seed)
    rows = []
    for i in range(number):
        grid = solved_grid(NINE, rng)
        if i % 2:
            rows.append([1 << digit - 1 | rng.getrandbits(9) & rng.getrandbits(9) for digit in grid.cells])
        else:
            rows.append(masks([puzzle_from(grid, rng, clues=rng.randint(17, 35))])[0].tolist())
    return np.array(rows, np.uint16)


@pytest.fixture(scope="module")
def batch():
    """Masks of puzzles of all sorts: 60 of known kinds, 60 more that singles leave open, or refute."""
    return np.vstack([masks(known(60, "closures")[0]), sparse_and_pencilled(60, seed=1)])


@pytest.fixture(scope="module")
def expected(batch):
    """The closures and states of the batch, by the cube."""
    rng = Random(7)
    pairs = [closed_in_random_order(row, rng) for row in batch.tolist()]
    return np.array([left for left, _ in pairs]), [state for _, state in pairs]


@pytest.mark.parametrize("level", LEVELS)
def test_the_closure_is_that_of_the_lines_of_the_cube_in_any_order(level, batch, expected):
    closed = close_singles(batch, level=level)

    assert [str(part.dtype) for part in closed] == ["uint16", "int8"]
    assert closed.states.tolist() == expected[1]
    assert (closed.masks == expected[0]).all()
    assert {state: expected[1].count(state) >= 10 for state in (1, 0, -1)} == {1: True, 0: True, -1: True}


@pytest.mark.parametrize("level", LEVELS)
def test_minimal_puzzles_and_assumptions_in_them_are_closed_as_by_the_cube(level):
    """What ratings ask for: puzzles that were made, and each with a candidate set that is wrong."""
    rng, rows = Random(4), []
    for made in generate(12, seed=4, jobs=1):
        row = masks([made.puzzle])[0]
        wrong = row.copy()
        cell = rng.choice([cell for cell, digit in enumerate(made.puzzle.cells) if not digit])
        wrong[cell] = 1 << made.solution.cells[cell] % 9
        rows += [row, wrong]
    closed = close_singles(np.array(rows), level=level)

    expected = [closed_in_random_order(row.tolist(), rng) for row in rows]
    assert closed.states.tolist() == [state for _, state in expected]
    assert closed.masks.tolist() == [left for left, _ in expected]
    assert set(closed.states.tolist()) == {1, 0, -1}


@pytest.mark.parametrize("level", LEVELS)
def test_unit_propagation_of_the_extended_encoding_has_the_same_closure(level):
    """On clues: its clauses say of each line that exactly one element is true, and nothing else."""
    puzzles = [Puzzle(row, NINE) for row in random_rows(20, seed=3).tolist()] + known(14, "extended")[0]
    rules = formula(load("extended"), NINE)
    propagation = Propagation(rules)
    states = {PropagationState.SOLVED: 1, PropagationState.OPEN: 0, PropagationState.REFUTED: -1}

    closed = close_singles(digits(puzzles), level=level)

    for puzzle, left, state in zip(puzzles, closed.masks.tolist(), closed.states.tolist(), strict=True):
        closure = propagation.propagate(puzzle)
        assert states[closure.state] == state
        if state >= 0:
            removed = {-literal for literal in closure.literals if literal < 0}
            variables = rules.literals  # of digits in cells
            assert [
                sum(1 << d - 1 for d in range(1, 10) if variables(bytes(cell) + bytes([d]))[0] not in removed)
                for cell in range(81)
            ] == left
    propagation.close()


def test_every_level_gives_the_same_as_the_first_compiled_one():
    puzzles = np.vstack([masks([]), sparse_and_pencilled(400, seed=2)])
    first = close_singles(puzzles, level=LEVELS[-1])

    for level in LEVELS:
        closed = close_singles(puzzles, level=level)
        assert (closed.masks == first.masks).all()
        assert (closed.states == first.states).all()


def test_what_is_solved_has_that_one_solution_and_what_is_refuted_has_none():
    rows = random_rows(3000, seed=5)
    closed, solved = close_singles(rows), solve_many(rows)
    done = closed.states == 1

    assert (solved.counts[done] == 1).all()
    assert (1 << solved.solutions[done, 0].astype(int) - 1 == closed.masks[done]).all()
    assert (solved.counts[closed.states == -1] == 0).all()
    found = solved.counts >= 1
    assert (closed.masks[found] >> solved.solutions[found, 0] - 1 & 1).all()
    assert min(done.sum(), (closed.states == -1).sum(), (closed.states == 0).sum()) > 50


@pytest.mark.parametrize("level", LEVELS)
def test_more_than_singles_is_not_concluded(level):
    """A digit of a box that fits in one row only; two cells of a box for the same two digits."""
    puzzle = np.full((1, 81), FULL, np.uint16)
    puzzle[0, [9, 10, 11, 18, 19, 20]] = FULL ^ 1  # so that the 1 of box 1 is in row 1
    puzzle[0, [60, 61]] = 0b11000

    closed = close_singles(puzzle, level=level)

    assert closed.states.tolist() == [0]
    assert (closed.masks == puzzle).all()


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("cells", [(0, 1), (0, 8), (0, 9), (0, 72), (0, 10), (40, 50), (30, 31), (80, 60)])
def test_two_equal_clues_of_a_unit_are_a_contradiction(level, cells):
    puzzle = np.zeros((1, 81), np.uint8)
    puzzle[0, list(cells)] = 7

    closed = close_singles(puzzle, level=level)

    assert closed.states.tolist() == [-1]
    assert not closed.masks.any()


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("unit", range(27))
def test_a_cell_that_two_digits_of_a_unit_need_is_a_contradiction(level, unit):
    """Nothing else is wrong: every cell has candidates, and every digit has a place."""
    cells = TABLE.units[unit].cells
    puzzle = np.full((1, 81), FULL, np.uint16)
    puzzle[0, list(cells)] = FULL ^ 0b11
    puzzle[0, cells[4]] = FULL

    assert close_singles(puzzle, level=level).states.tolist() == [-1]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("unit", range(27))
def test_a_digit_without_a_place_in_a_unit_is_a_contradiction_and_with_one_it_is_set(level, unit):
    cells = TABLE.units[unit].cells
    puzzle = np.full((2, 81), FULL, np.uint16)
    puzzle[:, list(cells)] = FULL ^ 0b100
    puzzle[1, cells[7]] = FULL

    closed = close_singles(puzzle, level=level)

    assert closed.states.tolist() == [-1, 0]
    assert closed.masks[1, cells[7]] == 0b100


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("cell", range(0, 81, 5))
def test_a_cell_without_candidates_is_a_contradiction(level, cell):
    puzzle = np.full((1, 81), FULL, np.uint16)
    puzzle[0, cell] = 0

    assert close_singles(puzzle, level=level).states.tolist() == [-1]


@pytest.mark.parametrize("level", LEVELS)
def test_a_closure_is_its_own_closure(level, batch):
    once = close_singles(batch, level=level)
    alive = once.states >= 0
    again = close_singles(once.masks[alive], level=level)

    assert (again.masks == once.masks[alive]).all()
    assert (again.states == once.states[alive]).all()


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("size", [0, 1, 2, 15, 16, 17, 31, 32, 33, 47, 48, 49, 64, 65])
def test_a_puzzle_does_not_depend_on_the_others_of_its_batch(level, size, batch, expected):
    closed = close_singles(batch[:size], level=level)

    assert closed.masks.shape == (size, 81)
    assert (closed.masks == expected[0][:size]).all()
    assert closed.states.tolist() == expected[1][:size]


@pytest.mark.parametrize("level", LEVELS)
def test_digits_symbols_and_candidates_give_the_same(level):
    puzzles, _ = known(21, "forms")
    expected = close_singles(masks(puzzles), level=level)
    strided = np.zeros((len(puzzles), 2, 100), np.uint8)
    strided[:, 1, 7:88] = digits(puzzles)

    for form in (
        digits(puzzles),
        symbols(puzzles),
        symbols(puzzles, "0"),
        digits(puzzles).astype(np.int64).reshape(-1, 9, 9),
        masks(puzzles).astype(">u2"),
        strided[:, 1, 7:88],
    ):
        closed = close_singles(form, level=level)
        assert (closed.masks == expected.masks).all()
        assert (closed.states == expected.states).all()


@pytest.mark.parametrize("level", LEVELS)
def test_the_puzzles_stay_as_they_are(level, batch):
    before = batch.copy()
    close_singles(batch, level=level)

    assert (batch == before).all()


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("value", "dtype", "found"),
    [
        (10, np.uint8, r"holds 10; expected a digit, 0 to 9"),
        (512, np.uint16, "holds 512; expected candidates"),
    ],
)
def test_a_row_that_is_no_puzzle_is_named_with_its_place(level, value, dtype, found):
    puzzles = np.ones((3, 81), dtype)
    puzzles[2, 40] = value

    with pytest.raises(PuzzleError, match=rf"row 2, column 40 \(from 0\) {found}"):
        close_singles(puzzles, level=level)


def test_arrays_of_another_shape_or_type_and_unknown_levels_are_refused():
    with pytest.raises(PuzzleError, match=r"shape \(2, 80\)"):
        close_singles(np.zeros((2, 80), np.uint8))
    with pytest.raises(PuzzleError, match="an array of float64"):
        close_singles(np.zeros((2, 81)))  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError, match="sse9"):
        close_singles(np.zeros((2, 81), np.uint8), level="sse9")
