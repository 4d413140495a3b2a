"""Commands of the page answer with the rows that `--json` prints, or with a message for its user."""

import pytest

from sudocube import Grid, Puzzle, solutions
from sudocube.serving.lesson_data import DATA
from sudocube.serving.page_commands import COMMANDS, LONG_DATA
from tests.cli.command import run

EASY = "1.....2..3.....4"


def without_seconds(row):
    return {name: value for name, value in row.items() if name != "seconds"}


@pytest.mark.parametrize("puzzle", [EASY, "." * 16, "11" + "." * 14, 81 * "."])
def test_the_verdict_is_the_row_of_check(served, puzzle):
    """Field by field, but for the time, and for which two of several solutions there are."""
    printed = run("check", puzzle, "--json").rows[0]
    [row] = served.ask("check", puzzle=puzzle)
    assert {**without_seconds(row), "solutions": []} == {**without_seconds(printed), "solutions": []}
    assert len(set(row["solutions"])) == len(printed["solutions"])
    for solution in row["solutions"]:
        assert set(solutions(Puzzle(solution))) == {Grid(solution)}
        assert all(clue in (".", digit) for clue, digit in zip(row["puzzle"], solution, strict=True))
    if len(printed["solutions"]) == 1:
        assert row["solutions"] == printed["solutions"]


def test_a_puzzle_may_be_written_as_on_the_command_line(served):
    [row] = served.ask("check", puzzle="12|..\n..|1.\n--+--\n.1|..\n..|..")
    assert row["puzzle"] == "12....1..1......"


def test_a_mistake_is_placed_in_the_text_that_was_pasted(served):
    assert served.refusal("check", puzzle="1234\n34o2\n....\n....").startswith("line 2, column 3: found 'o'")


def test_data_of_the_lesson_that_take_seconds_do_not_hold_up_who_types():
    """Nor do they hold up another scene; and whatever a request says, it gets a lane."""
    lane_of = COMMANDS["data"].lane_of
    assert set(DATA) >= LONG_DATA == {name for name in DATA if lane_of({"name": name}) == "long"}
    odd: tuple[object, ...] = ({}, [], None, {"name": ["ranking"]}, {"name": 3})
    assert {lane_of(fields) for fields in odd} == {"quick"}
