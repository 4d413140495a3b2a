"""Known slips that explain why somebody's clauses are wrong, as text and as a part of a JSON row."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from sudocube.lab.slips import KnownSlips
from sudocube.report.json_rows import Row
from sudocube.report.text_layout import wrapped


def hints_row(found: KnownSlips | None) -> Row | None:
    """The field `hints` of `encodings prove --json`; None if no known slip explains anything."""
    if found is None:
        return None
    slips = [{"slip": hint.slip, "clause": hint.clause, "says": hint.text} for hint in found.hints]
    return {"slips": slips, "mended": found.mended}


def hints_in_words(found: KnownSlips, width: int) -> Iterator[Text]:
    """A paragraph for each hint, and what is known of the clauses after that."""
    for hint in found.hints:
        yield Text()
        yield from wrapped(Text.assemble(("Hint", "bold cyan"), f": {hint.text}"), width - 2, "", "  ")
    this = "this" if len(found.hints) == 1 else "all of this"
    if found.mended:
        text = f"Checked: with {this} changed, the clauses say the rules."
    elif found.mended is None:
        text = f"Checked: with {this} changed, no mistake is found, by a sample of valid grids."
    else:
        text = f"Checked: that explains much of it, but with {this} changed, something else is still wrong."
    yield from wrapped(Text(text), width - 2, "  ")
