"""Puzzles in, puzzles out: `solve`, `convert`, `canonical`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import typer

from sudocube.cli.command import ENGINE, JSON, PUZZLE_FORMATS, READING, Run, command
from sudocube.cli.inputs import batches_of, checked_all, entries_of, rows_in
from sudocube.cli.options import Positive, only_engine
from sudocube.cli.out import Out
from sudocube.errors import UnsupportedError
from sudocube.puzzle import Grid
from sudocube.report.document import visible
from sudocube.report.words import Written
from sudocube.rows import Entry
from sudocube.verdict import Verdict

if TYPE_CHECKING:
    from sudocube.engines import Engine
    from sudocube.verdicts.checking import Checked


@command(*READING, "output_file", "jobs", *ENGINE, "format", "json")
def solve(run: Run, all_solutions: bool = False, limit: Positive = None) -> None:
    """Print a solution of each puzzle, in the format of the input.

    Of several solutions, prints one and says so on standard error.

    There is one record for each puzzle, in the order of the input: a
    line, a block of lines, or a row of a table. In place of a solution
    it says none, unknown (undecided) or invalid (no puzzle, or nothing
    that the format can hold); in CSV the field is empty. So
    `paste FILE <(sudocube solve FILE)` fits where FILE has a puzzle in
    each line, without header, comments and blank lines; of any other
    file, `sudocube convert FILE --format line` makes one.

    With --all and --limit K above 1 the record is a block of lines, which
    a blank line parts from the next; its last line is unknown where the
    search was not finished. Grids of several lines have a comment each
    that says which puzzle and which solution it is. With --json they
    stand in one object.

    A table keeps its columns and gets one more, solution; if it has a
    column of this name, the new one is sudocube_solution. Of a further
    table, columns that the first one does not have are left out.

    Example: sudocube solve puzzle.txt --format grid

    Exit status: 0 a solution for each; 1 some have none; 3 some undecided.

    Options:
        --all: Print all solutions.
        --limit K: Print up to K solutions. [default: 1]
        --format, -f NAME: Write line, grid, ss, sdk, sdm, pencilmarks, csv (with all columns that were
            read), f-puzzles, sudokupad, sudokuwiki (links) or json. [default: as read]
    """
    if all_solutions and limit is not None:
        raise typer.BadParameter("it is --all or --limit, not both.")
    wanted = sys.maxsize if all_solutions else limit
    if wanted is not None and run.jobs is not None and run.jobs > 1:
        raise typer.BadParameter("with --all or --limit, one process does all: leave out --jobs.")
    from sudocube.report.checks import SolutionsReport, SolveReport

    format, engine = run.chosen_format(PUZZLE_FORMATS), only_engine(run.engine)
    if wanted is None:
        opened = batches_of(run, keep=format != JSON)
        Out(run, SolveReport(format), format).add_all(checked_all(run, opened, engine=engine))
        return
    if engine is not None and not engine.traits.supports_timeout:
        raise UnsupportedError(
            f"{engine.name} cannot list solutions, as it does not stop in time: choose another"
        )
    out = Out(run, SolutionsReport(), format, in_blocks=wanted > 1)
    for index, entry in enumerate(entries_of(run, keep=format != JSON), 1):
        try:
            out.add(_searched(run, out, index, entry, engine, wanted))
        except UnsupportedError as error:  # the format cannot hold the solution
            out.refuse(entry, error)


def _searched(
    run: Run, out: Out[Checked], index: int, entry: Entry, engine: Engine | None, wanted: int
) -> Checked:
    """Search up to so many solutions of a puzzle, and write them as they are found, except in JSON."""
    from sudocube.engines import engine_for
    from sudocube.engines.asking import refereed_answer
    from sudocube.verdicts.checking import Checked

    grids: list[Grid] = []
    count = 0

    def found(grid: Grid) -> None:
        nonlocal count
        count += 1
        if out.is_json:
            grids.append(grid)
        else:
            title = f"{visible(entry.source)}: solution {count}"
            out.put(Written(entry, grid, is_next=count == 1, title=title))

    if entry.puzzle is None:
        return Checked.of_error(index, entry)
    one = engine or engine_for(entry.puzzle)
    answer = refereed_answer(one, entry.puzzle, limit=wanted, timeout=run.timeout, on_result=found)
    reason = None if answer.verdict is Verdict.NONE else answer.reason
    return Checked(
        index,
        entry.source,
        entry.puzzle,
        answer.verdict,
        solutions=tuple(grids),
        reason=reason,
        count=count,
        entry=entry,
    )


@command(*READING, "output_file", "format", "json")
def convert(run: Run) -> None:
    """Write puzzles in another format, without solving them.

    There is one record for each puzzle, in the order of the input;
    invalid stands in place of what is no puzzle, or cannot be written in
    that format: pencilmarks where it holds clues only, boxes of a shape
    that it does not show, sizes that it does not have.

    A table that stays one keeps its columns; of a further table, columns
    that the first one does not have are left out with a remark. No other
    format holds columns, nor comments: these are left out, and columns
    with a remark.

    Example: sudocube convert puzzles.sdk --format csv -o puzzles.csv

    Exit status: 0 each puzzle written.

    Options:
        --format, -f NAME: Write line, grid, ss, sdk, sdm, pencilmarks, csv, f-puzzles, sudokupad, sudokuwiki
            (links) or json; it has to be given.
    """
    from sudocube.report.checks import ConvertReport

    format = run.chosen_format(PUZZLE_FORMATS)
    if format is None:
        raise typer.BadParameter(f"which format? --format takes one of {', '.join(PUZZLE_FORMATS)}.")
    Out(run, ConvertReport(), format).add_all(entries_of(run, keep=True))


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
    from sudocube.report.made import CanonicalReport
    from sudocube.symmetry.canonical_forms import forms_of_rows

    format = run.chosen_format(PUZZLE_FORMATS)
    forms = forms_of_rows(rows_in(batches_of(run, keep=format != JSON)), jobs=run.jobs)
    Out(run, CanonicalReport(format, distinct=distinct), format).add_all(forms)
