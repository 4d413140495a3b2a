"""Methods step by step: their steps, what these lead to, and how it ends."""

import threading
from itertools import islice

import pytest

from sudocube.errors import PuzzleError, UnknownNameError
from sudocube.explanation import explain
from sudocube.explanation.following import Ending, ExplanationOutcome
from sudocube.explanation.step_verifying import StepTally, StepVerification, objections
from sudocube.puzzle import Puzzle
from sudocube.solvers.methods import METHODS
from sudocube.solvers.trace import SolvingState, Step, StepKind
from sudocube.trusted import objection
from tests.counted_clock import CountedClock
from tests.explanation.reference import PUZZLES, SLOW, grid_of, replayed, start
from tests.puzzles import count_solutions

TINY = "1.....2..3.....4"


def steps_and_outcome(puzzle: Puzzle, method: str) -> tuple[list[Step], ExplanationOutcome]:
    ending = Ending(explain(puzzle, method))
    steps = [*ending]
    assert ending.outcome is not None
    return steps, ending.outcome


@pytest.mark.parametrize("method", METHODS)
def test_replaying_the_steps_gives_the_solution_or_the_end(method):
    """The steps alone lead to the same result as the method, and a tally of them has its outcome.

    After each step the state of the package is that of the tests.
    """
    for name, puzzle in PUZZLES.items():
        if (name, method) in SLOW:
            continue
        steps, outcome = steps_and_outcome(puzzle, method)
        state, known = SolvingState(puzzle), start(puzzle)
        for number, (step, _, known) in enumerate(replayed(puzzle, steps)):
            assert not [*objections(state, step)]
            state.apply(step)
            assert state.assumptions == step.assumptions
            if number < 200:
                assert [set(state.candidates(cell)) for cell in range(len(puzzle.cells))] == known
        shape = puzzle.geometry
        solvable = count_solutions(puzzle, 1) == 1
        if outcome is ExplanationOutcome.SOLVED:
            assert steps[-1].kind is StepKind.SOLUTION
            grid = grid_of(known, shape)
            assert objection(grid.cells, puzzle.cells, shape.box_rows, shape.box_columns) is None
        else:
            assert steps[-1].kind is StepKind.END
            assert not (outcome is ExplanationOutcome.UNSOLVABLE and solvable), name
        if METHODS[method].is_complete:
            assert outcome is (ExplanationOutcome.SOLVED if solvable else ExplanationOutcome.UNSOLVABLE), name
        tally = StepTally()
        for step in steps:
            tally.add(StepVerification(step))
        assert tally.outcome is outcome
        assert tally.steps == len(steps)
        # Readings left out are one step, and many uses.
        assert sum(tally.rules.values()) == sum(sum(step.counts.values()) or 1 for step in steps)
        assert tally.depth == max(len(step.assumptions) for step in steps)


def test_a_long_search_is_not_held_in_memory():
    """The method is a few hundred steps ahead at most, and stops when the generator is closed."""
    before = threading.active_count()
    pigeons = {20: 1, 40: 1, 60: 1, 64: 1, 129: 1, 194: 1, 3: 2}  # HARD of tests.cli: hours of search
    hard = "".join(str(pigeons.get(cell, ".")) for cell in range(256))
    steps = explain(hard)
    first = list(islice(steps, 300))
    steps.close()
    assert len(first) == 300
    for thread in threading.enumerate():
        if thread.name.startswith("explain"):
            thread.join(60)
    assert threading.active_count() == before


def test_a_text_that_is_no_puzzle_and_an_unknown_method_raise_at_the_call():
    with pytest.raises(PuzzleError, match="3 cells"):
        explain("1.2")
    with pytest.raises(UnknownNameError, match=r"Known: .*phases"):
        explain(TINY, "guesswork")


@pytest.mark.parametrize("method", ["phases", "sets", "possibles:magic", "possibles:odometer", "cube"])
def test_the_clock_is_looked_at_before_each_step(method, monkeypatch):
    """Whenever time runs out: the steps so far are those without a limit, and the outcome is undecided."""
    puzzle = Puzzle(TINY)
    whole, ended = steps_and_outcome(puzzle, method)
    for most in range(2 * len(whole)):
        clock = CountedClock(most)
        monkeypatch.setattr("sudocube.explanation.following.Clock", lambda seconds, clock=clock: clock)
        steps, outcome = steps_and_outcome(puzzle, method)
        assert len(steps) <= most
        assert steps == whole[: len(steps)]
        assert outcome is (ExplanationOutcome.UNDECIDED if clock.looks > most else ended)
    assert most >= clock.looks > 0
