"""`sudocube engines`: what can be asked, and what is installed."""

from __future__ import annotations

from sudocube.cli.command import Run, command


@command("output_file", "json")
def engines(run: Run) -> None:
    """List the engines: what they can do, their variants, and how to get those not installed.

    Example: sudocube engines --json
    """
    from sudocube.engines import families
    from sudocube.report.engine_tables import engine_row, engines_document

    if run.json:
        run.output.put_rows(map(engine_row, families().values()))
    else:
        run.output.put(engines_document(families().values()))
