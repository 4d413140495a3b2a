"""Rows of Arrow files (Feather) and of Arrow streams.

A file is a stream with a list of its record batches at the end. Where that end is missing, as the file was
cut off, it is read as a stream, so that the rows before the cut are not lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sudocube.auditing.arrow_batches import arrow_input, batch_of_arrow, sample_of
from sudocube.auditing.arrow_columns import check_batch
from sudocube.auditing.data_files import DataFile
from sudocube.auditing.file_opening import reading_errors
from sudocube.auditing.puzzle_values import PuzzleShape
from sudocube.auditing.row_batches import MOST_ROWS, LostRows, RowBatch
from sudocube.errors import InputError, message_of

_FILE = b"ARROW1\0\0"


class ArrowSource:
    """An Arrow file or stream, opened: `reader` reads it, `batches` is the number of its record batches.

    `batches` is None for a stream. `begins` is the place of the schema in it. `fault` says why the file ends
    too early, None where it does not. Raises InputError where nothing of it can be read.
    """

    def __init__(self, path: str) -> None:
        import pyarrow as pa

        self.errors = (pa.ArrowException, UnicodeDecodeError, reading_errors(path))
        self.source, self.fault = arrow_input(path)
        self.batches: int | None = None
        try:
            self.is_file = self.source.read(len(_FILE)) == _FILE
            self.begins = len(_FILE) if self.is_file else 0
            if not self.is_file or not self._opens_as_file():
                self.source.seek(self.begins)
                self.reader = pa.ipc.open_stream(self.source)
            self.names: list[str] = self.reader.schema.names
        except self.errors as error:
            self.source.close()
            raise InputError(path, self.fault or f"the Arrow file is damaged: {message_of(error)}") from None

    def _opens_as_file(self) -> bool:
        """Whether the list of record batches is there; else the fault says that it is missing."""
        import pyarrow as pa

        try:
            self.reader = pa.ipc.open_file(self.source)
        except self.errors:
            self.fault = self.fault or "the Arrow file is cut off: its end is missing"
            return False
        self.batches = self.reader.num_record_batches
        return True

    def __enter__(self) -> ArrowSource:
        return self

    def __exit__(self, *_: object) -> None:
        self.source.close()


def arrow_sample(path: str, rows: int) -> tuple[dict[str, list[object]], tuple[int, ...]]:
    """The first values of each column, and how many rows each record batch has; none of a stream."""
    with ArrowSource(path) as arrow:
        names = arrow.names
        first = next((batch for _, batch in all_batches(arrow) if len(batch)), None)
        sample = {} if first is None else sample_of(first.slice(0, rows))
        return {name: sample.get(name, []) for name in names}, _rows_of_batches(arrow)


def _rows_of_batches(arrow: ArrowSource) -> tuple[int, ...]:
    """How many rows each record batch of a file has; of each, only the column that takes least is read."""
    import pyarrow as pa

    def width(index: int) -> int:
        kind = arrow.reader.schema.field(index).type
        return int(kind.bit_width) if pa.types.is_primitive(kind) else 1 << 20

    columns = len(arrow.reader.schema.names)
    if not arrow.batches or not columns:
        return ()
    options = pa.ipc.IpcReadOptions(included_fields=[min(range(columns), key=width)])
    try:
        arrow.source.seek(0)
        narrow = pa.ipc.open_file(arrow.source, options=options)
        return tuple(narrow.get_batch(number).num_rows for number in range(arrow.batches))
    except arrow.errors:
        return ()  # reading the rows will say which batch is damaged


def read_arrow(
    file: DataFile, first: int, stop: int | None, shape: PuzzleShape
) -> Iterator[RowBatch | LostRows]:
    """The rows of an Arrow file or stream, in batches of which the first may begin before `first`."""
    with ArrowSource(file.path) as arrow:
        at = 0
        for batch in _batches(arrow, file.groups, first, stop):
            if isinstance(batch, LostRows):
                yield batch
                at = batch.first + (batch.count or 0)
                continue
            if isinstance(batch, int):  # rows that are not wanted
                at += batch
                continue
            for begins in range(0, len(batch), MOST_ROWS):
                part = batch.slice(begins, MOST_ROWS)
                if at + len(part) > first and (stop is None or at < stop):
                    yield batch_of_arrow(file, part, at, shape)
                at += len(part)
            if stop is not None and at >= stop:
                return
        if arrow.fault is not None:
            yield LostRows(max(at, first), None, arrow.fault)


def _batches(arrow: ArrowSource, groups: Sequence[int], first: int, stop: int | None) -> Iterator[Any]:
    """The record batches; for one that is not wanted the number of its rows, for a damaged one LostRows."""
    at = 0
    for number in range(arrow.batches or 0):
        count = groups[number] if groups else None
        if count is not None and (at + count <= first or (stop is not None and at >= stop)):
            at += count
            yield count
            continue
        try:
            batch = arrow.reader.get_batch(number)
            check_batch(batch)
        except arrow.errors as error:
            what = f"record batch {number + 1} of {arrow.batches} cannot be read: {message_of(error)}"
            yield LostRows(at, count, what)
            at += count or 0
            continue
        at += len(batch)
        yield batch
    number = 0
    while arrow.batches is None:
        try:
            batch = arrow.reader.read_next_batch()
        except StopIteration:
            return
        except arrow.errors as error:
            arrow.fault = arrow.fault or f"the Arrow stream is damaged or cut off: {message_of(error)}"
            return
        number += 1
        try:
            check_batch(batch)
        except arrow.errors as error:
            what = f"record batch {number} of the stream cannot be read: {message_of(error)}"
            yield LostRows(at, len(batch), what)
        else:
            yield batch
        at += len(batch)


def all_batches(arrow: ArrowSource, groups: Sequence[int] = ()) -> Iterator[tuple[int, Any]]:
    """All record batches that can be read, each with the number of its first row.

    `groups` are the rows of each batch, as far as they are known: so many rows a damaged one has.
    """
    at = 0
    for batch in _batches(arrow, groups, 0, None):
        if isinstance(batch, LostRows):
            at += batch.count or 0
        else:
            yield at, batch
            at += len(batch)
