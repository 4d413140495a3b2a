"""What is in a file of a data set: its kind by its first bytes, then its columns and its row groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from sudocube.auditing.arrow_rows import arrow_sample
from sudocube.auditing.data_files import DataFile, FileKind, Role
from sudocube.auditing.file_opening import (
    file_system,
    is_url,
    opened_data,
    opened_to_seek,
    reading_errors,
    refuse_without_pyarrow,
    why,
)
from sudocube.auditing.jsonl_rows import json_sample
from sudocube.auditing.npy_rows import ArrayFile
from sudocube.auditing.parquet_rows import parquet_sample
from sudocube.auditing.role_columns import SAMPLE, no_puzzles, roles_of_columns, usual_size
from sudocube.errors import InputError, SudocubeError, UnknownNameError
from sudocube.formats.byte_input import ArrivingBytes
from sudocube.formats.packed_input import Unpacked, packing_of
from sudocube.formats.table_head import TableHead

_HEAD = 1 << 16
_FIRST_BYTES = 16

_BEGINNINGS = {
    b"PAR1": FileKind.PARQUET,
    b"ARROW1": FileKind.ARROW,
    b"\xff\xff\xff\xff": FileKind.ARROW,  # the stream format, and its older form without this mark is rare
    b"\x93NUMPY": FileKind.NPY,
}

_CALLED = {FileKind.PARQUET: "a Parquet file", FileKind.ARROW: "an Arrow file"}


def looked_into(path: str, asked: Mapping[Role, str], split: str | None, *, is_named: bool) -> DataFile:
    """A file with its kind, its columns and its row groups; `asked` are the columns that the user names.

    A file that is not named, but found in a folder or by a pattern, has a fault where it holds no puzzles.
    Raises InputError where it cannot be opened, or where it is named and holds no puzzles; UnknownNameError
    for a column that it does not have; UnavailableError where a package is needed.
    """
    size, stamp = _size_and_stamp(path)
    file = DataFile(path, path, FileKind.TEXT, size, stamp, split=split)
    try:
        kind, text = _kind_of(path)
        if kind in _CALLED:
            refuse_without_pyarrow(path, _CALLED[kind])
        file = replace(file, kind=kind)
        return _with_columns(file, text, asked)
    except InputError as error:
        if is_named:
            raise
        return replace(file, fault=error.reason)
    except SudocubeError:
        raise
    except reading_errors(path) as error:
        return replace(file, fault=why(error))


def _size_and_stamp(path: str) -> tuple[int, str]:
    """The size of a file in bytes, and a text that changes when the file does."""
    try:
        if not is_url(path):
            status = Path(path).stat()
            return status.st_size, f"{status.st_size}-{status.st_mtime_ns}"
        system, inner = file_system(path)
        size = system.info(inner).get("size") or 0
        return int(size), f"{size}-{system.ukey(inner)}"
    except SudocubeError:
        raise
    except (ValueError, reading_errors(path)) as error:
        raise InputError(path, why(error)) from None


def _kind_of(path: str) -> tuple[FileKind, bytes]:
    """The kind of a file by its first bytes, unpacked if it is packed; of a text, its first lines, too."""
    with opened_data(path) as stream:
        head = stream.read(_FIRST_BYTES)
        if packing := packing_of(head):
            head = Unpacked(packing, head, stream.read, path).get(_HEAD)
    for beginning, kind in _BEGINNINGS.items():
        if head.startswith(beginning):
            return kind, b""
    with opened_data(path) as stream:
        arriving = ArrivingBytes(stream, path, _HEAD)
        text = b"".join(islice(arriving, 2))
        if not text and arriving.failure is not None:
            raise arriving.failure
    return FileKind.TEXT, text


def _with_columns(file: DataFile, text: bytes, asked: Mapping[Role, str]) -> DataFile:
    match file.kind:
        case FileKind.PARQUET:
            sample, groups = parquet_sample(file.path, SAMPLE)
        case FileKind.ARROW:
            sample, groups = arrow_sample(file.path, SAMPLE)
        case FileKind.NPY:
            _refuse_columns(file, asked)
            with opened_to_seek(file.path, file.name).stream as stream:
                ArrayFile.of(stream, file.name)
            return file
        case _:
            return _text_with_columns(file, text, asked)
    return replace(_with_roles(file, sample, asked), groups=groups)


def _with_roles(
    file: DataFile, sample: Mapping[str, Sequence[object]], asked: Mapping[Role, str]
) -> DataFile:
    """The file with its columns by role, and the size of its puzzles."""
    columns = roles_of_columns(sample, asked, file.name)
    return replace(file, columns=columns, usual_size=usual_size(sample[columns[Role.PUZZLE]]))


def _text_with_columns(file: DataFile, text: bytes, asked: Mapping[Role, str]) -> DataFile:
    """A text as what it is: a table with a header, a JSON object on each line, or puzzles in another form."""
    sample: Mapping[str, Sequence[object]] | None
    if (sample := json_sample(text, file.name, SAMPLE)) is not None:
        return replace(_with_roles(file, sample, asked), kind=FileKind.JSONL)
    is_table = False
    for head in TableHead.possible(text, asked.get(Role.PUZZLE)):
        is_table = True
        try:
            return replace(_with_roles(file, head.sample(SAMPLE), asked), kind=FileKind.TABLE)
        except UnknownNameError:
            raise
        except InputError:
            continue
    if is_table and asked:
        raise no_puzzles(file.name, head.header.names)
    _refuse_columns(file, asked)
    return file


def _refuse_columns(file: DataFile, asked: Mapping[Role, str]) -> None:
    """Raise InputError where a column is asked for of a file without columns."""
    for wanted in asked.values():
        raise InputError(file.name, f"it is no table with a header, so there is no column {wanted!r}")
