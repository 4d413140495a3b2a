"""What tests ask about processes: whether they have ended."""

from pathlib import Path
from time import monotonic, sleep

from tests.cli.command import HANG


def wait_until(holds):
    """Wait for a state, not for seconds."""
    end = monotonic() + HANG
    while not holds():
        assert monotonic() < end
        sleep(0.01)


def wait_for_end(*processes):
    """Wait until these processes have ended."""
    wait_until(lambda: not any(map(is_running, processes)))


def is_running(process):
    """Whether a process is there and has not ended."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"
