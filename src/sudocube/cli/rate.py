"""`sudocube rate`: how hard puzzles are, by measures that are defined and proved."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from itertools import islice
from typing import TYPE_CHECKING

import typer

from sudocube.cli.command import READING, command
from sudocube.cli.going_on import going_on
from sudocube.cli.inputs import Batches, alone_or_not, batches_of, entries_in, keep_freed_memory
from sudocube.cli.options import Names, Natural, Seconds
from sudocube.cli.run import CSV, Out, Run
from sudocube.cli.status import PROBLEM, UNDECIDED, USAGE_ERROR
from sudocube.verdict import Verdict

if TYPE_CHECKING:
    from sudocube.rating.bulk_depths import DepthBatch
    from sudocube.rating.puzzle_rating import Rater
    from sudocube.report.ratings import Rated

DEFAULT_TIMEOUT = 10.0

STATUSES = {
    Verdict.NONE: PROBLEM,
    Verdict.MULTIPLE: PROBLEM,
    Verdict.UNKNOWN: UNDECIDED,
    "undecided": UNDECIDED,
    "refused": USAGE_ERROR,
}
"""What a verdict, and a rating that is not whole, means for the exit status."""


@command(*READING, "output_file", "jobs", "format", "json")
def rate(
    run: Run,
    verify: bool = False,
    singles: bool = False,
    only: Names = None,
    max_depth: Natural = None,
    timeout: Seconds = DEFAULT_TIMEOUT,
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

    Example: sudocube rate puzzle.txt --verify

    Exit status: 0 each rated; 1 some have none or several solutions; 3 some undecided.

    Options:
        --verify: Prove the depth: by steps that the trusted checker accepts; --json has them.
        --singles: Only whether the depth is 0, or 1 or more; quick for millions of 9x9.
        --only A,B,...: What to measure, of level, depth, backdoor, methods, proof, guesses. May be repeated.
            [default: all]
        --max-depth K: Try no greater depth. [default: 3]
        --timeout SECONDS: Time limit for one puzzle; what it does not suffice for has bounds.
    """
    if singles and (verify or only is not None or max_depth is not None):
        raise typer.BadParameter("--singles goes without --verify, --only and --max-depth.")
    from sudocube.rating.puzzle_rating import DEEPEST, Rater, wanted_measures
    from sudocube.report.ratings import RateReport

    format = run.chosen_format()
    opened = batches_of(run, keep=format == CSV)
    if singles:
        is_alone, results = False, _singles(run, opened, timeout)
    else:
        rater = Rater(timeout, verify, DEEPEST if max_depth is None else max_depth, wanted_measures(only))
        if verify and "depth" not in rater.measures:
            raise typer.BadParameter("--verify proves the depth, so --only has to name depth.")
        is_alone, opened = alone_or_not(opened, format)
        results = going_on(run, lambda done, _: _ratings(run, opened, rater, done))
    Out(run, RateReport(is_alone=is_alone), STATUSES, format).add_all(results)


def _ratings(run: Run, opened: Batches, rater: Rater, done: int) -> Generator[Rated, None, None]:
    """The rating of each puzzle after so many that are done; each that was taken steps the progress bar."""
    from sudocube.rating.rating_many import rate_entries
    from sudocube.report.ratings import Rated

    entries = islice(entries_in(run, opened), done, None)
    for index, (entry, found) in enumerate(rate_entries(entries, rater, jobs=run.jobs), done + 1):
        yield Rated(index, entry, found)
        run.progress.step()


def _singles(run: Run, opened: Batches, timeout: float | None) -> Generator[Rated | DepthBatch, None, None]:
    """Whether singles solve each puzzle; lists of 9×9 a batch at a time."""
    from sudocube.rating.bulk_depths import DepthBatch, singles_of_rows
    from sudocube.report.ratings import Rated

    keep_freed_memory()
    with closing(singles_of_rows(opened, timeout=timeout, jobs=run.jobs)) as results:
        for result in results:
            if isinstance(result, DepthBatch):
                yield result
                run.progress.step(len(result))
            else:
                checked, found = result
                assert checked.entry is not None  # it comes from an input
                yield Rated(checked.index, checked.entry, found)
                run.progress.step()
