"""The rows that are kept of tables, of JSON Lines and of other texts: the text lines as they stand."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from itertools import islice
from typing import BinaryIO, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sudocube.auditing.data_files import DataFile, FileKind, Role
from sudocube.auditing.file_opening import opened_data
from sudocube.auditing.jsonl_rows import lines_of
from sudocube.auditing.row_batches import MOST_ROWS
from sudocube.auditing.row_sets import RowSet
from sudocube.auditing.text_rows import text_items
from sudocube.errors import InputError
from sudocube.formats.byte_input import ArrivingBytes
from sudocube.formats.entry import Entry, TableHeader
from sudocube.formats.table_columns import begun_table
from sudocube.formats.text_batches import TextBatch
from sudocube.formats.writer import RecordWriter
from sudocube.geometry import Geometry

_BLOCK = 1 << 20
_ON_ONE_LINE = ("line", "sdm", "pencilmarks")
"""The formats in which each puzzle has a text line of its own, perhaps with other columns."""

Pairs = Sequence[tuple[DataFile, RowSet]]

Piece: TypeAlias = tuple[bytes, int]
"""What stands in a file for some of the rows that are kept, and how many these are."""


def write_text_rows(stream: BinaryIO, pairs: Pairs, fixed: Geometry | None) -> None:
    """Write rows of texts of one kind as another text; of tables with the header. Raises InputError."""
    header: TableHeader | None = None
    for file, kept in pairs:
        if file.kind is FileKind.TABLE:
            table = _table_of(file)
            if header is None:
                with closing(_Lines(file)) as lines:
                    stream.write(lines.take(np.array([table[1]])))
            elif (header.names, header.delimiter) != (table[0].names, table[0].delimiter):
                raise InputError(file.name, "has other columns than the first file: clean them one by one")
            header = header or table[0]
        pieces = _json_lines(file, kept) if file.kind is FileKind.JSONL else _texts(file, kept, fixed)
        left = len(kept)
        while left:  # no further: what follows the last of them may be what could not be read
            text, rows = next(pieces, (b"", 0))
            if not rows:
                raise _gone(file.name)
            stream.write(text)
            left -= rows
        pieces.close()


def _table_of(file: DataFile) -> tuple[TableHeader, int]:
    """The header of a table, and the number of its line."""
    with opened_data(file.path) as stream:
        text = ArrivingBytes(stream, file.name, _BLOCK)
        head = begun_table(text, file.name, [file.columns[Role.PUZZLE]])
        return head.header, head.line


def _gone(name: str) -> InputError:
    return InputError(name, "its rows were read before, and cannot be read again")


def _json_lines(file: DataFile, kept: RowSet) -> Generator[Piece]:
    """The lines of objects that are kept."""
    with opened_data(file.path) as stream:
        lines, at = lines_of(ArrivingBytes(stream, file.name, _BLOCK)), 0
        while batch := list(islice(lines, MOST_ROWS)):
            which = np.flatnonzero(kept.among(at, len(batch))).tolist()
            if which:
                yield b"".join((batch[place][1] or b"") + b"\n" for place in which), len(which)
            at += len(batch)


def _texts(file: DataFile, kept: RowSet, fixed: Geometry | None) -> Generator[Piece]:
    """The text lines, or blocks of lines, of the puzzles that are kept."""
    writer, at = RecordWriter(), 0
    with closing(_Lines(file)) as lines, opened_data(file.path) as stream:
        for item in text_items(stream, file, fixed):
            if isinstance(item, TextBatch):
                if len(numbers := item.lines[kept.among(at, len(item.lines))]):
                    yield lines.take(numbers), len(numbers)
                at += len(item.lines)
            elif isinstance(item, Entry):
                if kept.among(at, 1)[0]:
                    yield _of_entry(item, file, lines, writer), 1
                at += 1


def _of_entry(entry: Entry, file: DataFile, lines: _Lines, writer: RecordWriter) -> bytes:
    """What stands in the file for a puzzle that the ordinary reader gave."""
    if entry.style.format in _ON_ONE_LINE:
        return lines.take(np.array([int(entry.source.rpartition(":")[2])]))
    if file.kind is FileKind.TABLE and entry.record is not None and entry.record.text is not None:
        text = f"{entry.record.text}\n"
    else:
        text = writer.puzzle(entry)
    return text.encode("utf-8", "surrogateescape")


class _Lines:
    """The lines of a text, of which some are taken, in order of their numbers; each with its end."""

    def __init__(self, file: DataFile) -> None:
        self._name = file.name
        self._stream = opened_data(file.path)
        self._text = ArrivingBytes(self._stream, file.name, _BLOCK)
        self._lines: list[bytes] = []
        self._first = 1  # the number of the first of these
        self._tail = b""

    def close(self) -> None:
        """Close the file."""
        self._stream.close()

    def take(self, numbers: NDArray[np.int64]) -> bytes:
        """The lines with these numbers, which rise and are not below those taken before."""
        found: list[bytes] = []
        while len(found) < len(numbers):
            end = int(np.searchsorted(numbers, self._first + len(self._lines)))
            found += [self._lines[number - self._first] for number in numbers[len(found) : end].tolist()]
            if end < len(numbers):
                self._read_on()
        return b"".join(found)

    def _read_on(self) -> None:
        self._first += len(self._lines)
        arrived = next(self._text, b"")
        data = self._tail + arrived
        if not data:
            raise _gone(self._name)
        end = data.rfind(b"\n") + 1 if arrived else len(data)
        self._lines = data[:end].splitlines(keepends=True)
        self._tail = data[end:]
        if not arrived and not self._lines[-1].endswith((b"\n", b"\r")):
            self._lines[-1] += b"\n"
