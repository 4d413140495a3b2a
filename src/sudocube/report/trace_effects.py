"""What the steps of a trace mean for the grid: digits that are placed, and candidates that are removed.

A literal is not always a digit: in some encodings several spell one, and many literals are about auxiliary
variables. So these rows say with each step what it changes. What a conflict takes back is not listed: it is
all that the steps above its `backjump` have done.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from sudocube.encoder.puzzle_formula import PuzzleFormula
from sudocube.lab.trace_steps import Assigned, ClauseConflict, ClauseTrace, End
from sudocube.lab.tracing import Tracing
from sudocube.report.json_rows import Row, board_row
from sudocube.report.trace_rows import TraceRows


def effect_rows(tracing: Tracing) -> Iterator[Row]:
    """The rows of `trace_rows` after one for the start; each step has `placed` and `removed`, too.

    The first row has the formula in numbers, in which order clauses fire, how decisions are chosen, and what
    the clues settle before the first step, which is nothing unless the formula is reduced. `placed` has the
    digit of each cell, and `removed` the digits that a cell can no longer hold.
    """
    effects, rows, begun = GridEffects(tracing.formula), TraceRows(tracing.formula), tracing.so_far()
    yield start_row(begun, effects)
    for step in tracing:
        if not isinstance(step, End):
            yield {**rows.row(step), **effects.after(step)}
    yield rows.end(tracing.so_far())


def start_row(begun: ClauseTrace, effects: GridEffects) -> Row:
    """The first row: what is traced."""
    formula = begun.formula
    return {
        **board_row(formula.puzzle),
        "encoding": formula.encoding.name,
        "title": formula.encoding.title,
        "variables": formula.variables,
        "clauses": len(formula.clauses),
        "order": begun.order,
        "rule": begun.rule or None,
        **effects.at_start(),
    }


class GridEffects:
    """What literals mean for the grid while they become true, one after the other.

    >>> from sudocube.lab.tracing import Tracing
    >>> tracing = Tracing("1... ..2. .3.. ...4", "binary")
    >>> effects = GridEffects(tracing.formula)
    >>> [effects.after(next(tracing)) for _ in range(2)]
    [{'placed': {}, 'removed': {'r1c1': [2, 4]}}, {'placed': {'r1c1': 1}, 'removed': {'r1c1': [3]}}]
    """

    def __init__(self, formula: PuzzleFormula) -> None:
        self._formula = formula
        self._with: Mapping[int, list[int]] = _elements_by_literal(formula)
        self._open = [len(literals or ()) for literals in formula.elements]  # literals that are not true yet
        self._false = [0] * len(formula.elements)
        self._trail: list[Assigned] = []

    def at_start(self) -> Row:
        """What holds before the first step."""
        elements = self._formula.elements
        placed = (element for element, literals in enumerate(elements) if literals == ())
        removed = (element for element, literals in enumerate(elements) if literals is None)
        return self._row(placed, removed)

    def after(self, step: Assigned | ClauseConflict) -> Row:
        """What a step changes. A conflict takes back its steps; its own row is empty."""
        if isinstance(step, ClauseConflict):
            while step.backjump is not None and self._trail and self._trail[-1].level > step.backjump:
                self._count(self._trail.pop().literal, -1)
            return self._row((), ())
        self._trail.append(step)
        self._count(step.literal, 1)
        spelled, broken = self._with.get(step.literal, ()), self._with.get(-step.literal, ())
        return self._row(
            (element for element in spelled if not self._open[element]),
            (element for element in broken if self._false[element] == 1),
        )

    def _count(self, literal: int, one: int) -> None:
        for element in self._with.get(literal, ()):
            self._open[element] -= one
        for element in self._with.get(-literal, ()):
            self._false[element] += one

    def _row(self, placed: Iterable[int], removed: Iterable[int]) -> Row:
        shape, table = self._formula.puzzle.geometry, self._formula.meaning.cube
        gone: dict[str, list[int]] = {}
        for cell, digit in map(table.cell_and_digit, removed):
            gone.setdefault(shape.cell_name(cell), []).append(digit)
        cells = map(table.cell_and_digit, placed)
        return {"placed": {shape.cell_name(cell): digit for cell, digit in cells}, "removed": gone}


def _elements_by_literal(formula: PuzzleFormula) -> Mapping[int, list[int]]:
    """For each literal the elements that it helps to spell."""
    found: dict[int, list[int]] = defaultdict(list)
    for element, literals in enumerate(formula.elements):
        for literal in literals or ():
            found[literal].append(element)
    return found
