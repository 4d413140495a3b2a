"""Whatever a program starts, and however it ends: nothing of it is there after the run."""

import signal
import subprocess
import sys
from contextlib import suppress

import pytest

from sudocube import Puzzle
from sudocube.engines import engine
from sudocube.engines.command_engine import CommandEngine
from sudocube.errors import EngineError
from sudocube.jobs import ask
from sudocube.processes import contained_program
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
    for _ in range(60):
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


QUICK = "a child" if sys.platform != "linux" else "a child that forks twice"


@pytest.fixture(
    params=[
        pytest.param(one, marks=[pytest.mark.slow] * (one != QUICK))
        for one in STARTS
        if sys.platform == "linux" or one not in LINUX_ONLY
    ]
)
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


@pytest.mark.slow
def test_after_a_program_has_ended_nothing_is_left_of_it(tmp_path, what_it_starts):
    """What it has started does not hold up the next puzzle, although its output is still open."""
    file = tmp_path / "numbers"
    one = CommandEngine(command(tmp_path, BEGIN + what_it_starts + "\nsay(1)", str(file), "{}"))
    for _ in range(2):
        assert one.answer(PUZZLE).count == 1
        assert [number for number in noted(file) if is_there(number)] == []
    one.close()


@pytest.mark.slow
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


@pytest.mark.slow
def test_without_the_engine_the_program_is_gone(tmp_path):
    """Nobody has to call `close`."""
    file = tmp_path / "numbers"
    one = CommandEngine(command(tmp_path, BEGIN + STARTS["a child"] + GOES_ON, str(file)))
    assert one.answer(PUZZLE).verdict == "none"
    del one
    assert_all_are_gone(file)


@pytest.mark.slow
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


ON_LINUX = pytest.mark.skipif(
    sys.platform != "linux", reason="elsewhere, what has left its group is not found"
)
TWICE = STARTS["a child that forks twice"]


@pytest.mark.slow
@ON_LINUX
@pytest.mark.parametrize("sends", ["SIGSTOP", "SIGKILL"])
@pytest.mark.parametrize("is_late", [False, True])
def test_a_program_that_stops_or_kills_its_keeper_is_gone(tmp_path, sends, is_late):
    """With what it has started, even what has left its process group; other puzzles are answered."""
    file = tmp_path / "numbers"
    attack = f"os.kill(os.getppid(), signal.{sends})\n"
    waits = "while not open(sys.argv[1]).read().count('\\n') > 1: time.sleep(0.01)\n"
    code = (
        BEGIN
        + TWICE
        + waits
        + ("" if is_late else attack)
        + "for line in sys.stdin:\n say(solution[line.strip()])\n"
    )
    one = CommandEngine(command(tmp_path, code + (f" {attack}" if is_late else ""), str(file)))
    for _ in range(2):
        with suppress(EngineError):
            assert one.answer(PUZZLE).solutions
    one.close()
    assert len(noted(file)) > 1
    assert_all_are_gone(file)


@pytest.mark.slow
@ON_LINUX
def test_a_keeper_that_is_stopped_again_and_again_is_killed(tmp_path, monkeypatch):
    """By a process that has left the group; it is not waited for longer than so many seconds."""
    monkeypatch.setattr(contained_program, "KEEPER_ENDS_WITHIN", 0.3)
    file = tmp_path / "numbers"
    code = """
keeper = os.getppid()
if not os.fork():
    os.setsid(); note()
    while True: os.kill(keeper, signal.SIGSTOP)
"""
    one = CommandEngine(command(tmp_path, BEGIN + code + GOES_ON, str(file)))
    with suppress(EngineError):
        one.answer(PUZZLE, timeout=0.5)
    one.close()
    assert_all_are_gone(file)


@pytest.mark.slow
@ON_LINUX
def test_a_worker_that_is_killed_leaves_no_stopped_keeper(tmp_path):
    """Its keeper goes on, and ends what it has started."""
    file = tmp_path / "numbers"
    stops = "\nos.kill(os.getppid(), signal.SIGSTOP)\n"
    answers_right = "for line in sys.stdin: say('unique', solution[line.strip()])"
    name = "command:" + command(tmp_path, BEGIN + STARTS["a child"] + stops + answers_right, str(file))
    asked = ask([engine(name), engine("phases")], ((None, PUZZLE) for _ in range(200)), jobs=2, timeout=20)
    _, answers = next(asked)
    assert answers[name].verdict == "unique", answers[name].reason
    asked.close()
    assert_all_are_gone(file)
