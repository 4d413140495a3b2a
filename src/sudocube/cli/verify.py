"""`sudocube verify`: a folder of certificates, checked by the trusted core."""

from __future__ import annotations

from collections import Counter
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from sudocube.cli.inputs import entries_of
from sudocube.cli.options import Box, Json, Output, Quiet, Size
from sudocube.cli.output import STANDARD_OUTPUT
from sudocube.cli.run import Run
from sudocube.cli.status import PROBLEM, USAGE_ERROR

if TYPE_CHECKING:
    from sudocube.certificate import CertificateVerification


def verify(
    folder: Annotated[
        str, typer.Argument(metavar="DIR", help="A folder that `sudocube certify` wrote.", show_default=False)
    ],
    inputs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[INPUT]...",
            help="The puzzles that must have a certificate each: files, '-', or puzzles.",
            show_default=False,
        ),
    ] = None,
    output: Output = STANDARD_OUTPUT,
    size: Size = None,
    box: Box = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Check certificates, trusting neither the solver nor whoever wrote them.

    Prints what is refused, and a summary. Certificates can be left out
    of a folder: given INPUT, it must have one for each puzzle there, and
    no other. The same check, without INPUT, runs without the rest of
    sudocube: `python -P -m sudocube.trusted DIR`.
    """
    with Run(quiet=quiet, size=size, box=box, output=output) as run:
        from sudocube.certificate import verify as check
        from sudocube.certificate.folder_verifying import certificates_said
        from sudocube.report.certificate_text import (
            list_in_words,
            refusal_in_words,
            refusals_in_words,
            verification_in_words,
            verified_row,
        )

        faults: Counter[str | None] = Counter()
        """Each fault of the folder, with how many certificates are refused for no other reason."""

        def show(one: CertificateVerification) -> None:
            if one.source is not None and one.verdict is not None:
                run.status.note(USAGE_ERROR)
            elif not one.accepted:
                run.status.note(PROBLEM)
            if json:
                run.output.put_row(verified_row(one))
            elif one.index is not None and one.reason in faults:
                faults[one.reason] += 1
            elif not one.accepted:
                run.output.put_lines(refusal_in_words(one))
            if one.index is None and one.source is None:
                faults[one.reason] += 0
            run.progress.step()

        run.progress.expect_puzzles(certificates_said(folder))
        start = perf_counter()
        puzzles = entries_of(run, inputs) if inputs else None
        result = check(folder, puzzles, on_result=show)
        if json:
            if not inputs:
                run.info(list_in_words(result))
        else:
            for reason, count in faults.items():
                if count:
                    run.output.put_lines(refusals_in_words(count, str(reason)))
            run.output.put_lines(verification_in_words(result), list_in_words(result))
            run.info(f"checked in {perf_counter() - start:,.2f} s")
