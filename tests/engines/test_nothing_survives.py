"""Whatever a program starts, and however it ends: nothing of it is there after the run."""

import signal
import subprocess
import sys

import pytest

from sudocube import Puzzle
from sudocube.engines.command_engine import CommandEngine
from sudocube.errors import EngineError
from tests.engines.small_programs import (
    BEGIN,
    GOES_ON,
    SOLUTIONS,
    assert_all_are_gone,
    command,
    is_there,
    noted,
)

PUZZLE = Puzzle(next(iter(SOLUTIONS)))

STARTS = {
    "a child": "if not os.fork(): note(); time.sleep(99)",
    "a grandchild": """
if not os.fork():
    if not os.fork(): note()
    time.sleep(99)
""",
    "a child that ignores signals": """
if not os.fork():
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    note(); time.sleep(99)
""",
    "a child with a session of its own": "if not os.fork(): os.setsid(); note(); time.sleep(99)",
    "a child that forks twice": """
if not os.fork():
    os.setsid()
    if os.fork(): os._exit(0)
    note(); time.sleep(99)
""",
    "a child that forks again and again": """
if not os.fork():
    for _ in range(300):
        if os.fork(): os._exit(0)
        note()
    time.sleep(99)
""",
    "a zombie": "if not os.fork(): note(); os._exit(0)",
}
LINUX_ONLY = (
    "a child with a session of its own",
    "a child that forks twice",
    "a child that forks again and again",
)


@pytest.fixture(params=[one for one in STARTS if sys.platform == "linux" or one not in LINUX_ONLY])
def what_it_starts(request: pytest.FixtureRequest) -> str:
    """The code for what a program leaves behind."""
    return STARTS[request.param]


def test_after_close_nothing_is_left_of_a_program_that_runs(tmp_path, what_it_starts):
    """It has answered, and waits for the next puzzle."""
    file = tmp_path / "numbers"
    one = CommandEngine(command(tmp_path, BEGIN + what_it_starts + GOES_ON, str(file)))
    assert one.answer(PUZZLE).verdict == "none"
    one.close()
    assert len(noted(file)) > 1
    assert [number for number in noted(file) if is_there(number)] == []


def test_after_a_program_has_ended_nothing_is_left_of_it(tmp_path, what_it_starts):
    """What it has started does not hold up the next puzzle, although its output is still open."""
    file = tmp_path / "numbers"
    one = CommandEngine(command(tmp_path, BEGIN + what_it_starts + "\nsay(1)", str(file), "{}"))
    for _ in range(2):
        assert one.answer(PUZZLE).count == 1
        assert [number for number in noted(file) if is_there(number)] == []
    one.close()


def test_a_program_that_forks_and_goes_on_in_the_child_has_ended(tmp_path):
    """As a service does: it loses its puzzle."""
    file = tmp_path / "numbers"
    one = CommandEngine(
        command(
            tmp_path,
            BEGIN
            + """
if os.fork(): os._exit(0)
os.setsid(); note(); time.sleep(99)
""",
            str(file),
        )
    )
    with pytest.raises(EngineError, match="ended with status 0"):
        one.answer(PUZZLE)
    assert [number for number in noted(file) if is_there(number)] == []


def test_without_the_engine_the_program_is_gone(tmp_path):
    """Nobody has to call `close`."""
    file = tmp_path / "numbers"
    one = CommandEngine(command(tmp_path, BEGIN + STARTS["a child"] + GOES_ON, str(file)))
    assert one.answer(PUZZLE).verdict == "none"
    del one
    assert_all_are_gone(file)


@pytest.mark.parametrize("end", ["sys.exit()", "os.kill(os.getpid(), signal.SIGKILL)", "1 / 0"])
def test_nothing_survives_this_process_however_it_ends(tmp_path, end):
    """Also where it is killed, and can do nothing about it."""
    file = tmp_path / "numbers"
    name = "command:" + command(tmp_path, BEGIN + STARTS["a child"] + GOES_ON, str(file))
    code = f"""
import os, signal, sys
from sudocube.engines import engine
from sudocube import Puzzle
one = engine({name!r})
print(one.answer(Puzzle({str(PUZZLE)!r})).verdict, flush=True)
{end}
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ended.stdout == "none\n"
    assert ended.returncode == {"sys.exit()": 0, "1 / 0": 1}.get(end, -signal.SIGKILL)
    assert_all_are_gone(file)
