"""Writing tables (CSV): the columns that a puzzle came with, and further ones.

The first puzzle decides: where it comes from a table, the names of its columns are written again, with its
delimiter, and the further columns follow its own. A new column gets a name that the table does not have, and
nothing is written into another column, so that answers are never mixed with what was there. A puzzle from a
table with other columns keeps those that the table begun has, too.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterable, Sequence

from sudocube.rows.entry import Entry, Style, TableHeader

_PUZZLE = "puzzle"
_OF_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula: with an apostrophe before it where it looks like one.

    The place of a puzzle on standard input stays as it is.

    >>> harmless("=1+1.txt:3"), harmless("a.txt:3"), harmless("-:3")
    ("'=1+1.txt:3", 'a.txt:3', '-:3')
    """
    return f"'{text}" if text.startswith(_OF_A_FORMULA) and not text.startswith("-:") else text


class TableWriter:
    r"""Writes one record for each puzzle, in a single table; `columns` are added to those it came with.

    >>> from sudocube import Puzzle
    >>> from sudocube.rows.entry import TableRecord
    >>> record = TableRecord(TableHeader(("id", "puzzle"), 1, ";"), ("7", "1.....2..3.....4"))
    >>> entry = Entry("a.csv:2", Puzzle("1.....2..3.....4"), None, Style("csv"), record)
    >>> TableWriter(["solution"]).text(entry, ["1243342143122134"])
    'id;puzzle;solution\n7;1.....2..3.....4;1243342143122134\n'
    """

    def __init__(self, columns: Sequence[str]) -> None:
        self._columns = tuple(columns)
        self._header: TableHeader | None = None
        self._lines = io.StringIO(newline="")
        self._last: tuple[TableHeader, list[int], list[str]] | None = None

    def text(self, entry: Entry, fields: Sequence[str] = ()) -> str:
        """The record for a puzzle, with a field for each added column; before the first one, the header.

        Without fields, the added columns are empty.
        """
        return self.texts([(self._own(entry), fields)])

    def texts(self, records: Iterable[tuple[Sequence[str], Sequence[str]]]) -> str:
        """Records, each as the values that a puzzle came with and the fields of the added columns."""
        empty = [""] * len(self._columns)
        rows = [[*own, *(fields or empty)] for own, fields in records]  # the first one begins the table
        self._writer.writerows(rows)
        text = self._lines.getvalue()
        self._lines.seek(0)
        self._lines.truncate()
        return text

    def own_of_puzzle(self, puzzle: str, style: Style) -> list[str]:
        """The values of a puzzle that comes from no table."""
        header = self._begun(None, style)
        own = [""] * len(header.names)
        own[header.index] = puzzle
        return own

    def left_out(self, entry: Entry) -> list[str]:
        """The names of the columns that the puzzle came with and this table, once begun, does not have."""
        return [] if entry.record is None else self._places(entry.record.header)[1]

    def _begun(self, first: TableHeader | None, style: Style) -> TableHeader:
        """The header of the table, which the first puzzle decides."""
        if self._header is None:
            self._header = first or TableHeader((_PUZZLE,), 0, style.delimiter)
            delimiter = self._header.delimiter
            self._writer = csv.writer(self._lines, delimiter=delimiter, lineterminator="\n")
            taken = set(_lower(self._header.names))
            added = (_new_name(name, taken) if name in taken else name for name in self._columns)
            self._writer.writerow([*self._header.names, *added])
        return self._header

    def _own(self, entry: Entry) -> list[str]:
        """The values that a puzzle came with, one for each column of the table."""
        if entry.record is None:
            return self.own_of_puzzle("" if entry.puzzle is None else str(entry.puzzle), entry.style)
        values = entry.record.values
        return [values[at] if at >= 0 else "" for at in self._places(entry.record.header)[0]]

    def _places(self, header: TableHeader) -> tuple[list[int], list[str]]:
        """For each column of the table begun, its place in another one, or -1; and the columns left out."""
        if self._last is None or self._last[0] is not header:
            begun = self._begun(header, Style("csv"))
            left = dict(enumerate(_lower(header.names)))
            del left[header.index]
            places = []
            for column, name in enumerate(_lower(begun.names)):
                at = next((place for place, one in left.items() if one == name), -1)
                places.append(header.index if column == begun.index else at)
                left.pop(places[-1], None)
            self._last = header, places, [header.names[at] for at in left]
        return self._last[1:]


def _lower(names: Sequence[str]) -> list[str]:
    return [name.lower() for name in names]


def _new_name(name: str, taken: Collection[str]) -> str:
    """The first of sudocube_NAME, sudocube_NAME_2, … that is not taken."""
    new, number = f"sudocube_{name}", 1
    while new in taken:
        number += 1
        new = f"sudocube_{name}_{number}"
    return new
