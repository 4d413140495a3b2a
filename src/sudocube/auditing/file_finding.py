"""The files of a data set: found by path, folder, pattern or URL."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from sudocube.auditing.data_files import DataFile, Role
from sudocube.auditing.file_looking import looked_into
from sudocube.auditing.file_opening import file_system, is_url, reading_errors, same_path, why
from sudocube.auditing.role_columns import column_named
from sudocube.auditing.work_folder import is_written_to
from sudocube.errors import InputError, SudocubeError, UnknownNameError

ENDINGS = (
    *(".csv", ".tsv", ".txt", ".sdk", ".sdm", ".ss", ".jsonl", ".ndjson", ".json"),
    *(".parquet", ".pq", ".arrow", ".arrows", ".feather", ".ipc", ".npy"),
)
"""How the names of data files end that are taken out of a folder."""

_PACKED = re.compile(r"\.(gz|xz|lzma|bz2|zst)$")
_PATTERN = re.compile(r"[*?[]")

_SPLITS = {
    **dict.fromkeys(("train", "training"), "train"),
    **dict.fromkeys(("test", "testing"), "test"),
    **dict.fromkeys(("validation", "valid", "val", "dev", "eval"), "validation"),
}
"""The splits that names of files tell."""

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
    come in the order of their names, and a file that is named twice is taken once, in whatever ways its path
    is written. What audits write to the folder `output` is left out, unless it is named itself. A file that
    is damaged has a `fault`, and so has a file of a folder or a pattern in which there are no puzzles.

    `columns` are those that the user names, by their names in any case or by their numbers from 1. A file
    that does not have one of them is looked at as if it was not named; but one file at least must have it,
    unless `must_have_them` is false.

    Raises InputError for a path that does not exist, for a folder without data files, and for a file that is
    named and holds no puzzles; UnknownNameError for a column that no file has; and UnavailableError where a
    package is needed that is not installed.
    """
    found: dict[str, DataFile] = {}
    for given in paths:
        is_any = False
        for path, split, is_named in _expanded(given):
            key = same_path(path)
            if not is_named and output is not None and is_written_to(output, key):
                continue
            is_any = True
            if key not in found:
                found[key] = looked_into(path, columns, split, is_named=is_named)
        if not is_any:
            raise InputError(given, "holds no data file but those that an audit has written")
    if must_have_them:
        for wanted in columns.values():
            _refuse_unknown(wanted, [one for one in found.values() if one.fault is None])
    return list(found.values())


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


def _expanded(given: str) -> Iterator[tuple[str, str | None, bool]]:
    """The files that a path stands for, each with the split that its name tells, and whether it is named."""
    if is_url(given):
        try:
            yield from _expanded_url(given)
        except SudocubeError:
            raise
        except reading_errors(given) as error:
            raise InputError(given, why(error)) from None
        return
    if given == "-":
        raise InputError("-", "a data set is read more than once: save standard input in a file")
    if os.path.isdir(given):  # noqa: PTH112 — Path.is_dir raises for long names
        inner = (path for path in Path(given).rglob("*") if path.is_file())
        yield from _of_folder(given, ((str(path), path.relative_to(given).as_posix()) for path in inner))
    elif not os.path.exists(given) and _PATTERN.search(given):  # noqa: PTH110
        matches = sorted(glob.glob(given, recursive=True))  # noqa: PTH207 — Path.glob takes no absolute ones
        if not matches:
            raise InputError(given, "no file matches this pattern")
        for match in matches:
            is_folder = os.path.isdir(match)  # noqa: PTH112
            inner_files = _expanded(match) if is_folder else [(match, split_of(Path(match).name), False)]
            yield from inner_files
    else:
        yield given, split_of(Path(given).name), True


def _expanded_url(given: str) -> Iterator[tuple[str, str | None, bool]]:
    """The same for a URL."""
    system, path = file_system(given)
    if given.endswith("/") or system.isdir(path):
        names = {str(one): str(one).removeprefix(path).strip("/") for one in system.find(path)}
        found = ((system.unstrip_protocol(one), inner) for one, inner in names.items())
        yield from _of_folder(given, found)
    elif _PATTERN.search(path) and not system.exists(path):
        matches = sorted(map(str, system.glob(path)))
        if not matches:
            raise InputError(given, "no file matches this pattern")
        for match in matches:
            url = str(system.unstrip_protocol(match))
            if system.isdir(match):
                yield from _expanded_url(url)
            else:
                yield url, split_of(PurePosixPath(match).name), False
    else:
        yield given, split_of(PurePosixPath(path).name), True


def _of_folder(given: str, found: Iterator[tuple[str, str]]) -> Iterator[tuple[str, str | None, bool]]:
    """The data files among those of a folder, each given with its path in that folder."""
    files = [(inner, path) for path, inner in found if is_data_name(inner)]
    if not files:
        raise InputError(given, f"no data file in this folder; they end with {' '.join(ENDINGS)}")
    for inner, path in sorted(files):
        yield path, split_of(inner), False


def is_data_name(inner: str) -> bool:
    """Whether the path of a file in a folder is that of a data file; what is hidden is none.

    >>> is_data_name("data/train.csv.gz"), is_data_name("README.md"), is_data_name(".cache/train.csv")
    (True, False, False)
    """
    is_hidden = any(part.startswith((".", "_")) for part in inner.split("/"))
    return not is_hidden and _PACKED.sub("", inner.lower()).endswith(ENDINGS)


def split_of(inner: str) -> str | None:
    """The split that the path of a file tells, of which the last word counts; None where it tells none.

    >>> split_of("data/test-00000-of-00002.parquet"), split_of("val/a.csv"), split_of("contest.csv")
    ('test', 'validation', None)
    """
    if folder := _SPLIT_FOLDER.search(inner):
        return folder[1]
    words = re.split(r"[^a-z]+", inner.lower())
    return next((_SPLITS[word] for word in reversed(words) if word in _SPLITS), None)
