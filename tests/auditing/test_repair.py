"""A repaired set: of every class one row, with the right answer; and each change is told."""

import csv
import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from sudocube import InputError, audit
from sudocube.rows.source import packing_of
from tests.auditing.flawed_sets import every_flaw, here, known_file
from tests.auditing.known_rows import RowMaker

__all__ = ["here"]

FORMATS = [
    *("table.csv", "crlf.csv", "semicolons.csv", "table.csv.gz", "list.txt.xz", "rows.jsonl", "list.txt"),
    *("table.parquet", "views.arrow"),
]


def changes(folder="mended"):
    """The changes that the manifest tells."""
    with Path(folder, "manifest.csv").open(newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("name", FORMATS)
def test_in_every_format_what_is_written_has_no_flaw_and_all_that_is_unique_is_there(here, name):
    """But for ratings, which nobody can mend."""
    file = known_file(here, name, every_flaw("every format"))
    audit(name, repair="mended")
    packings = [packing_of(path.read_bytes()) for path in (Path(name), Path("mended", name))]
    assert packings[0] == packings[1]
    mended = audit(f"mended/{name}").summary
    assert set(mended["flaws"]) <= {"rating_differs"}
    unique = [row for row in file.rows if row.verdict == "unique"]
    assert mended["rows"] == len({row.group for row in unique}) == mended["sound_rows"]
    if file.has_answers:
        assert mended["answers"]["right"] == mended["rows"]


def test_each_change_is_told_with_its_place(here):
    maker = RowMaker(Random("wrong answers"))
    wrong = [replace(maker.with_answer(maker.unique(), one), id=one) for one in ("wrong", "missing")]
    rows = known_file(here, "table.csv", [*every_flaw("every format"), *wrong]).rows
    audit("table.csv", repair="mended")
    told = changes()
    assert told == sorted(told, key=row_of)
    left = {row_of(one) for one in told if one["what"].startswith("left out")}
    assert len(rows) - len(left) == audit("mended/table.csv").summary["rows"]
    for one in told:
        row = rows_of("table.csv")[row_of(one)]
        assert (one["source"], one["id"]) == (f"table.csv:{row_of(one) + 2}", row["id"])
        if one["what"].startswith("answer"):
            assert one["before"] == row["solution"].strip()
    mended = {row["id"]: row for row in rows_of("mended/table.csv")}
    for one in told:
        if one["what"] == "number of clues":
            assert one["before"] == rows_of("table.csv")[row_of(one)]["clues"]
            assert one["after"] == mended[one["id"]]["clues"]
        elif one["what"].startswith("answer"):
            assert one["after"] == mended[one["id"]]["solution"]
    kinds = {one["what"] for one in told}
    assert {"answer: wrong", "answer: missing", "number of clues", "left out: malformed"} <= kinds
    assert {"left out: no solution", "left out: several solutions", "left out: duplicate"} <= kinds


def row_of(change):
    """The number of the row of a table that was changed, from 0; the header is line 1."""
    return int(change["source"].rpartition(":")[2]) - 2


def rows_of(name):
    """The rows of a table."""
    with Path(name).open(newline="") as file:
        return list(csv.DictReader(file))


def test_no_class_is_in_two_splits_nor_in_a_file_that_is_compared_with(here):
    """Files with the same name, in different folders, stay apart."""
    maker = RowMaker(Random("leaks"))
    rows = [maker.unique() for _ in range(6)]
    for folder in ("data/train", "data/test"):
        Path(folder).mkdir(parents=True)
    known_file(here / "data/train", "table.csv", rows[:4])
    known_file(here / "data/test", "table.csv", [maker.moved(rows[0]), *rows[4:]])
    known_file(here, "foreign-table.csv", [maker.moved(rows[1]), rows[5]])
    audit(["data/train", "data/test"], "foreign-table.csv", repair="mended")
    again = audit("mended", "foreign-table.csv").summary
    assert (again["rows"], again["flaws"]) == (4, {})
    assert [Path(one["name"]).as_posix() for one in again["files"][:2]] == [
        "mended/test/table.csv",
        "mended/train/table.csv",
    ]
    told = {(one["source"], one["what"], one["after"]) for one in changes()}
    compared = "left out: its class stands in a file that is compared with"
    assert told == {
        ("data/train/table.csv:3", compared, "foreign-table.csv, row 0"),
        ("data/test/table.csv:2", "left out: duplicate", "data/train/table.csv, row 0"),
        ("data/test/table.csv:4", compared, "foreign-table.csv, row 1"),
    }


def test_a_row_that_left_its_split_is_told_with_both_splits_and_a_duplicate_is_not(here):
    """In the manifest, in JSON, and as text; the first unique row of a class stays in its split."""
    maker = RowMaker(Random("splits"))
    first, second = maker.unique(), maker.unique()
    rows = [(first, "train"), (maker.moved(first), "train"), (maker.moved(first), "test"), (second, "test")]
    Path("one.csv").write_text("".join(["puzzle,split\n", *(f"{one.exact},{name}\n" for one, name in rows)]))
    found = audit("one.csv", repair="mended")
    told = [(one["source"], one["what"], one["after"]) for one in changes()]
    assert told == [
        ("one.csv:3", "left out: duplicate", "one.csv, row 0"),
        ("one.csv:4", "left split test: its class stands in split train", "one.csv, row 0"),
    ]
    left = {(*one["splits"],): one["left"] for one in found.summary["split_overlap"]}
    assert left == {("test", "train"): 1, ("train", "test"): 0}
    assert "Left out of split test, as their classes stand in split train: 1 row.\n" in str(found)
    assert not any(one["left"] for one in audit("one.csv").summary["split_overlap"])
    assert [row["split"] for row in rows_of("mended/one.csv")] == ["train", "test"]


def test_an_input_is_never_written_over(here):
    known_file(here, "table.csv", every_flaw("every format")[:3])
    before = Path("table.csv").read_bytes()
    with pytest.raises(InputError, match=r"table\.csv stands there"):
        audit("table.csv", repair=".")
    with pytest.raises(InputError, match="a repaired set is a folder, and a file stands there"):
        audit("table.csv", repair="table.csv")
    assert Path("table.csv").read_bytes() == before


def test_answers_in_81_columns_are_mended(here):
    maker = RowMaker(Random("columns"))
    rows = [maker.with_answer(maker.unique(), stored) for stored in ("right", "right", "wrong")]
    names = [*(f"q{cell}" for cell in range(81)), *(f"s{cell}" for cell in range(81))]
    lines = [",".join([*row.exact.replace(".", "0"), *(row.answer or "")]) for row in rows]
    Path("cells.csv").write_text("\n".join([",".join(names), *lines]))
    assert audit("cells.csv", repair="mended").summary["answers"]["wrong"] == 1
    mended = audit("mended/cells.csv").summary
    assert (mended["answers"]["right"], mended["sound_rows"], mended["flaws"]) == (3, 3, {})


def test_answers_that_are_empty_lists_are_filled(here):
    row = RowMaker(Random("lists")).unique()
    Path("lists.jsonl").write_text(json.dumps({"puzzle": row.exact, "solution": []}) + "\n")
    audit("lists.jsonl", repair="mended")
    assert audit("mended/lists.jsonl").summary["answers"]["right"] == 1
