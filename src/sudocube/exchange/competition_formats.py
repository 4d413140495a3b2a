"""DIMACS and OPB, with the answers that the competitions of SAT and pseudo-Boolean solvers ask for.

    s SATISFIABLE
    v 1 -2 3 0          SAT: literals on any number of text lines, with a 0 at the end
    v x1 -x2 x3         pseudo-Boolean: without an end

All other text lines are ignored.

DIMACS itself is written in `encoder.puzzle_formula`. OPB is described in O. Roussel and V. Manquinho,
"Input/Output Format and Solver Requirements for the Competitions of Pseudo-Boolean Solvers", 2012. There a
clause is the inequality that the sum of its literals is at least 1, where a negated literal is 1 - x.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.puzzle_formula import PuzzleFormula, clause_texts
from sudocube.exchange.solver_output import OutputBuilder, SolverOutput, SolverStatus

ANSWERS = {
    "SATISFIABLE": SolverStatus.SATISFIABLE,
    "OPTIMUM FOUND": SolverStatus.SATISFIABLE,
    "UNSATISFIABLE": SolverStatus.UNSATISFIABLE,
    "UNKNOWN": SolverStatus.UNKNOWN,
    "INDETERMINATE": SolverStatus.UNKNOWN,
}

_IN_FILE = {
    "SAT": SolverStatus.SATISFIABLE,
    "UNSAT": SolverStatus.UNSATISFIABLE,
    "INDET": SolverStatus.UNKNOWN,
}
"""What MiniSat writes in its file, before the literals."""


def write_opb(formula: PuzzleFormula, comments: str) -> Iterator[str]:
    """The header, which must be the first text line, the comments, and an inequality for each clause."""
    yield f"* #variable= {formula.variables} #constraint= {len(formula.clauses)}\n"
    yield comments
    yield from clause_texts(formula, _opb_line)


def _opb_line(clause: Clause) -> str:
    terms = " ".join([f"+1 x{literal}" if literal > 0 else f"-1 x{-literal}" for literal in clause])
    return f"{terms} >= {1 - sum(literal < 0 for literal in clause)} ;\n"


def read_dimacs(text: str, source: str) -> SolverOutput | None:
    """The output of a SAT solver, or the file of MiniSat: `SAT` and the literals below it.

    None where it is none; raises FormatError for a `v` that is followed by anything but literals, an `s` by
    anything but an answer, and for a contradiction.
    """
    return _read(text, source, "")


def read_opb(text: str, source: str) -> SolverOutput | None:
    """The output of a pseudo-Boolean solver; None where it is none.

    Raises FormatError for a `v` that is followed by anything but literals, an `s` by anything but an answer,
    and for a contradiction.
    """
    return _read(text, source, "x")


def _read(text: str, source: str, letter: str) -> SolverOutput | None:
    """The output of a solver that writes its variables with this letter, which may be empty."""
    literal = re.compile(rf"(-?){letter}([0-9]{{1,9}})", re.ASCII)
    literal_of_other_format = re.compile(r"-?[0-9]+" if letter else r"-?x[0-9]+")
    builder = OutputBuilder(source)
    in_file = has_begun = False  # below the word SAT; after the first literal
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words:
            continue
        if in_file or words[0] == "v":
            if not in_file:
                del words[0]
            if words and not has_begun and literal_of_other_format.fullmatch(words[0]):
                return None
            has_begun = has_begun or bool(words)
            _add_literals(builder, words, literal, number)
        elif not letter and len(words) == 1 and words[0] in _IN_FILE:
            builder.set_status(_IN_FILE[words[0]], number)
            in_file = True
        else:
            answer = " ".join(words[1:] if words[0] == "s" else words)
            if answer in ANSWERS and (words[0] == "s" or not letter):
                builder.set_status(ANSWERS[answer], number)
            elif words[0] == "s":
                raise builder.error(number, repr(line[:40]), f"s and {', '.join(ANSWERS)}")
    return builder.output()


def _add_literals(builder: OutputBuilder, words: list[str], literal: re.Pattern[str], number: int) -> None:
    """Note the literals of one text line."""
    for word in words:
        match = literal.fullmatch(word)
        if match is None:
            raise builder.error(number, repr(word[:40]), "literals after the v")
        if int(match[2]):
            builder.set_value(int(match[2]), 0 if match[1] else 1, number)
        else:
            builder.end_model()
