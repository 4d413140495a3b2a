"""A solver that is examined: asked one puzzle, or given a list of lines as it stands.

An engine takes care that no answer is taken out of turn, and asks again. In a dialogue nothing is asked
again: one sees what a program does that keeps something from one line to the next, or answers too often or
not at all.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic

from sudocube.engines import Answer, Engine, Failed, Undecided
from sudocube.engines.asking import ask_one, refereed_answer
from sudocube.engines.outside_answers import OutsideAnswer, read_printed
from sudocube.engines.outsiders import CommandEngine, Outsider
from sudocube.errors import EngineError
from sudocube.processes.supervisor import PLACE
from sudocube.puzzle import Puzzle

STARTS = 3
"""How often a program is started for one list: it is started anew for the lines after one that it lost."""

MORE_LINES_WITHIN = 0.2
"""Seconds in which a line too many is waited for, after the last answer."""


class WrittenPuzzle(Puzzle):
    """A puzzle that is written in a way of its own: outsiders get `text` for it.

    >>> str(WrittenPuzzle("1000002003000004", Puzzle("1... ..2. .3.. ...4")))
    '1000002003000004'
    """

    __slots__ = ("text",)
    text: str

    def __init__(self, text: str, puzzle: Puzzle) -> None:
        super().__init__(puzzle)
        object.__setattr__(self, "text", text)

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[type[WrittenPuzzle], tuple[str, Puzzle]]:  # type: ignore[override]
        return type(self), (self.text, Puzzle(self.cells, self.geometry))


class _Printed(Outsider):
    """An engine for what a program has printed."""

    is_kept = False

    def __init__(self, name: str, text: str) -> None:
        self.name, self._text = name, text

    def said(self, puzzle: Puzzle, seconds: float) -> OutsideAnswer:
        """What the text claims of a puzzle."""
        return read_printed(self._text, puzzle)


class AskedSolver:
    """A solver with its time limit for each puzzle, in seconds."""

    def __init__(self, engine: Engine, timeout: float) -> None:
        self.engine, self.timeout = engine, timeout

    @property
    def program(self) -> CommandEngine | None:
        """The engine, where it is a program that answers each line with a line."""
        engine = self.engine
        return engine if isinstance(engine, CommandEngine) and engine.is_kept else None

    def answer(self, puzzle: Puzzle, limit: int) -> Answer:
        """What it answers; the referee has passed the solutions."""
        return ask_one(self.engine, puzzle, limit=limit, timeout=self.timeout)

    def answers_in_order(self, puzzles: Sequence[Puzzle], limit: int) -> list[Answer]:
        """What it answers one after the other, where nothing is asked again; a program is started anew."""
        if self.program is None:
            self.start_anew()
            return [self.answer(puzzle, limit) for puzzle in puzzles]
        replies, _ = dialogue(self.program, [*map(str, puzzles)], self.timeout)
        return [self.answer_of(reply, puzzle, limit) for reply, puzzle in zip(replies, puzzles, strict=True)]

    def answer_of(self, reply: Reply, puzzle: Puzzle, limit: int) -> Answer:
        """The answer that a line is, read and refereed."""
        if reply.text is None:
            return (Undecided if reply.is_timeout else Failed)(reply.reason, reply.seconds)
        return refereed_answer(_Printed(self.engine.name, reply.text), puzzle, limit=limit)

    def start_anew(self) -> None:
        """End the program, if it is one: it is started again for the next puzzle."""
        with suppress(AttributeError):
            self.engine.close()  # type: ignore[attr-defined] # engines that are programs have it

    def repeat(self, lines: Sequence[str]) -> str | None:
        """A command for a shell that gives these lines to the solver, one after the other.

        None for a function or an object of the caller's own.
        """
        words, name = [*map(shlex.quote, lines)], self.engine.name
        if isinstance(self.engine, CommandEngine):
            command = name.removeprefix("command:")
            if PLACE not in command:
                return f"printf '%s\\n' {' '.join(words)} | {command}"
            return "; ".join(command.replace(PLACE, word) for word in words)
        if name.startswith("python:"):
            place, _, function = name.removeprefix("python:").rpartition(":")
            place, function, given = map(json.dumps, (place, function, list(lines)))
            imports, found = "from importlib import import_module", f"vars(import_module({place}))"
            if place.endswith('.py"'):
                imports, found = "import runpy", f"runpy.run_path({place})"
            script = f"{imports}; f = {found}[{function}]; [print(f(line)) for line in {given}]"
            return f"python -c {shlex.quote(script)}"
        return None


@dataclass(frozen=True, slots=True)
class Reply:
    """What came for a line: a text, or None and the reason. `is_timeout` says that nothing came in time."""

    text: str | None
    reason: str = ""
    is_timeout: bool = False
    seconds: float = 0.0


def dialogue(engine: CommandEngine, lines: Sequence[str], timeout: float) -> tuple[list[Reply], list[str]]:
    """Give a program all these lines at once, and take a line for each; `timeout` is in seconds, for each.

    Returns the replies, in order, and lines that came after the last of them.
    Where it dies, floods or is out of time, it is started anew for the lines that follow, up to STARTS times;
    the lines that are left then have no reply. Raises EngineError where it cannot be started.
    """
    replies: list[Reply] = []
    surplus: list[str] = []
    for _ in range(STARTS):
        program = engine.started_anew()
        program.send("".join(f"{line}\n" for line in lines[len(replies) :]).encode())
        start = monotonic()
        try:
            while len(replies) < len(lines):
                start = monotonic()
                text = program.line(start + timeout)
                replies.append(Reply(text, seconds=monotonic() - start))
            while len(surplus) <= len(lines):
                surplus.append(program.line(monotonic() + MORE_LINES_WITHIN))
        except (TimeoutError, EngineError) as error:
            if len(replies) < len(lines):
                is_late = isinstance(error, TimeoutError)
                reason = f"out of time after {timeout:g} s" if is_late else str(error)
                replies.append(Reply(None, reason, is_timeout=is_late, seconds=monotonic() - start))
        finally:
            program.close()
        if len(replies) == len(lines):
            break
    missing = len(lines) - len(replies)
    replies += [Reply(None, "not asked any more, after it was lost so often", is_timeout=True)] * missing
    return replies, surplus
