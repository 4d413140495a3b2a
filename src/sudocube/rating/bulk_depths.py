"""Rows of 9×9 puzzles, a batch at a time: of each, whether naked and hidden singles solve it.

Each batch is checked by the kernel, so that it is known which puzzles have one solution, and closed at once.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from sudocube.rating.assumption_depth import depths_of
from sudocube.rating.puzzle_rating import Rater, Rating
from sudocube.rating.rating_many import EntryRater
from sudocube.rating.singles_closure import KERNEL_GEOMETRY
from sudocube.rows.batch import Rows
from sudocube.rows.entry import InputPause
from sudocube.verdicts.batches import CheckedRows, VerdictCode, check_rows
from sudocube.verdicts.checking import Checked

if TYPE_CHECKING:
    from numpy.typing import NDArray

SINGLES_ONLY = Rater(max_depth=0, measures=("depth",))
"""What is rated here: whether the depth is 0."""

NOT_UNIQUE = -1
"""Stands in place of the depth of a puzzle that does not have one solution."""


@dataclass(frozen=True, slots=True, eq=False)
class DepthBatch:
    """The verdicts on n puzzles, and `depths`, int8 (n,): 0, 1 for "1 or more", or NOT_UNIQUE."""

    checked: CheckedRows
    depths: NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.depths)

    def rating(self, place: int) -> Rating:
        """The rating of the puzzle at a place in the batch, as `rate` would give it."""
        return _rated(self.checked.checked(place), int(self.depths[place]))


def singles_of_rows(
    batches: Iterable[Rows | InputPause], *, timeout: float | None = None, jobs: int | None = None
) -> Generator[tuple[Checked, Rating] | DepthBatch, None, None]:
    """Whether singles solve the puzzles of all rows, in order, a batch at a time.

    Raises ValueError for a timeout that is no number above 0, or fewer than one job, and whatever `batches`
    raises.
    """
    with closing(check_rows(batches, engine=None, timeout=timeout, jobs=jobs)) as results:
        for result in results:
            start = 0
            for place in sorted(result.rows.odd):
                if start < place:
                    yield _batch_with_depths(result.part(start, place))
                checked = result.checked(place)
                yield checked, _rated_alone(checked, timeout)
                start = place + 1
            if start < len(result):
                yield _batch_with_depths(result.part(start, len(result)))


def _rated_alone(checked: Checked, timeout: float | None) -> Rating:
    """The rating of one row that is no ordinary 9×9 puzzle."""
    assert checked.entry is not None  # it comes from an input
    return EntryRater(replace(SINGLES_ONLY, timeout=timeout))(checked.entry)


def _batch_with_depths(checked: CheckedRows) -> DepthBatch:
    """The batch with its depths: the puzzles with one solution are closed together."""
    is_unique = checked.verdict_codes == VerdictCode.UNIQUE
    depths = np.full(len(checked), NOT_UNIQUE, np.int8)
    symbols = checked.rows.puzzles[is_unique]
    is_digit = (symbols >= ord("1")) & (symbols <= ord("9"))
    cells = np.where(is_digit, symbols - ord("0"), 0).astype(np.uint8)
    depths[is_unique] = depths_of(cells, KERNEL_GEOMETRY, most=0)
    return DepthBatch(checked, depths)


def _rated(checked: Checked, depth: int) -> Rating:
    found = Rating(checked.puzzle, checked.verdict, reason=checked.reason, seconds=checked.seconds)
    if depth == NOT_UNIQUE:
        return found
    return replace(
        found,
        solution=checked.solutions[0],
        depth=0 if depth == 0 else None,
        depth_at_least=depth,
    )
