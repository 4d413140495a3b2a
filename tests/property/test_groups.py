"""The rules of groups in one unit, to their fixpoint, are domain consistency of AllDifferent on it.

The reference, `lab.constraints`, knows nothing of groups, and is compared with all ways to fill a unit.
"""

from __future__ import annotations

from random import Random

import pytest

from sudocube.geometry import Geometry
from sudocube.lab.constraints import Matching
from sudocube.puzzle import Puzzle
from sudocube.solvers.possibles import Arrays, work


def domain_consistent(masks):
    """The candidates that are part of a way to fill the unit; None where there is none."""
    found = Matching.of([{bit for bit in range(mask.bit_length()) if mask >> bit & 1} for mask in masks])
    return found and [sum(1 << bit for bit in found.possible(place)) for place in range(len(masks))]


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
        expected = domain_consistent(masks)
        assert by_rules(masks, geometry) == expected
        kind = "no filling" if expected is None else "nothing" if expected == masks else "something"
        seen[kind if kind in seen else f"{kind} removed"] += 1
    assert min(seen.values()) > 5
