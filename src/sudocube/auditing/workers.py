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
from enum import StrEnum
from functools import partial
from itertools import pairwise
from time import monotonic
from typing import Any, TypeAlias, TypeVar
from urllib.parse import SplitResult, urlsplit

from sudocube.auditing.classes import compare_prefixes
from sudocube.auditing.examine import examine_part
from sudocube.auditing.keys import PREFIXES
from sudocube.auditing.plan import AuditPlan, Part, PrefixRange
from sudocube.clock import ProgressCallback
from sudocube.errors import EngineError, reason_of, require_extra
from sudocube.kernel.threads import IsCancelled, OrderedPool
from sudocube.processes.starting import isolated_starts

T = TypeVar("T")

MOST_DEATHS = 20
"""How many processes of our own cluster may die at one task, or as it starts; others may kill them."""

_CONNECT_WITHIN = 20
"""Seconds within which a scheduler, and one worker at least, must answer."""

_HOW_TO_GO_ON = "what is finished is kept, and the same call goes on from there"
_WHY_DEAD = "perhaps they need more memory than there is; --memory says how much they may use"


class AuditStage(StrEnum):
    """What an audit does, one after the other; it says so where it does not count rows."""

    EXAMINE = "examining rows"
    COMPARE = "comparing rows"
    EXAMPLES = "reading examples again"
    FLAWS = "writing the flaws"
    CLEAN = "writing the sound rows"
    REPAIR = "writing the repaired rows"


_SHARES = dict(zip(AuditStage, pairwise((0.0, 0.6, 0.65, 0.66, 0.7, 0.75, 1.0)), strict=True))
"""From where to where each stage goes, of the whole."""


class AuditProgress:
    """How far an audit has come: the share of the bytes of all files, of all hash prefixes, and so on."""

    def __init__(self, plan: AuditPlan, on_progress: ProgressCallback | None) -> None:
        self._files, self._on_progress = plan.files, on_progress
        self._bytes = [0.0] * len(plan.files)
        self._rows = self._prefixes = 0
        self._all_bytes = max(1, sum(file.size for file in plan.files))

    def add_rows(self, part: Part, rows: int, position: int | None) -> None:
        """So many more rows of a part are done, and its file was read up to a position if that is known."""
        file = self._files[part.file]
        self._rows += rows
        if position is not None:
            self._bytes[part.file] = max(self._bytes[part.file], min(position, file.size))
        elif file.groups:
            self._bytes[part.file] += file.size * rows / max(1, sum(file.groups))
        self.reached(AuditStage.EXAMINE, sum(self._bytes) / self._all_bytes, doing=f"{self._rows:,} rows")

    def add_prefixes(self, prefixes: PrefixRange) -> None:
        """A range of prefixes is compared."""
        self._prefixes += prefixes.end - prefixes.first
        self.reached(AuditStage.COMPARE, self._prefixes / PREFIXES)

    def reached(self, stage: AuditStage, share: float = 0.0, *, doing: str = "") -> None:
        """Tell that a share of a stage is done, from 0 to 1."""
        begin, end = _SHARES[stage]
        if self._on_progress is not None:
            self._on_progress(doing or stage, begin + (end - begin) * min(share, 1.0))

    def finish(self) -> None:
        """Tell that all of it is done."""
        if self._on_progress is not None:
            self._on_progress("all is done", 1.0)


class LocalWorkers:
    """Threads of this process; the kernel, NumPy and PyArrow release the interpreter lock."""

    def __init__(self, threads: int | None = None) -> None:
        """`at_once` is how many tasks of the second stage share the memory of one machine."""
        self.at_once = threads or os.cpu_count() or 1

    def examine(self, plan: AuditPlan, progress: AuditProgress) -> None:
        """Part after part; the batches of each are divided among the threads."""
        for part in plan.parts():
            examine_part(plan, part, threads=self.at_once, on_rows=progress.add_rows)

    def compare(self, plan: AuditPlan, ranges: Sequence[PrefixRange], progress: AuditProgress) -> None:
        """Each thread takes a range."""

        def compared(prefixes: PrefixRange, is_cancelled: IsCancelled) -> PrefixRange:
            compare_prefixes(plan, prefixes, is_cancelled)
            return prefixes

        with OrderedPool[PrefixRange](self.at_once) as pool:
            for prefixes in ranges:
                pool.submit(partial(compared, prefixes))
                for done in pool.ready_results():
                    progress.add_prefixes(done)
            for done in pool.remaining_results():
                progress.add_prefixes(done)


def address_parts(scheduler: str) -> SplitResult:
    """The parts of the address of a scheduler; raises ValueError where it names no host and port.

    >>> address_parts("10.0.0.1:8786").port
    8786
    """
    parts = urlsplit(scheduler if "://" in scheduler else f"tcp://{scheduler}")
    if not parts.hostname or not parts.port:
        raise ValueError(
            f"{scheduler} is no address of a scheduler: expected one such as tcp://10.0.0.1:8786"
        )
    return parts


@contextmanager
def audit_workers(jobs: int | None, cluster: int | None, scheduler: str | None) -> Iterator[AuditWorkers]:
    """Threads of this process, processes of this machine, or the workers of the scheduler at an address.

    Raises UnavailableError where Dask is not installed, EngineError for a scheduler that does not answer or
    has no workers, and for workers with another version of sudocube, or none.
    """
    if cluster is None and scheduler is None:
        yield LocalWorkers(jobs)
        return
    require_extra("cluster", "a cluster", "dask", "distributed")
    import dask
    from distributed import Client

    quiet = {
        "distributed.comm.timeouts.connect": f"{_CONNECT_WITHIN}s",
        "distributed.logging.distributed": "critical",
        "distributed.scheduler.allowed-failures": MOST_DEATHS,
    }
    with ExitStack() as stack:
        stack.enter_context(_silenced())
        stack.enter_context(isolated_starts())
        stack.enter_context(dask.config.set(quiet))
        if scheduler is not None:
            _check_that_it_listens(scheduler)
        address = stack.enter_context(_local_cluster(cluster or 1)) if scheduler is None else scheduler
        try:
            client = stack.enter_context(Client(address, timeout=_CONNECT_WITHIN, set_as_default=False))
        except (OSError, ValueError) as error:
            raise EngineError(f"no scheduler of Dask answers at {scheduler}: {error}") from None
        yield ClusterWorkers(client, scheduler)


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
        self._client, self._where = client, scheduler or "this machine"
        self._wait_for_workers()
        threads = Counter[str]()
        for worker in client.scheduler_info(n_workers=-1)["workers"].values():
            threads[worker["host"]] += worker["nthreads"]
        self.at_once = max(threads.values(), default=1)

    def examine(self, plan: AuditPlan, progress: AuditProgress) -> None:
        """The first stage: a task for each part."""

        def done(part: Part, rows: int) -> None:
            file = plan.files[part.file]
            is_whole = not file.groups and part.stop is None
            progress.add_rows(part, rows, file.size if is_whole else None)

        self._do(partial(examine_part, plan, threads=1), plan.parts(cut_texts=True), done)

    def compare(self, plan: AuditPlan, ranges: Sequence[PrefixRange], progress: AuditProgress) -> None:
        """The second stage: a task for each range of prefixes."""
        self._do(partial(compare_prefixes, plan), ranges, lambda prefixes, _: progress.add_prefixes(prefixes))

    def _wait_for_workers(self) -> None:
        """Wait until a worker is there, and see that all have the same version of sudocube.

        One that dies meanwhile is waited for again. Raises EngineError where none comes within
        _CONNECT_WITHIN, or worker after worker dies.
        """
        end, deaths = monotonic() + _CONNECT_WITHIN, 0
        while deaths <= MOST_DEATHS:
            try:
                self._client.wait_for_workers(1, timeout=max(1, end - monotonic()))
            except TimeoutError:
                reason = f"the scheduler of Dask at {self._where} has no workers: start some"
                raise EngineError(reason) from None
            found = self._client.run(_version, on_error="return")
            if found and not any(isinstance(one, OSError) for one in found.values()):
                _check_versions(found)
                return
            deaths += 1  # the connection to a worker was lost
        raise EngineError(f"{deaths} times workers died as they were started: {_WHY_DEAD}")

    def _do(self, task: Callable[[T], Any], items: Sequence[T], done: Callable[[T, Any], object]) -> None:
        """Do a task for each item; what a worker was doing when it died is done again by another.

        Raises what a task raises, and EngineError where the scheduler is lost, or worker after worker dies.
        """
        from distributed import KilledWorker, as_completed
        from distributed.client import FutureCancelledError
        from distributed.comm.core import CommClosedError

        futures = {self._client.submit(task, item, pure=False): item for item in items}
        for future in as_completed(futures, loop=self._client.loop):
            item = futures.pop(future)
            try:
                result = future.result()
            except KilledWorker:
                what = f"worker after worker died at {item}: {_WHY_DEAD}; {_HOW_TO_GO_ON}"
                raise EngineError(what) from None
            except (FutureCancelledError, CommClosedError):
                raise EngineError(
                    f"the scheduler of Dask at {self._where} was lost; {_HOW_TO_GO_ON}"
                ) from None
            done(item, result)


def _check_versions(found: dict[str, Any]) -> None:
    """Raise EngineError unless each worker has the same version of sudocube as this process."""
    for worker, there in found.items():
        if there != _version() and not isinstance(there, OSError):  # one that died is started again
            has = f"has no sudocube: {there}" if isinstance(there, Exception) else f"has sudocube {there}"
            raise EngineError(f"the worker {worker} {has}; this process has {_version()}: install that there")


AuditWorkers: TypeAlias = LocalWorkers | ClusterWorkers
"""Who does the tasks of an audit, in any order, each of them at least once."""
