"""An isomorphism is found whenever there is one, and never where there is none; the form of one puzzle."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudocube import (
    CanonicalForm,
    Geometry,
    Puzzle,
    PuzzleError,
    UnsupportedError,
    canonical,
    canonical_many,
    isomorphism,
)
from sudocube.symmetry import isomorphisms as search
from sudocube.symmetry import random_isomorphism
from tests.cli.command import NONE, UNIQUE
from tests.kernel.minimal_forms import minimal_form
from tests.puzzles import solved_grid
from tests.symmetry.boards import MOST_CANONICAL, asymmetric_boards, boards, changed, isomorphisms


@settings(max_examples=12)
@given(boards, isomorphisms)
def test_one_is_found_where_there_is_one(puzzle, planted):
    """Whatever the puzzle is; in both directions, which may be different ones."""
    moved = planted.apply(puzzle)
    there, back = isomorphism(puzzle, moved), isomorphism(moved, puzzle)
    assert there is not None
    assert back is not None
    assert there.apply(puzzle) == moved
    assert back.apply(moved) == puzzle


def test_nearly_the_same_is_not_the_same():
    """Clues, or digits, are as many in each unit; rows of different bands are exchanged; two cells are."""
    diagonal = "".join("1" if cell % 10 == 0 else "." for cell in range(81))
    rows = ["123456789", "456789123", "789123456", *("." * 9 for _ in range(6))]
    swapped = bytearray(MOST_CANONICAL.cells)
    swapped[0], swapped[1] = swapped[1], swapped[0]
    spread = dict.fromkeys(enumerate((1, 4, 7, 2, 5, 8, 3, 6, 9), 1), 1)
    pairs: list[tuple[Any, Any]] = [
        (diagonal, spread),
        (spread, spread | {(1, 1): 2}),
        ("12......." + "..1......" + 63 * ".", "12......." + "..3......" + 63 * "."),
        ("".join(rows), "".join([rows[3], *rows[1:3], rows[0], *rows[4:]])),
        (MOST_CANONICAL, bytes(swapped)),
    ]
    for one, other in pairs:
        assert isomorphism(one, other) is None
        assert isomorphism(other, one) is None


@settings(max_examples=8)
@given(asymmetric_boards, st.integers(0, 2**32 - 1).map(Random))
def test_never_between_puzzles_of_different_forms(puzzle, rng):
    """Two cells are exchanged, then all is transformed: sometimes it is the same class, mostly it is not."""
    other = random_isomorphism(rng).apply(changed(puzzle, rng))
    is_same_class = minimal_form(puzzle.cells).cells == minimal_form(other.cells).cells
    assert (isomorphism(puzzle, other) is not None) == is_same_class
    assert (isomorphism(other, puzzle) is not None) == is_same_class
    assert (search._found(puzzle, other) is not None) == is_same_class  # it needs no forms


def test_where_the_forms_differ_nothing_is_searched(monkeypatch):
    """The search takes longest for full grids; where a form is not decided, it is still made."""
    monkeypatch.setattr(search, "_found", lambda *_: pytest.fail("searched"))
    grids = [solved_grid(Geometry(3, 3), Random(seed)) for seed in (1, 2)]
    assert isomorphism(*map(str, grids)) is None
    monkeypatch.undo()
    assert isomorphism("1" * 81, "2" * 81) is not None
    assert isomorphism("1" * 81, "2" * 80 + "1") is None


@pytest.mark.parametrize("text", [UNIQUE, NONE, str(MOST_CANONICAL)], ids=lambda text: text[:9])
def test_the_form_of_one_puzzle_is_that_of_canonical_many(text):
    """With the key as text, of a puzzle with any number of solutions."""
    form = canonical(text)
    found = canonical_many([text])
    assert isinstance(form, CanonicalForm)
    assert form.puzzle == Puzzle(found.forms[0].tobytes())
    assert form.key == "".join(f"{word:016x}" for word in found.keys[0].tolist())
    assert form.automorphisms == found.automorphisms[0]
    assert str(form) == str(form.puzzle)


def test_what_is_no_9x9_puzzle_of_clues_is_refused():
    """Other sizes, pencilmarks, cells that are no puzzle, and what is none at all; as either argument."""
    marks = "12......." + 80 * "123456789"
    of_sizes = ("isomorphism takes 9×9 puzzles, not 4×4", "of 9×9 puzzles only, not of 4×4")
    wrong: list[tuple[Any, type[Exception], str, str]] = [
        (16 * ".", UnsupportedError, *of_sizes),
        (marks, UnsupportedError, "takes no pencilmarks, only clues", "of clues only, not of pencilmarks"),
        (80 * ".", PuzzleError, "80 cells", "80"),
        (None, TypeError, "not NoneType", "a puzzle is a Puzzle, .*, not None"),
    ]
    for one, error, of_isomorphism, of_canonical in wrong:
        for arguments in ((one, 81 * "."), (81 * ".", one)):
            with pytest.raises(error, match=of_isomorphism):
                isomorphism(*arguments)
        with pytest.raises(error, match=of_canonical):
            canonical(one)
