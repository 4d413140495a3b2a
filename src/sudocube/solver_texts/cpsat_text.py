"""A CP-SAT model as text: the protocol buffer `CpModelProto`, which all interfaces of OR-tools can read.

In Python it is read by `model.proto.parse_text_format(text)`. What the solver prints as
`solver.response_proto` is read back. The model numbers its variables from 0 and names them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sudocube.encoder import Encoding
from sudocube.puzzle import Puzzle
from sudocube.solver_texts.solver_output import OutputBuilder, OutputText, SolverOutput, SolverStatus

if TYPE_CHECKING:
    from sudocube.encoder.cpsat_model import CpSatModel

ANSWERS = {
    "OPTIMAL": SolverStatus.SATISFIABLE,
    "FEASIBLE": SolverStatus.SATISFIABLE,
    "INFEASIBLE": SolverStatus.UNSATISFIABLE,
    "UNKNOWN": SolverStatus.UNKNOWN,
    "MODEL_INVALID": SolverStatus.UNKNOWN,
}

_STATUS = re.compile(r"^[^\S\n]*status: ([A-Z_]+)[^\S\n]*$", re.MULTILINE)
_WHOLE = re.compile(r"-?[0-9]{1,18}")
_SOLUTION = re.compile(r"^[^\S\n]*solution: (?:\[([-0-9,\s]*)\]|(-?[0-9]+))[^\S\n]*$", re.MULTILINE)


def model_of(puzzle: Puzzle, encoding: Encoding) -> CpSatModel:
    """The rules as a model, with a domain of one value for each clue.

    Raises UnsupportedError where the encoding is not for CP-SAT.
    """
    from sudocube.encoder.cpsat_model import cpsat_model

    rules, n = cpsat_model(encoding, puzzle.geometry), puzzle.geometry.size
    for cell, digit in puzzle.clues.items():
        domain = rules.cp.proto.variables[cell * n + digit - 1 if rules.direct else cell].domain
        domain[0] = domain[1] = 1 if rules.direct else digit
    return rules


def write_model(puzzle: Puzzle, encoding: Encoding, comments: str) -> Iterator[str]:
    """The text of the protocol buffer, after the comments and the names of the variables."""
    proto = model_of(puzzle, encoding).cp.proto
    yield comments
    names = (variable.name for variable in proto.variables)
    yield "# Variables, by their place:\n"
    yield "".join(f"#   {name} = {place}\n" for place, name in enumerate(names) if name)
    yield f"{proto}\n"


def read(text: OutputText) -> SolverOutput | None:
    """The status and the values of a response; None without a status.

    Raises FormatError for values that are not whole numbers and for a contradiction, and TimeoutError where
    the time is up.
    """
    builder = OutputBuilder(text)
    for status in text.matches(_STATUS):
        if status[1] in ANSWERS:
            builder.set_status(ANSWERS[status[1]])
    if builder.output() is None:
        return None
    variable = 0
    for solution in text.matches(_SOLUTION):
        for value in text.words((solution[1] or solution[2] or "").replace(",", " ")):
            if not _WHOLE.fullmatch(value):
                raise text.error(None, f"the value {value[:40]}", "whole numbers")
            variable += 1
            builder.set_value(variable, int(value))
    return builder.output()
