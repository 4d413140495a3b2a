"""Models that are wrong, each in its own way: what is wrong is named."""

import pytest

from sudocube import exchange
from sudocube.encoder import load
from sudocube.encoder.clause_names import named_puzzle_clauses
from sudocube.encoder.puzzle_formula import puzzle_formula
from sudocube.engines import engine
from sudocube.exchange import decode, encode
from sudocube.puzzle import Puzzle
from sudocube.solver_texts.model_checking import ModelChecker
from sudocube.solver_texts.solver_output import SolverStatus
from tests.counted_clock import CountedClock
from tests.exchange.outputs import PRINTED, competition, minisat_file, minizinc, scip
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


def test_a_model_that_is_cut_off():
    """In every format that says what is false, too."""
    for printed in PRINTED.values():
        if not printed.is_sparse:
            assert reason(printed(RIGHT[:60])) == (
                "the model ends after 60 variables, and extended has 64 variables for this 4×4 puzzle: "
                "it is cut off, or for another size, another encoding or another puzzle"
            )


def test_a_model_of_another_encoding_with_as_many_variables():
    """The grid is right, and still it is no model: a clause shows that."""
    made = model_of(NINE, "bimander")
    said = reason(competition(made), "commander", NINE)
    assert said.startswith("the grid is right, but clause ")
    assert said.endswith(": the model is for another encoding")


@pytest.mark.parametrize("name", ["ladder", "triads", "optimised"])
def test_each_clause_that_is_broken_is_told_with_its_line_and_what_it_says(name):
    """Of values that break one clause, and perhaps others, the first that is broken is told."""
    stated = puzzle_formula(load(name), PUZZLE)
    named = list(named_puzzle_clauses(load(name), PUZZLE))
    checker = ModelChecker(PUZZLE, load(name))
    for clause, _ in named[::29]:
        values = [0] * stated.variables
        for literal in clause:
            values[abs(literal) - 1] = int(literal < 0)
        said = checker.broken_clause(values)
        assert said is not None
        true = {v if value else -v for v, value in enumerate(values, 1)}
        first = next(place for place, one in enumerate(named) if true.isdisjoint(one.clause))
        assert said.startswith(f"clause {first + 1} is broken, ")
        assert f" ({named[first].name.line}: {named[first].name.says}" in said
        assert said.endswith(")")


def test_unsatisfiable_is_not_accepted_where_nobody_found_out(monkeypatch):
    """Neither where our own engine gives up, nor where its time is over."""
    monkeypatch.setattr(exchange, "engine_for", lambda puzzle: engine("possibles"))
    clock = CountedClock()
    monkeypatch.setattr(exchange, "Clock", lambda timeout: clock)
    for why in ("stuck: no more changes in the possibles", "out of time"):
        [one] = decode(Puzzle("." * 16), "extended", "s UNSATISFIABLE\n")
        assert (one.accepted, one.is_undecided, one.grid) == (None, True, None)
        assert one.status is SolverStatus.UNSATISFIABLE
        assert one.reason == f"it says that there is no solution, and we did not find out: {why}"
        clock = CountedClock(clock.looks - 1)  # over at the last look, after the text was read


def test_no_variables_are_left_to_speak_of():
    """A full grid, reduced by its clues: an empty model is total."""
    full = Puzzle(SOLUTION)
    assert "p cnf 0 0\n" in "".join(encode(full, "optimised", "dimacs"))
    [one] = decode(full, "optimised", "s SATISFIABLE\nv 0\n")
    assert (one.accepted, str(one.grid)) == (True, SOLUTION)


def test_every_single_change_of_a_model_is_noticed():
    """Any variable of the 64, the other way round."""
    for change in range(1, 65):
        assert reason(competition(changed(change))).startswith("r")


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


OTHER = SOLUTION.translate(str.maketrans("1234", "2143"))
"""A valid grid that contradicts the clues."""


def changed(*flipped: int) -> list[int]:
    """The right model, with these variables the other way round."""
    return [-literal if abs(literal) in flipped else literal for literal in RIGHT]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (competition([one for one in RIGHT if abs(one) not in (6, 9)]), "the model is not total"),
        (competition(model_of(NINE, "extended")), "the model has 729 variables or more, and extended has 64"),
        (competition(with_cells(OTHER)), "row 2, column 1 holds 4, but the clue is 3"),
        (minisat_file(with_cells("1" + SOLUTION[1:])), "row 1 does not hold each of 1 to 4 once"),
        (competition(changed(1)), "r1c1 holds both 1 and 4"),
        (minizinc(changed(4)), "r1c1 holds no digit"),
        (scip(changed(4)), "r1c1 holds no digit"),
        (scip(RIGHT).replace("x4      0.9", "x4      0.5"), "variable 4 (x[r1c1,4]) is 0.6, not 0 or 1"),
        ("=====UNSATISFIABLE=====\n", f"it says that there is no solution, and {SOLUTION} is one"),
    ],
)
def test_what_is_wrong_with_a_model_is_said(text, said):
    """In the words of the referee where it is a grid."""
    assert reason(text).startswith(said)
