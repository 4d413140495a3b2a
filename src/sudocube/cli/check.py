"""`sudocube check`: the verdict of one engine on each puzzle."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from time import perf_counter

from sudocube.cli.inputs import alone_or_not
from sudocube.cli.options import Box, EngineName, Inputs, Jobs, Json, Quiet, Size, Timeout
from sudocube.cli.run import Run
from sudocube.cli.status import AMISS, MISUNDERSTOOD, UNDECIDED
from sudocube.verdict import Verdict

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

    Given one puzzle, prints its verdict; given several, a line for each
    that is not unique or not valid.
    """
    with Run(quiet=quiet, size=size, box=box) as run:
        from sudocube.checking import check_many
        from sudocube.engines import DEFAULT_ENGINE
        from sudocube.engines import engine as make_engine
        from sudocube.report.rows import checked_row, summary_row
        from sudocube.report.words import placed_verdict, summary_in_words, verdict_in_words

        one = make_engine(DEFAULT_ENGINE if engine is None else engine)
        entries = run.entries(inputs)
        is_alone = False
        if not json:
            is_alone, entries = alone_or_not(entries)
        start = perf_counter()
        verdicts: Counter[Verdict] = Counter()
        with closing(check_many(entries, engine=one, timeout=timeout, jobs=jobs)) as results:
            for checked in results:
                verdicts[checked.verdict] += 1
                run.status.note(STATUS.get(checked.verdict, 0))
                if json:
                    run.put_row(checked_row(checked))
                elif is_alone:
                    run.put(verdict_in_words(checked))
                elif checked.verdict is not Verdict.UNIQUE:
                    run.put(placed_verdict(checked))
                run.progress.step(checked.source)
        seconds = perf_counter() - start
        if json:
            run.put_row(summary_row(verdicts, [one.name], seconds))
        elif verdicts.total() > 1:
            run.tell(summary_in_words(verdicts, one.name, f"{seconds:,.2f} s"))
