"""The command `diagnose` of the page: the rows of the command line, the quick one first."""

import pytest

from sudocube.serving.diagnosis_rows import diagnosis_rows
from sudocube.serving.page_commands import Progress
from sudocube.serving.request_fields import RefusedRequestError, RequestFields
from tests.cli.command import MULTIPLE, NONE, PUZZLES, SOLUTION, UNIQUE, invoke
from tests.schemas.schema_files import misfits

PENCILMARKS = "12......." + 80 * "123456789"


def diagnosed(**fields):
    """The rows of a diagnosis; each fits the schema of the command line."""
    rows = [one for one in diagnosis_rows(RequestFields(fields)) if not isinstance(one, Progress)]
    assert list(misfits("diagnose", rows)) == []
    return rows


def timeless(row):
    """A row without what differs from run to run."""
    return {name: value for name, value in row.items() if name not in ("seconds", "source")}


@pytest.mark.parametrize("text", [UNIQUE, MULTIPLE, NONE], ids=["unique", "multiple", "none"])
@pytest.mark.parametrize("options", [[], ["--repair", "--smallest"]], ids=["quick", "thorough"])
def test_a_diagnosis_is_that_of_the_command_line(text, options):
    """With what takes longer in a second row, where there is something to look for."""
    rows = diagnosed(puzzle=text, thorough=bool(options))
    [printed] = invoke("diagnose", text, *options, "--json").rows
    assert timeless(rows[-1]) == timeless(printed)
    assert len(rows) == (2 if options and text != UNIQUE else 1)


def test_a_conflict_of_a_broken_puzzle_comes_with_changes_that_mend_it():
    """Each change is a puzzle that can be tried, and it is unique."""
    [row] = diagnosed(
        puzzle="5...3......7..9.......2.4..8.....9....1..7...95....8...3.8....5....4...6....61.82"
    )
    assert row["conflicts"][0]["cells"]
    assert {change["puzzle"] for change in row["changes"]}
    for change in row["changes"][:5]:
        assert diagnosed(puzzle=change["puzzle"])[0]["verdict"] == "unique"


def test_further_clues_leave_the_solution_that_was_chosen():
    """The other of the two than the one found first."""
    solutions = diagnosed(puzzle=MULTIPLE)[0]["solutions"]
    for chosen in solutions:
        row = diagnosed(puzzle=MULTIPLE, thorough=True, solution=chosen)[-1]
        assert row["repair"]["solution"] == chosen
        assert diagnosed(puzzle=row["repair"]["puzzle"])[0]["solutions"] == [chosen]


def test_a_chosen_grid_that_is_no_solution_is_refused():
    """In words that say what is wrong with it."""
    with pytest.raises(RefusedRequestError, match=r"solution: .*does not solve the puzzle"):
        diagnosed(puzzle=MULTIPLE, thorough=True, solution=SOLUTION[::-1])


def test_candidates_are_counted_as_far_as_the_page_asks():
    """Each digit has its number if all solutions were counted, and otherwise none."""
    counts = {
        number
        for limit in (10, 1000)
        for number in diagnosed(puzzle=PUZZLES["2x2-one-clue"], limit=limit)[0]["candidates"]["r2c3"].values()
    }
    assert None in counts
    assert any(isinstance(number, int) for number in counts)


def test_pencilmarks_are_undecided_with_the_reason():
    """They are a puzzle, but none that can be diagnosed."""
    [row] = diagnosed(puzzle=PENCILMARKS, thorough=True)
    assert row["verdict"] == "unknown"
    assert "pencilmarks" in row["reason"] or "candidates" in row["reason"]


@pytest.mark.parametrize("fields", [{"limit": 1}, {"limit": 10**9}, {"seconds": 0}, {"thorough": "yes"}])
def test_what_does_not_fit_is_refused_with_the_field(fields):
    """Before any search."""
    with pytest.raises(RefusedRequestError, match=next(iter(fields))):
        diagnosed(puzzle=UNIQUE, **fields)
