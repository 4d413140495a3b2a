"""The three-phase solver guesses where and when its description says."""

from itertools import islice

from sudocube.explanation import explain
from sudocube.puzzle import Puzzle
from sudocube.solvers.phases import solutions
from sudocube.solvers.trace import StepKind
from sudocube.trusted import objection
from tests.explanation.reference import PUZZLES, replayed
from tests.rating.naive_ratings import conclusions, units_of


def test_a_deadlock_and_clues_that_clash_are_seen_without_a_guess():
    """A blank without possibilities; nothing is placed where clues clash."""
    for cells in ("123........4....", "11" + "." * 14, "1" * 16):
        assert StepKind.GUESS not in [step.kind for step in explain(cells, "phases")]


def test_guesses_are_over_the_first_square_with_the_fewest_possibilities_the_lowest_first():
    """And only where no move is forced: singles, naked or hidden, change nothing any more."""
    seen = 0
    for name, puzzle in PUZZLES.items():
        tried: dict[object, list[int]] = {}
        units = units_of(puzzle.geometry)
        for step, before, _ in replayed(puzzle, islice(explain(puzzle, "phases", all_solutions=True), 500)):
            if step.kind is StepKind.GUESS:
                assert not any(conclusions(dict(enumerate(before)), unit) for unit in units)
                fewest = min((some for some in before if len(some) > 1), key=len)
                assert step.cells == (before.index(fewest),), name
                digits = tried.setdefault(step.assumptions[:-1], [])
                digits.append(step.digits[0])
                assert digits == sorted(fewest)[: len(digits)], name
                seen += len(digits) > 1
    assert seen > 10


def test_solutions_are_given_one_by_one():
    """The next solution is searched only when it is needed: the first of very many comes at once."""
    first = next(solutions(Puzzle("." * 256)))
    assert objection(first.cells, bytes(256), 4, 4) is None
