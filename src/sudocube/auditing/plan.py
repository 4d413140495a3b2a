"""What is to be done in an audit, in parts that can be done anywhere, and the folder for the work.

A plan can be pickled: threads, processes and other machines get it with each part of the work. The work
folder holds what is done so far:

    plan.json                 what is audited; each audit has a work folder of its own
    segments/FILE-ROW.json    what was found in a segment, up to a million rows from that one on; written last
    keys/FILE-ROW.keys        the keys of these rows, in order of their hash prefix
    ids/FILE-ROW.ids          the hashes of their ids, where the file has any
    flaws/FILE-ROW.parquet    the rows of that segment that have flaws; only if they are asked for
    index/*                   where the keys of each prefix stand, made when all segments are there
    groups/FIRST-END-STATE.*  what a range of hash prefixes holds: duplicates, overlaps

In the output folder, the work stands in `work/audit-HASH`; the hash is that of the plan's identity. Nothing
is removed but such folders. A lock on the output folder keeps a second audit out. The system takes the lock
away when the process ends, in whatever way. URLs and some file systems of networks have no locks.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from sudocube.auditing.store import SharedFolder
from sudocube.errors import InputError
from sudocube.rows.batch import Role
from sudocube.rows.data_files import DataFile, FileKind
from sudocube.rows.source import same_path

SEGMENT_ROWS = 1 << 20
"""How many rows one segment holds, at most."""

DEFAULT_MEMORY = 2_000_000_000

_BYTES_OF_A_ROW = 100
"""About how many bytes a row of a text has."""

_WORK, _PLAN = "work", "plan.json"
_OF_AN_AUDIT = re.compile("audit-[0-9a-f]{16}")
_WRITTEN = re.compile(rf"(flaws\.parquet|summary\.json|{_WORK}/{_OF_AN_AUDIT.pattern}/.*)")
"""The data files among those that an audit writes to the output folder."""


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

    `work` is the folder for what is done, which `work_folder` gives it. `timeout` is in seconds, for a puzzle
    that the kernel does not decide; `memory` is in bytes. With `lists_flaws` there is a table with a row for
    each flaw, with `keeps_rows` the rows for a clean file, with `repairs` those for a repaired set. `options`
    is what else the readers of rows need.
    """

    files: tuple[DataFile, ...]
    audited: int
    work: SharedFolder = field(default_factory=partial(SharedFolder, ""))
    timeout: float | None = None
    memory: int = DEFAULT_MEMORY
    lists_flaws: bool = False
    keeps_rows: bool = False
    repairs: bool = False
    options: dict[str, Any] = field(default_factory=dict)

    def is_audited(self, file: int) -> bool:
        """Whether a file is audited, not only compared with."""
        return file < self.audited

    def has(self, role: Role) -> bool:
        """Whether some file has a column with that role."""
        return any(role in file.columns for file in self.files)

    def parts(self, *, cut_texts: bool = False) -> list[Part]:
        """The work of the first stage: consecutive row groups of about a million rows, or a whole file.

        With `cut_texts`, a large text is several parts of a million rows each, as many as its size makes
        likely. The last one goes to the end of the file, and a part may turn out to have no rows.
        """
        found = []
        for number, file in enumerate(self.files):
            ends: list[int] = []
            end = 0
            for rows in file.groups:
                if end - (ends[-1] if ends else 0) + rows > SEGMENT_ROWS and end > (ends[-1] if ends else 0):
                    ends.append(end)
                end += rows
            if cut_texts and file.kind in (FileKind.TEXT, FileKind.TABLE, FileKind.JSONL):
                likely = file.size // (_BYTES_OF_A_ROW * SEGMENT_ROWS)
                ends = [SEGMENT_ROWS * (1 + at) for at in range(likely)]
            stops = [*ends, end if file.groups else None]
            found += [Part(number, *one) for one in zip([0, *ends], stops, strict=True)]
        return found

    def identity(self) -> str:
        """What a run must have in common with an earlier one to go on with its work."""
        files = [
            [file.path, file.kind, file.size, file.stamp, dict(file.columns), file.split]
            for file in self.files
        ]
        said = {
            "format": 2,
            "files": files,
            "audited": self.audited,
            "timeout": self.timeout,
            "lists_flaws": self.lists_flaws,
            "keeps_rows": self.keeps_rows,
            "repairs": self.repairs,
            "options": {name: str(value) for name, value in self.options.items()},
        }
        return json.dumps(said, sort_keys=True, indent=1)


def is_written_to(output: str, path: str) -> bool:
    """Whether a path, in the form of `same_path`, is that of a file that an audit writes to a folder.

    >>> is_written_to("data", same_path("data/summary.json")), is_written_to("data", same_path("data/a.json"))
    (True, False)
    """
    folder = same_path(f"{output.rstrip('/')}/x").removesuffix("x")
    inner = path.removeprefix(folder).replace(os.sep, "/")
    return path.startswith(folder) and _WRITTEN.fullmatch(inner) is not None


@contextmanager
def work_folder(plan: AuditPlan, output: str | None) -> Iterator[AuditPlan]:
    """The plan with the folder for its work: in `output`, or a temporary one.

    In `output` it stays if the audit breaks off: what an earlier run of the same audit has finished is there.
    Raises InputError where another audit is writing to `output`, OSError where the folder cannot be made.
    """
    if output is None:
        with tempfile.TemporaryDirectory(prefix="sudocube-", ignore_cleanup_errors=True) as path:
            yield replace(plan, work=SharedFolder(path))
        return
    folder = SharedFolder(output)
    with _locked(folder) as is_locked:
        identity = plan.identity().encode()
        work = folder.child(f"{_WORK}/audit-{sha256(identity).hexdigest()[:16]}")
        if not work.exists(_PLAN):
            work.write(_PLAN, identity)
        yield replace(plan, work=work)
        work.remove()
        place = Path(folder.url, _WORK)
        for other in place.glob("audit-*") if is_locked else ():  # left by audits that were ended
            if _OF_AN_AUDIT.fullmatch(other.name) and (other / _PLAN).exists():
                SharedFolder(str(other)).remove()
        if folder.is_local:
            with suppress(OSError):  # it holds what belongs to the user
                place.rmdir()


@contextmanager
def _locked(folder: SharedFolder) -> Iterator[bool]:
    """Make the folder and lock it; yields whether it is locked, which not every file system can do.

    Raises InputError where another process has the lock.
    """
    if folder.is_local:
        Path(folder.url).mkdir(parents=True, exist_ok=True)
    if not folder.is_local or sys.platform == "win32":
        yield False
        return
    import fcntl

    try:
        lock = os.open(folder.url, os.O_RDONLY)
    except OSError:  # a folder that can be written to, but not be listed
        yield False
        return
    try:
        is_locked = True
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            reason = "another audit is writing to it; wait until that has ended, or name another folder"
            raise InputError(folder.url, reason) from None
        except OSError:
            is_locked = False
        yield is_locked
    finally:
        os.close(lock)
