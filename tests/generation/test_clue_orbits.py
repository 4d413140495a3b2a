"""Symmetries of cells with clues: their orbits, against turns and mirrors that are written here again."""

import pytest

from sudocube.errors import UnknownNameError
from sudocube.generation.clue_orbits import SYMMETRIES, closed_under, clue_orbits, has_symmetry
from tests.generation.made_puzzles import TURNS, orbit_of


def test_orbits_are_where_the_cells_go():
    """Of the ten symmetries; the numbers of orbits of 6×6 are as counted by hand."""
    assert set(SYMMETRIES) == set(TURNS)
    for symmetry in SYMMETRIES:
        orbits = clue_orbits(symmetry, 9)
        expected = {frozenset(orbit_of(cell, symmetry)) for cell in range(81)}
        assert {frozenset(orbit) for orbit in orbits} == expected
        assert sorted(cell for orbit in orbits for cell in orbit) == list(range(81))
        assert [orbit[0] for orbit in orbits] == sorted(min(orbit) for orbit in orbits)
    for symmetry, number in (("half-turn", 18), ("both-mirrors", 9), ("diagonal", 21), ("full", 6)):
        assert len(clue_orbits(symmetry, 6)) == number


def test_clues_are_symmetric_if_orbits_are_full_or_empty():
    assert has_symmetry({0, 80}, "half-turn", 9)
    assert not has_symmetry({0, 79}, "half-turn", 9)
    assert has_symmetry(set(), "full", 9)
    assert closed_under({1}, "quarter-turn", 9) == {1, 17, 79, 63}


def test_an_unknown_symmetry_lists_the_known_ones():
    with pytest.raises(UnknownNameError, match=r"unknown symmetry 'halfturn'\. Did you mean 'half-turn'"):
        clue_orbits("halfturn", 9)
