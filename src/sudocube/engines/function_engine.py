"""Functions as engines: anything that takes a puzzle as a text of cells, and returns what it found."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from functools import cache
from inspect import iscoroutinefunction
from math import inf
from threading import local
from time import perf_counter
from typing import TYPE_CHECKING, cast
from weakref import WeakKeyDictionary

from sudocube.engines.function_errors import error_in_words
from sudocube.engines.outside_answers import OutsideAnswer, read_answer
from sudocube.engines.outsider import Outsider
from sudocube.engines.protocol import Engine, Traits
from sudocube.errors import EngineError
from sudocube.processes.starting import CAN_FORK
from sudocube.puzzle import Puzzle

if TYPE_CHECKING:
    from sudocube.engines.contained_function import ContainedFunction

EngineFunction = Callable[[str], object]
"""A function from a puzzle, as n² symbols, to an answer; see `outside_answers`."""

_MEMBERS = ("name", "traits", "answer")
"""What an engine has; see `Engine`."""


class FunctionEngine(Outsider):
    """A function as an engine; `name` is by default its name with brackets, as in `my_solver()`.

    The function gets the puzzle as n² symbols, row by row, with `.` for a blank; it is not told the box
    shape, the limit or the timeout. It returns a text, a list of texts, a number, a dict with `verdict`,
    `count` and `solutions`, or None for "no solution": see `sudocube.engines.outside_answers`. A single
    solution never says that there are no others, so the verdict is then `unknown`.

    Without a timeout it runs in this process, in the thread of the caller, and nothing can stop it. With one,
    it runs in another process, where it is stopped at the limit:

    - if it can be found by its module and name (it stands at the top of a module that can be imported, or in
      a class there), on Linux and macOS, in a process that imports it;
    - else (a lambda, an inner function, one of the script that runs here), on Linux, in a copy of this
      process, made at the first puzzle, and anew after a puzzle that was lost. It has what was here then;
      what it changes is not changed here. It ends with the engine, and with the thread that asks;
    - else in this process, with a RuntimeWarning: an answer that comes after the timeout does not count, but
      nothing comes before the function returns.

    In another process, its memory is limited as well: the environment variable SUDOCUBE_SOLVER_MEMORY, by
    default 2 GB; in a copy, that is beyond what this process had.

    >>> FunctionEngine(lambda cells: "none").answer(Puzzle("11.." + 12 * ".")).verdict
    <Verdict.NONE: 'none'>
    """

    traits = Traits(complete=False, shows_all=False, only_here=True)

    def __init__(self, function: EngineFunction, name: str | None = None) -> None:
        self.function = function
        inner = getattr(function, "func", function)  # of functools.partial
        self.name = name or f"{getattr(inner, '__name__', type(inner).__name__)}()"

    def said(self, puzzle: Puzzle, seconds: float) -> OutsideAnswer:
        """What the function claims of a puzzle; see `Outsider.said`. Errors of the function are EngineErrors.

        >>> FunctionEngine(lambda cells: 288).answer(Puzzle(16 * "."), limit=1000).count
        288
        """
        if seconds < inf and (process := self._process()) is not None:
            return process.said(puzzle, seconds, title=self.name)
        start = perf_counter()
        try:
            said = self.function(str(puzzle))
        except (Exception, SystemExit) as error:
            raise EngineError(f"{self.name} broke off: {error_in_words(error)}") from error
        taken = perf_counter() - start
        if taken > seconds:
            late = f"{self.name} returned after {taken:.3g} s"
            raise TimeoutError(f"out of time after {seconds:g} s; {late}")
        return read_answer(said, puzzle.geometry)

    @property
    def is_kept(self) -> bool:
        """Whether it is called in another process."""
        return self._key() in _processes()

    def close(self) -> None:
        """End the process in which it is called, if there is one."""
        if self._key() in _processes():
            _processes().pop(self._key()).close()

    def _key(self) -> object:
        """What keeps the process: the function, or where that cannot be found by its name, this engine.

        So a new engine has a copy of this process as it is then.
        """
        from sudocube.engines.contained_function import place_of

        return self if place_of(self.function) is None else self.function

    def _process(self) -> ContainedFunction | None:
        """The function in another process, where it can be stopped; None where there is no such process."""
        from sudocube.engines.contained_function import ContainedFunction, ForkedFunction, place_of

        processes, key = _processes(), self._key()
        if key not in processes:
            if sys.platform != "win32" and (place := place_of(self.function)) is not None:
                processes[key] = ContainedFunction(*place)
            elif CAN_FORK:
                processes[key] = ForkedFunction(self.function)
            else:
                _warn_that_nothing_stops(self.name)
                return None
        return processes[key]


_kept = local()
"""The processes of functions that are kept in this thread: to start one takes longer than most puzzles."""


def _processes() -> WeakKeyDictionary[object, ContainedFunction]:
    found: WeakKeyDictionary[object, ContainedFunction] = _kept.__dict__.setdefault(
        "processes", WeakKeyDictionary()
    )
    return found


@cache
def _warn_that_nothing_stops(name: str) -> None:
    """Warn once of a function that runs in this process in spite of a time limit."""
    warnings.warn(
        f"{name} runs in this process, where nothing can stop it: the time limit is noticed only when it "
        "returns",
        RuntimeWarning,
        stacklevel=2,
    )


def as_engine(engine: object, make: Callable[[str], Engine]) -> Engine:
    """An engine from a name, which `make` gets, from an engine itself, or from a function.

    Raises TypeError for anything else, with what is missing, and what `make` raises for a name.

    >>> as_engine(len, make=lambda name: None).name
    'len()'
    """
    if isinstance(engine, str):
        return make(engine)
    what = "an engine is a name, an Engine or a function"
    if isinstance(engine, type):
        raise TypeError(
            f"{what}, not the class {engine.__name__}: give an object of it, {engine.__name__}(…)"
        )
    there = [name for name in _MEMBERS if hasattr(engine, name)]
    if "answer" not in there and callable(engine):
        if iscoroutinefunction(engine):
            raise TypeError(f"{what}, not an async function: nobody would wait for its answer")
        return FunctionEngine(engine)
    kind = type(engine).__name__
    if type(engine).__module__ == "builtins":
        raise TypeError(f"{what}: this is {'an' if kind[0] in 'aeiou' else 'a'} {kind}")
    if missing := [f"no `{name}`" for name in _MEMBERS if name not in there]:
        raise TypeError(f"{what}: this {kind} has no attribute {' and '.join(missing).removeprefix('no ')}")
    found_engine = cast("Engine", engine)
    for name, wanted, is_right in (
        ("name", "a text", isinstance(found_engine.name, str)),
        ("traits", "a Traits", isinstance(found_engine.traits, Traits)),
        ("answer", "a method", callable(found_engine.answer)),
    ):
        if not is_right:
            found = type(getattr(engine, name)).__name__
            raise TypeError(f"{what}: `{name}` of this {kind} has to be {wanted}, not {found}")
    return found_engine
