"""Audits of whole data sets, from files to the summary; and who does the work: threads, or a Dask cluster.

On a cluster, a task returns a number of rows and nothing else; what it finds stands in the work folder,
written as a whole or not at all. So a task may be done twice, a worker may die at any moment, and nothing is
sent between workers.
"""

from __future__ import annotations

import json
import logging
import os
import socket
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from importlib import metadata
from time import monotonic
from typing import Any, TypeAlias, TypeVar, cast
from urllib.parse import urlsplit

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from sudocube.arguments import check_count, check_limits
from sudocube.auditing import keys
from sudocube.auditing.classes import PrefixRange, compare_prefixes, find_repeated_ids, prefix_ranges
from sudocube.auditing.examine import examine_part, flaw_table
from sudocube.auditing.flaws import FLAWS, Severity
from sudocube.auditing.plan import (
    DEFAULT_MEMORY,
    AuditPlan,
    DataFile,
    Part,
    SharedFolder,
    data_files,
    same_path,
    work_folder,
)
from sudocube.auditing.summary import summarize
from sudocube.auditing.writing import RowSet, check_clean, check_repair, write_clean, write_repaired
from sudocube.clock import ProgressCallback
from sudocube.errors import EngineError, InputError, UnknownNameError, reason_of, require_extra
from sudocube.geometry import Geometry
from sudocube.kernel.threads import OrderedPool
from sudocube.processes.container import memory_size
from sudocube.processes.starting import isolated_starts
from sudocube.rows.arrow import table_of_frame
from sudocube.rows.columns import Role
from sudocube.shown import Shown

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

    for _ in range(1 + MOST_DEATHS):
        try:
            cluster = LocalCluster(
                n_workers=processes,
                threads_per_worker=1,
                processes=True,
                memory_limit=0,
                dashboard_address="127.0.0.1:0",  # any port that is free
                silence_logs=logging.CRITICAL,
            )
            break
        except (RuntimeError, OSError, TimeoutError) as error:
            why = error
    else:
        raise EngineError(f"the processes of a cluster cannot be started: {why}")
    with cluster:
        yield cluster


def _on_worker(version: str, task: Callable[[T], Any], item: T) -> Any:  # noqa: ANN401
    """In a worker: do a task; raises EngineError where the version of sudocube there is another one."""
    if (there := metadata.version("sudocube")) != version:
        raise EngineError(f"a worker has sudocube {there}; this process has {version}: install that there")
    return task(item)


Path: TypeAlias = str | os.PathLike[str]
Paths: TypeAlias = Path | Iterable[Path] | Any
"""One path, or several; or data frames of pandas, polars or Arrow."""


@dataclass(frozen=True, slots=True, eq=False)
class Audit(Shown):
    """What an audit found out.

    `summary` is a plain JSON object, the one that `sudocube audit --json` prints. `flaws_file` is the path of
    the table with a row for each flaw, None where no folder was given for it. `already_audited` names the
    files that were to be compared with, and are audited themselves: they are not compared with themselves.

    >>> import tempfile
    >>> from sudocube import audit
    >>> with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
    ...     print("." * 81, file=file, flush=True)
    ...     found = audit(file.name)
    >>> found.summary["flaws"], found.has_flaws, found.has_undecided, found.is_complete
    ({'several_solutions': 1}, True, False, True)
    >>> print(str(found).partition(": ")[2])
    1 of 1 row has a severe flaw (100%)
    flaw               rows  share  severity
    several solutions     1   100%  severe
    """

    summary: dict[str, Any]
    flaws_file: str | None = None
    already_audited: tuple[str, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether all files were read to their end."""
        return not self.summary["lost"]

    @property
    def has_flaws(self) -> bool:
        """Whether some row is not unique, malformed, a duplicate, and so on."""
        return any(FLAWS[kind].severity is not Severity.OPEN for kind in self.summary["flaws"])

    @property
    def has_undecided(self) -> bool:
        """Whether of some puzzle it is not known how many solutions it has."""
        return bool(self.summary["verdicts"]["unknown"])


def audit(
    files: Paths,
    against: Paths = (),
    *,
    columns: Mapping[str, str] | None = None,
    geometry: Geometry | None = None,
    size: int | None = None,
    output: Path | None = None,
    clean: Path | None = None,
    repair: Path | None = None,
    memory: int | str = DEFAULT_MEMORY,
    timeout: float | None = None,
    jobs: int | None = None,
    cluster: int | None = None,
    scheduler: str | None = None,
    progress: ProgressCallback | None = None,
    report: Callable[[Audit], object] | None = None,
) -> Audit:
    r"""What is wrong in a data set: verdicts, stored answers, malformed rows, duplicates, overlaps, ratings.

    `files` and `against` are paths of files and folders, patterns such as `train-*.parquet`, URLs that fsspec
    knows, or data frames of pandas, polars or Arrow; one or several. The files of `against` are not audited:
    audited rows are only compared with theirs. `columns` names columns by their role, where they are not
    found by name: "puzzle", "answer", "rating", "clues", "split" and "id". `geometry`, or `size`, is what the
    puzzles are to have.

    `output` is a folder, or a URL that fsspec knows, for a table with a row for each flaw and the summary
    in a file. What is finished is kept there too, in a folder `work`: if the audit is ended, by Ctrl-C or
    in any other way, the same call goes on from there. Only one audit at a time can write to a folder.
    `clean` is a file, for the first sound row of each class, in the form of the input, with all its columns:
    a row is sound if it has no severe flaw and is decided. `repair` is a folder for a set without flaws: a
    file for each audited one, with the first unique row of each class, answers and numbers of clues made anew
    where they were wrong or missing; `manifest.csv` has each change.

    `memory` is about how much is used, in bytes or as "2GB"; what does not fit is kept on the disk. `timeout`
    is in seconds, for each puzzle that the kernel does not decide at once; then its verdict is `unknown`.
    `jobs` is the number of threads, by default one for each core. With `cluster`, so many processes of this
    machine do the work in place of threads: a local cluster of Dask, for which a script needs
    `if __name__ == "__main__":` around its own calls. With `scheduler`, the workers of the Dask scheduler at
    that address do it; they must see `files` and `output` under the same names. Workers that die do no harm:
    what they did is done again. `progress` is called with what is being done, and the share of it that is
    done, from 0 to 1. `report` is called with the audit before the rows of `clean` and `repair` are written:
    so it is not lost if these cannot be.

    A file or a row group that cannot be read is noted in the summary, and the others go on.

    Raises InputError where no file is given, for a path that does not exist, for a file or folder without
    puzzles, for a `clean` that cannot hold the rows of all files, or is an input, too, for a `repair` in
    which an input stands, and where another audit is writing to `output`; UnknownNameError for a role or a
    column that does not exist; UnavailableError where a package is needed that is not installed; EngineError
    for a scheduler that does not answer, has no workers or is lost, and for workers that have another version
    of sudocube, or die again and again; PuzzleError for a size that does not exist or contradicts the
    geometry; ValueError for a timeout that is not a number above 0, fewer than one job or process, a `memory`
    that is no size, more than one of `jobs`, `cluster` and `scheduler`, or a `scheduler` without `output`;
    OSError where the work cannot be written, such as for a full disk.

    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     table = pathlib.Path(folder, "set.csv")
    ...     puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    ...     _ = table.write_text(f"puzzle\n{puzzle}\n{puzzle}\n{'.' * 81}\n")
    ...     summary = audit(table).summary
    >>> summary["verdicts"], summary["exact_duplicates"]
    ({'unique': 2, 'multiple': 1, 'none': 0, 'unknown': 0}, 1)
    """
    begin = monotonic()
    check_limits(timeout=timeout, jobs=jobs)
    check_workers(jobs, cluster, scheduler, output)
    folder = None if output is None else SharedFolder(os.fspath(output))
    options = {"geometry": geometry, "size": size}
    with ExitStack() as stack:
        audited, others, already = _files(files, against, _by_role(columns or {}), folder, stack)
        if clean is not None:
            check_clean(os.fspath(clean), audited)
        if repair is not None:
            check_repair(os.fspath(repair), audited)
        wanted = AuditPlan(
            (*audited, *others),
            len(audited),
            timeout=timeout,
            memory=memory if isinstance(memory, int) else memory_size(memory),
            lists_flaws=folder is not None,
            keeps_rows=clean is not None,
            repairs=repair is not None,
            options=options,
        )
        workers = stack.enter_context(audit_workers(jobs, cluster, scheduler))
        plan = stack.enter_context(work_folder(wanted, folder))

        def tell(doing: str, share: float, begin: float = 0.0, end: float = 1.0) -> None:
            if progress is not None:
                progress(doing, begin + share * (end - begin))

        workers.examine(plan, partial(tell, end=0.6))
        segments = [json.loads(plan.work.read(f"segments/{name}")) for name in plan.work.names("segments")]
        ranges = prefix_ranges(plan, segments, workers.at_once)
        plan.work.remove("groups")  # of a run that was ended
        if plan.has(Role.ID):
            find_repeated_ids(plan)
        workers.compare(plan, ranges, partial(tell, begin=0.6, end=0.65))
        tell("reading examples again", 0.65)
        summary = summarize(plan, segments, ranges) | {"seconds": round(monotonic() - begin, 3)}
        if folder is not None:
            tell("writing the flaws", 0.66)
            with flaw_table(folder, "flaws.parquet") as table:
                parts = [f"flaws/{name}" for name in plan.work.names("flaws")]
                for name in [*parts, *(f"groups/{one.name}.flaws" for one in ranges)]:
                    part = pq.ParquetFile(pa.BufferReader(plan.work.read(name)))
                    for batch in part.iter_batches():
                        table.write_batch(batch)
            folder.write("summary.json", (json.dumps(summary, indent=1) + "\n").encode())
        result = Audit(summary, None if folder is None else folder.path_of("flaws.parquet"), already)
        if report is not None:
            report(result)
        rows = [file["rows"] for file in summary["files"][: plan.audited]]
        if clean is not None:
            tell("writing the sound rows", 0.7)
            write_clean(os.fspath(clean), audited, _row_sets(plan, ranges, "kept", rows), **options)
        if repair is not None:
            tell("writing the repaired rows", 0.75)
            left = np.concatenate([_places(plan, one, "left") for one in ranges]).reshape(-1, 3)
            write_repaired(os.fspath(repair), plan, _row_sets(plan, ranges, "mended", rows), left)
        tell("all is done", 1.0)
        return result


def _files(
    files: Paths, against: Paths, columns: Mapping[Role, str], folder: SharedFolder | None, stack: ExitStack
) -> tuple[list[DataFile], list[DataFile], tuple[str, ...]]:
    """The files to audit, those to compare them with, and the names of those that are audited already."""
    if not (paths := _paths(files, stack)):
        raise InputError("files", "none is given, so there is nothing to audit")
    audited = data_files(paths, columns=columns, output=folder)
    known = {same_path(file.path) for file in audited}
    named = data_files(_paths(against, stack), columns=columns, must_have_them=False, output=folder)
    others = [file for file in named if same_path(file.path) not in known]
    if named and not others:
        raise InputError(named[0].name, "is audited already; name another file to compare with")
    return audited, others, tuple(file.name for file in named if file not in others)


def _places(plan: AuditPlan, prefixes: PrefixRange, suffix: str) -> NDArray[np.uint64]:
    """What the second stage has written to a file that ends so."""
    return np.frombuffer(plan.work.read(f"groups/{prefixes.name}.{suffix}"), np.uint64)


def _row_sets(
    plan: AuditPlan, ranges: Iterable[PrefixRange], suffix: str, rows: Sequence[int]
) -> list[RowSet]:
    """The rows of each audited file, which has so many, that stand in the files that end so."""
    found = [np.zeros(number, np.bool_) for number in rows]
    for places in (_places(plan, one, suffix) for one in ranges):
        numbers = keys.files_of(places)
        for number in np.unique(numbers).tolist():
            found[number][keys.rows_of(places[numbers == number])] = True
    return found


def _by_role(columns: Mapping[str, str]) -> dict[Role, str]:
    for name in columns:
        if name not in set(Role):
            raise UnknownNameError("role of a column", name, map(str, Role))
    return {Role(role): name for role, name in columns.items()}


def _paths(files: object, stack: ExitStack) -> list[str]:
    """The paths as texts; that of a file for a data frame, which is removed at the end."""
    if (table := table_of_frame(files)) is not None:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="sudocube-"))
        pq.write_table(table, f"{folder}/frame.parquet")
        return [f"{folder}/frame.parquet"]
    if isinstance(files, str | os.PathLike):
        return [os.fspath(files)]
    return [path for one in cast(Iterable[object], files) for path in _paths(one, stack)]
