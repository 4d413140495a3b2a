"""What is severe, minor or open, which rows are sound, and what is told of labels and ids."""

import csv
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from sudocube import UnknownNameError, audit
from sudocube.auditing.flaws import FLAWS, Severity, flaws_named
from tests.auditing.flawed_sets import here, known_file
from tests.auditing.known_rows import RowMaker

__all__ = ["here"]


def table(name, **columns):
    """A table with these columns."""
    with Path(name).open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(columns)
        rows.writerows(zip(*columns.values(), strict=True))


def kept(name):
    """The rows of a table, without its header."""
    with Path(name).open(newline="") as file:
        return list(csv.reader(file))[1:]


def test_each_kind_of_flaw_has_a_meaning_and_can_be_named():
    for name, flaw in FLAWS.items():
        assert flaw.meaning.endswith("."), name
        if flaw.severity is not Severity.OPEN:
            assert flaws_named([name]) == {name} == flaws_named([name.replace("_", "-")])
            assert name in flaws_named([flaw.group]) & flaws_named([flaw.severity])
    with pytest.raises(UnknownNameError, match=r"leak"):
        flaws_named(["leek"])


def test_the_split_of_the_first_row_keeps_a_class_and_the_rows_of_other_splits_leak(here):
    """A row that leaks is not sound, and not in the clean file; which split keeps it, the order says."""
    maker = RowMaker(Random("splits that leak"))
    one, other = maker.unique(), maker.unique()
    rows = [one, other, maker.moved(one), one, maker.moved(one)]
    splits = ["test", "train", "train", "train", "test"]
    rows = [replace(row, split=split) for row, split in zip(rows, splits, strict=True)]
    known_file(here, "table.csv", rows)
    summary = audit("table.csv", clean="kept.csv").summary
    assert {kind: summary["flaws"].get(kind) for kind in ("overlap_exact", "overlap_isomorphic")} == {
        "overlap_exact": 1,
        "overlap_isomorphic": 1,
    }
    [exact], [moved] = summary["examples"]["overlap_exact"], summary["examples"]["overlap_isomorphic"]
    assert (exact["row"], exact["other"]["row"], moved["row"], moved["other"]["row"]) == (3, 0, 2, 0)
    names = ("severe", "minor", "open", "sound", "clean")
    assert [summary[f"{name}_rows"] for name in names] == [
        2,
        1,
        0,
        3,
        2,
    ]
    assert [row[-1] for row in kept("kept.csv")] == ["test", "train"]


def test_what_leaks_into_other_files_is_not_sound(here):
    maker = RowMaker(Random("leak"))
    rows = [maker.unique() for _ in range(4)]
    known_file(here, "own-table.csv", rows)
    known_file(here, "foreign-table.csv", [maker.moved(rows[1]), rows[2]])
    summary = audit("own-table.csv", "foreign-table.csv", clean="kept.csv").summary
    assert (summary["severe_rows"], summary["sound_rows"], summary["clean_rows"]) == (2, 2, 2)
    assert [row[0] for row in kept("kept.csv")] == [rows[0].puzzle, rows[3].puzzle]


def test_an_undecided_row_is_open_and_not_sound(here):
    Path("list.txt").write_text(625 * "." + "\n")
    found = audit("list.txt", timeout=1e-9)
    rows = [found.summary[f"{name}_rows"] for name in ("severe", "minor", "open", "sound")]
    assert (rows, found.summary["verdicts"]["unknown"]) == ([0, 0, 1, 0], 1)
    assert (found.has_undecided, found.has_flaws) == (True, False)


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_ratings_in_words_are_labels_which_are_counted_and_compared(here, suffix):
    maker = RowMaker(Random("labels"))
    rows = [maker.unique() for _ in range(6)]
    labels = ["easy", "hard", " easy", "", "easy ", "4"]  # blanks around a word are not part of it
    puzzles = [row.puzzle for row in rows] + [maker.moved(rows[0]).puzzle, rows[1].puzzle]
    table("set.csv", puzzle=puzzles, difficulty=[*labels, "hard", "hard"])
    if suffix == "parquet":
        from pyarrow import csv as arrow_csv
        from pyarrow import parquet

        parquet.write_table(arrow_csv.read_csv("set.csv"), "set.parquet")
    summary = audit(f"set.{suffix}").summary
    assert summary["labels"] == {"easy": 3, "hard": 3}
    assert (summary["ratings"]["given"], summary["ratings"]["missing"]) == (1, 1)
    assert summary["flaws"]["rating_differs"] == 2
    told = [one["message"] for one in summary["examples"]["rating_differs"]]
    first, last = (2, 8) if suffix == "csv" else (0, 6)
    easy, hard = (
        f"rated easy; set.{suffix}:{last} is rated hard",
        f"rated hard; set.{suffix}:{first} is rated easy",
    )
    assert told == [easy, hard]


def test_numbers_and_words_in_one_column_are_both_counted_and_compared(here):
    """Numbers are compared as such."""
    rows = [RowMaker(Random("words")).unique()] * 3
    table("set.csv", puzzle=[row.puzzle for row in rows], rating=["1.5", "easy", "1.50"])
    summary = audit("set.csv").summary
    assert (summary["ratings"]["given"], summary["labels"]) == (2, {"easy": 1})
    pairs = [(one["row"], one["other"]["row"]) for one in summary["examples"]["rating_differs"]]
    assert pairs == [(0, 1), (1, 0), (2, 1)]
    table("words.csv", puzzle=[rows[0].puzzle], rating=["hard"])
    assert audit("words.csv").summary["ratings"] is None


@pytest.mark.parametrize("memory", ["1GB", 1])
def test_an_id_that_an_earlier_row_of_the_file_has_is_told(here, memory):
    """Whatever fits into memory; rows of another file may have the same ids, and many may have none."""
    maker = RowMaker(Random("ids"))
    for name in ("one.csv", "two.csv"):
        table(name, id=["7", "x", "", "7", "", "7"], puzzle=[maker.unique().puzzle for _ in range(6)])
    summary = audit(["one.csv", "two.csv"], memory=memory, output="out").summary
    assert summary["flaws"] == {"repeated_id": 4}
    assert (summary["minor_rows"], summary["sound_rows"]) == (4, 12)
    told = [(one["file"], one["row"], one["other"]["row"]) for one in summary["examples"]["repeated_id"]]
    assert told == [("one.csv", 3, 0), ("one.csv", 5, 0), ("two.csv", 3, 0), ("two.csv", 5, 0)]
    assert summary["examples"]["repeated_id"][0]["message"] == "its id 7 is that of one.csv:2"


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_a_data_frame_is_audited_as_a_file_is(library):
    frames = pytest.importorskip(library)
    maker = RowMaker(Random("frames"))
    rows = [maker.unique(), maker.several()]
    columns = {"puzzle": [row.puzzle for row in rows], "solution": [row.answer for row in rows]}
    frame = frames.table(columns) if library == "pyarrow" else frames.DataFrame(columns)
    summary = audit(frame, [frame[:1] if library != "pyarrow" else frame.slice(0, 1)]).summary
    assert summary["flaws"] == {"overlap_exact": 1, "several_solutions": 1, "answer_one_of_several": 1}
    assert [Path(file["name"]).name for file in summary["files"]] == ["frame.parquet"] * 2
    assert not [file for file in summary["files"] if Path(file["name"]).exists()]
