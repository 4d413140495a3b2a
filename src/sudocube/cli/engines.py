"""`sudocube engines`: what can be asked, and what is installed."""

from __future__ import annotations

from sudocube.cli.options import Json, Output, Quiet
from sudocube.cli.output import STANDARD_OUTPUT
from sudocube.cli.run import Run


def engines(output: Output = STANDARD_OUTPUT, json: Json = False, quiet: Quiet = False) -> None:
    """List the engines: what they can do, their variants, and how to get those not installed."""
    with Run(quiet=quiet, output=output) as run:
        from sudocube.engines import families
        from sudocube.report.engine_tables import engine_row, engines_document

        if json:
            run.output.put_rows(map(engine_row, families().values()))
        else:
            run.output.put(engines_document(families().values()))
