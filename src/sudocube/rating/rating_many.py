"""`rate_many`: ratings of many puzzles, here or in workers, in the order of the puzzles.

`rate_singles` only says of each whether naked and hidden singles solve it. Batches of 9×9 puzzles are checked
by the kernel, so that it is known which have one solution, and closed at once.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import closing
from dataclasses import dataclass, replace

import numpy as np

from sudocube.arguments import check_limits, numbered
from sudocube.errors import UnsupportedError
from sudocube.processes import TaskFailure, map_in_order
from sudocube.puzzle import Puzzle
from sudocube.rating.assumption_depth import depths_of
from sudocube.rating.puzzle_rating import DEEPEST, Rater, Rating, ratable, wanted_measures
from sudocube.rating.singles_closure import KERNEL_GEOMETRY
from sudocube.rows import Entry
from sudocube.rows.batch import Rows
from sudocube.rows.entry import InputPause
from sudocube.verdict import Verdict
from sudocube.verdicts.batches import CheckedRows, VerdictCode, check_rows


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


SINGLES_ONLY = Rater(max_depth=0, measures=("depth",))
"""What `rate_singles` asks: whether the depth is 0."""


def rate_singles(
    batches: Iterable[Rows | InputPause], *, timeout: float | None = None, jobs: int | None = None
) -> Generator[list[tuple[Entry, Rating]], None, None]:
    """Each entry of all rows with its rating as SINGLES_ONLY has it, in order, a batch at a time.

    Raises ValueError for a timeout that is no number above 0, or fewer than one job, and whatever `batches`
    raises.
    """
    alone = EntryRater(replace(SINGLES_ONLY, timeout=timeout))
    with closing(check_rows(batches, engine=None, timeout=timeout, jobs=jobs)) as results:
        for result in results:
            depths, rated = _depths(result), list[tuple[Entry, Rating]]()
            for place, checked in enumerate(result.all_checked()):
                assert checked.entry is not None  # it comes from an input
                found = Rating(checked.puzzle, checked.verdict, reason=checked.reason)
                if place in result.rows.odd:
                    found = alone(checked.entry)
                elif (depth := depths.get(place)) is not None:
                    found = replace(found, depth=None if depth else 0, depth_at_least=depth)
                rated.append((checked.entry, found))
            yield rated


def _depths(result: CheckedRows) -> dict[int, int]:
    """By place, 0 or 1 ("or more") for each ordinary puzzle with one solution: they are closed together."""
    is_wanted = result.verdict_codes == VerdictCode.UNIQUE
    is_wanted[list(result.rows.odd)] = False
    symbols = result.rows.puzzles[is_wanted]
    is_digit = (symbols >= ord("1")) & (symbols <= ord("9"))
    cells = np.where(is_digit, symbols - ord("0"), 0).astype(np.uint8)
    depths = depths_of(cells, KERNEL_GEOMETRY, most=0).tolist()
    return dict(zip(is_wanted.nonzero()[0].tolist(), depths, strict=True))
