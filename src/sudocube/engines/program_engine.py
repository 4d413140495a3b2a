"""Programs that answer each line with a line, as engines: asked ahead, in order, and started anew.

The program is started at the first puzzle and goes on until the engine is closed. It is asked a window of
puzzles ahead, which grows with every answer, from 1 after each start. Whatever goes wrong is the loss of the
puzzle whose turn it is: the program is ended, and the puzzles that it was asked ahead go to a new one.

A program that prints a line too many, or one too few, would from then on answer for other puzzles than it is
taken to answer for. So an answer counts at once only where it is *certain*: it is the first after a start, or
it shows a solution of its puzzle that is none of the neighbours'. The others wait for the next certain one.
Where something goes wrong before, they are asked again, each of a new program; so is a puzzle whose grid is
refused. Nobody is refuted because of a line that is out of turn.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from math import inf
from time import monotonic

from sudocube.arguments import check_limits
from sudocube.engines.outside_answers import GarbledAnswerError, OutsideAnswer, read_answer
from sudocube.engines.protocol import OUTSIDER_TIMEOUT, Traits
from sudocube.errors import EngineError, RefutedError, UnsupportedError, quoted
from sudocube.processes.contained_program import LAST_WORDS_WITHIN, ContainedProgram
from sudocube.processes.program_keeper import ProgramKeeper
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import Answer

WINDOW_AT_MOST = 512
"""How many puzzles a program is asked ahead; at 9×9 they fill a pipe."""

PRINTED = "a program prints GRID, unique GRID, multiple [GRID [GRID]], none, unknown, NUMBER [GRID …] or JSON"
"""For the message on an answer that is none of these."""

ONE_LINE = "a program prints one line for each puzzle, and keeps nothing from one to the next"

Result = Answer | EngineError
"""What an engine that is asked many puzzles gives for each of them."""


@dataclass(slots=True)
class _Run:
    """A program from its start on: how often it has answered, and how many puzzles it has still to answer."""

    program: ContainedProgram
    answered: int = 0
    ahead: int = 0
    window: int = 1
    """How many puzzles it is asked ahead."""
    last: Puzzle | None = None
    """The puzzle that it has answered last."""
    before: Puzzle | None = None
    """The puzzle that it has answered before that one."""


class ProgramEngine:
    """A program that reads a puzzle per line and answers each with a line, in the forms of `outside_answers`.

    `words` are its name and arguments. A subclass may read other answers, by `read`. The engine serves one
    thread at a time. `close` ends the program; it is started again at the next puzzle.
    """

    traits = Traits(complete=False, shows_all=False, default_timeout=OUTSIDER_TIMEOUT)

    def __init__(self, name: str, words: Sequence[str]) -> None:
        self.name, self._words = name, tuple(words)
        self._keeper = ProgramKeeper()
        self._run: _Run | None = None
        self._has_answered = False

    def read(self, said: str, puzzle: Puzzle) -> OutsideAnswer:
        """What a line claims of a puzzle; raises EngineError where it cannot be understood."""
        try:
            return read_answer(said, puzzle.geometry)
        except GarbledAnswerError as error:
            raise error if error.is_explained else GarbledAnswerError(said, PRINTED) from None

    def answer(
        self,
        puzzle: Puzzle,
        *,
        limit: int = 2,
        timeout: float | None = None,
        on_result: Callable[[Grid], object] | None = None,
    ) -> Answer:
        """What the program says; the referee has passed its grids, and `on_result` gets the first two.

        Without a timeout, the program has OUTSIDER_TIMEOUT seconds. The time that it takes to start counts.

        Raises EngineError where the program cannot be started, dies, floods or says what cannot be
        understood, RefutedError where a grid is no solution, or the grids do not fit the number,
        UnsupportedError for pencilmarks and on Windows, and ValueError for a limit or a timeout that is none.
        """
        if not self.traits.supports(puzzle):
            raise UnsupportedError(f"{self.name} takes no pencilmarks, only clues")
        [result] = self.answers([puzzle], limit=limit, timeout=timeout)
        if isinstance(result, EngineError):
            raise result
        if on_result is not None:
            for grid in result.solutions:
                on_result(grid)
        return result

    def answers(
        self, puzzles: Sequence[Puzzle], *, limit: int = 2, timeout: float | None = None
    ) -> Generator[Result, None, None]:
        """What the program says of each puzzle, in order; the timeout is for each of them.

        An error stands in the place of a puzzle that was lost by it. Raises ValueError for a limit or a
        timeout that is none, and UnsupportedError on Windows.
        """
        check_limits(limit=limit, timeout=None if timeout == inf else timeout)
        return self._results(puzzles, limit, OUTSIDER_TIMEOUT if timeout is None else timeout)

    def started_anew(self) -> ContainedProgram:
        """A new program that was asked nothing yet, for a dialogue of one's own; the one before is ended.

        Raises EngineError where the program cannot be started, and UnsupportedError on Windows.
        """
        self._stop()
        return self._keeper.start(self._words)

    def close(self) -> None:
        """End the program, with everything that it has started."""
        self._stop()
        self._keeper.close()

    def _results(
        self, puzzles: Sequence[Puzzle], limit: int, seconds: float
    ) -> Generator[Result, None, None]:
        """See `answers`. `held` has the puzzles whose answers are not certain yet, with these answers."""
        held: list[tuple[Puzzle, Result]] = []
        try:
            for place, puzzle in enumerate(puzzles):
                is_first = self._run is None
                result = self._asked(puzzles, place, limit, seconds)
                if self._run is None:  # something went wrong
                    yield from (self._asked_alone(one, limit, seconds) for one, _ in held)
                    if isinstance(result, RefutedError) and not is_first:
                        result = self._asked_again(puzzle, result, limit, seconds)
                elif is_first or self._is_certain(result, puzzle, puzzles[place + 1 : place + 2]):
                    yield from (answer for _, answer in held)
                else:
                    held.append((puzzle, result))
                    continue
                held.clear()
                yield result
            for _, answer in held:
                yield replace(answer, may_be_shifted=True) if isinstance(answer, Answer) else answer
        finally:
            if self._run is not None and self._run.ahead:
                self._stop()

    def _asked(self, puzzles: Sequence[Puzzle], place: int, limit: int, seconds: float) -> Result:
        """The result for the puzzle at a place, while those after it are asked ahead.

        Where something goes wrong, the program is ended: then there is no run.
        """
        start = monotonic()
        run = None
        try:
            run = self._running()
            if not run.ahead and run.answered and run.program.has_line:
                said = text_of(run.program.line(start))
                raise EngineError(f"out of turn: it printed {quoted(said)} before it was asked; {ONE_LINE}")
            for puzzle in puzzles[place + run.ahead : place + run.window]:
                run.program.send(f"{puzzle}\n".encode())
                run.ahead += 1
            line = self._line(run, start + seconds)
            waited = monotonic() - start
            claimed = self.read(text_of(line), puzzles[place])
            answer = claimed.answer(self.name, puzzles[place], limit=limit, seconds=waited)
        except TimeoutError:
            reason = self._out_of_time(run, seconds)
            self._stop()
            return Answer.unknown(reason, seconds=monotonic() - start)
        except EngineError as error:
            self._stop()
            return error
        run.ahead -= 1
        run.answered += 1
        run.before, run.last = run.last, puzzles[place]
        run.window = min(2 * run.window, WINDOW_AT_MOST)
        self._has_answered = True
        return answer

    def _line(self, run: _Run, deadline: float) -> bytes:
        """The next line; where there is none because the program has ended, the error says what may help.

        Raises TimeoutError at the deadline, and EngineError where the program has ended or floods.
        """
        try:
            return run.program.line(deadline)
        except EngineError as error:
            if run.program.exit_code != 0:
                raise
            hint = "does it take the puzzle as an argument? Then write {} in that place"
            if run.answered:
                hint = f"it has answered {run.answered} before; does it read on until the end of its input?"
            raise EngineError(f"{error}; {hint}") from None

    def _asked_alone(self, puzzle: Puzzle, limit: int, seconds: float) -> Result:
        """The result for a puzzle of a program that was asked nothing else."""
        self._stop()
        result = self._asked([puzzle], 0, limit, seconds)
        self._stop()
        return result

    def _asked_again(self, puzzle: Puzzle, refused: RefutedError, limit: int, seconds: float) -> Result:
        """The result for a puzzle whose answer was refused after others: refuted only if it is alone, too."""
        alone = self._asked_alone(puzzle, limit, seconds)
        if isinstance(alone, RefutedError):
            return alone
        return EngineError(f"out of turn: {refused}; asked alone, it gives another answer; {ONE_LINE}")

    def _running(self) -> _Run:
        """The program that runs; it is started if there is none. Raises EngineError where it cannot."""
        if self._run is None:
            self._run = _Run(self._keeper.start(self._words))
        return self._run

    def _is_certain(self, result: Result, puzzle: Puzzle, following: Sequence[Puzzle]) -> bool:
        """Whether an answer shows a solution that is none of the puzzles before and after its own."""
        if self._run is None or not isinstance(result, Answer) or not result.solutions:
            return False
        neighbours = [*following, *filter(None, [self._run.before])]
        return not any(_fits(result.solutions[0], one) for one in neighbours)

    def _out_of_time(self, run: _Run | None, seconds: float) -> str:
        """Why there is no answer in time; who has never answered perhaps buffers what it prints."""
        if self._has_answered or run is None:
            return f"out of time after {seconds:g} s, and stopped by force"
        why = f"out of time: no answer in {seconds:g} s to the first puzzle; does it flush its output?"
        if rest := run.program.unfinished_line:
            return f"{why} It printed {quoted(text_of(rest))} without an end of line"
        run.program.end_input()
        try:
            run.program.line(monotonic() + min(seconds, LAST_WORDS_WITHIN))
        except (TimeoutError, EngineError):
            return why
        return f"{why} It answers only when its input is at an end"

    def _stop(self) -> None:
        """End the program; the next one is asked its first puzzle alone."""
        if self._run is not None:
            self._run.program.close()
            self._run = None


def text_of(line: bytes) -> str:
    """What was printed, as a text; bytes that are not UTF-8 are shown by their numbers."""
    return line.decode("utf-8", "backslashreplace")


def _fits(grid: Grid, puzzle: Puzzle) -> bool:
    """Whether a grid has the clues of a puzzle."""
    if grid.geometry != puzzle.geometry:
        return False
    for clue, digit in zip(puzzle.cells, grid.cells, strict=True):  # noqa: SIM110 # faster than by `all`
        if clue and clue != digit:
            return False
    return True
