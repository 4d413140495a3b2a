"""What an engine is, and the base class of those that find one solution after the other."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic, perf_counter
from typing import Protocol, runtime_checkable

from sudocube.errors import UndecidedError, UnsupportedError
from sudocube.geometry import SIZES
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import Answer


@dataclass(frozen=True, slots=True)
class Traits:
    """What an engine can do.

    `complete`: given enough time, it decides every puzzle; otherwise it may get stuck. `sizes`: the sizes
    that it takes. `supports_timeout`: it stops by itself at a time limit and at Ctrl-C; an engine that cannot
    do so runs in a process that can be killed. `proves`: it can prove `unique` and `none` by a refutation.
    `counts`: it counts many solutions faster than it shows them. `pencilmarks`: it takes puzzles with
    candidates.
    """

    complete: bool = True
    sizes: tuple[int, ...] = SIZES
    supports_timeout: bool = True
    proves: bool = False
    counts: bool = False
    pencilmarks: bool = False

    def supports(self, puzzle: Puzzle) -> bool:
        """Whether the engine takes this puzzle: its size, and its pencilmarks if it has any."""
        return puzzle.geometry.size in self.sizes and (self.pencilmarks or puzzle.candidates is None)


@runtime_checkable
class Engine(Protocol):
    """Decides puzzles. An engine object serves one thread at a time and may keep state between puzzles."""

    @property
    def name(self) -> str:
        """The full name, with the defaults filled in: `sat:extended@cadical153`."""

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
        """Look for up to `limit` solutions (at least 1) for up to `timeout` seconds.

        A limit of 2 decides uniqueness. `on_result` is called with each solution before the search for the
        next one begins; an exception that it raises comes through. Where time runs out, or an incomplete
        method gets stuck, the answer says so in `reason`, and nothing is raised.

        Raises UnsupportedError for a puzzle that `traits` does not support, and EngineError where the search
        itself fails, for example with a model that is no grid.
        """


class SearchEngine(ABC):
    """An engine made from a search for solutions; a subclass provides `search`.

    Invariant: a search that was cut short never counts as one that found all solutions.
    """

    name: str
    traits: Traits

    @abstractmethod
    def search(self, puzzle: Puzzle, found: Callable[[Grid], bool], deadline: float | None) -> bool:
        """Call `found` once with each solution, and stop when it returns False.

        Returns True where the search came to its end, so that there are no other solutions, and False where
        `found` stopped it. Raises TimeoutError once `time.monotonic()` has passed the deadline, and
        UndecidedError, with the reason, where an incomplete method is stuck.
        """

    def answer(
        self,
        puzzle: Puzzle,
        *,
        limit: int = 2,
        timeout: float | None = None,
        on_result: Callable[[Grid], object] | None = None,
    ) -> Answer:
        """Look for up to `limit` solutions (at least 1) for up to `timeout` seconds; see `Engine.answer`.

        Raises UnsupportedError for a puzzle that `traits` does not support, and EngineError where the search
        itself fails.
        """
        check_supported(self.name, self.traits, puzzle)
        start = perf_counter()
        deadline = None if timeout is None else monotonic() + timeout
        first: list[Grid] = []
        count = 0
        caller_error: Exception | None = None

        def found(grid: Grid) -> bool:
            nonlocal count, caller_error
            count += 1
            if count <= 2:
                first.append(grid)
            if on_result is not None:
                try:
                    on_result(grid)
                except (TimeoutError, UndecidedError) as error:  # the caller's error, not this search's
                    caller_error = error
                    raise
            return count != limit

        try:
            exhausted = self.search(puzzle, found, deadline)
        except (TimeoutError, UndecidedError) as error:
            if error is caller_error:
                raise
            reason = (
                f"stuck: {error}" if isinstance(error, UndecidedError) else f"out of time after {timeout:g} s"
            )
            cut_short = Answer.of_search(first, count, exhausted=False, seconds=perf_counter() - start)
            return replace(cut_short, reason=reason)
        return Answer.of_search(first, count, exhausted=exhausted, seconds=perf_counter() - start)


def check_supported(name: str, traits: Traits, puzzle: Puzzle) -> None:
    """Raise UnsupportedError for a puzzle that an engine with these traits does not take."""
    if puzzle.geometry.size not in traits.sizes:
        sizes = ", ".join(map(str, traits.sizes))
        raise UnsupportedError(f"{name} takes puzzles of size {sizes}, not {puzzle.geometry.size}")
    if not traits.supports(puzzle):
        raise UnsupportedError(f"{name} takes no pencilmarks, only clues")
