"""Files by path and folder; what their names tell."""

import os
import sys
import zipfile
from pathlib import Path
from random import Random

import pyarrow as pa
import pyarrow.parquet
import pytest

from sudocube.auditing.plan import AuditPlan, read_rows
from sudocube.auditing.writing import written_paths
from sudocube.errors import InputError
from sudocube.rows.columns import Kind, split_of
from tests.auditing.reading import clean, found, items_of, lost, row_set, rows_of

PUZZLES = ["".join(Random(at).choices(".....123456789", k=81)) for at in range(20)]


def write(path, content=f"puzzle\n{PUZZLES[0]}\n"):
    """A file, and the folders that it is in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)
    return path


def names(files, folder):
    """The paths of the files in a folder."""
    return [Path(file.name).relative_to(folder).as_posix() for file in files]


def test_a_folder_or_a_pattern_stands_for_the_data_files_in_it_in_the_order_of_their_names(tmp_path):
    hidden = ["README.md", "LICENSE", ".hidden.csv", "_SUCCESS.csv", ".cache/x.csv"]
    expected = ["a.CSV", "a.tsv.gz", "b/10.csv", "b/2.csv", "e.parquet/part.csv"]
    for name in (*reversed(expected), *hidden):
        write(tmp_path / name)
    assert names(found(tmp_path), tmp_path) == expected
    assert names(found(tmp_path / "b/*.csv"), tmp_path) == ["b/10.csv", "b/2.csv"]
    assert names(found(tmp_path / "**/?.csv"), tmp_path) == ["b/2.csv"]


@pytest.mark.skipif(sys.platform == "win32", reason="other words for such names")
def test_where_nothing_is_found_or_can_be_read_again_that_is_told(tmp_path):
    write(tmp_path / "empty/README.md")
    os.mkfifo(tmp_path / "pipe")
    for path, why in {
        tmp_path / "empty": r"no data file in this folder; they end with \.csv",
        tmp_path / "*.parquet": "no such file",
        tmp_path / "gone/gone.csv": "no such file",
        tmp_path / ("x" * 300): "too long",
        f"{tmp_path}/a\0b": "nul",
        tmp_path / "pipe": "is read more than once: save it in a file",
        "-": "is read more than once: save it in a file",
    }.items():
        with pytest.raises(InputError, match=why):
            found(path)


def test_a_file_of_a_folder_without_puzzles_is_told_and_the_others_go_on(tmp_path):
    write(tmp_path / "people.csv", "name,age\nAnn,7\n")
    write(tmp_path / "puzzles.csv")
    people, puzzles = found(tmp_path)
    [gone] = lost(read_rows(people))
    assert "no column of puzzles among 'name', 'age'" in gone.message
    assert len(rows_of(read_rows(puzzles))) == 1


def test_the_name_of_a_file_tells_its_split_and_folders_above_the_one_that_is_named_do_not(tmp_path):
    for name, split in {
        "train.csv": "train",
        "data/test-00000-of-00002.parquet": "test",
        "sudoku_validation.csv": "validation",
        "valid/part.csv": "validation",
        "split=hard/part.csv": "hard",
        "training/test.csv": "test",
        "contest.csv": None,
        "latest.csv": None,
        "hardest-1106.txt": None,
    }.items():
        assert split_of(name) == split, name
    write(tmp_path / "test" / "puzzles.csv")
    write(tmp_path / "test" / "train" / "puzzles.csv")
    assert [file.split for file in found(tmp_path / "test")] == [None, "train"]
    assert found(tmp_path / "test" / "puzzles.csv")[0].split is None


def test_what_a_file_is_shows_in_its_bytes_before_its_name(tmp_path):
    pa.parquet.write_table(pa.table({"puzzle": PUZZLES}), tmp_path / "a.csv")
    write(tmp_path / "a.parquet")
    write(tmp_path / "a.npy", f'{{"puzzle": "{PUZZLES[0]}"}}\n')
    write(tmp_path / "a.jsonl", f"{PUZZLES[0]}\n")
    kinds = [found(tmp_path / name)[0].layout.kind for name in ("a.csv", "a.parquet", "a.npy", "a.jsonl")]
    assert kinds == [Kind.PARQUET, Kind.TABLE, Kind.JSONL, Kind.TEXT]


def test_the_stamp_changes_with_the_file(tmp_path):
    path = write(tmp_path / "a.csv")
    before = found(path)[0]
    assert found(path)[0] == before
    write(path, f"puzzle\n{PUZZLES[1]}{PUZZLES[2]}\n")
    assert found(path)[0] != before


def test_a_path_written_in_several_ways_is_one_file(tmp_path, monkeypatch):
    """A link to a file is another one: it may be compared with the first."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "a.csv")
    same = ["a.csv", ".", "./a.csv", tmp_path / "a.csv", "inner/../a.csv"]
    assert len(found(*same)) == 1
    Path("c.csv").symlink_to("a.csv")
    assert len(found("a.csv", "c.csv")) == 2


def test_the_members_of_an_archive_are_files_whose_names_tell_their_splits(tmp_path):
    with zipfile.ZipFile(tmp_path / "data.zip", "w") as archive:
        archive.writestr("README.md", "# Set")
        for number, name in enumerate(("train.csv", "b/test.csv")):
            archive.writestr(name, f"puzzle\n{PUZZLES[number]}\n")
    files = found(tmp_path / "data.zip")
    assert [(names([file], tmp_path), file.split) for file in files] == [
        (["data.zip!train.csv"], "train"),
        (["data.zip!b/test.csv"], "test"),
    ]
    assert [row["puzzle"] for file in files for row in rows_of(read_rows(file))] == PUZZLES[:2]
    assert [file.split for file in found(f"{tmp_path}/data.zip!b/test.csv")] == ["test"]
    kept = [row_set(0), row_set(0)]
    clean(f"{tmp_path}/kept.csv", files, kept)
    assert [row["puzzle"] for row in rows_of(items_of(tmp_path / "kept.csv"))] == PUZZLES[:2]
    plan = AuditPlan(repair="mended", files=tuple(files), audited=2)
    assert written_paths(plan) == ["mended/data.zip/train.csv", "mended/data.zip/b/test.csv"]
