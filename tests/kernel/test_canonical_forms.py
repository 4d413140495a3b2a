"""The same puzzle in another arrangement has the same form, another puzzle has another one, at every level.

What is right is told by a second method, which tries all transformations (`minimal_forms`).
"""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudocube.kernel import TWIN, finish_forms, levels, start_forms
from sudocube.puzzle import Puzzle
from sudocube.symmetry import isomorphism
from sudocube.verdict import referee
from tests.kernel.lists import NINE, digits, random_rows, transformed, with_clues
from tests.kernel.minimal_forms import minimal_form
from tests.puzzles import solved_grid
from tests.symmetry.boards import MOST_CANONICAL, SYMMETRIC, asymmetric_boards, boards, changed, isomorphisms

LEVELS = levels()
RESULTS = ("forms", "keys", "text_keys", "automorphisms", "clues")


def forms_of(rows, level=TWIN, **options):
    """The finished search for the forms of uint8 (n, 81)."""
    search = start_forms(rows, level=level, **options)
    assert finish_forms(search)
    return search


def results_of(search):
    return {name: getattr(search, name).tolist() for name in RESULTS}


def puzzles_of_all_kinds(number, seed):
    """Clues of solved grids, of the grid with the most automorphisms, and of noise; full grids."""
    rng = np.random.default_rng(seed)
    solvable = random_rows(number, seed)
    symmetric = np.repeat(digits([Puzzle(MOST_CANONICAL)]), number, axis=0)
    dense = with_clues(symmetric, rng.integers(8, 81, number), rng)
    noise = rng.integers(1, rng.integers(2, 10, (number, 1)) + 1, (number, 81)).astype(np.uint8)
    sparse = with_clues(noise, rng.integers(0, 30, number), rng)
    return np.vstack([solvable, dense, noise, sparse, regular(number, seed), full_grids(number, seed)])


def regular(number, seed):
    """Of full grids the clues of two to four digits, all named 1: each unit has as many.

    Refinement tells few of their lines apart at first, and tries many that are not alike: only here do the
    leaves of a puzzle differ.
    """
    rng = np.random.default_rng(seed)
    kept = np.argsort(rng.random((number, 9)), axis=1) < rng.integers(2, 5, (number, 1))
    names = np.hstack([np.zeros((number, 1), np.uint8), kept.astype(np.uint8)])
    return np.take_along_axis(names, full_grids(number, seed).astype(np.intp), axis=1)


def full_grids(number, seed):
    grids = [Puzzle(solved_grid(NINE, Random(seed + i))) for i in range(min(number, 16))]
    rng = np.random.default_rng(seed)
    return transformed(np.resize(digits([*grids, Puzzle(MOST_CANONICAL)]), (number, 81)), rng)


def test_regular_puzzles_have_the_same_classes_and_automorphisms_as_by_trying_all_transformations():
    """Each twice, transformed: there are as many different forms as different minimal forms."""
    rows = regular(25, 3)
    rows = np.vstack([rows, transformed(rows, np.random.default_rng(3))])
    expected = [minimal_form(bytes(row)) for row in rows.tolist()]
    for level in LEVELS:
        found = forms_of(rows, level)
        assert found.automorphisms.tolist() == [one.automorphisms for one in expected]
        pairs = {(bytes(form), one.cells) for form, one in zip(found.forms.tolist(), expected, strict=True)}
        assert len(pairs) == len({form for form, _ in pairs}) == len({form for _, form in pairs}) > 15


@settings(max_examples=7)
@given(asymmetric_boards, st.integers(0, 2**32 - 1).map(Random))
def test_there_are_the_same_classes_and_automorphisms_as_by_trying_all_transformations(puzzle, rng):
    """Two cells are exchanged: sometimes it is the same puzzle, mostly it is not."""
    pair = [puzzle, changed(puzzle, rng)]
    expected = [minimal_form(one.cells) for one in pair]
    for level in LEVELS:
        found = forms_of(digits(pair), level)
        decided = found.automorphisms >= 0
        automorphisms = np.array([one.automorphisms for one in expected])
        assert found.automorphisms[decided].tolist() == automorphisms[decided].tolist()
        if decided.all():
            is_same = expected[0].cells == expected[1].cells
            assert (found.forms[0] == found.forms[1]).all() == is_same
            assert (found.keys[0] == found.keys[1]).all() == is_same


@settings(max_examples=20)
@given(boards, isomorphisms)
def test_an_isomorphic_puzzle_has_the_same_form_which_is_isomorphic_to_both(puzzle, moved):
    """And the same key and automorphisms, or both are undecided. The form of the form is itself."""
    rows = digits([puzzle, moved.apply(puzzle)])
    for level in LEVELS:
        found = forms_of(rows, level, budget=300)
        for name in ("forms", "keys", "automorphisms", "clues"):
            one, other = getattr(found, name).tolist()
            assert one == other, (level, name)
        if found.automorphisms[0] > 0:
            assert forms_of(found.forms, level).forms.tolist() == found.forms.tolist()
            if level == LEVELS[-1]:
                assert isomorphism(puzzle, found.forms[0].tolist()) is not None


def test_python_gives_the_same_as_the_compiled_kernel():
    """Forms, keys, automorphisms and clues of puzzles of all kinds."""
    rows = puzzles_of_all_kinds(40, 5)
    expected = results_of(forms_of(rows))
    for level in LEVELS[1:]:
        assert results_of(forms_of(rows, level)) == expected


def test_what_nearly_all_transformations_leave_as_it_is_may_be_undecided():
    """A small budget ends the search at the same puzzles everywhere; the number of automorphisms is right."""
    for puzzle in SYMMETRIC:
        rows = transformed(np.repeat(digits([puzzle]), 3, axis=0), np.random.default_rng(3))
        found = forms_of(rows, budget=100)
        for level in LEVELS[1:]:
            assert results_of(forms_of(rows, level, budget=100)) == results_of(found)
        assert len(set(found.automorphisms.tolist())) == 1
        if found.automorphisms[0] < 0:
            assert not found.forms.any()
            assert not found.keys.any()
        else:
            expected = minimal_form(puzzle.cells).automorphisms if puzzle.clues else 2
            assert found.automorphisms[0] == expected


def test_full_grids_have_the_smallest_grid_row_by_row():
    """The second method gives the same grid, if nothing is blank: 1 to 9 above, and so on."""
    rows = full_grids(17, 9)
    expected = [minimal_form(bytes(row)) for row in rows.tolist()]
    for level in LEVELS:
        found = forms_of(rows, level)
        assert found.forms.tolist() == [list(one.cells) for one in expected]
        assert found.automorphisms.tolist() == [one.automorphisms for one in expected]
    assert 648 in found.automorphisms
    for form in found.forms.tolist():
        assert form[:9] == list(range(1, 10))
        assert referee(Puzzle(form), Puzzle(form)) is None


@pytest.mark.parametrize("level", LEVELS)
def test_transformed_puzzles_keep_their_forms(level):
    """Thousands of all kinds where they are quick."""
    assert_kept(level, 10 if level == TWIN else 2_000, seed=11)


@pytest.mark.long
@pytest.mark.parametrize("level", LEVELS)
def test_a_million_transformed_puzzles_keep_their_forms(level, run_seed):
    """Other ones in every run; in Python a thousand times fewer."""
    for batch in range(1 if level == TWIN else 40):
        assert_kept(level, 60 if level == TWIN else 5_000, seed=run_seed + batch)


def assert_kept(level, number, seed):
    """Six times that many puzzles have the form, key and automorphisms of another arrangement of them."""
    rows = puzzles_of_all_kinds(number, seed)
    moved = transformed(rows, np.random.default_rng(seed))
    before, after = forms_of(rows, level), forms_of(moved, level)
    for name in ("forms", "keys", "automorphisms", "clues"):
        assert (getattr(before, name) == getattr(after, name)).all(), (name, seed)
    assert (before.automorphisms > 0).mean() > 0.9
