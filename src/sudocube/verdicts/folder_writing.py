"""A folder of certificates while it is written.

The program may be killed at any moment, and a later run goes on without loss or repetition. Each certificate
is added to the end of the last file in a single write. A run that is resumed has the trusted checker look at
all that is there; a file with a certificate that does not hold is replaced as a whole, in one step. While
`manifest.unfinished` exists, the folder is not finished; a lock on that file keeps a second process out. The
manifest is written last. `sudocube.trusted.folder` describes the format.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from sudocube import trusted
from sudocube.engines import Answer
from sudocube.errors import InputError
from sudocube.puzzle import Puzzle
from sudocube.trusted import Refused
from sudocube.trusted.folder import (
    FORMAT,
    MANIFEST,
    UNDECIDED,
    UNFINISHED,
    manifest_in,
    manifest_text,
    sum_of,
)
from sudocube.trusted.rules import ENCODING
from sudocube.verdicts.certificate_making import made_by, standard_files, written_certificate
from sudocube.verdicts.file_checking import FileChecker, WrittenFile

PER_FILE = 1000
"""Certificates in one file."""

_NEW_MANIFEST, _NEW_FILE = "manifest.new", "certificates.new"
_CERTIFICATES = re.compile(r"certificates-([0-9]{6,})\.txt")
_FOR_OTHERS = re.compile(r"puzzle-[0-9]{6,}\.(cnf|drat)")
_OTHER_NAMES = {MANIFEST, UNFINISHED, _NEW_MANIFEST, _NEW_FILE}


class FolderWriter:
    """Writes certificates to a folder; a context, which makes the folder or takes it up, and closes it.

    To enter it raises InputError where the folder is finished and nothing in it is undecided, or something in
    it does not hold; where it holds anything else, was begun by another version or with another choice of
    `self_contained`, or is being written by another process; OSError where the folder cannot be written.
    """

    def __init__(self, path: str | Path, *, self_contained: bool = False) -> None:
        self.path = Path(path)
        self.finished_list: str | None = None
        """What the manifest says of the puzzles, where the folder was finished."""
        self._self_contained = self_contained
        self._made_by = made_by()
        self._lock: BinaryIO | None = None
        self._file: BinaryIO | None = None
        self._in_file = 0
        self._number = 0
        self._for_others: set[str] = set()

    def __enter__(self) -> FolderWriter:
        if self.path.exists() and not self.path.is_dir():
            raise InputError(str(self.path), "there is a file of that name")
        self._is_new = not self.path.exists()
        self.path.mkdir(exist_ok=True)
        names = {entry.name for entry in self.path.iterdir()}
        if names and UNFINISHED not in names:
            if MANIFEST not in names:
                raise self._refused("it holds something else; choose a folder that is not there yet")
            self._look_at_finished()
        for name in sorted(names):
            if (
                name not in _OTHER_NAMES
                and not _CERTIFICATES.fullmatch(name)
                and not _FOR_OTHERS.fullmatch(name)
            ):
                raise self._refused(f"{name} is no part of a folder of certificates")
        if self.finished_list is None:
            try:
                self.take_up()
            except BaseException:
                self.__exit__()
                raise
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()
        if self._lock is not None:
            self._lock.close()

    def _refused(self, reason: str) -> InputError:
        return InputError(str(self.path), reason)

    def _look_at_finished(self) -> None:
        """See that a finished folder holds, and that something in it is undecided; raises InputError."""
        try:
            maker, contained, self.finished_list, _ = manifest_in(self.path)
        except Refused as refused:
            raise self._refused(f"it is finished, but {MANIFEST} does not hold: {refused}") from None
        if " 0 unknown" in self.finished_list:
            raise self._refused("it is finished; choose a folder that is not there yet")
        for what, mine, found in (
            ("made by", self._made_by, maker),
            ("self-contained", self._choice, contained),
        ):
            if mine != found:
                raise self._refused(f"it was made otherwise: {what}: {found!r}, where now it is {mine!r}")
        for row in trusted.verify(self.path):
            if row.reason is not None and not row.reason.startswith(UNDECIDED):
                where = "" if row.number is None else f"puzzle {row.number}: "
                raise self._refused(f"it is finished, but does not hold: {where}{row.reason}")

    @property
    def per_file(self) -> int:
        """How many certificates a full file has."""
        return PER_FILE

    @property
    def _choice(self) -> str:
        return "yes" if self._self_contained else "no"

    def take_up(self) -> None:
        """Lock the folder, and check that it was begun by this version and with the same choices.

        Raises InputError where it was not, or where another process is writing to it.
        """
        self._lock = (self.path / UNFINISHED).open("a+b")
        if sys.platform != "win32":
            import fcntl

            try:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise self._refused("another process is writing to it") from None
        begun = f"{FORMAT}\nmade by: {self._made_by}\nencoding: {ENCODING}\nself-contained: {self._choice}\n"
        mine = begun.encode()
        self._lock.seek(0)
        found = self._lock.read(len(mine) + 1)
        if found != mine:
            if not mine.startswith(found):
                difference = _difference(found, mine)
                raise self._refused(f"it was begun otherwise: {difference}; choose another folder")
            self._lock.truncate(0)
            self._lock.write(mine)
            self._lock.flush()
        numbers = [_CERTIFICATES.fullmatch(path.name) for path in self.path.iterdir()]
        self.files = max((int(found[1]) for found in numbers if found), default=0)
        sums = {one.name: sum_of(one) for one in self._paths_for_others() if one.is_file()}
        self._checker = FileChecker(sums if self._self_contained else None)

    def _paths_for_others(self) -> list[Path]:
        return [path for path in self.path.iterdir() if _FOR_OTHERS.fullmatch(path.name)]

    def written(self, number: int) -> WrittenFile:
        """What a file of certificates holds, from 1 to `files`; all must be asked for before any is added."""
        return self._checker.checked(self._path_of(number))

    def keep(self, number: int, found: WrittenFile, added: Mapping[int, tuple[Puzzle, Answer]]) -> None:
        """Let a file hold the certificates that were found in it, and those that are added, by number."""
        self._number, self._in_file = number, len(found.certificates.keys() | added.keys())
        self._for_others |= self._checker.used
        if added or not found.is_clean:
            texts = {index: found.bytes_of(one) for index, one in found.certificates.items()}
            texts |= {index: self._text_of(index, *made) for index, made in added.items()}
            new = self.path / _NEW_FILE
            new.write_bytes(b"".join([f"{FORMAT}\n".encode(), *(texts[index] for index in sorted(texts))]))
            new.replace(self._path_of(number))

    def add(self, index: int, puzzle: Puzzle, answer: Answer) -> None:
        """Add a certificate; with `self_contained`, first write the files for proof checkers of others."""
        text = self._text_of(index, puzzle, answer)
        if self._file is None or self._in_file == PER_FILE:
            self._file = self._next_file()
        self._file.write(text)
        self._file.flush()
        self._in_file += 1

    def _text_of(self, index: int, puzzle: Puzzle, answer: Answer) -> bytes:
        """A certificate as text; with `self_contained`, its files for other checkers are written."""
        steps = answer.steps
        if self._self_contained and steps is not None:
            name = f"puzzle-{index:06}"
            for kind, text in zip(("cnf", "drat"), standard_files(puzzle, answer, steps), strict=True):
                (self.path / f"{name}.{kind}").write_text(text, "ascii")
                self._for_others.add(f"{name}.{kind}")
        return written_certificate(index, puzzle, answer).encode("ascii")

    def _next_file(self) -> BinaryIO:
        """Open the last file, or a new one where the last is full."""
        if self._file is not None:
            self._file.close()
        if self._in_file == PER_FILE or not self._number:
            self._number += 1
            self._in_file = 0
        file = self._path_of(self._number).open("ab")
        if not file.tell():
            file.write(f"{FORMAT}\n".encode())
        return file

    def finish(self, puzzles: str) -> None:
        """Write the manifest, with what it says of the puzzles; the folder is then finished."""
        if self._file is not None:
            self._file.close()
        for path in self._paths_for_others():
            if path.name not in self._for_others:  # of a certificate that was made again, or never written
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

    def _path_of(self, number: int) -> Path:
        return self.path / f"certificates-{number:06}.txt"


def _difference(found: bytes, mine: bytes) -> str:
    """The first text line in which two versions of `manifest.unfinished` differ."""
    for theirs, ours in zip(found.splitlines(), mine.splitlines(), strict=False):
        if theirs != ours:
            return f"{theirs.decode('ascii', 'replace')[:80]!r}, where now it is {ours.decode('ascii')!r}"
    return "its journal is longer"
