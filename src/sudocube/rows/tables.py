"""Tables as text: CSV with a header, regular lists without one, and JSON.

CSV is taken a block at a time. A block with a record on each of its lines is parsed by Arrow. Every other
block is split into records by Python's `csv`, one by one: a quoted field that goes over several lines,
comments, records of another length. What both give is the same.

JSON has an object on each text line (JSON Lines), or is one document, which is read as a whole: an array of
objects or of puzzles, an object of columns, or an object of these by their splits or other names. Nested
fields are columns called `data.puzzle`.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from sudocube.errors import FormatError, InputError, quoted
from sudocube.geometry import SIZES, VALUES
from sudocube.rows.batch import Lines, Rows
from sudocube.rows.columns import SAMPLE, SPLITS, Kind, Layout, Role, layout_of_columns, layout_of_lists, rank
from sudocube.rows.entry import Fault, bytes_of, counted, is_left_out, text_of, usual_text
from sudocube.rows.source import ArrivingBytes
from sudocube.rows.text import WIDEST_ROW, search, text_entries
from sudocube.rows.values import listed, puzzle_of_value, text_of_value

if TYPE_CHECKING:
    import pyarrow as pa

DELIMITERS = (",", ";", "\t", "|")

LONGEST_RECORD = 1 << 24
"""How many bytes a record, or a line of JSON, may have: 16 MB."""

csv.field_size_limit(max(csv.field_size_limit(), LONGEST_RECORD))

_NUMBER = re.compile(r"[0-9]{1,9}(\.[0-9]*)?")
_LONGEST_WORD = 64
"""What is longer than this beside a puzzle may be its answer, in brackets, or another puzzle."""
_SPACES = re.compile(rb"[ \t]+")
_NAME_WORD = re.compile(r"[^\W\d_][\w .()/-]*")
_TABLE_NAME = re.compile(r"\.(csv|tsv|tab|psv)(\.[a-z0-9]+)?$", re.IGNORECASE)
_OPEN = Fault("a quote that is not closed", "a closing quote", "unreadable")

Record = tuple[int, list[str] | None]
"""The number of the first line of a record, and its fields; None for an open quote."""


def split_records(
    lines: Sequence[bytes], line: int, delimiter: str, *, is_end: bool, most: int | None = None
) -> tuple[list[Record], int]:
    """The records of whole lines, of which the first has the number `line`, and how many lines they take.

    Blank lines and comments are left out. A record whose quote is still open waits for the next lines, unless
    it `is_end`; then its first line is a faulty record, and so is each line with an open quote below. `most`
    is how many records are wanted.
    """
    records: list[Record] = []
    at, end = 0, len(lines)
    while at < len(lines) and len(records) != most:
        text, begin = text_of(lines[at]), at
        at += 1
        if is_left_out(lines[begin]):
            continue
        fields: list[str] | None = [one.strip() for one in text.split(delimiter)]
        if '"' in text:
            last = max(end, at)
            there = map(text_of, map(lines.__getitem__, range(begin, last)))
            reader = csv.reader(chain(there, ["\n"]), delimiter=delimiter, skipinitialspace=True)
            try:
                fields, at = next(reader), begin + reader.line_num
            except csv.Error:  # a field longer than a record may be
                at = last + 1
            if at > last:
                if not is_end and last == len(lines) and sum(map(len, lines[begin:])) <= LONGEST_RECORD:
                    return records, begin
                fields, at, end = None, begin + 1, 0
        records.append((line + begin, fields))
    return records, at


def layout_of_text(head: bytes, text: ArrivingBytes, asked: Mapping[Role, str]) -> Layout:
    """The layout of a text that begins with `head`: JSON, a table, or puzzles in any other form.

    Of a document of JSON, all is read. Raises InputError where there is a table, and no column holds puzzles,
    and for a document that is damaged or holds something else.
    """
    found = _layout_of_json(head, text, asked) if JSON_BEGINS.match(head) else None
    return found or _layout_of_table(head, text.name, asked) or layout_of_lists(head)


def _layout_of_table(text: bytes, name: str, asked: Mapping[Role, str]) -> Layout | None:
    """The layout of the table that a text begins; None if it begins none.

    Raises InputError where the name of the input, its header, or `asked` says that there is a table, and no
    column holds puzzles.
    """
    end = text.rfind(b"\n") + 1 or len(text)  # the last line may be cut off
    lines = text[:end].splitlines(keepends=True)
    at = next((at for at, one in enumerate(lines) if not is_left_out(one)), None)
    if at is None:
        return None
    first = usual_text(head := lines[at].rstrip(b"\r\n"))
    if len({*(cells := listed(first) or ())}) < len(cells):  # they are no names of columns
        return None
    if entry := search(first):
        return _layout_of_list(text.splitlines(keepends=True)[at:], asked) if entry.puzzle else None
    below, wanted = lines[at + 1 :], asked.get(Role.PUZZLE) or ""
    heads = {names: delimiter for delimiter in DELIMITERS if (names := _names(head, delimiter))}
    if not heads:  # a quote in it is not closed
        return None
    names = max(heads, key=lambda names: (rank(names, wanted), len(names)))
    known, delimiter = rank(names, wanted), heads[names]
    records, _ = split_records(below, 0, delimiter, is_end=True, most=SAMPLE)
    rows = [fields for _, fields in records if fields]
    sample = {one: [row[at] if at < len(row) else None for row in rows] for at, one in enumerate(names)}
    if len(names) == 1 and not (known == 2 or (known and _is_no_drawing(sample[names[0]]))):
        return None
    if not known and all(value is None for value in sample[names[1]]):  # a sentence
        return None
    try:
        layout = layout_of_columns(Kind.TABLE, sample, asked, name)
        return layout._replace(delimiter=delimiter, lines=at + 1)
    except InputError:
        are_words = all(map(_NAME_WORD.fullmatch, names)) and not VALUES.keys() >= {*"".join(names)} - {" "}
        are_words = are_words and all(len(one) == len(names) for one in rows[:1])
        if any(asked.values()) or (len(names) not in SIZES and (are_words or _TABLE_NAME.search(name))):
            raise
        return None


def _layout_of_list(lines: Sequence[bytes], asked: Mapping[Role, str]) -> Layout | None:
    """The layout of a list without a header, as banks of puzzles have it; its columns are called 1, 2, …

    On each line there are as many fields, parted by the same sign or by white space. Numbers behind the
    puzzle are ratings, unless all are 1, as that may be how many solutions there are; a field before it is a
    name. None where there is neither, or where a line by itself says something else: it is a text.
    """
    lines = [_SPACES.sub(b" ", line) for line in lines[:SAMPLE]]
    delimiter = next((one for one in ",; " if one.encode() in lines[0].strip()), "")
    records = split_records(lines, 0, delimiter, is_end=True)[0] if delimiter else []
    rows = [fields or [] for _, fields in records]
    if len({*map(len, rows)}) != 1 or not all(map(all, rows)):
        return None
    sample = {str(place): column for place, column in enumerate(zip(*rows, strict=True), 1)}
    try:
        layout = layout_of_columns(Kind.TABLE, sample, asked, "")
    except InputError:
        return None
    roles = dict(layout.roles)
    places = [int(roles[role][0]) if role in roles else 0 for role in (Role.PUZZLE, Role.ANSWER)]
    for name, values in [*sample.items()][max(places) :]:
        if Role.RATING not in roles and {*values} != {"1"} and all(map(_NUMBER.fullmatch, values)):
            roles[Role.RATING] = (name,)
    if roles[Role.PUZZLE] == ("2",):
        roles.setdefault(Role.ID, ("1",))
    if roles.keys() <= {Role.PUZZLE, Role.ANSWER} or len(roles[Role.PUZZLE]) > 1:
        return None
    others = [value for name, some in sample.items() if int(name) not in places for value in some]
    if any(len(value) > _LONGEST_WORD or "#" in value for value in others):
        return None
    why = {role: layout.why.get(role, "by its place in the list") for role in roles}
    return layout._replace(roles=roles, why=why, delimiter=delimiter)


def _names(head: bytes, delimiter: str) -> tuple[str, ...]:
    """The names of the columns of a header; none where it has no such delimiter."""
    head = head.decode("utf-8", "replace").encode()
    [[(_, fields)], _] = split_records([head], 0, delimiter, is_end=True)
    if fields is None or (len(fields) == 1 and delimiter != DELIMITERS[0]):
        return ()
    names: list[str] = []
    for place, one in enumerate(map(str.strip, fields), 1):
        names.append(f"{one}_{place}" if one in names else one)
    return tuple(names)


def _is_no_drawing(values: Iterable[str | None]) -> bool:
    """Whether puzzles stand below a single name, and no drawn grid."""
    first = next(filter(None, values), "")
    is_long = len(first) ** 0.5 in SIZES or len(first) > 50 or not first or "e+" in first  # it was rounded
    return len(listed(first) or ()) > WIDEST_ROW or (is_long and " " not in first and "|" not in first)


def read_csv(pieces: Iterable[bytes], text: ArrivingBytes, layout: Layout) -> Iterator[Rows]:
    """The rows of these pieces of a text, which end with a line.

    A record whose quote is open waits for the next piece.
    """
    from sudocube.rows.arrow import rows_of_table

    line, tail = 0, b""  # the number of the last line that was read
    for piece in chain(pieces, [None]):
        if piece is None and text.failure is not None:
            return
        block = tail + (piece or b"")
        block = _SPACES.sub(b" ", block) if layout.delimiter == " " else block
        if line < layout.lines:  # the header is known
            head = block.splitlines(keepends=True)[: layout.lines - line]
            line, block = line + len(head), block[sum(map(len, head)) :]
        if (parsed := _parsed(block, layout)) is not None:
            yield rows_of_table(parsed, layout, lines=np.arange(line + 1, line + 1 + len(parsed)))
            line, tail = line + len(parsed), b""
            continue
        lines = block.splitlines(keepends=True)
        records, count = split_records(lines, line + 1, layout.delimiter, is_end=piece is None)
        tail, line = b"".join(lines[count:]), line + count
        if records:
            yield _rows_of_records(records, layout)


def _parsed(block: bytes, layout: Layout) -> pa.RecordBatch | None:
    """The wanted columns of a block with a record on each line; None for any other block."""
    import pyarrow as pa
    import pyarrow.csv

    is_open = b'"' in block and (block.count(b'"') % 2 or f'{layout.delimiter} "'.encode() in block)
    is_commented = b"#" in block and re.search(rb"(?:^|\n)[ \t]*#", block)
    if not block or is_open or is_commented or (b"\r" in block and re.search(rb"\r(?!\n)", block)):
        return None
    types = dict.fromkeys(layout.wanted, pa.large_binary())
    try:
        table = pyarrow.csv.read_csv(
            pa.py_buffer(block),
            pyarrow.csv.ReadOptions(use_threads=False, block_size=len(block) + 1, column_names=layout.names),
            pyarrow.csv.ParseOptions(delimiter=layout.delimiter),
            pyarrow.csv.ConvertOptions(check_utf8=False, column_types=types, include_columns=layout.wanted),
        )
    except pa.ArrowInvalid:  # a record of another length
        return None
    if len(table) != block.count(b"\n"):  # a blank line, or a record on several
        return None
    [batch] = table.combine_chunks().to_batches()
    return batch


def _rows_of_records(records: Sequence[Record], layout: Layout) -> Rows:
    """Records that were split; one that cannot be read, or has too few fields for a puzzle, is told."""
    names, puzzles = layout.names, layout.roles[Role.PUZZLE]
    last = names.index(puzzles[-1])
    expected = (
        f"{len(names)}, with a cell in each" if len(puzzles) > 1 else f"the puzzle in column {last + 1}"
    )
    faults: dict[int, FormatError] = {
        place: _OPEN if fields is None else Fault(counted(len(fields), "column"), expected, "missing")
        for place, (_, fields) in enumerate(records)
        if len(fields or ()) <= last or (len(puzzles) > 1 and len(fields or ()) != len(names))
    }
    rows: list[Row] = [dict(zip(names, map(bytes_of, fields or ()), strict=False)) for _, fields in records]
    numbers = np.array([line for line, _ in records], np.int64)
    return _rows_of_objects(rows, numbers, layout, faults)


Row = dict[str, Any] | FormatError
"""An object, or why there is none."""

JSON_BEGINS = re.compile(rb"""\s*(?:\{|\[\s*[\[{"\d\]-])""")
"""How JSON begins; `[Puzzle]` is a section."""

_OBJECTS = re.compile(rb"\s*\[?\s*\{")


def _layout_of_json(head: bytes, text: ArrivingBytes, asked: Mapping[Role, str]) -> Layout | None:
    """The layout of JSON that holds a table; None for a pasted grid of lists, or a tag of a forum."""
    rows = [_row(line) for line in head.split(b"\n")[:SAMPLE] if line.strip()]
    objects = [row for row in rows if isinstance(row, dict)]
    kind = Kind.JSONL
    try:
        if 2 * len(objects) < len(rows) or (len(rows) == 1 and _table(objects[0])):
            kind, rows = Kind.JSON, _rows_of(text)
        values = [_flat(row) for row in rows[:SAMPLE] if isinstance(row, dict)]
        names = dict.fromkeys(chain.from_iterable(values))
        sample = {name: [row.get(name) for row in values] for name in names}
        return layout_of_columns(kind, sample, asked, text.name) if rows else None
    except InputError as error:
        is_damaged = error.reason.startswith("is no JSON") and not error.reason.endswith("Extra data")
        if is_damaged and head.lstrip().startswith((b'{"', b'[{"')):
            raise
        first = next(text_entries(text_of(head), Layout(Kind.TEXT, source=text.name)), None)
        if first is None or first.error:
            raise
        return None


def read_json(pieces: Iterable[bytes], text: ArrivingBytes, layout: Layout) -> Iterator[Rows]:
    """The rows of JSON; with the objects themselves, too, where all columns are kept.

    `pieces` are those of the text, which end with a line; a document is read as a whole.
    """
    line = 0
    for piece in pieces if layout.kind is Kind.JSONL else [_rows_of(text)]:
        if isinstance(piece, bytes):
            lines = piece.split(b"\n")
            places = [at for at, one in enumerate(lines) if one.strip()]
            numbers = np.array(places, np.int64) + line + 1
            yield _rows_of_objects([_row(lines[at]) for at in places], numbers, layout, {})
            line += len(lines) - 1
        else:
            yield _rows_of_objects(piece, None, layout, {})


def _rows_of_objects(rows: list[Row], lines: Lines, layout: Layout, faults: dict[int, FormatError]) -> Rows:
    """The rows of objects, and what is wrong with others; `faults` has more of that, `lines` their lines.

    A field that the first rows do not have has no column.
    """
    from sudocube.rows.arrow import rows_of_table

    puzzles = layout.roles[Role.PUZZLE]
    faults = {**faults, **{place: row for place, row in enumerate(rows) if isinstance(row, FormatError)}}
    objects = [{} if isinstance(row, FormatError) else row for row in rows]
    flat = [*map(_flat, objects)]
    columns = {one: [row.get(one) for row in flat] for one in layout.wanted}
    for place, one in enumerate(columns[puzzles[0]] if len(puzzles) == 1 else ()):
        if isinstance(one, int | float) and isinstance(error := puzzle_of_value(one, layout), FormatError):
            faults[place] = error  # a number is none
    raw = objects if layout.reading.keep and layout.kind is not Kind.TABLE else None
    return replace(rows_of_table(columns, layout, lines=lines, faults=faults), raw=raw)


def _flat(row: dict[str, Any], above: str = "") -> dict[str, Any]:
    """The fields of an object, and of the objects in it, which are called `data.puzzle`."""
    flat: dict[str, Any] = {}
    for name, value in row.items():
        flat |= _flat(value, f"{above}{name}.") if isinstance(value, dict) else {above + name: value}
    return flat


def _row(line: bytes) -> Row:
    """The row on a line."""
    try:
        return _object(json.loads(text_of(line)))
    except (ValueError, RecursionError) as error:
        return Fault(f"a line that is no JSON ({error})", "an object of JSON", "unreadable")


def _object(value: object) -> Row:
    return value if isinstance(value, dict) else Fault(quoted(value), "an object of JSON", "unreadable")


def _rows_of(text: ArrivingBytes) -> list[Row]:
    """The rows of a document; none for a list that is no table, such as a puzzle by its rows.

    All of it is read, and the text begins with it again. Raises InputError.
    """
    text.push_back(whole := b"".join(text))
    what = "is JSON, but no table: expected an array of objects or of puzzles, or an object of columns"
    try:
        if (found := _table(json.loads(text_of(whole)))) is not None:
            return found
    except json.JSONDecodeError as error:
        what = f"is no JSON: line {error.lineno}, column {error.colno}: {error.msg}"
    except RecursionError:
        pass
    if _OBJECTS.match(whole):
        raise InputError(text.name, what)
    return []


def _table(value: object) -> list[Row] | None:
    """The rows that a document holds; None where it is no table."""
    if isinstance(value, list):
        if any(isinstance(one, dict) for one in value):
            return [*map(_object, value)]
        return [{"puzzle": one} for one in value] if _are_puzzles(value) else None
    if not isinstance(value, dict):
        return None
    lists = {name: _as_list(one) for name, one in value.items()}
    columns = {name: one for name, one in lists.items() if one is not None}
    are_columns = len({len(one) for one in columns.values()}) == 1 and not SPLITS.keys() >= columns.keys()
    if are_columns and any(map(_are_puzzles, columns.values())):
        return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    parts = {name: rows for name, one in value.items() if (rows := _table(one)) is not None}
    if len(parts) < 2 and not SPLITS.keys() & parts.keys():
        return next(iter(parts.values()), None)
    return [
        row if isinstance(row, FormatError) else {**row, "split": SPLITS.get(name, name)}
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
    lengths = [len(text_of_value(one)) for one in values[:SAMPLE] if isinstance(one, str | list)]
    return not (is_square and len(values) in SIZES) and any(n > 50 or n**0.5 in SIZES for n in lengths)
