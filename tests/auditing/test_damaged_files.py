"""What cannot be read is said with its place, and nothing else is lost, read or written."""

import gzip
import io
import sys
import zlib
from random import Random

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest

from sudocube.auditing.clean_writing import write_clean
from sudocube.auditing.row_batches import RowBatch
from sudocube.auditing.row_reading import read_rows
from sudocube.errors import InputError, UnavailableError
from tests.auditing.data_set_files import write
from tests.auditing.known_rows import KnownRow
from tests.auditing.reading import found, items_of, lost, row_set, rows_of

ROWS = 260
PUZZLES = ["".join(Random(at).choices("......123456789", k=81)) for at in range(ROWS)]
CELLS = np.array([list(map(int, puzzle.replace(".", "0"))) for puzzle in PUZZLES], np.int8)


def made(path):
    """A file of these puzzles, with 13 rows in each group or batch of rows."""
    if path.name == "flat.npy.gz":
        path.write_bytes(gzip.compress(made(path.with_suffix("")).read_bytes()))
        return path
    return write(path, [KnownRow(puzzle) for puzzle in PUZZLES])


def puzzles_of(items):
    """The puzzles that were read, by their rows."""
    return {row["row"]: row["puzzle"] for row in rows_of(one for one in items if isinstance(one, RowBatch))}


def cut(share):
    """Damage: the end of the file is missing."""
    return lambda data: data[: int(len(data) * share)]


def changed(data, at, new):
    """The bytes with others from there on."""
    return data[:at] + new + data[at + len(new) :]


def second_group_is_zeros(data):
    """Of Parquet, the middle of the puzzles of the second row group."""
    column = pa.parquet.ParquetFile(io.BytesIO(data)).metadata.row_group(1).column(0)
    begin = column.dictionary_page_offset or column.data_page_offset
    return changed(data, begin + column.total_compressed_size // 2, bytes(100))


def without_list_of_batches(data):
    """Of an Arrow file, which ends with it."""
    return data[: -int.from_bytes(data[-10:-6], "little") - 10]


def text_outside(batch, offset, size=4):
    """Damage: in that Arrow batch a text begins outside of it."""

    def damage(data):
        offsets, at = (np.arange(14, dtype=f"<i{size}") * 81).tobytes(), -1
        for _ in range(batch):
            at = data.index(offsets, at + 1)
        return changed(data, at + 5 * size, offset.to_bytes(size, "little", signed=True))

    return damage


def in_order_of_fortran(_):
    """An array whose rows are spread over the file, without its end."""
    file = io.BytesIO()
    np.save(file, np.asfortranarray(CELLS.reshape(-1, 9, 9)))
    return cut(0.9)(file.getvalue())


@pytest.mark.parametrize(
    ("name", "damage", "first", "count", "said"),
    [
        ("table.parquet", cut(0.9), 0, None, "cut off"),
        ("table.parquet", second_group_is_zeros, 13, 13, "row group 2 of 20"),
        ("file.arrow", cut(0.8), ..., None, "cut off"),
        ("packed.feather", cut(0.8), ..., None, "cut off"),
        ("stream.arrows", cut(0.8), ..., None, "cut off"),
        ("file.arrow", without_list_of_batches, ROWS, None, "cut off"),
        ("file.arrow", text_outside(2, 1 << 30), 13, 13, "record batch 2 of 20 cannot be read"),
        ("stream.arrows", text_outside(2, -1, 8), 13, 13, "record batch 2 of the stream cannot be read"),
        ("file.arrow", text_outside(1, -1), 0, 13, "record batch 1 of 20"),
        ("file.arrow", lambda data: data.replace(b"puzzle", b"puz\xffle"), 0, None, "damaged"),
        ("table.csv.gz", cut(0.6), ..., None, "cut off"),
        ("rows.jsonl.gz", cut(0.6), ..., None, "cut off"),
        ("list.txt.xz", cut(0.6), ..., None, "cut off"),
        ("flat.npy", cut(0.5), ..., "rest", "cut off"),
        ("flat.npy.gz", cut(0.5), ..., "rest", "cut off"),
        ("square.npy", lambda data: data[:128], 0, ROWS, "260 rows, and 0 are there"),
        ("flat.npy", in_order_of_fortran, 0, ROWS, "cut off"),
    ],
)
def test_what_is_damaged_is_told_and_all_other_rows_are_read_and_written(
    tmp_path, name, damage, first, count, said
):
    """Rows behind what is lost keep their numbers; `...` stands for a row that the format decides."""
    path = made(tmp_path / name)
    path.write_bytes(damage(path.read_bytes()))
    items = items_of(path)
    [gone] = lost(items)
    assert said in gone.message
    assert 0 < gone.first < ROWS if first is ... else gone.first == first
    assert gone.count == (ROWS - gone.first if count == "rest" else count)
    there = {
        at: puzzle
        for at, puzzle in enumerate(PUZZLES)
        if not gone.first <= at < gone.first + (gone.count or ROWS)
    }
    assert puzzles_of(items) == there
    if there:
        kept = [min(there), max(there)]
        part = items_of(path, first=kept[1], stop=kept[1] + 1)
        assert puzzles_of(part) == {kept[1]: PUZZLES[kept[1]]}
        write_clean(str(tmp_path / "kept"), found(path), [row_set(*kept)])
        assert list(puzzles_of(items_of(tmp_path / "kept")).values()) == [PUZZLES[at] for at in kept]


@pytest.mark.parametrize(("name", "begins"), [("a.jsonl", '{"puzzle": "53..7'), ("a.csv", "id,puzz")])
def test_of_a_packed_text_that_is_cut_off_before_its_first_row_the_cut_is_told(tmp_path, name, begins):
    packer = zlib.compressobj(wbits=31)
    path = tmp_path / f"{name}.gz"
    path.write_bytes(packer.compress(begins.encode()) + packer.flush(zlib.Z_SYNC_FLUSH))
    [gone] = lost(items_of(tmp_path))
    assert (gone.first, gone.count) == (0, None)
    assert "cut off" in gone.message


def test_an_array_without_puzzles_or_with_a_damaged_header_is_refused(tmp_path):
    path = tmp_path / "a.npy"
    for array, said in [
        (np.array([object()]), "Python objects"),
        (np.zeros(81, int), r"expected numbers of shape \(n, 81\) or \(n, 9, 9\)"),
        (np.zeros((9, 9, 9, 2)), "shape"),
        (np.array(["2020-01-01"] * 3, "M8[D]"), "datetime64"),
    ]:
        np.save(path, array, allow_pickle=True)
        with pytest.raises(InputError, match=said):
            found(path)
    data = made(tmp_path / "flat.npy").read_bytes()
    for header in (
        data[:9],
        data[:50],
        data.replace(b"descr", b"desc\xff"),
        data.replace(b"'|u1'", b"'|xy'"),
    ):
        path.write_bytes(header)
        with pytest.raises(InputError, match="damaged"):
            found(path)


def test_a_file_that_is_gone_when_its_rows_are_read_is_lost(tmp_path):
    for name in ("table.parquet", "file.arrow"):
        [file] = found(path := made(tmp_path / name))
        path.unlink()
        [gone] = lost(read_rows(file))
        assert gone.message == "no such file or directory"


def test_without_pyarrow_its_install_line_is_told_and_tables_are_read(tmp_path, monkeypatch):
    paths = [made(tmp_path / name) for name in ("table.parquet", "file.arrow")]
    table = made(tmp_path / "table.csv")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for path in paths:
        with pytest.raises(UnavailableError, match=r'pip install "sudocube\[data\]"'):
            found(path)
    assert len(rows_of(items_of(table))) == ROWS
