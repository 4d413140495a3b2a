"""The files of a data set: found by path, folder, pattern or URL, and looked into."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from sudocube.auditing.data_files import DataFile, FileKind, Role
from sudocube.auditing.file_opening import opened_data, pyarrow_or_refusal
from sudocube.auditing.parquet_rows import parquet_file
from sudocube.auditing.role_columns import roles_of_columns
from sudocube.errors import InputError, message_of

_PARQUET = b"PAR1"


def data_files(paths: Sequence[str], *, columns: Mapping[Role, str]) -> list[DataFile]:
    """The files that these paths name, in order, each with its kind and its columns.

    `columns` are those that the user names. Raises InputError for a path that does not exist or a file
    without puzzles, UnknownNameError for a column that a file does not have, and UnavailableError where a
    package is needed that is not installed.
    """
    return [_looked_into(path, columns) for path in paths]


def _looked_into(path: str, columns: Mapping[Role, str]) -> DataFile:
    with opened_data(path) as stream:
        head = stream.read(16)
    status = Path(path).stat()
    size, stamp = status.st_size, f"{status.st_size}-{status.st_mtime_ns}"
    if head.startswith(_PARQUET):
        pyarrow_or_refusal(path, "a Parquet file")
        import pyarrow as pa

        try:
            with parquet_file(path) as parquet:
                names, metadata = parquet.schema_arrow.names, parquet.metadata
                groups = tuple(metadata.row_group(i).num_rows for i in range(metadata.num_row_groups))
        except (pa.ArrowException, OSError) as error:
            fault = f"the Parquet file cannot be read: {message_of(error)}"
            return DataFile(path, path, FileKind.PARQUET, size, stamp, fault=fault)
        found = roles_of_columns(names, columns, path)
        if Role.PUZZLE not in found:
            raise InputError(path, f"no column of puzzles among {', '.join(map(repr, names))}: name it")
        return DataFile(path, path, FileKind.PARQUET, size, stamp, found, groups)
    return DataFile(path, path, FileKind.TEXT, size, stamp)
