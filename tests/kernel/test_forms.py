"""Puzzles in every form that is taken: the same puzzles have the same counts and solutions in all of them."""

import io
import re
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudocube.candidate_marks import MARKS
from sudocube.errors import PuzzleError
from sudocube.kernel import TWIN, levels
from sudocube.kernel.batches import count_many, solve_many
from sudocube.puzzle import Puzzle
from tests.kernel.lists import digits
from tests.kernel.puzzle_forms import MARKED, MIXED, OF_CELLS, OF_TEXTS, PUZZLES, SOLUTIONS, TEXTS, marked

EXPECTED = solve_many(digits(PUZZLES))
BLANKS = ".0*_-xX"


def assert_same(form: Any, **options: Any) -> None:
    solved = solve_many(form, **options)
    assert (solved.counts == EXPECTED.counts).all()
    assert (solved.solutions == EXPECTED.solutions).all()
    assert (solved.guesses == EXPECTED.guesses).all()


def test_the_puzzles_have_no_one_and_several_solutions():
    """Otherwise the tests below show less than their names say."""
    assert EXPECTED.counts.tolist() == [min(number, 2) for number in SOLUTIONS]
    assert set(EXPECTED.counts.tolist()) == {0, 1, 2}


@pytest.mark.parametrize("form", OF_CELLS)
def test_puzzles_in_every_form_of_arrays_are_the_same_puzzles(form):
    assert_same(OF_CELLS[form]())


@pytest.mark.parametrize("form", OF_TEXTS)
@pytest.mark.parametrize("texts", [TEXTS, MARKED, MIXED], ids=["clues", "pencilmarks", "mixed"])
def test_puzzles_in_every_form_of_texts_are_the_same_puzzles(form, texts):
    """Clues, pencilmarks, and both in one batch."""
    if form.startswith("Arrow, fixed") and texts is MIXED:
        pytest.skip("all of one length")
    assert_same(OF_TEXTS[form](texts))


@pytest.mark.parametrize("level", levels())
def test_pencilmarks_are_taken_at_every_level(level):
    counts = count_many(MIXED, level=level)
    assert (counts == EXPECTED.counts).all()


@pytest.mark.parametrize("blank", BLANKS)
def test_pencilmarks_have_any_of_the_blanks(blank):
    assert_same([marked(puzzle, blank) for puzzle in PUZZLES])


@given(data=st.data())
def test_pencilmarks_mean_what_they_mean_elsewhere(data):
    """`Puzzle` reads the same text; what it refuses is -2."""
    text = list(marked(data.draw(st.sampled_from(PUZZLES))))
    changes = st.dictionaries(st.integers(0, MARKS - 1), st.sampled_from([*BLANKS, *"123456789"]), max_size=6)
    for place, symbol in data.draw(changes).items():
        text[place] = symbol
    try:
        puzzle = Puzzle("".join(text))
    except PuzzleError:
        expected = [-2]
    else:
        cells = puzzle.candidates or [1 << clue >> 1 or 511 for clue in puzzle.cells]
        expected = count_many(np.array([cells], np.uint16)).tolist()
    assert count_many(["".join(text)]).tolist() == expected


@pytest.mark.parametrize(
    "text", ["." * 728, "." * 730, "1" * 729, marked(PUZZLES[0])[:-1] + "ü", "?" * 729, "\x01" * 729]
)
def test_pencilmarks_that_are_wrong_keep_their_row(text):
    assert count_many([TEXTS[0], text, MARKED[0], None]).tolist() == [
        EXPECTED.counts[0],
        -2,
        EXPECTED.counts[0],
        -2,
    ]


CONTROL = ["\x00" * 81, "\x01" * 81, TEXTS[0][:80] + "\x05", "\x00" * 80 + "\x09", "\x1f" * 81, "\x7f" * 81]
"""Texts of control characters. In an array most of these bytes would be digits."""


@pytest.mark.parametrize("level", levels())
@pytest.mark.parametrize("form", ["list", "bytes", "NumPy, objects", "Arrow, string", "Arrow, binary"])
def test_control_characters_are_never_digits_whatever_else_a_batch_holds(form, level):
    made = OF_TEXTS[form]
    for control in CONTROL:
        for others, counts in (
            ([], []),
            (TEXTS[:3], EXPECTED.counts[:3].tolist()),
            (MARKED[:2], EXPECTED.counts[:2].tolist()),
            (["", "ü" * 81], [-2, -2]),
        ):
            assert count_many(made([control, *others]), level=level).tolist() == [-2, *counts]


def test_values_below_ten_of_an_array_are_digits():
    """The same bytes, where they are meant."""
    assert count_many(np.ones((2, 81), np.uint8)).tolist() == [0, 0]
    assert count_many(np.zeros((2, 81), np.uint8)).tolist() == [2, 2]


class TestMissing:
    """Null, None, NaN and NA stand for a missing text, whose count is -2."""

    some = (TEXTS[0], None, MARKED[1], "no puzzle", None)
    expected = [EXPECTED.counts[0], -2, EXPECTED.counts[1], -2, -2]  # noqa: RUF012 — never changed

    def test_python(self):
        nothing = float("nan")
        assert count_many([one or nothing for one in self.some]).tolist() == self.expected
        assert count_many([one or np.float32("nan") for one in self.some]).tolist() == self.expected

    @pytest.mark.parametrize("kind", ["string", "string_view", "large_binary", "binary_view"])
    def test_arrow(self, kind):
        pa = pytest.importorskip("pyarrow")
        is_binary = "binary" in kind
        items = [one.encode() if one and is_binary else one for one in self.some]
        column = pa.array(items, getattr(pa, kind)())
        assert count_many(column).tolist() == self.expected
        assert count_many(column[1:]).tolist() == self.expected[1:]
        indices = pa.array([0, 1, 2, 3, None], pa.uint8())
        assert count_many(pa.DictionaryArray.from_arrays(indices, column)).tolist() == self.expected
        assert count_many(pa.nulls(2)).tolist() == [-2, -2]

    @pytest.mark.parametrize("kind", ["String", "Categorical", "Enum"])
    def test_polars(self, kind):
        pl = pytest.importorskip("polars")
        types = {
            "String": pl.String,
            "Categorical": pl.Categorical,
            "Enum": pl.Enum(list(filter(None, self.some))),
        }
        assert count_many(pl.Series(self.some, dtype=types[kind])).tolist() == self.expected
        assert count_many(pl.Series([None, None])).tolist() == [-2, -2]

    @pytest.mark.parametrize("kind", ["str", "object", "category", "string[python]"])
    def test_pandas(self, kind, monkeypatch):
        pd = pytest.importorskip("pandas")
        column = pd.Series(self.some, dtype=kind)
        assert count_many(column).tolist() == self.expected
        assert count_many(list(column)).tolist() == self.expected
        assert count_many([TEXTS[0], pd.NA, pd.NaT]).tolist() == [EXPECTED.counts[0], -2, -2]


DIGITS_ONLY = TEXTS[0].replace(".", "0")
WHOLE_TABLE = r'holds columns: give the column with the puzzles, such as df\["puzzle"\]$'
AS_TEXT = r"; where digits were read as numbers, read them as text \(in pandas: dtype=str\)$"


class TestTables:
    """A whole table is refused: to go through it gives the names of its columns."""

    @pytest.mark.parametrize("has_arrow", [True, False])
    def test_pandas(self, has_arrow, monkeypatch):
        pd = pytest.importorskip("pandas")
        frame = pd.DataFrame({"puzzle": TEXTS, "solution": TEXTS})
        self.refused(frame, has_arrow, monkeypatch)
        assert count_many(frame["puzzle"]).tolist() == EXPECTED.counts.tolist()

    @pytest.mark.parametrize("has_arrow", [True, False])
    def test_polars(self, has_arrow, monkeypatch):
        pl = pytest.importorskip("polars")
        frame = pl.DataFrame({"puzzle": TEXTS, "solution": TEXTS})
        self.refused(frame, has_arrow, monkeypatch)
        self.refused(frame.lazy(), has_arrow, monkeypatch)

    def test_arrow(self, monkeypatch):
        pa = pytest.importorskip("pyarrow")
        table = pa.table({"puzzle": TEXTS})
        for one in (table, table.to_batches()[0], table.to_reader(), table.to_struct_array()):
            self.refused(one, True, monkeypatch)

    def test_dict(self, monkeypatch):
        self.refused({"puzzle": TEXTS}, True, monkeypatch)

    @staticmethod
    def refused(table, has_arrow, monkeypatch):
        with monkeypatch.context() as patch:
            if not has_arrow:
                patch.setitem(sys.modules, "pyarrow", None)
            with pytest.raises(TypeError, match=WHOLE_TABLE):
                count_many(table)


class TestNumbers:
    """81 digits that were read as a number have lost zeros, or more: the error says how to read them."""

    @pytest.mark.parametrize("number", [int(DIGITS_ONLY), float(DIGITS_ONLY), np.float64(1e80), np.int64(1)])
    def test_python(self, number):
        for column in ([number], np.array([number], object), iter([TEXTS[0], number])):
            with pytest.raises(
                TypeError, match=r"a puzzle is a text; number [01] \(from 0\) is of type .*" + AS_TEXT
            ):
                count_many(column)

    def test_numpy(self):
        with pytest.raises(PuzzleError, match=AS_TEXT):
            count_many(np.array([float(DIGITS_ONLY)] * 3))

    @pytest.mark.parametrize(
        "rows", [[DIGITS_ONLY, DIGITS_ONLY], [DIGITS_ONLY, ""], ["0" * 64 + DIGITS_ONLY[64:], DIGITS_ONLY]]
    )
    def test_pandas_and_its_remedy(self, rows):
        """Read as it comes, the column holds Python's integers or floats; with the remedy texts."""
        pd = pytest.importorskip("pandas")
        text = "number,puzzle\n" + "".join(f"{number},{row}\n" for number, row in enumerate(rows))
        with pytest.raises(TypeError, match=AS_TEXT):
            count_many(pd.read_csv(io.StringIO(text))["puzzle"])
        column = pd.read_csv(io.StringIO(text), dtype=str)["puzzle"]
        assert count_many(column).tolist() == count_many(rows).tolist()

    def test_a_number_is_the_same_mistake_in_other_columns(self):
        pl = pytest.importorskip("polars")
        with pytest.raises(TypeError, match=AS_TEXT):
            count_many(pl.Series([1, 2]))


def test_a_single_puzzle_is_refused_in_every_form():
    """It would be taken for 81 of them, or for none."""
    for single in (TEXTS[0], TEXTS[0].encode(), bytearray(TEXTS[0].encode()), np.array(TEXTS[0])):
        with pytest.raises(TypeError, match="put a single one in a list"):
            count_many(single)


def test_a_column_of_anything_else_is_refused_by_its_type():
    pa = pytest.importorskip("pyarrow")
    for column in (pa.array([[TEXTS[0]]]), pa.array([True]), pa.array([1]).dictionary_encode()):
        said = f"a column of type {column.type}: puzzles are a column of strings"
        with pytest.raises(TypeError, match=f"^{re.escape(said)}"):
            count_many(column)


@pytest.mark.parametrize("width", [8, 16, 80])
def test_a_column_of_bytes_too_narrow_for_a_puzzle_is_refused_by_its_width(width):
    """A width of 8 is that of objects, 16 that of identifiers."""
    pa = pytest.importorskip("pyarrow")
    column = pa.array([b"1" * width], pa.binary(width))
    said = f"^a column of bytes of the fixed width {width}: puzzles have 81 symbols, or 729 as pencilmarks$"
    for one in (column, column.dictionary_encode()):
        with pytest.raises(TypeError, match=said):
            count_many(one)


def test_columns_of_a_larger_width_have_room_for_white_space():
    pa = pytest.importorskip("pyarrow")
    column = pa.array([text.encode().ljust(90) for text in TEXTS], pa.binary(90))
    assert_same(column)


def test_objects_of_polars_are_taken_item_by_item():
    """Polars hands them to Arrow as addresses, which are no texts."""
    pl = pytest.importorskip("polars")
    assert_same(pl.Series(MIXED, dtype=pl.Object))
    assert count_many(pl.Series([TEXTS[0], None], dtype=pl.Object)).tolist() == [EXPECTED.counts[0], -2]
    with pytest.raises(TypeError, match=r"number 1 \(from 0\) is of type int" + AS_TEXT):
        count_many(pl.Series([TEXTS[0], 5], dtype=pl.Object))


def test_thousands_of_texts_with_pencilmarks_among_them_stay_in_order():
    """More than fit in one batch, some batches with pencilmarks and some without."""
    texts = [*TEXTS * 1200, *MIXED * 20, *TEXTS * 1200]
    assert count_many(texts).tolist() == EXPECTED.counts.tolist() * 2420


def test_the_twin_takes_them_too():
    assert (count_many(MARKED[:9], level=TWIN) == EXPECTED.counts[:9]).all()
