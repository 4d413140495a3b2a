"""The rows that are kept come out in the form of the input, with all their columns."""

import gzip
import json
from dataclasses import replace
from random import Random

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest

from sudocube.auditing.clean_writing import write_clean
from sudocube.auditing.row_batches import LostRows
from sudocube.auditing.row_lookup import rows_at
from sudocube.auditing.row_sets import RowSet
from sudocube.errors import InputError
from tests.auditing.data_set_files import (
    PACKINGS,
    ROWS_OF_A_GROUP,
    write,
)
from tests.auditing.known_rows import RowMaker
from tests.auditing.reading import found, items_of, rows_of

KEPT = [0, 3, 4, 12, 13, 20, 26, 29]


@pytest.fixture(scope="module")
def rows():
    maker = RowMaker(Random("clean"))
    made = [maker.unique() for _ in range(30)]
    return [
        replace(row, rating=at / 2, clues=30, split="test", id=f"a, {at}") if at % 5 else row
        for at, row in enumerate(made)
    ]


def row_set(*rows):
    """A set of these rows."""
    kept = RowSet()
    kept.add(np.array(rows, np.int64))
    return kept


def without_places(rows):
    """What the rows hold, wherever they stand."""
    return [{key: value for key, value in row.items() if key not in ("row", "line")} for row in rows]


@pytest.mark.parametrize("name", ["a.csv", "quoted.csv", "a.jsonl", "a.txt"])
def test_a_clean_text_is_the_same_byte_for_byte_and_has_its_last_line_end(tmp_path, rows, name):
    """With any ends of lines, with a mark and packed; of some rows only these are kept."""
    for end, mark, packing in (("\n", "", ".gz"), ("\r\n", "\ufeff", ""), ("\r", "", "")):
        if name == "a.jsonl" and end == "\r":
            continue  # lines of JSON end with a line feed
        puzzles = [row.puzzle for row in rows]
        lines = {
            "a.csv": ["puzzle,id", *(f"{puzzle},{at}" for at, puzzle in enumerate(puzzles))],
            "quoted.csv": ["puzzle,id", *(f'"{one}","a{end}{at}, ""b"""' for at, one in enumerate(puzzles))],
            "a.jsonl": [json.dumps({"puzzle": puzzle, "x": {"deep": [None]}}) for puzzle in puzzles],
            "a.txt": puzzles,
        }[name]
        data = (mark + end.join(lines)).encode()
        path = tmp_path / f"{name}{packing}"
        path.write_bytes(gzip.compress(data) if packing else data)
        write_clean(str(tmp_path / "kept"), found(path), [row_set(*range(len(rows)))])
        assert (tmp_path / "kept").read_bytes() == data + end.encode()
        write_clean(str(tmp_path / "some.gz"), found(path), [row_set(*KEPT)])
        head = lines[: len(lines) - len(rows)]
        some = end.join([*head, *(lines[len(head) + at] for at in KEPT), ""])
        assert gzip.decompress((tmp_path / "some.gz").read_bytes()) == (mark + some).encode()


@pytest.mark.parametrize("new", [pa.ipc.new_file, pa.ipc.new_stream])
def test_the_rows_behind_a_damaged_record_batch_keep_their_numbers(tmp_path, rows, new):
    path = tmp_path / "a.arrow"
    table = pa.table({"puzzle": [row.puzzle for row in rows], "id": [str(at) for at in range(len(rows))]})
    with new(str(path), table.schema) as writer:
        writer.write_table(table, max_chunksize=10)
    data = bytearray(path.read_bytes())
    offsets = (np.arange(11, dtype="<i4") * 81).tobytes()
    second = data.index(offsets, data.index(offsets) + 1)
    data[second + 20 : second + 24] = b"\xff" * 4
    path.write_bytes(data)
    write_clean(str(tmp_path / "kept"), found(path), [row_set(3, 20, 29)])
    assert [row["id"] for row in rows_of(items_of(tmp_path / "kept"))] == ["3", "20", "29"]


@pytest.mark.parametrize("rows_there", [6, 0])
def test_of_an_array_that_is_cut_off_the_rows_that_are_there_are_kept(tmp_path, rows_there):
    cells = np.arange(10 * 81, dtype=np.uint16).reshape(10, 9, 9)
    np.save(tmp_path / "a.npy", cells)
    data = (tmp_path / "a.npy").read_bytes()
    (tmp_path / "a.npy").write_bytes(data[: len(data) - cells.nbytes + cells[:rows_there].nbytes])
    kept = [1, 4] if rows_there else []
    write_clean(str(tmp_path / "kept.npy"), found(tmp_path / "a.npy"), [row_set(*kept)])
    assert (np.load(tmp_path / "kept.npy") == cells[kept]).all()


@pytest.mark.parametrize(
    ("name", "packing"),
    [("table.csv", ".gz"), ("list.txt", ".xz"), ("rows.jsonl", ".zst"), ("flat.npy", ".gz")],
)
def test_of_a_packed_file_that_is_cut_off_the_rows_before_the_cut_are_kept(tmp_path, rows, name, packing):
    rng = Random(1)  # all different, so that they fill several blocks of packed data
    texts = ["".join(rng.choices("123.....", k=81)) for _ in range(4000)]
    made = [replace(rows[0], puzzle=text, answer=None) for text in texts]
    whole = write(tmp_path / name, made).read_bytes()
    packed = PACKINGS[packing](whole)
    path = tmp_path / f"{name}{packing}"
    path.write_bytes(packed[: len(packed) * 3 // 4])
    there = rows_of(item for item in items_of(path) if not isinstance(item, LostRows))
    assert len(there) > 30
    last = len(there) - 1
    write_clean(str(tmp_path / "kept"), found(path), [row_set(0, 3, last)])
    kept = [there[at] for at in (0, 3, last)]
    assert without_places(rows_of(items_of(tmp_path / "kept"))) == without_places(kept)


def test_rows_that_are_gone_since_they_were_read_are_an_error_and_the_old_file_stays(tmp_path, rows):
    (tmp_path / "kept").write_text("old")
    for name in ("table.csv", "rows.jsonl", "list.txt"):
        files = found(write(tmp_path / name, rows))
        with pytest.raises(InputError, match="cannot be read again"):
            write_clean(str(tmp_path / "kept"), files, [row_set(0, len(rows) + 5)])
        assert (tmp_path / "kept").read_text() == "old"


def test_parquet_keeps_its_schema_metadata_compression_and_row_groups(tmp_path, rows):
    schema = pa.schema(
        [
            pa.field("quizzes", pa.large_string(), nullable=False, metadata={"unit": "cells"}),
            pa.field("notes", pa.list_(pa.struct([("by", pa.string())]))),
            pa.field("when", pa.timestamp("ns", "UTC")),
        ],
        metadata={"made by": "hand"},
    )
    notes = [[{"by": "x"}], None, []] * 10
    table = pa.table([[row.exact for row in rows], notes, list(range(30))], schema=schema)
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


@pytest.mark.parametrize("codec", [None, "lz4"])
@pytest.mark.parametrize("new", [pa.ipc.new_file, pa.ipc.new_stream])
def test_arrow_stays_a_file_or_a_stream_with_its_compression(tmp_path, rows, codec, new):
    table = pa.table({"puzzle": [row.exact for row in rows] * 40})
    options = pa.ipc.IpcWriteOptions(compression=codec)
    with new(str(tmp_path / "a.arrow"), table.schema, options=options) as writer:
        writer.write_table(table, max_chunksize=100)
    write_clean(str(tmp_path / "b.arrow"), found(tmp_path / "a.arrow"), [row_set(*range(1200))])
    before, after = ((tmp_path / name).read_bytes() for name in ("a.arrow", "b.arrow"))
    assert after[:6] == before[:6]
    assert abs(len(after) - len(before)) < 2000


def test_a_grid_is_kept_as_a_grid(tmp_path):
    grid = "53.|.7.|...\n6..|195|...\n.98|...|.6.\n---+---+---\n8..|.6.|..3\n4..|8.3|..1\n7..|.2.|..6\n"
    grid += "---+---+---\n.6.|...|28.\n...|419|..5\n...|.8.|.79\n"
    other = grid.replace("5", "x").replace("7", "5").replace("x", "7")
    (tmp_path / "a.txt").write_text(f"{grid}\n{other}\n{grid}")
    write_clean(str(tmp_path / "b.txt"), found(tmp_path / "a.txt"), [row_set(1)])
    [row] = rows_of(items_of(tmp_path / "b.txt"))
    assert row["puzzle"] == "".join(symbol for symbol in other if symbol in ".123456789")
    assert "|" in (tmp_path / "b.txt").read_text()


def test_what_stands_beside_a_puzzle_in_a_list_is_kept(tmp_path, rows):
    lines = [f"{at:08x} {row.exact} {at / 10}\n" for at, row in enumerate(rows)]
    (tmp_path / "bank.txt").write_text("# hash puzzle rating\n" + "".join(lines))
    write_clean(str(tmp_path / "b.txt"), found(tmp_path / "bank.txt"), [row_set(*KEPT)])
    assert (tmp_path / "b.txt").read_text() == "".join(lines[at] for at in KEPT)


def test_several_files_become_one(tmp_path, rows):
    paths = [write(tmp_path / f"{number}-table.csv", rows) for number in range(3)]
    write_clean(str(tmp_path / "kept.csv"), found(*paths), [row_set(1), row_set(), row_set(0, 2)])
    whole = rows_of(items_of(paths[0]))
    expected = without_places([whole[at] for at in (1, 0, 2)])
    assert without_places(rows_of(items_of(tmp_path / "kept.csv"))) == expected


def test_files_whose_rows_cannot_stand_in_one_are_refused_and_nothing_is_written(tmp_path, rows):
    names = ["table.csv", "semicolons.csv", "table.parquet", "rows.jsonl"]
    files = {name: found(write(tmp_path / name, rows)) for name in names}
    other = pa.table({"puzzle": [rows[0].exact]})
    pa.parquet.write_table(other, tmp_path / "other.parquet")
    files["other.parquet"] = found(tmp_path / "other.parquet")
    csv, parquet = "table.csv", "table.parquet"
    for first, second in [(csv, "rows.jsonl"), (csv, "semicolons.csv"), (parquet, "other.parquet")]:
        with pytest.raises(InputError, match="clean them one by one"):
            write_clean(str(tmp_path / "new"), files[first] + files[second], [row_set(0), row_set(0)])
    assert not (tmp_path / "new").exists()
    with pytest.raises(InputError, match="is an input, too"):
        write_clean(str(tmp_path / csv), files[csv], [row_set(0)])


@pytest.mark.parametrize("name", ["table.csv", "table.parquet", "file.arrow", "stream.arrows", "rows.jsonl"])
def test_given_rows_are_found(tmp_path, rows, name):
    path = write(tmp_path / name, rows)
    whole = rows_of(items_of(path))
    [file] = found(path)
    wanted = [29, 0, ROWS_OF_A_GROUP, ROWS_OF_A_GROUP - 1, 7, 7, 999]
    singles = list(rows_at(file, wanted))
    assert [one.row for one in singles] == [0, 7, ROWS_OF_A_GROUP - 1, ROWS_OF_A_GROUP, 29]
    for one in singles:
        row = whole[one.row]
        assert str(one.puzzle) == row["puzzle"]
        assert (one.line, one.answer, one.rating) == (row.get("line"), row["answer"], row["rating"])
        assert (one.split, one.id) == (row["split"], row["id"])


def test_a_set_of_rows_grows_and_is_asked_by_ranges():
    chosen = np.unique(np.random.default_rng(1).integers(0, 100_000, 5_000))
    kept = RowSet()
    kept.add(chosen[2_500:])
    kept.add(chosen[:2_500])
    kept.add(chosen[:10])
    assert len(kept) == len(chosen)
    are_in = np.isin(np.arange(200_000), chosen)
    for first, count in [(0, 200_000), (7, 9), (99_990, 500), (5_000_000, 3), (13, 0)]:
        expected = are_in[first : first + count]
        assert kept.among(first, count)[: len(expected)].tolist() == expected.tolist()
        assert len(kept.among(first, count)) == count


@pytest.mark.parametrize(
    ("read", "name", "kind"),
    [
        ("table.csv", "clean.parquet", "a table"),
        ("table.csv", "clean.JSONL", "a table"),
        ("rows.jsonl", "clean.csv", "JSON Lines"),
    ],
)
def test_a_name_of_another_kind_is_refused(tmp_path, rows, read, name, kind):
    """Rows keep the form of the input, so a file of that name would not be what it seems."""
    files = found(write(tmp_path / read, rows))
    with pytest.raises(InputError, match=f"are written as {kind}, as they were read: give it a name"):
        write_clean(str(tmp_path / name), files, [row_set(0)])
    assert not (tmp_path / name).exists()
