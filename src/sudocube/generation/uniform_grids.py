"""Valid grids drawn with the same probability each: exactly, not nearly.

All grids are numbered without gaps (`grid_ranks` for 9×9, `small_grid_lists` for 4×4 and 6×6), and a random
number below their count is drawn. Nothing is tried and thrown away, no bound has to be known, and no solver
takes part.
"""

from __future__ import annotations

import numpy as np

from sudocube.errors import UnsupportedError
from sudocube.generation.digit_splits import Array
from sudocube.generation.grid_ranks import HEADS, TAILS, grids_of_ranks
from sudocube.generation.random_streams import RandomStreams
from sudocube.generation.small_grid_lists import SIZES_LISTED, listed_grid_count, listed_grids
from sudocube.geometry import Geometry


def uniform_grid_batch(streams: RandomStreams, geometry: Geometry | None = None) -> Array:
    """A valid grid for each stream, each grid with the same probability: uint8 (n, cells).

    Digits are 1 to the size. `geometry` is 9×9 unless told otherwise. Raises UnsupportedError for sizes
    other than 4, 6 and 9.
    """
    if geometry is None or geometry.size == 9:
        heads, tails = streams.below(np.array([HEADS, TAILS])).T
        return grids_of_ranks(heads, tails)
    if geometry.size not in SIZES_LISTED:
        raise UnsupportedError(f"uniform grids are made for 4×4, 6×6 and 9×9, not for {geometry}")
    return listed_grids(geometry, streams.below(np.array([listed_grid_count(geometry)]))[:, 0])
