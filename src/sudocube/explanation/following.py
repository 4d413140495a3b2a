"""A documented method at work on a puzzle: its steps one after the other, and how it ended."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from enum import StrEnum
from functools import partial

from sudocube.arguments import as_puzzle, check_limits
from sudocube.clock import Clock
from sudocube.errors import RefutedError, UndecidedError
from sudocube.explanation.step_history import StepHistory
from sudocube.processes.callback_iterator import given_to_callback
from sudocube.puzzle import CellForms, Puzzle
from sudocube.refereeing import referee
from sudocube.solvers.methods import method as method_named
from sudocube.solvers.trace import Step, StepKind, Trace

DEFAULT_METHOD = "phases"


class ExplanationOutcome(StrEnum):
    """How a method, or a list of steps, ended.

    >>> seen = []
    >>> follow(Puzzle("12.. ...3 ..3. ...4"), seen.append)
    <ExplanationOutcome.UNSOLVABLE: 'unsolvable'>
    """

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    """All cases were tried, and there is no solution."""
    STUCK = "stuck"
    """The method has no rule left that applies."""
    UNDECIDED = "undecided"
    """Time ran out."""
    OPEN = "open"
    """The list of steps ended before the grid was full."""


def follow(
    puzzle: Puzzle,
    on_result: Callable[[Step], object],
    *,
    method: str = DEFAULT_METHOD,
    timeout: float | None = None,
    all_solutions: bool = False,
    up_to: int | None = None,
    uniqueness: bool = False,
) -> ExplanationOutcome:
    """Run a method until its first solution or its end; `on_result` is called with every step.

    With `all_solutions` it goes on after a solution to its end, so that the steps show why there are no
    others; if time runs out before that, the outcome is UNDECIDED. `up_to` is the greatest level of the
    techniques, and with `uniqueness` they may assume that there is one solution.

    Raises TypeError or PuzzleError for what is no puzzle, UnsupportedError for pencilmarks, UnknownNameError
    for a method that does not exist, ValueError for a timeout that is no number above 0 or a level that the
    method does not have, and RefutedError where the referee refuses the solution.

    >>> steps = []
    >>> follow(Puzzle("1... ..2. .3.. ...4"), steps.append)
    <ExplanationOutcome.SOLVED: 'solved'>
    >>> len(steps), str(steps[-1].kind)
    (14, 'solution')
    """
    puzzle = as_puzzle(puzzle, clues_only="explain")
    check_limits(timeout=timeout)
    clock = Clock(timeout)
    chosen = method_named(method, up_to=up_to, uniqueness=uniqueness)

    def record(step: Step) -> None:
        if step.kind is not StepKind.LEFT_OUT:  # with a trace, each step takes long, and a method looks at
            clock.check()  # the time between rounds; what is left out is told when time has run out, too
        on_result(step)

    trace = Trace(record)
    outcome = ExplanationOutcome.UNSOLVABLE
    try:
        for grid in chosen.solutions(puzzle, clock=clock, trace=trace):
            refused = referee(grid, puzzle)
            if refused is not None:
                raise RefutedError(f"the referee refuses the solution {grid} of {method}: {refused}")
            outcome = ExplanationOutcome.SOLVED
            if not all_solutions:
                break
    except TimeoutError:
        return ExplanationOutcome.UNDECIDED
    except UndecidedError:
        return ExplanationOutcome.STUCK
    return outcome


AHEAD = 256
"""How many steps the thread of the method may be ahead of the caller."""


def explain(
    puzzle: CellForms,
    method: str = DEFAULT_METHOD,
    *,
    timeout: float | None = None,
    all_solutions: bool = False,
    up_to: int | None = None,
    uniqueness: bool = False,
) -> Generator[Step, None, ExplanationOutcome]:
    """The steps that a method takes, one after the other, until its first solution or its end.

    With `all_solutions` it goes on after a solution to its end, so that the steps show why there are no
    others. The generator's return value (of `yield from`, or of StopIteration) says how it ended. The method
    runs in a thread of its own, a few hundred steps ahead at most, and stops when the generator is closed.
    `str` of a step is the sentence that the command line prints. The method `techniques` goes up to the level
    `up_to`, 1 to 12 (by default 11), and with `uniqueness` it may assume that there is one solution.

    Raises TypeError for what `Puzzle` does not take, PuzzleError for cells that are no puzzle,
    UnsupportedError for pencilmarks, UnknownNameError for a method that does not exist, and ValueError for a
    timeout that is no number above 0 or a level that the method does not have. When a step is asked for, it
    raises RefutedError where the referee refuses the solution.

    >>> steps = explain("1... ..2. .3.. ...4")
    >>> for step in list(steps)[:2]:
    ...     print(step.kind, step.rule.name, step.rule.term, step.placed, sep=", ")
    removal, the clues, candidates, {}
    placement, forced possibility, naked single, {3: 3}
    """
    subject = as_puzzle(puzzle, clues_only="explain")
    check_limits(timeout=timeout)
    method_named(method, up_to=up_to, uniqueness=uniqueness)
    run = partial(
        follow,
        subject,
        method=method,
        timeout=timeout,
        all_solutions=all_solutions,
        up_to=up_to,
        uniqueness=uniqueness,
    )
    return _told(subject, given_to_callback(run, ahead=AHEAD, name="explain"))


def next_step(
    puzzle: CellForms, *, timeout: float | None = None, up_to: int | None = None, uniqueness: bool = False
) -> Step | None:
    """The next step of the techniques: a hint. None for a full grid, and where they are stuck or out of time.

    Digits filled in so far are clues of the puzzle. The arguments are those of `explain`, and so are the
    errors.

    >>> print(next_step("1... ..2. .3.. ...4"))
    Box 1 has one place left for 2: r1c2 (hidden single). So 2 goes from r4c2.
    """
    steps = explain(puzzle, "techniques", timeout=timeout, up_to=up_to, uniqueness=uniqueness)
    with closing(steps):
        return next((step for step in steps if step.pattern is not None), None)


def _told(
    puzzle: Puzzle, steps: Generator[Step, None, ExplanationOutcome]
) -> Generator[Step, None, ExplanationOutcome]:
    """The steps, each with its context."""
    history = StepHistory(puzzle)
    with closing(steps):
        while True:
            try:
                step = next(steps)
            except StopIteration as ended:
                outcome: ExplanationOutcome = ended.value
                return outcome
            yield history.with_context(step)
