"""What an audit reads, what is to be done, and the folder for the work.

A plan can be pickled: threads, processes and other machines get it with each part of the work. The work
folder holds what is done so far:

    segments/FILE-ROW.json    what was found in a segment, up to a million rows from that one on; written last
    keys/FILE-ROW             the keys of these rows, in order
    flaws/FILE-ROW            the rows of that segment that have flaws; only if they are asked for

In the output folder, it is `.audit-HASH`; the hash is that of what is read, and how. Nothing is removed but
such folders. A lock on the output folder keeps a second audit out. The system takes the lock away when the
process ends, in whatever way; some file systems of networks have no locks.
"""

from __future__ import annotations

import glob
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from sudocube.arguments import check_limits, memory_size
from sudocube.errors import InputError
from sudocube.file_names import BEING_WRITTEN, CAN_LOCK, lock
from sudocube.plan_fields import Field, Number, Texts, take_fields
from sudocube.rows.batch import LostRows, Rows
from sudocube.rows.columns import Kind, Layout, Reading, Role, refuse_unknown, split_of
from sudocube.rows.entry import InputPause
from sudocube.rows.opening import look, rows_of
from sudocube.rows.source import ENDINGS, Source, is_data_name, members, why

_RESULTS = ("flaws.parquet", "summary.json", "manifest.csv")
"""Files in the folders of data sets that are no data, but what audits have said of them."""

_WORK = ".audit-" + 16 * "[0-9a-f]"


def numbers_in(path: Path, width: int) -> NDArray[np.uint64]:
    """The numbers in a file, uint64 (n, width), of which only those that are looked at come into memory."""
    numbers = np.memmap(path, "<u8", "r") if path.stat().st_size else np.empty(0, np.uint64)
    return numbers.reshape(-1, width)


def finished_files(folder: Path) -> list[Path]:
    """The finished files in a folder, by their names; none without such a folder."""
    return sorted(path for path in folder.glob("*") if not path.name.endswith(BEING_WRITTEN))


@dataclass(frozen=True, slots=True)
class DataFile:
    """One file of a data set, as it was found before its rows are read.

    `name` is what opens it, and what messages call it: a path, or a member of an archive. `layout` is what it
    looks like. `size` in bytes and `changed`, the time of its last change, tell whether it is still the same.
    `split` is the split that its name tells, such as "train". `fault` says why no row of it can be read, such
    as a Parquet file that is cut off; then reading it gives these rows as lost, and the other files go on.
    """

    name: str
    size: int = 0
    changed: int = 0
    layout: Layout = field(default_factory=lambda: Layout(Kind.TEXT))
    split: str | None = None
    fault: str | None = None


def data_files(paths: Iterable[str], columns: Mapping[Role, str]) -> list[DataFile]:
    """The files that these paths name, in order, each with its kind and its columns.

    A path is that of a file, or of a folder, whose data files are taken by their endings at any depth. The
    files of a folder come in the order of their names, and the members of an archive in its order, each as a
    file. What is named twice is taken once. What audits write to folders of data is left out there. A file
    that is damaged, or without puzzles, has a `fault`.

    `columns` are those that the user names, by their names in any case or by their numbers from 1. A file
    that does not have one of them is looked at as if it was not named.

    Raises InputError for a path that does not exist, for a pipe, which can be read only once, and for a
    folder without data files; and UnavailableError where a package is needed that is not installed.
    """
    found: dict[str, list[DataFile]] = {}
    for path, inner in (one for given in paths for one in _expanded(given)):
        if (key := os.path.abspath(path)) not in found:  # noqa: PTH100 — it may be no path
            found[key] = [*_looked_into(path, inner, columns)]
    return [one for some in found.values() for one in some]


def _expanded(given: str) -> Iterator[tuple[str, str]]:
    """The files that a path stands for, each with its path from there."""
    if os.path.isdir(given):  # noqa: PTH112 — it may be no path
        paths = glob.glob("**", root_dir=given, recursive=True)  # noqa: PTH207 — it skips what is hidden
        inside = sorted(Path(one).as_posix() for one in paths if Path(given, one).is_file())
        found = [one for one in inside if is_data_name(one) and Path(one).name not in _RESULTS]
        if not found:
            raise InputError(given, f"no data file in this folder; they end with {' '.join(ENDINGS)}")
        yield from ((os.path.join(given, one), one) for one in found)  # noqa: PTH118
    elif given == "-" or (os.path.exists(given) and not os.path.isfile(given)):  # noqa: PTH110, PTH113
        raise InputError(given, "a data set is read more than once: save it in a file, and name that")
    elif not os.path.lexists(given) and (found := sorted(glob.glob(given, recursive=True))):  # noqa: PTH207
        yield from ((one, Path(one).name) for one in found)
    else:
        yield given, Path(given).name


def _looked_into(path: str, inner: str, asked: Mapping[Role, str]) -> Iterator[DataFile]:
    """A file, or the files in an archive, each with its layout; `inner` is the path from what was named.

    `asked` are the columns that the user names. Raises InputError for a path that does not exist, and
    UnavailableError where a package is needed.
    """
    try:
        status = Path(path if os.path.lexists(path) else path.partition("!")[0]).stat()
    except (ValueError, OSError) as error:
        raise InputError(path, why(error)) from None
    size, source = status.st_size, Source(path, path)
    try:
        sources = members(source) or [source]
    except InputError as error:
        yield DataFile(path, size, status.st_mtime_ns, fault=error.reason)
        return
    for source in sources:
        split = split_of(source.name.partition("!")[2]) or split_of(inner)
        try:
            layout = look(source, asked)
            if layout.kind is Kind.TEXT and next(rows_of(source, layout, Reading()), None) is None:
                raise InputError(source.name, "no puzzle in it" if size else "it is empty")
            yield DataFile(source.name, size, status.st_mtime_ns, layout, split)
        except InputError as error:
            yield DataFile(source.name, size, status.st_mtime_ns, split=split, fault=error.reason)


def read_rows(
    file: DataFile, reading: Reading | None = None, *, first: int = 0, stop: int | None = None
) -> Iterator[Rows | LostRows]:
    """The rows of a file from row `first` to row `stop` (None: to its end), in order; rows count from 0.

    Rows that cannot be read come as LostRows, in their place, and whatever can be read after them follows.
    """
    if file.fault is not None:
        return iter([LostRows(first, None, file.fault)])
    rows = rows_of(Source(file.name, file.name), file.layout, reading or Reading(), first=first, stop=stop)
    return (item for item in rows if not isinstance(item, InputPause))


SEGMENT_ROWS = 1 << 20
"""How many rows one segment holds, at most."""

_BYTES_OF_A_ROW = 100
"""About how many bytes a row of a text has."""


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


class _Memory(Field):
    """A size of memory: a number of bytes, or a text such as "2GB"."""

    def taken(self, what: str, value: int | str) -> int:
        """Raises UnsupportedError for what is no size."""
        return value if isinstance(value, int) else memory_size(value)


def _column(what: str, how: str = "found by name") -> Field:
    """The option that names a column."""
    return Field(f"The column of {what}.", form="COLUMN", usual=how)


@dataclass(frozen=True, kw_only=True)
class AuditPlan:
    """What is asked of an audit, and then the files that were found; it can be pickled.

    The options say what they mean beside their types. `reading` says how rows are read, and `timeout` is in
    seconds, for a puzzle that the kernel does not decide. `files` are those to audit, so many as `audited`
    says, and then those to compare them with. `work` is the folder for what is done, which `work_folder`
    gives it.

    Raises ValueError for what is out of range, no size, or does not go together.
    """

    against: Annotated[tuple[str, ...], Texts("Also look for the puzzles in this FILE.", form="FILE")] = ()
    output: Annotated[
        str | None, Field("Write a page and all flaws; an ended run goes on.", ("--output", "-o"), form="DIR")
    ] = None
    clean: Annotated[str | None, Field("Write the sound rows, the first of each class.", form="FILE")] = None
    repair: Annotated[str | None, Field("Write a set without flaws, and what was mended.", form="DIR")] = None
    puzzle: Annotated[str | None, _column("puzzles", "found by name, or by looking")] = None
    answer: Annotated[str | None, _column("stored solutions", "found by name, or by looking")] = None
    rating: Annotated[str | None, _column("ratings")] = None
    clues: Annotated[str | None, _column("numbers of clues")] = None
    split: Annotated[str | None, _column("splits, such as train and test")] = None
    id: Annotated[str | None, _column("names of rows")] = None
    memory: Annotated[int, _Memory("About how much is used.", form="SIZE", usual="2GB")] = 2_000_000_000
    cluster: Annotated[int | None, Number("Have N processes work: a cluster of Dask.", least=1)] = None
    scheduler: Annotated[
        str | None, Field("A Dask scheduler (tcp://10.0.0.1:8786) that sees all files.", form="ADDRESS")
    ] = None
    reading: Reading = field(default_factory=Reading)
    timeout: float | None = None
    jobs: int | None = None
    files: tuple[DataFile, ...] = ()
    audited: int = 0
    work: Path = Path()

    def __post_init__(self) -> None:
        take_fields(self)
        check_limits(timeout=self.timeout, jobs=self.jobs)
        if self.clean is not None and self.repair is not None:
            raise ValueError("clean and repair: give one of them, and the other one in another run")
        if sum(one is not None for one in (self.jobs, self.cluster, self.scheduler)) > 1:
            raise ValueError("jobs, cluster and scheduler: give one of them at most")
        if self.scheduler is not None and self.output is None:
            raise ValueError("with a scheduler, name an output folder that all workers can write to")

    @property
    def columns(self) -> dict[Role, str]:
        """The columns that the user names, by their role."""
        return {role: name for role in Role if (name := getattr(self, role)) is not None}

    @property
    def flaws_file(self) -> str | None:
        """The table with a row for each flaw."""
        return None if self.output is None else os.path.join(self.output, "flaws.parquet")  # noqa: PTH118

    @property
    def target(self) -> str | None:
        """Where rows are written, if they are."""
        return self.clean or self.repair

    @cached_property
    def beside(self) -> dict[Role, int]:
        """In which field of a record (see `keys`) stands what is beside a puzzle, if some file has it."""
        roles = {role for file in self.files for role in file.layout.roles}
        roles |= {Role.SPLIT for file in self.files if file.split}
        fields = (role for role in (Role.RATING, Role.SPLIT, Role.ID) if role in roles)
        return {role: field for field, role in enumerate(fields, 4)}

    @property
    def fields(self) -> int:
        """How many fields the records of an audit have."""
        return 4 + len(self.beside)

    def parts(self, *, cut: bool) -> list[Part]:
        """The work of the first stage: a part for each file, or for each million rows that it seems to have.

        The last part of a file goes to its end, and may turn out to have no rows.
        """
        found = []
        for number, file in enumerate(self.files):
            is_text = file.layout.kind in (Kind.TEXT, Kind.TABLE, Kind.JSONL)
            rows = sum(file.layout.groups) or is_text * file.size // _BYTES_OF_A_ROW
            cuts = range(SEGMENT_ROWS, rows, SEGMENT_ROWS) if cut else ()
            found += [Part(number, *ends) for ends in pairwise([0, *cuts, None])]
        return found


def with_files(plan: AuditPlan, paths: Sequence[str]) -> AuditPlan:
    """The plan with the files of these paths. No file is compared with itself.

    Raises what `data_files` raises, InputError where there are no files, or none that can be read, and
    UnknownNameError for a column that no audited file has.
    """
    if not paths:
        raise InputError("files", "none is given, so there is nothing to audit")
    audited, others = (data_files(some, plan.columns) for some in (paths, plan.against))
    refuse_unknown(plan.columns, [(one.name, one.layout) for one in audited if one.fault is None])
    if all(file.fault is not None for file in audited):
        raise InputError(audited[0].name, audited[0].fault or "")
    known = {os.path.abspath(file.name) for file in audited}  # noqa: PTH100 — of an archive, it is no path
    new = [file for file in others if os.path.abspath(file.name) not in known]  # noqa: PTH100
    if others and not new:
        raise InputError(others[0].name, "is audited already; name another file to compare with")
    return replace(plan, files=(*audited, *new), audited=len(audited))


@contextmanager
def work_folder(plan: AuditPlan) -> Iterator[AuditPlan]:
    """The plan with the folder for its work: in its output folder, or a temporary one.

    In the output folder it stays if the audit breaks off: what an earlier run of the same audit has finished
    is there. Raises InputError where another audit is writing to it, OSError where it cannot be made.
    """
    with ExitStack() as stack:
        if plan.output is None:
            temporary = tempfile.TemporaryDirectory(prefix="sudocube-", ignore_cleanup_errors=True)
            yield replace(plan, work=Path(stack.enter_context(temporary)))
            return
        output, is_locked = Path(plan.output), None
        output.mkdir(parents=True, exist_ok=True)
        if CAN_LOCK:
            folder = os.open(output, os.O_RDONLY)
            stack.callback(os.close, folder)
            is_locked = lock(folder)
        if is_locked is False:
            reason = "another audit is writing to it; wait until that has ended, or name another folder"
            raise InputError(plan.output, reason)
        what = repr((plan.files, plan.audited, plan.reading, plan.timeout))
        work = output / f".audit-{sha256(what.encode(errors='surrogatepass')).hexdigest()[:16]}"
        yield replace(plan, work=work)
        for old in output.glob(_WORK) if is_locked else [work]:  # also those of audits that were ended
            shutil.rmtree(old, ignore_errors=True)
