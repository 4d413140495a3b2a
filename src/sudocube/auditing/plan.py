"""What an audit reads, what is to be done, and the folder for the work; on this machine or at URLs of fsspec.

A plan can be pickled: threads, processes and other machines get it with each part of the work. The work
folder holds what is done so far:

    plan.json                 what is audited; each audit has a work folder of its own
    segments/FILE-ROW.json    what was found in a segment, up to a million rows from that one on; written last
    keys/FILE-ROW             the keys of these rows, in order of their hash prefix
    ids/FILE-ROW              the hashes of their ids, where the file has any
    flaws/FILE-ROW            the rows of that segment that have flaws; only if they are asked for
    groups/FIRST-END.*        what a range of hash prefixes holds: duplicates, overlaps; made anew by each run

In the output folder, the work stands in `work/audit-HASH`; the hash is that of the plan's identity. Nothing
is removed but such folders. A lock on the output folder keeps a second audit out. The system takes the lock
away when the process ends, in whatever way. URLs and some file systems of networks have no locks.
"""

from __future__ import annotations

import glob
import json
import os
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO
from uuid import uuid4

from pyarrow import fs

from sudocube.errors import InputError, SudocubeError
from sudocube.geometry import Geometry
from sudocube.rows.batch import LostRows, Rows
from sudocube.rows.columns import SPLITS, Kind, Layout, Reading, Role, refuse_unknown
from sudocube.rows.entry import InputPause
from sudocube.rows.opening import look, rows_of
from sudocube.rows.source import (
    ENDINGS,
    DamageError,
    Source,
    file_system,
    is_data_name,
    is_url,
    members,
    reading_errors,
    why,
)
from sudocube.rows.symbols import fixed_geometry, is_blank, is_comment

_BEING_WRITTEN = ".being-written"
"""How the names of files end that are not finished."""

_WRITTEN = re.compile(r"flaws\.parquet|summary\.json|work/audit-[0-9a-f]{16}/.*")
"""The data files among those that an audit writes to its folder."""

_MANIFESTS = ("manifest.csv", "manifest.json")
"""Files of a folder that are no data: what a repair has changed."""

_PATTERN = re.compile(r"[*?[]")
_SPLIT_FOLDER = re.compile(r"split=([^/=]+)")


def _opened(url: str) -> tuple[Any, str]:
    """The file system of a path or a URL, one of PyArrow, and the path in it; what others wrote is seen."""
    if not is_url(url):
        return fs.LocalFileSystem(), url
    system, path = file_system(url)
    system.invalidate_cache()
    return fs.PyFileSystem(fs.FSSpecHandler(system)), path


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
        system, path = _opened(self.path_of(name))
        is_device = not is_url(self.url) and Path(path).exists() and not Path(path).is_file()
        unfinished = path if is_device else f"{path}.{uuid4().hex}{_BEING_WRITTEN}"
        try:
            folder, _, base = path.rpartition("/")
            system.create_dir(folder, recursive=True)
            if "/" not in name:  # what one process writes: others of it were left by a run that was killed
                for one in system.get_file_info(fs.FileSelector(folder)):
                    if one.base_name.startswith(f"{base}.") and one.base_name.endswith(_BEING_WRITTEN):
                        system.delete_file(one.path)
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
        system, path = _opened(self.path_of(name))
        with system.open_input_file(path) as file:
            file.seek(start)
            content: bytes = file.read(None if end is None else end - start)
            return content

    def names(self, under: str) -> list[str]:
        """The names of the finished files in one of its folders, sorted; none without such a folder."""
        system, path = _opened(self.path_of(under))
        found = system.get_file_info(fs.FileSelector(path, allow_not_found=True))
        return sorted(one.base_name for one in found if not one.base_name.endswith(_BEING_WRITTEN))

    def exists(self, name: str) -> bool:
        """Whether there is a file or a folder of that name."""
        system, path = _opened(self.path_of(name))
        return bool(system.get_file_info(path).type != fs.FileType.NotFound)

    def remove(self, name: str) -> None:
        """Remove one of its folders and all that is in it, if it is there."""
        system, path = _opened(self.path_of(name))
        with suppress(OSError):
            system.delete_dir(path)

    def has_written(self, path: str) -> bool:
        """Whether a path, in the form of `same_path`, is that of a data file that audits write to it.

        >>> folder = SharedFolder("data")
        >>> [folder.has_written(same_path(f"data/{name}")) for name in ("summary.json", "a.json")]
        [True, False]
        """
        folder = same_path(self.path_of("x")).removesuffix("x")
        return path.startswith(folder) and bool(
            _WRITTEN.fullmatch(Path(path.removeprefix(folder)).as_posix())
        )


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
            layout = look(source, asked)
            if layout.kind is Kind.TEXT:
                _refuse_empty(source)
            found.append(replace(file, layout=layout))
        except InputError as error:
            if is_named and not isinstance(error, DamageError):
                raise
            found.append(replace(file, fault=error.reason))
    return found


def _refuse_empty(source: Source) -> None:
    """Raise InputError for a text in which there are only blank lines and comments, if it is a short one."""
    with source.arriving() as text:
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
        some = [*_expanded(given)]
        if output is not None and some[0][1]:
            some = [one for one in some if not output.has_written(same_path(one[0]))]
        if not some:
            raise InputError(given, "holds no data file but those that an audit has written")
        for path, inner in some:
            if (key := same_path(path)) not in found:
                split = split_of(inner or Path(path).name)
                found[key] = [
                    replace(file, split=split_of(file.path.partition("!")[2]) or split)
                    for file in looked_into(path, columns, is_named=not inner)
                ]
    files = [one for some in found.values() for one in some]
    if must_have_them:
        refuse_unknown(columns, [(one.name, one.layout) for one in files if one.fault is None])
    return files


def _expanded(given: str) -> Iterator[tuple[str, str]]:
    """The files that a path stands for, each with its path from there; with none if it is named itself."""
    if given == "-" or (not is_url(given) and _is_stream(given)):
        raise InputError(given, "a data set is read more than once: save it in a file, and name that")
    try:
        store, path = file_system(given) if is_url(given) else (None, given)
        system, _ = _opened(given)
        matches = [path]
        if system.get_file_info(path).type == fs.FileType.NotFound and _PATTERN.search(path):
            matches = sorted(map(str, store.glob(path) if store else glob.glob(path, recursive=True)))  # noqa: PTH207
            if not matches:
                raise InputError(given, "no file matches this pattern")
        full = store.unstrip_protocol if store else str
        for match in matches:
            if system.get_file_info(match).type != fs.FileType.Directory:
                yield (given, "") if match == path else (full(match), Path(match).name)
                continue
            found = system.get_file_info(fs.FileSelector(match, recursive=True))
            names = (one.path.removeprefix(match).strip("/") for one in found if one.is_file)
            inside = sorted(one for one in names if is_data_name(one) and Path(one).name not in _MANIFESTS)
            if not inside:
                what = f"no data file in this folder; they end with {' '.join(ENDINGS)}"
                raise InputError(given if match == path else match, what)
            yield from ((full(os.path.join(match, one)), one) for one in inside)  # noqa: PTH118
    except SudocubeError:
        raise
    except (ValueError, reading_errors(given)) as error:
        raise InputError(given, why(error)) from None


def _is_stream(path: str) -> bool:
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)  # noqa: PTH110, PTH112, PTH113


def split_of(inner: str) -> str | None:
    """The split that the path of a file tells, of which the last word counts; None where it tells none.

    >>> split_of("data/test-00000-of-00002.parquet"), split_of("val/a.csv"), split_of("contest.csv")
    ('test', 'validation', None)
    """
    if folder := _SPLIT_FOLDER.search(inner):
        return folder[1]
    words = re.split(r"[^a-z]+", inner.lower())
    return next((SPLITS[word] for word in reversed(words) if word in SPLITS), None)


SEGMENT_ROWS = 1 << 20
"""How many rows one segment holds, at most."""

DEFAULT_MEMORY = 2_000_000_000

_BYTES_OF_A_ROW = 100
"""About how many bytes a row of a text has."""

_PLAN = "plan.json"
_OF_AN_AUDIT = re.compile("audit-[0-9a-f]{16}")


@dataclass(frozen=True, slots=True)
class Part:
    """What one task reads: the rows of a file from `first` to before `stop`; None for all that follow."""

    file: int
    first: int = 0
    stop: int | None = None

    def segment(self, row: int) -> str:
        """The name of the segment that begins with a row.

        >>> Part(2).segment(1048576)
        '000002-000001048576'
        """
        return f"{self.file:06}-{row:012}"


@dataclass(frozen=True, slots=True)
class AuditPlan:
    """The files of an audit and its options; first the `audited` files, then those to compare them with.

    `work` is the folder for what is done, which `work_folder` gives it. `timeout` is in seconds, for a puzzle
    that the kernel does not decide; `memory` is in bytes. With `lists_flaws` there is a table with a row for
    each flaw, with `keeps_rows` the rows for a clean file, with `repairs` those for a repaired set. `options`
    is what else the readers of rows need.
    """

    files: tuple[DataFile, ...]
    audited: int
    work: SharedFolder = field(default_factory=partial(SharedFolder, ""))
    timeout: float | None = None
    memory: int = DEFAULT_MEMORY
    lists_flaws: bool = False
    keeps_rows: bool = False
    repairs: bool = False
    options: dict[str, Any] = field(default_factory=dict)

    def is_audited(self, file: int) -> bool:
        """Whether a file is audited, not only compared with."""
        return file < self.audited

    def has(self, role: Role) -> bool:
        """Whether some file has a column with that role; for splits, its name may do."""
        return any(role in file.layout.columns or (role is Role.SPLIT and file.split) for file in self.files)

    def parts(self, *, cut_texts: bool = False) -> list[Part]:
        """The work of the first stage: consecutive row groups of about a million rows, or a whole file.

        With `cut_texts`, a large text is several parts of a million rows each, as many as its size makes
        likely. The last one goes to the end of the file, and a part may turn out to have no rows.
        """
        found = []
        for number, file in enumerate(self.files):
            stops: list[int | None] = []
            begin = end = 0
            for rows in file.layout.groups:
                if begin < end and end - begin + rows > SEGMENT_ROWS:
                    stops.append(begin := end)
                end += rows
            if cut_texts and file.layout.kind in (Kind.TEXT, Kind.TABLE, Kind.JSONL):
                likely = file.size // (_BYTES_OF_A_ROW * SEGMENT_ROWS)
                stops = [SEGMENT_ROWS * (1 + at) for at in range(likely)]
            stops.append(end if file.layout.groups else None)
            found += [Part(number, first or 0, stop) for first, stop in zip([0, *stops], stops, strict=False)]
        return found

    def identity(self) -> str:
        """What a run must have in common with an earlier one to go on with its work."""
        files = [
            [file.path, file.layout.kind, file.size, file.stamp, dict(file.layout.columns), file.split]
            for file in self.files
        ]
        asked = [self.audited, self.timeout, self.lists_flaws, self.keeps_rows, self.repairs]
        options = {name: str(value) for name, value in self.options.items()}
        return json.dumps({"format": 3, "files": files, "asked": asked, "options": options}, sort_keys=True)


@contextmanager
def work_folder(plan: AuditPlan, output: SharedFolder | None) -> Iterator[AuditPlan]:
    """The plan with the folder for its work: in `output`, or a temporary one.

    In `output` it stays if the audit breaks off: what an earlier run of the same audit has finished is there.
    Raises InputError where another audit is writing to `output`, OSError where the folder cannot be made.
    """
    with ExitStack() as stack:
        if output is None:
            temporary = tempfile.TemporaryDirectory(prefix="sudocube-", ignore_cleanup_errors=True)
            yield replace(plan, work=SharedFolder(stack.enter_context(temporary)))
            return
        is_locked = not is_url(output.url) and _lock(output.url, stack)
        identity = plan.identity().encode()
        own = f"audit-{sha256(identity).hexdigest()[:16]}"
        work = SharedFolder(output.path_of(f"work/{own}"))
        work.write(_PLAN, identity)
        yield replace(plan, work=work)
        others = output.names("work") if is_locked else []  # left by audits that were ended
        for name in {own, *others}:
            if _OF_AN_AUDIT.fullmatch(name) and output.exists(f"work/{name}/{_PLAN}"):
                output.remove(f"work/{name}")
        with suppress(OSError):  # it is none of this machine, or holds what belongs to the user
            Path(output.path_of("work")).rmdir()


def _lock(folder: str, stack: ExitStack) -> bool:
    """Make a folder and lock it until `stack` ends; whether it is locked, which some file systems cannot do.

    Raises InputError where another process has the lock.
    """
    Path(folder).mkdir(parents=True, exist_ok=True)
    try:
        import fcntl

        lock = os.open(folder, os.O_RDONLY)
        stack.callback(os.close, lock)
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        reason = "another audit is writing to it; wait until that has ended, or name another folder"
        raise InputError(folder, reason) from None
    except (ImportError, OSError):  # Windows; it cannot be listed, or its file system has no locks
        return False
    return True
