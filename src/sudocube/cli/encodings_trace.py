"""`sudocube encodings trace`: what follows from the clauses of a puzzle, step by step."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sudocube.cli.inputs import only_puzzle
from sudocube.cli.options import (
    Box,
    EncodingName,
    Json,
    OnePuzzle,
    Output,
    Quiet,
    Size,
    flag,
    only_encoding,
    positive,
    seconds_above_zero,
)
from sudocube.cli.output import STANDARD_OUTPUT
from sudocube.cli.own_encodings import encoding_for
from sudocube.cli.run import Run
from sudocube.cli.status import UNDECIDED
from sudocube.errors import InputError, UnsupportedError, reason_of
from sudocube.file_names import check_can_be_written

if TYPE_CHECKING:
    from sudocube.lab.constraint_trace import ConstraintTrace
    from sudocube.lab.tracing import Tracing

Search = Annotated[
    bool, flag("--search", "Go on with decisions and learning until the puzzle is solved or refuted.")
]
Decide = Annotated[
    str,
    typer.Option(
        metavar="DECISIONS",
        help='What to decide, in this order, such as "r1c2=3, r2c1!=4"; variables by name or number, too.',
        show_default=False,
    ),
]
Rule = Annotated[
    str | None,
    typer.Option(
        metavar="fewest|first",
        help="How --search decides: the cell with the fewest candidates gets its smallest (the default), or"
        " the first variable without a value becomes true.",
        show_default=False,
    ),
]
MaxSteps = Annotated[
    int | None,
    typer.Option(
        "--max-steps", metavar="K", help="Stop after K steps.", callback=positive, show_default=False
    ),
]
TraceTimeout = Annotated[
    float | None,
    typer.Option(
        "--timeout",
        metavar="SECONDS",
        help="Stop after this time.",
        callback=seconds_above_zero,
        show_default=False,
    ),
]
Graph = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Draw the implication graph of the last conflict: an .svg.",
        show_default=False,
    ),
]
ConflictNumber = Annotated[
    int | None,
    typer.Option(
        "--conflict", metavar="K", help="With --graph: of conflict K.", callback=positive, show_default=False
    ),
]


def trace(
    puzzle: OnePuzzle,
    encoding: EncodingName = None,
    search: Search = False,
    decide: Decide = "",
    rule: Rule = None,
    max_steps: MaxSteps = None,
    graph: Graph = None,
    conflict: ConflictNumber = None,
    output: Output = STANDARD_OUTPUT,
    timeout: TraceTimeout = None,
    size: Size = None,
    box: Box = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Follow the clauses of a puzzle: which one fires when, and why.

    Shows unit propagation literal by literal, each with its level and the
    clause that made it true, beside a grid that fills. With --search:
    decisions, conflicts, the clauses that are learned from them, and the
    jumps back. With an encoding for CP-SAT, a CpModel of yours or a model in
    MiniZinc: what each constraint removes. Takes clues only, no pencilmarks.
    """
    with Run(quiet=quiet, size=size, box=box, output=output) as run:
        from sudocube.encoder import Formalism
        from sudocube.lab.constraint_trace import ConstraintTrace
        from sudocube.lab.decision_choosing import DecisionRule
        from sudocube.lab.trace_steps import End, TraceEnd
        from sudocube.lab.tracing import Tracing

        if conflict is not None and graph is None:
            raise typer.BadParameter("--conflict says which conflict --graph draws; --graph FILE is missing.")
        if graph is not None:
            if graph.suffix != ".svg":
                raise UnsupportedError(f"{graph}: a graph is drawn as SVG; name a file that ends in .svg")
            check_can_be_written(graph)
        subject, _ = only_puzzle(run, puzzle, "encodings trace")
        stated = encoding_for(run, only_encoding(encoding), timeout, subject.geometry)
        if stated is None:
            return
        if stated.formalism is Formalism.CP_SAT:
            given = (search, decide, rule, graph)
            if any(given):
                name = ("--search", "--decide", "--rule", "--graph")[list(map(bool, given)).index(True)]
                raise typer.BadParameter(f"{name} is for clauses; {stated.name} consists of constraints.")
            _put_constraints(
                run, ConstraintTrace(subject, stated, max_steps=max_steps, timeout=timeout), json
            )
            return
        tracing = Tracing(
            subject,
            stated,
            search=search,
            rule=rule or DecisionRule.FEWEST,
            decide=decide,
            max_steps=max_steps,
            timeout=timeout,
        )
        if rule and not search:
            raise typer.BadParameter("--rule says how --search decides; --search is missing.")
        if json:
            from sudocube.report.trace_rows import trace_rows

            for row in trace_rows(tracing):
                run.output.put_row(row)
        else:
            _put_text(run, tracing)
        traced = tracing.so_far()
        if traced.steps[-1] in (End(TraceEnd.MAX_STEPS), End(TraceEnd.TIMEOUT)):
            run.status.note(UNDECIDED)
        if graph is not None:
            from sudocube.report.implication_picture import conflict_picture

            picture = conflict_picture(traced, conflict)
            try:
                graph.write_text(picture.svg, "utf-8")
            except OSError as error:
                raise InputError(str(graph), reason_of(error)) from None


def _put_constraints(run: Run, tracing: ConstraintTrace, json: bool) -> None:
    """What the constraints of an encoding for CP-SAT remove."""
    from sudocube.report.constraint_trace_text import constraint_lines, constraint_rows

    if json:
        for row in constraint_rows(tracing):
            run.output.put_row(row)
    else:
        run.output.put_rendered(*constraint_lines(tracing, run.output.width))
    if tracing.ended_by in ("max_steps", "timeout"):
        run.status.note(UNDECIDED)


def _put_text(run: Run, tracing: Tracing) -> None:
    """The text lines of each step, as soon as it is made."""
    from sudocube.lab.trace_steps import End, TraceEnd
    from sudocube.report.trace_sentences import ending, introduction
    from sudocube.report.trace_text import TraceNarrator

    width = run.output.width
    narrator = TraceNarrator(tracing.formula, width)
    run.output.put_rendered(*introduction(tracing.so_far(), width, grid_beside=narrator.has_two_columns))
    for step in tracing:
        if lines := [*narrator.step_lines(step)]:
            run.output.put_rendered(*lines)
    traced = tracing.so_far()
    is_stuck = traced.steps[-1] == End(TraceEnd.STUCK)
    run.output.put_rendered(*narrator.last_grid(candidates=is_stuck), *ending(traced, width))
