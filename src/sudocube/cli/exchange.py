"""`encode` and `decode`: a puzzle for outside solvers, and what they answer."""

from __future__ import annotations

from typing import Annotated

import typer

from sudocube.cli.command import JSON, PUZZLE_FORMATS, READING, Run, command
from sudocube.cli.inputs import only_puzzle, opened_file
from sudocube.cli.options import (
    PROBLEM,
    STANDARD_INPUT,
    STANDARD_OUTPUT,
    UNDECIDED,
    USAGE_ERROR,
    OnePuzzle,
    argument,
    only_encoding,
)
from sudocube.rows import Style
from sudocube.rows.writer import RecordWriter


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


_OUTPUT = "What the solver printed: a file, or [bold]-[/bold] for standard input; up to 100 MB."


@command(*READING[1:], "output_file", "timeout", "encoding", "format", "json")
def decode(
    run: Run,
    puzzle: OnePuzzle,
    answer_file: Annotated[str, argument("OUTPUT", _OUTPUT)],
    from_format: str | None = None,
) -> None:
    """Read an outside solver's answer to what `encode` wrote, and judge it.

    Prints the solution where it is right, in the format of the puzzle
    or another one; else says what is wrong. That there is no solution is checked, too.
    Takes clues only, no pencilmarks.

    Example: sudocube decode puzzle.txt solver-output.txt

    Exit status: 0 a right solution; 1 wrong, or UNSATISFIABLE for a puzzle that has one; 3 --timeout
        passed before all was checked.

    Options:
        --from FORMAT: dimacs, opb, lp (HiGHS, SCIP, CBC, GLPK with -o), smtlib, minizinc, asp or cpsat.
            [default: as it looks]
        --timeout SECONDS: Time limit for all that is checked; past it, it is undecided.
        --format, -f NAME: Write line, grid, ss, sdk, sdm, pencilmarks, csv, f-puzzles, sudokupad, sudokuwiki
            (links) or json. [default: as read]
    """
    if puzzle == answer_file == STANDARD_INPUT:
        raise typer.BadParameter("the puzzle and the output cannot both be standard input.")
    from sudocube.exchange import decode as decoded
    from sudocube.report.row import row_of
    from sudocube.solver_texts.solver_output import read_output_text

    format, name = run.chosen_format(PUZZLE_FORMATS), only_encoding(run.encoding)
    subject, entry = only_puzzle(run, puzzle, "decode")
    style = entry.style if format in (None, JSON) else Style.named(str(format), entry.style)
    with opened_file(answer_file) as stream:
        text = read_output_text(stream, answer_file)
    for answer in decoded(subject, name, text, format=from_format, source=answer_file, timeout=run.timeout):
        if format == JSON:
            run.output.put_rows([row_of(entry, answer, index=1)])
        elif answer.grid is not None:
            writer = RecordWriter(style, columns=["solution"])
            run.output.put_text(writer.solution(entry, answer.grid))
        if answer.accepted is None:
            run.note(UNDECIDED if answer.is_undecided else USAGE_ERROR)
            tell = run.report if answer.is_undecided else run.error
            tell(f"{answer_file}: {answer.reason}")
        elif not answer.accepted:
            run.note(PROBLEM)
            run.report(f"{answer_file}: wrong: {answer.reason}")
        elif answer.grid is None:
            run.info(f"{answer_file}: right: the puzzle has no solution")
