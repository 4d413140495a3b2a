"""Steps as text: numbered, indented by their assumptions and wrapped.

     12. Guess: r3c3 is 4 (phase 2: guess; the other choices: 5 and 8). So 4 goes
         from r3c9.
     13. | r4c5 can hold nothing but 7 (forced possibility: naked single). So 7
         | goes from r4c1, r6c5.

Each bar is an assumption on which the step rests; if there are many, their number is shown instead.
"""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from sudocube.explanation import SolvingState, StepVerification
from sudocube.puzzle import Grid, Puzzle
from sudocube.report.grid_drawing import drawn, pencilled, pencilled_legend
from sudocube.report.step_sentences import sentence
from sudocube.report.text_layout import indented, wrapped
from sudocube.solvers.trace import CONCLUSIONS, Step, StepKind

BARS_AT_MOST = 6
"""How many bars are drawn; for more assumptions, their number."""

_WITHOUT_CHANGES = (StepKind.SOLUTION, StepKind.END, StepKind.FAILED_READING, StepKind.LEFT_OUT)


class Narrator:
    """Writes step after step as text lines.

    `state` is what is known after the last one, and `solutions` are those that it has met.
    """

    def __init__(self, puzzle: Puzzle, width: int, *, candidates: bool = False, full: bool = False) -> None:
        self.state = SolvingState(puzzle)
        self.solutions: dict[Grid, None] = {}
        self._width, self._candidates, self._is_full = width, candidates, full
        self._sizes: list[int] = []  # how many assumptions each guess or reading in force has made
        self._has_legend = False
        self._tried: list[list[tuple[int, int]]] = [[]]  # by depth: the guesses made there and undone

    def step_lines(self, number: int, step: Step, verified: StepVerification | None = None) -> list[Text]:
        """The text lines of a step; `state` is then that after the step."""
        assumed = len(step.cells) if step.kind in (StepKind.GUESS, StepKind.READING) else 0
        depth = self._level(len(step.assumptions) - assumed)
        has_tried = step.kind is StepKind.GUESS and depth < len(self._tried)
        tried = self._tried[depth] if has_tried else ()
        text = sentence(step, self.state, tried, solutions=len(self.solutions), full=self._is_full)
        if verified is not None:
            text.append_text(_mark(verified))
        label = f"{number:>4}. "
        margin = Text.assemble((label, "dim"), _bars(depth))
        indent = Text.assemble(" " * len(label), _bars(depth))
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
        is_right = verified is None or not verified.is_refuted
        if step.kind is StepKind.SOLUTION and is_right and (grid := self.state.grid()) is not None:
            self.solutions[grid] = None
        self.state.apply(step)
        if step.kind in (StepKind.GUESS, StepKind.READING):
            self._sizes.append(len(step.cells))
        depth = self._level(len(step.assumptions))
        del self._sizes[depth:]
        if step.kind in (StepKind.GUESS, StepKind.READING):
            self._tried = [*self._tried[:depth], []]
        elif step.kind is StepKind.UNDO and depth < len(self._tried):
            del self._tried[depth + 1 :]
            self._tried[depth].extend(zip(step.cells[:1], step.digits[:1], strict=False))

    def _level(self, assumptions: int) -> int:
        """How many guesses and readings made so many assumptions."""
        level = 0
        while assumptions > 0:
            assumptions -= self._sizes[level] if level < len(self._sizes) else 1
            level += 1
        return level

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


def _bars(depth: int) -> Text:
    """The margin for so many assumptions."""
    return Text("| " * depth if depth <= BARS_AT_MOST else f"|{depth}| ", "yellow")


def _mark(verified: StepVerification) -> Text:
    """What verifying the step has found, in a few words."""
    if verified.is_refuted:
        words = "refuted, though true by luck" if verified.is_true_by_luck else "refuted"
        return Text(f" [{words}]", "bold red")
    if verified.ran_out_of_time:
        return Text(" [undecided]", "yellow")
    if verified.step.kind not in CONCLUSIONS:
        return Text()
    if verified.true is False:
        return Text(" [valid, but false: it rests on a refuted step]", "yellow")
    if verified.valid is None:
        return Text(" [true, not shown valid]", "yellow")
    return Text(" [valid]", "green")


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
