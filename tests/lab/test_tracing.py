"""Traces of puzzles: what follows, decisions, conflicts, how they end; for encodings of all kinds."""

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudocube.encoder import Formalism, load, names
from sudocube.encoder.puzzle_formula import puzzle_formula
from sudocube.encoder.vocabulary import OWN, Citation, Encoding, OwnClauses
from sudocube.errors import FormatError, UnknownNameError, UnsupportedError
from sudocube.geometry import GEOMETRIES, Geometry
from sudocube.lab import trace
from sudocube.lab.decision_choosing import read_decisions
from sudocube.lab.trace_steps import Assigned, End, TraceEnd
from sudocube.lab.tracing import Tracing
from sudocube.puzzle import Puzzle
from tests.examples import lesson
from tests.lab.naive import propagated
from tests.lab.test_propagation import some_puzzles
from tests.lab.trace_referee import check_steps
from tests.puzzles import count_solutions, puzzle_from, solved_grid

FOUR = Geometry(2, 2)
EASY = "1... ..2. .3.. ...4"
TWO_SOLUTIONS = "1.2. .... 2.3. ...."
NAMES = names(Formalism.CNF)


def how(traced) -> str:
    return str(traced.steps[-1].how)


def check(traced) -> None:
    """Fail unless a trace is right, by the referee of the tests and by what the puzzle is known to have."""
    clauses = puzzle_formula(traced.encoding, traced.puzzle).clauses
    check_steps([list(clause) for clause in clauses], traced.steps)
    if how(traced) == "solved":
        held = traced.digits(traced.trail())
        assert all(len(digits) == 1 for digits in held)
        grid = Puzzle([digits[0] for digits in held], traced.geometry)
        assert count_solutions(grid) == 1
        assert all(grid.cells[cell] == digit for cell, digit in traced.puzzle.clues.items())


@pytest.mark.parametrize("name", NAMES)
def test_propagation_infers_all_that_follows(name):
    """The literals of a naive version, for each encoding; where it finds a contradiction, a conflict."""
    for puzzle in some_puzzles(FOUR, 6, seed=1):
        traced = trace(puzzle, name)
        expected = propagated(puzzle_formula(load(name), puzzle).clauses, ())
        check(traced)
        if expected is None:
            assert how(traced) == "unsatisfiable"
        else:
            assert {step.literal for step in traced.trail()} == expected
            assert how(traced) in ("solved", "stuck")
            assert (how(traced) == "solved") == all(len(one) == 1 for one in traced.digits(traced.trail()))


@pytest.mark.parametrize("rule", ["fewest", "first"])
@pytest.mark.parametrize("name", NAMES)
def test_a_search_ends_as_the_puzzle_has_solutions_or_not(name, rule):
    for puzzle in some_puzzles(FOUR, 6, seed=2):
        traced = trace(puzzle, name, search=True, rule=rule)
        check(traced)
        assert how(traced) == ("solved" if count_solutions(puzzle) else "unsatisfiable")


@pytest.mark.parametrize("geometry", [g for g in GEOMETRIES if g.size in (6, 8, 9)], ids=str)
def test_searches_of_larger_puzzles_are_right_step_by_step(geometry):
    for puzzle in some_puzzles(geometry, 2, seed=3):
        traced = trace(puzzle, "minimal", search=True)
        check(traced)
        assert how(traced) == ("solved" if count_solutions(puzzle) else "unsatisfiable")


@pytest.mark.parametrize("size", [10, 12, 15, 16, 20, 25])
def test_large_puzzles_can_be_traced(size):
    geometry = Geometry.of_size(size)
    rng = Random(size)
    puzzle = puzzle_from(solved_grid(geometry, rng), rng, clues=size * size * 9 // 10)
    traced = trace(puzzle, "extended", search=True)
    assert how(traced) == "solved"


def test_the_trace_of_the_lesson():
    """The second puzzle of the lesson: two 2s follow, and r2c4 cannot hold 4."""
    traced = trace(TWO_SOLUTIONS)
    assert [traced.name(step.literal) for step in traced.trail() if step.literal > 0][-2:] == [
        "x[r2c2,2]",
        "x[r4c4,2]",
    ]
    assert how(traced) == "stuck"
    decided = trace(TWO_SOLUTIONS, decide="r2c4=4")
    [conflict] = decided.conflicts
    assert conflict.clause.name.line == "row 4, digit 4"
    assert [decided.name(literal) for literal in conflict.learned] == ["¬x[r2c4,4]"]
    last = decided.trail(decided.steps.index(conflict))[-1]
    assert last.level == 1
    assert max(step.level for step in decided.trail()) == 0  # after the jump back


PUZZLES_OF_THE_LESSON = sorted(set(re.findall(r'"((?:[.1-9]{4} ){3}[.1-9]{4}|[.1-9]{16})"', lesson.text())))
TRACED_IN_THE_LESSON = [
    *re.findall(r'trace\("([^"]+)", "([^"]+)"(?:, decide="([^"]*)")?\)', lesson.text()),
    *re.findall(
        r'^\$ sudocube encodings trace "([^"]+)" -e (\w+)(?: --search)?(?: --decide "([^"]*)")?$',
        lesson.text(),
        re.MULTILINE,
    ),
]
"""In Python and in commands."""


@pytest.mark.parametrize("puzzle", PUZZLES_OF_THE_LESSON)
def test_each_puzzle_of_the_lesson_is_traced_rightly(puzzle):
    """Those of the exercises, too: step by step, by the referee, in strong and weak encodings."""
    for name in ("extended", "minimal", "dual"):
        traced = trace(puzzle, name, search=True)
        check(traced)
        assert how(traced) == ("solved" if count_solutions(Puzzle(puzzle)) else "unsatisfiable")


@pytest.mark.parametrize(("puzzle", "name", "decide"), TRACED_IN_THE_LESSON)
def test_each_trace_of_the_lesson_is_right(puzzle, name, decide):
    check(trace(puzzle, name, decide=decide))


def test_the_lesson_has_puzzles_and_traces():
    assert len(PUZZLES_OF_THE_LESSON) > 5
    assert len(TRACED_IN_THE_LESSON) > 1


def test_puzzles_of_the_lesson_with_nine_rows_are_traced_rightly():
    """The first of each group by strength: unit propagation of `extended` solves the first three."""
    ends = []
    for puzzle in lesson.puzzles()[::4]:
        traced = trace(puzzle, "extended", search=True, max_steps=2000)
        ends.append(len(traced.conflicts))
        check(traced)
        assert how(traced) == "solved"
    assert ends[:3] == [0, 0, 0]


def test_decisions_follow_the_rule():
    """r1c1 is the first cell that is open, and r1c2 the first of those with the fewest candidates."""
    decisions = {}
    for rule in ("fewest", "first"):
        traced = trace(".... .2.. .... .3..", search=True, rule=rule)
        first = next(step for step in traced.steps if isinstance(step, Assigned) and step.is_decision)
        decisions[rule] = traced.name(first.literal)
        open_before = traced.candidates(traced.trail(traced.steps.index(first)))
        assert open_before[:3] == [(1, 3, 4), (1, 4), (1, 2, 3, 4)]
    assert decisions == {"fewest": "x[r1c2,1]", "first": "x[r1c1,1]"}


@pytest.mark.parametrize("name", ["minimal", "dual", "extended", "binary", "optimised"])
def test_each_decision_is_the_one_that_its_rule_names(name):
    """First: as the solver of the lesson's notebook. Fewest: no open cell has fewer candidates."""
    decisions = 0
    for puzzle in [Puzzle("." * 16), *some_puzzles(FOUR, 6, seed=5)]:
        for rule in ("fewest", "first"):
            traced = trace(puzzle, name, search=True, rule=rule)
            for place, step in enumerate(traced.steps):
                if not isinstance(step, Assigned) or not step.is_decision:
                    continue
                decisions += 1
                trail = traced.trail(place)
                settled = {abs(before.literal) for before in trail}
                if rule == "first":
                    assert settled.issuperset(range(1, step.literal))
                    assert step.literal > 0
                else:
                    held, left = traced.digits(trail), traced.candidates(trail)
                    open_cells = [len(left[cell]) for cell in range(16) if not held[cell] and left[cell]]
                    best = open_cells.index(min(open_cells))
                    cell = [cell for cell in range(16) if not held[cell] and left[cell]][best]
                    assert traced.geometry.cell_name(cell) in traced.name(step.literal)
    assert decisions > 10


def test_the_reader_decides_first_and_the_rule_goes_on():
    traced = trace("." * 16, search=True, decide="r2c2=3 r1c1≠1")
    decided = [traced.name(step.literal) for step in traced.steps if isinstance(step, Assigned)]
    decisions = [step for step in traced.steps if isinstance(step, Assigned) and step.is_decision]
    assert [traced.name(step.literal) for step in decisions[:2]] == ["x[r2c2,3]", "¬x[r1c1,1]"]
    assert len(decided) == 64
    assert how(traced) == "solved"


def test_without_search_only_the_reader_decides():
    traced = trace("." * 16, decide="r1c1=1,r1c1=2,r1c2=2")
    decisions = [step.literal for step in traced.steps if isinstance(step, Assigned) and step.is_decision]
    assert [traced.name(literal) for literal in decisions] == ["x[r1c1,1]", "x[r1c2,2]"]
    assert [traced.name(literal) for literal in traced.not_decided] == ["x[r1c1,2]"]
    assert how(traced) == "stuck"


def test_a_decision_that_was_undone_is_taken_again():
    """The jump back drops the first decision, too; it still has no value, so the reader gets it again."""
    traced = trace(TWO_SOLUTIONS, decide="r1c2=3, r2c4=4")
    decisions = [traced.name(s.literal) for s in traced.steps if isinstance(s, Assigned) and s.is_decision]
    assert decisions == ["x[r1c2,3]"]  # which makes x[r2c4,4] false
    other_way = trace(TWO_SOLUTIONS, decide="r2c3=4, r2c4=4, r1c2=3")
    check(other_way)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("r1c2=3", [7]),
        (" r1c2=3 ,r2c1!=4;r2c1≠1, ", [7, -20, -17]),
        ("R1C2=3", [7]),
        ("x[r1c2,3] ¬x[r4c4,1] -5 64", [7, -61, -5, 64]),
        ("", []),
    ],
)
def test_decisions_are_read(text, expected):
    assert [*read_decisions(text, puzzle_formula(load("extended"), Puzzle(EASY)))] == expected


def test_digits_above_nine_are_letters_or_numbers():
    formula = puzzle_formula(load("extended"), Puzzle("." * 256))
    assert read_decisions("r1c1=A r1c1=g r1c1=10", formula) == (10, 16, 10)


@pytest.mark.parametrize(
    ("text", "column", "found", "expected"),
    [
        ("r1c2=5", 1, "'r1c2=5'", "a digit from 1 to 4"),
        ("r1c1=1, r5c1=1", 9, "'r5c1=1'", "a cell, r1c1 to r4c4"),
        ("r1c2", 1, "'r1c2'", "such as r1c2=3"),
        ("r1c2=33x", 1, "'r1c2=33x'", "such as r1c2=3"),
        ("r1c1=1,,r1c2=2", 8, "','", "such as r1c2=3"),
        ("65", 1, "'65'", "a variable, 1 to 64"),
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
    assert traced.digits(traced.trail())[1] == (3,)
    with pytest.raises(UnsupportedError, match="decide on b"):
        trace("." * 16, "binary", decide="r1c2!=3")


def test_what_clues_have_fixed_needs_no_decision_in_a_reduced_formula():
    traced = trace(EASY, "optimised", decide="r1c1=1, r1c2=2")
    check(traced)
    assert traced.candidates(())[0] == traced.digits(())[0] == (1,)
    assert 1 not in traced.candidates(())[1]


def test_candidates_and_digits_are_those_of_the_grid():
    """By cell, from all literals that are true: with other variables, too."""
    for name in ("extended", "order", "binary", "optimised", "triads"):
        traced = trace(EASY, name, search=True)
        solution = traced.digits(traced.trail())
        assert [digit for (digit,) in solution] == [1, 2, 4, 3, 3, 4, 2, 1, 4, 3, 1, 2, 2, 1, 3, 4]
        assert traced.candidates(traced.trail()) == solution
        for digits, (digit,) in zip(traced.candidates(traced.trail(30)), solution, strict=True):
            assert digit in digits


def own(*clauses, geometry=None) -> Encoding:
    source = Citation("a user", "own clauses", 2026)
    return Encoding(
        "mine.cnf",
        "mine.cnf",
        "own",
        "",
        source,
        Formalism.CNF,
        "direct",
        (),
        (OWN,),
        own=OwnClauses(clauses),
    )


@pytest.mark.parametrize(
    ("clauses", "ending"),
    [
        ((), "no_grid"),
        (((),), "unsatisfiable"),
        (((1, 1),), "no_grid"),
        (((1, 2), (1, -2), (-1, 3), (-1, -3)), "unsatisfiable"),
        (((64, 65), (64, -65, 66), (-66, 65, 64)), "no_grid"),
        (((5, -5),), "no_grid"),
    ],
)
def test_clauses_of_ones_own_may_be_anything(clauses, ending):
    """Empty clauses, repeated literals, tautologies, higher variables; a model may be no grid."""
    traced = trace("1" + 15 * ".", own(*clauses), search=True)
    check(traced)
    assert how(traced) == ending


@given(
    st.lists(st.lists(st.integers(-70, 70).filter(bool), max_size=4).map(tuple), min_size=1, max_size=30).map(
        tuple
    ),
    st.sampled_from(["fewest", "first"]),
)
def test_any_clauses_of_ones_own_are_traced_rightly(clauses, rule):
    traced = trace("1..2" + 12 * ".", own(*clauses), search=True, rule=rule)
    check(traced)
    clues = [{1}, {14}]
    model = {step.literal for step in traced.trail()}
    if how(traced) != "unsatisfiable":
        assert all(model.intersection(clause) for clause in [*clauses, *clues])


def test_a_trace_ends_after_as_many_steps_as_were_asked_for():
    whole = trace(EASY)
    cut = trace(EASY, max_steps=10)
    assert cut.steps[:-1] == whole.steps[:10]
    assert cut.steps[-1] == End(TraceEnd.MAX_STEPS)
    assert trace(EASY, max_steps=len(whole.steps) - 1).steps == whole.steps  # no step is missing


def test_a_trace_ends_when_time_is_over():
    tracing = Tracing("." * 81, "minimal", search=True, timeout=1e-9)
    assert [*tracing] == [*tracing.so_far().steps] == [End(TraceEnd.TIMEOUT)]


def test_a_trace_can_be_broken_off_and_keeps_its_steps():
    tracing = Tracing(EASY)
    steps = [next(tracing) for _ in range(5)]
    assert [*tracing.so_far().steps] == steps


def test_the_order_and_the_rule_are_said():
    traced = trace(EASY, search=True)
    assert "First in, first out" in traced.order
    assert "fewest candidates" in traced.rule
    assert trace(EASY).rule == ""


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
