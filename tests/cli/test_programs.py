"""Programs of others on the command line: what is lost, what is told, and that nothing of them is left."""

import signal
import subprocess
import sys

import pytest

from tests.cli.command import HANG, invoke, started, written
from tests.engines.small_programs import BEGIN, GOES_ON, SOLUTIONS, assert_all_are_gone, command, noted

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs are not run on Windows")

PUZZLES = [puzzle.replace(" ", "") for puzzle in SOLUTIONS]


@pytest.mark.slow
def test_of_a_program_that_answers_nothing_it_is_said_once_that_the_rest_takes_long(tmp_path):
    """As soon as the first puzzle is lost, and another one comes; not for one puzzle, nor when quiet."""
    name = f"command:{command(tmp_path, 'for line in sys.stdin: pass')}"
    said = f"{name} has not answered yet; each further puzzle may take 0.2 s, too; Ctrl-C ends it"
    options = ["-e", name, "--timeout", "0.2"]
    outcome = invoke("check", written(tmp_path, *PUZZLES[:2]), *options)
    assert outcome.err.splitlines().count(said) == 1
    assert "has not answered" not in invoke("check", PUZZLES[0], *options).err
    assert invoke("count", *PUZZLES[:2], *options, "--quiet").err == ""


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
