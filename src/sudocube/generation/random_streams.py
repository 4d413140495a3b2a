"""Random numbers that are the same on every machine: a stream of its own for each attempt at each puzzle.

A stream is named by (METHOD, seed, index, attempt). Its numbers are a function of that name and of their
place, so nothing depends on what was drawn before, by whom, or in which batch. Many streams are held together
as arrays of NumPy.

The numbers are those of SplitMix64 (Guy L. Steele, Doug Lea, Christine H. Flood: "Fast splittable
pseudorandom number generators", 2014), written here. NumPy's generators, whose `permutation` may change with
the version, are not used.
"""

from __future__ import annotations

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


@dataclass(frozen=True, slots=True, eq=False)
class RandomStreams:
    """Many streams: `keys` is uint64 (n,). Each method gives a row for each stream.

    >>> streams = RandomStreams.of(7, np.array([1, 2]), np.array([0, 0]))
    >>> (streams.numbers(3) % np.uint64(100)).tolist()[0], streams.order(5).tolist()[0]
    ([12, 71, 48], [1, 0, 3, 2, 4])
    """

    keys: NDArray[np.uint64]

    @classmethod
    def of(cls, seed: int, indexes: NDArray[np.int64], attempts: NDArray[np.int64]) -> Self:
        """The streams of attempts at puzzles; both arrays are (n,), their numbers at least 0."""
        keys = np.full(len(indexes), METHOD, np.uint64)
        for name in (np.array([seed], np.uint64), indexes.astype(np.uint64), attempts.astype(np.uint64)):
            keys = _joined(keys, name)
        return cls(keys)

    def __len__(self) -> int:
        return len(self.keys)

    def rows(self, which: NDArray[np.bool_] | NDArray[np.integer]) -> RandomStreams:
        """Some of the streams, by a mask or by their places."""
        return RandomStreams(self.keys[which])

    def part(self, number: int) -> RandomStreams:
        """Other streams, one belonging to each: for one purpose of several."""
        return RandomStreams(_joined(self.keys, np.array([number], np.uint64)))

    def numbers(self, count: int, first: int = 0) -> NDArray[np.uint64]:
        """The numbers from place `first` on: uint64 (n, count)."""
        steps = np.arange(first + 1, first + count + 1, dtype=np.uint64) * np.uint64(_GAMMA)
        return _mixed(self.keys[:, None] + steps[None, :])

    def below(self, bounds: NDArray[np.integer]) -> NDArray[np.int64]:
        """Numbers from 0 up to each bound, without it, all equally probable: int64 (n, k).

        `bounds` is (n, k) or (k,), each 1 to 2⁶³.
        """
        limits = np.broadcast_to(bounds.astype(np.uint64), (len(self), bounds.shape[-1]))
        drawn, again = self.numbers(limits.shape[1]), _AGAIN
        largest, one = np.uint64(LARGEST), np.uint64(1)
        highest = largest - (largest % limits + one) % limits  # so that each remainder is as probable
        while (too_many := drawn > highest).any():
            drawn = np.where(too_many, self.part(again).numbers(limits.shape[1]), drawn)
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


def _mixed(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Numbers in which each bit depends on all bits, different ones for different numbers. Changes the array.

    Arithmetic of uint64 arrays is modulo 2⁶⁴.
    """
    numbers ^= numbers >> np.uint64(30)
    numbers *= np.uint64(_FIRST)
    numbers ^= numbers >> np.uint64(27)
    numbers *= np.uint64(_SECOND)
    numbers ^= numbers >> np.uint64(31)
    return numbers


def _joined(keys: NDArray[np.uint64], numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The keys of streams whose names are those of others and a number each."""
    return _mixed((keys ^ numbers) + np.uint64(_GAMMA))
