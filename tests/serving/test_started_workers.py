"""Workers where processes cannot be copied: each is started by itself, and ends in the same ways."""

import asyncio
import json

import pytest

from sudocube.serving.warm_workers import Job, WarmWorkers
from tests.cli.command import HANG
from tests.serving.client import run_coroutine

pytestmark = pytest.mark.slow


def request(command, **fields):
    """A job that the server would make of a request."""
    line = json.dumps({"command": command, "fields": fields, "upload": None}).encode() + b"\n"
    return Job("quick", HANG, line)


def test_dead_workers_are_replaced_jobs_that_nobody_waits_for_end_and_so_do_all_at_the_end():
    async def do_jobs():
        workers = WarmWorkers("tests.serving.odd_commands", forks=False)
        workers.start()
        begun, got = asyncio.Event(), []

        async def send(data):
            got.append(data)
            begun.set()

        try:
            await workers.do(request("check", puzzle="1.....2..3.....4"), send)
            await workers.do(request("leave"), send)
            begun.clear()
            job = asyncio.create_task(workers.do(request("hang"), send))
            await asyncio.wait_for(begun.wait(), HANG)
            job.cancel()
            with pytest.raises(asyncio.CancelledError):
                await job
            await workers.do(request("check", puzzle="11.............."), send)
        finally:
            workers.close()
        with pytest.raises(OSError, match="the server ends"):
            await workers.do(request("talk"), send)
        return [json.loads(line) for line in b"".join(got).splitlines()]

    messages = run_coroutine(do_jobs())
    verdicts = [one["row"]["verdict"] for one in messages if "verdict" in one.get("row", {})]
    assert verdicts == ["unique", "none"]
    assert ["ended with status 3" in one["error"] for one in messages if one["type"] == "error"] == [True]
