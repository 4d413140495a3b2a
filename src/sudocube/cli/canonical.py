"""`sudocube canonical`: the canonical form of each puzzle, or the first puzzle of each class."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

from sudocube.cli.command import command
from sudocube.cli.inputs import batches_of, keep_freed_memory
from sudocube.cli.options import Format, Inputs
from sudocube.cli.records import (
    CSV,
    JSON,
    LeftOutColumns,
    PuzzleRecords,
    chosen_format,
)
from sudocube.cli.run import Run
from sudocube.cli.status import UNDECIDED, USAGE_ERROR
from sudocube.rows import FORMATS
from sudocube.rows.writer import on_one_line
from sudocube.verdict import Verdict

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sudocube.symmetry.canonical_forms import CanonicalForm
    from sudocube.symmetry.inputs_to_forms import EntryForm, FormBatch

_ON_LINES = ("line", "sdm")


@command("records", "threads", "size", "json")
def canonical(
    run: Run,
    inputs: Inputs,
    distinct: bool = False,
    format: Format = None,
) -> None:
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
    same clues count as isomorphic. Memory grows by 16 bytes, and some
    room, for each puzzle printed.

    Exit status: 0 done; 3 some form undecided.

    Options:
        --distinct: Print the puzzles themselves, but of isomorphic ones only the first.
    """
    from sudocube.symmetry.inputs_to_forms import EntryForm, forms_of_rows

    format = chosen_format(format, [*FORMATS, JSON], json=run.json)
    opened = batches_of(run, inputs, keep=format != JSON)
    keep_freed_memory()
    reporter = _FormReporter(run, format, distinct=distinct)
    with closing(forms_of_rows(opened, jobs=run.jobs)) as results:
        for result in results:
            if isinstance(result, EntryForm):
                reporter.report(result)
                run.progress.step()
            else:
                reporter.report_batch(result)
                run.progress.step(len(result))
    reporter.end()


class _FormReporter:
    """Writes the record of each puzzle, or with `distinct` of the first of each class."""

    def __init__(self, run: Run, format: str | None, *, distinct: bool) -> None:
        from sudocube.report.canonical_text import CANONICAL_COLUMNS
        from sudocube.symmetry.key_set import KeySet

        self._run, self._json = run, format == JSON
        self._classes = KeySet() if distinct else None
        columns = () if distinct else CANONICAL_COLUMNS
        self._records = PuzzleRecords(run, None if self._json else format, columns=columns)
        self._columns = LeftOutColumns(run)
        self._puzzles = self._undecided = 0
        self._last_form: CanonicalForm | None = None

    def report(self, one: EntryForm) -> None:
        """Report the form of one puzzle."""
        from sudocube.report.canonical_text import canonical_row

        if one.class_key is None:
            self._refuse(one)
            return
        self._puzzles, self._last_form = self._puzzles + 1, one.form
        if self._is_wanted(one.class_key)[0]:
            if self._json:
                self._run.output.put_rows([canonical_row(one)])
            else:
                self._put(one)
        if one.form is None:
            self._remark_undecided(one.source)

    def report_batch(self, batch: FormBatch) -> None:
        """Report the forms of the puzzles of a batch."""
        from sudocube.report.canonical_text import canonical_rows, form_lines, own_lines

        self._puzzles += len(batch)
        places = self._is_wanted(batch.class_keys).nonzero()[0].tolist()
        style = self._records.writer.style(batch.rows.style)
        if self._json:
            self._run.output.put_rows(canonical_rows(batch, places))
        elif style.format not in _ON_LINES or batch.rows.written:
            for place in places:
                self._put(batch.entry_form(place))
        elif self._classes is None:
            self._records.put_lines(style, form_lines(batch))
        elif places:
            self._records.put_lines(style, own_lines(batch.rows, places))
        for place in batch.undecided():
            self._remark_undecided(batch.source(place))

    def end(self) -> None:
        """Say what the records do not show."""
        from sudocube.report.canonical_text import classes_in_words, form_in_words

        if self._json:
            return
        if self._classes is not None and self._puzzles > 1:
            self._run.info(classes_in_words(self._puzzles, len(self._classes), self._undecided))
        elif self._classes is None and self._puzzles == 1 and self._last_form is not None:
            self._run.info(form_in_words(self._last_form))

    def _is_wanted(self, class_keys: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Which puzzles have a record: bool (n,); from now on their classes were met."""
        import numpy as np

        return np.ones(len(class_keys), np.bool_) if self._classes is None else self._classes.add(class_keys)

    def _put(self, one: EntryForm) -> None:
        """Write the record of a puzzle in any format but JSON."""
        entry, writer = one.entry, self._records.writer
        if self._classes is not None:
            style = writer.style(entry.style)
            is_as_read = entry.symbols is not None and style.format in _ON_LINES
            text = writer.placed(style, f"{entry.symbols}\n") if is_as_read else writer.puzzle(entry)
            self._records.put(entry, text)
        elif one.form is None:
            self._records.put_word(entry, Verdict.UNKNOWN)
        elif (style := writer.style(entry.style)).format == CSV:
            cells = str(one.form) if entry.record is None else on_one_line(one.form.puzzle, style)
            fields = [cells, str(one.form.automorphisms), one.form.key]
            self._records.put(entry, writer.placed(style, writer.table.text(entry, fields)))
        else:
            self._records.put(entry, writer.puzzle(replace(entry, puzzle=one.form.puzzle)))
        if (format := writer.style(entry.style).format) != CSV:
            self._columns.remark_others(entry, format)

    def _refuse(self, one: EntryForm) -> None:
        """Report what is no puzzle, or has no form; with --distinct there is no record of it as text."""
        from sudocube.report.canonical_text import canonical_row

        self._run.status.note(USAGE_ERROR)
        if self._json:
            self._run.output.put_rows([canonical_row(one)])
            return
        if self._classes is None:
            self._records.put_word(one.entry, Verdict.INVALID)
        if one.refused is None:
            self._run.report_invalid(one.entry)
        else:
            self._run.error(f"{one.source}: {one.refused}")

    def _remark_undecided(self, source: str) -> None:
        from sudocube.report.canonical_text import GIVEN_UP
        from sudocube.report.words import undecided_in_words

        self._undecided += 1
        self._run.status.note(UNDECIDED)
        if not self._json:
            self._run.info((f"{source}: ", *undecided_in_words(GIVEN_UP)))
