"""A text line as people draw grids: box drawing in ASCII, what is certainly a rule, and what are words.

- `┌───┬───┐`, `.-----.`, `:---+---:`, `|:-:|:-:|` and `+-+-+` are rules.
- `Code: Select all`, `Grid 01` and `SE 8.3` are headings. A heading has a word in it, and fewer than four
  symbols, or not more symbols than letters. A line with more symbols is never passed over as a heading: it
  may be a damaged row.

Each character stands for one character of the input, so columns stay right.
"""

from __future__ import annotations

import re

from sudocube.geometry import BLANKS, SIZES, SYMBOLS
from sudocube.rows.text_input import original_line, text_of
from sudocube.symbol_forms import usual_symbols

HEAVY_BAR = "‖"
"""A bar that is drawn heavy or double; where there are others, it stands between boxes."""

BARS = "|" + HEAVY_BAR

FEWEST_SYMBOLS = 4
"""A line with a word and fewer symbols than this is a heading, whatever the puzzles are."""

FEWEST_IN_A_ROW_WITH_LETTERS = 9
"""So many cells of a row are 1 to 9 or blank, at least, if others are letters."""

_LIGHT_BARS, _HEAVY_BARS = "│╎┆┊¦❘｜", "┃║╏┇┋"
_LIGHT_LINES, _HEAVY_LINES = "─╌┄┈‐‑‒–—―−", "━═╍┅┉"
_DRAWN = {
    ord(sign): plain
    for signs, plain in (
        (_LIGHT_BARS, "|"),
        (_HEAVY_BARS, HEAVY_BAR),
        (_LIGHT_LINES, "-"),
        (_HEAVY_LINES, "="),
    )
    for sign in signs
}
_DRAWN |= {code: "+" for code in range(0x2500, 0x2580) if code not in _DRAWN}  # corners, crossings, stubs

_RULE = re.compile(rf"[-=+:.'*`,~ \t{BARS}]+")
_FRAME = re.compile(r"[.,]-{3,}(?:[.,]-{3,})*[.,]|\*-{3,}(?:[.,*]-{3,})+\*")
_FENCE = re.compile(r"(`{3,}|~{3,})\w*")
_TAG = re.compile(r"\[/?(?:b|code|color|font|i|list|pre|quote|size|spoiler|tt|u|url)(?:=[^\[\]]*)?\]", re.I)
_QUOTE = re.compile(r"[ \t]*>[> \t]*")
_NUMBERING = re.compile(r"\(\d{1,6}\)|\[\d{1,6}\]|\d{1,6}[.):]")
_LIST = re.compile(r"[\[{]\s*[\d.\"'\[]")
_WORD = re.compile(r"[^\W\d_]{2,}")
_LOWER_WORD = re.compile(r"(?<!\S)[(\"']?([A-Za-z]?[a-z]+)[.,:;!?)\"']*(?!\S)")
_FIGURE = re.compile(r"(?<![\w.])\d+(?:[.:/-]\d+){1,3}(?![\w.])|(?<![\w.])\d{2,}(?![\w.])")
_DIGITS_AND_BLANKS = set("123456789" + BLANKS)
_RATING = re.compile(r"[A-Za-z]{2,}\s*[=:]\s*\d{1,2}(?:\.\d)?(?:/\d{1,2}(?:\.\d)?){0,2}")
_BLANK_WORD = re.compile(r"none|null|nan|nil|x+", re.I)


def plain_drawing(line: bytes) -> str:
    """A line as characters, with box drawing in ASCII, and spaces for what surrounds a pasted grid."""
    text = usual_symbols(text_of(original_line(line)).translate(_DRAWN)).partition("#")[0]
    if quoted := _QUOTE.match(text):
        text = " " * quoted.end() + text[quoted.end() :]
    return _TAG.sub(lambda tag: " " * len(tag[0]), text) if "[" in text else text


def is_empty(text: str) -> bool:
    """Whether a line holds nothing but white space, and no tabs between empty cells either."""
    return not text.strip() and text.count("\t") < min(SIZES) - 1


def is_rule(text: str) -> bool:
    """Whether a line is certainly a rule: dashes with crossings, colons or a frame's corners.

    >>> is_rule("'---------+-------'"), is_rule("|:-:|:-:|"), is_rule("---------"), is_rule(". . - . .")
    (True, True, False, False)
    """
    content = text.strip()
    if not _RULE.fullmatch(content):
        return False
    if any(sign in content for sign in "=+"):
        return True
    return "-" in content and (any(sign in content for sign in ":`'~") or bool(_FRAME.fullmatch(content)))


def is_heading(text: str) -> bool:
    """Whether a line is prose: a number such as `(3)`, or words and fewer symbols than letters.

    In a row with letters, 1 to 9 and blanks are nine cells at least; so a line with fewer is no whole row.

    >>> is_heading("Code: Select all"), is_heading("SE 8.3"), is_heading("53..7.oops"), is_heading("1 2 A B")
    (True, True, False, False)
    """
    if any(form.fullmatch(text.strip()) for form in (_FENCE, _NUMBERING, _RATING)):
        return True
    if _LIST.search(text):
        return False
    words = [word for word in _WORD.findall(text) if not _BLANK_WORD.fullmatch(word)]
    if any(letter.upper() not in SYMBOLS + BLANKS for word in words for letter in word):
        symbols = sum(symbol in _DIGITS_AND_BLANKS for symbol in _FIGURE.sub(" ", _WORD.sub(" ", text)))
        return symbols < FEWEST_SYMBOLS or symbols <= sum(map(len, words))
    words = [word for word in _LOWER_WORD.findall(text) if not _BLANK_WORD.fullmatch(word)]
    symbols = sum(symbol in _DIGITS_AND_BLANKS for symbol in text)
    letters = sum(letter not in BLANKS for word in words for letter in word)
    return bool(words) and (
        symbols < FEWEST_SYMBOLS or symbols <= min(letters, FEWEST_IN_A_ROW_WITH_LETTERS - 1)
    )


def is_tag(text: str) -> bool:
    """Whether text is a tag of a forum, such as `[code]`, and no section."""
    return bool(_TAG.fullmatch(text))
