"""`sudocube crosscheck`: several engines on every puzzle, and whether they agree."""

from __future__ import annotations

import tempfile
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
            "--engines",
            "-e",
            metavar="A,B,...",
            help="Which engines.",
            show_default="phases,sat,cpsat and, at 9×9, kernel",
        ),
    ] = None,
    prove: Annotated[
        bool,
        typer.Option("--prove", help="Prove each verdict, and have the trusted checker look at the proof."),
    ] = False,
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
        from sudocube.report.agreement import Agreement, details, is_worth_a_look
        from sudocube.report.rows import crosschecked_row, summary_row

        made = made_engines(
            DEFAULT_ENGINES if engines is None else [name.strip() for name in engines.split(",")]
        )
        agreement = Agreement([one.name for one in made], all_of_them=engines is not None)
        start = perf_counter()
        asked = None if engines is None else made
        results = crosscheck_many(run.entries(inputs), engines=asked, timeout=timeout, jobs=jobs, prove=prove)
        with closing(results), tempfile.SpooledTemporaryFile(_HELD_IN_MEMORY, "w+", encoding="utf-8") as held:

            def show() -> None:
                if agreement.verdicts:
                    run.put_text(run.rendered(*agreement.table(run.width)))
                    held.seek(0)
                    while text := held.read(_HELD_IN_MEMORY):
                        run.put_text(text)
                    run.tell(agreement.in_words(perf_counter() - start))

            try:
                for checked in results:
                    agreement.add(checked)
                    if checked.verdict is Verdict.INVALID:
                        run.status.note(MISUNDERSTOOD)
                    elif not checked.agree:
                        run.status.note(AMISS)
                    elif checked.decided_by < 2:
                        run.status.note(UNDECIDED)
                    if json:
                        run.put_row(crosschecked_row(checked))
                    elif is_worth_a_look(checked):
                        held.write(run.rendered("", *details(checked, run.width)))
                    run.progress.step(checked.source)
            except KeyboardInterrupt:
                if not json:
                    show()
                raise
            if json:
                seconds = perf_counter() - start
                names = list(agreement.asked())
                run.put_row(summary_row(agreement.verdicts, names, seconds, agreement.disagreements))
            else:
                show()
