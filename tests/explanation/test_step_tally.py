"""What steps add up to: how they end, and what was guessed, taken back and refuted."""

from sudocube.explanation import ExplanationOutcome, StepTally, verify_steps
from sudocube.puzzle import Puzzle
from sudocube.solvers.trace import Rule, Step, StepKind

TINY = Puzzle("1.....2..3.....4")
"""It has one solution, in which r3c1 is 4."""
MINE = Rule("mine", "")
ONE = Step(StepKind.GUESS, MINE, (8,), (2,), placed={8: 2}, assumptions=((8, 2),))
TWO = Step(StepKind.GUESS, MINE, (2,), (4,), placed={2: 4}, assumptions=((8, 2), (2, 4)))
BACK = Step(StepKind.UNDO, MINE, (8, 2), (2, 4))
NO_SOLUTION = Step(StepKind.END, Rule("mine", "search space exhausted"))


def tally_of(*steps: Step) -> StepTally:
    """What steps add up to, each of them verified."""
    tally = StepTally()
    for one in verify_steps(TINY, steps):
        tally.add_verified(one)
    return tally


def test_each_assumption_that_is_taken_back_counts():
    """Two assumptions are taken back in one step, then one in another."""
    again = Step(StepKind.UNDO, MINE, (8,), (2,))
    tally = tally_of(ONE, TWO, BACK, ONE, again)
    assert tally.refuted == 0
    row = tally.row()
    assert (row["steps"], row["guesses"], row["depth"], row["undone"]) == (5, 3, 2, 3)
    assert (row["rules"], row["outcome"]) == ([{"rule": "mine", "term": "", "count": 5}], "open")


def test_an_outcome_that_was_refuted_is_not_taken_from_the_method_either():
    """A method that says "no solution" where there is one is not believed, nor a solution that is none."""
    for wrong, outcome in (
        (NO_SOLUTION, ExplanationOutcome.UNSOLVABLE),
        (Step(StepKind.SOLUTION, MINE), ExplanationOutcome.SOLVED),
    ):
        tally = tally_of(wrong)
        assert (tally.refuted, tally.refuted_steps, tally.is_exhausted) == (1, [1], False)
        tally.set_outcome(outcome)
        assert tally.outcome is ExplanationOutcome.OPEN


def test_an_outcome_that_was_not_refuted_is_that_of_the_method():
    """A refuted step before the end is no reason to doubt the end."""
    tally = tally_of(BACK)
    assert tally.refuted == 1
    tally.set_outcome(ExplanationOutcome.STUCK)
    assert tally.outcome is ExplanationOutcome.STUCK
