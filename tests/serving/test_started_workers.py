"""Workers where processes cannot be copied: each is started by itself, and ends in the same ways."""

import asyncio
import json

import pytest

from sudocube.serving.started_workers import worker_starter
from sudocube.serving.warm_workers import Job, WarmWorkers
from tests.cli.command import HANG
from tests.serving.event_loop import run_coroutine

pytestmark = pytest.mark.slow


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


def test_dead_workers_are_replaced_jobs_that_nobody_waits_for_end_and_so_do_all_at_the_end():
    async def do_jobs():
        workers = WarmWorkers(worker_starter("tests.serving.odd_commands", forks=False))
        workers.start()
        begun = asyncio.Event()

        async def send(_):
            begun.set()

        try:
            first = await lines_of(workers, request("check", puzzle="1.....2..3.....4"))
            dead = await lines_of(workers, request("leave"))
            job = asyncio.create_task(workers.do(request("hang"), send))
            await asyncio.wait_for(begun.wait(), HANG)
            job.cancel()
            with pytest.raises(asyncio.CancelledError):
                await job
            again = await lines_of(workers, request("check", puzzle="11.............."))
        finally:
            workers.close()
        with pytest.raises(OSError, match="the server ends"):
            await lines_of(workers, request("talk"))
        return first, dead, again

    first, dead, again = run_coroutine(do_jobs())
    assert first[0]["row"]["verdict"] == "unique"
    assert "ended with status 3" in dead[0]["error"]
    assert again[0]["row"]["verdict"] == "none"
