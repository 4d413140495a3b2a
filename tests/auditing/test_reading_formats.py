"""The same rows come out of every format and every packing."""

from dataclasses import replace
from random import Random

import pytest

from sudocube.geometry import Geometry
from tests.auditing.data_set_files import BINARY_FORMATS, PACKINGS, TEXT_FORMATS, can_hold, write
from tests.auditing.known_rows import RowMaker
from tests.auditing.reading import found, items_of, rows_of

HAVE_COLUMNS = [
    *(name for name in TEXT_FORMATS if name != "list.txt"),
    *(n for n in BINARY_FORMATS if ".npy" not in n),
]


@pytest.fixture(scope="module")
def rows():
    """Rows of every kind, malformed ones among them, with everything that may stand beside a puzzle."""
    maker = RowMaker(Random("formats"))
    made = [maker.unique(), maker.malformed("too_short"), maker.several(), maker.few_clues(0), maker.full()]
    made += [maker.with_answer(maker.unique(), kind) for kind in ("missing", "no_grid", "wrong")]
    made += [maker.malformed(reason) for reason in ("missing", "too_long", "wrong_symbol", "not_text")]
    made += [maker.other_size(Geometry(2, 3)), maker.other_size(Geometry(4, 4))]
    made += [maker.rewritten(made[0]) for _ in range(8)] + [maker.malformed("wrong_symbol") for _ in range(5)]
    return [
        replace(
            row, rating=at / 4 if at % 3 else None, clues=at if at % 2 else None, split="train", id=f"n{at}"
        )
        for at, row in enumerate(made)
    ]


def expected(row, at):
    """What is to be read of a row of a format with columns."""
    fields = {"row": at, "answer": (row.answer or "").strip(), "rating": row.rating, "clues": row.clues}
    said = {"malformed": row.malformed} if row.malformed else {"puzzle": row.exact}
    return {**fields, **said, "split": "train", "id": row.id}


@pytest.mark.parametrize("name", HAVE_COLUMNS)
def test_every_column_is_read(tmp_path, rows, name):
    written = [row for row in rows if can_hold(name, row)]
    items = items_of(write(tmp_path / name, written))
    read = [{key: value for key, value in row.items() if key != "line"} for row in rows_of(items)]
    assert read == [expected(row, at) for at, row in enumerate(written)]


@pytest.mark.parametrize(
    "name", [name for name in [*TEXT_FORMATS, *BINARY_FORMATS] if name not in HAVE_COLUMNS]
)
def test_lists_and_arrays_hold_puzzles_alone(tmp_path, rows, name):
    written = [replace(row, answer=None) for row in rows if row.malformed is None]
    written = [row for row in written if can_hold(name, row)]
    read = rows_of(items_of(write(tmp_path / name, written)))
    assert [row["puzzle"] for row in read] == [row.exact for row in written]


@pytest.mark.parametrize("packing", [packing for packing in PACKINGS if packing])
@pytest.mark.parametrize("name", ["table.csv", "rows.jsonl"])
def test_packed_texts_are_read(tmp_path, rows, name, packing):
    written = [row for row in rows if can_hold(name, row)]
    plain = rows_of(items_of(write(tmp_path / name, written)))
    assert rows_of(items_of(write(tmp_path / (name + packing), written))) == plain


@pytest.mark.parametrize("packing", [packing for packing in PACKINGS if packing])
@pytest.mark.parametrize("name", ["table.parquet", "file.arrow", "stream.arrows", "flat.npy"])
def test_other_packed_files_are_read(tmp_path, rows, name, packing):
    written = [replace(row, answer=None) for row in rows if can_hold("list.txt", replace(row, answer=None))]
    path = write(tmp_path / name, written)
    plain = rows_of(items_of(path))
    packed = tmp_path / (name + packing)
    packed.write_bytes(PACKINGS[packing](path.read_bytes()))
    assert rows_of(items_of(packed)) == plain


@pytest.mark.parametrize("name", [*HAVE_COLUMNS])
def test_any_range_of_rows_is_read_as_in_the_whole(tmp_path, rows, name):
    written = [row for row in rows if can_hold(name, row)]
    path = write(tmp_path / name, written)
    whole = rows_of(items_of(path))
    for first, stop in [(0, 1), (1, 5), (12, 14), (13, 26), (20, None), (len(whole), None), (3, 3), (0, 999)]:
        assert rows_of(items_of(path, first=first, stop=stop)) == whole[first:stop], (first, stop)


@pytest.mark.parametrize("name", ["table.csv", "rows.jsonl"])
def test_the_line_of_each_row_is_known(tmp_path, rows, name):
    written = [row for row in rows if can_hold(name, row)]
    lines = [row["line"] for row in rows_of(items_of(write(tmp_path / name, written)))]
    assert (
        lines == [*range(len(lines) + 2)][-len(lines) :]
        if name == "table.csv"
        else [*range(1, len(lines) + 1)]
    )


def test_row_groups_and_record_batches_are_counted_beforehand(tmp_path, rows):
    for name in ("table.parquet", "file.arrow", "packed.feather"):
        written = [row for row in rows if can_hold(name, row)]
        [file] = found(write(tmp_path / name, written))
        assert sum(file.groups) == len(written)
