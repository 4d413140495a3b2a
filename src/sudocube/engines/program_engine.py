"""Programs that answer each line with a line, as engines: asked ahead, in order, and started anew.

The program is started at the first puzzle and goes on until the engine is closed. It is asked a window of
puzzles ahead, which grows with every answer, from 1 after each start. Whatever goes wrong is the loss of the
puzzle whose turn it is: the program is ended, and the puzzles that it was asked ahead go to a new one.

A program that prints a line too many, or one too few, would from then on answer for other puzzles than it is
taken to answer for. So an answer counts at once only where it is *certain*: it shows a solution of its puzzle
that is none of the neighbours'. The others, such as words and numbers, wait for the next certain one. After
the last puzzle, the program gets some more whose answers are known (see `sentinels`). Where these are not as
they should be, or something goes wrong before, the puzzles that wait are put to a new program, and its input
is ended: then it has to print so many lines, and no more. If it does not, they are asked again, each of a new
program; what it says then counts only if it is what it has said before. A puzzle whose grid is refused is
asked alone, too, and a program that is asked alone has to give one answer. Nobody is refuted because of a
line that is out of turn.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from math import inf
from time import monotonic

from sudocube.arguments import check_limits
from sudocube.engines.outside_answers import GarbledAnswerError, OutsideAnswer, read_answer
from sudocube.engines.program_run import ONE_LINE, GoesOnError, ProgramRun, text_of
from sudocube.engines.protocol import OUTSIDER_TIMEOUT, Traits
from sudocube.errors import EngineError, RefutedError, UnsupportedError, quoted
from sudocube.geometry import Geometry
from sudocube.processes.contained_program import ContainedProgram
from sudocube.processes.program_keeper import ProgramKeeper
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import Answer, Claim

WINDOW_AT_MOST = 512
"""How many puzzles a program is asked ahead; at 9×9 they fill a pipe."""

PRINTED = "a program prints GRID, unique GRID, multiple [GRID [GRID]], none, unknown, NUMBER [GRID …] or JSON"
"""For the message on an answer that is none of these."""

Result = Answer | EngineError
"""What an engine that is asked many puzzles gives for each of them."""


class ProgramEngine:
    """A program that reads a puzzle per line and answers each with a line, in the forms of `outside_answers`.

    `words` are its name and arguments. A subclass may read other answers, by `read`. The engine serves one
    thread at a time. `close` ends the program; it is started again at the next puzzle.
    """

    traits = Traits(complete=False, shows_all=False, default_timeout=OUTSIDER_TIMEOUT)

    def __init__(self, name: str, words: Sequence[str]) -> None:
        self.name, self._words = name, tuple(words)
        self._keeper = ProgramKeeper()
        self._run: ProgramRun | None = None
        self._has_answered = False
        self._takes_sentinels = True
        self._goes_on: str | None = None

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
        held: list[tuple[Puzzle, Answer]] = []
        try:
            for place, puzzle in enumerate(puzzles):
                is_first = self._run is None
                result = self._asked(puzzles, place, limit, seconds)
                if self._run is None or not isinstance(result, Answer):  # something went wrong
                    yield from self._asked_again(held, limit, seconds)
                    if isinstance(result, RefutedError) and not is_first:
                        result = self._refused_again(puzzle, result, limit, seconds)
                elif self._is_certain(result, () if is_first else puzzles[place + 1 : place + 2]):
                    yield from (answer for _, answer in held)
                else:
                    held.append((puzzle, result))
                    continue
                held.clear()
                yield result
            if held:
                yield from self._at_the_end(held, limit, seconds)
        finally:
            if self._run is not None and self._run.ahead:
                self._stop()

    def _at_the_end(
        self, held: Sequence[tuple[Puzzle, Answer]], limit: int, seconds: float
    ) -> Iterator[Result]:
        """The results for puzzles after the last certain one, once all were answered."""
        had_sentinels = self._takes_sentinels
        if self._is_in_turn(held[-1][0].geometry, seconds):
            yield from (replace(answer, may_be_shifted=True) for _, answer in held)
            return
        self._stop()
        is_same = True
        for (_, before), result in zip(held, self._asked_again(held, limit, seconds), strict=True):
            is_same = is_same and isinstance(result, Answer) and _says_the_same(before, result)
            yield result
        if had_sentinels and is_same:  # its lines were in turn, and the sentinels of no use
            self._takes_sentinels = False

    def _is_in_turn(self, geometry: Geometry, seconds: float) -> bool:
        """Whether the program, which has answered all, has printed no line too many."""
        run, deadline = self._running(), monotonic() + seconds
        if self._takes_sentinels:
            return run.passes_sentinels(geometry, deadline)
        is_in_turn = run.prints_nothing_more(geometry, deadline)
        self._stop()
        return is_in_turn

    def _asked_again(
        self, held: Sequence[tuple[Puzzle, Answer]], limit: int, seconds: float
    ) -> Iterator[Result]:
        """The results for puzzles whose answers are perhaps out of turn, of a new program."""
        if len(held) > 1 and (counted := self._counted([one for one, _ in held], limit, seconds)):
            yield from counted
            return
        self._goes_on = None
        for puzzle, before in held:
            if self._goes_on is not None:  # it would be waited for each time
                yield Answer.unknown(self._goes_on, faulty=True)
                continue
            alone = self._asked_alone(puzzle, limit, seconds)
            yield alone_as_before(before, alone) if isinstance(alone, Answer) and not alone.faulty else alone

    def _counted(self, puzzles: Sequence[Puzzle], limit: int, seconds: float) -> list[Answer]:
        """The answers of a new program that gets these puzzles; none if it does not print so many lines."""
        self._stop()
        found = list[Answer]()
        with suppress(EngineError):  # told by the first puzzle
            self._running().window = WINDOW_AT_MOST
        for place in range(len(puzzles)):
            result = self._asked(puzzles, place, limit, seconds)
            if self._run is None or not isinstance(result, Answer):
                return []
            found.append(replace(result, may_be_shifted=True))
        is_all = self._running().prints_nothing_more(puzzles[-1].geometry, monotonic() + seconds)
        self._stop()
        return found if is_all else []

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
                run.ask(puzzle)
            line = run.line(start + seconds)
            waited = monotonic() - start
            claimed = self.read(text_of(line), puzzles[place])
            try:
                answer = claimed.answer(self.name, puzzles[place], limit=limit, seconds=waited)
            except RefutedError:
                if not run.answered:
                    run.check_alone(puzzles[place].geometry, start + seconds)
                raise
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

    def _asked_alone(self, puzzle: Puzzle, limit: int, seconds: float) -> Result:
        """The result for a puzzle of a program that was asked nothing else."""
        self._stop()
        start = monotonic()
        result = self._asked([puzzle], 0, limit, seconds)
        if self._run is not None and isinstance(result, Answer) and not result.solutions:
            try:
                self._run.check_alone(puzzle.geometry, start + seconds)
            except EngineError as error:
                self._goes_on = str(error) if isinstance(error, GoesOnError) else None
                result = Answer.unknown(str(error), faulty=True, seconds=monotonic() - start)
        self._stop()
        return result

    def _refused_again(self, puzzle: Puzzle, refused: RefutedError, limit: int, seconds: float) -> Result:
        """The result for a puzzle whose answer was refused after others: refuted only if it is alone, too."""
        alone = self._asked_alone(puzzle, limit, seconds)
        if isinstance(alone, RefutedError):
            return alone
        return EngineError(f"out of turn: {refused}; asked alone, it gives another answer; {ONE_LINE}")

    def _running(self) -> ProgramRun:
        """The program that runs; it is started if there is none. Raises EngineError where it cannot."""
        if self._run is None:
            self._run = ProgramRun(self._keeper.start(self._words), self.read)
        return self._run

    def _is_certain(self, result: Answer, following: Sequence[Puzzle]) -> bool:
        """Whether an answer shows a solution that is none of the puzzles before and after its own."""
        if self._run is None or not result.solutions:
            return False
        neighbours = [*following, *filter(None, [self._run.before])]
        return not any(_fits(result.solutions[0], one) for one in neighbours)

    def _out_of_time(self, run: ProgramRun | None, seconds: float) -> str:
        """Why there is no answer in time."""
        if self._has_answered or run is None:
            return f"out of time after {seconds:g} s, and stopped by force"
        return run.why_no_answer(seconds)

    def _stop(self) -> None:
        """End the program; the next one is asked its first puzzle alone."""
        if self._run is not None:
            self._run.program.close()
            self._run = None


def alone_as_before(before: Answer, alone: Answer) -> Answer:
    """The answer of a program that was asked alone, if it has said the same before; otherwise `unknown`."""
    if _says_the_same(before, alone):
        return alone
    said = f"after other puzzles it says {_in_words(before)}, and asked alone, {_in_words(alone)}"
    return Answer.unknown(f"out of turn: {said}; {ONE_LINE}", faulty=True)


def _says_the_same(one: Answer, other: Answer) -> bool:
    """Whether two answers claim the same; grids are not compared."""
    return (one.verdict, one.claims, one.count) == (other.verdict, other.claims, other.count)


def _in_words(answer: Answer) -> str:
    """What an answer claims, in a few words."""
    if not answer.verdict.is_decided and not answer.solutions:
        return f"unknown ({answer.reason})"
    return str(answer.count) if answer.claims is Claim.COUNT else str(answer.verdict)


def _fits(grid: Grid, puzzle: Puzzle) -> bool:
    """Whether a grid has the clues of a puzzle."""
    if grid.geometry != puzzle.geometry:
        return False
    for clue, digit in zip(puzzle.cells, grid.cells, strict=True):  # noqa: SIM110 # faster than by `all`
        if clue and clue != digit:
            return False
    return True
