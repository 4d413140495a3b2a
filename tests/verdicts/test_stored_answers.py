"""What is to be said of an answer that is stored beside a puzzle: the first of seven words that holds."""

from contextlib import suppress
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from sudocube import check
from sudocube.engines import Failed, Found, Refuted, Undecided, engine
from sudocube.engines.own_engines import StoredEngine
from sudocube.errors import PuzzleError
from sudocube.geometry import SYMBOLS, Geometry
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import Claim, StoredAnswer, Verdict
from sudocube.verdicts.stored_answers import grid_in, judged_answer, stored_answer
from tests.puzzles import solved_grid

FOUR = Geometry(2, 2)
UNIQUE = Puzzle("1.....2..3.....4")
SOLUTION = Grid("1243342143122134")
SEVERAL = Puzzle("1...............")
ONE, OTHER = check(SEVERAL).solutions
NONE = Puzzle("11..............")


RIGHT, NOTHING = (UNIQUE, Verdict.UNIQUE, [SOLUTION]), (NONE, Verdict.NONE, list[Grid]())
JUDGED = [
    (str(SOLUTION), *RIGHT, "right", None),
    ("", *RIGHT, "missing", None),
    (" \t", *NOTHING, "missing", None),
    (str(SOLUTION)[:15], *RIGHT, "no_grid", "15 cells"),
    (str(SOLUTION)[:15] + ".", *RIGHT, "no_grid", "r4c4 is blank"),
    (str(SOLUTION)[:15] + "5", *RIGHT, "no_grid", "r4c4 holds 5"),
    ("none", *NOTHING, "no_grid", "it is 'none'"),
    (str(SOLUTION), *NOTHING, "given_though_none", "the puzzle has none"),
    ("2" * 16, *NOTHING, "given_though_none", "the puzzle has none"),
    ("1243342143122143", *RIGHT, "contradicts_clues", "r4c4 holds 3; the clue is 4"),
    ("1243342143121234", *RIGHT, "wrong", "r4c1 holds 1; the only solution has 2, and 1 more cell differs"),
    ("1" * 16, SEVERAL, Verdict.MULTIPLE, [ONE, OTHER], "wrong", "r1c1, r1c2, r1c3 and r1c4 all hold 1"),
    (str(ONE), SEVERAL, Verdict.MULTIPLE, [ONE, OTHER], "one_of_several", "another solution has"),
    (str(ONE), SEVERAL, Verdict.MULTIPLE, [], "one_of_several", "there are others"),
    ("1" * 16, SEVERAL, Verdict.UNKNOWN, [], "wrong", "all hold 1"),
]


def test_each_word_with_what_shows_it():
    for text, puzzle, verdict, solutions, kind, fault in JUDGED:
        judged = judged_answer(text, puzzle, verdict, solutions)
        assert judged.kind is StoredAnswer(kind)
        assert fault in (judged.fault or "") if fault else judged.fault is None
        assert judged.refuting is None


def test_a_stored_solution_refutes_a_verdict_that_leaves_no_place_for_it():
    """Of an undecided puzzle it is not judged, as it may be one of several; two solutions are several."""
    undecided = judged_answer(str(SOLUTION), UNIQUE, Verdict.UNKNOWN, [])
    assert (undecided.kind, undecided.refuting) == (None, None)
    assert undecided.fault == "the referee passes the stored solution; whether there are others is not known"
    assert judged_answer(str(ONE), SEVERAL, Verdict.UNKNOWN, [OTHER]).kind is StoredAnswer.ONE_OF_SEVERAL
    none = judged_answer(str(SOLUTION), UNIQUE, Verdict.NONE, [])
    assert (none.kind, none.refuting) == (None, SOLUTION)
    another = judged_answer(str(ONE), SEVERAL, Verdict.UNIQUE, [OTHER])
    assert (another.kind, another.refuting) == (StoredAnswer.ONE_OF_SEVERAL, ONE)


FORMS = [
    "1243 3421 4312 2134",
    "12|43\n34|21\n--+--\n43|12\n21|34",
    "[[1, 2, 4, 3], [3, 4, 2, 1], [4, 3, 1, 2], [2, 1, 3, 4]]",
    "[1, 2, 4, 3, 3, 4, 2, 1, 4, 3, 1, 2, 2, 1, 3, 4]",
    "[[1 2 4 3]\n [3 4 2 1]\n [4 3 1 2]\n [2 1 3 4]]",
    "[[[1], [2], [4], [3]], [[3], [4], [2], [1]], [[4], [3], [1], [2]], [[2], [1], [3], [4]]]",
    "１２４３３４２１４３１２２１３４",
]


def test_a_stored_grid_is_read_in_any_form():
    for text in FORMS:
        assert grid_in(text, FOUR) == SOLUTION
    grid = solved_grid(Geometry(4, 4), Random(1))
    for symbols in ("0123456789ABCDEF", "0123456789abcdef", SYMBOLS[1:17]):
        assert grid_in("".join(symbols[digit - 1] for digit in grid.cells), grid.geometry) == grid


@given(st.text(max_size=100))
def test_any_text_is_a_grid_or_an_error_of_the_package(text):
    with suppress(PuzzleError):
        assert grid_in(text, FOUR).geometry == FOUR


@given(st.integers(0, 2**32), st.integers(0, 15), st.integers(1, 4))
def test_with_one_digit_changed_a_solution_is_never_right(seed, cell, digit):
    """And it is wrong, unless the digit is that of a clue."""
    grid = solved_grid(FOUR, Random(seed))
    changed = bytearray(grid.cells)
    changed[cell] = digit
    judged = judged_answer(str(Grid(bytes(changed), FOUR)), Puzzle(grid.cells), Verdict.UNIQUE, [grid])
    expected = StoredAnswer.RIGHT if digit == grid.cells[cell] else StoredAnswer.CONTRADICTS_CLUES
    assert judged.kind is expected
    open_puzzle = Puzzle(16 * ".")
    judged = judged_answer(str(Grid(bytes(changed), FOUR)), open_puzzle, Verdict.MULTIPLE, [])
    assert judged.kind is (StoredAnswer.ONE_OF_SEVERAL if digit == grid.cells[cell] else StoredAnswer.WRONG)


ANSWERED = [
    (str(SOLUTION), Found, "stored gives one solution, and no word on others"),
    ("1" * 16, Refuted, "the referee refuses the solution 1111111111111111"),
    ("12", Failed, "no grid is stored: 2 cells"),
    ("", Undecided, "no solution is stored"),
    (None, Undecided, "no solution is stored beside the puzzle"),
]


def test_the_engine_claims_a_solution_and_never_a_verdict():
    for text, kind, reason in ANSWERED:
        answer = stored_answer(text, UNIQUE)
        assert (answer.verdict, type(answer)) == (Verdict.UNKNOWN, kind)
        assert reason in (answer.reason or "")
        assert bool(answer.solutions) == (text == str(SOLUTION))
        if answer.solutions:
            assert answer.claims is Claim.SOLUTION


def test_the_engine_is_known_by_its_name_and_knows_nothing_of_a_puzzle_alone():
    checked = check(UNIQUE, engine="stored")
    assert (checked.verdict, checked.engine) == ("unknown", "stored")
    assert "crosscheck" in (checked.reason or "")
    assert isinstance(engine("stored"), StoredEngine)
