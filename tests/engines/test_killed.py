"""A process that asks in workers is killed, and cannot end them."""

import signal
import subprocess
import sys
import time

import pytest

from tests.serving.client import is_running

ENDLESS = """
import sys
from sudocube.engines import engine
from sudocube.engines.asking import ask
from sudocube.puzzle import Puzzle

cells = ["."] * 256
for row, column in ((1, 4), (2, 8), (3, 12), (4, 0), (8, 1), (12, 2)):
    cells[16 * row + column] = "1"
cells[3] = "2"  # now 1 has no place in row 1, which this encoding does not find out in a lifetime

if __name__ == "__main__":
    import multiprocessing
    import threading
    import time

    def tell():
        while not (workers := multiprocessing.active_children()):
            time.sleep(0.01)
        print(*(one.pid for one in workers), flush=True)

    threading.Thread(target=tell).start()
    list(ask([engine("sat:minimal@lingeling")], [(0, Puzzle("".join(cells)))], jobs=1))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no signal for it")
def test_a_worker_dies_with_who_started_it(tmp_path):
    """Even in the midst of a search that cannot be stopped."""
    script = tmp_path / "endless.py"
    script.write_text(ENDLESS)
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as asking:
        assert asking.stdout is not None
        workers = [int(pid) for pid in asking.stdout.readline().split()]
        asking.send_signal(signal.SIGKILL)
    assert workers
    patience = time.monotonic() + 60
    while any(map(is_running, workers)) and time.monotonic() < patience:
        time.sleep(0.02)
    assert not any(map(is_running, workers))
