"""Arguments of the kernel: wrong arrays, texts, levels and limits; and all forms of puzzles."""

import re
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from sudocube import kernel
from sudocube.errors import PuzzleError, UnknownNameError
from sudocube.kernel import TWIN, VARIABLE, chosen_level, levels
from sudocube.kernel.batches import canonical_many, close_singles, count_many, solve_many
from tests.cli.command import HANG, invoke
from tests.kernel.lists import known, masks

EMPTY = np.zeros((3, 81), np.uint8)


def with_value(array, row, column, value):
    """A copy of an array with one value changed."""
    array = array.copy()
    array[row, column] = value
    return array


SINGLE = r": puzzles are .*; a single one is array.reshape\(1, 81\)$"
NUMBERS = ": .*; where digits were read as numbers, .*dtype=str"
WRONG: list[tuple[Any, str]] = [
    (EMPTY.astype(np.float64), "an array of float64: puzzles are integers: uint16 for candidates, any other"),
    (EMPTY.astype(bool), "an array of bool: puzzles are integers"),
    (EMPTY[0], r"an array of shape \(81,\)" + SINGLE),
    (EMPTY[:, :80], r"shape \(3, 80\)"),
    (EMPTY.reshape(1, 3, 9, 9), r"shape \(1, 3, 9, 9\)"),
    (np.array([1e80, 2e80]), r"shape \(2,\)" + NUMBERS),
    (np.ma.masked_equal(EMPTY, 0), r"a masked array: fill it first, with \.filled\(0\) if"),
    (
        with_value(EMPTY, 1, 31, 77).reshape(3, 9, 9),
        r"puzzle 1, row 3, column 4 \(from 0\) holds 77 \('M'\); expected a digit, 0 to 9",
    ),
    (with_value(EMPTY.astype(np.int8), 1, 7, -1), "row 1, column 7 .* holds -1; expected a digit, 0 to 9"),
    (with_value(EMPTY.astype(np.int64), 2, 7, 257), "row 2, column 7 .* holds 257; expected a digit"),
    (with_value(EMPTY.astype(np.uint64), 2, 7, 2**64 - 1), "holds 18446744073709551615; expected a digit"),
    (with_value(EMPTY, 2, 80, ord("1")), r"row 2, column 80 \(from 0\) holds 49 \('1'\); expected a digit"),
    (with_value(EMPTY + 46, 0, 3, ord("?")), r"row 0, column 3 \(from 0\) holds 63 \('\?'\); expected a d"),
    (with_value(EMPTY + 46, 2, 3, 5), r"row 2, column 3 \(from 0\) holds 5; expected .*, in ASCII"),
    (with_value(EMPTY.astype(np.uint16), 1, 2, 512), "row 1, column 2 .* holds 512; expected candidates"),
]


def test_a_wrong_array_is_refused_and_the_error_names_the_place():
    """The type, the shape, or the first wrong cell; in the same words for counts, forms and closures."""
    for array, said in WRONG:
        for level in (levels()[0], levels()[-1]):
            with pytest.raises(PuzzleError, match=said) as counted:
                count_many(array, level=level)
            for other in (canonical_many, close_singles):
                with pytest.raises(PuzzleError, match=f"^{re.escape(str(counted.value))}$"):
                    other(array, level=level)


@pytest.mark.parametrize("level", levels())
def test_no_puzzles_give_empty_arrays(level):
    """Of the right shapes and types."""
    empty: list[Any] = [[], EMPTY[:0], iter(())]
    for nothing in empty:
        solved = solve_many(nothing, level=level)
        assert [part.shape for part in solved] == [(0,), (0, 2, 81), (0,)]
        assert [str(part.dtype) for part in solved] == ["int64", "uint8", "int64"]
    found = canonical_many([], level=level)
    assert [part.shape for part in found] == [(0, 81), (0, 2), (0,)]
    assert [str(part.dtype) for part in found] == ["uint8", "uint64", "int32"]


@pytest.mark.parametrize("level", levels())
def test_the_first_puzzle_is_told_without_arrays(level):
    """Its number of solutions, and the first two of them; it may be given without an array, too."""
    for puzzle in masks(known(4)[0]):
        search = kernel.start_search(memoryview(puzzle.tobytes()).cast("H", (1, 81)), limit=3, level=level)
        kernel.finish(search)
        count = int(search.counts[0])
        assert search.first() == (count, [*map(bytes, search.solutions[0, :count])])


def test_limits_out_of_range_are_refused():
    """Also budgets and numbers of jobs."""
    said = r": it is an integer of at (least [01]|most 2\^63 - 1)(, or None)?$"
    options: dict[str, Any]
    for name, value in (("limit", 0), ("limit", 2**63), ("budget", -1), ("budget", 2**63), ("jobs", 0)):
        options = {name: value}
        for function in (count_many, canonical_many)[: 1 if name == "limit" else 2]:
            with pytest.raises(ValueError, match=said):
                function(EMPTY, **options)


@pytest.mark.parametrize("level", levels())
def test_a_level_is_forced_by_argument_or_environment(level, monkeypatch):
    """The argument takes precedence. The levels are listed slowest first, and the last one is the default."""
    assert levels() == (TWIN, *[one for one in kernel.KNOWN if one in levels() and one != TWIN])
    assert chosen_level() == levels()[-1]
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
    outcome = invoke("check", "." * 81)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith("error: unknown kernel in SUDOCUBE_KERNEL 'turbo'. Known: avx2, ")


def test_without_the_compiled_module_the_twin_is_used_and_sat_is_the_default():
    """As after an installation without a compiler. An error within the module is no absence of it."""
    code = (
        "import importlib.abc, sys\n"
        "from sudocube.kernel import levels\n"
        "class Broken(importlib.abc.MetaPathFinder):\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name == 'sudocube._kernel':\n"
        "            raise ModuleNotFoundError('no libstdc++', name='libstdc++')\n"
        "broken = Broken()\n"
        "sys.meta_path.insert(0, broken)\n"
        "try:\n    levels()\nexcept ModuleNotFoundError as error:\n    print(error)\n"
        "sys.meta_path.remove(broken)\n"
        # An entry None makes the import fail like that of a missing module.
        "sys.modules['sudocube._kernel'] = None\n"
        "from sudocube import check, count_many, crosscheck\n"
        "assert levels() == ('twin',), levels()\n"
        "assert count_many(['.' * 81, '1' * 81]).tolist() == [2, 0]\n"
        "assert check('.' * 81).engine.startswith('sat')\n"
        "assert check('.' * 81, engine='kernel').engine == 'kernel'\n"
        "assert 'kernel' in crosscheck('1' * 81).answers\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=HANG)
    assert (done.returncode, done.stdout, done.stderr) == (0, "no libstdc++\n", "")
