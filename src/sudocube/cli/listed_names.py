"""Names in lists with commas, where quotes protect a comma."""

from __future__ import annotations

from collections.abc import Iterable

QUOTES = "\"'"

BEFORE_QUOTES = ",:@= "
"""After these, and at the beginning, a quote opens; elsewhere, as in "don't", it is an ordinary character."""


def names_in(texts: Iterable[str]) -> list[str]:
    """The names in lists with commas, in order.

    A comma within quotes belongs to a name; a quote opens where a word begins. Quotes around a whole name, or
    around all that follows its first colon, are left out; others stay, because they are part of the name.
    Raises ValueError for a quote that is not closed.

    >>> names_in(["phases, sat:extended", "cpsat"])
    ['phases', 'sat:extended', 'cpsat']
    >>> names_in(["sat:'my,own.toml',phases", "command:./x 'a,b' c"])
    ['sat:my,own.toml', 'phases', "command:./x 'a,b' c"]
    """
    return [_unquoted(name.strip()) for text in texts for name in _parted(text)]


def in_list(name: str) -> str:
    """A name as it stands in a list with commas.

    >>> in_list("sat"), in_list("command:./x a,b"), names_in([in_list("command:./x a,b")])
    ('sat', "command:'./x a,b'", ['command:./x a,b'])
    """
    if names_in([name]) == [name]:
        return name
    family, colon, variant = name.partition(":")
    quote = next((sign for sign in QUOTES[::-1] if sign not in variant), "'")
    return f"{family}{colon}{quote}{variant}{quote}"


def _parted(text: str) -> list[str]:
    """The parts between the commas that stand outside quotes."""
    parts = [""]
    quote, before = "", ","
    for character in text:
        opens = character in QUOTES and before in BEFORE_QUOTES
        before = character
        if character == "," and not quote:
            parts.append("")
            continue
        if quote:
            quote = "" if character == quote else quote
        elif opens:
            quote = character
        parts[-1] += character
    if quote:
        raise ValueError(f"the quote {quote} is not closed in {text}")
    return parts


def _unquoted(name: str) -> str:
    """The name without quotes around it, or around its variant."""
    family, colon, variant = name.partition(":")
    if colon and family and family[0] not in QUOTES:
        return family + colon + _unquoted(variant)
    quoted = len(name) > 1 and name[0] in QUOTES and name.find(name[0], 1) == len(name) - 1
    return name[1:-1] if quoted else name
