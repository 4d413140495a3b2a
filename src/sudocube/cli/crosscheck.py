"""`sudocube crosscheck`: several engines on every puzzle, and whether they agree."""

from __future__ import annotations

import tempfile
from contextlib import closing
from time import perf_counter
from typing import IO, TYPE_CHECKING, Annotated

from sudocube.cli.inputs import entries_of
from sudocube.cli.options import Box, Inputs, Jobs, Json, Quiet, Size, Timeout, engine_names, flag
from sudocube.cli.run import Run
from sudocube.cli.status import PROBLEM, UNDECIDED, USAGE_ERROR
from sudocube.verdict import Verdict

if TYPE_CHECKING:
    from sudocube.crosschecking import Crosschecked
    from sudocube.report.crosscheck_text import CrosscheckTally

DEFAULT_TIMEOUT = 60.0

_HELD_IN_MEMORY = 1 << 20

Engines = Annotated[list[str] | None, engine_names("Which engines.", "phases,sat,cpsat and, at 9×9, kernel")]
Prove = Annotated[
    bool, flag("--prove", "Prove each verdict, and have the trusted checker look at the proof.")
]


def crosscheck(
    inputs: Inputs,
    engines: Engines = None,
    prove: Prove = False,
    jobs: Jobs = None,
    timeout: Timeout = DEFAULT_TIMEOUT,
    size: Size = None,
    box: Box = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Ask several engines about each puzzle, and say whether they agree.

    Prints a table of the engines, then every puzzle that is not unique
    or not agreed upon.
    """
    with Run(quiet=quiet, size=size, box=box) as run:
        from sudocube.crosschecking import crosscheck_many, made_engines
        from sudocube.engines import DEFAULT_ENGINES
        from sudocube.report.crosscheck_text import CrosscheckTally

        made = made_engines(DEFAULT_ENGINES if engines is None else engines)
        asked = None if engines is None else made
        results = crosscheck_many(
            entries_of(run, inputs), engines=asked, timeout=timeout, jobs=jobs, prove=prove
        )
        with closing(results), tempfile.SpooledTemporaryFile(_HELD_IN_MEMORY, "w+", encoding="utf-8") as held:
            tally = CrosscheckTally([one.name for one in made], show_all=asked is not None)
            reporter = _CrosscheckReporter(run, tally, held, json=json)
            try:
                for checked in results:
                    reporter.report(checked)
            except KeyboardInterrupt:
                if not json:
                    reporter.finish()
                raise
            reporter.finish()
        run.remark_other_boxes(timeout)


class _CrosscheckReporter:
    """Prints the results: in JSON each at once, as text at the end, below a table of the engines."""

    def __init__(self, run: Run, tally: CrosscheckTally, held: IO[str], *, json: bool) -> None:
        self._run, self._tally, self._held, self._json = run, tally, held, json
        self._start = perf_counter()

    def report(self, checked: Crosschecked) -> None:
        """Count the next result, and print it or keep its text."""
        from sudocube.report.crosscheck_text import details, is_worth_a_look
        from sudocube.report.json_rows import crosschecked_row

        self._tally.add(checked)
        if checked.verdict is Verdict.INVALID:
            self._run.status.note(USAGE_ERROR)
        elif not checked.agree:
            self._run.status.note(PROBLEM)
        elif checked.decided_by < 2:
            self._run.status.note(UNDECIDED)
        if self._json:
            self._run.output.put_row(crosschecked_row(checked))
        elif is_worth_a_look(checked):
            self._held.write(self._run.output.rendered("", *details(checked, self._run.output.width)))
        self._run.progress.step(checked.source)

    def finish(self) -> None:
        """Print the summary, and the texts that were kept."""
        from sudocube.report.json_rows import summary_row

        tally, seconds = self._tally, perf_counter() - self._start
        if self._json:
            names = list(tally.shown())
            self._run.output.put_row(summary_row(tally.verdicts, names, seconds, tally.disagreements))
        elif tally.verdicts:
            self._run.output.put_rendered(*tally.table(self._run.output.width))
            self._held.seek(0)
            while text := self._held.read(_HELD_IN_MEMORY):
                self._run.output.put_styled(text)
            self._run.info(tally.in_words(seconds))
