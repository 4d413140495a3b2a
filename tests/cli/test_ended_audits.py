"""`sudocube audit -o DIR` ended while it works: the same command goes on, and finds what is there."""

import json
import os
import signal
import subprocess
import time

import pytest

from tests.cli.command import HANG, invoke, started, written

pytestmark = pytest.mark.skipif(not hasattr(os, "killpg"), reason="no process groups on this system")

FILES, ROWS = 6, 300
SMALL = "1.....2..3.....4"


@pytest.fixture(autouse=True)
def _commands_hear_the_signal():
    """Also where the tests were started in the background: a signal that is ignored stays so below."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def files(tmp_path):
    """Lists of puzzles that a SAT solver decides one by one, so that each file takes a while."""
    symbols = [SMALL[at:] + SMALL[:at] for at in range(16)]
    rows = [symbols[number % 16].translate(str.maketrans("1234", order)) for number, order in _orders()]
    return [written(tmp_path, *rows, name=f"part-{number}.txt") for number in range(FILES)]


def _orders():
    digits = ["1234", "2341", "3412", "4123", "1324", "2143"]
    return [(number, digits[number // 16 % len(digits)]) for number in range(ROWS)]


def finished(folder):
    """How many files the ended command has finished."""
    return len(list(folder.glob("work/*/segments/*.json")))


def summary_of(outcome):
    """The summary without what differs from run to run."""
    [row] = outcome.rows
    return json.dumps({name: value for name, value in row.items() if name != "seconds"})


@pytest.mark.parametrize("done", [1, 3])
@pytest.mark.parametrize(("how", "status"), [(signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)])
def test_an_audit_that_was_ended_finds_the_same_when_it_is_started_again(files, tmp_path, how, status, done):
    whole = invoke("audit", *files, "--json", "--quiet")
    folder = tmp_path / "audit"
    arguments = ["audit", *map(str, files), "--json", "-o", str(folder), "--jobs", "1"]
    with started(arguments, stderr=subprocess.PIPE, start_new_session=True) as process:
        while finished(folder) < done and process.poll() is None:
            time.sleep(0.005)
        os.killpg(process.pid, how)
        out, err = process.communicate(timeout=HANG)
    assert (process.returncode, out) == (status, b"")
    if how == signal.SIGINT:
        assert f"{folder} has what is finished; the same command goes on with it" in err.decode()
    assert done <= finished(folder) < FILES
    again = invoke(*arguments)
    assert again.status == whole.status
    assert summary_of(again) == summary_of(whole)
    assert not (folder / "work").exists()
