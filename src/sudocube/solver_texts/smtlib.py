"""SMT-LIB 2, for SMT solvers (C. Barrett, P. Fontaine and C. Tinelli, "The SMT-LIB Standard", 2017)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.puzzle_formula import ClauseTexts, PuzzleFormula, clause_texts, variables_in_rows
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


def write(formula: PuzzleFormula, comments: str, texts: ClauseTexts = clause_texts) -> Iterator[str]:
    """An assertion for each clause, and a `get-value` that names all variables, so that none is omitted."""
    yield comments
    yield "(set-option :produce-models true)\n(set-logic QF_UF)\n"
    for start in range(1, formula.variables + 1, 1024):
        stop = min(start + 1024, formula.variables + 1)
        yield "".join(f"(declare-const x{variable} Bool)\n" for variable in range(start, stop))
    yield from texts(formula, _line)
    yield "(check-sat)\n"
    if formula.variables:
        yield "(get-value (\n"
        yield from variables_in_rows("x{}", formula.variables)
        yield "))\n"


def _line(clause: Clause) -> str:
    if not clause:
        return "(assert false)\n"
    literals = [f"x{literal}" if literal > 0 else f"(not x{-literal})" for literal in clause]
    return f"(assert {literals[0]})\n" if len(literals) == 1 else f"(assert (or {' '.join(literals)}))\n"


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
