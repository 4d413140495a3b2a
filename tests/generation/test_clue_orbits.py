"""Symmetries of cells with clues: their orbits, against turns and mirrors that are written here again."""

import pytest

from sudocube.errors import UnknownNameError
from sudocube.generation.clue_orbits import SYMMETRIES, closed_under, clue_orbits, has_symmetry
from tests.generation.made_puzzles import TURNS, orbit_of


def test_there_are_ten_symmetries():
    assert set(SYMMETRIES) == set(TURNS)


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_orbits_are_where_the_cells_go(symmetry):
    orbits = clue_orbits(symmetry, 9)
    assert {frozenset(orbit) for orbit in orbits} == {
        frozenset(orbit_of(cell, symmetry)) for cell in range(81)
    }
    assert sorted(cell for orbit in orbits for cell in orbit) == list(range(81))
    assert [orbit[0] for orbit in orbits] == sorted(min(orbit) for orbit in orbits)


@pytest.mark.parametrize(
    ("symmetry", "number"),
    [
        ("none", 36),
        ("half-turn", 18),
        ("quarter-turn", 9),
        ("left-right", 18),
        ("both-mirrors", 9),
        ("diagonal", 21),
        ("both-diagonals", 12),
        ("full", 6),
    ],
)
def test_the_number_of_orbits_of_six_by_six_is_as_counted_by_hand(symmetry, number):
    """For example, six cells of a diagonal stay, and the other thirty are exchanged in pairs."""
    assert len(clue_orbits(symmetry, 6)) == number


def test_clues_are_symmetric_if_orbits_are_full_or_empty():
    assert has_symmetry({0, 80}, "half-turn", 9)
    assert not has_symmetry({0, 79}, "half-turn", 9)
    assert has_symmetry(set(), "full", 9)
    assert closed_under({1}, "quarter-turn", 9) == {1, 17, 79, 63}


def test_an_unknown_symmetry_lists_the_known_ones():
    with pytest.raises(UnknownNameError, match=r"unknown symmetry 'halfturn'\. Did you mean 'half-turn'"):
        clue_orbits("halfturn", 9)
