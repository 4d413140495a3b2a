"""On a terminal: a bar for what takes longer than a second, cleared away at the end; colours; Ctrl-C."""

import os
import time

import pytest

from tests.cli.command import HANG, HARD, MULTIPLE, UNIQUE, invoke, written
from tests.cli.pseudo_terminal import CLEAR, screen, without_styles

CTRL_C = b"\x03"
BAR = "\N{BOX DRAWINGS HEAVY HORIZONTAL}"


def test_check_has_colours_and_ends_with_a_hint(terminal, tmp_path):
    """The verdict has a colour; a name that looks like a verdict has none."""
    file = written(tmp_path, UNIQUE, MULTIPLE, name="multiple")
    run = terminal("check", file, "-e", "phases")
    assert f"{file}:2: \x1b[33mmultiple\x1b[0m\r\n" in run.read()
    assert screen(run.shown)[-2:] == [f"why: sudocube diagnose {file}", ""]


def test_ctrl_c_typed_at_a_bar_leaves_the_terminal_as_it_was(terminal, tmp_path):
    """Modes, cursor and line are as before."""
    file = written(tmp_path, MULTIPLE, *[UNIQUE] * 50, HARD, *[UNIQUE] * 1000)
    run = terminal("check", file, "--engine", "phases", "--jobs", "1")
    assert BAR in run.read(until="%")
    os.write(run.mine, CTRL_C)
    run.read()
    assert run.process.wait(HANG) == 130
    assert run.modes == run.before
    first, summary, *last = [line.removeprefix("^C") for line in screen(run.shown)]
    assert (first, summary[:12], last) == (f"{file}:1: multiple", "51 puzzles: ", ["interrupted", ""])
    assert run.shown.count("\x1b[?25l") == run.shown.count("\x1b[?25h")  # the cursor: hidden, shown again


@pytest.mark.slow
class TestBars:
    """Each of these takes longer than a second."""

    def test_a_bar_is_cleared_away(self, terminal, tmp_path):
        """Also where workers do the work; the time that is left is shown."""
        file = written(tmp_path, MULTIPLE, HARD, name="p.txt")
        run = terminal("check", file, "--engine", "sat:minimal", "--timeout", "15", "--jobs", "1")
        assert BAR in run.read()
        *lines, summary, why, last = screen(run.shown)
        assert lines == [f"{file}:1: multiple", f"{file}:2: unknown: out of time after 15 s"]
        assert why == f"why: sudocube diagnose {file}"
        assert summary.startswith("2 puzzles: 1 multiple, 1 unknown (sat:minimal@cadical153, ")
        assert last == ""

    def test_a_bar_is_there_where_only_the_answer_goes_elsewhere(self, terminal):
        """And not with --quiet, nor where no line can be cleared."""
        arguments = ["check", HARD, "--engine", "phases", "--timeout", "6"]
        assert "0 puzzles" in terminal(*arguments, output=False).read()
        for run in (terminal(*arguments, "--quiet"), terminal(*arguments, TERM="dumb")):
            assert screen(run.read())[0] == "unknown: out of time after 6 s"
            assert CLEAR not in run.shown

    def test_somebody_who_types_is_not_disturbed_by_a_bar(self, terminal):
        """However long it takes."""
        run = terminal("check", "-", "--engine", "phases")
        time.sleep(2)
        os.write(run.mine, UNIQUE.encode() + b"\n\x04")
        assert screen(run.read())[1:] == ["unique", ""]


def test_crosscheck_has_colours_unless_they_are_not_wanted():
    """The same text, with colours or without."""
    engines = ("--engines", "phases,cube")
    coloured = invoke("crosscheck", MULTIPLE, *engines, colours=True).out
    plain = invoke("crosscheck", MULTIPLE, *engines).out
    assert "\x1b[33mmultiple" in coloured
    assert "\x1b" not in plain
    assert "'7 clue   7 solved" in plain
    assert "'7 clue   7 solved" in without_styles(coloured)
