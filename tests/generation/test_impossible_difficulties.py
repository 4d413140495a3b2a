"""Difficulties that no puzzle has: the arguments, held against many puzzles."""

from functools import cache
from typing import Any

import numpy as np
import pytest

from sudocube import Geometry, ImpossibleError, Puzzle, generate, rate
from sudocube.generation import GenerationPlan
from sudocube.generation.generation_plan import METHODS
from sudocube.generation.impossible_difficulties import REACH, SINGLES
from sudocube.generation.small_grid_lists import listed_grids
from sudocube.rating.method_reach import is_solved_by
from tests.rating.rated_puzzles import DEEP, LARGE, WIDE

FOUR = Geometry(2, 2)
FILLED = Puzzle("123456789456789123789123456231564897564897231897231564312645978645978312978312645")

IMPOSSIBLE: dict[str, tuple[dict[str, Any], str]] = {
    "depth 0, backdoor": (
        {"depth": (0, 0), "backdoor": (1, None)},
        "a puzzle of depth 0 has backdoor 0, not 1 or more",
    ),
    "backdoor 0, depth": (
        {"depth": (1, 2), "backdoor": (0, 0)},
        "a puzzle of backdoor 0 has depth 0, not 1 to 2",
    ),
    "a method that needs no more than singles": (
        {"methods": ["cube:propagate"], "depth": 1},
        "what cube:propagate solves has depth 0, not 1",
    ),
    "the same, backdoor": (
        {"methods": ["cube:propagate"], "backdoor": (2, 3)},
        "what cube:propagate solves has backdoor 0, not 2 to 3",
    ),
    "singles, and not sets": (
        {"depth": 0, "not_methods": "sets"},
        "a puzzle of depth 0 is solved by sets",
    ),
    "singles, and not possibles": (
        {"backdoor": 0, "not_methods": "possibles"},
        "a puzzle of backdoor 0 is solved by possibles",
    ),
    "sets, and not possibles": (
        {"methods": "sets", "not_methods": "possibles"},
        "what sets solves is solved by possibles",
    ),
    "cube:propagate, and not sets": (
        {"methods": "cube:propagate", "not_methods": "sets"},
        "what cube:propagate solves is solved by sets",
    ),
    "4×4 of depth 1": (
        {"geometry": FOUR, "depth": (1, None)},
        "a 4×4 puzzle with one solution has depth 0, not 1 or more",
    ),
    "4×4 that is not solved": (
        {"geometry": FOUR, "not_methods": "cube:propagate"},
        "a 4×4 puzzle with one solution is solved by cube:propagate",
    ),
    "a backdoor larger than the blanks": (
        {"backdoor": (65, None)},
        "a backdoor of 65 or more: with 17 clues or more, there are 64 blanks at most",
    ),
    "a depth greater than the blanks": (
        {"depth": 65},
        "a depth of 65: with 17 clues or more, there are 64 blanks at most",
    ),
    "a backdoor larger than the blanks that clues leave": (
        {"backdoor": 58, "clues": (24, 26)},
        "a backdoor of 58: with 24 clues or more, there are 57 blanks at most",
    ),
    "a backdoor larger than the blanks of a pattern": (
        {"backdoor": 2, "pattern": frozenset(range(1, 81)), "minimal": "no"},
        "with 80 clues or more, there are 1 blank at most",
    ),
    "a backdoor larger than the blanks of what it is near to": (
        {"backdoor": 82 - len(DEEP.clues), "near": DEEP},
        "with 21 clues or more, there are 60 blanks at most",
    ),
    "a backdoor larger than the blanks that given clues leave": (
        {"backdoor": 2, "given": Puzzle(FILLED.cells[:80] + b"\0"), "minimal": "no", "clues": (1, 81)},
        "with 80 clues or more, there are 1 blank at most",
    ),
}


@pytest.mark.parametrize("wish", IMPOSSIBLE)
def test_what_is_known_to_be_impossible_is_said_with_the_reason(wish):
    options, reason = IMPOSSIBLE[wish]
    with pytest.raises(ImpossibleError) as told:
        GenerationPlan(**options)
    assert str(told.value).endswith(reason)


@pytest.mark.parametrize(
    "options",
    [
        {"depth": 0, "not_methods": "cube:propagate"},
        {"depth": 1, "methods": ["sets", "possibles"], "not_methods": "cube:propagate"},
        {"depth": (0, None), "methods": "cube:propagate"},
        {"methods": "possibles", "not_methods": ["sets", "cube:propagate"]},
        {"methods": "cube:propagate", "depth": 0, "backdoor": 0},
        {"backdoor": (64, None)},
        {"depth": (1, 64)},
        {"backdoor": 57, "clues": (24, None)},
        {"geometry": FOUR, "depth": (0, 5), "methods": "cube:propagate"},
    ],
)
def test_what_is_not_known_to_be_impossible_is_not_refused(options):
    GenerationPlan(**options)


@cache
def reaches() -> list[tuple[bool, ...]]:
    """Whether each of REACH solves a puzzle, for puzzles of several sizes, some made to tell them apart."""
    puzzles = [one.puzzle for one in generate(100, seed=41)]
    puzzles += [one.puzzle for one in generate(100, seed=42, minimal="no", clues=(26, 34))]
    for shape, number in (("2x3", 20), ("3x2", 20), ("2x4", 3)):
        made = generate(number, seed=43, geometry=Geometry.of_box(shape))
        puzzles += [one.puzzle for one in made]
    for wishes in ({"methods": "possibles", "not_methods": "sets"}, {"methods": "sets", "depth": 1}):
        puzzles += [one.puzzle for one in generate(10, seed=44, **wishes)]
    puzzles += [DEEP, WIDE, LARGE]

    def solves(method: str, puzzle: Puzzle) -> bool:
        return rate(puzzle, only=["depth"]).depth == 0 if method == SINGLES else is_solved_by(method, puzzle)

    return [tuple(solves(method, puzzle) for method in REACH) for puzzle in puzzles]


def test_every_method_that_can_be_asked_for_has_its_place():
    assert {*REACH} == {SINGLES, *METHODS}


def test_each_of_a_reach_solves_what_those_before_it_solve():
    """And none solves as much as the next one."""
    found = set(reaches())
    assert found == {tuple(at >= first for at in range(len(REACH))) for first in range(len(REACH) + 1)}


def test_all_puzzles_of_four_by_four_are_solved_by_cube_propagate():
    """All that are strictly minimal and stand in one of the twelve grids with the first row 1 2 3 4."""
    grids = listed_grids(FOUR, np.arange(288))
    sets = np.arange(1 << 16)
    number = 0
    for grid in grids[:12]:
        shows = np.ones(1 << 16, bool)
        for other in grids:
            if (agreeing := int(((other == grid) << np.arange(16)).sum())) < (1 << 16) - 1:
                shows &= (sets & ~agreeing) > 0
        minimal = shows.copy()
        for cell in range(16):
            minimal &= ~((sets >> cell & 1).astype(bool) & shows[sets & ~(1 << cell)])
        for one in sets[minimal].tolist():
            cells = bytes(digit if one >> cell & 1 else 0 for cell, digit in enumerate(grid.tolist()))
            assert is_solved_by("cube:propagate", Puzzle(cells, FOUR))
            number += 1
    assert number == 85_632 // 24
