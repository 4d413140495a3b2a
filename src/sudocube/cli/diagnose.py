"""`sudocube diagnose`: why a puzzle has none or several solutions, what to change, which clues can go."""

from __future__ import annotations

from collections import Counter
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from sudocube.cli.html_file import Html, html_file
from sudocube.cli.inputs import entries_of
from sudocube.cli.options import Box, Inputs, Jobs, Json, Output, Quiet, Size, Timeout, flag
from sudocube.cli.output import STANDARD_OUTPUT
from sudocube.cli.run import Run
from sudocube.cli.status import UNDECIDED, USAGE_ERROR
from sudocube.verdict import Verdict

if TYPE_CHECKING:
    from sudocube.diagnosis import Diagnosis
    from sudocube.report.diagnosis_page import DiagnosisPage
    from sudocube.rows import Entry

DEFAULT_TIMEOUT = 10.0

Smallest = Annotated[bool, flag("--smallest", "Where there is no solution, look for a smallest conflict.")]
Repair = Annotated[bool, flag("--repair", "Where there are several, look for the fewest further clues.")]
Solution = Annotated[
    str | None,
    typer.Option(
        metavar="CELLS",
        help="With --repair: the solution that is to be left.",
        show_default="the first found",
    ),
]
Limit = Annotated[
    int | None,
    typer.Option(metavar="K", min=1, help='Stop counting at K solutions: "at least".', show_default="1,000"),
]


def diagnose(
    context: typer.Context,
    inputs: Inputs,
    smallest: Smallest = False,
    repair: Repair = False,
    solution: Solution = None,
    limit: Limit = None,
    output: Output = STANDARD_OUTPUT,
    html: Html = None,
    jobs: Jobs = None,
    timeout: Timeout = DEFAULT_TIMEOUT,
    size: Size = None,
    box: Box = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Say why a puzzle has no solution, or several, and what to change.

    None: clues that cannot stand together, and changes of one clue that
    make it unique. Several: what differs, and what to add. Unique: which
    clues can be dropped. Takes clues only, no pencilmarks.

    Of several puzzles, those that are unique and minimal are counted and
    not shown: nothing is to be said of them. In JSON all have a row.
    """
    if solution is not None and not repair:
        raise typer.BadParameter("--solution goes with --repair.")
    with Run(quiet=quiet, size=size, box=box, output=output) as run:
        from sudocube.diagnosis.diagnosing import COUNTED_AT_MOST
        from sudocube.diagnosis.diagnosing_many import DiagnosisOptions, RefusedDiagnosis, diagnose_entries
        from sudocube.report.json_rows import diagnosed_row
        from sudocube.report.words import summary_in_words

        most = COUNTED_AT_MOST if limit is None else limit
        options = DiagnosisOptions(smallest, repair, solution, most, timeout)
        verdicts: Counter[Verdict] = Counter()
        reporter = _DiagnosisReporter(run)
        start = perf_counter()
        results = diagnose_entries(entries_of(run, inputs), options, jobs=jobs)
        page = None if html is None else _page()
        with html_file(run, context, html, page):
            for index, (entry, found) in enumerate(results, 1):
                if isinstance(found, RefusedDiagnosis):
                    run.status.note(USAGE_ERROR)
                elif found is not None and (found.undecided or found.verdict is Verdict.UNKNOWN):
                    run.status.note(UNDECIDED)
                verdicts[Verdict.INVALID if found is None else found.verdict] += 1
                if json:
                    run.output.put_row(diagnosed_row(index, entry, found))
                else:
                    reporter.report(entry, found)
                if page is not None:
                    page.add(index, entry, found)
                run.progress.step(entry.source)
        reporter.end(is_alone=verdicts.total() == 1)
        if verdicts.total() > 1 and not json:
            run.info(summary_in_words(verdicts, f"{perf_counter() - start:,.2f} s"))
            if reporter.minimal:
                run.info(f"{reporter.minimal:,} unique and minimal, not shown")
        run.remark_other_boxes(timeout)


def _page() -> DiagnosisPage:
    """The page of `--html`."""
    from sudocube.report.diagnosis_page import DiagnosisPage

    return DiagnosisPage()


class _DiagnosisReporter:
    """Prints diagnoses as text; of several puzzles, those that are unique and minimal are only counted."""

    def __init__(self, run: Run) -> None:
        self._run, self._is_first = run, True
        self._last: tuple[Entry, Diagnosis] | None = None
        self.minimal = 0
        """How many puzzles are unique and minimal."""

    def report(self, entry: Entry, found: Diagnosis | None) -> None:
        """Print a diagnosis, or count it."""
        if found is not None and found.redundancy is not None and found.redundancy.is_all_needed:
            self.minimal += 1
            self._last = entry, found
        else:
            self._put(entry, found)

    def end(self, *, is_alone: bool) -> None:
        """Print what was only counted, if it is of the only puzzle."""
        if is_alone and self._last is not None:
            self._put(*self._last)

    def _put(self, entry: Entry, found: Diagnosis | None) -> None:
        from sudocube.report.diagnosis_text import diagnosis_in_words

        lines = diagnosis_in_words(entry, found, self._run.output.width)
        self._run.output.put_rendered(*([] if self._is_first else [""]), *lines)
        self._is_first = False
