r"""The colour of each verdict, the same in all commands. Imports nothing that is slow.

A *phrase* is a text in pieces, and a verdict among the pieces is shown in its colour. Joined, the pieces are
the text as it stands where there are no colours:

    >>> phrase = ("a.txt:2: ", Verdict.NONE, ": r1c1 and r1c5 both hold 5 in row 1")
    >>> "".join(phrase)
    'a.txt:2: none: r1c1 and r1c5 both hold 5 in row 1'
    >>> coloured(phrase)
    'a.txt:2: \x1b[31mnone\x1b[0m: r1c1 and r1c5 both hold 5 in row 1'
"""

from __future__ import annotations

from collections.abc import Callable

from sudocube.verdict import Verdict

Phrase = tuple[str, ...]

_COLOURS = {
    Verdict.UNIQUE: ("green", "32"),
    Verdict.MULTIPLE: ("yellow", "33"),
    Verdict.NONE: ("red", "31"),
    Verdict.UNKNOWN: ("magenta", "35"),
    Verdict.INVALID: ("bold magenta", "1;35"),
}
"""For each verdict, the style as `rich` names it, and the numbers of it in an escape sequence (SGR)."""


def colour_of(verdict: Verdict) -> str:
    """The colour of a verdict, as a style of `rich`.

    >>> colour_of(Verdict.MULTIPLE)
    'yellow'
    """
    return _COLOURS[verdict][0]


def coloured(phrase: Phrase, shown: Callable[[str], str] = str) -> str:
    """A phrase for a terminal with colours; `shown` is applied to each piece that is no verdict."""
    return "".join(
        f"\x1b[{_COLOURS[piece][1]}m{piece}\x1b[0m" if isinstance(piece, Verdict) else shown(piece)
        for piece in phrase
    )
