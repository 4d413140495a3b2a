"""Where an audit reads and writes, on this machine or at a URL of fsspec: its data files, and its folder."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO
from uuid import uuid4

from pyarrow import fs

from sudocube.errors import InputError, SudocubeError
from sudocube.rows.arrays import SPLITS
from sudocube.rows.batch import Role
from sudocube.rows.data_files import DataFile, looked_into
from sudocube.rows.roles import refuse_unknown
from sudocube.rows.source import ENDINGS, file_system, is_data_name, is_url, reading_errors, same_path, why

_BEING_WRITTEN = ".being-written"
"""How the names of files end that are not finished."""

_WRITTEN = re.compile(r"flaws\.parquet|summary\.json|work/audit-[0-9a-f]{16}/.*")
"""The data files among those that an audit writes to its folder."""

_MANIFESTS = ("manifest.csv", "manifest.json")
"""Files of a folder that are no data: what a repair has changed."""

_PATTERN = re.compile(r"[*?[]")
_SPLIT_FOLDER = re.compile(r"split=([^/=]+)")


class SharedFolder:
    """A folder that several processes, or machines, write to, by its path or URL; it can be pickled.

    Invariant: a file is there as a whole or not at all. It is written under another name and renamed. Two
    workers that do the same work write the same bytes, so it does not matter which of them comes last.

    Names in it have slashes between their parts. Its methods raise OSError where the folder cannot be read or
    written; for a URL also UnavailableError if fsspec is not installed, and InputError if it does not know
    the URL.

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

    def path_of(self, name: str) -> str:
        """The path or URL of a file in it."""
        return f"{self.url.rstrip('/')}/{name}".rstrip("/")

    def write(self, name: str, content: Any) -> None:  # noqa: ANN401 — any buffer
        """Write a file, all of it or nothing; raises OSError with the path, such as for a full disk."""
        with self.writing(name) as file:
            file.write(content)

    @contextmanager
    def writing(self, name: str) -> Iterator[BinaryIO]:
        """A file that is there once the context ends, and not at all if it ends with an error.

        Raises OSError with the path, such as for a full disk.
        """
        system, path = self._place(name)
        is_device = not is_url(self.url) and Path(path).exists() and not Path(path).is_file()
        unfinished = path if is_device else f"{path}.{uuid4().hex}{_BEING_WRITTEN}"
        try:
            system.create_dir(path.rpartition("/")[0], recursive=True)
            with system.open_output_stream(unfinished) as file:
                yield file
            if not is_device:
                system.move(unfinished, path)
        except BaseException as error:
            with suppress(OSError):
                _ = is_device or system.delete_file(unfinished)
            if isinstance(error, OSError) and error.filename is None and error.errno is not None:
                raise OSError(error.errno, os.strerror(error.errno), self.path_of(name)) from error
            raise

    def read(self, name: str, start: int = 0, end: int | None = None) -> bytes:
        """The bytes of a file from one place to another; raises OSError."""
        system, path = self._place(name)
        with system.open_input_file(path) as file:
            file.seek(start)
            content: bytes = file.read(None if end is None else end - start)
            return content

    def names(self, under: str) -> list[str]:
        """The names of the finished files in one of its folders, sorted; none without such a folder."""
        system, path = self._place(under)
        found = system.get_file_info(fs.FileSelector(path, allow_not_found=True))
        return sorted(one.base_name for one in found if not one.base_name.endswith(_BEING_WRITTEN))

    def exists(self, name: str) -> bool:
        """Whether there is a file or a folder of that name."""
        system, path = self._place(name)
        return bool(system.get_file_info(path).type != fs.FileType.NotFound)

    def remove(self, name: str) -> None:
        """Remove one of its folders and all that is in it, if it is there."""
        system, path = self._place(name)
        with suppress(OSError):
            system.delete_dir(path)

    def has_written(self, path: str) -> bool:
        """Whether a path, in the form of `same_path`, is that of a data file that audits write to it.

        >>> folder = SharedFolder("data")
        >>> [folder.has_written(same_path(f"data/{name}")) for name in ("summary.json", "a.json")]
        [True, False]
        """
        folder = same_path(self.path_of("x")).removesuffix("x")
        inner = path.removeprefix(folder).replace(os.sep, "/")
        return path.startswith(folder) and _WRITTEN.fullmatch(inner) is not None

    def _place(self, name: str) -> tuple[Any, str]:
        """The file system, and the path of a file in it; what others have written is seen."""
        if not is_url(self.url):
            return fs.LocalFileSystem(), self.path_of(name)
        system, path = file_system(self.path_of(name))
        system.invalidate_cache()
        return fs.PyFileSystem(fs.FSSpecHandler(system)), path


def data_files(
    paths: Sequence[str],
    *,
    columns: Mapping[Role, str],
    must_have_them: bool = True,
    output: SharedFolder | None = None,
) -> list[DataFile]:
    """The files that these paths name, in order, each with its kind and its columns.

    A path is that of a file, of a folder, whose data files are taken by their endings at any depth, a pattern
    such as `data/*.parquet`, or any of these as a URL that fsspec knows. The files of a folder or a pattern
    come in the order of their names, and the members of an archive in its order, each as a file. What is
    named twice is taken once, in whatever ways its path is written. What audits write to the folder `output`
    is left out, unless it is named itself. A file that is damaged has a `fault`, and so has a file of a
    folder or a pattern in which there are no puzzles.

    `columns` are those that the user names, by their names in any case or by their numbers from 1. A file
    that does not have one of them is looked at as if it was not named; but one file at least must have it,
    unless `must_have_them` is false.

    Raises InputError for a path that does not exist, for a pipe, which can be read only once, for a folder
    without data files, and for a file that is named and holds no puzzles; UnknownNameError for a column that
    no file has; and UnavailableError where a package is needed that is not installed.
    """
    found: dict[str, list[DataFile]] = {}
    for given in paths:
        is_any = False
        for path, inner, is_named in _expanded(given):
            key = same_path(path)
            if not is_named and output is not None and output.has_written(key):
                continue
            is_any = True
            if key not in found:
                split = split_of(inner)
                found[key] = [
                    replace(file, split=split_of(file.path.partition("!")[2]) or split)
                    for file in looked_into(path, columns, split, is_named=is_named)
                ]
        if not is_any:
            raise InputError(given, "holds no data file but those that an audit has written")
    files = [one for some in found.values() for one in some]
    if must_have_them:
        refuse_unknown(columns, [(one.name, one.layout) for one in files if one.fault is None])
    return files


class _LocalFiles:
    """The file system of this machine, with the methods of one of fsspec that are needed here."""

    isdir, exists = staticmethod(os.path.isdir), staticmethod(os.path.exists)
    unstrip_protocol = staticmethod(str)

    def find(self, folder: str) -> list[str]:
        """All files in a folder, at any depth."""
        return [os.path.join(path, name) for path, _, names in os.walk(folder) for name in names]  # noqa: PTH118

    def glob(self, pattern: str) -> list[str]:
        """The files and folders that match a pattern."""
        return glob.glob(pattern, recursive=True)  # noqa: PTH207 — Path.glob takes no absolute ones


def _expanded(given: str) -> Iterator[tuple[str, str, bool]]:
    """The files that a path stands for, each with the path whose words tell its split, and if it is named."""
    is_stream = os.path.exists(given) and not os.path.isfile(given) and not os.path.isdir(given)  # noqa: PTH110, PTH112, PTH113
    if given == "-" or is_stream:
        raise InputError(given, "a data set is read more than once: save it in a file, and name that")
    try:
        system, path = file_system(given) if is_url(given) else (_LocalFiles(), given)
        folders = [path] if system.isdir(path) or (is_url(given) and given.endswith("/")) else []
        if not folders and (not _PATTERN.search(path) or system.exists(path)):
            yield given, Path(path).name, True
            return
        matches = [path] if folders else sorted(map(str, system.glob(path)))
        if not matches:
            raise InputError(given, "no file matches this pattern")
        for match in matches:
            if match not in folders and not system.isdir(match):
                yield system.unstrip_protocol(match), Path(match).name, False
                continue
            found = map(str, system.find(match))
            inside = [(one.removeprefix(match).replace(os.sep, "/").strip("/"), one) for one in found]
            files = [one for one in inside if is_data_name(one[0]) and Path(one[0]).name not in _MANIFESTS]
            if not files:
                what = f"no data file in this folder; they end with {' '.join(ENDINGS)}"
                raise InputError(given if match == path else match, what)
            yield from ((system.unstrip_protocol(one), inner, False) for inner, one in sorted(files))
    except SudocubeError:
        raise
    except reading_errors(given) as error:
        raise InputError(given, why(error)) from None


def split_of(inner: str) -> str | None:
    """The split that the path of a file tells, of which the last word counts; None where it tells none.

    >>> split_of("data/test-00000-of-00002.parquet"), split_of("val/a.csv"), split_of("contest.csv")
    ('test', 'validation', None)
    """
    if folder := _SPLIT_FOLDER.search(inner):
        return folder[1]
    words = re.split(r"[^a-z]+", inner.lower())
    return next((SPLITS[word] for word in reversed(words) if word in SPLITS), None)
