"""A program that answers each line with a line, from its start on, and whether its lines are in turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from sudocube.engines.outside_answers import OutsideAnswer
from sudocube.engines.sentinels import is_as_expected, sentinels
from sudocube.errors import EngineError, quoted
from sudocube.geometry import Geometry
from sudocube.processes.contained_program import LAST_WORDS_WITHIN, ContainedProgram
from sudocube.puzzle import Puzzle

SURPLUS_WITHIN = 0.05
"""Seconds that are waited once after each start for a line too many."""

ONE_LINE = "a program prints one line for each puzzle, and keeps nothing from one to the next"

Reader = Callable[[str, Puzzle], OutsideAnswer]
"""What a line claims of a puzzle; raises EngineError where it cannot be understood."""


class GoesOnError(EngineError):
    """A program goes on when its input has ended, so that it is not known whether it says more."""


@dataclass(slots=True)
class ProgramRun:
    """A program from its start on: how often it has answered, and how many puzzles it has still to answer."""

    program: ContainedProgram
    read: Reader
    answered: int = 0
    ahead: int = 0
    window: int = 1
    """How many puzzles it is asked ahead."""
    last: Puzzle | None = None
    """The puzzle that it has answered last."""
    before: Puzzle | None = None
    """The puzzle that it has answered before that one."""
    said: bytes = b""
    """The last line that it has printed."""
    is_checked: bool = False
    """Whether its lines were in turn at the end of a batch."""

    def ask(self, puzzle: Puzzle) -> None:
        """Put a puzzle to it, ahead."""
        self.program.send(f"{puzzle}\n".encode())
        self.ahead += 1

    def line(self, deadline: float) -> bytes:
        """The next line; where there is none because the program has ended, the error says what may help.

        Raises TimeoutError at the deadline, and EngineError where the program has ended or floods.
        """
        try:
            self.said = self.program.line(deadline)
        except EngineError as error:
            if self.program.exit_code != 0:
                raise
            hint = "does it take the puzzle as an argument? Then write {} in that place"
            if self.answered:
                hint = f"it has answered {self.answered} before; does it read on until the end of its input?"
            raise EngineError(f"{error}; {hint}") from None
        return self.said

    def passes_sentinels(self, geometry: Geometry, deadline: float) -> bool:
        """Whether a program that has answered all answers the sentinels, too, and prints nothing else."""
        asked, deadline = sentinels(geometry), _soon(deadline)
        for puzzle in asked:
            self.ask(puzzle)
        try:
            for place in range(len(asked)):
                claimed = self._claimed(self.program.line(deadline), geometry)
                if claimed is None or not is_as_expected(claimed, place, geometry):
                    return False
                self.ahead -= 1
        except (TimeoutError, EngineError):
            return False
        if not self.is_checked:
            self.program.wait_for_line(SURPLUS_WITHIN)
        self.is_checked = True
        return not self.program.has_line

    def prints_nothing_more(self, geometry: Geometry, deadline: float) -> bool:
        """Whether a program that has answered all prints no further answer, once its input has ended."""
        lines, _ = self.program.last_lines(_soon(deadline))
        return not any(self._claimed(line, geometry) for line in lines)

    def check_alone(self, geometry: Geometry, deadline: float) -> None:
        """Raises EngineError where a program that got one puzzle prints another answer after its first.

        GoesOnError stands for one that may print another: it has not ended at the deadline.
        """
        said, first = self._claimed(self.said, geometry), quoted(text_of(self.said))
        lines, has_ended = self.program.last_lines(_soon(deadline))
        if not lines and not has_ended:  # perhaps it is at the puzzle, and what it has said was a title
            lines, has_ended = self.program.last_lines(deadline)
        for line in lines:
            if (claimed := self._claimed(line, geometry)) is not None and claimed != said:
                both = f"{first}, and then {quoted(text_of(line))}"
                raise EngineError(f"out of turn: to one puzzle it says {both}; {ONE_LINE}")
        if not lines and not has_ended:
            why = f"it says {first}, and goes on when its input has ended, so that another answer may follow"
            raise GoesOnError(f"out of turn: {why}; {ONE_LINE}")

    def _claimed(self, line: bytes, geometry: Geometry) -> OutsideAnswer | None:
        """What a line claims of a puzzle of that geometry; None where it is no answer."""
        try:
            return self.read(text_of(line), Puzzle([0] * geometry.cell_count, geometry))
        except EngineError:
            return None

    def why_no_answer(self, seconds: float) -> str:
        """Why a program that has never answered is out of time: perhaps it buffers what it prints."""
        why = f"out of time: no answer in {seconds:g} s to the first puzzle; does it flush its output?"
        if rest := self.program.unfinished_line:
            return f"{why} It printed {quoted(text_of(rest))} without an end of line"
        self.program.end_input()
        try:
            self.program.line(monotonic() + min(seconds, LAST_WORDS_WITHIN))
        except (TimeoutError, EngineError):
            return why
        return f"{why} It answers only when its input is at an end"


def _soon(deadline: float) -> float:
    """A deadline for what a program does at once, such as to end."""
    return min(deadline, monotonic() + LAST_WORDS_WITHIN)


def text_of(line: bytes) -> str:
    """What was printed, as a text; bytes that are not UTF-8 are shown by their numbers."""
    return line.decode("utf-8", "backslashreplace")
