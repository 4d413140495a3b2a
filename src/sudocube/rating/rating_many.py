"""`rate_many`: ratings of many puzzles, here or in workers, in the order of the puzzles."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass

from sudocube.arguments import check_limits, numbered
from sudocube.errors import UnsupportedError
from sudocube.processes import TaskFailure, map_in_order
from sudocube.puzzle import Puzzle
from sudocube.rating.puzzle_rating import DEEPEST, Rater, Rating, ratable, wanted_measures
from sudocube.rows import Entry
from sudocube.verdict import Verdict


def rate_many(
    puzzles: Iterable[Puzzle | str | Entry],
    *,
    timeout: float | None = None,
    verify: bool = False,
    max_depth: int = DEEPEST,
    only: Iterable[str] | None = None,
    jobs: int | None = None,
) -> Generator[Rating, None, None]:
    """Rate puzzle after puzzle, as `rate` does; the ratings come in order, while the rest is still read.

    Puzzles may be texts or what `sudocube.rows.read` yields. What is no puzzle has the verdict `invalid`,
    and pencilmarks and sizes above 16 have `unknown`, each with the reason. `timeout` is for each puzzle.
    `jobs` is how many processes share the work; with None, all cores join in after the first second.

    Raises at the call: TypeError for a single puzzle in place of several, UnknownNameError for a measure that
    does not exist, and ValueError for a timeout that is no number above 0, a `max_depth` that is no integer
    of at least 0, or fewer than one job. While ratings are read: TypeError for an item that is no puzzle in
    any form, and EngineError if worker processes cannot be started.

    >>> [rating.depth for rating in rate_many(["1... ..2. .3.. ...4", "11.. .... .... ...."])]
    [0, None]
    """
    check_limits(timeout=timeout, jobs=jobs)
    rater = Rater(timeout, verify, max_depth, wanted_measures(only))
    entries = (entry for (_, entry), _ in numbered(puzzles))
    return (rating for _, rating in rate_entries(entries, rater, jobs=jobs))


@dataclass(frozen=True, slots=True)
class RefusedRating(Rating):
    """The place of a puzzle of a kind that is not rated; `reason` says why."""


def rate_entries(
    entries: Iterable[Entry], rater: Rater, *, jobs: int | None = None
) -> Generator[tuple[Entry, Rating], None, None]:
    """Each entry with its rating, in order; for what cannot be rated, it is a RefusedRating.

    `jobs` is as in `rate_many`. Where a process ends at a puzzle, the verdict is `unknown`, with the reason.
    """
    for entry, found in map_in_order(EntryRater(rater), entries, jobs=jobs):
        if isinstance(found, TaskFailure):
            if isinstance(found.error, ImportError):
                raise found.error
            reason = f"the process that was at it: {found.reason}"
            found = Rating(entry.puzzle, Verdict.UNKNOWN, reason=reason, seconds=found.seconds)
        yield entry, found


@dataclass(frozen=True, slots=True)
class EntryRater:
    """Rates entries; workers get it."""

    rater: Rater

    def __call__(self, entry: Entry) -> Rating:
        """The rating of an entry."""
        if entry.puzzle is None:
            return RefusedRating(None, Verdict.INVALID, reason=str(entry.error))
        try:
            return self.rater.rating(ratable(entry.puzzle))
        except UnsupportedError as error:
            return RefusedRating(entry.puzzle, Verdict.UNKNOWN, reason=str(error))
