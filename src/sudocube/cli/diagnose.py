"""`sudocube diagnose`: why a puzzle has none or several solutions, what to change, which clues can go."""

from __future__ import annotations

from dataclasses import replace

import typer

from sudocube.cli.command import READING, command
from sudocube.cli.html_file import html_file
from sudocube.cli.inputs import alone_or_not, batches_of, entries_in
from sudocube.cli.options import STANDARD_OUTPUT, Positive, Seconds
from sudocube.cli.out import Out
from sudocube.cli.run import CSV, Run
from sudocube.rows import RecordWriter
from sudocube.verdict import Verdict

DEFAULT_TIMEOUT = 10.0


@command(*READING, "output_file", "jobs", "format", "html", "json")
def diagnose(
    run: Run,
    repair: bool = False,
    solution: str | None = None,
    limit: Positive = None,
    details: bool = False,
    fix: bool = False,
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

    Example: sudocube diagnose puzzle.txt --repair

    Exit status: 0 done; 3 partly undecided.

    Options:
        --repair: Where there are several, look for the fewest further clues.
        --solution CELLS: With --repair: the solution that is to be left. [default: the first found]
        --limit K: Stop counting at K solutions: "at least". [default: 1,000]
        --details: Of several puzzles, show each in full, and not in a line.
        --fix: Write the puzzles to the file of --output, each with the first change that mends it.
        --timeout SECONDS: Time limit for one puzzle and one engine; past it, the puzzle is undecided.
    """
    if solution is not None and not repair:
        raise typer.BadParameter("--solution goes with --repair.")
    if fix and run.output_file == STANDARD_OUTPUT:
        raise typer.BadParameter("--fix writes a file: name it with --output.")
    from sudocube.report.diagnoses import DiagnosisReport, mending
    from sudocube.verdicts.diagnosing import COUNTED_AT_MOST, diagnose_entries

    format = run.chosen_format()
    is_alone, opened = alone_or_not(batches_of(run, keep=fix or format == CSV), format)
    report = DiagnosisReport(in_full=details or is_alone)
    out, writer = Out(run, report, format), RecordWriter(None)
    if fix:
        run.output.file = None  # it gets the puzzles, and the answer is printed
    changed = left = invalid = 0
    with html_file(run, report):
        results = diagnose_entries(
            entries_in(run, opened),
            jobs=run.jobs,
            repair=repair or fix,
            solution=solution,
            limit=COUNTED_AT_MOST if limit is None else limit,
            timeout=timeout,
        )
        for found in results:
            out.add(found)
            if run.file is not None and fix and found.entry is not None:
                mend = mending(found)
                changed += mend is not None
                invalid += found.puzzle is None
                left += mend is None and found.verdict not in (Verdict.UNIQUE, Verdict.INVALID)
                if found.puzzle is not None:
                    new = mend.puzzle if mend is not None else found.puzzle
                    run.file.write(writer.puzzle(replace(found.entry, puzzle=new)))
    if fix:
        left_out = f", {invalid:,} left out, which are no puzzles" if invalid else ""
        run.info(f"{run.output_file}: {changed:,} mended, {left:,} left as they are{left_out}")
    out.finish()
