"""Records: one for each puzzle, in the order of the input, whatever becomes of it. What commands share here.

An engine answers for a puzzle; how the puzzle was written, and what stood beside it, stays with its entry. So
entries wait here until the results arrive, which come in the same order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

import typer

from sudocube.errors import UnknownNameError
from sudocube.formats import Entry, PuzzleInput, Style
from sudocube.formats.entry import OTHER_WORDS

if TYPE_CHECKING:
    from sudocube.checking import Checked
    from sudocube.checking.bulk import CheckedBatch
    from sudocube.formats.bulk_reader import BulkItem, TextBatch

JSON, CSV, TEXT = "json", "csv", "text"

RECORD_FORMATS = (TEXT, CSV, JSON)
"""The formats of results that are no solutions."""


def chosen_format(format: str | None, known: Collection[str], *, json: bool) -> str | None:
    """The format that --format names, or --json; None where neither says it.

    Raises UnknownNameError for a format that is not known, and typer.BadParameter for both options with
    different formats.
    """
    if format is not None and format not in known:
        words = {word: name for word, name in OTHER_WORDS.items() if name in known}
        raise UnknownNameError("format", format, known, _solver_note(format), other_words=words)
    if json and format not in (None, JSON):
        raise typer.BadParameter(f"it is --json or --format {format}, not both.")
    return JSON if json else format


def _solver_note(format: str) -> str:
    """What to do instead, where a format of outside solvers was named; else empty."""
    from sudocube.exchange import solver_formats

    meant = solver_formats.OTHER_WORDS.get(format.lower(), format.lower())
    if meant not in solver_formats.FORMATS:
        return ""
    return f"for outside solvers: sudocube encode PUZZLE --to {meant}"


class ReadEntries:
    """Inputs on their way to an engine; `next_entry` hands out their entries again, in the same order."""

    def __init__(self, inputs: Iterator[PuzzleInput]) -> None:
        self._inputs = inputs
        self._waiting: deque[Entry] = deque()

    def __iter__(self) -> Iterator[PuzzleInput]:
        """The inputs, with all their items."""
        for one in self._inputs:
            yield one._replace(items=self._noted(one.items))

    def _noted(self, items: Iterator[BulkItem]) -> Iterator[BulkItem]:
        for item in items:
            if isinstance(item, Entry):
                self._waiting.append(item)
            yield item

    def next_entry(self) -> Entry:
        """The entry that the next result is for."""
        return self._waiting.popleft()


def style_of(batch: TextBatch) -> Style:
    """The style of the puzzles of a batch, as far as it matters for their solutions."""
    return Style("sdm" if batch.name.lower().endswith(".sdm") else "line")


def entries_of_batch(batch: CheckedBatch) -> Iterator[tuple[Checked, Entry]]:
    """Each result of a batch, and the entry that it is for."""
    style = style_of(batch.text)
    for place in range(len(batch)):
        checked = batch.checked(place)
        yield checked, Entry(checked.source, checked.puzzle, None, style)
