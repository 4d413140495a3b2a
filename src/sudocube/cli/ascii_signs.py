r"""Signs that an encoding lacks, such as × and ∀, in ASCII: the table of all signs that the package writes.

Standard output and standard error write them so by an error handler of Python's codecs, which is called where
a character cannot be encoded. What is not in the table is escaped, such as the letters of a foreign name; and
so is a character that is quoted by itself, because a message about it must show which one it is.

    >>> print("4×4 — found '×'".encode("ascii", ASCII_SIGNS).decode())
    4x4 - found '\xd7'
"""

from __future__ import annotations

import codecs
import re

ASCII_SIGNS = "sudocube.ascii_signs"
"""The name of the error handler."""

_IN_ASCII = {
    "x": "×",
    "...": "…",
    "-": "—–─┄",
    "=": "━═",
    "|": "│┃║",
    "+": "┌┐└┘├┤┬┴┼╭╮╰╯╔╗╚╝╠╣╦╩╬†",
    ".": "·\ufffd",
    "*": "•",
    " ": "\xa0",
    "'": "‘’",
    '"': "“”„",
    "for all": "∀",
    "or": "∨",
    "and": "∧",
    "not ": "¬",
    "some": "⋁",
    "in": "∈",
    "->": "→",
    "<-": "←",
    "<->": "↔",
    "!=": "≠",
    "<=": "≤",
    ">=": "≥",
    "\\": "∖",
    "^2": "²",
    "^3": "³",
    "oe": "ö",  # authors of the catalogue
    "e": "éè",
    "i": "í",
}
"""For each text in ASCII, the signs for which it stands."""

_SIGNS = {sign: text for text, signs in _IN_ASCII.items() for sign in signs}

_BELOW = {"ᵢ": "i", "ₖ": "k", "ₙ": "n", "₊": "+", **{chr(0x2080 + digit): str(digit) for digit in range(10)}}
"""What stands below a letter: aᵢ₊₁ is a_i+1."""

_RUN_BELOW = re.compile(f"[{''.join(_BELOW)}]+")


def in_ascii(text: str) -> str:
    r"""Characters that an encoding lacks, in ASCII.

    >>> in_ascii("∀"), in_ascii("ᵢ₊₁"), in_ascii("ł")
    ('for all', '_i+1', '\\u0142')
    """
    text = _RUN_BELOW.sub(lambda run: "_" + "".join(map(_BELOW.__getitem__, run[0])), text)
    return "".join(_SIGNS.get(one, one) for one in text).encode("ascii", "backslashreplace").decode()


def shown_in(text: str, encoding: str) -> str:
    """A text as a stream of this encoding shows it."""
    return text if text.isascii() else text.encode(encoding, ASCII_SIGNS).decode(encoding)


def _handle(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text, start, end = error.object, error.start, error.end
    is_quoted = end - start == 1 and text[max(0, start - 1) : start] == "'" == text[end : end + 1]
    lacking = text[start:end]
    return (lacking.encode("ascii", "backslashreplace").decode() if is_quoted else in_ascii(lacking)), end


codecs.register_error(ASCII_SIGNS, _handle)
