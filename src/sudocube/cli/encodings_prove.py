"""`sudocube encodings prove`: whether an encoding says the rules, proved or refuted."""

from __future__ import annotations

from typing import Annotated

import typer

from sudocube.cli.options import Box, EncodingFile, GridSize, Json, Quiet, WholeTimeout
from sudocube.cli.run import Run
from sudocube.cli.status import PROBLEM, UNDECIDED


def prove(
    name: EncodingFile,
    size: GridSize = None,
    minimal: Annotated[
        bool,
        typer.Option("--minimal", help="Say which statements of the file follow from the others, too."),
    ] = False,
    timeout: WholeTimeout = None,
    box: Box = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Prove that an encoding says the rules, or refute it by a grid.

    Sound: each solution of the formula is a valid grid. Complete: each
    valid grid is a solution.
    """
    with Run(quiet=quiet, size=size, box=box) as run:
        from sudocube.lab.proving import TIME_LIMIT, ProofOutcome
        from sudocube.lab.proving import prove as prove_encoding
        from sudocube.report.encoding_proof_text import proved_in_words, proved_row

        proof = prove_encoding(
            name,
            run.geometry,
            timeout=TIME_LIMIT if timeout is None else timeout,
            minimal=minimal,
            progress=run.progress.work,
        )
        if proof.outcome is ProofOutcome.REFUTED:
            run.status.note(PROBLEM)
        elif proof.outcome is not ProofOutcome.PROVED:
            run.status.note(UNDECIDED)
        if json:
            run.put_row(proved_row(proof))
        else:
            run.put_text(run.rendered(*proved_in_words(proof, run.width)))
