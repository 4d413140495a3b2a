"""`sudocube crosscheck`: several engines on every puzzle, whether they agree, and who is wrong."""

from __future__ import annotations

from contextlib import closing
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from sudocube.cli.engine_options import SolverMemory, commas_explained, engine_names
from sudocube.cli.html_file import Html, html_file
from sudocube.cli.inputs import entries_of
from sudocube.cli.next_steps import say_who_may_confirm
from sudocube.cli.options import (
    Box,
    Inputs,
    Jobs,
    Json,
    NoAnswers,
    Output,
    Quiet,
    Size,
    details_at_most,
    engine_timeout,
    flag,
    positive,
)
from sudocube.cli.output import STANDARD_OUTPUT
from sudocube.cli.run import Run
from sudocube.cli.status import PROBLEM, UNDECIDED, USAGE_ERROR
from sudocube.verdict import Evidence, StoredAnswer, Verdict

if TYPE_CHECKING:
    from rich.text import Text

    from sudocube.crosschecking import Crosschecked
    from sudocube.report.crosscheck_details import CrosscheckDetails
    from sudocube.report.crosscheck_page import CrosscheckPage
    from sudocube.report.crosscheck_text import CrosscheckTally

DEFAULT_TIMEOUT = 60.0

CrosscheckTimeout = Annotated[float | None, engine_timeout("60; 10 for programs and functions")]

DETAILS_AT_MOST = "10"

DETAILS_ON_PAGE = "50"

Engines = Annotated[list[str] | None, engine_names("Which engines.", "phases,sat,cpsat and, at 9×9, kernel")]
Prove = Annotated[
    bool, flag("--prove", "Prove each verdict, and have the trusted checker look at the proof.")
]

Shrink = Annotated[
    bool,
    flag("--shrink", "Find for each refuted answer a small puzzle, with few blanks, that shows the same."),
]
FewestClues = Annotated[bool, flag("--fewest-clues", "With --shrink: also find one with few clues.")]
Tries = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="With --shrink: how often an engine is asked at most for such a puzzle.",
        callback=positive,
        show_default="500",
    ),
]


Details = Annotated[
    str | None,
    typer.Option(
        metavar="all|N|none",
        help="Show all puzzles that are not unique or not agreed upon; or the first N, and N disagreements;"
        " or none.",
        show_default=f"{DETAILS_AT_MOST}; {DETAILS_ON_PAGE} on the page of --html",
    ),
]


def crosscheck(
    context: typer.Context,
    inputs: Inputs,
    engines: Engines = None,
    prove: Prove = False,
    shrink: Shrink = False,
    fewest_clues: FewestClues = False,
    tries: Tries = None,
    details: Details = None,
    no_answers: NoAnswers = False,
    output: Output = STANDARD_OUTPUT,
    html: Html = None,
    jobs: Jobs = None,
    timeout: CrosscheckTimeout = None,
    solver_memory: SolverMemory = None,
    size: Size = None,
    box: Box = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Ask several engines about each puzzle, and say who is wrong.

    Prints the first puzzles that are not unique or not agreed upon, and
    a table of the engines. Two solutions, or one, or a proof that is
    asked for where engines disagree show who is wrong; never a majority.

    In a table with a column of solutions, and in a list with solutions
    beside the puzzles, each of these is compared, too.
    The engine stored answers with them.
    """
    most, most_on_page = (
        details_at_most(default if details is None else details)
        for default in (DETAILS_AT_MOST, DETAILS_ON_PAGE)
    )
    if not shrink and (fewest_clues or tries is not None):
        raise typer.BadParameter(f"{'--fewest-clues' if fewest_clues else '--tries'} goes with --shrink.")
    with Run(quiet=quiet, size=size, box=box, output=output, solver_memory=solver_memory) as run:
        from sudocube.crosschecking import DEFAULT_TRIES, crosscheck_many, made_engines
        from sudocube.engines import DEFAULT_ENGINES
        from sudocube.report.crosscheck_details import CrosscheckDetails
        from sudocube.report.crosscheck_text import CrosscheckTally

        with commas_explained(engines):
            made = made_engines(DEFAULT_ENGINES if engines is None else engines)
        asked = None if engines is None else made
        results = crosscheck_many(
            entries_of(run, inputs, with_answers=not no_answers),
            engines=asked,
            timeout=timeout,
            default_timeout=DEFAULT_TIMEOUT,
            jobs=jobs,
            prove=prove,
            shrink=shrink,
            fewest_clues=fewest_clues,
            tries=DEFAULT_TRIES if tries is None else tries,
        )
        with closing(results):
            tally = CrosscheckTally([one.name for one in made], show_all=asked is not None)
            reporter = _CrosscheckReporter(run, tally, CrosscheckDetails(most, run.output.width), json=json)
            page = None if html is None else _page(tally, most_on_page)
            try:
                with html_file(run, context, html, page):
                    for checked in results:
                        reporter.report(checked)
                        if page is not None:
                            page.add(checked)
            except KeyboardInterrupt:
                if not json:
                    reporter.finish()
                raise
            reporter.finish()
        if len(made) == 1:
            run.info(f"only {made[0].name} was asked: one engine cross-checks nothing; -e takes two or more")
        else:
            say_who_may_confirm(run, [one.name for one in made], [*reporter.claimants])
        run.remark_other_boxes(DEFAULT_TIMEOUT if timeout is None else timeout)


def _page(tally: CrosscheckTally, most: int | None) -> CrosscheckPage:
    """The page of `--html`."""
    from sudocube.report.crosscheck_page import CrosscheckPage

    return CrosscheckPage(tally, most)


class _CrosscheckReporter:
    """Prints the results: in JSON all, as text those worth a look; in the end a table of the engines."""

    def __init__(self, run: Run, tally: CrosscheckTally, details: CrosscheckDetails, *, json: bool) -> None:
        self._run, self._tally, self._details, self._json = run, tally, details, json
        self._start = perf_counter()
        self._is_first = True
        self.claimants: dict[str, None] = {}  # engines that show a solution only, where a single one decided

    def report(self, checked: Crosschecked) -> None:
        """Count and print the next result."""
        from sudocube.report.json_rows import crosschecked_row

        self._tally.add(checked)
        if checked.verdict is Verdict.INVALID:
            self._run.status.note(USAGE_ERROR)
        elif not checked.agree:
            self._run.status.note(PROBLEM)
        elif checked.decided_by < 2 or checked.evidence is Evidence.SEARCH:
            self._run.status.note(UNDECIDED)
            if checked.decided_by == 1:
                self.claimants |= dict.fromkeys(_claimants(checked))
        if checked.stored not in (None, StoredAnswer.RIGHT, StoredAnswer.MISSING):
            self._run.status.note(PROBLEM)
        if self._json:
            self._run.output.put_row(crosschecked_row(checked))
        elif block := self._details.block(checked):
            self._put(*block)
        self._run.progress.step(checked.source)

    def finish(self) -> None:
        """Print what was not shown, and the summary; an engine that failed each time has decided nothing."""
        from sudocube.report.json_rows import crosscheck_summary_row
        from sudocube.report.words import stored_tally_in_words

        tally, seconds = self._tally, perf_counter() - self._start
        for name in tally.always_failed():
            self._run.status.note(UNDECIDED)
            self._run.info(f"{name} failed on every puzzle: it has confirmed nothing")
        if self._json:
            self._run.output.put_rows([crosscheck_summary_row(tally, seconds)])
        elif tally.verdicts:
            if more := self._details.more_in_words():
                self._run.output.put_lines("", more)
            self._put(*tally.table(self._run.output.width))
            self._run.info(tally.in_words(seconds))
            if tally.stored:
                self._run.info(stored_tally_in_words(tally.stored))

    def _put(self, *lines: Text) -> None:
        """Print a block of text lines, after a blank line if it is not the first one."""
        self._run.output.put_rendered(*([] if self._is_first else [""]), *lines)
        self._is_first = False


def _claimants(checked: Crosschecked) -> list[str]:
    """The engines that showed a solution and say nothing of others, by name."""
    from sudocube.crosschecking import Standing

    return [
        name
        for name, answer in checked.answers.items()
        if checked.standing(name) is Standing.CONFIRMED and not answer.verdict.is_decided
    ]
