"""A page of made puzzles to print; and what `canonical` says of the forms that it writes.

The page has some puzzles on each sheet, and their solutions at the end. The difficulty is said in words that
are defined on the page, and each was established for its puzzle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec import UNSET

from sudocube.fields import Optional, Words
from sudocube.geometry import BLANKS, SYMBOLS
from sudocube.report.checks import TO_SYMBOLS, begun_rows, lines_of_cells
from sudocube.report.document import Boards, Drawing, PageHead, Phrase, Section, Sentence
from sudocube.report.ratings import level_in_words
from sudocube.report.row import PuzzleRow, Row, row_of
from sudocube.report.words import WritingReport, Written, WrittenLines, counted, texts, undecided_in_words
from sudocube.rows import Entry
from sudocube.rows.writer import on_one_line
from sudocube.symmetry.canonical_forms import FormBatch, form_of, hex_keys, why_no_form
from sudocube.verdict import Verdict

if TYPE_CHECKING:
    from sudocube.generation.generating import GeneratedPuzzle

PER_PAGE = (1, 2, 4, 6)
"""How many puzzles may stand on a sheet of paper."""

LARGE = 10
"""From this size on, puzzles are printed wider, so that cells can be read, and no level is sought: chains
take seconds."""

GIVEN_UP = "it is so symmetric that the search for its form was given up"

_CELLS = 81
_ZERO = ord("0")


def shortfall_in_words(made: int, wanted: int, why: str) -> str:
    """That fewer were made than were asked for, and why.

    >>> shortfall_in_words(12, 100, "puzzle 13: none in 1,000 tries")
    '12 of 100 puzzles made; puzzle 13: none in 1,000 tries'
    """
    return f"{made:,} of {counted(wanted, 'puzzle')} made; {why}"


def sheet(made: Sequence[GeneratedPuzzle], per_page: int | None, head: PageHead, count: int) -> str:
    """The page of some of `count` puzzles; `per_page` of them stand on a sheet of paper.

    Without `per_page`, it is four, and two of sizes above 9.
    """
    size, said = made[0].puzzle.geometry.size, texts("pages")
    per_page, paper = per_page or (2 if size >= LARGE else 4), "paper solutions" + " large" * (size >= LARGE)
    puzzles, solutions, words = [], [], dict[int, tuple[str, str]]()
    for one in made:
        about = [str(one.index), f"{one.clues} clues"]
        if level := _level(one):
            words[level] = level_in_words(level), said["levels"][level]
            about.insert(1, words[level][0])
        puzzles.append(Drawing(one.puzzle, ", ".join(about)))
        solutions.append(Drawing(one.solution, str(one.index), one.puzzle))
    sheets = (puzzles[at : at + per_page] for at in range(0, len(puzzles), per_page))
    kinds, of = {one.minimal for one in made}, f"{len(made)} of " * (len(made) < count)
    return head.page(
        [
            Sentence((f"The solutions are at the end; printed, each sheet has {per_page} puzzles.",)),
            *(Boards(some, paper=f"paper of-{per_page}") for some in sheets),
            Section(("Solutions",), [Boards(solutions, paper=paper)]),
        ],
        kind=f"{of}{counted(count, 'puzzle')}, {size}×{size}",
        method=said["sheet"]["method"] + [said["sheet"]["words"][kind] for kind in sorted(kinds)],
        words=[words[level] for level in sorted(words)],
    )


def _level(one: GeneratedPuzzle) -> int | None:
    """The level of a puzzle; None for a large one of which it is not known."""
    from sudocube.solvers.techniques.solving import level_of

    known: int | None = (one.rating or {}).get("level")
    return known if known is not None or one.puzzle.geometry.size >= LARGE else level_of(one.puzzle)


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


class CanonicalReport(WritingReport[FormBatch]):
    """Writes the form of each puzzle, in that format; if `distinct`, the first puzzle of each class as it was
    read.
    """

    def __init__(self, format: str | None, *, distinct: bool) -> None:
        self._format, self._distinct = format, distinct
        self.columns = () if distinct else ("canonical", "automorphisms", "key")
        self._classes: set[bytes] = set()
        self._puzzles = self._undecided = 0
        self._shown: list[int] = []
        """The places in a batch of what is written."""

    def add(self, result: FormBatch) -> None:
        """Count puzzles and classes."""
        without, self._shown = {*result.without}, [*range(len(result))] * (not self._distinct)
        self._puzzles += len(result) - len(without)
        self._undecided += len(result.undecided)
        keys = result.class_keys.view("V16")[:, 0].tolist() if self._distinct else ()
        for place, key in enumerate(keys):
            if place not in without and key not in self._classes:
                self._classes.add(key)
                self._shown.append(place)

    def outcomes(self, result: FormBatch) -> Iterable[str]:
        """`invalid` where there can be no form, and `unknown` where it is undecided."""
        return [Verdict.INVALID] * bool(result.without) + [Verdict.UNKNOWN] * bool(result.undecided)

    def rows(self, result: FormBatch) -> Iterator[Row]:
        """The row of each puzzle that is written, and of what has no form, with a reason."""
        forms = (result.found.forms + _ZERO).tobytes().translate(TO_SYMBOLS).decode("ascii")
        keys, automorphisms = hex_keys(result.found.keys), result.found.automorphisms.tolist()
        begun = [*begun_rows(result.index, result.rows)]
        for place in sorted({*self._shown, *result.without}):
            if automorphisms[place] < 0:
                entry = result.rows.entry(place)
                why = (entry.puzzle and why_no_form(entry.puzzle)) or GIVEN_UP
                yield row_of(CanonicalRow, entry, index=result.index + place, reason=why)
            else:
                form, key = forms[_CELLS * place : _CELLS * (place + 1)], keys[32 * place : 32 * (place + 1)]
                found = {"canonical": form, "automorphisms": automorphisms[place], "key": key}
                yield CanonicalRow(**begun[place], **found)

    def written(self, result: FormBatch) -> Iterable[Written | WrittenLines]:
        """The form of each puzzle, or a verdict; or the first puzzles as they were read."""
        if not self._shown or not result.rows.are_written_on_lines(self._format):
            return (self._record(result, place) for place in self._shown)
        if self._distinct:
            return [lines_of_cells(result.rows, result.rows.puzzles[self._shown], {})]
        words = dict.fromkeys(result.undecided, Verdict.UNKNOWN)
        return [lines_of_cells(result.rows, _form_cells(result), words)]

    def _record(self, result: FormBatch, place: int) -> Written:
        entry, form = result.rows.entry(place), form_of(result.found, place)
        if self._distinct:
            return Written(entry, entry.puzzle or "")
        if form is None:
            return Written(entry, Verdict.UNKNOWN if place in result.undecided else Verdict.INVALID)
        cells = str(form) if not entry.record else on_one_line(form.puzzle, entry.style)
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

    def summary(self, seconds: float) -> Iterator[Phrase]:
        """How many classes there are."""
        if self._distinct and self._puzzles > 1:
            yield (classes_in_words(self._puzzles, len(self._classes), self._undecided),)


def _form_cells(batch: FormBatch) -> Any:  # noqa: ANN401 -- an array
    """The symbols of each form, with the first blank of the puzzle, or a full stop if it has none."""
    forms, are_blank = batch.found.forms, np.isin(batch.rows.puzzles, [*BLANKS.encode("ascii")])
    firsts = np.take_along_axis(batch.rows.puzzles, are_blank.argmax(axis=1)[:, None], axis=1)
    blanks = np.where(are_blank.any(axis=1, keepdims=True), firsts, ord(SYMBOLS[0]))
    return np.where(forms == 0, blanks, forms + _ZERO)


def classes_in_words(puzzles: int, classes: int, undecided: int) -> str:
    """How many puzzles are of how many classes.

    >>> classes_in_words(12, 9, 2)
    '12 puzzles, at most 9 classes: of 2 undecided ones, only those with the same clues count as one class'
    """
    found = f"{'at most ' * bool(undecided)}{classes:,} class{'es' * (classes != 1)}"
    doubt = f": of {counted(undecided, 'undecided one')}, only those with the same clues count as one class"
    return f"{counted(puzzles, 'puzzle')}, {found}{doubt * bool(undecided)}"
