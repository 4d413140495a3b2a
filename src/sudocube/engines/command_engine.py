"""Any program as an engine, by its command: `command:./solver --fast`, `command:./solver {}`.

The command is split as a shell would split it, and started without a shell. Without `{}` in it, the program
is started once, reads a puzzle per line and answers each with a line. With `{}`, it is started for each
puzzle, which stands in that place, and answers with all that it prints. So is a program that answers its
lines only when its input is at an end, once that was found out.
"""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path
from time import monotonic

from sudocube.engines.outside_answers import OutsideAnswer, read_printed
from sudocube.engines.outsider import ONE_LINE, Outsider
from sudocube.errors import EngineError, UnsupportedError, quoted
from sudocube.processes.container import LAST_WORDS_WITHIN, Contained, memory_limit, start_program
from sudocube.puzzle import Puzzle

PLACE = "{}"
"""Where the puzzle stands in a command."""

SURPLUS_WITHIN = 0.05
"""Seconds that are waited once after each start for a line too many."""


class CommandEngine(Outsider):
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
        memory_limit()  # a mistake in it is told before anything is asked
        self.name, self._words = f"command:{command}", words_of_command(command)
        self.is_started_for_each = any(PLACE in word for word in self._words)
        self._program: Contained | None = None
        self._has_answered = self._answers_at_end = False

    @property
    def is_kept(self) -> bool:
        """Whether the program goes on from one puzzle to the next."""
        return not (self.is_started_for_each or self._answers_at_end)

    def started_anew(self) -> Contained:
        """A new program that was asked nothing yet, for a dialogue of one's own; the one before is ended.

        Raises EngineError where the program cannot be started, and UnsupportedError on Windows.
        """
        self.close()
        return start_program(self._words)

    def close(self) -> None:
        """End the program, with everything that it has started; the next puzzle starts it anew."""
        if self._program is not None:
            self._program.close()
            self._program, self.asked_before = None, 0

    def said(self, puzzle: Puzzle, seconds: float) -> OutsideAnswer:
        """What the program claims of a puzzle; see `Outsider.said`."""
        deadline = monotonic() + seconds
        try:
            if self.is_started_for_each or self._answers_at_end:
                return self._said_at_end(puzzle, deadline)
            return self._said_in_turn(puzzle, deadline)
        except TimeoutError:
            if self._has_answered or self._program is None or self.is_started_for_each:
                raise
            raise TimeoutError(self._why_no_answer(seconds)) from None
        except EngineError:
            self.close()
            raise

    def _said_at_end(self, puzzle: Puzzle, deadline: float) -> OutsideAnswer:
        """The answer of a program that is started for this puzzle: all that it prints until it ends."""
        self.close()
        words = [word.replace(PLACE, str(puzzle)) for word in self._words]
        self._program = start_program(words, has_input=self._answers_at_end)
        if self._answers_at_end:
            self._program.send(f"{puzzle}\n".encode())
            self._program.end_input()
        said = text_of(self._program.output(deadline))
        if not said.strip():
            raise EngineError("ended with status 0, and printed nothing")
        claimed = read_printed(said, puzzle)
        self.close()
        return claimed

    def _said_in_turn(self, puzzle: Puzzle, deadline: float) -> OutsideAnswer:
        """The answer of a program that answers each line with a line."""
        is_first = self._program is None
        program = self._program = self._program or start_program(self._words)
        if not is_first:
            self.asked_before += 1
            if program.has_line:
                too_many = quoted(text_of(program.line(deadline)))
                raise EngineError(f"out of turn: it printed {too_many} before it was asked; {ONE_LINE}")
        program.send(f"{puzzle}\n".encode())
        try:
            said = text_of(program.line(deadline))
        except EngineError as error:
            if program.exit_code != 0:
                raise
            hint = "does it take the puzzle as an argument? Then write {} in that place"
            if not is_first:
                hint = "does it read on until the end of its input?"
                hint = f"it has answered {self.asked_before} before; {hint}"
            raise EngineError(f"{error}; {hint}") from None
        claimed = read_printed(said, puzzle)
        if is_first:
            program.wait_for_line(SURPLUS_WITHIN)
            if program.has_line:
                both = f"{quoted(said)}, and then {quoted(text_of(program.line(deadline)))}"
                raise EngineError(f"out of turn: to one puzzle it says {both}; {ONE_LINE}")
        self._has_answered = True
        return claimed

    def _why_no_answer(self, seconds: float) -> str:
        """Why a program that has never answered is out of time: perhaps it buffers what it prints."""
        why = f"out of time: no answer in {seconds:g} s to the first puzzle; does it flush its output?"
        program = self._program
        assert program is not None  # it has not answered
        if rest := program.unfinished_line:
            return f"{why} It printed {quoted(text_of(rest))} without an end of line"
        program.end_input()
        try:
            program.line(monotonic() + min(seconds, LAST_WORDS_WITHIN))
        except (TimeoutError, EngineError):
            return why
        self._answers_at_end = True
        return f"{why} It answers only when its input is at an end; so it is started for each further puzzle"


def text_of(printed: bytes) -> str:
    """What was printed, as a text; bytes that are not UTF-8 are shown by their numbers."""
    return printed.decode("utf-8", "backslashreplace")


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
