"""`canonical_many`: forms, keys and automorphisms of puzzles in any form that `count_many` takes."""

import numpy as np
import pytest

from sudocube.kernel import levels
from sudocube.kernel.batches import canonical_many
from tests.kernel.lists import digits, masks, random_rows
from tests.kernel.puzzle_forms import MARKED, PUZZLES, TEXTS

EXPECTED = canonical_many(digits(PUZZLES))
LEVELS = levels()


def test_the_results_of_many_are_in_order_for_any_number_of_threads():
    rows = random_rows(2_000, 7)
    expected = canonical_many(rows)
    for jobs in (1, 3):
        found = canonical_many(np.tile(rows, (20, 1)), jobs=jobs)
        assert np.array_equal(found.forms, np.tile(expected.forms, (20, 1)))
        assert np.array_equal(found.keys, np.tile(expected.keys, (20, 1)))
        assert np.array_equal(found.automorphisms, np.tile(expected.automorphisms, 20))


FROZEN = """
.................................................................................
  81c414e6d10bd2689379d48b82abd82e 2
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  f386f14c7d4bf1b6403bdd0287e94614 1
12.......21......................................................................
  d2f7e74c841e6e4f9bb63959fe8ab3fa 8
123456789456789123789123456......................................................
  82d2ca88ea74ff809a82dda6b0b50912 108
764981532295374168831625497576849321129753684483216975312567849948132756657498213
  d9182b47883012326aa7b2d379d640b3 3
123456789456789123789123456231564897564897231897231564312645978645978312978312645
  b1d034b5b832b18ed2e5a613633e369d 648
111111111...........................222222222....................................
  b8e3d95eec23a2935ce3284802b16a32 2592
"""
"""Puzzles, their keys and automorphisms, few and many; with clues that clash, and full grids."""


@pytest.mark.parametrize("level", LEVELS)
def test_keys_never_change(level):
    """They are kept beside data sets. Other forms need another version, and a line in the changelog."""
    rows = np.array(FROZEN.split()).reshape(-1, 3).tolist()
    found = canonical_many([text for text, _, _ in rows], level=level)
    keys = [f"{first:016x}{second:016x}" for first, second in found.keys.tolist()]
    assert keys == [key for _, key, _ in rows]
    assert found.automorphisms.tolist() == [int(number) for _, _, number in rows]


@pytest.mark.parametrize("level", LEVELS)
def test_what_has_no_form_keeps_its_row(level):
    """Pencilmarks that say more than clues are no error; 81 equal digits take longer than anybody waits."""
    more = "12......." + MARKED[0][9:]
    none = "." * 9 + MARKED[0][9:]
    found = canonical_many([TEXTS[0], more, none, "1" * 81, TEXTS[1]], level=level, budget=500)
    first, last = EXPECTED.automorphisms[:2]
    assert found.automorphisms.tolist() == [first, -2, -2, -1, last]
    assert not found.forms[1:4].any()
    assert not found.keys[1:4].any()
    candidates = masks(PUZZLES[:3])
    candidates[1, 40] = 0b11
    assert canonical_many(candidates, level=level).automorphisms.tolist()[1] == -2
