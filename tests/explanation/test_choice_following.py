"""Cells chosen while a method is at work: the steps they give, and how the method goes on."""

from random import Random

import pytest

from sudocube.explanation import explain, following
from sudocube.explanation.following import Choice, Ending, ExplanationOutcome, left_at, read_choices
from sudocube.explanation.step_verifying import StepFollower
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from sudocube.solvers.trace import SolvingState, StepKind
from sudocube.trusted import objection

FOUR = Puzzle("1... ..2. .3.. ...4")
HARD = Puzzle(".2.........9.86.5.6..9..........18.4...3...9...2...1.6..1.2......8.4.7.19.5......")
GUESSED = Puzzle("7..2.9.3..6....81..4..7..2.6...32........8.....37...599..8.......5.4..........4..")
METHODS = ["phases", "sets", "possibles", "possibles:magic", "cube", "cube:propagate-boxes"]


def followed(puzzle, choices=(), **more):
    """All steps, and the outcome."""
    ending = Ending(explain(puzzle, choices=choices, **more))
    return [*ending], ending.outcome


def test_a_chosen_cell_is_filled_by_the_single_that_shows_its_digit():
    """Before any elimination, the digits that stand in its units are the reasons."""
    [first, *_], outcome = followed(FOUR, read_choices("0:r1c4", Geometry(2, 2)))
    assert (first.kind, first.rule.term, first.placed) == (StepKind.PLACEMENT, "naked single", {3: 3})
    assert first.premises.cells == {3: (1, 2, 3, 4), 0: (1,), 6: (2,), 15: (4,)}
    assert first.assumptions == ()
    assert outcome is ExplanationOutcome.SOLVED


def test_a_wrong_assumption_ends_in_a_contradiction_and_not_in_no_solution():
    """The puzzle has a solution; only with r1c2 = 8 it has none."""
    wrong = read_choices("0:r1c2=8", Geometry(3, 3))
    steps, outcome = followed(GUESSED, wrong, method="phases")
    assert outcome is ExplanationOutcome.OPEN
    assert steps[-1].kind is StepKind.DEADLOCK
    assert steps[-1].assumptions == ((1, 8),)
    assert StepKind.END not in [step.kind for step in steps]


@pytest.mark.parametrize("method", METHODS)
def test_no_step_after_choices_is_refuted(method):
    """Chosen at random, right or wrong, alone or several: the trusted rules accept every conclusion."""
    for seed in range(4):
        random = Random(seed)
        puzzle = random.choice([FOUR, GUESSED, HARD])
        choices: list[Choice] = []
        for _ in range(random.randint(1, 3)):
            steps, _ = followed(puzzle, choices, method=method)
            after = random.randint(choices[-1].after + 1 if choices else 0, len(steps))
            state = SolvingState(puzzle)
            for step in steps[:after]:
                state.apply(step)
            blanks = [
                cell for cell in range(len(puzzle.cells)) if not state.filled[cell] and left_at(state, cell)
            ]
            if not blanks:
                break
            cell = random.choice(blanks)
            choices.append(Choice(after, cell, random.choice(left_at(state, cell))))
        verifier = StepFollower(puzzle)
        for number, step in enumerate(followed(puzzle, choices, method=method)[0], 1):
            found = verifier.take(step)
            assert not found.is_refuted, (choices, number, step, found.reason)
            assert not (step.kind in (StepKind.REMOVAL,) and not step.removed)
            if step.kind is StepKind.SOLUTION:
                shape = puzzle.geometry
                grid = verifier.state.grid()
                assert grid is not None
                assert objection(grid.cells, puzzle.cells, shape.box_rows, shape.box_columns) is None
        verifier.close()


def test_a_text_that_names_no_choices_is_told_with_what_was_expected():
    for text, said in (
        ("r1c1", "found 'r1c1'; expected STEPS:CELL=DIGIT"),
        ("0:r1c1=5", "in a grid of size 4"),
        ("3:r1c2,3:r1c3", "expected a later place"),
        ("٣:r1c2", "found"),
    ):
        with pytest.raises(ValueError, match="found") as raised:
            read_choices(text, Geometry(2, 2))
        assert said in str(raised.value)


def test_a_choice_that_cannot_be_made_says_why():
    for choice, said in (
        (Choice(0, 0), "choice 1: r1c1 holds 7 already; choose a blank cell"),
        (Choice(99, 1), "choice 1: it comes after step 99; there are 60"),
        (Choice(0, 1), "choice 1: no single shows the digit of r1c2 now; it can hold 1 5 8"),
    ):
        with pytest.raises(following.ChoiceError, match="choice 1") as raised:
            followed(GUESSED, [choice])
        assert str(raised.value) == said
