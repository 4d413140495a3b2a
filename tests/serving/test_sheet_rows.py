"""The command `sheet` of the page: the file that `sudocube generate --html` writes, and what is refused."""

import json
import shlex

import pytest

pytest.importorskip("jinja2", reason='pip install "sudocube[html]"')

from sudocube.cli.generate_options import SHEET_SIZES
from sudocube.errors import NotGeneratedError, SudocubeError
from sudocube.report.puzzle_sheet import PER_PAGE
from sudocube.serving.page_commands import Progress
from sudocube.serving.request_fields import RefusedRequestError, RequestFields
from sudocube.serving.sheet_rows import PUZZLES_AT_MOST, sheet_rows
from tests.cli.command import UNIQUE, invoke
from tests.schemas.schema_files import misfits

ASKED = {
    "one puzzle": {"seed": 7},
    "some": {"seed": 7, "count": 5, "number": 3, "per_page": "2"},
    "symmetric": {
        "seed": 7,
        "count": 3,
        "symmetry": "half-turn",
        "minimal": "orbits",
        "least_clues": 24,
        "most_clues": 32,
        "per_page": "6",
    },
    "hard": {
        "seed": 3,
        "count": 2,
        "depth": "1-2",
        "backdoor": "1-",
        "methods": ["sets", "possibles"],
        "not_methods": ["cube:propagate"],
        "tries": 100_000,
        "recheck": "phases",
    },
    "of another size": {"seed": 7, "count": 2, "box": "2x2"},
    "of other boxes": {"seed": 7, "count": 2, "box": "3x2"},
    "neighbours": {"seed": 7, "count": 2, "near": UNIQUE},
    "many clues": {"seed": 7, "least_clues": 30, "minimal": "no"},
    "with clues": {"seed": 7, "given": UNIQUE[:9] + 72 * ".", "grid": "fast"},
    "controlled": {"seed": 7, "count": 2, "box": "2x2", "sample": "controlled"},
}


def sheet(**fields):
    """The row of a sheet, which fits its schema."""
    [row] = [one for one in sheet_rows(RequestFields(fields)) if not isinstance(one, Progress)]
    row = json.loads(json.dumps(row))
    assert list(misfits("page/made", [row])) == []
    return row


@pytest.mark.parametrize("fields", ASKED.values(), ids=ASKED)
def test_the_sheet_is_the_file_of_the_command_that_is_told(fields, tmp_path, monkeypatch):
    """To the last character."""
    monkeypatch.chdir(tmp_path)
    row = sheet(**fields)
    assert invoke(*shlex.split(row["command"])[1:]).status == 0
    assert (tmp_path / "sheet.html").read_text("utf-8") == row["html"]
    assert row["puzzles"] == fields.get("count", 1)
    assert row["shortfall"] is None


def test_a_sheet_has_what_was_found_before_the_tries_ran_out():
    """As on the command line, which says the same."""
    fields = {"seed": 7, "count": 4, "methods": ["possibles"], "not_methods": ["sets"], "tries": 40}
    row = sheet(**fields)
    assert 0 < row["puzzles"] < 4
    options = [one for one in shlex.split(row["command"])[1:] if not one.startswith("--html")]
    assert row["shortfall"] in invoke(*options).err
    assert row["html"].count('id="puzzle-') == row["puzzles"]


def test_without_a_single_puzzle_there_is_no_sheet():
    with pytest.raises(NotGeneratedError, match="3 tries"):
        sheet(seed=1, symmetry="full", tries=3, count=2)


@pytest.mark.parametrize(
    "fields",
    [
        {"count": 0},
        {"count": PUZZLES_AT_MOST + 1},
        {"per_page": "3"},
        {"per_page": 4},
        {"recheck": "command:./mine"},
        {"depth": "deep"},
    ],
)
def test_what_does_not_fit_is_refused_with_the_field(fields):
    with pytest.raises(RefusedRequestError, match=next(iter(fields))):
        sheet(**fields)


def test_what_cannot_be_is_refused_with_the_reason():
    with pytest.raises(SudocubeError, match="17"):
        sheet(most_clues=16)


def test_the_page_has_the_numbers_of_puzzles_on_a_sheet_that_the_command_line_has():
    """The command line has them where they are no import of what makes pages."""
    assert PER_PAGE == SHEET_SIZES
