"""Rows of text files and of tables (CSV), by the readers of `sudocube.formats`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import BinaryIO

import numpy as np

from sudocube.auditing.cell_columns import CellColumn, put_puzzles
from sudocube.auditing.data_files import DataFile, FileKind, Role
from sudocube.auditing.file_opening import opened_data, reading_errors, why
from sudocube.auditing.number_columns import counts_of, numbers_of
from sudocube.auditing.puzzle_values import PuzzleShape, puzzle_of_value
from sudocube.auditing.row_batches import MOST_ROWS, LostRows, Malformed, MalformedReason, RowBatch
from sudocube.errors import FormatError, SudocubeError
from sudocube.formats.bulk_reader import read_in_batches
from sudocube.formats.entry import Entry
from sudocube.formats.list_columns import ListColumns
from sudocube.formats.plain_lines import CELLS
from sudocube.formats.table_columns import read_columns
from sudocube.formats.table_fields import fields_of
from sudocube.formats.text_batches import BulkItem, TextBatch
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle

_COUNTED = re.compile(r"(?:.* with )?([0-9]+) (?:symbol|number|row|cell)s?\b")
_NUMBER = re.compile(r"[0-9]+")

_BESIDE = (Role.RATING, Role.CLUES, Role.SPLIT, Role.ID)
"""The roles of columns that hold neither puzzles nor answers."""


def read_text(
    file: DataFile, first: int, stop: int | None, shape: PuzzleShape
) -> Iterator[RowBatch | LostRows]:
    """The rows of a text or a table, from its beginning; `in_even_batches` leaves out what is not wanted."""
    roles = roles_beside(file)
    at = 0
    try:
        with opened_data(file.path) as stream:
            items = text_items(stream, file, shape.fixed)
            for item in _runs(items):
                size = len(item.lines) if isinstance(item, TextBatch) else len(item)
                if at + size > first:
                    if isinstance(item, TextBatch):
                        batch = _of_text_batch(item, at, roles)
                    else:
                        batch = _of_entries(item, at, file, shape)
                    yield replace(batch, position=stream.tell())
                at += size
    except (SudocubeError, reading_errors(file.path)) as error:
        yield LostRows(max(at, first), None, why(error))


def roles_beside(file: DataFile) -> list[Role]:
    """The roles of the columns that hold neither puzzles nor answers, in the order in which they are read."""
    return [role for role in _BESIDE if role in file.columns]


def text_items(stream: BinaryIO, file: DataFile, fixed: Geometry | None) -> Iterator[BulkItem]:
    """What the readers of texts give for a text or a table."""
    if file.kind is not FileKind.TABLE:
        is_list = file.is_read_by_columns
        columns = _columns_of_list(file) if is_list else None
        return read_in_batches(
            stream, file.name, geometry=fixed, in_tables=not is_list, columns=columns
        ).items
    return read_columns(
        stream,
        file.name,
        puzzles=file.columns[Role.PUZZLE],
        answers=file.columns.get(Role.ANSWER),
        others=[file.columns[role] for role in roles_beside(file)],
        fixed=fixed,
    )


def _columns_of_list(file: DataFile) -> ListColumns:
    """The columns of a list without a header, which are called by their numbers."""
    places = {role: int(name) - 1 for role, name in file.columns.items()}
    others = tuple(places[role] for role in roles_beside(file))
    answer = places.get(Role.ANSWER)
    return ListColumns(len(file.names), places[Role.PUZZLE], answer, others, file.delimiter)


def _runs(items: Iterator[BulkItem]) -> Iterator[TextBatch | list[Entry]]:
    """The batches, and the entries between them in lists."""
    entries: list[Entry] = []
    for item in items:
        if isinstance(item, Entry):
            entries.append(item)
        if entries and (isinstance(item, TextBatch) or len(entries) >= MOST_ROWS):
            yield entries
            entries = []
        if isinstance(item, TextBatch):
            yield item
    if entries:
        yield entries


def _of_text_batch(batch: TextBatch, at: int, roles: Sequence[Role]) -> RowBatch:
    others = {place: text or "" for place, text in batch.other_answers.items()}
    columns = dict(zip(roles, batch.columns, strict=False))
    return _with_columns(RowBatch(at, batch.puzzles, {}, batch.lines, batch.answers, others), columns)


def _with_columns(batch: RowBatch, columns: Mapping[Role, Sequence[str]]) -> RowBatch:
    """The rows with what stands beside puzzle and answer."""
    return replace(
        batch,
        ratings=numbers_of(columns[Role.RATING]) if Role.RATING in columns else None,
        clues=counts_of(numbers_of(columns[Role.CLUES])) if Role.CLUES in columns else None,
        splits=columns.get(Role.SPLIT),
        ids=columns.get(Role.ID),
    )


def _of_entries(entries: list[Entry], at: int, file: DataFile, shape: PuzzleShape) -> RowBatch:
    """What the ordinary reader gave, as rows."""
    records = [_record_of(entry, file) for entry in entries]
    puzzles = [_puzzle_of(entry, record, file, shape) for entry, record in zip(entries, records, strict=True)]
    rows = np.zeros((len(entries), CELLS), np.uint8)
    others = put_puzzles(rows, dict(enumerate(puzzles)))
    lines = np.array([int(entry.source.rpartition(":")[2]) for entry in entries], np.int64)
    batch = RowBatch(at, rows, others, lines)
    if Role.ANSWER in file.columns or any(entry.stored is not None for entry in entries):
        name = file.columns.get(Role.ANSWER)
        stored = [
            record.get(name, "") if entry.stored is None and name is not None else entry.stored or ""
            for entry, record in zip(entries, records, strict=True)
        ]
        answers, other_answers = CellColumn.of_values(stored).answers()
        batch = replace(batch, answers=answers, other_answers=other_answers)
    columns = {
        role: [record.get(file.columns[role], "") for record in records]
        for role in _BESIDE
        if role in file.columns
    }
    return _with_columns(batch, columns)


def _record_of(entry: Entry, file: DataFile) -> dict[str, str]:
    """The fields of a record of a table by the names of their columns; none where it could not be read."""
    record = entry.record
    if record is None or record.text is None or not file.columns:
        return {}
    fields = fields_of(record.text, record.header.delimiter)
    return dict(reversed([*zip(record.header.names, fields, strict=False)]))


def _puzzle_of(
    entry: Entry, record: dict[str, str], file: DataFile, shape: PuzzleShape
) -> Puzzle | Malformed:
    """The puzzle of an entry, or why there is none."""
    if entry.puzzle is not None:
        return entry.puzzle
    error = entry.error
    assert error is not None  # an entry holds one of the two
    message = f"found {error.found}; expected {error.expected}"
    if entry.record is not None:
        if not record and entry.record.text is None:
            return Malformed(MalformedReason.UNREADABLE, message)
        return puzzle_of_value(record.get(file.columns[Role.PUZZLE], ""), shape)
    return Malformed(_reason_of(error), message)


def _reason_of(error: FormatError) -> MalformedReason:
    """Why a text line, or a block of lines, is no puzzle, in one word."""
    found, expected = _COUNTED.match(error.found), _NUMBER.match(error.expected)
    if found and expected:
        is_short = int(found[1]) < int(expected[0])
        return MalformedReason.TOO_SHORT if is_short else MalformedReason.TOO_LONG
    return MalformedReason.UNREADABLE if error.column is None else MalformedReason.WRONG_SYMBOL
