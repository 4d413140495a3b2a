"""The form of a full grid: of all grids that it can be turned into, the one that is smallest row by row."""

from itertools import permutations, product

import numpy as np
import pytest

from tests.kernel.transformations import cells, transformed, with_clues

_kernel = pytest.importorskip("sudocube._kernel", reason="needs the compiled kernel: pip install .")

LEVELS = _kernel.levels()
MOST_CANONICAL = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
FORMS = [
    ("123456789456789123789123456214365897365897214897241365532614978641978532978532641", 1),
    ("123456789456789123789123456214365897398217564567894231645978312831642975972531648", 2),
    ("123456789456789123789123456214365897365897214897214365532641978641978532978532641", 3),
    ("123456789456789123789123456214365897398217564567894231632541978871932645945678312", 4),
    ("123456789456789123789123456214567398398214567567398214635971842842635971971842635", 6),
    ("123456789456789123789123456214635978675948312938217645341562897567894231892371564", 8),
    ("123456789456789123789123456231564897564897231897231564312645978648972315975318642", 12),
    ("123456789456789123789123456214635978635978214978214635341562897562897341897341562", 18),
    ("123456789456789123789123456231564978645897231897312564312645897564978312978231645", 36),
    ("123456789456789123789123456231564897564897231897231564348672915672915348915348672", 54),
    ("123456789456789123789123456231564978564978231978231564312645897645897312897312645", 108),
    ("123456789456789123789123456231564897564897231897231564312645978645978312978312645", 648),
    ("123456789456789132789123546214365897367891425598274361632518974871942653945637218", 1),
    ("123456789456789132789123546231564897564978213978231654312645978645897321897312465", 6),
    ("123456789456789231789123645214365897375918462698274153561897324847532916932641578", 1),
    ("123456789456789231789312456231645978645978312978123645312567894567894123894231567", 6),
    ("123456789456789231798213645231645897645897312879321564312564978564978123987132456", 18),
    ("123456789457189236689237145214365897835972461976841523398714652541623978762598314", 1),
    ("123456789457189263689237145214895376738612594965743812396578421571924638842361957", 1),
    ("123456789457189326689237451215964837796823145834571962368715294541392678972648513", 1),
    ("123456789457189623689237145215894367394675812876312594532968471748521936961743258", 1),
    ("123456789457189632689237145234675891715892364896341527372918456568724913941563278", 1),
    ("123456789457289163869731524291645837538927416746318295315864972674192358982573641", 1),
    ("123456789457289613869713245235847196694132578781695324316978452578324961942561837", 1),
]
"""Forms and their numbers of automorphisms, as the crate `sudoku` (Emerentius) has them."""
GRID = "524637819798412563316985247832796451149358726675241398261874935957123684483569172"
ORDERS = np.array(list(permutations(range(3))))
ARRANGEMENTS = np.array(
    [
        np.concatenate([3 * stack + ORDERS[order] for stack, order in zip(stacks, orders, strict=True)])
        for stacks in ORDERS
        for orders in product(range(6), repeat=3)
    ]
)
"""All 1,296 ways to arrange the columns."""


def forms_of(puzzles, level=""):
    forms = _kernel.CompiledForms(puzzles, level)
    while forms.advance(20_000) < len(puzzles):
        pass
    return forms


def full_grids(number, rng):
    """Full grids of many classes: solutions of puzzles that have several."""
    puzzles = transformed(np.repeat(cells(MOST_CANONICAL), number, axis=0), rng)
    search = _kernel.CompiledSearch(with_clues(puzzles, rng.integers(8, 40, number), rng), 2)
    while search.advance(1_000_000) < number:
        pass
    return search.solutions[np.arange(number), np.minimum(search.counts, 2) - 1]


def named_from_one(bands):
    """Bands (n, 3, 9), with digits named so that the first row is 0 to 8; and the new names (n, 9)."""
    names = np.argsort(bands[:, 0], axis=1)
    return np.take_along_axis(names[:, None, :], bands, axis=2), names


def completed(grid, band, arrangement, names):
    """The smallest grid with this band on top, arranged and named so: 81 digits from 0."""
    named = names[grid[:, arrangement]]
    others = [
        sorted(named[3 * other + row].tolist() for row in range(3)) for other in range(3) if other != band
    ]
    return [digit for rows in sorted(others) for row in rows for digit in row]


def by_trying_everything(cells81):
    """The form and the number of automorphisms: each band in each order, all arrangements of the columns."""
    best, automorphisms = None, 0
    grid = cells81.reshape(9, 9).astype(int) - 1
    tops = []
    for side, band, order in product((grid, grid.T), range(3), ORDERS):
        bands, names = named_from_one(side[3 * band + order][:, ARRANGEMENTS].transpose(1, 0, 2))
        rows = bands.reshape(-1, 27)
        smallest = rows[np.lexsort(rows.T[::-1])[0]].tolist()
        for i in np.flatnonzero((rows == smallest).all(axis=1)):
            tops.append((smallest, side, band, ARRANGEMENTS[i], names[i]))
    least = min(smallest for smallest, *_ in tops)
    for smallest, *choice in tops:
        if smallest == least:
            form = smallest + completed(*choice)
            if best is None or form < best:
                best, automorphisms = form, 0
            automorphisms += form == best
    return np.array(best) + 1, automorphisms


def broken_rules(puzzle):
    """The kinds of units of a full puzzle (9, 9) of which one holds a digit twice."""
    boxes = puzzle.reshape(3, 3, 3, 3).transpose(0, 2, 1, 3).reshape(9, 9)
    kinds = {"row": puzzle, "column": puzzle.T, "box": boxes}
    return {kind for kind, units in kinds.items() if any(len(set(unit.tolist())) < 9 for unit in units)}


def second_rows():
    """All second rows below 123456789: for each column, the column of the first row with the same digit."""
    boxes = np.arange(9) // 3
    rows = np.array(list(permutations(range(9))))
    return rows[(rows // 3 != boxes).all(axis=1)]


def arranged(row):
    """What all arrangements of the columns make of a second row (1296, 9)."""
    places = np.argsort(ARRANGEMENTS, axis=1)
    return np.take_along_axis(places, row[ARRANGEMENTS], axis=1)


def test_arranged_columns_divide_second_rows_into_15_classes_that_do_not_care_which_row_is_first():
    """The kernel looks only at one order of each pair of lines."""
    unseen = {tuple(row) for row in second_rows().tolist()}
    assert len(unseen) == 12_096
    classes = 0
    while unseen:
        row = np.array(min(unseen))
        members = {tuple(member) for member in arranged(row).tolist()}
        assert tuple(np.argsort(row).tolist()) in members
        unseen -= members
        classes += 1
    assert classes == 15


@pytest.mark.parametrize("level", LEVELS)
def test_the_most_canonical_grid_is_its_own_form_and_has_648_automorphisms(level):
    forms = forms_of(
        transformed(np.repeat(cells(MOST_CANONICAL), 20, axis=0), np.random.default_rng(1)), level
    )

    assert (forms.forms == cells(MOST_CANONICAL)).all()
    assert forms.automorphisms.tolist() == [648] * 20


def test_a_form_is_the_smallest_of_all_that_can_be_made():
    rng = np.random.default_rng(2)
    grids = np.vstack([full_grids(12, rng), transformed(cells(MOST_CANONICAL), rng)])
    expected = [by_trying_everything(grid) for grid in grids]

    for level in LEVELS:
        forms = forms_of(grids, level)
        assert (forms.forms == [form for form, _ in expected]).all(), level
        assert forms.automorphisms.tolist() == [number for _, number in expected], level


@pytest.mark.parametrize("level", LEVELS)
def test_forms_and_automorphisms_are_those_of_another_program(level):
    rng = np.random.default_rng(6)
    expected = np.repeat(cells(*(form for form, _ in FORMS)), 10, axis=0)

    forms = forms_of(transformed(expected, rng), level)

    assert (forms.forms == expected).all()
    assert forms.automorphisms.tolist() == [number for _, number in FORMS for _ in range(10)]


@pytest.mark.parametrize("level", LEVELS)
def test_a_transformed_grid_has_the_same_form_at_every_level(level):
    rng = np.random.default_rng(3)
    grids = full_grids(1000, rng)
    expected, actual = forms_of(grids, "portable"), forms_of(transformed(grids, rng), level)

    assert len(np.unique(expected.forms, axis=0)) > 500
    assert (actual.forms == expected.forms).all()
    assert (actual.keys == expected.keys).all()
    assert (actual.automorphisms == expected.automorphisms).all()
    assert (forms_of(actual.forms, level).forms == actual.forms).all()


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("rule", ["row", "column", "box"])
def test_81_clues_that_break_one_rule_are_no_grid_and_still_have_one_form(level, rule):
    """Refinement decides them: nothing is assumed that holds for valid grids only."""
    rng = np.random.default_rng(4)
    puzzle = cells(GRID).reshape(9, 9).copy()
    if rule == "box":  # each row is the one above, moved on: no two equal digits in a row or column
        puzzle = (np.add.outer(np.arange(9), np.arange(9)) % 9 + 1).astype(np.uint8)
    else:  # two rows of a box change places, or two columns
        puzzle[:2, :3] = puzzle[1::-1, :3]
        puzzle = puzzle if rule == "row" else puzzle.T
    assert broken_rules(puzzle) == {rule}

    forms = forms_of(transformed(np.repeat(puzzle.reshape(1, 81), 20, axis=0), rng), level)

    assert len(np.unique(forms.forms, axis=0)) == len(set(forms.automorphisms.tolist())) == 1
    assert forms.automorphisms[0] == (36 if rule == "box" else 1)


@pytest.mark.parametrize("level", LEVELS)
def test_a_call_of_advance_does_fewer_grids_if_they_have_many_automorphisms(level):
    grids = np.repeat(cells(MOST_CANONICAL), 1000, axis=0)
    forms = _kernel.CompiledForms(grids, level)

    assert forms.advance(1000) < 50
    assert not forms.automorphisms[50:].any()
