"""What is known not to exist is refused before anything is made, with the reason."""

from typing import Any

import pytest

from sudocube import Geometry, ImpossibleError, Puzzle
from sudocube.generation import GenerationPlan

FOUR, EIGHT = Geometry(2, 2), Geometry(2, 4)
FILLED = frozenset(range(81))
ROW = frozenset(range(9))


def without(*cells: int) -> frozenset[int]:
    return FILLED - set(cells)


def rows_without_clues(*rows: int) -> frozenset[int]:
    return frozenset(cell for cell in range(81) if cell // 9 not in rows)


def columns_without_clues(*columns: int) -> frozenset[int]:
    return frozenset(cell for cell in range(81) if cell % 9 not in columns)


FULL_ROW = Puzzle("123456789" + 72 * ".")
GRID = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
CROSS = Puzzle("123456789456......789......2........5........8........3........6........9........")
"""The first row, column and box of GRID."""
THREE_PAIRS = "11.......2.2......3..3.....456789...789456..." + 36 * "."
IMPOSSIBLE: dict[str, tuple[dict[str, Any], str]] = {
    "16 clues": ({"clues": (10, 16)}, "no 9×9 puzzle with fewer than 17 clues has one solution"),
    "3 clues at 4×4": ({"clues": (3, 3), "geometry": FOUR}, "no 4×4 puzzle with fewer than 4 clues"),
    "7 clues at 6×6": (
        {"clues": (0, 7), "geometry": Geometry(2, 3)},
        "no 6×6 puzzle with fewer than 8 clues",
    ),
    "6 clues at 8×8": ({"clues": (0, 6), "geometry": EIGHT}, "no 8×8 puzzle with fewer than 7 clues"),
    "82 clues": ({"clues": (82, 90), "minimal": "no"}, "82 clues: a 9×9 board has 81 cells"),
    "82 clues or more": ({"clues": (82, None)}, "82 clues: a 9×9 board has 81 cells"),
    "73 clues, minimal": (
        {"clues": (73, 81)},
        "no strictly minimal 9×9 puzzle has more than 72 clues: one of a full row can go",
    ),
    "73 clues, minimal by orbits of one cell": (
        {"clues": (73, None), "minimal": "orbits"},
        "no strictly minimal 9×9 puzzle has more than 72 clues",
    ),
    "81 clues, minimal by orbits": (
        {"clues": 81, "minimal": "orbits", "symmetry": "full"},
        "no 9×9 puzzle that is minimal by orbits has more than 80 clues: some of a full board can go",
    ),
    "36 clues at 6×6, minimal by orbits": (
        {"clues": 36, "minimal": "orbits", "symmetry": "both-mirrors", "geometry": Geometry(2, 3)},
        "by orbits has more than 35 clues: some of a full board can go",
    ),
    "80 clues, of which a row, a column and a box stay": (
        {"clues": 80, "given": CROSS},
        "puzzle has more than 73 clues: one of a full row can go",
    ),
    "a full board": (
        {"pattern": FILLED},
        "row 1 is full of clues, and one of these can go: choose minimal 'no'",
    ),
    "a full board, minimal by orbits of one cell": (
        {"pattern": FILLED, "minimal": "orbits"},
        "row 1 is full of clues, and one of these can go",
    ),
    "a full board, minimal by orbits": (
        {"pattern": FILLED, "minimal": "orbits", "symmetry": "quarter-turn"},
        "the clues in r1c1, r1c9, r9c1, r9c9 can go, each from a row, column or box that is full of clues: ",
    ),
    "a full board at 8×8, minimal by orbits": (
        {
            "pattern": frozenset(range(64)),
            "minimal": "orbits",
            "symmetry": "full",
            "geometry": Geometry(2, 4),
        },
        "the clues in r1c1, r1c8, r8c1, r8c8 can go",
    ),
    "a full row with a given clue": (
        {"pattern": ROW | {cell for cell in range(81) if cell % 2}, "given": Puzzle("1" + 80 * ".")},
        "row 1 is full of clues",
    ),
    "a full box but for a given clue, by orbits": (
        {
            "pattern": FILLED - {0, 8, 72, 80},
            "minimal": "orbits",
            "symmetry": "full",
            "given": Puzzle(40 * "." + "1" + 40 * "."),
        },
        "the clues in r1c5, r5c1, r5c9, r9c5 can go",
    ),
    "73 clues near to a puzzle, strictly minimal": (
        {"near": Puzzle(GRID[:73] + 8 * ".")},
        "no strictly minimal 9×9 puzzle has more than 72 clues",
    ),
    "near to three pairs that clash": (
        {"near": Puzzle(THREE_PAIRS)},
        "near has clues that clash whichever two are exchanged; of the first ones, r1c1 and r1c2 both hold 1",
    ),
    "4 or 8 cells, and not 5 to 7, have a full symmetry": (
        {"symmetry": "full", "clues": (4, 7), "minimal": "orbits", "geometry": Geometry(2, 4)},
        "no 7 cells have the symmetry full",
    ),
    "60 or 64 cells, and not 61 to 63, have a full symmetry": (
        {"symmetry": "full", "clues": (61, None), "minimal": "orbits", "geometry": EIGHT},
        "no 61 to 63 cells have the symmetry full",
    ),
    "7 clues at 4×4, strictly minimal": (
        {"clues": 7, "geometry": FOUR},
        "no 4×4 puzzle with 7 clues is strictly minimal: all were tried, and they have 4, 5, 6 clues",
    ),
    "4×4 with a full symmetry, strictly minimal": (
        {"symmetry": "full", "geometry": FOUR},
        "no 4×4 puzzle with the symmetry full is strictly minimal: all were tried",
    ),
    "4×4, minimal by orbits": (
        {"symmetry": "half-turn", "minimal": "orbits", "clues": (8, None), "geometry": FOUR},
        "no 4×4 puzzle with the symmetry half-turn and 8 to 16 clues is minimal by orbits: all were tried, "
        "and they have 4, 6 clues",
    ),
    "4×4, pattern": (
        {"pattern": frozenset({0, 1, 2, 6, 15}), "geometry": FOUR, "minimal": "no"},
        "no 4×4 puzzle with clues in just these cells has one solution: all were tried",
    ),
    "4×4, given": (
        {"given": Puzzle("12.. 34.. .... ...."), "geometry": FOUR, "clues": (4, 5), "minimal": "no"},
        "no 4×4 puzzle with these given clues and 4 to 5 clues has one solution",
    ),
    "4×4, near": (
        {"near": Puzzle("1234 3412 .... ...."), "geometry": FOUR},
        "no 4×4 puzzle with 8 clues is strictly minimal",
    ),
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


def test_what_is_possible_is_not_refused():
    GenerationPlan(clues=(17, 17))
    GenerationPlan(clues=(16, 17))
    GenerationPlan(geometry=FOUR, clues=(4, 4))
    GenerationPlan(pattern=rows_without_clues(0, 3, 6), minimal="no")
    GenerationPlan(pattern=columns_without_clues(2, 3, 8), minimal="no")
    GenerationPlan(symmetry="full", clues=(18, 20), minimal="orbits")
    GenerationPlan(clues=(72, 72))
    GenerationPlan(pattern=ROW | {cell for cell in range(81) if cell % 2}, given=FULL_ROW)
    GenerationPlan(near=Puzzle(THREE_PAIRS.replace("11", "1.").replace("9456.", "94561")))
    GenerationPlan(pattern=FILLED, minimal="no")
    GenerationPlan(clues=(81, 81), minimal="no")
    GenerationPlan(clues=(73, None), given=CROSS)
    GenerationPlan(clues=(80, 80), symmetry="full", minimal="orbits")
