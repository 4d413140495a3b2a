"""Entries (what reading gives), styles (what writing needs), and the names of the formats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from sudocube.errors import FormatError, UnknownNameError
from sudocube.geometry import BLANKS
from sudocube.puzzle import Puzzle

FORMATS = {
    "line": "one puzzle per line, n² symbols",
    "grid": "rows on lines of their own, with or without spaces, bars and rules",
    "ss": "rows with bars and rules in a frame of stars and dashes, as Simple Sudoku writes them",
    "sdk": "rows below [Puzzle], a solution below [State], as SadMan Sudoku writes them; 9×9 only",
    "sdm": "one puzzle per line, as SudoCue writes its collections; 9×9 only",
    "pencilmarks": "one puzzle per line, nine symbols per cell: its candidates, blanks for others; 9×9 only",
    "csv": "a table whose header names the columns puzzle and solution",
    "f-puzzles": "one link per line that opens the puzzle at f-puzzles.com; up to 16×16",
    "sudokupad": "one link per line that opens the puzzle at sudokupad.app",
    "sudokuwiki": "one link per line that opens the puzzle at sudokuwiki.org; 9×9 only",
}
"""Every format by name, and what it looks like.

`.sdk` and `.sdm` are written for 9×9 only, because the programs that read them know no other size.
`.ss` is written for every geometry: its bars and rules show the box shape.
"""

Numerals = Literal["symbols", "hexadecimal", "numbers"]


@dataclass(frozen=True, slots=True)
class Style:
    """How a puzzle was written, so that its solution can be written in the same way.

    `format` is a name in FORMATS and `blank` one of BLANKS; otherwise raises UnknownNameError. For rows,
    `spaced` says that spaces separate the symbols, `barred` that bars and rules separate the boxes, and
    `framed` that they also run around the grid. `delimiter` separates the columns of a table. `box_given`
    says that the user gave the box shape, so that a format need not show it. `numerals` tells how digits are
    written: as "symbols" (1 to 9, then letters), "hexadecimal" (0 to F, in 16×16 only), or as "numbers",
    which spaces separate.
    `box_shown` says that bars or rules showed the shape of boxes; styles that differ in this alone are equal.
    """

    format: str = "line"
    blank: str = "."
    spaced: bool = False
    barred: bool = False
    framed: bool = False
    delimiter: str = ","
    box_given: bool = False
    numerals: Numerals = "symbols"
    box_shown: bool = field(default=False, compare=False)

    def __post_init__(self) -> None:
        if self.format not in FORMATS:
            raise UnknownNameError("format", self.format, FORMATS)
        if len(self.blank) != 1 or self.blank not in BLANKS:
            raise UnknownNameError("blank", self.blank, BLANKS)

    @classmethod
    def named(cls, name: str, like: Style | None = None) -> Style:
        """The usual style of the format of that name, with the blank of the style `like`.

        If `like` already has that format, it stays as it is, but numbers become symbols again. Raises
        UnknownNameError for a name that is not in FORMATS.

        >>> Style.named("ss").framed, Style.named("grid", Style("line", "0")).blank
        (True, '0')
        """
        usual = cls(name, barred=name == "ss", framed=name == "ss")
        if like is None:
            return usual
        if like.format == name:
            return replace(like, numerals="symbols") if like.numerals == "numbers" else like
        return replace(usual, blank=like.blank, box_given=like.box_given)


class TableRecord(NamedTuple):
    """One record of a table: its values as texts, by the names of their columns; `puzzle` is one of these."""

    values: Mapping[str, str]
    puzzle: str

    @property
    def others(self) -> list[str]:
        """The names of all columns but that of the puzzle."""
        return [name for name in self.values if name != self.puzzle]


@dataclass(frozen=True, slots=True)
class Entry:
    r"""One puzzle of an input, or the error in its place: exactly one of `puzzle` and `error` is set.

    `source` is "puzzles.txt:12", with the line of the puzzle's first row, or `argument:K` for a puzzle on
    the command line. `record` is the record that the puzzle stands in; None if it does not come from a table,
    or where its columns are not wanted.
    `stored` is the answer that stands beside the puzzle, as it is written, and empty where there is none; it
    is None where the table has no column of answers, or the list no answer beside its first puzzle.
    `title` is what a text calls its puzzle, if it does: the
    words above it, or before it on its line, at most 80 characters.

    >>> import io
    >>> from sudocube import read
    >>> good, bad = read(io.BytesIO(b"1.....2..3.....4\n1.....2..3.....5\n"), "puzzles.txt", size=4)
    >>> good.source, good.puzzle, good.is_box_assumed, bad.puzzle, bad.error.column
    ('puzzles.txt:1', Puzzle('1.....2..3.....4'), False, None, 16)
    """

    in_row = ""
    source: str
    puzzle: Puzzle | None
    error: FormatError | None
    style: Style
    record: TableRecord | None = field(default=None, compare=False, repr=False)
    stored: str | None = None
    title: str | None = field(default=None, compare=False)

    @property
    def place(self) -> str:
        """The source, with the title behind it if there is one.

        >>> Entry("forum.txt:44", Puzzle(16 * "."), None, Style(), title="Nr. 12 (hard)").place
        'forum.txt:44 Nr. 12 (hard)'
        """
        return self.source if self.title is None else f"{self.source} {self.title}"

    @property
    def is_box_assumed(self) -> bool:
        """Whether boxes are at least as wide as tall only because neither the user nor bars say otherwise.

        Square boxes are not assumed: no other shape has that size.
        """
        if self.puzzle is None or self.style.box_given or self.style.box_shown:
            return False
        return self.puzzle.geometry != self.puzzle.geometry.turned


def wrong_entry(error: FormatError, title: str | None = None) -> Entry:
    """The entry of what is no puzzle, before its source is known."""
    return Entry("", None, error, Style(), title=title)


@dataclass(frozen=True, slots=True)
class InputPause:
    """No more input can be read right now without waiting, so this is the moment to report results."""
