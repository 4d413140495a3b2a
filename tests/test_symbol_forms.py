"""Symbols in other forms: dots and squares for blanks, full-width forms, spaces of any width."""

import string
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudocube.errors import PuzzleError
from sudocube.geometry import BLANKS
from sudocube.puzzle import Grid, Puzzle
from sudocube.symbol_forms import usual_symbols

FULL = "1234341221434321"
DOTS = "·•∙⋅‧・･◦○◯□▢▫◻◽⬜。｡．"
SPACES = [chr(code) for code in range(0x3001) if unicodedata.category(chr(code)) == "Zs"]


@pytest.mark.parametrize("blank", DOTS + "？＊＿－ｘＸ０")
def test_a_blank_in_another_form_is_a_blank(blank):
    assert str(Puzzle(FULL.replace("3", blank))) == "12.4.412214.4.21"


@pytest.mark.parametrize("space", SPACES, ids=ascii)
def test_a_space_of_any_width_is_white_space(space):
    assert str(Grid(space.join(FULL))) == FULL


def test_full_width_digits_and_letters_are_digits():
    full_width = "１２３４５６７８９ＡＢＣＤＥＦＧａｇ"
    assert Puzzle(full_width + 238 * "．").cells[:18] == bytes([*range(1, 17), 10, 16])


def test_pencilmarks_may_have_other_forms_too():
    marks = "1".ljust(9, "·") + "１２" + 7 * "□" + 79 * "123456789"
    assert Puzzle(marks).candidates[:2] == (1, 3)  # type: ignore[index]


@pytest.mark.parametrize("mark", ["\u200b", "\ufeff", "\u00ad", "\u2060", "\ufe0f\u20e3"], ids=ascii)
def test_marks_without_width_are_left_out(mark):
    """They come along with what is copied; the last two make an emoji of a digit."""
    assert str(Grid(mark.join(FULL) + mark)) == FULL


def test_a_full_width_zero_beside_another_blank_is_asked_about_too():
    with pytest.raises(PuzzleError, match="0 may be a blank or a digit"):
        Puzzle("０·" + 254 * "1")


@pytest.mark.parametrize("other", ["１２", "–", "—", "…", "■", "●", "²", "٣", "①", "Ｑ"])
def test_what_may_mean_something_else_is_no_blank(other):
    """An ellipsis may be three dots, a long dash two or three; a black square is no empty one."""
    with pytest.raises(PuzzleError):
        Puzzle(other + FULL[1:])


@given(st.text())
def test_nothing_but_the_form_of_symbols_changes(text):
    usual = usual_symbols(text)
    assert usual == usual_symbols(usual)
    assert usual_symbols(text + "x") == usual + "x"
    if text.isascii():
        assert usual == text


def test_line_ends_delimiters_quotes_and_comments_are_never_made():
    """So a text in another script keeps its lines, its columns and its comments."""
    everything = "".join(map(chr, range(128, 0x110000)))
    made = {symbol for symbol in usual_symbols(everything) if symbol.isascii()}
    assert made == {*string.digits, *string.ascii_letters, *BLANKS, " ", "|", "+", "="}
