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


class VerdictWords(str):
    r"""Other words for a verdict, in a phrase: they have its colour.

    >>> coloured((VerdictWords(Verdict.NONE, "no solution"), ": r1c1"))
    '\x1b[31mno solution\x1b[0m: r1c1'
    """

    verdict: Verdict

    def __new__(cls, verdict: Verdict, words: str) -> VerdictWords:
        """See the class."""
        self = super().__new__(cls, words)
        self.verdict = verdict
        return self


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
        shown(piece) if verdict is None else f"\x1b[{_COLOURS[verdict][1]}m{piece}\x1b[0m"
        for piece, verdict in zip(phrase, map(_verdict_of, phrase), strict=True)
    )


def _verdict_of(piece: str) -> Verdict | None:
    """The verdict that a piece of a phrase is, or stands for."""
    return piece if isinstance(piece, Verdict) else getattr(piece, "verdict", None)
