"""What came before a step, as far as its sentence speaks of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sudocube.explanation.solving_state import SolvingState
from sudocube.puzzle import Grid, Puzzle
from sudocube.solvers.trace import Step, StepKind


@dataclass(frozen=True, slots=True)
class StepContext:
    """What was known before a step.

    `depth` is how many guesses and readings were in force, `tried` are the guesses at this depth that were
    made before and undone, as (cell, digit), and `solutions` is how many were found.
    """

    state: SolvingState
    depth: int = 0
    tried: Sequence[tuple[int, int]] = ()
    solutions: int = 0


class StepHistory:
    """Follows step after step: `state` is what is known after the last one, `solutions` those it has met."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.state = SolvingState(puzzle)
        self.solutions: dict[Grid, None] = {}
        self._sizes: list[int] = []  # how many assumptions each guess or reading in force has made
        self._tried: list[list[tuple[int, int]]] = [[]]  # by depth: the guesses made there and undone

    def context(self, step: Step) -> StepContext:
        """The context of the next step; its `state` changes with the next `advance`."""
        assumed = len(step.cells) if step.kind in (StepKind.GUESS, StepKind.READING) else 0
        depth = self._level(len(step.assumptions) - assumed)
        has_tried = step.kind is StepKind.GUESS and depth < len(self._tried)
        return StepContext(self.state, depth, self._tried[depth] if has_tried else (), len(self.solutions))

    def with_context(self, step: Step) -> Step:
        """The next step, with a context of its own, so that `str` gives its sentence; then advances."""
        now = self.context(step)
        kept = replace(now, state=self.state.copied(), tried=tuple(now.tried))
        self.advance(step)
        return replace(step, context=kept)

    def advance(self, step: Step, *, is_right: bool = True) -> None:
        """Apply a step; the grid of a solution that is not right is not counted."""
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
