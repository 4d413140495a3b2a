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
from sudocube.auditing.jsonl_rows import Line, lines_of
from sudocube.auditing.row_batches import MOST_ROWS
from sudocube.auditing.row_sets import RowSet
from sudocube.auditing.text_rows import text_items
from sudocube.errors import InputError
from sudocube.formats.byte_input import UTF8_MARK, ArrivingBytes
from sudocube.formats.entry import Entry, TableHeader
from sudocube.formats.packed_input import Unpacked, packing_of
from sudocube.formats.table_columns import begun_table
from sudocube.formats.text_batches import TextBatch
from sudocube.formats.text_input import bytes_of
from sudocube.formats.writer import RecordWriter
from sudocube.geometry import Geometry

_BLOCK = 1 << 20
_FIRST_BYTES = 16
_ON_ONE_LINE = ("line", "sdm", "pencilmarks")
"""The formats in which each puzzle has a text line of its own, perhaps with other columns."""

Pairs = Sequence[tuple[DataFile, RowSet]]

Piece: TypeAlias = tuple[bytes, int]
"""What stands in a file for some of the rows that are kept, and how many these are."""


def write_text_rows(stream: BinaryIO, pairs: Pairs, fixed: Geometry | None) -> None:
    """Write rows of texts of one kind as another text; of tables with the header. Raises InputError."""
    header: TableHeader | None = None
    stream.write(_mark_of(pairs[0][0]))
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


def _mark_of(file: DataFile) -> bytes:
    """The byte-order mark that a text begins with; nothing where there is none."""
    with opened_data(file.path) as stream:
        head = stream.read(_FIRST_BYTES)
        if packing := packing_of(head):
            head = Unpacked(packing, head, stream.read, file.name).get(_FIRST_BYTES)
    return UTF8_MARK if head.startswith(UTF8_MARK) else b""


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
            if len(batch) < MOST_ROWS:
                _give_return(batch)
            if which:
                yield b"".join((batch[place][1] or b"") + b"\n" for place in which), len(which)
            at += len(batch)


def _give_return(last: list[Line]) -> None:
    """Let the last line of a file have a carriage return if the one before has: it may lack its line end."""
    texts = [text or b"" for _, text in last[-2:]]
    if len(texts) > 1 and texts[0].endswith(b"\r") and texts[1] and not texts[1].endswith(b"\r"):
        last[-1] = last[-1][0], texts[1] + b"\r"


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
    if file.kind is not FileKind.TABLE or entry.record is None or entry.record.text is None:
        return bytes_of(writer.puzzle(entry))
    record = bytes_of(entry.record.text)
    first = int(entry.source.rpartition(":")[2])
    return lines.take(np.arange(first, first + max(1, len(record.splitlines()))))


class _Lines:
    """The lines of a text, of which some are taken, in order of their numbers; each with its end."""

    def __init__(self, file: DataFile) -> None:
        self._name = file.name
        self._stream = opened_data(file.path)
        self._text = ArrivingBytes(self._stream, file.name, _BLOCK)
        self._lines: list[bytes] = []
        self._first = 1  # the number of the first of these
        self._tail = b""
        self._end = b"\n"

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
        for line in self._lines[:1]:
            self._end = line[len(line.rstrip(b"\r\n")) :] or self._end
        if not arrived and not self._lines[-1].endswith((b"\n", b"\r")):
            self._lines[-1] += self._end
