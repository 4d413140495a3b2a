"""How an explanation ends: the grid, the outcome, the rules used; for one puzzle, and for several."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.text import Text

from sudocube.explanation import ExplanationOutcome, ExplanationTally, SolvingState, StepTally
from sudocube.puzzle import Grid, differing_cells
from sudocube.report.grid_drawing import beside_each_other, drawn, legend, pencilled, pencilled_legend
from sudocube.report.text_layout import NARROWEST, indented, wrapped
from sudocube.report.words import counted, listed
from sudocube.solvers.techniques.names import UNIQUENESS
from sudocube.solvers.trace import Rule

REFUTED_AT_MOST = 12
"""How many refuted steps the summary names."""

PARTIAL = "partial solution"
"""The standard term of an end step which says that some rows are filled, and no more."""

OUTCOMES = {
    ExplanationOutcome.SOLVED: ("solved", "bold green"),
    ExplanationOutcome.UNSOLVABLE: ("unsolvable", "bold red"),
    ExplanationOutcome.STUCK: ("stuck", "bold yellow"),
    ExplanationOutcome.UNDECIDED: ("undecided: out of time", "bold yellow"),
    ExplanationOutcome.OPEN: ("open: the steps end before the grid is full", "bold yellow"),
}


def ending(tally: StepTally, state: SolvingState, grids: Sequence[Grid], width: int) -> Iterator[Text]:
    """How the steps end: the solution, the first two beside each other, or the candidates that are left."""
    if len(grids) > 1:
        yield Text()
        marked = differing_cells(*grids[:2])
        headings = ("one solution", "another")
        yield from beside_each_other(headings, grids[:2], clues=state.puzzle, marked=marked, width=width)
        yield from legend("differs")
        return
    if grids:
        lines, explained = drawn(grids[0], clues=state.puzzle), legend()
    elif tally.outcome in (ExplanationOutcome.STUCK, ExplanationOutcome.OPEN):
        yield Text()
        yield Text("What the steps leave in the end:")
        lines = pencilled(state, width=width)
        explained = pencilled_legend(lines)
    else:
        return
    yield Text()
    yield from indented(lines, width)
    yield from explained


def summary(tally: StepTally, solutions: int, width: int, *, is_verified: bool) -> Iterator[Text]:
    """The summary: the outcome, guesses, what verifying found, and how often each rule was used."""
    yield Text()
    for line in outcome_in_words(tally, solutions, is_verified=is_verified):
        yield from wrapped(line, width - 2, "", "  ")
    yield from _rules(tally.rules, width)


def outcome_in_words(tally: StepTally, solutions: int, *, is_verified: bool) -> Iterator[Text]:
    """The outcome, the guesses, and what verifying found: a line each."""
    words, style = OUTCOMES[tally.outcome]
    others = _others_in_words(tally, solutions)
    if tally.outcome is ExplanationOutcome.STUCK and any(rule.term == PARTIAL for rule in tally.rules):
        others = ": the rows asked for are filled, and squares above them are open"
    yield Text.assemble("Outcome: ", (words, style), others, f" ({counted(tally.steps, 'step')})")
    dead_ends = f"; {counted(tally.deadlocks, 'dead end')}" if tally.guesses or tally.deadlocks else ""
    if tally.readings:
        passed = tally.readings - tally.failed_readings
        guessed = f"{counted(tally.readings, 'reading')} of rows, {passed:,} passed{dead_ends}"
    elif tally.guesses:
        guessed = f"{tally.guesses:,}, up to {tally.depth:,} at a time{dead_ends}, {tally.undone:,} undone"
    else:
        is_certain = not tally.refuted and not tally.undecided
        follows = ", so the solution follows from the clues, and there is no other"
        if any(rule.term == UNIQUENESS for rule in tally.rules):
            follows = ", but steps assume that there is one solution"
        guessed = f"none{dead_ends}{follows if is_certain and solutions == 1 else ''}"
    yield Text(f"Guesses: {guessed}")
    if is_verified:
        yield from _verified(tally)


def _others_in_words(tally: StepTally, solutions: int) -> str:
    """What the steps say of solutions beside the first one."""
    found = counted(solutions, "solution")
    if tally.outcome is ExplanationOutcome.UNDECIDED and solutions:
        return f", after {found}"
    if tally.outcome is not ExplanationOutcome.SOLVED:
        return ""
    if tally.is_exhausted:
        return ": this is the only solution" if solutions < 2 else f": there are {found}, and no others"
    return f"{f': {found}' if solutions > 1 else ''}; whether there are others was not asked"


def _rules(rules: Counter[Rule], width: int, puzzles: Mapping[Rule, int] | None = None) -> Iterator[Text]:
    """How often each rule was used, and in how many puzzles if there were several."""
    counts = rules.most_common()
    names = [rule.name or rule.term or "(unnamed)" for rule, _ in counts]
    numbers = [f"{count:,}" for _, count in counts]
    if puzzles is not None:
        used = [f"{puzzles[rule]:,}" for rule, _ in counts]
        widest = max(map(len, numbers), default=0), max(map(len, used), default=0)
        numbers = [
            f"{count:>{widest[0]}} in {puzzle:>{widest[1]}}"
            for count, puzzle in zip(numbers, used, strict=True)
        ]
    digits = max(map(len, numbers), default=0)
    longest = max(map(len, names), default=0)
    if longest + digits + NARROWEST > width:
        longest = 0  # no room for a column of names: terms directly follow the names
    if counts:
        yield Text("Rules:" if puzzles is None else "Rules, with how often and in how many puzzles:")
    for name, number, (rule, _) in zip(names, numbers, counts, strict=True):
        term = rule.term if rule.term != name else ""
        margin = Text(f"  {number:>{digits}}  ")
        text = Text.assemble(f"{name:{longest}}  " if term else name, (term, "dim"))
        yield from wrapped(text, width, margin)


def _verified(tally: StepTally) -> Iterator[Text]:
    found = {
        "valid": (tally.valid, "green"),
        "true, not shown valid": (tally.true_not_shown_valid, "yellow"),
        "undecided": (tally.undecided, "yellow"),
        "refuted": (tally.refuted, "bold red"),
    }
    parts = [Text(f"{count:,} {name}", style) for name, (count, style) in found.items() if count]
    yield Text("Verified: ").append_text(Text("; ").join(parts or [Text("there was no conclusion")]))
    if tally.valid_but_false:
        yield Text(f"Valid, but false: {tally.valid_but_false:,}, resting on refuted steps", "yellow")
    if tally.refuted:
        named = [f"{number:,}" for number in tally.refuted_steps[:REFUTED_AT_MOST]]
        more = tally.refuted - len(named)
        luck = f"; {tally.true_by_luck:,} true by luck" if tally.true_by_luck else ""
        which = listed([*named, f"{more:,} more"] if more else named)
        yield Text(f"Refuted: {'step' if tally.refuted == 1 else 'steps'} {which}{luck}", "red")


def left_out(count: int, limit: int, width: int) -> Iterator[Text]:
    """A note that further steps are not shown."""
    yield Text()
    steps = f"{counted(count, 'more step')} after the first {limit:,}" if limit else counted(count, "step")
    yield from wrapped(Text(f"... {steps}, not shown.", "italic"), width, "", "    ")


def overall(tally: ExplanationTally, width: int) -> Iterator[Text]:
    """The summary of several puzzles: how many ended how, and the rules over all of them."""
    outcomes = [
        f"{number:,} {outcome}" for outcome in ExplanationOutcome if (number := tally.outcomes[outcome])
    ]
    invalid = [f"{tally.invalid:,} invalid"] if tally.invalid else []
    yield Text()
    title = Text.assemble((f"All {counted(tally.puzzles, 'puzzle')}", "bold"), ": ")
    yield from wrapped(title.append(", ".join([*outcomes, *invalid])), width - 2, "", "  ")
    dead_ends = f"; {counted(tally.deadlocks, 'dead end')}" if tally.guesses or tally.deadlocks else ""
    yield Text(f"Guesses: {tally.guesses or 'none'}{dead_ends}")
    if tally.refuted:
        yield Text(f"Refuted: {counted(tally.refuted, 'step')}", "red")
    yield from _rules(tally.rules, width, tally.puzzles_by_rule)


def summary_fields(
    tally: StepTally, method: str | None, grids: Sequence[Grid], *, is_verified: bool
) -> dict[str, Any]:
    """The last row of a puzzle in `explain --json`, without its place.

    `exact` says that there are no solutions beside the `count` that were found.
    """
    row = {
        "method": method,
        **tally.row(),
        "solution": str(grids[0]) if grids else None,
        "solutions": [str(grid) for grid in grids[:2]],
        "count": len(grids),
        "exact": tally.is_exhausted or tally.outcome is ExplanationOutcome.UNSOLVABLE,
    }
    return {"summary": {**row, **(tally.verified_row() if is_verified else {})}}


def overall_row(tally: ExplanationTally, method: str | None) -> dict[str, Any]:
    """The last row of `explain --json` for several puzzles."""
    return {"summary": {"method": method, **tally.row()}}
