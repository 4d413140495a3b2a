"""What does not go together, or is known not to exist, is refused before anything is made."""

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from sudocube import Geometry, ImpossibleError, Puzzle, PuzzleError, UnknownNameError, UnsupportedError
from sudocube.generation import GenerationPlan
from sudocube.generation.small_grid_lists import listed_grids

FOUR = Geometry(2, 2)
FILLED = frozenset(range(81))
ROW = frozenset(range(9))
SOME = Puzzle("123456789456789123" + 63 * ".")


def without(*cells: int) -> frozenset[int]:
    return FILLED - set(cells)


def rows_without_clues(*rows: int) -> frozenset[int]:
    return frozenset(cell for cell in range(81) if cell // 9 not in rows)


def columns_without_clues(*columns: int) -> frozenset[int]:
    return frozenset(cell for cell in range(81) if cell % 9 not in columns)


FULL_ROW = Puzzle("123456789" + 72 * ".")
IMPOSSIBLE: dict[str, tuple[dict[str, Any], str]] = {
    "16 clues": ({"clues": (10, 16)}, "no 9×9 puzzle with fewer than 17 clues has one solution"),
    "3 clues at 4×4": ({"clues": (3, 3), "geometry": FOUR}, "no 4×4 puzzle with fewer than 4 clues"),
    "4 clues at 6×6": (
        {"clues": (0, 4), "geometry": Geometry(2, 3)},
        "no 6×6 puzzle with fewer than 5 clues",
    ),
    "82 clues": ({"clues": (82, 90), "minimal": "no"}, "more than 81 clues"),
    "73 clues, minimal": ({"clues": (73, 81)}, "more than 72 clues: a full row has a clue that can go"),
    "a pattern of 16": ({"pattern": frozenset(range(0, 80, 5))}, "the pattern has 16 clues"),
    "two rows of a band": (
        {"pattern": rows_without_clues(3, 5), "minimal": "no"},
        "rows 4 and 6 have no clues and stand in one band: exchanged, they make another solution",
    ),
    "two columns of a stack": (
        {"pattern": columns_without_clues(0, 1), "minimal": "no"},
        "columns 1 and 2 have no clues and stand in one stack",
    ),
    "a full row, minimal": ({"pattern": without(*range(9, 81, 9))}, "row 1 is full of clues, and one"),
    "a full box, minimal": (
        {"pattern": frozenset(c for c in range(81) if c % 10 or c == 0) - {4, 44, 76, 36}},
        "is full of clues, and one of these can go: choose minimal 'no'",
    ),
    "an asymmetric pattern": (
        {"pattern": without(0), "symmetry": "half-turn", "minimal": "no"},
        "the pattern does not have the symmetry half-turn",
    ),
    "a pattern without the given": (
        {"pattern": without(0), "given": Puzzle("1" + 80 * "."), "minimal": "no"},
        "r1c1 holds a given clue, and the pattern has none there",
    ),
    "a pattern of another number": (
        {"pattern": without(0), "clues": (20, 30), "minimal": "no"},
        "the pattern has 80 clues, not 20 to 30",
    ),
    "orbits that do not add up": (
        {"symmetry": "full", "clues": (18, 19), "minimal": "orbits"},
        "no 18 to 19 cells have the symmetry full: its orbits do not add up to that",
    ),
    "clues that clash": (
        {"given": Puzzle("11" + 79 * ".")},
        "the given clues clash: r1c1 and r1c2 both hold 1 in row 1",
    ),
    "more given clues than clues": (
        {
            "given": Puzzle("1234" + 77 * "."),
            "symmetry": "half-turn",
            "clues": (5, 7),
            "geometry": Geometry(3, 3),
        },
        "no 9×9 puzzle with fewer than 17",
    ),
    "near to too few clues": (
        {"near": FULL_ROW},
        "near has 9 clues: with fewer than 17, no 9×9 puzzle is unique",
    ),
    "near to another number of clues": (
        {"near": Puzzle(FULL_ROW.cells[:9] * 9), "clues": (20, 30)},
        "near has 81 clues, and so has each puzzle near to it, not 20 to 30",
    ),
    "more given clues, with their orbits, than clues": (
        {"given": FULL_ROW, "symmetry": "half-turn", "clues": (17, 17)},
        "given clues, with what the symmetry adds to them, are 18, not 17 at most",
    ),
}


@pytest.mark.parametrize("wish", IMPOSSIBLE)
def test_what_is_known_to_be_impossible_is_said_with_the_reason(wish):
    options, reason = IMPOSSIBLE[wish]
    with pytest.raises(ImpossibleError) as told:
        GenerationPlan(**options)
    assert reason in str(told.value)
    assert told.value.reason == str(told.value)


def test_no_puzzle_of_four_by_four_with_three_clues_has_one_solution():
    """All of them: whatever three cells hold, no grid is the only one of the 288 with that."""
    grids = listed_grids(FOUR, np.arange(288))
    for cells in combinations(range(16), 3):
        _, counts = np.unique(grids[:, cells], axis=0, return_counts=True)
        assert counts.min() > 1
    _, counts = np.unique(grids[:, [0, 1, 6, 15]], axis=0, return_counts=True)
    assert 1 in [
        np.unique(grids[:, four], axis=0, return_counts=True)[1].min() for four in combinations(range(16), 4)
    ]


def test_what_is_possible_is_not_refused():
    GenerationPlan(clues=(17, 17))
    GenerationPlan(clues=(16, 17))
    GenerationPlan(geometry=FOUR, clues=(4, 4))
    GenerationPlan(pattern=rows_without_clues(0, 3, 6), minimal="no")
    GenerationPlan(pattern=columns_without_clues(2, 3, 8), minimal="no")
    GenerationPlan(symmetry="full", clues=(18, 20), minimal="orbits")
    GenerationPlan(clues=(72, 72))
    GenerationPlan(pattern=ROW | {cell for cell in range(81) if cell % 2}, given=Puzzle("1" + 80 * "."))


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"count": 0}, ValueError, "0 puzzles: it is an integer of at least 1"),
        ({"tries": 0}, ValueError, "0 tries"),
        ({"first_index": 0}, ValueError, "a first index of 0"),
        ({"first_index": 2**63 - 1, "count": 2}, ValueError, "numbers go to 2^63 - 1"),
        ({"seed": -1}, ValueError, "a seed of -1: it is an integer from 0 to 2^64 - 1"),
        ({"seed": 2**64}, ValueError, "it is an integer from 0"),
        ({"seed": "7"}, TypeError, "a seed is an integer, not str"),
        ({"clues": (25, 20)}, ValueError, "clues from 25 to 20: write the least first"),
        ({"depth": (-1, None)}, ValueError, "a depth from -1 to …"),
        ({"backdoor": (3, 2)}, ValueError, "a backdoor from 3 to 2"),
        ({"symmetry": "diagnal"}, UnknownNameError, "unknown symmetry 'diagnal'. Did you mean 'diagonal'"),
        ({"minimal": "yes"}, UnknownNameError, "unknown kind of minimal 'yes'. Known: no, orbits, strict"),
        ({"sample": "bottom-up"}, UnknownNameError, "unknown sample"),
        ({"grid": "slow"}, UnknownNameError, "unknown kind of grid"),
        (
            {"methods": ("phases",)},
            UnknownNameError,
            "unknown method 'phases'. Known: cube:propagate, possibles",
        ),
        (
            {"methods": ("sets",), "not_methods": ("sets",)},
            ValueError,
            "sets is asked to solve the puzzles, and",
        ),
        ({"pattern": frozenset({81})}, PuzzleError, "the pattern has a cell 81: cells are 0 to 80"),
        ({"minimal": "no"}, ValueError, "minimal 'no' needs a number of clues or a pattern"),
        ({"geometry": Geometry(4, 5)}, UnsupportedError, "up to 16×16, not 20×20: choose a smaller size"),
        ({"given": Puzzle(16 * ".")}, ValueError, "given is 4×4"),
        ({"near": SOME, "symmetry": "full"}, UnsupportedError, "with a symmetry: leave out one"),
        ({"near": SOME, "pattern": FILLED}, UnsupportedError, "with a pattern"),
        ({"near": SOME, "given": Puzzle(81 * ".")}, UnsupportedError, "with given clues"),
        ({"near": SOME, "grid": "uniform"}, UnsupportedError, "with a uniform grid"),
        (
            {"given": Puzzle(81 * "."), "grid": "uniform"},
            UnsupportedError,
            "uniform grids cannot be made to hold",
        ),
        ({"given": Puzzle("12......." + 80 * "123456789")}, UnsupportedError, "given has pencilmarks"),
        (
            {"sample": "controlled", "grid": "uniform", "symmetry": "full"},
            UnsupportedError,
            "without a symmetry",
        ),
        (
            {"sample": "controlled", "grid": "uniform", "minimal": "orbits"},
            UnsupportedError,
            "minimal 'orbits'",
        ),
        (
            {"grid": "uniform", "geometry": Geometry(2, 4)},
            UnsupportedError,
            "uniform grids are made for 4×4, 6×6",
        ),
    ],
)
def test_what_is_out_of_range_or_does_not_go_together_is_refused(options, error, words):
    with pytest.raises(error) as told:
        GenerationPlan(**options)
    assert words in str(told.value)
