"""The first stage of an audit: a part of a file is read, its rows are examined, its segments are written.

A part can be done anywhere, and more than once: the files of its segments are the same each time.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TypeAlias

from sudocube.auditing.audit_plan import SEGMENT_ROWS, AuditPlan, Part
from sudocube.auditing.row_batches import LostRows, RowBatch
from sudocube.auditing.row_examination import ExaminedRows, ask_open, examine_rows
from sudocube.auditing.row_findings import RowFindings, findings_of
from sudocube.auditing.row_reading import read_rows
from sudocube.auditing.segment_writing import SegmentWriter, finished_segment
from sudocube.errors import SudocubeError, reason_of
from sudocube.kernel.threads import IsCancelled, OrderedPool

OnRows = Callable[[Part, int, int | None], object]
"""Called with a part, a number of its rows that are done, and how many bytes of its file were read."""

_Result: TypeAlias = RowFindings | ExaminedRows | LostRows


def examine_part(
    plan: AuditPlan, part: Part, *, threads: int | None = None, on_rows: OnRows | None = None
) -> int:
    """Examine the rows of a part, as far as its segments are not finished; returns how many rows it has.

    `threads` is the number of threads, None for one for each core. What cannot be read is noted in the
    segment; raises OSError where the work folder cannot be written.
    """
    first = part.first
    while (finished := finished_segment(plan, part, first)) is not None:
        if on_rows is not None:
            on_rows(part, finished["next"] - first, finished["position"])
        first = finished["next"]
        if finished["is_last"]:
            return int(first - part.first)
    threads = threads or os.cpu_count() or 1
    writer = SegmentWriter(plan, part, first)
    try:
        for result in _results(plan, part, first, threads):
            if writer.is_full:
                writer.finish(is_last=False)
                writer = SegmentWriter(plan, part, writer.next_row)
            if isinstance(result, LostRows):
                writer.add_lost(result)
            else:
                writer.add(result)
                if on_rows is not None:
                    on_rows(part, len(result.examined), result.examined.batch.position)
        writer.finish(is_last=True)
    except BaseException as error:
        writer.abandon(error)
        raise
    return writer.next_row - part.first


def _results(plan: AuditPlan, part: Part, first: int, threads: int) -> Iterator[RowFindings | LostRows]:
    """What the rows of a part add to the audit, from row `first` on, in order."""
    jobs = None if threads > 1 else 1

    def completed(
        results: Iterable[RowFindings | ExaminedRows | LostRows],
    ) -> Iterator[RowFindings | LostRows]:
        for result in results:
            if isinstance(result, ExaminedRows):
                examined = ask_open(result, timeout=plan.timeout, jobs=jobs)
                yield findings_of(examined, plan, part.file)
            else:
                yield result

    with OrderedPool[_Result](threads) as pool:
        for item in _read(plan, part, first):
            if isinstance(item, LostRows):
                pool.add_result(item)
            else:
                pool.submit(partial(_examined, plan, part.file, item))
            yield from completed(pool.ready_results())
        yield from completed(pool.remaining_results())


def _read(plan: AuditPlan, part: Part, first: int) -> Iterator[RowBatch | LostRows]:
    """The rows of a part from row `first` on, in batches none of which belongs to two segments."""
    begin, at = first, first
    file = plan.files[part.file]
    rows = read_rows(file, first=first, stop=part.stop, **plan.options)
    while True:
        try:
            item = next(rows, None)
        except (OSError, SudocubeError) as error:
            item = LostRows(at, None, reason_of(error))
            rows = iter(())
        if item is None:
            return
        if isinstance(item, LostRows):
            yield item
            at = max(at, item.first + (item.count or 0))
            continue
        at = item.first + len(item)
        while item.first + len(item) > begin + SEGMENT_ROWS:
            begin += SEGMENT_ROWS
            if begin > item.first:
                yield item.part(0, begin - item.first)
                item = item.part(begin - item.first, len(item))
        yield item


def _examined(
    plan: AuditPlan, file: int, batch: RowBatch, is_cancelled: IsCancelled
) -> RowFindings | ExaminedRows:
    """In a thread: what the rows add to the audit, or the examined rows where some of them are open."""
    examined = examine_rows(batch, is_cancelled)
    return examined if is_cancelled() or examined.open_places else findings_of(examined, plan, file)
