"""Lists of 9×9 puzzles, a batch at a time: of each, whether naked and hidden singles solve it.

Each batch is checked by the kernel, so that it is known which puzzles have one solution, and closed at once.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from sudocube.checking import Checked
from sudocube.checking.dispatch import check_inputs
from sudocube.formats import Entry, PuzzleInput, Style
from sudocube.rating.assumption_depth import depths_of
from sudocube.rating.puzzle_rating import Rater, Rating
from sudocube.rating.rating_many import EntryRater
from sudocube.rating.singles_closure import KERNEL_GEOMETRY
from sudocube.verdict import Verdict

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sudocube.checking.bulk import CheckedBatch

SINGLES_ONLY = Rater(max_depth=0, measures=("depth",))
"""What is rated here: whether the depth is 0."""

NOT_UNIQUE = -1
"""Stands in place of the depth of a puzzle that does not have one solution."""


@dataclass(frozen=True, slots=True, eq=False)
class DepthBatch:
    """The verdicts on n puzzles, and `depths`, int8 (n,): 0, 1 for "1 or more", or NOT_UNIQUE."""

    checked: CheckedBatch
    depths: NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.depths)

    def rating(self, place: int) -> Rating:
        """The rating of the puzzle at a place in the batch, as `rate` would give it."""
        return _rated(self.checked.checked(place), int(self.depths[place]))


def singles_of_inputs(
    inputs: Iterable[PuzzleInput], *, timeout: float | None = None, jobs: int | None = None
) -> Generator[tuple[Checked, Rating] | DepthBatch, None, None]:
    """Whether singles solve the puzzles of all inputs, in order; lists of 9×9 a batch at a time.

    Raises ValueError for a timeout that is no number above 0, or fewer than one job, and InputError if an
    input cannot be read to its end.
    """
    with closing(check_inputs(inputs, engine=None, timeout=timeout, jobs=jobs)) as results:
        for result in results:
            if isinstance(result, Checked):
                entry = Entry(result.source, result.puzzle, result.error, Style())
                yield result, EntryRater(replace(SINGLES_ONLY, timeout=timeout))(entry)
            else:
                yield _batch_with_depths(result)


def _batch_with_depths(checked: CheckedBatch) -> DepthBatch:
    """The batch with its depths: the puzzles with one solution are closed together."""
    is_unique = checked.counts == 1
    for place, other in checked.others.items():
        is_unique[place] = other.verdict is Verdict.UNIQUE
    depths = np.full(len(checked), NOT_UNIQUE, np.int8)
    symbols = checked.text.puzzles[is_unique]
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
