"""`sudocube canonical`: the canonical form of each puzzle, or the first puzzle of each class."""

from __future__ import annotations

from sudocube.cli.command import READING, command
from sudocube.cli.inputs import batches_of, keep_freed_memory
from sudocube.cli.out import Out
from sudocube.cli.run import JSON, PUZZLE_FORMATS, Run


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
    from sudocube.report.canonical_text import CanonicalReport
    from sudocube.symmetry.canonical_forms import forms_of_rows

    format = run.chosen_format(PUZZLE_FORMATS)
    keep_freed_memory()
    forms = forms_of_rows(batches_of(run, keep=format != JSON), jobs=run.jobs)
    Out(run, CanonicalReport(format, distinct=distinct), format).add_all(forms)
