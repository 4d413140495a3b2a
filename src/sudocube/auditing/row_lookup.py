"""Given rows of a file, one by one: for the examples that an audit shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from sudocube.auditing.data_files import DataFile
from sudocube.auditing.row_batches import LostRows, Malformed, RowBatch
from sudocube.auditing.row_reading import read_rows
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle


class SingleRow(NamedTuple):
    """One row of a file: its number from 0, and what it holds.

    `line` is the number of its text line, from 1, None in a file that is no text. `answer` is the stored
    text, None where the file has no answers; `rating` is None where there is none, `split` and `id` where the
    file has no such column.
    """

    row: int
    line: int | None
    puzzle: Puzzle | Malformed
    answer: str | None
    rating: float | None
    split: str | None
    id: str | None


def rows_at(
    file: DataFile, rows: Iterable[int], *, geometry: Geometry | None = None, size: int | None = None
) -> Iterator[SingleRow]:
    """These rows of a file, in the order of their numbers, without those that cannot be read.

    The row groups that hold them are read once; of other files, what comes before the last of them. Raises
    PuzzleError for a size that does not exist or that contradicts the geometry.
    """
    wanted = np.unique(np.fromiter(rows, np.int64))
    begins = 0
    for ends in [*np.cumsum(file.groups, dtype=np.int64).tolist(), None]:
        here = wanted[(wanted >= begins) & (wanted < (np.iinfo(np.int64).max if ends is None else ends))]
        begins = begins if ends is None else ends
        if not len(here):
            continue
        items = read_rows(file, first=int(here[0]), stop=int(here[-1]) + 1, geometry=geometry, size=size)
        for batch in items:
            if not isinstance(batch, LostRows):
                inside = here[(here >= batch.first) & (here < batch.first + len(batch))]
                yield from (single_row(batch, int(row) - batch.first) for row in inside)


def single_row(batch: RowBatch, place: int) -> SingleRow:
    """The row at a place in a batch."""
    puzzle = batch.others.get(place)
    rating = None if batch.ratings is None else float(batch.ratings[place])
    return SingleRow(
        batch.first + place,
        None if batch.lines is None else int(batch.lines[place]),
        Puzzle(batch.puzzles[place].tobytes().decode("ascii")) if puzzle is None else puzzle,
        batch.answer(place),
        None if rating is None or np.isnan(rating) else rating,
        None if batch.splits is None else batch.splits[place],
        None if batch.ids is None else batch.ids[place],
    )
