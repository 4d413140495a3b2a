"""What `check` says to somebody at a terminal: which command says why, and what may decide a puzzle."""

import re
import shlex
import subprocess
import sys

import pytest

from sudocube.cli.next_steps import quoted
from tests.cli.command import HARD, MULTIPLE, NONE, PUZZLES, SOLUTION, UNIQUE, invoke, written
from tests.cli.pseudo_terminal import screen

SIX = "1" + "." * 35
MARKS = "12......." + "123456789" * 80


def last_line(terminal, *arguments, **options) -> str:
    """What a command on a terminal ends with."""
    *_, line, end = screen(terminal("check", *arguments, **options).read())
    assert end == ""
    return line


def test_several_puzzles_end_with_the_command_that_says_why(terminal, tmp_path):
    """After the summary."""
    file = written(tmp_path, UNIQUE, MULTIPLE, NONE)
    *_, summary, hint, _ = screen(terminal("check", file).read())
    assert summary.startswith("3 puzzles: ")
    assert hint == f"why: sudocube diagnose {file}"


@pytest.mark.parametrize("puzzle", [MULTIPLE, NONE])
def test_one_puzzle_ends_with_it_likewise(terminal, puzzle):
    lines = screen(terminal("check", puzzle).read())
    assert lines[-2:] == [f"why: sudocube diagnose {puzzle}", ""]
    assert len(lines) == 3


def test_what_was_given_is_named_and_quoted_for_the_shell(terminal, tmp_path):
    """Several files, and one with a blank in its name."""
    first = written(tmp_path, UNIQUE, name="first.txt")
    second = written(tmp_path, MULTIPLE, name="it's second.txt")
    hint = last_line(terminal, first, second, NONE)
    assert shlex.split(hint) == ["why:", "sudocube", "diagnose", str(first), str(second), NONE]


@pytest.mark.parametrize(("given", "kept"), [(["--box", "3x2"], "--box 3x2"), (["--size", "6"], "--size 6")])
def test_the_shape_of_the_boxes_is_kept(terminal, given, kept):
    assert last_line(terminal, SIX, *given) == f"why: sudocube diagnose {kept} {SIX}"


def test_a_puzzle_that_begins_like_an_option_stays_behind_two_hyphens(terminal):
    puzzle = MULTIPLE.replace(".", "-")
    hint = last_line(terminal, "--", puzzle, f"-{puzzle[1:]}")
    assert hint == f"why: sudocube diagnose -- {puzzle} -{puzzle[1:]}"


def test_standard_input_has_to_be_given_again(terminal, tmp_path):
    file = written(tmp_path, UNIQUE, MULTIPLE)
    command = f"{shlex.quote(sys.executable)} -m sudocube check - < {shlex.quote(str(file))}"
    hint = last_line(terminal, program=["sh", "-c", command])
    assert hint == "why: sudocube diagnose - (with the same standard input)"


def test_pencilmarks_are_crosschecked_because_diagnose_takes_none(terminal, tmp_path):
    marks = written(tmp_path, MARKS, name="marks.txt")
    assert last_line(terminal, marks) == f"why: sudocube crosscheck {marks}"
    both = written(tmp_path, MARKS, MULTIPLE, name="both.txt")
    assert last_line(terminal, both) == f"why: sudocube diagnose {both}"


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (
            [HARD, "-e", "phases", "--timeout", "0.1"],
            "a --timeout above 0.1, or another engine, such as -e sat",
        ),
        (
            [HARD, "-e", "sat:minimal", "--timeout", "1"],
            "a --timeout above 1, or another engine, such as -e cpsat",
        ),
        (["." * 16, "-e", "sets"], "another engine, such as -e sat"),
    ],
)
def test_what_is_undecided_has_a_hint_of_its_own(terminal, arguments, hint):
    assert last_line(terminal, *arguments) == f"undecided: try {hint}"


def test_where_all_is_well_nothing_is_to_be_done(terminal, tmp_path):
    assert last_line(terminal, UNIQUE) == "unique"
    assert last_line(terminal, UNIQUE, SOLUTION).startswith("2 puzzles: 2 unique")


@pytest.mark.parametrize("more", [["--json"], ["--quiet"]])
def test_no_hint_where_a_program_reads_or_nothing_is_to_be_said(terminal, more):
    assert "why:" not in terminal("check", MULTIPLE, *more).read()


def test_no_hint_where_standard_error_is_no_terminal(terminal):
    assert "why:" not in invoke("check", MULTIPLE).err
    assert "why:" not in terminal("check", MULTIPLE, error=False).read()


def test_the_hint_is_there_where_only_the_answer_goes_elsewhere(terminal):
    assert last_line(terminal, MULTIPLE, output=False) == f"why: sudocube diagnose {MULTIPLE}"


@pytest.mark.skipif(sys.platform == "win32", reason="no Bash")
@pytest.mark.parametrize("name", ["a b", "it's", "", "a\nb", "\x1b[2J", "\\", "'\t\\", "grün", "$HOME", "*"])
def test_what_is_quoted_is_read_back_by_a_shell(name):
    done = subprocess.run(
        ["bash", "-c", f"printf %s {quoted([name])}"], capture_output=True, check=True, text=True
    )
    assert done.stdout == name
    assert re.fullmatch(r"[^\x00-\x1f]*", quoted([name]))


def test_what_the_hint_names_can_be_typed():
    """It is a command, and it says why."""
    outcome = invoke("diagnose", PUZZLES["3x3-two-solutions"])
    assert (outcome.status, "There are 2 solutions." in outcome.out) == (0, True)
