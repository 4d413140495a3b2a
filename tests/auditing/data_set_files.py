"""Writes rows to files of every format and packing that an audit reads."""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import json
import lzma
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet

from tests.auditing.known_rows import KnownRow

COLUMNS = {
    "id": "id",
    "puzzle": "puzzle",
    "solution": "answer",
    "clues": "clues",
    "difficulty": "rating",
    "split": "split",
}
"""The names of columns as published sets have them, and the field of `KnownRow` that each holds."""

DICTIONARY = pa.dictionary(pa.int32(), pa.string())

ROWS_OF_A_GROUP = 13
"""Row groups and record batches are small, so that even small sets have several."""


PACKINGS: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
    ".zst": lambda data: bytes(pa.compress(data, codec="zstd", asbytes=True)),
}
"""The suffixes of packed files, and what packs them."""


def columns_of(rows: Sequence[KnownRow]) -> dict[str, list[Any]]:
    """The columns that at least one row has something in, always those of puzzles and answers."""
    columns = {name: [getattr(row, field) for row in rows] for name, field in COLUMNS.items()}
    return {
        name: values
        for name, values in columns.items()
        if name in ("puzzle", "solution") or any(one is not None for one in values)
    }


def table_text(rows: Sequence[KnownRow], delimiter: str = ",", *, quoted: bool = False) -> bytes:
    """A table with a header; a field that is missing is empty."""
    columns = columns_of(rows)
    text = io.StringIO(newline="")
    writer = csv.writer(
        text, delimiter=delimiter, quoting=csv.QUOTE_ALL if quoted else csv.QUOTE_MINIMAL, lineterminator="\n"
    )
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    return text.getvalue().encode()


def json_lines(rows: Sequence[KnownRow]) -> bytes:
    """An object for each row; a missing field is null in every other row, and left out in the rest.

    The last bracket of a row that cannot be read is missing.
    """
    columns = columns_of(rows)
    lines = []
    for number, values in enumerate(zip(*columns.values(), strict=True)):
        held = dict(zip(columns, values, strict=True))
        row = {name: value for name, value in held.items() if number % 2 or value is not None}
        line = json.dumps(row, ensure_ascii=number % 3 == 0)
        lines.append((line[:-1] if rows[number].malformed == "unreadable" else line) + "\n")
    return "".join(lines).encode()


def arrow_table(rows: Sequence[KnownRow], texts: pa.DataType | None = None) -> pa.Table:
    """A table of PyArrow with its texts in columns of that type."""
    types = {"clues": pa.int64(), "difficulty": pa.float64()}
    arrays = {}
    for name, values in columns_of(rows).items():
        array = pa.array(values, types.get(name, pa.string()))
        arrays[name] = array if name in types or texts is None else array.cast(texts)
    return pa.table(arrays)


def _write_parquet(
    path: Path, rows: Sequence[KnownRow], texts: pa.DataType | None = None, codec: str = "zstd"
) -> None:
    table = arrow_table(rows, texts)
    pa.parquet.write_table(table, path, row_group_size=ROWS_OF_A_GROUP, compression=codec)


def _write_arrow(path: Path, rows: Sequence[KnownRow], texts: pa.DataType, *, is_stream: bool) -> None:
    table = arrow_table(rows, texts)
    new = pa.ipc.new_stream if is_stream else pa.ipc.new_file
    with new(str(path), table.schema) as writer:
        writer.write_table(table, max_chunksize=ROWS_OF_A_GROUP)


def _write_array(path: Path, rows: Sequence[KnownRow], *shape: int, dtype: type = np.uint8) -> None:
    digits = "".join(row.exact for row in rows).replace(".", "0")
    cells = np.frombuffer(digits.encode(), np.uint8) - ord("0")
    np.save(path, cells.astype(dtype).reshape(-1, *shape))


TEXT_FORMATS: dict[str, Callable[[Sequence[KnownRow]], bytes]] = {
    "table.csv": table_text,
    "semicolons.csv": lambda rows: table_text(rows, ";"),
    "crlf.csv": lambda rows: b"\xef\xbb\xbf" + table_text(rows, quoted=True).replace(b"\n", b"\r\n"),
    "table.tsv": lambda rows: table_text(rows, "\t"),
    "rows.jsonl": json_lines,
    "list.txt": lambda rows: "".join(["# a list\n", *(f"{row.puzzle}\n" for row in rows)]).encode(),
}
"""Files of text: an ending of their names, and what writes them. Each may be packed."""

BINARY_FORMATS: dict[str, Callable[[Path, Sequence[KnownRow]], None]] = {
    "table.parquet": _write_parquet,
    "snappy.parquet": lambda path, rows: _write_parquet(path, rows, DICTIONARY, "snappy"),
    "file.arrow": lambda path, rows: _write_arrow(path, rows, pa.string(), is_stream=False),
    "stream.arrows": lambda path, rows: _write_arrow(path, rows, pa.large_string(), is_stream=True),
    "views.arrow": lambda path, rows: _write_arrow(path, rows, pa.string_view(), is_stream=False),
    "packed.feather": lambda path, rows: pa.feather.write_feather(
        arrow_table(rows), str(path), "zstd", chunksize=ROWS_OF_A_GROUP
    ),
    "flat.npy": lambda path, rows: _write_array(path, rows, 81),
    "square.npy": lambda path, rows: _write_array(path, rows, 9, 9, dtype=np.int64),
}
"""Other files: an ending of their names, and what writes them."""


def can_hold(name: str, row: KnownRow) -> bool:
    """Whether a file of that format can hold the row; lists and arrays hold 9×9 puzzles only."""
    if name.endswith((".txt", ".npy")):
        return row.malformed is None and row.answer is None and len(row.exact) == 81
    return name.endswith(".jsonl") or row.malformed not in ("not_text", "unreadable")


def write(path: Path, rows: Sequence[KnownRow]) -> Path:
    """Write the rows in the format that the end of the path names, and packed if it says so."""
    packing = next((ending for ending in PACKINGS if ending and path.name.endswith(ending)), "")
    name = path.name.removesuffix(packing)
    for ending, text_of in TEXT_FORMATS.items():
        if name.endswith(ending):
            path.write_bytes(PACKINGS[packing](text_of(rows)))
            return path
    next(function for ending, function in BINARY_FORMATS.items() if name.endswith(ending))(path, rows)
    return path
