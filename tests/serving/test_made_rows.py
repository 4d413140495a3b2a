"""The commands `make` and `sheet` of the page: what `generate` makes, and the command that makes it again."""

import shlex

import pytest

from tests.cli.command import UNIQUE, invoke
from tests.serving.page_rows import rows_of

ASKED = {
    "nothing more": ({}, ""),
    "symmetry": ({"symmetry": "half-turn", "minimal": "orbits"}, "--symmetry half-turn --minimal orbits"),
    "methods": (
        {"methods": ["sets", "possibles"], "not_methods": ["cube:propagate"]},
        "--method sets,possibles --not-method cube:propagate",
    ),
    "a fast grid": ({"grid": "fast"}, "--grid fast"),
    "neighbour": ({"near": UNIQUE}, f"--near {UNIQUE}"),
    "given clues": ({"given": UNIQUE[:9] + 72 * "."}, f"--given {UNIQUE[:9]}{72 * '.'}"),
}


@pytest.mark.parametrize(("fields", "options"), ASKED.values(), ids=ASKED)
def test_the_row_is_that_of_the_command_line(fields, options):
    """Whatever is asked for: the same seed and number, the same puzzle; so the command that is told does."""
    usual = ("generate", "-n", "1", "--seed", "11", "--first-index", "3", "--json")
    printed = invoke(*usual, *options.split()).rows
    row, told = rows_of("make", plan={"seed": 11, "first_index": 3, **fields})
    assert [row] == printed
    assert invoke(*shlex.split(told["command"])[1:], "--json").rows == printed


@pytest.mark.parametrize(
    "fields",
    [
        {
            "count": 5,
            "per_page": "2",
            "plan": {"first_index": 3, "symmetry": "half-turn", "minimal": "orbits"},
        },
        {"count": 2, "box": "3x2", "plan": {}},
    ],
    ids=["symmetric", "of other boxes"],
)
def test_a_sheet_is_the_file_of_the_command_that_is_told(fields, tmp_path, monkeypatch):
    """To the last character."""
    monkeypatch.chdir(tmp_path)
    [row] = rows_of("sheet", **{**fields, "plan": {"seed": 7, **fields["plan"]}})
    assert invoke(*shlex.split(row["command"])[1:]).status == 0
    assert (tmp_path / "sheet.html").read_text("utf-8") == row["html"]
    assert (row["puzzles"], row["shortfall"]) == (fields["count"], None)
