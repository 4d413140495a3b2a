"""On a terminal: a bar for what takes longer than a second, cleared away at the end; colours; Ctrl-C."""

import os
import re
import subprocess
import sys
import time

import pytest

from tests.cli.command import HANG, HARD, MULTIPLE, UNIQUE, command, environment, written

if sys.platform == "win32":
    pytest.skip("no pseudo-terminals here", allow_module_level=True)

import fcntl
import pty
import struct
import termios

CLEAR = "\r\x1b[K"
CTRL_C = b"\x03"
BAR = "\N{BOX DRAWINGS HEAVY HORIZONTAL}"


class Terminal:
    """A command on a terminal; `output` and `error` say whether those streams are the terminal, too."""

    def __init__(self, *arguments: str, output: bool = True, error: bool = True, **env: str) -> None:
        self.mine, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 80, 0, 0))
        self.before = termios.tcgetattr(theirs)
        self._theirs = theirs
        self.process = subprocess.Popen(
            command(*arguments),
            stdin=theirs,
            stdout=theirs if output else subprocess.DEVNULL,
            stderr=theirs if error else subprocess.DEVNULL,
            env=environment(**env),
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.set_blocking(self.mine, False)
        self.shown = ""

    def read(self, until: str | None = None) -> str:
        """Everything that is shown until a certain text, or until the command ends."""
        hung_at = time.monotonic() + HANG
        while until is None or until not in self.shown:
            ended = self.process.poll() is not None
            try:
                self.shown += os.read(self.mine, 65536).decode()
                continue
            except BlockingIOError:
                pass
            if ended:
                break
            assert time.monotonic() < hung_at, f"it hangs, having shown {self.shown[-500:]!r}"
            time.sleep(0.01)
        assert until is None or until in self.shown
        return self.shown

    def close(self) -> None:
        """The terminal as the command left it, and no process left."""
        self.process.kill()
        self.process.wait()
        os.close(self._theirs)
        os.close(self.mine)

    @property
    def modes(self) -> list[object]:
        """How the terminal treats what is typed and shown."""
        return termios.tcgetattr(self._theirs)


@pytest.fixture
def terminal():
    opened = []

    def start(*arguments: str, **options: object) -> Terminal:
        opened.append(Terminal(*map(str, arguments), **options))  # type: ignore[arg-type]
        return opened[-1]

    yield start
    for one in opened:
        one.close()


def screen(shown: str) -> list[str]:
    """The text lines left on the screen; a bar is only drawn and cleared on the last one."""
    lines = [""]
    for piece in re.split(r"(\r\x1b\[K|\r\n)", shown):
        if piece == CLEAR:
            lines[-1] = ""
        elif piece == "\r\n":
            lines.append("")
        else:
            lines[-1] += piece
    return lines


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
    *lines, summary, last = screen(run.shown)
    assert lines == [f"{file}:1: multiple", f"{file}:2: unknown: out of time after 1.4 s"]
    assert summary.startswith("2 puzzles: 1 multiple, 1 unknown (sat:minimal@cadical153, ")
    assert last == ""


def test_at_the_first_puzzle_there_is_something_to_see(terminal):
    run = terminal("check", HARD, "--engine", "phases", "--timeout", "1.3")
    assert "at the first puzzle, " in run.read()
    assert screen(run.shown) == ["unknown: out of time after 1.3 s", ""]


def test_solutions_are_counted_while_they_are_found(terminal):
    run = terminal("count", "." * 81, "--engine", "phases", "--timeout", "1.3")
    assert re.search(r"puzzle 1, [\d,]+ solutions, [\d,.]+/s, \d+ s", run.read())
    assert re.fullmatch(r"undecided, at least \d+: out of time after 1.3 s", screen(run.shown)[0])


def test_there_is_no_bar_where_nothing_is_to_be_said_or_it_cannot_be_cleared(terminal):
    """With --quiet, with standard error somewhere else, on a terminal that cannot clear a line."""
    arguments = ["check", HARD, "--engine", "phases", "--timeout", "1.3"]
    runs = [
        terminal(*arguments, "--quiet"),
        terminal(*arguments, error=False),
        terminal(*arguments, TERM="dumb"),
    ]
    assert [run.read() for run in runs] == ["unknown: out of time after 1.3 s\r\n"] * 3


def test_there_is_a_bar_where_only_the_answer_goes_elsewhere(terminal):
    run = terminal("check", HARD, "--engine", "phases", "--timeout", "1.3", output=False)
    assert "at the first puzzle, " in run.read()
    assert screen(run.shown) == [""]


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


def test_crosscheck_on_a_narrow_terminal_stacks_its_grids(terminal):
    run = terminal("crosscheck", MULTIPLE, "--engines", "phases,cube", NO_COLOR="1", COLUMNS="40")
    lines = re.sub(r"\x1b\[[\d;]*m", "", run.read()).split("\r\n\r\n", 1)[1].splitlines()
    assert "  one solution" in lines
    assert "  another" in lines
    assert max(map(len, lines[:-2])) <= 40  # all but the summary


def test_somebody_who_types_is_not_disturbed_by_a_bar(terminal):
    run = terminal("check", "-", "--engine", "phases")
    time.sleep(1.3)
    os.write(run.mine, UNIQUE.encode() + b"\n\x04")
    assert screen(run.read())[1:] == ["unique", ""]
