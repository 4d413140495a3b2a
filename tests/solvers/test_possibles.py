"""The possibles solver: the source's own examples, and each step and rule alone."""

from functools import partial

import pytest

from sudocube.engines import engine
from sudocube.errors import UndecidedError
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from sudocube.solvers import possibles
from sudocube.solvers.trace import SolverContradictionError
from sudocube.trusted import objection
from tests.solvers.steps import HARD, arrays_with, first_row

outside = partial(possibles.rule_of_pairs, is_inside=False)
inside = partial(possibles.rule_of_pairs, is_inside=True)


def test_the_must_be_example_of_the_source():
    """Step 4: square 9 is the only one on the row that can be an eight."""
    arrays = arrays_with("1347 2 1357 145 1345 45 9 4567 145678")
    assert possibles.upgrade_must_bes(arrays)
    assert arrays.board[:9] == [0, 2, 0, 0, 0, 0, 9, 0, 8]
    assert first_row(arrays) == "1347 2 1357 145 1345 45 9 4567 8"


def test_the_examples_of_the_source_for_groups():
    """Outside, 1 and 3 in squares 1 and 3: "square 4 becomes simply 45".

    Inside, the example works as printed only without the 1 of square 9. Neither rule does the other's work.
    """
    printed = "1347 2 1347 45 456 45 9 4567 "
    for rule, row, after in (
        (outside, "13 2 13 145 1345 45 9 4567 145678", "13 2 13 45 45 45 9 4567 45678"),
        (inside, printed + "145678", None),
        (inside, printed + "45678", "13 2 13 45 456 45 9 4567 45678"),
        (
            outside,
            "12 12 1234 3456 567 5678 6789 789 123456789",
            "12 12 34 3456 567 5678 6789 789 3456789",
        ),
        (inside, "12 12 1234 3456 567 5678 6789 789 123456789", None),
    ):
        arrays = arrays_with(row)
        assert rule(arrays, 2) == (after is not None)
        assert first_row(arrays) == (after or row)


def test_what_is_less_than_it_takes_is_a_contradiction():
    """A value for two squares, and none for one; no square for a value, or one for two; and so of groups."""
    for step, row, rule in (
        (possibles.remove_conflicts, "1 1 23 234 345 456 567 678 789", "a permanent value twice"),
        (possibles.upgrade_solos, "- 12 23 234 345 456 567 678 789", "no possibles left"),
        (possibles.upgrade_must_bes, "12 12 23 234 345 456 567 678 678", "no square for a value"),
        (possibles.upgrade_must_bes, "1289" + " 34" * 2 + " 34567" * 6, "no square for a value"),
        (
            partial(outside, k=3),
            "12 12 12 345 346 45678 6789 789 789",
            "fewer possibles than squares",
        ),
        (partial(inside, k=3), "123 1234 45678" + " 456789" * 6, "fewer squares than values"),
    ):
        arrays = arrays_with(row.replace("-", "12"))
        if "-" in row:
            arrays.possibles[0] = 0
        with pytest.raises(SolverContradictionError, match=rule):
            step(arrays)


def test_a_large_empty_grid_leaves_logic_stuck_and_magic_solves_it():
    """Above size 9 the size of groups is limited; trial and error is still complete."""
    empty = Puzzle("." * 100, Geometry(5, 2))
    with pytest.raises(UndecidedError):
        list(possibles.solutions(empty))
    grid = next(possibles.solutions(empty, has_magic=True))
    assert objection(grid.cells, empty.cells, 5, 2) is None


def test_the_engines_say_whether_they_are_complete_and_why_they_are_stuck():
    for name, is_complete, said in (
        ("possibles", False, ("unknown", "stuck: no more changes in the possibles")),
        ("sets", False, ("unknown", "stuck: out of tricks")),
        ("possibles:magic", True, ("unique", None)),
    ):
        one = engine(name)
        answer = one.answer(Puzzle(HARD))
        assert (one.traits.complete, (answer.verdict, answer.reason)) == (is_complete, said)
