"""`sudocube solve`: solutions, in the format of the input."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from sudocube.cli.command import command
from sudocube.cli.inputs import batches_of, entries_of
from sudocube.cli.options import EngineName, Format, Inputs, only_engine
from sudocube.cli.records import (
    JSON,
    PuzzleRecords,
    checked_all,
    chosen_format,
)
from sudocube.cli.run import Run
from sudocube.cli.status import PROBLEM, UNDECIDED, USAGE_ERROR
from sudocube.errors import UnsupportedError
from sudocube.puzzle import Grid
from sudocube.report.visible_characters import visible
from sudocube.rows import FORMATS, Entry
from sudocube.verdict import Verdict

if TYPE_CHECKING:
    from sudocube.engines import Answer, Engine
    from sudocube.verdicts.batches import CheckedRows
    from sudocube.verdicts.checking import Checked


@command("records", "jobs", "engine", "size", "json")
def solve(
    run: Run,
    inputs: Inputs,
    engine: EngineName = None,
    all_solutions: bool = False,
    limit: Annotated[int | None, typer.Option(min=1)] = None,
    format: Format = None,
) -> None:
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

    Exit status: 0 a solution for each; 1 some have none; 3 some undecided.

    Options:
        --all: Print all solutions.
        --limit K: Print up to K solutions. [default: 1]
    """
    if all_solutions and limit is not None:
        raise typer.BadParameter("it is --all or --limit, not both.")
    wanted = sys.maxsize if all_solutions else limit
    if wanted is not None and run.jobs is not None and run.jobs > 1:
        raise typer.BadParameter("with --all or --limit, one process does all: leave out --jobs.")
    format = chosen_format(format, [*FORMATS, JSON], json=run.json)
    reporter = _SolutionReporter(run, format, wanted)
    named = only_engine(engine)
    if wanted is None:
        opened = batches_of(run, inputs, keep=format != JSON)
        for result in checked_all(run, opened, engine=named, timeout=run.timeout, jobs=run.jobs):
            reporter.report(result)
    else:
        if named is not None and not named.traits.supports_timeout:
            raise UnsupportedError(f"{named.name} cannot list solutions; another engine does")
        for index, entry in enumerate(entries_of(run, inputs, keep=format != JSON), 1):
            reporter.list_solutions(index, entry, named, wanted, run.timeout)


class _SolutionReporter:
    """Writes the record of each puzzle, and says on standard error what it does not show.

    `format` is None for that of each puzzle; `wanted` is how many solutions may be in a record, or None.
    Raises UnknownNameError for a format that does not exist.
    """

    def __init__(self, run: Run, format: str | None, wanted: int | None) -> None:
        self._run, self._json = run, format == JSON
        in_blocks = wanted is not None and wanted > 1
        self._records = PuzzleRecords(
            run, None if self._json else format, columns=("solution",), in_blocks=in_blocks
        )
        self._writer = self._records.writer

    def _report(self, checked: Checked) -> None:
        """Report one solution of a puzzle, or that there is none."""
        entry = checked.entry
        assert entry is not None  # it comes from an input
        if entry.puzzle is None:
            self._run.status.note(USAGE_ERROR)
        if entry.puzzle is None:
            self._records.put_invalid(entry)
        elif checked.solutions:
            self._records.put_made(entry, lambda: self._writer.solution(entry, checked.solutions[0]))
        else:
            self._records.put_word(entry, checked.verdict)
        self._remark(checked)

    def report(self, batch: CheckedRows) -> None:
        """Report one solution of each puzzle of a batch."""
        from sudocube.report.puzzle_rows import solved_lines, solved_rows

        style = self._writer.style(batch.rows.style)
        if self._json:
            self._run.output.put_rows(solved_rows(batch))
        elif style.format in ("line", "sdm") and not batch.rows.odd and not batch.rows.written:
            self._records.put_lines(style, solved_lines(batch))
        else:
            for checked in batch.all_checked():
                self._report(checked)
            return
        for checked in batch.with_faults():
            if checked.puzzle is None:
                self._run.status.note(USAGE_ERROR)
            self._remark(checked)

    def list_solutions(
        self, index: int, entry: Entry, engine: Engine | None, wanted: int, timeout: float | None
    ) -> None:
        """Report up to so many solutions of a puzzle as they are found; `engine` is None for the default."""
        from sudocube.engines import engine_for
        from sudocube.engines.refereed_answers import refereed_answer
        from sudocube.report.puzzle_rows import SolvedRow
        from sudocube.report.row import row_of

        found: list[Grid] = []
        shown = 0

        def put(grid: Grid) -> None:
            nonlocal shown
            if self._json:
                found.append(grid)
            else:
                title = f"{visible(entry.source)}: solution {shown + 1}"
                self._records.put(entry, self._writer.solution(entry, grid, is_next=not shown, title=title))
            shown += 1
            self._run.progress.found()

        undecided = None
        if entry.puzzle is not None:
            one = engine or engine_for(entry.puzzle)
            try:
                answer = refereed_answer(one, entry.puzzle, limit=wanted, timeout=timeout, on_result=put)
            except UnsupportedError as error:  # the format cannot hold the solution
                self._records.refuse(entry, error)
            else:
                undecided = answer.reason if answer.verdict is not Verdict.NONE else None
                self._end_list(entry, answer, undecided, is_empty=not shown)
        elif not self._json:
            self._records.put_invalid(entry)
        if self._json:
            row = row_of(SolvedRow, entry, index=index, solutions=found, reason=undecided)
            self._run.output.put_rows([row])
        self._run.progress.step()

    def _end_list(self, entry: Entry, answer: Answer, undecided: str | None, *, is_empty: bool) -> None:
        """Write and say that there is no solution, or that there may be more."""
        from sudocube.report.words import no_solution_in_words, undecided_in_words

        assert entry.puzzle is not None
        if answer.verdict is not Verdict.NONE and undecided is None:
            return
        if not self._json:
            word = Verdict.NONE if undecided is None else Verdict.UNKNOWN
            self._records.put_word(entry, word, is_next=is_empty)
        if undecided is None:
            self._run.status.note(PROBLEM)
            self._run.info((f"{entry.place}: ", *no_solution_in_words(entry.puzzle)))
        else:
            self._run.status.note(UNDECIDED)
            self._run.info((f"{entry.place}: ", *undecided_in_words(undecided)))

    def _remark(self, checked: Checked) -> None:
        """Say of a puzzle what its record does not show."""
        from sudocube.report.words import SEVERAL, no_solution_in_words, undecided_in_words

        if checked.puzzle is None:
            return
        if checked.verdict is Verdict.NONE:
            self._run.status.note(PROBLEM)
            self._run.info((f"{checked.place}: ", *no_solution_in_words(checked.puzzle)))
        elif not checked.solutions:
            self._run.status.note(UNDECIDED)
            self._run.info((f"{checked.place}: ", *undecided_in_words(checked.reason)))
        elif checked.verdict is Verdict.MULTIPLE:
            self._run.info((f"{checked.place}: there are ", SEVERAL, "; this is one of them"))
