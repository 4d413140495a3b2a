"""The commands `make` and `sheet` of the page: what `generate` makes, and the command that makes it again."""

import shlex

import pytest

pytest.importorskip("jinja2", reason='pip install "sudocube[html]"')

from sudocube.cli.generate_options import SHEET_SIZES
from sudocube.report.puzzle_sheet import PER_PAGE
from tests.cli.command import UNIQUE, invoke
from tests.serving.page_rows import rows_of

ASKED = {
    "nothing more": ({}, ""),
    "symmetry": ({"symmetry": "half-turn", "minimal": "orbits"}, "--symmetry half-turn --minimal orbits"),
    "many clues": ({"least_clues": 40, "minimal": "no"}, "--clues 40- --minimal no"),
    "difficulty": ({"depth": " 0 - 1 ", "backdoor": "1-2"}, "--depth 0-1 --backdoor 1-2"),
    "methods": (
        {"methods": ["sets", "possibles"], "not_methods": ["cube:propagate"]},
        "--method sets,possibles --not-method cube:propagate",
    ),
    "sample": ({"sample": "controlled", "box": "2x2"}, "--sample controlled --size 4"),
    "a fast grid": ({"grid": "fast", "recheck": "phases"}, "--grid fast --recheck phases"),
    "neighbour": ({"near": UNIQUE}, f"--near {UNIQUE}"),
    "given clues": ({"given": UNIQUE[:9] + 72 * "."}, f"--given {UNIQUE[:9]}{72 * '.'}"),
}


@pytest.mark.parametrize(("fields", "options"), ASKED.values(), ids=ASKED)
def test_the_row_is_that_of_the_command_line(fields, options):
    """Whatever is asked for: the same seed and number, the same puzzle; so the command that is told does."""
    usual = ("generate", "-n", "1", "--seed", "11", "--first-index", "3", "--json")
    printed = invoke(*usual, *options.split()).rows
    row, told = rows_of("make", seed=11, number=3, **fields)
    assert [row] == printed
    assert invoke(*shlex.split(told["command"])[1:], "--json").rows == printed


def test_a_pattern_is_the_cells_that_hold_clues():
    """Whatever these clues are; the puzzle that was made first shows that there is one."""
    pattern = rows_of("make", seed=1, symmetry="half-turn", minimal="no", least_clues=32)[0]["puzzle"]
    other = rows_of("make", seed=2, pattern=pattern.replace("1", "2"), minimal="no")[0]["puzzle"]
    assert [symbol == "." for symbol in other] == [symbol == "." for symbol in pattern]
    assert other != pattern


@pytest.mark.parametrize(
    "fields",
    [
        {"count": 5, "number": 3, "per_page": "2", "symmetry": "half-turn", "minimal": "orbits"},
        {"count": 2, "box": "3x2", "recheck": "phases"},
    ],
    ids=["symmetric", "of other boxes"],
)
def test_a_sheet_is_the_file_of_the_command_that_is_told(fields, tmp_path, monkeypatch):
    """To the last character."""
    monkeypatch.chdir(tmp_path)
    [row] = rows_of("sheet", seed=7, **fields)
    assert invoke(*shlex.split(row["command"])[1:]).status == 0
    assert (tmp_path / "sheet.html").read_text("utf-8") == row["html"]
    assert (row["puzzles"], row["shortfall"]) == (fields["count"], None)
    assert PER_PAGE == SHEET_SIZES  # the numbers of puzzles on a sheet that can be asked for are the same


def test_a_sheet_has_what_was_found_before_the_tries_ran_out():
    [row] = rows_of("sheet", seed=7, count=4, methods=["possibles"], not_methods=["sets"], tries=40)
    assert 0 < row["puzzles"] < 4
    assert f"{row['puzzles']} of 4 puzzles made" in row["shortfall"]
    assert "40 tries" in row["shortfall"]
    assert row["html"].count('id="puzzle-') == row["puzzles"]
