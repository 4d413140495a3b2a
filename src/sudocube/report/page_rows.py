"""Rows that only the page of `sudocube serve` gets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sudocube.geometry import SYMBOLS, Geometry
from sudocube.puzzle import Puzzle
from sudocube.report.row import as_dict, row_of
from sudocube.solvers.methods import METHODS
from sudocube.solvers.trace import digits_of
from sudocube.verdicts.certificates import Certificate, CertificateVerification

Row = dict[str, Any]

PAGE: Row = {"index": 1, "source": "page"}
"""The place of the one puzzle that is on the page of `sudocube serve`."""


def board_row(puzzle: Puzzle) -> Row:
    """The fields that say all of a puzzle: its cells and the shape of its boxes."""
    return {"puzzle": str(puzzle), "box": puzzle.geometry.box_name}


def size_row(geometry: Geometry) -> Row:
    """The fields that name a geometry."""
    return {"size": geometry.size, "box": geometry.box_name}


class BoardChanges:
    """Follows what a board shows; at the beginning, the clues, and all digits as candidates of the blanks.

    `clues` has the digit of each cell, 0 for a blank.

    >>> board = BoardChanges([1] + 15 * [0], Geometry(2, 2))
    >>> board.to([1, 0b1110, *14 * [0b1111]], [1] + 15 * [0])
    {'r1c2': '234'}
    """

    def __init__(self, clues: Sequence[int], geometry: Geometry) -> None:
        self._geometry = geometry
        every = "".join(SYMBOLS[digit] for digit in geometry.digits)
        self._shown = [f"={SYMBOLS[clue]}" if clue else every for clue in clues]

    def to(self, masks: Sequence[int], filled: Sequence[int]) -> dict[str, str]:
        """The cells that look different now, by name.

        `masks` has the candidates of each cell, bit d - 1 for digit d, and `filled` its digit, 0 for a blank.
        """
        changed = {}
        for cell, (mask, digit) in enumerate(zip(masks, filled, strict=True)):
            candidates = "".join(SYMBOLS[one] for one in digits_of(mask))
            now = f"={SYMBOLS[digit]}" if digit else candidates
            if now != self._shown[cell]:
                self._shown[cell] = changed[self._geometry.cell_name(cell)] = now
        return changed


def method_rows() -> list[Row]:
    """A row for each documented method: its name, what it does, whether it decides every puzzle."""
    return [
        {"method": one.name, "summary": one.summary, "complete": one.is_complete} for one in METHODS.values()
    ]


def certificate_row(certificate: Certificate) -> Row:
    """The row of `certify --json` for a puzzle, with its solutions and the text of its certificate."""
    text = certificate.text if certificate.verdict.is_decided else None
    row = as_dict(row_of(certificate, **PAGE))
    return {**row, "solutions": [*map(str, certificate.solutions)], "certificate": text}


def text_row(found: CertificateVerification, line: int) -> Row:
    """The row of `verify --json` for the text of a certificate; `line` is where it ends, or is refused."""
    return {**as_dict(row_of(found)), "line": line}
