"""`sudocube explain`: the steps of a documented algorithm in words; steps from a file verified."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from sudocube.cli.completion import complete_method
from sudocube.cli.inputs import STANDARD_INPUT, entries_of, only_puzzle, opened_file
from sudocube.cli.options import Box, Inputs, Json, Output, Quiet, Size, Timeout, flag
from sudocube.cli.output import STANDARD_OUTPUT
from sudocube.cli.run import Run
from sudocube.cli.status import PROBLEM, UNDECIDED, USAGE_ERROR
from sudocube.errors import InputError, UnsupportedError
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from sudocube.rows import Entry

if TYPE_CHECKING:
    from sudocube.explanation import StepVerifier
    from sudocube.report.explanation_text import Narrator
    from sudocube.solvers.trace import Step

Method = Annotated[
    str | None,
    typer.Option(
        "--method",
        "-m",
        metavar="NAME",
        help="phases, sets, possibles, possibles:magic, possibles:odometer, possibles:odometer@ROWS (fills"
        " only the ROWS lowest rows, 1 to 25), cube, cube:boxes, cube:propagate, cube:propagate-boxes,"
        " techniques or techniques:nets.",
        show_default="phases",
        autocompletion=complete_method,
    ),
]
All = Annotated[
    bool, flag("--all", "Go on after a solution, to the end of the search: why there is no other, or which.")
]
Candidates = Annotated[bool, flag("--candidates", "Draw what each cell can hold, after each step.")]
Full = Annotated[bool, flag("--full", "Name all that a step removes, however much it is.")]
MaxSteps = Annotated[
    int | None,
    typer.Option(
        "--max-steps",
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


def _level(text: str | None) -> str | None:
    from sudocube.solvers.techniques import levels_named

    try:
        return text if text is None else str(levels_named(text)[1])
    except ValueError as error:
        raise typer.BadParameter(f"{error}.") from None


UpTo = Annotated[
    str | None,
    typer.Option(
        "--up-to",
        metavar="LEVEL",
        help="Techniques up to this level: 1 to 12, or easy, medium, hard, expert, extreme, beyond.",
        show_default="11, all but nets",
        callback=_level,
    ),
]
Uniqueness = Annotated[
    bool, flag("--uniqueness", "Allow techniques that assume that there is one solution; each says so.")
]
Hint = Annotated[
    int | None,
    typer.Option(
        metavar="1-4",
        min=1,
        max=4,
        help="Only the next step: where to look, which technique, which cells, the whole step.",
    ),
]


def explain(
    inputs: Inputs,
    method: Method = None,
    up_to: UpTo = None,
    uniqueness: Uniqueness = False,
    hint: Hint = None,
    all_solutions: All = False,
    candidates: Candidates = False,
    full: Full = False,
    max_steps: MaxSteps = None,
    verify: Verify = False,
    steps: Steps = None,
    output: Output = STANDARD_OUTPUT,
    timeout: Timeout = None,
    size: Size = None,
    box: Box = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show how a documented method solves a puzzle, step by step.

    With --verify, each conclusion is tested: whether it follows from
    the reasons given, and whether it is true. Takes clues only, no pencilmarks.

    Several puzzles are explained one after the other; in the end, the
    rules are counted over all of them.
    """
    if steps is not None and (method is not None or all_solutions):
        raise typer.BadParameter(f"it is --steps or {'--method' if method else '--all'}, not both.")
    if steps is not None and len(inputs) > 1:
        raise typer.BadParameter("--steps goes with one puzzle.")
    if steps == STANDARD_INPUT and STANDARD_INPUT in inputs:
        raise typer.BadParameter("the puzzle and the steps cannot both be standard input.")
    if hint is not None and (all_solutions or candidates or full or max_steps is not None or verify or steps):
        raise typer.BadParameter(
            "--hint goes without --all, --candidates, --full, --max-steps, --verify and --steps."
        )
    is_about_levels = up_to is not None or uniqueness or hint is not None
    if is_about_levels and (method or "techniques") != "techniques":
        raise typer.BadParameter("--up-to, --uniqueness and --hint go with --method techniques.")
    method = "techniques" if is_about_levels else method
    if json and candidates:
        raise typer.BadParameter("--candidates draws, and --json does not.")
    with Run(quiet=quiet, size=size, box=box, output=output) as run:
        from sudocube.explanation import follow, next_step
        from sudocube.explanation.following import DEFAULT_METHOD
        from sudocube.solvers.methods import method as method_named

        show = _Show(max_steps, candidates, full, json, verify or steps is not None, timeout, hint)
        if steps is not None:
            _, entry = only_puzzle(run, inputs[0], "explain --steps")
            explainer = _Explainer(run, show, None, partial(_reported_steps, steps), is_alone=True)
            explainer.explain(1, entry)
            run.remark_other_boxes(timeout)
            return
        name = method_named(method or DEFAULT_METHOD).name
        level = None if up_to is None else int(up_to)
        options: dict[str, Any] = {"timeout": timeout, "up_to": level, "uniqueness": uniqueness}
        work: Callable[..., Any] = partial(follow, method=name, all_solutions=all_solutions, **options)
        is_alone, entries = _alone_or_not(entries_of(run, inputs))
        if hint is not None:
            work = partial(next_step, **options)
        explainer = _Explainer(run, show, name, work, is_alone=is_alone)
        for index, entry in enumerate(entries, 1):
            explainer.explain(index, entry)
            run.progress.step(entry.source)
        if not is_alone and hint is None:
            explainer.finish()
        run.remark_other_boxes(timeout)


class _Show(NamedTuple):
    """What is shown of each puzzle, and how."""

    max_steps: int | None
    candidates: bool
    full: bool
    json: bool
    verify: bool
    timeout: float | None
    hint: int | None


class _Explainer:
    """Explains puzzle after puzzle, and counts over all of them.

    `work` gives the steps for a puzzle to a callback, and returns the outcome; None if only the steps say it.
    For a hint, it returns the next step.
    """

    def __init__(
        self,
        run: Run,
        show: _Show,
        method: str | None,
        work: Callable[..., Any],
        *,
        is_alone: bool,
    ) -> None:
        from sudocube.explanation import ExplanationTally

        self._run, self._show, self._method, self._work, self._is_alone = run, show, method, work, is_alone
        self._tally = ExplanationTally()

    def explain(self, index: int, entry: Entry) -> None:
        """Explain one puzzle; one that cannot be read, or cannot be explained, is reported."""
        from sudocube.report.json_rows import puzzle_row

        run, show = self._run, self._show
        if entry.puzzle is None:
            self._tally.invalid += 1
            if show.json:
                run.output.put_row(puzzle_row(index, entry, {}))
            else:
                run.report_invalid(entry)
            return
        if not self._is_alone and not show.json:
            from rich.text import Text

            run.output.put_rendered(*([""] if index > 1 else []), Text(entry.source, "bold"))
        try:
            with ExitStack() as stack:
                if show.hint is None:
                    self._explain(stack, index, entry, entry.puzzle)
                else:
                    self._hint(show.hint, index, entry, entry.puzzle)
        except UnsupportedError as error:  # pencilmarks
            self._tally.invalid += 1
            run.status.note(USAGE_ERROR)
            if show.json:
                run.output.put_row(puzzle_row(index, entry, {"error": str(error)}))
            else:
                run.error(f"{entry.source}: {error}")

    def _explain(self, stack: ExitStack, index: int, entry: Entry, puzzle: Puzzle) -> None:
        from sudocube.explanation import ExplanationOutcome, StepVerifier
        from sudocube.report.explanation_text import Narrator
        from sudocube.report.json_rows import puzzle_row

        run, show = self._run, self._show
        verifier = None
        if show.verify:
            verifier = stack.enter_context(closing(StepVerifier(puzzle, timeout=show.timeout)))
        narrator = Narrator(puzzle, run.output.width, candidates=show.candidates, full=show.full)
        reporter = _StepReporter(run, narrator, verifier, show.max_steps, index=index, json=show.json)
        outcome = self._work(puzzle, reporter.report)
        if outcome is not None:
            reporter.tally.set_outcome(outcome)
        fields = reporter.finish(self._method)
        if fields is not None:
            run.output.put_row(puzzle_row(index, entry, fields))
        self._tally.add(reporter.tally)
        if reporter.tally.refuted:
            run.status.note(PROBLEM)
        is_open = reporter.tally.outcome in (ExplanationOutcome.STUCK, ExplanationOutcome.UNDECIDED)
        if reporter.tally.undecided or is_open:
            run.status.note(UNDECIDED)

    def _hint(self, rung: int, index: int, entry: Entry, puzzle: Puzzle) -> None:
        """Give the next step, up to a rung; a full grid has none, and the techniques may be stuck."""
        from rich.text import Text

        from sudocube.report.explanation_text import hint
        from sudocube.report.json_rows import puzzle_row
        from sudocube.report.text_layout import wrapped

        step = self._work(puzzle)
        fields, lines = ({}, [Text("No technique leads on.")]) if step is None else hint(step, rung)
        if step is None and 0 in puzzle.cells:
            self._run.status.note(UNDECIDED)
        if self._show.json:
            self._run.output.put_row(puzzle_row(index, entry, {"hint": fields}))
        else:
            for line in lines:
                self._run.output.put_rendered(*wrapped(line, self._run.output.width))

    def finish(self) -> None:
        """Print the summary of all puzzles."""
        from sudocube.report.explanation_summary import overall, overall_row

        if self._show.json:
            self._run.output.put_row(overall_row(self._tally, self._method))
        else:
            self._run.output.put_rendered(*overall(self._tally, self._run.output.width))


class _StepReporter:
    """Prints step after step, verified if there is a verifier, and counts them all."""

    def __init__(
        self,
        run: Run,
        narrator: Narrator,
        verifier: StepVerifier | None,
        limit: int | None,
        *,
        index: int,
        json: bool,
    ) -> None:
        from sudocube.explanation import StepTally

        self.tally = StepTally()
        self._run, self._narrator, self._verifier = run, narrator, verifier
        self._limit, self._index, self._json = limit, index, json

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
            self._narrator.advance(step, verified)
        if is_shown and self._json and verified is None:
            self._run.output.put_row(step_row(number, step, shape, index=self._index))
        elif is_shown and self._json and verified is not None:
            self._run.output.put_row(verified_row(verified, shape, index=self._index))

    def finish(self, method: str | None) -> dict[str, Any] | None:
        """Print the last grid and the summary; with --json, return the fields of the last row instead."""
        from sudocube.report.explanation_summary import ending, left_out, summary, summary_fields

        is_verified = self._verifier is not None
        grids = [*self._narrator.solutions]
        if self._json:
            return summary_fields(self.tally, method, grids, is_verified=is_verified)
        tally, width = self.tally, self._run.output.width
        lines = [*ending(tally, self._narrator.state, grids, width)]
        lines += summary(tally, len(grids), width, is_verified=is_verified)
        if self._limit is not None and tally.steps > self._limit:
            lines[:0] = left_out(tally.steps - self._limit, self._limit, width)
        self._run.output.put_rendered(*lines)
        return None


def _alone_or_not(entries: Iterator[Entry]) -> tuple[bool, Iterator[Entry]]:
    """Whether there is at most one input, and the same inputs."""
    first = [*islice(entries, 2)]
    return len(first) < 2, chain(first, entries)


def _reported_steps(name: str, puzzle: Puzzle, on_result: Callable[[Step], None]) -> None:
    """Give the steps in a file, or in standard input, to a callback."""
    for step in _steps_in(name, puzzle.geometry):
        on_result(step)


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
