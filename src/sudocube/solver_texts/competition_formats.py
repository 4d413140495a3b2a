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

from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.puzzle_formula import ClauseFormat, PuzzleFormula
from sudocube.solver_texts.solver_output import (
    LONGEST_ANSWER,
    OutputBuilder,
    OutputText,
    SolverOutput,
    SolverStatus,
)

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


def _opb_head(formula: PuzzleFormula, comments: str) -> str:
    """The header, which must be the first text line, and the comments."""
    return f"* #variable= {formula.variables} #constraint= {len(formula.clauses)}\n{comments}"


def _opb_line(clause: Clause) -> str:
    """An inequality."""
    if not clause:
        return "+1 x1 >= 2 ;\n"  # false; a sum of nothing cannot be written
    terms = " ".join([f"+1 x{literal}" if literal > 0 else f"-1 x{-literal}" for literal in clause])
    return f"{terms} >= {1 - sum(literal < 0 for literal in clause)} ;\n"


OPB = ClauseFormat(_opb_head, _opb_line)


def read_dimacs(text: OutputText) -> SolverOutput | None:
    """The output of a SAT solver, or the file of MiniSat: `SAT` and the literals below it.

    None where it is none; raises FormatError for a `v` that is followed by anything but literals, and for a
    contradiction; TimeoutError where the time is up.
    """
    return _read(text, "")


def read_opb(text: OutputText) -> SolverOutput | None:
    """The output of a pseudo-Boolean solver; None where it is none.

    Raises FormatError for a `v` that is followed by anything but literals, and for a contradiction;
    TimeoutError where the time is up.
    """
    return _read(text, "x")


def _read(text: OutputText, letter: str) -> SolverOutput | None:
    """The output of a solver that writes its variables with this letter, which may be empty."""
    literal = re.compile(rf"(-?){letter}([0-9]{{1,9}})", re.ASCII)
    literal_of_other_format = re.compile(r"-?[0-9]+" if letter else r"-?x[0-9]+")
    builder = OutputBuilder(text)
    in_file = has_begun = False  # below the word SAT; after the first literal
    for place, line in text.lines():
        first, *rest = line.split(maxsplit=1)
        if not letter and not rest and first in _IN_FILE:
            builder.set_status(_IN_FILE[first], place)
            in_file = True
        elif in_file or first == "v":
            literals = line if in_file else "".join(rest)
            beginning = literals.split(maxsplit=1)[:1]
            if beginning and not has_begun and literal_of_other_format.fullmatch(beginning[0]):
                return None
            has_begun = has_begun or bool(beginning)
            _add_literals(builder, text, literals, literal, place)
        else:
            words = _words_of_answer(line)
            answer = " ".join(words[1:] if first == "s" else words)
            if answer in ANSWERS and (first == "s" or not letter):
                builder.set_status(ANSWERS[answer], place)
            elif first == "s":
                return None
    return builder.output()


def _words_of_answer(line: str) -> list[str]:
    """The words of a text line; of a long one, which is no answer, the first few."""
    line = line.strip()
    return line.split() if len(line) <= LONGEST_ANSWER else [*line[:LONGEST_ANSWER].split(), "…"]


def _add_literals(
    builder: OutputBuilder, text: OutputText, literals: str, literal: re.Pattern[str], place: int
) -> None:
    """Note the literals of one text line."""
    for word in text.words(literals):
        match = literal.fullmatch(word)
        if match is None:
            raise text.error(place, repr(word[:40]), "literals after the v")
        if int(match[2]):
            builder.set_value(int(match[2]), 0 if match[1] else 1, place)
        else:
            builder.end_model()
