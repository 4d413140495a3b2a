"""The referee accepts solutions and refuses everything else."""

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudocube.geometry import GEOMETRIES, Geometry
from sudocube.trusted import objection
from tests.puzzles import grids, puzzle_from, solved_grid

GRID = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]
BLANKS = [0] * 16


def verdict_on(cells: bytes | list[int], clues: bytes | list[int], geometry: Geometry) -> str | None:
    """The referee's objection; the shape comes from a geometry."""
    return objection(cells, clues, geometry.box_rows, geometry.box_columns)


def test_a_solved_grid_passes_whatever_of_it_was_given():
    """Three grids of each shape, each for a puzzle with no clue, with half of the clues and with all."""
    for geometry, seed in product(GEOMETRIES, range(3)):
        rng = Random(seed)
        grid = solved_grid(geometry, rng)
        half = puzzle_from(grid, rng, clues=geometry.cell_count // 2)
        for clues in (bytes(geometry.cell_count), half.cells, grid.cells):
            assert verdict_on(grid.cells, clues, geometry) is None, (geometry, seed)


@given(grids(), st.data())
def test_a_grid_with_any_one_cell_changed_is_refused(grid, data):
    """For any other value, in range or not. The order is row, column, box 1, then row, column, box 2, …"""
    geometry, n = grid.geometry, grid.geometry.size
    cell = data.draw(st.sampled_from(range(n * n)))
    cells = list(grid.cells)
    cells[cell] = data.draw(st.integers(-1, n + 2).filter(lambda value: value != cells[cell]))
    broken = [("row", geometry.row(cell)), ("column", geometry.column(cell)), ("box", geometry.box(cell))]
    unit, index = min(broken, key=lambda place: place[1])  # of equals, the first
    said = verdict_on(cells, bytes(n * n), geometry)
    assert said == f"{unit} {index + 1} does not hold each of 1 to {n} once"


@given(grids(), st.data())
def test_a_solved_grid_of_another_puzzle_is_refused_by_the_first_clue(grid, data):
    n = grid.geometry.size
    cell = data.draw(st.sampled_from(range(n * n)))
    clue = data.draw(st.sampled_from([digit for digit in range(1, n + 1) if digit != grid.cells[cell]]))
    clues = [*grid.cells[:cell], clue, *grid.cells[cell + 1 :]]
    place = f"row {cell // n + 1}, column {cell % n + 1}"
    said = verdict_on(grid.cells, clues, grid.geometry)
    assert said == f"{place} holds {grid.cells[cell]}, but the clue is {clue}"


def _rows(*rows: str) -> list[int]:
    return [int(digit) for row in rows for digit in row]


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (_rows("1123", "3412", "2341", "4234"), "row 1 does not hold each of 1 to 4 once"),
        (_rows("1234", "1234", "1234", "1234"), "column 1 does not hold each of 1 to 4 once"),
        (_rows("1234", "2341", "3412", "4123"), "box 1 does not hold each of 1 to 4 once"),
        (_rows("1234", "3412", "2143", "4322"), "row 4 does not hold each of 1 to 4 once"),
        (_rows("1234", "3412", "4321", "2134"), "column 3 does not hold each of 1 to 4 once"),
        (_rows("1234", "3412", "2343", "4121"), "row 3 does not hold each of 1 to 4 once"),
    ],
)
def test_the_broken_rule_is_named(cells, expected):
    """Row, column and box are checked in turn; the objection names the first that is broken."""
    assert objection(cells, BLANKS, 2, 2) == expected


def test_rules_are_those_of_the_box_shape_and_a_blank_is_no_digit():
    """A grid that is right in boxes of 2 rows × 3 columns, and wrong in 3 × 2; clues are looked at first."""
    cells = _rows("123456", "456123", "231564", "564231", "312645", "645312")
    assert objection(cells, [0] * 36, 2, 3) is None
    assert objection(cells, [0] * 36, 3, 2) == "box 1 does not hold each of 1 to 6 once"
    assert objection([1] * 16, [2, *[0] * 15], 2, 2) == "row 1, column 1 holds 1, but the clue is 2"
    for blank in range(16):
        assert objection([*GRID[:blank], 0, *GRID[blank + 1 :]], BLANKS, 2, 2) is not None, blank


@given(grids(), st.data())
def test_the_first_wrong_box_is_told_where_rows_and_columns_are_right(grid, data):
    """Rows exchanged between bands break boxes only; boxes are numbered to the right, then down."""
    geometry, n = grid.geometry, grid.geometry.size
    rows = [list(grid.cells[r * n : r * n + n]) for r in range(n)]
    one, other = data.draw(st.lists(st.sampled_from(range(n)), min_size=2, max_size=2, unique=True))
    rows[one], rows[other] = rows[other], rows[one]
    left, right = data.draw(st.lists(st.sampled_from(range(n)), min_size=2, max_size=2, unique=True))
    for row in rows:
        row[left], row[right] = row[right], row[left]
    boxes = [
        {rows[top + r][start + c] for r in range(geometry.box_rows) for c in range(geometry.box_columns)}
        for top in range(0, n, geometry.box_rows)
        for start in range(0, n, geometry.box_columns)
    ]
    wrong = [number for number, box in enumerate(boxes, 1) if len(box) < n]
    expected = f"box {wrong[0]} does not hold each of 1 to {n} once" if wrong else None
    assert verdict_on([digit for row in rows for digit in row], bytes(n * n), geometry) == expected


@pytest.mark.parametrize(
    ("cells", "clues"), [(0, 16), (15, 16), (17, 16), (16, 15), (16, 17), (15, 15), (0, 0), (81, 81)]
)
def test_a_wrong_number_of_cells_is_refused(cells, clues):
    """The objection names the numbers found, of the grid and of the puzzle, and the expected number."""
    said = objection([1] * cells, [0] * clues, 2, 2)
    assert said == f"{cells} cells for {clues} of a puzzle; a grid of size 4 has 16"
