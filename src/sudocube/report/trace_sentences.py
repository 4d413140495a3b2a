"""What stands before a trace of clauses, and after it: the order of clauses, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from sudocube.encoder import names
from sudocube.lab.trace_steps import Assigned, ClauseTrace, End, TraceEnd
from sudocube.report.text_layout import wrapped
from sudocube.report.words import counted


def introduction(traced: ClauseTrace, width: int, *, grid_beside: bool) -> Iterator[Text]:
    """What is traced, in which order clauses fire, how decisions are chosen, and what the columns are."""
    encoding = traced.encoding
    yield from wrapped(
        Text.assemble((encoding.title, "bold"), f"  {encoding.name}, {traced.geometry}"), width
    )
    yield from wrapped(Text(traced.order, "dim"), width)
    if traced.rule:
        yield from wrapped(Text(f"Decisions: {traced.rule}", "dim"), width)
    if grid_beside:
        sentence = (
            "A grid beside the steps is as it was at the step where it begins; the next one has what changed."
        )
        yield from wrapped(Text(sentence, "dim"), width)
    yield Text("")
    yield Text(" step level  literal      clause", "bold", no_wrap=True)


def ending(traced: ClauseTrace, width: int) -> Iterator[Text]:
    """How the trace ended, and what was counted."""
    assigned = [step for step in traced.steps if isinstance(step, Assigned)]
    decisions = sum(step.is_decision for step in assigned)
    yield Text("")
    last = traced.steps[-1]
    if isinstance(last, End):
        yield from wrapped(Text(_end_in_words(traced, last.how, decisions)), width)
    for literals, because in (
        (traced.not_decided, "a value was there before"),
        (traced.not_reached, "the trace ended before"),
    ):
        if literals:
            listed = ", ".join(map(traced.name, literals))
            yield from wrapped(Text(f"Not decided, because {because}: {listed}."), width)
    counts = (
        counted(len(assigned), "assignment"),
        counted(decisions, "decision"),
        counted(len(traced.conflicts), "conflict"),
    )
    yield from wrapped(Text(f"{', '.join(counts)}.", "dim"), width)


def _end_in_words(traced: ClauseTrace, how: TraceEnd, decisions: int) -> str:
    """Why there are no more steps, and what follows from that."""
    if how is TraceEnd.SOLVED and not decisions:
        return "Solved: the grid is a solution. Nothing was decided, so the clauses allow no other grid."
    if how is TraceEnd.SOLVED:
        return "Solved: the grid is a solution. Whether there is another one is not looked at."
    if how is TraceEnd.UNSATISFIABLE:
        if traced.encoding.name in names():
            return "No solution: there is a conflict that needs no decision."
        return (
            "These clauses and the clues have no model: there is a conflict that needs no decision. The"
            " clauses are not of the catalogue, so whether the puzzle has a solution is another matter."
            " `sudocube encodings prove` says whether they rule out a valid grid."
        )
    if how is TraceEnd.NO_GRID:
        return (
            "All clauses hold, but the grid is no solution of the puzzle: the clauses do not say all rules."
            " `sudocube encodings prove` says what is missing."
        )
    if how is TraceEnd.MAX_STEPS:
        return "Stopped after as many steps as --max-steps allows."
    if how is TraceEnd.TIMEOUT:
        return "Stopped by --timeout."
    if decisions or traced.not_decided:
        return (
            "Stuck: no clause fires any more. Nothing is left of --decide; --search goes on with decisions by"
            " a rule."
        )
    return (
        "Stuck: no clause fires any more. --search goes on with decisions by a rule, --decide with your own."
    )
