"""The text of one certificate, checked by the trusted code, and the text line where it was refused."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import cast

from sudocube.trusted import CertificateRow
from sudocube.trusted.folder import CertificateReader
from sudocube.verdicts.folder_verifying import CertificateVerification, verification_of


@dataclass(frozen=True, slots=True)
class TextVerification:
    """Whether the text holds, and how far it was read.

    `line` is the number of the text line, from 1, that was read last: the one at fault where it is refused,
    and the last one where it holds.
    """

    row: CertificateRow
    line: int

    @property
    def verification(self) -> CertificateVerification:
        """The result, as `verify` gives it."""
        return verification_of(self.row)


def check_text(text: str) -> TextVerification:
    r"""The result for a text that holds one certificate, as `Certificate.text` does.

    Nothing but the text is used, and nothing is raised for it: whatever it holds is accepted or refused.

    >>> from sudocube import certificate_of
    >>> text = certificate_of("1... ..2. .3.. ...4").text
    >>> found = check_text(text)
    >>> found.verification.accepted, found.line
    (True, 9)
    >>> found = check_text(text.replace("verdict unique", "verdict none"))
    >>> found.verification.accepted, found.line
    (False, 7)
    """
    stream = _CountedLines(text.encode("ascii", "replace"))
    path = cast(Path, _FileInMemory(stream))
    found: list[TextVerification] = []
    for row in CertificateReader(None).rows(path):
        found.append(TextVerification(row, stream.lines))
    if len(found) != 1:
        reason = f"it holds {len(found)} certificates in place of one"
        return TextVerification(CertificateRow(reason=reason), stream.lines)
    return found[0]


class _CountedLines(BytesIO):
    """The bytes of a text; `lines` have been read."""

    lines = 0

    def readline(self, size: int | None = -1, /) -> bytes:
        """The next text line, b"" at the end, which is not counted."""
        line = super().readline(size)
        self.lines += bool(line)
        return line


class _FileInMemory:
    """What the trusted checker needs of a file; what is not ASCII is no part of a certificate."""

    name = "certificate"

    def __init__(self, stream: _CountedLines) -> None:
        self._stream = stream

    def open(self, mode: str) -> BytesIO:
        """The stream."""
        return self._stream
