"""Certificates read back from the folder that holds them, by their numbers."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path

from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle
from sudocube.trusted.folder import FORMAT
from sudocube.verdict import Evidence, Verdict
from sudocube.verdicts.single_certificate import Certificate

_NUMBER = re.compile(r"puzzle ([0-9]+)\n")


def written_certificates(folder: str | Path, numbers: Collection[int]) -> dict[int, Certificate]:
    """The certificates of these puzzles in a folder that `certify` wrote, finished or not, by number.

    Numbers of puzzles that are undecided, or not there, are left out. Nothing is checked here, but by
    `Certificate.verify`. Raises OSError where the folder cannot be read.

    >>> import tempfile
    >>> from sudocube import certify
    >>> with tempfile.TemporaryDirectory() as place:
    ...     made = certify(["1... ..2. .3.. ...4", "12.. ...3 ..3. ...4"], f"{place}/certificates")
    ...     {number: str(one.verdict) for number, one in written_certificates(made.folder, {2}).items()}
    {2: 'none'}
    """
    found: dict[int, Certificate] = {}
    for path in sorted(Path(folder).glob("certificates-*.txt")):
        for number, text in _texts(path):
            if number in numbers and (one := _certificate(text)) is not None:
                found[number] = one
        if len(found) == len(numbers):
            break
    return found


def _texts(path: Path) -> Iterator[tuple[int, str]]:
    """The text of each whole certificate in a file, with its number."""
    with path.open(encoding="ascii", errors="replace") as stream:
        stream.readline()  # the format
        lines: list[str] = []
        for line in stream:
            lines.append(line)
            if line == "end\n":
                text = "".join(lines)
                if number := _NUMBER.search(text):
                    yield int(number[1]), text
                lines = []


def _certificate(text: str) -> Certificate | None:
    """The certificate of a text; None for one that says only that nothing is known."""
    lines = text.splitlines()
    fields: dict[str, list[str]] = {}
    for line in lines:
        name, _, rest = line.partition(" ")
        fields.setdefault(name, []).append(rest)
    verdict = Verdict(fields["verdict"][0])
    if not verdict.is_decided:
        return None
    shape = Geometry.of_box(fields["box"][0])
    steps = None if "proof" not in fields else tuple(line for line in lines if line.startswith("#"))
    return Certificate(
        Puzzle(fields["clues"][0], shape),
        verdict,
        f"{FORMAT}\n{text}",
        tuple(Grid(cells, shape) for cells in fields.get("solution", ())),
        steps,
        Evidence.WITNESS if verdict is Verdict.MULTIPLE else Evidence.PROOF,
    )
