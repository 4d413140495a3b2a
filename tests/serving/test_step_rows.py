"""The commands of the panel Step by step: steps of methods, and cells that somebody chose."""

import pytest

from sudocube.solvers.methods import METHODS
from tests.cli.command import MULTIPLE, NONE, PUZZLES, UNIQUE, invoke
from tests.serving.page_rows import rows_of

FOUR = "1.....2..3.....4"
MORE = ("chosen", "sentence", "board", "depth", "check", "holds_in")


@pytest.mark.parametrize(
    ("method", "puzzle", "box"),
    [
        *((method, FOUR, "2x2") for method in METHODS),
        ("sets", UNIQUE, "3x3"),
        ("phases", MULTIPLE, "3x3"),
        ("cube", NONE, "3x3"),
        ("possibles", PUZZLES["3x2-unique"], "3x2"),
    ],
)
def test_steps_are_those_that_the_command_line_verifies(method, puzzle, box):
    """With what a page shows beside them; the row of the end is the same, apart from its source."""
    options = ("--box", box, "--method", method, "--verify", "--json", "--max-steps", "300")
    shown = invoke("explain", puzzle, *options).rows
    rows = rows_of("steps", puzzle=puzzle, method=method, box=box, most=20_000)
    for row in rows[:-1]:
        for name in MORE:
            row.pop(name)
    assert rows[: len(shown) - 1][:300] == shown[:-1]
    end = {**rows[-1], "source": "argument:1"}
    assert (end.pop("cut"), end.pop("refuted_assumptions")) == (False, [])
    assert end.pop("in_words")[0].startswith("Outcome: ")
    assert end == shown[-1]


def test_a_long_search_is_cut_and_says_so_and_one_of_just_that_length_is_not():
    *rows, end = rows_of("steps", puzzle=UNIQUE, method="cube", most=40)
    assert (len(rows), end["cut"], end["summary"]["outcome"]) == (40, True, "open")
    *rows, end = rows_of("steps", puzzle=FOUR, most=14)
    assert (len(rows), end["cut"], end["summary"]["outcome"]) == (14, False, "solved")


def test_a_search_goes_on_after_a_solution_if_it_is_asked_to():
    first = rows_of("steps", puzzle=MULTIPLE, method="phases")[-1]["summary"]
    every = rows_of("steps", puzzle=MULTIPLE, method="phases", all=True)[-1]["summary"]
    assert (first["count"], first["exact"]) == (1, False)
    assert (every["count"], every["exact"]) == (2, True)


def test_choices_come_between_the_steps_and_are_marked():
    rows = rows_of("steps", puzzle=FOUR, method="sets", choices="2:r1c4")
    assert [row["chosen"] for row in rows[:-1]].index(True) == 2
    assert rows[2]["placed"] == {"r1c4": 3}
    assert rows[-1]["summary"]["outcome"] == "solved"


def test_an_assumption_is_held_against_the_solutions():
    solution = rows_of("steps", puzzle=UNIQUE)[-1]["summary"]["solution"]
    blank = UNIQUE.index(".")
    name, right = f"r{blank // 9 + 1}c{blank % 9 + 1}", int(solution[blank])
    found = {}
    for digit in range(1, 10):
        row = rows_of("steps", puzzle=UNIQUE, choices=f"0:{name}={digit}", most=1)[0]
        found[digit] = row["holds_in"] if row["kind"] == "guess" else "single"
    assert found.pop(right) in ("every solution", "single")
    assert set(found.values()) == {"no solution"}


def test_the_single_of_a_chosen_cell_is_told_before_it_is_taken():
    [row] = rows_of("single", puzzle=FOUR, method="sets", choice="0:r1c4")
    assert (row["digit"], row["term"]) == (3, "naked single")
    [row] = rows_of("single", puzzle=FOUR, method="sets", choice="4:r1c4", choices="2:r1c4")
    assert (row["holds"], row["digit"]) == (3, None)
