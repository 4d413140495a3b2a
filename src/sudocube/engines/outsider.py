"""What programs and functions of others have in common: asked one puzzle at a time, within limits."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from math import inf
from time import monotonic

from sudocube.arguments import check_limits
from sudocube.engines.outside_answers import OutsideAnswer
from sudocube.engines.protocol import OUTSIDER_TIMEOUT, Answer, Failed, Found, Refuted, Traits, Undecided
from sudocube.errors import EngineError, RefutedError, UnsupportedError
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import Claim

ONE_LINE = "a program prints one line for each puzzle, and keeps nothing from one to the next"


class Outsider(ABC):
    """Something of others as an engine; a subclass says how it is asked.

    It gets the next puzzle only when it has answered the one before. Whoever does not answer in time is ended
    and started anew, so that a late answer is never taken for the next puzzle's. A program that prints a line
    too many would answer for other puzzles than it is taken to answer for: so a grid is refused only where it
    is given once more by a program that was asked nothing else.
    """

    name: str
    traits = Traits(complete=False, shows_all=False, default_timeout=OUTSIDER_TIMEOUT)
    asked_before = 0
    """How many puzzles it was asked since its start, where what it says may belong to one of these."""
    _is_asked = False

    @property
    def is_kept(self) -> bool:
        """Whether a process of its own goes on from one puzzle to the next; `close` ends it."""
        return True

    @abstractmethod
    def said(self, puzzle: Puzzle, seconds: float) -> OutsideAnswer:
        """What it claims of a puzzle.

        Raises TimeoutError, perhaps with the reason, after so many seconds, and EngineError where there is no
        answer, or none that can be understood.
        """

    @abstractmethod
    def close(self) -> None:
        """End it, with everything that it has started; it is started anew for the next puzzle."""

    def answer(
        self,
        puzzle: Puzzle,
        *,
        limit: int = 2,
        timeout: float | None = None,
        on_result: Callable[[Grid], object] | None = None,
    ) -> Answer:
        """What it says; the referee has passed all its grids, and `on_result` gets each of them.

        Without a timeout, it has that of its traits; the time that a program takes to start counts.

        Raises EngineError where it cannot be started, dies, floods, raises an exception, says what cannot be
        understood, or is at another puzzle; RefutedError where a grid is no solution, or the grids do not fit
        the number; UnsupportedError for pencilmarks and on Windows, and ValueError for a limit or a timeout
        that is none.
        """
        check_limits(limit=limit, timeout=None if timeout == inf else timeout)
        if not self.traits.supports(puzzle):
            raise UnsupportedError(f"{self.name} takes no pencilmarks, only clues")
        if self._is_asked:
            raise EngineError(f"{self.name} is asked while it is at another puzzle")
        own = self.traits.default_timeout
        seconds = timeout if timeout is not None else inf if own is None else own
        self._is_asked = True
        try:
            answer, grids = self._answered(puzzle, limit, seconds)
        except RefutedError as refused:
            if not self.asked_before:
                raise
            self.close()
            self._answered(puzzle, limit, seconds)  # raises RefutedError if it is refused once more
            self.close()
            why = f"out of turn: {refused}; asked alone, it gives another answer; {ONE_LINE}"
            raise EngineError(why) from None
        finally:
            self._is_asked = False
        if on_result is not None:
            for grid in grids:
                on_result(grid)
        return answer

    def _answered(self, puzzle: Puzzle, limit: int, seconds: float) -> tuple[Answer, tuple[Grid, ...]]:
        """The answer, with all grids in it."""
        start = monotonic()
        try:
            claimed = self.said(puzzle, seconds)
        except TimeoutError as error:
            self.close()
            reason = str(error) or f"out of time after {seconds:g} s, and stopped by force"
            return Undecided(reason, monotonic() - start), ()
        except EngineError:
            raise
        except BaseException:  # such as Ctrl-C: its answer may come yet
            self.close()
            raise
        answer = claimed.answer(self.name, puzzle, limit=limit, seconds=monotonic() - start)
        return answer, claimed.grids


def alone_as_before(before: Answer, alone: Answer) -> Answer:
    """The answer of one that was asked alone, if it has said the same before; otherwise `unknown`."""
    if _in_words(before) == _in_words(alone):
        return alone
    said = f"after other puzzles it says {_in_words(before)}, and asked alone, {_in_words(alone)}"
    return Failed(f"out of turn: {said}; {ONE_LINE}", alone.seconds)


def _in_words(answer: Answer) -> str:
    """What an answer claims, in a few words; grids are not compared."""
    match answer:
        case Found(claims=Claim.COUNT):
            return str(answer.count)
        case Found():
            return str(answer.verdict)
        case Refuted():
            return "what is refused"
        case Undecided() | Failed():
            return f"unknown ({answer.reason})"
