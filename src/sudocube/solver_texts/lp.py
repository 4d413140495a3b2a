"""LP, for solvers of integer programmes ("CPLEX LP file format", IBM).

Variables are 0 or 1. A clause is the inequality that the sum of its literals is at least 1, where a negated
literal is 1 - x. There is nothing to minimise: all solutions are equally good.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from math import isfinite

from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.puzzle_formula import ClauseTexts, PuzzleFormula, clause_texts, variables_in_rows
from sudocube.solver_texts.solver_output import (
    GLPK_ANSWERS,
    LONGEST_ANSWER,
    OutputBuilder,
    OutputText,
    SolverOutput,
    SolverStatus,
    is_glpk_answer,
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
_VALUE_WORD = {"bas": 3, "ipt": 2, "mip": 2}
"""Which word of a text line `j …` is the value."""

TOLERANCE = 1e-5
"""How far from a whole number the value of an integer variable may be in a solver's output."""


def write(formula: PuzzleFormula, comments: str, texts: ClauseTexts = clause_texts) -> Iterator[str]:
    """An inequality for each clause. GLPK reads no empty section, so without variables `nothing` is one."""
    yield comments
    yield f"Minimize\n obj: 0 {'x1' if formula.variables else 'nothing'}\nSubject To\n"
    yield from texts(formula, _line)
    if formula.variables:
        yield "Binary\n"
        yield from variables_in_rows(" x{}", formula.variables)
    else:
        yield " nothing >= 0\n"
    yield "End\n"


def _line(clause: Clause) -> str:
    if not clause:
        return " + x1 >= 2\n"  # false; a sum of nothing cannot be written
    if len({*map(abs, clause)}) < len(clause):  # GLPK refuses a variable that occurs twice
        clause = [*dict.fromkeys(clause)]
        if any(-literal in clause for literal in clause):
            return f" + x{abs(clause[0])} >= 0\n"  # true
    terms = " ".join([f"+ x{literal}" if literal > 0 else f"- x{-literal}" for literal in clause])
    return f" {terms} >= {1 - sum(literal < 0 for literal in clause)}\n"


def variables_by_column(formula: PuzzleFormula) -> list[int]:
    """The variables in the order in which `write` names them first: so GLPK numbers the columns.

    0 stands for a column that is no variable.
    """
    named = (abs(literal) for clause in formula.clauses for literal in clause)
    every = range(1, formula.variables + 1)
    return list(dict.fromkeys(chain(every[:1], named, every))) or [0]


def read(text: OutputText) -> SolverOutput | None:
    """The solution files of HiGHS, SCIP, CBC and GLPK (`-o` and `-w`); None where it is none of them.

    Raises FormatError for a contradiction and for a malformed line of `glpsol -w`, and TimeoutError where the
    time is up.
    """
    is_heading = False  # the status follows on the next line
    for _, line in text.lines():
        if len(line) > LONGEST_ANSWER:
            continue
        if line.startswith("s ") and is_glpk_answer(line.split()):
            return _read_glpk(text)
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


def _read_glpk(text: OutputText) -> SolverOutput | None:
    """What `glpsol -w` writes: `s` and the status, then `j`, the number of a column, and its value.

    Raises FormatError where it is anything else.
    """
    builder = OutputBuilder(text)
    kind, status = "", SolverStatus.UNKNOWN
    for place, line in text.lines():
        if len(line) > LONGEST_ANSWER:
            continue
        words = line.split()
        if words[0] == "s":
            kind = words[1] if len(words) > 4 and words[1] in GLPK_ANSWERS else ""
            if not kind:
                raise text.error(place, repr(line[:40]), f"s, {', '.join(GLPK_ANSWERS)}, and the status")
            status = GLPK_ANSWERS[kind].get(words[4], SolverStatus.UNKNOWN)
            builder.set_status(status, place)
        elif words[0] == "j" and status is SolverStatus.SATISFIABLE:
            value = words[_VALUE_WORD[kind] : _VALUE_WORD[kind] + 1]
            if not value or not _INDEX.fullmatch(words[1]) or not _NUMBER.fullmatch(value[0]):
                raise text.error(place, repr(line[:40]), "j, the number of a column, and its value")
            builder.set_value(int(words[1]), _value(value[0]), place)
    output = builder.output()
    return None if output is None else replace(output, is_by_column=True)


def _value(text: str) -> int | float:
    """A number; rounded to a whole one where it is within the tolerance of it."""
    value = float(text)
    return round(value) if isfinite(value) and abs(value - round(value)) <= TOLERANCE else value
