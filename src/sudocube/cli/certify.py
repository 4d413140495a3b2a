"""`sudocube certify`: verdicts with proofs, written to a folder that anyone can check."""

from __future__ import annotations

import os
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from sudocube.cli.inputs import alone_or_not, entries_in, inputs_of
from sudocube.cli.options import Box, Inputs, Jobs, Json, Quiet, Size, Timeout, flag
from sudocube.cli.run import Run
from sudocube.cli.status import UNDECIDED, USAGE_ERROR
from sudocube.cli.whole_file import OutputError, cannot_be_made
from sudocube.errors import SudocubeError, reason_of
from sudocube.verdict import Verdict

if TYPE_CHECKING:
    from sudocube.certificate import CertifiedPuzzle

Output = Annotated[
    str,
    typer.Option(
        "--output",
        "-o",
        metavar="DIR",
        help="The folder to write; one that is unfinished, or has undecided puzzles, is resumed.",
    ),
]
SelfContained = Annotated[
    bool, flag("--self-contained", "Also write DIMACS and DRAT files, for checkers such as drat-trim.")
]


def certify(
    inputs: Inputs,
    output: Output,
    self_contained: SelfContained = False,
    jobs: Jobs = None,
    timeout: Timeout = None,
    size: Size = None,
    box: Box = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Write a certificate of each verdict: a proof, or two solutions.

    Given one puzzle, prints its verdict; given several, a line for each
    that is not unique. `sudocube verify DIR` checks what was written.
    Takes clues only, no pencilmarks.
    """
    with Run(quiet=quiet, size=size, box=box) as run:
        from sudocube.certificate import certify as write
        from sudocube.report.certificate_text import certification_in_words, certified_in_words, certified_row

        opened = inputs_of(run, inputs)
        is_alone, opened = (False, opened) if json else alone_or_not(opened)

        def show(one: CertifiedPuzzle) -> None:
            if one.made_again is not None:
                run.info(f"{one.source}: made again, what was there does not hold: {one.made_again}")
            if one.is_left_out:
                run.status.note(USAGE_ERROR)
            elif one.verdict is Verdict.UNKNOWN:
                run.status.note(UNDECIDED)
            if json:
                run.output.put_row(certified_row(one))
            elif is_alone or one.verdict is not Verdict.UNIQUE:
                run.output.put_lines(certified_in_words(one, is_alone=is_alone))
            run.progress.step(one.source)

        start = perf_counter()
        try:
            made = write(
                entries_in(run, opened),
                output,
                self_contained=self_contained,
                timeout=timeout,
                jobs=jobs,
                on_result=show,
            )
        except KeyboardInterrupt:
            if _is_begun(output):
                run.info(f"{output} is unfinished; the same command goes on with it")
            raise
        except OSError as error:
            if isinstance(error, SudocubeError | BrokenPipeError):
                raise
            if not _is_begun(output):
                raise cannot_be_made(output, error) from None
            why = reason_of(error)
            raise OutputError(f"{output}: {why}; once that is mended, the same command goes on") from None
        if not json and made.verdicts.total() > 1:
            run.info(*certification_in_words(made, perf_counter() - start))
        run.remark_other_boxes(timeout)


def _is_begun(folder: str) -> bool:
    """Whether there is an unfinished folder that the same command would resume."""
    from sudocube.trusted.folder import UNFINISHED

    return os.path.exists(os.path.join(folder, UNFINISHED))  # noqa: PTH110, PTH118 — Path.exists raises for some
