"""Functions that only this process has, with a time limit: a copy of it calls them, and is stopped."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import sleep
from typing import Any, BinaryIO

import pytest

from sudocube import Verdict, check, check_many, crosscheck
from sudocube.engines import FunctionEngine
from sudocube.errors import EngineError
from sudocube.processes.forked_process import CAN_FORK, ForkedProcess
from sudocube.processes.program_keeper import ProgramKeeper
from sudocube.puzzle import Puzzle

pytestmark = pytest.mark.skipif(not CAN_FORK, reason="a process is copied on Linux only")

PUZZLE, SOLVED = "1.....2..3.....4", "1243342143122134"
CLASH = "11.............."
EMPTY = "." * 16
LIMIT = 0.3
"""A short time limit in seconds, for functions that hang."""

LONG = 60.0
"""A time limit that nothing here reaches."""


def is_gone(process: int) -> bool:
    """Whether a process has ended, or does so soon."""
    for _ in range(1000):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        with suppress(OSError, IndexError):  # a zombie whose new parent does not look after it
            if Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[0] == "Z":
                return True
        sleep(0.01)
    return False


@pytest.mark.slow
def test_a_closure_that_hangs_is_stopped_and_the_others_go_on():
    def hangs_at_a_clash(cells: str) -> int:
        while cells == CLASH:
            pass
        return 1

    found = [*check_many([PUZZLE, CLASH, PUZZLE], engine=hangs_at_a_clash, timeout=LIMIT)]
    assert [str(one.verdict) for one in found] == ["unique", "unknown", "unique"]
    assert found[1].reason == f"out of time after {LIMIT} s, and stopped by force"
    crosschecked = crosscheck(CLASH, engines=["phases", hangs_at_a_clash], timeout=LIMIT)
    assert (crosschecked.verdict, crosschecked.refuted, crosschecked.failed) == (Verdict.NONE, {}, {})


@pytest.mark.slow
def test_a_function_of_a_script_that_hangs_is_stopped_and_prints_nothing_twice(tmp_path):
    """What the script has printed and not yet written, and what the function prints, is there once."""
    script = """
        from sudocube import check, crosscheck
        print("before")
        print(check("1.....2..3.....4", engine=lambda cells: print("called"), timeout=60).verdict)
        def hang(cells):
            while True:
                pass
        found = crosscheck("11..............", engines=["phases", hang], timeout=0.3)
        print(found.verdict, found.answers["hang()"].reason)
    """
    (tmp_path / "mine.py").write_text(textwrap.dedent(script), "utf-8")
    command = [sys.executable, "-W", "error", "mine.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=LONG, check=False)
    assert (done.stderr, done.returncode) == ("", 0)
    assert done.stdout.splitlines() == [
        "before",
        "called",
        "none",
        "none out of time after 0.3 s, and stopped by force",
    ]


def test_what_it_prints_appears_once(capfd):
    sys.stdout.write("waits in a buffer\n")
    checked = check(PUZZLE, engine=lambda cells: sys.stdout.write("called\n") and 1, timeout=LONG)
    assert checked.verdict is Verdict.UNIQUE
    sys.stdout.flush()
    assert sorted(capfd.readouterr().out.splitlines()) == ["called", "waits in a buffer"]


def test_without_a_time_limit_a_closure_runs_here_and_with_one_it_changes_nothing_here():
    asked: list[str] = []
    check(PUZZLE, engine=lambda cells: asked.append(cells), timeout=LONG)
    assert asked == []
    check(PUZZLE, engine=lambda cells: asked.append(cells))
    assert asked == [PUZZLE]


def test_the_copy_is_kept_for_the_next_puzzle_and_a_new_engine_sees_what_has_changed():
    asked = 0
    said = "none"

    def counts_itself(cells: str) -> object:
        nonlocal asked
        asked += 1
        return asked if said == "number" else said

    assert check(CLASH, engine=counts_itself, timeout=LONG).verdict is Verdict.NONE
    said = "number"
    engine = FunctionEngine(counts_itself)
    assert [engine.answer(Puzzle(EMPTY), limit=9, timeout=LONG).count for _ in range(3)] == [1, 2, 3]
    assert asked == 0


FAILS: list[tuple[Callable[[], object], str]] = [
    (lambda: 1 // 0, "broke off: ZeroDivisionError: 'integer division or modulo by zero' (FILE:"),
    (lambda: sys.exit(3), "broke off: left by exit(3) (FILE:"),
    (lambda: "dunno", "garbled: it says 'dunno'; "),
    (lambda: 16 * "1", "the referee refuses the solution "),
    (lambda: os._exit(3), "ended with status 3"),
    (lambda: os.kill(os.getpid(), signal.SIGKILL), "ended by signal 9"),
]


def test_a_closure_that_fails_loses_one_puzzle_and_the_others_go_on():
    bad = [f"{place * '.'}2{(15 - place) * '.'}" for place in range(len(FAILS))]

    def engine(cells: str) -> object:
        return FAILS[bad.index(cells)][0]() if cells in bad else "none"

    found = [*check_many([puzzle for lost in bad for puzzle in (lost, CLASH)], engine=engine, timeout=LONG)]
    assert [str(one.verdict) for one in found] == ["unknown", "none"] * len(bad)
    for one, (_, reason) in zip(found[::2], FAILS, strict=True):
        assert reason.replace("FILE", Path(__file__).name) in (one.reason or "")


@pytest.mark.slow
def test_a_closure_that_needs_too_much_memory_is_stopped(monkeypatch):
    """What this process had itself does not count."""
    monkeypatch.setenv("SUDOCUBE_SOLVER_MEMORY", "50MB")
    had = bytearray(os.urandom(1)) * 60_000_000

    def grows(cells: str) -> int:
        kept = [bytearray(b"1") * 1_000_000 for _ in range(1000 if cells == CLASH else 1)]
        sleep(LONG if cells == CLASH else 2 * LIMIT)
        return len(kept) and len(had) and 1

    found = [*check_many([PUZZLE, CLASH, PUZZLE], engine=grows, timeout=LONG)]
    assert [str(one.verdict) for one in found] == ["unique", "unknown", "unique"]
    assert found[1].reason == "stopped: it needed more than 52,428,800 bytes of memory"


@pytest.mark.slow
def test_what_a_closure_has_started_is_stopped_with_it(tmp_path):
    """Also where that has left its process group."""
    noted = tmp_path / "process"

    def starts_another(cells: str) -> None:
        other = subprocess.Popen(["sleep", "1000"], start_new_session=True)
        noted.write_text(str(other.pid), "utf-8")
        sleep(1000)

    assert check(PUZZLE, engine=starts_another, timeout=3 * LIMIT).verdict is Verdict.UNKNOWN
    assert is_gone(int(noted.read_text("utf-8")))


@pytest.mark.slow
def test_an_interrupt_comes_through_and_ends_the_copy():
    engine = FunctionEngine(lambda cells: sleep(1000))
    timer = threading.Timer(LIMIT, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        engine.answer(Puzzle(PUZZLE), timeout=LONG)
    timer.join()


@pytest.mark.slow
def test_a_process_with_threads_is_copied_without_the_warning_of_python(monkeypatch):
    """Since 3.12 it warns of locks that stay locked in the copy; another warning comes through."""
    fork = os.fork

    def warning_fork() -> int:
        for message in (
            "This process (pid=5) is multi-threaded, use of fork() may lead to deadlocks",
            "other",
        ):
            warnings.warn(message, DeprecationWarning, stacklevel=2)
        return fork()

    monkeypatch.setattr(os, "fork", warning_fork)
    with pytest.warns(DeprecationWarning, match="^other$") as caught:
        assert check(PUZZLE, engine=lambda cells: 1, timeout=LONG).verdict is Verdict.UNIQUE
    assert [str(one.message) for one in caught] == ["other"]


@pytest.mark.slow
def test_nothing_is_left_when_the_caller_is_killed():
    """By a signal that nobody can handle."""
    script = """
        import os, sys, time
        from sudocube import check
        def hang(cells):
            print(os.getpid(), flush=True)
            time.sleep(1000)
        check("1.....2..3.....4", engine=hang, timeout=1000)
    """
    command = [sys.executable, "-c", textwrap.dedent(script)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as caller:
        assert caller.stdout is not None
        process = int(caller.stdout.readline())
        caller.kill()
    assert is_gone(process)


def test_where_no_process_can_be_started_the_puzzle_is_lost(monkeypatch):
    def no_fork() -> int:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(os, "fork", no_fork)
    checked = check(PUZZLE, engine=lambda cells: 1, timeout=LONG)
    assert checked.verdict is Verdict.UNKNOWN
    assert (checked.reason or "").startswith("no process can be started: ")


@pytest.mark.slow
def test_a_thread_has_a_copy_of_its_own():
    engine = FunctionEngine(lambda cells: os.getpid())
    asked = []

    def ask() -> None:
        asked.append(engine.answer(Puzzle(EMPTY), limit=10**9, timeout=LONG).count)

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    ask()
    ask()
    assert asked[0] != asked[1] == asked[2] != os.getpid()
    assert is_gone(asked[0])


@pytest.mark.slow
def test_a_copy_that_says_too_much_in_a_line_is_a_flood():
    def says_too_much(requests: BinaryIO, answers: BinaryIO) -> None:
        answers.write(bytes(100_000))
        sleep(1000)

    process = ForkedProcess(says_too_much)
    with pytest.raises(EngineError, match=r"^flooded: "):
        process.line(float("inf"))
    process.close()
    process.close()


@pytest.mark.slow
def test_a_copy_does_not_keep_the_programs_of_others_going(monkeypatch):
    """It has the connection to the process that ends them, which ends once it is closed here."""
    started: list[subprocess.Popen[bytes]] = []

    class NotedPopen(subprocess.Popen[bytes]):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            started.append(self)

    monkeypatch.setattr(subprocess, "Popen", NotedPopen)
    keeper = ProgramKeeper()
    keeper.start(["cat"])
    engine = FunctionEngine(lambda cells: 1)
    engine.answer(Puzzle(PUZZLE), timeout=LONG)
    keeper.close()
    assert [one.returncode for one in started] == [0]
    engine.answer(Puzzle(PUZZLE), timeout=LONG)
