"""`sudocube solve`: solutions, in the format of the input."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import typer

from sudocube.cli.command import ENGINE, READING, command
from sudocube.cli.inputs import batches_of, entries_of
from sudocube.cli.options import Positive, only_engine
from sudocube.cli.records import PUZZLE_FORMATS, Records, checked_all
from sudocube.cli.run import JSON, Run
from sudocube.cli.status import PROBLEM, UNDECIDED, USAGE_ERROR
from sudocube.errors import UnsupportedError
from sudocube.puzzle import Grid
from sudocube.report.visible_characters import visible
from sudocube.rows import Entry
from sudocube.verdict import Verdict

if TYPE_CHECKING:
    from sudocube.engines import Engine
    from sudocube.verdicts.batches import CheckedRows
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
    format = run.chosen_format(PUZZLE_FORMATS)
    records = Records(run, format, columns=("solution",), in_blocks=(wanted or 1) > 1)
    engine = only_engine(run.engine)
    if wanted is None:
        for batch in checked_all(run, batches_of(run, keep=format != JSON), engine=engine):
            _put_batch(run, records, batch, in_rows=format == JSON)
        return
    if engine is not None and not engine.traits.supports_timeout:
        raise UnsupportedError(f"{engine.name} cannot list solutions; another engine does")
    for index, entry in enumerate(entries_of(run, keep=format != JSON), 1):
        if format == JSON:
            _put_row(run, index, entry, engine, wanted)
        elif entry.puzzle is None:
            records.put_invalid(entry)
        else:
            _put_list(run, records, entry, engine, wanted)
        run.progress.step()


def _put_batch(run: Run, records: Records, batch: CheckedRows, *, in_rows: bool) -> None:
    """Write one solution of each puzzle of a batch, and say what is not shown."""
    from sudocube.report.puzzle_rows import solved_lines, solved_rows

    style = records.writer.style(batch.rows.style)
    if in_rows:
        run.output.put_rows(solved_rows(batch))
    elif style.format in ("line", "sdm") and not batch.rows.odd and not batch.rows.written:
        records.put_lines(style, solved_lines(batch))
    else:
        for checked in batch.all_checked():
            _put_solution(records, checked)
            _remark(run, checked)
        return
    for checked in batch.with_faults():
        _remark(run, checked)


def _put_solution(records: Records, checked: Checked) -> None:
    entry = checked.entry
    assert entry is not None  # it comes from an input
    if entry.puzzle is None:
        records.put_invalid(entry)
    elif checked.solutions:
        records.put_made(entry, partial(records.writer.solution, entry, checked.solutions[0]))
    else:
        records.put_word(entry, checked.verdict)


def _remark(run: Run, checked: Checked) -> None:
    """Say of a puzzle what its record does not show."""
    from sudocube.report.words import SEVERAL

    if checked.puzzle is None:
        run.note(USAGE_ERROR)
    elif checked.verdict is Verdict.NONE or not checked.solutions:
        _say_none(run, checked, None if checked.verdict is Verdict.NONE else str(checked.reason))
    elif checked.verdict is Verdict.MULTIPLE:
        run.info((f"{checked.place}: there are ", SEVERAL, "; this is one of them"))


def _say_none(run: Run, at: Checked | Entry, undecided: str | None) -> None:
    """Say that there is no solution, or why it is undecided whether there is another."""
    from sudocube.report.words import no_solution_in_words, undecided_in_words

    assert at.puzzle is not None
    run.note(PROBLEM if undecided is None else UNDECIDED)
    why = no_solution_in_words(at.puzzle) if undecided is None else undecided_in_words(undecided)
    run.info((f"{at.place}: ", *why))


def _put_list(run: Run, records: Records, entry: Entry, engine: Engine | None, wanted: int) -> None:
    """Write up to so many solutions of a puzzle as they are found."""
    shown = 0

    def put(grid: Grid) -> None:
        nonlocal shown
        title = f"{visible(entry.source)}: solution {shown + 1}"
        records.put(entry, records.writer.solution(entry, grid, is_next=not shown, title=title))
        shown += 1
        run.progress.found()

    try:
        is_none, undecided = _search(entry, engine, wanted, run.timeout, put)
    except UnsupportedError as error:  # the format cannot hold the solution
        records.refuse(entry, error)
        return
    if is_none or undecided is not None:
        records.put_word(entry, Verdict.NONE if is_none else Verdict.UNKNOWN, is_next=not shown)
        _say_none(run, entry, undecided)


def _put_row(run: Run, index: int, entry: Entry, engine: Engine | None, wanted: int) -> None:
    """Write up to so many solutions of a puzzle in one row."""
    from sudocube.report.puzzle_rows import SolvedRow
    from sudocube.report.row import row_of

    found: list[Grid] = []
    undecided = None
    if entry.puzzle is not None:
        is_none, undecided = _search(entry, engine, wanted, run.timeout, found.append)
        if is_none or undecided is not None:
            _say_none(run, entry, undecided)
    run.output.put_rows([row_of(SolvedRow, entry, index=index, solutions=found, reason=undecided)])


def _search(
    entry: Entry, engine: Engine | None, wanted: int, timeout: float | None, put: Callable[[Grid], None]
) -> tuple[bool, str | None]:
    """Give up to so many solutions to a callback; whether there is none, and why it is undecided."""
    from sudocube.engines import engine_for
    from sudocube.engines.asking import refereed_answer

    assert entry.puzzle is not None
    one = engine or engine_for(entry.puzzle)
    answer = refereed_answer(one, entry.puzzle, limit=wanted, timeout=timeout, on_result=put)
    is_none = answer.verdict is Verdict.NONE
    return is_none, None if is_none else answer.reason
