"""The form of a full grid: of all grids that it can be turned into, the one that is smallest row by row."""

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
    ("123456789457189632689237145234675891715892364896341527372918456568724913941563278", 1),
]
"""Forms and their numbers of automorphisms, as the crate `sudoku` (Emerentius) has them."""
GRID = "524637819798412563316985247832796451149358726675241398261874935957123684483569172"


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
def test_81_clues_that_break_one_rule_are_no_grid_and_still_have_one_form(level):
    """Refinement decides them: nothing is assumed that holds for valid grids only."""
    rng = np.random.default_rng(4)
    box = (np.add.outer(np.arange(9), np.arange(9)) % 9 + 1).astype(np.uint8)  # rows and columns are right
    row = cells(GRID).reshape(9, 9).copy()
    row[:2, :3] = row[1::-1, :3]  # two rows of a box change places
    for puzzle, automorphisms in ((row, 1), (row.T, 1), (box, 36)):
        forms = forms_of(transformed(np.repeat(puzzle.reshape(1, 81), 20, axis=0), rng), level)
        assert len(np.unique(forms.forms, axis=0)) == 1
        assert set(forms.automorphisms.tolist()) == {automorphisms}


@pytest.mark.parametrize("level", LEVELS)
def test_a_call_of_advance_does_fewer_grids_if_they_have_many_automorphisms(level):
    grids = np.repeat(cells(MOST_CANONICAL), 1000, axis=0)
    forms = _kernel.CompiledForms(grids, level)

    assert forms.advance(1000) < 50
    assert not forms.automorphisms[50:].any()
