"""Where the keys of each hash prefix stand in the files of all segments.

It is made once, when all segments are finished, so that a task of the second stage does not read all of them:
`index/segments.json` holds their names, their splits, and a hash of all that was found in them: their state;
`index/offsets` an int64 array (prefixes + 1, segments) of the first record of each prefix in each segment.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sudocube.auditing.audit_plan import PREFIXES, AuditPlan, PrefixRange
from sudocube.auditing.key_records import Fields, Records

_SEGMENTS, _OFFSETS = "index/segments.json", "index/offsets"

USUAL_RANGE, LARGEST_RANGE = 1 << 22, 1 << 28
"""How many bytes of records one task of the second stage takes, if the memory allows it.

They are so few that all threads have work, and that a task uses the memory of the one before it again; to get
it from the system takes longer than the work. Where there are many segments, it is more, up to LARGEST_RANGE.
"""

_READ_AT_ONCE = 1 << 18
"""So many bytes of each segment, on average, are read by one task, as far as LARGEST_RANGE allows it."""

_STATE_BYTES = 8

_TIMES_IN_MEMORY = 8
"""How many times the size of its records a task needs at most, to read, sort and compare them."""


def all_segments(plan: AuditPlan) -> Iterator[dict[str, Any]]:
    """What stands in the files of all segments, in the order of files and rows."""
    for content in _contents(plan):
        yield json.loads(content)


def _contents(plan: AuditPlan) -> Iterator[bytes]:
    """The files of all segments."""
    for name in plan.work.names("segments"):
        yield plan.work.read(f"segments/{name}")


def index_segments(plan: AuditPlan) -> None:
    """Make the index of all segments."""
    names: list[str] = []
    splits: list[list[str]] = []
    offsets = []
    state = blake2b(digest_size=_STATE_BYTES)
    for content in _contents(plan):
        state.update(content)
        segment = json.loads(content)
        names.append(segment["name"])
        splits.append(segment["splits"])
        offsets.append(np.array(segment["offsets"], np.int64))
    table = np.array(offsets, np.int64).reshape(-1, PREFIXES + 1)
    plan.work.write(_OFFSETS, np.ascontiguousarray(table.T).tobytes())
    said = {"names": names, "splits": splits, "state": state.hexdigest()}
    plan.work.write(_SEGMENTS, json.dumps(said).encode())


def prefix_ranges(plan: AuditPlan, tasks: int = 1) -> list[PrefixRange]:
    """All prefixes, in ranges that fit into memory when so many tasks are done at the same time."""
    table = np.frombuffer(plan.work.read(_OFFSETS), np.int64).reshape(PREFIXES + 1, -1)
    state = json.loads(plan.work.read(_SEGMENTS))["state"]
    ends = table.sum(axis=1) * Fields.of(plan).size
    usual = min(max(USUAL_RANGE, table.shape[1] * _READ_AT_ONCE), LARGEST_RANGE)
    most = min(usual, plan.memory // (_TIMES_IN_MEMORY * tasks))
    ranges: list[PrefixRange] = []
    first = 0
    while first < PREFIXES:
        end = int(np.searchsorted(ends, ends[first] + most, side="right")) - 1
        end = min(max(end, first + 1), PREFIXES)
        ranges.append(PrefixRange(first, end, state))
        first = end
    return ranges


def all_splits(plan: AuditPlan) -> list[str]:
    """The names of all splits, sorted: their indices are the numbers of the splits in `read_records`."""
    splits: list[list[str]] = json.loads(plan.work.read(_SEGMENTS))["splits"]
    return sorted({name for some in splits for name in some})


def read_records(plan: AuditPlan, prefixes: PrefixRange) -> Records:
    """The records of a range of prefixes, of all segments, in the order of the segments."""
    index = json.loads(plan.work.read(_SEGMENTS))
    fields, number = Fields.of(plan), len(index["names"])
    starts, ends = _row_of_offsets(plan, prefixes.first, number), _row_of_offsets(plan, prefixes.end, number)
    number_of = {name: at for at, name in enumerate(all_splits(plan))}
    records = np.empty((int((ends - starts).sum()), fields.number), np.uint64)
    filled = 0
    for name, splits, start, end in zip(index["names"], index["splits"], starts, ends, strict=True):
        if start == end:
            continue
        content = plan.work.read(f"keys/{name}.keys", int(start) * fields.size, int(end) * fields.size)
        some = records[filled : filled + int(end - start)]
        some[:] = fields.records(content)
        fields.renumber_splits(some, [number_of[one] for one in splits])
        filled += len(some)
    return records


def _row_of_offsets(plan: AuditPlan, prefix: int, segments: int) -> NDArray[np.int64]:
    width = 8 * segments
    return np.frombuffer(plan.work.read(_OFFSETS, prefix * width, (prefix + 1) * width), np.int64)
