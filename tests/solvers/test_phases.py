"""The three-phase solver does what its description says, step by step where that is visible.

Beside it stands the same algorithm in the plainest form: candidates as sets, rows, columns and boxes by
arithmetic. Forced moves lead to the same place in whatever order they are performed, so that both must
come to the same guesses, and to the same solutions in the same order.
"""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings

from sudocube.clock import Clock
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle
from sudocube.solvers.cube_state import CubeMasks
from sudocube.solvers.phases import solutions
from sudocube.trusted import objection
from tests.puzzles import count_solutions, puzzles

Candidates = list[set[int]]


def units_of(shape: Geometry) -> list[list[int]]:
    """Rows, columns and boxes, as cells."""
    n, down, across = shape.size, shape.box_rows, shape.box_columns
    cells = range(n * n)
    keys = (
        lambda cell: ("row", cell // n),
        lambda cell: ("column", cell % n),
        lambda cell: ("box", cell // n // down, cell % n // across),
    )
    units: dict[tuple[object, ...], list[int]] = {}
    for key in keys:
        for cell in cells:
            units.setdefault(key(cell), []).append(cell)
    return list(units.values())


def put(board: dict[int, int], left: Candidates, units: list[list[int]], cell: int, digit: int) -> None:
    """A move: the square holds the number, and it is forbidden in row, column and bigbox."""
    board[cell] = digit
    left[cell] = set()
    for unit in units:
        if cell in unit:
            for other in unit:
                left[other].discard(digit)


def forced(board: dict[int, int], left: Candidates, units: list[list[int]], phases: str) -> None:
    """Phase 1, or only one part of it, until nothing changes."""
    while True:
        moves = {}
        if "a" in phases:
            moves = {cell: min(left[cell]) for cell in range(len(left)) if len(left[cell]) == 1}
        if not moves and "b" in phases:
            for unit in units:
                for digit in range(1, len(unit) + 1):
                    places = [cell for cell in unit if digit in left[cell]]
                    if len(places) == 1:
                        moves = {places[0]: digit}
        if not moves:
            return
        for cell, digit in moves.items():
            if digit in left[cell]:
                put(board, left, units, cell, digit)


def start(puzzle: Puzzle) -> tuple[dict[int, int], Candidates, list[list[int]]]:
    """Clues, candidates and units; the clues do not clash."""
    shape = puzzle.geometry
    board: dict[int, int] = {}
    left = [set(shape.digits) for _ in puzzle.cells]
    units = units_of(shape)
    for cell, digit in puzzle.clues.items():
        put(board, left, units, cell, digit)
    return board, left, units


def plainly(puzzle: Puzzle) -> Iterator[Grid]:
    """All solutions in the order of the description."""

    def search(board: dict[int, int], left: Candidates) -> Iterator[Grid]:
        forced(board, left, units, "ab")
        blanks = [cell for cell in range(len(left)) if cell not in board]
        if not blanks:
            yield Grid(bytes(board[cell] for cell in range(len(left))), puzzle.geometry)
            return
        fewest = min(blanks, key=lambda cell: len(left[cell]))
        for digit in sorted(left[fewest]):
            after, still = dict(board), [set(digits) for digits in left]
            put(after, still, units, fewest, digit)
            yield from search(after, still)

    board, left, units = start(puzzle)
    yield from search(board, left)


@pytest.fixture
def guesses(monkeypatch) -> list[list[int]]:
    """The elements from which each phase 2 chose, in order; [] if there was none."""
    seen: list[list[int]] = []
    fewest = CubeMasks.fewest

    def tell(self, *args):
        seen.append(fewest(self, *args))
        return list(seen[-1])

    monkeypatch.setattr(CubeMasks, "fewest", tell)
    return seen


NAKED = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
HIDDEN = Puzzle(".......54.91..2.........3.1..6....3..7...48....56.8.7..13..6......78.5.....31....")
GUESS = Puzzle("1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1")


def decided_by(puzzle: Puzzle, phases: str) -> bool:
    """Whether these phases alone fill the grid."""
    board, left, units = start(puzzle)
    forced(board, left, units, phases)
    return len(board) == len(puzzle.cells)


def test_forced_possibilities_alone_solve_a_puzzle(guesses):
    """Phase 1a: a square has one possibility left, again and again."""
    assert decided_by(NAKED, "a")
    assert list(solutions(NAKED)) == list(plainly(NAKED))
    assert guesses == []


def test_forced_options_are_found_where_no_square_is_down_to_one(guesses):
    """Phase 1b: 1a alone is stuck, both together solve the puzzle, without a guess."""
    assert not decided_by(HIDDEN, "a")
    assert decided_by(HIDDEN, "ab")
    assert list(solutions(HIDDEN)) == list(plainly(HIDDEN))
    assert guesses == []


def first_choice(puzzle: Puzzle) -> list[int]:
    """The elements from which the first phase 2 can choose; [] if there is none."""
    board, left, units = start(puzzle)
    forced(board, left, units, "ab")
    blanks = [cell for cell in range(len(left)) if cell not in board]
    if not blanks:
        return []
    cell = min(blanks, key=lambda blank: len(left[blank]))
    return [cell * puzzle.geometry.size + digit - 1 for digit in sorted(left[cell])]


def test_a_guess_takes_the_blank_with_the_fewest_possibilities_and_ascends(guesses):
    """Phase 2: of several such blanks the first, row by row."""
    assert not decided_by(GUESS, "ab")
    assert list(solutions(GUESS)) == list(plainly(GUESS))
    assert guesses[0] == first_choice(GUESS)


def test_a_deadlock_and_clues_that_clash_are_seen_without_a_guess(guesses):
    """A blank without possibilities; nothing is placed where clues clash."""
    for cells in ("123........4....", "11" + "." * 14, "1" * 16):
        assert list(solutions(Puzzle(cells))) == []
    assert guesses == []


def test_a_number_without_a_place_is_no_deadlock_by_itself(guesses):
    """The source calls only the other a deadlock: phase 2 goes on until a blank has no possibility.

    2 . . | . . .     no 1 in row 1: the first square is taken, the 1s below forbid the
    . . . | . 1 .     columns of the next two, and the 1 of the second box the rest
    . 1 . | . . .
    . . . | . . .
    . . 1 | . . .
    . . . | . . .
    """
    puzzle = Puzzle("2..... ....1. .1.... ...... ..1... ......")
    _, left, units = start(puzzle)
    assert all(1 not in left[cell] for cell in units[0])
    assert first_choice(puzzle)
    assert list(solutions(puzzle)) == []
    assert guesses


def has_clash(puzzle: Puzzle) -> bool:
    """Whether two clues clash; the simplest form does not check this."""
    return any(
        len(filled) != len(set(filled))
        for filled in (
            [puzzle.cells[cell] for cell in unit if puzzle.cells[cell]] for unit in units_of(puzzle.geometry)
        )
    )


@given(puzzles(max_size=9, limit=40).filter(lambda known: not has_clash(known.puzzle)))
@settings(max_examples=25)
def test_solutions_come_in_the_order_of_the_guesses(known):
    """The same solutions in the same order as by the simplest form of the algorithm."""
    found = list(solutions(known.puzzle))
    assert found == list(plainly(known.puzzle))
    assert min(len(found), 40) == known.solutions


def test_all_solutions_of_a_puzzle_with_many_come_in_the_order_of_the_guesses():
    """After each solution, the solver goes back to the last choice with an untried move."""
    for cells in ("." * 16, "12" + "." * 14, ".1" + "." * 12 + "3."):
        puzzle = Puzzle(cells)
        found = list(solutions(puzzle))
        assert found == list(plainly(puzzle))
        assert len(found) == len(set(found)) == count_solutions(puzzle, 1000)


def test_a_deadline_holds_between_solutions_too():
    """The deadline is checked between solutions."""
    now = [0.0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sudocube.clock.monotonic", lambda: now[0])
        search = solutions(Puzzle("." * 16), clock=Clock(5))
        found = [next(search) for _ in range(3)]
        now[0] = 5.1
        with pytest.raises(TimeoutError):
            next(search)
    assert len(set(found)) == 3


def test_solutions_are_given_one_by_one():
    """The next solution is searched only when it is needed: the first of very many comes at once."""
    first = next(solutions(Puzzle("." * 625)))
    assert objection(first.cells, bytes(625), 5, 5) is None
