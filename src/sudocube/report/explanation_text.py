"""Steps as text: numbered, indented by their assumptions and wrapped.

     12. Guess: r3c3 is 4 (phase 2: guess; the other choices: 5 and 8). So 4 goes
         from r3c9.
     13. | r4c5 can hold nothing but 7 (forced possibility: naked single). So 7
         | goes from r4c1, r6c5.

Each bar is an assumption on which the step rests; if there are many, their number is shown instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.text import Text

from sudocube.explanation import StepContext, StepHistory, StepVerification
from sudocube.explanation.steps_file import step_row
from sudocube.puzzle import Puzzle
from sudocube.report.grid_drawing import drawn, pencilled, pencilled_legend
from sudocube.report.step_sentences import sentence
from sudocube.report.text_layout import indented, wrapped
from sudocube.report.words import listed
from sudocube.solvers.techniques import word_of
from sudocube.solvers.trace import CONCLUSIONS, Step, StepKind

BARS_AT_MOST = 6
"""How many bars are drawn; for more assumptions, their number."""

_WITHOUT_CHANGES = (StepKind.SOLUTION, StepKind.END, StepKind.FAILED_READING, StepKind.LEFT_OUT)


class Narrator:
    """Writes step after step as text lines.

    `state` is what is known after the last one, and `solutions` are those that it has met.
    """

    def __init__(self, puzzle: Puzzle, width: int, *, candidates: bool = False, full: bool = False) -> None:
        self._history = StepHistory(puzzle)
        self.state, self.solutions = self._history.state, self._history.solutions
        self._width, self._candidates, self._is_full = width, candidates, full
        self._has_legend = False

    def step_lines(self, number: int, step: Step, verified: StepVerification | None = None) -> list[Text]:
        """The text lines of a step; `state` is then that after the step."""
        now = self._history.context(step)
        text = sentence(step, now.state, now.tried, solutions=now.solutions, full=self._is_full)
        if verified is not None:
            text.append_text(_mark(verified))
        label = f"{number:>4}. "
        margin = Text.assemble((label, "dim"), _bars(now.depth))
        indent = Text.assemble(" " * len(label), _bars(now.depth))
        lines = wrapped(text, self._width, margin, indent)
        before = list(self.state.masks), bytes(self.state.filled)
        self.advance(step, verified)
        if verified is not None:
            lines += _why(verified, self.state.puzzle, indent, self._width)
        if self._candidates and step.kind not in _WITHOUT_CHANGES:
            lines += self._pencilled(step, *before)
        return lines

    def advance(self, step: Step, verified: StepVerification | None = None) -> None:
        """Apply a step to `state` and `solutions` without writing anything."""
        self._history.advance(step, is_right=verified is None or not verified.is_refuted)

    def _pencilled(self, step: Step, masks: list[int], filled: bytes) -> Iterator[Text]:
        """The candidates after a step, with a blank line before and after."""
        state = self.state
        cells = range(len(masks))
        marked = [c for c in cells if masks[c] != state.masks[c] or filled[c] != state.filled[c]]
        if step.kind is StepKind.DEADLOCK:
            marked = [cell for cell in cells if not state.masks[cell]] or list(step.cells)
        if len(marked) * 2 > len(masks):  # the step for the clues: nearly every cell changes
            marked = []
        yield Text()
        drawing = pencilled(state, marked=marked, removed=step.removed, width=self._width)
        yield from indented(drawing, self._width)
        if not self._has_legend and marked:
            yield from pencilled_legend(drawing)
            self._has_legend = True
        yield Text()


def hint(step: Step, rung: int) -> tuple[dict[str, Any], list[Text]]:
    """The first rungs of a hint, 1 to 4: where to look, which technique, which cells, the whole step.

    As fields of a JSON row and as text. `step` is one of the techniques, with its context.
    """
    now = step.context
    assert step.pattern is not None and isinstance(now, StepContext)  # noqa: PT018 -- as `next_step` gives it
    name, level = now.state.puzzle.geometry.cell_name, step.pattern.level
    units = step.premises.units if step.unit is None and step.premises is not None else [step.unit]
    where = [unit.name for unit in units if unit is not None] or [*map(name, step.cells)]
    fields = {
        "look_at": where,
        "technique": step.rule.name,
        "cells": [*map(name, step.cells)],
        "step": step_row(1, step, now.state.puzzle.geometry),
    }
    lines = [
        Text(f"Look at {listed(where)}."),
        Text(f"The technique is: {step.rule.name} (level {level}: {word_of(level)})."),
        Text(f"It is about {listed(map(name, step.cells))}."),
        sentence(step, now.state),
    ]
    return dict([*fields.items()][:rung]), lines[:rung]


def _bars(depth: int) -> Text:
    """The margin for so many assumptions."""
    return Text("| " * depth if depth <= BARS_AT_MOST else f"|{depth}| ", "yellow")


def check_in_words(verified: StepVerification) -> tuple[str, str] | None:
    """What verifying a step has found, in a few words, and their style; None where there was nothing to ask.

    The words are `valid`, `undecided`, `refuted`, and what stands between these.
    """
    if verified.is_refuted:
        return "refuted, though true by luck" if verified.is_true_by_luck else "refuted", "bold red"
    if verified.ran_out_of_time:
        return "undecided", "yellow"
    if verified.step.kind not in CONCLUSIONS:
        return None
    if verified.true is False:
        return "valid, but false: it rests on a refuted step", "yellow"
    if verified.valid is None:
        return "true, not shown valid", "yellow"
    return "valid", "green"


def _mark(verified: StepVerification) -> Text:
    """What verifying the step has found, in brackets."""
    found = check_in_words(verified)
    return Text() if found is None else Text(f" [{found[0]}]", found[1])


def _why(verified: StepVerification, puzzle: Puzzle, margin: Text, width: int) -> Iterator[Text]:
    """If a step is refuted: why, and the grid that shows it."""
    if not verified.is_refuted:
        return
    sentences = [f"Refuted: {verified.reason}."]
    shown = verified.counterexample
    if verified.is_true_by_luck:
        sentences.append("True by luck: no reason given suffices.")
    if shown and verified.true is not False and verified.step.kind in CONCLUSIONS:
        sentences.append("All that it rests on holds here, and still the conclusion does not:")
    elif shown:
        sentences.append("This solution shows that the conclusion is false:")
    yield from wrapped(Text(" ".join(sentences), "red"), width, margin, margin)
    if shown:
        cells = bytes(shown.get(cell, 0) for cell in range(len(puzzle.cells)))
        marked = {*verified.step.placed, *verified.step.removed}
        for line in drawn(Puzzle(cells, puzzle.geometry), clues=puzzle, marked=marked):
            yield Text("  ").append_text(margin).append_text(line)
