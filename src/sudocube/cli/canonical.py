"""`sudocube canonical`: the canonical form of each puzzle, or the first puzzle of each class."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

from sudocube.cli.command import READING, command
from sudocube.cli.inputs import batches_of, keep_freed_memory
from sudocube.cli.records import PUZZLE_FORMATS, Records
from sudocube.cli.run import CSV, JSON, Run
from sudocube.cli.status import UNDECIDED, USAGE_ERROR
from sudocube.rows.writer import on_one_line
from sudocube.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Collection

    import numpy as np
    from numpy.typing import NDArray

    from sudocube.rows import Entry
    from sudocube.symmetry.canonical_forms import CanonicalForm, FormBatch

_ON_LINES = ("line", "sdm")


@command(*READING, "output_file", "jobs", "format", "json")
def canonical(run: Run, distinct: bool = False) -> None:
    """Print the canonical form of each 9×9 puzzle, in the format of the input.

    Isomorphic puzzles, and no others, have the same form: one becomes the
    other when digits are renamed, rows are moved within a band, bands,
    columns within a stack, or stacks, or when rows and columns are
    exchanged. Puzzles with one, several or no solutions have a form.

    There is one record for each puzzle, in the order of the input. In
    place of a form it says unknown where the search was given up, and
    invalid where there is no puzzle, or one of another size or with
    pencilmarks: there is no form of these. In a table, the columns
    canonical, automorphisms and key follow those that were read; where
    there is no form, they are empty.

    With --distinct, the first of all isomorphic puzzles is printed as it
    was read, but without the text beside it and without comments; of a
    table, its row with all columns. Nothing stands in place of the
    others. Where a form is unknown, only puzzles with the
    same clues count as isomorphic. Memory grows by some 100 bytes for
    each puzzle printed.

    Example: sudocube canonical puzzles.txt --distinct -o distinct.txt

    Exit status: 0 done; 3 some form undecided.

    Options:
        --distinct: Print the puzzles themselves, but of isomorphic ones only the first.
        --format, -f NAME: Write line, grid, ss, sdk, sdm, pencilmarks, csv (with all columns that were
            read), f-puzzles, sudokupad, sudokuwiki (links) or json. [default: as read]
    """
    from sudocube.report.canonical_text import classes_in_words, form_in_words
    from sudocube.symmetry.canonical_forms import forms_of_rows

    format = run.chosen_format(PUZZLE_FORMATS)
    keep_freed_memory()
    forms = _Forms(run, format, distinct=distinct)
    with closing(forms_of_rows(batches_of(run, keep=format != JSON), jobs=run.jobs)) as results:
        for batch in results:
            forms.put(batch)
            run.progress.step(len(batch))
    if format != JSON and forms.classes is not None and forms.puzzles > 1:
        run.info(classes_in_words(forms.puzzles, len(forms.classes), forms.undecided))
    elif format != JSON and not distinct and forms.puzzles == 1 and forms.last is not None:
        run.info(form_in_words(forms.last))


class _Forms:
    """Writes the record of each puzzle, or with `distinct` of the first of each class."""

    def __init__(self, run: Run, format: str | None, *, distinct: bool) -> None:
        from sudocube.report.canonical_text import CANONICAL_COLUMNS

        self._run, self._in_rows = run, format == JSON
        self.classes = set[bytes]() if distinct else None
        self._records = Records(run, format, columns=() if distinct else CANONICAL_COLUMNS)
        self.puzzles = self.undecided = 0
        self.last: CanonicalForm | None = None

    def put(self, batch: FormBatch) -> None:
        """Write the forms of the puzzles of a batch, and say which are undecided."""
        from sudocube.report.canonical_text import GIVEN_UP, canonical_rows, form_lines, own_lines
        from sudocube.report.words import undecided_in_words
        from sudocube.symmetry.canonical_forms import form_of

        without, undecided = {*batch.without}, batch.undecided
        self.puzzles += len(batch) - len(without)
        self.undecided += len(undecided)
        self.last = form_of(batch.found) if len(batch) == 1 else None
        places = self._of_new_classes(batch.class_keys, without)
        style = self._records.writer.style(batch.rows.style)
        if self._in_rows:
            self._run.output.put_rows(canonical_rows(batch, places))
        elif style.format not in _ON_LINES or batch.rows.written or batch.rows.odd:
            for place in places:
                form = form_of(batch.found, place)
                self._put(batch.rows.entry(place), form, has_none=place in without)
        elif self.classes is None:
            self._records.put_lines(style, form_lines(batch))
        elif places:
            self._records.put_lines(style, own_lines(batch.rows, places))
        if without:
            self._run.note(USAGE_ERROR)
        for place in undecided:
            self._run.note(UNDECIDED)
            if not self._in_rows:
                self._run.info((f"{batch.rows.source(place)}: ", *undecided_in_words(GIVEN_UP)))

    def _of_new_classes(self, keys: NDArray[np.uint64], without: Collection[int]) -> list[int]:
        """The places of the first puzzles of their classes, whose keys are uint64 (n, 2), and those without.

        All places where classes are not looked at.
        """
        if self.classes is None:
            return [*range(len(keys))]
        places = []
        for place, key in enumerate(keys.view("V16")[:, 0].tolist()):
            if place in without or key not in self.classes:
                places.append(place)
            if place not in without:
                self.classes.add(key)
        return places

    def _put(self, entry: Entry, form: CanonicalForm | None, *, has_none: bool) -> None:
        """Write the record of a puzzle in any format but JSON; with --distinct none for what is no puzzle."""
        from sudocube.symmetry.canonical_forms import why_no_form

        records, writer = self._records, self._records.writer
        style = writer.style(entry.style)
        if has_none:
            if self.classes is None:
                records.put_word(entry, Verdict.INVALID)
            if entry.puzzle is None:
                self._run.report_invalid(entry)
            else:
                self._run.error(f"{entry.source}: {why_no_form(entry.puzzle)}")
        elif self.classes is not None:
            is_as_read = entry.symbols is not None and style.format in _ON_LINES
            records.put(
                entry, writer.placed(style, f"{entry.symbols}\n") if is_as_read else writer.puzzle(entry)
            )
        elif form is None:
            records.put_word(entry, Verdict.UNKNOWN)
        elif style.format == CSV:
            cells = str(form) if entry.record is None else on_one_line(form.puzzle, style)
            fields = [cells, str(form.automorphisms), form.key]
            records.put(entry, writer.placed(style, writer.table.text(entry, fields)))
        else:
            records.put(entry, writer.puzzle(replace(entry, puzzle=form.puzzle)))
