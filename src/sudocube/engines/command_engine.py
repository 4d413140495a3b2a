"""Any program as an engine, by its command: `command:./solver --fast`, `command:./solver {}`.

The command is split as a shell would split it, and started without a shell. Without `{}` in it, the program
is started once, reads a puzzle per line and answers each with a line: see `program_engine`. With `{}`, it is
started for each puzzle, which stands in that place, and answers with all that it prints.
"""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Generator, Sequence
from math import inf
from pathlib import Path
from time import monotonic

from sudocube.arguments import check_limits
from sudocube.engines.program_engine import ProgramEngine, Result
from sudocube.engines.program_run import text_of
from sudocube.engines.protocol import OUTSIDER_TIMEOUT
from sudocube.errors import EngineError, UnsupportedError, quoted
from sudocube.puzzle import Puzzle
from sudocube.verdict import Answer

PLACE = "{}"
"""Where the puzzle stands in a command."""


class CommandEngine(ProgramEngine):
    """A program as an engine, by its command; see the head of the module.

    The program gets the puzzle as n² symbols, row by row, with `.` for a blank; it is not told the box shape,
    the limit or the time limit. It answers in the forms of `sudocube.engines.outside_answers`.

    `is_started_for_each` says that the puzzle stands in the command.

    Raises UnsupportedError where the command cannot be split, there is no such program, or the limit of
    memory in SUDOCUBE_SOLVER_MEMORY is no size.

    >>> engine = CommandEngine("sh -c 'echo 1243342143122134' {}")
    >>> engine.answer(Puzzle("1... ..2. .3.. ...4")).claims
    <Claim.SOLUTION: 'solution'>
    >>> engine.close()
    """

    def __init__(self, command: str) -> None:
        super().__init__(f"command:{command}", words_of_command(command))
        self.is_started_for_each = any(PLACE in word for word in self._words)

    def answers(
        self, puzzles: Sequence[Puzzle], *, limit: int = 2, timeout: float | None = None
    ) -> Generator[Result, None, None]:
        """What the program says of each puzzle, in order; the timeout is for each of them.

        An error stands in the place of a puzzle that was lost by it. Raises ValueError for a limit or a
        timeout that is none, and UnsupportedError on Windows.
        """
        if not self.is_started_for_each:
            return super().answers(puzzles, limit=limit, timeout=timeout)
        check_limits(limit=limit, timeout=None if timeout == inf else timeout)
        seconds = OUTSIDER_TIMEOUT if timeout is None else timeout
        return (self._answer_of_one(puzzle, limit, seconds) for puzzle in puzzles)

    def _answer_of_one(self, puzzle: Puzzle, limit: int, seconds: float) -> Result:
        """The result of a program that is started for this puzzle."""
        start = monotonic()
        try:
            program = self._keeper.start(
                [word.replace(PLACE, str(puzzle)) for word in self._words], has_input=False
            )
            try:
                said = text_of(program.output(start + seconds))
            finally:
                program.close()
            if not said.strip():
                raise EngineError("ended with status 0, and printed nothing")
            claimed = self.read(said, puzzle)
            return claimed.answer(self.name, puzzle, limit=limit, seconds=monotonic() - start)
        except TimeoutError:
            reason = f"out of time after {seconds:g} s, and stopped by force"
            return Answer.unknown(reason, seconds=monotonic() - start)
        except EngineError as error:
            return error


def words_of_command(command: str) -> list[str]:
    """The name of a program and its arguments; raises UnsupportedError where there is no such program."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UnsupportedError(
            f"the command {quoted(command)} cannot be split: {str(error).lower()}"
        ) from None
    if not words or not words[0]:
        raise UnsupportedError("command: needs a program, as in command:./solver")
    if shutil.which(words[0]) is None:
        if Path(words[0]).is_file():
            raise UnsupportedError(
                f"{words[0]} is not executable: make it so by chmod +x {shlex.quote(words[0])}, or name the "
                f"program that runs it, as in command:python3 {shlex.quote(words[0])}"
            )
        raise UnsupportedError(f"there is no program {words[0]}: give its path, or the name of one on PATH")
    return words
