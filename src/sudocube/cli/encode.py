"""`sudocube encode`: a puzzle written for outside solvers."""

from __future__ import annotations

from sudocube.cli.command import command
from sudocube.cli.inputs import only_puzzle
from sudocube.cli.options import EncodingName, OnePuzzle, only_encoding
from sudocube.cli.output import STANDARD_OUTPUT
from sudocube.cli.run import Run
from sudocube.cli.whole_file import write_whole


@command("size")
def encode(
    run: Run,
    puzzle: OnePuzzle,
    encoding: EncodingName = None,
    to: str = "dimacs",
    clause_names: bool = False,
    output: str = STANDARD_OUTPUT,
) -> None:
    """Write a puzzle for outside solvers.

    CNF encodings go to every format but cpsat, those for CP-SAT to cpsat
    and minizinc. Comments in the text say what the variables stand for,
    and how to solve it and have the answer read with `decode`. Takes
    clues only, no pencilmarks.

    Options:
        --to FORMAT: dimacs, opb, lp, smtlib, minizinc, asp or cpsat.
        --clause-names: Before the clauses of each line, say in a comment which line it is, what they say, and
            what its auxiliary variables stand for.
        --output, -o FILE: Write a file, completely or not at all. [default: standard output]
    """
    from sudocube.exchange import encode as encoded

    name = only_encoding(encoding)
    subject, entry = only_puzzle(run, puzzle, "encode")
    source = None if entry.source.startswith("argument:") else entry.source
    file = None if output == STANDARD_OUTPUT else output
    texts = encoded(subject, name, to, source=source, file=file, clause_names=clause_names)
    if file is not None:
        write_whole(file, texts)
        return
    for text in texts:
        run.output.put_text(text)
