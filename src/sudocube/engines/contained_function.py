"""Functions called in processes of their own, with limits on their time and memory.

A function of a module or a file is imported there; one that only this process has is called in a copy of
this process. What runs there is in `function_host`. A puzzle at which the function runs out of time, needs
too much memory or ends its process is lost; the process is started anew, and goes on with the next puzzle.
"""

from __future__ import annotations

import json
import os
import sys
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from time import monotonic
from typing import Any

from sudocube.engines import function_host
from sudocube.engines.outside_answers import OutsideAnswer
from sudocube.engines.protocol import OUTSIDER_TIMEOUT
from sudocube.errors import EngineError, SudocubeError, UnknownNameError, UnsupportedError
from sudocube.processes.contained_program import ContainedProgram
from sudocube.processes.forked_process import ForkedProcess
from sudocube.processes.program_keeper import ProgramKeeper
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import Answer, Claim, Verdict

IMPORT_WITHIN = 60.0
"""Seconds that the import of a function may take. They do not count for a puzzle."""

AHEAD = 32
"""Puzzles that are with the process before it has answered the first of them."""

LINES_OF_AN_ANSWER = 1000
"""An answer of more lines, each of about 50,000 characters, is a flood."""

BEGIN = (
    "import sys, json, importlib\n"
    "sys.path[:] = json.loads(sys.argv.pop(1))\n"
    "importlib.import_module(sys.argv.pop(1)).main(*sys.argv[1:])"
)
"""What the process runs: it looks for modules where this one does."""


@dataclass(frozen=True, slots=True)
class FunctionReply:
    """What became of a puzzle: a claim, or an error; neither of them where time ran out.

    `is_lost` says that the process does not go on.
    """

    claimed: OutsideAnswer | None
    seconds: float = 0.0
    error: EngineError | None = None
    is_lost: bool = False

    def answer(
        self, name: str, puzzle: Puzzle, limit: int, on_result: Callable[[Grid], object] | None = None
    ) -> Answer:
        """The answer of an engine of that name; the referee has passed all grids, and `on_result` gets them.

        Raises EngineError where there is none, and RefutedError for a grid that is no solution, or grids
        that do not fit the number.
        """
        if self.error is not None:
            raise EngineError(str(self.error))  # its frames know this reply: that would be a circle
        if self.claimed is None:
            reason = f"out of time after {self.seconds:g} s, and stopped by force"
            return Answer.unknown(reason, seconds=self.seconds)
        answer = self.claimed.answer(name, puzzle, limit=limit, seconds=self.seconds)
        if on_result is not None:
            for grid in self.claimed.grids:
                on_result(grid)
        return answer


class StoppableFunction(ABC):
    """A function in another process. It is called with the n² symbols of a puzzle.

    An object serves one thread at a time.
    """

    _process: ContainedProgram | ForkedProcess | None = None

    @abstractmethod
    def start(self) -> ContainedProgram | ForkedProcess:
        """Start the process, if it does not run; raises SudocubeError where it cannot be started."""

    def close(self) -> None:
        """End the process; it is started anew when it is needed."""
        if self._process is not None:
            self._process.close()
            self._process = None

    def replies(
        self, puzzles: Sequence[Puzzle], timeout: float | None = None, *, title: str
    ) -> Iterator[FunctionReply]:
        """What the function says of each puzzle, in order; `timeout` is in seconds, for each of them.

        None stands for OUTSIDER_TIMEOUT. The time between two replies does not count. Messages call the
        function `title`.
        """
        seconds = OUTSIDER_TIMEOUT if timeout is None else timeout
        waiting = deque(puzzles)
        sent = 0  # so many of those that wait are with the process
        try:
            while waiting:
                try:
                    program = self.start()
                except SudocubeError as error:
                    waiting.popleft()
                    yield FunctionReply(None, error=EngineError(str(error)))
                    continue
                while sent < min(len(waiting), AHEAD):
                    program.send(_request(waiting[sent]))
                    sent += 1
                reply = self._reply(program, waiting.popleft(), seconds, title)
                sent -= 1
                if reply.is_lost:
                    self.close()
                    sent = 0
                yield reply
        finally:
            if sent:
                self.close()

    def _reply(
        self, program: ContainedProgram | ForkedProcess, puzzle: Puzzle, seconds: float, title: str
    ) -> FunctionReply:
        """What the process says of the next puzzle."""
        grids: list[Grid] = []
        deadline = monotonic() + seconds
        try:
            for _ in range(LINES_OF_AN_ANSWER):
                said = json.loads(program.line(deadline))
                if "broke_off" in said:
                    return FunctionReply(None, error=EngineError(f"{title} broke off: {said['broke_off']}"))
                if "garbled" in said:
                    return FunctionReply(None, error=EngineError(said["garbled"]))
                grids += [Grid(cells, puzzle.geometry) for cells in said["solutions"]]
                if not said["goes_on"]:
                    claims, verdict = Claim(said["claims"]), Verdict(said["verdict"])
                    claimed = OutsideAnswer(claims, verdict, tuple(grids), said["count"])
                    return FunctionReply(claimed, said["seconds"])
        except TimeoutError:
            return FunctionReply(None, seconds, is_lost=True)
        except EngineError as error:
            return FunctionReply(None, error=error, is_lost=True)
        too_many = EngineError(f"flooded: it returned more than {len(grids):,} grids")
        return FunctionReply(None, error=too_many, is_lost=True)


class ForkedFunction(StoppableFunction):
    """A function that only this process has, in a copy of this process, on Linux; see `ForkedProcess`.

    What it changes stays in the copy, which has what was here when it began.
    """

    def __init__(self, function: Callable[[str], object]) -> None:
        self._function = function
        self._process: ForkedProcess | None = None
        self._owner = 0

    def start(self) -> ForkedProcess:
        """Start the process, if it does not run.

        Raises EngineError where it cannot be started, and UnsupportedError for a limit of memory that is no
        size.
        """
        if self._process is None or self._owner != os.getpid():  # then this is itself a copy
            self._process = ForkedProcess(partial(function_host.serve, self._function))
            self._owner = os.getpid()
        return self._process


class ContainedFunction(StoppableFunction):
    """The function of that name at a place, a module or a file that ends in .py.

    `host` is the module whose `main` runs in the process; `replies` only understands the usual one.
    """

    def __init__(self, place: str, name: str, host: str = function_host.__name__) -> None:
        self._place, self._name, self._host = place, name, host
        self._keeper = ProgramKeeper()
        self._process: ContainedProgram | None = None
        self._refusal: UnknownNameError | UnsupportedError | None = None

    def start(self, within: float = IMPORT_WITHIN) -> ContainedProgram:
        """Start the process, if it does not run, and wait until the function is imported.

        Raises UnknownNameError where there is no such function, UnsupportedError where it cannot be imported
        within so many seconds, or is no function, and on Windows; and EngineError where no process can be
        started. What was refused once is not tried again.
        """
        if self._refusal is not None:
            raise self._refusal
        if self._process is None:
            arguments = [json.dumps(sys.path), self._host, self._place, self._name]
            program = self._keeper.start([sys.executable, "-P", "-c", BEGIN, *arguments])
            why = f"{self._place} cannot be imported"
            try:
                first = json.loads(program.line(monotonic() + within))
            except TimeoutError:
                first = {"refused": f"{why}: it takes more than {within:g} s"}
            except EngineError as error:
                first = {"refused": f"{why}: {error}"}
            if "ready" not in first:
                program.close()
                self._refusal = self._refused(first)
                raise self._refusal
            self._process = program
        return self._process

    def _refused(self, first: dict[str, Any]) -> UnknownNameError | UnsupportedError:
        """The error for what the process says in place of "ready"."""
        if "known" in first:
            return UnknownNameError(f"function of {self._place}", self._name, first["known"])
        return UnsupportedError(first["refused"])


def _request(puzzle: Puzzle) -> bytes:
    """The line for a puzzle, whatever stands in its text."""
    shape = puzzle.geometry
    return f"{shape.box_rows}x{shape.box_columns} {puzzle}\n".encode("utf-8", "surrogatepass")


def place_of(function: object) -> tuple[str, str] | None:
    """The module and the name by which another process finds a function; None where it cannot.

    It cannot find what is made in the script that runs here, in another function or at a prompt.

    >>> from bisect import bisect
    >>> place_of(bisect), place_of(lambda cells: 1)
    (('_bisect', 'bisect_right'), None)
    """
    module, name = getattr(function, "__module__", None), getattr(function, "__qualname__", None)
    if not isinstance(module, str) or not isinstance(name, str) or module == "__main__":
        return None
    there: object = sys.modules.get(module)
    try:
        spec = find_spec(module)
    except (ImportError, ValueError):
        return None
    if spec is None or spec.origin != getattr(getattr(there, "__spec__", None), "origin", None):
        return None
    for part in name.split("."):
        there = getattr(there, part, None)
    return (module, name) if there is function else None
