"""The compiled module alone: what its searches, forms and closures take and refuse, and how they are left.

What they find is tested beside the twin, in the folder above.
"""

import threading

import numpy as np
import pytest

from tests.kernel.lists import random_rows

_kernel = pytest.importorskip("sudocube._kernel", reason="needs the compiled kernel: pip install .")

LEVELS = _kernel.levels()
NONE = 2**63 - 1
EMPTY = np.zeros((1, 81), np.uint8)
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ALL_ONES = "1" * 81

RESULTS = {
    "CompiledSearch": ("counts", "solutions", "guesses"),
    "CompiledForms": ("automorphisms", "forms", "keys", "text_keys", "clues"),
    "CompiledClosures": ("states", "masks"),
}
"""The arrays of each kind of work; the first one tells of each puzzle whether it is one."""


@pytest.fixture(params=RESULTS)
def kind(request):
    """The name of a kind of work."""
    return request.param


def text(*puzzles):
    return np.frombuffer("".join(puzzles).encode(), np.uint8).reshape(-1, 81)


def masks_of(puzzle):
    return np.array([[1 << int(c) - 1 if c in "123456789" else 511 for c in puzzle]], np.uint16)


def started(kind, puzzles, level="", **options):
    return getattr(_kernel, kind)(puzzles, level=level, **options)


def finished(work, number, steps=100_000):
    while work.advance(steps) < number:
        pass
    return work


def search(puzzles, level="", **options):
    """The finished search."""
    return finished(started("CompiledSearch", puzzles, level, **options), len(puzzles))


def results(kind, work):
    """The values of all its arrays."""
    return [getattr(work, name).tolist() for name in RESULTS[kind]]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("blank", "cells"), [(ord("."), b"0123456789.*_-xX"), (0, bytes(range(10)))], ids=["text", "digits"]
)
def test_every_byte_means_the_same_at_every_place(level, blank, cells):
    """A puzzle is read in several loads that overlap: no byte may be skipped, misread or misplaced."""
    place, byte = (axis.ravel() for axis in np.indices((81, 256)))
    puzzles = np.full((place.size, 81), blank, np.uint8)
    puzzles[np.arange(place.size), place] = byte
    is_read = np.isin(byte, np.frombuffer(cells, np.uint8))
    digit = (byte - 48 if blank else byte).astype(int)
    clues = is_read & (digit >= 1) & (digit <= 9)
    assert clues.sum() == 9 * 81

    found = search(puzzles, level, limit=1)
    assert found.counts.tolist() == np.where(is_read, 1, -2).tolist()
    assert (found.solutions[clues, 0, place[clues]] == digit[clues]).all()

    forms = finished(started("CompiledForms", puzzles, level), place.size)
    assert forms.automorphisms.tolist() == np.where(is_read, 2, -2).tolist()
    assert (forms.clues == clues).all()
    assert (forms.forms.sum(axis=1) == clues).all()
    assert (forms.forms[clues, 0] == 1).all()
    assert len(np.unique(forms.text_keys[clues], axis=0)) == 9 * 81
    assert not forms.text_keys[~is_read].any()

    closures = finished(started("CompiledClosures", puzzles, level), place.size)
    assert closures.states.tolist() == np.where(is_read, 0, -2).tolist()
    assert (closures.masks[clues, place[clues]] == 1 << digit[clues] - 1).all()
    assert not closures.masks[~is_read].any()


@pytest.mark.parametrize("level", LEVELS)
def test_every_mask_is_read_and_written_at_every_place(level):
    """A cell with two candidates or more, in an empty grid, keeps them; with a tenth bit it is no puzzle."""
    place, mask = (axis.ravel() for axis in np.indices((81, 1024)))
    puzzles = np.full((place.size, 81), 511, np.uint16)
    puzzles[np.arange(place.size), place] = mask
    several = np.array([number.bit_count() > 1 for number in range(1024)])[mask] & (mask < 512)

    closures = finished(started("CompiledClosures", puzzles, level), place.size)

    assert (closures.masks[several] == puzzles[several]).all()
    assert ((closures.states == -2) == (mask > 511)).all()
    assert ((closures.states == -1) == (mask == 0)).all()
    few = np.vstack([masks_of(PUZZLE)] * 3)
    few[1, 80], few[2, 80] = 0, 512
    assert search(few, level).counts.tolist() == [1, 0, -2]


@pytest.mark.parametrize("level", LEVELS)
def test_work_may_be_left_and_taken_up_again_at_any_step(level, kind):
    puzzles = np.vstack([random_rows(40, seed=9) % 10 + 48, text("12345678945678912378912345" + 55 * ".")])
    at_once, step_by_step = (finished(started(kind, puzzles, level), 41, steps) for steps in (10**6, 1))
    assert results(kind, at_once) == results(kind, step_by_step)


@pytest.mark.parametrize("level", LEVELS)
def test_a_call_of_advance_is_short_even_if_the_work_is_endless(level):
    endless = started("CompiledSearch", EMPTY, level, limit=NONE)
    assert [endless.advance(1000) for _ in range(5)] == [0] * 5
    forms = started("CompiledForms", text(PUZZLE, ALL_ONES, PUZZLE), level, budget=NONE)
    assert [forms.advance(10) for _ in range(5)] == [1] * 5
    assert forms.automorphisms.tolist() == [1, 0, 0]
    junk = started("CompiledSearch", np.full((100_000, 81), 255, np.uint8), level)
    assert junk.advance(10) < 100_000
    assert (finished(junk, 100_000).counts == -2).all()


def test_the_arrays_outlive_the_work_and_begin_with_zeros(kind):
    """The memory of earlier work is used again, but not its results; and none that is still in use."""
    rows = random_rows(200, seed=9)
    work = finished(started(kind, rows), 200)
    arrays, expected = [getattr(work, name) for name in RESULTS[kind]], results(kind, work)
    del work
    fresh = started(kind, rows)

    assert not any(getattr(fresh, name).any() for name in RESULTS[kind])
    finished(fresh, 200)
    assert [array.tolist() for array in arrays] == expected == results(kind, fresh)


def test_other_arrays_and_arguments_are_refused(kind):
    good = np.zeros((4, 81), np.uint8)
    work = getattr(_kernel, kind)
    for wrong, error, said in (
        (good.astype(np.int64), TypeError, "uint8"),
        (good[:, :80], ValueError, r"\(n, 81\)"),
        (good[0], ValueError, r"\(n, 81\)"),
        (np.zeros((2, 162), np.uint8)[:, ::2], ValueError, "contiguous"),
        (good[::2], ValueError, "contiguous"),
        (ALL_ONES, TypeError, "puzzles"),
    ):
        with pytest.raises(error, match=said):
            work(wrong)
    with pytest.raises(ValueError, match="level: this CPU runs portable"):
        work(good, level="sse9")
    with pytest.raises(ValueError, match="steps: expected at least 1"):
        work(good).advance(0)
    if kind != "CompiledClosures":
        with pytest.raises(ValueError, match="budget: expected at least 0"):
            work(good, budget=-1)
    if kind == "CompiledSearch":
        with pytest.raises(ValueError, match="limit"):
            work(good, limit=0)


def test_a_search_is_for_one_thread_at_a_time():
    endless = _kernel.CompiledSearch(EMPTY, NONE)
    worker = threading.Thread(target=lambda: suppressed(endless, 3_000_000))
    worker.start()
    refused = ""
    while worker.is_alive() and not refused:
        refused = suppressed(endless, 1)
    worker.join()
    assert refused == "the search is being worked on by another thread"


def suppressed(work, steps):
    """The error of a call of advance, as text."""
    try:
        work.advance(steps)
    except RuntimeError as error:
        return str(error)
    return ""
