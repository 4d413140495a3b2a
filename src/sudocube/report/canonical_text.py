"""What `canonical` says: JSON rows, fields of a table, and lines for lists of millions of puzzles."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np
from msgspec import UNSET

from sudocube.fields import Optional, Words
from sudocube.geometry import BLANKS, SYMBOLS
from sudocube.report.base import WritingReport, Written, WrittenLines
from sudocube.report.document import Phrase
from sudocube.report.puzzle_rows import TO_SYMBOLS, begun_rows
from sudocube.report.row import PuzzleRow, Row, row_of
from sudocube.report.words import counted, undecided_in_words
from sudocube.rows import Entry
from sudocube.rows.writer import on_one_line
from sudocube.symmetry.canonical_forms import FormBatch, form_of, hex_keys, why_no_form
from sudocube.verdict import Verdict

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sudocube.rows.batch import Rows

GIVEN_UP = "it is so symmetric that the search for its form was given up"

_CELLS = 81
_ZERO = ord("0")
_IS_BLANK = np.isin(np.arange(256), list(BLANKS.encode("ascii")))


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


class CanonicalReport(WritingReport[FormBatch]):
    """Writes the form of each puzzle, in that format, or as `distinct` the first puzzle of each class."""

    def __init__(self, format: str | None, *, distinct: bool) -> None:
        self.columns = () if distinct else ("canonical", "automorphisms", "key")
        self._format = format
        self._classes = set[bytes]() if distinct else None
        self._puzzles = self._undecided = 0
        self._places: list[int] = []

    def add(self, result: FormBatch) -> None:
        """Count puzzles and classes."""
        without = {*result.without}
        self._puzzles += len(result) - len(without)
        self._undecided += len(result.undecided)
        self._places = self._of_new_classes(result.class_keys, without)

    def _of_new_classes(self, keys: NDArray[np.uint64], without: Collection[int]) -> list[int]:
        """The places of the first puzzles of their classes, whose keys are uint64 (n, 2), and those without.

        All places where classes are not looked at.
        """
        if self._classes is None:
            return [*range(len(keys))]
        places = []
        for place, key in enumerate(keys.view("V16")[:, 0].tolist()):
            if place in without or key not in self._classes:
                places.append(place)
            if place not in without:
                self._classes.add(key)
        return places

    def outcomes(self, result: FormBatch) -> Iterable[str]:
        """`invalid` where there can be no form, and `unknown` where it is undecided."""
        return [Verdict.INVALID] * bool(result.without) + [Verdict.UNKNOWN] * bool(result.undecided)

    def rows(self, result: FormBatch) -> Iterable[Row]:
        """The row of each puzzle."""
        return canonical_rows(result, self._places)

    def written(self, result: FormBatch) -> Iterable[Written | WrittenLines]:
        """The form of each puzzle, or a verdict; as `distinct`, the puzzle as it was read."""
        rows, places = result.rows, self._places
        if not rows.are_written_on_lines(self._format):
            return self._each(result)
        lines = form_lines(result) if self._classes is None else _lines(rows.puzzles[places])
        return [WrittenLines(rows.style, lines)] if places else []

    def _each(self, result: FormBatch) -> Iterator[Written]:
        without = {*result.without}
        for place in self._places:
            entry, form = result.rows.entry(place), form_of(result.found, place)
            if place in without:
                if self._classes is None:
                    yield Written(entry, Verdict.INVALID)
            elif self._classes is not None:
                yield Written(entry, entry.puzzle or "")
            elif form is None:
                yield Written(entry, Verdict.UNKNOWN)
            else:
                cells = str(form) if entry.record is None else on_one_line(form.puzzle, entry.style)
                yield Written(entry, form.puzzle, (cells, str(form.automorphisms), form.key))

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

    def summary(self, seconds: float) -> Iterator[Phrase]:
        """How many classes there are."""
        if self._classes is not None and self._puzzles > 1:
            yield (classes_in_words(self._puzzles, len(self._classes), self._undecided),)
