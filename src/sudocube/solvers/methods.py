"""The documented methods by name: what `explain` can show, and what the native engines run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from sudocube.puzzle import Grid, Puzzle
from sudocube.solvers import cube, phases
from sudocube.solvers.trace import Trace


class Solve(Protocol):
    """A method at work on a puzzle."""

    def __call__(
        self, puzzle: Puzzle, *, deadline: float | None = None, trace: Trace | None = None
    ) -> Iterator[Grid]:
        """The solutions, one after the other; when the iterator ends, there are no others.

        Raises TimeoutError past the deadline, and UndecidedError where the method is stuck.
        """


@dataclass(frozen=True, slots=True)
class Method:
    """One documented method: `is_complete` where it decides every puzzle, given time."""

    name: str
    summary: str
    is_complete: bool
    solutions: Solve


METHODS = {
    method.name: method
    for method in (
        Method("phases", "forced moves, guesses, tracing back", True, phases.solutions),
        Method("cube", "propagation in three directions, a tree of assumptions", True, cube.solutions),
        Method("cube:propagate", "propagation in three directions", False, cube.propagated),
        Method(
            "cube:boxes",
            "cube, with boxes as a fourth direction",
            True,
            partial(cube.solutions, box_lines=True),
        ),
        Method(
            "cube:propagate-boxes",
            "cube:propagate, with boxes as a fourth direction",
            False,
            partial(cube.propagated, box_lines=True),
        ),
    )
}
