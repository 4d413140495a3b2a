"""The rows that are kept come out in the form of the input, with all their columns."""

import gzip
import json
from dataclasses import replace
from random import Random

import pyarrow as pa
import pyarrow.parquet
import pytest

from sudocube.auditing.clean_writing import write_clean
from sudocube.errors import InputError
from tests.auditing.data_set_files import write
from tests.auditing.known_rows import KnownRow
from tests.auditing.reading import found, items_of, row_set, rows_of

KEPT = [0, 3, 4, 12, 13, 20, 26, 29]
PUZZLES = ["".join(Random(at).choices("......123456789", k=81)) for at in range(30)]
ROWS = [KnownRow(puzzle, answer=puzzle) for puzzle in PUZZLES]


@pytest.mark.parametrize("name", ["a.csv", "quoted.csv", "a.jsonl", "a.txt"])
def test_a_clean_text_is_the_same_byte_for_byte_and_has_its_last_line_end(tmp_path, name):
    """With any ends of lines, with a mark and packed; of some rows only these are kept."""
    for end, mark, packing in (("\n", "", ".gz"), ("\r\n", "\ufeff", ""), ("\r", "", "")):
        if name == "a.jsonl" and end == "\r":
            continue  # lines of JSON end with a line feed
        lines = {
            "a.csv": ["puzzle,id", *(f"{puzzle},{at}" for at, puzzle in enumerate(PUZZLES))],
            "quoted.csv": ["puzzle,id", *(f'"{one}","a{end}{at}, ""b"""' for at, one in enumerate(PUZZLES))],
            "a.jsonl": [json.dumps({"puzzle": puzzle, "x": {"deep": [None]}}) for puzzle in PUZZLES],
            "a.txt": [f"{at:08x} {puzzle} {at / 10}" for at, puzzle in enumerate(PUZZLES)],
        }[name]
        data = (mark + end.join(lines)).encode()
        path = tmp_path / f"{name}{packing}"
        path.write_bytes(gzip.compress(data) if packing else data)
        write_clean(str(tmp_path / "kept"), found(path), [row_set(*range(len(PUZZLES)))])
        assert (tmp_path / "kept").read_bytes() == data + end.encode()
        write_clean(str(tmp_path / "some.gz"), found(path), [row_set(*KEPT)])
        head = lines[: len(lines) - len(PUZZLES)]
        some = end.join([*head, *(lines[len(head) + at] for at in KEPT), ""])
        assert gzip.decompress((tmp_path / "some.gz").read_bytes()) == (mark + some).encode()


def test_a_grid_is_kept_as_a_grid(tmp_path):
    grid = "53.|.7.|...\n6..|195|...\n.98|...|.6.\n---+---+---\n8..|.6.|..3\n4..|8.3|..1\n7..|.2.|..6\n"
    grid += "---+---+---\n.6.|...|28.\n...|419|..5\n...|.8.|.79\n"
    other = grid.replace("5", "x").replace("7", "5").replace("x", "7")
    (tmp_path / "a.txt").write_text(f"{grid}\n{other}\n{grid}")
    write_clean(str(tmp_path / "b.txt"), found(tmp_path / "a.txt"), [row_set(1)])
    [row] = rows_of(items_of(tmp_path / "b.txt"))
    assert row["puzzle"] == "".join(symbol for symbol in other if symbol in ".123456789")
    assert "|" in (tmp_path / "b.txt").read_text()


def test_parquet_keeps_its_schema_metadata_compression_and_row_groups(tmp_path):
    schema = pa.schema(
        [
            pa.field("quizzes", pa.large_string(), nullable=False, metadata={"unit": "cells"}),
            pa.field("notes", pa.list_(pa.struct([("by", pa.string())]))),
            pa.field("when", pa.timestamp("ns", "UTC")),
        ],
        metadata={"made by": "hand"},
    )
    table = pa.table([PUZZLES, [[{"by": "x"}], None, []] * 10, list(range(30))], schema=schema)
    codecs = {"quizzes": "gzip", "notes.list.element.by": "zstd"}
    pa.parquet.write_table(table, tmp_path / "a.parquet", row_group_size=3, compression=codecs)
    write_clean(str(tmp_path / "b.parquet"), found(tmp_path / "a.parquet"), [row_set(*KEPT)])
    before, after = (pa.parquet.ParquetFile(tmp_path / name) for name in ("a.parquet", "b.parquet"))
    assert after.schema_arrow.equals(before.schema_arrow, check_metadata=True)
    assert after.read().equals(table.take(KEPT))
    assert [after.metadata.row_group(i).num_rows for i in range(after.num_row_groups)] == [3, 3, 2]
    for column in range(3):
        compressions = {file.metadata.row_group(0).column(column).compression for file in (before, after)}
        assert len(compressions) == 1


@pytest.mark.parametrize(("new", "codec"), [(pa.ipc.new_file, "lz4"), (pa.ipc.new_stream, None)])
def test_arrow_stays_a_file_or_a_stream_with_its_compression(tmp_path, codec, new):
    table = pa.table({"puzzle": PUZZLES * 40})
    options = pa.ipc.IpcWriteOptions(compression=codec)
    with new(str(tmp_path / "a.arrow"), table.schema, options=options) as writer:
        writer.write_table(table, max_chunksize=100)
    write_clean(str(tmp_path / "b.arrow"), found(tmp_path / "a.arrow"), [row_set(*range(1200))])
    before, after = ((tmp_path / name).read_bytes() for name in ("a.arrow", "b.arrow"))
    assert after[:6] == before[:6]
    assert abs(len(after) - len(before)) < 2000


def test_rows_that_are_gone_since_they_were_read_are_an_error_and_the_old_file_stays(tmp_path):
    (tmp_path / "kept").write_text("old")
    for name in ("table.csv", "rows.jsonl", "list.txt"):
        files = found(write(tmp_path / name, ROWS))
        with pytest.raises(InputError, match="cannot be read again"):
            write_clean(str(tmp_path / "kept"), files, [row_set(0, len(ROWS) + 5)])
        assert (tmp_path / "kept").read_text() == "old"


@pytest.mark.parametrize(
    ("read", "written", "why"),
    [
        (["table.csv", "rows.jsonl"], "new", "clean them one by one"),
        (["table.csv", "semicolons.csv"], "new", "clean them one by one"),
        (["table.parquet", "more-table.parquet"], "new", "clean them one by one"),
        (["table.csv"], "table.csv", "is an input, too"),
        (["table.csv"], "new.JSONL", "are written as a table, as they were read: give it a name"),
        (["rows.jsonl"], "new.csv", "are written as JSON Lines, as they were read: give it a name"),
    ],
)
def test_files_that_cannot_be_one_of_that_name_are_refused_and_nothing_is_written(
    tmp_path, read, written, why
):
    """Rows keep the form of the input, so a file of another name would not be what it seems."""
    more = [replace(row, id="x") for row in ROWS]
    files = found(*(write(tmp_path / name, more if name.startswith("more") else ROWS) for name in read))
    with pytest.raises(InputError, match=why):
        write_clean(str(tmp_path / written), files, [row_set(0)] * len(files))
    assert {path.name for path in tmp_path.iterdir()} == set(read)
