"""Ctrl-C during a search in C++: it has its effect, sooner or later, and engines stay usable."""

import gc
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import sleep

import pytest

from sudocube.engines import engine
from sudocube.interrupt import InterruptWatch, interrupt_held_back
from sudocube.puzzle import Puzzle

EMPTY = Puzzle("." * 81)
HANG_GUARD = 30.0
"""Seconds after which a test stops waiting for a signal."""


@pytest.fixture(autouse=True)
def _python_handles_the_signal():
    """Also if the tests run in the background, where the signal is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def blocked() -> bool:
    """Whether this thread blocks the signal."""
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])


@pytest.fixture
def heard():
    """A handler that only records the signal, during one test."""
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    yield heard
    signal.signal(signal.SIGINT, before)


def interrupt() -> None:
    """Ctrl-C as the system delivers it, to the process."""
    os.kill(os.getpid(), signal.SIGINT)


def interrupt_main_thread() -> None:
    """Ctrl-C delivered to the main thread, as it is when no other thread takes it."""
    signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)


def test_the_signal_is_held_back_until_the_block_ends(heard):
    """It is not lost."""
    with interrupt_held_back():
        assert blocked()
        interrupt_main_thread()
        assert heard == []
    assert not blocked()
    assert heard == [signal.SIGINT]


def test_held_back_raises_at_the_end_of_the_block():
    """With Python's own handler: KeyboardInterrupt, after the block is done."""
    done = []
    with pytest.raises(KeyboardInterrupt), interrupt_held_back():  # noqa: PT012
        interrupt_main_thread()
        done.append("the block")
    assert done
    assert not blocked()


def test_held_back_leaves_the_mask_as_it_was():
    """Inside another such block the signal stays blocked; after an exception it is not."""
    with interrupt_held_back():
        with interrupt_held_back():
            pass
        assert blocked()
    with pytest.raises(ZeroDivisionError), interrupt_held_back():
        raise ZeroDivisionError
    assert not blocked()


def test_in_another_thread_nothing_is_held_back():
    """Only the main thread handles the signal."""

    def inside() -> bool:
        with interrupt_held_back():
            return blocked()

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(inside).result() is False


def test_a_watch_calls_stop_during_the_search_and_passes_the_signal_on_after_it(heard):
    """The handler runs after the block, not inside it."""
    stopped = threading.Event()
    with InterruptWatch(stopped.set):
        interrupt()
        assert stopped.wait(HANG_GUARD)
        assert heard == []
    assert heard == [signal.SIGINT]


def test_a_watch_raises_keyboard_interrupt_at_the_end_with_the_default_handler():
    """As without a watch."""
    stopped = threading.Event()
    with pytest.raises(KeyboardInterrupt), InterruptWatch(stopped.set):  # noqa: PT012
        interrupt()
        assert stopped.wait(HANG_GUARD)


def test_a_watch_calls_stop_again_until_the_search_stops():
    """The first call may come before the search has begun."""
    calls: list[None] = []
    enough = threading.Event()

    def stop() -> None:
        calls.append(None)
        if len(calls) == 3:
            enough.set()

    with pytest.raises(KeyboardInterrupt), InterruptWatch(stop):  # noqa: PT012
        interrupt()
        assert enough.wait(HANG_GUARD)


def test_a_watch_does_not_stop_the_search_after_the_interrupted_one(heard):
    """What its thread has not yet read or done was for the search before."""
    calls: list[None] = []
    watch = InterruptWatch(lambda: calls.append(None))
    for _ in range(20):
        with watch:
            interrupt()
        calls.clear()
        with watch:
            sleep(0.005)
            assert calls == []
    with watch:
        sleep(0.05)
        assert calls == []
    assert len(heard) == 20


def test_a_watch_leaves_handler_and_wakeup_as_they_were(heard):
    """Whether it was interrupted or not."""
    handler = signal.getsignal(signal.SIGINT)
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    before = signal.set_wakeup_fd(writing)
    try:
        watch = InterruptWatch(lambda: None)
        for is_interrupted in (False, True, False):
            with watch:
                assert signal.getsignal(signal.SIGINT) is not handler
                if is_interrupted:
                    interrupt()
            assert signal.getsignal(signal.SIGINT) is handler
            assert signal.set_wakeup_fd(writing) == writing
    finally:
        signal.set_wakeup_fd(before)
        os.close(reading)
        os.close(writing)


def test_a_watch_does_nothing_if_python_does_not_handle_the_signal():
    """For example in a worker that ignores it."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with InterruptWatch(lambda: pytest.fail("stopped")):
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
            interrupt()
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_watch_does_nothing_in_another_thread():
    """Handlers can be set in the main thread only."""
    handler = signal.getsignal(signal.SIGINT)

    def inside() -> bool:
        with InterruptWatch(lambda: None):
            return signal.getsignal(signal.SIGINT) is handler

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(inside).result() is True


def entered_once() -> tuple[InterruptWatch, threading.Thread]:
    """A watch, and the thread that it has started."""
    before = threading.enumerate()
    watch = InterruptWatch(lambda: None)
    with watch:
        pass
    (thread,) = (one for one in threading.enumerate() if one not in before)
    return watch, thread


def test_the_thread_of_a_watch_blocks_the_signal():
    """If the main thread blocks it, the system delivers it to any thread that does not. Some solvers set a
    handler that must run in the thread of the search; otherwise the process dies."""
    _watch, thread = entered_once()
    status = Path(f"/proc/self/task/{thread.native_id}/status")
    if not status.exists():
        pytest.skip("this system does not show the signals of a thread")
    (mask,) = re.findall(r"SigBlk:\s*([0-9a-f]+)", status.read_text())
    assert int(mask, 16) >> signal.SIGINT - 1 & 1


def test_the_thread_of_a_watch_ends_with_it():
    """A deleted engine leaves neither a thread nor an open file."""
    watch, thread = entered_once()
    del watch
    gc.collect()
    thread.join(HANG_GUARD)
    assert not thread.is_alive()


def test_cp_sat_restores_the_handler_and_is_right_after_ctrl_c():
    """The interrupt raises KeyboardInterrupt, and has no effect on later answers."""
    one = engine("cpsat")
    handler = signal.getsignal(signal.SIGINT)
    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            one.answer(EMPTY, limit=10**9, on_result=_interrupt_at_first())
        assert signal.getsignal(signal.SIGINT) is handler
        assert one.answer(EMPTY).verdict == "multiple"
        assert one.answer(Puzzle("11" + "." * 79)).verdict == "none"


@pytest.mark.parametrize("name", ["phases", "sat", "sat:extended@minisat22", "sat:extended@glucose4"])
def test_python_engines_are_right_after_ctrl_c(name):
    """The signal comes while solutions are enumerated."""
    one = engine(name)
    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            one.answer(EMPTY, limit=10**9, on_result=_interrupt_at_first())
        assert not blocked()
        assert one.answer(EMPTY).verdict == "multiple"
        assert one.answer(Puzzle("11" + "." * 79)).verdict == "none"


def _interrupt_at_first() -> Callable[[object], None]:
    """For `on_result`: Ctrl-C at the first solution; fails if it has no effect."""
    seen: list[object] = []

    def on_result(grid):
        if not seen:
            interrupt()
        seen.append(grid)
        assert len(seen) < 50_000, "the signal had no effect"

    return on_result


SEARCH = """
import os, signal, subprocess, sys
from sudocube.engines import engine
from sudocube.puzzle import Puzzle

signal.signal(signal.SIGINT, signal.default_int_handler)
first, name = sys.argv[1:]
if first != "none":
    engine(first).answer(Puzzle("." * 81))
one = engine(name)
cells = bytearray(256)  # the digit 1 has no place in row 1: an endless search for `minimal`
places = [(1, 4, 1), (2, 8, 1), (3, 12, 1), (4, 0, 1), (8, 1, 1), (12, 2, 1), (0, 3, 2)]
for row, column, digit in places:
    cells[16 * row + column] = digit
endless = Puzzle(bytes(cells)) if name == "sat:minimal" else Puzzle("." * 81)
one.answer(Puzzle("." * len(endless.cells)), limit=1)  # builds what it needs
kill = f"import os, signal, time; time.sleep(0.2); os.kill({os.getpid()}, signal.SIGINT)"
subprocess.Popen([sys.executable, "-c", kill])
try:
    print(one.answer(endless, timeout=60, limit=10**9).verdict)
except KeyboardInterrupt:
    print("interrupted")
print(one.answer(Puzzle("1... ..2. .3.. ...4")).verdict)
"""


@pytest.mark.parametrize(
    ("first", "name"), [("none", "sat:minimal"), ("cpsat", "sat:minimal"), ("none", "cpsat")]
)
def test_ctrl_c_during_an_endless_search(first, name):
    """The search ends at once, whichever engines were used before, and later answers are right."""
    done = subprocess.run(
        [sys.executable, "-c", SEARCH, first, name], capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stdout.split()) == (0, ["interrupted", "unique"]), done.stderr


def test_a_search_in_another_thread_does_not_give_pysat_its_handler_back():
    """Otherwise that handler would get the signal during a search in the main thread."""
    from pysat import solvers

    from sudocube.sat.pysat_calls import _no_handler_of_its_own

    own = solvers.MainThread
    with _no_handler_of_its_own:
        other = threading.Thread(target=engine("sat").answer, args=(Puzzle("." * 16),))
        other.start()
        other.join()
        assert solvers.MainThread.check() is False
    assert solvers.MainThread is own
