"""`sudocube check`: the verdict of one engine on each puzzle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from itertools import chain
from time import perf_counter
from typing import TypeVar

from sudocube.cli.options import Box, EngineName, Inputs, Jobs, Json, Quiet, Size, Timeout
from sudocube.cli.run import Run
from sudocube.cli.status import AMISS, MISUNDERSTOOD, UNDECIDED
from sudocube.verdict import Verdict

T = TypeVar("T")

STATUS = {
    Verdict.MULTIPLE: AMISS,
    Verdict.NONE: AMISS,
    Verdict.UNKNOWN: UNDECIDED,
    Verdict.INVALID: MISUNDERSTOOD,
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

    Of one puzzle, prints its verdict; of several, a line for each that is not unique or not valid.

    Exit status: 0 all unique, 1 some none or multiple, 3 some undecided, 2 some not understood.
    """
    with Run(quiet=quiet, size=size, box=box) as run:
        from sudocube.checking import check_many
        from sudocube.engines import DEFAULT_ENGINE
        from sudocube.engines import engine as make_engine
        from sudocube.report.rows import checked_row, summary_row
        from sudocube.report.text import summary_in_words, verdict_in_words

        one = make_engine(engine or DEFAULT_ENGINE)
        start = perf_counter()
        verdicts: Counter[Verdict] = Counter()
        with closing(check_many(run.entries(inputs), engine=one, timeout=timeout, jobs=jobs)) as results:
            for checked, is_alone in with_is_alone(results):
                verdicts[checked.verdict] += 1
                run.status.note(STATUS.get(checked.verdict, 0))
                if json:
                    run.put_row(checked_row(checked))
                elif is_alone:
                    run.put(verdict_in_words(checked))
                elif checked.verdict is not Verdict.UNIQUE:
                    run.put(f"{checked.source}: {verdict_in_words(checked)}")
                run.progress.step()
        seconds = perf_counter() - start
        if json:
            run.put_row(summary_row(verdicts, [one.name], seconds))
        elif verdicts.total() > 1:
            run.tell(summary_in_words(verdicts, seconds, one.name))


def with_is_alone(results: Iterator[T]) -> Iterator[tuple[T, bool]]:
    """Each result, and whether it is the only one: the first is held back until that is known."""
    for first in results:
        for second in results:
            for result in chain((first, second), results):
                yield result, False
            return
        yield first, True
