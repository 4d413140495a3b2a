"""Many puzzles diagnosed one after the other, here or in workers."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass

from sudocube.errors import PuzzleError, UnsupportedError
from sudocube.processes import TaskFailure, map_in_order
from sudocube.puzzle import Puzzle
from sudocube.rows import Entry
from sudocube.verdict import Verdict
from sudocube.verdicts.diagnosing import COUNTED_AT_MOST, DEFAULT_TIMEOUT, diagnose
from sudocube.verdicts.results import Diagnosis


@dataclass(frozen=True, slots=True)
class DiagnosisOptions:
    """What `diagnose` is asked for, the same for all puzzles; its parameters say what each means."""

    smallest: bool = False
    repair: bool = False
    solution: str | None = None
    limit: int = COUNTED_AT_MOST
    timeout: float | None = DEFAULT_TIMEOUT

    def __call__(self, entry: Entry) -> Diagnosis | None:
        """The diagnosis of an entry; None if it is no puzzle.

        Of a puzzle that does not have that solution, and of pencilmarks, it is a RefusedDiagnosis.
        """
        if entry.puzzle is None:
            return None
        try:
            return diagnose(
                entry.puzzle,
                smallest=self.smallest,
                repair=self.repair,
                solution=self.solution,
                limit=self.limit,
                timeout=self.timeout,
            )
        except (PuzzleError, UnsupportedError) as error:
            return RefusedDiagnosis(entry.puzzle, Verdict.UNKNOWN, None, (), 0.0, reason=str(error))


class RefusedDiagnosis(Diagnosis):
    """The place of a puzzle that cannot be diagnosed as it was asked for; `reason` says why."""

    __slots__ = ()


def diagnose_entries(
    entries: Iterable[Entry], options: DiagnosisOptions, *, jobs: int | None = None
) -> Generator[tuple[Entry, Diagnosis | None], None, None]:
    """Each entry with its diagnosis, in order; None for one that is no puzzle.

    `jobs` is how many processes share the work; by default all cores join in after the first second. Where a
    process ends at a puzzle, its verdict is `unknown`, with the reason.
    """
    for entry, found in map_in_order(options, entries, jobs=jobs):
        if isinstance(found, TaskFailure):
            found = _lost(entry.puzzle, found)
        yield entry, found


def _lost(puzzle: Puzzle | None, failure: TaskFailure) -> Diagnosis:
    assert puzzle is not None  # nothing is done for what is no puzzle
    reason = f"the process that was at it: {failure.reason}"
    return Diagnosis(puzzle, Verdict.UNKNOWN, None, (), failure.seconds, reason=reason)
