"""What is in a file of a data set: its kind by its first bytes, then its columns and its row groups."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
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
from sudocube.auditing.role_columns import SAMPLE, roles_of_columns, roles_of_words, usual_size
from sudocube.errors import InputError, SudocubeError
from sudocube.formats.byte_input import ArrivingBytes
from sudocube.formats.list_columns import LIST_DELIMITERS, list_sample
from sudocube.formats.packed_input import Unpacked, packing_of
from sudocube.formats.table_head import TableHead
from sudocube.formats.text_input import is_blank, is_comment

_NINE = 9
"""The columns of a list are only known for puzzles of this size."""

_HEAD = 1 << 16
_FIRST_BYTES = 16

_BEGINNINGS = {
    b"PAR1": FileKind.PARQUET,
    b"ARROW1": FileKind.ARROW,
    b"\xff\xff\xff\xff": FileKind.ARROW,  # the stream format, and its older form without this mark is rare
    b"\x93NUMPY": FileKind.NPY,
}

_TABLE_NAME = re.compile(r"\.(csv|tsv)(\.[a-z0-9]+)?$", re.IGNORECASE)

_CALLED = {FileKind.PARQUET: "a Parquet file", FileKind.ARROW: "an Arrow file"}


def looked_into(path: str, asked: Mapping[Role, str], split: str | None, *, is_named: bool) -> DataFile:
    """A file with its kind, its columns and its row groups; `asked` are the columns that the user names.

    A damaged file has a fault. So has a file without puzzles, if it is not named, but found in a folder or by
    a pattern. Raises InputError where a file cannot be opened, or is named and holds no puzzles;
    UnavailableError where a package is needed.
    """
    size, stamp = _size_and_stamp(path)
    file = DataFile(path, path, FileKind.TEXT, size, stamp, split=split)
    try:
        kind, text, cut = _kind_of(path)
        if kind in _CALLED:
            refuse_without_pyarrow(path, _CALLED[kind])
        file = replace(file, kind=kind)
        with _damage(path, cut) if cut else nullcontext():
            return _with_columns(file, text, asked)
    except _DamageError as error:
        return replace(file, fault=error.reason)
    except InputError as error:
        if is_named:
            raise
        return replace(file, fault=error.reason)
    except SudocubeError:
        raise
    except reading_errors(path) as error:
        return replace(file, fault=why(error))


class _DamageError(InputError):
    """A file that can be read no further, though it is of a kind that is read."""


@contextmanager
def _damage(name: str, reason: str | None = None) -> Iterator[None]:
    """Raise _DamageError for an InputError, with its reason or with another one."""
    try:
        yield
    except InputError as error:
        raise _DamageError(name, reason or error.reason) from None


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


def _kind_of(path: str) -> tuple[FileKind, bytes, str | None]:
    """The kind of a file by its first bytes, unpacked if it is packed; of a text, its first lines, too.

    Last comes why these lines end too early, if they do: what is made of them may be wrong then.
    """
    with opened_data(path) as stream:
        head = stream.read(_FIRST_BYTES)
        if packing := packing_of(head):
            head = Unpacked(packing, head, stream.read, path).get(_HEAD)
    for beginning, kind in _BEGINNINGS.items():
        if head.startswith(beginning):
            return kind, b"", None
    with opened_data(path) as stream:
        arriving = ArrivingBytes(stream, path, _HEAD)
        text = b"".join(islice(arriving, 2))
        failure = arriving.failure
    if failure is not None and not packing and not text:
        raise failure
    cut = None if failure is None else failure.reason
    if not any(not is_blank(line) and not is_comment(line) for line in text.splitlines()):
        raise (
            _DamageError(path, cut) if cut else InputError(path, "no puzzle in it" if text else "it is empty")
        )
    return FileKind.TEXT, text, cut


def _with_columns(file: DataFile, text: bytes, asked: Mapping[Role, str]) -> DataFile:
    match file.kind:
        case FileKind.PARQUET:
            with _damage(file.name):
                sample, groups = parquet_sample(file.path, SAMPLE)
        case FileKind.ARROW:
            with _damage(file.name):
                sample, groups = arrow_sample(file.path, SAMPLE)
        case FileKind.NPY:
            with opened_to_seek(file.path, file.name).stream as stream:
                ArrayFile.of(stream, file.name)
            return file
        case _:
            return _text_with_columns(file, text, asked)
    return _with_roles(replace(file, groups=groups), sample, asked)


def _with_roles(
    file: DataFile, sample: Mapping[str, Sequence[object]], asked: Mapping[Role, str]
) -> DataFile:
    """The file with its columns by role, and the size of its puzzles."""
    columns = roles_of_columns(sample, asked, file.name)
    size = usual_size(sample[columns[Role.PUZZLE]])
    return replace(file, columns=columns, names=tuple(sample), usual_size=size)


def _text_with_columns(file: DataFile, text: bytes, asked: Mapping[Role, str]) -> DataFile:
    """A text as what it is: a table with a header, a JSON object on each line, or puzzles in another form."""
    if (sample := json_sample(text, file.name, SAMPLE)) is not None:
        return _with_roles(replace(file, kind=FileKind.JSONL), sample, asked)
    fault = None
    for head in TableHead.possible(text, asked.get(Role.PUZZLE)):
        try:
            return _with_roles(replace(file, kind=FileKind.TABLE), head.sample(SAMPLE), asked)
        except InputError as error:
            fault = fault or error
    if fault is not None and (Role.PUZZLE in asked or _TABLE_NAME.search(file.name)):
        raise fault
    names: tuple[str, ...] = ()
    for delimiter in LIST_DELIMITERS:
        words = list_sample(text, SAMPLE, delimiter) or {}
        columns = roles_of_words(words, asked)
        if columns and usual_size(words[columns[Role.PUZZLE]]) == _NINE:
            return replace(file, columns=columns, names=tuple(words), delimiter=delimiter)
        names = names or tuple(words)
    return replace(file, names=names)
