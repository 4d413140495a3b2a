"""`sudocube explain`: the steps of a documented algorithm in words; steps from a file verified."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, Annotated

import typer

from sudocube.cli.inputs import STANDARD_INPUT, only_puzzle, opened_file
from sudocube.cli.options import Box, Json, OnePuzzle, Quiet, Size, Timeout, flag
from sudocube.cli.run import Run
from sudocube.cli.status import PROBLEM, UNDECIDED
from sudocube.errors import InputError
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid

if TYPE_CHECKING:
    from sudocube.explanation import StepVerifier
    from sudocube.report.explanation_text import Narrator
    from sudocube.solvers.trace import Step

Method = Annotated[
    str | None,
    typer.Option(
        "--method", "-m", metavar="NAME", help="Which method; a wrong name lists them.", show_default="phases"
    ),
]
Candidates = Annotated[bool, flag("--candidates", "Draw what each cell can hold, after each step.")]
Full = Annotated[bool, flag("--full", "Name all that a step removes, however much it is.")]
MaxSteps = Annotated[
    int | None,
    typer.Option(
        "--max-steps",
        "--limit",
        metavar="K",
        min=0,
        help="Show the first K steps; the method still runs to its end.",
        show_default="all",
    ),
]
Verify = Annotated[bool, flag("--verify", "Have a SAT solver test whether each conclusion follows.")]
Steps = Annotated[
    str | None,
    typer.Option(
        metavar="FILE", help="Verify the steps in a file, as --json writes them, by whatever method."
    ),
]


def explain(
    puzzle: OnePuzzle,
    method: Method = None,
    candidates: Candidates = False,
    full: Full = False,
    max_steps: MaxSteps = None,
    verify: Verify = False,
    steps: Steps = None,
    timeout: Timeout = None,
    size: Size = None,
    box: Box = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show how a documented method solves a puzzle, step by step.

    With --verify, each conclusion is tested: whether it follows from
    the reasons given, and whether it is true. Takes clues only, no pencilmarks.
    """
    if steps is not None and method is not None:
        raise typer.BadParameter("it is --method or --steps, not both.")
    if steps == STANDARD_INPUT == puzzle:
        raise typer.BadParameter("the puzzle and the steps cannot both be standard input.")
    if json and candidates:
        raise typer.BadParameter("--candidates draws, and --json does not.")
    with Run(quiet=quiet, size=size, box=box) as run, ExitStack() as stack:
        from sudocube.explanation import ExplanationOutcome, StepVerifier, follow
        from sudocube.explanation.following import DEFAULT_METHOD
        from sudocube.report.explanation_text import Narrator
        from sudocube.solvers.methods import method as method_named

        name = None if steps is not None else method_named(method or DEFAULT_METHOD).name
        subject, _ = only_puzzle(run, puzzle, "explain")
        verifier = None
        if verify or steps is not None:
            verifier = stack.enter_context(closing(StepVerifier(subject, timeout=timeout)))
        narrator = Narrator(subject, run.output.width, candidates=candidates, full=full)
        reporter = _StepReporter(run, narrator, verifier, max_steps, json=json)
        if name is not None:
            reporter.tally.set_outcome(follow(subject, reporter.report, method=name, timeout=timeout))
        elif steps is not None:
            for step in _steps_in(steps, subject.geometry):
                reporter.report(step)
        reporter.finish(name)
        if reporter.tally.refuted:
            run.status.note(PROBLEM)
        is_open = reporter.tally.outcome in (ExplanationOutcome.STUCK, ExplanationOutcome.UNDECIDED)
        if reporter.tally.undecided or is_open:
            run.status.note(UNDECIDED)


class _StepReporter:
    """Prints step after step, verified if there is a verifier, and counts them all."""

    def __init__(
        self, run: Run, narrator: Narrator, verifier: StepVerifier | None, limit: int | None, *, json: bool
    ) -> None:
        from sudocube.explanation import StepTally

        self.tally = StepTally()
        self._run, self._narrator, self._verifier = run, narrator, verifier
        self._limit, self._json = limit, json
        self._grid: Grid | None = None

    def report(self, step: Step) -> None:
        """Verify, count and print the next step."""
        from sudocube.explanation.steps_file import step_row, verified_row

        shape = self._narrator.state.puzzle.geometry
        verified = None if self._verifier is None else self._verifier.verified(step)
        if verified is None:
            self.tally.add(step)
        else:
            self.tally.add_verified(verified)
        number = self.tally.steps
        is_shown = self._limit is None or number <= self._limit
        if is_shown and not self._json:
            self._run.output.put_rendered(*self._narrator.step_lines(number, step, verified))
        else:
            self._narrator.advance(step)
        if is_shown and self._json and verified is None:
            self._run.output.put_row(step_row(number, step, shape))
        elif is_shown and self._json and verified is not None:
            self._run.output.put_row(verified_row(verified, shape))
        if step.kind == "solution" and (verified is None or not verified.is_refuted):
            self._grid = self._grid or self._narrator.state.grid()

    def finish(self, method: str | None) -> None:
        """Print the last grid, and the summary."""
        from sudocube.report.explanation_text import ending, left_out, summary, summary_row

        is_verified = self._verifier is not None
        if self._json:
            self._run.output.put_row(summary_row(self.tally, method, self._grid, is_verified=is_verified))
            return
        tally, width = self.tally, self._run.output.width
        lines = [*ending(tally, self._narrator.state, self._grid, width)]
        lines += summary(tally, width, is_verified=is_verified)
        if self._limit is not None and tally.steps > self._limit:
            lines[:0] = left_out(tally.steps - self._limit, self._limit, width)
        self._run.output.put_rendered(*lines)


def _steps_in(name: str, geometry: Geometry) -> Iterator[Step]:
    """The steps in a file or in standard input. Raises InputError if it cannot be read, or holds none."""
    from sudocube.explanation import read_steps

    is_empty = True
    with opened_file(name) as stream:
        for step in read_steps(stream, name, geometry):
            is_empty = False
            yield step
    if is_empty:
        raise InputError(name, "no steps in it")
