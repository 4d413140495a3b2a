"""Programs and functions of others as engines: asked one puzzle at a time, within limits.

command:CMD            a program that is started once, reads a puzzle per line and answers each with a line
command:CMD {}         a program that is started for each puzzle, which stands in the place of `{}`, and
                       answers with all that it prints. So is one that answers only when its input is at an
                       end, once that was found out
python:MODULE:NAME     a function, called in a process that imports it; or python:FILE.py:NAME
a function in Python   called here, or with a time limit in another process

The command is split as a shell would split it, and started without a shell. Whoever does not answer in time
is ended and started anew, so that a late answer is never taken for the next puzzle's. A program that prints
a line too many would answer for other puzzles than it is taken to answer for: so a grid is refused only where
it is given once more by a program that was asked nothing else.
"""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from abc import abstractmethod
from base64 import b64encode
from collections.abc import Callable
from math import inf
from pathlib import Path
from time import monotonic

from sudocube.engines.asking import ONE_LINE
from sudocube.engines.function_host import SUFFIX, Message, returned
from sudocube.engines.outside_answers import OutsideAnswer, read_answer, read_printed
from sudocube.engines.protocol import OUTSIDER_TIMEOUT, Answer, CheckedEngine, OnResult, Traits, Undecided
from sudocube.errors import EngineError, UnsupportedError, quoted
from sudocube.processes.container import LAST_WORDS_WITHIN, Contained, memory_limit, text_of
from sudocube.processes.starting import SAFE, safe_path
from sudocube.processes.supervisor import PLACE
from sudocube.puzzle import Puzzle

SURPLUS_WITHIN = 0.05
"""Seconds that are waited once after each start for a line too many."""

IMPORT_WITHIN = 60.0
"""Seconds that the import of a function may take. They do not count for a puzzle."""

ANSWER_AT_MOST = 10_000_000
"""An answer of a function of more bytes is a flood."""

BEGIN = (
    "import sys, json, importlib\n"
    "sys.path[:] = json.loads(sys.argv.pop(1))\n"
    "importlib.import_module(sys.argv.pop(1)).main(*sys.argv[1:])"
)
"""What the process of a function runs: it looks for modules where this one does, but not in the current
folder."""


class Outsider(CheckedEngine):
    """Something of others as an engine; a subclass says how it is asked.

    It gets the puzzle as n² symbols, row by row, with `.` for a blank; it is not told the box shape, the
    limit or the time limit. It answers in the forms of `outside_answers`. An object serves one thread at a
    time.
    """

    traits = Traits(complete=False, is_outside=True, default_timeout=OUTSIDER_TIMEOUT)
    asked_before = 0
    """How many puzzles it was asked since its start, where what it says may belong to one of these."""
    is_kept = True
    """Whether a process of its own goes on from one puzzle to the next; `close` ends it."""
    ends_at_errors = False
    """Whether its process is ended by any error."""
    _program: Contained | None = None
    _is_asked = False

    @abstractmethod
    def said(self, puzzle: Puzzle, seconds: float) -> OutsideAnswer:
        """What it claims of a puzzle.

        Raises TimeoutError after so many seconds, and EngineError where there is no answer, or none that can
        be understood.
        """

    def _why_late(self, seconds: float) -> str:
        """Why it has not answered within so many seconds; it is ended next."""
        return f"out of time after {seconds:g} s, and stopped by force"

    def close(self) -> None:
        """End it, with everything that it has started; it is started anew for the next puzzle."""
        program, self._program, self.asked_before = self._program, None, 0
        if program is not None:
            program.close()

    def _answered(self, puzzle: Puzzle, limit: int, timeout: float | None, on_result: OnResult) -> Answer:
        """What it says; `on_result` gets each of its grids. The time that a program takes to start counts.

        Raises EngineError where it cannot be started, dies, floods, raises an exception, says what cannot be
        understood, or is at another puzzle; and UnsupportedError on Windows.
        """
        if self._is_asked:
            raise EngineError(f"{self.name} is asked while it is at another puzzle")
        start, within, self._is_asked = monotonic(), inf if timeout is None else timeout, True
        try:
            claimed = self.said(puzzle, within)
        except EngineError:
            if self.ends_at_errors:
                self.close()
            raise
        except BaseException as error:  # also Ctrl-C: its answer may come yet
            try:
                if not isinstance(error, TimeoutError):
                    raise
                return Undecided(self._why_late(within), monotonic() - start)
            finally:
                self.close()
        finally:
            self._is_asked = False
        seconds = monotonic() - start
        if on_result is not None:
            for grid in claimed.grids:
                on_result(grid)
        return claimed.answer(self.name, limit=limit, seconds=seconds)


class CommandEngine(Outsider):
    """A program as an engine, by its command; see the head of the module.

    Raises UnsupportedError where the command cannot be split, there is no such program, or the limit of
    memory in SUDOCUBE_SOLVER_MEMORY is no size.

    >>> engine = CommandEngine("sh -c 'echo 1243342143122134' {}")
    >>> engine.answer(Puzzle("1... ..2. .3.. ...4")).claims
    <Claim.SOLUTION: 'solution'>
    >>> engine.close()
    """

    ends_at_errors = True

    def __init__(self, command: str) -> None:
        self.name, self._words = f"command:{command}", words_of_command(command)
        self.is_kept = not any(PLACE in word for word in self._words)
        self._has_answered = False

    def started_anew(self) -> Contained:
        """A new program that was asked nothing yet, for a dialogue of one's own; the one before is ended.

        Raises EngineError where the program cannot be started, and UnsupportedError on Windows.
        """
        self.close()
        return Contained(self._words)

    def _said_at_end(self, puzzle: Puzzle, deadline: float) -> OutsideAnswer:
        """The answer of a program that is started for this puzzle: all that it prints until it ends."""
        words = [word.replace(PLACE, str(puzzle)) for word in self._words]
        program = self._program = Contained(words)
        if words == self._words:
            program.send((str(puzzle) + "\n").encode())
        program.end_input()
        said = text_of(program.output(deadline))
        if not said:
            raise EngineError("ended with status 0, and printed nothing")
        self.close()
        return read_printed(said, puzzle)

    def said(self, puzzle: Puzzle, seconds: float) -> OutsideAnswer:
        """What the program claims of a puzzle by the line that it prints; see `Outsider.said`."""
        program, deadline = self._program, monotonic() + seconds
        if not self.is_kept:
            return self._said_at_end(puzzle, deadline)
        if is_first := program is None:
            program = self._program = self.started_anew()
        elif program.has_line():
            too_many = quoted(program.line(deadline))
            raise EngineError(f"out of turn: it printed {too_many} before it was asked; {ONE_LINE}")
        else:
            self.asked_before += 1
        program.send((str(puzzle) + "\n").encode())
        try:
            said = program.line(deadline)
        except EngineError as error:
            if program.exit_code != 0:
                raise
            hint = f"it has answered {self.asked_before} before, and is to read on until the end of its input"
            argument = "; or write {} where it takes the puzzle as an argument"
            raise EngineError(f"{error}; {hint}{argument * is_first}") from None
        claimed = read_printed(said, puzzle)
        if is_first:
            if program.has_line(SURPLUS_WITHIN):
                again = program.line(deadline)
                what = f"says {quoted(said)}, and then {quoted(again)}"
                if again.strip() == said.strip():
                    what = f"prints its answer twice, {quoted(said)}"
                raise EngineError(f"out of turn: to one puzzle it {what}; {ONE_LINE}")
            self._has_answered = True
        return claimed

    def _why_late(self, seconds: float) -> str:
        """Why it has not answered; where it never has, perhaps it reads to the end of its input."""
        program = self._program
        if self._has_answered or not self.is_kept or program is None:
            return super()._why_late(seconds)
        why = f"out of time: no answer in {seconds:g} s to the first puzzle; does it flush its output?"
        program.end_input()
        try:
            said = quoted(program.line(monotonic() + min(seconds, LAST_WORDS_WITHIN)))
        except (TimeoutError, EngineError):
            return why
        self.is_kept = False
        return f"{why} It said {said} only at the end of its input; so it is started for each further puzzle"


def words_of_command(command: str) -> list[str]:
    """The name of a program and its arguments.

    Raises UnsupportedError where there is no such program, or the limit of its memory is no size.
    """
    memory_limit()  # a mistake in it is told before anything is asked
    try:
        words = shlex.split(command)
    except ValueError as error:
        why = str(error).lower()
        raise UnsupportedError(f"the command {quoted(command)} cannot be split: {why}") from None
    if not words or not words[0]:
        raise UnsupportedError("command: needs a program, as in command:./solver")
    if shutil.which(words[0]) is None:
        if Path(words[0]).is_file():
            remedy = "write what runs it, as in command:python3 solver.py, or python:FILE.py:NAME"
            raise UnsupportedError(f"{words[0]} is not executable: make it so, or {remedy}")
        remedy = "give the path of a file that is executable, the name of a program on PATH, or what runs it"
        raise UnsupportedError(f"there is no program {words[0]}: {remedy}, as in command:python3 solver.py")
    return words


class PythonEngine(Outsider):
    """The function of that name at a place, a module or a file, as an engine.

    It runs in a process of its own, with a limit on its memory (the environment variable
    SUDOCUBE_SOLVER_MEMORY), and is stopped when a puzzle takes too long: after 10 seconds, unless the caller
    gives a time limit. Raises what `place_and_name` and `start_function` raise.

    >>> PythonEngine("bisect:bisect").name
    'python:bisect:bisect'
    """

    def __init__(self, variant: str) -> None:
        self._place, self._function = place_and_name(variant)
        self.name = f"python:{variant}"
        self._program = self._started()

    def _started(self) -> Contained:
        return start_function(self._place, self._function)

    def _told(self, puzzle: Puzzle, seconds: float) -> Message:
        """What the process tells in which the function is called; see `function_host`."""
        try:
            self._program = self._program or self._started()
            self._program.send(f"{puzzle}\n".encode("utf-8", "surrogatepass"))
            told: Message = json.loads(self._program.line(monotonic() + seconds, ANSWER_AT_MOST))
        except (EngineError, UnsupportedError) as error:  # it may not be there any more
            self.close()
            raise EngineError(str(error)) from None
        return told

    def said(self, puzzle: Puzzle, seconds: float) -> OutsideAnswer:
        """What the function claims of a puzzle, without the time that it takes to import it."""
        told = self._told(puzzle, seconds)
        if "raised" in told:
            raise EngineError(f"{self.name} broke off: {told['raised']}")
        if "garbled" in told:
            raise EngineError(told["garbled"])
        return read_answer(json.loads(told["said"]), puzzle.geometry)


def start_function(
    place: str,
    name: str,
    host: str = "sudocube.engines.function_host",
    *,
    pickled: bytes = b"",
) -> Contained:
    """A process that has imported the function of that name at a place, and runs `main` of the host.

    Where the place is empty, the function is `pickled`. Raises UnsupportedError where there is no such
    function, where it cannot be imported within IMPORT_WITHIN, for a limit of memory that is no size, and on
    Windows; and EngineError where no process can be started.
    """
    program = Contained([sys.executable, SAFE, "-c", BEGIN, json.dumps(safe_path()), host, place, name])
    if pickled:
        program.send(b64encode(pickled) + b"\n")
    try:
        why = json.loads(program.line(monotonic() + IMPORT_WITHIN))["refused"]
    except TimeoutError:
        why = f"{place or name} cannot be imported: it takes more than {IMPORT_WITHIN:g} s"
    except EngineError as error:
        why = f"{place or name} cannot be imported: {error}"
    if why is not None:
        program.close()
        raise UnsupportedError(why)
    return program


def place_and_name(variant: str) -> tuple[str, str]:
    """The place and the name of MODULE:NAME or FILE.py:NAME.

    Raises UnsupportedError where one of them is missing, and where there is no such file.
    """
    place, _, name = variant.rpartition(":")
    if not place or not name or name.endswith(SUFFIX):
        forms = "python:MODULE:NAME or python:FILE.py:NAME"
        raise UnsupportedError(f"python:{variant} names no function; expected {forms}")
    is_file = place.endswith(SUFFIX)
    if ("/" in place or is_file) and not (is_file and Path(place).is_file()):
        raise UnsupportedError(f"there is no file of Python {place}")
    return place, name


class FunctionEngine(PythonEngine):
    """A function as an engine; `name` is by default its name with brackets, as in `my_solver()`.

    The function returns a text, a list of texts, a number, a dict with `verdict`, `count` and `solutions`, or
    None for "no solution": see `sudocube.engines.outside_answers`. A single solution never says that there
    are no others, so the verdict is then `unknown`.

    Without a timeout it runs in this process, in the thread of the caller, and nothing can stop it. With one,
    it runs in another process, where it is stopped at the limit, and its memory is limited as well: by the
    environment variable SUDOCUBE_SOLVER_MEMORY, by default 2 GB. It gets there as cloudpickle carries it:
    with what it knows at the first puzzle; what it changes is not changed here. A function that cannot be
    carried, and any on Windows, has no answer then, and the reason says so.

    >>> FunctionEngine(lambda cells: 288).answer(Puzzle(16 * "."), limit=1000).count
    288
    """

    traits = Traits(complete=False, is_outside=True)
    is_kept = False

    def __init__(self, function: Callable[[str], object], name: str | None = None) -> None:
        self.function = function
        inner = getattr(function, "func", function)  # of functools.partial
        self.name = name or f"{getattr(inner, '__name__', type(inner).__name__)}()"

    def _told(self, puzzle: Puzzle, seconds: float) -> Message:
        self.is_kept = seconds < inf
        return super()._told(puzzle, seconds) if self.is_kept else returned(self.function, str(puzzle))

    def _started(self) -> Contained:
        import cloudpickle

        code = getattr(self.function, "__code__", None)  # cloudpickle leaves out the name of its file
        try:
            pickled = cloudpickle.dumps((self.function, code and code.co_filename))
        except Exception as error:  # whatever an object of theirs raises
            why = f"cannot be carried to another process: {error}; without a time limit, it runs in this one"
            raise EngineError(f"{self.name} {why}") from None
        return start_function("", self.name, pickled=pickled)
