"""A folder of certificates, checked by the trusted core."""

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
    """What the trusted core says of one certificate; `reason` is why it is refused, None where it holds.

    `index` is the puzzle's number, from 1, and `puzzle` its cells. Where something is wrong with the folder
    itself, or a certificate cannot be read that far, these and `verdict` are None.
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
        """What an accepted verdict rests on: a proof, or two solutions."""
        if not self.accepted:
            return None
        return Evidence.WITNESS if self.verdict is Verdict.MULTIPLE else Evidence.PROOF


@dataclass(frozen=True, slots=True)
class FolderVerification:
    """What was accepted, by verdict, and how many things were refused."""

    accepted: Counter[Verdict]
    refused: int

    @property
    def holds(self) -> bool:
        """Whether every certificate holds, and nothing is altered, missing or in excess."""
        return not self.refused


def verify(
    folder: str | Path, *, on_result: Callable[[CertificateVerification], object] | None = None
) -> FolderVerification:
    """Check a folder of certificates with the trusted core; see `sudocube.trusted` for what that trusts.

    `on_result` is called with what is said of each certificate, and of each fault of the folder. Raises
    InputError where there is nothing like a folder of certificates, or it cannot be read. For an example
    see `certify`.
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
    """What the trusted core says; its errors are those of this package."""
    try:
        yield from trusted.verify(folder)
    except OSError as error:
        what = error.strerror or str(error).removeprefix(f"{folder}: ")
        raise InputError(str(folder), what.lower()) from None
