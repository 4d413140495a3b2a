"""`certify`: verdicts with proofs, written to a folder of certificates.

The program may be killed at any moment, and a later run goes on without loss or repetition. Each certificate
is added to the end of the last file in a single write. A run that is resumed has the trusted checker look at
all that is there; a file with a certificate that does not hold is replaced as a whole, in one step. While
`manifest.unfinished` exists, the folder is not finished; a lock on that file keeps a second process out. The
manifest is written last. `sudocube.trusted.folder` describes the format.
"""

from __future__ import annotations

import os
import platform
import re
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import BinaryIO, NamedTuple

from sudocube.arguments import check_limits, numbered
from sudocube.engines import Answer, kept_engine
from sudocube.engines.asking import ask
from sudocube.errors import FormatError, InputError
from sudocube.puzzle import Puzzle
from sudocube.rows import Entry
from sudocube.trusted import CertificateRow, Refused
from sudocube.trusted.folder import (
    FORMAT,
    MANIFEST,
    TOO_SHORT,
    UNDECIDED,
    UNFINISHED,
    CertificateReader,
    contents,
    manifest_in,
    manifest_text,
    sum_of,
)
from sudocube.trusted.rules import ENCODING
from sudocube.verdict import Evidence, Verdict
from sudocube.verdicts.certificates import (
    ENGINE,
    certificate_in,
    certificate_text,
    standard_files,
    that_fits,
    without_certificate,
)

PER_FILE = 1000
"""Certificates in one file."""

_HEADER = f"{FORMAT}\n".encode()
_NEW_MANIFEST, _NEW_FILE = "manifest.new", "certificates.new"
_CERTIFICATES = re.compile(r"certificates-([0-9]{6,})\.txt")
_FOR_OTHERS = re.compile(r"puzzle-[0-9]{6,}\.(cnf|drat)")
_OTHER_NAMES = {MANIFEST, UNFINISHED, _NEW_MANIFEST, _NEW_FILE}


@dataclass(frozen=True, slots=True)
class CertifiedPuzzle:
    """What became of one puzzle.

    `index` counts from 1, `source` says where the puzzle came from, `title` what a text calls it, and `error`
    why it could not be read.
    `steps` is the length of the proof: 0 where naked and hidden singles solve the puzzle or lead to a
    contradiction, None where there is no proof. `reason` says why a verdict is unknown. `was_there` says that
    the certificate was written before the run was resumed, and holds; `made_again`, why one that was written
    before was not kept; `is_left_out`, that the folder holds nothing of this puzzle, which could not be read
    or has pencilmarks. `text` is that of the certificate.

    >>> import tempfile
    >>> seen = []
    >>> with tempfile.TemporaryDirectory() as place:
    ...     made = certify(["1... ..2. .3.. ...4"], f"{place}/certificates", on_result=seen.append)
    >>> seen[0].verdict, seen[0].evidence, seen[0].steps
    (<Verdict.UNIQUE: 'unique'>, <Evidence.PROOF: 'proof'>, 0)
    """

    index: int
    source: str
    puzzle: Puzzle | None
    verdict: Verdict
    evidence: Evidence | None = None
    steps: int | None = None
    reason: str | None = None
    was_there: bool = False
    made_again: str | None = None
    is_left_out: bool = False
    error: FormatError | None = None
    title: str | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class CertifiedFolder:
    """What became of all puzzles: how many have which verdict, and how many proofs have no steps.

    `resumed` is the number of certificates that were written by an earlier run.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place:
    ...     made = certify(["1... ..2. .3.. ...4"], f"{place}/certificates")
    >>> made.is_whole, made.empty_proofs, made.verdicts[Verdict.UNIQUE], made.resumed
    (True, 1, 1, 0)
    """

    folder: Path
    verdicts: Counter[Verdict]
    empty_proofs: int
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
    on_result: Callable[[CertifiedPuzzle], object] | None = None,
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
    is there is checked by `sudocube.trusted`, and made again where it does not hold. Puzzles that were
    undecided are asked again, in a finished folder as well. A finished folder where all are decided is
    refused.

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
    empty_proofs = resumed = 0
    listed = sha256()
    with FolderWriter(folder, self_contained=self_contained) as target:
        with closing(_results(target, numbered(puzzles), timeout, jobs)) as results:
            for one in results:
                verdicts[one.verdict] += 1
                empty_proofs += one.steps == 0
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
    return CertifiedFolder(Path(folder), verdicts, empty_proofs, resumed)


Item = tuple[tuple[int, Entry], Puzzle | None]


class _Planned(NamedTuple):
    """An entry, the file for its certificate, and the one that is there or why it is not there any more.

    `other` is the result for an entry that can have no certificate.
    """

    number: int
    entry: Entry
    file: WrittenFile
    written: WrittenCertificate | None = None
    lost: str | None = None
    other: CertifiedPuzzle | None = None

    @property
    def to_ask(self) -> Puzzle | None:
        """The puzzle, where a certificate has to be made."""
        is_kept = self.written is not None and self.written.is_decided
        return None if is_kept or self.other is not None else self.entry.puzzle


def _results(
    folder: FolderWriter, items: Iterator[Item], timeout: float | None, jobs: int | None
) -> Generator[CertifiedPuzzle, None, None]:
    """What became of each puzzle, in order; certificates that are there and hold are kept, others made."""
    asked = ((one, one.to_ask) for one in _planned(folder, items))
    with closing(ask([kept_engine(ENGINE)], asked, timeout=timeout, jobs=jobs)) as answered:
        for one, answers in answered:
            index, entry, file, written, lost, other = one
            if other is not None:
                yield other
                continue
            assert entry.puzzle is not None
            if was_there := written is not None and written.is_decided:
                text = folder.keep(file, index)
            else:
                text = folder.add(file, index, entry.puzzle, that_fits(answers[ENGINE]))
            made = certificate_in(entry.puzzle, text)
            yield CertifiedPuzzle(
                index,
                entry.source,
                entry.puzzle,
                made.verdict,
                made.evidence,
                None if made.steps is None else len(made.steps),
                made.reason,
                was_there,
                None if was_there else lost,
                title=entry.title,
                text=text,
            )


def _planned(folder: FolderWriter, items: Iterator[Item]) -> Iterator[_Planned]:
    """The entries in order: first those that the folder's files are for, file by file, then the others.

    Raises InputError where a certificate in a file is not for the puzzle of that number.
    """
    per_file = PER_FILE
    number, wanted, file = 0, per_file, None
    for number in range(1, folder.files + 1):
        file, wanted, batch = folder.written(number), 0, list[_Planned]()
        for (index, entry), puzzle in items:
            other, written = left_out(index, entry), file.certificates.get(index)
            if written is not None and (other is not None or not written.is_for(puzzle)):
                reason = f"it was begun with other puzzles: puzzle {index} was {written.row.puzzle}"
                raise folder.refused(reason)
            is_lost = written is None and (number < folder.files or index <= file.last)
            lost = file.faults.get(index, "it was not there any more") if is_lost else None
            batch.append(_Planned(index, entry, file, written, lost, other))
            wanted += other is None
            if wanted == per_file or (number == folder.files and index >= file.last):
                break
        end = batch[-1].number if batch else 0
        if more := [index for index in file.certificates if index > end]:
            reason = f"it was begun with more puzzles: puzzle {more[0]} is not in the input any more"
            raise folder.refused(reason)
        yield from batch
    for (index, entry), _ in items:
        if file is None or wanted == per_file:
            number, wanted = number + 1, 0
            file = folder.written(number)
        other = left_out(index, entry)
        wanted += other is None
        yield _Planned(index, entry, file, other=other)


def left_out(index: int, entry: Entry) -> CertifiedPuzzle | None:
    """The result for an entry that can have no certificate; None for all others."""
    if (other := without_certificate(entry)) is None:
        return None
    verdict, why = other
    left = CertifiedPuzzle(index, entry.source, entry.puzzle, verdict, is_left_out=True, title=entry.title)
    return replace(left, error=why) if isinstance(why, FormatError) else replace(left, reason=str(why))


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


class WrittenCertificate(NamedTuple):
    """A certificate that holds, or says that nothing is known, and its text.

    `row` is what the trusted checker says of it.
    """

    row: CertificateRow
    text: bytes

    @property
    def is_decided(self) -> bool:
        """Whether it is a certificate of a verdict."""
        return self.row.reason is None

    def is_for(self, puzzle: Puzzle | None) -> bool:
        """Whether it is the certificate of this puzzle."""
        shape = None if puzzle is None else puzzle.geometry.box_name
        return (str(puzzle), shape) == (self.row.puzzle, self.row.box)


@dataclass(slots=True)
class WrittenFile:
    """The certificates in a file by their numbers, and by their numbers why others do not hold.

    `is_clean` says that there is nothing else in the file.
    """

    path: Path
    certificates: dict[int, WrittenCertificate] = field(default_factory=dict)
    faults: dict[int | None, str] = field(default_factory=dict)
    is_clean: bool = True

    @property
    def last(self) -> int:
        """The last number in it, 0 for none."""
        return max([0, *self.certificates, *(number for number in self.faults if number)])


class _FileChecker(CertificateReader):
    """Checks the files of a folder, one after the other, and takes the text of each certificate."""

    _start = 0

    def _certificate(self, line: bytes) -> None:
        self._start = self.stream.tell() - len(line)
        super()._certificate(line)

    def checked(self, path: Path) -> WrittenFile:
        """What a file holds; one that is not there holds nothing."""
        found = WrittenFile(path)
        if not path.is_file():
            return found
        end = len(_HEADER)
        for row in self.rows(path):
            if row.number is not None and (row.reason is None or row.reason.startswith(UNDECIDED)):
                found.is_clean &= self._start == end
                end = self.stream.tell()
                self.stream.seek(self._start)
                found.certificates[row.number] = WrittenCertificate(row, self.stream.read(end - self._start))
            elif row.reason != TOO_SHORT:  # otherwise it was cut off when the run was ended
                found.faults[row.number] = str(row.reason)
        found.is_clean &= not found.faults and path.stat().st_size == end
        return found


class FolderWriter:
    """Writes certificates to a folder; a context, which makes the folder or takes it up, and closes it.

    Certificates are kept or added in the order of their numbers, file by file: the files that are there
    already are asked for by `written`, which may be ahead. `files` is how many there are.

    To enter it raises InputError where the folder is finished and nothing in it is undecided; where it holds
    anything else, was begun by another version or with another choice of `self_contained`, or is being
    written by another process; OSError where the folder cannot be written.
    """

    def __init__(self, path: str | Path, *, self_contained: bool = False) -> None:
        self.path = Path(path)
        self._choice, self._made_by = "yes" if self_contained else "no", made_by()
        self._lock: BinaryIO | None = None
        self._current: WrittenFile | None = None
        self._kept: dict[int, bytes] = {}
        self._stream: BinaryIO | None = None
        self._was_finished = False  # and nothing was written since

    def __enter__(self) -> FolderWriter:
        if self.path.exists() and not self.path.is_dir():
            raise self.refused("there is a file of that name")
        self._is_new = not self.path.exists()
        self.path.mkdir(exist_ok=True)
        names = {entry.name for entry in self.path.iterdir()}
        if names and not names & {UNFINISHED, MANIFEST}:
            raise self.refused("it holds something else; choose a folder that is not there yet")
        for name in sorted(names - _OTHER_NAMES):
            if not _CERTIFICATES.fullmatch(name) and not _FOR_OTHERS.fullmatch(name):
                raise self.refused(f"{name} is no part of a folder of certificates")
        begun = self._finished() if names and UNFINISHED not in names else None
        try:
            self._take_up(begun)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._end_file()
        if self._lock is not None:
            self._lock.close()
        if self._was_finished:
            (self.path / UNFINISHED).unlink(missing_ok=True)

    def refused(self, reason: str) -> InputError:
        """The error for a folder that is not taken."""
        return InputError(str(self.path), reason)

    def _finished(self) -> bytes:
        """How a finished folder was begun; raises InputError where nothing in it is undecided."""
        try:
            maker, contained, puzzles, _ = manifest_in(self.path)
        except Refused as refused:
            raise self.refused(f"it is finished, but {MANIFEST} does not hold: {refused}") from None
        if " 0 unknown" in puzzles:
            raise self.refused(
                "it is finished (`sudocube verify` checks it); choose a folder that is not there yet"
            )
        self._was_finished = True
        return _begun(maker, contained)

    def _take_up(self, found: bytes | None) -> None:
        """Lock the folder, and check that it was begun by this version and with the same choices.

        `found` says how it was begun, None if its own file does. Raises InputError where it was begun
        otherwise, or where another process is writing to it.
        """
        self._lock = (self.path / UNFINISHED).open("a+b")
        if sys.platform != "win32":
            import fcntl

            try:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise self.refused("another process is writing to it") from None
        mine = _begun(self._made_by, self._choice)
        self._lock.seek(0)
        found = self._lock.read(len(mine) + 1) if found is None else found
        if not mine.startswith(found):
            lines = zip(*(one.decode("ascii", "replace").splitlines() for one in (found, mine)), strict=False)
            changed = (f"{old[:80]!r}, where now it is {new!r}" for old, new in lines if old != new)
            difference = next(changed, "its journal is longer")
            raise self.refused(f"it was begun otherwise: {difference}; choose another folder")
        self._lock.truncate(0)
        self._lock.write(mine)
        self._lock.flush()
        (self.path / _NEW_FILE).unlink(missing_ok=True)
        numbers = [_CERTIFICATES.fullmatch(path.name) for path in self.path.iterdir()]
        self.files = max((int(found[1]) for found in numbers if found), default=0)
        sums = {one.name: sum_of(one) for one in self._for_others() if one.is_file()}
        self._checker = _FileChecker(sums if self._choice == "yes" else None)

    def _for_others(self) -> Iterator[Path]:
        """The files for proof checkers of others."""
        return (path for path in self.path.iterdir() if _FOR_OTHERS.fullmatch(path.name))

    def written(self, number: int) -> WrittenFile:
        """What a file of certificates holds, by its number from 1; one that is not there holds nothing."""
        return self._checker.checked(self.path / f"certificates-{number:06}.txt")

    def keep(self, file: WrittenFile, index: int) -> str:
        """Leave a certificate where it is, and return its text."""
        self._begin(file)
        text = file.certificates[index].text
        self._put(index, text, is_there=True)
        return text.decode("ascii")

    def add(self, file: WrittenFile, index: int, puzzle: Puzzle, answer: Answer) -> str:
        """Add a certificate, and return its text.

        With `self_contained`, first write the files for proof checkers of others.
        """
        self._begin(file)
        if self._choice == "yes" and answer.steps is not None:
            for kind, text in standard_files(puzzle, answer, answer.steps).items():
                name = f"puzzle-{index:06}.{kind}"
                (self.path / name).write_text(text, "ascii")
                self._checker.used.add(name)
        text = certificate_text(index, puzzle, answer)
        self._put(index, text.encode("ascii"))
        return text

    def _begin(self, file: WrittenFile) -> None:
        if file is not self._current:
            self._end_file()
            self._current, self._kept = file, {}

    def _put(self, index: int, text: bytes, *, is_there: bool = False) -> None:
        """Write a certificate, unless it stands at its place in the file; then it is only remembered."""
        assert self._current is not None
        self._was_finished = self._was_finished and is_there
        if not is_there and self._stream is None:
            is_at_end = self._current.is_clean and [*self._kept] == [*self._current.certificates]
            self._stream = self._current.path.open("ab") if is_at_end else self._copy()
        if self._stream is not None:
            self._stream.write(text if self._stream.tell() else _HEADER + text)
            self._stream.flush()
        self._kept[index] = text

    def _copy(self) -> BinaryIO:
        """A new file for the one at work, with what was kept so far; `_end_file` puts it in its place."""
        stream = (self.path / _NEW_FILE).open("wb")
        stream.write(b"".join([_HEADER, *self._kept.values()]))
        return stream

    def _end_file(self) -> None:
        """Close the file at work; one that is not as it should be is replaced."""
        file = self._current
        if file is not None and self._stream is None and not file.is_clean:
            self._stream = self._copy()
        if file is None or self._stream is None:
            return
        new = self.path / _NEW_FILE
        if is_copy := self._stream.name == str(new):
            last = max(self._kept, default=0)
            rest = [one.text for number, one in sorted(file.certificates.items()) if number > last]
            self._stream.write(b"".join(rest))  # where the run is broken off
        self._stream.close()
        if is_copy:
            new.replace(file.path)
        self._stream = self._current = None

    def finish(self, puzzles: str) -> None:
        """Write the manifest, with what it says of the puzzles; the folder is then finished."""
        self._end_file()
        for path in self._for_others():
            if path.name not in self._checker.used:  # of a certificate that was made again, or never written
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
