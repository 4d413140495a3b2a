"""Canonical forms as text: JSON rows, fields of a table, and lines for lists of millions of puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from msgspec import UNSET

from sudocube.geometry import BLANKS, SYMBOLS
from sudocube.report.document import Phrase
from sudocube.report.puzzle_rows import TO_SYMBOLS, begun_rows
from sudocube.report.row import InvalidRow, Optional, PuzzleRow, Words, row_of
from sudocube.symmetry.canonical_forms import hex_keys, why_no_form
from sudocube.verdict import Verdict

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sudocube.rows.batch import Rows
    from sudocube.symmetry.canonical_forms import CanonicalForm, FormBatch

CANONICAL_COLUMNS = ("canonical", "automorphisms", "key")

GIVEN_UP = "it is so symmetric that the search for its form was given up"

_CELLS = 81
_ZERO = ord("0")
_IS_BLANK = np.isin(np.arange(256), list(BLANKS.encode("ascii")))


def form_in_words(form: CanonicalForm) -> str:
    """What a line with the form does not show.

    >>> from sudocube.symmetry import canonical
    >>> form_in_words(canonical(81 * ".")).partition(";")[0]
    '2 automorphisms'
    """
    return f"{form.automorphisms:,} automorphism{'s' * (form.automorphisms != 1)}; key {form.key}"


def classes_in_words(puzzles: int, classes: int, undecided: int) -> str:
    """How many puzzles are of how many classes.

    >>> classes_in_words(12, 9, 2)
    '12 puzzles, at most 9 classes: of 2 undecided ones, only those with the same clues count as one class'
    """
    at_most = "at most " if undecided else ""
    said = f"{puzzles:,} puzzle{'s' * (puzzles != 1)}, {at_most}{classes:,} class{'es' * (classes != 1)}"
    ones = "ones" if undecided > 1 else "one"
    doubt = f": of {undecided:,} undecided {ones}, only those with the same clues count as one class"
    return said + doubt * bool(undecided)


class CanonicalRow(PuzzleRow, kw_only=True):
    """A puzzle and its canonical form; the fields of the form are null where there is none."""

    canonical: str | None
    """The cells of the canonical form, row by row; `.` is a blank.

    For example: "..1..1..1..1..1..1..1..1..1..1..1..1..1..1..1..1..1..1..1..1..1..1..1..1..1..1..1", null.
    """
    automorphisms: int | None
    """How many transformations give the same puzzle again; at least 1. For example: 1, 648, null."""
    key: str | None
    """A hash of the form, whose seed is the version of the form (1): the same for all puzzles of a class.

    For example: "f386f14c7d4bf1b6403bdd0287e94614", null.
    """
    reason: Optional[Words] = UNSET
    """Why there is no form. For example: "it is so symmetric that …"."""


def canonical_rows(batch: FormBatch, places: list[int]) -> Iterator[CanonicalRow | InvalidRow]:
    """The rows of the puzzles at these places; they have a `reason` only where there is no form."""
    found = batch.found
    forms = (found.forms + _ZERO).tobytes().translate(TO_SYMBOLS).decode("ascii")
    keys, automorphisms = hex_keys(found.keys), found.automorphisms.tolist()
    begun = list(begun_rows(batch.index, batch.rows))
    for place in places:
        if automorphisms[place] < 0:
            entry = batch.rows.entry(place)
            why = (entry.puzzle and why_no_form(entry.puzzle)) or GIVEN_UP
            nothing = dict.fromkeys(("canonical", "automorphisms", "key"))
            yield row_of(CanonicalRow, entry, index=batch.index + place, reason=why, **nothing)
        else:
            form, key = forms[_CELLS * place : _CELLS * (place + 1)], keys[32 * place : 32 * (place + 1)]
            yield CanonicalRow(**begun[place], canonical=form, automorphisms=automorphisms[place], key=key)


def form_lines(batch: FormBatch) -> str | list[str | Phrase]:
    """The form of each puzzle with the blanks of the puzzle; where some are undecided, the lines.

    In these, a verdict stands in place of a form.
    """
    forms, blanks = batch.found.forms, blanks_of(batch.rows)
    text = _lines(np.where(forms == 0, blanks[:, None], forms + _ZERO))
    if not (undecided := batch.undecided):
        return text
    lines: list[str | Phrase] = [*text.splitlines()]
    for place in undecided:
        lines[place] = (Verdict.UNKNOWN,)
    return lines


def own_lines(rows: Rows, places: list[int]) -> str:
    """The puzzles at some places as they were read, each on a line."""
    return _lines(rows.puzzles[places])


def blanks_of(rows: Rows) -> NDArray[np.uint8]:
    """The first blank of each puzzle, uint8 (n,), in ASCII; a full stop where it has none."""
    are_blank = _IS_BLANK[rows.puzzles]
    firsts = np.take_along_axis(rows.puzzles, are_blank.argmax(axis=1)[:, None], axis=1)[:, 0]
    return np.where(_IS_BLANK[firsts], firsts, ord(SYMBOLS[0])).astype(np.uint8)


def _lines(symbols: NDArray[np.uint8]) -> str:
    """A line for each row of symbols, in ASCII."""
    lines = np.full((len(symbols), _CELLS + 1), ord("\n"), np.uint8)
    lines[:, :_CELLS] = symbols
    return lines.tobytes().decode("ascii")
