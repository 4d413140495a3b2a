"""LP, for solvers of integer programmes ("CPLEX LP file format", IBM).

Variables are 0 or 1. A clause is the inequality that the sum of its literals is at least 1, where a negated
literal is 1 - x. There is nothing to minimise: all solutions are equally good.
"""

from __future__ import annotations

import re
from math import isfinite

from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.puzzle_formula import ClauseFormat, PuzzleFormula, variables_in_rows
from sudocube.solver_texts.solver_output import (
    LONGEST_ANSWER,
    OutputBuilder,
    OutputText,
    SolverOutput,
    SolverStatus,
)

_NUMBER = re.compile(r"[-+]?[0-9]+(\.[0-9]*)?([eE][-+]?[0-9]{1,3})?", re.ASCII)
_NAME = re.compile(r"x[0-9]{1,9}", re.ASCII)
_INDEX = re.compile(r"[0-9]{1,9}", re.ASCII)
_STATUS = re.compile(
    r"Model status[ \t:]*+([A-Za-z][A-Za-z /-]*)$"  # HiGHS
    r"|solution status:(.+)$"  # SCIP
    r"|(objective value|no solution available)\b"
    r"|Status:\s++([A-Z -]+)$"  # GLPK
    r"|([A-Za-z ()]+) - objective value"  # CBC
)
_STATUS_ALONE = re.compile(r"([A-Za-z][A-Za-z /-]*)")
TOLERANCE = 1e-5
"""How far from a whole number the value of an integer variable may be in a solver's output."""


def _head(formula: PuzzleFormula, comments: str) -> str:
    """The comments, and an objective of 0 that names all variables in order.

    GLPK reads no empty section, so without variables `nothing` is one.
    """
    objective = "".join(variables_in_rows(" + 0 x{}", formula.variables)) or " 0 nothing\n"
    return f"{comments}Minimize\n obj:{objective}Subject To\n"


def _tail(formula: PuzzleFormula) -> str:
    """The variables are Boolean."""
    if not formula.variables:
        return " nothing >= 0\nEnd\n"
    return f"Binary\n{''.join(variables_in_rows(' x{}', formula.variables))}End\n"


def _line(clause: Clause) -> str:
    """An inequality."""
    if not clause:
        return " + x1 >= 2\n"  # false; a sum of nothing cannot be written
    if len({*map(abs, clause)}) < len(clause):  # GLPK refuses a variable that occurs twice
        clause = [*dict.fromkeys(clause)]
        if any(-literal in clause for literal in clause):
            return f" + x{abs(clause[0])} >= 0\n"  # true
    terms = " ".join([f"+ x{literal}" if literal > 0 else f"- x{-literal}" for literal in clause])
    return f" {terms} >= {1 - sum(literal < 0 for literal in clause)}\n"


LP = ClauseFormat(_head, _line, _tail)


def read(text: OutputText) -> SolverOutput | None:
    """The solution files of HiGHS, SCIP, CBC and GLPK (`glpsol -o`); None where it is none of them.

    Raises FormatError for a contradiction, and TimeoutError where the time is up.
    """
    is_heading = False  # the status follows on the next line
    for _, line in text.lines():
        if len(line) > LONGEST_ANSWER:
            continue
        found = _STATUS.match(line) or (_STATUS_ALONE.fullmatch(line) if is_heading else None)
        if found:
            return _read_solution(text, next(filter(None, found.groups())).strip().lower())
        is_heading = line.rstrip(" \t:") == "Model status"
    return None


def _read_solution(text: OutputText, words: str) -> SolverOutput | None:
    """The values in a file whose status is said in these words."""
    if "infeasible" in words or "empty" in words:
        return SolverOutput(SolverStatus.UNSATISFIABLE)  # a model beside it would break a rule
    if "undefined" in words:
        return SolverOutput(SolverStatus.UNKNOWN)  # the values beside it mean nothing
    builder = OutputBuilder(text)
    is_sparse = True
    for place, line in text.lines():
        if len(line) > LONGEST_ANSWER:
            continue
        if line.startswith("# Columns") or line == "Columns" or line.lstrip().startswith("No. Column name"):
            is_sparse = False
        elif found := _variable_and_value(line):
            builder.set_value(int(found[0][1:]), _value(found[1]), place)
    is_solved = any(word in words for word in ("optimal", "feasible", "objective"))
    builder.set_status(SolverStatus.SATISFIABLE if is_solved else SolverStatus.UNKNOWN)
    return builder.output(is_sparse=is_sparse)


def _variable_and_value(line: str) -> tuple[str, str] | None:
    """The name and the value in one text line of a solution; None where there are none."""
    match line.strip().removeprefix("**").split():
        case [name, value]:  # HiGHS
            pass
        case [name, value, objective, *_] if objective.startswith("(obj:"):  # SCIP
            pass
        case [index, name, value, cost] if _INDEX.fullmatch(index) and _NUMBER.fullmatch(cost):  # CBC
            pass
        case [index, name, "*", value, *_] if _INDEX.fullmatch(index):  # GLPK
            pass
        case [index, *words, name] if _INDEX.fullmatch(index):  # a table: lower bound, upper bound, value
            numbers = words[1:4] if words and words[0].isalpha() else words[:3]
            if len(numbers) < 3 or not all(map(_NUMBER.fullmatch, numbers)):
                return None
            value = numbers[2]
        case _:
            return None
    return (name, value) if _NAME.fullmatch(name) and _NUMBER.fullmatch(value) else None


def _value(text: str) -> int | float:
    """A number; rounded to a whole one where it is within the tolerance of it."""
    value = float(text)
    return round(value) if isfinite(value) and abs(value - round(value)) <= TOLERANCE else value
