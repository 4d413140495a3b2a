"""JSON: an object on each text line (JSON Lines), or one document that holds a table.

A document is an array of objects or of puzzles, an object of columns or of named puzzles, or an object of
these by their splits or other names; it is read as a whole. Nested fields are columns called `data.puzzle`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
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
"""An object, or why there is none."""

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
    are_lines = _is_lines(head)
    rows = _first_lines(head) if are_lines else _rows_of(text)
    if rows is None:
        return None
    if not are_lines:
        text.kept[:] = [rows]
    values = [row for row in rows[:SAMPLE] if isinstance(row, dict)]
    names = dict.fromkeys(name for row in values for name in _names_in(row))
    return {name: [field_of(row, name) for row in values] for name in names}


def read_json(text: ArrivingBytes, layout: Layout, names: Sequence[str], *, keep: bool) -> Iterator[Records]:
    """The rows of JSON, with columns of these names; with the objects themselves, too, to `keep` them."""
    text.push_back(head := next(text, b""))
    known = {name.partition(".")[0] for name in layout.names} if keep else None
    if not _is_lines(head):
        rows = (text.kept.pop() if text.kept else _rows_of(text)) or []
        for at in range(0, len(rows), MOST_ROWS):
            yield _records(rows[at : at + MOST_ROWS], None, text, at, layout, names, known)
        return
    at = 0
    for lines in _lines(text):
        numbers = np.array([number for number, _ in lines], np.int64)
        yield _records([_row(line) for _, line in lines], numbers, text, at, layout, names, known)
        at += len(lines)


def field_of(row: dict[str, Any], name: str) -> Any:  # noqa: ANN401
    """The field of a row that is called so, also in an object in it: `data.puzzle`; None if there is none."""
    if name in row or "." not in name:
        return row.get(name)
    top, _, rest = name.partition(".")
    return field_of(inner, rest) if isinstance(inner := row.get(top), dict) else None


def put_field(row: dict[str, Any], name: str, value: object) -> None:
    """Set the field of a row that `field_of` gives."""
    top, _, rest = name.partition(".")
    if name not in row and isinstance(inner := row.get(top), dict):
        put_field(inner, rest, value)
    else:
        row[name] = value


def _names_in(row: dict[str, Any]) -> Iterator[str]:
    """The names of all fields of an object, and of the objects in it."""
    for name, value in row.items():
        if isinstance(value, dict):
            yield from (f"{name}.{inner}" for inner in _names_in(value))
        else:
            yield name


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
        return _object(_decode(text_of(line)))
    except (ValueError, RecursionError) as error:
        return Fault(f"a line that is no JSON ({error})", "an object of JSON", Reason.UNREADABLE)


def _object(value: object) -> Row:
    return value if isinstance(value, dict) else Fault(quoted(value), "an object of JSON", Reason.UNREADABLE)


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
            return [*map(_object, value)]
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
    parts = {name: rows for name, one in value.items() if (rows := _table(one)) is not None}
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
    is_square = all(isinstance(one, str | list) and len(one) == len(values) for one in values)
    return not (is_square and len(values) in SIZES) and any(map(_may_be_puzzle, values[:SAMPLE]))


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
    names: Iterable[str],
    known: set[str] | None,
) -> Records:
    """These rows of an input; `lines` has the numbers of their lines, if they have any.

    `known` are the names of fields that were told or are read, None where not all of them are wanted.
    """
    faults = {place: value for place, value in enumerate(values) if isinstance(value, Fault)}
    rows = [{} if isinstance(value, Fault) else value for value in values]
    remarks: tuple[str, ...] = ()
    if known is not None and (more := {name: 1 for row in rows for name in row if name not in known}):
        known.update(more)
        fields = ", ".join(map(repr, more))
        remarks = (f"{text.name}: left out, as the first rows do not have it: {fields}",)
    columns = {name: [field_of(row, name) for row in rows] for name in names}
    try:
        table = pa.RecordBatch.from_pydict({name: array_of(some) for name, some in columns.items()})
    except UnicodeEncodeError:
        raise InputError(text.name, "the name of a field is not UTF-8: rename it") from None
    puzzles = layout.roles[Role.PUZZLE]
    for place, one in enumerate(columns[puzzles[0]] if len(puzzles) == 1 else ()):
        if isinstance(one, int | float) and one == one:
            faults[place] = cast(Fault, puzzle_of_value(one))  # a number is none
    return Records(table, first, lines, faults, remarks, raw=None if known is None else rows)
