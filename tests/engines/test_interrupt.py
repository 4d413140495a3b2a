"""Ctrl-C during a search of an engine: it has its effect, sooner or later, and the engine stays usable."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable

import pytest

from sudocube.engines import engine
from sudocube.puzzle import Puzzle
from tests.ctrl_c import blocked

pytestmark = [
    pytest.mark.usefixtures("_python_handles_ctrl_c"),
    pytest.mark.skipif(sys.platform == "win32", reason="a process cannot send itself Ctrl-C"),
]

EMPTY = Puzzle("." * 81)


def interrupt() -> None:
    """Ctrl-C as the system delivers it, to the process."""
    os.kill(os.getpid(), signal.SIGINT)


@pytest.mark.parametrize("name", ["cpsat", "phases", "sat", "sat:extended@minisat22"])
def test_an_engine_is_right_after_ctrl_c_and_the_handler_is_restored(name):
    """The signal comes while solutions are enumerated, and raises KeyboardInterrupt."""
    one, handler = engine(name), signal.getsignal(signal.SIGINT)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            one.answer(EMPTY, limit=10**9, on_result=_interrupt_at_first())
        assert signal.getsignal(signal.SIGINT) is handler
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


@pytest.mark.slow
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

    from sudocube.sat.pysat_calls import _signal_handler_off

    own = solvers.MainThread
    with _signal_handler_off:
        other = threading.Thread(target=engine("sat").answer, args=(Puzzle("." * 16),))
        other.start()
        other.join()
        assert solvers.MainThread.check() is False
    assert solvers.MainThread is own
