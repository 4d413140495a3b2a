"""Audits of whole data sets, from files to the summary."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from time import monotonic
from typing import TypeAlias

import numpy as np

from sudocube.arguments import check_count, check_limits
from sudocube.auditing.audit_plan import DEFAULT_MEMORY, AuditPlan, PrefixRange
from sudocube.auditing.audit_result import Audit
from sudocube.auditing.audit_workers import (
    AuditProgress,
    AuditStage,
    AuditWorkers,
    LocalWorkers,
    address_parts,
)
from sudocube.auditing.clean_writing import refuse_mixture, write_clean
from sudocube.auditing.data_files import DataFile, Role
from sudocube.auditing.file_finding import data_files
from sudocube.auditing.file_opening import same_path
from sudocube.auditing.flaw_table import join_tables, table_suffix
from sudocube.auditing.key_records import files_of, rows_of
from sudocube.auditing.row_sets import RowSet
from sudocube.auditing.segment_index import all_segments, index_segments, prefix_ranges
from sudocube.auditing.shared_folder import SharedFolder
from sudocube.auditing.summary_making import summarize
from sudocube.auditing.work_folder import work_folder
from sudocube.clock import ProgressCallback
from sudocube.errors import InputError, UnknownNameError
from sudocube.formats.text_input import fixed_geometry
from sudocube.geometry import Geometry
from sudocube.processes.program_keeper import memory_size

Paths: TypeAlias = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]


def audit(
    files: Paths,
    against: Paths = (),
    *,
    columns: Mapping[str, str] | None = None,
    geometry: Geometry | None = None,
    size: int | None = None,
    output: str | os.PathLike[str] | None = None,
    clean: str | os.PathLike[str] | None = None,
    memory: int | str = DEFAULT_MEMORY,
    timeout: float | None = None,
    jobs: int | None = None,
    cluster: int | None = None,
    scheduler: str | None = None,
    progress: ProgressCallback | None = None,
    report: Callable[[Audit], object] | None = None,
) -> Audit:
    r"""What is wrong in a data set: verdicts, stored answers, malformed rows, duplicates, overlaps, ratings.

    `files` and `against` are paths of files and folders, patterns such as `train-*.parquet`, or URLs that
    fsspec knows; one or several. The files of `against` are not audited: audited rows are only compared with
    theirs. `columns` names columns by their role, where they are not found by name: "puzzle", "answer",
    "rating", "clues", "split" and "id". `geometry`, or `size`, is what the puzzles are to have.

    `output` is a folder, or a URL that fsspec knows, for a table with a row for each flaw and the summary
    in a file. What is finished is kept there too, in a folder `work`: if the audit is ended, by Ctrl-C or
    in any other way, the same call goes on from there. Only one audit at a time can write to a folder.
    `clean` is a file, for the rows that are unique with a right answer, the first of each class: in the form
    of the input, with all its columns.

    `memory` is about how much is used, in bytes or as "2GB"; what does not fit is kept on the disk. `timeout`
    is in seconds, for each puzzle that the kernel does not decide at once; then its verdict is `unknown`.
    `jobs` is the number of threads, by default one for each core. With `cluster`, so many processes of this
    machine do the work in place of threads: a local cluster of Dask, for which a script needs
    `if __name__ == "__main__":` around its own calls. With `scheduler`, the workers of the Dask scheduler at
    that address do it; they must see `files` and `output` under the same names. Workers that die do no harm:
    what they did is done again. `progress` is called with what is being done, and the share of it that is
    done, from 0 to 1. `report` is called with the audit before the rows of `clean` are written: so it is not
    lost if these cannot be.

    A file or a row group that cannot be read is noted in the summary, and the others go on.

    Raises InputError where no file is given, for a path that does not exist, for a file or folder without
    puzzles, for a `clean` that cannot hold the rows of all files, or is an input, too, and where another
    audit is writing to `output`; UnknownNameError for a role or a column that does not exist;
    UnavailableError where a package is needed that is not installed; EngineError for a scheduler that does
    not answer, has no workers or is lost, and for workers that have another version of sudocube, or die again
    and again; PuzzleError for a size that does not exist or contradicts the geometry; ValueError for a
    timeout that is not a number above 0, fewer than one job or process, a `memory` that is no size, more
    than one of `jobs`, `cluster` and `scheduler`, or a `scheduler` without `output`; OSError where the work
    cannot be written, such as for a full disk.

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
    if not (paths := _paths(files)):
        raise InputError("files", "none is given, so there is nothing to audit")
    place = None if output is None else os.fspath(output)
    audited = data_files(paths, columns=named, output=place)
    others, already = _others(_paths(against), audited, named, place)
    if clean is not None:
        refuse_mixture(os.fspath(clean), audited)
    wanted = AuditPlan(
        (*audited, *others),
        len(audited),
        timeout=timeout,
        memory=memory if isinstance(memory, int) else memory_size(memory),
        lists_flaws=output is not None,
        keeps_rows=clean is not None,
        options={"geometry": geometry, "size": size},
    )
    with _workers(jobs, cluster, scheduler) as workers, work_folder(wanted, place) as plan:
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
            write_clean(os.fspath(clean), audited, _kept_rows(plan, ranges), geometry=fixed)
        done.finish()
        return found


def _written(
    found: Audit, plan: AuditPlan, ranges: Iterable[PrefixRange], folder: SharedFolder, done: AuditProgress
) -> Audit:
    """The audit with its table of flaws, which is written to the folder, as is the summary."""
    name = f"flaws{table_suffix()}"
    with folder.writing(name) as file:
        join_tables(plan.work, _flaw_tables(plan, ranges, done), file)
    folder.write("summary.json", (json.dumps(found.summary, indent=1) + "\n").encode())
    return replace(found, flaws_file=folder.path_of(name))


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


def _paths(files: Paths) -> list[str]:
    """The paths as texts."""
    return [os.fspath(files)] if isinstance(files, str | os.PathLike) else [os.fspath(one) for one in files]


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


@contextmanager
def _workers(jobs: int | None, cluster: int | None, scheduler: str | None) -> Iterator[AuditWorkers]:
    """Threads of this process, or the workers of a cluster."""
    if cluster is None and scheduler is None:
        yield LocalWorkers(jobs)
        return
    from sudocube.auditing.cluster_workers import cluster_workers

    with cluster_workers(cluster, scheduler) as workers:
        yield workers


def _do_all(plan: AuditPlan, workers: AuditWorkers, progress: AuditProgress) -> list[PrefixRange]:
    """Do the first two stages; returns the ranges of the second one."""
    workers.examine(plan, list(plan.parts()), progress)
    index_segments(plan)
    ranges = prefix_ranges(plan, workers.at_once)
    progress.reached(AuditStage.COMPARE)
    workers.compare(plan, ranges, progress)
    return ranges


def _kept_rows(plan: AuditPlan, ranges: Iterable[PrefixRange]) -> list[RowSet]:
    """The rows that are kept of each audited file."""
    kept = [RowSet() for _ in range(plan.audited)]
    for prefixes in ranges:
        places = np.frombuffer(plan.work.read(f"groups/{prefixes.name}.rows"), np.uint64)
        numbers, rows = files_of(places), rows_of(places)
        for number in np.unique(numbers).tolist():
            kept[number].add(rows[numbers == number])
    return kept


def _flaw_tables(plan: AuditPlan, ranges: Iterable[PrefixRange], progress: AuditProgress) -> Iterator[str]:
    """The names of all parts of the table of flaws, in order."""
    suffix = table_suffix()
    names = [segment["name"] for segment in all_segments(plan) if segment["is_listed"]]
    names += [f"groups-{prefixes.name}" for prefixes in ranges]
    for number, name in enumerate(names):
        progress.reached(AuditStage.FLAWS, number / len(names))
        yield f"flaws/{name}{suffix}"
