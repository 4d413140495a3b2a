"""Audits of whole data sets, from files to the summary."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from time import monotonic
from typing import TypeAlias

from sudocube.auditing.audit_plan import DEFAULT_MEMORY, AuditPlan
from sudocube.auditing.audit_result import Audit
from sudocube.auditing.class_comparing import compare_prefixes
from sudocube.auditing.data_files import Role
from sudocube.auditing.file_finding import data_files
from sudocube.auditing.segment_examining import examine_part
from sudocube.auditing.segment_index import index_segments, prefix_ranges
from sudocube.auditing.shared_folder import SharedFolder
from sudocube.auditing.summary_making import summarize
from sudocube.clock import ProgressCallback
from sudocube.geometry import Geometry

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
    progress: ProgressCallback | None = None,
) -> Audit:
    r"""What is wrong in a data set.

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
    named = {Role(role): name for role, name in (columns or {}).items()}
    audited = data_files(_paths(files), columns=named)
    others = data_files(_paths(against), columns=named)
    with _work_folder(output) as work:
        plan = AuditPlan(
            (*audited, *others),
            len(audited),
            work,
            timeout=timeout,
            memory=int(memory),
            lists_flaws=output is not None,
            keeps_rows=clean is not None,
            options={"geometry": geometry, "size": size},
        )
        _take_up(plan)
        for part in plan.parts():
            examine_part(plan, part, threads=jobs)
        index_segments(plan)
        ranges = prefix_ranges(plan)
        for prefixes in ranges:
            compare_prefixes(plan, prefixes)
        summary = summarize(plan, ranges, monotonic() - begin)
        return Audit(summary)


def _paths(files: Paths) -> list[str]:
    """The paths as texts."""
    return [os.fspath(files)] if isinstance(files, str | os.PathLike) else [os.fspath(one) for one in files]


@contextmanager
def _work_folder(output: str | os.PathLike[str] | None) -> Iterator[SharedFolder]:
    """The folder for the work: in `output`, where it stays if the audit breaks off, or a temporary one."""
    if output is None:
        with tempfile.TemporaryDirectory(prefix="sudocube-") as path:
            yield SharedFolder(path)
        return
    work = SharedFolder(os.fspath(output)).child("work")
    yield work
    work.remove()


def _take_up(plan: AuditPlan) -> None:
    """Begin the work folder, or go on with it where it belongs to the same audit."""
    identity = plan.identity().encode()
    if plan.work.exists("plan.json") and plan.work.read("plan.json") == identity:
        return
    plan.work.remove()
    plan.work.write("plan.json", identity)
