"""What a file of certificates holds that an earlier run wrote, looked at by the trusted checker."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from sudocube.trusted import CertificateRow
from sudocube.trusted.folder import FORMAT, TOO_SHORT, UNDECIDED, CertificateReader

_HEADER = f"{FORMAT}\n".encode()
_STEPS = re.compile(rb"^proof ([0-9]+)$", re.MULTILINE)


class WrittenCertificate(NamedTuple):
    """A certificate that holds, or says that nothing is known, and where it stands in its file.

    `row` is what the trusted checker says of it; `steps` is the length of its proof, None where it has none.
    """

    row: CertificateRow
    steps: int | None
    start: int
    end: int

    @property
    def is_decided(self) -> bool:
        """Whether it is a certificate of a verdict."""
        return self.row.reason is None


@dataclass(slots=True)
class WrittenFile:
    """The certificates in a file by their numbers, and by their numbers why others do not hold.

    `is_clean` says that there is nothing else in the file.
    """

    path: Path
    certificates: dict[int, WrittenCertificate] = field(default_factory=dict)
    faults: dict[int | None, str] = field(default_factory=dict)
    is_clean: bool = False

    def bytes_of(self, one: WrittenCertificate) -> bytes:
        """The text of a certificate."""
        with self.path.open("rb") as stream:
            stream.seek(one.start)
            return stream.read(one.end - one.start)


class FileChecker(CertificateReader):
    """Checks the files of a folder, one after the other, and says where each certificate begins and ends."""

    _start = 0

    def _certificate(self, line: bytes) -> None:
        self._start = self.stream.tell() - len(line)
        super()._certificate(line)

    def checked(self, path: Path) -> WrittenFile:
        """What a file holds; one that is not there holds nothing."""
        found = WrittenFile(path)
        if not path.is_file():
            return found
        end, is_clean = len(_HEADER), True
        for row in self.rows(path):
            if row.number is not None and (row.reason is None or row.reason.startswith(UNDECIDED)):
                is_clean = is_clean and self._start == end
                start, end = self._start, self.stream.tell()
                found.certificates[row.number] = WrittenCertificate(row, self._steps(start), start, end)
            elif row.reason != TOO_SHORT:  # otherwise it was cut off when the run was ended
                found.faults[row.number] = str(row.reason)
        found.is_clean = is_clean and not found.faults and path.stat().st_size == end
        return found

    def _steps(self, start: int) -> int | None:
        """The length of the proof of the certificate that ends where the stream stands now."""
        end = self.stream.tell()
        self.stream.seek(start)
        head = _STEPS.search(self.stream.read(min(end - start, 4096)))
        self.stream.seek(end)
        return int(head[1]) if head else None
