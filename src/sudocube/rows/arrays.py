"""Arrays of NumPy: `.npy`, and `.npz` with arrays of puzzles and of solutions, perhaps for several splits.

Puzzles are cells as numbers, shape (n, 81) or (n, 9, 9), or (9, 9) of a single one, or as
texts of one symbol; or texts, shape (n,).
Arrays of n rows each are the columns of a table; of several splits, such as `x_train` and `x_test`, one
follows the other. A file is read a batch at a time, whatever its order: of an array in Fortran order, a piece
of each column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from math import prod
from tokenize import TokenError
from typing import Any, BinaryIO

import numpy as np
import pyarrow as pa
from numpy.lib import format as npy
from numpy.typing import NDArray

from sudocube.errors import InputError
from sudocube.geometry import SIZES
from sudocube.rows.arrow import Records, array_of
from sudocube.rows.batch import CELLS, MOST_ROWS, LostRows, Role
from sudocube.rows.layout import Kind, Layout
from sudocube.rows.roles import SAMPLE, layout_of_columns
from sudocube.rows.source import Source, member, names_in

SPLITS = {
    **dict.fromkeys(("train", "training"), "train"),
    **dict.fromkeys(("test", "testing"), "test"),
    **dict.fromkeys(("validation", "valid", "val", "dev", "eval"), "validation"),
}
"""The splits that the names of files, of arrays and of parts of a document tell."""

_SHAPES = {(), *(shape for size in SIZES for shape in ((size * size,), (size, size)))}
_WORDS = re.compile(r"_|(?<=[a-z])(?=[A-Z])")
_PUZZLES, _SPLIT = "puzzles", "split"


@dataclass(frozen=True, slots=True)
class ArrayFile:
    """An array in a file, whose values begin at the byte `begins`."""

    stream: BinaryIO
    kind: np.dtype[np.generic]
    shape: tuple[int, ...]
    is_fortran: bool
    begins: int

    @classmethod
    def of(cls, stream: BinaryIO, name: str, *, is_alone: bool = False) -> ArrayFile:
        """The array that a file holds. Raises InputError where it is none, or cannot be a column.

        One that `is_alone` has to be of puzzles.
        """
        try:
            is_old = npy.read_magic(stream) == (1, 0)
            read = npy.read_array_header_1_0 if is_old else npy.read_array_header_2_0
            shape, is_fortran, kind = read(stream)
        except (ValueError, SyntaxError, TypeError, UnicodeError, TokenError):
            raise InputError(name, "the header of this array of NumPy is damaged") from None
        if kind.hasobject:
            raise InputError(name, "is an array of Python objects, which is not opened: save it as integers")
        if shape == (9, 9):  # one grid
            shape = (1, 9, 9)
        is_beside = len(shape) == 1 and kind.kind not in "SU"
        if kind.kind not in "iufSU" or not shape or shape[1:] not in _SHAPES or (is_alone and is_beside):
            expected = f"expected numbers of shape (n, {CELLS}) or (n, 9, 9)"
            raise InputError(name, f"is an array of {kind}, of shape {shape}; {expected}")
        return cls(stream, kind, shape, is_fortran, stream.tell())

    @property
    def rows(self) -> int:
        """The number of rows that the header says."""
        return self.shape[0]

    @property
    def cells(self) -> int:
        """The number of cells of a row."""
        return prod(self.shape[1:])

    @property
    def rows_there(self) -> int:
        """How many rows are there; in Fortran order, each is spread over all of the file."""
        values = max(0, self.stream.seek(0, 2) - self.begins) // self.kind.itemsize
        if self.is_fortran:
            return self.rows if values >= self.rows * self.cells else 0
        return min(self.rows, values // self.cells)

    def read(self, first: int, count: int) -> NDArray[np.generic]:
        """Rows (count, cells) of the array, from the row `first`."""
        cells, width = self.cells, self.kind.itemsize
        if not self.is_fortran or cells == 1:
            self.stream.seek(self.begins + first * cells * width)
            return np.frombuffer(self.stream.read(count * cells * width), self.kind).reshape(count, cells)
        columns = np.empty((cells, count), self.kind)
        for column in range(cells):
            self.stream.seek(self.begins + (column * self.rows + first) * width)
            columns[column] = np.frombuffer(self.stream.read(count * width), self.kind)
        if len(self.shape) == 3:  # the row of a cell changes faster than its column
            columns = columns.reshape(*self.shape[:0:-1], count).swapaxes(0, 1).reshape(cells, count)
        return columns.T


def layout_of_arrays(source: Source, asked: Mapping[Role, str]) -> Layout:
    """The layout of an array, or of the arrays in an archive. Raises InputError where none holds puzzles."""
    sample: dict[str, list[object]] = {}
    with ExitStack() as resources:
        sets = _sets(source, resources)
        for split, arrays in sets:
            for name, array in arrays.items():
                rows = array.read(0, min(SAMPLE, array.rows_there))
                if array.kind.kind == "f":
                    rows = np.nan_to_num(rows, posinf=0, neginf=0).astype(np.int64)
                sample.setdefault(name, _column(rows).to_pylist())
            if split:
                sample.setdefault(_SPLIT, []).append(split)
    layout = layout_of_columns(Kind.ARRAY, sample, asked, source.name)
    [puzzles] = layout.roles[Role.PUZZLE]
    groups = tuple(arrays[puzzles].rows if puzzles in arrays else 0 for _, arrays in sets)
    why = layout.why if len(sample) > 1 else {Role.PUZZLE: "it is the only array"}
    return replace(layout, groups=groups, why=why)


def read_arrays(
    source: Source, layout: Layout, first: int = 0, stop: int | None = None
) -> Iterator[Records | LostRows]:
    """The rows of arrays from row `first` to row `stop`. Raises InputError where they cannot be opened."""
    ends = 0
    with ExitStack() as resources:
        for (split, found), count in zip(_sets(source, resources), layout.groups, strict=True):
            at, ends = ends, ends + count
            arrays = {name: found[name] for [name] in layout.roles.values() if name in found}
            begin, end = max(first - at, 0), min(count, count if stop is None else stop - at)
            there = min((array.rows_there for array in arrays.values()), default=0)
            for place in range(begin, min(there, end), MOST_ROWS):
                length = min(MOST_ROWS, there - place, end - place)
                values = {name: array.read(place, length) for name, array in arrays.items()}
                columns = {name: _column(some) for name, some in values.items()}
                columns |= {_SPLIT: pa.array([split] * length)} if split else {}
                raw = next(iter(values.values()))
                yield Records(pa.RecordBatch.from_pydict(columns), at + place, raw=raw)
            if (begin := max(begin, there)) < end:
                cut = f"the array is cut off: its header says {count:,} rows, and {there:,} are there"
                yield LostRows(at + begin, end - begin, source.fault or cut)


def _sets(source: Source, resources: ExitStack) -> list[tuple[str, dict[str, ArrayFile]]]:
    """The arrays of each split by the names of their columns; the split is "" where there is none."""
    stream = resources.enter_context(source.seekable())
    if stream.read(2) != b"PK":
        stream.seek(0)
        return [("", {_PUZZLES: ArrayFile.of(stream, source.name, is_alone=True)})]
    found: dict[str, dict[str, ArrayFile]] = {}
    for name in names_in(source):
        words = _WORDS.split(name.removesuffix(".npy"))
        split = next((SPLITS[word.lower()] for word in words if word.lower() in SPLITS), "")
        column = "_".join(word for word in words if word.lower() not in SPLITS) or _PUZZLES
        inner = resources.enter_context(member(source, name).seekable())
        with suppress(InputError):  # an array of something else
            array = ArrayFile.of(inner, source.name)
            others = found.setdefault(split, {})
            if all(array.rows == one.rows for one in others.values()):
                others[column] = array
    return list(found.items())


def _column(values: NDArray[np.generic]) -> pa.Array:
    """A part of an array as a column of Arrow: a text, a number, or a list of cells for each row."""
    if values.dtype.kind in "SU":
        return array_of(_texts(values))
    flat = pa.array(values.astype(values.dtype.newbyteorder("=")).reshape(-1))
    return flat if values.shape[1] == 1 else pa.FixedSizeListArray.from_arrays(flat, values.shape[1])


def _texts(cells: NDArray[Any]) -> list[object]:
    """Texts (n, k) as n texts: those of a row are joined, and an empty one of them is a blank."""
    if cells.dtype.kind == "S":
        cells = np.char.decode(cells, "utf-8", "surrogateescape")
    if cells.shape[1] == 1:
        return cells[:, 0].tolist()  # type: ignore[no-any-return]
    return ["".join(cell or "." for cell in row) for row in cells.tolist()]
