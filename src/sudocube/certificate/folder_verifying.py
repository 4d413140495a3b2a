"""`verify`: a folder of certificates, checked by `sudocube.trusted`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from sudocube import trusted
from sudocube.errors import InputError
from sudocube.trusted import CertificateRow
from sudocube.verdict import Evidence, Verdict


@dataclass(frozen=True, slots=True)
class CertificateVerification:
    """Whether one certificate holds; `reason` says why it is refused, and is None where it holds.

    `index` is the puzzle's number, from 1, and `puzzle` its cells. Where something is wrong with the folder
    itself, or with a certificate before these can be read, they and `verdict` are None.
    """

    index: int | None
    puzzle: str | None
    verdict: Verdict | None
    reason: str | None

    @property
    def accepted(self) -> bool:
        """Whether it holds."""
        return self.reason is None

    @property
    def evidence(self) -> Evidence | None:
        """What backs an accepted verdict: a proof, or two solutions; None where it is refused."""
        if not self.accepted:
            return None
        return Evidence.WITNESS if self.verdict is Verdict.MULTIPLE else Evidence.PROOF


@dataclass(frozen=True, slots=True)
class FolderVerification:
    """How many certificates were accepted, by verdict, and how many faults were found."""

    accepted: Counter[Verdict]
    refused: int

    @property
    def holds(self) -> bool:
        """Whether every certificate holds, and no file is altered, missing or unknown."""
        return not self.refused


def verify(
    folder: str | Path, *, on_result: Callable[[CertificateVerification], object] | None = None
) -> FolderVerification:
    """Check a folder of certificates; see `sudocube.trusted` for what that relies on.

    `on_result` is called for each certificate, and for each fault of the folder. For an example see
    `certify`. Raises InputError where there is no folder of certificates, or it cannot be read.
    """
    accepted: Counter[Verdict] = Counter()
    refused = 0
    for row in _rows(folder):
        verdict = None if row.verdict is None else Verdict(row.verdict)
        one = CertificateVerification(row.number, row.puzzle, verdict, row.reason)
        if one.accepted and verdict is not None:
            accepted[verdict] += 1
        else:
            refused += 1
        if on_result is not None:
            on_result(one)
    return FolderVerification(accepted, refused)


def _rows(folder: str | Path) -> Iterator[CertificateRow]:
    """The rows of `sudocube.trusted.verify`; raises InputError in place of its OSError."""
    try:
        yield from trusted.verify(folder)
    except OSError as error:
        what = error.strerror or str(error).removeprefix(f"{folder}: ")
        raise InputError(str(folder), what.lower()) from None
