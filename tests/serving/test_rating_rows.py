"""The command `rate` of the page: the row of the command line, and the difficulty in words."""

import json

import pytest

from sudocube.errors import SudocubeError
from sudocube.serving.rating_rows import rating_rows
from sudocube.serving.request_fields import RefusedRequestError, RequestFields
from tests.cli.command import MULTIPLE, NONE, PUZZLES, UNIQUE, invoke
from tests.schemas.schema_files import misfits

PENCILMARKS = "12......." + 80 * "123456789"


def rated(**fields):
    """The row of the command line, and the words; both fit their schemas."""
    row, words = json.loads(json.dumps(list(rating_rows(RequestFields(fields)))))
    assert list(misfits("rate", [row])) == []
    assert list(misfits("page/rating", [words])) == []
    return row, words


@pytest.mark.parametrize("puzzle", [UNIQUE, PUZZLES["2x2-unique"], MULTIPLE, NONE])
def test_a_rating_is_that_of_the_command_line(puzzle):
    row, _ = rated(puzzle=puzzle)
    assert row == invoke("rate", puzzle, "--json").rows[0]


def test_the_difficulty_is_said_in_words_and_each_measure_has_its_sentence():
    row, words = rated(puzzle=UNIQUE)
    headings = [one["heading"] for one in words["sentences"]]
    assert words["difficulty"].startswith("singles" if row["depth"] == 0 else "assumptions")
    assert f"depth {row['depth']}" in headings
    assert f"backdoor {row['backdoor']}" in headings


@pytest.mark.parametrize(("puzzle", "verdict"), [(MULTIPLE, "multiple"), (NONE, "none")])
def test_a_puzzle_without_exactly_one_solution_has_its_verdict_instead(puzzle, verdict):
    _, words = rated(puzzle=puzzle)
    assert words["difficulty"].startswith(verdict)
    assert words["sentences"] == []


def test_pencilmarks_are_refused_in_words():
    with pytest.raises(SudocubeError, match="pencilmarks"):
        rated(puzzle=PENCILMARKS)


@pytest.mark.parametrize("fields", [{"seconds": 0}, {"seconds": 10**6}, {"puzzle": "1"}])
def test_what_does_not_fit_is_refused_with_the_field(fields):
    with pytest.raises(RefusedRequestError, match=next(iter(fields)) if "seconds" in fields else "found"):
        rated(**{"puzzle": UNIQUE, **fields})
