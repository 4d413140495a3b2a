"""Files of a data set, opened: local ones, and those behind a URL that fsspec knows; packed ones unpacked."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

from sudocube.errors import InputError, SudocubeError, UnavailableError, message_of, reason_of
from sudocube.formats.packed_input import Unpacked, packing_of

INSTALL_DATA = 'pip install "sudocube[data]"'
INSTALL_CLUSTER = 'pip install "sudocube[cluster]"'

_HEAD = 16
_BLOCK = 1 << 20


def is_url(path: str) -> bool:
    """Whether a path is a URL, such as `s3://bucket/train.parquet`.

    >>> is_url("s3://bucket/a.csv"), is_url("folder/a.csv")
    (True, False)
    """
    return "://" in path


def file_system(url: str) -> tuple[Any, str]:
    """The file system of a URL, of fsspec, and the path in it.

    Raises UnavailableError where fsspec is not installed, and InputError for a URL that it does not know, or
    for which it needs another package.
    """
    try:
        from fsspec.core import url_to_fs
    except ModuleNotFoundError:
        raise UnavailableError(f"fsspec, which reads {url},", INSTALL_CLUSTER) from None
    try:
        system, path = url_to_fs(url)
    except ImportError as error:
        install = f'pip install "fsspec[{url.partition("://")[0].replace("https", "http")}]"'
        raise InputError(url, f"fsspec cannot open this URL: {error}; get it with: {install}") from None
    except ValueError as error:
        raise InputError(url, f"fsspec does not know this URL: {message_of(error)}") from None
    return system, str(path)


def same_path(path: str) -> str:
    """A path or URL in the one form that all ways to write it have in common.

    Links to folders are followed. A link to a file is a file of its own: a cache may keep two files that are
    the same as links to one, and an audit is to say that they are the same.

    >>> same_path("a/b.csv") == same_path("./a//b.csv"), same_path("a.csv") == same_path("b.csv")
    (True, False)
    """
    if is_url(path):
        system, inner = file_system(path)
        if "file" not in system.protocol:
            return str(system.unstrip_protocol(inner))
        path = inner
    folder, name = os.path.split(path)
    try:
        return os.path.join(os.path.realpath(folder), name)  # noqa: PTH118 — it may be no path at all
    except ValueError:  # a NUL
        return path


def reading_errors(path: str) -> type[Exception]:
    """What may be raised while a file is read: every file system of fsspec has errors of its own."""
    return Exception if is_url(path) else OSError


def why(error: Exception) -> str:
    """Why a file could not be read, after its name."""
    return error.reason if isinstance(error, InputError) else reason_of(error) or type(error).__name__


def opened_data(path: str) -> BinaryIO:
    """A file, opened for reading. Raises InputError where it cannot be, and as `file_system` does."""
    try:
        if not is_url(path):
            return Path(path).open("rb")
        system, inner = file_system(path)
        return cast(BinaryIO, system.open(inner, "rb"))
    except SudocubeError:
        raise
    except (ValueError, reading_errors(path)) as error:  # ValueError for a NUL in the path
        raise InputError(path, why(error)) from None


class UnpackedFile(NamedTuple):
    """A file in which one can seek; `fault` says why what was packed ends too early, if it does.

    `is_copy` says that the stream is a temporary file with what was packed.
    """

    stream: BinaryIO
    fault: str | None = None
    is_copy: bool = False


def opened_to_seek(path: str, name: str) -> UnpackedFile:
    """A file, opened; if it is packed, a temporary file with what is in it.

    Raises InputError where it cannot be opened, and UnavailableError where Zstandard cannot be read.
    """
    stream = opened_data(path)
    head = stream.read(_HEAD)
    packing = packing_of(head)
    if packing is None:
        stream.seek(0)
        return UnpackedFile(stream)
    fault = None
    unpacked = cast(BinaryIO, tempfile.TemporaryFile())  # noqa: SIM115 — the caller closes it
    with stream:
        get = Unpacked(packing, head, stream.read, name).get
        try:
            while data := get(_BLOCK):
                unpacked.write(data)
        except InputError as error:
            fault = error.reason
    unpacked.seek(0)
    return UnpackedFile(unpacked, fault, True)


def refuse_without_pyarrow(name: str, kind: str) -> None:
    """Raise UnavailableError where PyArrow is needed to read a file of some kind, and is not installed."""
    try:
        import pyarrow  # noqa: F401
    except ModuleNotFoundError:
        raise UnavailableError(f"{name} is {kind}, and PyArrow, which reads it,", INSTALL_DATA) from None
