"""`audit`: data sets audited, from their files to the summary and the rows that are kept."""

from __future__ import annotations

import json
import os
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from time import monotonic
from typing import Any, TypeAlias, cast

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from sudocube.auditing import keys
from sudocube.auditing.classes import PrefixRange, compare_prefixes, find_repeated_ids, prefix_ranges
from sudocube.auditing.examine import examine_part, flaw_table
from sudocube.auditing.flaws import FLAWS, Severity
from sudocube.auditing.plan import (
    DEFAULT_MEMORY,
    AuditPlan,
    Part,
    SharedFolder,
    data_files,
    same_path,
    work_folder,
)
from sudocube.auditing.summary import summarize
from sudocube.auditing.workers import Workers, audit_workers
from sudocube.auditing.writing import RowSet, check_written, write_rows
from sudocube.clock import ProgressCallback
from sudocube.errors import InputError, UnknownNameError
from sudocube.geometry import Geometry
from sudocube.rows.arrow import table_of_frame
from sudocube.rows.columns import Reading, Role
from sudocube.rows.symbols import fixed_geometry
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
    in a file. What is finished is kept there too, in a hidden folder: if the audit is ended, by Ctrl-C or
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

    Raises InputError where no file is given, for a path that does not exist, for a folder without data files,
    where no file holds puzzles, for a `clean` that cannot hold the rows of all files, or is an input, too,
    for a `repair` in which an input stands, and where another audit is writing to `output`; UnknownNameError
    for a role or a column that does not exist; UnavailableError where a package is needed that is not
    installed; EngineError for a scheduler that does not answer, has no workers or is lost, and for workers
    that have another version of sudocube, or die again and again; PuzzleError for a size that does not exist
    or contradicts the geometry; ValueError for a timeout that is not a number above 0, fewer than one job or
    process, a `memory` that is no size, more than one of `jobs`, `cluster` and `scheduler`, or a `scheduler`
    without `output`; OSError where the work cannot be written, such as for a full disk.

    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     table = pathlib.Path(folder, "set.csv")
    ...     puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    ...     _ = table.write_text(f"puzzle\n{puzzle}\n{puzzle}\n{'.' * 81}\n")
    ...     summary = audit(table).summary
    >>> summary["verdicts"], summary["exact_duplicates"]
    ({'unique': 2, 'multiple': 1, 'none': 0, 'unknown': 0}, 1)
    """
    wishes: dict[str, Any] = {"memory": memory, "timeout": timeout, "jobs": jobs, "cluster": cluster}
    wishes |= {"scheduler": scheduler, "reading": reading_of(geometry, size)}
    for name, path in (("output", output), ("clean", clean), ("repair", repair)):
        wishes[name] = None if path is None else os.fspath(path)
    for role, column in (columns or {}).items():
        if role not in set(Role):
            raise UnknownNameError("role of a column", role, map(str, Role))
        wishes[role] = column
    with ExitStack() as stack:
        plan = AuditPlan(against=tuple(_paths(against, stack)), **wishes)
        return audit_planned(_paths(files, stack), plan, progress=progress, report=report)


def reading_of(geometry: Geometry | None, size: int | None) -> Reading:
    """How rows are read whose puzzles are to have this shape, or this size; `audit` has the errors."""
    return Reading({}, fixed_geometry(geometry, size), geometry is not None)


def audit_planned(
    paths: Sequence[str],
    plan: AuditPlan,
    *,
    progress: ProgressCallback | None = None,
    report: Callable[[Audit], object] | None = None,
) -> Audit:
    """What is wrong in the files of these paths; `audit` describes the arguments and the errors."""
    begin = monotonic()
    tell = progress or (lambda *_: None)
    plan, already = _with_files(plan, paths)
    check_written(plan)
    with audit_workers(plan) as workers, work_folder(plan) as plan:
        summary, ranges = _found(plan, workers, tell)
        summary["seconds"] = round(monotonic() - begin, 3)
        flaws_file = None
        if plan.output is not None:
            tell("writing the flaws", 0.66)
            folder = SharedFolder(plan.output)
            flaws_file = folder.path_of("flaws.parquet")
            _write_flaws(plan, ranges, folder)
            folder.write("summary.json", (json.dumps(summary, indent=1) + "\n").encode())
        result = Audit(summary, flaws_file, already)
        if report is not None:
            report(result)
        if plan.keeps_rows:
            tell("writing the rows that are kept", 0.7)
            rows = [file["rows"] for file in summary["files"][: plan.audited]]
            left = np.concatenate([plan.work.array(f"groups/{one.name}.left", 3) for one in ranges])
            write_rows(plan, _row_sets(plan, ranges, rows), left)
        tell("all is done", 1.0)
        return result


def _with_files(plan: AuditPlan, paths: Sequence[str]) -> tuple[AuditPlan, tuple[str, ...]]:
    """The plan with the files of these paths, and the names of those that would be compared with themselves.

    Raises InputError where there are no files, or none that can be read.
    """
    if not paths:
        raise InputError("files", "none is given, so there is nothing to audit")
    audited = data_files(paths, plan.columns)
    others = data_files(plan.against, plan.columns, must_have_them=False)
    if all(file.fault is not None for file in audited):
        raise InputError(audited[0].name, audited[0].fault or "")
    known = {same_path(file.path) for file in audited}
    new = [file for file in others if same_path(file.path) not in known]
    if others and not new:
        raise InputError(others[0].name, "is audited already; name another file to compare with")
    already = tuple(file.name for file in others if file not in new)
    return replace(plan, files=(*audited, *new), audited=len(audited)), already


def _found(plan: AuditPlan, workers: Workers, tell: ProgressCallback) -> tuple[Any, list[PrefixRange]]:
    """The summary of what all stages find, and the ranges of prefixes of which more is known."""
    _examine(plan, workers, lambda doing, share: tell(doing, 0.6 * share))
    segments = [json.loads(plan.work.read(f"segments/{name}")) for name in plan.work.names("segments")]
    ranges = prefix_ranges(plan, segments, workers.at_once)
    plan.work.remove("groups")  # of a run that was ended
    if plan.has(Role.ID):
        find_repeated_ids(plan)
    for number, _ in enumerate(workers.map(partial(compare_prefixes, plan), ranges), 1):
        tell("comparing rows", 0.6 + 0.05 * number / len(ranges))
    tell("reading examples again", 0.65)
    return summarize(plan, segments, ranges), ranges


def _examine(plan: AuditPlan, workers: Workers, tell: ProgressCallback) -> None:
    """The first stage: a task for each part; threads share the batches of one part after the other."""
    parts = plan.parts(cut_texts=workers.are_elsewhere)
    rows = Counter[Part]()

    def note(part: Part, more: int, position: int | None) -> None:
        size, number = plan.files[part.file].size, (part.stop or 0) - part.first
        rows[part] += more
        share = rows[part] / max(1, number) if position is None else position / max(1, size)
        tell(f"{rows.total():,} rows", (len(rows) - 1 + min(1.0, share)) / len(parts))

    if workers.are_elsewhere:
        for part, number in workers.map(partial(examine_part, plan, threads=1), parts):
            rows[part] = number
            tell(f"{rows.total():,} rows", len(rows) / len(parts))
    else:
        for part in parts:
            examine_part(plan, part, threads=workers.at_once, on_rows=note)


def _write_flaws(plan: AuditPlan, ranges: Iterable[PrefixRange], folder: SharedFolder) -> None:
    """Write the table of all flaws, of those that were found in parts."""
    parts = [f"flaws/{name}" for name in plan.work.names("flaws")]
    with flaw_table(folder, "flaws.parquet") as table:
        for name in [*parts, *(f"groups/{one.name}.flaws" for one in ranges)]:
            for batch in pq.ParquetFile(pa.BufferReader(plan.work.read(name))).iter_batches():
                table.write_batch(batch)


def _row_sets(plan: AuditPlan, ranges: Iterable[PrefixRange], rows: Sequence[int]) -> list[RowSet]:
    """The rows of each audited file, which has so many, that are kept."""
    found = [np.zeros(number, np.bool_) for number in rows]
    for places in (plan.work.array(f"groups/{one.name}.kept")[:, 0] for one in ranges):
        for number in np.unique(numbers := keys.files_of(places)).tolist():
            found[number][keys.rows_of(places[numbers == number])] = True
    return found


def _paths(files: object, stack: ExitStack) -> list[str]:
    """The paths as texts; that of a file for a data frame, which is removed at the end."""
    if (table := table_of_frame(files)) is not None:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="sudocube-"))
        pq.write_table(table, f"{folder}/frame.parquet")
        return [f"{folder}/frame.parquet"]
    if isinstance(files, str | os.PathLike):
        return [os.fspath(files)]
    return [path for one in cast(Iterable[object], files) for path in _paths(one, stack)]
