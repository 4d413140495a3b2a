"""Programs of others on the command line: what is lost, what is told, and that nothing of them is left."""

import signal
import subprocess
import sys

import pytest

from tests.cli.command import HANG, started, written
from tests.engines.small_programs import BEGIN, GOES_ON, SOLUTIONS, assert_all_are_gone, command, noted

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs are not run on Windows")

PUZZLES = [puzzle.replace(" ", "") for puzzle in SOLUTIONS]


@pytest.mark.slow
@pytest.mark.parametrize(("number", "jobs"), [(signal.SIGINT, "2"), (signal.SIGKILL, "1")])
def test_whatever_ends_the_run_ends_the_programs_and_their_children(tmp_path, jobs, number):
    """In this process and in workers; Ctrl-C gives the status 130."""
    file = tmp_path / "numbers"
    starts = "if not os.fork(): note(); time.sleep(99)"
    name = "command:" + command(tmp_path, f"{BEGIN}{starts}{GOES_ON}    time.sleep(0.01)", str(file))
    arguments = ["check", str(written(tmp_path, *PUZZLES * 5000)), "-e", name, "--jobs", jobs]
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with started(arguments, stderr=subprocess.PIPE, start_new_session=True) as process:
            assert process.stdout is not None
            for _ in range(3):
                assert b": none" in process.stdout.readline()
            process.send_signal(number)
            process.communicate(timeout=HANG)
    finally:
        signal.signal(signal.SIGINT, before)
    assert process.returncode == (130 if number == signal.SIGINT else -number)
    assert len(noted(file)) > 1
    assert_all_are_gone(file)
