"""`audit`: data sets audited, from their files to the summary and the rows that are kept."""

from __future__ import annotations

import json
import logging
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from secrets import token_hex
from time import monotonic
from typing import Any, NamedTuple, TypeAlias, cast

import numpy as np
import pyarrow.parquet as pq

from sudocube.auditing import keys
from sudocube.auditing.classes import Compared, compare_range, flaw_rows, key_ranges, repeated_ids
from sudocube.auditing.examine import examine_part, flaw_table
from sudocube.auditing.flaws import EXAMPLES, FLAWS, RowSet, Severity
from sudocube.auditing.plan import AuditPlan, Part, finished_files, with_files, work_folder
from sudocube.auditing.summary import counts_of_files, split_names, summarize
from sudocube.auditing.writing import check_written, write_rows
from sudocube.clock import ProgressCallback
from sudocube.errors import EngineError, UnknownNameError, reason_of, require_extra
from sudocube.file_names import whole_file
from sudocube.geometry import Geometry
from sudocube.interrupt import interrupt_held_back
from sudocube.processes.starting import isolated_starts
from sudocube.rows.arrow import table_of_frame
from sudocube.rows.columns import Reading, Role
from sudocube.verdict import Shown

Paths: TypeAlias = str | os.PathLike[str] | Iterable[str | os.PathLike[str]] | Any
"""One path, or several; or data frames of pandas, polars or Arrow."""


@dataclass(frozen=True, slots=True, eq=False)
class Audit(Shown):
    """What an audit found out.

    `summary` is a plain JSON object, the one that `sudocube audit --json` prints. `flaws_file` is the path of
    the table with a row for each flaw, None where no folder was given for it.

    >>> import tempfile
    >>> from sudocube import audit
    >>> with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
    ...     print("." * 81, file=file, flush=True)
    ...     found = audit(file.name)
    >>> found.summary["flaws"], found.has_flaws, found.has_undecided, found.is_complete
    ({'several_solutions': 1}, True, False, True)
    >>> str(found).splitlines()[1]
    'Sound, that is decided and without a severe flaw: 0 rows (0%).'
    """

    summary: dict[str, Any]
    flaws_file: str | None = None

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
    progress: ProgressCallback | None = None,
    **options: Any,  # noqa: ANN401 — the other fields of an AuditPlan
) -> Audit:
    r"""What is wrong in a data set: verdicts, stored answers, malformed rows, duplicates, overlaps, ratings.

    `files` and `against` are paths of files and folders, or data frames of pandas, polars or Arrow; one or
    several. The files of `against` are not audited, but audited rows are compared with theirs. `columns` has
    names of columns by their role: "puzzle", "answer", "rating", "clues", "split" and "id". The puzzles have
    the `geometry`, or the `size`. `progress` is called with what is being done, and the share of it that is
    done, from 0 to 1. All others are options of `sudocube audit`, by name: `output`, `clean` and `repair`,
    paths; `memory`, in bytes or as "2GB"; `timeout` in seconds; and `jobs`, `cluster` or `scheduler`. With
    `cluster`, a script needs `if __name__ == "__main__":`.

    A file or a row group that cannot be read is noted in the summary, and the others go on.

    Raises InputError for files that do not exist, hold no puzzles or are read by another audit now, and for
    rows that cannot be written as asked; UnknownNameError for a role or a column that does not exist;
    UnavailableError where a package is not installed; EngineError for a cluster that is lost or does not
    start; PuzzleError for a size that does not exist; TypeError for options that do not exist; ValueError for
    those that are out of range or do not go together; OSError where the work cannot be written, such as for a
    full disk.

    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     table = pathlib.Path(folder, "set.csv")
    ...     puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    ...     _ = table.write_text(f"puzzle\n{puzzle}\n{puzzle}\n{'.' * 81}\n")
    ...     summary = audit(table).summary
    >>> summary["verdicts"], summary["exact_duplicates"]
    ({'unique': 2, 'multiple': 1, 'none': 0, 'unknown': 0}, 1)
    """
    for role in columns or ():
        if role not in set(Role):
            raise UnknownNameError("role of a column", role, map(str, Role))
    with ExitStack() as stack:
        others = tuple(_paths(against, stack))
        options |= {**(columns or {}), "reading": Reading.of({}, geometry, size)}
        plan = AuditPlan(against=others, **options)
        return audit_planned(_paths(files, stack), plan, progress=progress)


def audit_planned(
    paths: Sequence[str],
    plan: AuditPlan,
    *,
    progress: ProgressCallback | None = None,
    report: Callable[[Audit], object] | None = None,
) -> Audit:
    """What is wrong in the files of these paths; `audit` describes the arguments and the errors.

    `report` is called with the audit before rows are written: so it is not lost if these cannot be.
    """
    begin = monotonic()
    tell = progress or (lambda *_: None)
    plan = with_files(plan, paths)
    check_written(plan)
    with audit_workers(plan) as workers, work_folder(plan) as plan:
        segments = _examine(plan, workers, tell)
        kept, left, counts, examples = _compare(plan, workers, segments, tell)
        tell("reading examples again", 0.65)
        summary: Any = summarize(plan, segments, counts, examples)
        summary["seconds"] = round(monotonic() - begin, 3)
        if plan.output is not None:
            with whole_file(Path(plan.output, "summary.json")) as file:
                file.write((json.dumps(summary, indent=1) + "\n").encode())
        result = Audit(summary, plan.flaws_file)
        if report is not None:
            report(result)
        if plan.target is not None:
            tell("writing the rows that are kept", 0.7)
            write_rows(plan, kept, left, split_names(segments))
        tell("all is done", 1.0)
        return result


def _examine(plan: AuditPlan, workers: Workers, tell: ProgressCallback) -> list[dict[str, Any]]:
    """The first stage: a task for each part; threads share the batches of one part after the other."""
    parts, found, done = plan.parts(cut=workers.are_elsewhere), list[dict[str, Any]](), 0
    of_parts: Iterable[Iterable[dict[str, Any]]]
    if workers.are_elsewhere:
        of_parts = workers.pool.map(partial(_examine_whole, plan), parts)
    else:
        of_parts = map(partial(examine_part, plan, threads=workers.at_once), parts)
    for number, segments in enumerate(of_parts):
        for segment in segments:
            found.append(segment)
            done += segment["counts"].get("rows", 0)
            share = min(1, segment["position"] / max(1, plan.files[segment["file"]].size))
            tell(f"{done:,} rows", 0.6 * (number + share) / len(parts))
    return sorted(found, key=lambda segment: (segment["file"], segment["end"]))


def _examine_whole(plan: AuditPlan, part: Part) -> list[dict[str, Any]]:
    """All that is found in a part."""
    return [*examine_part(plan, part)]


def _compare(
    plan: AuditPlan, workers: Workers, segments: Sequence[dict[str, Any]], tell: ProgressCallback
) -> tuple[list[RowSet], keys.Records, Counter[str], dict[str, list[list[int]]]]:
    """The second stage: the rows of each range of keys are compared; and the table of all flaws.

    Returns what is kept of each file, `left` and `counts` of `Compared`, and by kind of flaw the places of
    the first rows with it.
    """
    of_files = counts_of_files(plan, segments)[: plan.audited]
    kept, left = [np.zeros(some["rows"], np.bool_) for some in of_files], [np.empty((0, 4), np.uint64)]
    counts, examples = Counter[str](), dict[str, list[list[int]]]()
    ranges = key_ranges(plan, workers.at_once)
    file = plan.flaws_file
    with flaw_table(Path(file), is_shared=False) if file is not None else nullcontext() as table:
        if table is not None:
            for path in finished_files(plan.work / "flaws"):
                for batch in pq.ParquetFile(path).iter_batches():
                    table.write_batch(batch)
        for number, some in enumerate(_compared(plan, workers, ranges)):
            counts.update(some.counts)
            left.append(some.left)
            for file in np.unique(files := keys.files_of(some.kept)).tolist():
                kept[file][keys.rows_of(some.kept[files == file])] = True
            for kind, pairs in some.flawed.items():
                examples[kind] = sorted(examples.get(kind, []) + pairs[:EXAMPLES].tolist())[:EXAMPLES]
                if table is not None:
                    table.write_table(flaw_rows(plan, kind, pairs))
            tell("comparing rows", 0.6 + 0.05 * min(1, number / len(ranges)))
    return kept, np.concatenate(left), counts, examples


def _compared(plan: AuditPlan, workers: Workers, ranges: Sequence[tuple[int, int]]) -> Iterator[Compared]:
    """What is found in the ids of all rows, and then in the rows of each range of keys."""
    if Role.ID in plan.beside:
        yield from repeated_ids(plan)
    yield from workers.pool.map(partial(compare_range, plan), ranges)


def _paths(files: object, stack: ExitStack) -> list[str]:
    """The paths as texts; that of a file for a data frame, which is removed at the end."""
    if (table := table_of_frame(files)) is not None:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="sudocube-"))
        pq.write_table(table, f"{folder}/frame.parquet")
        return [f"{folder}/frame.parquet"]
    if isinstance(files, str | os.PathLike):
        return [os.fspath(files)]
    return [path for one in cast(Iterable[object], files) for path in _paths(one, stack)]


# who does the work


MOST_DEATHS = 20
"""How many processes of our own cluster may die at one task, or as it starts; others may kill them."""

_CONNECT_WITHIN = 20
"""Seconds within which a scheduler, and one worker at least, must answer."""

_HOW_TO_GO_ON = "what is finished is kept, and the same call goes on from there"


class Workers(NamedTuple):
    """Threads of this process, or the workers of a Dask cluster, which `are_elsewhere`.

    What a task writes to the work folder is there as a whole or not at all. So a task may be done twice, a
    worker may die at any moment, and nothing is sent between workers. `at_once` is how many tasks share the
    memory.
    """

    pool: Executor
    at_once: int
    are_elsewhere: bool


@contextmanager
def audit_workers(plan: AuditPlan) -> Iterator[Workers]:
    """Threads of this process, processes of this machine, or the workers of the scheduler at an address.

    What a worker was doing when it died is done again by another. Raises UnavailableError where Dask is not
    installed, EngineError for a scheduler that does not answer, has no workers or is lost, and where worker
    after worker dies.
    """
    if plan.cluster is None and plan.scheduler is None:
        with ThreadPoolExecutor(at_once := plan.jobs or os.cpu_count() or 1) as pool:
            yield Workers(pool, at_once, are_elsewhere=False)
        return
    require_extra("cluster", "a cluster", "dask", "distributed")
    import dask

    dask.config.set({"logging.distributed": "critical"})  # else it tells of workers that died, at length
    from distributed import Client, KilledWorker
    from distributed.client import FutureCancelledError
    from distributed.comm.core import CommClosedError

    where = plan.scheduler or "this machine"
    with isolated_starts(), ExitStack() as stack:
        address = plan.scheduler or _local_cluster(plan, stack)
        try:
            client = stack.enter_context(Client(address, timeout=_CONNECT_WITHIN, set_as_default=False))
            client.wait_for_workers(1, timeout=_CONNECT_WITHIN)
        except (OSError, ValueError) as error:  # a TimeoutError is an OSError
            why = reason_of(error) or "out of time"
            raise EngineError(f"no scheduler of Dask with workers answers at {where}: {why}") from None
        try:
            threads = plan.cluster or sum(client.nthreads().values())
            yield Workers(client.get_executor(pure=False), threads, are_elsewhere=True)
        except KilledWorker:
            why = "worker after worker died at the same task: perhaps --memory is more than they have"
            raise EngineError(f"{why}; {_HOW_TO_GO_ON}") from None
        except (FutureCancelledError, CommClosedError):
            raise EngineError(f"the scheduler of Dask at {where} was lost; {_HOW_TO_GO_ON}") from None


def _local_cluster(plan: AuditPlan, stack: ExitStack) -> Any:  # noqa: ANN401 — Dask has no types
    """A cluster of processes of this machine; it is started again where one of them is killed.

    `stack` ends it, and removes its folder; the next audit does where this one is killed. Ctrl-C waits while
    the cluster is started or ended.
    """
    import dask
    from distributed import LocalCluster

    folder = Path(plan.output or tempfile.gettempdir(), f".audit-{token_hex(8)}")
    stack.callback(shutil.rmtree, folder, ignore_errors=True)
    folder.mkdir(parents=True)
    config = {"distributed.scheduler.allowed-failures": MOST_DEATHS, "temporary-directory": str(folder)}
    stack.enter_context(dask.config.set(config))
    options: dict[str, Any] = {"n_workers": plan.cluster, "threads_per_worker": 1, "memory_limit": 0}
    options |= {"dashboard_address": "127.0.0.1:0", "silence_logs": logging.CRITICAL}  # any port that is free
    for _ in range(1 + MOST_DEATHS):
        try:
            with interrupt_held_back():
                cluster = LocalCluster(**options)
                stack.callback(interrupt_held_back()(cluster.close))
                return cluster
        except (RuntimeError, OSError) as error:  # a TimeoutError is an OSError
            why = error
    raise EngineError(f"the processes of a cluster cannot be started: {why}")
