"""What `explain` says: step after step in words, how they end, hints, and the rules over several puzzles.

     12. Guess: r3c3 is 4 (phase 2: guess; one of 4, 5 and 8). So 4 goes from
         r3c9.
     13. | r4c5 can hold nothing but 7 (forced possibility: naked single). So 7
         | goes from r4c1, r6c5.

Each bar is an assumption on which the step rests; if there are many, their number is shown instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import UNSET, Meta

from sudocube.explanation import (
    ExplanationOutcome,
    Finding,
    SolvingState,
    StepFollower,
    StepTally,
    StepVerification,
)
from sudocube.fields import CellName, GridCells, Optional, Whole
from sudocube.puzzle import Puzzle
from sudocube.report.base import Report
from sudocube.report.checks import solution_boards
from sudocube.report.document import (
    Block,
    Boards,
    Document,
    Drawing,
    Phrase,
    Sentence,
    Table,
    Tone,
    Toned,
    sentences,
)
from sudocube.report.row import PuzzleRow, Row, filled, row_of
from sudocube.report.steps import RuleCount, StepRow, joined, rule_counts, rule_names, sentence, step_row
from sudocube.report.words import counted, few, listed
from sudocube.rows import Entry
from sudocube.solvers.techniques.names import UNIQUENESS
from sudocube.solvers.techniques.solving import word_of
from sudocube.solvers.trace import CONCLUSIONS, StepKind
from sudocube.verdict import Verdict

BARS_AT_MOST = 6
"""How many bars are drawn; for more assumptions, their number."""

OUTCOMES = {
    ExplanationOutcome.SOLVED: Toned("solved", Tone.GOOD),
    ExplanationOutcome.UNSOLVABLE: Toned("unsolvable", Tone.BAD),
    ExplanationOutcome.STUCK: Toned("stuck", Tone.SEVERAL),
    ExplanationOutcome.UNDECIDED: Toned("undecided: out of time", Tone.SEVERAL),
    ExplanationOutcome.OPEN: Toned("open: the steps end before the grid is full", Tone.SEVERAL),
}

_WITHOUT_CHANGES = (StepKind.SOLUTION, StepKind.END, StepKind.FAILED_READING, StepKind.LEFT_OUT)


@dataclass(frozen=True, slots=True)
class Explained:
    """What is told of a puzzle: its next step, or a hint; without a step, its end, or that there is no hint.

    `follower` has what was found by then; there is none for what is no puzzle, and for one of a kind that is
    not explained: `error` says so.
    """

    index: int
    entry: Entry
    follower: StepFollower | None = None
    step: StepVerification | None = None
    error: str | None = None


ENDINGS = (*ExplanationOutcome, "invalid")
"""What may become of a puzzle."""


@dataclass(eq=False, kw_only=True)
class ExplainReport(Report[Explained]):
    """Tells the steps of puzzle after puzzle by a method, and counts over all of them, unless one is alone.

    `candidates` draws what cells can hold, `in_full` names all that a step removes, and of the steps the
    first `most` are shown; None stands for all. A hint has `rungs`: where to look, which technique, which
    cells, the whole step.
    """

    method: str | None
    is_alone: bool = True
    candidates: bool = False
    in_full: bool = False
    most: int | None = None
    rungs: int | None = None

    def __post_init__(self) -> None:
        self._ended, self._all = Counter[str](), StepTally()
        self._index, self._is_first = 0, False

    def add(self, result: Explained) -> None:
        """Count a step, or a puzzle that has ended."""
        self._is_first, self._index = result.index != self._index, result.index
        if result.step is not None:
            self._all.add(result.step)
        else:
            self._ended["invalid" if result.follower is None else result.follower.tally.outcome] += 1

    def puzzles(self, result: Explained) -> int:
        """Of what is told of a puzzle, the last result counts."""
        return result.step is None or self.rungs is not None

    def outcomes(self, result: Explained) -> Iterator[str]:
        """`invalid`, `refuted` and `undecided`."""
        if result.follower is None:
            yield "invalid"
        elif result.step is None:
            tally, filled = result.follower.tally, result.follower.state.filled
            yield from ["refuted"] * bool(tally.refuted)
            is_stuck = tally.outcome in (ExplanationOutcome.STUCK, ExplanationOutcome.UNDECIDED)
            is_without_hint = self.rungs is not None and 0 in filled
            yield from ["undecided"] * bool(is_stuck or is_without_hint or tally.undecided)

    def rows(self, result: Explained) -> Iterator[Row]:
        """The row of a step, of the end, of a hint, or of what is not explained."""
        index, entry, follower, step = result.index, result.entry, result.follower, result.step
        if follower is None:
            yield row_of(NotExplainedRow, entry, index=index, error=result.error or entry.error)
        elif self.rungs is not None:
            rungs = {name: value for name, value, _ in self._rungs_of(result)}
            yield row_of(HintRow, entry, index=index, hint=Rungs(**rungs))
        elif step is None:
            yield row_of(ExplainedRow, entry, index=index, summary=steps_in_numbers(follower, self.method))
        elif self._is_shown(step):
            yield step_row(step, index=index, is_verified=follower.is_verifying)

    def document(self, result: Explained) -> Document:
        """The heading of a puzzle, and the sentence of a step, a hint, or the end."""
        if result.follower is None:
            return ()
        title = Sentence((Toned(result.entry.source, Tone.STRONG),), wraps=False)
        blocks: list[Block] = [title] * (self._is_first and not self.is_alone)
        if self.rungs is not None:
            rungs = [line for *_, line in self._rungs_of(result)]
            blocks += sentences(rungs or ["No technique leads on."])
        elif result.step is None:
            blocks += self._ending(result.follower)
        elif self._is_shown(result.step):
            blocks += self._told(result.step, result.follower.state)
        return blocks

    def follows(self, result: Explained) -> bool:
        """The steps of a puzzle follow each other without a blank line."""
        return result.step is not None and not self._is_first

    def remarks(self, result: Explained) -> Iterator[str | Entry]:
        """What is no puzzle, or of a kind that is not explained."""
        if result.follower is None:
            yield f"{result.entry.source}: {result.error}" if result.error else result.entry

    def closing(self) -> Document:
        """How many puzzles ended how, and the rules over all of them."""
        if self.is_alone or self.rungs is not None:
            return ()
        ended = [f"{self._ended[one]:,} {one}" for one in ENDINGS if self._ended[one]]
        title = Toned(f"All {counted(self._ended.total(), 'puzzle')}", Tone.STRONG)
        lines = [(title, f": {', '.join(ended)}"), (f"Guesses: {_guesses(self._all)}",)]
        return [*sentences([*lines, *_verified(self._all)]), *_rules(self._all)]

    def last_row(self, seconds: float) -> Row | None:
        """The same in numbers."""
        if self.is_alone or self.rungs is not None:
            return None
        ended = {one: self._ended[one] for one in ENDINGS}
        more = {"puzzles": self._ended.total(), "rules": rule_counts(self._all.rules.most_common())}
        totals = filled(ExplainedTotals, self._all, method=self.method, **ended, **more)
        return ExplainedTotalsRow(summary=totals)

    def _is_shown(self, result: StepVerification) -> bool:
        return self.most is None or result.number <= self.most

    def _rungs_of(self, result: Explained) -> list[tuple[str, Any, Phrase]]:
        """The rungs that are asked for: the name of each, its value in a row, and its sentence."""
        if result.step is None or (step := result.step.step).pattern is None:
            return []
        cells = [*map(step.context.puzzle.geometry.cell_name, step.cells)]
        units = step.premises.units if step.unit is None and step.premises is not None else [step.unit]
        where = [unit.name for unit in units if unit is not None] or cells
        name, level = step.rule.name, step.pattern.level
        return [
            ("look_at", where, (f"Look at {listed(where)}.",)),
            ("technique", name, (f"The technique is: {name} (level {level}: {word_of(level)}).",)),
            ("cells", cells, (f"It is about {listed(cells)}.",)),
            ("step", step_row(result.step), sentence(step)),
        ][: self.rungs]

    def _told(self, result: StepVerification, state: SolvingState) -> Iterator[Block]:
        """A step: its sentence, why it is refuted, what is left to cells."""
        step, found = result.step, result.finding
        before: SolvingState = step.context
        label = f"{result.number:>4}. "
        depth = min(before.depth, state.depth)
        bars = "| " * depth if depth <= BARS_AT_MOST else f"|{depth}| "
        mark = () if found is None else (" ", Toned(f"[{found}]", _tone(found)))
        words = Toned(label, Tone.QUIET), Toned(bars, Tone.SEVERAL), *sentence(step, full=self.in_full), *mark
        yield Sentence(words, hanging=" " * len(label) + bars)
        if result.is_refuted:
            yield from _why(result, before.puzzle, len(label))
        if self.candidates and step.kind not in _WITHOUT_CHANGES:
            marked = step.cells if step.kind is StepKind.DEADLOCK else [*step.placed]
            yield Boards([_drawing(state, "", marked, step.removed)], "just changed")

    def _ending(self, follower: StepFollower) -> Iterator[Block]:
        """The solution, the first two beside each other, or what is left; then the summary."""
        tally, state = follower.tally, follower.state
        if self.most is not None and tally.steps > self.most:
            yield Sentence((f"... {counted(tally.steps - self.most, 'step')} not shown.",))
        if state.solutions:
            yield solution_boards(state.puzzle, Verdict.UNKNOWN, [*state.solutions][:2])
        elif tally.outcome in (ExplanationOutcome.STUCK, ExplanationOutcome.OPEN):
            yield Boards([_drawing(state, "What the steps leave in the end:")])
        yield from sentences(outcome_in_words(follower))
        yield from _rules(tally)


def _why(result: StepVerification, puzzle: Puzzle, indent: int) -> Iterator[Block]:
    """Why a step is refuted, and the grid that shows it."""
    said = [f"Refuted: {result.reason}."]
    shown = result.counterexample
    if shown and result.true is not False and result.step.kind in CONCLUSIONS:
        said.append("All that it rests on holds here, and still the conclusion does not:")
    elif shown:
        said.append("This solution shows that the conclusion is false:")
    yield Sentence((Toned(" ".join(said), Tone.BAD),), indent, indent)
    if shown:
        cells = bytes(shown.get(cell, 0) for cell in range(len(puzzle.cells)))
        marked = {*result.step.placed, *result.step.removed}
        yield Boards([Drawing(Puzzle(cells, puzzle.geometry), "", puzzle, marked)], "not as concluded")


def _drawing(
    state: SolvingState,
    caption: str,
    marked: Collection[int] = (),
    removed: Mapping[int, Collection[int]] | None = None,
) -> Drawing:
    """What is known at a point of solving, with the candidates of each cell."""
    shape = state.puzzle.geometry
    digits = [state.candidates(cell) for cell in range(shape.cell_count)]
    filled = Puzzle(bytes(state.filled), shape)
    return Drawing(filled, caption, state.puzzle, marked, candidates=digits, removed=removed or {})


def outcome_in_words(follower: StepFollower) -> Iterator[Phrase]:
    """The outcome, the guesses, and what verifying found: a line each."""
    tally, solutions = follower.tally, len(follower.state.solutions)
    steps = f"{_others_in_words(tally, solutions)} ({counted(tally.steps, 'step')})"
    yield "Outcome: ", OUTCOMES[tally.outcome], steps
    follows = ""
    if solutions == 1 and not (tally.guesses or tally.refuted or tally.undecided):
        follows = ", so the solution follows from the clues, and there is no other"
        if any(rule.term == UNIQUENESS for rule in tally.rules):
            follows = ", but steps assume that there is one solution"
    yield (f"Guesses: {_guesses(tally)}{follows}",)
    if follower.is_verifying:
        yield from _verified(tally) or [("Verified: there was no conclusion",)]
    if refuted := tally.refuted_steps:
        named = listed(few(f"{number:,}" for number in refuted))
        yield (Toned(f"Refuted: step{'s' * (len(refuted) > 1)} {named}", Tone.BAD),)


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


def _guesses(tally: StepTally) -> str:
    """How many guesses or readings and dead ends there were."""
    ends = f"; {counted(tally.deadlocks, 'dead end')}" if tally.guesses or tally.deadlocks else ""
    if tally.readings:
        return f"{counted(tally.readings, 'reading')} of rows, {tally.passed:,} passed{ends}"
    if tally.guesses:
        return f"{tally.guesses:,}, up to {tally.depth:,} at a time{ends}, {tally.undone:,} undone"
    return f"none{ends}"


def _verified(tally: StepTally) -> list[Phrase]:
    """What verifying the steps has found; nothing where nothing was asked."""
    found = [(Toned(f"{tally.findings[one]:,} {one}", _tone(one)),) for one in Finding if tally.findings[one]]
    return [("Verified: ", *joined(found))] if found else []


def _tone(finding: Finding) -> Tone:
    is_bad = finding in (Finding.REFUTED, Finding.LUCK)
    return Tone.BAD if is_bad else Tone.GOOD if finding is Finding.VALID else Tone.SEVERAL


def _rules(tally: StepTally) -> Iterator[Table]:
    """How often each rule was used."""
    rows = []
    for rule, count in tally.rules.most_common():
        name, term, *_ = *rule_names(rule), "", ""
        rows.append([name or "(unnamed)", term, f"{count:,}"])
    if rows:
        yield Table(("rule", "term", "used"), rows)


def steps_in_numbers(follower: StepFollower, method: str | None) -> StepsInNumbers:
    """The end of a puzzle in `explain --json`; `exact`: there are no solutions beside those found."""
    tally, grids = follower.tally, [*follower.state.solutions]
    found = tally.findings
    more = {
        "valid": found[Finding.VALID] + found[Finding.FALSE],
        "valid_but_false": found[Finding.FALSE],
        "true_not_shown_valid": found[Finding.TRUE],
        "undecided": tally.undecided,
        "refuted": tally.refuted,
        "true_by_luck": found[Finding.LUCK],
        "refuted_steps": tally.refuted_steps,
    }
    return filled(
        StepsInNumbers,
        tally,
        method=method,
        rules=rule_counts(tally.rules.most_common()),
        readings=tally.readings or None,
        solution=grids[0] if grids else None,
        solutions=grids[:2],
        count=len(grids),
        exact=tally.is_exhausted or tally.outcome is ExplanationOutcome.UNSOLVABLE,
        **(more if follower.is_verifying else dict.fromkeys(more)),
    )


Outcome = ExplanationOutcome
"""How the steps end. For example: "solved"."""


class StepsInNumbers(Row, kw_only=True):
    """The steps of a puzzle in numbers."""

    method: str | None
    """The method; null for steps from a file. For example: "sets", null."""
    steps: Whole
    """How many steps there were. For example: 57."""
    outcome: Outcome
    rules: list[RuleCount]
    """The rules, the most frequent first.

    For example: [{"rule": "pairs", "term": "hidden pair", "count": 51}].
    """
    guesses: Whole
    """How many guesses were made. For example: 0."""
    depth: Whole
    """How many guesses stood at the same time, at most. For example: 0."""
    deadlocks: Whole
    """How many dead ends were met. For example: 0."""
    undone: Whole
    """How many guesses were taken back. For example: 0."""
    readings: Optional[Whole] = UNSET
    """How many readings of rows were tried, by methods that read. For example: 3827."""
    solution: GridCells | None
    """The first solution. For example: "1423324123144132", null."""
    solutions: Annotated[list[GridCells], Meta(max_length=2)]
    """The first two solutions. For example: ["1423324123144132"]."""
    count: Whole
    """How many solutions the steps reach. For example: 1."""
    exact: bool
    """Whether there are no others. For example: false."""
    valid: Optional[Whole] = UNSET
    """With `--verify`: conclusions that follow. For example: 56."""
    valid_but_false: Optional[Whole] = UNSET
    """Those that follow, but rest on a refuted step, and are false. For example: 0."""
    true_not_shown_valid: Optional[Whole] = UNSET
    """Conclusions that are true, but give no premises. For example: 0."""
    undecided: Optional[Whole] = UNSET
    """Steps for which there was no time. For example: 0."""
    refuted: Optional[Whole] = UNSET
    """Steps that are refuted. For example: 0."""
    true_by_luck: Optional[Whole] = UNSET
    """Refuted steps whose conclusion is true. For example: 0."""
    refuted_steps: Optional[list[int]] = UNSET
    """The numbers of the refuted steps. For example: [4, 9]."""


class ExplainedRow(PuzzleRow, kw_only=True):
    """The end of a puzzle: its steps in numbers."""

    summary: StepsInNumbers
    """The steps in numbers.

    For example: {"method": "phases", "steps": 57, "outcome": "solved", "rules": [], "guesses": 0, "depth": 0,
    "deadlocks": 0, "undone": 0, "solution": "1423324123144132", "solutions": ["1423324123144132"], "count":
    1, "exact": false}.
    """


class Rungs(Row, kw_only=True):
    """A hint: up to four rungs; none where no technique leads on."""

    look_at: Optional[list[str]] = UNSET
    """Where to look: units, or cells. For example: ["row 4"]."""
    technique: Optional[str] = UNSET
    """The name of the technique. For example: "naked pair"."""
    cells: Optional[list[CellName]] = UNSET
    """The cells that it is about. For example: ["r4c1"]."""
    step: Optional[StepRow] = UNSET
    """The whole step.

    For example: {"index": 1, "step": 1, "kind": "placement", "rule": "naked single", "unit": null, "term":
    "naked single", "cells": ["r1c1"], "digits": [5], "premises": null, "placed": {"r1c1": 5}, "removed": {},
    "assumptions": []}.
    """


class HintRow(PuzzleRow, kw_only=True):
    """The next step, with `--hint`: as much of it as was asked for."""

    hint: Rungs
    """What is told. For example: {"look_at": ["row 4"]}, {}."""


class NotExplainedRow(PuzzleRow, kw_only=True):
    """A puzzle that cannot be explained, for its pencilmarks."""

    error: str
    """Why it cannot be explained. For example: "explain takes clues only, no pencilmarks"."""


class ExplainedTotals(Row, kw_only=True):
    """Several puzzles in numbers."""

    method: str
    """The method. For example: "sets"."""
    puzzles: Whole
    """How many puzzles there were, the invalid ones included. For example: 20."""
    solved: Whole
    """How many were solved. For example: 6."""
    unsolvable: Whole
    """How many have no solution. For example: 4."""
    stuck: Whole
    """On how many the method got stuck. For example: 10."""
    undecided: Whole
    """How many ran out of time. For example: 0."""
    open: Whole
    """How many ended before the grid was full. For example: 0."""
    invalid: Whole
    """How many are no puzzle, or cannot be explained. For example: 0."""
    steps: Whole
    """How many steps there were in all. For example: 1588."""
    rules: list[RuleCount]
    """The rules, the most frequent first.

    For example: [{"rule": "pairs", "term": "hidden pair", "count": 20}].
    """
    guesses: Whole
    """How many guesses were made. For example: 0."""
    deadlocks: Whole
    """How many dead ends were met. For example: 4."""
    refuted: Whole
    """How many steps were refuted. For example: 0."""


class ExplainedTotalsRow(Row, kw_only=True):
    """The last line, where there are several puzzles."""

    summary: ExplainedTotals
    """All puzzles in numbers.

    For example: {"method": "sets", "puzzles": 2, "solved": 2, "unsolvable": 0, "stuck": 0, "undecided": 0,
    "open": 0, "invalid": 0, "steps": 9, "rules": [], "guesses": 0, "deadlocks": 0, "refuted": 0}.
    """
