"""The rows that are kept come out in the form of the input, with all their columns."""

import gzip
import json
from dataclasses import replace
from random import Random

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest

from sudocube import audit
from sudocube.errors import InputError
from tests.auditing.data_set_files import write
from tests.auditing.known_rows import KnownRow
from tests.auditing.reading import clean, found, items_of, row_set, rows_of

KEPT = [0, 3, 4, 12, 13, 20, 26, 29]
PUZZLES = ["".join(Random(at).choices("......123456789", k=81)) for at in range(30)]
ROWS = [KnownRow(puzzle, answer=puzzle) for puzzle in PUZZLES]


@pytest.mark.parametrize("name", ["a.csv", "quoted.csv", "a.jsonl", "a.txt"])
@pytest.mark.parametrize(
    ("end", "mark", "packing"), [("\n", "", ".gz"), ("\r\n", "\ufeff", ""), ("\r", "", "")]
)
def test_a_clean_text_has_all_columns_with_their_values(tmp_path, name, end, mark, packing):
    """Whatever the ends of lines, with a mark and packed; of some rows only these are kept."""
    if name == "a.jsonl" and end == "\r":
        return  # lines of JSON end with a line feed
    lines = {
        "a.csv": ["puzzle,id", *(f"{puzzle},{at}" for at, puzzle in enumerate(PUZZLES))],
        "quoted.csv": ["puzzle,id", *(f'{one},"a{end}{at}, ""b"""' for at, one in enumerate(PUZZLES))],
        "a.jsonl": [json.dumps({"puzzle": puzzle, "x": {"deep": [None]}}) for puzzle in PUZZLES],
        "a.txt": [f"{at:08x} {puzzle} {at / 10}" for at, puzzle in enumerate(PUZZLES)],
    }[name]
    data = (mark + end.join(lines)).encode()
    path = tmp_path / f"{name}{packing}"
    path.write_bytes(gzip.compress(data) if packing else data)
    clean(tmp_path / "some.gz", found(path), [row_set(*KEPT)])
    head = lines[: len(lines) - len(PUZZLES)]
    some = "\n".join([*head, *(lines[len(head) + at] for at in KEPT), ""])
    assert gzip.decompress((tmp_path / "some.gz").read_bytes()) == some.encode()


def test_a_grid_is_kept_as_a_grid(tmp_path):
    grid = "53.|.7.|...\n6..|195|...\n.98|...|.6.\n---+---+---\n8..|.6.|..3\n4..|8.3|..1\n7..|.2.|..6\n"
    grid += "---+---+---\n.6.|...|28.\n...|419|..5\n...|.8.|.79\n"
    other = grid.replace("5", "x").replace("7", "5").replace("x", "7")
    (tmp_path / "a.txt").write_text(f"{grid}\n{other}\n{grid}")
    clean(tmp_path / "b.txt", found(tmp_path / "a.txt"), [row_set(1)])
    [row] = rows_of(items_of(tmp_path / "b.txt"))
    assert row["puzzle"] == "".join(symbol for symbol in other if symbol in ".123456789")
    assert "|" in (tmp_path / "b.txt").read_text()


def test_parquet_keeps_its_schema_with_its_metadata_and_all_values(tmp_path):
    """Those of a struct, which are read as columns of their own, are in a struct again."""
    schema = pa.schema(
        [
            pa.field("quizzes", pa.large_string(), nullable=False, metadata={"unit": "cells"}),
            pa.field("notes", pa.list_(pa.struct([("by", pa.string())]))),
            pa.field("when", pa.timestamp("ns", "UTC")),
            pa.field("made", pa.struct([("by", pa.string()), ("in", pa.struct([("year", pa.int16())]))])),
        ],
        metadata={"made by": "hand"},
    )
    made = [{"by": "x", "in": {"year": 1999}}, None, {"by": None, "in": {"year": 7}}] * 10
    table = pa.table([PUZZLES, [[{"by": "x"}], None, []] * 10, list(range(30)), made], schema=schema)
    pa.parquet.write_table(table, tmp_path / "a.parquet", row_group_size=3)
    clean(tmp_path / "b.parquet", found(tmp_path / "a.parquet"), [row_set(*KEPT)])
    before, after = (pa.parquet.read_table(tmp_path / name) for name in ("a.parquet", "b.parquet"))
    assert after.schema.equals(before.schema, check_metadata=True)
    assert after.to_pylist() == table.take(KEPT).to_pylist()


@pytest.mark.parametrize("texts", [pa.string(), pa.string_view(), pa.dictionary(pa.int8(), pa.string())])
@pytest.mark.parametrize("new", [pa.ipc.new_file, pa.ipc.new_stream])
def test_arrow_is_written_as_a_file_with_its_types(tmp_path, new, texts):
    table = pa.table({"puzzle": pa.array(PUZZLES).cast(texts), "number": range(30)})
    with new(str(tmp_path / "a.arrow"), table.schema) as writer:
        writer.write_table(table, max_chunksize=7)
    clean(tmp_path / "b.arrow", found(tmp_path / "a.arrow"), [row_set(*KEPT)])
    after = pa.ipc.open_file((tmp_path / "b.arrow").read_bytes()).read_all()
    assert after.schema == table.schema
    assert after.to_pylist() == [table.to_pylist()[row] for row in KEPT]


def test_arrays_are_not_written_which_is_told_before_they_are_audited(tmp_path):
    cells = np.array([[int(symbol) for symbol in one.replace(".", "0")] for one in PUZZLES])
    np.savez(tmp_path / "a.npz", puzzles=cells, solutions=cells)
    np.save(tmp_path / "a.npy", cells)
    with pytest.raises(InputError, match="save the rows as a table"):
        audit(tmp_path / "a.npz", clean=tmp_path / "b.npz")
    with pytest.raises(InputError, match="save the rows as a table"):
        audit(tmp_path / "a.npy", repair=tmp_path / "b")
    assert {path.name for path in tmp_path.iterdir()} == {"a.npz", "a.npy"}


def test_fields_of_json_stay_in_their_objects_with_their_types(tmp_path):
    rows = [{"data": {"puzzle": one, "at": [at]}, "x": None, "y": at / 2} for at, one in enumerate(PUZZLES)]
    (tmp_path / "a.json").write_text(json.dumps(rows))
    clean(tmp_path / "b.jsonl", found(tmp_path / "a.json"), [row_set(*KEPT)])
    written = (tmp_path / "b.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in written] == [rows[at] for at in KEPT]


def test_rows_that_are_gone_since_they_were_read_are_an_error_and_the_old_file_stays(tmp_path):
    (tmp_path / "kept").write_text("old")
    for name in ("table.csv", "rows.jsonl", "list.txt"):
        files = found(write(tmp_path / name, ROWS))
        with pytest.raises(InputError, match="cannot be read again"):
            clean(tmp_path / "kept", files, [row_set(0, len(ROWS) + 5)])
        assert (tmp_path / "kept").read_text() == "old"


@pytest.mark.parametrize(
    ("read", "written", "why"),
    [
        (["table.csv", "rows.jsonl"], "new", "clean them one by one"),
        (["table.parquet", "more-table.parquet"], "new", "clean them one by one"),
        (["table.csv"], "table.csv", "stands there, and is an input"),
    ],
)
def test_files_that_cannot_be_one_of_that_name_are_refused_and_nothing_is_written(
    tmp_path, read, written, why
):
    """Rows keep the form of the input, so a file of another name would not be what it seems."""
    more = [replace(row, id="x") for row in ROWS]
    files = found(*(write(tmp_path / name, more if name.startswith("more") else ROWS) for name in read))
    with pytest.raises(InputError, match=why):
        clean(tmp_path / written, files, [row_set(0)] * len(files))
    assert {path.name for path in tmp_path.iterdir()} == set(read)
