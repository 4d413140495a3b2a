"""`canonical_many`: forms, keys and automorphisms of puzzles in any form that `count_many` takes."""

import re
import signal
import subprocess
import sys
import time
from typing import Any

import numpy as np
import pytest

import sudocube
from sudocube.errors import PuzzleError
from sudocube.kernel import levels
from sudocube.kernel.batches import count_many
from sudocube.kernel.canonical_batches import CanonicalPuzzles, canonical_many
from tests.cli.command import HANG
from tests.kernel.lists import digits, masks, random_rows
from tests.kernel.puzzle_forms import MARKED, MIXED, OF_CELLS, OF_TEXTS, PUZZLES, TEXTS

EXPECTED = canonical_many(digits(PUZZLES))
LEVELS = levels()
JUNK = "1" * 81
"""All symmetries that there are."""


def assert_same(found: CanonicalPuzzles, expected: CanonicalPuzzles = EXPECTED) -> None:
    assert [part.dtype for part in found] == [part.dtype for part in expected]
    assert np.array_equal(found.forms, expected.forms)
    assert np.array_equal(found.keys, expected.keys)
    assert np.array_equal(found.automorphisms, expected.automorphisms)


def part_of(found: CanonicalPuzzles, which: slice) -> CanonicalPuzzles:
    """Some of the results."""
    return CanonicalPuzzles(found.forms[which], found.keys[which], found.automorphisms[which])


def test_there_is_a_form_of_every_puzzle_with_any_number_of_solutions():
    """Otherwise the tests below show less than their names say."""
    assert (EXPECTED.automorphisms >= 1).all()
    assert len({form.tobytes() for form in EXPECTED.forms}) > 20
    assert [part.shape for part in EXPECTED] == [(28, 81), (28, 2), (28,)]
    assert [str(part.dtype) for part in EXPECTED] == ["uint8", "uint64", "int32"]


def test_a_form_is_a_puzzle_with_the_same_clues_in_other_places():
    """And its own form; it is written in digits 0 to 9."""
    assert (EXPECTED.forms <= 9).all()
    for puzzle, form in zip(digits(PUZZLES), EXPECTED.forms, strict=True):
        assert sorted(np.bincount(puzzle, minlength=10)[1:]) == sorted(np.bincount(form, minlength=10)[1:])
    assert_same(canonical_many(EXPECTED.forms))


FROZEN = [
    (
        ".................................................................................",
        "81c414e6d10bd2689379d48b82abd82e",
        2,
    ),
    (
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "f386f14c7d4bf1b6403bdd0287e94614",
        1,
    ),
    (
        "12.......21......................................................................",
        "d2f7e74c841e6e4f9bb63959fe8ab3fa",
        8,
    ),
    (
        "123456789456789123789123456......................................................",
        "82d2ca88ea74ff809a82dda6b0b50912",
        108,
    ),
    (
        "123456..9456..9123..9123456231564.9.564.9.231.9.2315643126459..6459..3129..312645",
        "406701b28eec59d33d3f8f1db7b6bf44",
        36,
    ),
    (
        "1.1..1.......111....1...1.1.1..1...11..1....11...1..1..1...1.1..1.1..1....11...1.",
        "0debd637f054e9980ef517f107acbc6d",
        3,
    ),
    (
        "...1....111...........1..1......1.1..11.........1..1....1.....11....1.......1.1..",
        "8afd966eef6b90816f3c919fd8f9992e",
        2,
    ),
    (
        ".1..1.11...11...1111.1.1...1.11..1......1111..11..1..11..11.1....1.1..1111...1..1",
        "ee04e9e106ca8e2a87c9972e73a43db6",
        1,
    ),
    (
        "764981532295374168831625497576849321129753684483216975312567849948132756657498213",
        "d9182b47883012326aa7b2d379d640b3",
        3,
    ),
    (
        "123456789456789123789123456231564897564897231897231564312645978645978312978312645",
        "b1d034b5b832b18ed2e5a613633e369d",
        648,
    ),
    (
        "111111111...........................222222222....................................",
        "b8e3d95eec23a2935ce3284802b16a32",
        2592,
    ),
]
"""Puzzles with few and with many automorphisms, with clues that clash, and full grids."""


@pytest.mark.parametrize("level", LEVELS)
def test_keys_never_change(level):
    """They are kept beside data sets. Other forms need another version, and a line in the changelog."""
    found = canonical_many([text for text, _, _ in FROZEN], level=level)
    assert [f"{first:016x}{second:016x}" for first, second in found.keys.tolist()] == [
        key for _, key, _ in FROZEN
    ]
    assert found.automorphisms.tolist() == [number for _, _, number in FROZEN]


@pytest.mark.parametrize("form", OF_CELLS)
def test_puzzles_in_every_form_of_arrays_have_the_same_forms(form):
    assert_same(canonical_many(OF_CELLS[form]()))


@pytest.mark.parametrize("form", OF_TEXTS)
@pytest.mark.parametrize("texts", [TEXTS, MARKED, MIXED], ids=["clues", "pencilmarks", "mixed"])
def test_puzzles_in_every_form_of_texts_have_the_same_forms(form, texts):
    """Pencilmarks that say no more than clues are clues."""
    if form.startswith("Arrow, fixed") and texts is MIXED:
        pytest.skip("all of one length")
    assert_same(canonical_many(OF_TEXTS[form](texts)))


@pytest.mark.parametrize("level", LEVELS)
def test_all_levels_give_the_same(level):
    assert_same(canonical_many(MIXED, level=level))


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_the_results_of_many_are_in_order_for_any_number_of_threads(jobs):
    rows = random_rows(5_000, 7)
    forms, keys, automorphisms = canonical_many(rows)
    expected = np.tile(forms, (8, 1)), np.tile(keys, (8, 1)), np.tile(automorphisms, 8)
    assert_same(canonical_many(np.tile(rows, (8, 1)), jobs=jobs), CanonicalPuzzles(*expected))


@pytest.mark.parametrize("level", LEVELS)
def test_pencilmarks_that_say_more_than_clues_have_no_form(level):
    """They keep their rows, and are no error: they are puzzles."""
    more = "12......." + MARKED[0][9:]
    none = "." * 9 + MARKED[0][9:]
    found = canonical_many([TEXTS[0], more, none, TEXTS[1]], level=level)
    assert found.automorphisms.tolist() == [
        *(EXPECTED.automorphisms[0], -2, -2),
        EXPECTED.automorphisms[1],
    ]
    assert not found.forms[1:3].any()
    assert not found.keys[1:3].any()
    candidates = masks(PUZZLES[:3])
    candidates[1, 40] = 0b11
    assert canonical_many(candidates, level=level).automorphisms.tolist()[1] == -2


@pytest.mark.parametrize("level", LEVELS)
def test_masks_that_are_no_candidates_are_refused_with_their_place(level):
    candidates = masks(PUZZLES[:3])
    candidates[0, 0], candidates[2, 40] = 0b11, 512
    with pytest.raises(PuzzleError, match=r"row 2, column 40 \(from 0\) holds 512; expected candidates"):
        canonical_many(candidates, level=level)


@pytest.mark.parametrize("last", [TEXTS[1], MARKED[1]], ids=["clues", "pencilmarks"])
@pytest.mark.parametrize("level", LEVELS)
def test_texts_that_are_no_puzzles_keep_their_rows(level, last):
    """Whatever else is in their batch."""
    texts = [TEXTS[0], "", TEXTS[0][:80], None, float("nan"), "?" * 81, "\x01" * 81, last]
    found = canonical_many(texts, level=level)
    assert found.automorphisms.tolist()[1:-1] == [-2] * 6
    assert not found.forms[1:-1].any()
    assert not found.keys[1:-1].any()
    assert np.array_equal(found.keys[[0, -1]], EXPECTED.keys[:2])


@pytest.mark.parametrize("kind", ["string", "string_view", "large_binary", "fixed_size_binary"])
def test_a_part_of_a_column_of_arrow_has_the_forms_of_that_part(kind):
    """Where it begins within the memory of the column; with missing texts and without."""
    pa = pytest.importorskip("pyarrow")
    column = OF_TEXTS[f"Arrow, {kind}"](TEXTS)
    with_gaps = pa.array(
        [None if at % 5 == 2 else text.as_py() for at, text in enumerate(column)], column.type
    )
    expected = EXPECTED.automorphisms.copy()
    expected[2::5] = -2
    for start, end in ((0, 28), (3, 28), (7, 20), (12, 13)):
        assert_same(canonical_many(column[start:end]), part_of(EXPECTED, slice(start, end)))
        forms = EXPECTED.forms[start:end]
        found = canonical_many(pa.chunked_array([with_gaps[start:end], column[start:end]]))
        both = np.concatenate([expected[start:end], EXPECTED.automorphisms[start:end]])
        assert found.automorphisms.tolist() == both.tolist()
        assert np.array_equal(found.forms[both > 0], np.vstack([forms[expected[start:end] > 0], forms]))


@pytest.mark.parametrize("level", LEVELS)
def test_arrays_may_be_strided_reversed_and_read_only(level):
    rows = digits(PUZZLES)
    wide = np.zeros((56, 100), np.uint8)
    wide[::2, 10:91] = rows
    assert_same(canonical_many(wide[::2, 10:91], level=level))
    assert_same(canonical_many(rows[::-1], level=level), part_of(EXPECTED, slice(None, None, -1)))
    assert_same(canonical_many(np.asfortranarray(rows), level=level))
    fixed = rows.copy()
    fixed.flags.writeable = False
    assert_same(canonical_many(fixed.reshape(-1, 9, 9), level=level))
    one = np.broadcast_to(rows[0], (5, 81))
    assert (canonical_many(one, level=level).keys == EXPECTED.keys[0]).all()


@pytest.mark.parametrize("level", LEVELS)
def test_a_search_that_is_given_up_is_undecided_and_never_a_guess(level):
    """81 times the same digit has more automorphisms than anybody counts one by one."""
    found = canonical_many([TEXTS[0], JUNK, TEXTS[1]], level=level, budget=500)
    assert found.automorphisms.tolist() == [EXPECTED.automorphisms[0], -1, EXPECTED.automorphisms[1]]
    assert not found.forms[1].any()
    assert not found.keys[1].any()


@pytest.mark.parametrize("level", LEVELS)
def test_no_puzzles_give_empty_arrays(level):
    empty: list[Any] = [[], np.zeros((0, 81), np.uint8), iter(())]
    for nothing in empty:
        found = canonical_many(nothing, level=level)
        assert [part.shape for part in found] == [(0, 81), (0, 2), (0,)]
        assert [str(part.dtype) for part in found] == ["uint8", "uint64", "int32"]


EMPTY = np.zeros((3, 81), np.uint8)
REFUSED: dict[str, Any] = {
    "floats": EMPTY.astype(float),
    "a flat array": EMPTY[0],
    "rows of 80": EMPTY[:, :80],
    "a masked array": np.ma.masked_equal(EMPTY, 0),
    "no digit": EMPTY + np.arange(81, dtype=np.uint8),
    "no symbol": EMPTY + np.uint8(ord("?")),
    "negative": EMPTY.astype(np.int8) - 1,
    "a far row of 9×9": np.vstack([np.zeros((40_000, 81), int), np.full((1, 81), 77)]).reshape(-1, 9, 9),
    "a single text": TEXTS[0],
    "a number among texts": [TEXTS[0], 5],
    "arrays among texts": [EMPTY[0]],
    "puzzles among texts": [PUZZLES[0]],
    "a table": {"puzzle": TEXTS},
    "nothing": None,
}


@pytest.mark.parametrize("given", REFUSED.values(), ids=REFUSED.keys())
def test_what_count_many_refuses_is_refused_in_the_same_words(given):
    """With the place; for any number of threads."""
    with pytest.raises((PuzzleError, TypeError)) as counted:
        count_many(given)
    with pytest.raises(counted.type, match=f"^{re.escape(str(counted.value))}$"):
        canonical_many(given, jobs=2)


@pytest.mark.parametrize("options", [{"budget": -1}, {"budget": 2**63}, {"jobs": 0}])
def test_limits_out_of_range_are_refused(options):
    with pytest.raises(ValueError, match=r": it is an integer of at (least [01]|most 2\^63 - 1), or None$"):
        canonical_many(TEXTS, **options)


def test_ctrl_c_is_noticed_within_a_batch():
    """The search would go on for hours if its budget were not bounded; with one thread and with two."""
    code = (
        "from sudocube import canonical_many\n"
        "print('begun', flush=True)\n"
        "try:\n"
        "    canonical_many(['1' * 81] * 1000, budget=2**63 - 1, jobs=JOBS)\n"
        "except KeyboardInterrupt:\n"
        "    print('stopped')"
    )
    for jobs in ("1", "2"):
        with subprocess.Popen(
            [sys.executable, "-c", code.replace("JOBS", jobs)], stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "begun\n"
            time.sleep(0.3)
            process.send_signal(signal.SIGINT)
            assert process.communicate(timeout=HANG)[0] == "stopped\n"


def test_it_is_a_name_of_the_package():
    assert sudocube.canonical_many is canonical_many
    assert sudocube.CanonicalPuzzles is CanonicalPuzzles
