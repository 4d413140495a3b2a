"""`certify`: verdicts with proofs, written to a folder of certificates.

The program may be killed at any moment, and a later run goes on without loss or repetition. Each certificate
is added to the end of the last file in a single write. A run that is resumed has the trusted checker look at
all that is there, and cuts off what stands behind the last certificate that holds. While
`manifest.unfinished` exists, the folder is not finished; a lock on that file keeps a second process out. The
manifest is written last. `sudocube.trusted.folder` describes the format.
"""

from __future__ import annotations

import os
import platform
import re
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from itertools import count
from pathlib import Path
from typing import BinaryIO, NamedTuple

from sudocube.arguments import check_limits, numbered
from sudocube.engines import Answer, kept_engine
from sudocube.engines.asking import ask
from sudocube.errors import InputError
from sudocube.file_names import lock
from sudocube.puzzle import Puzzle
from sudocube.rows import Entry
from sudocube.trusted.folder import (
    FORMAT,
    MANIFEST,
    UNDECIDED,
    UNFINISHED,
    CertificateReader,
    CertificateRow,
    contents,
    manifest_text,
    sum_of,
)
from sudocube.trusted.rules import ENCODING
from sudocube.verdict import Verdict
from sudocube.verdicts.certificates import (
    ENGINE,
    Certificate,
    certificate_in,
    certificate_text,
    left_out,
    standard_files,
    that_fits,
)

PER_FILE = 1000
"""Certificates in one file."""

_HEADER = f"{FORMAT}\n".encode()
_NEW_MANIFEST = "manifest.new"
_CERTIFICATES = re.compile(r"certificates-([0-9]{6,})\.txt")
_FOR_OTHERS = re.compile(r"puzzle-[0-9]{6,}\.(cnf|drat)")


@dataclass(frozen=True, slots=True)
class CertifiedFolder:
    """What became of all puzzles: how many have which verdict.

    `resumed` is the number of certificates that were written by an earlier run.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place:
    ...     made = certify(["1... ..2. .3.. ...4"], f"{place}/certificates")
    >>> made.is_whole, made.verdicts[Verdict.UNIQUE], made.resumed
    (True, 1, 0)
    """

    folder: Path
    verdicts: Counter[Verdict]
    resumed: int

    @property
    def is_whole(self) -> bool:
        """Whether every puzzle has its certificate."""
        return not self.verdicts[Verdict.UNKNOWN]


def certify(
    puzzles: Iterable[Puzzle | str | Entry],
    folder: str | Path,
    *,
    self_contained: bool = False,
    timeout: float | None = None,
    jobs: int | None = None,
    on_result: Callable[[Certificate], object] | None = None,
) -> CertifiedFolder:
    """Write a certificate for each puzzle to a folder, in order.

    For `unique`, a certificate holds the solution and a refutation of the puzzle with "not this solution";
    for `none`, a refutation of the puzzle; for `multiple`, two solutions. With `self_contained`, a DIMACS
    file and a DRAT file are written for each refutation as well, for proof checkers of others. `on_result` is
    called with what became of each puzzle, after its certificate has been written.

    `timeout` is in seconds for one puzzle. `jobs` is the number of processes; with None, all cores take
    over after a second of work (see `engines.asking`). A text that is no puzzle, and a puzzle with
    pencilmarks, get no certificate, but keep their numbers; where there are no others, no folder is left.
    An unfinished folder is resumed where the same version began it, with the same puzzles and choices: what
    is there is checked by `sudocube.trusted`, and kept up to the first certificate that does not hold. A
    finished folder is refused.

    Raises InputError for a folder that cannot be resumed, OSError where it cannot be written (what has been
    written stays, and can be resumed), TypeError for a single puzzle in place of several, ValueError for a
    timeout that is no time or a number of jobs that is no integer above 0, UnavailableError without PySAT,
    and EngineError where a worker process cannot be started.

    >>> import tempfile
    >>> from sudocube import certify, verify
    >>> with tempfile.TemporaryDirectory() as place:
    ...     made = certify(["1... ..2. .3.. ...4", "1... .... .... ...."], f"{place}/certificates")
    ...     dict(made.verdicts), verify(made.folder).holds
    ({<Verdict.UNIQUE: 'unique'>: 1, <Verdict.MULTIPLE: 'multiple'>: 1}, True)
    """
    check_limits(timeout=timeout, jobs=jobs)
    verdicts: Counter[Verdict] = Counter()
    counts: Counter[str] = Counter()
    resumed = 0
    listed = sha256()
    with FolderWriter(folder, self_contained=self_contained) as target:
        with closing(_results(target, numbered(puzzles), timeout, jobs)) as results:
            for one in results:
                verdicts[one.verdict] += 1
                resumed += one.was_there
                if not one.is_left_out:
                    counts[str(one.verdict)] += 1
                    listed.update(f"{one.puzzle}\n".encode())
                if on_result is not None:
                    on_result(one)
        if counts.total():
            target.finish(contents(counts, listed.hexdigest()))
        else:
            target.discard()
    return CertifiedFolder(Path(folder), verdicts, resumed)


Item = tuple[tuple[int, Entry], Puzzle | None]


_Planned = tuple[int, Entry, str | None, Certificate | None]
"""The number of an entry, the entry, the certificate that is there, or the result where there can be none."""


def _results(
    folder: FolderWriter, items: Iterable[Item], timeout: float | None, jobs: int | None
) -> Generator[Certificate, None, None]:
    """What became of each puzzle, in order; certificates that are there and hold are kept, others made."""

    def planned() -> Iterator[tuple[_Planned, Puzzle | None]]:
        for (index, entry), puzzle in items:
            other = left_out(index, entry)
            text = None if other is not None or puzzle is None else folder.kept(index, puzzle)
            yield (index, entry, text, other), puzzle if text is None and other is None else None
        folder.refuse_more()

    with closing(ask([kept_engine(ENGINE)], planned(), timeout=timeout, jobs=jobs)) as answered:
        for (index, entry, text, other), answers in answered:
            was_there = text is not None
            if text is None and other is None and entry.puzzle is not None:
                text = folder.add(index, entry.puzzle, that_fits(answers[ENGINE]))
            yield other or certificate_in(entry, index, text or "", was_there=was_there)


def made_by() -> str:
    """The programs that make the certificates, with their versions."""
    versions = []
    for name in ("sudocube", "python-sat"):
        with suppress(PackageNotFoundError):
            versions.append(f"{name} {version(name)}")
    return ", ".join((*versions, "cadical195", f"Python {platform.python_version()}"))


def _begun(maker: str, self_contained: str) -> bytes:
    """What `manifest.unfinished` holds."""
    return f"{FORMAT}\nmade by: {maker}\nencoding: {ENCODING}\nself-contained: {self_contained}\n".encode()


class FolderWriter:
    """Writes certificates to a folder; a context, which makes the folder or takes it up, and closes it.

    For puzzle after puzzle, in order, comes `kept`; where that gives nothing, later `add`.

    To enter it raises InputError where the folder is finished; where it holds anything else, was begun by
    another version or with another choice of `self_contained`, or is being written by another process;
    OSError where the folder cannot be written.
    """

    def __init__(self, path: str | Path, *, self_contained: bool = False) -> None:
        self.path = Path(path)
        self._choice, self._made_by = "yes" if self_contained else "no", made_by()
        self._lock: BinaryIO | None = None
        self._stream: BinaryIO | None = None
        self._number, self._held, self._end = 1, 0, 0
        """The number of the last file, how many certificates of it are kept, and where the last one ends."""

    def __enter__(self) -> FolderWriter:
        if self.path.exists() and not self.path.is_dir():
            raise self.refused("there is a file of that name")
        self._is_new = not self.path.exists()
        self.path.mkdir(exist_ok=True)
        names = {entry.name for entry in self.path.iterdir()}
        if names and not names & {UNFINISHED, MANIFEST}:
            raise self.refused("it holds something else; choose a folder that is not there yet")
        for name in sorted(names - {MANIFEST, UNFINISHED, _NEW_MANIFEST}):
            if not _CERTIFICATES.fullmatch(name) and not _FOR_OTHERS.fullmatch(name):
                raise self.refused(f"{name} is no part of a folder of certificates")
        if MANIFEST in names and UNFINISHED not in names:
            finished = "it is finished (`sudocube verify` checks it)"
            raise self.refused(f"{finished}; choose a folder that is not there yet")
        try:
            self._take_up()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for stream in (self._stream, self._lock):
            if stream is not None:
                stream.close()

    def refused(self, reason: str) -> InputError:
        """The error for a folder that is not taken."""
        return InputError(str(self.path), reason)

    def _take_up(self) -> None:
        """Lock the folder, and check that it was begun by this version and with the same choices.

        Raises InputError where it was begun otherwise, or where another process is writing to it.
        """
        self._lock = (self.path / UNFINISHED).open("a+b")
        if lock(self._lock) is False:
            raise self.refused("another process is writing to it")
        mine = _begun(self._made_by, self._choice)
        self._lock.seek(0)
        if not mine.startswith(self._lock.read(len(mine) + 1)):
            how = "by another version, or with another choice of --self-contained"
            raise self.refused(f"it was begun {how}; choose another folder")
        self._lock.truncate(0)
        self._lock.write(mine)
        self._lock.flush()
        sums = {one.name: sum_of(one) for one in self._for_others() if one.is_file()}
        self._reader = CertificateReader(sums if self._choice == "yes" else None)
        self._found = self._certificates()
        self._next = next(self._found, None)

    def _for_others(self) -> Iterator[Path]:
        """The files for proof checkers of others."""
        return (path for path in self.path.iterdir() if _FOR_OTHERS.fullmatch(path.name))

    def _file(self, number: int) -> Path:
        """A file of certificates, by its number from 1."""
        return self.path / f"certificates-{number:06}.txt"

    def _certificates(self) -> Iterator[_Written]:
        """The certificates that are there and hold or say that nothing is known, up to the first fault."""
        for number in count(1):
            path, start, held = self._file(number), len(_HEADER), 0
            if not path.is_file():
                return
            for row in self._reader.rows(path):
                stream = self._reader.stream
                end = stream.tell()
                if row.reason is not None and not row.reason.startswith(UNDECIDED):
                    return
                stream.seek(start)
                start, held = end, held + 1
                yield _Written(row, stream.read(end - stream.tell()).decode("ascii"), number, held, end)

    def kept(self, index: int, puzzle: Puzzle) -> str | None:
        """The text of the certificate of a puzzle, where it is there and holds; it stays where it is.

        Where it is not, all that follows is cut off. Raises InputError where another puzzle is in its place.
        """
        one = self._next
        if one is None or (one.row.number or 0) > index:
            self._next, self._found = None, iter(())
            return None
        if one.row[:3] != (index, puzzle.geometry.box_name, str(puzzle)):
            raise self._begun_otherwise(one, "other")
        self._number, self._held, self._end = one.number, one.held, one.end
        self._next = next(self._found, None)
        return one.text

    def refuse_more(self) -> None:
        """Raise InputError where there are certificates of more puzzles than were asked for."""
        if self._next is not None:
            raise self._begun_otherwise(self._next, "more")

    def _begun_otherwise(self, one: _Written, which: str) -> InputError:
        what = f"puzzle {one.row.number} was {one.row.puzzle}"
        return self.refused(f"it was begun with {which} puzzles: {what}")

    def add(self, index: int, puzzle: Puzzle, answer: Answer) -> str:
        """Add a certificate, and return its text.

        With `self_contained`, first write the files for proof checkers of others.
        """
        if self._choice == "yes" and answer.steps is not None:
            for kind, text in standard_files(puzzle, answer, answer.steps).items():
                name = f"puzzle-{index:06}.{kind}"
                (self.path / name).write_text(text, "ascii")
                self._reader.used.add(name)
        text = certificate_text(index, puzzle, answer)
        if self._stream is None:
            self._cut_off()
        if self._stream is None or self._held == PER_FILE:
            self._begin_file()
        assert self._stream is not None
        self._stream.write(text.encode("ascii") if self._stream.tell() else _HEADER + text.encode("ascii"))
        self._stream.flush()
        self._held += 1
        return text

    def _begin_file(self) -> None:
        """Go on with the last file, or begin the next one where that is full."""
        if self._stream is not None:
            self._stream.close()
        if self._held == PER_FILE:
            self._number, self._held = self._number + 1, 0
        self._stream = self._file(self._number).open("ab")

    def _cut_off(self) -> None:
        """Remove what stands behind the last certificate that is kept."""
        for path in self.path.iterdir():
            found = _CERTIFICATES.fullmatch(path.name)
            if found and int(found[1]) > self._number:
                path.unlink()
        if (path := self._file(self._number)).exists():
            os.truncate(path, self._end)

    def finish(self, puzzles: str) -> None:
        """Write the manifest, with what it says of the puzzles; the folder is then finished."""
        if self._stream is None:
            self._cut_off()
        for path in self._for_others():
            if path.name not in self._reader.used:  # of a certificate that was made again, or never written
                path.unlink()
        paths = sorted(self.path.iterdir(), key=lambda path: (path.suffix != ".txt", len(path.name), path))
        sums = {path.name: sum_of(path) for path in paths if not path.name.startswith("manifest.")}
        with (self.path / _NEW_MANIFEST).open("w", encoding="ascii", newline="\n") as manifest:
            manifest.write(manifest_text(self._made_by, self._choice, puzzles, sums))
            manifest.flush()
            os.fsync(manifest.fileno())
        (self.path / _NEW_MANIFEST).replace(self.path / MANIFEST)
        (self.path / UNFINISHED).unlink()

    def discard(self) -> None:
        """Remove `manifest.unfinished`, and the folder where it is new; nothing was added to it."""
        (self.path / UNFINISHED).unlink(missing_ok=True)
        if self._is_new:
            with suppress(OSError):
                self.path.rmdir()


class _Written(NamedTuple):
    """A certificate that is there: what the trusted checker says of it, its text, and where it stands.

    It is the `held`-th in the file of that number, and ends there at the byte `end`.
    """

    row: CertificateRow
    text: str
    number: int
    held: int
    end: int
