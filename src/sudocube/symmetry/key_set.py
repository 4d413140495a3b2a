"""A set of millions of keys of 16 bytes: an array, without an object for each key."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Keys = NDArray[np.uint64]

_SMALLEST = 1 << 12


class KeySet:
    """A hash table with open addressing: 16 bytes for each place, of which a third to two thirds are taken.

    Keys are hashes, so that their first word, cut, is the place at which the search for them begins. Where a
    first word is 0, the place is free: the few keys that begin with 0 are kept apart.

    >>> keys = KeySet()
    >>> keys.add(np.array([[1, 2], [3, 4], [1, 2]], np.uint64)).tolist()
    [True, True, False]
    >>> keys.add(np.array([[3, 4], [4, 3]], np.uint64)).tolist(), len(keys)
    ([False, True], 3)
    """

    def __init__(self) -> None:
        self._table: Keys = np.zeros((2, _SMALLEST), np.uint64)
        self._taken = 0
        self._beginning_with_zero: set[int] = set()

    def __len__(self) -> int:
        return self._taken + len(self._beginning_with_zero)

    @property
    def nbytes(self) -> int:
        """How many bytes the table has: 24 to 48 for each key, once there are thousands."""
        return self._table.nbytes

    def add(self, keys: Keys) -> NDArray[np.bool_]:
        """Add n keys; bool (n,): which of them were not there before, the first of equal ones only."""
        are_new = np.zeros(len(keys), np.bool_)
        firsts = _firsts(keys)
        for place in firsts[keys[firsts, 0] == 0].tolist():
            are_new[place] = int(keys[place, 1]) not in self._beginning_with_zero
            self._beginning_with_zero.add(int(keys[place, 1]))
        firsts = firsts[keys[firsts, 0] != 0]
        self._make_room(len(firsts))
        added = self._added(keys[firsts].T)
        are_new[firsts] = added
        self._taken += int(np.count_nonzero(added))
        return are_new

    def _make_room(self, more: int) -> None:
        """Take a larger table if two thirds of the places would be taken."""
        old = self._table
        size = old.shape[1]
        while 3 * (self._taken + more) > 2 * size:
            size *= 2
        if size > old.shape[1]:
            self._table = np.zeros((2, size), np.uint64)
            for start in range(0, old.shape[1], _SMALLEST):  # in parts: what is computed for each stays small
                part = old[:, start : start + _SMALLEST]
                self._added(part[:, part[0] != 0])

    def _added(self, keys: Keys) -> NDArray[np.bool_]:
        """Which of different keys (2, n), none beginning with 0, are new; these are put into the table."""
        are_new = np.zeros(keys.shape[1], np.bool_)
        (firsts, seconds), (table_firsts, table_seconds) = keys, self._table
        mask = np.uint64(len(table_firsts) - 1)
        waiting, places = np.arange(len(firsts)), firsts & mask
        while len(waiting):
            first, second = firsts[waiting], seconds[waiting]
            is_free = table_firsts[places] == 0
            claimed = places[is_free]  # several may claim a place: the last of them gets both words
            table_firsts[claimed], table_seconds[claimed] = first[is_free], second[is_free]
            is_there = (table_firsts[places] == first) & (table_seconds[places] == second)
            are_new[waiting[is_free & is_there]] = True
            waiting, places = waiting[~is_there], (places[~is_there] + np.uint64(1)) & mask
        return are_new


def _firsts(keys: Keys) -> NDArray[np.intp]:
    """The places of the first of equal keys."""
    order = np.lexsort((keys[:, 1], keys[:, 0]))  # stable: of equal keys, the first stays the first
    firsts, seconds = keys[order].T
    is_first = np.ones(len(keys), np.bool_)
    is_first[1:] = (firsts[1:] != firsts[:-1]) | (seconds[1:] != seconds[:-1])
    return order[is_first]
