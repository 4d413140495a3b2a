"""SMT-LIB 2, for SMT solvers (C. Barrett, P. Fontaine and C. Tinelli, "The SMT-LIB Standard", 2017)."""

from __future__ import annotations

import re

from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.puzzle_formula import ClauseFormat, PuzzleFormula, variables_in_rows
from sudocube.solver_texts.solver_output import OutputBuilder, OutputText, SolverOutput, SolverStatus

ANSWERS = {
    "sat": SolverStatus.SATISFIABLE,
    "unsat": SolverStatus.UNSATISFIABLE,
    "unknown": SolverStatus.UNKNOWN,
    "timeout": SolverStatus.UNKNOWN,
}

_ANSWER = re.compile(rf"^[^\S\n]*({'|'.join(ANSWERS)})[^\S\n]*$", re.MULTILINE)
_VALUE = re.compile(
    r"\(\s*define-fun\s+\|?x([0-9]{1,9})\|?\s*\(\s*\)\s*Bool\s+(true|false)\s*\)"  # of (get-model)
    r"|\(\s*\|?x([0-9]{1,9})\|?\s+(true|false)\s*\)"  # of (get-value)
)


def _head(formula: PuzzleFormula, comments: str) -> str:
    """The logic, and a declaration of each variable."""
    declared = "".join(f"(declare-const x{variable} Bool)\n" for variable in range(1, formula.variables + 1))
    return f"{comments}(set-option :produce-models true)\n(set-logic QF_UF)\n{declared}"


def _tail(formula: PuzzleFormula) -> str:
    """The question, and a `get-value` that names all variables, so that none is omitted."""
    rows = "".join(variables_in_rows("x{}", formula.variables))
    return "(check-sat)\n" + (f"(get-value (\n{rows}))\n" if rows else "")


def _line(clause: Clause) -> str:
    """An assertion."""
    if not clause:
        return "(assert false)\n"
    literals = [f"x{literal}" if literal > 0 else f"(not x{-literal})" for literal in clause]
    return f"(assert {literals[0]})\n" if len(literals) == 1 else f"(assert (or {' '.join(literals)}))\n"


SMTLIB = ClauseFormat(_head, _line, _tail)


def read(text: OutputText) -> SolverOutput | None:
    """`sat`, `unsat` or `unknown`, and the values of get-value or get-model; None if there is no such status.

    Raises FormatError for a contradiction, and TimeoutError where the time is up.
    """
    builder = OutputBuilder(text)
    for answer in text.matches(_ANSWER):
        builder.set_status(ANSWERS[answer[1]], answer.start(1))
    if builder.output() is None:
        return None
    for value in text.matches(_VALUE):
        variable, truth = value[1] or value[3], value[2] or value[4]
        builder.set_value(int(variable), truth == "true")
    return builder.output()
