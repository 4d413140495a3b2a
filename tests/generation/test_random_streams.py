"""Random numbers that are the same everywhere: known numbers, and arrays that agree with plain integers."""

import numpy as np
import pytest

from sudocube.generation.random_streams import LARGEST, METHOD, RandomStream, RandomStreams

INDEXES, ATTEMPTS = np.array([1, 2, 2, 70_000]), np.array([0, 0, 9, 3])


def many(seed: int = 12) -> RandomStreams:
    return RandomStreams.of(seed, INDEXES, ATTEMPTS)


def each(seed: int = 12) -> list[RandomStream]:
    return [
        RandomStream.of(seed, index, attempt)
        for index, attempt in zip(INDEXES.tolist(), ATTEMPTS.tolist(), strict=True)
    ]


def test_the_generator_is_splitmix64():
    """The first numbers of the published program for the seed 1234567."""
    assert RandomStream(1234567).numbers(3) == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_streams_are_pinned():
    """Another number here means other puzzles for a seed: then METHOD has to change."""
    assert METHOD == 1
    assert RandomStream.of(1, 1, 0).numbers(2) == [15114123258453576503, 4672125198739041305]
    assert RandomStream.of(LARGEST, 5, 2).part(3).order(9) == [2, 7, 8, 6, 5, 3, 4, 0, 1]


def test_arrays_hold_the_numbers_of_plain_integers():
    assert many().numbers(5, 2).tolist() == [one.numbers(5, 2) for one in each()]
    assert many().part(4).numbers(5).tolist() == [one.part(4).numbers(5) for one in each()]
    assert many().order(256).tolist() == [one.order(256) for one in each()]
    assert [many().one(row) for row in range(4)] == each()


@pytest.mark.parametrize("bound", [1, 2, 56, 2**32 + 1, 2**62 + 1, 2**63])
def test_numbers_below_a_bound_are_those_of_plain_integers(bound):
    """Near 2⁶² the last numbers are often drawn again."""
    bounds = np.full(300, bound, np.uint64)
    drawn = many().below(bounds)
    assert drawn.tolist() == [one.below([bound] * 300) for one in each()]
    assert ((drawn >= 0) & (drawn.astype(np.uint64) < bounds)).all()
