"""`sudocube encodings`: the catalogue listed, shown, compared and proved."""

from __future__ import annotations

import typer

from sudocube.cli.encodings_compare import compare
from sudocube.cli.encodings_prove import prove
from sudocube.cli.options import Box, EncodingFile, GridSize, Json, Quiet
from sudocube.cli.run import Run
from sudocube.cli.status import meaning

app = typer.Typer(
    name="encodings",
    help="List, show, compare and prove encodings.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.command("list")
def list_encodings(json: Json = False, quiet: Quiet = False) -> None:
    """List the catalogue: names, titles and sources."""
    with Run(quiet=quiet) as run:
        from sudocube.encoder import load, names
        from sudocube.report.encoding_text import listed_in_words, listed_row

        encodings = [load(name) for name in names()]
        if json:
            for encoding in encodings:
                run.put_row(listed_row(encoding))
        else:
            run.put_text(run.rendered(*listed_in_words(encodings, run.width)))


@app.command()
def show(
    name: EncodingFile,
    size: GridSize = None,
    box: Box = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show what an encoding says: in words, formulas, numbers and clauses."""
    with Run(quiet=quiet, size=size, box=box) as run:
        from sudocube.encoder import load
        from sudocube.report.encoding_text import shown_in_words, shown_row

        encoding = load(name)
        if json:
            run.put_row(shown_row(encoding, run.geometry))
        else:
            run.put_text(run.rendered(*shown_in_words(encoding, run.geometry, run.width)))


for command in (compare, prove):
    app.command(epilog=meaning(command.__name__))(command)
