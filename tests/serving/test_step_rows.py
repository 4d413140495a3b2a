"""The commands of the panel Step by step: steps of methods, and cells that somebody chose."""

import json

import pytest

from sudocube.errors import SudocubeError
from sudocube.serving.request_fields import RefusedRequestError, RequestFields
from sudocube.serving.step_rows import methods, single, steps
from sudocube.solvers.methods import METHODS
from tests.cli.command import MULTIPLE, NONE, PUZZLES, UNIQUE, invoke
from tests.schemas.schema_files import misfits

FOUR = "1.....2..3.....4"
MORE = ("chosen", "sentence", "board", "depth", "check", "holds_in")


def rows_of(**fields):
    """The rows; each fits the schema of the page."""
    return fitting(steps(RequestFields(fields)))


def fitting(rows):
    made = json.loads(json.dumps(list(rows)))
    assert list(misfits("page/steps", made)) == []
    return made


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "puzzle", [FOUR, UNIQUE, MULTIPLE, NONE, PUZZLES["3x2-unique"]], ids=["4×4", "9×9", "two", "none", "6×6"]
)
def test_steps_are_those_that_the_command_line_verifies(method, puzzle):
    """With what a page shows beside them; the row of the end is the same, apart from its source."""
    box = ["--box", "3x2"] if len(puzzle) == 36 else []
    shown = invoke(
        "explain", puzzle, *box, "--method", method, "--verify", "--json", "--max-steps", "300"
    ).rows
    fields = {"box": "3x2"} if box else {}
    rows = rows_of(puzzle=puzzle, method=method, most=20_000, **fields)
    for row in rows[:-1]:
        for name in MORE:
            row.pop(name)
    assert rows[: len(shown) - 1][:300] == shown[:-1]
    end = {**rows[-1], "source": "argument:1"}
    assert (end.pop("cut"), end.pop("refuted_assumptions")) == (False, [])
    assert end.pop("in_words")[0].startswith("Outcome: ")
    assert end == shown[-1]


def test_large_puzzles_have_steps_as_well():
    *rows, end = rows_of(puzzle=PUZZLES["4x4-unique"], most=50)
    assert rows
    assert all(row["check"] in ("valid", None) for row in rows)
    assert end["summary"]["refuted"] == 0


def test_a_long_search_is_cut_and_says_so():
    *rows, end = rows_of(puzzle=UNIQUE, method="cube", most=40)
    assert (len(rows), end["cut"], end["summary"]["outcome"]) == (40, True, "open")
    assert [row["step"] for row in rows] == list(range(1, 41))


def test_exactly_as_many_steps_as_were_asked_for_are_not_cut():
    *all_rows, _ = rows_of(puzzle=FOUR)
    *rows, end = rows_of(puzzle=FOUR, most=len(all_rows))
    assert (len(rows), end["cut"], end["summary"]["outcome"]) == (len(all_rows), False, "solved")


def test_a_search_goes_on_after_a_solution_if_it_is_asked_to():
    *_, first = rows_of(puzzle=MULTIPLE, method="phases")
    *_, every = rows_of(puzzle=MULTIPLE, method="phases", all=True)
    assert (first["summary"]["count"], first["summary"]["exact"]) == (1, False)
    assert every["summary"]["count"] > 1
    assert every["summary"]["exact"] is True


def test_choices_come_between_the_steps_and_are_marked():
    rows = rows_of(puzzle=FOUR, method="sets", choices="2:r1c4")
    assert [row["chosen"] for row in rows[:-1]].index(True) == 2
    assert rows[2]["placed"] == {"r1c4": 3}
    assert rows[-1]["summary"]["outcome"] == "solved"


def test_an_assumption_is_held_against_the_solutions():
    solution = rows_of(puzzle=UNIQUE)[-1]["summary"]["solution"]
    blank = UNIQUE.index(".")
    right = int(solution[blank])
    name = f"r{blank // 9 + 1}c{blank % 9 + 1}"
    found = {}
    for digit in range(1, 10):
        row = rows_of(puzzle=UNIQUE, choices=f"0:{name}={digit}", most=1)[0]
        found[digit] = row["holds_in"] if row["kind"] == "guess" else "single"
    assert found.pop(right) in ("every solution", "single")
    assert set(found.values()) == {"no solution"}


def test_the_single_of_a_chosen_cell_is_told_before_it_is_taken():
    [row] = fitting(single(RequestFields({"puzzle": FOUR, "method": "sets", "choice": "0:r1c4"})))
    assert (row["digit"], row["term"]) == (3, "naked single")
    [row] = fitting(
        single(RequestFields({"puzzle": FOUR, "method": "sets", "choice": "4:r1c4", "choices": "2:r1c4"}))
    )
    assert (row["holds"], row["digit"]) == (3, None)


def test_every_method_is_listed():
    assert [row["method"] for row in fitting(methods(RequestFields({})))] == list(METHODS)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"method": "python:os:system"}, "method: found 'python:os:system'; expected one of phases"),
        ({"method": 3}, "method: found 3; expected"),
        ({"most": 0}, "most: found 0; expected a whole number from 1"),
        ({"most": 10**9}, "most: found 1000000000"),
        ({"choices": "x"}, "choices: found 'x'; expected STEPS:CELL=DIGIT"),
        ({"choices": "0:r1c1=2"}, "choice 1: r1c1 holds 1 already"),
        ({"choices": "9999:r1c2=2"}, "choice 1: it comes after step 9999; there are 14"),
        ({"choices": 7}, "choices: found 7; expected a text"),
        ({"choices": "0:r1c2," * 9999}, "choices: found 69,993 characters; expected 10,000 at the most"),
        ({"all": "yes"}, "all: found 'yes'; expected true or false"),
        ({"puzzle": "12......." + 80 * "123456789"}, "pencilmarks"),
        ({"puzzle": "1..."}, "found 1 row of 4 symbols"),
    ],
)
def test_a_request_that_does_not_fit_is_refused_in_words(fields, said):
    with pytest.raises(SudocubeError, match=r"found|choice|pencilmarks") as raised:
        rows_of(**{"puzzle": FOUR, **fields})
    assert said in str(raised.value)


@pytest.mark.parametrize("choice", ["", "0:r1c1,1:r1c2", "r1c1"])
def test_one_cell_is_asked_about_at_a_time(choice):
    with pytest.raises(RefusedRequestError, match="choice: found"):
        list(single(RequestFields({"puzzle": FOUR, "choice": choice})))
