"""The commands `solutions` and `count` of the page: each solution once, and what is not known is said."""

import pytest

from sudocube.errors import UndecidedError
from tests.cli.command import MULTIPLE, NONE, PUZZLES, UNIQUE, invoke
from tests.serving.page_rows import rows_of

BLANK = "." * 81
EMPTY_4 = PUZZLES["2x2-empty-288-solutions"]


def listed(**fields):
    """The solutions of all rows, and the last row, which counts them."""
    *rows, last = rows_of("solutions", **fields)
    assert all(row["solutions"] for row in rows)
    return [grid for row in rows for grid in row["solutions"]], last


@pytest.mark.parametrize("text", [UNIQUE, MULTIPLE, NONE, EMPTY_4], ids=["one", "two", "none", "288"])
def test_all_solutions_are_those_of_the_command_line(text):
    """Each once, and that there are no others; `count` says the same."""
    grids, last = listed(puzzle=text)
    assert sorted(grids) == sorted(invoke("solve", text, "--all", "--json").rows[0]["solutions"])
    assert len(set(grids)) == len(grids)
    [counted] = rows_of("count", puzzle=text)
    for row in (last, counted):
        assert (row["count"], row["exact"]) == (len(grids), True)


def test_a_list_that_is_not_the_whole_says_so():
    """At the limit there is at least one more; with the limit at their number there is none."""
    grids, last = listed(puzzle=EMPTY_4, limit=287)
    assert (len(grids), last["exact"]) == (287, False)
    grids, last = listed(puzzle=EMPTY_4, limit=288)
    assert (len(grids), last["count"], last["exact"]) == (288, 288, True)


def test_a_search_that_is_cut_short_keeps_what_it_found_and_says_why(monkeypatch):
    """Never a list that might be taken for the whole."""
    from sudocube.checking import solutions

    def cut_short(puzzle, *, timeout):
        yield from list(solutions(puzzle))[:5]
        raise UndecidedError("out of time after 20 s")

    monkeypatch.setattr("sudocube.serving.solution_rows.solutions", cut_short)
    grids, last = listed(puzzle=EMPTY_4)
    assert len(grids) == 5
    assert (last["count"], last["exact"], last["reason"]) == (5, False, "out of time after 20 s")


def test_counts_grow_to_the_limit():
    """The first number is there at once."""
    rows = rows_of("count", puzzle=BLANK, limit=20_000)
    assert [row["count"] for row in rows] == [1_000, 10_000, 20_000]
    assert not any(row["exact"] for row in rows)
