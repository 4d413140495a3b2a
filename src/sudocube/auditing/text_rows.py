"""Rows of text files and of tables (CSV), by the readers of `sudocube.formats`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from sudocube.auditing.cell_columns import CellColumn
from sudocube.auditing.data_files import DataFile, Role
from sudocube.auditing.file_opening import opened_data
from sudocube.auditing.puzzle_values import puzzle_of_value
from sudocube.auditing.row_batches import MOST_ROWS, LostRows, Malformed, MalformedReason, RowBatch
from sudocube.errors import FormatError, InputError, reason_of
from sudocube.formats.bulk_reader import read_in_batches
from sudocube.formats.entry import Entry
from sudocube.formats.table_fields import fields_of
from sudocube.formats.text_batches import BulkItem, TextBatch
from sudocube.geometry import Geometry


def read_text(
    file: DataFile, first: int, stop: int | None, fixed: Geometry | None
) -> Iterator[RowBatch | LostRows]:
    """The rows of a text or a table from row `first` to row `stop`."""
    at = 0
    answers: str | bool = file.columns.get(Role.ANSWER, True)
    try:
        with opened_data(file.path) as stream:
            items = read_in_batches(stream, file.name, geometry=fixed, answers=answers, in_tables=True).items
            for batch in _batches(items, fixed):
                start, end = max(first - at, 0), len(batch) if stop is None else min(len(batch), stop - at)
                if start < end:
                    yield from _in_parts(batch, at, start, end)
                at += len(batch)
                if stop is not None and at >= stop:
                    return
    except OSError as error:
        reason = error.reason if isinstance(error, InputError) else reason_of(error)
        yield LostRows(max(at, first), None, reason)


def _batches(items: Iterator[BulkItem], fixed: Geometry | None) -> Iterator[RowBatch]:
    """The items as batches of rows, all of them with the number 0 as that of the first row."""
    entries: list[Entry] = []
    for item in items:
        if isinstance(item, Entry):
            entries.append(item)
        if entries and (isinstance(item, TextBatch) or len(entries) >= MOST_ROWS):
            yield _of_entries(entries, fixed)
            entries = []
        if isinstance(item, TextBatch):
            yield _of_text_batch(item)
    if entries:
        yield _of_entries(entries, fixed)


def _of_text_batch(batch: TextBatch) -> RowBatch:
    others = {place: text or "" for place, text in batch.other_answers.items()}
    return RowBatch(0, batch.puzzles, lines=batch.lines, answers=batch.answers, other_answers=others)


def _of_entries(entries: list[Entry], fixed: Geometry | None) -> RowBatch:
    """What the ordinary reader gave, as rows."""
    values = [str(entry.puzzle) if entry.puzzle is not None else None for entry in entries]
    rows, others = CellColumn.of_values(values).puzzles(fixed)
    for place, entry in enumerate(entries):
        if entry.puzzle is None:
            others[place] = _malformed(entry, fixed)
        elif place in others:
            others[place] = entry.puzzle
    lines = np.array([int(entry.source.rpartition(":")[2]) for entry in entries], np.int64)
    answers = None
    other_answers: dict[int, str] = {}
    if any(entry.stored is not None for entry in entries):
        answers, other_answers = CellColumn.of_values([entry.stored or "" for entry in entries]).answers()
    return RowBatch(0, rows, others, lines, answers, other_answers)


def _malformed(entry: Entry, fixed: Geometry | None) -> Malformed:
    """Why an entry is no puzzle."""
    error, record = entry.error, entry.record
    assert isinstance(error, FormatError)
    message = f"found {error.found}; expected {error.expected}"
    if record is not None and record.text is None:
        return Malformed(MalformedReason.UNREADABLE, message)
    if record is not None and record.text is not None:
        fields = fields_of(record.text, record.header.delimiter)
        value = fields[record.header.index] if record.header.index < len(fields) else None
        found = puzzle_of_value(value, fixed)
        if isinstance(found, Malformed):
            return found
    return Malformed(MalformedReason.WRONG_SYMBOL, message)


def _in_parts(batch: RowBatch, at: int, start: int, end: int) -> Iterator[RowBatch]:
    """The rows of a batch from one place to another, no more than MOST_ROWS at a time."""
    for begins in range(start, end, MOST_ROWS):
        yield replace(batch.part(begins, min(begins + MOST_ROWS, end)), first=at + begins)
