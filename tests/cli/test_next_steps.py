"""What `check` says in the end: which command says why."""

import shlex
import sys

import pytest

from tests.cli.command import MULTIPLE, NONE, SOLUTION, UNIQUE, invoke, written


@pytest.fixture
def hint():
    """The last line that `check` writes on standard error."""

    def last_line(*arguments, stdin=""):
        return "".join(invoke("check", *arguments, stdin=stdin).err.splitlines()[-1:])

    return last_line


@pytest.mark.skipif(sys.platform == "win32", reason="quoted for another shell")
def test_why_is_told_by_a_command_for_the_same_inputs(hint, tmp_path):
    """Several files, one with a blank in its name, quoted for the shell; after the summary."""
    first = written(tmp_path, UNIQUE, name="first.txt")
    second = written(tmp_path, MULTIPLE, name="it's second.txt")
    said = shlex.split(hint(first, second, NONE))
    assert said == ["why:", "sudocube", "diagnose", str(first), str(second), NONE]
    assert hint(MULTIPLE) == f"why: sudocube diagnose {MULTIPLE}"
    assert hint(UNIQUE) == ""
    assert hint(UNIQUE, SOLUTION).startswith("2 puzzles: 2 unique")


def test_the_shape_of_the_boxes_and_the_place_of_options_are_kept(hint):
    """Standard input has to be given again."""
    six, dashes = "1" + "." * 35, MULTIPLE.replace(".", "-")
    assert hint(six, "--box", "3x2") == f"why: sudocube diagnose --box 3x2 {six}"
    assert hint(six, "--size", "6") == f"why: sudocube diagnose --size 6 {six}"
    assert hint("--", dashes, f"-{dashes[1:]}") == f"why: sudocube diagnose -- {dashes} -{dashes[1:]}"
    assert hint("-", stdin=MULTIPLE) == "why: sudocube diagnose - (with the same standard input)"


def test_no_hint_to_a_command_that_would_refuse_all_of_it(hint, tmp_path):
    """`diagnose` takes no pencilmarks: it is named where another puzzle is none or multiple."""
    marks = "12......." + "123456789" * 80
    assert "why:" not in hint(marks)
    assert "why:" not in hint(written(tmp_path, marks, UNIQUE))
    assert hint(written(tmp_path, marks, NONE)).startswith("why: sudocube diagnose ")


def test_no_hint_where_a_program_reads_or_nothing_is_to_be_said(hint):
    """With --json and with --quiet."""
    assert "why:" not in hint(MULTIPLE, "--json")
    assert hint(MULTIPLE, "--quiet") == ""
