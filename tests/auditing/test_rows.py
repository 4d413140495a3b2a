"""Files and the rows that an audit reads of them: tables of texts, and what the columns of other files hold.

`tables/rows.toml` has what `tests/formats/test_readings.py` tells, with `columns` that are named by the user;
a row is told as its line, its puzzle or why it holds none, and what stands beside it.
"""

from decimal import Decimal
from pathlib import Path
from random import Random

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudocube.auditing.arrow_columns import cells_of_arrow
from sudocube.auditing.puzzle_values import PuzzleShape
from sudocube.auditing.row_batches import LostRows
from sudocube.auditing.row_reading import read_rows
from sudocube.errors import SudocubeError
from tests.auditing.data_set_files import BINARY_FORMATS, PACKINGS, TEXT_FORMATS, write
from tests.auditing.flawed_sets import every_flaw, held_by
from tests.auditing.reading import found, items_of, plain, rows_of
from tests.formats.reading import bytes_of, filled
from tests.tables import cases

PUZZLES = ["".join(Random(at).choices(".....123456789", k=81)) for at in range(12)]
DIGITS = [[int(one) for one in puzzle.replace(".", "0")] for puzzle in PUZZLES]


def in_words(path, columns):
    """The rows of a file, or the error that it is refused with."""
    try:
        [file] = found(path, **columns)
    except SudocubeError as error:
        return [str(error).replace(str(path), path.name)]
    items = list(read_rows(file))
    rows = rows_of(item for item in items if not isinstance(item, LostRows))
    told = [item.message for item in items if isinstance(item, LostRows)]
    return told + [row_in_words(row) for row in rows]


def row_in_words(row):
    """A row in words."""
    beside = {"answer": "=", **{name: name for name in ("rating", "clues", "split", "id")}}
    words = [f"{word} {row[name]}" for name, word in beside.items() if row.get(name) not in (None, "")]
    return " ".join([str(row.get("line", row["row"])), row.get("puzzle") or row["malformed"], *words])


@pytest.mark.parametrize("case", cases(Path(__file__).parent / "tables" / "rows.toml"))
def test_reading(tmp_path, case):
    for text in case.get("texts", [case.get("text")]):
        path = tmp_path / case["name"]
        path.write_bytes(bytes_of(text))
        assert in_words(path, case.get("columns", {})) == [filled(line) for line in case["gives"]], text


def test_every_format_and_packing_holds_the_same_rows(tmp_path):
    """With all that stands beside the puzzles; a range of rows is read as in the whole."""
    made = every_flaw("every format")
    for name in (*TEXT_FORMATS, *BINARY_FORMATS):
        rows = held_by(name, made)
        path = write(tmp_path / name, rows)
        whole = rows_of(items_of(path))
        expected = [expected_of(row, at) for at, row in enumerate(rows)]
        read = [{key: row.get(key) for key in one} for row, one in zip(whole, expected, strict=True)]
        assert read == expected, name
        for first, stop in [(1, 5), (12, 14), (13, 26), (20, None), (999, None), (3, 3)]:
            assert rows_of(items_of(path, first=first, stop=stop)) == whole[first:stop], (name, first, stop)
        for packing in PACKINGS if name == "flat.npy" else [".zst"]:
            packed = tmp_path / (name + packing)
            packed.write_bytes(PACKINGS[packing](path.read_bytes()))
            assert rows_of(items_of(packed)) == whole, (name, packing)
        if name in ("table.parquet", "file.arrow", "packed.feather"):
            assert sum(found(path)[0].groups) == len(rows)


def expected_of(row, at):
    """What is to be read of a known row, of a file that holds all of it."""
    said = {"malformed": row.malformed} if row.malformed else {"puzzle": row.exact}
    if row.malformed == "unreadable" or (row.answer is None and row.id is None):
        return {"row": at, **said}
    beside = {"answer": (row.answer or "").strip(), "rating": row.rating, "clues": row.clues, "id": row.id}
    return {"row": at, **said, **beside}


def parquet(path, **columns):
    """A Parquet file of these columns."""
    pa.parquet.write_table(pa.table(columns), path)
    return path


def nested(row):
    """Nine rows of nine digits."""
    return [row[at : at + 9] for at in range(0, 81, 9)]


TYPES = [
    pa.array(PUZZLES),
    pa.array(PUZZLES, pa.large_string()),
    pa.array(PUZZLES, pa.string_view()),
    pa.array(PUZZLES, pa.binary(81)),
    pa.array(PUZZLES).dictionary_encode(),
    pa.array(DIGITS, pa.list_(pa.int8())),
    pa.array(DIGITS, pa.list_(pa.float32(), 81)),
    pa.array([nested(row) for row in DIGITS], pa.list_(pa.list_(pa.int8(), 9), 9)),
    pa.array([list(puzzle) for puzzle in PUZZLES]),
    pa.array([list(puzzle.encode()) for puzzle in PUZZLES], pa.list_(pa.uint8())),
    pa.array([str(row) for row in DIGITS]),
    pa.array(["\n".join(nested(puzzle)) for puzzle in PUZZLES]),
]


def test_a_column_of_any_type_is_read(tmp_path):
    """With missing values, and from where a slice of it begins."""
    for kind in TYPES:
        values = kind.to_pylist()
        values[3] = values[7] = None
        table = pa.table({"puzzle": pa.array(values, kind.type), "solution": kind})
        with pa.ipc.new_file(str(tmp_path / "a.arrow"), table.schema) as writer:
            writer.write_table(table)
        rows = [row.get("puzzle") or row["malformed"] for row in rows_of(items_of(tmp_path / "a.arrow"))]
        missing = {3: "missing", 7: "missing"}
        assert rows == [missing.get(at, puzzle) for at, puzzle in enumerate(PUZZLES)], kind.type
        cells, others = cells_of_arrow(kind.slice(5, 4)).puzzles(PuzzleShape())
        assert not others
        assert [plain(bytes(row).decode()) for row in cells] == PUZZLES[5:9], kind.type


@settings(max_examples=25)
@given(
    st.lists(st.one_of(st.none(), st.sampled_from([80, 81, 82, 0]), st.text(max_size=9)), max_size=30),
    st.sampled_from([pa.string(), pa.large_string(), pa.string_view()]),
    st.data(),
)
def test_odd_values_never_move_the_others(lengths, kind, data):
    """One value of another length breaks a stride of 81 bytes."""
    values = [
        (PUZZLES[at % 12] + "1")[:one] if isinstance(one, int) else one for at, one in enumerate(lengths)
    ]
    begin = data.draw(st.integers(0, len(values)))
    rows, others = cells_of_arrow(pa.array(values, kind).slice(begin)).puzzles(PuzzleShape())
    assert len(rows) == len(values) - begin
    for place, value in enumerate(values[begin:]):
        assert (place in others) == (value not in PUZZLES)
        assert bytes(rows[place]).decode() == value if value in PUZZLES else not rows[place].any()


def test_puzzles_that_were_read_as_numbers_are_told_to_be_none(tmp_path):
    for values in ([float("5" * 81)] * 12, [int("5" * 18)] * 12, [Decimal("5" * 60)] * 12):
        rows = rows_of(items_of(parquet(tmp_path / "a.parquet", puzzle=values, solution=values)))
        assert {row["malformed"] for row in rows} == {"not_text"}


@pytest.mark.parametrize("dtype", ["i1", ">i2", "f4", "S81", "U81"])
def test_an_array_of_any_type_shape_and_order_is_read(tmp_path, dtype):
    if "81" in dtype:
        arrays = [np.array(PUZZLES, dtype)]
    else:
        cells = np.array(DIGITS, dtype)
        arrays = [cells, np.asfortranarray(cells), np.asfortranarray(cells.reshape(-1, 9, 9))]
    for array in arrays:
        np.save(tmp_path / "a.npy", array)
        assert [row["puzzle"] for row in rows_of(items_of(tmp_path / "a.npy"))] == PUZZLES


def test_a_number_that_is_no_digit_makes_its_row_malformed_and_no_other(tmp_path):
    """Of floats, nan is a blank."""
    whole = np.array(DIGITS, np.int64)
    whole[2, 5], whole[4, 80], whole[6, 0] = 10, -1, 5_000_000_000
    floats = np.where(np.array(DIGITS) == 0, np.nan, DIGITS)
    floats[2, 3], floats[4, 5], floats[6, 0] = 4.5, np.inf, 10
    for cells in (whole, floats):
        np.save(tmp_path / "a.npy", cells)
        rows = rows_of(items_of(tmp_path / "a.npy"))
        assert [at for at, row in enumerate(rows) if row.get("malformed") == "wrong_symbol"] == [2, 4, 6]
        assert [row.get("puzzle") for row in rows[:2]] == PUZZLES[:2]


def test_the_usual_size_of_a_file_tells_what_is_too_short(tmp_path):
    path = parquet(tmp_path / "a.parquet", puzzle=["." * 256, "." * 255, "." * 256, "." * 90])
    assert [row.get("malformed") for row in rows_of(items_of(path))] == [None, "too_short", None, "too_short"]
    path = parquet(tmp_path / "a.parquet", puzzle=["1.....2..3.....4", "." * 36])
    assert [row.get("malformed") for row in rows_of(items_of(path, size=6))] == ["too_short", None]
    np.save(tmp_path / "a.npy", np.array([[[1, 0, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]]] * 3))
    assert [row["puzzle"] for row in rows_of(items_of(tmp_path / "a.npy"))] == ["1.....2..3.....4"] * 3


def test_ratings_and_counts_may_be_of_any_type(tmp_path):
    ratings = pa.array(["1.5", None, "", "hard", " 2 ", "1e3"])
    clues = pa.array([24.0, None, 24.5, -1.0, 1e300, 0.0])
    rows = rows_of(items_of(parquet(tmp_path / "a.parquet", puzzle=PUZZLES[:6], rating=ratings, clues=clues)))
    assert [row["rating"] for row in rows] == [1.5, None, None, None, 2.0, 1000.0]
    assert [row["clues"] for row in rows] == [24, None, None, None, None, 0]
