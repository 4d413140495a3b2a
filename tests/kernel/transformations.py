"""Arrays of 9×9 puzzles, transformed at random: digits renamed, lines moved, rows exchanged with columns."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Cells = NDArray[np.uint8]


def cells(*texts: str) -> Cells:
    """An array uint8 (n, 81) of digits from texts with `.` for a blank."""
    symbols = np.frombuffer("".join(texts).replace(".", "0").encode("ascii"), np.uint8)
    return (symbols - ord("0")).reshape(-1, 81)


def _orders(number: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """(number, 9): bands in any order, and in each band its lines."""
    bands = np.argsort(rng.random((number, 3, 1)), axis=1)
    lines = np.argsort(rng.random((number, 3, 3)), axis=2)
    return (3 * bands + lines).reshape(number, 9)


def transformed(puzzles: Cells, rng: np.random.Generator) -> Cells:
    """Each puzzle, transformed at random by any of the 1,218,998,108,160 transformations."""
    number = len(puzzles)
    grids = puzzles.reshape(number, 9, 9)
    grids = np.where(rng.random((number, 1, 1)) < 0.5, grids, grids.transpose(0, 2, 1))
    grids = np.take_along_axis(grids, _orders(number, rng)[:, :, None], axis=1)
    grids = np.take_along_axis(grids, _orders(number, rng)[:, None, :], axis=2)
    names = np.zeros((number, 10), np.uint8)
    names[:, 1:] = np.argsort(rng.random((number, 9)), axis=1) + 1
    return np.ascontiguousarray(np.take_along_axis(names, grids.reshape(number, 81).astype(np.int64), axis=1))


def with_clues(grids: Cells, numbers: NDArray[np.int64], rng: np.random.Generator) -> Cells:
    """Of each grid as many clues as `numbers` says, at random cells; the other cells are blank."""
    kept = np.argsort(np.argsort(rng.random(grids.shape), axis=1), axis=1) < numbers[:, None]
    return np.where(kept, grids, 0).astype(np.uint8)
