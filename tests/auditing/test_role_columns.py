"""Which column holds what, and what the columns of any type hold."""

from decimal import Decimal
from random import Random

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudocube.auditing.arrow_columns import cells_of_arrow
from sudocube.auditing.data_files import FileKind, Role
from sudocube.auditing.puzzle_values import PuzzleShape
from sudocube.errors import InputError, UnknownNameError
from tests.auditing.reading import found, items_of, plain, rows_of

PUZZLES = ["".join(Random(at).choices(".....123456789", k=81)) for at in range(12)]
GRIDS = ["".join(Random(-at).choices("123456789", k=81)) for at in range(12)]
DIGITS = [[int(one) for one in puzzle.replace(".", "0")] for puzzle in PUZZLES]


def columns_of(path, **columns):
    """The columns of a file by the names of their roles."""
    [file] = found(path, **columns)
    return {str(role): name for role, name in file.columns.items()}


def csv(path, header, *rows):
    """A table of text."""
    path.write_text("\n".join([header, *(",".join(map(str, row)) for row in rows)]) + "\n")
    return path


def parquet(path, **columns):
    """A Parquet file of these columns."""
    pa.parquet.write_table(pa.table(columns), path)
    return path


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ("quizzes,solutions", {"puzzle": "quizzes", "answer": "solutions"}),
        ("puzzle,solution", {"puzzle": "puzzle", "answer": "solution"}),
        ("Question,Answer", {"puzzle": "Question", "answer": "Answer"}),
        ("question,Expected Solution", {"puzzle": "question", "answer": "Expected Solution"}),
        ("stuff,things", {"puzzle": "stuff", "answer": "things"}),
        ("0,1", {"puzzle": "0", "answer": "1"}),
    ],
)
def test_puzzles_and_answers_are_known_by_name_or_by_what_they_look_like(tmp_path, header, said):
    path = csv(tmp_path / "a.csv", header, *zip(PUZZLES, GRIDS, strict=True))
    assert columns_of(path) == said
    names = header.split(",")
    assert columns_of(parquet(tmp_path / "a.parquet", **{names[0]: PUZZLES, names[1]: GRIDS})) == said
    rows = rows_of(items_of(path))
    assert [(row["puzzle"], row["answer"]) for row in rows] == [*zip(PUZZLES, GRIDS, strict=True)]


def test_what_stands_beside_them_is_known_by_name(tmp_path):
    header = "id,puzzle,solution,clues,difficulty"
    path = csv(
        tmp_path / "a.csv", header, *((1, *pair, 24, 2.5) for pair in zip(PUZZLES, GRIDS, strict=True))
    )
    expected = {
        "id": "id",
        "puzzle": "puzzle",
        "answer": "solution",
        "clues": "clues",
        "rating": "difficulty",
    }
    assert columns_of(path) == expected
    path = csv(tmp_path / "b.csv", "source,question,answer,rating", ("forum", PUZZLES[0], GRIDS[0], 17))
    assert columns_of(path) == {"puzzle": "question", "answer": "answer", "rating": "rating"}


def test_a_column_that_says_how_many_solutions_there_are_holds_no_answers(tmp_path):
    rows = [(puzzle, 1, grid) for puzzle, grid in zip(PUZZLES, GRIDS, strict=True)]
    assert columns_of(csv(tmp_path / "a.csv", "puzzle,solutions,filled", *rows))["answer"] == "filled"
    path = parquet(tmp_path / "a.parquet", puzzle=PUZZLES, solutions=[1] * 12)
    assert columns_of(path) == {"puzzle": "puzzle"}


def test_a_column_that_is_named_counts_whatever_it_is_called(tmp_path):
    rows = [(puzzle, grid, other) for puzzle, grid, other in zip(PUZZLES, GRIDS, PUZZLES[::-1], strict=True)]
    path = csv(tmp_path / "a.csv", "puzzle,solution,Start", *rows)
    assert columns_of(path, puzzle="start", answer="2") == {"puzzle": "Start", "answer": "solution"}
    assert columns_of(path, id="puzzle", puzzle="Start")["id"] == "puzzle"
    with pytest.raises(UnknownNameError, match=r"unknown column 'beginning'.*puzzle, solution"):
        found(path, puzzle="beginning")
    with pytest.raises(InputError, match="holds the puzzles: name one with answers"):
        found(path, puzzle="Start", answer="Start")


def test_a_column_is_asked_of_one_file_at_least(tmp_path):
    with_rating = csv(tmp_path / "a.csv", "puzzle,stars", (PUZZLES[0], 3))
    without = csv(tmp_path / "b.csv", "puzzle", (PUZZLES[0],))
    files = found(with_rating, without, rating="stars")
    assert [file.columns.get(Role.RATING) for file in files] == ["stars", None]
    with pytest.raises(UnknownNameError):
        found(without, rating="stars")
    (tmp_path / "list.txt").write_text("\n".join(PUZZLES))
    with pytest.raises(InputError, match="it is no table with a header, so there is no column 'stars'"):
        found(tmp_path / "list.txt", rating="stars")


def test_a_table_without_puzzles_is_refused_with_its_columns(tmp_path):
    path = csv(tmp_path / "a.csv", "name,age", ("Ann", 7))
    with pytest.raises(InputError, match=r"no column of puzzles among 'name', 'age': name one with --puzzle"):
        found(path)
    with pytest.raises(InputError, match="no column of puzzles among 'n'"):
        found(parquet(tmp_path / "a.parquet", n=[1]))


@pytest.mark.parametrize("values", [[float("5" * 81)] * 12, [int("5" * 18)] * 12, [Decimal("5" * 60)] * 12])
def test_puzzles_that_were_read_as_numbers_are_told_to_be_none(tmp_path, values):
    rows = rows_of(items_of(parquet(tmp_path / "a.parquet", puzzle=values, solution=values)))
    assert {row["malformed"] for row in rows} == {"not_text"}


def test_a_column_of_81_digits_in_a_table_of_text_is_never_a_number(tmp_path):
    digits = ["0" * 40 + "123456789" * 4 + "00000"] * 3
    rows = rows_of(items_of(csv(tmp_path / "a.csv", "puzzle,solution", *zip(digits, digits, strict=True))))
    assert [(row["puzzle"], row["answer"]) for row in rows] == [(plain(digits[0]), digits[0])] * 3


TYPES = {
    "string": pa.array(PUZZLES),
    "large_string": pa.array(PUZZLES, pa.large_string()),
    "string_view": pa.array(PUZZLES, pa.string_view()),
    "binary": pa.array(PUZZLES, pa.binary()),
    "fixed_size_binary": pa.array(PUZZLES, pa.binary(81)),
    "dictionary": pa.array(PUZZLES).dictionary_encode(),
    "list of int8": pa.array(DIGITS, pa.list_(pa.int8())),
    "large_list of int64": pa.array(DIGITS, pa.large_list(pa.int64())),
    "fixed_size_list": pa.array(DIGITS, pa.list_(pa.uint8(), 81)),
    "list of floats": pa.array(DIGITS, pa.list_(pa.float32())),
    "nested": pa.array([[row[at : at + 9] for at in range(0, 81, 9)] for row in DIGITS]),
    "nested fixed": pa.array(
        [[row[at : at + 9] for at in range(0, 81, 9)] for row in DIGITS], pa.list_(pa.list_(pa.int8(), 9), 9)
    ),
    "list of texts": pa.array([list(puzzle) for puzzle in PUZZLES]),
    "codes": pa.array([list(puzzle.encode()) for puzzle in PUZZLES], pa.list_(pa.uint8())),
    "text of a list": pa.array([str(row) for row in DIGITS]),
    "text of rows": pa.array(
        ["\n".join(puzzle[at : at + 9] for at in range(0, 81, 9)) for puzzle in PUZZLES]
    ),
    "text with spaces": pa.array([" ".join(puzzle) for puzzle in PUZZLES]),
}


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("with_nulls", [False, True])
def test_a_column_of_any_type_is_read(tmp_path, kind, with_nulls):
    column = TYPES[kind]
    if with_nulls:
        values = column.to_pylist()
        values[3] = values[7] = None
        column = pa.array(values, column.type)
    table = pa.table({"puzzle": column, "solution": column})
    with pa.ipc.new_file(str(tmp_path / "a.arrow"), table.schema) as writer:
        writer.write_table(table)
    rows = rows_of(items_of(tmp_path / "a.arrow"))
    for at, row in enumerate(rows):
        if with_nulls and at in (3, 7):
            assert (row["malformed"], row["answer"]) == ("missing", "")
        else:
            assert row["puzzle"] == PUZZLES[at]


@pytest.mark.parametrize("kind", TYPES)
def test_a_slice_of_a_column_is_read_from_where_it_begins(kind):
    column = pa.chunked_array([TYPES[kind]]).chunk(0).slice(5, 4)
    rows, others = cells_of_arrow(column).puzzles(PuzzleShape())
    assert not others
    assert [plain(bytes(row).decode()) for row in rows] == PUZZLES[5:9]


@given(
    st.lists(st.one_of(st.none(), st.sampled_from([80, 81, 82, 0]), st.text(max_size=9)), max_size=30),
    st.data(),
)
def test_odd_values_never_move_the_others(lengths, data):
    """One value of another length breaks a stride of 81 bytes."""
    values = [
        (PUZZLES[at % 12] + "1")[:one] if isinstance(one, int) else one for at, one in enumerate(lengths)
    ]
    begin = data.draw(st.integers(0, len(values)))
    column = pa.array(values, data.draw(st.sampled_from([pa.string(), pa.large_string(), pa.string_view()])))
    rows, others = cells_of_arrow(column.slice(begin)).puzzles(PuzzleShape())
    assert len(rows) == len(values) - begin
    for place, value in enumerate(values[begin:]):
        if value in PUZZLES:
            assert bytes(rows[place]).decode() == value
            assert place not in others
        else:
            assert place in others
            assert not rows[place].any()


@pytest.mark.parametrize("dtype", ["i1", "u1", ">i2", "u2", "i8", "f4", "f8"])
@pytest.mark.parametrize("shape", [(81,), (9, 9)])
@pytest.mark.parametrize("order", ["C", "F"])
def test_an_array_of_any_type_and_order_is_read(tmp_path, dtype, shape, order):
    cells = np.array(DIGITS, dtype).reshape(-1, *shape)
    np.save(tmp_path / "a.npy", np.asarray(cells, order=order))
    [file] = found(tmp_path / "a.npy")
    assert file.kind is FileKind.NPY
    assert [row["puzzle"] for row in rows_of(items_of(tmp_path / "a.npy"))] == PUZZLES


@pytest.mark.parametrize("dtype", ["S81", "U81"])
def test_an_array_of_texts_is_read(tmp_path, dtype):
    np.save(tmp_path / "a.npy", np.array(PUZZLES, dtype))
    assert [row["puzzle"] for row in rows_of(items_of(tmp_path / "a.npy"))] == PUZZLES


def test_a_number_that_is_no_digit_makes_its_row_malformed_and_no_other(tmp_path):
    cells = np.array(DIGITS, np.int64)
    cells[2, 5], cells[4, 80], cells[6, 0] = 10, -1, 5_000_000_000
    np.save(tmp_path / "a.npy", cells)
    rows = rows_of(items_of(tmp_path / "a.npy"))
    assert [at for at, row in enumerate(rows) if row.get("malformed") == "wrong_symbol"] == [2, 4, 6]
    assert [row.get("puzzle") for row in rows[:2]] == PUZZLES[:2]


def test_a_float_that_is_no_digit_makes_its_row_malformed_and_nan_is_a_blank(tmp_path):
    cells = np.array(DIGITS, np.float64)
    cells[cells == 0] = np.nan
    cells[3, 3], cells[5, 5] = 4.5, np.inf
    np.save(tmp_path / "a.npy", cells)
    rows = rows_of(items_of(tmp_path / "a.npy"))
    assert [at for at, row in enumerate(rows) if "malformed" in row] == [3, 5]
    assert rows[0]["puzzle"] == PUZZLES[0]


def test_other_sizes_come_as_puzzles(tmp_path):
    np.save(tmp_path / "a.npy", np.array([[[1, 0, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]]] * 3))
    assert [row["puzzle"] for row in rows_of(items_of(tmp_path / "a.npy"))] == ["1.....2..3.....4"] * 3
    path = parquet(tmp_path / "a.parquet", puzzle=["1.....2..3.....4", "." * 36, "1.....2..3.....5"])
    rows = rows_of(items_of(path))
    assert [row.get("puzzle") for row in rows] == ["1.....2..3.....4", "." * 36, None]
    assert [row.get("malformed") for row in rows_of(items_of(path, size=6))] == [
        "too_short",
        None,
        "too_short",
    ]


def test_the_usual_size_of_a_file_tells_what_is_too_short(tmp_path):
    path = parquet(tmp_path / "a.parquet", puzzle=["." * 256, "." * 255, "." * 256, "." * 90])
    assert [row.get("malformed") for row in rows_of(items_of(path))] == [None, "too_short", None, "too_short"]


def test_ratings_and_counts_may_be_texts_numbers_or_missing(tmp_path):
    ratings = pa.array(["1.5", None, "", "hard", " 2 ", "1e3"])
    clues = pa.array([24.0, None, 24.5, -1.0, 1e300, 0.0])
    path = parquet(tmp_path / "a.parquet", puzzle=PUZZLES[:6], rating=ratings, clues=clues)
    rows = rows_of(items_of(path))
    assert [row["rating"] for row in rows] == [1.5, None, None, None, 2.0, 1000.0]
    assert [row["clues"] for row in rows] == [24, None, None, None, None, 0]
    table = csv(
        tmp_path / "a.csv",
        "puzzle,rating,clues",
        *zip(PUZZLES, ["1.5", "", "hard"], ["24", "x", ""], strict=False),
    )
    rows = rows_of(items_of(table))
    assert [row["rating"] for row in rows] == [1.5, None, None]
    assert [row["clues"] for row in rows] == [24, None, None]


def test_a_pencilmark_puzzle_comes_as_one(tmp_path):
    marks = ("123456789" * 81)[:9] + ("........." + "123456789" * 79)
    path = parquet(tmp_path / "a.parquet", puzzle=[marks, marks[:-1] + "1", PUZZLES[0]])
    rows = rows_of(items_of(path))
    assert [row.get("malformed") for row in rows] == [None, "wrong_symbol", None]


def bank(path, line):
    """A list without a header, as the function writes each line."""
    path.write_text("# comment\n" + "".join(line(at, puzzle) + "\n" for at, puzzle in enumerate(PUZZLES)))
    return path


def test_a_list_of_names_puzzles_and_ratings_is_read_with_them(tmp_path):
    path = bank(tmp_path / "bank.txt", lambda at, puzzle: f"{at:012x} {puzzle}  {at / 10}")
    assert columns_of(path) == {"id": "1", "puzzle": "2", "rating": "3"}
    rows = rows_of(items_of(path))
    assert [(row["id"], row["puzzle"], row["rating"]) for row in rows] == [
        (f"{at:012x}", puzzle, at / 10) for at, puzzle in enumerate(PUZZLES)
    ]
    assert [row["line"] for row in rows] == [*range(2, 14)]


def test_a_rating_behind_the_puzzle_or_its_answer_is_read(tmp_path):
    path = bank(tmp_path / "a.txt", lambda at, puzzle: f"{puzzle} {at}")
    assert [row["rating"] for row in rows_of(items_of(path))] == [*range(12)]
    path = bank(tmp_path / "b.txt", lambda at, puzzle: f"{puzzle} {GRIDS[at]} {at}")
    assert [(row["answer"], row["rating"]) for row in rows_of(items_of(path))] == [
        *zip(GRIDS, range(12), strict=True)
    ]


def test_a_comment_at_the_end_of_a_line_is_no_column(tmp_path):
    notes = ["", " # see #7, 4.5", "\t#hard", " # " + PUZZLES[0], "   ", "#9"]
    path = bank(tmp_path / "a.txt", lambda at, puzzle: f"n{at} {puzzle} {at}.5{notes[at % 6]}")
    assert columns_of(path) == {"id": "1", "puzzle": "2", "rating": "3"}
    rows = rows_of(items_of(path))
    assert [row["puzzle"] for row in rows] == PUZZLES[:12]
    within_a_word = [at % 6 == 5 for at in range(12)]  # such a line is read as if no columns were known
    assert [row["rating"] is None for row in rows] == within_a_word
    assert [row["rating"] for row in rows if row["rating"]] == [at + 0.5 for at in range(12) if at % 6 != 5]


def test_a_number_in_a_comment_is_no_rating(tmp_path):
    assert columns_of(bank(tmp_path / "a.txt", lambda at, puzzle: f"{puzzle} # {at}.5")) == {}


@pytest.mark.parametrize("rating", ["5.1", "0", "7", "1.0"])
def test_a_list_that_is_sorted_by_its_ratings_keeps_them(tmp_path, rating):
    """The first lines may have the same one; only 1 may also be how many solutions there are."""
    path = bank(tmp_path / "a.txt", lambda at, puzzle: f"{puzzle} {rating}")
    assert columns_of(path) == {"puzzle": "1", "rating": "2"}
    assert {row["rating"] for row in rows_of(items_of(path))} == {float(rating)}


@pytest.mark.parametrize("delimiter", [",", ", ", ";", "\t"])
def test_the_columns_of_a_list_may_be_parted_by_signs(tmp_path, delimiter):
    path = bank(tmp_path / "a.csv", lambda at, puzzle: delimiter.join([f"n{at}", puzzle, f"{at / 10}"]))
    assert columns_of(path) == {"id": "1", "puzzle": "2", "rating": "3"}
    rows = rows_of(items_of(path))
    assert [(row["id"], row["puzzle"], row["rating"]) for row in rows] == [
        (f"n{at}", puzzle, at / 10) for at, puzzle in enumerate(PUZZLES)
    ]


@pytest.mark.parametrize("line", ["{} {}", "{},{}", "{}\t{}"])
def test_the_answers_of_a_list_are_told_as_its_second_column(tmp_path, line):
    path = bank(tmp_path / "a.txt", lambda at, puzzle: line.format(puzzle, GRIDS[at]))
    assert columns_of(path) == {"puzzle": "1", "answer": "2"}
    assert [row["answer"] for row in rows_of(items_of(path))] == GRIDS


@pytest.mark.parametrize("line", ["{} 1", "{},1", "{} easy", "{} 1 2.5"])
def test_a_column_that_a_list_does_not_have_is_told_with_those_that_it_has(tmp_path, line):
    path = bank(tmp_path / "a.txt", lambda at, puzzle: line.format(puzzle))
    with pytest.raises(UnknownNameError, match=r"unknown column '9'\. Known: 1, 2"):
        found(path, rating="9")


def test_what_stands_beside_a_puzzle_and_is_no_rating_is_left_alone(tmp_path):
    for line in ("{} 1", "{} easy", "{}"):
        assert columns_of(bank(tmp_path / "a.txt", lambda at, puzzle, line=line: line.format(puzzle))) == {}


def test_the_columns_of_a_list_are_named_by_their_numbers(tmp_path):
    path = bank(tmp_path / "a.txt", lambda at, puzzle: f"{at} {puzzle} {at % 2} {at / 4}")
    assert columns_of(path, rating="4", split="3")["split"] == "3"
    assert [row["rating"] for row in rows_of(items_of(path))] == [at % 2 for at in range(12)]
    with pytest.raises(UnknownNameError, match=r"unknown column '5'. Known: 1, 2, 3, 4"):
        found(path, rating="5")
