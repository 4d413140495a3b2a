"""`sudocube explain`: the steps of a documented algorithm in words; steps from a file verified."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sudocube.cli.command import READING, Run, command
from sudocube.cli.inputs import alone_or_not, batches_of, entries_in, opened_file
from sudocube.cli.options import STANDARD_INPUT, Natural, bad_parameters, goes_without
from sudocube.cli.out import Out
from sudocube.errors import InputError
from sudocube.puzzle import Puzzle
from sudocube.rows import Entry

if TYPE_CHECKING:
    from sudocube.report.steps import Explained
    from sudocube.solvers.trace import Step


@command(*READING, "output_file", "timeout", "json")
def explain(
    run: Run,
    method: str | None = None,
    up_to: str | None = None,
    uniqueness: bool = False,
    hint: Annotated[int | None, typer.Option(min=1, max=4)] = None,
    all_solutions: bool = False,
    candidates: bool = False,
    full: bool = False,
    max_steps: Natural = None,
    verify: bool = False,
    steps: str | None = None,
) -> None:
    """Show how a documented method solves a puzzle, step by step.

    With --verify, each conclusion is tested: whether it follows from
    the reasons given, and whether it is true. Takes clues only, no pencilmarks.

    Several puzzles are explained one after the other; in the end, the
    rules are counted over all of them.

    Example: sudocube explain puzzle.txt --method cube --candidates

    Exit status: 0 solved, or shown unsolvable; 1 with --verify, a step refuted; 3 stuck, or undecided.

    Options:
        --method, -m NAME: phases, sets, possibles, possibles:magic, possibles:odometer,
            possibles:odometer@ROWS (fills only the ROWS lowest rows, 1 to 25), cube, cube:boxes,
            cube:propagate, cube:propagate-boxes, techniques or techniques:nets. [default: phases]
        --up-to LEVEL: Techniques up to this level: 1 to 12, or easy, medium, hard, expert, extreme, beyond.
            [default: 11, all but nets]
        --uniqueness: Allow techniques that assume that there is one solution; each says so.
        --hint 1-4: Only the next step: where to look, which technique, which cells, the whole step.
        --all: Go on after a solution, to the end of the search: why there is no other, or which.
        --candidates: Draw what each cell can hold, after each step.
        --full: Name all that a step removes, however much it is.
        --max-steps K: Show the first K steps; the method still runs to its end. [default: all]
        --verify: Have a SAT solver test whether each conclusion follows.
        --steps FILE: Verify the steps in a file, as --json writes them, by whatever method.
        --timeout SECONDS: Time limit for one puzzle; past it, the puzzle is undecided.
    """
    goes_without(run.context, "--steps", "--method", "--all")
    others = ("--all", "--candidates", "--full", "--max-steps", "--verify", "--steps")
    goes_without(run.context, "--hint", *others)
    goes_without(run.context, "--candidates", "--json")
    if steps == STANDARD_INPUT and STANDARD_INPUT in run.inputs:
        raise typer.BadParameter("the puzzle and the steps cannot both be standard input.")
    from sudocube.report.steps import ExplainReport

    name: str | None = None
    work: Callable[..., Any]
    if steps is None:
        name, work = _method(run, method, up_to, hint, uniqueness=uniqueness, all_solutions=all_solutions)
    else:
        work = partial(_steps_of_file, steps)
    is_alone, opened = alone_or_not(batches_of(run))
    if steps is not None and not is_alone:
        raise InputError(" ".join(run.inputs), "several puzzles in it; explain --steps takes one")
    report = ExplainReport(
        method=name,
        is_alone=is_alone,
        candidates=candidates,
        in_full=full,
        most=inf if max_steps is None else max_steps,
        rungs=hint,
    )
    tell = partial(_told, run, work=work, is_verified=verify or steps is not None)
    Out(run, report).add_all(
        told for index, entry in enumerate(entries_in(run, opened), 1) for told in tell(index, entry)
    )


def _method(
    run: Run,
    method: str | None,
    up_to: str | None,
    hint: int | None,
    *,
    uniqueness: bool,
    all_solutions: bool,
) -> tuple[str, Callable[..., Any]]:
    """The name of the method, and what gives its steps for a puzzle, or a hint."""
    from sudocube.explanation import explain, next_step
    from sudocube.explanation.following import DEFAULT_METHOD
    from sudocube.solvers.methods import method as method_named
    from sudocube.solvers.techniques.solving import levels_named

    is_about_levels = up_to is not None or uniqueness or hint is not None
    if is_about_levels and method not in (None, "techniques"):
        raise typer.BadParameter("--up-to, --uniqueness and --hint go with --method techniques.")
    name = method_named("techniques" if is_about_levels else method or DEFAULT_METHOD).name
    with bad_parameters():
        level = None if up_to is None else levels_named(up_to)[1]
    options: dict[str, Any] = {"timeout": run.timeout, "up_to": level, "uniqueness": uniqueness}
    if hint is not None:
        return name, partial(next_step, **options)
    return name, partial(explain, method=name, all_solutions=all_solutions, **options)


def _told(
    run: Run,
    index: int,
    entry: Entry,
    *,
    work: Callable[[Puzzle], Generator[Step, None, Any] | Step | None],
    is_verified: bool,
) -> Iterator[Explained]:
    """What is told of one puzzle: `work` gives its steps, or a hint."""
    from sudocube.explanation.following import Ending
    from sudocube.explanation.step_verifying import StepFollower, StepVerification
    from sudocube.report.steps import Explained

    told = partial(Explained, index, entry)
    if entry.puzzle is None or entry.puzzle.candidates is not None:
        yield told()
    else:
        found = work(entry.puzzle)
        with closing(StepFollower(entry.puzzle, verify=is_verified, timeout=run.timeout)) as follower:
            if isinstance(found, Generator):
                ending = Ending(found)
                with closing(found):
                    for step in ending:
                        yield told(follower, follower.take(step))
                follower.tally.end(ending.outcome)
                yield told(follower)
            else:
                yield told(follower, None if found is None else StepVerification(found))


def _steps_of_file(name: str, puzzle: Puzzle) -> Generator[Step, None, None]:
    """The steps in a file, or in standard input.

    Raises InputError if it cannot be read, or holds none.
    """
    from sudocube.report.steps import read_steps

    step = None
    with opened_file(name) as stream:
        for step in read_steps(stream, name, puzzle.geometry):
            yield step
    if step is None:
        raise InputError(name, "no steps in it")
