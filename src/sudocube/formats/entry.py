"""What reading gives and what writing needs: entries and styles, and the names of the formats."""

from __future__ import annotations

from dataclasses import dataclass, replace

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
}
"""Every format by name, and what it looks like.

`.sdk` and `.sdm` are written for 9×9 alone, because the programs that they are meant for know nothing
else. `.ss` is written for every geometry: its bars and rules tell the box shape.
"""


@dataclass(frozen=True, slots=True)
class Style:
    """How a puzzle was written, so that its solution can be written likewise.

    `format` is a name in FORMATS and `blank` one of BLANKS (else UnknownNameError). For rows, `spaced`
    says that spaces part the symbols, `barred` that bars and rules part the boxes, and `framed` that they
    run around the grid as well. `delimiter` parts the columns of a table. `box_given` says that the user
    told the box shape, so that a format may leave it out.
    """

    format: str = "line"
    blank: str = "."
    spaced: bool = False
    barred: bool = False
    framed: bool = False
    delimiter: str = ","
    box_given: bool = False

    def __post_init__(self) -> None:
        if self.format not in FORMATS:
            raise UnknownNameError("format", self.format, FORMATS)
        if len(self.blank) != 1 or self.blank not in BLANKS:
            raise UnknownNameError("blank", self.blank, BLANKS)

    @classmethod
    def named(cls, name: str, like: Style | None = None) -> Style:
        """The usual style of the format of that name, with the blank of the style `like`.

        Where `like` is of that format already, it is the answer. Raises UnknownNameError.

        >>> Style.named("ss").framed, Style.named("grid", Style("line", "0")).blank
        (True, '0')
        """
        usual = cls(name, barred=name == "ss", framed=name == "ss")
        if like is None:
            return usual
        if like.format == name:
            return like
        return replace(usual, blank=like.blank, box_given=like.box_given)


@dataclass(frozen=True, slots=True)
class Entry:
    """One puzzle of an input, or what was found in its place: exactly one of `puzzle` and `error` is set.

    `source` is "puzzles.txt:12", with the line of the puzzle's first row; `argument:K` for a puzzle on the
    command line.
    """

    source: str
    puzzle: Puzzle | None
    error: FormatError | None
    style: Style
