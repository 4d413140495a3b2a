"""Makes tables of millions of puzzles and solutions, as published data sets have them, with a few flaws.

Grids are filled by the kernel from random diagonal boxes; clues are left out as long as the puzzle stays
unique; two to four clues are put back, which gives thousands of puzzles of each, mostly of different classes;
each is then moved and relabelled at random. About one row in a hundred is a copy of the one before, one is a
moved copy, one has lost a clue, and one has a wrong answer.
"""

from __future__ import annotations

from itertools import permutations, product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sudocube.kernel.batches import count_many, solve_many

Cells = NDArray[np.uint8]

FLAWED_SHARE = 0.01
"""The share of rows with each kind of flaw."""

_LINES = np.array(
    [
        [3 * band + line for band, lines in zip(bands, orders, strict=True) for line in lines]
        for bands in permutations(range(3))
        for orders in product(permutations(range(3)), repeat=3)
    ],
    np.uint8,
)
"""uint8 (1296, 9): all orders of nine lines that keep bands together."""


def filled_grids(number: int, rng: np.random.Generator) -> Cells:
    """Random valid grids: uint8 (number, 81), digits 1 to 9."""
    puzzles = np.zeros((number, 9, 9), np.uint8)
    for corner in (0, 3, 6):
        box = rng.permuted(np.tile(np.arange(1, 10, dtype=np.uint8), (number, 1)), axis=1)
        puzzles[:, corner : corner + 3, corner : corner + 3] = box.reshape(-1, 3, 3)
    return solve_many(puzzles).solutions[:, 0]


def minimal_puzzles(grids: Cells, rng: np.random.Generator) -> Cells:
    """A puzzle for each grid, of which no clue can be spared: uint8 (n, 81), 0 for a blank."""
    puzzles = grids.copy()
    order = rng.permuted(np.tile(np.arange(81), (len(grids), 1)), axis=1)
    every = np.arange(len(grids))
    for cells in order.T:
        tried = puzzles.copy()
        tried[every, cells] = 0
        is_unique = count_many(tried) == 1
        puzzles[is_unique] = tried[is_unique]
    return puzzles


class TableMaker:
    """Makes rows of puzzles and solutions, more and more of them; the same for the same seed."""

    def __init__(self, grids: int, seed: int = 1) -> None:
        """Make the puzzles that all others come from, one for each of so many grids."""
        self._rng = np.random.default_rng(seed)
        self._grids = filled_grids(grids, self._rng)
        self._minimal = minimal_puzzles(self._grids, self._rng)

    def rows(self, number: int) -> tuple[Cells, Cells]:
        """Puzzles and their stored answers: two arrays uint8 (number, 81), ASCII digits, 0 for a blank."""
        rng = self._rng
        base = rng.integers(len(self._grids), size=number)
        answers, puzzles = self._grids[base], self._minimal[base]
        chance = rng.random((number, 81), np.float32) + (puzzles > 0)
        put_back = np.argpartition(chance, 4, axis=1)[:, : rng.integers(2, 5)]
        np.put_along_axis(puzzles, put_back, np.take_along_axis(answers, put_back, axis=1), axis=1)
        copied, moved, blanked, wrong = (rng.random(number) < FLAWED_SHARE for _ in range(4))
        for kept in (copied, moved):
            kept[0] = False
            puzzles[kept], answers[kept] = (
                puzzles[np.flatnonzero(kept) - 1],
                answers[np.flatnonzero(kept) - 1],
            )
        puzzles, answers = self._moved(puzzles, answers)
        puzzles[copied], answers[copied] = (one[np.flatnonzero(copied) - 1] for one in (puzzles, answers))
        lost = np.flatnonzero(blanked)
        puzzles[lost, np.argmax(puzzles[lost] > 0, axis=1)] = 0
        answers[wrong] = answers[wrong][:, ::-1]
        return puzzles + np.uint8(ord("0")), answers + np.uint8(ord("0"))

    def _moved(self, puzzles: Cells, answers: Cells) -> tuple[Cells, Cells]:
        """Each puzzle and its answer moved in the same way, a random one."""
        rng, number = self._rng, len(puzzles)
        rows, columns = (_LINES[rng.integers(len(_LINES), size=number)] for _ in range(2))
        steps = np.array([[9, 1], [1, 9]], np.uint8)[rng.integers(2, size=number)]
        source = (rows * steps[:, :1])[:, :, None] + (columns * steps[:, 1:])[:, None, :]
        labels = np.zeros((number, 10), np.uint8)
        labels[:, 1:] = rng.permuted(np.tile(np.arange(1, 10, dtype=np.uint8), (number, 1)), axis=1)
        places = source.reshape(number, 81).astype(np.intp)
        moved = [np.take_along_axis(one, places, axis=1).astype(np.intp) for one in (puzzles, answers)]
        first, second = (np.take_along_axis(labels, one, axis=1) for one in moved)
        return first, second


def write_tables(folder: Path, rows: int, files: int, seed: int = 1) -> list[Path]:
    """Write that many rows in all to Parquet files with the columns `puzzle` and `solution`; their paths."""
    import pyarrow as pa
    from pyarrow import parquet

    maker, paths = TableMaker(min(rows, 50_000), seed), []
    for number in range(files):
        count = rows * (number + 1) // files - rows * number // files
        path = folder / f"part-{number:03}.parquet"
        with parquet.ParquetWriter(
            path, pa.schema([("puzzle", pa.string()), ("solution", pa.string())]), compression="zstd"
        ) as writer:
            for start in range(0, count, 50_000):
                columns = [_texts(cells) for cells in maker.rows(min(50_000, count - start))]
                writer.write_table(pa.table(columns, names=["puzzle", "solution"]))
        paths.append(path)
    return paths


def _texts(cells: Cells) -> object:
    """A column of texts of 81 symbols each, made without a copy."""
    import pyarrow as pa

    ends = pa.py_buffer(np.arange(0, 81 * len(cells) + 1, 81, dtype=np.int32))
    return pa.StringArray.from_buffers(len(cells), ends, pa.py_buffer(np.ascontiguousarray(cells)))
