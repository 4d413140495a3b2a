"""What an engine is: something that turns puzzles into answers, and says what it can do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from sudocube.geometry import SIZES
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import Answer


@dataclass(frozen=True, slots=True)
class Traits:
    """What an engine can do.

    `complete`: given time, it decides every puzzle; else it may get stuck. `sizes`: those that it
    takes. `supports_timeout`: it stops by itself at a time limit and at Ctrl-C; one that cannot is run in a
    process that can be killed. `proves`: it can back `unique` and `none` with a refutation. `counts`: it
    counts many solutions faster than it shows them. `pencilmarks`: it takes puzzles with candidates.
    """

    complete: bool = True
    sizes: tuple[int, ...] = SIZES
    supports_timeout: bool = True
    proves: bool = False
    counts: bool = False
    pencilmarks: bool = False

    def supports(self, puzzle: Puzzle) -> bool:
        """Whether the engine can be asked about a puzzle like that."""
        return puzzle.geometry.size in self.sizes and (self.pencilmarks or puzzle.candidates is None)


@runtime_checkable
class Engine(Protocol):
    """Decides puzzles. An engine object serves one thread at a time and may keep state between puzzles."""

    @property
    def name(self) -> str:
        """The full name, with all that was left to defaults: `sat:extended@cadical153`."""

    @property
    def traits(self) -> Traits:
        """What it can do."""

    def answer(
        self,
        puzzle: Puzzle,
        *,
        limit: int = 2,
        timeout: float | None = None,
        on_result: Callable[[Grid], object] | None = None,
    ) -> Answer:
        """Look for up to `limit` solutions for up to `timeout` seconds.

        2 decides uniqueness. `on_result` is called with every solution as it is found, before the next is
        looked for. Raises UnsupportedError for a puzzle that the traits do not take.
        """
