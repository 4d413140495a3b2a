"""Who does the work of an audit, and how far it has come."""

from __future__ import annotations

import os
from collections.abc import Sequence
from enum import StrEnum
from functools import partial
from itertools import accumulate, pairwise
from typing import Protocol
from urllib.parse import SplitResult, urlsplit

from sudocube.auditing.audit_plan import PREFIXES, AuditPlan, Part, PrefixRange
from sudocube.auditing.class_comparing import compare_prefixes
from sudocube.auditing.segment_examining import examine_part
from sudocube.clock import ProgressCallback
from sudocube.kernel.threads import IsCancelled, OrderedPool


class AuditStage(StrEnum):
    """What an audit does, one after the other; it says so where it does not count rows."""

    EXAMINE = "examining rows"
    COMPARE = "comparing rows"
    EXAMPLES = "reading examples again"
    FLAWS = "writing the flaws"
    CLEAN = "writing the sound rows"


_WEIGHTS = {
    AuditStage.EXAMINE: 1.0,
    AuditStage.COMPARE: 0.06,
    AuditStage.EXAMPLES: 0.01,
    AuditStage.FLAWS: 0.04,
    AuditStage.CLEAN: 0.06,
}
"""How long the stages take of usual data sets, as multiples of the first one."""


class AuditProgress:
    """How far an audit has come: the share of the bytes of all files, of all hash prefixes, and so on."""

    def __init__(self, plan: AuditPlan, on_progress: ProgressCallback | None) -> None:
        self._files, self._on_progress = plan.files, on_progress
        is_left_out = {AuditStage.CLEAN: not plan.keeps_rows, AuditStage.FLAWS: not plan.lists_flaws}
        weights = [0.0 if is_left_out.get(stage) else _WEIGHTS[stage] for stage in AuditStage]
        bounds = [bound / sum(weights) for bound in accumulate(weights, initial=0.0)]
        self._shares = dict(zip(AuditStage, pairwise(bounds), strict=True))
        self._bytes = [0.0] * len(plan.files)
        self._rows = self._prefixes = 0
        self._all_bytes = max(1, sum(file.size for file in plan.files))

    def add_rows(self, part: Part, rows: int, position: int | None) -> None:
        """So many more rows of a part are done, and its file was read up to a position if that is known."""
        file = self._files[part.file]
        self._rows += rows
        if position is not None:
            self._bytes[part.file] = max(self._bytes[part.file], min(position, file.size))
        elif file.groups:
            self._bytes[part.file] += file.size * rows / max(1, sum(file.groups))
        share = sum(self._bytes) / self._all_bytes
        self.reached(AuditStage.EXAMINE, share, doing=f"{self._rows:,} rows")

    def add_prefixes(self, prefixes: PrefixRange) -> None:
        """A range of prefixes is compared."""
        self._prefixes += prefixes.end - prefixes.first
        self.reached(AuditStage.COMPARE, self._prefixes / PREFIXES)

    def reached(self, stage: AuditStage, share: float = 0.0, *, doing: str = "") -> None:
        """Tell that a share of a stage is done, from 0 to 1."""
        begin, end = self._shares[stage]
        if self._on_progress is not None:
            self._on_progress(doing or stage, begin + (end - begin) * min(share, 1.0))

    def finish(self) -> None:
        """Tell that all of it is done."""
        if self._on_progress is not None:
            self._on_progress("all is done", 1.0)


def address_parts(scheduler: str) -> SplitResult:
    """The parts of the address of a scheduler; raises ValueError where it names no host and port.

    >>> address_parts("10.0.0.1:8786").port
    8786
    """
    parts = urlsplit(scheduler if "://" in scheduler else f"tcp://{scheduler}")
    if not parts.hostname or not parts.port:
        raise ValueError(
            f"{scheduler} is no address of a scheduler: expected one such as tcp://10.0.0.1:8786"
        )
    return parts


class AuditWorkers(Protocol):
    """Does the tasks of an audit, in any order, each of them at least once."""

    at_once: int
    """How many tasks of the second stage share the memory of one machine."""

    def examine(self, plan: AuditPlan, parts: Sequence[Part], progress: AuditProgress) -> None:
        """The first stage: `examine_part` for each part."""

    def compare(self, plan: AuditPlan, ranges: Sequence[PrefixRange], progress: AuditProgress) -> None:
        """The second stage: `compare_prefixes` for each range."""


class LocalWorkers:
    """Threads of this process; the kernel, NumPy and PyArrow release the interpreter lock."""

    def __init__(self, threads: int | None = None) -> None:
        self.at_once = threads or os.cpu_count() or 1

    def examine(self, plan: AuditPlan, parts: Sequence[Part], progress: AuditProgress) -> None:
        """Part after part; the batches of each are divided among the threads."""
        for part in parts:
            examine_part(plan, part, threads=self.at_once, on_rows=progress.add_rows)

    def compare(self, plan: AuditPlan, ranges: Sequence[PrefixRange], progress: AuditProgress) -> None:
        """Each thread takes a range."""

        def compared(prefixes: PrefixRange, is_cancelled: IsCancelled) -> PrefixRange:
            compare_prefixes(plan, prefixes, is_cancelled)
            return prefixes

        with OrderedPool[PrefixRange](self.at_once) as pool:
            for prefixes in ranges:
                pool.submit(partial(compared, prefixes))
                for done in pool.ready_results():
                    progress.add_prefixes(done)
            for done in pool.remaining_results():
                progress.add_prefixes(done)
