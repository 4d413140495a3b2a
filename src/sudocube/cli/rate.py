"""`sudocube rate`: how hard puzzles are, by measures that are defined and proved."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from sudocube.cli.completion import complete_measure
from sudocube.cli.inputs import Batches, alone_or_not, batches_of, entries_in, keep_freed_memory
from sudocube.cli.options import (
    Box,
    Inputs,
    Jobs,
    Json,
    Quiet,
    RecordFormat,
    RecordOutput,
    Size,
    flag,
    seconds_above_zero,
    several_names,
)
from sudocube.cli.output import STANDARD_OUTPUT
from sudocube.cli.records import (
    CSV,
    JSON,
    RECORD_FORMATS,
    TableRecords,
    chosen_format,
)
from sudocube.cli.run import Run
from sudocube.cli.status import PROBLEM, UNDECIDED, USAGE_ERROR
from sudocube.verdict import Verdict

if TYPE_CHECKING:
    from sudocube.rating import Rating
    from sudocube.rating.bulk_depths import DepthBatch
    from sudocube.rating.puzzle_rating import Rater
    from sudocube.rows import Entry

DEFAULT_TIMEOUT = 10.0

Verify = Annotated[
    bool, flag("--verify", "Prove the depth: by steps that the trusted checker accepts; --json has them.")
]
Singles = Annotated[
    bool, flag("--singles", "Only whether the depth is 0, or 1 or more; quick for millions of 9x9.")
]
Only = Annotated[
    list[str] | None,
    typer.Option(
        "--only",
        metavar="A,B,...",
        help="What to measure, of level, depth, backdoor, methods, proof, guesses. May be repeated.",
        autocompletion=complete_measure,
        callback=several_names,
        show_default="all",
    ),
]
RatingTimeout = Annotated[
    float | None,
    typer.Option(
        "--timeout",
        metavar="SECONDS",
        help="Time limit for one puzzle; what it does not suffice for has bounds.",
        callback=seconds_above_zero,
    ),
]
MaxDepth = Annotated[
    int | None,
    typer.Option("--max-depth", metavar="K", min=0, help="Try no greater depth.", show_default="3"),
]


def rate(
    inputs: Inputs,
    verify: Verify = False,
    singles: Singles = False,
    only: Only = None,
    max_depth: MaxDepth = None,
    format: RecordFormat = None,
    output: RecordOutput = STANDARD_OUTPUT,
    jobs: Jobs = None,
    timeout: RatingTimeout = DEFAULT_TIMEOUT,
    size: Size = None,
    box: Box = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Say how hard each puzzle is, by measures that are defined and proved.

    level: how hard the techniques are that solve it, 1 to 13, and a word:
    easy, medium, hard, expert, extreme, beyond.
    depth: 0 where naked and hidden singles solve it; k where they do
    after candidates were dropped that the closure of depth k - 1 refutes.
    backdoor: the fewest cells that, given, let singles do the rest.
    methods: which documented ones solve it without trial and error.
    proof: the steps of a proof that the trusted checker accepted, at most.
    guesses: how many the kernel makes.

    None of these are the numbers of other programs. What --timeout does not suffice for has bounds.
    One puzzle gets sentences, several get a line each. Puzzles with no or
    several solutions are not rated.
    """
    if singles and (verify or only is not None or max_depth is not None):
        raise typer.BadParameter("--singles goes without --verify, --only and --max-depth.")
    with Run(quiet=quiet, size=size, box=box, output=output, in_records=True) as run:
        from sudocube.rating.puzzle_rating import DEEPEST, Rater, wanted_measures
        from sudocube.rating.rating_many import rate_entries

        format = chosen_format(format, RECORD_FORMATS, json=json)
        opened = batches_of(run, inputs, keep=format == CSV)
        if singles:
            reporter = _RatingReporter(run, format, is_alone=False)
            with reporter:
                _report_singles(run, opened, reporter, timeout, jobs)
        else:
            rater = Rater(timeout, verify, DEEPEST if max_depth is None else max_depth, wanted_measures(only))
            _check(rater)
            is_alone, opened = (False, opened) if format in (JSON, CSV) else alone_or_not(opened)
            reporter = _RatingReporter(run, format, is_alone=is_alone)
            results = rate_entries(entries_in(run, opened), rater, jobs=jobs)
            with reporter:
                for index, (entry, found) in enumerate(results, 1):
                    reporter.report(index, entry, found)
                    run.progress.step(entry.source)
        run.remark_other_boxes(timeout)


def _check(rater: Rater) -> None:
    """Raise BadParameter for a proof of a depth that is not measured."""
    if rater.verify and "depth" not in rater.measures:
        raise typer.BadParameter("--verify proves the depth, so --only has to name depth.")


def _report_singles(
    run: Run,
    opened: Batches,
    reporter: _RatingReporter,
    timeout: float | None,
    jobs: int | None,
) -> None:
    """Report whether singles solve each puzzle; lists of 9×9 a batch at a time."""
    from sudocube.rating.bulk_depths import DepthBatch, singles_of_rows

    keep_freed_memory()
    with closing(singles_of_rows(opened, timeout=timeout, jobs=jobs)) as results:
        for result in results:
            if isinstance(result, DepthBatch):
                reporter.report_batch(result)
                run.progress.step(result.checked.source(len(result) - 1), len(result))
            else:
                checked, found = result
                assert checked.entry is not None  # it comes from an input
                reporter.report(checked.index, checked.entry, found)
                run.progress.step(checked.source)


class _RatingReporter:
    """Writes the record of each puzzle; of a single one, sentences. At its end, or at Ctrl-C, it sums up."""

    def __init__(self, run: Run, format: str | None, *, is_alone: bool) -> None:
        from sudocube.report.rating_text import RATED_COLUMNS
        from sudocube.rows.table_writer import TableWriter

        self._run, self._json, self._is_alone = run, format == JSON, is_alone
        self._table = TableRecords(run, TableWriter(RATED_COLUMNS)) if format == CSV else None
        self._depths: Counter[str] = Counter()
        self._other: Counter[Verdict] = Counter()
        self._start = perf_counter()

    def __enter__(self) -> None:
        """Begin."""

    def __exit__(self, kind: type[BaseException] | None, _error: object, _trace: object) -> None:
        if kind is None or kind is KeyboardInterrupt:
            self.end()

    def report(self, index: int, entry: Entry, found: Rating) -> None:
        """Report the rating of one puzzle."""
        from sudocube.rating.rating_many import RefusedRating
        from sudocube.report.rating_text import rated_fields, rated_phrase, rated_row

        self._count(found)
        if self._json:
            self._run.output.put_row(rated_row(index, entry, found))
        elif self._table is not None:
            self._table.put(entry, rated_fields(entry.source, found))
        elif self._is_alone and found.verdict is Verdict.UNIQUE:
            self._put_sentences(found)
        elif not isinstance(found, RefusedRating):
            source = () if self._is_alone else (f"{entry.place}: ",)
            self._run.output.put_lines((*source, *rated_phrase(found)))
        if isinstance(found, RefusedRating):
            self._refuse(entry, found)

    def report_batch(self, batch: DepthBatch) -> None:
        """Report the depths of the puzzles of a batch."""
        from sudocube.rating.bulk_depths import NOT_UNIQUE
        from sudocube.report.depth_batch_text import BATCH_DEPTHS, depth_fields, depth_lines, depth_rows

        for depth in (0, 1):
            self._depths[BATCH_DEPTHS[depth]] += int((batch.depths == depth).sum())
        for place in (batch.depths == NOT_UNIQUE).nonzero()[0].tolist():
            self._count(batch.rating(place))
        if self._json:
            self._run.output.put_json(depth_rows(batch))
        elif self._table is not None and batch.checked.rows.table is None:
            self._table.put_batch(batch.checked.rows, depth_fields(batch))
        elif self._table is not None:
            for place, fields in enumerate(depth_fields(batch)):
                self._table.put(batch.checked.entry(place), fields)
        else:
            self._run.output.put_lines(*depth_lines(batch))

    def end(self) -> None:
        """Say how many puzzles have which depth."""
        from sudocube.report.rating_text import depths_in_words

        if self._depths.total() + self._other.total() > 1 and not self._json:
            self._run.info(depths_in_words(self._depths, self._other, perf_counter() - self._start))

    def _count(self, found: Rating) -> None:
        """Count a puzzle, and note its status."""
        from sudocube.report.rating_text import depth_name

        if found.verdict is Verdict.UNIQUE and found.depth_at_least is not None:
            self._depths[depth_name(found)] += 1
        else:
            self._other[found.verdict] += 1
        if found.undecided or found.verdict is Verdict.UNKNOWN:
            self._run.status.note(UNDECIDED)
        elif found.verdict in (Verdict.NONE, Verdict.MULTIPLE):
            self._run.status.note(PROBLEM)

    def _refuse(self, entry: Entry, found: Rating) -> None:
        """Report what is no puzzle, or is of a kind that is not rated."""
        self._run.status.note(USAGE_ERROR)
        if self._json:
            return
        if entry.error is not None:
            self._run.report_invalid(entry)
        else:
            self._run.error(f"{entry.source}: {found.reason}")

    def _put_sentences(self, found: Rating) -> None:
        from rich.text import Text

        from sudocube.report.rating_text import rating_sentences
        from sudocube.report.text_layout import wrapped

        for heading, sentences in rating_sentences(found):
            lines = wrapped(Text(sentences), self._run.output.width, "  ")
            self._run.output.put_rendered(Text(heading, "bold"), *lines)
