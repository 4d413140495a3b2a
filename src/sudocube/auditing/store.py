"""A folder that several processes, or several machines, write their results to: local, or a URL of fsspec.

Invariant: a file is there as a whole or not at all. It is written under another name and renamed; fsspec
does what amounts to the same. Two workers that do the same work write the same bytes, so it does not matter
which of them comes last.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO
from uuid import uuid4

from sudocube.rows.source import file_system, is_url

_BEING_WRITTEN = ".being-written"
"""How the names of files end that are not finished."""


class SharedFolder:
    """A folder by its path or URL; it can be pickled. Names in it have slashes between their parts.

    Its methods raise OSError where the folder cannot be read or written; for a URL also UnavailableError if
    fsspec, or what it needs for this URL, is not installed, and InputError if it does not know the URL.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as path:
    ...     folder = SharedFolder(path)
    ...     folder.write("keys/first", b"0123456789")
    ...     folder.read("keys/first", 2, 5), folder.names("keys"), folder.exists("keys/second")
    (b'234', ['first'], False)
    """

    def __init__(self, url: str) -> None:
        """Nothing is opened yet."""
        self.url = url.removeprefix("file://")

    def __repr__(self) -> str:
        return f"SharedFolder({self.url!r})"

    @property
    def is_local(self) -> bool:
        """Whether it is a folder of this machine's file system."""
        return not is_url(self.url)

    def child(self, name: str) -> SharedFolder:
        """A folder in this one."""
        return SharedFolder(self.path_of(name))

    def path_of(self, name: str) -> str:
        """The path or URL of a file in it."""
        return f"{self.url.rstrip('/')}/{name}"

    def write(self, name: str, content: bytes | memoryview) -> None:
        """Write a file, all of it or nothing; raises OSError with the path, such as for a full disk."""
        with self.writing(name) as file:
            file.write(content)

    @contextmanager
    def writing(self, name: str) -> Iterator[BinaryIO]:
        """A file that is there once the context ends, and not at all if it ends with an error.

        Raises OSError with the path, such as for a full disk.
        """
        try:
            with self._local(name) if self.is_local else self._stored(name) as file:
                yield file
        except OSError as error:
            if error.filename is not None or error.errno is None:
                raise
            raise OSError(error.errno, error.strerror, self.path_of(name)) from error

    @contextmanager
    def _local(self, name: str) -> Iterator[BinaryIO]:
        path = Path(self.path_of(name))
        unfinished = path.with_name(f"{path.name}.{uuid4().hex}{_BEING_WRITTEN}")
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with unfinished.open("wb") as file:
                yield file
            unfinished.replace(path)
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise

    @contextmanager
    def _stored(self, name: str) -> Iterator[BinaryIO]:
        """The same in a file system of fsspec, which shows a file only once it is committed."""
        files, path = self._store(name)
        files.makedirs(path.rpartition("/")[0], exist_ok=True)
        file = files.open(path, "wb", autocommit=False)
        try:
            yield file
            file.close()
            file.commit()
        except BaseException:
            file.discard()
            raise

    def read(self, name: str, start: int = 0, end: int | None = None) -> bytes:
        """The bytes of a file from one place to another; raises OSError."""
        if self.is_local:
            with Path(self.path_of(name)).open("rb") as file:
                file.seek(start)
                return file.read(-1 if end is None else end - start)
        files, path = self._store(name)
        content: bytes = files.cat_file(path, start=start, end=end)
        return content

    def names(self, under: str) -> list[str]:
        """The names of the finished files in one of its folders, sorted; none without such a folder."""
        if self.is_local:
            folder = Path(self.path_of(under))
            found = [entry.name for entry in folder.iterdir()] if folder.is_dir() else []
        else:
            files, path = self._store(under)
            files.invalidate_cache()
            found = [Path(one).name for one in files.ls(path, detail=False)] if files.exists(path) else []
        return sorted(name for name in found if not name.endswith(_BEING_WRITTEN))

    def exists(self, name: str) -> bool:
        """Whether there is a file or a folder of that name."""
        if self.is_local:
            return Path(self.path_of(name)).exists()
        files, path = self._store(name)
        files.invalidate_cache()
        return bool(files.exists(path))

    def remove(self) -> None:
        """Remove the folder and all that is in it, if it is there."""
        if self.is_local:
            shutil.rmtree(self.url, ignore_errors=True)
            return
        files, path = self._store("")
        if files.exists(path):
            files.rm(path, recursive=True)

    def _store(self, name: str) -> tuple[Any, str]:
        """The file system of the URL, and the path of a file in it; raises as `file_system` does."""
        return file_system(self.path_of(name).rstrip("/"))
