"""OPB, for pseudo-Boolean solvers (O. Roussel and V. Manquinho, "Input/Output Format and Solver
Requirements for the Competitions of Pseudo-Boolean Solvers", 2012).

A clause is the inequality that the sum of its literals is at least 1; with x for each literal that stands
there plainly and 1 - x for each negated one.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.puzzle_formula import PuzzleFormula
from sudocube.exchange.clauses import texts
from sudocube.exchange.lines import read_lines
from sudocube.exchange.output import Output


def write(posed: PuzzleFormula, remarks: str) -> Iterator[str]:
    """The header, which has to be the first line, and an inequality for each clause."""
    yield f"* #variable= {posed.variables} #constraint= {len(posed.clauses)}\n"
    yield remarks
    yield from texts(posed, _line)


def _line(clause: Clause) -> str:
    terms = " ".join([f"+1 x{literal}" if literal > 0 else f"-1 x{-literal}" for literal in clause])
    return f"{terms} >= {1 - sum(literal < 0 for literal in clause)} ;\n"


def read(text: str, source: str) -> Output | None:
    """The lines `s` and `v`."""
    return read_lines(text, source, "x")
