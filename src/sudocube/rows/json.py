"""JSON: an object on each text line (JSON Lines), or one document that holds a table.

A document is an array of objects or of puzzles, an object of columns or of named puzzles, or an object of
these by their splits or other names; it is read as a whole. Nested fields are columns called `data.puzzle`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import chain, islice
from typing import Any, cast

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from sudocube.errors import InputError, quoted
from sudocube.geometry import BLANKS, SIZES
from sudocube.rows.arrays import SPLITS
from sudocube.rows.arrow import Records, Sample, array_of
from sudocube.rows.batch import MOST_ROWS, Reason, Role
from sudocube.rows.layout import Layout
from sudocube.rows.roles import SAMPLE, names_puzzles
from sudocube.rows.source import ArrivingBytes
from sudocube.rows.text_input import text_of
from sudocube.rows.values import Fault, puzzle_of_value

Row = dict[str, Any] | Fault
"""The values of a row by the names of their columns, or why there are none."""

_LONGEST_LINE = 1 << 24
"""How many bytes a line may have: 16 MB."""
_SQUARES = {size * size for size in SIZES}
_ID, _PUZZLE, _SPLIT = "id", "puzzle", "split"
_decode = json.JSONDecoder().decode


def sample_json(head: bytes, text: ArrivingBytes) -> Sample | None:
    """The first values of each column if a text is JSON that holds a table; None if it is none.

    The text begins with `head`, and begins there again afterwards; of a document, all of it is read. Raises
    InputError for a document that is damaged, or that holds something else.
    """
    if not head.lstrip().startswith((b"{", b"[")):
        return None
    are_lines = _is_lines(head)
    rows = _first_lines(head) if are_lines else _rows_of(text)
    if rows is None:
        return None
    if not are_lines:
        text.kept[:] = [rows]
    values = [row for row in rows[:SAMPLE] if isinstance(row, dict)]
    names = dict.fromkeys(name for row in values for name in row)
    return {name: [row.get(name) for row in values] for name in names}


def read_json(text: ArrivingBytes, layout: Layout, names: Sequence[str]) -> Iterator[Records]:
    """The rows of JSON, with columns of these names: all of the sample, or those with a role."""
    text.push_back(head := next(text, b""))
    at, known = 0, set(layout.names) if len(names) == len(layout.names) else None
    if not _is_lines(head):
        rows = (text.kept.pop() if text.kept else _rows_of(text)) or []
        for at in range(0, len(rows), MOST_ROWS):
            yield _records(rows[at : at + MOST_ROWS], None, text, at, layout, names, known)
        return
    for lines in _lines(text):
        numbers = np.array([number for number, _ in lines], np.int64)
        yield _records([_row(line) for _, line in lines], numbers, text, at, layout, names, known)
        at += len(lines)


def _first_lines(head: bytes) -> list[Row]:
    """The rows on the first lines; the last one may be cut off."""
    return [_row(line) for line in islice(BytesIO(head), SAMPLE) if line.strip()]


def _is_lines(head: bytes) -> bool:
    """Whether there is an object on each line, and not one document."""
    if head.lstrip().startswith(b"["):
        return False
    rows = _first_lines(head)
    objects = [row for row in rows if isinstance(row, dict)]
    return 2 * len(objects) > len(rows) and (len(rows) > 1 or _table(json.loads(text_of(head))) is None)


def _row(line: bytes) -> Row:
    """The row on a line."""
    try:
        return _flat(_decode(text_of(line)))
    except (ValueError, RecursionError) as error:
        return Fault(f"a line that is no JSON ({error})", "an object of JSON", Reason.UNREADABLE)


def _flat(value: object) -> Row:
    """An object with the fields of the objects in it as fields of its own, called `data.puzzle`."""
    if not isinstance(value, dict):
        return Fault(quoted(value), "an object of JSON", Reason.UNREADABLE)
    if dict not in map(type, value.values()):
        return value
    flat = dict[str, Any]()
    for name, one in value.items():
        inner = _flat(one) if isinstance(one, dict) else None
        flat |= (
            {f"{name}.{key}": held for key, held in inner.items()} if isinstance(inner, dict) else {name: one}
        )
    return flat


def _rows_of(text: ArrivingBytes) -> list[Row] | None:
    """The rows of a document; None for a list that is no table, such as a puzzle by its rows.

    All of it is read, and the text begins with it again. Raises InputError.
    """
    text.push_back(whole := b"".join(text))
    begins = whole.lstrip()[:1] + whole.lstrip()[1:].lstrip()[:1]
    is_table = begins.startswith(b"{") or begins in (b"[{", b'["')
    what = "is JSON, but no table: expected an array of objects or of puzzles, or an object of columns"
    try:
        if (found := _table(json.loads(text_of(whole)))) is not None:
            return found
    except json.JSONDecodeError as error:
        what = f"is no JSON: line {error.lineno}, column {error.colno}: {error.msg}"
    except RecursionError:
        pass
    if text.failure is not None:
        raise text.failure
    if is_table:
        raise InputError(text.name, what)
    return None


def _table(value: object) -> list[Row] | None:
    """The rows that a document holds; None where it is no table."""
    if isinstance(value, list):
        if any(isinstance(one, dict) for one in value):
            return [_flat(one) for one in value]
        return [{_PUZZLE: one} for one in value] if _are_puzzles(value) else None
    if not isinstance(value, dict):
        return None
    header, data = value.get("columns"), value.get("data")
    if isinstance(header, list) and isinstance(data, list) and all(isinstance(row, list) for row in data):
        return [dict(zip(map(str, header), row, strict=False)) for row in data]  # pandas, orient="split"
    if len(value) > 1 and not names_puzzles(value) and all(map(_is_with_blanks, value.values())):
        return [{_ID: name, _PUZZLE: one} for name, one in value.items()]
    lists = {name: _as_list(one) for name, one in value.items()}
    columns = {name: one for name, one in lists.items() if one is not None}
    are_columns = len({len(one) for one in columns.values()}) == 1 and not SPLITS.keys() >= columns.keys()
    if are_columns and any(map(_are_puzzles, columns.values())):
        return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    tables = {name: _table(one) for name, one in value.items()}
    parts = {name: rows for name, rows in tables.items() if rows is not None}
    if len(parts) < 2 and not SPLITS.keys() & parts.keys():
        return next(iter(parts.values()), None)
    return [
        row if isinstance(row, Fault) else {**row, _SPLIT: SPLITS.get(name, name)}
        for name, rows in parts.items()
        for row in rows
    ]


def _as_list(value: object) -> list[object] | None:
    """The values of a column: an array, or an object by the numbers of rows, as pandas writes it."""
    if isinstance(value, dict) and value and all(key.isdecimal() for key in value):
        return list(value.values())
    return value if isinstance(value, list) else None


def _are_puzzles(values: Sequence[object]) -> bool:
    """Whether an array holds puzzles, and is not itself one by its rows."""
    if len(values) in SIZES and all(
        isinstance(one, str | list) and len(one) == len(values) for one in values
    ):
        return False
    return any(map(_may_be_puzzle, values[:SAMPLE]))


def _is_with_blanks(value: object) -> bool:
    """Whether a value is a text as long as a puzzle, with a blank: no answer beside one."""
    return isinstance(value, str) and _may_be_puzzle(value) and not set(BLANKS).isdisjoint(value)


def _may_be_puzzle(value: object) -> bool:
    """Whether a value is as long as a puzzle: a text, an array of cells, or one of rows."""
    if isinstance(value, list) and value and isinstance(value[0], list):
        return len(value) in SIZES
    return isinstance(value, str | list) and (len(value) in _SQUARES or len(value) > 50)


def _lines(text: ArrivingBytes) -> Iterator[list[tuple[int, bytes]]]:
    """The lines that are not blank with their numbers, as they arrive, MOST_ROWS at most at a time.

    The last one is left out where the text could not be read to its end.
    """
    number, tail = 0, b""
    for arrived in chain(text, [b"\n"]):
        if arrived == b"\n" and text.failure is not None:
            return
        *whole, tail = (tail + arrived).split(b"\n")
        lines = [(at, line) for at, line in enumerate(whole, number + 1) if line.strip()]
        number += len(whole)
        for at in range(0, len(lines), MOST_ROWS):
            yield lines[at : at + MOST_ROWS]
        if len(tail) > _LONGEST_LINE:
            text.fail(f"line {number + 1} has more than {_LONGEST_LINE:,} bytes")


def _records(
    values: Sequence[Row],
    lines: NDArray[np.int64] | None,
    text: ArrivingBytes,
    first: int,
    layout: Layout,
    names: Sequence[str],
    known: set[str] | None,
) -> Records:
    """These rows of an input; `lines` has the numbers of their lines, if they have any.

    `known` are the names of fields that were told or are read, None where not all of them are wanted.
    """
    rows = [{} if isinstance(value, Fault) else value for value in values]
    remarks: tuple[str, ...] = ()
    if known is not None and (
        more := dict.fromkeys(name for row in rows for name in row if name not in known)
    ):
        known.update(more)
        fields = ", ".join(map(repr, more))
        remarks = (f"{text.name}: left out, as the first rows do not have it: {fields}",)
    try:
        columns = {name: array_of([row.get(name) for row in rows]) for name in names}
        table = pa.RecordBatch.from_pydict(columns)
    except UnicodeEncodeError:
        raise InputError(text.name, "the name of a field is not UTF-8: rename it") from None
    faults = {place: value for place, value in enumerate(values) if isinstance(value, Fault)}
    puzzles = layout.roles[Role.PUZZLE]
    for place, row in enumerate(rows):
        if len(puzzles) == 1 and isinstance(one := row.get(puzzles[0]), int | float) and one == one:
            faults[place] = cast(Fault, puzzle_of_value(one))  # a number is none
    return Records(table, first, lines, faults, remarks)
