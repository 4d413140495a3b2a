"""Rows of any data file, in batches of arrays."""

from __future__ import annotations

from collections.abc import Iterator

from sudocube.auditing.arrow_rows import read_arrow
from sudocube.auditing.data_files import DataFile, FileKind
from sudocube.auditing.jsonl_rows import read_jsonl
from sudocube.auditing.npy_rows import read_npy
from sudocube.auditing.parquet_rows import read_parquet
from sudocube.auditing.puzzle_values import PuzzleShape
from sudocube.auditing.row_batches import LostRows, RowBatch, in_even_batches
from sudocube.auditing.text_rows import read_text
from sudocube.errors import InputError
from sudocube.formats.text_input import fixed_geometry
from sudocube.geometry import Geometry

_READERS = {
    FileKind.TEXT: read_text,
    FileKind.TABLE: read_text,
    FileKind.JSONL: read_jsonl,
    FileKind.PARQUET: read_parquet,
    FileKind.ARROW: read_arrow,
    FileKind.NPY: read_npy,
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
    shape = PuzzleShape(fixed_geometry(geometry, size), file.usual_size)
    if file.fault is not None:
        return iter([LostRows(first, None, file.fault)])
    return in_even_batches(_readable(file, first, stop, shape), first, stop)


def _readable(
    file: DataFile, first: int, stop: int | None, shape: PuzzleShape
) -> Iterator[RowBatch | LostRows]:
    """The rows as the reader of this kind of file gives them; a file that is no longer there is lost."""
    try:
        yield from _READERS[file.kind](file, first, stop, shape)
    except InputError as error:
        yield LostRows(first, None, error.reason)
