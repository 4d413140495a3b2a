"""`canonical`: the form of one puzzle."""

from typing import Any

import pytest

from sudocube import CanonicalForm, Puzzle, canonical, canonical_many
from sudocube.errors import PuzzleError, UnsupportedError
from tests.cli.command import NONE, UNIQUE

MOST_CANONICAL = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"


def rows_of(text: str) -> list[list[int]]:
    return [
        [int(symbol.replace(".", "0")) for symbol in text[start : start + 9]] for start in range(0, 81, 9)
    ]


@pytest.mark.parametrize("text", [UNIQUE, NONE, MOST_CANONICAL], ids=lambda text: text[:9])
def test_it_is_that_of_canonical_many(text):
    """With the key as text, of a puzzle with any number of solutions."""
    form = canonical(text)
    found = canonical_many([text])
    assert isinstance(form, CanonicalForm)
    assert form.puzzle == Puzzle(found.forms[0].tobytes())
    assert form.key == "".join(f"{word:016x}" for word in found.keys[0].tolist())
    assert form.automorphisms == found.automorphisms[0]
    assert str(form) == str(form.puzzle)


def test_what_has_no_form_is_refused():
    wrong: list[tuple[Any, type[Exception], str]] = [
        ("1.....2..3.....4", UnsupportedError, "canonical forms of 9×9 puzzles only, not of 4×4"),
        (
            "12......." + 80 * "123456789",
            UnsupportedError,
            "canonical forms of clues only, not of pencilmarks",
        ),
        ("1" * 80, PuzzleError, "80"),
        ([[1, 2], [3]], PuzzleError, "no size 2"),
        (5, TypeError, "a puzzle is a Puzzle, a text, rows, an array or a mapping, not int"),
    ]
    for puzzle, error, said in wrong:
        with pytest.raises(error, match=said):
            canonical(puzzle)
