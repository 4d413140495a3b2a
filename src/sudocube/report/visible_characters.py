"""Characters that nobody sees made visible: what a text from elsewhere holds must not deceive who reads it.

The names of files, and what is quoted from them, can hold any characters. An escape sequence can move the
cursor, rename the window or hide what was printed before; a line feed can pretend to be another answer; a
bidirectional control can turn a text round; what has no width can make two names look the same.
"""

from __future__ import annotations

import unicodedata


def visible(text: str, *, keep: str = "") -> str:
    r"""The text with each character that cannot be printed as Python writes it; those in `keep` stay.

    Spaces of any width can be printed.

    >>> print(visible("puzzles\x1b[2J\u202e\n.txt"))
    puzzles\x1b[2J\u202e\n.txt
    """
    rest = text
    for character in keep:
        rest = rest.replace(character, "")
    if rest.isprintable():  # by far the quickest
        return text
    return "".join(one if one in keep or _is_seen(one) else escaped(one) for one in text)


def _is_seen(character: str) -> bool:
    return character.isprintable() or unicodedata.category(character) == "Zs"


def escaped(character: str) -> str:
    """A character as Python writes it where it cannot be printed."""
    return character.encode("unicode_escape").decode("ascii")
