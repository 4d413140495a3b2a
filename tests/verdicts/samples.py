"""Puzzles with proofs of several steps, and certificates of them for tests to alter.

The puzzles were dug out of grids made by `tests.puzzles`; their proofs have 16, 12, 7 and 6 steps.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from sudocube.engines import Answer
from sudocube.engines.proof_engine import ProofEngine
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from sudocube.trusted.folder import MANIFEST, CertificateRow
from sudocube.trusted.folder import verify as trusted_verify
from sudocube.verdicts.certifying import certify
from tests.puzzles import EXAMPLES

SIXTEEN_STEPS = "24.31..59....95..2...7............9.5..47..1..3.5..4...7...3...1........9.6....31"
TWELVE_STEPS = "4.6.3....1..7.26.4......5..8...29.3.............3..7.5..35..4.19.46....7........."
NO_SOLUTION = "...1..89..4...9.....2....6..9....35.5.4.9....2.......84..7....6...6..1..35...4..."
TALL_BOXES = Puzzle("6.4..3..12...8....3.81...4....2......75..36.....3.7......1.5....", Geometry(2, 4))
SINGLES = next(cells for name, cells, _, _ in EXAMPLES if name == "2x2-unique")
SEVERAL = next(cells for name, cells, _, _ in EXAMPLES if name == "3x3-two-solutions")

HARD: list[Puzzle | str] = [SIXTEEN_STEPS, TALL_BOXES, NO_SOLUTION, TWELVE_STEPS]
ALL_KINDS: list[Puzzle | str] = [SIXTEEN_STEPS, SEVERAL, SINGLES, NO_SOLUTION, TALL_BOXES]
"""Unique, several, unique by singles, none, and another box shape."""


def proved(puzzle: Puzzle) -> tuple[Answer, list[str]]:
    """The answer of the engine that proves, and the steps of its proof."""
    answer = ProofEngine().answer(puzzle)
    assert answer.steps is not None
    return answer, list(answer.steps)


Files = dict[str, bytes]
"""The files of a folder by name."""


@cache
def _made(self_contained: bool) -> Files:
    with TemporaryDirectory() as place:
        certify(ALL_KINDS, f"{place}/made", self_contained=self_contained)
        return files_of(Path(place) / "made")


def made(*, self_contained: bool = False) -> Files:
    """A folder of certificates of ALL_KINDS."""
    return dict(_made(self_contained))


def files_of(folder: Path) -> Files:
    """What a folder holds."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def with_sums_recomputed(files: Files) -> Files:
    """The folder with the sums that an attacker would write into its manifest."""
    lines = []
    for line in files[MANIFEST].splitlines(keepends=True)[:-1]:
        found = re.fullmatch(rb"[0-9a-f]{64}  (\S+)\n", line)
        name = found[1].decode() if found else ""
        lines.append(f"{_sum(files[name])}  {name}\n".encode() if name in files else line)
    above = b"".join(lines)
    return {**files, MANIFEST: above + f"{_sum(above)}  all lines above\n".encode()}


def _sum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def written(files: Files, folder: Path) -> Path:
    """Write the files to a folder, and remove all others from it."""
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        if path.name not in files:
            path.unlink()
    for name, content in files.items():
        path = folder / name
        if not path.exists() or path.read_bytes() != content:
            path.write_bytes(content)
    return folder


def rows_of(files: Files, folder: Path) -> list[CertificateRow]:
    """The rows of the trusted checker for a folder with these files."""
    return list(trusted_verify(written(files, folder)))


def first_refusal(files: Files, folder: Path) -> str | None:
    """The first reason why such a folder is refused; the check stops there."""
    return next(refusals(trusted_verify(written(files, folder))), None)


def refusals(rows: Iterable[CertificateRow]) -> Iterator[str]:
    """The reasons why something is refused."""
    for row in rows:
        if row.reason is not None:
            yield row.reason
