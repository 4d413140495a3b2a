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


def test_all_that_a_step_removes_is_named_if_it_is_to_be_full():
    """Many cells, and many groups."""
    cells = {cell: [2] for cell in range(CELLS_AT_MOST + 2)} | {14: [1, 4], 15: [3], 12: [4], 13: [1, 2]}
    text = sentence(removal(cells), SolvingState(EMPTY), full=True).plain
    assert text.endswith(
        "So 2 goes from r1c1, r1c2, r1c3, r1c4, r2c1, r2c2, r2c3, r2c4; 1 and 4 go from r4c3; "
        "3 goes from r4c4; 4 goes from r4c1; 1 and 2 go from r4c2."
    )


def test_the_step_for_the_clues_can_be_full():
    clues = Step(StepKind.REMOVAL, Rule("the clues", "candidates"), removed={1: [1], 2: [1]})
    assert sentence(clues, SolvingState(EMPTY), full=True).plain == (
        "From 16 blanks, 2 possibilities go because of the clues (the clues: candidates). "
        "So 1 goes from r1c2, r1c3."
    )


UNITS = {unit.name: unit for unit in cube(EMPTY.geometry).units}


@pytest.mark.parametrize("name", ["row 1", "column 1", "box 1"])
def test_which_digit_stands_where_is_said_of_each_cell(name):
    """Digits in the order of the cells; not a list of digits beside a list of cells."""
    unit = UNITS[name]
    first, _, _, last = unit.cells
    premises = Premises({first: (4,), last: (2,)}, (unit,))
    cells, gone = (first, last), {unit.cells[1]: [4]}
    step = Step(StepKind.REMOVAL, Rule("", "elimination"), cells, (2, 4), unit, premises, {}, gone)
    shown = EMPTY.geometry.cell_name
    opening = f"{name.capitalize()} holds 4 in {shown(first)} and 2 in {shown(last)} (elimination). So 4 goes"
    assert text_of(step).startswith(opening)


def test_which_digit_stands_where_is_said_without_a_unit_too():
    """Steps from a file may have none."""
    premises = Premises({0: (4,), 5: (2,)})
    step = Step(StepKind.REMOVAL, Rule("", "elimination"), (0, 5), (2, 4), None, premises, {}, {1: [4]})
    assert text_of(step) == "4 stands in r1c1 and 2 in r2c2 (elimination). So 4 goes from r1c2."
    unknown = Step(StepKind.REMOVAL, Rule("", "elimination"), (0, 5), (2, 4), removed={1: [4]})
    assert text_of(unknown) == "r1c1 and r2c2, with 2 and 4 (elimination). So 4 goes from r1c2."


@pytest.mark.parametrize("name", ["row 1", "column 2", "box 3"])
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


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (Rule("deadlock", "cell without candidates"), "Deadlock"),
        (Rule("deemed impossible", "cell without candidates"), "Contradiction"),
        (Rule("no possibles left", "cell without candidates"), "Contradiction"),
        (Rule("", ""), "Contradiction"),
    ],
)
def test_a_contradiction_is_a_deadlock_where_its_source_says_so(rule, said):
    """One of the four sources has that word."""
    assert text_of(Step(StepKind.DEADLOCK, rule, (0,))).startswith(f"{said}: nothing is left for r1c1")


def test_a_guess_is_called_what_its_source_calls_it():
    guess = Step(StepKind.GUESS, Rule("Magic Touch", "guess"), (0,), (2,), assumptions=((0, 2),))
    assert text_of(guess) == "Guess: r1c1 is 2 (Magic Touch: guess; the other choices: 1, 3 and 4)."


def test_a_guess_names_what_was_tried_and_what_is_left():
    """The candidates of its cell, in order."""
    guess = Step(StepKind.GUESS, Rule("", ""), cells=(0,), digits=(2,), assumptions=((0, 2),))
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

    assert text_of(step(Premises(units=(row,)))) == "Row 1 has one place left for 1: r1c1 (hidden single)."
    assert text_of(step(None)) == "r1c1 is 1 (hidden single)."
