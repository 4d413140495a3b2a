"""Writing tables (CSV): the columns that a puzzle came with, as they were written, and further ones.

The first puzzle decides: where it comes from a table, that table's header is written again, with its
delimiter, and the further columns follow its own. Nothing of a record is changed: neither quotes nor spaces.
A new column gets a name that the table does not have.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Sequence

from sudocube.errors import InputError, UnsupportedError
from sudocube.formats.entry import Entry
from sudocube.formats.table_fields import fields_as_written, fields_of

SOLUTION_COLUMNS = ("solution", "solutions", "answer", "answers", "solved")
"""The names of a column of solutions, in any case."""

_PUZZLE = "puzzle"
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

    A column of these that `fills` names does not get a new name where the table already has such a column
    and the first puzzle's field in it is empty: then it is filled in.

    >>> from sudocube.formats import read
    >>> [entry] = read(io.BytesIO(b'id;puzzle;note\n7;1.....2..3.....4;"a;b"'), "a.csv")
    >>> TableWriter(["solution"]).text(entry, ["1243342143122134"])
    'id;puzzle;note;solution\n7;1.....2..3.....4;"a;b";1243342143122134\n'
    """

    def __init__(self, columns: Sequence[str], fills: Collection[str] = ()) -> None:
        self._columns, self._fills = tuple(columns), fills
        self._names: tuple[str, ...] = ()  # of the columns that the puzzles came with
        self._delimiter = ""
        self._puzzle_at = 0
        self._width = 0
        self._filled: dict[int, int] = {}  # the columns of the table that are filled in, by those added

    def text(self, entry: Entry, fields: Sequence[str]) -> str:
        """The record for a puzzle, with a field for each added column; before the first one, the header.

        Raises InputError for a puzzle from a table with other columns, and for a record that is too long;
        UnsupportedError where a field to be filled in holds something else.
        """
        return self._record(entry, fields)

    def blank(self, entry: Entry) -> str:
        """The record for a puzzle, with the added columns empty. Raises InputError as `text` does."""
        return self._record(entry, None)

    def _record(self, entry: Entry, fields: Sequence[str] | None) -> str:
        header = "" if self._names else self._begun(entry)
        own = self._own(entry)
        added = [""] * len(self._columns) if fields is None else list(map(self._written, fields))
        if fields is not None:
            for column, at in self._filled.items():
                if (old := self._content(own[at])) not in ("", fields[column]):
                    name = self._names[at]
                    raise UnsupportedError(f"the column {name!r} already holds {old!r}, which is kept")
                own[at] = own[at] if old else added[column]
        added = [field for column, field in enumerate(added) if column not in self._filled]
        record = self._delimiter.join([*own[: self._width], *added, *own[self._width :]])
        return header + (record or _EMPTY_RECORD) + "\n"

    def _begun(self, entry: Entry) -> str:
        """Take over the table of the first puzzle; the header."""
        record = entry.record
        if record is None:
            self._names, self._delimiter, written = (_PUZZLE,), entry.style.delimiter, _PUZZLE
        elif record.header.text is None:
            raise InputError(entry.source, "the table has too long a header to be written again")
        else:
            self._names, self._delimiter = record.header.names, record.header.delimiter
            self._puzzle_at, written = record.header.index, record.header.text
        self._width = len(fields_as_written(written, self._delimiter))
        own = self._own(entry)
        taken = set(_lower(self._names))
        for column, name in enumerate(self._columns):
            at = next((at for at, one in enumerate(self._names) if one.lower() in self._fills), None)
            if name in self._fills and at is not None and not self._content(own[at]):
                self._filled[column] = at
                continue
            is_taken = name in taken or (name in self._fills and at is not None)
            written += self._delimiter + self._written(_new_name(name, taken) if is_taken else name)
        return written + "\n"

    def _own(self, entry: Entry) -> list[str]:
        """The fields that a puzzle came with, as they are written; at least as many as the table has."""
        record = entry.record
        own = [""] * self._width
        if record is None:
            own[self._puzzle_at] = "" if entry.puzzle is None else str(entry.puzzle)
            return own
        header = record.header
        if _lower(header.names) != _lower(self._names):
            theirs, ours = (", ".join(map(repr, names)) for names in (header.names, self._names))
            why = f"its columns are {theirs}, and those of the table begun are {ours}"
            raise InputError(entry.source, f"{why}: write each table by itself")
        if record.text is None:
            if entry.puzzle is not None:
                raise InputError(entry.source, "the record is too long to be written again")
            return own
        own = fields_as_written(record.text, header.delimiter)
        if header.delimiter != self._delimiter:
            own = [self._written(field) for field in fields_of(record.text, header.delimiter)]
        return own + [""] * (self._width - len(own))

    def _content(self, written: str) -> str:
        """What a field holds, without its quotes."""
        return "".join(fields_of(written, self._delimiter)[:1])

    def _written(self, field: str) -> str:
        """A field as it is written: in quotes where it needs them."""
        text = io.StringIO()
        csv.writer(text, delimiter=self._delimiter, lineterminator="").writerow([field, ""])
        return text.getvalue()[:-1]


def _lower(names: Sequence[str]) -> list[str]:
    return [name.lower() for name in names]


def _new_name(name: str, taken: Collection[str]) -> str:
    """The first of sudocube_NAME, sudocube_NAME_2, … that is not taken."""
    new, number = f"sudocube_{name}", 1
    while new in taken:
        number += 1
        new = f"sudocube_{name}_{number}"
    return new
