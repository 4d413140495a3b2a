"""`sudocube rate`: how hard puzzles are, by measures that are defined and proved."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from itertools import islice
from typing import TYPE_CHECKING

import typer

from sudocube.cli.command import READING, command
from sudocube.cli.going_on import going_on
from sudocube.cli.inputs import alone_or_not, batches_of, entries_in, keep_freed_memory
from sudocube.cli.options import Names, Natural, Seconds, goes_without
from sudocube.cli.out import Out
from sudocube.cli.run import CSV, Run
from sudocube.rows import Entry

if TYPE_CHECKING:
    from sudocube.rating import Rating
    from sudocube.report.ratings import Rated

DEFAULT_TIMEOUT = 10.0


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
    goes_without(run.context, "--singles", "--verify", "--only", "--max-depth")
    from sudocube.rating.puzzle_rating import DEEPEST, Rater, rate_entries, rate_singles, wanted_measures
    from sudocube.report.ratings import RateReport

    format = run.chosen_format()
    opened = batches_of(run, keep=format == CSV)
    if singles:
        keep_freed_memory()
        is_alone, results = False, _numbered(rate_singles(opened, timeout=timeout, jobs=run.jobs), 0)
    else:
        rater = Rater(timeout, verify, DEEPEST if max_depth is None else max_depth, wanted_measures(only))
        if verify and "depth" not in rater.measures:
            raise typer.BadParameter("--verify proves the depth, so --only has to name depth.")
        is_alone, opened = alone_or_not(opened, format)

        def begin(done: int, _: object) -> Generator[list[Rated], None, None]:
            entries = islice(entries_in(run, opened), done, None)
            with closing(rate_entries(entries, rater, jobs=run.jobs)) as found:
                yield from _numbered(([one] for one in found), done)

        results = going_on(run, begin)
    Out(run, RateReport(is_alone=is_alone), format).add_all(results)


def _numbered(
    batches: Generator[list[tuple[Entry, Rating]], None, None], done: int
) -> Generator[list[Rated], None, None]:
    """Ratings with their numbers, after so many that are done."""
    from sudocube.report.ratings import Rated

    with closing(batches):
        for batch in batches:
            yield [Rated(index, entry, found) for index, (entry, found) in enumerate(batch, done + 1)]
            done += len(batch)
