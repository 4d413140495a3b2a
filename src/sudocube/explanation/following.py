"""A documented method at work on a puzzle, step after step, until its first solution or its end."""

from __future__ import annotations

from collections.abc import Callable, Generator
from enum import StrEnum
from queue import SimpleQueue
from threading import Semaphore, Thread
from time import monotonic

from sudocube.errors import EngineError, UndecidedError
from sudocube.formats.given import refuse_pencilmarks
from sudocube.interrupt import interrupt_held_back
from sudocube.puzzle import Puzzle
from sudocube.solvers.methods import method as method_named
from sudocube.solvers.trace import Step, Trace
from sudocube.trusted import objection

DEFAULT_METHOD = "phases"


class ExplanationOutcome(StrEnum):
    """How a method, or a list of steps, ended."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    """All cases were explored, and there is no solution."""
    STUCK = "stuck"
    """The method has no rule left that applies."""
    UNDECIDED = "undecided"
    """Time ran out."""
    OPEN = "open"
    """A list of steps that ends before the grid is full."""


def follow(
    puzzle: Puzzle,
    on_result: Callable[[Step], object],
    *,
    method: str = DEFAULT_METHOD,
    timeout: float | None = None,
) -> ExplanationOutcome:
    """Run a method until its first solution or its end; `on_result` gets every step as it is taken.

    Raises UnknownNameError, UnsupportedError for pencilmarks, and EngineError where the referee refuses the
    solution.

    >>> steps = []
    >>> follow(Puzzle("1... ..2. .3.. ...4"), steps.append)
    <ExplanationOutcome.SOLVED: 'solved'>
    >>> len(steps), str(steps[-1].kind)
    (14, 'solution')
    """
    refuse_pencilmarks(puzzle, "explain")
    deadline = None if timeout is None else monotonic() + timeout
    trace = Trace(puzzle.geometry, on_result)
    shape = puzzle.geometry
    try:
        grid = next(method_named(method).solutions(puzzle, deadline=deadline, trace=trace), None)
    except TimeoutError:
        return ExplanationOutcome.UNDECIDED
    except UndecidedError:
        return ExplanationOutcome.STUCK
    if grid is None:
        return ExplanationOutcome.UNSOLVABLE
    refused = objection(grid.cells, puzzle.cells, shape.box_rows, shape.box_columns)
    if refused is not None:
        raise EngineError(f"the referee refuses the solution {grid} of {method}: {refused}")
    return ExplanationOutcome.SOLVED


_AHEAD = 256
"""How many steps a method may be ahead of who asks for them."""


def explain(
    puzzle: Puzzle | str, method: str = DEFAULT_METHOD, *, timeout: float | None = None
) -> Generator[Step, None, ExplanationOutcome]:
    """The steps that a method takes, one after the other, until its first solution or its end.

    The generator's value (of `yield from`, or of StopIteration) is how it ended. The method runs in a
    thread of its own, a few steps ahead, and stops when the generator is closed. Raises PuzzleError for
    a text that is no puzzle, and what `follow` raises.

    >>> steps = explain("1... ..2. .3.. ...4")
    >>> for step in list(steps)[:2]:
    ...     print(step.kind, step.rule.name, step.rule.term, step.placed, sep=", ")
    removal, the clues, candidates, {}
    placement, forced possibility, naked single, {3: 3}
    """
    subject = Puzzle(puzzle) if isinstance(puzzle, str) else puzzle
    refuse_pencilmarks(subject, "explain")
    method_named(method)
    return _steps(subject, method, timeout)


def _steps(puzzle: Puzzle, method: str, timeout: float | None) -> Generator[Step, None, ExplanationOutcome]:
    taken: SimpleQueue[Step | ExplanationOutcome | BaseException] = SimpleQueue()
    room = Semaphore(_AHEAD)
    is_closed = False

    def on_result(step: Step) -> None:
        room.acquire()
        if is_closed:
            raise _Closed
        taken.put(step)

    def run() -> None:
        try:
            taken.put(follow(puzzle, on_result, method=method, timeout=timeout))
        except BaseException as error:
            taken.put(error)

    with interrupt_held_back():  # Ctrl-C is for the main thread
        Thread(target=run, name=f"explain {method}", daemon=True).start()
    try:
        while isinstance(item := taken.get(), Step):
            room.release()
            yield item
        if isinstance(item, BaseException):
            raise item
        return item
    finally:
        is_closed = True
        room.release()  # the method may wait for it; at its next step it sees that all is over


class _Closed(BaseException):
    """Nobody asks for further steps."""
