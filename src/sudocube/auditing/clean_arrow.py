"""The rows that are kept of Parquet and Arrow files, with their schema and its metadata."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO

import numpy as np

from sudocube.auditing.arrow_rows import ArrowSource, all_batches
from sudocube.auditing.data_files import DataFile
from sudocube.auditing.file_opening import reading_errors, why
from sudocube.auditing.parquet_rows import opened_parquet
from sudocube.auditing.row_batches import MOST_ROWS
from sudocube.auditing.row_sets import RowSet
from sudocube.errors import InputError

_MOST_ROWS_OF_A_GROUP = 1 << 20
_MOST_BYTES = 1 << 28
"""How much of a row group is held in memory before it is written."""

_CODECS = {b"\x28\xb5\x2f\xfd": "zstd", b"\x04\x22\x4d\x18": "lz4"}

Pairs = Sequence[tuple[DataFile, RowSet]]


def write_parquet_rows(stream: BinaryIO, pairs: Pairs) -> None:
    """Write rows of Parquet files as another one, with row groups of the same size and its compression."""
    import pyarrow.parquet as pq

    with opened_parquet(pairs[0][0].path) as first:
        schema, codecs = first.schema_arrow, _compression(first.metadata)
    most = min(max((max(file.groups, default=0) for file, _ in pairs), default=0), _MOST_ROWS_OF_A_GROUP)
    with pq.ParquetWriter(stream, schema, compression=codecs) as writer:
        for table in _in_groups(_kept_of_parquet(pairs, schema), schema, most or 1):
            writer.write_table(table, row_group_size=most or 1)


def _compression(metadata: Any) -> dict[str, str] | str:  # noqa: ANN401 — PyArrow has no type information
    """The compression of each column of a Parquet file, by its path."""
    if not metadata.num_row_groups:
        return "zstd"
    group = metadata.row_group(0)
    columns = (group.column(number) for number in range(group.num_columns))
    names = {"UNCOMPRESSED": "NONE"}
    return {one.path_in_schema: names.get(one.compression, one.compression) for one in columns}


def _kept_of_parquet(pairs: Pairs, schema: Any) -> Iterator[Any]:  # noqa: ANN401
    """The record batches of the files, of each the rows that are kept."""
    import pyarrow as pa

    for file, kept in pairs:
        with opened_parquet(file.path) as parquet:
            at = 0
            for group, count in enumerate(file.groups):
                ends = at + count
                try:
                    if kept.among(at, count).any():
                        for batch in parquet.iter_batches(MOST_ROWS, row_groups=[group]):
                            yield _filtered(batch, kept, at, schema, file)
                            at += len(batch)
                except (pa.ArrowException, reading_errors(file.path)) as error:
                    what = f"its rows were read before, and cannot be read again: {why(error)}"
                    raise InputError(file.name, what) from None
                at = ends


def _filtered(batch: Any, kept: RowSet, at: int, schema: Any, file: DataFile) -> Any:  # noqa: ANN401
    """The rows of a batch that are kept, in the columns of the schema; raises InputError for others."""
    import pyarrow as pa

    which = kept.among(at, len(batch))
    table = pa.Table.from_batches([batch])
    try:
        table = table.filter(pa.array(which))
    except pa.ArrowNotImplementedError:  # of texts as views, for example
        edges = np.flatnonzero(np.diff(which, prepend=False, append=False)).reshape(-1, 2).tolist()
        table = pa.concat_tables([table.slice(0, 0), *(table.slice(at, end - at) for at, end in edges)])
    if table.schema.equals(schema):
        return table
    if sorted(table.column_names) != sorted(schema.names):
        raise InputError(file.name, "has other columns than the first file: clean them one by one")
    try:
        return table.select(schema.names).cast(schema)
    except (pa.ArrowException, ValueError):
        raise InputError(file.name, "has columns of other types than the first file") from None


def _in_groups(tables: Iterator[Any], schema: Any, most: int) -> Iterator[Any]:  # noqa: ANN401
    """The tables, put together to groups of so many rows, or of _MOST_BYTES."""
    import pyarrow as pa

    waiting: list[Any] = []
    rows = size = 0
    for table in tables:
        waiting.append(table)
        rows, size = rows + len(table), size + table.nbytes
        if rows >= most or size > _MOST_BYTES:
            joined = pa.concat_tables(waiting)
            whole = rows if size > _MOST_BYTES else rows - rows % most
            yield joined.slice(0, whole)
            rest = joined.slice(whole).combine_chunks()
            waiting, rows, size = [rest], len(rest), rest.nbytes
    if rows:
        yield pa.concat_tables(waiting)


def write_arrow_rows(stream: BinaryIO, pairs: Pairs) -> None:
    """Write rows of Arrow files as a file, of Arrow streams as a stream, with the same compression."""
    import pyarrow as pa

    with ArrowSource(pairs[0][0].path) as first:
        schema, is_file = first.reader.schema, first.is_file
        options = pa.ipc.IpcWriteOptions(compression=_codec(first))
    new = pa.ipc.new_file if is_file else pa.ipc.new_stream
    with new(stream, schema, options=options) as writer:
        for file, kept in pairs:
            with ArrowSource(file.path) as arrow:
                for at, batch in all_batches(arrow, file.groups):
                    table = _filtered(batch, kept, at, schema, file)
                    if len(table):
                        writer.write_table(table.combine_chunks())


def _codec(arrow: ArrowSource) -> str | None:
    """The compression of an Arrow file: a packed buffer begins with its length, then with a known mark."""
    import pyarrow as pa

    arrow.source.seek(arrow.begins)
    try:
        for message in pa.ipc.MessageReader.open_stream(arrow.source):
            if message.type == "record batch":
                head = message.body[: 1 << 12].to_pybytes()
                return next((codec for mark, codec in _CODECS.items() if mark in head), None)
    except arrow.errors:
        return None
    return None
