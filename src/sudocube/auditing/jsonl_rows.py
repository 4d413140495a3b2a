"""Rows of JSON Lines: an object on each text line, whose keys are the columns."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any
from uuid import uuid4

import numpy as np

from sudocube.auditing.cell_columns import CellColumn
from sudocube.auditing.data_files import DataFile, Role
from sudocube.auditing.file_opening import opened_data, reading_errors, why
from sudocube.auditing.number_columns import counts_of, numbers_of
from sudocube.auditing.puzzle_values import PuzzleShape, text_of_value
from sudocube.auditing.row_batches import MOST_ROWS, LostRows, Malformed, MalformedReason, RowBatch
from sudocube.errors import InputError, quoted
from sudocube.formats.byte_input import ArrivingBytes
from sudocube.formats.table_fields import LONGEST_FIELD
from sudocube.formats.text_input import text_of

_READ_SIZE = 1 << 20

Line = tuple[int, bytes | None]
"""The number of a line, and its text; None for one of more than LONGEST_FIELD bytes."""


def json_sample(text: bytes, name: str, rows: int) -> dict[str, list[object]] | None:
    """The first values for each key, if a text begins with an object on a line; None if it does not.

    Raises InputError for a text that is JSON in another form.
    """
    begins = text.lstrip()[:2]
    if not begins.startswith((b"{", b"[")):
        return None
    lines = [line for line in text.splitlines() if line.strip()][:rows]  # the last one may be cut off
    values = [value for value in map(_value, lines) if isinstance(value, dict)]
    if values:
        keys = dict.fromkeys(key for value in values for key in value)
        return {key: [value.get(key) for value in values] for key in keys}
    if begins.startswith(b"{") or text.lstrip()[1:].lstrip().startswith(b"{"):
        raise InputError(name, "is JSON, but not with one object on each line: write it as JSON Lines")
    return None


def read_jsonl(
    file: DataFile, first: int, stop: int | None, shape: PuzzleShape
) -> Iterator[RowBatch | LostRows]:
    """The rows of JSON Lines, from its beginning; `in_even_batches` leaves out what is not wanted."""
    at = 0
    try:
        with opened_data(file.path) as stream:
            text = ArrivingBytes(stream, file.name, _READ_SIZE)
            lines = lines_of(text)
            while batch := list(islice(lines, MOST_ROWS)):
                if at + len(batch) > first:
                    yield replace(_batch(file, batch, at, shape), position=stream.tell())
                at += len(batch)
            if text.failure is not None:
                raise text.failure
    except reading_errors(file.path) as error:
        yield LostRows(max(at, first), None, why(error))


def lines_of(text: ArrivingBytes) -> Iterator[Line]:
    """The lines that are not blank. The last one is left out where the text could not be read to its end."""
    number, tail, is_long = 0, b"", False
    for arrived in text:
        *whole, tail = (tail + arrived).split(b"\n")
        for line in whole:
            number += 1
            if is_long:
                yield number, None
            elif line.strip():
                yield number, line
            is_long = False
        if len(tail) > LONGEST_FIELD:
            tail, is_long = b"", True
    if (tail.strip() or is_long) and text.failure is None:
        yield number + 1, None if is_long else tail


def _values(lines: list[bytes | None]) -> list[object]:
    """The objects on some lines, or why there is none.

    Nearly always all lines are right, and read together; what stands between them then is in none of them.
    """
    between = uuid4().hex
    try:
        whole = f',"{between}",'.join(map(text_of, lines))  # type: ignore[arg-type]  # a line may be None
        values = json.loads(f"[{whole}]")
        objects = values[::2]
        are_apart = len(values) == 2 * len(lines) - 1 and set(values[1::2]) <= {between}
        if are_apart and set(map(type, objects)) == {dict}:
            return list(objects)
    except (AttributeError, TypeError, ValueError, RecursionError):
        pass
    return [_value(line) for line in lines]


def _value(line: bytes | None) -> object:
    """The object on a line, or why there is none."""
    if line is None:
        what = f"found a line of more than {LONGEST_FIELD:,} bytes"
    else:
        try:
            value = json.loads(text_of(line))
        except (ValueError, RecursionError) as error:
            what = f"found a line that is no JSON ({error})"
        else:
            if isinstance(value, dict):
                return value
            what = f"found {quoted(value)}"
    return Malformed(MalformedReason.UNREADABLE, f"{what}; expected an object of JSON")


def _batch(file: DataFile, lines: list[Line], first: int, shape: PuzzleShape) -> RowBatch:
    """The rows on some lines."""
    values = _values([line for _, line in lines])
    rows: list[Mapping[str, Any]] = [value if isinstance(value, dict) else {} for value in values]

    def column(role: Role) -> list[object] | None:
        name = file.columns.get(role)
        return None if name is None else [row.get(name) for row in rows]

    puzzles, others = CellColumn.of_values(column(Role.PUZZLE) or []).puzzles(shape)
    others |= {place: value for place, value in enumerate(values) if isinstance(value, Malformed)}
    stored, ratings, clues = column(Role.ANSWER), column(Role.RATING), column(Role.CLUES)
    answers, other_answers = (None, {}) if stored is None else CellColumn.of_values(stored).answers()

    def texts(column: list[object] | None) -> Sequence[str] | None:
        return None if column is None else [text_of_value(value) for value in column]

    return RowBatch(
        first,
        puzzles,
        others,
        np.array([number for number, _ in lines], np.int64),
        answers,
        other_answers,
        None if ratings is None else numbers_of(ratings),
        None if clues is None else counts_of(numbers_of(clues)),
        texts(column(Role.SPLIT)),
        texts(column(Role.ID)),
    )
