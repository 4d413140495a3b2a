"""Rows of Parquet files, row group by row group; one that cannot be read does not stop the others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sudocube.auditing.arrow_columns import cells_of_arrow, counts_of, numbers_of_arrow, texts_of_arrow
from sudocube.auditing.data_files import DataFile, Role
from sudocube.auditing.file_opening import is_url, opened_data
from sudocube.auditing.row_batches import MOST_ROWS, LostRows, RowBatch
from sudocube.errors import message_of
from sudocube.geometry import Geometry


def parquet_file(path: str) -> Any:  # noqa: ANN401 — PyArrow has no type information
    """A Parquet file, opened; raises what PyArrow raises, which is an ArrowException or an OSError."""
    import pyarrow.parquet as pq

    return pq.ParquetFile(opened_data(path) if is_url(path) else path, pre_buffer=True)


def read_parquet(
    file: DataFile, first: int, stop: int | None, fixed: Geometry | None
) -> Iterator[RowBatch | LostRows]:
    """The rows of a Parquet file from row `first` to row `stop`."""
    import pyarrow as pa

    with parquet_file(file.path) as parquet:
        begins = 0
        for group, count in enumerate(file.groups):
            ends = begins + count
            if ends > first and (stop is None or begins < stop):
                at = begins
                wanted = max(first, begins), ends if stop is None else min(stop, ends)
                try:
                    for table in parquet.iter_batches(
                        MOST_ROWS, row_groups=[group], columns=[*dict.fromkeys(file.columns.values())]
                    ):
                        start, end = max(wanted[0] - at, 0), min(wanted[1] - at, len(table))
                        if start < end:
                            yield batch_of_arrow(file, table.slice(start, end - start), at + start, fixed)
                        at += len(table)
                        if at >= wanted[1]:
                            break
                except (pa.ArrowException, OSError) as error:
                    begins_lost = max(at, wanted[0])
                    what = f"row group {group + 1} of {len(file.groups)} cannot be read: {message_of(error)}"
                    yield LostRows(begins_lost, wanted[1] - begins_lost, what)
            begins = ends


def batch_of_arrow(file: DataFile, table: Any, first: int, fixed: Geometry | None) -> RowBatch:  # noqa: ANN401
    """A record batch of Arrow as rows; `first` is the number of its first row in the file."""
    columns = {role: table.column(name) for role, name in file.columns.items()}
    puzzles, others = cells_of_arrow(columns[Role.PUZZLE]).puzzles(fixed)
    answers = None
    other_answers: dict[int, str] = {}
    if Role.ANSWER in columns:
        answers, other_answers = cells_of_arrow(columns[Role.ANSWER]).answers()
    numbers = {role: numbers_of_arrow(columns[role]) for role in (Role.RATING, Role.CLUES) if role in columns}
    texts = {role: texts_of_arrow(columns[role]) for role in (Role.SPLIT, Role.ID) if role in columns}
    return RowBatch(
        first,
        puzzles,
        others,
        answers=answers,
        other_answers=other_answers,
        ratings=numbers.get(Role.RATING),
        clues=counts_of(numbers[Role.CLUES]) if Role.CLUES in numbers else None,
        splits=texts.get(Role.SPLIT),
        ids=texts.get(Role.ID),
    )
