"""`verify`: a folder of certificates, checked by `sudocube.trusted`."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from sudocube import trusted
from sudocube.arguments import numbered
from sudocube.errors import InputError
from sudocube.puzzle import Puzzle
from sudocube.rows import Entry
from sudocube.trusted.folder import MANIFEST
from sudocube.verdict import Verdict
from sudocube.verdicts.certificates import CertificateVerification, verification_of
from sudocube.verdicts.certifying import left_out


@dataclass(frozen=True, slots=True)
class FolderVerification:
    """How many certificates were accepted, by verdict, how many refused, and what else was found.

    `faults` is how many faults the folder itself has, such as a file that the manifest does not name.
    `listed` is how many puzzles the list has that the folder was held against, None where there was none;
    `missing`, how many of them have no certificate; `left_out`, how many of its entries can have none.

    >>> import tempfile
    >>> from sudocube import certify
    >>> with tempfile.TemporaryDirectory() as place:
    ...     made = certify(["1... ..2. .3.. ...4"], f"{place}/certificates")
    ...     found = verify(made.folder, ["1... ..2. .3.. ...4", "1... .... .... ...."])
    >>> found.holds, found.accepted[Verdict.UNIQUE], found.missing, found.listed
    (False, 1, 1, 2)
    """

    accepted: Counter[Verdict]
    refused: int
    faults: int = 0
    missing: int = 0
    listed: int | None = None
    left_out: int = 0

    @property
    def holds(self) -> bool:
        """Whether every certificate holds, and no file is altered, missing or unknown.

        Where a list was given, each of its puzzles has as many certificates as it stands there, and no other
        puzzle has one.
        """
        return not (self.refused or self.faults or self.missing)


def verify(
    folder: str | Path,
    puzzles: Iterable[Puzzle | str | Entry] | None = None,
    *,
    on_result: Callable[[CertificateVerification], object] | None = None,
) -> FolderVerification:
    """Check a folder of certificates; see `sudocube.trusted` for what that relies on.

    The folder alone cannot show that no puzzle was left out: it can be made anew without some of them. Given
    the `puzzles`, in any order, it is held against them: each has to have as many certificates as it stands
    there. `on_result` is called for each certificate, for each fault of the folder, for each puzzle without a
    certificate, and for each entry that can have none. Raises InputError where there is no folder of
    certificates, or it cannot be read, and TypeError for a single puzzle in place of several.

    >>> import tempfile
    >>> from sudocube import certify
    >>> puzzles = ["1... ..2. .3.. ...4", "1... .... .... ...."]
    >>> with tempfile.TemporaryDirectory() as place:
    ...     found = verify(certify(puzzles, f"{place}/certificates").folder, puzzles)
    >>> found.holds, found.accepted.total()
    (True, 2)
    """
    accepted: Counter[Verdict] = Counter()
    refused = faults = missing = skipped = 0
    listed = None if puzzles is None else _Listed(puzzles)
    for one in _verifications(folder, listed):
        if one.source is not None and one.verdict is not None:
            skipped += 1
        elif one.accepted and one.verdict is not None:
            accepted[one.verdict] += 1
        elif one.source is not None:
            missing += 1
        elif one.index is None:
            faults += 1
        else:
            refused += 1
        if on_result is not None:
            on_result(one)
    number = None if listed is None else listed.number
    return FolderVerification(accepted, refused, faults, missing, number, skipped)


def certificates_said(folder: str | Path) -> int:
    """How many certificates a folder has, as its manifest says, unverified; 0 where it does not say so."""
    with suppress(OSError, ValueError), (Path(folder) / MANIFEST).open("rb") as manifest:
        for line in islice(manifest, 10):
            if said := re.match(rb"puzzles: (\d{1,12}),", line):
                return int(said[1])
    return 0


class _Listed:
    """The puzzles of a list with their places; those that have a certificate are struck out."""

    def __init__(self, puzzles: Iterable[Puzzle | str | Entry]) -> None:
        self.number = 0
        self.left_out: list[CertificateVerification] = []
        self.sources: dict[tuple[str | None, str | None], deque[str]] = {}
        for (index, entry), puzzle in numbered(puzzles):
            if (other := left_out(index, entry)) is not None:
                why = str(other.error or other.reason)
                row = CertificateVerification(None, None, other.verdict, why, source=entry.source)
                self.left_out.append(row)
            elif puzzle is not None:
                self.number += 1
                key = str(puzzle), puzzle.geometry.box_name
                self.sources.setdefault(key, deque()).append(entry.source)


def _verifications(folder: str | Path, listed: _Listed | None) -> Iterator[CertificateVerification]:
    """The rows of the trusted checker; with a list, also what is missing in the folder or too much.

    Raises InputError in place of its OSError.
    """
    try:
        for row in trusted.verify(folder):
            one = verification_of(row)
            if listed is not None and one.puzzle is not None:
                places = listed.sources.get((one.puzzle, one.box))
                if places:
                    places.popleft()
                else:
                    one = replace(one, reason=one.reason or "the list does not have it, or not so often")
            yield one
    except OSError as error:
        what = error.strerror or str(error).removeprefix(f"{folder}: ")
        raise InputError(str(folder), what.lower()) from None
    if listed is not None:
        for (puzzle, box), places in listed.sources.items():
            for source in places:
                reason = "it has no certificate in the folder"
                yield CertificateVerification(None, puzzle, None, reason, box, source)
        yield from listed.left_out
