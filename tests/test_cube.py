"""The table of the rules, tested against arithmetic on rows, columns and boxes written for this file alone.

Every engine but the kernel derives from this table: a wrong line would make them all agree on a wrong
verdict.
"""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudocube.cube import UNIT_FAMILIES, Clash, Cube, Family, clashes, cube
from sudocube.errors import PuzzleError
from sudocube.geometry import GEOMETRIES, SYMBOLS, Geometry
from sudocube.puzzle import Puzzle
from tests.puzzles import clashing_puzzle, geometries, grids, solved_grid

NINE = Geometry(3, 3)


@pytest.mark.parametrize("geometry", [one for one in GEOMETRIES if one.size <= 16], ids=str)
def test_lines_units_elements_and_triads_are_those_that_they_say(geometry):
    """Cells first, then rows, columns and boxes; within a unit by digit; counted without a gap."""
    made, n, down, across = cube(geometry), geometry.size, geometry.box_rows, geometry.box_columns
    cells = {
        "row": [tuple(range(r * n, r * n + n)) for r in range(n)],
        "column": [tuple(range(c, n * n, n)) for c in range(n)],
        "box": [
            tuple((top + r) * n + left + c for r in range(down) for c in range(across))
            for top in range(0, n, down)
            for left in range(0, n, across)
        ],
    }
    pairs = [(cell, digit) for cell in range(n * n) for digit in range(1, n + 1)]
    assert [made.element(cell, digit) for cell, digit in pairs] == list(range(made.element_count))
    assert [made.cell_and_digit(element) for element in range(made.element_count)] == pairs
    units: list[tuple[Any, int]] = [(family, i) for family in UNIT_FAMILIES for i in range(n)]
    assert [(unit.family, unit.index, unit.name) for unit in made.units] == [
        (f, i, f"{f} {i + 1}") for f, i in units
    ]
    assert [unit.cells for unit in made.units] == [cells[family][i] for family, i in units]
    expected: list[Any] = [("cell", cell, tuple(range(cell * n, cell * n + n))) for cell in range(n * n)]
    expected += [(f, i, tuple(cell * n + d for cell in cells[f][i])) for f, i in units for d in range(n)]
    assert [(line.family, line.index, tuple(line.elements)) for line in made.lines] == expected
    for family in Family:
        assert list(made.lines_of(family)) == [line for line in made.lines if line.family == family]
    triads = [(triad.line.name, triad.box.name, triad.cells) for triad in made.triads]
    crossings = [
        (f"{family} {i + 1}", f"box {b + 1}", common)
        for family in ("row", "column")
        for i in range(n)
        for b in range(n)
        if (common := tuple(sorted({*cells[family][i]} & {*cells["box"][b]})))
    ]
    assert triads == crossings
    overlap = down - 1 + across - 1
    assert {len(peers) for peers in made.peers} == {4 * (n - 1) - overlap}
    for element in range(0, made.element_count, n**3 // 13):
        shared = {other for line in made.lines if element in line.elements for other in line.elements}
        assert made.peers[element] == shared - {element}


@settings(max_examples=20)
@given(grids(max_size=16))
def test_a_solved_grid_holds_one_true_element_on_every_line(grid):
    made = Cube(grid.geometry)
    true = {made.element(cell, digit) for cell, digit in enumerate(grid.cells)}
    assert {len(true.intersection(line.elements)) for line in made.lines} == {1}
    assert made.grid(sorted(true, key=lambda one: -one)) == grid
    assert clashes(grid) == []
    with pytest.raises(PuzzleError, match=r"^r1c1 is blank: a grid has none$"):
        made.grid(sorted(true)[1:])


def _puzzle(shape: Geometry = NINE, /, **clues: int) -> Puzzle:
    """A puzzle of these clues alone, by the names of their cells."""
    return Puzzle([clues.get(shape.cell_name(cell), 0) for cell in range(shape.cell_count)], shape)


@pytest.mark.parametrize(
    ("puzzle", "expected"),
    [
        (_puzzle(r1c1=5, r1c5=5), ["r1c1 and r1c5 both hold 5 in row 1"]),
        (_puzzle(r2c9=7, r9c9=7), ["r2c9 and r9c9 both hold 7 in column 9"]),
        (_puzzle(r4c1=9, r6c3=9), ["r4c1 and r6c3 both hold 9 in box 4"]),
        (_puzzle(r9c1=1, r9c5=1, r9c9=1), ["r9c1, r9c5 and r9c9 all hold 1 in row 9"]),
        (
            _puzzle(r1c1=2, r1c2=2),
            ["r1c1 and r1c2 both hold 2 in row 1", "r1c1 and r1c2 both hold 2 in box 1"],
        ),
        (
            _puzzle(r3c1=8, r3c9=8, r3c2=4, r3c8=4),
            ["r3c2 and r3c8 both hold 4 in row 3", "r3c1 and r3c9 both hold 8 in row 3"],
        ),
        (_puzzle(Geometry(3, 2), r1c1=6, r3c2=6), ["r1c1 and r3c2 both hold 6 in box 1"]),
        (_puzzle(Geometry(2, 3), r1c1=6, r3c2=6), []),
        (_puzzle(Geometry(4, 4), r16c1=16, r16c16=16), ["r16c1 and r16c16 both hold G in row 16"]),
        (_puzzle(r1c1=1, r1c2=2, r2c4=1, r4c3=1), []),
    ],
)
def test_clashes_are_named(puzzle, expected):
    """A clash has all its cells, the digit and the unit; clashes are ordered by unit, then by digit."""
    assert [str(clash) for clash in clashes(puzzle)] == expected


@settings(max_examples=30)
@given(geometries(max_size=16), st.sampled_from(["row", "column", "box"]), st.integers(0, 2**32))
def test_one_clash_is_found_where_it_is(geometry, unit, seed):
    rng = Random(seed)
    puzzle, cells = clashing_puzzle(solved_grid(geometry, rng), rng, unit)
    [clash] = clashes(puzzle)
    place = {"row": geometry.row, "column": geometry.column, "box": geometry.box}[unit](cells[0])
    expected = cube(geometry).units[["row", "column", "box"].index(unit) * geometry.size + place]
    assert clash == Clash(expected, puzzle.cells[cells[0]], tuple(sorted(cells)), geometry)
    assert str(clash).endswith(f" both hold {SYMBOLS[clash.digit]} in {unit} {place + 1}")
