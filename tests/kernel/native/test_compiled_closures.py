"""The compiled closures alone: what is read and refused, and that the work can be left and taken up again."""

import threading

import numpy as np
import pytest

from tests.kernel.lists import random_rows

_kernel = pytest.importorskip("sudocube._kernel", reason="needs the compiled kernel: pip install .")

LEVELS = _kernel.levels()


def finished(closures, steps=100_000):
    while closures.advance(steps) < len(closures.states):
        pass
    return closures


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("blank", "values"), [(ord("."), b"0123456789.*_-xX"), (0, bytes(range(10)))], ids=["text", "digits"]
)
def test_every_byte_means_the_same_at_every_place(level, blank, values):
    place, byte = (axis.ravel() for axis in np.indices((81, 256)))
    puzzles = np.full((place.size, 81), blank, np.uint8)
    puzzles[np.arange(place.size), place] = byte

    closures = finished(_kernel.CompiledClosures(puzzles, level))

    assert closures.level == level
    assert closures.states.tolist() == [0 if value in values else -2 for value in byte.tolist()]
    digit = (byte - 48 if blank else byte).astype(int)
    clues = np.isin(byte, np.frombuffer(values, np.uint8)) & (digit >= 1) & (digit <= 9)
    assert (closures.masks[clues, place[clues]] == 1 << digit[clues] - 1).all()
    assert not closures.masks[closures.states == -2].any()


@pytest.mark.parametrize("level", LEVELS)
def test_every_mask_is_read_and_written_at_every_place(level):
    """A cell with two candidates or more, in an empty grid, keeps them; with a tenth bit it is no puzzle."""
    place, mask = (axis.ravel() for axis in np.indices((81, 1024)))
    puzzles = np.full((place.size, 81), 511, np.uint16)
    puzzles[np.arange(place.size), place] = mask
    several = np.array([bin(number).count("1") > 1 for number in range(1024)])[mask] & (mask < 512)

    closures = finished(_kernel.CompiledClosures(puzzles, level))

    assert (closures.masks[several] == puzzles[several]).all()
    assert ((closures.states == -2) == (mask > 511)).all()
    assert ((closures.states == -1) == (mask == 0)).all()


@pytest.mark.parametrize("level", LEVELS)
def test_the_work_may_be_left_and_taken_up_again_at_any_round(level):
    puzzles = random_rows(150, seed=9)
    expected, actual = (finished(_kernel.CompiledClosures(puzzles, level), steps) for steps in (10**6, 1))

    assert (actual.masks == expected.masks).all()
    assert (actual.states == expected.states).all()


def test_wrong_arguments_are_refused():
    good = random_rows(4, seed=9)
    with pytest.raises(TypeError, match="uint8"):
        _kernel.CompiledClosures(good.astype(np.uint32))
    with pytest.raises(ValueError, match="shape"):
        _kernel.CompiledClosures(good[:, :80])
    with pytest.raises(ValueError, match="contiguous"):
        _kernel.CompiledClosures(good[::2])
    with pytest.raises(ValueError, match="level: this CPU runs portable"):
        _kernel.CompiledClosures(good, "sse9")
    with pytest.raises(ValueError, match="steps: expected at least 1"):
        _kernel.CompiledClosures(good).advance(0)


def test_the_arrays_outlive_the_work_and_begin_with_zeros():
    closures = finished(_kernel.CompiledClosures(random_rows(200, seed=9)))
    results = [closures.masks, closures.states]
    del closures
    fresh = _kernel.CompiledClosures(random_rows(200, seed=9))

    assert all(result.any() for result in results)
    assert not fresh.masks.any()
    assert not fresh.states.any()


def test_closures_in_several_threads_do_not_disturb_each_other():
    puzzles = random_rows(2000, seed=10)
    expected = finished(_kernel.CompiledClosures(puzzles)).masks
    found = [None] * 4

    def close(i):
        found[i] = finished(_kernel.CompiledClosures(puzzles), 1000).masks

    threads = [threading.Thread(target=close, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert all((masks == expected).all() for masks in found)
