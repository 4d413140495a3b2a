"""A folder of certificates while it is written.

It can be killed at any moment, and is resumed without loss or repetition: certificates are only ever added
at the end of the last file, each one whole and at once, and what was broken off in the midst of a
certificate is cut away. While `manifest.unfinished` is there, the folder is not finished; that file is also
what keeps two processes from writing to one folder. The manifest is the last thing that is made.
"""

from __future__ import annotations

import os
import platform
import re
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from hashlib import file_digest
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import BinaryIO

from sudocube.certificate.text import CertificateText, certificate_of, written_in
from sudocube.engines.proof_engine import ProvedAnswer
from sudocube.errors import InputError
from sudocube.puzzle import Puzzle
from sudocube.trusted import Refutation, dimacs, rules_of
from sudocube.trusted.folder import FORMAT, MANIFEST, UNFINISHED, drat, manifest_text
from sudocube.trusted.rules import ENCODING
from sudocube.verdict import Answer

PER_FILE = 1000
"""Certificates in one file."""

_NEW_MANIFEST = "manifest.new"
_OURS = re.compile(r"certificates-[0-9]{6,}\.txt|puzzle-[0-9]{6,}\.(cnf|drat)|manifest\.(txt|new|unfinished)")


class Folder:
    """A folder that certificates are written to; used as a context, which closes it.

    It is made when it is entered, or resumed where it is unfinished. Raises InputError where it is
    finished, holds anything else, was begun by another version or with another choice of
    `self_contained`, or is being written to by another process; OSError where it cannot be written.
    """

    def __init__(self, path: str | Path, *, self_contained: bool = False) -> None:
        self.path = Path(path)
        self._self_contained = self_contained
        self._made_by = made_by()
        self._file: BinaryIO | None = None
        self._in_file = 0
        self._number = 0

    def __enter__(self) -> Folder:
        if self.path.exists() and not self.path.is_dir():
            raise InputError(str(self.path), "there is a file of that name")
        self._is_new = not self.path.exists()
        self.path.mkdir(exist_ok=True)
        names = {entry.name for entry in self.path.iterdir()}
        if names and UNFINISHED not in names:
            whole = "it is finished" if MANIFEST in names else "it holds something else"
            raise InputError(str(self.path), f"{whole}; choose a folder that is not there yet")
        for name in sorted(names):
            if not _OURS.fullmatch(name):
                raise InputError(str(self.path), f"{name} is no part of a folder of certificates")
        self._lock = (self.path / UNFINISHED).open("a+b")
        try:
            self._take_over(self.path / UNFINISHED)
        except BaseException:
            self._lock.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()
        self._lock.close()

    def _take_over(self, journal: Path) -> None:
        """Lock the folder, and see whether it was begun as it would be now."""
        if sys.platform != "win32":
            import fcntl

            try:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise InputError(str(self.path), "another process is writing to it") from None
        choice = "yes" if self._self_contained else "no"
        mine = (
            f"{FORMAT}\nmade by: {self._made_by}\nencoding: {ENCODING}\nself-contained: {choice}\n".encode()
        )
        self._lock.seek(0)
        found = self._lock.read(len(mine) + 1)
        if found != mine:
            if not mine.startswith(found):
                raise InputError(
                    str(self.path),
                    f"it was begun otherwise: {_difference(found, mine)}; choose another folder",
                )
            self._lock.truncate(0)
            self._lock.write(mine)
            self._lock.flush()

    def written(self) -> Iterator[CertificateText]:
        """What stands there already, in order; it is to be read to its end before anything is added.

        Raises InputError where it was altered.
        """
        end = 0
        while (path := self._path_of(self._number + 1)).exists():
            if self._number and (
                self._in_file != PER_FILE or end != self._path_of(self._number).stat().st_size
            ):
                raise InputError(str(path), "it was altered: the file before it is not full")
            self._number += 1
            self._in_file = end = 0
            with path.open("rb") as stream:
                try:
                    for one in written_in(stream):
                        self._in_file, end = self._in_file + 1, one.end
                        yield one
                except ValueError as error:
                    raise InputError(str(path), f"it was altered: {error}") from None
        if self._number:
            os.truncate(self._path_of(self._number), end)
            if not end:  # not even its first line may be whole: it is begun again
                self._number, self._in_file = self._number - 1, PER_FILE

    def add(self, index: int, puzzle: Puzzle, answer: Answer) -> None:
        """Add a certificate, and with `self_contained` the files for checkers by others before it."""
        if self._self_contained and isinstance(answer, ProvedAnswer) and answer.steps is not None:
            formula, proof = standard_files(puzzle, answer)
            name = f"puzzle-{index:06}"
            (self.path / f"{name}.cnf").write_text(formula, "ascii")
            (self.path / f"{name}.drat").write_text(proof, "ascii")
        if self._file is None or self._in_file == PER_FILE:
            self._next_file()
        assert self._file is not None
        self._file.write(certificate_of(index, puzzle, answer).encode("ascii"))
        self._file.flush()
        self._in_file += 1

    def _next_file(self) -> None:
        """Go on with the last file, or with a new one where that is full."""
        if self._file is not None:
            self._file.close()
        if self._in_file == PER_FILE or not self._number:
            self._number += 1
            self._in_file = 0
        self._file = self._path_of(self._number).open("ab")
        if not self._in_file:
            self._file.write(f"{FORMAT}\n".encode())

    def finish(self, counts: Counter[str]) -> None:
        """Write the manifest; the folder is finished."""
        if self._file is not None:
            self._file.close()
        sums = {}
        for path in sorted(
            self.path.iterdir(), key=lambda path: (path.suffix != ".txt", len(path.name), path)
        ):
            if not path.name.startswith("manifest."):
                with path.open("rb") as stream:
                    sums[path.name] = file_digest(stream, "sha256").hexdigest()
        with (self.path / _NEW_MANIFEST).open("w", encoding="ascii", newline="\n") as manifest:
            manifest.write(manifest_text(self._made_by, counts, sums))
            manifest.flush()
            os.fsync(manifest.fileno())
        (self.path / _NEW_MANIFEST).replace(self.path / MANIFEST)
        (self.path / UNFINISHED).unlink()

    def discard(self) -> None:
        """Leave nothing behind of a folder to which nothing was added."""
        (self.path / UNFINISHED).unlink(missing_ok=True)
        if self._is_new:
            with suppress(OSError):
                self.path.rmdir()

    def _path_of(self, number: int) -> Path:
        return self.path / f"certificates-{number:06}.txt"


def made_by() -> str:
    """What writes the certificates, with the versions of all that matters."""
    versions = []
    for name in ("sudocube", "python-sat"):
        with suppress(PackageNotFoundError):
            versions.append(f"{name} {version(name)}")
    return ", ".join((*versions, "cadical195", f"Python {platform.python_version()}"))


def standard_files(puzzle: Puzzle, answer: ProvedAnswer) -> tuple[str, str]:
    """A formula in DIMACS, and a proof in DRAT that refutes it, for checkers by others."""
    rules = rules_of(puzzle.geometry.box_rows, puzzle.geometry.box_columns)
    refutation = Refutation(rules, puzzle.cells)
    solution = answer.solutions[0].cells if answer.solutions else None
    if solution is not None:
        refutation.forbid(solution)
    for step in answer.steps or ():
        refutation.step(step)
    return dimacs(rules, puzzle.cells, solution), drat(refutation)


def _difference(found: bytes, mine: bytes) -> str:
    """The first line in which two journals differ."""
    for theirs, ours in zip(found.splitlines(), mine.splitlines(), strict=False):
        if theirs != ours:
            return f"{theirs.decode('ascii', 'replace')[:80]!r}, where now it is {ours.decode('ascii')!r}"
    return "its journal is longer"
