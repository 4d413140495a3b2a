"""A step of a method as a sentence."""

import pytest

from sudocube.cube import cube
from sudocube.explanation import SolvingState
from sudocube.puzzle import Puzzle
from sudocube.report.step_sentences import CELLS_AT_MOST, GROUPS_AT_MOST, sentence
from sudocube.solvers.trace import Premises, Rule, Step, StepKind

EMPTY = Puzzle("." * 16)


def text_of(step: Step, tried=()) -> str:
    """The sentence for a step at the empty puzzle of size 4."""
    return sentence(step, SolvingState(EMPTY), tried).plain


def removal(cells_and_digits: dict[int, list[int]]) -> Step:
    """A removal by a rule without a standard term."""
    return Step(StepKind.REMOVAL, Rule("my rule", ""), cells=(0,), digits=(1,), removed=cells_and_digits)


@pytest.mark.parametrize("count", [1, 2, CELLS_AT_MOST, CELLS_AT_MOST + 1])
def test_all_cells_of_a_small_group_are_named(count):
    """One more than the limit is named, too: "and 1 more" would not be shorter."""
    text = text_of(removal({cell: [2] for cell in range(count)}))
    names = [f"r{cell // 4 + 1}c{cell % 4 + 1}" for cell in range(count)]
    assert text == f"r1c1, with 1 (my rule). So 2 goes from {', '.join(names)}."


def test_of_a_large_group_the_rest_is_counted():
    """Here eight cells."""
    text = text_of(removal({cell: [2, 3] for cell in range(CELLS_AT_MOST + 2)}))
    assert text.endswith("So 2 and 3 go from r1c1, r1c2, r1c3, r1c4, r2c1, r2c2, and 2 more.")


def test_many_groups_are_counted_only():
    """Each cell loses other candidates."""
    losses = [[1], [2], [3], [4], [1, 2]]
    assert len(losses) == GROUPS_AT_MOST + 1
    assert text_of(removal(dict(enumerate(losses)))).endswith("So 6 candidates go from 5 cells.")


def test_a_guess_names_what_was_tried_and_what_is_left():
    """The candidates of its cell, in order."""
    guess = Step(StepKind.GUESS, Rule("guess", ""), cells=(0,), digits=(2,), assumptions=((0, 2),))
    assert text_of(guess) == "Guess: r1c1 is 2 (the other choices: 1, 3 and 4)."
    assert text_of(guess, [(0, 1)]) == "Guess: r1c1 is 2 (tried: 1; the other choices: 3 and 4)."
    assert (
        text_of(guess, [(0, 1), (0, 3), (0, 4)]) == "Guess: r1c1 is 2 (tried: 1, 3 and 4; the last choice)."
    )


def test_a_hidden_single_names_its_unit_only_with_premises_about_that_unit():
    """What a file of steps says about a unit may be made up."""
    row = next(unit for unit in cube(EMPTY.geometry).units if unit.name == "row 1")

    def step(premises: Premises | None) -> Step:
        rule = Rule("", "hidden single")
        return Step(StepKind.PLACEMENT, rule, (0,), (1,), unit=row, premises=premises, placed={0: 1})

    assert text_of(step(Premises(units=(row,)))) == "In row 1, 1 has one place left: r1c1 (hidden single)."
    assert text_of(step(None)) == "r1c1 is 1 (hidden single)."
