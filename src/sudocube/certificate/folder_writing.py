"""A folder of certificates while it is written, and its certificates as text.

The program may be killed at any moment, and a later run goes on without loss or repetition. Each certificate
is added to the end of the last file in a single write; one that was cut off is removed when the run is
resumed. While `manifest.unfinished` exists, the folder is not finished; a lock on that file keeps a second
process out. The manifest is written last. `sudocube.trusted.folder` describes the format.
"""

from __future__ import annotations

import os
import platform
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import file_digest
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import BinaryIO

from sudocube.engines.proof_engine import ProvedAnswer
from sudocube.errors import InputError
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from sudocube.trusted import Refutation, dimacs, rules_of
from sudocube.trusted.folder import FORMAT, LONGEST_LINE, MANIFEST, UNFINISHED, drat, manifest_text
from sudocube.trusted.rules import ENCODING
from sudocube.verdict import Answer, Verdict

PER_FILE = 1000
"""Certificates in one file."""

_NEW_MANIFEST = "manifest.new"
_OURS = re.compile(r"certificates-[0-9]{6,}\.txt|puzzle-[0-9]{6,}\.(cnf|drat)|manifest\.(txt|new|unfinished)")


class FolderWriter:
    """Writes certificates to a folder; a context, which makes the folder or resumes it, and closes it.

    To enter it raises InputError where the folder is finished, holds anything else, was begun by another
    version or with another choice of `self_contained`, or is being written by another process; OSError where
    the folder cannot be written.
    """

    def __init__(self, path: str | Path, *, self_contained: bool = False) -> None:
        self.path = Path(path)
        self._self_contained = self_contained
        self._made_by = made_by()
        self._file: BinaryIO | None = None
        self._in_file = 0
        self._number = 0

    def __enter__(self) -> FolderWriter:
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
            self._take_over()
        except BaseException:
            self._lock.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()
        self._lock.close()

    def _take_over(self) -> None:
        """Lock the folder, and check that it was begun by this version and with the same choices."""
        if sys.platform != "win32":
            import fcntl

            try:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise InputError(str(self.path), "another process is writing to it") from None
        choice = "yes" if self._self_contained else "no"
        begun = f"{FORMAT}\nmade by: {self._made_by}\nencoding: {ENCODING}\nself-contained: {choice}\n"
        mine = begun.encode()
        self._lock.seek(0)
        found = self._lock.read(len(mine) + 1)
        if found != mine:
            if not mine.startswith(found):
                reason = f"it was begun otherwise: {_difference(found, mine)}; choose another folder"
                raise InputError(str(self.path), reason)
            self._lock.truncate(0)
            self._lock.write(mine)
            self._lock.flush()

    def written(self) -> Iterator[WrittenCertificate]:
        """The certificates that the folder already holds, in order; all must be read before any is added.

        Raises InputError where a file was altered.
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
                    for one in written_certificates(stream):
                        self._in_file, end = self._in_file + 1, one.end
                        yield one
                except ValueError as error:
                    raise InputError(str(path), f"it was altered: {error}") from None
        if self._number:
            os.truncate(self._path_of(self._number), end)
            if not end:  # no certificate in it is whole, and perhaps not even its first line: write it anew
                self._number, self._in_file = self._number - 1, PER_FILE

    def add(self, index: int, puzzle: Puzzle, answer: Answer) -> None:
        """Add a certificate; with `self_contained`, first write the files for proof checkers of others."""
        steps = proof_steps(answer)
        if self._self_contained and steps is not None:
            formula, proof = standard_files(puzzle, answer, steps)
            name = f"puzzle-{index:06}"
            (self.path / f"{name}.cnf").write_text(formula, "ascii")
            (self.path / f"{name}.drat").write_text(proof, "ascii")
        if self._file is None or self._in_file == PER_FILE:
            self._file = self._next_file()
        self._file.write(certificate_of(index, puzzle, answer).encode("ascii"))
        self._file.flush()
        self._in_file += 1

    def _next_file(self) -> BinaryIO:
        """Open the last file, or a new one where the last is full."""
        if self._file is not None:
            self._file.close()
        if self._in_file == PER_FILE or not self._number:
            self._number += 1
            self._in_file = 0
        file = self._path_of(self._number).open("ab")
        if not self._in_file:
            file.write(f"{FORMAT}\n".encode())
        return file

    def finish(self, counts: Counter[str]) -> None:
        """Write the manifest with how many puzzles have which verdict; the folder is then finished."""
        if self._file is not None:
            self._file.close()
        sums = {}
        paths = sorted(self.path.iterdir(), key=lambda path: (path.suffix != ".txt", len(path.name), path))
        for path in paths:
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
        """Remove `manifest.unfinished`, and the folder where it is new; nothing was added to it."""
        (self.path / UNFINISHED).unlink(missing_ok=True)
        if self._is_new:
            with suppress(OSError):
                self.path.rmdir()

    def _path_of(self, number: int) -> Path:
        return self.path / f"certificates-{number:06}.txt"


def made_by() -> str:
    """The programs that make the certificates, with their versions."""
    versions = []
    for name in ("sudocube", "python-sat"):
        with suppress(PackageNotFoundError):
            versions.append(f"{name} {version(name)}")
    return ", ".join((*versions, "cadical195", f"Python {platform.python_version()}"))


def standard_files(puzzle: Puzzle, answer: Answer, steps: Iterable[str]) -> tuple[str, str]:
    """A formula in DIMACS, and a proof in DRAT that refutes it, for proof checkers of others."""
    rules = rules_of(puzzle.geometry.box_rows, puzzle.geometry.box_columns)
    refutation = Refutation(rules, puzzle.cells)
    solution = answer.solutions[0].cells if answer.solutions else None
    if solution is not None:
        refutation.forbid(solution)
    for step in steps:
        refutation.step(step)
    return dimacs(rules, puzzle.cells, solution), drat(refutation)


def _difference(found: bytes, mine: bytes) -> str:
    """The first text line in which two versions of `manifest.unfinished` differ."""
    for theirs, ours in zip(found.splitlines(), mine.splitlines(), strict=False):
        if theirs != ours:
            return f"{theirs.decode('ascii', 'replace')[:80]!r}, where now it is {ours.decode('ascii')!r}"
    return "its journal is longer"


def certificate_of(index: int, puzzle: Puzzle, answer: Answer) -> str:
    """The text of a certificate, from its empty line to its `end`."""
    shape = puzzle.geometry
    box = f"{shape.box_rows}x{shape.box_columns}"
    lines = ["", f"puzzle {index}", f"box {box}", f"clues {puzzle}", f"verdict {answer.verdict}"]
    if answer.verdict is Verdict.UNKNOWN:
        lines.append(f"reason {_one_line(answer.reason or 'unknown')}")
    else:
        lines += [f"solution {grid}" for grid in answer.solutions]
    if (steps := proof_steps(answer)) is not None:
        lines += [f"proof {len(steps)}", *steps]
    return "".join(f"{line}\n" for line in (*lines, "end"))


def proof_steps(answer: Answer) -> tuple[str, ...] | None:
    """The steps of the refutation in an answer; None where it has none."""
    return answer.steps if isinstance(answer, ProvedAnswer) else None


def _one_line(text: str) -> str:
    """The text in ASCII and on one line."""
    return " ".join(text.encode("ascii", "backslashreplace").decode("ascii").split()) or "unknown"


@dataclass(frozen=True, slots=True)
class WrittenCertificate:
    """A certificate that a file already holds; `end` is the offset of the byte after it.

    `steps` is the length of its proof, None where it has none; `reason` says why a verdict is unknown.
    """

    index: int
    puzzle: Puzzle
    verdict: Verdict
    steps: int | None
    reason: str | None
    end: int


def written_certificates(stream: BinaryIO) -> Iterator[WrittenCertificate]:
    """The certificates in a file whose last one may be cut off: up to the first that is not whole.

    Raises ValueError where the file is not as it was written.
    """
    header = f"{FORMAT}\n".encode()
    found = stream.read(len(header))
    if found != header:
        if header.startswith(found):
            return
        raise ValueError(f"it does not begin with {FORMAT!r}")
    fields: dict[str, str] = {}
    steps = 0
    while (line := stream.readline(LONGEST_LINE)).endswith(b"\n"):
        if line.startswith(b"#"):
            steps += 1
        elif line != b"end\n":
            name, _, value = line.decode("ascii").rstrip("\n").partition(" ")
            if name not in _FIELDS or (name in fields and name != "solution"):
                raise ValueError(f"{name[:40]!r} is out of place")
            fields[name] = value
        else:
            yield _certificate_from(fields, steps, stream.tell())
            fields, steps = {}, 0


_FIELDS = frozenset({"", "puzzle", "box", "clues", "verdict", "reason", "solution", "proof"})


def _certificate_from(fields: Mapping[str, str], steps: int, end: int) -> WrittenCertificate:
    """A certificate from its fields; raises ValueError where one is missing or has no such value."""
    try:
        rows, columns = map(int, fields["box"].split("x"))
        proof = int(fields["proof"]) if "proof" in fields else None
        if steps != (proof or 0):
            raise ValueError(f"{steps} steps of a proof that has {proof}")
        puzzle = Puzzle(fields["clues"], Geometry(rows, columns))
        verdict = Verdict(fields["verdict"])
        return WrittenCertificate(int(fields["puzzle"]), puzzle, verdict, proof, fields.get("reason"), end)
    except KeyError as missing:
        raise ValueError(f"a certificate without {missing}") from None
