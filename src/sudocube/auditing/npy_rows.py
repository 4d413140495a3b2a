"""Rows of arrays of NumPy (.npy): cells as numbers, shape (n, 81) or (n, 9, 9), or texts, shape (n,).

The file is read a batch at a time, whatever its order: of an array in Fortran order, a piece of each column.
"""

from __future__ import annotations

import ast
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from sudocube.auditing.cell_columns import CellColumn
from sudocube.auditing.data_files import DataFile
from sudocube.auditing.file_opening import opened_to_seek, reading_errors, why
from sudocube.auditing.puzzle_values import PuzzleShape
from sudocube.auditing.row_batches import MOST_ROWS, LostRows, RowBatch
from sudocube.auditing.row_sets import RowSet
from sudocube.errors import InputError
from sudocube.formats.plain_lines import CELLS
from sudocube.geometry import SIZES

_SHAPES = {shape for size in SIZES for shape in ((size * size,), (size, size))}

_LONGEST_HEADER = 1 << 20


@dataclass(frozen=True, slots=True)
class ArrayFile:
    """The header of an array in a file, whose numbers begin at the byte `begins`."""

    kind: np.dtype[np.generic]
    shape: tuple[int, ...]
    is_fortran: bool
    begins: int

    @classmethod
    def of(cls, stream: BinaryIO, name: str) -> ArrayFile:
        """The header that a file begins with; raises InputError where it is none, or of another array."""
        magic = stream.read(8)
        try:
            width, code = (2, "<H") if magic[6] == 1 else (4, "<I")
            (length,) = struct.unpack(code, stream.read(width))
            if length > _LONGEST_HEADER:
                raise ValueError("its header is too long")
            header = ast.literal_eval(stream.read(length).decode("utf-8" if magic[6] == 3 else "latin1"))
            kind = np.lib.format.descr_to_dtype(header["descr"])
            found = cls(kind, tuple(header["shape"]), bool(header["fortran_order"]), 8 + width + length)
        except (ValueError, SyntaxError, TypeError, KeyError, IndexError, struct.error, MemoryError):
            raise InputError(name, "the header of this array of NumPy is damaged") from None
        if kind.hasobject:
            raise InputError(name, "is an array of Python objects, which is not opened: save it as integers")
        is_of_texts = kind.kind in "SU" and len(found.shape) == 1
        is_of_cells = kind.kind in "iuf" and len(found.shape) > 1 and found.shape[1:] in _SHAPES
        if not is_of_texts and not is_of_cells:
            expected = f"expected numbers of shape (n, {CELLS}) or (n, 9, 9)"
            raise InputError(name, f"is an array of {kind}, of shape {found.shape}; {expected}")
        return found

    @property
    def rows(self) -> int:
        """The number of rows that the header says."""
        return self.shape[0]

    @property
    def cells(self) -> int:
        """How many values a row has."""
        return prod(self.shape[1:])

    def rows_in(self, size: int) -> int:
        """How many rows a file of so many bytes holds; in Fortran order, each is spread over all of it."""
        values = max(0, size - self.begins) // self.kind.itemsize
        if self.is_fortran:
            return self.rows if values >= self.rows * self.cells else 0
        return min(self.rows, values // self.cells)

    def read(self, stream: BinaryIO, first: int, count: int) -> NDArray[np.generic]:
        """Rows (count, cells) of the array, from the row `first`."""
        width = self.kind.itemsize
        if not self.is_fortran or self.cells == 1:
            stream.seek(self.begins + first * self.cells * width)
            data = stream.read(count * self.cells * width)
            return np.frombuffer(data, self.kind).reshape(count, self.cells)
        columns = np.empty((self.cells, count), self.kind)
        for column in range(self.cells):
            stream.seek(self.begins + (column * self.rows + first) * width)
            columns[column] = np.frombuffer(stream.read(count * width), self.kind)
        if len(self.shape) == 3:  # the row of a cell changes faster than its column
            columns = columns.reshape(*self.shape[:0:-1], count).swapaxes(0, 1).reshape(self.cells, count)
        return columns.T


def read_npy(
    file: DataFile, first: int, stop: int | None, shape: PuzzleShape
) -> Iterator[RowBatch | LostRows]:
    """The rows of an array from row `first` to row `stop`."""
    at = first
    try:
        stream, fault, _ = opened_to_seek(file.path, file.name)
        with stream:
            array = ArrayFile.of(stream, file.name)
            there = array.rows_in(stream.seek(0, 2))
            end = array.rows if stop is None else min(array.rows, stop)
            while at < min(there, end):
                values = array.read(stream, at, min(MOST_ROWS, there - at, end - at))
                yield RowBatch(at, *_column(values, array).puzzles(shape))
                at += len(values)
            if at < end:
                cut = f"the array is cut off: its header says {array.rows:,} rows, and {there:,} are there"
                yield LostRows(at, end - at, fault or cut)
    except reading_errors(file.path) as error:
        yield LostRows(at, None, why(error))


def _column(values: NDArray[np.generic], array: ArrayFile) -> CellColumn:
    """Rows of an array as a column of puzzles."""
    if array.kind.kind in "SU":
        return CellColumn.of_values(values[:, 0].tolist())
    return CellColumn.of_numbers(values)


def write_npy_rows(stream: BinaryIO, pairs: Sequence[tuple[DataFile, RowSet]]) -> None:
    """Write rows of arrays as another array of the same type and shape. Raises InputError for other ones."""
    begun: ArrayFile | None = None
    total = sum(len(kept) for _, kept in pairs)
    for file, kept in pairs:
        source = opened_to_seek(file.path, file.name).stream
        with source:
            array = ArrayFile.of(source, file.name)
            if begun is None:
                begun = array
                shape = (total, *array.shape[1:])
                descr = np.lib.format.dtype_to_descr(array.kind)
                header = {"descr": descr, "fortran_order": False, "shape": shape}
                np.lib.format.write_array_header_1_0(stream, header)
            elif (begun.kind, begun.shape[1:]) != (array.kind, array.shape[1:]):
                raise InputError(file.name, "is an array of another type or shape than the first file")
            there = array.rows_in(source.seek(0, 2))
            for at in range(0, there, MOST_ROWS):
                which = kept.among(at, min(MOST_ROWS, there - at))
                if which.any():
                    stream.write(array.read(source, at, len(which))[which].tobytes())
