"""`sudocube explain`: the steps of a documented algorithm in words; steps from a file verified."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import closing, nullcontext
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sudocube.cli.command import READING, command
from sudocube.cli.inputs import alone_or_not, batches_of, entries_in, only_puzzle, opened_file
from sudocube.cli.options import STANDARD_INPUT, Natural, bad_parameters
from sudocube.cli.run import Out, Run
from sudocube.cli.status import PROBLEM, UNDECIDED, USAGE_ERROR
from sudocube.errors import InputError, UnsupportedError
from sudocube.puzzle import Puzzle
from sudocube.rows import Entry

if TYPE_CHECKING:
    from sudocube.report.explained import ExplainReport, Piece
    from sudocube.solvers.trace import Step

STATUSES = {"invalid": USAGE_ERROR, "refuted": PROBLEM, "undecided": UNDECIDED}
"""What may become of a puzzle, and the exit status."""


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
    is_about_levels = up_to is not None or uniqueness or hint is not None
    for is_wrong, why in (
        (
            steps is not None and (method is not None or all_solutions),
            "--steps goes without --method and --all",
        ),
        (steps is not None and len(run.inputs) > 1, "--steps goes with one puzzle"),
        (
            steps == STANDARD_INPUT and STANDARD_INPUT in run.inputs,
            "the puzzle and the steps cannot both be standard input",
        ),
        (
            hint is not None
            and (all_solutions or candidates or full or verify or (max_steps, steps) != (None, None)),
            "--hint goes without --all, --candidates, --full, --max-steps, --verify and --steps",
        ),
        (
            is_about_levels and (method or "techniques") != "techniques",
            "--up-to, --uniqueness and --hint go with --method techniques",
        ),
        (run.json and candidates, "--candidates draws, and --json does not"),
    ):
        if is_wrong:
            raise typer.BadParameter(f"{why}.")
    from sudocube.explanation import follow, next_step
    from sudocube.explanation.following import DEFAULT_METHOD
    from sudocube.report.explained import ExplainReport
    from sudocube.solvers.methods import method as method_named
    from sudocube.solvers.techniques import levels_named

    work: Callable[..., Any]
    if steps is not None:
        _, entry = only_puzzle(run, run.inputs[0], "explain --steps")
        name, is_alone, work = None, True, partial(_reported_steps, steps)
        entries: Iterable[Entry] = [entry]
    else:
        name = method_named("techniques" if is_about_levels else method or DEFAULT_METHOD).name
        with bad_parameters():
            level = None if up_to is None else levels_named(up_to)[1]
        options: dict[str, Any] = {"timeout": run.timeout, "up_to": level, "uniqueness": uniqueness}
        is_alone, opened = alone_or_not(batches_of(run))
        entries = entries_in(run, opened)
        work = partial(follow, method=name, all_solutions=all_solutions, **options)
        if hint is not None:
            work = partial(next_step, **options)
    is_verified = verify or steps is not None
    report = ExplainReport(
        name,
        is_alone=is_alone,
        in_rows=run.json,
        is_verified=is_verified,
        candidates=candidates,
        in_full=full,
        most=max_steps,
        rungs=hint,
    )
    out = Out(run, report, STATUSES)
    for index, entry in enumerate(entries, 1):
        _explain(
            out, report, index, entry, work, run.timeout, is_hint=hint is not None, is_verified=is_verified
        )
        run.progress.step()
    out.finish()


def _explain(
    out: Out[Piece],
    report: ExplainReport,
    index: int,
    entry: Entry,
    work: Callable[..., Any],
    timeout: float | None,
    *,
    is_hint: bool,
    is_verified: bool,
) -> None:
    """Explain one puzzle: `work` gives its steps to a callback and returns the outcome, or returns a hint."""
    from sudocube.explanation import StepVerifier

    out.add(report.begin(index, entry))
    if entry.puzzle is None:
        return
    try:
        if is_hint:
            out.add(report.hint(work(entry.puzzle)))
            return
        wanted = StepVerifier(entry.puzzle, timeout=timeout) if is_verified else None
        with nullcontext() if wanted is None else closing(wanted):

            def take(step: Step) -> None:
                out.add(report.take(step, None if wanted is None else wanted.verified(step)))

            out.add(report.end(work(entry.puzzle, take)))
    except UnsupportedError as error:  # pencilmarks
        out.add(report.refuse(str(error)))


def _reported_steps(name: str, puzzle: Puzzle, on_result: Callable[[Step], None]) -> None:
    """Give the steps in a file, or in standard input, to a callback.

    Raises InputError if it cannot be read, or holds none.
    """
    from sudocube.explanation import read_steps

    step = None
    with opened_file(name) as stream:
        for step in read_steps(stream, name, puzzle.geometry):
            on_result(step)
    if step is None:
        raise InputError(name, "no steps in it")
