"""Who does the work of an audit: threads of this process, or the workers of a Dask cluster.

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
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from importlib import metadata
from typing import Any, TypeVar

from sudocube.auditing.plan import AuditPlan, host_and_port
from sudocube.errors import EngineError, reason_of, require_extra
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

    @property
    def are_elsewhere(self) -> bool:
        """Whether they are other processes, so that no task tells how far it is."""
        return self._client is not None

    def map(self, task: Callable[[T], Any], items: Sequence[T]) -> Iterator[tuple[T, Any]]:
        """Each item with the result of the task for it; threads keep their order.

        What a worker was doing when it died is done again by another. Raises what a task raises, and
        EngineError where the scheduler is lost, or worker after worker dies.
        """
        if self._client is None:
            with ThreadPoolExecutor(self.at_once) as pool:
                yield from zip(items, pool.map(task, items), strict=True)
            return
        from distributed import KilledWorker, as_completed
        from distributed.client import FutureCancelledError
        from distributed.comm.core import CommClosedError

        on_worker = partial(_on_worker, metadata.version("sudocube"), task)
        futures = {self._client.submit(on_worker, item, pure=False): item for item in items}
        for future in as_completed(futures, loop=self._client.loop):
            try:
                yield futures.pop(future), future.result()
            except KilledWorker:
                what = f"worker after worker died at the same task: {_WHY_DEAD}; {_HOW_TO_GO_ON}"
                raise EngineError(what) from None
            except (ImportError, AttributeError) as error:
                raise EngineError(f"the workers at {self._where} have no such sudocube: {error}") from None
            except (FutureCancelledError, CommClosedError):
                lost = f"the scheduler of Dask at {self._where} was lost; {_HOW_TO_GO_ON}"
                raise EngineError(lost) from None


@contextmanager
def audit_workers(plan: AuditPlan) -> Iterator[Workers]:
    """Threads of this process, processes of this machine, or the workers of the scheduler at an address.

    Raises UnavailableError where Dask is not installed, EngineError for a scheduler that does not answer or
    has no workers, and for workers with another version of sudocube, or none.
    """
    scheduler = plan.scheduler
    if plan.cluster is None and scheduler is None:
        yield Workers(plan.jobs or os.cpu_count() or 1)
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
        address = scheduler or stack.enter_context(_local_cluster(plan.cluster or 1))
        try:
            if scheduler is not None:  # where nothing listens, Dask would try again and again
                socket.create_connection(host_and_port(scheduler), timeout=_CONNECT_WITHIN).close()
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

    for starts in range(1 + MOST_DEATHS):
        try:
            cluster = LocalCluster(
                n_workers=processes,
                threads_per_worker=1,
                memory_limit=0,
                dashboard_address="127.0.0.1:0",  # any port that is free
                silence_logs=logging.CRITICAL,
            )
            break
        except (RuntimeError, OSError, TimeoutError) as error:
            if starts == MOST_DEATHS:
                raise EngineError(f"the processes of a cluster cannot be started: {error}") from None
    with cluster:
        yield cluster


def _on_worker(version: str, task: Callable[[T], Any], item: T) -> Any:  # noqa: ANN401
    """In a worker: do a task; raises EngineError where the version of sudocube there is another one."""
    if (there := metadata.version("sudocube")) != version:
        raise EngineError(f"a worker has sudocube {there}; this process has {version}: install that there")
    return task(item)
