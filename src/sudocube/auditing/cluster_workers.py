"""The tasks of an audit given to a Dask cluster: processes of this machine, or machines that are there.

A task returns a number of rows and nothing else; what it finds stands in the work folder, written as a whole
or not at all. So a task may be done twice, a worker may die at any moment, and nothing is sent between
workers.
"""

from __future__ import annotations

import logging
import socket
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any, TypeVar

from sudocube.auditing.audit_plan import AuditPlan, Part, PrefixRange
from sudocube.auditing.audit_workers import AuditProgress, address_parts
from sudocube.auditing.class_comparing import compare_prefixes
from sudocube.auditing.file_opening import INSTALL_CLUSTER
from sudocube.auditing.segment_examining import examine_part
from sudocube.errors import EngineError, UnavailableError, reason_of

T = TypeVar("T")

MOST_DEATHS = 20
"""How many workers may die at one task before it is given up: some other program may kill them, too."""

_CONNECT_WITHIN = 20
"""Seconds within which a scheduler, and one worker at least, must answer."""

_HOW_TO_GO_ON = "what is finished is kept, and the same call goes on from there"
_WHY_DEAD = "perhaps they need more memory than there is; --memory says how much they may use"


@contextmanager
def cluster_workers(processes: int | None, scheduler: str | None) -> Iterator[ClusterWorkers]:
    """The workers of a new cluster of so many processes on this machine, or of the scheduler at an address.

    Raises UnavailableError where Dask is not installed, EngineError for a scheduler that does not answer or
    has no workers, and for workers with another version of sudocube, or none.
    """
    try:
        import dask
        from distributed import Client, LocalCluster
    except ModuleNotFoundError:
        raise UnavailableError("dask", INSTALL_CLUSTER) from None
    quiet = {
        "distributed.comm.timeouts.connect": f"{_CONNECT_WITHIN}s",
        "distributed.logging.distributed": "critical",
    }
    with ExitStack() as stack:
        stack.enter_context(_silenced())
        stack.enter_context(dask.config.set(quiet))
        address: Any = scheduler
        if scheduler is not None:
            _check_that_it_listens(scheduler)
        else:
            address = stack.enter_context(
                LocalCluster(
                    n_workers=processes,
                    threads_per_worker=1,
                    processes=True,
                    memory_limit=0,
                    dashboard_address="127.0.0.1:0",  # any port that is free
                    silence_logs=logging.CRITICAL,
                )
            )
        try:
            client = stack.enter_context(Client(address, timeout=_CONNECT_WITHIN, set_as_default=False))
        except (OSError, ValueError) as error:
            raise EngineError(f"no scheduler of Dask answers at {scheduler}: {error}") from None
        try:
            client.wait_for_workers(1, timeout=_CONNECT_WITHIN)
        except TimeoutError:
            raise EngineError(f"the scheduler of Dask at {scheduler} has no workers: start some") from None
        yield ClusterWorkers(client, scheduler)


def _check_that_it_listens(scheduler: str) -> None:
    """Raise EngineError where nothing listens at an address; Dask would try again and again."""
    parts = address_parts(scheduler)
    try:
        socket.create_connection((parts.hostname, parts.port), timeout=_CONNECT_WITHIN).close()
    except OSError as error:
        raise EngineError(f"no scheduler of Dask answers at {scheduler}: {reason_of(error)}") from None


@contextmanager
def _silenced() -> Iterator[None]:
    """Dask tells of workers that died, at length; the audit goes on without them, and says what matters."""
    names = [name for name in logging.root.manager.loggerDict if name.partition(".")[0] == "distributed"]
    levels = {logger: logger.level for logger in map(logging.getLogger, names)}
    try:
        for logger in levels:
            logger.setLevel(logging.CRITICAL + 1)
        yield
    finally:
        for logger, level in levels.items():
            logger.setLevel(level)


def _version() -> str:
    """In a worker: the version of sudocube there."""
    from importlib.metadata import version

    return version("sudocube")


class ClusterWorkers:
    """The workers of a Dask cluster; `scheduler` is its address if it is not a cluster of our own."""

    def __init__(self, client: Any, scheduler: str | None) -> None:  # noqa: ANN401 — a Client of Dask
        self._client, self._scheduler = client, scheduler
        _check_versions(client.run(_version, on_error="return"))
        threads = Counter[str]()
        for worker in client.scheduler_info(n_workers=-1)["workers"].values():
            threads[worker["host"]] += worker["nthreads"]
        self.at_once = max(threads.values())

    def examine(self, plan: AuditPlan, parts: Sequence[Part], progress: AuditProgress) -> None:
        """The first stage: a task for each part."""

        def done(part: Part, rows: int) -> None:
            file = plan.files[part.file]
            progress.add_rows(part, rows, None if file.groups else file.size)

        self._do(partial(examine_part, plan, threads=1), parts, done)

    def compare(self, plan: AuditPlan, ranges: Sequence[PrefixRange], progress: AuditProgress) -> None:
        """The second stage: a task for each range of prefixes."""
        self._do(partial(compare_prefixes, plan), ranges, lambda prefixes, _: progress.add_prefixes(prefixes))

    def _do(self, task: Callable[[T], Any], items: Sequence[T], done: Callable[[T, Any], object]) -> None:
        """Do a task for each item; what a worker was doing when it died is done again by another.

        Raises what a task raises, and EngineError where the scheduler is lost, or worker after worker dies.
        """
        from distributed import KilledWorker, as_completed
        from distributed.client import FutureCancelledError
        from distributed.comm.core import CommClosedError

        def submitted(item: T) -> Any:  # noqa: ANN401 — a Future of Dask
            return self._client.submit(task, item, pure=False)

        futures = {submitted(item): item for item in items}
        waiting = as_completed(futures, loop=self._client.loop)
        deaths = 0
        for future in waiting:
            item = futures.pop(future)
            try:
                result = future.result()
            except KilledWorker:
                deaths += 1
                if deaths > MOST_DEATHS:
                    raise EngineError(
                        f"{deaths} times workers died at {item}: {_WHY_DEAD}; {_HOW_TO_GO_ON}"
                    ) from None
                again = submitted(item)
                futures[again] = item
                waiting.add(again)
            except (FutureCancelledError, CommClosedError):
                where = self._scheduler or "this machine"
                raise EngineError(f"the scheduler of Dask at {where} was lost; {_HOW_TO_GO_ON}") from None
            else:
                done(item, result)


def _check_versions(found: dict[str, Any]) -> None:
    """Raise EngineError unless each worker has the same version of sudocube as this process."""
    for worker, there in found.items():
        if isinstance(there, Exception):
            said = f"has no sudocube: {there}" if isinstance(there, ImportError) else f"fails: {there}"
            raise EngineError(f"the worker {worker} {said}; install the same version of it everywhere")
        if there != _version():
            both = f"{there}, and this process {_version()}"
            raise EngineError(f"the worker {worker} has sudocube {both}: they have to be the same")
