"""`sudocube diagnose`: why a puzzle has none or several solutions, what to change, which clues can go."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from sudocube.cli.command import command
from sudocube.cli.html_file import Html, html_file
from sudocube.cli.inputs import alone_or_not, batches_of, entries_in, refuse_input_as_output
from sudocube.cli.options import Inputs, RecordFormat, Seconds
from sudocube.cli.out import Out
from sudocube.cli.output import STANDARD_OUTPUT
from sudocube.cli.records import CSV, JSON, RECORD_FORMATS, chosen_format
from sudocube.cli.run import Run
from sudocube.cli.status import UNDECIDED, USAGE_ERROR
from sudocube.cli.whole_file import WholeFile
from sudocube.rows import Entry, RecordWriter
from sudocube.verdict import Verdict

if TYPE_CHECKING:
    from sudocube.verdicts.diagnosing import Diagnosis

DEFAULT_TIMEOUT = 10.0


STATUSES = {Verdict.INVALID: USAGE_ERROR, Verdict.UNKNOWN: UNDECIDED}


@command("jobs", "size", "json")
def diagnose(
    run: Run,
    context: typer.Context,
    inputs: Inputs,
    repair: bool = False,
    solution: str | None = None,
    limit: Annotated[int | None, typer.Option(min=1)] = None,
    details: bool = False,
    fix: bool = False,
    format: RecordFormat = None,
    output: str = STANDARD_OUTPUT,
    html: Html = None,
    timeout: Seconds = DEFAULT_TIMEOUT,
) -> None:
    """Say why puzzles have no solution, or several, and what to change.

    Given one puzzle, says all of it. None: clues that cannot stand
    together, and changes of one clue that make it unique. Several: what
    differs, and what to add. Unique: which clues can be dropped.

    Given several, prints a line for each that is not unique, with the
    first change that mends it; --details shows each in full. --fix
    writes the collection with these changes made. Takes clues only, no
    pencilmarks.

    Exit status: 0 done; 3 partly undecided.

    Options:
        --repair: Where there are several, look for the fewest further clues.
        --solution CELLS: With --repair: the solution that is to be left. [default: the first found]
        --limit K: Stop counting at K solutions: "at least". [default: 1,000]
        --details: Of several puzzles, show each in full, and not in a line.
        --fix: Write the puzzles to the file of --output, each with the first change that mends it.
        --output, -o FILE: Write a file, completely or not at all. [default: standard output]
        --timeout SECONDS: Time limit for one puzzle and one engine; past it, the puzzle is undecided.
    """
    if solution is not None and not repair:
        raise typer.BadParameter("--solution goes with --repair.")
    if fix and output == STANDARD_OUTPUT:
        raise typer.BadParameter("--fix writes a file: name it with --output.")
    if fix:
        refuse_input_as_output(output, inputs)
    else:
        run.write_to(output)
    from sudocube.report.diagnoses import DiagnosisReport
    from sudocube.report.puzzle_pages import PuzzlesPage
    from sudocube.verdicts.diagnosing import COUNTED_AT_MOST, diagnose_entries

    format = chosen_format(format, RECORD_FORMATS, json=run.json)
    opened = batches_of(run, inputs, keep=fix or format == CSV)
    is_alone, opened = (False, opened) if format in (CSV, JSON) else alone_or_not(opened)
    page = None if html is None else PuzzlesPage("diagnose")
    report = DiagnosisReport(in_full=details or is_alone, page=page)
    out = Out(run, report, STATUSES, format)
    results = diagnose_entries(
        entries_in(run, opened),
        jobs=run.jobs,
        repair=repair or fix,
        solution=solution,
        limit=COUNTED_AT_MOST if limit is None else limit,
        timeout=timeout,
    )
    with (
        WholeFile(output) if fix else nullcontext() as file,
        html_file(run, context, html, page),
    ):
        mended = None if file is None else _Mended(file)
        for index, (entry, found) in enumerate(results, 1):
            out.add((index, entry, found))
            if mended is not None:
                mended.put(entry, found)
            run.progress.step()
    if mended is not None:
        run.info(f"{output}: {mended.in_words()}")
    out.finish()


class _Mended:
    """Writes the collection of `--fix`, in the format of its input, with the first mending changes made."""

    def __init__(self, file: WholeFile) -> None:
        self._file, self._writer = file, RecordWriter(None)
        self._mended = self._left = 0

    def put(self, entry: Entry, found: Diagnosis | None) -> None:
        """Write a puzzle; one that nothing mends is written as it is, and what is no puzzle is left out."""
        from sudocube.report.diagnoses import mending

        mend = None if found is None else mending(found)
        new = mend and mend.puzzle
        self._mended += new is not None
        self._left += new is None and (found is None or found.verdict is not Verdict.UNIQUE)
        if entry.puzzle is not None:
            self._file.write(self._writer.puzzle(entry if new is None else replace(entry, puzzle=new)))

    def in_words(self) -> str:
        """How many puzzles were mended, and how many are not unique still."""
        return f"{self._mended:,} mended, {self._left:,} left as they are"
