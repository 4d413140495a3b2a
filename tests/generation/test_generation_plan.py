"""What does not go together, or is out of range, is refused before anything is made."""

from typing import Any

import numpy as np
import pytest

from sudocube import (
    Geometry,
    ImpossibleError,
    Puzzle,
    PuzzleError,
    UnknownNameError,
    UnsupportedError,
    generate,
)
from sudocube.generation import GenerationPlan

FILLED = frozenset(range(81))
SOME = Puzzle("123456789456789123" + 63 * ".")


WRONG: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"count": 0}, ValueError, "0 puzzles: it is an integer of at least 1"),
    ({"first_index": 0}, ValueError, "a first index of 0"),
    ({"first_index": 2**63 - 1, "count": 2}, ValueError, "numbers go to 2^63 - 1"),
    ({"seed": -1}, ValueError, "a seed of -1: it is an integer from 0 to 2^64 - 1"),
    ({"seed": "7"}, TypeError, "a seed is an integer, not str"),
    ({"clues": (25, 20)}, ValueError, "clues from 25 to 20: write the least first"),
    ({"depth": (-1, None)}, ValueError, "a depth from -1 to …"),
    ({"symmetry": "diagnal"}, UnknownNameError, "unknown symmetry 'diagnal'. Did you mean 'diagonal'"),
    ({"minimal": "yes"}, UnknownNameError, "unknown kind of minimal 'yes'. Known: no, orbits, strict"),
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
]


def test_what_is_out_of_range_or_does_not_go_together_is_refused():
    for options, error, words in WRONG:
        with pytest.raises(error) as told:
            GenerationPlan(**options)
        assert words in str(told.value)


OF_TYPES: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"symmetry": None}, TypeError, "symmetry: found None; expected a name"),
    ({"grid": ""}, ValueError, "unknown kind of grid ''"),
    ({"geometry": 9, "pattern": "#"}, TypeError, "such as Geometry(3, 3), not int"),
    ({"seed": 1.5}, TypeError, "a seed is an integer, not float"),
    ({"clues": (24,)}, ValueError, "clues: found (24,); expected a number, or the least and the most"),
    ({"clues": "24"}, TypeError, "clues: found '24'; expected a number"),
    ({"backdoor": (1, "2")}, TypeError, "a backdoor: found (1, '2'); expected"),
    ({"methods": 5}, TypeError, "methods: found 5; expected a name"),
    ({"timeout": 0}, ValueError, "a timeout of 0"),
    ({"jobs": 0}, ValueError, "0 jobs"),
]


def test_values_of_another_type_are_told_with_what_was_expected():
    """When `generate` is called, before the first puzzle is asked for."""
    for options, error, words in OF_TYPES:
        with pytest.raises(error) as told:
            generate(**options)
        assert words in str(told.value)


def test_integers_of_numpy_and_single_numbers_and_names_are_taken():
    numbers: dict[str, Any] = {"seed": np.int64(3), "first_index": np.uint8(2)}
    [made] = generate(**numbers, clues=(np.int8(20), np.int8(30)))
    assert type(made.seed) is type(made.index) is int
    assert made == next(generate(seed=3, first_index=2, clues=(20, 30)))
    assert next(generate(seed=3, clues=24)) == next(generate(seed=3, clues=(24, 24)))
    assert next(generate(seed=3, depth=0)) == next(generate(seed=3, depth=(0, 0)))
    assert next(generate(seed=3, methods="sets")) == next(generate(seed=3, methods=["sets"]))


IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"clues": (10, 16)}, "no 9×9 puzzle with fewer than 17 clues has one solution"),
    ({"clues": (82, None)}, "82 clues: a 9×9 board has 81 cells"),
    ({"clues": (73, 81)}, "has more than 72 clues: one of a full row can go"),
    ({"pattern": FILLED}, "row 1 is full of clues, and one of these can go: choose minimal 'no'"),
    (
        {"pattern": FILLED - {0}, "symmetry": "half-turn", "minimal": "no"},
        "does not have the symmetry half-turn",
    ),
    (
        {"pattern": frozenset(range(27, 81)) | {*range(9)}, "minimal": "no"},
        "exchanged, they make another solution",
    ),
    ({"given": Puzzle("11" + 79 * ".")}, "the given clues clash: r1c1 and r1c2 both hold 1 in row 1"),
    (
        {"near": Puzzle("123456789" + 72 * ".")},
        "near has 9 clues: with fewer than 17, no 9×9 puzzle is unique",
    ),
    (
        {"symmetry": "full", "clues": (18, 19), "minimal": "orbits"},
        "no 18 to 19 cells have the symmetry full",
    ),
    ({"clues": 7, "geometry": Geometry(2, 2)}, "all were tried, and they have 4, 5, 6 clues"),
    ({"depth": 0, "backdoor": (1, None)}, "a puzzle of depth 0 has backdoor 0, not 1 or more"),
    ({"methods": "sets", "not_methods": "possibles"}, "what sets solves is solved by possibles"),
]


def test_what_is_known_to_be_impossible_is_said_with_the_reason():
    for options, reason in IMPOSSIBLE:
        with pytest.raises(ImpossibleError) as told:
            GenerationPlan(**options)
        assert reason in str(told.value)
        assert told.value.reason == str(told.value)


def test_what_is_possible_is_not_refused():
    GenerationPlan(clues=(16, 17))
    GenerationPlan(geometry=Geometry(2, 2), clues=(4, 4))
    GenerationPlan(clues=(72, 72))
    GenerationPlan(clues=(81, 81), minimal="no")
    GenerationPlan(pattern=FILLED, minimal="no")
    GenerationPlan(symmetry="full", clues=(18, 20), minimal="orbits")
    GenerationPlan(depth=1, methods=["sets", "possibles"], not_methods="cube:propagate")
    GenerationPlan(backdoor=(64, None))
