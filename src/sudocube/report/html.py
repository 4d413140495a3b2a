"""Documents as HTML: a piece for a notebook or a page of our own, and a whole page to send.

A page is one file, which loads nothing, holds no scripts and needs no sudocube. One template draws all of
them. All text is escaped where the template shows it, and what cannot be seen is made visible: names of files
and what is quoted from other programs can hold anything. Importing this module takes jinja2.

Boards are SVG that needs nothing else, and can be read on light and dark pages. Clues are bold, in the colour
of the text around the picture; what was solved is blue. Marked cells have a frame and a tint.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.metadata import version
from typing import Any, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from sudocube.geometry import SYMBOLS
from sudocube.puzzle import Grid, Puzzle
from sudocube.report.document import Document, Drawing, Phrase, Tone, tone_of, visible
from sudocube.rows.entry import in_utf8

MARKS = {Tone.SEVERAL: "#e08700", Tone.BAD: "#e5484d", Tone.GOOD: "#17929e"}
"""The colours of marked cells: all are seen on white and on black."""


class PageHead(NamedTuple):
    """What a page of results begins and ends with.

    `title` names what was looked at, and `kind` what was done with it; `command` is the command line that
    repeats it. `errors` say why the page is not complete. The `headline` has a `tone`, and `lead` are
    sentences below it. `method` says how all was found, and `words` what the words of the page mean.
    """

    title: str
    command: str
    errors: Sequence[str] = ()
    kind: str = ""
    headline: str = ""
    tone: Tone = Tone.GOOD
    lead: Sequence[str] = ()
    method: Sequence[str] = ()
    words: Sequence[tuple[str, str]] = ()


def fragment(document: Document) -> str:
    """A document as a piece of HTML with its own style, for `_repr_html_` and for pages."""
    return _template("fragment.html").render(blocks=document)


def page(document: Document, head: PageHead) -> str:
    """A document as a whole page."""
    made = _template("page.html").render(version=version("sudocube"), blocks=document, head=head)
    return in_utf8(made) + "\n"


@cache
def _template(name: str) -> Template:
    """A template of this folder."""
    environment = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_seen,
        loader=PackageLoader(__package__, ""),
    )
    environment.globals.update(phrase=_phrase, svg=svg)
    return environment.get_template(name)


def _seen(value: Any) -> Any:  # noqa: ANN401 -- whatever a template shows
    """A value as a page shows it; what is HTML of our own stays as it is."""
    if isinstance(value, str) and not hasattr(value, "__html__"):
        return visible(value, keep="\n\t")
    return value


def _phrase(words: Phrase | str) -> Markup:
    """Words with their tones as classes."""
    pieces = []
    for piece in (words,) if isinstance(words, str) else words:
        shown, tone = visible(piece, keep="\t"), tone_of(piece)
        pieces.append(Markup('<span class="{}">{}</span>').format(tone, shown) if tone else escape(shown))
    return Markup("").join(pieces)


def svg(drawing: Drawing, *, is_numbered: bool = False) -> str:
    """A drawing as SVG; with `is_numbered`, rows and columns have their numbers.

    Without `clues`, all digits of a puzzle are clues, and of a grid it is not known which are. Without
    `candidates`, those of a board with pencilmarks are drawn.
    """
    board, candidates, size = drawing.board, drawing.candidates, drawing.board.geometry.size
    if candidates is None and isinstance(board, Puzzle) and board.candidates is not None:
        digits = board.geometry.digits
        candidates = [[digit for digit in digits if mask >> digit - 1 & 1] for mask in board.candidates]
    kind = "grid" if isinstance(board, Grid) else "puzzle"
    rows = " / ".join("".join(SYMBOLS[digit] for digit in row) for row in board.rows)
    drawn = _template("board.svg").render(
        drawing=drawing,
        clues=drawing.clues or (board if kind == "puzzle" else None),
        candidates=candidates,
        label=f"{size}×{size} {kind}: {rows}",
        is_numbered=is_numbered,
        symbols=SYMBOLS,
        colour=MARKS[drawing.tone],
    )
    return drawn.replace("\n", "")
