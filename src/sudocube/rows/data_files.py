"""The files of a data set: what they look like, and their rows."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from sudocube.errors import InputError, SudocubeError
from sudocube.geometry import Geometry
from sudocube.rows.batch import InputPause, LostRows, Role, Rows
from sudocube.rows.layout import Kind, Layout
from sudocube.rows.opening import PIECE, DamageError, Reading, look, rows_of
from sudocube.rows.source import Source, file_system, is_url, members, reading_errors, why
from sudocube.rows.text_input import fixed_geometry, is_blank, is_comment


@dataclass(frozen=True, slots=True)
class DataFile:
    """One file of a data set, as it was found before its rows are read.

    `path` is what opens it: a path, a URL that fsspec knows, or a member of an archive. `name` is what
    messages call it, and `layout` is what it looks like. `stamp` tells whether the file is still the same:
    its size in bytes and the time of its last change. `split` is the split that the name of the file tells,
    such as "train". `fault` says why no row of the file can be read, such as a Parquet file that is cut off;
    then reading it gives these rows as lost, so that the other files go on.
    """

    path: str
    name: str
    size: int = 0
    stamp: str = ""
    layout: Layout = field(default_factory=lambda: Layout(Kind.TEXT))
    split: str | None = None
    fault: str | None = None


def looked_into(path: str, asked: Mapping[Role, str], *, is_named: bool) -> list[DataFile]:
    """A file, or the files in an archive, each with its layout; `asked` are the columns that the user names.

    A damaged file has a fault. So has a file without puzzles, if it is not named, but found in a folder or by
    a pattern. Raises InputError where a file cannot be opened, or is named and holds no puzzles;
    UnavailableError where a package is needed.
    """
    whole = DataFile(path, path, *_size_and_stamp(path))
    found = []
    sources = [Source(path, path)]
    try:
        sources = members(sources[0]) or sources
    except InputError as error:
        if is_named:
            raise
        return [replace(whole, fault=error.reason)]
    for source in sources:
        file = replace(whole, path=source.path or path, name=source.name)
        try:
            layout = look(source, Reading(asked))
            if layout.kind is Kind.TEXT and not layout.roles:
                _refuse_empty(source)
            found.append(replace(file, layout=layout))
        except InputError as error:
            if is_named and not isinstance(error, DamageError):
                raise
            found.append(replace(file, fault=error.reason))
    return found


def _refuse_empty(source: Source) -> None:
    """Raise InputError for a text in which there are only blank lines and comments, if it is a short one."""
    with source.arriving(PIECE) as text:
        data, more = next(text, b""), next(text, b"")
    if not more and all(is_blank(line) or is_comment(line) for line in data.splitlines()):
        raise InputError(source.name, "no puzzle in it" if data else "it is empty")


def _size_and_stamp(path: str) -> tuple[int, str]:
    """The size of a file in bytes, and a text that changes when the file does."""
    try:
        if is_url(path):
            system, inner = file_system(path)
            size = int(system.info(inner).get("size") or 0)
            return size, f"{size}-{system.ukey(inner)}"
        status = Path(path if os.path.lexists(path) else path.partition("!")[0]).stat()
        return status.st_size, f"{status.st_size}-{status.st_mtime_ns}"
    except SudocubeError:
        raise
    except (ValueError, reading_errors(path)) as error:
        raise InputError(path, why(error)) from None


def read_rows(
    file: DataFile,
    *,
    first: int = 0,
    stop: int | None = None,
    geometry: Geometry | None = None,
    size: int | None = None,
    keep: bool = False,
) -> Iterator[Rows | LostRows]:
    """The rows of a file from row `first` to row `stop` (None: to its end), in order; rows count from 0.

    `geometry`, or `size` with boxes at least as wide as tall, fixes the shape of the puzzles; with `keep`,
    the rows have all columns. Rows that cannot be read come as LostRows, in their place, and whatever can be
    read after them follows. Raises PuzzleError at once for a size that does not exist or that contradicts the
    geometry.
    """
    reading = Reading({}, fixed_geometry(geometry, size), geometry is not None, keep)
    if file.fault is not None:
        return iter([LostRows(first, None, file.fault)])
    rows = rows_of(Source(file.name, file.path), file.layout, reading, first=first, stop=stop)
    return (item for item in rows if not isinstance(item, InputPause))
