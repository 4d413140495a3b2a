"""What cannot be read is said, and nothing else is lost."""

import gzip
import json
import sys
import zlib
from random import Random

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest

from sudocube.auditing.row_batches import RowBatch
from sudocube.auditing.row_reading import read_rows
from sudocube.errors import InputError, UnavailableError
from tests.auditing.reading import found, items_of, lost, rows_of

ROWS = 300
PUZZLES = ["".join(Random(at).choices("......123456789", k=81)) for at in range(ROWS)]


def good_rows(items):
    """The puzzles that were read, by their rows."""
    rows = rows_of(item for item in items if isinstance(item, RowBatch))
    return {row["row"]: row.get("puzzle", row.get("malformed")) for row in rows}


def parquet(path, **options):
    """A Parquet file of three row groups."""
    table = pa.table({"puzzle": PUZZLES, "solution": PUZZLES[::-1]})
    pa.parquet.write_table(table, path, row_group_size=100, use_dictionary=False, **options)
    return path


def cut(path, share):
    """The file without its end."""
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    return path


def test_a_parquet_file_that_is_cut_off_is_lost_by_name_and_others_go_on(tmp_path):
    files = found(cut(parquet(tmp_path / "a.parquet"), 0.9), parquet(tmp_path / "b.parquet"))
    [gone] = lost(read_rows(files[0]))
    assert "cut off" in gone.message
    assert (gone.first, gone.count) == (0, None)
    assert len(good_rows(read_rows(files[1]))) == ROWS


@pytest.mark.parametrize("compression", ["zstd", "snappy"])
def test_a_row_group_that_cannot_be_read_is_lost_alone(tmp_path, compression):
    path = parquet(tmp_path / "a.parquet", compression=compression)
    column = pa.parquet.ParquetFile(path).metadata.row_group(1).column(0)
    data = bytearray(path.read_bytes())
    middle = column.data_page_offset + column.total_compressed_size // 2
    data[middle : middle + 400] = bytes(400)
    path.write_bytes(data)
    items = items_of(path)
    [gone] = lost(items)
    assert (gone.first, gone.count) == (100, 100)
    assert "row group 2 of 3" in gone.message
    assert good_rows(items) == {at: PUZZLES[at] for at in range(ROWS) if not 100 <= at < 200}
    assert good_rows(items_of(path, first=205, stop=208)) == {at: PUZZLES[at] for at in range(205, 208)}


def arrow(path, new=pa.ipc.new_file, codec=None):
    """An Arrow file or stream of three record batches."""
    table = pa.table({"puzzle": PUZZLES})
    with new(str(path), table.schema, options=pa.ipc.IpcWriteOptions(compression=codec)) as writer:
        writer.write_table(table, max_chunksize=100)
    return path


@pytest.mark.parametrize("new", [pa.ipc.new_file, pa.ipc.new_stream])
@pytest.mark.parametrize("codec", [None, "zstd"])
def test_the_rows_before_the_cut_of_an_arrow_file_are_read(tmp_path, new, codec):
    items = items_of(cut(arrow(tmp_path / "a.arrow", new, codec), 0.8))
    [gone] = lost(items)
    assert (gone.first, gone.count) == (200, None)
    assert "cut off" in gone.message
    assert good_rows(items) == dict(enumerate(PUZZLES[:200]))


def test_an_arrow_file_without_its_list_of_batches_is_said_to_be_cut_off_though_all_rows_are_there(tmp_path):
    path = arrow(tmp_path / "a.arrow")
    data = path.read_bytes()
    footer = int.from_bytes(data[-10:-6], "little")
    path.write_bytes(data[: -footer - 10])
    items = items_of(path)
    [gone] = lost(items)
    assert (gone.first, gone.count) == (ROWS, None)
    assert "cut off" in gone.message
    assert good_rows(items) == dict(enumerate(PUZZLES))


def test_a_record_batch_that_cannot_be_read_is_lost_alone(tmp_path):
    path = arrow(tmp_path / "a.arrow", codec="zstd")
    data = bytearray(path.read_bytes())
    marks = [at for at in range(len(data)) if data.startswith(b"\x28\xb5\x2f\xfd", at)]
    middle = marks[len(marks) // 2]
    data[middle : middle + 100] = bytes(100)
    path.write_bytes(data)
    items = items_of(path)
    [gone] = lost(items)
    assert gone.first == 100
    assert "record batch 2 of 3" in gone.message
    assert list(good_rows(items).values()) == PUZZLES[:100] + PUZZLES[200:]


@pytest.mark.parametrize(
    ("new", "name"), [(pa.ipc.new_file, "2 of 3"), (pa.ipc.new_stream, "2 of the stream")]
)
@pytest.mark.parametrize("offset", [1 << 30, -1])
def test_a_batch_whose_texts_lie_outside_of_it_is_lost_alone(tmp_path, new, name, offset):
    path = arrow(tmp_path / "a.arrow", new)
    data = bytearray(path.read_bytes())
    offsets = np.arange(101, dtype="<i4") * 81
    [_, second, _] = [at for at in range(0, len(data), 8) if data.startswith(offsets.tobytes(), at)]
    data[second + 200 : second + 204] = offset.to_bytes(4, "little", signed=True)
    path.write_bytes(data)
    items = items_of(path)
    [gone] = lost(items)
    assert (gone.first, gone.count) == (100, 100)
    assert f"record batch {name} cannot be read" in gone.message
    assert good_rows(items) == {at: PUZZLES[at] for at in range(ROWS) if not 100 <= at < 200}


@pytest.mark.parametrize("new", [pa.ipc.new_file, pa.ipc.new_stream])
def test_an_arrow_file_whose_columns_have_no_readable_names_is_damaged(tmp_path, new):
    path = arrow(tmp_path / "a.arrow", new)
    path.write_bytes(path.read_bytes().replace(b"puzzle", b"puz\xffle"))
    [file] = found(path)
    assert "damaged" in (file.fault or "")


def test_columns_are_found_though_the_first_record_batch_cannot_be_read(tmp_path):
    path = arrow(tmp_path / "a.arrow")
    data = bytearray(path.read_bytes())
    first = data.index((np.arange(101, dtype="<i4") * 81).tobytes())
    data[first + 200 : first + 204] = b"\xff" * 4
    path.write_bytes(data)
    items = items_of(path)
    assert [(gone.first, gone.count) for gone in lost(items)] == [(0, 100)]
    assert good_rows(items) == dict(enumerate(PUZZLES[100:], 100))


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a.parquet", pa.string()),
        ("a.parquet", pa.large_string()),
        ("a.arrow", pa.string()),
        ("a.arrow", pa.large_string()),
        ("a.arrow", pa.dictionary(pa.int8(), pa.string())),
    ],
)
def test_texts_that_are_not_utf8_lose_no_row(tmp_path, name, kind):
    plain = kind.value_type if pa.types.is_dictionary(kind) else kind
    latin = pa.array([b"caf\xe9 1", b"caf\xe9 2"], pa.large_binary() if plain == pa.large_string() else None)
    texts = pa.Array.from_buffers(plain, 2, latin.buffers())
    if pa.types.is_dictionary(kind):
        texts = pa.DictionaryArray.from_arrays(pa.array([0, 1], pa.int8()), texts)
    table = pa.table({"id": texts, "puzzle": PUZZLES[:2]})
    if name.endswith("parquet"):
        pa.parquet.write_table(table, tmp_path / name)
    else:
        with pa.ipc.new_file(str(tmp_path / name), table.schema) as writer:
            writer.write_table(table)
    rows = rows_of(items_of(tmp_path / name))
    assert [row["id"] for row in rows] == ["caf\udce9 1", "caf\udce9 2"]
    assert [row["puzzle"] for row in rows] == PUZZLES[:2]


@pytest.mark.parametrize("name", ["a.csv", "a.jsonl", "a.txt"])
def test_the_rows_before_the_cut_of_a_packed_text_are_read(tmp_path, name):
    lines = {
        "a.csv": "puzzle,id\n" + "".join(f"{puzzle},{at}\n" for at, puzzle in enumerate(PUZZLES)),
        "a.jsonl": "".join(json.dumps({"puzzle": puzzle}) + "\n" for puzzle in PUZZLES),
        "a.txt": "\n".join(PUZZLES),
    }
    path = tmp_path / f"{name}.gz"
    path.write_bytes(gzip.compress(lines[name].encode()))
    items = items_of(cut(path, 0.6))
    [gone] = lost(items)
    read = good_rows(items)
    assert len(read) == gone.first > 0
    assert gone.count is None
    assert "cut off" in gone.message
    assert read == dict(enumerate(PUZZLES[: gone.first]))


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("a.jsonl", '{"puzzle": "53..7'),
        ("a.csv", "id,puzz"),
        ("a.csv", "puzzle\n53.."),
        ("a.txt", "# a list\n"),
    ],
)
def test_of_a_packed_text_that_is_cut_off_before_its_first_row_the_cut_is_told(tmp_path, name, begins):
    packer = zlib.compressobj(wbits=31)
    path = tmp_path / f"{name}.gz"
    path.write_bytes(packer.compress(begins.encode()) + packer.flush(zlib.Z_SYNC_FLUSH))
    for given in (path, tmp_path):
        [file] = found(given)
        [gone] = lost(read_rows(file))
        assert (gone.first, gone.count) == (0, None)
        assert "cut off" in gone.message


@pytest.mark.parametrize("packing", [None, gzip.compress])
def test_the_rows_before_the_cut_of_an_array_are_read(tmp_path, packing):
    cells = np.array([[int(one) for one in puzzle.replace(".", "0")] for puzzle in PUZZLES], np.int8)
    path = tmp_path / "a.npy"
    np.save(path, cells)
    if packing:
        path.write_bytes(packing(path.read_bytes()))
    items = items_of(cut(path, 0.5))
    [gone] = lost(items)
    assert gone.count == ROWS - gone.first
    assert good_rows(items) == dict(enumerate(PUZZLES[: gone.first]))
    assert 100 < gone.first < 200
    assert "cut off" in gone.message


def test_an_array_that_is_cut_off_within_its_header_has_no_rows(tmp_path):
    np.save(tmp_path / "a.npy", np.zeros((ROWS, 81), np.int8))
    [file] = found(tmp_path / "a.npy")
    (tmp_path / "a.npy").write_bytes((tmp_path / "a.npy").read_bytes()[: -81 * ROWS - 9])
    [gone] = lost(read_rows(file))
    assert (gone.first, gone.count) == (0, ROWS)
    assert "300 rows, and 0 are there" in gone.message


def test_of_an_array_in_the_order_of_fortran_every_row_is_spread_over_the_file(tmp_path):
    cells = np.array([[int(one) for one in puzzle.replace(".", "0")] for puzzle in PUZZLES], np.int8)
    np.save(tmp_path / "a.npy", np.asfortranarray(cells.reshape(-1, 9, 9)))
    assert good_rows(items_of(tmp_path / "a.npy")) == dict(enumerate(PUZZLES))
    [gone] = lost(items_of(cut(tmp_path / "a.npy", 0.9)))
    assert (gone.first, gone.count) == (0, ROWS)


@pytest.mark.parametrize(
    ("array", "said"),
    [
        (np.array([object()]), "Python objects"),
        (np.zeros((5, 80), int), r"shape \(5, 80\)"),
        (np.zeros((9, 9, 9, 2)), "shape"),
        (np.zeros(81, int), r"expected numbers of shape \(n, 81\) or \(n, 9, 9\)"),
        (np.array(["2020-01-01"] * 3, "M8[D]"), "datetime64"),
    ],
)
def test_an_array_without_puzzles_is_refused(tmp_path, array, said):
    np.save(tmp_path / "a.npy", array, allow_pickle=True)
    with pytest.raises(InputError, match=said):
        found(tmp_path / "a.npy")


def test_an_array_whose_header_is_damaged_is_refused(tmp_path):
    np.save(tmp_path / "a.npy", np.zeros((3, 81), np.uint8))
    data = (tmp_path / "a.npy").read_bytes()
    for header in (
        data[:50],
        data.replace(b"descr", b"desc\xff"),
        data.replace(b"'|u1'", b"'|xy'"),
        data[:9],
    ):
        (tmp_path / "a.npy").write_bytes(header)
        with pytest.raises(InputError, match="damaged"):
            found(tmp_path / "a.npy")


def test_a_file_that_is_gone_when_its_rows_are_read_is_lost(tmp_path):
    for name in ("a.parquet", "a.arrow"):
        path = parquet(tmp_path / name) if name.endswith("parquet") else arrow(tmp_path / name)
        [file] = found(path)
        path.unlink()
        [gone] = lost(read_rows(file))
        assert gone.message == "no such file or directory"


@pytest.mark.parametrize("make", [parquet, arrow])
def test_without_pyarrow_its_install_line_is_told_and_tables_are_read(tmp_path, monkeypatch, make):
    path = make(tmp_path / "a.data")
    (tmp_path / "a.csv").write_text(f"puzzle\n{PUZZLES[0]}\n")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(UnavailableError, match=r'pip install "sudocube\[data\]"'):
        found(path)
    assert len(rows_of(items_of(tmp_path / "a.csv"))) == 1
