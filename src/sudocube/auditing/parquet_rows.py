"""Rows of Parquet files, row group by row group; one that cannot be read does not stop the others."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

from sudocube.auditing.arrow_batches import arrow_input, batch_of_arrow, sample_of
from sudocube.auditing.data_files import DataFile
from sudocube.auditing.file_opening import reading_errors
from sudocube.auditing.puzzle_values import PuzzleShape
from sudocube.auditing.row_batches import LostRows, RowBatch, rows_of_a_batch
from sudocube.errors import InputError, message_of

_MARK = b"PAR1"

_BLOCK = 1 << 20
"""How many bytes of a column are read at a time for a sample; else a whole row group would be."""


@contextmanager
def opened_parquet(path: str, **options: object) -> Iterator[Any]:
    """A Parquet file, closed at the end; raises InputError where it cannot be opened or is damaged."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    source, fault = arrow_input(path)
    with closing(source):
        try:
            parquet = pq.ParquetFile(source, **options)
        except (pa.ArrowException, reading_errors(path)) as error:
            raise InputError(path, fault or _damage(source, error)) from None
        yield parquet


def _damage(source: Any, error: Exception) -> str:  # noqa: ANN401
    """Why a Parquet file cannot be opened: what all of it hangs on stands at its end."""
    size = source.size()
    source.seek(max(0, size - len(_MARK)))
    if source.read(len(_MARK)) != _MARK:
        return "the Parquet file is cut off: its end is missing, without which nothing of it can be read"
    return f"the Parquet file is damaged: {message_of(error)}"


def parquet_sample(path: str, rows: int) -> tuple[dict[str, list[object]], tuple[int, ...]]:
    """The first values of each column, and how many rows each row group has; raises InputError."""
    import pyarrow as pa

    with opened_parquet(path, buffer_size=_BLOCK, pre_buffer=False) as parquet:
        metadata = parquet.metadata
        groups = tuple(metadata.row_group(i).num_rows for i in range(metadata.num_row_groups))
        try:
            first = next(parquet.iter_batches(rows), None)
            sample = {} if first is None else sample_of(first)
        except (pa.ArrowException, reading_errors(path)):
            sample = {}  # reading the rows will say what is wrong
        return {name: sample.get(name, []) for name in parquet.schema_arrow.names}, groups


def read_parquet(
    file: DataFile, first: int, stop: int | None, shape: PuzzleShape
) -> Iterator[RowBatch | LostRows]:
    """The rows of a Parquet file, from the row group that holds row `first` to that which ends at `stop`."""
    import pyarrow as pa

    with opened_parquet(file.path, pre_buffer=True) as parquet:
        begins = 0
        for group, count in enumerate(file.groups):
            at, ends = begins, begins + count
            begins = ends
            if ends <= first or (stop is not None and at >= stop):
                continue
            try:
                columns = [*dict.fromkeys(file.columns.values())]
                for table in parquet.iter_batches(
                    rows_of_a_batch(count), row_groups=[group], columns=columns
                ):
                    if at + len(table) > first:
                        yield batch_of_arrow(file, table, at, shape)
                    at += len(table)
                    if stop is not None and at >= stop:
                        break
            except (pa.ArrowException, reading_errors(file.path)) as error:
                what = f"row group {group + 1} of {len(file.groups)} cannot be read: {message_of(error)}"
                lost = max(at, first)
                yield LostRows(lost, (ends if stop is None else min(ends, stop)) - lost, what)
