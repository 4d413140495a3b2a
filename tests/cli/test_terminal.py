"""On a terminal: a bar for what takes longer than a second, cleared away at the end; colours; Ctrl-C."""

import os
import time

import pytest

from tests.cli.command import HANG, HARD, MULTIPLE, UNIQUE, written
from tests.cli.pseudo_terminal import CLEAR, screen

CTRL_C = b"\x03"
BAR = "\N{BOX DRAWINGS HEAVY HORIZONTAL}"


def test_check_has_colours_and_ends_with_a_hint(terminal, tmp_path):
    """The verdict has a colour; a name that looks like a verdict has none."""
    file = written(tmp_path, UNIQUE, MULTIPLE, name="multiple")
    run = terminal("check", file, "-e", "phases")
    assert f"{file}:2: \x1b[33mmultiple\x1b[0m\r\n" in run.read()
    assert screen(run.shown)[-2:] == [f"why: sudocube diagnose {file}", ""]


@pytest.mark.parametrize("engine", ["phases", "sat:minimal"])
def test_ctrl_c_typed_at_a_bar_leaves_the_terminal_as_it_was(terminal, tmp_path, engine):
    """Modes, cursor and line are as before."""
    file = written(tmp_path, MULTIPLE, *[UNIQUE] * 50, HARD, *[UNIQUE] * 1000)
    run = terminal("check", file, "--engine", engine, "--jobs", "1")
    assert BAR in run.read(until="%")
    os.write(run.mine, CTRL_C)
    run.read()
    assert run.process.wait(HANG) == 130
    assert run.modes == run.before
    first, summary, *last = [line.removeprefix("^C") for line in screen(run.shown)]
    assert (first, summary[:12], last) == (f"{file}:1: multiple", "51 puzzles: ", ["interrupted", ""])
    assert run.shown.count("\x1b[?25l") == run.shown.count("\x1b[?25h")  # the cursor: hidden, shown again


@pytest.fixture
def late(tmp_path):
    """A named pipe as INPUT: as long as nobody closes it, a command waits for more."""
    path = tmp_path / "late"
    os.mkfifo(path)
    return path


@pytest.mark.slow
class TestBars:
    """Each of these takes longer than a second."""

    def test_a_bar_is_cleared_away(self, terminal, late):
        run = terminal("check", late)
        with late.open("w") as pipe:
            run.read(until=BAR)
            pipe.write(f"{MULTIPLE}\n{UNIQUE}\n")
        *lines, summary, why, last = screen(run.read())
        assert lines == [f"{late}:1: multiple"]
        assert why == f"why: sudocube diagnose {late}"
        assert summary.startswith("2 puzzles: 1 unique, 1 multiple (")
        assert last == ""

    def test_a_bar_is_there_where_only_the_answer_goes_elsewhere(self, terminal, late):
        """And not with --quiet, nor where no line can be cleared."""
        run = terminal("check", late, output=False)
        with late.open("w"):
            run.read(until="0 puzzles")
        for asked, options in ((["--quiet"], {}), ([], {"TERM": "dumb"})):
            run = terminal("check", late, *asked, **options)
            with late.open("w") as pipe:
                time.sleep(2)
                pipe.write(f"{UNIQUE}\n")
            assert screen(run.read())[0] == "unique"
            assert CLEAR not in run.shown

    def test_somebody_who_types_is_not_disturbed_by_a_bar(self, terminal):
        """However long it takes."""
        run = terminal("check", "-", "--engine", "phases")
        time.sleep(2)
        os.write(run.mine, UNIQUE.encode() + b"\n\x04")
        assert screen(run.read())[1:] == ["unique", ""]
