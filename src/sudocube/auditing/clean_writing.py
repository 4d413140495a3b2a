"""The rows that are kept of a data set, written in the form of the input, with all of its columns."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast
from uuid import uuid4

from sudocube.auditing.clean_arrow import write_arrow_rows, write_parquet_rows
from sudocube.auditing.clean_text import write_text_rows
from sudocube.auditing.data_files import DataFile, FileKind
from sudocube.auditing.file_opening import file_system, is_url
from sudocube.auditing.npy_rows import write_npy_rows
from sudocube.auditing.row_sets import RowSet
from sudocube.errors import InputError
from sudocube.formats.packed_input import zstandard
from sudocube.geometry import Geometry

_CALLED = {
    FileKind.TEXT: "a list",
    FileKind.TABLE: "a table",
    FileKind.JSONL: "JSON Lines",
    FileKind.PARQUET: "Parquet",
    FileKind.ARROW: "Arrow",
    FileKind.NPY: "an array",
}
"""What messages call each kind of file."""

_KINDS_OF_NAMES = {
    ".parquet": (FileKind.PARQUET,),
    ".arrow": (FileKind.ARROW,),
    ".feather": (FileKind.ARROW,),
    ".npy": (FileKind.NPY,),
    ".jsonl": (FileKind.JSONL,),
    ".csv": (FileKind.TABLE, FileKind.TEXT),
    ".tsv": (FileKind.TABLE, FileKind.TEXT),
}
"""What a file of that name is taken for; other names say nothing."""

_UNFINISHED = ".part"
"""How the name of a file ends that is not finished."""


def refuse_mixture(path: str, files: Sequence[DataFile]) -> None:
    """Raise InputError where the rows of these files cannot stand in one file, or where it is one of them.

    They are of one kind and have the same columns, and the name says no other kind. That their types differ
    shows when they are written.
    """
    readable = [file for file in files if file.fault is None]
    for file in readable:
        if file.kind is not readable[0].kind:
            first, other = (f"{one.name} is {_CALLED[one.kind]}" for one in (readable[0], file))
            kinds = f"{first}, and {other}"
            raise InputError(path, f"one file cannot hold the rows of both: {kinds}; clean them one by one")
        names = [one.names if one.is_read_by_columns else () for one in (readable[0], file)]
        if file.kind is not FileKind.JSONL and sorted(names[0]) != sorted(names[1]):
            what = f"{readable[0].name} and {file.name} have different columns: clean them one by one"
            raise InputError(path, what)
        if _is_same(path, file.path):
            raise InputError(path, "is an input, too: write another file")
    said = _KINDS_OF_NAMES.get(Path(path).suffix.lower())
    if said and readable and readable[0].kind not in said:
        what = f"the rows of {readable[0].name} are written as {_CALLED[readable[0].kind]}"
        raise InputError(path, f"{what}, as they were read: give it a name that ends so")


def _is_same(path: str, other: str) -> bool:
    """Whether two paths name one file; no file is there where one of them does not exist."""
    try:
        return path == other or (not is_url(path) and not is_url(other) and Path(path).samefile(other))
    except (OSError, ValueError):
        return False


def write_clean(
    path: str, files: Sequence[DataFile], kept: Sequence[RowSet], *, geometry: Geometry | None = None
) -> None:
    """Write the rows of these files that are kept, in their order, to a file; `kept` has a set for each file.

    The form is that of the input: of a Parquet file the schema with its metadata and the compression, of a
    table the header and the records as they stand. If the name ends with .gz, .bz2, .xz or .zst, the file is
    packed. It appears when it is complete; until then, the old one is unchanged. `path` may be a URL that
    fsspec knows. `geometry` is the shape that was fixed when the rows were counted.

    Raises InputError where the files have different columns or are of different kinds, or where one is no
    longer as it was; UnavailableError where the package for a packed file is missing; and OSError where the
    file cannot be written, such as for a full disk.
    """
    refuse_mixture(path, files)
    pairs = [(file, rows) for file, rows in zip(files, kept, strict=True) if file.fault is None]
    if not pairs:
        raise InputError(path, "no row can be read, so there is nothing to be written")
    with _errors_by_name(path), _new_file(path) as stream, _packing(path, stream) as packed:
        match pairs[0][0].kind:
            case FileKind.PARQUET:
                write_parquet_rows(packed, pairs)
            case FileKind.ARROW:
                write_arrow_rows(packed, pairs)
            case FileKind.NPY:
                write_npy_rows(packed, pairs)
            case _:
                write_text_rows(packed, pairs, geometry)


@contextmanager
def _errors_by_name(path: str) -> Iterator[None]:
    """Within this context, an error of the system names the file: a full disk, for example, has no name."""
    try:
        yield
    except OSError as error:
        is_nameless = error.filename is None or str(error.filename).endswith(_UNFINISHED)
        if error.errno is None or not is_nameless:
            raise
        raise OSError(error.errno, error.strerror, path) from error


@contextmanager
def _new_file(path: str) -> Iterator[BinaryIO]:
    """A file that is written under another name, and then put in its place."""
    if is_url(path):
        system, inner = file_system(path)
        with system.open(inner, "wb") as stream:
            yield cast(BinaryIO, stream)
        return
    target = Path(os.path.realpath(path))
    if not (target.is_file() or not target.exists()):  # a pipe, for example
        with target.open("wb") as stream:
            yield stream
        return
    unfinished = target.with_name(f".{target.name}.{uuid4().hex}{_UNFINISHED}")
    try:
        with unfinished.open("xb") as stream:
            yield stream
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)


@contextmanager
def _packing(path: str, stream: BinaryIO) -> Iterator[BinaryIO]:
    """What packs the bytes that are written, if the name of the file asks for it."""
    packed: object
    match Path(path).suffix.lower():
        case ".gz":
            packed = gzip.GzipFile("", "wb", 6, stream, mtime=0)
        case ".bz2":
            packed = bz2.BZ2File(stream, "wb")
        case ".xz":
            packed = lzma.LZMAFile(stream, "wb")  # noqa: SIM115 — it is closed below
        case ".zst":
            packed = zstandard(path).ZstdFile(stream, "wb")
        case _:
            yield stream
            return
    with cast(BinaryIO, packed) as packing:
        yield packing
