"""An audit as one page of HTML that can be published: it loads nothing, and holds no scripts.

All text that comes from the data set is escaped. Equal audits give equal pages: there is no date in them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from markupsafe import Markup, escape

from sudocube.report.audit_examples import IN_CONFLICT, ShownExample, shown_example
from sudocube.report.audit_findings import (
    ExampleGroup,
    Finding,
    Severity,
    findings,
    headline,
    lead,
    share_in_words,
    tone,
)
from sudocube.report.audit_names import Summary, audited_names, full_title, title, with_short_names
from sudocube.report.audit_tables import AuditTable, audit_tables
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

WORDS = {
    "right": "The stored answer is the only solution of the puzzle.",
    "wrong": "It is a full grid that keeps the clues, and it is no solution.",
    "contradicts clues": "It is a full grid with another digit in the cell of a clue.",
    "no grid": "It does not have as many digits as the puzzle has cells.",
    "one of several": "It is a solution, and the puzzle has others.",
    "given though none": "There is an answer, and the puzzle has no solution.",
    "missing": "The field is empty. This is not counted as a flaw.",
    "the same up to symmetry": "One puzzle becomes the other when digits are exchanged, rows within a band,"
    " bands, columns within a stack, stacks, or rows with columns. All such puzzles have the same canonical"
    " form, from which a key of 128 bits is made; keys are compared.",
    "sound": "The row has exactly one solution, its stored answer is that solution (or its file has no"
    " answers), and no earlier sound row holds the same puzzle up to symmetry. It may be in another split or"
    " file: that is counted apart.",
}
"""What the words of the page mean."""

METHOD = (
    "Each puzzle was searched for two solutions, so that it is known whether it has none, one or several;"
    " every solution was checked against the rules and the clues by a separate check.",
    "Of a stored answer, the first of these is said that holds: missing, no grid, given though none,"
    " contradicts clues, wrong, one of several, right.",
)


def audit_page(summary: Summary, command: str) -> str:
    """The page for an audit; `command` is the command line that repeats it."""
    summary = with_short_names(summary)
    found = findings(summary)
    return html_page(
        "audit_page.html",
        title=title(summary),
        full_title=full_title(summary),
        against=audited_names(summary, against=True),
        tone=_TONES[tone(summary)],
        headline=_sentence(headline(summary)),
        lead=[*lead(summary)],
        tiles=[*_tiles(summary)],
        verdicts=[*_verdicts(summary)],
        findings=[_finding(one) for one in found],
        tables=[_table(one) for one in audit_tables(summary)],
        method=METHOD,
        words=WORDS,
        command=command,
    )


def _sentence(text: str) -> str:
    """A text with a capital letter at its beginning and a full stop at its end."""
    return f"{text[:1].upper()}{text[1:]}."


def _tiles(summary: Summary) -> Iterator[dict[str, str]]:
    """The figures at the top."""
    rows, puzzles = summary["rows"], summary["rows"] - summary["malformed"]
    names = audited_names(summary)
    yield {"name": "rows", "value": f"{rows:,}", "note": counted(len(names), "file")}
    unique = summary["verdicts"][Verdict.UNIQUE]
    yield {
        "name": "exactly one solution",
        "value": share_in_words(unique, rows),
        "note": counted(unique, "row"),
    }
    if (answers := summary["answers"]) is not None:
        stored = sum(answers.values()) - answers["missing"]
        note = f"{answers['right']:,} of {stored:,} stored"
        yield {"name": "right answers", "value": share_in_words(answers["right"], stored or 1), "note": note}
    double = counted(summary["isomorphic_duplicates"], "duplicate")
    yield {
        "name": "different puzzles",
        "value": share_in_words(summary["classes"], puzzles or 1),
        "note": double,
    }


def _verdicts(summary: Summary) -> Iterator[dict[str, Any]]:
    """The parts of the bar of verdicts."""
    parts = [(name, summary["verdicts"][verdict], fill) for verdict, (name, fill) in _BAR.items()]
    for name, rows, fill in [*parts, ("malformed", summary["malformed"], "malformed")]:
        if rows:
            share = share_in_words(rows, summary["rows"])
            yield {"name": name, "tone": fill, "rows": rows, "number": f"{rows:,}", "share": share}


def _finding(found: Finding) -> dict[str, Any]:
    """A kind of flaw with its examples."""
    words = found.words
    return {
        "anchor": f"flaw-{found.kind}".replace("_", "-"),
        "title": words.title[:1].upper() + words.title[1:],
        "rows": found.rows,
        "number": f"{found.rows:,}",
        "share": found.share,
        "counted": f"{counted(found.rows, 'row')}, {found.share}",
        "tone": _TONES[words.severity],
        "weight": words.severity,
        "meaning": _with_commands(f"{words.meaning} {words.remedy}"),
        "groups": [_group(one) for one in found.groups],
    }


def _group(group: ExampleGroup) -> dict[str, Any]:
    """The examples of a group, under its name if it has one."""
    shown = [_example(shown_example(one)) for one in group.examples]
    return {
        "heading": f"{group.name}: {counted(group.rows, 'row')}" if group.name else "",
        "examples": shown[:SHOWN_AT_ONCE],
        "others": shown[SHOWN_AT_ONCE:],
        "rest": counted(group.rows - len(shown), "more row") if group.rows > len(shown) else "",
    }


def _with_commands(text: str) -> Markup:
    """A text as HTML, with what stands between backticks as code."""
    pieces = (escape(piece) for piece in text.split("`"))
    return Markup("").join(
        Markup("<code>{}</code>").format(piece) if number % 2 else piece
        for number, piece in enumerate(pieces)
    )


def _example(shown: ShownExample) -> dict[str, Any]:
    """A row that shows a flaw, with its boards drawn."""
    colour = CONFLICT if shown.meaning == IN_CONFLICT else DIFFERS
    boards = [
        {
            "caption": heading,
            "picture": Markup(svg(board, clues=shown.clues, marked=shown.marked, colour=colour)),
        }
        for heading, board in zip(shown.headings, shown.boards, strict=True)
    ]
    return {"place": shown.place, "id": shown.id, "says": shown.says, "boards": boards, "cells": shown.cells}


def _table(table: AuditTable) -> dict[str, Any]:
    """A table, or a histogram above its numbers."""
    return {
        "anchor": table.anchor,
        "title": table.title,
        "heading": table.heading,
        "headings": table.headings,
        "rows": table.rows,
        "sentences": table.sentences,
        "of_words": table.of_words,
        "bars": [*_bars(table.bars)],
    }


def _bars(bars: Mapping[str, int]) -> Iterator[dict[str, Any]]:
    """The bars of a histogram: heights in per cent of the highest; of many, every fifth has its name."""
    highest = max(bars.values(), default=1)
    step = 1 if len(bars) <= 24 else 5
    for name, rows in bars.items():
        yield {
            "name": name,
            "rows": f"{rows:,}",
            "short": _short(rows),
            "height": f"{100 * rows / highest:.3g}",
            "shown": name if int(name) % step == 0 else "",
        }


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
