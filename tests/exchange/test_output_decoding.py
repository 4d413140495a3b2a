"""Models that are wrong, each in its own way: what is wrong is named."""

import pytest

from sudocube.exchange import decode, encode
from sudocube.puzzle import Puzzle
from tests.exchange.outputs import PRINTED, SPARSE, competition, minisat_file, minizinc, scip
from tests.exchange.test_solver_formats import PUZZLE, SOLUTION, model_of
from tests.puzzles import EXAMPLES

NINE = Puzzle(next(cells for name, cells, _, _ in EXAMPLES if name == "3x3-unique"))
RIGHT = model_of(PUZZLE, "extended")


def reason(text: str, encoding: str = "extended", puzzle: Puzzle = PUZZLE) -> str:
    """What is wrong with the one answer in a text."""
    [one] = decode(puzzle, encoding, text)
    assert (one.accepted, one.grid) == (False, None)
    return str(one.reason)


def with_cells(cells: str) -> list[int]:
    """The model of size 4 in which the cells hold these digits."""
    return [
        variable if cells[(variable - 1) // 4] == str((variable - 1) % 4 + 1) else -variable
        for variable in range(1, 65)
    ]


def test_the_model_itself_is_right():
    """All that follows changes something in it."""
    assert with_cells(SOLUTION) == RIGHT


@pytest.mark.parametrize(
    "printed", [way for way in PRINTED if way not in SPARSE], ids=lambda way: way.__name__
)
def test_a_model_that_is_cut_off(printed):
    """In every format that says what is false, too."""
    assert reason(printed(RIGHT[:60])) == (
        "the model ends after 60 variables, and extended has 64 variables for this 4×4 puzzle: "
        "it is cut off, or for another size, another encoding or another puzzle"
    )


def test_a_model_with_a_hole():
    """The first that is missing is named."""
    hole = [literal for literal in RIGHT if abs(literal) not in (6, 9)]
    expected = "the model is not total: it does not speak of variable 6 (x[r1c2,2]) and 1 more"
    assert reason(competition(hole)) == expected


def test_a_model_of_a_larger_grid():
    """It has more variables than the puzzle's."""
    said = reason(competition(model_of(NINE, "extended")))
    assert said.startswith("the model has 729 variables or more, and extended has 64 variables for this 4×4")
    assert "another size" in said


def test_a_model_of_a_smaller_grid():
    """It ends where that grid does."""
    said = reason(competition(RIGHT), puzzle=NINE)
    assert said.startswith("the model ends after 64 variables, and extended has 729 variables for this 9×9")


@pytest.mark.parametrize(
    ("made", "read"),
    [("extended", "triads"), ("triads", "extended"), ("order", "binary"), ("binary", "order")],
)
def test_a_model_of_another_encoding_by_the_number_of_variables(made, read):
    """As those of the other encoding are more or fewer."""
    assert "another encoding" in reason(competition(model_of(PUZZLE, made)), read)


def test_a_model_of_another_encoding_with_as_many_variables():
    """The grid is right, and still it is no model: a clause shows that."""
    made = model_of(NINE, "bimander")
    said = reason(competition(made), "commander", NINE)
    assert said.startswith("the grid is right, but clause ")
    assert said.endswith(": the model is for another encoding")


def test_a_clue_is_contradicted():
    """In the referee's words."""
    other = SOLUTION.translate(str.maketrans("1234", "2143"))
    assert reason(competition(with_cells(other))) == "row 2, column 1 holds 4, but the clue is 3"


def test_a_rule_is_broken():
    """In the referee's words; the clues are kept."""
    broken = "1" + SOLUTION[1:]
    assert reason(minisat_file(with_cells(broken))) == "row 1 does not hold each of 1 to 4 once"


def test_a_cell_holds_two_digits_or_none():
    """Each digit of it is named."""
    two = [abs(literal) if abs(literal) == 1 else literal for literal in RIGHT]
    assert reason(competition(two)) == "r1c1 holds both 1 and 4"
    none = [-abs(literal) if abs(literal) == 4 else literal for literal in RIGHT]
    assert reason(minizinc(none)) == "r1c1 holds no digit"
    assert reason(scip(none)) == "r1c1 holds no digit"


def test_a_half_is_no_digit():
    """A solver of the relaxation prints such things."""
    half = scip(RIGHT).replace("x4      0.999999999999998", "x4      0.5")
    assert reason(half) == "variable 4 (x[r1c1,4]) is 0.5, not 0 or 1"


@pytest.mark.parametrize("name", ["extended", "optimised", "order", "cpsat/cube"])
def test_there_is_a_solution_after_all(name):
    """Our own engine finds it, and the answer shows it."""
    text = "=====UNSATISFIABLE=====\n"
    assert reason(text, name) == f"it says that there is no solution, and {SOLUTION} is one"


@pytest.mark.parametrize("cells", ["1..1............", "123........4...."])
def test_there_is_none_indeed(cells):
    """Then to say so is right."""
    [one] = decode(Puzzle(cells), "extended", "s UNSATISFIABLE\n")
    assert (one.accepted, one.grid, one.reason) == (True, None, None)


@pytest.mark.parametrize("text", ["s SATISFIABLE\n", "sat\n", "SATISFIABLE\n", "status: OPTIMAL\n"])
def test_a_solution_is_said_to_be_there_and_not_shown(text):
    """There is nothing to judge, and it says what to do."""
    [one] = decode(PUZZLE, "cpsat/cube" if "status" in text else "extended", text)
    assert one.accepted is None
    assert one.reason == "it says that there is a solution, and gives none: let the solver print its model"


def test_no_variables_are_left_to_speak_of():
    """A full grid, reduced by its clues: an empty model is total."""
    full = Puzzle(SOLUTION)
    assert "p cnf 0 0\n" in "".join(encode(full, "optimised", "dimacs"))
    [one] = decode(full, "optimised", "s SATISFIABLE\nv 0\n")
    assert (one.accepted, str(one.grid)) == (True, SOLUTION)


@pytest.mark.parametrize("change", range(64))
def test_every_single_change_of_a_model_is_noticed(change):
    """Any variable of the 64, the other way round."""
    changed = [-literal if abs(literal) == change + 1 else literal for literal in RIGHT]
    assert reason(competition(changed)).startswith("r")


def response(values: list[int]) -> str:
    """A response of CP-SAT."""
    return "status: OPTIMAL\n" + "".join(f"solution: {value}\n" for value in values)


def test_responses_of_cp_sat_are_judged_likewise():
    """Booleans, integers, and the variables that stand beside them."""
    digits = [int(symbol) for symbol in SOLUTION]
    booleans = [int(literal > 0) for literal in RIGHT]
    assert [one.accepted for one in decode(PUZZLE, "cpsat/cube", response(booleans))] == [True]
    assert [one.accepted for one in decode(PUZZLE, "cpsat/alldifferent", response(digits))] == [True]
    said = reason(response(digits), "cpsat/cube")
    assert said.startswith("the model ends after 16 variables, and cpsat/cube has 64 variables")
    said = reason(response(booleans), "cpsat/alldifferent")
    assert said.startswith("the model has 64 variables or more, and cpsat/alldifferent has 16")
    assert reason(response([7, *digits[1:]]), "cpsat/alldifferent") == "r1c1 is 7, not 0 to 4"
    assert reason(response([0, *digits[1:]]), "cpsat/alldifferent") == "r1c1 holds no digit"
