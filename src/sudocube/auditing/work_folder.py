"""Where the work of an audit is kept, and who may write there.

In the output folder, the work stands in `work/audit-HASH`; the hash is that of the plan's identity, so that
each audit has a folder of its own. Nothing is removed but such folders. A lock on the output folder keeps a
second audit out. The system takes the lock away when the process ends, in whatever way; so nothing is left
that could hold up the next run. URLs and some file systems of networks have no locks.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from sudocube.auditing.audit_plan import AuditPlan
from sudocube.auditing.file_opening import same_path
from sudocube.auditing.shared_folder import SharedFolder
from sudocube.errors import InputError

_WORK, _PLAN = "work", "plan.json"

_OF_AN_AUDIT = re.compile("audit-[0-9a-f]{16}")

_WRITTEN = re.compile(rf"(flaws\.(parquet|csv)|summary\.json|{_WORK}/{_OF_AN_AUDIT.pattern}/.*)")
"""The data files among those that an audit writes to the output folder."""


def is_written_to(output: str, path: str) -> bool:
    """Whether a path, in the form of `same_path`, is that of a file that an audit writes to a folder.

    >>> from sudocube.auditing.file_opening import same_path
    >>> is_written_to("data", same_path("data/summary.json")), is_written_to("data", same_path("data/a.json"))
    (True, False)
    """
    folder = same_path(f"{output.rstrip('/')}/x").removesuffix("x")
    return (
        path.startswith(folder)
        and _WRITTEN.fullmatch(path.removeprefix(folder).replace(os.sep, "/")) is not None
    )


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
        if is_locked:
            for other in _left_by_others(Path(folder.url, _WORK)):
                SharedFolder(str(other)).remove()
        if folder.is_local:
            with suppress(OSError):  # it holds what belongs to the user
                Path(folder.url, _WORK).rmdir()


def _left_by_others(folder: Path) -> list[Path]:
    """The work folders of other audits that were ended."""
    return [
        path
        for path in folder.glob("audit-*")
        if _OF_AN_AUDIT.fullmatch(path.name) and (path / _PLAN).exists()
    ]


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
