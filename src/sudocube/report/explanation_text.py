"""Steps as text: numbered, indented by their assumptions and wrapped; and a summary of them.

     12. Guess: r3c3 is 4 (phase 2: guess; the other choices: 5 and 8). So 4 goes
         from r3c9.
     13. | r4c5 can hold nothing but 7 (forced possibility: naked single). So 7
         | goes from r4c1, r6c5.

Each bar is an assumption on which the step rests; if there are many, their number is shown instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.text import Text

from sudocube.explanation import ExplanationOutcome, SolvingState, StepTally, StepVerification
from sudocube.puzzle import Grid, Puzzle
from sudocube.report.grid_drawing import drawn, pencilled
from sudocube.report.step_sentences import sentence
from sudocube.report.text_layout import NARROWEST, indented, wrapped
from sudocube.report.words import counted, listed
from sudocube.solvers.trace import CONCLUSIONS, Step, StepKind

BARS_AT_MOST = 6
"""How many bars are drawn; for more assumptions, their number."""

REFUTED_AT_MOST = 12
"""How many refuted steps the summary names."""

OUTCOMES = {
    ExplanationOutcome.SOLVED: ("solved", "bold green"),
    ExplanationOutcome.UNSOLVABLE: ("unsolvable", "bold red"),
    ExplanationOutcome.STUCK: ("stuck", "bold yellow"),
    ExplanationOutcome.UNDECIDED: ("undecided: out of time", "bold yellow"),
    ExplanationOutcome.OPEN: ("open: the steps end before the grid is full", "bold yellow"),
}


class Narrator:
    """Writes step after step as text lines; `state` is what is known after the last one."""

    def __init__(self, puzzle: Puzzle, width: int, *, candidates: bool = False, full: bool = False) -> None:
        self.state = SolvingState(puzzle)
        self._width, self._candidates, self._is_full = width, candidates, full
        self._tried: list[list[tuple[int, int]]] = [[]]  # by depth: the guesses made there and undone

    def step_lines(self, number: int, step: Step, verified: StepVerification | None = None) -> list[Text]:
        """The text lines of a step; `state` is then that after the step."""
        depth = len(step.assumptions) - (step.kind is StepKind.GUESS)
        has_tried = step.kind is StepKind.GUESS and depth < len(self._tried)
        tried = self._tried[depth] if has_tried else ()
        text = sentence(step, self.state, tried, full=self._is_full)
        if verified is not None:
            text.append_text(_mark(verified))
        label = f"{number:>4}. "
        margin = Text.assemble((label, "dim"), _bars(depth))
        indent = Text.assemble(" " * len(label), _bars(depth))
        lines = wrapped(text, self._width, margin, indent)
        before = list(self.state.masks), bytes(self.state.filled)
        self.advance(step)
        if verified is not None:
            lines += _why(verified, self.state.puzzle, indent, self._width)
        if self._candidates and step.kind not in (StepKind.SOLUTION, StepKind.END):
            lines += self._pencilled(step, *before)
        return lines

    def advance(self, step: Step) -> None:
        """Apply a step to `state` without writing anything."""
        self.state.apply(step)
        depth = len(step.assumptions)
        if step.kind is StepKind.GUESS:
            self._tried = [*self._tried[:depth], []]
        elif step.kind is StepKind.UNDO and depth < len(self._tried):
            del self._tried[depth + 1 :]
            self._tried[depth].extend(zip(step.cells[:1], step.digits[:1], strict=False))

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


def ending(tally: StepTally, state: SolvingState, grid: Grid | None, width: int) -> Iterator[Text]:
    """How the steps end: the solution, or the candidates that are left."""
    if grid is not None:
        lines = drawn(grid, clues=state.puzzle)
    elif tally.outcome in (ExplanationOutcome.STUCK, ExplanationOutcome.OPEN):
        yield Text()
        yield Text("What the steps leave in the end:")
        lines = pencilled(state, width=width)
    else:
        return
    yield Text()
    yield from indented(lines, width)


def summary(tally: StepTally, width: int, *, is_verified: bool) -> Iterator[Text]:
    """The summary: the outcome, guesses, what verifying found, and how often each rule was used."""
    yield Text()
    for line in _numbers(tally, is_verified=is_verified):
        yield from wrapped(line, width - 2, "", "  ")
    yield from _rules(tally, width)


def _numbers(tally: StepTally, *, is_verified: bool) -> Iterator[Text]:
    words, style = OUTCOMES[tally.outcome]
    yield Text.assemble("Outcome: ", (words, style), f" ({counted(tally.steps, 'step')})")
    guesses = tally.kinds[StepKind.GUESS]
    found = tally.kinds[StepKind.DEADLOCK]
    dead_ends = f"; {counted(found, 'dead end')}" if guesses or found else ""
    if guesses:
        guessed = f"{guesses:,}, up to {tally.depth:,} at a time{dead_ends}, {tally.undone:,} undone"
    else:
        guessed = f"none{dead_ends}"
    yield Text(f"Guesses: {guessed}")
    if is_verified:
        yield from _verified(tally)


def _rules(tally: StepTally, width: int) -> Iterator[Text]:
    rules = tally.rules.most_common()
    names = [rule.name or rule.term or "(unnamed)" for rule, _ in rules]
    digits = max((len(f"{count:,}") for _, count in rules), default=0)
    longest = max(map(len, names), default=0)
    if longest + digits + NARROWEST > width:
        longest = 0  # no room for a column of names: terms directly follow the names
    if rules:
        yield Text("Rules:")
    for name, (rule, count) in zip(names, rules, strict=True):
        term = rule.term if rule.term != name else ""
        margin = Text(f"  {count:>{digits},}  ")
        text = Text.assemble(f"{name:{longest}}  " if term else name, (term, "dim"))
        yield from wrapped(text, width, margin)


def _verified(tally: StepTally) -> Iterator[Text]:
    found = {
        "valid": (tally.valid, "green"),
        "true, not shown valid": (tally.true_not_shown_valid, "yellow"),
        "undecided": (tally.undecided, "yellow"),
        "refuted": (tally.refuted, "bold red"),
    }
    parts = [Text(f"{count:,} {name}", style) for name, (count, style) in found.items() if count]
    yield Text("Verified: ").append_text(Text("; ").join(parts or [Text("there was no conclusion")]))
    if tally.valid_but_false:
        yield Text(f"Valid, but false: {tally.valid_but_false:,}, resting on refuted steps", "yellow")
    if tally.refuted:
        named = [f"{number:,}" for number in tally.refuted_steps[:REFUTED_AT_MOST]]
        more = tally.refuted - len(named)
        luck = f"; {tally.true_by_luck:,} true by luck" if tally.true_by_luck else ""
        which = listed([*named, f"{more:,} more"] if more else named)
        yield Text(f"Refuted: {'step' if tally.refuted == 1 else 'steps'} {which}{luck}", "red")


def left_out(count: int, limit: int, width: int) -> Iterator[Text]:
    """A note that further steps are not shown."""
    yield Text()
    steps = f"{counted(count, 'more step')} after the first {limit:,}" if limit else counted(count, "step")
    yield from wrapped(Text(f"... {steps}, not shown.", "italic"), width, "", "    ")


def summary_row(
    tally: StepTally, method: str | None, grid: Grid | None, *, is_verified: bool
) -> Mapping[str, Any]:
    """The last row of `explain --json`."""
    row = {"method": method, **tally.row(), "solution": None if grid is None else str(grid)}
    return {"summary": {**row, **(tally.verified_row() if is_verified else {})}}
