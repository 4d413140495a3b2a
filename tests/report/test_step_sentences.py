"""A step of a method as a sentence."""

import pytest

from sudocube.cube import cube
from sudocube.explanation import SolvingState
from sudocube.puzzle import Puzzle
from sudocube.report.step_sentences import CELLS_AT_MOST, sentence
from sudocube.solvers.trace import Premises, Rule, Step, StepKind

EMPTY = Puzzle("." * 16)


def text_of(step: Step, tried=()) -> str:
    """The sentence for a step at the empty puzzle of size 4."""
    return sentence(step, SolvingState(EMPTY), tried).plain


def removal(cells_and_digits: dict[int, list[int]]) -> Step:
    """A removal by a rule without a standard term."""
    return Step(StepKind.REMOVAL, Rule("my rule", ""), cells=(0,), digits=(1,), removed=cells_and_digits)


@pytest.mark.parametrize("count", [1, CELLS_AT_MOST + 1])
def test_all_cells_of_a_small_group_are_named(count):
    """One more than the limit is named, too: "and 1 more" would not be shorter."""
    text = text_of(removal({cell: [2] for cell in range(count)}))
    names = [f"r{cell // 4 + 1}c{cell % 4 + 1}" for cell in range(count)]
    assert text == f"r1c1, with 1 (my rule). So 2 goes from {', '.join(names)}."


UNITS = {unit.name: unit for unit in cube(EMPTY.geometry).units}


@pytest.mark.parametrize("name", ["box 3"])
def test_no_digit_follows_the_number_of_a_unit(name):
    """ "In row 1, 2 and 3 …" would read like a list of rows."""
    unit = UNITS[name]
    two, premises = unit.cells[:2], Premises(dict.fromkeys(unit.cells, (1, 2, 3, 4)), (unit,))
    hidden, kind = Rule("", "hidden pair"), StepKind.DEADLOCK
    texts = [
        text_of(Step(StepKind.REMOVAL, hidden, two, (2, 3), unit, premises, {}, {two[0]: [1]})),
        text_of(Step(StepKind.PLACEMENT, hidden, two[:1], (2,), unit, premises, {two[0]: 2})),
        text_of(Step(kind, Rule("", "digit without a place"), (), (2,), unit, premises)),
        text_of(Step(kind, Rule("", "more digits than cells"), two, (2, 3, 4), unit, premises)),
    ]
    cells = " and ".join(map(EMPTY.geometry.cell_name, two))
    assert texts[0].startswith(f"{name.capitalize()} has no places for 2 and 3 but {cells} (hidden pair).")
    assert texts[2] == f"Contradiction: {name} has no place left for 2 (digit without a place)."
    assert (
        texts[3]
        == f"Contradiction: {name} has no places for 2, 3 and 4 but {cells} (more digits than cells)."
    )
    assert not any(f"{name}, {digit}" in text for text in texts for digit in range(1, 5))


def test_a_guess_names_what_was_tried_and_what_is_left():
    """The candidates of its cell, in order."""
    guess = Step(StepKind.GUESS, Rule("", ""), cells=(0,), digits=(2,), assumptions=((0, 2),))
    assert text_of(guess) == "Guess: r1c1 is 2 (the other choices: 1, 3 and 4)."
    assert text_of(guess, [(0, 1)]) == "Guess: r1c1 is 2 (tried: 1; the other choices: 3 and 4)."
    assert (
        text_of(guess, [(0, 1), (0, 3), (0, 4)]) == "Guess: r1c1 is 2 (tried: 1, 3 and 4; the last choice)."
    )
