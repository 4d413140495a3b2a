"""Writing tables (CSV): the columns that a puzzle came with, as they were written, and further ones.

The first puzzle decides: where it comes from a table, that table's header is written again, with its
delimiter, and the further columns follow its own. Nothing of a record is changed: neither quotes nor spaces.
A new column gets a name that the table does not have, and nothing is written into another column, so that
answers are never mixed with what was there. A puzzle from a table with other columns keeps those that the
table begun has, too.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from sudocube.errors import InputError
from sudocube.formats.entry import Entry, Style, TableHeader
from sudocube.formats.table_fields import fields_as_written, fields_of

_PUZZLE = "puzzle"
_LONG_HEADER = "the table has too long a header to be written again"
_EMPTY_RECORD = '""'  # of a single empty field: an empty line would be no record
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

    >>> import io
    >>> from sudocube.formats import read
    >>> [entry] = read(io.BytesIO(b'id;puzzle;note\n7;1.....2..3.....4;"a;b"'), "a.csv")
    >>> TableWriter(["solution"]).text(entry, ["1243342143122134"])
    'id;puzzle;note;solution\n7;1.....2..3.....4;"a;b";1243342143122134\n'
    """

    def __init__(self, columns: Sequence[str]) -> None:
        self._columns = tuple(columns)
        self._names: tuple[str, ...] = ()  # of the columns that the puzzles came with
        self._delimiter = ""
        self._puzzle_at = 0
        self._width = 0
        self._special = re.compile("")  # what has to be in quotes
        self._table: _OtherTable | None = None  # the one that the last puzzle came from

    def text(self, entry: Entry, fields: Sequence[str] = ()) -> str:
        """The record for a puzzle, with a field for each added column; before the first one, the header.

        Without fields, the added columns are empty. Raises InputError for a record that is too long.
        """
        header = "" if self._names else self._begun(entry)
        own = self._own(entry)
        added = map(self._written, fields) if fields else [""] * len(self._columns)
        record = self._delimiter.join([*own[: self._width], *added, *own[self._width :]])
        return header + (record or _EMPTY_RECORD) + "\n"

    def texts(
        self, puzzles: Iterable[str], style: Style, fields: Iterable[tuple[str, tuple[str, ...]]]
    ) -> str:
        """The records for puzzles that come from no table, as `text` writes each; there may be millions.

        Of each, `fields` has the field of the first added column, and those of the rest, mostly the same.
        """
        header = "" if self._names else self._begun(Entry("", None, None, style))
        before = self._delimiter * self._puzzle_at
        after = self._delimiter * (self._width - self._puzzle_at)
        known: dict[tuple[str, ...], str] = {}
        lines = [header]
        for puzzle, (first, rest) in zip(puzzles, fields, strict=True):
            if rest not in known:
                known[rest] = self._delimiter.join(["", *map(self._written, rest)])
            lines.append(f"{before}{puzzle}{after}{self._written(first)}{known[rest]}\n")
        return "".join(lines)

    def left_out(self, entry: Entry) -> list[str]:
        """The names of the columns that the puzzle came with and this table, once begun, does not have."""
        return [] if entry.record is None else self._table_of(entry.record.header, entry.source).left_out

    def _begun(self, entry: Entry) -> str:
        """Take over the table of the first puzzle; the header."""
        record = entry.record
        if record is None:
            self._names, self._delimiter, written = (_PUZZLE,), entry.style.delimiter, _PUZZLE
        elif record.header.text is None:
            raise InputError(entry.source, _LONG_HEADER)
        else:
            self._names, self._delimiter = record.header.names, record.header.delimiter
            self._puzzle_at, written = record.header.index, record.header.text
        self._special = re.compile(f'[{re.escape(self._delimiter)}"\r\n]')
        self._width = len(fields_as_written(written, self._delimiter))
        taken = set(_lower(self._names))
        names = (_new_name(name, taken) if name in taken else name for name in self._columns)
        return self._delimiter.join([written, *map(self._written, names)]) + "\n"

    def _own(self, entry: Entry) -> list[str]:
        """The fields that a puzzle came with, as they are written; at least as many as the table has."""
        record = entry.record
        own = [""] * self._width
        if record is None:
            own[self._puzzle_at] = "" if entry.puzzle is None else str(entry.puzzle)
            return own
        if record.text is None:
            if entry.puzzle is not None:
                raise InputError(entry.source, "the record is too long to be written again")
            return own
        table = self._table_of(record.header, entry.source)
        own = fields_as_written(record.text, record.header.delimiter)
        if record.header.delimiter != self._delimiter:
            own = [self._written(field) for field in fields_of(record.text, record.header.delimiter)]
        if table.places is not None:
            more = own[len(record.header.names) :]
            own = [own[at] if 0 <= at < len(own) else "" for at in table.places] + more
        return own + [""] * (self._width - len(own))

    def _table_of(self, header: TableHeader, source: str) -> _OtherTable:
        """How the columns of a table fit those of the table begun."""
        if self._table is None or self._table.header is not header:
            self._table = self._fitted(header, source)
        return self._table

    def _fitted(self, header: TableHeader, source: str) -> _OtherTable:
        theirs, ours = _lower(header.names), _lower(self._names)
        if (theirs, header.index) == (ours, self._puzzle_at):
            return _OtherTable(header, None, [])
        if header.text is None:
            raise InputError(source, _LONG_HEADER)
        left = dict(enumerate(theirs))
        del left[header.index]
        places = []
        for column, name in enumerate(ours):
            at = header.index
            if column != self._puzzle_at:
                at = next((place for place, one in left.items() if one == name), -1)
                left.pop(at, None)
            places.append(at)
        places += [-1] * (self._width - len(places))
        return _OtherTable(header, places, [header.names[at] for at in left])

    def _written(self, field: str) -> str:
        """A field as it is written: in quotes where it needs them."""
        if not self._special.search(field):
            return field
        quoted = field.replace('"', '""')
        return f'"{quoted}"'


class _OtherTable(NamedTuple):
    """A table that puzzles come from: for each column of the table begun, its place here, or -1.

    `places` is None where the columns are the same. `left_out` are the names of the other columns.
    """

    header: TableHeader
    places: list[int] | None
    left_out: list[str]


def _lower(names: Sequence[str]) -> list[str]:
    return [name.lower() for name in names]


def _new_name(name: str, taken: Collection[str]) -> str:
    """The first of sudocube_NAME, sudocube_NAME_2, … that is not taken."""
    new, number = f"sudocube_{name}", 1
    while new in taken:
        number += 1
        new = f"sudocube_{name}_{number}"
    return new
