"""What is to be done in an audit: the files, the options, and the work in parts that can be done anywhere.

A plan can be pickled: threads, processes and other machines get it with each part of the work. The work
folder holds what is done so far:

    plan.json                 what is audited; each audit has a work folder of its own
    segments/FILE-ROW.json    what was found in a segment, up to a million rows from that one on; written last
    keys/FILE-ROW.keys        the keys of these rows, in order of their hash prefix
    flaws/FILE-ROW.*          the rows of that segment that have flaws; only if they are asked for
    index/*                   where the keys of each prefix stand, made when all segments are there
    groups/FIRST-END-STATE.*  what a range of hash prefixes holds: duplicates, overlaps
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sudocube.auditing.data_files import DataFile
from sudocube.auditing.flaw_table import table_suffix
from sudocube.auditing.shared_folder import SharedFolder

SEGMENT_ROWS = 1 << 20
"""How many rows one segment holds, at most."""

PREFIX_BITS = 12
PREFIXES = 1 << PREFIX_BITS
"""Keys are sorted by their first bits, so that any range of prefixes can be read alone."""

DEFAULT_MEMORY = 2_000_000_000


@dataclass(frozen=True, slots=True)
class Part:
    """What one task reads: the rows of a file from `first` to before `stop`; None for all that follow."""

    file: int
    first: int = 0
    stop: int | None = None

    def segment(self, row: int) -> str:
        """The name of the segment that begins with a row.

        >>> Part(2).segment(1048576)
        '000002-000001048576'
        """
        return f"{self.file:06}-{row:012}"


@dataclass(frozen=True, slots=True)
class PrefixRange:
    """The keys with hash prefixes from `first` to before `end`: one task of the second stage.

    `state` tells which segments the keys are from, and what was found in them.
    """

    first: int
    end: int
    state: str

    @property
    def name(self) -> str:
        """The name of its files: it is another one when a segment has changed.

        >>> PrefixRange(0, 512, "5d8d05fa").name
        '0000-0512-5d8d05fa'
        """
        return f"{self.first:04}-{self.end:04}-{self.state}"


@dataclass(frozen=True, slots=True)
class AuditPlan:
    """The files of an audit and its options; first the `audited` files, then those to compare them with.

    `work` is the folder for what is done, which `work_folder` gives it.
    `timeout` is in seconds, for a puzzle that the kernel does not decide; `memory` is in bytes. With
    `lists_flaws` there is a table with a row for each flaw, with `keeps_rows` the rows that are to be kept.
    """

    files: tuple[DataFile, ...]
    audited: int
    work: SharedFolder = field(default_factory=partial(SharedFolder, ""))
    timeout: float | None = None
    memory: int = DEFAULT_MEMORY
    lists_flaws: bool = False
    keeps_rows: bool = False
    options: dict[str, Any] = field(default_factory=dict)
    """What else the readers of rows need."""

    def is_audited(self, file: int) -> bool:
        """Whether a file is audited, not only compared with."""
        return file < self.audited

    def parts(self) -> Iterator[Part]:
        """The work of the first stage: consecutive row groups of about a million rows, or a whole file."""
        for number, file in enumerate(self.files):
            if not file.groups:
                yield Part(number)
                continue
            first = end = 0
            for rows in file.groups:
                if end > first and end + rows - first > SEGMENT_ROWS:
                    yield Part(number, first, end)
                    first = end
                end += rows
            yield Part(number, first, end)

    def identity(self) -> str:
        """What a run must have in common with an earlier one to go on with its work."""
        files = [
            [file.path, file.kind, file.size, file.stamp, dict(file.columns), file.split]
            for file in self.files
        ]
        said = {
            "format": 1,
            "files": files,
            "audited": self.audited,
            "timeout": self.timeout,
            "lists_flaws": self.lists_flaws and table_suffix(),
            "keeps_rows": self.keeps_rows,
            "options": {name: str(value) for name, value in self.options.items()},
        }
        return json.dumps(said, sort_keys=True, indent=1)
