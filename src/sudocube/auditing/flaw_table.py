"""The table with a row for each flaw: in parts in the work folder, and as one file in the end.

It is a Parquet file, or CSV where PyArrow is not installed. Both have the columns of COLUMNS.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from io import TextIOWrapper
from typing import Any, BinaryIO, Protocol

from sudocube.auditing.shared_folder import SharedFolder
from sudocube.formats.text_input import in_utf8

COLUMNS = {
    "kind": "string",
    "file": "string",
    "row": "int64",
    "line": "int64",
    "id": "string",
    "puzzle": "string",
    "answer": "string",
    "message": "string",
    "other_file": "string",
    "other_row": "int64",
}
"""The columns and their types. Rows count from 0, lines from 1."""

Columns = dict[str, list[Any]]


class TableWriter(Protocol):
    """Writes rows, some of them at a time."""

    def add(self, columns: Columns) -> None:
        """Add rows; a column that is left out is empty."""

    def close(self) -> None:
        """Write what is still to be written."""


def table_suffix() -> str:
    """How the name of the table ends: ".parquet", or ".csv" without PyArrow."""
    return ".parquet" if find_spec("pyarrow") is not None else ".csv"


@contextmanager
def table_writing(file: BinaryIO) -> Iterator[TableWriter]:
    """A writer of the table to a file, which is complete once the context ends without an error."""
    writer = _ParquetTable(file) if table_suffix() == ".parquet" else _CsvTable(file)
    try:
        yield writer
    except BaseException:
        with suppress(Exception):  # the disk may be full; a writer that is left open writes when it is freed
            writer.close()
        raise
    writer.close()


def join_tables(work: SharedFolder, parts: Iterable[str], file: BinaryIO) -> None:
    """Write all parts of the table, which stand in the work folder under these names, to one file."""
    with table_writing(file) as writer:
        for name in parts:
            with work.reading(name) as part:
                for columns in _tables_in(part):
                    writer.add(columns)


def _tables_in(file: BinaryIO) -> Iterator[Columns]:
    """What a part of the table holds, some rows at a time."""
    if table_suffix() == ".csv":
        text = TextIOWrapper(file, "utf-8", newline="")
        for row in csv.DictReader(text):
            yield {name: [value] for name, value in row.items()}
        text.detach()  # else it would close the file, which its owner does
        return
    import pyarrow.parquet as pq

    with pq.ParquetFile(file) as parquet:
        for batch in parquet.iter_batches():
            yield {name: batch.column(name) for name in COLUMNS}


class _CsvTable:
    """A table as CSV."""

    def __init__(self, file: BinaryIO) -> None:
        self._text = TextIOWrapper(file, "utf-8", "backslashreplace", newline="")  # as `in_utf8`
        self._rows = csv.writer(self._text, lineterminator="\n")
        self._rows.writerow(COLUMNS)

    def add(self, columns: Columns) -> None:
        number = len(columns["kind"])
        self._rows.writerows(zip(*(columns.get(name) or [None] * number for name in COLUMNS), strict=True))

    def close(self) -> None:
        self._text.flush()
        self._text.detach()


class _ParquetTable:
    """A table as a Parquet file."""

    def __init__(self, file: BinaryIO) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        self._schema = pa.schema([(name, getattr(pa, kind)()) for name, kind in COLUMNS.items()])
        self._writer = pq.ParquetWriter(file, self._schema, compression="zstd")
        self._waiting: list[Any] = []
        self._rows = 0

    def add(self, columns: Columns) -> None:
        import pyarrow as pa

        number = len(columns["kind"])
        arrays = [
            _array(columns[name], field.type) if name in columns else pa.nulls(number, field.type)
            for name, field in zip(COLUMNS, self._schema, strict=True)
        ]
        self._waiting.append(pa.Table.from_arrays(arrays, schema=self._schema))
        self._rows += number
        if self._rows >= _ROW_GROUP:
            self._write()

    def close(self) -> None:
        self._write()
        self._writer.close()

    def _write(self) -> None:
        import pyarrow as pa

        if self._waiting:
            self._writer.write_table(pa.concat_tables(self._waiting))
            self._waiting, self._rows = [], 0


def _array(values: Any, kind: Any) -> Any:  # noqa: ANN401 — PyArrow has no type information
    """The values of a column as an Arrow array; Parquet holds no text with a lone surrogate."""
    import pyarrow as pa

    try:
        return pa.array(values, kind)
    except UnicodeEncodeError:
        return pa.array([None if value is None else in_utf8(value) for value in values], kind)


_ROW_GROUP = 1 << 16
"""How many rows are written together, at least."""
