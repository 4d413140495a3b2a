"""The three-phase solver does what its description says, step by step where that is visible.

Beside it stands the same algorithm in the plainest form: candidates as sets, rows, columns and boxes by
arithmetic. Forced moves lead to the same place in whatever order they are performed, so that both must
come to the same guesses, and to the same solutions in the same order.
"""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings

from sudocube.clock import Clock
from sudocube.puzzle import Grid, Puzzle
from sudocube.solvers.cube_state import CubeMasks
from sudocube.solvers.phases import solutions
from sudocube.trusted import objection
from tests.puzzles import puzzles
from tests.rating.naive_ratings import units_of

Candidates = list[set[int]]


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


def test_a_deadlock_and_clues_that_clash_are_seen_without_a_guess(guesses):
    """A blank without possibilities; nothing is placed where clues clash."""
    for cells in ("123........4....", "11" + "." * 14, "1" * 16):
        assert list(solutions(Puzzle(cells))) == []
    assert guesses == []


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
    first = next(solutions(Puzzle("." * 256)))
    assert objection(first.cells, bytes(256), 4, 4) is None
