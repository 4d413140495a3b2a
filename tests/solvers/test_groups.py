"""Groups inside and outside: the source's own examples, each size, and all of them together."""

from itertools import permutations

import pytest

from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from sudocube.solvers import groups, possibles
from sudocube.solvers.arrays import Arrays
from sudocube.solvers.trace import SolverContradictionError
from tests.solvers.logic_puzzles import SHAPES, logic_puzzles
from tests.solvers.steps import arrays_with, first_row

OUTSIDE_EXAMPLE = "13 2 13 145 1345 45 9 4567 145678"
INSIDE_EXAMPLE = "1347 2 1347 45 456 45 9 4567 145678"


def ways_to_fill(row: str) -> list[tuple[int, ...]]:
    """All ways to fill a row of the source, by trying."""
    can = [set(map(int, square)) for square in row.split()]
    return [
        way for way in permutations(range(1, 10)) if all(one in of for one, of in zip(way, can, strict=True))
    ]


def test_the_outside_example_of_the_source():
    """1 and 3 go outside of squares 1 and 3: "square 4 becomes simply 45"."""
    arrays = arrays_with(OUTSIDE_EXAMPLE)
    assert groups.outside(arrays, 2)
    assert first_row(arrays) == "13 2 13 45 45 45 9 4567 45678"


def test_the_outside_example_of_the_source_has_no_solution():
    """Squares 4, 5 and 6 would be 4 and 5."""
    assert ways_to_fill(OUTSIDE_EXAMPLE) == []
    assert not possibles.work(arrays_with(OUTSIDE_EXAMPLE))


def test_the_inside_example_of_the_source_is_none():
    """1 is also possible in square 9; without it, the rule works as printed."""
    arrays = arrays_with(INSIDE_EXAMPLE)
    assert not groups.inside(arrays, 2)
    assert first_row(arrays) == INSIDE_EXAMPLE
    arrays = arrays_with(INSIDE_EXAMPLE.replace("145678", "45678"))
    assert groups.inside(arrays, 2)
    assert first_row(arrays) == "13 2 13 45 456 45 9 4567 45678"


def test_what_the_inside_example_concludes_is_true_once_its_must_be_is_done():
    """There is also an outside pair: squares 4 and 6."""
    arrays = arrays_with(INSIDE_EXAMPLE)
    assert groups.outside(arrays, 2)
    assert first_row(arrays) == "137 2 137 45 6 45 9 67 1678"
    arrays = arrays_with(INSIDE_EXAMPLE)
    assert possibles.upgrade_must_bes(arrays)
    assert groups.inside(arrays, 2)
    assert first_row(arrays).split()[:3] == ["13", "2", "13"]
    assert {(way[0], way[2]) for way in ways_to_fill(INSIDE_EXAMPLE)} == {(1, 3), (3, 1)}


@pytest.mark.parametrize(
    ("side", "k", "row", "then"),
    [
        (
            "outside",
            2,
            "12 12 1234 3456 567 5678 6789 789 123456789",
            "12 12 34 3456 567 5678 6789 789 3456789",
        ),
        ("outside", 3, "12 23 13 1245 4567 5678 6789 789 123456789", "12 23 13 45 4567 5678 6789 789 456789"),
        (
            "outside",
            4,
            "12 23 34 14 12567 5678 6789 5789 123456789",
            "12 23 34 14 567 5678 6789 5789 56789",
        ),
        (
            "inside",
            2,
            "1234 1256 34567 34567 34567 34567 3456789 3456789 3456789",
            "12 12 34567 34567 34567 34567 3456789 3456789 3456789",
        ),
        (
            "inside",
            3,
            "124 235 1367 4567 45678 45678 456789 456789 456789",
            "12 23 13 4567 45678 45678 456789 456789 456789",
        ),
        (
            "inside",
            4,
            "125 236 347 1489 56789 56789 56789 56789 56789",
            "12 23 34 14 56789 56789 56789 56789 56789",
        ),
    ],
)
def test_groups_of_each_size_inside_and_outside(side, k, row, then):
    """Neither the other side nor another size finds them, if their own side is the smaller one."""
    rules = {"outside": groups.outside, "inside": groups.inside}
    for other_side, rule in rules.items():
        for other_k in (2, 3, 4):
            arrays = arrays_with(row)
            is_own = (other_side, other_k) == (side, k)
            assert rule(arrays, other_k) == is_own, (other_side, other_k)
            assert first_row(arrays) == (then if is_own else row)


@pytest.mark.parametrize(
    ("rule", "row", "then"),
    [
        (
            groups.outside,
            "12 12 34 34 13567 25678 56789 56789 56789",
            "12 12 34 34 567 5678 56789 56789 56789",
        ),
        (
            groups.inside,
            "125 126 347 348 56789 56789 56789 56789 56789",
            "12 12 34 34 56789 56789 56789 56789 56789",
        ),
    ],
)
def test_every_group_of_a_unit_is_seen(rule, row, then):
    """Every unit is searched, not only the first."""
    arrays = arrays_with(row)
    assert rule(arrays, 2)
    assert first_row(arrays) == then


def test_groups_are_looked_for_up_to_half_of_a_unit():
    """Above size 9, groups go up to quads."""
    sizes = {size: [*groups.sizes(Geometry.of_size(size))] for size in (4, 6, 8, 9, 10, 25)}
    assert sizes == {4: [2], 6: [2, 3], 8: [2, 3, 4], 9: [2, 3, 4], 10: [2, 3, 4], 25: [2, 3, 4]}


@pytest.mark.parametrize(
    ("rule", "row", "named"),
    [
        (groups.outside, "12 12 12 345 346 45678 6789 789 789", "fewer possibles than squares"),
        (
            groups.inside,
            "123 1234 45678 456789 456789 456789 456789 456789 456789",
            "fewer squares than values",
        ),
    ],
)
def test_what_is_less_than_it_takes_is_a_contradiction(rule, row, named):
    """Two values for three squares, or two squares for three values."""
    with pytest.raises(SolverContradictionError, match=named):
        rule(arrays_with(row), 3)


def supported(can: list[int]) -> list[int]:
    """By cell: the digits in all ways to fill a unit, by dynamic programming over sets of digits."""
    n = len(can)
    full = (1 << n) - 1
    upto = [{0}]  # the sets of digits that the first cells can hold
    for mask in can:
        upto.append({s | 1 << d for s in upto[-1] for d in range(n) if mask >> d & 1 and not s >> d & 1})
    then = [{full}]  # the sets of digits from which the last cells can be filled
    for mask in reversed(can):
        then.append({s ^ 1 << d for s in then[-1] for d in range(n) if mask >> d & 1 and s >> d & 1})
    then.reverse()
    return [
        sum(
            1 << d
            for d in range(n)
            if mask >> d & 1 and any(not s >> d & 1 and s | 1 << d in then[at + 1] for s in upto[at])
        )
        for at, mask in enumerate(can)
    ]


def consistent(puzzle: Puzzle) -> list[int] | None:
    """The candidates when each unit is made consistent until nothing changes; None without a solution."""
    n, down, across = puzzle.geometry.size, puzzle.geometry.box_rows, puzzle.geometry.box_columns
    can = [1 << value - 1 if value else (1 << n) - 1 for value in puzzle.cells]
    box = [cell // n // down * (n // across) + cell % n // across for cell in range(n * n)]
    units = [[cell for cell in range(n * n) if cell // n == i] for i in range(n)]
    units += [[cell for cell in range(n * n) if cell % n == i] for i in range(n)]
    units += [[cell for cell in range(n * n) if box[cell] == i] for i in range(n)]
    while True:
        before = can.copy()
        for unit in units:
            for cell, mask in zip(unit, supported([can[cell] for cell in unit]), strict=True):
                can[cell] = mask
        if 0 in can:
            return None
        if can == before:
            return can


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_all_groups_together_are_domain_consistency_of_every_unit(shape):
    """The same candidates and contradictions as from all ways to fill each unit."""
    none = some = 0
    for puzzle in logic_puzzles():
        if puzzle.geometry == shape:
            arrays = Arrays(puzzle)
            worked = arrays.possibles if possibles.work(arrays) else None
            assert worked == consistent(puzzle), repr(puzzle)
            none += worked is None
            some += worked is not None
    assert none > 0
    assert some > 0
