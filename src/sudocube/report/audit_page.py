"""An audit as one page of HTML that can be published: it loads nothing, and holds no scripts.

All text that comes from the data set is escaped. Equal audits give equal pages: there is no date in them.
"""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup, escape

from sudocube.auditing.flaws import Severity
from sudocube.puzzle import Board
from sudocube.report.audit_examples import IN_CONFLICT, ShownExample, shown_example
from sudocube.report.audit_findings import (
    Summary,
    audited_names,
    findings,
    full_title,
    headline,
    lead,
    share_in_words,
    title,
    tone,
    with_short_names,
)
from sudocube.report.audit_tables import audit_tables
from sudocube.report.board_pictures import CONFLICT, DIFFERS, svg
from sudocube.report.html_pages import html_page
from sudocube.report.words import counted
from sudocube.verdict import Verdict

SHOWN_AT_ONCE = 2
"""How many examples of a kind are shown before the others are unfolded."""

_BAR = {
    Verdict.UNIQUE: ("one solution", "good"),
    Verdict.MULTIPLE: ("several solutions", "several"),
    Verdict.NONE: ("no solution", "none"),
    Verdict.UNKNOWN: ("undecided", "open"),
}
"""The parts of the bar of verdicts: what they are called, and the class of their colour."""

_TONES = {Severity.SEVERE: "bad", Severity.MINOR: "note", Severity.OPEN: "open", None: "good"}


def audit_page(summary: Summary, command: str) -> str:
    """The page for an audit; `command` is the command line that repeats it."""
    summary = with_short_names(summary)
    return html_page(
        "audit_page.html",
        title=title(summary),
        full_title=full_title(summary),
        against=audited_names(summary, against=True),
        tone=tone(summary),
        tones=_TONES,
        headline=headline(summary),
        lead=[*lead(summary)],
        tiles=[*_tiles(summary)],
        verdicts=[*_verdicts(summary)],
        all_rows=summary["rows"],
        share=share_in_words,
        findings=findings(summary),
        at_once=SHOWN_AT_ONCE,
        shown_example=shown_example,
        picture=_picture,
        with_commands=_with_commands,
        counted=counted,
        tables=[*audit_tables(summary)],
        short=_short,
        command=command,
    )


def _tiles(summary: Summary) -> Iterator[tuple[str, str, str]]:
    """The figures at the top: what they are called, the number, and what more is to be said."""
    rows, puzzles = summary["rows"], summary["rows"] - summary["malformed"]
    yield "rows", f"{rows:,}", counted(len(audited_names(summary)), "file")
    unique = summary["verdicts"][Verdict.UNIQUE]
    yield "exactly one solution", share_in_words(unique, rows), counted(unique, "row")
    if (answers := summary["answers"]) is not None:
        right, stored = answers["right"], sum(answers.values()) - answers["missing"]
        yield "right answers", share_in_words(right, stored or 1), f"{right:,} of {stored:,} stored"
    double = counted(summary["isomorphic_duplicates"], "duplicate")
    yield "different puzzles", share_in_words(summary["classes"], puzzles or 1), double


def _verdicts(summary: Summary) -> Iterator[tuple[str, str, int]]:
    """The parts of the bar of verdicts: what they are called, the class of their colour, how many rows."""
    parts = [(name, fill, summary["verdicts"][verdict]) for verdict, (name, fill) in _BAR.items()]
    return (part for part in [*parts, ("malformed", "malformed", summary["malformed"])] if part[-1])


def _with_commands(text: str) -> Markup:
    """A text as HTML, with what stands between backticks as code."""
    pieces = (escape(piece) for piece in text.split("`"))
    return Markup("").join(
        Markup("<code>{}</code>").format(piece) if number % 2 else piece
        for number, piece in enumerate(pieces)
    )


def _picture(shown: ShownExample, board: Board) -> Markup:
    """A board of a row that shows a flaw."""
    colour = CONFLICT if shown.meaning == IN_CONFLICT else DIFFERS
    return Markup(svg(board, clues=shown.clues, marked=shown.marked, colour=colour))


def _short(number: int) -> str:
    """A number in at most four signs.

    >>> [_short(number) for number in (0, 999, 1500, 49158, 1_200_000)]
    ['0', '999', '1.5k', '49k', '1.2M']
    """
    if number < 1000:
        return str(number)
    for unit, size in (("k", 10**3), ("M", 10**6), ("G", 10**9), ("T", 10**12)):
        if number < 999.5 * size or unit == "T":
            value = number / size
            return f"{value:.0f}{unit}" if value >= 9.95 else f"{value:.1f}{unit}"
    raise AssertionError(number)
