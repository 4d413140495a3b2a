"""Puzzles with blank lines inside: between bands of boxes, or between all rows.

A run is what stands between two borders: a heading, a wider gap of blank lines, a rule or number of its own,
or a block that is a whole puzzle. Its blocks, which single blank lines separate, are read together or not at
all, so that a block that is missing never joins the parts of two puzzles. An empty line is never a row.
"""

from __future__ import annotations

from sudocube.errors import FormatError
from sudocube.formats.grid_text import DrawnLine, LineRole
from sudocube.formats.symbols import counted
from sudocube.formats.text_input import TextInput, TextLine
from sudocube.geometry import GEOMETRIES

MOST_LINES = 10_000
"""How many lines of a run are held in memory at most."""

_MOST_ROWS = max(geometry.box_rows for geometry in GEOMETRIES)


class LineRun:
    """The blocks of a run, each as its lines; the lines of the input behind them are still to come."""

    def __init__(self, first: list[TextLine]) -> None:
        self.blocks = [first]

    def add(self, block: list[TextLine]) -> None:
        """Add the block below."""
        self.blocks.append(block)

    @property
    def is_too_long(self) -> bool:
        """Whether no more blocks are held."""
        return self.blocks[-1][-1][0] - self.blocks[0][0][0] > MOST_LINES

    @property
    def lines(self) -> list[TextLine]:
        """All lines but the blank ones."""
        return [line for block in self.blocks for line in block]

    @property
    def drawn(self) -> list[DrawnLine]:
        """All lines, with a blank one between two blocks."""
        blocks = [[DrawnLine.of(line) for line in block] for block in self.blocks]
        between = [DrawnLine(block[-1][0] + 1, "", LineRole.BLANK) for block in self.blocks]
        return [line for block, gap in zip(blocks, between, strict=True) for line in (*block, gap)][:-1]

    def fault(self, text_input: TextInput) -> FormatError | None:
        """Why the blocks cannot be read together; None where they have the same number of rows each."""
        number = self.blocks[0][0][0]
        if self.is_too_long:
            found = f"more than {MOST_LINES:,} lines of rows with single blank lines between them"
            expected = "two blank lines, or headings, between the puzzles"
            return text_input.error(number, None, found=found, expected=expected)
        heights = [row_count(block) for block in self.blocks]
        odd = next((i for i, height in enumerate(heights) if height != heights[0]), None)
        if odd is None:
            return None
        found = f"{counted(heights[odd], 'row')} between blank lines, and {heights[0]} above"
        expected = "as many rows in each part of a puzzle, and no blank line for a row: write blanks as ."
        return text_input.error(self.blocks[odd][0][0], None, found=found, expected=expected)


def row_count(block: list[TextLine]) -> int:
    """How many lines of a block are rows, or dashes that may be rows."""
    return sum(DrawnLine.of(line).role in (LineRole.ROW, LineRole.DASHES) for line in block)


def may_be_part(block: list[TextLine]) -> bool:
    """Whether a block has no more rows than a band of boxes may have."""
    return row_count(block) <= _MOST_ROWS
