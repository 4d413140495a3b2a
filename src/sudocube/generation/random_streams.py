"""Random numbers that are the same on every machine: a stream of its own for each attempt at each puzzle.

A stream is named by (METHOD, seed, index, attempt). Its numbers are a function of that name and of their
place, so nothing depends on what was drawn before, by whom, or in which batch. `RandomStreams` holds many
streams as arrays of NumPy; `RandomStream` is one in plain integers, with the same numbers.

The numbers are those of SplitMix64 (Guy L. Steele, Doug Lea, Christine H. Flood: "Fast splittable
pseudorandom number generators", 2014), written here. NumPy's generators, whose `permutation` may change with
the version, are not used.

    >>> stream = RandomStream.of(seed=7, index=1, attempt=0)
    >>> [number % 100 for number in stream.numbers(3)], stream.order(5)
    ([12, 71, 48], [1, 0, 3, 2, 4])
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

METHOD = 1
"""The number of the method. With the same number, a seed gives the same puzzles in every version."""

LARGEST = (1 << 64) - 1
"""The largest number of a stream, and the largest seed."""

_GAMMA, _FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
"""The constants of SplitMix64."""

_AGAIN = 1 << 32
"""The part of a stream that `below` takes its second choice from; the next ones follow."""


def _mixed(number: int) -> int:
    """A number in which each bit depends on all bits; different ones for different numbers below 2⁶⁴."""
    number = (number ^ number >> 30) * _FIRST & LARGEST
    number = (number ^ number >> 27) * _SECOND & LARGEST
    return number ^ number >> 31


def _joined(key: int, number: int) -> int:
    """The key of a stream whose name is that of another one and a number."""
    return _mixed((key ^ number) + _GAMMA & LARGEST)


@dataclass(frozen=True, slots=True)
class RandomStream:
    """One stream, in plain integers; see `RandomStreams`, which has the same numbers in arrays."""

    key: int

    @classmethod
    def of(cls, seed: int, index: int, attempt: int) -> Self:
        """The stream of an attempt at a puzzle; each of the three is 0 to 2⁶⁴ - 1."""
        return cls(_joined(_joined(_joined(METHOD, seed), index), attempt))

    def part(self, number: int) -> RandomStream:
        """Another stream, which belongs to this one: for one purpose of several."""
        return RandomStream(_joined(self.key, number))

    def numbers(self, count: int, first: int = 0) -> list[int]:
        """The numbers from place `first` on, each 0 to 2⁶⁴ - 1 with the same probability."""
        places = range(first + 1, first + count + 1)
        return [_mixed(self.key + place * _GAMMA & LARGEST) for place in places]

    def below(self, bounds: Sequence[int], first: int = 0) -> list[int]:
        """For each bound, 1 to 2⁶⁴ - 1, a number from 0 up to it, without it: all equally probable."""
        drawn = zip(self.numbers(len(bounds), first), bounds, strict=True)
        return [self._below(number, bound, first + place) for place, (number, bound) in enumerate(drawn)]

    def _below(self, number: int, bound: int, place: int) -> int:
        again = _AGAIN
        while number > LARGEST - (LARGEST % bound + 1) % bound:  # the last ones would be one too many
            number, again = self.part(again).numbers(1, place)[0], again + 1
        return number % bound

    def order(self, count: int, first: int = 0) -> list[int]:
        """The numbers from 0 to `count` - 1, at most 1024, in a random order.

        They are sorted by their random numbers without the last ten bits; where those are equal, by value.
        """
        drawn = self.numbers(count, first)
        return sorted(range(count), key=lambda place: drawn[place] >> 10)


@dataclass(frozen=True, slots=True, eq=False)
class RandomStreams:
    """Many streams: `keys` is uint64 (n,). Each method gives a row for each stream, as `RandomStream` does.

    >>> streams = RandomStreams.of(7, np.array([1, 2]), np.array([0, 0]))
    >>> (streams.numbers(3) % np.uint64(100)).tolist()[0], streams.order(5).tolist()[0]
    ([12, 71, 48], [1, 0, 3, 2, 4])
    """

    keys: NDArray[np.uint64]

    @classmethod
    def of(cls, seed: int, indexes: NDArray[np.int64], attempts: NDArray[np.int64]) -> Self:
        """The streams of attempts at puzzles; both arrays are (n,), their numbers at least 0."""
        keys = np.full(len(indexes), _joined(METHOD, seed), np.uint64)
        keys = _joined_each(_joined_each(keys, indexes.astype(np.uint64)), attempts.astype(np.uint64))
        return cls(keys)

    def __len__(self) -> int:
        return len(self.keys)

    def rows(self, which: NDArray[np.bool_] | NDArray[np.integer]) -> RandomStreams:
        """Some of the streams, by a mask or by their places."""
        return RandomStreams(self.keys[which])

    def one(self, row: int) -> RandomStream:
        """The stream of a row, in plain integers."""
        return RandomStream(int(self.keys[row]))

    def part(self, number: int) -> RandomStreams:
        """Other streams, one belonging to each: for one purpose of several."""
        return RandomStreams(_joined_each(self.keys, np.array([number], np.uint64)))

    def numbers(self, count: int, first: int = 0) -> NDArray[np.uint64]:
        """The numbers from place `first` on: uint64 (n, count)."""
        steps = np.arange(first + 1, first + count + 1, dtype=np.uint64) * np.uint64(_GAMMA)
        return _mixed_each(self.keys[:, None] + steps[None, :])

    def below(self, bounds: NDArray[np.integer], first: int = 0) -> NDArray[np.int64]:
        """Numbers from 0 up to each bound, without it, all equally probable: int64 (n, k).

        `bounds` is (n, k) or (k,), each 1 to 2⁶³.
        """
        limits = np.broadcast_to(bounds.astype(np.uint64), (len(self), bounds.shape[-1]))
        drawn = self.numbers(limits.shape[1], first)
        largest, one = np.uint64(LARGEST), np.uint64(1)
        too_many = drawn > largest - (largest % limits + one) % limits
        again = _AGAIN
        while too_many.any():
            other = self.part(again).numbers(limits.shape[1], first)
            drawn = np.where(too_many, other, drawn)
            too_many = drawn > largest - (largest % limits + one) % limits
            again += 1
        return (drawn % limits).astype(np.int64)

    def order(self, count: int, first: int = 0) -> NDArray[np.int64]:
        """The numbers from 0 to `count` - 1, at most 1024, in a random order: int64 (n, count).

        They are sorted by their random numbers, of which the last ten bits are replaced by the value: so no
        two are equal, and every way of sorting gives the same order.
        """
        last = np.uint64(1023)
        keyed = self.numbers(count, first) & ~last | np.arange(count, dtype=np.uint64)
        keyed.sort(axis=1)
        return (keyed & last).astype(np.int64)


def _mixed_each(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The same as `_mixed` for each number; arithmetic of uint64 arrays is modulo 2⁶⁴. Changes the array."""
    numbers ^= numbers >> np.uint64(30)
    numbers *= np.uint64(_FIRST)
    numbers ^= numbers >> np.uint64(27)
    numbers *= np.uint64(_SECOND)
    numbers ^= numbers >> np.uint64(31)
    return numbers


def _joined_each(keys: NDArray[np.uint64], numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    return _mixed_each((keys ^ numbers) + np.uint64(_GAMMA))
