"""What is to be done in an audit, in parts that can be done anywhere, and the folder for the work.

A plan can be pickled: threads, processes and other machines get it with each part of the work. The work
folder holds what is done so far:

    plan.json                 what is audited; each audit has a work folder of its own
    segments/FILE-ROW.json    what was found in a segment, up to a million rows from that one on; written last
    keys/FILE-ROW             the keys of these rows, in order of their hash prefix
    ids/FILE-ROW              the hashes of their ids, where the file has any
    flaws/FILE-ROW            the rows of that segment that have flaws; only if they are asked for
    groups/FIRST-END.*        what a range of hash prefixes holds: duplicates, overlaps; made anew by each run

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
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from sudocube.auditing.folders import SharedFolder
from sudocube.errors import InputError
from sudocube.rows.batch import Role
from sudocube.rows.data_files import DataFile, FileKind
from sudocube.rows.source import is_url

SEGMENT_ROWS = 1 << 20
"""How many rows one segment holds, at most."""

DEFAULT_MEMORY = 2_000_000_000

_BYTES_OF_A_ROW = 100
"""About how many bytes a row of a text has."""

_PLAN = "plan.json"
_OF_AN_AUDIT = re.compile("audit-[0-9a-f]{16}")


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
        """Whether some file has a column with that role; for splits, its name may do."""
        return any(role in file.columns or (role is Role.SPLIT and file.split) for file in self.files)

    def parts(self, *, cut_texts: bool = False) -> list[Part]:
        """The work of the first stage: consecutive row groups of about a million rows, or a whole file.

        With `cut_texts`, a large text is several parts of a million rows each, as many as its size makes
        likely. The last one goes to the end of the file, and a part may turn out to have no rows.
        """
        found = []
        for number, file in enumerate(self.files):
            stops: list[int | None] = []
            begin = end = 0
            for rows in file.groups:
                if begin < end and end - begin + rows > SEGMENT_ROWS:
                    stops.append(begin := end)
                end += rows
            if cut_texts and file.kind in (FileKind.TEXT, FileKind.TABLE, FileKind.JSONL):
                likely = file.size // (_BYTES_OF_A_ROW * SEGMENT_ROWS)
                stops = [SEGMENT_ROWS * (1 + at) for at in range(likely)]
            stops.append(end if file.groups else None)
            found += [Part(number, first or 0, stop) for first, stop in zip([0, *stops], stops, strict=False)]
        return found

    def identity(self) -> str:
        """What a run must have in common with an earlier one to go on with its work."""
        files = [
            [file.path, file.kind, file.size, file.stamp, dict(file.columns), file.split]
            for file in self.files
        ]
        asked = [self.audited, self.timeout, self.lists_flaws, self.keeps_rows, self.repairs]
        options = {name: str(value) for name, value in self.options.items()}
        return json.dumps({"format": 3, "files": files, "asked": asked, "options": options}, sort_keys=True)


@contextmanager
def work_folder(plan: AuditPlan, output: SharedFolder | None) -> Iterator[AuditPlan]:
    """The plan with the folder for its work: in `output`, or a temporary one.

    In `output` it stays if the audit breaks off: what an earlier run of the same audit has finished is there.
    Raises InputError where another audit is writing to `output`, OSError where the folder cannot be made.
    """
    if output is None:
        with tempfile.TemporaryDirectory(prefix="sudocube-", ignore_cleanup_errors=True) as path:
            yield replace(plan, work=SharedFolder(path))
        return
    with _locked(output.url) as is_locked:
        identity = plan.identity().encode()
        own = f"audit-{sha256(identity).hexdigest()[:16]}"
        work = SharedFolder(output.path_of(f"work/{own}"))
        work.write(_PLAN, identity)
        yield replace(plan, work=work)
        others = output.names("work") if is_locked else []  # left by audits that were ended
        for name in {own, *others}:
            if _OF_AN_AUDIT.fullmatch(name) and output.exists(f"work/{name}/{_PLAN}"):
                output.remove(f"work/{name}")
        with suppress(OSError):  # it is none of this machine, or holds what belongs to the user
            Path(output.path_of("work")).rmdir()


@contextmanager
def _locked(folder: str) -> Iterator[bool]:
    """Make a folder and lock it; yields whether it is locked, which not every file system can do.

    Raises InputError where another process has the lock.
    """
    is_locked = not is_url(folder) and sys.platform != "win32"
    with ExitStack() as stack:
        if not is_url(folder):
            Path(folder).mkdir(parents=True, exist_ok=True)
        if is_locked:
            import fcntl

            try:
                lock = os.open(folder, os.O_RDONLY)
                stack.callback(os.close, lock)
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                reason = "another audit is writing to it; wait until that has ended, or name another folder"
                raise InputError(folder, reason) from None
            except OSError:  # it cannot be listed, or its file system has no locks
                is_locked = False
        yield is_locked
