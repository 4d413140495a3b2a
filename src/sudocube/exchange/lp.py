"""LP, for solvers of integer programmes ("CPLEX LP file format", IBM).

Variables are 0 or 1. A clause is the inequality that the sum of its literals is at least 1, where a negated
literal is 1 - x. There is nothing to minimise: all solutions are equally good.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.puzzle_formula import PuzzleFormula, clause_texts, variables_in_rows
from sudocube.exchange.solver_output import OutputBuilder, SolverOutput, SolverStatus

_NUMBER = r"([-+]?[0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]{1,3})?)"
_STATUS = re.compile(
    r"^Model status\s*:?\s*(?P<highs>[A-Za-z][A-Za-z /-]*)$"
    r"|^solution status:\s*(?P<scip>.+)$"
    r"|^(?P<scip_bare>objective value|no solution available)\b"
    r"|^Status:\s+(?P<glpk>[A-Z -]+)$"
    r"|^(?P<cbc>[A-Za-z ()]+) - objective value",
    re.MULTILINE,
)
_VALUE = re.compile(
    rf"^[ \t]*x([0-9]{{1,9}})[ \t]+{_NUMBER}(?:[ \t]+\(obj:.*\))?[ \t]*$"  # HiGHS, SCIP
    rf"|^[ \t]*(?:\*\*[ \t]*)?[0-9]+[ \t]+x([0-9]{{1,9}})[ \t]+{_NUMBER}[ \t]+[-+0-9.eE]+[ \t]*$"  # CBC
    rf"|^[ \t]*[0-9]+[ \t]+x([0-9]{{1,9}})[ \t]+\*[ \t]+{_NUMBER}\b.*$"  # GLPK
    rf"|^[ \t]*[0-9]+(?:[ \t]+[A-Z]{{2}})?(?:[ \t]+{_NUMBER}){{3}}.*[ \t]x([0-9]{{1,9}})[ \t]*$",  # a table
    re.MULTILINE,
)
_LISTS_ALL = re.compile(r"^(# Columns|Columns$|\s+No\. Column name)", re.MULTILINE)

TOLERANCE = 1e-5
"""How far from a whole number the value of an integer variable may be in a solver's output."""


def write(formula: PuzzleFormula, comments: str) -> Iterator[str]:
    """An inequality for each clause."""
    yield comments
    yield f"Minimize\n obj: 0 {'x1' if formula.variables else 'nothing'}\nSubject To\n"
    yield from clause_texts(formula, _line)
    yield "Binary\n"
    yield from variables_in_rows(" x{}", formula.variables)
    yield "End\n"


def _line(clause: Clause) -> str:
    terms = " ".join([f"+ x{literal}" if literal > 0 else f"- x{-literal}" for literal in clause])
    return f" {terms} >= {1 - sum(literal < 0 for literal in clause)}\n"


def read(text: str, source: str) -> SolverOutput | None:
    """The solution files of HiGHS, SCIP, CBC and GLPK; None where it is none of them.

    Raises FormatError for a contradiction.
    """
    status = _STATUS.search(text)
    if status is None:
        return None
    words = next(filter(None, status.groups())).strip().lower()
    if "infeasible" in words or "empty" in words:
        return SolverOutput(SolverStatus.UNSATISFIABLE)  # a model beside it would break a rule
    builder = OutputBuilder(source)
    for match in _VALUE.finditer(text):
        if match[8] is not None:
            variable, value = match[8], match[7]
        else:
            variable, value = filter(None, match.groups())
        builder.set_value(int(variable), _value(value))
    is_solved = "undefined" not in words and re.search("optimal|feasible|objective", words)
    builder.set_status(SolverStatus.SATISFIABLE if is_solved else SolverStatus.UNKNOWN)
    return builder.output(is_sparse=_LISTS_ALL.search(text) is None)


def _value(text: str) -> int | float:
    """A number; rounded to a whole one where it is within the tolerance of it."""
    value = float(text)
    return round(value) if abs(value - round(value)) <= TOLERANCE else value
