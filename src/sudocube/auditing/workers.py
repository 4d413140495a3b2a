"""Who does the work of an audit: threads, or a Dask cluster; and how far it has come.

On a cluster, a task returns a number of rows and nothing else; what it finds stands in the work folder,
written as a whole or not at all. So a task may be done twice, a worker may die at any moment, and nothing is
sent between workers.
"""

from __future__ import annotations

import logging
import os
import socket
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from importlib import metadata
from typing import Any, TypeVar
from urllib.parse import urlsplit

from sudocube.arguments import check_count
from sudocube.auditing.classes import PrefixRange, compare_prefixes
from sudocube.auditing.examine import examine_part
from sudocube.auditing.plan import AuditPlan, Part
from sudocube.clock import ProgressCallback
from sudocube.errors import EngineError, reason_of, require_extra
from sudocube.kernel.threads import OrderedPool
from sudocube.processes.starting import isolated_starts

T = TypeVar("T")

MOST_DEATHS = 20
"""How many processes of our own cluster may die at one task, or as it starts; others may kill them."""

_CONNECT_WITHIN = 20
"""Seconds within which a scheduler, and one worker at least, must answer."""

_HOW_TO_GO_ON = "what is finished is kept, and the same call goes on from there"
_WHY_DEAD = "perhaps they need more memory than there is; --memory says how much they may use"


class Workers:
    """Threads of this process, or those of a Dask cluster if there is a `client`.

    `at_once` is how many tasks share the memory of one machine, and `where` what messages call the cluster.
    """

    def __init__(self, at_once: int, client: Any = None, where: str = "") -> None:  # noqa: ANN401
        self.at_once, self._client, self._where = at_once, client, where

    def examine(self, plan: AuditPlan, tell: ProgressCallback) -> None:
        """The first stage: a task for each part; threads share the batches of one part after the other.

        `tell` is called with the number of rows that are done, and the share of the parts.
        """
        parts = plan.parts(cut_texts=self._client is not None)
        rows = Counter[Part]()

        def note(part: Part, more: int, position: int | None) -> None:
            size, number = plan.files[part.file].size, (part.stop or 0) - part.first
            rows[part] += more
            share = rows[part] / max(1, number) if position is None else position / max(1, size)
            tell(f"{rows.total():,} rows", (len(rows) - 1 + min(1.0, share)) / len(parts))

        if self._client is None:
            for part in parts:
                examine_part(plan, part, threads=self.at_once, on_rows=note)
        else:
            for part, number in self._map(partial(examine_part, plan, threads=1), parts):
                rows[part] = number
                tell(f"{rows.total():,} rows", len(rows) / len(parts))

    def compare(self, plan: AuditPlan, ranges: Sequence[PrefixRange], tell: ProgressCallback) -> None:
        """The second stage: a task for each range of prefixes."""
        for number, _ in enumerate(self._map(partial(compare_prefixes, plan), ranges), 1):
            tell("comparing rows", number / len(ranges))

    def _map(self, task: Callable[[T], Any], items: Sequence[T]) -> Iterator[tuple[T, Any]]:
        """Each item with the result of the task for it; threads keep their order.

        What a worker was doing when it died is done again by another. Raises what a task raises, and
        EngineError where the scheduler is lost, or worker after worker dies.
        """
        if self._client is None:
            with OrderedPool[tuple[T, Any]](self.at_once) as pool:
                for item in items:
                    pool.submit(lambda _, item=item: (item, task(item)))  # type: ignore[misc]
                    yield from pool.ready_results()
                yield from pool.remaining_results()
            return
        from distributed import KilledWorker, as_completed
        from distributed.client import FutureCancelledError
        from distributed.comm.core import CommClosedError

        on_worker = partial(_on_worker, metadata.version("sudocube"), task)
        futures = {self._client.submit(on_worker, item, pure=False): item for item in items}
        for future in as_completed(futures, loop=self._client.loop):
            try:
                yield futures[future], future.result()
            except KilledWorker:
                what = f"worker after worker died at the same task: {_WHY_DEAD}; {_HOW_TO_GO_ON}"
                raise EngineError(what) from None
            except (ImportError, AttributeError) as error:
                raise EngineError(f"the workers at {self._where} have no such sudocube: {error}") from None
            except (FutureCancelledError, CommClosedError):
                lost = f"the scheduler of Dask at {self._where} was lost; {_HOW_TO_GO_ON}"
                raise EngineError(lost) from None
            del futures[future]


def check_workers(jobs: int | None, cluster: int | None, scheduler: str | None, output: object) -> None:
    """Raise ValueError for options that do not go together, or for what is no number or no address."""
    if sum(one is not None for one in (jobs, cluster, scheduler)) > 1:
        raise ValueError("jobs, cluster and scheduler: give one of them at most")
    if cluster is not None:
        check_count(cluster, "a cluster of {} processes")
    if scheduler is not None:
        if not all(_host_and_port(scheduler)):
            expected = "expected one such as tcp://10.0.0.1:8786"
            raise ValueError(f"{scheduler} is no address of a scheduler: {expected}")
        if output is None:
            raise ValueError("with a scheduler, name an output folder that all of its workers can write to")


def _host_and_port(scheduler: str) -> tuple[str | None, int | None]:
    """Where a scheduler listens; raises ValueError for a port that is no number.

    >>> _host_and_port("10.0.0.1:8786")
    ('10.0.0.1', 8786)
    """
    parts = urlsplit(scheduler if "://" in scheduler else f"tcp://{scheduler}")
    return parts.hostname, parts.port


@contextmanager
def audit_workers(jobs: int | None, cluster: int | None, scheduler: str | None) -> Iterator[Workers]:
    """Threads of this process, processes of this machine, or the workers of the scheduler at an address.

    Raises UnavailableError where Dask is not installed, EngineError for a scheduler that does not answer or
    has no workers, and for workers with another version of sudocube, or none.
    """
    if cluster is None and scheduler is None:
        yield Workers(jobs or os.cpu_count() or 1)
        return
    require_extra("cluster", "a cluster", "dask", "distributed")
    import dask

    dask.config.set({"logging.distributed": "critical"})  # else it tells of workers that died, at length
    from distributed import Client

    settings = {
        "distributed.comm.timeouts.connect": f"{_CONNECT_WITHIN}s",
        "distributed.scheduler.allowed-failures": MOST_DEATHS,
    }
    with ExitStack() as stack:
        stack.enter_context(isolated_starts())
        stack.enter_context(dask.config.set(settings))
        address = scheduler or stack.enter_context(_local_cluster(cluster or 1))
        try:
            if scheduler is not None:  # where nothing listens, Dask would try again and again
                socket.create_connection(_host_and_port(scheduler), timeout=_CONNECT_WITHIN).close()
            client = stack.enter_context(Client(address, timeout=_CONNECT_WITHIN, set_as_default=False))
        except (OSError, ValueError) as error:
            raise EngineError(f"no scheduler of Dask answers at {scheduler}: {reason_of(error)}") from None
        where = scheduler or "this machine"
        try:
            client.wait_for_workers(1, timeout=_CONNECT_WITHIN)
        except TimeoutError:
            raise EngineError(f"the scheduler of Dask at {where} has no workers: start some") from None
        threads = Counter[str]()
        for worker in client.scheduler_info(n_workers=-1)["workers"].values():
            threads[worker["host"]] += worker["nthreads"]
        yield Workers(max(threads.values(), default=1), client, where)


@contextmanager
def _local_cluster(processes: int) -> Iterator[Any]:
    """A cluster of so many processes of this machine; it is started again where one of them is killed."""
    from distributed import LocalCluster

    for deaths in range(1 + MOST_DEATHS):
        try:
            cluster = LocalCluster(
                n_workers=processes,
                threads_per_worker=1,
                processes=True,
                memory_limit=0,
                dashboard_address="127.0.0.1:0",  # any port that is free
                silence_logs=logging.CRITICAL,
            )
        except (RuntimeError, OSError, TimeoutError) as error:
            if deaths == MOST_DEATHS:
                raise EngineError(f"the processes of a cluster cannot be started: {error}") from None
        else:
            with cluster:
                yield cluster
            return


def _on_worker(version: str, task: Callable[[T], Any], item: T) -> Any:  # noqa: ANN401
    """In a worker: do a task; raises EngineError where the version of sudocube there is another one."""
    if (there := metadata.version("sudocube")) != version:
        raise EngineError(f"a worker has sudocube {there}; this process has {version}: install that there")
    return task(item)
