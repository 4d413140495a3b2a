"""Files that cannot be read, or not to their end: what is said, and that what can be read is written.

What is read of them is tested beside the readers.
"""

import gzip
import zlib

import pyarrow as pa
import pyarrow.parquet
import pytest

from sudocube import audit
from sudocube.auditing.plan import read_rows
from sudocube.errors import InputError
from tests.auditing.reading import clean, found, items_of, lost, row_set, rows_of
from tests.rows.test_binary import (
    PUZZLES,
    TEXTS,
    WITH_ANSWERS,
    cut,
    second_group_is_zeros,
)

CSV = "".join(["puzzle\n", *(f"{puzzle}\n" for puzzle in PUZZLES)]).encode()


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.parquet", second_group_is_zeros(WITH_ANSWERS["table.parquet"])),
        ("a.arrow", cut(0.8)(WITH_ANSWERS["file.arrow"])),
        ("a.csv.gz", cut(0.6)(gzip.compress(CSV))),
        ("a.jsonl.gz", cut(0.6)(gzip.compress(WITH_ANSWERS["lines.jsonl"]))),
    ],
)
def test_of_a_damaged_file_all_rows_that_can_be_read_are_written(tmp_path, name, data):
    """With their numbers."""
    (path := tmp_path / name).write_bytes(data)
    items = items_of(path)
    assert len(lost(items)) == 1
    there = {row["row"]: row["puzzle"] for row in rows_of(one for one in items if one not in lost(items))}
    assert there == {at: PUZZLES[at] for at in there}
    kept = [min(there), max(there)]
    clean(tmp_path / "kept", found(path), [row_set(*kept)])
    assert [row["puzzle"] for row in rows_of(items_of(tmp_path / "kept"))] == [PUZZLES[at] for at in kept]


@pytest.mark.parametrize(("name", "begins"), [("a.jsonl", '{"puzzle": "53..7'), ("a.csv", "id,puzz")])
def test_of_a_packed_text_that_is_cut_off_before_its_first_row_the_cut_is_told(tmp_path, name, begins):
    packer = zlib.compressobj(wbits=31)
    path = tmp_path / f"{name}.gz"
    path.write_bytes(packer.compress(begins.encode()) + packer.flush(zlib.Z_SYNC_FLUSH))
    [gone] = lost(items_of(tmp_path))
    assert (gone.first, gone.count) == (0, None)
    assert "cut off" in gone.message


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "a.data: it is empty"),
        (b"\n\n# nothing\n", "a.data: no puzzle in it"),
        (b"PK\3\4 and more", "a.data: the archive is damaged or cut off: 'File is not a zip file'"),
    ],
)
def test_where_no_file_holds_puzzles_the_first_is_refused(tmp_path, data, said):
    """Where another one does, it is lost, and the other goes on."""
    (path := tmp_path / "a.data").write_bytes(data)
    with pytest.raises(InputError) as raised:
        audit(path)
    assert str(raised.value).replace(str(path), "a.data") == said
    (tmp_path / "b.txt").write_text(f"{'.' * 81}\n")
    summary = audit([path, tmp_path / "b.txt"]).summary
    [lost] = summary["lost"]
    assert (f"a.data: {lost['message']}", summary["rows"]) == (said, 1)


def test_a_file_that_is_gone_when_its_rows_are_read_is_lost(tmp_path):
    for name in ("table.parquet", "file.arrow"):
        (path := tmp_path / name).write_bytes(WITH_ANSWERS[name])
        [file] = found(path)
        path.unlink()
        [gone] = lost(read_rows(file))
        assert gone.message == "no such file or directory"


def test_ratings_and_counts_may_be_of_any_type(tmp_path):
    ratings = pa.array(["1.5", None, "", "hard", " 2 ", "1e3"])
    clues = pa.array([24.0, None, 24.5, -1.0, 1e300, 0.0])
    table = pa.table({"puzzle": TEXTS[:6], "rating": ratings, "clues": clues})
    pa.parquet.write_table(table, tmp_path / "a.parquet")
    rows = rows_of(items_of(tmp_path / "a.parquet"))
    assert [row["rating"] for row in rows] == [1.5, None, None, None, 2.0, 1000.0]
    assert [row["clues"] for row in rows] == [24, None, None, None, None, 0]
