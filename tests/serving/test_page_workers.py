"""Whatever becomes of a worker, its job ends with a word of it, and the next job finds another worker."""

import json
import os
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path

import psutil
import pytest

from sudocube.serving.page_server import WORKERS
from tests.cli.command import HANG
from tests.serving.client import MEMORY, ODD, is_running, running_server, wait_for_end, wait_until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")

EASY = "1.....2..3.....4"


class Stream:
    """The answer to a command while it comes; `drop` closes the connection."""

    def __init__(self, client, command, body=b"{}"):
        self._connection = HTTPConnection(client.host, timeout=HANG)
        headers = {"X-Sudocube-Token": client.token}
        self._connection.request("POST", f"/api/{command}", body, headers)

    def first_row(self):
        self._answer = self._connection.getresponse()
        return json.loads(self._answer.readline())["row"]

    def drop(self):
        self._connection.close()
        if hasattr(self, "_answer"):
            self._answer.close()


class TestEnds:
    """What ends a job before its end."""

    def test_a_reader_that_goes_away_ends_its_job(self, odd, tmp_path):
        """Also before the first row, and while it waits for a worker that starts."""
        told = tmp_path / "process"
        stream = Stream(odd, "hang-silently", b'{"file": "%s"}' % str(told).encode())
        wait_until(lambda: told.exists() and told.read_text())
        stream.drop()
        wait_for_end(int(told.read_text()))
        stream = Stream(odd, "hang")
        row = stream.first_row()
        assert is_running(row["process"])
        stream.drop()
        wait_for_end(row["process"])

    def test_a_job_that_takes_too_long_is_stopped_and_says_so(self, odd):
        """Whether it says nothing or too much."""
        assert "stopped after 0.2 s" in odd.command("hang-briefly").error
        assert "stopped after 0.2 s" in odd.command("flood-briefly").error

    @pytest.mark.slow
    def test_a_reader_that_does_not_read_holds_nobody_up(self, odd):
        """Its job waits until it reads, and others go on."""
        stream = Stream(odd, "flood")
        try:
            assert [odd.ask("check", puzzle=EASY)[0]["verdict"] for _ in range(20)] == 20 * ["unique"]
        finally:
            stream.drop()

    @pytest.mark.slow
    def test_a_job_that_needs_too_much_memory_is_stopped_and_says_so(self, odd):
        *_, last = odd.command("grow").messages
        why = f"stopped: it needed more than {MEMORY:,} bytes of memory"
        assert last["error"] == f"the process that worked on this: {why}"

    def test_a_worker_that_is_killed_is_told_of_after_its_rows_and_the_next_job_is_done(self, odd):
        *_, first, last = odd.command("die").messages
        assert first["type"] == "row"
        assert "ended by signal 9" in last["error"]
        assert odd.ask("talk")

    def test_a_fault_of_the_program_is_told_in_a_sentence(self, odd):
        said = odd.command("fail").error
        assert "a fault of its own: ZeroDivisionError: no number (odd_commands.py" in said
        assert "Traceback" not in said

    def test_nothing_that_a_job_prints_reaches_its_answer(self, odd):
        *_, progress, row, done = odd.command("talk").messages
        assert progress == {"type": "progress", "done": 1, "of": 2, "words": "half"}
        assert row["row"]["streams"] == 3 * ["/dev/null"]
        assert done["type"] == "done"


class TestMany:
    """Many jobs at once."""

    def test_a_hundred_connections_at_once_are_all_answered(self, odd):
        with ThreadPoolExecutor(100) as pool:
            asked = [pool.submit(odd.ask, "check", puzzle=EASY) for _ in range(100)]
            assert {one.result()[0]["verdict"] for one in asked} == {"unique"}

    @pytest.mark.slow
    def test_typing_does_not_wait_for_long_jobs(self, odd):
        streams = [Stream(odd, "hang") for _ in range(WORKERS)]
        rows = [stream.first_row() for stream in streams]
        waiting = [Stream(odd, "hang") for _ in range(20)]
        assert odd.ask("check", puzzle=EASY)[0]["verdict"] == "unique"
        for stream in (*waiting, *streams):
            stream.drop()
        wait_for_end(*(row["process"] for row in rows))
        assert odd.ask("talk")


@pytest.mark.slow
class TestTheEnd:
    """Nothing is left of a server, however it ends."""

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
    def test_all_processes_end_with_the_server(self, number):
        with running_server(*ODD) as client:
            stream = Stream(client, "hang")
            row = stream.first_row()
            below = {one.pid for one in psutil.Process(client.process.pid).children(recursive=True)}
            assert row["process"] in below
            client.process.send_signal(number)
            status = client.process.wait(HANG)
            wait_for_end(*below)
            stream.drop()
        assert status == (0 if number != signal.SIGKILL else -signal.SIGKILL)

    def test_workers_are_started_again_where_their_own_parent_was_killed(self, odd):
        status = Path(f"/proc/{odd.ask('talk')[0]['process']}/stat").read_text()
        parent = int(status.rpartition(")")[2].split()[1])
        os.kill(parent, signal.SIGKILL)
        wait_for_end(parent)
        wait_until(lambda: odd.command("talk").messages[-1]["type"] == "done")
        assert odd.ask("check", puzzle=EASY)[0]["verdict"] == "unique"
