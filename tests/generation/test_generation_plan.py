"""What does not go together, or is out of range, is refused before anything is made."""

import pytest

from sudocube import Geometry, Puzzle, PuzzleError, UnknownNameError, UnsupportedError
from sudocube.generation import GenerationPlan

FILLED = frozenset(range(81))
SOME = Puzzle("123456789456789123" + 63 * ".")


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
