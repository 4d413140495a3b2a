"""A grid that is pasted on the command line, between quotes, is read as from a file."""

import pytest

from tests.cli.command import invoke
from tests.formats.test_pasted_files import FOLDER


@pytest.mark.parametrize(
    "name", ["unicode-double.txt", "markdown-empty-header.md", "python-list.txt", "commas-with-nothing.txt"]
)
def test_a_grid_of_several_lines_is_a_puzzle_and_no_file(name):
    assert invoke("check", (FOLDER / name).read_text("utf-8")).out == "unique\n"


def test_prose_of_several_lines_gets_one_message():
    done = invoke("check", (FOLDER / "prose.txt").read_text("utf-8"))
    assert done.status == 2
    assert done.out.count("\n") == 1
    assert "in what looks like prose" in done.out
