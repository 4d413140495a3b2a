"""DIMACS CNF, which every SAT solver reads ("Satisfiability Suggested Format", DIMACS, 1993)."""

from __future__ import annotations

from collections.abc import Iterator

from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.puzzle_formula import PuzzleFormula
from sudocube.exchange.clauses import texts
from sudocube.exchange.lines import read_lines
from sudocube.exchange.output import Output


def write(posed: PuzzleFormula, remarks: str) -> Iterator[str]:
    """The header, and a line for each clause."""
    yield remarks
    yield f"p cnf {posed.variables} {len(posed.clauses)}\n"
    yield from texts(posed, _line)


def _line(clause: Clause) -> str:
    if len(clause) == 2:
        return f"{clause[0]} {clause[1]} 0\n"
    return " ".join(map(str, clause)) + " 0\n"


def read(text: str, source: str) -> Output | None:
    """The lines `s` and `v`, or MiniSat's file: `SAT` and the literals below it."""
    return read_lines(text, source, "")
