"""An engine out of a search: whatever finds solution after solution becomes an engine here."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from time import monotonic, perf_counter

from sudocube.engines.protocol import Traits
from sudocube.errors import UndecidedError, UnsupportedError
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import Answer


class SearchEngine(ABC):
    """Answers by going through the solutions; a subclass says how to find them.

    It keeps the promise that matters most: a search that was cut short is never taken for one that
    found all there is.
    """

    name: str
    traits: Traits

    @abstractmethod
    def search(self, puzzle: Puzzle, found: Callable[[Grid], bool], deadline: float | None) -> bool:
        """Hand each solution to `found`, once, and stop when that returns False.

        Returns True where the search came to its end, so that there are no other solutions, and False
        where `found` stopped it. Raises TimeoutError once `time.monotonic()` has passed the deadline, and
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
        """Look for up to `limit` solutions for up to `timeout` seconds; see `Engine.answer`."""
        refuse_others(self.name, self.traits, puzzle)
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
                except (
                    TimeoutError,
                    UndecidedError,
                ) as error:  # the caller's own: it says nothing of this search
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


def refuse_others(name: str, traits: Traits, puzzle: Puzzle) -> None:
    """Raise UnsupportedError for a puzzle that an engine of these traits does not take."""
    if puzzle.geometry.size not in traits.sizes:
        sizes = ", ".join(map(str, traits.sizes))
        raise UnsupportedError(f"{name} takes puzzles of size {sizes}, not {puzzle.geometry.size}")
    if not traits.supports(puzzle):
        raise UnsupportedError(f"{name} takes no pencilmarks, only clues")
