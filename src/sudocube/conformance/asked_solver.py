"""A solver that is examined: asked one puzzle, or given a list of lines as it stands."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from contextlib import suppress

from sudocube.conformance.line_dialogue import Reply, dialogue
from sudocube.engines import Answer, Engine, Failed, FunctionEngine, Undecided
from sudocube.engines.asking import ask
from sudocube.engines.outsiders import PLACE, CommandEngine, PythonEngine
from sudocube.engines.refereed_answers import refereed_answer
from sudocube.puzzle import Puzzle
from sudocube.verdicts.judging import Cause, Refutation


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


class AskedSolver:
    """A solver with its time limit for each puzzle, in seconds."""

    def __init__(self, engine: Engine, timeout: float) -> None:
        self.engine, self.timeout = engine, timeout

    @property
    def name(self) -> str:
        """The name of the engine."""
        return self.engine.name

    @property
    def program(self) -> CommandEngine | None:
        """The engine, where it is a program that answers each line with a line."""
        engine = self.engine
        is_program = isinstance(engine, CommandEngine) and not engine.is_started_for_each
        return engine if is_program and isinstance(engine, CommandEngine) else None

    def check_start(self) -> None:
        """Raise EngineError where it is a program that cannot be started."""
        if self.program is not None:
            self.program.started_anew().close()

    def answer(self, puzzle: Puzzle, limit: int, *, timeout: float | None = None) -> Answer:
        """What it answers; the referee has passed the solutions."""
        within = self.timeout if timeout is None else min(timeout, self.timeout)
        if self.engine.traits.supports_timeout or self.engine.traits.only_here:
            return refereed_answer(self.engine, puzzle, limit=limit, timeout=within)
        ((_, answers),) = ask([self.engine], [(None, puzzle)], limit=limit, timeout=within, jobs=1)
        return answers[self.name]

    def answers_in_order(self, puzzles: Sequence[Puzzle], limit: int) -> list[Answer]:
        """What it answers one after the other, where nothing is asked again; a program is started anew."""
        if self.program is None:
            self.start_anew()
            return [self.answer(puzzle, limit) for puzzle in puzzles]
        replies = dialogue(self.program, list(map(str, puzzles)), self.timeout).replies
        pairs = zip(replies, puzzles, strict=True)
        return [self.answer_of(reply, puzzle, limit) for reply, puzzle in pairs]

    def answer_of(self, reply: Reply, puzzle: Puzzle, limit: int) -> Answer:
        """The answer that a line is, read and refereed."""
        if reply.text is None:
            return (Undecided if reply.is_timeout else Failed)(reply.reason, reply.seconds)
        return refereed_answer(FunctionEngine(lambda _: reply.text, self.name), puzzle, limit=limit)

    def was_asked_alone(self, refutation: Refutation | None) -> bool:
        """Whether a refuted answer was given alone: programs are asked again before a grid is refused."""
        is_refused = refutation is not None and refutation.cause is Cause.NOT_A_SOLUTION
        return is_refused and isinstance(self.engine, CommandEngine)

    def start_anew(self) -> None:
        """End the program, if it is one: it is started again for the next puzzle."""
        with suppress(AttributeError):
            self.engine.close()  # type: ignore[attr-defined] # engines that are programs have it

    def repeat(self, puzzle: Puzzle, *, as_lines: bool = False, with_timeout: bool = False) -> str | None:
        """A command for a shell that shows what is wrong with the answer to a puzzle.

        `crosscheck` names what refutes an answer as it stands. With `as_lines`, the solver itself is given
        the puzzle and its answer is printed: where nothing refutes that as it stands, `crosscheck` would
        confirm it. With `with_timeout`, the time limit of the suite holds, too. None for a function or an
        object of the caller's own.
        """
        if isinstance(puzzle, WrittenPuzzle) or as_lines:
            return self.repeat_lines([str(puzzle)])
        if self.engine.traits.only_here:
            return None
        other = "kernel" if puzzle.geometry.size == 9 else "sat"
        limit = f" --timeout {self.timeout:g}" if with_timeout else ""
        return f"sudocube crosscheck -e {shlex.quote(self.name)} -e {other}{limit} {puzzle}"

    def repeat_lines(self, lines: Sequence[str]) -> str | None:
        """A command for a shell that gives these lines to the solver as they stand; None as for `repeat`."""
        words = [_shell_word(line) for line in lines]
        if isinstance(self.engine, CommandEngine):
            command = self.name.removeprefix("command:")
            if not self.engine.is_started_for_each:
                return f"printf '%s\\n' {' '.join(words)} | {command}"
            return "; ".join(command.replace(PLACE, word) for word in words)
        if isinstance(self.engine, PythonEngine):
            place, _, name = self.name.removeprefix("python:").rpartition(":")
            place, name = json.dumps(place), json.dumps(name)
            given = f"[{', '.join(map(_python_text, lines))}]"
            imports, found = "from importlib import import_module", f"vars(import_module({place}))"
            if place.endswith('.py"'):
                imports, found = "import runpy", f"runpy.run_path({place})"
            script = f"{imports}; f = {found}[{name}]; [print(f(line)) for line in {given}]"
            return f"python -c {shlex.quote(script)}"
        return None


LONG = 1000
"""A line of more characters is told by what it repeats."""


def _python_text(line: str) -> str:
    """A line as an expression of Python; short, even if it repeats a few characters very often.

    >>> _python_text("12."), _python_text(2000 * "12.")
    ('"12."', '2000 * "12."')
    """
    period = (line + line).find(line, 1) if len(line) > LONG else len(line)
    text = json.dumps(line[:period])
    return text if period == len(line) else f"{len(line) // period} * {text}"


def _shell_word(line: str) -> str:
    """A line as a word for a shell; short, even if it repeats a few characters very often.

    >>> print(_shell_word("1 2"), _shell_word(2000 * "12."))
    '1 2' "$(python -c 'print(2000 * "12.")')"
    """
    text = _python_text(line)
    return f'"$(python -c {shlex.quote(f"print({text})")})"' if len(line) > LONG else shlex.quote(line)
