"""Puzzles in every form that is taken: their counts, solutions and canonical forms are the same."""

import io
import re
import sys
from array import array as buffer
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sudocube
from sudocube.cell_values import MARKS
from sudocube.errors import PuzzleError
from sudocube.kernel import TWIN, levels
from sudocube.kernel.batches import canonical_many, count_many, solve_many
from sudocube.puzzle import Puzzle
from tests.kernel.lists import digits, symbols
from tests.kernel.puzzle_forms import MARKED, MIXED, OF_CELLS, OF_TEXTS, PUZZLES, SOLUTIONS, TEXTS, marked

EXPECTED = solve_many(digits(PUZZLES))
COUNTS = EXPECTED.counts.tolist()
CANONICAL = canonical_many(digits(PUZZLES))
BLANKS = ".0*_-xX"


def assert_same(form: Any, name: str = "") -> None:
    items = list(form) if hasattr(form, "__next__") else form
    solved, found = solve_many(items), canonical_many(items)
    parts: list[Any] = [*solved, *found]
    wanted: list[Any] = [*EXPECTED, *CANONICAL]
    for part, expected in zip(parts, wanted, strict=True):
        assert part.dtype == expected.dtype
        assert (part == expected).all(), name


def test_puzzles_in_every_form_of_arrays_are_the_same_puzzles():
    """Digits, symbols and candidates as integers of every width, strided, reversed and read-only."""
    assert [min(number, 2) for number in SOLUTIONS] == COUNTS
    assert set(COUNTS) == {0, 1, 2}
    for name, made in OF_CELLS.items():
        assert_same(made(), name)
    rows = digits(PUZZLES)
    assert not rows.flags.writeable
    wide = np.zeros((56, 100), np.uint8)
    wide[::2, 10:91] = rows
    for form in (wide[::2, 10:91], rows[::-1].copy()[::-1], np.asfortranarray(rows)):
        assert_same(form)
        assert (count_many(form, level=TWIN) == EXPECTED.counts).all()
    for blank in BLANKS:
        assert_same(symbols(PUZZLES, blank), blank)
        assert_same([marked(puzzle, blank) for puzzle in PUZZLES], blank)


@pytest.mark.parametrize("library", OF_TEXTS)
def test_puzzles_in_every_form_of_texts_are_the_same_puzzles(library):
    """Clues, pencilmarks, and both in one batch."""
    for form, made in OF_TEXTS[library].items():
        for texts in (TEXTS, MARKED, MIXED):
            if not (form.startswith("fixed") and texts is MIXED):
                assert_same(made(texts), form)


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


WRONG = ["", "?" * 81, TEXTS[0][:80], TEXTS[0] + "1", TEXTS[0][:80] + "ü", "." * 728, "." * 730, "1" * 729]
WRONG += [MARKED[0][:-1] + "ü", "\x00" * 81, "\x01" * 81, "\x00" * 80 + "\x09", "\x1f" * 81, "\x7f" * 81]
"""Texts that are no puzzles. In an array most of the bytes of the last ones would be digits."""


@pytest.mark.parametrize("level", levels())
def test_a_text_that_is_no_puzzle_keeps_its_row_and_is_minus_two(level):
    """Whatever else its batch holds; the other texts are solved."""
    for wrong in WRONG:
        for others in ([], [0], [1, 2, 3]):
            mixed = [wrong, *(MIXED[number] for number in others)]
            expected = [-2, *(COUNTS[number] for number in others)]
            assert count_many(mixed, level=level).tolist() == expected, mixed
            assert count_many([text.encode() for text in mixed], level=level).tolist() == expected, mixed
    texts: list[Any] = [TEXTS[0], *WRONG, None, float("nan"), MARKED[1]]
    solved, found = solve_many(texts, level=level), canonical_many(texts, level=level)
    assert solved.counts.tolist() == [COUNTS[0], *[-2] * 16, COUNTS[1]]
    assert found.automorphisms.tolist()[1:-1] == [-2] * 16
    for part in (solved.solutions, found.forms, found.keys):
        assert not part[1:-1].any()
    assert np.array_equal(found.keys[[0, -1]], CANONICAL.keys[:2])


SOME = (TEXTS[0], None, MARKED[1], "no puzzle", None)
FOUND = [COUNTS[0], -2, COUNTS[1], -2, -2]


def test_null_none_nan_and_na_are_missing_texts():
    """Their count is -2; a slice begins where it begins."""
    for nothing in (None, float("nan"), np.float32("nan")):
        assert count_many([one or nothing for one in SOME]).tolist() == FOUND
    pa, pl, pd = map(pytest.importorskip, ("pyarrow", "polars", "pandas"))
    columns = [pl.Series(SOME, dtype=kind) for kind in (pl.String, pl.Enum(list(filter(None, SOME))))]
    for kind in ("string", "string_view", "large_binary", "binary_view"):
        items = [one.encode() if one and "binary" in kind else one for one in SOME]
        columns.append(pa.array(items, getattr(pa, kind)()))
        columns.append(pa.DictionaryArray.from_arrays(pa.array([0, 1, 2, 3, None], pa.uint8()), columns[-1]))
    columns += [pd.Series(SOME, dtype=kind) for kind in ("str", "object", "category", "string[python]")]
    for column in columns:
        assert count_many(column).tolist() == FOUND
        assert count_many(column[1:]).tolist() == FOUND[1:]
    for missing in ([pd.NA, pd.NaT], pa.nulls(2), pl.Series([None, None])):
        assert count_many(missing).tolist() == [-2, -2]


def test_a_part_of_a_column_of_arrow_is_that_part():
    """Where it begins within the memory of the column."""
    pytest.importorskip("pyarrow")
    for form in ("string", "string_view", "large_binary", "fixed_size_binary"):
        column = OF_TEXTS["Arrow"][form](TEXTS)
        for part in (slice(3, 28), slice(7, 20), slice(12, 13)):
            assert count_many(column[part]).tolist() == COUNTS[part], form
            assert np.array_equal(canonical_many(column[part]).forms, CANONICAL.forms[part]), form


def test_a_whole_table_is_refused(monkeypatch):
    """To go through it would give the names of its columns."""
    pa, pl, pd = map(pytest.importorskip, ("pyarrow", "polars", "pandas"))
    frame, table = pl.DataFrame({"puzzle": TEXTS, "solution": TEXTS}), pa.table({"puzzle": TEXTS})
    tables: list[Any] = [{"puzzle": TEXTS}, pd.DataFrame({"puzzle": TEXTS}), frame, frame.lazy()]
    said = r'holds columns: give the column with the puzzles, such as df\["puzzle"\]$'
    for one in (*tables, table, table.to_batches()[0], table.to_reader(), table.to_struct_array()):
        with pytest.raises(TypeError, match=said):
            count_many(one)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for one in tables:
        with pytest.raises(TypeError, match=said):
            count_many(one)


AS_TEXT = r"; where digits were read as numbers, read them as text \(in pandas: dtype=str\)$"
IN_ONE = "ndarray; cells as numbers come in one array"


def test_an_item_that_is_no_text_is_refused_with_its_place_and_the_remedy():
    """Most look like a puzzle: they have 81 parts and a buffer. Nothing is read from their memory."""
    text = "." * 81
    for other, said in (
        *((number, ".*" + AS_TEXT) for number in (5, np.float64(1e80))),
        (memoryview(b"." * 81), r"memoryview: give bytes\(item\)"),
        *((np.full(81, 0x3131313131313131), IN_ONE), (np.array(["." * 81] * 81), IN_ONE)),
        (buffer("B", b"." * 81), "array"),
        (Puzzle(text), r"Puzzle: give str\(puzzle\)"),
        (next(sudocube.read(io.BytesIO(b"." * 81), "a.txt")), r"Entry: give str\(entry.puzzle\)"),
    ):
        for items, place in (([other], 0), ([text.encode(), text.encode(), other], 2)):
            with pytest.raises(TypeError, match=rf"number {place} \(from 0\) is of type {said}"):
                count_many(iter(items))


def test_what_holds_no_texts_is_refused_by_its_type():
    """A single text would be taken for 81 of them, or for none."""
    text, single = "." * 81, "put a single one in a list"
    refused: list[tuple[Any, str]] = [
        *((one, single) for one in (text, text.encode(), bytearray(81), np.array(text), Puzzle(text))),
        (None, "^puzzles are a list, an array or a column, not NoneType$"),
        (1.5, "^puzzles are a list, an array or a column, not float$"),
        (np.full((2, 81), "1"), r"number 0 \(from 0\) is of type ndarray"),
    ]
    pa, pl = pytest.importorskip("pyarrow"), pytest.importorskip("polars")
    for column in (pa.array([[TEXTS[0]]]), pa.array([True]), pa.array([1]).dictionary_encode()):
        said = f"a column of type {column.type}: puzzles are a column of strings"
        refused.append((column, f"^{re.escape(said)}"))
    refused += [(pa.array([1], kind), f"a column of type .*{AS_TEXT}") for kind in (pa.int64(), pa.float64())]
    refused.append((pl.Series([TEXTS[0], 5], dtype=pl.Object), "type int" + AS_TEXT))
    for width in (8, 16, 80):  # a width of 8 is that of objects, 16 that of identifiers
        column = pa.array([b"1" * width], pa.binary(width))
        said = f"^a column of bytes of the fixed width {width}: puzzles have 81 symbols, or 729 as penc"
        refused += [(column, said), (column.dictionary_encode(), said)]
    for one, said in refused:
        with pytest.raises(TypeError, match=said):
            count_many(one)
    assert_same(pa.array([text.encode().ljust(90) for text in TEXTS], pa.binary(90)))
    assert_same(pl.Series(MIXED, dtype=pl.Object))


def test_thousands_of_texts_with_pencilmarks_among_them_stay_in_order():
    """More than fit in one batch, some batches with pencilmarks and some without."""
    texts = [*TEXTS * 1200, *MIXED * 20, *TEXTS * 1200]
    solved = solve_many(iter(texts))
    assert (solved.counts == np.tile(EXPECTED.counts, 2420)).all()
    assert (solved.solutions == np.tile(EXPECTED.solutions, (2420, 1, 1))).all()
    assert (solved.guesses == np.tile(EXPECTED.guesses, 2420)).all()
