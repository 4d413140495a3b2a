"""`sudocube crosscheck`: several engines on every puzzle, and whether they agree."""

from __future__ import annotations

import tempfile
from collections import Counter
from contextlib import closing
from time import perf_counter
from typing import Annotated

import typer

from sudocube.cli.options import Box, Inputs, Jobs, Json, Quiet, Size, Timeout
from sudocube.cli.run import Run
from sudocube.cli.status import AMISS, MISUNDERSTOOD, UNDECIDED
from sudocube.verdict import Verdict

DEFAULT_TIMEOUT = 60.0

_HELD_IN_MEMORY = 1 << 20


def crosscheck(
    inputs: Inputs,
    engines: Annotated[
        str | None,
        typer.Option(
            "--engines", "-e", metavar="A,B,...", help="Which engines.", show_default="phases,sat,cpsat"
        ),
    ] = None,
    jobs: Jobs = None,
    timeout: Timeout = DEFAULT_TIMEOUT,
    size: Size = None,
    box: Box = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Ask several engines about every puzzle, and compare: agreement, verdict, evidence.

    Prints a table of the engines, then every puzzle that is not unique or not agreed upon.

    Exit status: 0 no disagreement, 1 a disagreement, 3 some puzzle decided by fewer than two engines,
    2 some not understood.
    """
    with Run(quiet=quiet, size=size, box=box) as run:
        from sudocube.crosschecking import crosscheck_many, made_engines
        from sudocube.engines import DEFAULT_ENGINES
        from sudocube.report.rows import crosschecked_row, summary_row
        from sudocube.report.text import Tally, agreement_table, details, summary_in_words

        made = made_engines(DEFAULT_ENGINES if engines is None else engines.split(","))
        names = [one.name for one in made]
        start = perf_counter()
        verdicts: Counter[Verdict] = Counter()
        tallies = {name: Tally() for name in names}
        disagreements = 0
        results = crosscheck_many(run.entries(inputs), engines=made, timeout=timeout, jobs=jobs)
        with closing(results), tempfile.SpooledTemporaryFile(_HELD_IN_MEMORY, "w+", encoding="utf-8") as held:
            try:
                for checked in results:
                    verdicts[checked.verdict] += 1
                    disagreements += not checked.agree
                    if checked.verdict is Verdict.INVALID:
                        run.status.note(MISUNDERSTOOD)
                    elif not checked.agree:
                        run.status.note(AMISS)
                    elif checked.decided_by < 2:
                        run.status.note(UNDECIDED)
                    for name, answer in checked.answers.items():
                        tallies[name].add(answer, disagrees=checked.dissents(name))
                    if json:
                        run.put_row(crosschecked_row(checked))
                    elif checked.verdict is not Verdict.UNIQUE:
                        held.write(run.rendered(*details(checked, run.width), ""))
                    run.progress.step()
            finally:
                seconds = perf_counter() - start
                if json:
                    run.put_row(summary_row(verdicts, names, seconds, disagreements))
                elif verdicts.total():
                    run.put_text(run.rendered(agreement_table(tallies), ""))
                    held.seek(0)
                    while text := held.read(_HELD_IN_MEMORY):
                        run.put_text(text)
                    run.tell(summary_in_words(verdicts, seconds, ", ".join(names)))
