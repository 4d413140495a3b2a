"""Documents: what a result says to people, in a few kinds of blocks, before anybody knows how it is drawn.

A *document* is a sequence of blocks: sentences, boards, tables, sections, pictures. Three back ends draw it:
`terminal` for a terminal; `fragment` and `PageHead.page` as HTML, for notebooks and to send; `plain` as text
without drawings (`str`). Lines alone need no library: `text_line` draws them.
Words have *tones*, the same in all commands; a verdict has the tone that TONES gives it.

A page is one file, which loads nothing, holds no scripts and needs no sudocube. One template draws all of
them. All text is escaped where the template shows it, and what cannot be seen is made visible: names of files
and what is quoted from other programs can hold anything. Boards are SVG, to be read on light and dark pages.

>>> words = ("a.txt:2: ", Verdict.NONE, ": r1c1 and r1c5 both hold 5 in row 1")
>>> plain([Sentence(words)])
'a.txt:2: none: r1c1 and r1c5 both hold 5 in row 1'
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from sudocube.geometry import SYMBOLS
from sudocube.puzzle import Board, Grid
from sudocube.verdict import Verdict

if TYPE_CHECKING:
    from jinja2 import Template

_NUMBER = re.compile(r"[–-]|[×±~-]?\d[\d,.]*(e[+-]?\d+)?( ?(%|m?s))?")


class Tone(StrEnum):
    """What a word is about; each back end has a colour or a weight for it."""

    GOOD = "good"
    SEVERAL = "several"
    BAD = "bad"
    OPEN = "open"
    STRONG = "strong"
    QUIET = "quiet"


TONES: Mapping[Verdict, Tone] = {
    Verdict.INVALID: Tone.OPEN,
    Verdict.NONE: Tone.BAD,
    Verdict.MULTIPLE: Tone.SEVERAL,
    Verdict.UNKNOWN: Tone.OPEN,
    Verdict.UNIQUE: Tone.GOOD,
}
"""The tone of each verdict; what counts for the whole if it occurs comes first."""


class Toned(str):
    """Words with a tone, or with that of a verdict for which they stand."""

    tone: Tone

    def __new__(cls, words: str, tone: Tone | Verdict) -> Toned:
        """See the class."""
        self = super().__new__(cls, words)
        self.tone = TONES[tone] if isinstance(tone, Verdict) else tone
        return self


Phrase: TypeAlias = tuple[str, ...]
"""Pieces of a text: plain ones, `Toned` ones, and verdicts. Joined, they are the text without colours."""


COLOURS = {Tone.GOOD: 32, Tone.SEVERAL: 33, Tone.BAD: 31, Tone.OPEN: 35, Tone.STRONG: 1, Tone.QUIET: 2}
"""The colour or weight of each tone on a terminal: the number of an escape sequence (SGR)."""


def tone_of(piece: str) -> Tone | None:
    """The tone of a piece of a phrase; None for a plain one."""
    return TONES[piece] if isinstance(piece, Verdict) else getattr(piece, "tone", None)


def visible(text: str, *, keep: str = "") -> str:
    r"""The text with each character that cannot be printed as Python writes it; those in `keep` stay.

    What a text from elsewhere holds must not deceive who reads it. An escape sequence can move the cursor or
    hide what was printed before; a line feed can pretend to be another answer; a bidirectional control can
    turn a text round; what has no width can make two names look the same. Spaces of any width can be printed.

    >>> print(visible("puzzles\x1b[2J\u202e\n.txt"))
    puzzles\x1b[2J\u202e\n.txt
    """
    rest = text
    for character in keep:
        rest = rest.replace(character, "")
    if rest.isprintable():  # by far the quickest
        return text
    hidden = {one for one in rest if not one.isprintable() and unicodedata.category(one) != "Zs"}
    return text.translate({ord(one): one.encode("unicode_escape").decode("ascii") for one in hidden})


class Sentence(NamedTuple):
    """Words on lines of their own.

    A terminal indents them by so many blanks and breaks them between words; with `wraps` false they stay one
    line: a record, a command, the cells of a puzzle. `hanging` is the indent of further lines, by default two
    more, or what stands before them.
    """

    words: Phrase
    indent: int = 0
    hanging: int | str | None = None
    wraps: bool = True


class Drawing(NamedTuple):
    """A board with what is to be seen on it.

    The cells that are filled in `clues` (by default, in the board) are clues, and all others were found.
    The `marked` cells have a frame, in the colour of the tone. `candidates` are digits by cell, drawn small
    in blank cells, and `removed` those that a step has just removed.
    """

    board: Board
    caption: str = ""
    clues: Board | None = None
    marked: Collection[int] = ()
    tone: Tone = Tone.SEVERAL
    candidates: Sequence[Collection[int]] | None = None
    removed: Mapping[int, Collection[int]] = {}

    @property
    def has_found(self) -> bool:
        """Whether some digits of the board are no clues."""
        given = (self.clues or self.board).cells
        return any(digit and not clue for digit, clue in zip(self.board.cells, given, strict=True))


class Boards(NamedTuple):
    """Boards beside each other, with a legend that says what their marked cells are, if any.

    As plain text there are none, or with `in_text` their cells. With `paper`, words for the style of a page,
    they are to be printed, without numbers and legend.
    """

    drawings: Sequence[Drawing]
    meaning: str = ""
    in_text: bool = False
    paper: str = ""

    @property
    def has_found(self) -> bool:
        """Whether some digits of the boards are no clues."""
        return any(one.has_found for one in self.drawings)


class Table(NamedTuple):
    """Rows of cells under headings; a column of numbers stands at the right."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]

    def is_number(self, column: int) -> bool:
        """Whether all cells of a column, counted from 0, are numbers or empty.

        >>> Table(("engine", "seconds"), (("phases", "0.25"), ("sat", ""))).is_number(1)
        True
        """
        cells = [row[column] for row in self.rows if row[column]]
        return bool(cells) and all(len(cell) < 16 and _NUMBER.fullmatch(cell) for cell in cells)


class Section(NamedTuple):
    """Blocks under a heading; a page can fold them."""

    title: Phrase
    blocks: Sequence[Block]
    is_folded: bool = False


class Picture(NamedTuple):
    """A drawing in SVG, from this package, for pages and notebooks; as text, `text` stands for it."""

    svg: str
    text: str = ""

    def _repr_html_(self) -> str:
        """The picture, in a notebook."""
        return self.svg

    def __repr__(self) -> str:
        return self.text


Block: TypeAlias = Sentence | Boards | Table | Section | Picture
Document: TypeAlias = Sequence[Block]


def is_of_lines(document: Document) -> bool:
    """Whether a document is nothing but lines that are not broken, so that `text_line` draws it."""
    return all(isinstance(block, Sentence) and not block.wraps and not block.indent for block in document)


def text_line(phrase: Phrase, *, in_colour: bool) -> str:
    r"""A phrase as one line; what cannot be printed is escaped.

    >>> text_line(("a.txt:2: ", Verdict.NONE), in_colour=True)
    'a.txt:2: \x1b[31mnone\x1b[0m'
    """
    if not in_colour:
        return visible("".join(phrase))
    return "".join(
        visible(piece) if tone is None else f"\x1b[{COLOURS[tone]}m{visible(piece)}\x1b[0m"
        for piece, tone in zip(phrase, map(tone_of, phrase), strict=True)
    )


def plain(document: Document) -> str:
    """A document as text without colours and drawings, `str` of a result: boards are their cells."""
    return "\n".join(line.rstrip() for block in document for line in _plain_lines(block))


def _plain_lines(block: Block) -> Iterator[str]:
    match block:
        case Sentence():
            yield " " * block.indent + "".join(block.words)
        case Boards():
            if block.in_text:
                yield from (f"    {one.caption}: {one.board}" for one in block.drawings)
        case Table():
            from rich.console import Console

            from sudocube.report.terminal import WIDEST, Terminal

            yield from Terminal(Console(width=WIDEST, color_system=None)).text([block]).splitlines()
        case Section():
            yield "".join(block.title)
            yield from (f"  {line}" for inner in block.blocks for line in _plain_lines(inner))


MARKS = {Tone.SEVERAL: "#e08700", Tone.BAD: "#e5484d", Tone.GOOD: "#17929e"}
"""The colours of marked cells in a picture: all are seen on white and on black."""


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

    def page(self, document: Document, **more: Any) -> str:  # noqa: ANN401 -- values of the fields
        """The whole page, with this document, and `more` of what it begins and ends with."""
        from importlib.metadata import version

        head = self._replace(**more)
        return _template("page.html").render(version=version("sudocube"), blocks=document, head=head) + "\n"


def fragment(document: Document) -> str:
    """A document as a piece of HTML with its own style, for `_repr_html_` and for pages."""
    return _template("fragment.html").render(blocks=document)


def svg(drawing: Drawing, *, is_numbered: bool = False) -> str:
    """A drawing as SVG; with `is_numbered`, rows and columns have their numbers.

    Without `clues`, all digits of a puzzle are clues, and of a grid it is not known which are. Without
    `candidates`, those of a puzzle with pencilmarks are drawn.
    """
    board, candidates, size = drawing.board, drawing.candidates, drawing.board.geometry.size
    if candidates is None and (masks := getattr(board, "candidates", None)):
        digits = board.geometry.digits
        candidates = [[digit for digit in digits if mask >> digit - 1 & 1] for mask in masks]
    kind = "grid" if isinstance(board, Grid) else "puzzle"
    rows = " / ".join("".join(SYMBOLS[digit] for digit in row) for row in board.rows)
    drawn = _template("board.svg").render(
        drawing=drawing,
        clues=drawing.clues or (board if kind == "puzzle" else None),
        candidates=candidates,
        label=f"{size}×{size} {kind}: {rows}",
        is_numbered=is_numbered,
        colour=MARKS[drawing.tone],
    )
    return drawn.replace("\n", "")


@cache
def _template(name: str) -> Template:
    """A template of this folder."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_seen,
        loader=PackageLoader(__package__, ""),
    )
    environment.globals.update(svg=svg, tone_of=tone_of, visible=visible, symbols=SYMBOLS)
    return environment.get_template(name)


def _seen(value: Any) -> Any:  # noqa: ANN401 -- whatever a template shows
    """A value as a page shows it; what is HTML of our own stays as it is."""
    is_text = isinstance(value, str) and not hasattr(value, "__html__")
    return visible(value, keep="\n\t") if is_text else value


def sentences(lines: Iterable[Phrase | str], *, indent: int = 0) -> list[Sentence]:
    """A sentence for each line."""
    return [Sentence((line,) if isinstance(line, str) else line, indent) for line in lines]


_TOLD_BY = {
    "Checked": "checks.checked_document",
    "Crosschecked": "verdicts.crosschecked_document",
    "Diagnosis": "verdicts.diagnosis_document",
    "CountEstimate": "checks.estimate_in_words",
    "Conformance": "conformance.conformance_in_words",
    "Rating": "ratings.rated_phrase",
    "EncodingProof": "lab.proof_document",
    "Step": "step_words.sentence",
    "Audit": "audits.audit_document",
}
"""What tells a result, by the name of its class: a document, a phrase or a sentence."""


def document_of(result: Any) -> Document:  # noqa: ANN401 -- any kind of result
    """The document of a result; only what is shown is imported."""
    module, function = _TOLD_BY[type(result).__name__].split(".")
    told = getattr(import_module(f"{__package__}.{module}"), function)(result)
    return told if isinstance(told, list) else [Sentence((told,) if isinstance(told, str) else told)]
