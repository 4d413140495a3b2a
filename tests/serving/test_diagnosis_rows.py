"""The command `diagnose` of the page: the rows of the command line, the quick one first."""

import pytest

from tests.cli.command import MULTIPLE, NONE, PUZZLES, UNIQUE, invoke
from tests.serving.page_rows import PENCILMARKS, rows_of, timeless


@pytest.mark.parametrize("text", [UNIQUE, MULTIPLE, NONE], ids=["unique", "multiple", "none"])
def test_a_diagnosis_is_that_of_the_command_line(text):
    """With what takes longer in a second row, where there is something to look for."""
    for thorough, options in ((False, ()), (True, ("--repair", "--smallest"))):
        rows = rows_of("diagnose", puzzle=text, thorough=thorough)
        [printed] = invoke("diagnose", text, *options, "--json").rows
        assert timeless(rows[-1]) == timeless(printed)
        assert len(rows) == (2 if thorough and text != UNIQUE else 1)


def test_further_clues_leave_the_solution_that_was_chosen():
    """The other of the two than the one found first."""
    for chosen in rows_of("check", puzzle=MULTIPLE)[0]["solutions"]:
        repair = rows_of("diagnose", puzzle=MULTIPLE, thorough=True, solution=chosen)[-1]["repair"]
        assert repair["solution"] == chosen
        assert rows_of("check", puzzle=repair["puzzle"])[0]["solutions"] == [chosen]


def test_digits_are_counted_as_far_as_the_page_asks():
    """Each digit has its number if all solutions were counted, and otherwise none."""
    counts = {
        number
        for limit in (10, 1000)
        for number in rows_of("diagnose", puzzle=PUZZLES["2x2-one-clue"], limit=limit)[0]["candidates"][
            "r2c3"
        ].values()
    }
    assert None in counts
    assert any(isinstance(number, int) for number in counts)


def test_pencilmarks_are_undecided_with_the_reason():
    """They are a puzzle, but none that can be diagnosed."""
    [row] = rows_of("diagnose", puzzle=PENCILMARKS, thorough=True)
    assert row["verdict"] == "unknown"
    assert "pencilmarks" in row["reason"] or "candidates" in row["reason"]
