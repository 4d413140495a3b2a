"""Who does the work of an audit: threads of this process, or the workers of a Dask cluster.

What a task writes to the work folder is there as a whole or not at all. So a task may be done twice, a worker
may die at any moment, and nothing is sent between workers.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from importlib import metadata
from typing import Any, TypeVar

from sudocube.auditing.plan import AuditPlan
from sudocube.errors import EngineError, reason_of, require_extra
from sudocube.processes.starting import isolated_starts

T = TypeVar("T")
R = TypeVar("R")

MOST_DEATHS = 20
"""How many processes of our own cluster may die at one task, or as it starts; others may kill them."""

_CONNECT_WITHIN = 20
"""Seconds within which a scheduler, and one worker at least, must answer."""

_HOW_TO_GO_ON = "what is finished is kept, and the same call goes on from there"
_WHY_DEAD = "perhaps they need more memory than there is; --memory says how much they may use"


class Workers:
    """Threads of this process, or those of a Dask cluster if there is a `client`.

    `at_once` is how many tasks share the memory, and `where` what messages call the cluster.
    """

    def __init__(self, at_once: int, client: Any = None, where: str = "") -> None:  # noqa: ANN401
        self.at_once, self._client, self._where = at_once, client, where

    @property
    def are_elsewhere(self) -> bool:
        """Whether they are other processes."""
        return self._client is not None

    def map(self, task: Callable[[T], R], items: Sequence[T]) -> Iterator[R]:
        """The results of a task for each item; those of threads in order.

        What a worker was doing when it died is done again by another. Raises what a task raises, and
        EngineError where the scheduler is lost, or worker after worker dies.
        """
        if self._client is None:
            with ThreadPoolExecutor(self.at_once) as pool:
                yield from pool.map(task, items)
            return
        from distributed import KilledWorker, as_completed
        from distributed.client import FutureCancelledError
        from distributed.comm.core import CommClosedError

        futures = self._client.map(task, items, pure=False)
        try:
            for future in as_completed(futures, loop=self._client.loop):
                yield future.result()
                future.release()
        except KilledWorker:
            what = f"worker after worker died at the same task: {_WHY_DEAD}; {_HOW_TO_GO_ON}"
            raise EngineError(what) from None
        except (FutureCancelledError, CommClosedError):
            raise EngineError(f"the scheduler of Dask at {self._where} was lost; {_HOW_TO_GO_ON}") from None


@contextmanager
def audit_workers(plan: AuditPlan) -> Iterator[Workers]:
    """Threads of this process, processes of this machine, or the workers of the scheduler at an address.

    Raises UnavailableError where Dask is not installed, EngineError for a scheduler that does not answer or
    has no workers, and for workers with another version of sudocube, or none.
    """
    if plan.cluster is None and plan.scheduler is None:
        yield Workers(plan.jobs or os.cpu_count() or 1)
        return
    require_extra("cluster", "a cluster", "dask", "distributed")
    import dask

    dask.config.set({"logging.distributed": "critical"})  # else it tells of workers that died, at length
    from distributed import Client

    where, mine = plan.scheduler or "this machine", metadata.version("sudocube")
    with (
        isolated_starts(),
        dask.config.set({"distributed.scheduler.allowed-failures": MOST_DEATHS}),
        ExitStack() as stack,
    ):
        address = plan.scheduler or stack.enter_context(_local_cluster(plan.cluster or 1))
        try:
            client = stack.enter_context(Client(address, timeout=_CONNECT_WITHIN, set_as_default=False))
            if plan.scheduler is not None:
                client.wait_for_workers(1, timeout=_CONNECT_WITHIN)
        except (OSError, ValueError) as error:  # a TimeoutError is an OSError
            why = reason_of(error) or "out of time"
            raise EngineError(f"no scheduler of Dask with workers answers at {where}: {why}") from None
        found = client.get_versions(packages=["sudocube"])["workers"].values() if plan.scheduler else ()
        if others := {str(one["packages"]["sudocube"]) for one in found} - {mine}:
            what = f"the workers at {where} have sudocube {', '.join(sorted(others))}"
            raise EngineError(f"{what}; this process has {mine}: install that there")
        yield Workers(plan.cluster or sum(client.nthreads().values()), client, where)


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
