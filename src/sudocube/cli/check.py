"""`sudocube check`: the verdict of one engine on each puzzle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import closing, suppress
from time import perf_counter
from typing import TYPE_CHECKING

from sudocube.cli.inputs import alone_or_not, inputs_of
from sudocube.cli.next_steps import Checks, say_what_to_do
from sudocube.cli.options import Box, EngineName, Inputs, Jobs, Json, Quiet, Size, Timeout, only_engine
from sudocube.cli.run import Run
from sudocube.cli.status import PROBLEM, UNDECIDED, USAGE_ERROR
from sudocube.verdict import Verdict

if TYPE_CHECKING:
    from sudocube.checking import Checked
    from sudocube.checking.bulk import CheckedBatch
    from sudocube.report.verdict_colours import Phrase

STATUS = {
    Verdict.MULTIPLE: PROBLEM,
    Verdict.NONE: PROBLEM,
    Verdict.UNKNOWN: UNDECIDED,
    Verdict.INVALID: USAGE_ERROR,
}


def check(
    inputs: Inputs,
    engine: EngineName = None,
    jobs: Jobs = None,
    timeout: Timeout = None,
    size: Size = None,
    box: Box = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Say whether each puzzle has no, one or several solutions.

    Given one puzzle, prints its verdict; given several, a line for each
    that is not unique or not valid.
    """
    with Run(quiet=quiet, size=size, box=box) as run:
        from sudocube.checking.dispatch import check_inputs, serves_in_bulk
        from sudocube.report.json_rows import summary_row
        from sudocube.report.words import summary_in_words

        one = only_engine(engine)
        start = perf_counter()
        in_bulk = serves_in_bulk(one)
        if in_bulk:
            _keep_freed_memory()
        opened = inputs_of(run, inputs, in_batches=in_bulk)
        # In JSON it makes no difference, and the first puzzle does not wait for the second.
        is_alone, opened = (False, opened) if json else alone_or_not(opened)
        reporter = _CheckReporter(run, is_alone=is_alone, json=json)
        with closing(check_inputs(opened, engine=one, timeout=timeout, jobs=jobs)) as results:
            for result in results:
                reporter.report(result)
        seconds = perf_counter() - start
        verdicts, names = reporter.verdicts, list(reporter.engines) or ([one.name] if one else [])
        if json:
            run.output.put_row(summary_row(verdicts, names, seconds))
        elif verdicts.total() > 1:
            run.info(summary_in_words(verdicts, *names, f"{seconds:,.2f} s"))
        run.remark_other_boxes(timeout)
        if not json:
            say_what_to_do(run, inputs, Checks(verdicts, reporter.pencilmarks, names, timeout))


def _keep_freed_memory() -> None:
    """Have glibc keep freed memory for the next batch of a list.

    It returns large blocks to the system at once, and to get the pages again takes time.
    Other C libraries have no such setting.
    """
    import ctypes

    M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3  # noqa: N806 — as in malloc.h
    with suppress(AttributeError, OSError, TypeError):
        set_option = ctypes.CDLL(None).mallopt
        set_option(M_TRIM_THRESHOLD, 1 << 28)
        set_option(M_MMAP_THRESHOLD, 1 << 25)


class _CheckReporter:
    """Prints the results and counts them.

    In JSON it prints all of them; as text those that are not unique or, for a puzzle alone, its verdict.
    """

    def __init__(self, run: Run, *, is_alone: bool, json: bool) -> None:
        self._run, self._is_alone, self._json = run, is_alone, json
        self.verdicts: Counter[Verdict] = Counter()
        self.engines: dict[str, None] = {}
        self.pencilmarks = 0

    def report(self, result: CheckedBatch | Checked) -> None:
        """Print and count the next result."""
        from sudocube.checking import Checked

        if isinstance(result, Checked):
            self._report_one(result)
        else:
            self._report_batch(result)

    def _report_one(self, checked: Checked) -> None:
        from sudocube.report.json_rows import checked_row

        self._count({checked.verdict: 1}, checked.engine)
        if STATUS.get(checked.verdict) == PROBLEM and checked.puzzle is not None:
            self.pencilmarks += checked.puzzle.candidates is not None
        if self._json:
            self._run.output.put_row(checked_row(checked))
        elif text := self._text(checked):
            self._run.output.put_lines(text)
        self._run.progress.step(checked.source)

    def _report_batch(self, batch: CheckedBatch) -> None:
        from sudocube.report.json_rows import batch_rows

        self._count(batch.verdicts(), batch.engine)
        if self._json:
            self._run.output.put_json(batch_rows(batch))
        else:
            results = map(batch.checked, range(len(batch))) if self._is_alone else batch.not_unique()
            if lines := [self._text(checked) for checked in results]:
                self._run.output.put_lines(*lines)
        self._run.progress.step(batch.source(len(batch) - 1), len(batch))

    def _count(self, verdicts: Mapping[Verdict, int], engine: str | None) -> None:
        for verdict, count in verdicts.items():
            self.verdicts[verdict] += count
            self._run.status.note(STATUS.get(verdict, 0))
        if engine is not None:
            self.engines[engine] = None

    def _text(self, checked: Checked) -> Phrase:
        """The text line for a result; empty for a unique puzzle among several."""
        from sudocube.report.words import placed_verdict, verdict_in_words

        if self._is_alone:
            return verdict_in_words(checked)
        return placed_verdict(checked) if checked.verdict is not Verdict.UNIQUE else ()
