"""A trace of clauses as text: each literal with the clause that made it true, and a grid that fills beside.

        5.  0  ¬x[r1c2,1]   row 1, digit 1: at most one  ← x[r1c1,1]        1 . | . .
        6.  0  ¬x[r1c3,1]   row 1, digit 1: at most one  ← x[r1c1,1]        . . | 2 .

The number of the step is followed by the level. The grid is drawn anew where it has changed, as soon as the
last drawing is complete. If there is no room for it, it stands below the literals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from sudocube.encoder.clause_names import NamedClause
from sudocube.encoder.puzzle_formula import PuzzleFormula
from sudocube.explanation.solving_state import SolvingState, mask_of
from sudocube.lab.clause_learning import LEARNED
from sudocube.lab.trace_steps import Assigned, ClauseConflict, ClauseTrace, TraceStep
from sudocube.puzzle import Puzzle
from sudocube.report.clause_text import clause_in_words
from sudocube.report.grid_drawing import drawn, legend, pencilled, pencilled_legend
from sudocube.report.text_layout import NARROWEST, indented, wrapped

LEFT_AT_LEAST, LEFT_AT_MOST = 46, 72
"""Characters that the literals need beside a grid, and that they get where there is more room."""

GAP = 3
WIDE_FROM = 110
"""The width from which grids are drawn wide."""

LITERAL_ROOM = 12

MARKED = "changed"
"""What brackets in a grid mean: the cell was drawn otherwise before, also where a digit was taken back."""


class TraceNarrator:
    """Writes step after step as text lines; `trail` is what is true after the last one.

    `has_two_columns` says whether the grid stands beside the literals.
    """

    def __init__(self, formula: PuzzleFormula, width: int) -> None:
        self.trail: list[Assigned] = []
        self._trace = ClauseTrace(formula, "", "", ())
        self._width = width
        self._number = self._conflicts = 0
        self._is_close = width < WIDE_FROM
        self._shown = formula.puzzle.cells
        self._may_have_changed = self._has_marks = False
        self._right: list[Text] = self._drawing(formula.puzzle.cells)
        left = width - GAP - max(line.cell_len for line in self._right)
        self.has_two_columns = left >= LEFT_AT_LEAST
        self._left = min(left, LEFT_AT_MOST) if self.has_two_columns else width
        if not self.has_two_columns:
            self._right = []

    def step_lines(self, step: TraceStep) -> Iterator[Text]:
        """The text lines of an assignment or a conflict; `trail` is then that after the step."""
        if isinstance(step, Assigned):
            self._number += 1
            if step.is_decision:
                yield from self._changed_grid_below()
            self.trail.append(step)
            self._may_have_changed |= step.literal > 0 or self._trace.formula.meaning.primary != "direct"
            for line in self._assigned(step):
                yield self._beside(line)
        elif isinstance(step, ClauseConflict):
            self._number += 1
            yield from self.rest()
            yield from self._changed_grid_below()
            yield from self._conflict(step)
            if step.backjump is not None:
                level = step.backjump
                self.trail = [one for one in self.trail if one.level <= level]
                self._may_have_changed = True

    def rest(self) -> Iterator[Text]:
        """What is left of the grid beside the literals."""
        while self._right:
            yield self._beside(Text())

    def last_grid(self, *, candidates: bool = False) -> Iterator[Text]:
        """The grid as it is, if no drawing shows it yet; or with the candidates that are left."""
        yield from self.rest()
        if candidates:
            if self._has_marks:
                yield from legend(MARKED, clues=False)
            yield from self._candidates_left()
            return
        cells = self.cells()
        if cells != self._shown or (self._may_have_changed and not self.has_two_columns):
            yield Text()
            yield from indented(self._drawing(cells), self._width)
        if self._has_marks:
            yield from legend(MARKED)

    def _candidates_left(self) -> Iterator[Text]:
        """The candidates that no clause has ruled out."""
        left = self._trace.candidates(self.trail)
        state = SolvingState(self._trace.puzzle)
        state.masks = [mask_of(digits) for digits in left]
        state.filled = bytearray(self.cells())
        yield Text()
        decided = any(step.is_decision for step in self.trail)
        holds = ", as long as the decisions hold" if decided else ""
        yield from wrapped(Text(f"These candidates are left{holds}:"), self._width)
        drawing = pencilled(state, width=self._width)
        yield from indented(drawing, self._width)
        yield from pencilled_legend(drawing)

    def cells(self) -> bytes:
        """The digits of the cells, 0 where none is known yet; of several, the first."""
        return bytes(held[0] if held else 0 for held in self._trace.digits(self.trail))

    def _drawing(self, cells: bytes) -> list[Text]:
        puzzle = self._trace.puzzle
        new = [
            cell for cell, (now, before) in enumerate(zip(cells, self._shown, strict=True)) if now != before
        ]
        self._shown, self._may_have_changed = cells, False
        self._has_marks |= bool(new)
        board = Puzzle(cells, puzzle.geometry)
        return drawn(board, clues=puzzle, marked=[] if board == puzzle else new, close=self._is_close)

    def _changed_grid_below(self) -> Iterator[Text]:
        """The grid below the literals, if it does not stand beside them and has changed."""
        if not self.has_two_columns and self._may_have_changed and (cells := self.cells()) != self._shown:
            yield from indented(self._drawing(cells), self._width)

    def _beside(self, line: Text) -> Text:
        """A text line with the next one of the grid."""
        if self.has_two_columns and not self._right and self._may_have_changed:
            cells = self.cells()
            self._may_have_changed = False
            if cells != self._shown:
                self._right = [Text(), *self._drawing(cells)]
        if not self._right:
            return line
        right = self._right.pop(0)
        if not right:
            return line
        return Text.assemble(line, " " * (self._left + GAP - line.cell_len), right, no_wrap=True)

    def _assigned(self, step: Assigned) -> Iterator[Text]:
        """An assignment, in the left column."""
        label = f"{self._number:>5}. {step.level:>2}  "
        literal = self._trace.name(step.literal)
        style = "bold" if step.literal > 0 else ""
        because, others = self._because(step), self._others(step)
        margin = Text.assemble((label, "dim"), (f"{literal:<{LITERAL_ROOM}} ", style))
        room = self._left - margin.cell_len
        if room < NARROWEST:
            yield Text.assemble((label, "dim"), (literal, style))
            yield from wrapped(because, self._left, " " * 7)
            if others:
                yield from wrapped(others, self._left, " " * 9)
            return
        if others and because.cell_len + 2 + others.cell_len <= room:
            yield Text.assemble(margin, because, "  ", others, no_wrap=True)
            return
        yield from wrapped(because, self._left, margin)
        if others:
            yield from wrapped(others, self._left, " " * min(margin.cell_len + 2, self._left - NARROWEST))

    def _because(self, step: Assigned) -> Text:
        if step.clause is None:
            return Text("decision", "yellow bold")
        return Text(reason_in_words(step.clause))

    def _others(self, step: Assigned) -> Text:
        """The literals that made a short clause fire; empty where it is long."""
        others = {literal for literal in step.clause.clause if literal != step.literal} if step.clause else ()
        if not 0 < len(others) <= 2:
            return Text()
        return Text(f"← {', '.join(self._trace.name(-one) for one in sorted(others))}", "dim")

    def _conflict(self, step: ClauseConflict) -> Iterator[Text]:
        """A conflict, how it is resolved, and what is learned."""
        self._conflicts += 1
        width = self._width
        label = f"{self._number:>5}. {step.level:>2}  "
        what = Text.assemble(
            (f"Conflict {self._conflicts}: ", "bold red"), f"all literals of {step.clause.name} are false."
        )
        yield from wrapped(what, width, Text(label, "dim"), " " * 7)
        if step.backjump is None:
            yield from self._clause(step.clause.clause)
            sentence = "This is level 0, where nothing is decided: the clauses have no model."
            yield from wrapped(Text(sentence), width, " " * 7)
            return
        if self._conflicts == 1:
            sentence = (
                "Here and below, literals that are false at level 0 are left out: they are false for good."
            )
            yield from wrapped(Text(sentence), width, " " * 7)
        yield from self._clause(step.reduced)
        for one in step.resolutions:
            name, reason = self._trace.name(one.on), reason_in_words(one.clause)
            sentence = f"{name} is true by {reason}. Both clauses together, without it, say:"
            yield from wrapped(Text(sentence), width, " " * 7)
            yield from self._clause(one.result)
        yield from self._learned(step, step.backjump)

    def _learned(self, step: ClauseConflict, backjump: int) -> Iterator[Text]:
        """What a conflict teaches, and where the search goes on."""
        first, *others = step.learned
        literal, point = self._trace.name(first), self._trace.name(-first)
        lines = [
            Text.assemble(
                ("Learned", "bold green"),
                f": {clause_in_words(step.learned, self._trace.name)}. {literal} is the"
                f" only literal of level {step.level} that is left in it. Its negation {point}, which is"
                " true, is the first unique implication point, through which each way from the decision to"
                " the conflict goes.",
            ),
            Text.assemble(
                ("Back", "bold green"),
                f" to level {backjump}"
                + (
                    ", the highest level of the other literals"
                    if others
                    else "; the clause has no other literal"
                )
                + f". There the learned clause makes {literal} true.",
            ),
        ]
        for line in lines:
            yield from wrapped(line, self._width, " " * 7)

    def _clause(self, clause: Sequence[int]) -> list[Text]:
        return wrapped(Text(clause_in_words(clause, self._trace.name), "cyan"), self._width, " " * 11)


def reason_in_words(named: NamedClause) -> str:
    """The name of a clause, without the way where that is clear: pairs."""
    if named.name.family == LEARNED:
        return f"what was learned from {named.name.line}"
    name = str(named.name)
    return name.removesuffix(" (pairwise)")
