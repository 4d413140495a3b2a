"""Functions called in processes of their own, with limits on their time and memory.

A function of a module or a file is imported there; one that only this process has is called in a copy of
this process. What runs there is in `function_host`. A puzzle at which the function runs out of time, needs
too much memory or ends its process is lost; the process is started anew, and goes on with the next puzzle.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from time import monotonic
from typing import Any

from sudocube.engines import function_host
from sudocube.engines.outside_answers import OutsideAnswer
from sudocube.errors import EngineError, UnknownNameError, UnsupportedError
from sudocube.processes.container import Contained, memory_limit, start_copy, start_program
from sudocube.processes.starting import SAFE, safe_path
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import Claim, Verdict

IMPORT_WITHIN = 60.0
"""Seconds that the import of a function may take. They do not count for a puzzle."""

ANSWER_AT_MOST = 10_000_000
"""An answer of more bytes is a flood."""

BEGIN = (
    "import sys, json, importlib\n"
    "sys.path[:] = json.loads(sys.argv.pop(1))\n"
    "importlib.import_module(sys.argv.pop(1)).main(*sys.argv[1:])"
)
"""What the process runs: it looks for modules where this one does, but not in the current folder."""


class ContainedFunction:
    """The function of that name at a place, a module or a file that ends in .py, in another process.

    `host` is the module whose `main` runs there; `said` only understands the usual one. An object serves one
    thread at a time.
    """

    def __init__(self, place: str, name: str, host: str = function_host.__name__) -> None:
        memory_limit()  # a mistake in it is told before anything is asked
        self._place, self._name, self._host = place, name, host
        self._process: Contained | None = None
        self._refusal: UnknownNameError | UnsupportedError | None = None

    def start(self, within: float = IMPORT_WITHIN) -> Contained:
        """Start the process, if it does not run, and wait until the function is imported.

        Raises UnknownNameError where there is no such function, UnsupportedError where it cannot be imported
        within so many seconds, or is no function, and on Windows; and EngineError where no process can be
        started. What was refused once is not tried again.
        """
        if self._refusal is not None:
            raise self._refusal
        if self._process is None:
            arguments = [json.dumps(safe_path()), self._host, self._place, self._name]
            program = start_program([sys.executable, SAFE, "-c", BEGIN, *arguments])
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

    def close(self) -> None:
        """End the process; it is started anew when it is needed."""
        if self._process is not None:
            self._process.close()
            self._process = None

    def said(self, puzzle: Puzzle, seconds: float, *, title: str) -> OutsideAnswer:
        """What the function claims of a puzzle, which it gets as n² symbols. Messages call it `title`.

        Raises TimeoutError after so many seconds, without the time that it takes to import the function, and
        EngineError where there is no answer, or none that can be understood.
        """
        try:
            program = self.start()
            program.send(_request(puzzle))
            told = json.loads(program.line(monotonic() + seconds, ANSWER_AT_MOST))
        except (UnknownNameError, UnsupportedError) as error:
            raise EngineError(str(error)) from None
        except BaseException:
            self.close()
            raise
        if "broke_off" in told:
            raise EngineError(f"{title} broke off: {told['broke_off']}")
        if "garbled" in told:
            raise EngineError(told["garbled"])
        grids = tuple(Grid(cells, puzzle.geometry) for cells in told["solutions"])
        return OutsideAnswer(Claim(told["claims"]), Verdict(told["verdict"]), grids, told["count"])

    def _refused(self, first: dict[str, Any]) -> UnknownNameError | UnsupportedError:
        """The error for what the process says in place of "ready"."""
        if "known" in first:
            return UnknownNameError(f"function of {self._place}", self._name, first["known"])
        return UnsupportedError(first["refused"])


class ForkedFunction(ContainedFunction):
    """A function that only this process has, in a copy of this process, on Linux; see `start_copy`.

    What it changes stays in the copy, which has what was here when it began.
    """

    def __init__(self, function: Callable[[str], object]) -> None:
        super().__init__("", "")
        self._function, self._owner = function, 0

    def start(self, within: float = IMPORT_WITHIN) -> Contained:
        """Start the process, if it does not run; raises EngineError where it cannot be started."""
        if self._process is None or self._owner != os.getpid():  # then this is itself a copy
            self._process = start_copy(partial(function_host.serve, self._function))
            self._owner = os.getpid()
        return self._process


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
