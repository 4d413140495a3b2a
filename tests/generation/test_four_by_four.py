"""How many clues 4×4 puzzles can have: all of them, tried again in another way."""

from collections.abc import Collection
from functools import cache
from itertools import permutations, product
from random import Random

import numpy as np
import pytest

from sudocube import Puzzle, generate
from sudocube.generation.clue_orbits import SYMMETRIES
from sudocube.generation.four_by_four import GEOMETRY, clue_numbers

TURNS = {
    "none": [],
    "half-turn": [lambda r, c: (3 - r, 3 - c)],
    "quarter-turn": [lambda r, c: (c, 3 - r)],
    "left-right": [lambda r, c: (r, 3 - c)],
    "top-bottom": [lambda r, c: (3 - r, c)],
    "both-mirrors": [lambda r, c: (r, 3 - c), lambda r, c: (3 - r, c)],
    "diagonal": [lambda r, c: (c, r)],
    "anti-diagonal": [lambda r, c: (3 - c, 3 - r)],
    "both-diagonals": [lambda r, c: (c, r), lambda r, c: (3 - c, 3 - r)],
    "full": [lambda r, c: (c, 3 - r), lambda r, c: (r, 3 - c)],
}
"""Where row r and column c go, counted from 0."""

ANY = [*range(4, 17)]
EVEN = [*range(4, 17, 2)]
NUMBERS = {
    "none": (ANY, [4, 5, 6], [4, 5, 6]),
    "half-turn": (EVEN, [4, 6], [4]),
    "quarter-turn": ([4, 8, 12, 16], [4, 8], [4]),
    "left-right": (EVEN, [4, 6, 8], [4]),
    "top-bottom": (EVEN, [4, 6, 8], [4]),
    "both-mirrors": ([8, 12, 16], [8], []),
    "diagonal": (ANY, [4, 5, 6], [4, 5, 6]),
    "anti-diagonal": (ANY, [4, 5, 6], [4, 5, 6]),
    "both-diagonals": (EVEN, [4, 6, 8], [4]),
    "full": ([8, 12, 16], [8, 12], []),
}
"""How many clues a puzzle of that symmetry can have: minimal or not, minimal by orbits, strictly minimal."""

MINIMALS = ("no", "orbits", "strict")


def is_valid(cells: Collection[int]) -> bool:
    grid = np.reshape([*cells], (4, 4))
    boxes = grid.reshape(2, 2, 2, 2).swapaxes(1, 2).reshape(4, 4)
    return all(len({*unit}) == 4 for of_kind in (grid, grid.T, boxes) for unit in of_kind.tolist())


@cache
def all_grids() -> np.ndarray:
    """The 288 grids, of all 24⁴ that have four different digits in each row."""
    rows = [*permutations((1, 2, 3, 4))]
    pairs = [(one, other) for one, other in product(rows, rows) if not {*one[:2]} & {*other[:2]}]
    pairs = [(one, other) for one, other in pairs if all(a != b for a, b in zip(one, other, strict=True))]
    grids = [(*a, *b, *c, *d) for (a, b), (c, d) in product(pairs, pairs)]
    return np.array([grid for grid in grids if is_valid(grid)])


@cache
def shown_by_sets() -> np.ndarray:
    """Which grids each of the 65,536 sets of cells shows: no other grid has these digits there."""
    digits = all_grids().T * 5 ** np.arange(16)[:, None]
    shown = []
    for sets in np.arange(1 << 16).reshape(64, -1):
        codes = (sets[:, None] >> np.arange(16) & 1) @ digits
        order = codes.argsort(axis=1)
        ascending = np.take_along_axis(codes, order, axis=1)
        is_new = np.diff(ascending, axis=1, prepend=-1, append=-1) != 0
        alone = np.empty(codes.shape, bool)
        np.put_along_axis(alone, order, is_new[:, 1:] & is_new[:, :-1], axis=1)
        shown.append(alone)
    return np.concatenate(shown)


def orbit_of(cell: int, symmetry: str) -> int:
    """The cells that a cell goes to, as a number with a bit for each."""
    cells, before = {divmod(cell, 4)}, set[tuple[int, int]]()
    while cells != before:
        before = set(cells)
        cells |= {turn(*one) for one in before for turn in TURNS[symmetry]}
    return sum(1 << 4 * row + column for row, column in cells)


def tried(
    symmetry: str, minimal: str, sets: Collection[int], grids: np.ndarray, forced: int = 0
) -> list[int]:
    """How many clues the puzzles have that are found among these sets and grids."""
    shown = shown_by_sets()
    orbits = {orbit_of(cell, symmetry) for cell in range(16)}
    going = {"no": [], "orbits": orbits, "strict": [1 << cell for cell in range(16)]}[minimal]
    found = set()
    for cells in sets:
        if cells & forced == forced and all(cells & orbit in (0, orbit) for orbit in orbits):
            good = shown[cells] & grids
            for orbit in going:
                if cells & orbit and not forced & orbit:
                    good = good & ~shown[cells & ~orbit]
            if good.any():
                found.add(cells.bit_count())
    return sorted(found)


def test_all_sets_and_grids_are_tried():
    """There are 288 grids, and 85,632 strictly minimal puzzles."""
    shown = shown_by_sets()
    assert len(all_grids()) == 288
    minimal = shown.copy()
    numbers = np.arange(1 << 16)
    for cell in range(16):
        has = (numbers >> cell & 1).astype(bool)
        minimal[has] &= ~shown[numbers[has] & ~(1 << cell)]
    assert minimal.sum() == 85_632


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_numbers_of_clues_are_those_of_all_puzzles(symmetry):
    every = np.ones(288, bool)
    for minimal, expected in zip(MINIMALS, NUMBERS[symmetry], strict=True):
        assert clue_numbers(symmetry, minimal) == expected
        assert tried(symmetry, minimal, range(1 << 16), every) == expected


@pytest.mark.parametrize("seed", range(12))
def test_numbers_of_clues_with_a_pattern_or_given_clues_are_those_of_all_such_puzzles(seed):
    rng = Random(seed)
    symmetry, minimal = rng.choice(SYMMETRIES), rng.choice(MINIMALS)
    digits = rng.choice(all_grids().tolist())
    cells = rng.sample(range(16), rng.choice([1, 2, 3]))
    if seed % 4 == 0:
        digits[cells[0]] = 1 + digits[cells[0]] % 4
    given = Puzzle([digits[cell] if cell in cells else 0 for cell in range(16)])
    grids = (all_grids()[:, cells] == [digits[cell] for cell in cells]).all(axis=1)
    forced = 0
    for cell in cells:
        forced |= orbit_of(cell, symmetry)
    found = clue_numbers(symmetry, minimal, given=given)
    assert found == tried(symmetry, minimal, range(1 << 16), grids, forced)
    pattern = forced
    for cell in rng.sample(range(16), 4):
        pattern |= orbit_of(cell, symmetry)
    marked = frozenset(cell for cell in range(16) if pattern >> cell & 1)
    found = clue_numbers(symmetry, minimal, marked)
    assert found == tried(symmetry, minimal, [pattern], np.ones(288, bool))
    found = clue_numbers(symmetry, minimal, marked, given)
    assert found == tried(symmetry, minimal, [pattern], grids, forced)


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_what_there_is_can_be_made(symmetry):
    """So nothing is called impossible that the search finds, and the other way round."""
    for minimal in MINIMALS:
        for number in clue_numbers(symmetry, minimal):
            [made] = generate(
                seed=3, geometry=GEOMETRY, symmetry=symmetry, minimal=minimal, clues=number, tries=20_000
            )
            assert (made.clues, made.minimal) == (number, minimal)
