"""`sudocube verify`: a folder of certificates, checked by the trusted core."""

from __future__ import annotations

from collections import Counter
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from sudocube.cli.options import Json, Quiet
from sudocube.cli.run import Run
from sudocube.cli.status import PROBLEM

if TYPE_CHECKING:
    from sudocube.certificate import CertificateVerification


def verify(
    folder: Annotated[
        str, typer.Argument(metavar="DIR", help="A folder that `sudocube certify` wrote.", show_default=False)
    ],
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Check certificates, trusting neither the solver nor whoever wrote them.

    Prints what is refused, and a summary. The same check runs without
    the rest of sudocube: `python -m sudocube.trusted DIR`.
    """
    with Run(quiet=quiet) as run:
        from sudocube.certificate import verify as check
        from sudocube.report.certificate_text import (
            refusal_in_words,
            refusals_in_words,
            verification_in_words,
            verified_row,
        )

        faults: Counter[str | None] = Counter()
        """Each fault of the folder, with how many certificates are refused for no other reason."""

        def show(one: CertificateVerification) -> None:
            if not one.accepted:
                run.status.note(PROBLEM)
            if json:
                run.output.put_row(verified_row(one))
            elif one.index is not None and one.reason in faults:
                faults[one.reason] += 1
            elif not one.accepted:
                run.output.put(refusal_in_words(one))
            if one.index is None:
                faults[one.reason] += 0
            run.progress.step()

        start = perf_counter()
        result = check(folder, on_result=show)
        if not json:
            for reason, count in faults.items():
                if count:
                    run.output.put(refusals_in_words(count, str(reason)))
            run.output.put(verification_in_words(result))
            run.info(f"checked in {perf_counter() - start:,.2f} s")
