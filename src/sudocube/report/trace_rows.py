"""A trace of clauses as JSON rows: one for each step, and one for the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sudocube.encoder.clause_names import NamedClause
from sudocube.encoder.puzzle_formula import PuzzleFormula
from sudocube.lab.trace_steps import Assigned, ClauseConflict, ClauseTrace, End
from sudocube.lab.tracing import Tracing
from sudocube.puzzle import Puzzle
from sudocube.report.clause_text import LiteralName, clause_row
from sudocube.report.json_rows import Row, size_row


def trace_rows(tracing: Tracing) -> Iterator[Row]:
    """The rows of `encodings trace --json`: one for each step, as soon as it is made, and one for the end."""
    rows = TraceRows(tracing.formula)
    for step in tracing:
        if not isinstance(step, End):
            yield rows.row(step)
    yield rows.end(tracing.so_far())


class TraceRows:
    """Makes the row of each step of `encodings trace --json`, in their order."""

    def __init__(self, formula: PuzzleFormula) -> None:
        self._name_of: LiteralName = ClauseTrace(formula, "", "", ()).name
        self._number = 0

    def row(self, step: Assigned | ClauseConflict) -> Row:
        """The row of a step, with its number, from 1."""
        self._number += 1
        fields = self._assigned(step) if isinstance(step, Assigned) else self._conflict(step)
        return {"step": self._number, "level": step.level, **fields}

    def _assigned(self, step: Assigned) -> Row:
        because: str | Row = "decision"
        if step.clause is not None:
            because = "clue" if step.clause.name.family == "clue" else self._clause(step.clause)
        return {"literal": self._name_of(step.literal), "number": step.literal, "because": because}

    def _conflict(self, step: ClauseConflict) -> Row:
        return {
            "conflict": self._clause(step.clause),
            "reduced": self._literals(step.reduced),
            "resolutions": [
                {
                    "on": self._name_of(one.on),
                    "number": one.on,
                    "because": self._clause(one.clause),
                    **self._literals(one.result),
                }
                for one in step.resolutions
            ],
            "learned": [*map(self._name_of, step.learned)],
            "learned_clause": list(step.learned),
            "backjump": step.backjump,
        }

    def _literals(self, clause: Sequence[int]) -> Row:
        return {"clause": list(clause), "literals": [*map(self._name_of, clause)]}

    def _clause(self, named: NamedClause) -> Row:
        return clause_row(named, self._name_of)

    def end(self, traced: ClauseTrace) -> Row:
        """The row of the end: how it came, what was counted, the grid, and how the trace was made."""
        last = traced.steps[-1]
        assigned = [step for step in traced.steps if isinstance(step, Assigned)]
        digits = traced.digits(traced.trail())
        cells = Puzzle([held[0] if held else 0 for held in digits], traced.geometry)
        return {
            "end": str(last.how) if isinstance(last, End) else None,
            "puzzle": str(traced.puzzle),
            **size_row(traced.geometry),
            "encoding": traced.encoding.name,
            "assigned": len(assigned),
            "decisions": sum(step.is_decision for step in assigned),
            "conflicts": len(traced.conflicts),
            "cells": str(cells),
            "not_decided": [*map(traced.name, traced.not_decided)],
            "not_reached": [*map(traced.name, traced.not_reached)],
            "order": traced.order,
            "rule": traced.rule or None,
        }
