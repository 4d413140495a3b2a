"""A trace of an encoding for CP-SAT, as text and as JSON rows: what each constraint removes, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from sudocube.geometry import SYMBOLS
from sudocube.lab.constraint_trace import BESIDE, ConstraintTrace, hall
from sudocube.lab.cpsat_propagation import Filtered
from sudocube.lab.propagation import PropagationState
from sudocube.report.json_rows import Row, size_row
from sudocube.report.text_layout import wrapped
from sudocube.report.words import counted, listed

ENDS = {
    "solved": "Solved: each cell has one digit left.",
    "stuck": "Stuck: no constraint removes anything any more.",
    "unsatisfiable": "No solution: a constraint cannot be kept.",
    "max_steps": "Stopped after as many steps as --max-steps allows.",
    "timeout": "Stopped by --timeout.",
}


def constraint_rows(trace: ConstraintTrace) -> Iterator[Row]:
    """The rows of `encodings trace --json` of an encoding for CP-SAT: one for each step, and the end."""
    steps = 0
    for steps, step in enumerate(trace, 1):
        because: Row = {
            "constraint": step.constraint.kind,
            "over": [trace.names[variable] for variable in step.constraint.scope],
        }
        if (found := hall(step)) is not None:
            names = [trace.names[term.variable] for term in step.constraint.terms]
            because |= {
                "matching": [[names[place], number] for place, number in enumerate(found.matching)],
                "components": [[names[place] for place in places] for places in found.components],
                "needed": [
                    {"number": number, "by": [names[place] for place in places], "numbers": list(numbers)}
                    for number, (places, numbers) in found.needed.items()
                ],
            }
        if step.is_contradiction:
            yield {"step": steps, "level": 0, "conflict": because}
        else:
            removed = {trace.names[v]: sorted(values) for v, values in step.removed.items()}
            yield {"step": steps, "level": 0, "removed": removed, "because": because}
    candidates, relaxed = trace.candidates(), trace.relaxed()
    yield {
        "end": trace.ended_by,
        "puzzle": str(trace.puzzle),
        **size_row(trace.puzzle.geometry),
        "encoding": trace.encoding.name,
        "steps": steps,
        "cells": "".join(SYMBOLS[held[0]] if len(held) == 1 else "." for held in candidates),
        "unit_propagation": trace.beside().is_decided,
        "relaxation": None if relaxed is None else sum(len(held) == 1 for held in relaxed),
    }


def constraint_lines(trace: ConstraintTrace, width: int) -> Iterator[Text]:
    """The steps in words, what is left, and what unit propagation and the relaxation say of the puzzle."""
    title = Text.assemble((trace.encoding.title, "bold"), f"  {trace.encoding.name}, {trace.puzzle.geometry}")
    yield from wrapped(title, width)
    steps = 0
    for steps, step in enumerate(trace, 1):
        yield from wrapped(_said(step, trace), width, f"{steps:>5}. ", "       ")
    yield Text("")
    yield from wrapped(Text(ENDS[trace.ended_by]), width)
    size, left = trace.puzzle.geometry.size, trace.candidates()
    if trace.ended_by in ("solved", "stuck"):
        longest = max(map(len, left))
        for row in range(size):
            cells = (
                "".join(SYMBOLS[digit] for digit in held) for held in left[row * size : (row + 1) * size]
            )
            yield Text("  " + " ".join(cell.ljust(longest) for cell in cells).rstrip(), no_wrap=True)
    yield from wrapped(Text(f"{counted(steps, 'step')}. {_beside(trace)}", "dim"), width)


def _beside(trace: ConstraintTrace) -> str:
    state, relaxed = trace.beside(), trace.relaxed()
    says = (
        "solves" if state is PropagationState.SOLVED else "refutes" if state.is_decided else "does not decide"
    )
    if relaxed is None:
        return f"Unit propagation ({BESIDE}) {says} the puzzle, and the linear relaxation has no solution."
    fixed = sum(len(held) == 1 for held in relaxed)
    cells = f"{fixed:,} of {counted(len(relaxed), 'cell')}"
    return f"Unit propagation ({BESIDE}) {says} the puzzle; the linear relaxation fixes {cells}."


def _said(step: Filtered, trace: ConstraintTrace) -> Text:
    """One step in words."""
    what = step.constraint.in_words(lambda variable: trace.names[variable])
    if step.is_contradiction:
        return Text.assemble(("Conflict: ", "bold red"), f"nothing is left that keeps {what}.")
    gone = [_gone(trace.names[v], sorted(values), step.before[v]) for v, values in step.removed.items()]
    said = f"{listed(gone)}, by {what}."
    if (found := hall(step)) is not None:
        names = [trace.names[term.variable] for term in step.constraint.terms]
        for places, numbers in dict.fromkeys(found.needed.values()):
            need = "needs" if len(places) == 1 else "need"
            said += f" {listed(names[place] for place in places)} {need} {_numbers(numbers)}."
    return Text(said)


def _gone(name: str, values: Sequence[int], before: set[int]) -> str:
    if before == {0, 1}:
        return f"{'¬' if values == [1] else ''}{name}"
    return f"{name} is not {_numbers(values, 'or')}"


def _numbers(numbers: Sequence[int], conjunction: str = "and") -> str:
    return listed([str(number) for number in numbers], conjunction)
