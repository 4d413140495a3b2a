"""A sentence in parts for a page: each part with its role, so that words and marked cells look alike.

[["r4c5", "cell"], [" can hold nothing but ", null], ["7", "placed"], [" (solo: naked single)", "rule"], …]
"""

from __future__ import annotations

from rich.text import Text

from sudocube.report.step_sentences import CELL, PLACED, REMOVED, RULE

SentenceParts = list[list[str | None]]

ROLES = {CELL: "cell", PLACED: "placed", REMOVED: "removed", RULE: "rule"}
"""The role of a part by its style; every other style marks what kind of step it is."""

KIND = "kind"


def sentence_parts(text: Text) -> SentenceParts:
    """The parts of a text, in order: [words, role]; the role is null for words in between.

    >>> sentence_parts(Text.assemble("So ", ("7", "red"), " goes"))
    [['So ', None], ['7', 'removed'], [' goes', None]]
    """
    parts: SentenceParts = []
    at = 0
    for span in sorted(text.spans):
        if span.start > at:
            parts.append([text.plain[at : span.start], None])
        if span.end > max(at, span.start):
            words = text.plain[max(at, span.start) : span.end]
            is_opening = not span.start and words.isalpha() and len(words) > 1  # "End" is bold, as cells are
            parts.append([words, KIND if is_opening else ROLES.get(str(span.style), KIND)])
        at = max(at, span.end)
    if at < len(text.plain):
        parts.append([text.plain[at:], None])
    return parts
