"""`sudocube encode`: a puzzle written for outside solvers."""

from __future__ import annotations

from sudocube.cli.command import READING, command
from sudocube.cli.inputs import only_puzzle
from sudocube.cli.options import STANDARD_OUTPUT, OnePuzzle, only_encoding
from sudocube.cli.run import Run


@command(*READING[1:], "output_file", "encoding")
def encode(run: Run, puzzle: OnePuzzle, to: str = "dimacs", clause_names: bool = False) -> None:
    """Write a puzzle for outside solvers.

    CNF encodings go to every format but cpsat, those for CP-SAT to cpsat
    and minizinc. Comments in the text say what the variables stand for,
    and how to solve it and have the answer read with `decode`. Takes
    clues only, no pencilmarks.

    Example: sudocube encode puzzle.txt --to dimacs -o puzzle.cnf

    Options:
        --to FORMAT: dimacs, opb, lp, smtlib, minizinc, asp or cpsat.
        --clause-names: Before the clauses of each line, say in a comment which line it is, what they say, and
            what its auxiliary variables stand for.
    """
    from sudocube.exchange import encode as encoded

    subject, entry = only_puzzle(run, puzzle, "encode")
    source = None if entry.source.startswith("argument:") else entry.source
    file = None if run.output_file == STANDARD_OUTPUT else run.output_file
    name = only_encoding(run.encoding)
    for text in encoded(subject, name, to, source=source, file=file, clause_names=clause_names):
        run.output.put_text(text)
