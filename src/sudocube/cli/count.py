"""`sudocube count`: how many solutions."""

from __future__ import annotations

from typing import Annotated

import typer

from sudocube.cli.inputs import entries_of
from sudocube.cli.options import Box, EngineName, Inputs, Json, Quiet, Size, Timeout, only_engine
from sudocube.cli.run import Run
from sudocube.cli.status import UNDECIDED


def count(
    inputs: Inputs,
    engine: EngineName = None,
    limit: Annotated[
        int | None,
        typer.Option(
            metavar="K", min=1, help='Stop at K solutions, and say "at least".', show_default="1,000,000"
        ),
    ] = None,
    timeout: Timeout = None,
    size: Size = None,
    box: Box = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Count the solutions of each puzzle.

    Prints a line for each: the number, or "at least" and a number where
    there may be more.
    """
    with Run(quiet=quiet, size=size, box=box) as run:
        from sudocube.checking.one_by_one import COUNTED_AT_MOST, answer_of
        from sudocube.engines import engine_for
        from sudocube.report.json_rows import counted_row
        from sudocube.report.words import count_in_words

        named = only_engine(engine)
        most = COUNTED_AT_MOST if limit is None else limit
        for index, entry in enumerate(entries_of(run, inputs), 1):
            answer = None
            if entry.puzzle is not None:
                one = named or engine_for(entry.puzzle)
                is_seen = one.traits.stops_in_time(entry.puzzle) and not one.traits.counts
                on_result = (lambda _: run.progress.found()) if is_seen else None
                answer = answer_of(entry.puzzle, one, limit=most, timeout=timeout, on_result=on_result)
                if not answer.exhausted and answer.count < most:
                    run.status.note(UNDECIDED)
            if json:
                run.output.put_row(counted_row(index, entry, answer))
            elif answer is None:
                run.report_invalid(entry)
            else:
                run.output.put_lines(count_in_words(answer, most))
            run.progress.step(entry.source)
        run.remark_other_boxes(timeout)
