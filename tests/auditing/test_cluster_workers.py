"""A cluster gives the same summary as threads do, also if its workers or its scheduler are killed."""

import json
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from io import StringIO
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Any

import psutil
import pytest

from sudocube import Audit, EngineError, audit
from sudocube.auditing import run
from sudocube.auditing.plan import AuditPlan
from tests.auditing.flawed_sets import every_flaw, here, known_file

distributed = pytest.importorskip("distributed")

__all__ = ["here"]

FILES = 12
"""So many tasks that some are not done yet when a worker is killed."""


@pytest.fixture
def tables(here):
    """Small tables, each with every flaw, and some rows of the one before it."""
    rows = [every_flaw(f"cluster {number}", others=number % 6 == 0) for number in range(FILES)]
    Path("tables").mkdir()
    for number in range(FILES):
        known_file(here / "tables", f"{number:02}-table.parquet", [*rows[number], *rows[number - 1][::5]])
    return here


def told(result) -> str:
    """The summary as the command prints it, without the seconds."""
    return json.dumps({name: value for name, value in result.summary.items() if name != "seconds"})


def cluster(workers: int) -> Any:
    """A cluster whose workers come back when they are killed."""
    logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)
    one_thread = {"n_workers": workers, "threads_per_worker": 1, "memory_limit": 0}
    return distributed.LocalCluster(**one_thread, dashboard_address=":0", silence_logs=logging.CRITICAL)


@contextmanager
def scheduler_process(folder: Path) -> Iterator[tuple[str, "subprocess.Popen[bytes]"]]:
    """A scheduler that can be killed, with a worker; its address, and its process."""
    file = folder / "scheduler.json"

    def started(program: str, *options: str) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", f"distributed.cli.{program}", "--no-dashboard", *options]
        named = ["--scheduler-file", str(file)]
        return subprocess.Popen([*command, *named], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    scheduler = started("dask_scheduler", "--port", "0")
    worker = started("dask_worker", "--nthreads", "1", "--no-nanny")
    try:
        wait_for(lambda: file.exists() and file.stat().st_size)
        yield json.loads(file.read_text())["address"], scheduler
    finally:
        for process in (worker, scheduler):
            process.kill()
            process.wait()


def wait_for(condition) -> None:
    """Wait until something holds; it is an error if it does not for two minutes."""
    end = monotonic() + 120
    while not condition():
        assert monotonic() < end
        sleep(0.01)


def wait_for_segments(output: Path, number: int, result: Future[Audit]) -> None:
    """Wait until an audit has finished more than so many segments, or all of them."""
    wait_for(lambda: len(list(output.glob(".audit-*/segments/*.json"))) > number or result.done())


@pytest.mark.slow
def test_two_processes_give_the_summary_of_two_threads(tables):
    """And the error of a worker that cannot write is that of the call."""
    threads = audit("tables", output="threads", jobs=2)
    processes = audit("tables", output="processes", cluster=2)
    assert told(processes) == told(threads)
    assert Path(str(processes.flaws_file)).read_bytes() == Path(str(threads.flaws_file)).read_bytes()
    Path("taken").write_text("a file, and no folder")
    with pytest.raises(OSError, match="taken"):
        audit("tables/00-table.parquet", output="taken", cluster=1)


@pytest.mark.parametrize(
    "runs", [pytest.param(1, marks=pytest.mark.slow), pytest.param(10, marks=pytest.mark.long)]
)
def test_a_worker_that_is_killed_changes_nothing(tables, runs):
    """By SIGKILL; of several runs each at another random moment."""
    rng = Random("killed each time" if runs == 1 else monotonic())
    expected = told(audit("tables", output="threads"))
    with cluster(2) as made, ThreadPoolExecutor(1) as pool:
        for run in range(runs):
            output = tables / f"run-{run}"
            result = pool.submit(audit, "tables", output=str(output), scheduler=made.scheduler_address)
            wait_for_segments(output, rng.randrange(FILES), result)
            nannies = list(made.workers.values())
            nanny = nannies[run % len(nannies)]
            wait_for(lambda nanny=nanny: nanny.pid)
            os.kill(nanny.pid, signal.SIGKILL)
            assert told(result.result()) == expected


@pytest.mark.slow
def test_a_worker_that_is_killed_as_the_cluster_starts_changes_nothing(tables):
    """The first process that is there is killed."""
    expected = told(audit("tables", output="threads"))
    before = {one.pid for one in psutil.Process().children(recursive=True)}

    def started() -> list[psutil.Process]:
        children = psutil.Process().children(recursive=True)
        return [one for one in children if one.pid not in before and "spawn_main" in " ".join(one.cmdline())]

    with ThreadPoolExecutor(1) as pool:
        result = pool.submit(audit, "tables", output="out", cluster=2)
        wait_for(started)
        started()[0].kill()
        assert told(result.result()) == expected


def test_a_cluster_is_started_again_as_long_as_there_is_hope(monkeypatch):
    """And given up in the end, which is told."""
    starts: list[int] = []

    def start(**options: object) -> StringIO:  # it can be closed
        starts.append(1)
        if len(starts) < enough:
            raise RuntimeError("Nanny failed to start.")
        return StringIO()

    monkeypatch.setattr(distributed, "LocalCluster", start)
    enough = 3
    with ExitStack() as stack:
        run._local_cluster(AuditPlan(cluster=2), stack)
        assert len(starts) == 3
        enough = 1000
        with pytest.raises(EngineError, match=r"cannot be started: Nanny failed"):
            run._local_cluster(AuditPlan(cluster=2), stack)
    assert len(starts) == 3 + 1 + run.MOST_DEATHS


@pytest.mark.slow
def test_a_scheduler_that_is_lost_is_told_and_the_same_call_goes_on(tables):
    expected = told(audit("tables", output="threads"))
    with scheduler_process(tables) as (address, scheduler), ThreadPoolExecutor(1) as pool:
        result = pool.submit(audit, "tables", output="out", scheduler=address)
        wait_for_segments(tables / "out", 0, result)
        scheduler.kill()
        lost = f"the scheduler of Dask at {address} was lost; what is finished is kept"
        with pytest.raises(EngineError, match=lost):
            result.result()
    assert list(tables.glob("out/.audit-*/segments/*.json"))
    assert told(audit("tables", output="out", jobs=1)) == expected


@pytest.mark.slow
def test_a_scheduler_without_workers_is_told(here, monkeypatch):
    known_file(here, "table.parquet", every_flaw("every format"))
    monkeypatch.setattr("sudocube.auditing.run._CONNECT_WITHIN", 1)
    with cluster(0) as made:
        address = made.scheduler_address
        with pytest.raises(EngineError, match=f"no scheduler of Dask with workers answers at {address}"):
            audit("table.parquet", output="out", scheduler=address)
    with pytest.raises(EngineError, match=f"no scheduler of Dask with workers answers at {address}: "):
        audit("table.parquet", output="out", scheduler=address)
    assert not Path("out").exists()


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"jobs": 1, "cluster": 2}, "give one of them"),
        ({"cluster": 0}, "cluster: found 0; expected an integer of at least 1"),
        ({"scheduler": "tcp://127.0.0.1:1"}, "name an output folder"),
    ],
)
def test_options_that_do_not_go_together_are_refused_before_anything_starts(here, options, why):
    Path("list.txt").write_text(81 * "." + "\n")
    with pytest.raises(ValueError, match=why):
        audit("list.txt", **options)
