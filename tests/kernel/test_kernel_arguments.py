"""Arguments of the kernel: wrong arrays, texts, levels and limits; and all forms of puzzles."""

import io
import re
import subprocess
import sys
from array import array as buffer
from typing import Any

import numpy as np
import pytest

import sudocube
from sudocube import kernel
from sudocube.errors import PuzzleError, SudocubeError, UnknownNameError, UnsupportedError
from sudocube.kernel import TWIN, VARIABLE, chosen_level, implementations, levels
from sudocube.kernel.batches import count_many, solve_many
from tests.cli.command import run
from tests.kernel.lists import known, masks, symbols

EMPTY = np.zeros((3, 81), np.uint8)


def with_value(array, row, column, value):
    """A copy of an array with one value changed."""
    array = array.copy()
    array[row, column] = value
    return array


@pytest.mark.parametrize("level", levels())
@pytest.mark.parametrize(
    ("array", "said"),
    [
        (
            EMPTY.astype(np.float64),
            "an array of float64: puzzles are integers: uint16 for candidates, any other",
        ),
        (EMPTY.astype(bool), "an array of bool: puzzles are integers"),
        (
            EMPTY[0],
            r"an array of shape \(81,\): puzzles are .*; a single one is array.reshape\(1, 81\)$",
        ),
        (EMPTY[:, :80], r"shape \(3, 80\)"),
        (EMPTY[0].reshape(9, 9), r"shape \(9, 9\): puzzles are .*; a single one is array.reshape\(1, 81\)$"),
        (EMPTY.reshape(3, 3, 27), r"shape \(3, 3, 27\)"),
        (EMPTY.reshape(1, 3, 9, 9), r"shape \(1, 3, 9, 9\)"),
        (np.array([1e80, 2e80]), r"shape \(2,\): .*; where digits were read as numbers, .*dtype=str"),
        (np.array([1e80] * 81), r"shape \(81,\): .*; where digits were read as numbers, .*dtype=str"),
        (np.ma.masked_equal(EMPTY, 0), r"a masked array: fill it first, with \.filled\(0\) if"),
        (
            with_value(EMPTY, 1, 31, 77).reshape(3, 9, 9),
            r"puzzle 1, row 3, column 4 \(from 0\) holds 77 \('M'\); expected a digit, 0 to 9",
        ),
        (
            with_value(EMPTY.astype(np.int8), 1, 7, -1),
            "row 1, column 7 .* holds -1; expected a digit, 0 to 9",
        ),
        (
            with_value(EMPTY.astype(np.int64), 0, 0, -1),
            "row 0, column 0 .* holds -1; expected a digit, 0 to 9,",
        ),
        (with_value(EMPTY.astype(np.int64), 2, 7, 257), "row 2, column 7 .* holds 257; expected a digit"),
        (
            with_value(EMPTY.astype(np.uint64), 2, 7, 2**64 - 1),
            "holds 18446744073709551615; expected a digit",
        ),
        (with_value(EMPTY, 1, 7, 10), r"row 1, column 7 \(from 0\) holds 10; expected a digit, 0 to 9"),
        (
            with_value(EMPTY, 2, 80, ord("1")),
            r"row 2, column 80 \(from 0\) holds 49 \('1'\); expected a digit",
        ),
        (
            with_value(EMPTY + 46, 0, 3, ord("?")),
            r"row 0, column 3 \(from 0\) holds 63 \('\?'\); expected a d",
        ),
        (with_value(EMPTY + 46, 2, 3, 5), r"row 2, column 3 \(from 0\) holds 5; expected .*, in ASCII"),
        (with_value(EMPTY.astype(np.uint16), 1, 2, 512), "row 1, column 2 .* holds 512; expected candidates"),
    ],
)
def test_a_wrong_array_is_refused_and_the_error_names_the_place(array, said, level):
    """The error names the type, the shape, or the first wrong row and column."""
    with pytest.raises(PuzzleError, match=said):
        count_many(array, level=level)


def test_the_row_in_an_error_is_counted_over_all_batches():
    """For any number of threads."""
    rows = np.zeros((50_000, 81), np.uint8)
    with pytest.raises(PuzzleError, match="row 43210, column 5 "):
        count_many(with_value(rows, 43210, 5, 77), jobs=2, limit=1)


@pytest.mark.parametrize("level", levels())
def test_a_text_that_is_not_a_puzzle_keeps_its_row(level):
    """Its count is -2, and the other texts are solved."""
    full = str(known(1)[0][0])
    texts = [
        full,
        "",
        full[:80],
        full + "1",
        None,
        "?" * 81,
        full[:80] + "ü",
        "\x01" * 81,
        f" {full[:40]} {full[40:]}\n",
    ]
    counts = count_many(texts, level=level).tolist()
    assert counts == [1, -2, -2, -2, -2, -2, -2, -2, 1]
    solved = solve_many(texts, level=level)
    assert solved.solutions[0, 0].tolist() == list(map(int, full))
    assert not solved.solutions[1:8].any()


@pytest.mark.parametrize("texts", [[1], [b"1", 2.0], [["1"] * 81]])
def test_an_item_that_is_not_a_text_is_refused(texts):
    """The error names its index."""
    with pytest.raises(TypeError, match=r"number \d \(from 0\) is of type"):
        count_many(texts)


OTHER_ITEMS: dict[str, tuple[Any, str]] = {
    "bytearray": (bytearray(b"." * 81), "bytearray: give bytes(item)"),
    "memoryview": (memoryview(b"." * 81), "memoryview: give bytes(item)"),
    "81 numbers of 8 bytes": (np.full(81, 0x3131313131313131), "ndarray; cells as numbers come in one array"),
    "81 bytes": (np.full(81, ord("."), np.uint8), "ndarray; cells as numbers come in one array"),
    "array of texts": (np.array(["." * 81] * 81), "ndarray; cells as numbers come in one array"),
    "array.array": (buffer("B", b"." * 81), "array"),
    "Puzzle": (sudocube.Puzzle("." * 81), "Puzzle: give str(puzzle)"),
    "Entry": (next(sudocube.read(io.BytesIO(b"." * 81), "a.txt")), "Entry: give str(entry.puzzle)"),
}
"""Items that look like a puzzle: most have 81 parts and a buffer that bytes could be read from."""


@pytest.mark.parametrize("item", OTHER_ITEMS)
def test_an_item_of_another_type_is_refused_alone_and_among_texts(item):
    """The error names its place and what to give instead; nothing is read from its memory."""
    other, said = OTHER_ITEMS[item]
    text = "." * 81
    for items, place in (
        ([other], 0),
        ([other, other], 0),
        ([text, other], 1),
        ([text.encode(), text.encode(), other], 2),
        ([other, text.encode()], 0),
    ):
        with pytest.raises(TypeError, match=re.escape(f"number {place} (from 0) is of type {said}")):
            count_many(items)


def test_rows_of_symbols_one_by_one_are_refused():
    """An array of text whose rows are puzzles, one symbol in each field."""
    with pytest.raises(TypeError, match=r"number 0 \(from 0\) is of type ndarray"):
        count_many(np.full((2, 81), "1"))


@pytest.mark.parametrize("nothing", [None, 5, 1.5, object()])
def test_what_holds_no_items_is_refused_by_its_type(nothing):
    said = f"^puzzles are a list, an array or a column, not {type(nothing).__name__}$"
    with pytest.raises(TypeError, match=said):
        count_many(nothing)
    with pytest.raises(TypeError, match=said):
        solve_many(nothing)


@pytest.mark.parametrize("single", ["." * 81, b"." * 81, memoryview(b"." * 81), sudocube.Puzzle("." * 81)])
def test_a_single_text_is_refused(single):
    """It would be read as 81 texts."""
    with pytest.raises(TypeError, match="put a single one in a list"):
        count_many(single)


@pytest.mark.parametrize("level", levels())
def test_no_puzzles_give_empty_arrays(level):
    """Of the right shapes and types."""
    empty: list[Any] = [[], EMPTY[:0], iter(())]
    for nothing in empty:
        solved = solve_many(nothing, level=level)
        assert [part.shape for part in solved] == [(0,), (0, 2, 81), (0,)]
        assert [str(part.dtype) for part in solved] == ["int64", "uint8", "int64"]


@pytest.mark.parametrize(
    "options", [{"limit": 0}, {"limit": -1}, {"limit": 2**63}, {"budget": -1}, {"budget": 2**63}, {"jobs": 0}]
)
def test_limits_out_of_range_are_refused(options):
    """Also budgets and numbers of jobs."""
    with pytest.raises(
        ValueError, match=r": it is an integer of at (least [01]|most 2\^63 - 1)(, or None)?$"
    ):
        count_many(EMPTY, **options)


def test_wrong_arguments_are_refused_before_memory_is_allocated():
    """With more rows than fit in memory; also for a flat array of puzzles."""
    endless = np.broadcast_to(np.uint8(0), (10**14,))
    with pytest.raises(PuzzleError, match="shape"):
        solve_many(endless)
    with pytest.raises(ValueError, match="a limit of 0"):
        count_many(np.broadcast_to(np.uint8(0), (10**14, 81)), limit=0)


def test_results_of_thousands_of_texts_are_in_order():
    """There are more than fit in one batch."""
    puzzles, solutions = known(7)
    texts = [str(puzzle) for _ in range(5000) for puzzle in puzzles]
    assert count_many(iter(texts), limit=9).tolist() == solutions * 5000
    of_texts, of_one = solve_many(iter(texts)), solve_many(texts[:7])
    assert (of_texts.solutions == np.tile(of_one.solutions, (5000, 1, 1))).all()
    assert (of_texts.guesses == np.tile(of_one.guesses, 5000)).all()


class TestColumns:
    """Columns of texts of several libraries."""

    puzzles, solutions = known(14)
    texts = (*map(str, puzzles), None, "no puzzle")
    expected = [*(min(number, 2) for number in solutions), -2, -2]  # noqa: RUF012 — never changed

    def test_arrow(self):
        pa = pytest.importorskip("pyarrow")
        for kind in (pa.string(), pa.large_string()):
            column = pa.array(self.texts, kind)
            assert count_many(column).tolist() == self.expected
            assert count_many(column[3:]).tolist() == self.expected[3:]
            assert count_many(column[2:9]).tolist() == self.expected[2:9]
            chunked = pa.chunked_array([column, column[:0], column[5:]])
            assert count_many(chunked).tolist() == self.expected + self.expected[5:]
        assert count_many(pa.array(self.texts).dictionary_encode()).tolist() == self.expected
        for kind in (pa.int64(), pa.float64(), pa.decimal128(20)):
            with pytest.raises(
                TypeError, match=r"a column of type .*; where digits were read as numbers, .*str"
            ):
                count_many(pa.array([1], kind))

    def test_polars(self):
        pl = pytest.importorskip("polars")
        assert count_many(pl.Series(list(self.texts))).tolist() == self.expected
        assert count_many(pl.Series(list(self.texts))[4:]).tolist() == self.expected[4:]

    def test_polars_without_pyarrow(self, monkeypatch):
        pl = pytest.importorskip("polars")
        monkeypatch.setitem(sys.modules, "pyarrow", None)
        assert count_many(pl.Series(list(self.texts))).tolist() == self.expected

    def test_pandas(self):
        pd = pytest.importorskip("pandas")
        assert count_many(pd.Series(list(self.texts))).tolist() == self.expected

    def test_the_memory_of_a_column_is_used_without_a_copy(self):
        """If all its texts are puzzles."""
        pa = pytest.importorskip("pyarrow")
        from sudocube.kernel.texts import arrays_of

        column = pa.array(list(map(str, self.puzzles)), pa.large_string())
        [rows] = arrays_of(column)
        assert rows.ctypes.data == column.buffers()[2].address
        assert (rows == symbols(self.puzzles)).all()


def test_the_levels_are_listed_slowest_first():
    """The twin is always in the list."""
    assert levels()[0] == TWIN
    assert set(levels()) <= set(kernel.KNOWN)
    assert [level for level in kernel.KNOWN if level in levels()] == list(levels())
    assert chosen_level() == levels()[-1]
    assert kernel.is_compiled() == (len(levels()) > 1)


@pytest.mark.parametrize("level", levels())
def test_a_level_is_forced_by_argument_or_environment(level, monkeypatch):
    """The argument takes precedence."""
    assert chosen_level(level) == level
    monkeypatch.setenv(VARIABLE, level)
    assert chosen_level() == level
    assert chosen_level(TWIN) == TWIN
    assert kernel.start_search(masks(known(1)[0])).level == level
    assert kernel.is_compiled() == (level != TWIN)


def test_an_unknown_level_is_refused_and_the_error_lists_the_known_ones(monkeypatch):
    """As an argument and in the environment."""
    with pytest.raises(UnknownNameError, match=r"unknown kernel 'avx'.*Known: avx2, avx512, baseline"):
        count_many(EMPTY, level="avx")
    monkeypatch.setenv(VARIABLE, "turbo")
    with pytest.raises(UnknownNameError, match="unknown kernel in SUDOCUBE_KERNEL 'turbo'"):
        count_many(EMPTY)


def test_a_level_that_does_not_run_here_is_refused(monkeypatch):
    """The error lists the levels that do."""
    monkeypatch.setattr(implementations, "levels", lambda: ("twin", "portable"))
    with pytest.raises(UnsupportedError, match="'avx512' does not run here; these do: twin, portable"):
        chosen_level("avx512")


def test_the_command_line_reports_a_wrong_level_in_the_environment(monkeypatch):
    """For all commands that use the kernel, by name or by default."""
    monkeypatch.setenv(VARIABLE, "turbo")
    for arguments in (["check", "." * 81], ["engines"], ["count", "." * 81, "--engine", "kernel"]):
        outcome = run(*arguments)
        assert (outcome.status, outcome.out) == (2, "")
        assert outcome.err.startswith("error: unknown kernel in SUDOCUBE_KERNEL 'turbo'. Known: avx2, ")
    assert run("check", "." * 16, "--engine", "phases").status == 1


def test_without_the_compiled_module_the_twin_is_used_and_sat_is_the_default():
    """As after an installation without a compiler."""
    code = (
        "import sys; sys.modules['sudocube._kernel'] = None\n"
        "from sudocube import check, count_many, crosscheck\n"
        "from sudocube.kernel import levels\n"
        "assert levels() == ('twin',), levels()\n"
        "assert count_many(['.' * 81, '1' * 81]).tolist() == [2, 0]\n"
        "assert check('.' * 81).engine.startswith('sat')\n"
        "assert check('.' * 81, engine='kernel').engine == 'kernel'\n"
        "assert 'kernel' in crosscheck('1' * 81).answers\n"
    )
    # An entry None in sys.modules makes the import fail like that of a missing module.
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


def test_an_error_within_the_compiled_module_is_not_taken_for_its_absence(tmp_path):
    """The twin replaces only a missing module, not a broken one."""
    code = (
        "import sys, importlib.abc\n"
        "class Broken(importlib.abc.MetaPathFinder):\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name == 'sudocube._kernel':\n"
        "            raise ModuleNotFoundError('no libstdc++', name='libstdc++')\n"
        "sys.meta_path.insert(0, Broken())\n"
        "from sudocube.kernel import levels\n"
        "try:\n    levels()\nexcept ModuleNotFoundError as error:\n    print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("no libstdc++\n", "")


def test_the_functions_are_names_of_the_package():
    """To import the package does not import NumPy."""
    assert sudocube.count_many is count_many
    assert sudocube.solve_many is solve_many
    code = "import sys, sudocube, sudocube.kernel, sudocube.engines; assert 'numpy' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_errors_derive_from_the_base_class_of_the_package():
    """Those for wrong arrays."""
    for wrong in (EMPTY.astype(np.float32), EMPTY[:, :3]):
        with pytest.raises(SudocubeError):
            count_many(wrong)
