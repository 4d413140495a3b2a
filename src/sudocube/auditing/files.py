"""The files of a data set: found by path, folder, pattern or URL."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from sudocube.auditing.plan import is_written_to
from sudocube.errors import InputError, SudocubeError, UnknownNameError
from sudocube.rows.arrays import SPLITS
from sudocube.rows.batch import Role
from sudocube.rows.data_files import DataFile, looked_into
from sudocube.rows.layout import Numbers
from sudocube.rows.roles import column_named
from sudocube.rows.source import ENDINGS, file_system, is_data_name, is_url, reading_errors, same_path, why

_MANIFESTS = ("manifest.csv", "manifest.json")
"""Files of a folder that are no data: what a repair has changed."""

_PATTERN = re.compile(r"[*?[]")

_SPLIT_FOLDER = re.compile(r"split=([^/=]+)")


def data_files(
    paths: Sequence[str],
    *,
    columns: Mapping[Role, str],
    must_have_them: bool = True,
    output: str | None = None,
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
        for path, split, is_named in _expanded(given):
            key = same_path(path)
            if not is_named and output is not None and is_written_to(output, key):
                continue
            is_any = True
            if key not in found:
                found[key] = [
                    replace(file, split=split_of(file.path.partition("!")[2]) or split)
                    for file in looked_into(path, columns, split, is_named=is_named)
                ]
        if not is_any:
            raise InputError(given, "holds no data file but those that an audit has written")
    if must_have_them:
        for wanted in columns.values():
            _refuse_unknown(wanted, [one for some in found.values() for one in some if one.fault is None])
    return [one for some in found.values() for one in some]


def told_columns(file: DataFile) -> list[str]:
    """What was understood of a file, for `--columns`: of each column its role and why, then what else is odd.

    Where each cell has a column, the first and the last one stand for all of them.
    """
    layout = file.layout
    taken = {name for names in layout.roles.values() for name in names}
    said = [f"{name}: {role}, {layout.why.get(role, 'as asked')}" for role, name in layout.columns.items()]
    said += [f"{name}: not used" for name in layout.names if name not in taken]
    if layout.usual_size != 9:
        said.append(f"puzzles of {layout.usual_size}×{layout.usual_size}")
    if layout.numbers is not Numbers.USUAL:
        said.append(f"numbers as cells: {layout.numbers}")
    return [*said, *layout.remarks]


def _refuse_unknown(wanted: str, found: Sequence[DataFile]) -> None:
    """Raise UnknownNameError for a column that none of these files has, InputError if none has columns."""
    if not found or any(column_named(one.names, wanted) is not None for one in found):
        return
    first = next((one for one in found if one.names), None)
    if first is None:
        reason = f"it is no table with a header, so there is no column {wanted!r}"
        raise InputError(found[0].name, reason)
    names = dict.fromkeys(name for one in found for name in one.names if name)
    raise UnknownNameError("column", wanted, names, f"these are the columns of {first.name}")


class _LocalFiles:
    """The file system of this machine, with the methods of one of fsspec that are needed here."""

    isdir, exists = staticmethod(os.path.isdir), staticmethod(os.path.exists)
    unstrip_protocol = staticmethod(str)

    @staticmethod
    def find(folder: str) -> list[str]:
        """All files in a folder, at any depth."""
        return [os.path.join(path, name) for path, _, names in os.walk(folder) for name in names]  # noqa: PTH118

    @staticmethod
    def glob(pattern: str) -> list[str]:
        """The files and folders that match a pattern."""
        return glob.glob(pattern, recursive=True)  # noqa: PTH207 — Path.glob takes no absolute ones


def _expanded(given: str) -> Iterator[tuple[str, str | None, bool]]:
    """The files that a path stands for, each with the split that its name tells, and whether it is named."""
    if not is_url(given):
        is_stream = os.path.exists(given) and not os.path.isfile(given) and not os.path.isdir(given)  # noqa: PTH110, PTH112, PTH113
        if given == "-" or is_stream:
            raise InputError(given, "a data set is read more than once: save it in a file, and name that")
        yield from _found(given, _LocalFiles, given)
        return
    try:
        yield from _found(given, *file_system(given))
    except SudocubeError:
        raise
    except reading_errors(given) as error:
        raise InputError(given, why(error)) from None


def _found(given: str, system: Any, path: str) -> Iterator[tuple[str, str | None, bool]]:  # noqa: ANN401
    """The same, of a path in a file system of fsspec, or in this machine's."""
    if system.isdir(path) or (is_url(given) and given.endswith("/")):
        yield from _in_folder(given, system, path)
    elif _PATTERN.search(path) and not system.exists(path):
        matches = sorted(map(str, system.glob(path)))
        if not matches:
            raise InputError(given, "no file matches this pattern")
        for match in matches:
            if system.isdir(match):
                yield from _in_folder(match, system, match)
            else:
                yield system.unstrip_protocol(match), split_of(Path(match).name), False
    else:
        yield given, split_of(Path(path).name), True


def _in_folder(given: str, system: Any, folder: str) -> Iterator[tuple[str, str | None, bool]]:  # noqa: ANN401
    """The data files of a folder, in the order of their paths in it."""
    found = [
        (str(one).removeprefix(folder).replace(os.sep, "/").strip("/"), one) for one in system.find(folder)
    ]
    files = [
        (inner, one) for inner, one in found if is_data_name(inner) and Path(inner).name not in _MANIFESTS
    ]
    if not files:
        raise InputError(given, f"no data file in this folder; they end with {' '.join(ENDINGS)}")
    for inner, one in sorted(files):
        yield system.unstrip_protocol(one), split_of(inner), False


def split_of(inner: str) -> str | None:
    """The split that the path of a file tells, of which the last word counts; None where it tells none.

    >>> split_of("data/test-00000-of-00002.parquet"), split_of("val/a.csv"), split_of("contest.csv")
    ('test', 'validation', None)
    """
    if folder := _SPLIT_FOLDER.search(inner):
        return folder[1]
    words = re.split(r"[^a-z]+", inner.lower())
    return next((SPLITS[word] for word in reversed(words) if word in SPLITS), None)
