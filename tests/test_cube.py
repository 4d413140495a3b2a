"""The table of the rules, tested against arithmetic on rows, columns and boxes written for this file alone.

Every engine but the kernel derives from this table: a wrong line would make them all agree on a wrong
verdict. So the table is tested twice: the right one has no faults, and any wrong one is found out.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudocube.cube import UNIT_FAMILIES, Clash, Cube, Family, clashes, cube
from sudocube.errors import PuzzleError
from sudocube.geometry import GEOMETRIES, SYMBOLS, Geometry
from sudocube.puzzle import Grid, Puzzle
from tests.puzzles import EXAMPLES, clashing_puzzle, geometries, grids, solved_grid

Table = list[list[int]]
"""Lines of elements; the number of x[cell, d] is cell * n + d - 1."""

every_geometry = pytest.mark.parametrize(
    "geometry", GEOMETRIES, ids=lambda geometry: f"{geometry.box_rows}x{geometry.box_columns}"
)


# ── What is wrong with a table ────────────────────────────────────────────────────────────────────


def faults(geometry: Geometry, lines: Sequence[Sequence[int]]) -> Iterator[str]:
    """What keeps these lines from being the rules of Sudoku, in words; nothing where they are.

    They are when there are 4n² lines of n different elements, each element is on four, and two elements
    share a line exactly when the rules forbid that both are true. (No other lines do that: n elements
    that all forbid each other are a line.)
    """
    n, down, across = geometry.size, geometry.box_rows, geometry.box_columns
    if len(lines) != 4 * n * n:
        yield f"{len(lines)} lines, not {4 * n * n}"
    on: list[list[int]] = [[] for _ in range(n**3)]
    for number, line in enumerate(lines):
        if len(line) != n or len(set(line)) != n:
            yield f"line {number} has {len(line)} elements, {len(set(line))} of them different, not {n}"
        for element in line:
            if 0 <= element < n**3:
                on[element].append(number)
            else:
                yield f"line {number} has {element}, which is no element"
    for element, numbers in enumerate(on):
        if len(numbers) != 4:
            yield f"element {element} is on {len(numbers)} lines, not 4"
        shared = {other for number in numbers for other in lines[number]} - {element}
        row, column, less_one = element // n // n, element // n % n, element % n
        top, left = row - row % down, column - column % across
        forbidden = {(row * n + column) * n + d for d in range(n)}  # another digit in the cell
        forbidden |= {(row * n + c) * n + less_one for c in range(n)}  # the digit elsewhere in the row,
        forbidden |= {(r * n + column) * n + less_one for r in range(n)}  # … in the column,
        forbidden |= {  # … in the box
            (r * n + c) * n + less_one for r in range(top, top + down) for c in range(left, left + across)
        }
        forbidden.remove(element)
        for other in shared - forbidden:
            yield f"elements {element} and {other} share a line, and no rule forbids them together"
        for other in forbidden - shared:
            yield f"elements {element} and {other} are forbidden together, and share no line"


def table(geometry: Geometry) -> Table:
    """The real table, as lists that can be spoilt."""
    return [list(line.elements) for line in cube(geometry).lines]


@every_geometry
def test_the_table_states_the_rules(geometry):
    """For every geometry: 4n² lines, four through each element, peers and only peers on a line."""
    assert list(faults(geometry, table(geometry))) == []


def _drop(lines: Table, i: int, j: int, k: int, m: int) -> None:
    del lines[i]


def _duplicate(lines: Table, i: int, j: int, k: int, m: int) -> None:
    lines.insert(j, list(lines[i]))


def _add(lines: Table, i: int, j: int, k: int, m: int) -> None:
    lines.append([*lines[i][:k], *lines[j][k:]])


def _replace_by_another(lines: Table, i: int, j: int, k: int, m: int) -> None:
    lines[i] = list(lines[j])


def _move(lines: Table, i: int, j: int, k: int, m: int) -> None:
    lines[i] = [element + 1 + m for element in lines[i]]


def _empty(lines: Table, i: int, j: int, k: int, m: int) -> None:
    lines[i].clear()


def _drop_element(lines: Table, i: int, j: int, k: int, m: int) -> None:
    del lines[i][k]


def _duplicate_element(lines: Table, i: int, j: int, k: int, m: int) -> None:
    lines[i].append(lines[i][k])


def _double_element(lines: Table, i: int, j: int, k: int, m: int) -> None:
    lines[i][k] = lines[i][k - 1]


def _add_element(lines: Table, i: int, j: int, k: int, m: int) -> None:
    lines[i].append(next(element for element in lines[j] if element not in lines[i]))


def _move_element(lines: Table, i: int, j: int, k: int, m: int) -> None:
    lines[i][k] += 1 + m


def _hand_over_element(lines: Table, i: int, j: int, k: int, m: int) -> None:
    lines[j].append(lines[i].pop(k))


def _swap_elements(lines: Table, i: int, j: int, k: int, m: int) -> None:
    one = next(element for element in lines[i][k:] + lines[i][:k] if element not in lines[j])
    other = next(element for element in lines[j][m:] + lines[j][:m] if element not in lines[i])
    lines[i][lines[i].index(one)], lines[j][lines[j].index(other)] = other, one


MUTATIONS = (
    _drop,
    _duplicate,
    _add,
    _replace_by_another,
    _move,
    _empty,
    _drop_element,
    _duplicate_element,
    _double_element,
    _add_element,
    _move_element,
    _hand_over_element,
    _swap_elements,
)
"""Each makes a table wrong: lines i and j (never the same), elements k and m of them."""


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.__name__)
@given(geometry=geometries(max_size=9), data=st.data())
def test_any_wrong_table_is_found_out(mutation, geometry, data):
    """Without this test, the one above might pass for any table."""
    n, lines = geometry.size, table(geometry)
    i, step = data.draw(st.integers(0, 4 * n * n - 1)), data.draw(st.integers(1, 4 * n * n - 1))
    k, m = data.draw(st.integers(0, n - 1)), data.draw(st.integers(0, n - 1))
    mutation(lines, i, (i + step) % (4 * n * n), k, m)
    assert list(islice(faults(geometry, lines), 1)) != []


@every_geometry
def test_rules_with_boxes_of_the_other_shape_are_found_out(geometry):
    """A table that is right except for the boxes."""
    turned = Geometry(geometry.box_columns, geometry.box_rows)
    is_right = turned == geometry
    assert (list(islice(faults(geometry, table(turned)), 1)) == []) == is_right


# ── What each line is said to be ──────────────────────────────────────────────────────────────────


@every_geometry
def test_each_line_is_of_the_family_and_index_that_it_says(geometry):
    """Cells first, then rows, columns and boxes; within a unit by digit."""
    n, down, across = geometry.size, geometry.box_rows, geometry.box_columns
    said = [(line.family, line.index) for line in cube(geometry).lines]
    expected = [("cell", cell) for cell in range(n * n)]
    expected += [(family, i) for family in ("row", "column", "box") for i in range(n) for _ in range(n)]
    assert said == expected

    def place(family: str, cell: int) -> int:
        r, c = divmod(cell, n)
        if family == "cell":
            return cell
        return int({"row": r, "column": c}.get(family, r // down * down + c // across))

    for number, line in enumerate(cube(geometry).lines):
        places = {place(line.family, element // n) for element in line.elements}
        digits = {element % n + 1 for element in line.elements}
        assert places == {line.index}
        assert digits == (set(range(1, n + 1)) if line.family == "cell" else {number % n + 1})
        assert list(line.elements) == sorted(line.elements)


@pytest.mark.parametrize("family", Family)
def test_each_family_has_n_squared_lines(family):
    """`lines_of` gives them in the order of the table."""
    table_9 = cube(Geometry(3, 3))
    assert len(table_9.lines_of(family)) == 81
    assert list(table_9.lines_of(family)) == [line for line in table_9.lines if line.family == family]


def test_a_9x9_cube_has_729_elements_and_324_lines():
    """The numbers are those in the literature."""
    assert (cube(Geometry(3, 3)).element_count, len(cube(Geometry(3, 3)).lines)) == (729, 324)


@every_geometry
def test_elements_are_numbered_by_cell_and_digit(geometry):
    """Numbers count from 0 without a gap, and are converted back."""
    n, made = geometry.size, cube(geometry)
    pairs = [(cell, digit) for cell in range(n * n) for digit in range(1, n + 1)]
    assert [made.element(cell, digit) for cell, digit in pairs] == list(range(made.element_count))
    assert [made.cell_and_digit(element) for element in range(made.element_count)] == pairs


@every_geometry
def test_units_are_rows_then_columns_then_boxes(geometry):
    """Each with its n cells in ascending order, named from 1."""
    n, down, across = geometry.size, geometry.box_rows, geometry.box_columns
    rows = [tuple(range(r * n, r * n + n)) for r in range(n)]
    columns = [tuple(range(c, n * n, n)) for c in range(n)]
    boxes = [
        tuple((top + r) * n + left + c for r in range(down) for c in range(across))
        for top in range(0, n, down)
        for left in range(0, n, across)
    ]
    units = cube(geometry).units
    assert [unit.cells for unit in units] == rows + columns + boxes
    expected = [(family, i) for family in ("row", "column", "box") for i in range(n)]
    assert [(unit.family, unit.index) for unit in units] == expected
    assert [unit.name for unit in units] == [f"{family} {i + 1}" for family, i in expected]
    assert UNIT_FAMILIES == ("row", "column", "box")


@every_geometry
def test_rivals_are_what_shares_a_line(geometry):
    """Never the element itself; by number 4(n - 1) less those that row or column share with the box."""
    n, made = geometry.size, cube(geometry)
    overlap = geometry.box_rows - 1 + geometry.box_columns - 1
    assert {len(peers) for peers in made.peers} == {4 * (n - 1) - overlap}
    element = Random(n).randrange(n**3)
    shared = {other for line in made.lines if element in line.elements for other in line.elements}
    assert made.peers[element] == shared - {element}
    assert all(element in made.peers[other] for other in made.peers[element])


@given(grids())
def test_a_solved_grid_holds_one_true_element_on_every_line(grid):
    """What the table means."""
    made = Cube(grid.geometry)
    true = {made.element(cell, digit) for cell, digit in enumerate(grid.cells)}
    assert {len(true.intersection(line.elements)) for line in made.lines} == {1}


@given(grids(), st.randoms(use_true_random=False))
def test_a_grid_is_read_off_its_true_elements_in_any_order(grid, rng):
    """One for each cell."""
    made = cube(grid.geometry)
    true = [made.element(cell, digit) for cell, digit in enumerate(grid.cells)]
    rng.shuffle(true)
    assert made.grid(true) == grid


def test_a_grid_with_a_cell_that_no_element_speaks_of_is_refused():
    """A cell would be blank."""
    made = cube(Geometry(2, 2))
    with pytest.raises(PuzzleError, match=r"^r1c1 is blank: a grid has none$"):
        made.grid([made.element(cell, 1) for cell in range(1, 16)])


def test_each_cube_is_made_once():
    """Equal geometries, one table."""
    assert cube(Geometry(2, 3)) is cube(Geometry.of_size(6))
    assert cube(Geometry(2, 3)) is not cube(Geometry(3, 2))


# ── Clashes ───────────────────────────────────────────────────────────────────────────────────────


def _puzzle(geometry: Geometry | None = None, /, *, size: int = 9, **clues: int) -> Puzzle:
    """A puzzle of these clues alone, by the names of their cells."""
    shape = geometry or Geometry.of_size(size)
    cells = [clues.pop(shape.cell_name(cell), 0) for cell in range(shape.cell_count)]
    assert not clues
    return Puzzle(cells, shape)


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
        (_puzzle(size=16, r16c1=16, r16c16=16), ["r16c1 and r16c16 both hold G in row 16"]),
        (_puzzle(r1c1=1, r1c2=2, r2c4=1, r4c3=1), []),
        (_puzzle(), []),
    ],
    ids=["row", "column", "box", "three", "two units", "two digits", "3x2", "2x3", "letter", "no", "empty"],
)
def test_clashes_are_named(puzzle, expected):
    """A clash has all its cells, the digit and the unit; clashes are ordered by unit, then by digit."""
    assert [str(clash) for clash in clashes(puzzle)] == expected


@given(grids())
def test_a_solved_grid_has_no_clash(grid):
    """Of any geometry."""
    assert clashes(grid) == []


@given(geometries(), st.sampled_from(["row", "column", "box"]), st.integers(0, 2**32))
def test_one_clash_is_found_where_it_is(geometry, unit, seed):
    """Among many clues, in one unit of one kind only."""
    rng = Random(seed)
    puzzle, cells = clashing_puzzle(solved_grid(geometry, rng), rng, unit)
    (clash,) = clashes(puzzle)
    place = {"row": geometry.row, "column": geometry.column, "box": geometry.box}[unit](cells[0])
    expected = cube(geometry).units[["row", "column", "box"].index(unit) * geometry.size + place]
    assert clash == Clash(expected, puzzle.cells[cells[0]], tuple(sorted(cells)), geometry)
    assert str(clash).endswith(f" both hold {SYMBOLS[clash.digit]} in {unit} {place + 1}")


@pytest.mark.parametrize(
    ("name", "cells", "geometry", "count"), EXAMPLES, ids=[name for name, *_ in EXAMPLES]
)
def test_examples_clash_where_their_name_says_so(name, cells, geometry, count):
    """A puzzle without a clash need not have a solution: those named `subtle` have neither."""
    puzzle = Puzzle(cells, geometry)
    has_clash = "clash" in name or "wrong" in name or "swapped" in name
    assert (clashes(puzzle) != []) == has_clash
    assert Grid(bytes(digit or 1 for digit in puzzle.cells), puzzle.geometry).geometry == puzzle.geometry


@every_geometry
def test_triads_are_where_lines_and_boxes_meet(geometry):
    """By arithmetic: the boxes divide each row and each column."""
    n, wide, tall = geometry.size, geometry.box_columns, geometry.box_rows

    def box(row, column):
        return f"box {row // tall * tall + column // wide + 1}"

    of_rows = [
        (f"row {r + 1}", box(r, c), [r * n + k for k in range(c, c + wide)])
        for r in range(n)
        for c in range(0, n, wide)
    ]
    of_columns = [
        (f"column {c + 1}", box(r, c), [k * n + c for k in range(r, r + tall)])
        for c in range(n)
        for r in range(0, n, tall)
    ]
    made = [(triad.line.name, triad.box.name, list(triad.cells)) for triad in cube(geometry).triads]
    assert made == of_rows + of_columns
