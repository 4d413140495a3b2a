"""On a terminal: a bar for what takes longer than a second, cleared away at the end; colours; Ctrl-C."""

import os
import re
import time

import pytest

from tests.cli.command import HANG, HARD, MULTIPLE, UNIQUE, written
from tests.cli.pseudo_terminal import CLEAR, screen, without_styles

UNDECIDED = "undecided: try a --timeout above 1.3, or another engine, such as -e sat"
CTRL_C = b"\x03"
BAR = "\N{BOX DRAWINGS HEAVY HORIZONTAL}"


def test_what_is_quick_has_no_bar(terminal):
    run = terminal("check", UNIQUE, MULTIPLE, "--engine", "phases")
    assert CLEAR not in run.read()
    assert BAR not in run.shown


def test_what_takes_longer_has_a_bar_that_is_cleared_away(terminal, tmp_path):
    file = written(tmp_path, MULTIPLE, HARD, name="p.txt")
    run = terminal("check", file, "--engine", "sat:minimal", "--timeout", "1.4", "--jobs", "1")
    run.read()
    assert BAR in run.shown
    assert " s left" in run.shown
    *lines, summary, why, undecided, last = screen(run.shown)
    assert lines == [f"{file}:1: multiple", f"{file}:2: unknown: out of time after 1.4 s"]
    assert (why, undecided.split(":")[0]) == (f"why: sudocube diagnose {file}", "undecided")
    assert summary.startswith("2 puzzles: 1 multiple, 1 unknown (sat:minimal@cadical153, ")
    assert last == ""


def test_at_the_first_puzzle_there_is_something_to_see(terminal):
    run = terminal("check", HARD, "--engine", "phases", "--timeout", "1.3")
    assert "at the first puzzle, " in run.read()
    assert screen(run.shown)[0] == "unknown: out of time after 1.3 s"


def test_solutions_are_counted_while_they_are_found(terminal):
    run = terminal("count", "." * 81, "--engine", "phases", "--timeout", "1.3")
    assert re.search(r"puzzle 1, [\d,]+ solutions, [\d,.]+/s, \d+ s", run.read())
    word, reason = screen(run.shown)[:2]
    assert word == "unknown"
    assert re.fullmatch(r"argument:1: undecided: at least [\d,]+: out of time after 1.3 s", reason)


def test_there_is_no_bar_where_nothing_is_to_be_said_or_it_cannot_be_cleared(terminal):
    """With --quiet, with standard error somewhere else, on a terminal that cannot clear a line."""
    arguments = ["check", HARD, "--engine", "phases", "--timeout", "1.3"]
    runs = [
        terminal(*arguments, "--quiet"),
        terminal(*arguments, error=False),
        terminal(*arguments, TERM="dumb"),
    ]
    assert [screen(run.read())[:-1] for run in runs] == [
        ["unknown: out of time after 1.3 s"],
        ["unknown: out of time after 1.3 s"],
        ["unknown: out of time after 1.3 s", UNDECIDED],
    ]
    assert not [run for run in runs if CLEAR in run.shown]


def test_there_is_a_bar_where_only_the_answer_goes_elsewhere(terminal):
    run = terminal("check", HARD, "--engine", "phases", "--timeout", "1.3", output=False)
    assert "at the first puzzle, " in run.read()
    assert screen(run.shown) == [UNDECIDED, ""]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_typed_leaves_the_terminal_as_it_was(terminal, tmp_path, jobs):
    """Modes, cursor and line are as before."""
    file = written(tmp_path, MULTIPLE, *[UNIQUE] * 50, HARD, *[UNIQUE] * 1000)
    run = terminal("check", file, "--engine", "phases", "--jobs", jobs)
    run.read(until=" s left")
    os.write(run.mine, CTRL_C)
    run.read()
    assert run.process.wait(HANG) == 130
    assert run.modes == run.before
    lines = [line.removeprefix("^C") for line in screen(run.shown)]
    assert lines == [f"{file}:1: multiple", "interrupted", ""]
    assert run.shown.count("\x1b[?25l") == run.shown.count("\x1b[?25h")  # the cursor: hidden, shown again


def test_crosscheck_has_colours(terminal):
    assert "\x1b[33mmultiple" in terminal("crosscheck", MULTIPLE, "--engines", "phases,cube").read()


def test_no_color_is_respected(terminal):
    """Nothing but bold and dim: no colour."""
    shown = terminal("crosscheck", MULTIPLE, "--engines", "phases,cube", NO_COLOR="1").read()
    assert "multiple (witness)" in shown.replace("\x1b[0m", "")
    colours = {
        number
        for codes in re.findall(r"\x1b\[([\d;]*)m", shown)
        for number in codes.split(";")
        if number and int(number) >= 30
    }
    assert colours == set()


@pytest.mark.parametrize("columns", [40, 60])
def test_crosscheck_fits_a_narrow_terminal(terminal, columns):
    """All but the summary: grids one below the other, tables in parts."""
    run = terminal("crosscheck", MULTIPLE, "--engines", "phases,cube", NO_COLOR="1", columns=columns)
    *lines, _summary, _last = screen(run.read())
    assert ("  another" in lines) == (columns == 40)
    assert max(map(len, lines)) <= columns
    headings = [word for line in lines if line.startswith("engine ") for word in line.split()[1:]]
    assert headings == ["confirmed", "refuted", "undecided", "failed", "seconds", "/s"]


@pytest.mark.parametrize("env", [{}, {"NO_COLOR": "1"}])
def test_clues_can_be_told_from_what_was_solved(terminal, env):
    """In colour clues are bold, and need no sign."""
    shown = terminal("crosscheck", MULTIPLE, "--engines", "phases,cube", **env).read()
    assert ("'7 clue   7 solved" in without_styles(shown)) == bool(env)
    assert ("\x1b[1m7\x1b[0m clue   \x1b[36m7\x1b[0m solved" in shown) == (not env)


def test_somebody_who_types_is_not_disturbed_by_a_bar(terminal):
    run = terminal("check", "-", "--engine", "phases")
    time.sleep(1.3)
    os.write(run.mine, UNIQUE.encode() + b"\n\x04")
    assert screen(run.read())[1:] == ["unique", ""]
