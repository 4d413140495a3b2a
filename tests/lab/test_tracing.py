"""Traces of puzzles: what follows, decisions, conflicts, how they end; for encodings of all kinds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudocube.encoder import Formalism, load, names
from sudocube.encoder.puzzle_formula import puzzle_formula
from sudocube.errors import FormatError, UnknownNameError, UnsupportedError
from sudocube.geometry import Geometry
from sudocube.lab import trace
from sudocube.lab.tracing import ClauseTrace, TraceEnd, read_decisions
from sudocube.puzzle import Puzzle
from tests.lab.naive import propagated
from tests.lab.own_formulas import own
from tests.lab.test_propagation import some_puzzles
from tests.lab.trace_referee import check_steps
from tests.puzzles import count_solutions

FOUR = Geometry(2, 2)
EASY = "1... ..2. .3.. ...4"
NAMES = names(Formalism.CNF)


def how(traced) -> str:
    return str(traced.end)


def check(traced) -> None:
    """Fail unless a trace is right, by the referee of the tests and by what the puzzle is known to have."""
    clauses = puzzle_formula(traced.encoding, traced.puzzle).clauses
    check_steps(
        [list(clause) for clause in clauses], traced.steps, is_cut=traced.end in ("max_steps", "timeout")
    )
    if how(traced) == "solved":
        held = traced.digits()
        assert all(len(digits) == 1 for digits in held)
        grid = Puzzle([digits[0] for digits in held], traced.geometry)
        assert count_solutions(grid) == 1
        assert all(grid.cells[cell] == digit for cell, digit in traced.puzzle.clues.items())


@pytest.mark.parametrize("name", NAMES)
def test_propagation_infers_all_that_follows_and_a_search_ends_rightly(name):
    """The literals of a naive version; with a search, an end as the puzzle has solutions or not."""
    for number, puzzle in enumerate(some_puzzles(FOUR, 2, seed=len(name))):
        traced = trace(puzzle, name)
        expected = propagated(puzzle_formula(load(name), puzzle).clauses, ())
        check(traced)
        if expected is None:
            assert how(traced) == "unsatisfiable"
        else:
            assert {step.literal for step in traced.trail()} == expected
            is_solved = all(len(one) == 1 for one in traced.digits())
            assert how(traced) == ("solved" if is_solved else "stuck")
        traced = trace(puzzle, name, search=True, rule=("fewest", "first")[number % 2])
        check(traced)
        assert how(traced) == ("solved" if count_solutions(puzzle) else "unsatisfiable")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("r1c2=3", [7]),
        (" r1c2=3 ,r2c1!=4;r2c1≠1, ", [7, -20, -17]),
        ("x[r1c2,3] ¬x[r4c4,1] -5 64", [7, -61, -5, 64]),
    ],
)
def test_decisions_are_read(text, expected):
    assert [*read_decisions(text, puzzle_formula(load("extended"), Puzzle(EASY)))] == expected


@pytest.mark.parametrize(
    ("text", "column", "found", "expected"),
    [
        ("r1c2=5", 1, "'r1c2=5'", "a digit from 1 to 4"),
        ("r1c1=1, r5c1=1", 9, "'r5c1=1'", "a cell, r1c1 to r4c4"),
        ("r1c1=1,,r1c2=2", 8, "','", "such as r1c2=3"),
        ("1 -0", 3, "'-0'", "a variable, 1 to 64"),
        ("y[r1c1≤3]", 1, "'y[r1c1≤3]'", "a variable of extended, such as x[r1c1,1]"),
    ],
)
def test_decisions_that_cannot_be_read_are_said_with_their_place(text, column, found, expected):
    with pytest.raises(FormatError) as error:
        trace(EASY, decide=text)
    assert (error.value.source, error.value.column, error.value.found) == ("decisions", column, found)
    assert expected in error.value.expected


def test_a_digit_that_several_variables_spell_is_decided_on_by_all_of_them():
    """In the binary encoding; "not 3" would be a clause."""
    traced = trace("." * 16, "binary", decide="r1c2=3")
    assert {traced.name(step.literal) for step in traced.trail() if step.is_decision} == {
        "b[r1c2,bit 1]",
        "¬b[r1c2,bit 0]",
    }
    assert traced.digits()[1] == (3,)
    with pytest.raises(UnsupportedError, match="decide on b"):
        trace("." * 16, "binary", decide="r1c2!=3")


@given(
    st.lists(st.lists(st.integers(-70, 70).filter(bool), max_size=4).map(tuple), min_size=1, max_size=30).map(
        tuple
    ),
    st.sampled_from(["fewest", "first"]),
)
def test_any_clauses_of_ones_own_are_traced_rightly(clauses, rule):
    traced = trace("1..2" + 12 * ".", own(clauses), search=True, rule=rule)
    check(traced)
    clues = [{1}, {14}]
    model = {step.literal for step in traced.trail()}
    if how(traced) != "unsatisfiable":
        assert all(model.intersection(clause) for clause in [*clauses, *clues])


def test_a_trace_ends_after_as_many_steps_as_were_asked_for():
    whole = trace(EASY)
    cut = trace(EASY, max_steps=10)
    assert (cut.steps, cut.end) == (whole.steps[:10], TraceEnd.MAX_STEPS)
    exact = trace(EASY, max_steps=len(whole.steps))
    assert (exact.steps, exact.end) == (whole.steps, whole.end)  # no step is missing


def test_a_trace_ends_when_time_is_over():
    traced = ClauseTrace("." * 81, "minimal", search=True, timeout=1e-9)
    assert ([*traced], traced.end) == ([], TraceEnd.TIMEOUT)


def test_mistakes_in_what_is_asked_for():
    with pytest.raises(UnknownNameError, match="fewest"):
        trace(EASY, search=True, rule="fewer")
    with pytest.raises(UnsupportedError, match="not in cnf"):
        trace(EASY, "cpsat/cube")
    for wrong in ({"encoding": 3}, {"decide": ["r1c2=3"]}, {"max_steps": "3"}, {"timeout": "3"}):
        with pytest.raises(TypeError):
            trace(EASY, **wrong)
    with pytest.raises(ValueError, match="0 steps"):
        trace(EASY, max_steps=0)
    with pytest.raises(ValueError, match="timeout of 0"):
        trace(EASY, timeout=0)
