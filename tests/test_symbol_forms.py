"""Symbols in other forms: dots and squares for blanks, full-width forms, spaces of any width."""

import string
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudocube.cell_values import usual_symbols
from sudocube.errors import PuzzleError
from sudocube.geometry import BLANKS
from sudocube.puzzle import Grid, Puzzle

FULL = "1234341221434321"
DOTS = "·•∙⋅‧・･◦○◯□▢▫◻◽⬜。｡．"
SPACES = [chr(code) for code in range(0x3001) if unicodedata.category(chr(code)) == "Zs"]


def test_blanks_digits_and_letters_in_another_form_are_the_same():
    for blank in DOTS + "？＊＿－ｘＸ０":
        assert str(Puzzle(FULL.replace("3", blank))) == "12.4.412214.4.21", blank
    full_width = "１２３４５６７８９ＡＢＣＤＥＦＧａｇ"
    assert Puzzle(full_width + 238 * "．").cells[:18] == bytes([*range(1, 17), 10, 16])


def test_a_space_of_any_width_is_white_space_and_marks_without_width_are_left_out():
    """Marks come along with what is copied; the last two make an emoji of a digit."""
    for space in (*SPACES, "\u200b", "\ufeff", "\u00ad", "\u2060", "\ufe0f\u20e3"):
        assert str(Grid(space.join(FULL) + space)) == FULL, ascii(space)


def test_what_may_mean_something_else_is_no_blank():
    """An ellipsis may be three dots, a long dash two or three; a black square is no empty one."""
    for other in ("１２", "–", "—", "…", "■", "●", "²", "٣", "①", "Ｑ"):
        with pytest.raises(PuzzleError):
            Puzzle(other + FULL[1:])
    with pytest.raises(PuzzleError, match="0 may be a blank or a digit"):
        Puzzle("０·" + 254 * "1")


@given(st.text())
def test_nothing_but_the_form_of_symbols_changes(text):
    usual = usual_symbols(text)
    assert usual == usual_symbols(usual)
    assert usual_symbols(text + "x") == usual + "x"
    if text.isascii():
        assert usual == text


def test_line_ends_delimiters_quotes_and_comments_are_never_made():
    """So a text in another script keeps its lines, its columns and its comments."""
    everything = "".join(map(chr, range(128, 0x20000)))
    made = {symbol for symbol in usual_symbols(everything) if symbol.isascii()}
    assert made == {*string.digits, *string.ascii_letters, *BLANKS, " ", "|", "+", "="}
