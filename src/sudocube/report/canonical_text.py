"""What `canonical` says: JSON rows, fields of a table, and lines for lists of millions of puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from msgspec import UNSET

from sudocube.fields import Optional, Words
from sudocube.geometry import BLANKS, SYMBOLS
from sudocube.report.checks import TO_SYMBOLS, begun_rows, lines_of_cells
from sudocube.report.document import Phrase
from sudocube.report.row import PuzzleRow, Row, row_of
from sudocube.report.words import WritingReport, Written, WrittenLines, counted, undecided_in_words
from sudocube.rows import Entry
from sudocube.rows.writer import on_one_line
from sudocube.symmetry.canonical_forms import FormBatch, form_of, hex_keys, why_no_form
from sudocube.verdict import Verdict

GIVEN_UP = "it is so symmetric that the search for its form was given up"

_CELLS = 81
_ZERO = ord("0")
_BLANKS = list(BLANKS.encode("ascii"))


def classes_in_words(puzzles: int, classes: int, undecided: int) -> str:
    """How many puzzles are of how many classes.

    >>> classes_in_words(12, 9, 2)
    '12 puzzles, at most 9 classes: of 2 undecided ones, only those with the same clues count as one class'
    """
    said, found = counted(puzzles, "puzzle"), f"{classes:,} class{'es' * (classes != 1)}"
    if not undecided:
        return f"{said}, {found}"
    doubt = f"of {counted(undecided, 'undecided one')}, only those with the same clues count as one class"
    return f"{said}, at most {found}: {doubt}"


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


def canonical_rows(batch: FormBatch, places: list[int]) -> Iterator[Row]:
    """The rows of the puzzles at these places; they have a `reason` only where there is no form."""
    found = batch.found
    forms = (found.forms + _ZERO).tobytes().translate(TO_SYMBOLS).decode("ascii")
    keys, automorphisms = hex_keys(found.keys), found.automorphisms.tolist()
    begun = list(begun_rows(batch.index, batch.rows))
    for place in places:
        if automorphisms[place] < 0:
            entry = batch.rows.entry(place)
            why = (entry.puzzle and why_no_form(entry.puzzle)) or GIVEN_UP
            yield row_of(CanonicalRow, entry, index=batch.index + place, reason=why)
        else:
            form, key = forms[_CELLS * place : _CELLS * (place + 1)], keys[32 * place : 32 * (place + 1)]
            yield CanonicalRow(**begun[place], canonical=form, automorphisms=automorphisms[place], key=key)


def _form_lines(batch: FormBatch) -> WrittenLines:
    """The form of each puzzle with the first blank of the puzzle, or a full stop if it has none."""
    forms, are_blank = batch.found.forms, np.isin(batch.rows.puzzles, _BLANKS)
    firsts = np.take_along_axis(batch.rows.puzzles, are_blank.argmax(axis=1)[:, None], axis=1)
    blanks = np.where(are_blank.any(axis=1, keepdims=True), firsts, ord(SYMBOLS[0]))
    cells = np.where(forms == 0, blanks, forms + _ZERO)
    return lines_of_cells(batch.rows, cells, dict.fromkeys(batch.undecided, Verdict.UNKNOWN))


class CanonicalReport(WritingReport[FormBatch]):
    """Writes the form of each puzzle, in that format."""

    columns: Sequence[str] = ("canonical", "automorphisms", "key")

    def __init__(self, format: str | None) -> None:
        self._format = format

    def outcomes(self, result: FormBatch) -> Iterable[str]:
        """`invalid` where there can be no form, and `unknown` where it is undecided."""
        return [Verdict.INVALID] * bool(result.without) + [Verdict.UNKNOWN] * bool(result.undecided)

    def rows(self, result: FormBatch) -> Iterable[Row]:
        """The row of each puzzle."""
        return canonical_rows(result, [*range(len(result))])

    def written(self, result: FormBatch) -> Iterable[Written | WrittenLines]:
        """The form of each puzzle, or a verdict."""
        if result.rows.are_written_on_lines(self._format):
            return [_form_lines(result)]
        return (self._form(result, place) for place in range(len(result)))

    def _form(self, result: FormBatch, place: int) -> Written:
        entry, form = result.rows.entry(place), form_of(result.found, place)
        if form is None:
            return Written(entry, Verdict.UNKNOWN if place in result.undecided else Verdict.INVALID)
        cells = str(form) if entry.record is None else on_one_line(form.puzzle, entry.style)
        return Written(entry, form.puzzle, (cells, str(form.automorphisms), form.key))

    def remarks(self, result: FormBatch) -> Iterator[Entry | str | Phrase]:
        """What is no puzzle or can have no form, and which forms are undecided."""
        for place in sorted([*result.without, *result.undecided]):
            entry = result.rows.entry(place)
            if entry.puzzle is None:
                yield entry
            elif why := why_no_form(entry.puzzle):
                yield f"{entry.source}: {why}"
            else:
                yield f"{entry.source}: ", *undecided_in_words(GIVEN_UP)


class DistinctReport(CanonicalReport):
    """Writes the first puzzle of each class as it was read, in that format."""

    columns = ()

    def __init__(self, format: str | None) -> None:
        super().__init__(format)
        self._classes: set[bytes] = set()
        self._puzzles = self._undecided = 0
        self._first: list[int] = []
        """The places in a batch of the first puzzles of their classes."""

    def add(self, result: FormBatch) -> None:
        """Count puzzles and classes."""
        without, self._first = {*result.without}, []
        self._puzzles += len(result) - len(without)
        self._undecided += len(result.undecided)
        for place, key in enumerate(result.class_keys.view("V16")[:, 0].tolist()):
            if place not in without and key not in self._classes:
                self._classes.add(key)
                self._first.append(place)

    def rows(self, result: FormBatch) -> Iterable[Row]:
        """The row of each first puzzle, and of what has no form."""
        return canonical_rows(result, sorted([*self._first, *result.without]))

    def written(self, result: FormBatch) -> Iterable[Written | WrittenLines]:
        """The first puzzles as they were read."""
        if self._first and result.rows.are_written_on_lines(self._format):
            return [lines_of_cells(result.rows, result.rows.puzzles[self._first], {})]
        entries = map(result.rows.entry, self._first)
        return (Written(entry, entry.puzzle or "") for entry in entries)

    def summary(self, seconds: float) -> Iterator[Phrase]:
        """How many classes there are."""
        if self._puzzles > 1:
            yield (classes_in_words(self._puzzles, len(self._classes), self._undecided),)
