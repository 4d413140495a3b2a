"""`sudocube encodings`: the catalogue listed, shown, traced, compared and proved."""

from __future__ import annotations

from typing import Annotated

import typer

from sudocube.cli.command_group import CommandGroup, PlainCommand
from sudocube.cli.command_help import epilog
from sudocube.cli.encodings_compare import compare
from sudocube.cli.encodings_trace import trace
from sudocube.cli.options import (
    Box,
    EncodingFile,
    GridSize,
    Json,
    Output,
    Quiet,
    WholeTimeout,
    flag,
)
from sudocube.cli.output import STANDARD_OUTPUT
from sudocube.cli.own_encodings import encoding_for, geometry_for
from sudocube.cli.run import Run
from sudocube.cli.status import PROBLEM, UNDECIDED

AllClauses = Annotated[bool, flag("--all", "Show every clause, and what it is of.")]
Minimal = Annotated[bool, flag("--minimal", "Say which statements of the file follow from the others, too.")]

app = typer.Typer(
    name="encodings",
    cls=CommandGroup,
    add_completion=False,
    help="List, show, trace, compare and prove encodings.",
    no_args_is_help=True,
)


@app.command("list", cls=PlainCommand, epilog=epilog("encodings list"))
def list_encodings(output: Output = STANDARD_OUTPUT, json: Json = False, quiet: Quiet = False) -> None:
    """List the catalogue: names, titles and sources."""
    with Run(quiet=quiet, output=output) as run:
        from sudocube.encoder import load, names
        from sudocube.report.encoding_text import listed_in_words, listed_row

        encodings = [load(name) for name in names()]
        if json:
            for encoding in encodings:
                run.output.put_row(listed_row(encoding))
        else:
            run.output.put_rendered(*listed_in_words(encodings, run.output.width))


@app.command(cls=PlainCommand, epilog=epilog("encodings show"))
def show(
    name: EncodingFile,
    output: Output = STANDARD_OUTPUT,
    size: GridSize = None,
    box: Box = None,
    all_clauses: AllClauses = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show what an encoding says: in words, formulas, numbers and clauses.

    The clauses of a line are shown for each way to write one; with --all,
    every clause, with its line and what it says there. JSON has one row for
    the encoding, then, with --all, one for each clause.
    """
    with Run(quiet=quiet, size=size, box=box, output=output) as run:
        from sudocube.encoder import Formalism
        from sudocube.errors import UnsupportedError
        from sudocube.report.clause_text import clause_rows, clauses_in_words
        from sudocube.report.encoding_text import shown_in_words, shown_row

        encoding, width = encoding_for(run, name), run.output.width
        if encoding is None:
            return
        if all_clauses and encoding.formalism is not Formalism.CNF:
            raise UnsupportedError(
                f"{name} consists of constraints; --all shows clauses, of encodings in cnf"
            )
        shape = run.geometry if encoding.own is None else geometry_for(run, encoding)
        if json:
            run.output.put_row(shown_row(encoding, shape))
            for row in clause_rows(encoding, shape) if all_clauses else ():
                run.output.put_row(row)
        else:
            run.output.put_rendered(*shown_in_words(encoding, shape, width, samples=not all_clauses))
            for line in clauses_in_words(encoding, shape, width) if all_clauses else ():
                run.output.put_rendered(*line)


app.command(cls=PlainCommand, epilog=epilog("encodings trace"))(trace)
app.command(cls=PlainCommand, epilog=epilog("encodings compare"))(compare)


@app.command(cls=PlainCommand, epilog=epilog("encodings prove"))
def prove(
    name: EncodingFile,
    size: GridSize = None,
    minimal: Minimal = False,
    output: Output = STANDARD_OUTPUT,
    timeout: WholeTimeout = None,
    box: Box = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Prove that an encoding says the rules, or refute it by a grid.

    Sound: each solution of the formula is a valid grid. Complete: each
    valid grid is a solution.

    NAME may also be clauses of your own: a DIMACS file FILE.cnf, or
    python:FILE.py:NAME, a function that gets the size and gives clauses (lists of
    integers that are not 0). The variable of row r, column c and digit d has the
    number n²(r - 1) + n(c - 1) + d; higher variables are auxiliary.
    """
    with Run(quiet=quiet, size=size, box=box, output=output) as run:
        from sudocube.lab.proving import TIME_LIMIT, ProofOutcome
        from sudocube.lab.proving import prove as prove_encoding
        from sudocube.report.encoding_proof_text import proved_in_words, proved_row

        encoding = encoding_for(run, name, timeout)
        if encoding is None:
            return
        proof = prove_encoding(
            encoding,
            geometry_for(run, encoding),
            timeout=TIME_LIMIT if timeout is None else timeout,
            minimal=minimal,
            progress=run.progress.work,
        )
        if proof.outcome is ProofOutcome.REFUTED:
            run.status.note(PROBLEM)
        elif proof.outcome is not ProofOutcome.PROVED:
            run.status.note(UNDECIDED)
        if json:
            run.output.put_row(proved_row(proof))
        else:
            run.output.put_rendered(*proved_in_words(proof, run.output.width))
