"""Audits of whole data sets, from files to the summary."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any, TypeAlias, cast

import numpy as np
import pyarrow.parquet as pq

from sudocube.arguments import check_count, check_limits
from sudocube.auditing.clean import RowSet, refuse_mixture, write_clean
from sudocube.auditing.files import data_files
from sudocube.auditing.flaws import FLAWS, Severity
from sudocube.auditing.keys import Index, all_segments, files_of, index_segments, rows_of
from sudocube.auditing.plan import DEFAULT_MEMORY, AuditPlan, PrefixRange, work_folder
from sudocube.auditing.repair import check_repair, write_repaired
from sudocube.auditing.store import SharedFolder
from sudocube.auditing.summary import summarize
from sudocube.auditing.telling import join_tables
from sudocube.auditing.workers import AuditProgress, AuditStage, AuditWorkers, address_parts, audit_workers
from sudocube.clock import ProgressCallback
from sudocube.errors import InputError, UnknownNameError
from sudocube.geometry import Geometry
from sudocube.processes.program_keeper import memory_size
from sudocube.rows.arrow import table_of_frame
from sudocube.rows.batch import Role
from sudocube.rows.data_files import DataFile
from sudocube.rows.source import same_path
from sudocube.rows.text_input import fixed_geometry
from sudocube.shown import Shown

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
      several solutions: 1 row (100%)
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
    _check_cluster(jobs, cluster, scheduler, output)
    named = _by_role(columns or {})
    place = None if output is None else os.fspath(output)
    with ExitStack() as stack:
        if not (paths := _paths(files, stack)):
            raise InputError("files", "none is given, so there is nothing to audit")
        audited = data_files(paths, columns=named, output=place)
        others, already = _others(_paths(against, stack), audited, named, place)
        if clean is not None:
            refuse_mixture(os.fspath(clean), audited)
        if repair is not None:
            check_repair(os.fspath(repair), audited)
        wanted = AuditPlan(
            (*audited, *others),
            len(audited),
            timeout=timeout,
            memory=memory if isinstance(memory, int) else memory_size(memory),
            lists_flaws=output is not None,
            keeps_rows=clean is not None,
            repairs=repair is not None,
            options={"geometry": geometry, "size": size},
        )
        workers = stack.enter_context(audit_workers(jobs, cluster, scheduler))
        plan = stack.enter_context(work_folder(wanted, place))
        done = AuditProgress(plan, progress)
        ranges = _do_all(plan, workers, done)
        done.reached(AuditStage.EXAMPLES)
        found = Audit(summarize(plan, ranges, begin), already_audited=already)
        if place is not None:
            found = _written(found, plan, ranges, SharedFolder(place), done)
        if report is not None:
            report(found)
        if clean is not None:
            done.reached(AuditStage.CLEAN)
            fixed = fixed_geometry(geometry, size)
            write_clean(os.fspath(clean), audited, _row_sets(plan, ranges, "kept"), geometry=fixed)
        if repair is not None:
            done.reached(AuditStage.REPAIR)
            left = [np.frombuffer(one, np.uint64).reshape(-1, 2) for one in _parts(plan, ranges, "left")]
            write_repaired(os.fspath(repair), plan, _row_sets(plan, ranges, "mended"), np.concatenate(left))
        done.finish()
        return found


def _do_all(plan: AuditPlan, workers: AuditWorkers, progress: AuditProgress) -> list[PrefixRange]:
    """Do the first two stages; returns the ranges of the second one."""
    workers.examine(plan, progress)
    index_segments(plan)
    ranges = Index(plan).ranges(workers.at_once)
    progress.reached(AuditStage.COMPARE)
    workers.compare(plan, ranges, progress)
    return ranges


def _written(
    found: Audit, plan: AuditPlan, ranges: Iterable[PrefixRange], folder: SharedFolder, done: AuditProgress
) -> Audit:
    """The audit with its table of flaws, which is written to the folder, as is the summary."""
    parts = [segment["name"] for segment in all_segments(plan) if segment["is_listed"]]
    parts += [f"groups-{prefixes.name}" for prefixes in ranges]

    def names() -> Iterator[str]:
        for number, part in enumerate(parts):
            done.reached(AuditStage.FLAWS, number / len(parts))
            yield f"flaws/{part}.parquet"

    with folder.writing("flaws.parquet") as file:
        join_tables(plan.work, names(), file)
    folder.write("summary.json", (json.dumps(found.summary, indent=1) + "\n").encode())
    return replace(found, flaws_file=folder.path_of("flaws.parquet"))


def _parts(plan: AuditPlan, ranges: Iterable[PrefixRange], suffix: str) -> Iterator[bytes]:
    """What the second stage has written to the files that end so."""
    return (plan.work.read(f"groups/{prefixes.name}.{suffix}") for prefixes in ranges)


def _row_sets(plan: AuditPlan, ranges: Iterable[PrefixRange], suffix: str) -> list[RowSet]:
    """The rows of each audited file that stand in the files that end so."""
    found = [RowSet() for _ in range(plan.audited)]
    for content in _parts(plan, ranges, suffix):
        places = np.frombuffer(content, np.uint64)
        numbers, rows = files_of(places), rows_of(places)
        for number in np.unique(numbers).tolist():
            found[number].add(rows[numbers == number])
    return found


def _by_role(columns: Mapping[str, str]) -> dict[Role, str]:
    for name in columns:
        if name not in set(Role):
            raise UnknownNameError("role of a column", name, map(str, Role))
    return {Role(role): name for role, name in columns.items()}


def _others(
    against: list[str], audited: Sequence[DataFile], columns: Mapping[Role, str], output: str | None
) -> tuple[list[DataFile], tuple[str, ...]]:
    """The files to compare with, and the names of those that are audited already; one at least is not."""
    known = {same_path(file.path) for file in audited}
    found = data_files(against, columns=columns, must_have_them=False, output=output)
    others = [file for file in found if same_path(file.path) not in known]
    if found and not others:
        raise InputError(found[0].name, "is audited already; name another file to compare with")
    return others, tuple(file.name for file in found if same_path(file.path) in known)


def _paths(files: object, stack: ExitStack) -> list[str]:
    """The paths as texts; that of a file for a data frame, which is removed at the end."""
    if (table := table_of_frame(files)) is not None:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="sudocube-"))
        pq.write_table(table, f"{folder}/frame.parquet")
        return [f"{folder}/frame.parquet"]
    if isinstance(files, str | os.PathLike):
        return [os.fspath(files)]
    return [path for one in cast(Iterable[object], files) for path in _paths(one, stack)]


def _check_cluster(jobs: int | None, cluster: int | None, scheduler: str | None, output: object) -> None:
    """Raise ValueError for options that do not go together, and for fewer than one process."""
    if sum(one is not None for one in (jobs, cluster, scheduler)) > 1:
        raise ValueError("jobs, cluster and scheduler: give one of them at most")
    if cluster is not None:
        check_count(cluster, "a cluster of {} processes")
    if scheduler is not None:
        address_parts(scheduler)
        if output is None:
            raise ValueError("with a scheduler, name an output folder that all of its workers can write to")
