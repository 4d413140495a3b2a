"""The rules of groups in one unit, to their fixpoint, are domain consistency of AllDifferent on it.

The reference knows nothing of groups: it goes through the cells of the unit from both ends, and remembers
which sets of digits they can use up (dynamic programming over subsets).
"""

from __future__ import annotations

from random import Random

import pytest

from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from sudocube.solvers.arrays import Arrays
from sudocube.solvers.possibles import work


def used_up(masks):
    """By number of cells, from the front: the sets of different digits that these cells can hold."""
    sets = [{0}]
    for mask in masks:
        bits = [1 << d for d in range(mask.bit_length()) if mask >> d & 1]
        sets.append({used | bit for used in sets[-1] for bit in bits if not used & bit})
    return sets


def consistent(masks):
    """By cell: its digits in all fillings of the unit; None if there is no filling."""
    n = len(masks)
    every = (1 << n) - 1
    front, back = used_up(masks), used_up(masks[::-1])[::-1]
    if every not in front[n]:
        return None
    found = []
    for cell, mask in enumerate(masks):
        bits = [1 << d for d in range(n) if mask >> d & 1]
        found.append(
            sum(
                bit
                for bit in bits
                if any(every ^ bit ^ u in back[cell + 1] for u in front[cell] if not u & bit)
            )
        )
    return found


def by_rules(masks, geometry):
    """The candidates that the rules leave if they only use the first row; None on a contradiction."""
    arrays = Arrays(Puzzle(bytes(geometry.cell_count), geometry))
    arrays.units = arrays.units[:1]
    for square, mask in enumerate(masks):
        arrays.possibles[square] = mask
    if not work(arrays):
        return None
    return arrays.possibles[: len(masks)]


def random_unit(n, rng):
    """Masks with few digits each, often with a filling hidden in them."""
    few = rng.randint(1, n)
    masks = [sum(1 << d for d in rng.sample(range(n), rng.randint(1, few))) for _ in range(n)]
    if rng.random() < 0.8:
        filling = rng.sample(range(n), n)
        masks = [mask | 1 << digit for mask, digit in zip(masks, filling, strict=True)]
    return masks


@pytest.mark.parametrize("size", [4, 6, 9])
def test_groups_of_all_sizes_are_domain_consistency(size):
    """All candidates are equal, and a unit that cannot be filled is a contradiction for both."""
    geometry = Geometry.of_size(size)
    rng = Random(size)
    seen = {"nothing removed": 0, "something removed": 0, "no filling": 0}
    for _ in range(400):
        masks = random_unit(size, rng)
        expected = consistent(masks)
        assert by_rules(masks, geometry) == expected
        kind = "no filling" if expected is None else "nothing" if expected == masks else "something"
        seen[kind if kind in seen else f"{kind} removed"] += 1
    assert min(seen.values()) > 5
