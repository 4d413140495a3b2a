"""Rows of any data file, in batches of arrays."""

from __future__ import annotations

from collections.abc import Iterator

from sudocube.auditing.data_files import DataFile, FileKind
from sudocube.auditing.parquet_rows import read_parquet
from sudocube.auditing.row_batches import LostRows, RowBatch
from sudocube.auditing.text_rows import read_text
from sudocube.formats.text_input import fixed_geometry
from sudocube.geometry import Geometry

_READERS = {
    FileKind.TEXT: read_text,
    FileKind.TABLE: read_text,
    FileKind.PARQUET: read_parquet,
}


def read_rows(
    file: DataFile,
    *,
    first: int = 0,
    stop: int | None = None,
    geometry: Geometry | None = None,
    size: int | None = None,
) -> Iterator[RowBatch | LostRows]:
    """The rows of a file from row `first` to row `stop` (None: to its end), in order; rows count from 0.

    `geometry`, or `size` with boxes at least as wide as tall, fixes the shape of the puzzles. Rows that
    cannot be read come as LostRows, in their place, and whatever can be read after them follows. Raises
    PuzzleError at once for a size that does not exist or that contradicts the geometry.
    """
    fixed = fixed_geometry(geometry, size)
    if file.fault is not None:
        return iter([LostRows(first, None, file.fault)])
    return _READERS[file.kind](file, first, stop, fixed)
