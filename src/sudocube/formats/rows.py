"""One line of a grid: its symbols, its bars, and whether it is a row, a rule or a line of dashes.

- `| 5 3 . | . 7 . | . . . |` is a row: nine symbols, bars before symbols 0, 3, 6 and 9;
- `|-------+-------+-------|` is a rule;
- `---------` is a line of dashes: a rule, or a row of blanks; the block decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from sudocube.errors import FormatError
from sudocube.formats.kinds import Kind, is_dashes, kind_of
from sudocube.formats.lines import Line
from sudocube.formats.symbols import (
    Source,
    allowed,
    counted,
    described,
    first_fault,
    long_line,
    square,
    text_of,
)
from sudocube.geometry import SIZES


@dataclass(frozen=True)
class Row:
    """One line of a block. `text` is None for a line that is too long."""

    line: int
    text: str | None
    kind: Kind

    @classmethod
    def of_line(cls, line: Line) -> Row:
        """The row that stands on a line."""
        number, text = line
        if text is None:
            return cls(number, None, Kind.OTHER)
        kind = Kind.DASHES if is_dashes(text) else kind_of(text)  # sixteen dashes are dashes, within a grid
        return cls(number, text_of(text).partition("#")[0].rstrip(), kind)

    @cached_property
    def columns(self) -> list[int]:
        """Where the symbols stand: the column of each, from 1."""
        return [i for i, symbol in enumerate(self.text or "", 1) if symbol != "|" and not symbol.isspace()]

    @cached_property
    def symbols(self) -> str:
        """The symbols, without bars and white space."""
        return "".join((self.text or "").replace("|", " ").split())

    @cached_property
    def bar_columns(self) -> dict[int, int]:
        """Before which symbols (0 to n) bars stand, and the column of each."""
        places: dict[int, int] = {}
        before = 0
        for column, symbol in enumerate(self.text or "", 1):
            if symbol == "|":
                places[before] = column
            elif not symbol.isspace():
                before += 1
        return places

    @cached_property
    def bars(self) -> tuple[int, ...]:
        """Before which symbols bars stand, those at the two ends left out."""
        return tuple(sorted(set(self.bar_columns) - {0, len(self.symbols)}))

    @property
    def is_framed(self) -> bool:
        """Whether a bar stands before the first symbol."""
        return 0 in self.bar_columns

    @property
    def is_spaced(self) -> bool:
        """Whether white space stands between any two symbols that no bar parts."""
        neighbours = [
            right - left
            for i, (left, right) in enumerate(zip(self.columns, self.columns[1:], strict=False), 1)
            if i not in self.bar_columns
        ]
        return bool(neighbours) and min(neighbours) > 1

    def fault(self, source: Source, size: int) -> FormatError | None:
        """What is wrong with the row as one of a grid of that size, bars aside."""
        if self.text is None:
            return long_line(source, self.line)
        at = first_fault(self.symbols, max(SIZES))
        if at is None and len(self.symbols) != size:
            return source.error(
                self.line,
                None,
                found=counted(len(self.symbols), "symbol"),
                expected=f"{size} (a row of {square(size)})",
            )
        if at is None:
            at = first_fault(self.symbols, size)
        if at is None:
            return None
        return source.error(
            self.line, self.columns[at], found=described(self.symbols[at]), expected=allowed(size)
        )
