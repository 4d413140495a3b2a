"""Other forms of the symbols of a puzzle: what people paste from books, spreadsheets, chats and web pages.

A blank may be a dot, a bullet or an empty square; digits and letters may be full-width; spaces may be of any
width. `usual_symbols` gives the form in ASCII that all readers know.
"""

from __future__ import annotations

import unicodedata

_DOTS_AND_SQUARES = "·•∙⋅‧・･◦○◯□▢▫◻◽⬜。｡"
DARK_SIGNS = "■●█"
"""What marks a cell in a drawing; they are no symbols of a puzzle."""

_FULL_WIDTH = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.*_-?|+="
_FULL_WIDTH_OFFSET = 0xFEE0
_WITHOUT_WIDTH = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\ufe0e\ufe0f\u20e3"
"""Marks that people do not see, which come along with a copied text; the last three are parts of emoji."""


class _UsualSymbols(dict[int, str | int | None]):
    """A table for `str.translate`; what is neither in it nor a space of Unicode stays."""

    def __missing__(self, code: int) -> str | int:
        return " " if unicodedata.category(chr(code)) == "Zs" else code


_TABLE = _UsualSymbols({code: code for code in range(128)})
_TABLE.update({ord(blank): "." for blank in _DOTS_AND_SQUARES})
_TABLE.update({ord(symbol) + _FULL_WIDTH_OFFSET: symbol for symbol in _FULL_WIDTH})
_TABLE.update({ord(mark): None for mark in _WITHOUT_WIDTH})


def usual_symbols(text: str) -> str:
    """The text with symbols and spaces in their usual form; marks without width are left out.

    Every other character stays as it is and where it is.

    >>> usual_symbols("５·□\u00a0３•ｘ\u3000７？ Ａé")
    '5.. 3.x 7? Aé'
    """
    return text if text.isascii() else text.translate(_TABLE)
