"""Files of a data set, opened: local ones, and those behind a URL that fsspec knows."""

from __future__ import annotations

from pathlib import Path
from typing import Any, BinaryIO, cast

from sudocube.errors import InputError, UnavailableError, message_of, reason_of

INSTALL_DATA = 'pip install "sudocube[data]"'
INSTALL_CLUSTER = 'pip install "sudocube[cluster]"'


def is_url(path: str) -> bool:
    """Whether a path is a URL, such as `s3://bucket/train.parquet`.

    >>> is_url("s3://bucket/a.csv"), is_url("folder/a.csv")
    (True, False)
    """
    return "://" in path


def file_system(url: str) -> tuple[Any, str]:
    """The file system of a URL, of fsspec, and the path in it.

    Raises UnavailableError where fsspec, or its package for this kind of URL, is not installed, and
    InputError for a kind that it does not know.
    """
    try:
        from fsspec.core import url_to_fs
    except ModuleNotFoundError:
        raise UnavailableError(f"fsspec, which reads {url},", INSTALL_CLUSTER) from None
    try:
        system, path = url_to_fs(url)
    except ImportError as error:
        raise InputError(url, f"cannot be opened: {message_of(error)}") from None
    except ValueError as error:
        raise InputError(url, f"is a URL of a kind that is not known: {message_of(error)}") from None
    return system, str(path)


def opened_data(path: str) -> BinaryIO:
    """A file, opened for reading. Raises InputError where it cannot be, and as `file_system` does."""
    try:
        if not is_url(path):
            return Path(path).open("rb")
        system, inner = file_system(path)
        return cast(BinaryIO, system.open(inner, "rb"))
    except (InputError, UnavailableError):
        raise
    except Exception as error:  # every file system of fsspec has errors of its own
        raise InputError(path, reason_of(error)) from None


def pyarrow_or_refusal(name: str, kind: str) -> None:
    """Raise UnavailableError where PyArrow is needed to read a file of some kind, and is not installed."""
    try:
        import pyarrow  # noqa: F401
    except ModuleNotFoundError:
        raise UnavailableError(f"{name} is {kind}, and PyArrow, which reads it,", INSTALL_DATA) from None
