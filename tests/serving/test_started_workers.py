"""Workers where processes cannot be copied: each is started by itself, and ends in the same ways."""

import asyncio
import json
import sys

import pytest

from sudocube.serving.started_workers import worker_starter
from sudocube.serving.warm_workers import Job, WarmWorkers
from tests.cli.command import HANG
from tests.serving.event_loop import run_coroutine

pytestmark = pytest.mark.slow

COMMANDS = "tests.serving.odd_commands"
WAYS = [False, pytest.param(True, marks=pytest.mark.skipif(sys.platform != "linux", reason="no copies here"))]


def request(command, **fields):
    """A job that the server would make of a request."""
    line = json.dumps({"command": command, "fields": fields, "upload": None}).encode() + b"\n"
    return Job("quick", HANG, line)


async def lines_of(workers, job):
    """The messages of a job."""
    got: list[bytes] = []

    async def send(data):
        got.append(data)

    await workers.do(job, send)
    return [json.loads(line) for line in b"".join(got).splitlines()]


@pytest.mark.parametrize("forks", WAYS)
def test_jobs_are_done_one_after_the_other_and_a_dead_worker_is_replaced(forks):
    async def do_jobs():
        workers = WarmWorkers(worker_starter(COMMANDS, forks=forks))
        workers.start()
        try:
            first = await lines_of(workers, request("check", puzzle="1.....2..3.....4"))
            dead = await lines_of(workers, request("leave"))
            again = await lines_of(workers, request("check", puzzle="11.............."))
        finally:
            workers.close()
        return first, dead, again

    first, dead, again = run_coroutine(do_jobs())
    assert first[0]["row"]["verdict"] == "unique"
    assert "ended with status 3" in dead[0]["error"]
    assert again[0]["row"]["verdict"] == "none"


@pytest.mark.parametrize("forks", WAYS)
def test_a_job_whose_caller_gives_up_is_ended(forks):
    """Its worker ends, and closing waits for nobody."""

    async def give_up():
        workers = WarmWorkers(worker_starter(COMMANDS, forks=forks))
        begun = asyncio.Event()

        async def send(_):
            begun.set()

        try:
            job = asyncio.create_task(workers.do(request("hang"), send))
            await asyncio.wait_for(begun.wait(), HANG)
            job.cancel()
            with pytest.raises(asyncio.CancelledError):
                await job
            return await lines_of(workers, request("talk"))
        finally:
            workers.close()

    assert run_coroutine(give_up())[-1]["type"] == "done"


@pytest.mark.parametrize("forks", WAYS)
def test_after_the_end_there_are_no_further_jobs(forks):
    async def ask_too_late():
        workers = WarmWorkers(worker_starter(COMMANDS, forks=forks))
        workers.start()
        for _ in range(2):
            workers.close()
        with pytest.raises(OSError, match="the server ends"):
            await lines_of(workers, request("talk"))

    run_coroutine(ask_too_late())
