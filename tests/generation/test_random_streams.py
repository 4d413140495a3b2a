"""Random numbers that are the same everywhere: known numbers, and arrays that agree with plain integers."""

import numpy as np
import pytest

from sudocube.generation.random_streams import LARGEST, METHOD, RandomStreams

INDEXES, ATTEMPTS = [1, 2, 2, 70_000], [0, 0, 9, 3]


def many(seed: int = 12) -> RandomStreams:
    return RandomStreams.of(seed, np.array(INDEXES), np.array(ATTEMPTS))


def plain_numbers(key: int, places: range) -> list[int]:
    """SplitMix64 in plain integers."""
    return [mixed(key + (place + 1) * 0x9E3779B97F4A7C15) for place in places]


def mixed(number: int) -> int:
    number %= 2**64
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    number = (number ^ number >> 27) * 0x94D049BB133111EB % 2**64
    return number ^ number >> 31


def plain_key(*name: int) -> int:
    """The key of a stream; its name begins with METHOD."""
    key, *rest = name
    for number in rest:
        [key] = plain_numbers(key ^ number, range(1))
    return key


def test_the_generator_is_splitmix64():
    """The first numbers of the published program for the seed 1234567."""
    known = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert RandomStreams(np.array([1234567], np.uint64)).numbers(3).tolist() == [known]


def test_streams_are_pinned():
    """Another number here means other puzzles for a seed: then METHOD has to change."""
    assert METHOD == 1
    first = RandomStreams.of(1, np.array([1]), np.array([0]))
    assert first.numbers(2).tolist() == [[15114123258453576503, 4672125198739041305]]
    largest = RandomStreams.of(LARGEST, np.array([5]), np.array([2]))
    assert largest.part(3).order(9).tolist() == [[2, 7, 8, 6, 5, 3, 4, 0, 1]]


def test_arrays_hold_the_numbers_of_plain_integers():
    names = [(METHOD, 12, *name) for name in zip(INDEXES, ATTEMPTS, strict=True)]
    assert many().numbers(5, 2).tolist() == [plain_numbers(plain_key(*name), range(2, 7)) for name in names]
    of_parts = [plain_numbers(plain_key(*name, 4), range(256)) for name in names]
    assert many().part(4).numbers(256).tolist() == of_parts
    orders = [sorted(range(256), key=lambda place: (drawn[place] >> 10, place)) for drawn in of_parts]
    assert many().part(4).order(256).tolist() == orders


@pytest.mark.parametrize("bound", [1, 2, 56, 2**32 + 1, 2**62 + 1, 2**63])
def test_numbers_below_a_bound_are_drawn_again_where_they_would_not_be_equally_probable(bound):
    """Near 2⁶² the last numbers are often drawn again."""
    expected = []
    for name in zip(INDEXES, ATTEMPTS, strict=True):
        drawn = []
        for place in range(300):
            parts = [(), *((2**32 + again,) for again in range(99))]
            numbers = (
                plain_numbers(plain_key(METHOD, 12, *name, *part), range(place, place + 1))[0]
                for part in parts
            )
            drawn.append(next(number for number in numbers if number < 2**64 // bound * bound) % bound)
        expected.append(drawn)
    assert many().below(np.full(300, bound, np.uint64)).tolist() == expected
