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

from sudocube.explanation import ExplanationOutcome, Finding, SolvingState, StepTally, StepVerification
from sudocube.puzzle import Puzzle
from sudocube.report.base import Report
from sudocube.report.checks import solution_boards
from sudocube.report.document import Block, Boards, Document, Drawing, Phrase, Sentence, Table, Tone, Toned
from sudocube.report.row import (
    CellName,
    GridCells,
    Optional,
    PuzzleRow,
    Row,
    Whole,
    filled,
    row_of,
)
from sudocube.report.step_rows import RuleCount, StepRow, step_row
from sudocube.report.step_sentences import sentence
from sudocube.report.words import counted, listed
from sudocube.rows import Entry
from sudocube.solvers.techniques import word_of
from sudocube.solvers.techniques.names import UNIQUENESS
from sudocube.solvers.trace import CONCLUSIONS, Rule, Step, StepKind
from sudocube.verdict import Verdict

BARS_AT_MOST = 6
"""How many bars are drawn; for more assumptions, their number."""

REFUTED_AT_MOST = 12
"""How many refuted steps the summary names."""

OUTCOMES = {
    ExplanationOutcome.SOLVED: Toned("solved", Tone.GOOD),
    ExplanationOutcome.UNSOLVABLE: Toned("unsolvable", Tone.BAD),
    ExplanationOutcome.STUCK: Toned("stuck", Tone.SEVERAL),
    ExplanationOutcome.UNDECIDED: Toned("undecided: out of time", Tone.SEVERAL),
    ExplanationOutcome.OPEN: Toned("open: the steps end before the grid is full", Tone.SEVERAL),
}

_WITHOUT_CHANGES = (StepKind.SOLUTION, StepKind.END, StepKind.FAILED_READING, StepKind.LEFT_OUT)


@dataclass(frozen=True, slots=True)
class Begun:
    """The next puzzle, or what is none; `error` says why it is of a kind that is not explained."""

    index: int
    entry: Entry
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Hint:
    """The next step of a puzzle; None if no technique leads on."""

    step: Step | None


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a puzzle; None if only the steps say how."""

    outcome: ExplanationOutcome | None


ExplainResult = Begun | StepVerification | Hint | Ended


class ExplainReport(Report[ExplainResult]):
    """Tells the steps of puzzle after puzzle, and counts over all of them.

    `candidates` draws what cells can hold, `in_full` names all that a step removes, and of the steps the
    first `most` are shown; None stands for all. A hint has `rungs`: where to look, which technique, which
    cells, the whole step. The state that it follows is the one after the last step.
    """

    def __init__(
        self,
        method: str | None,
        *,
        is_alone: bool,
        is_verified: bool = False,
        candidates: bool = False,
        in_full: bool = False,
        most: int | None = None,
        rungs: int | None = None,
    ) -> None:
        self._method, self._is_alone, self._rungs, self._most = method, is_alone, rungs, most
        self._is_verified, self._candidates, self._in_full = is_verified, candidates, in_full
        self._outcomes, self._numbers = Counter[str](), Counter[str]()
        self._rules = Counter[Rule]()

    def add(self, result: ExplainResult) -> None:
        """Follow the steps of the puzzle, and count them."""
        if isinstance(result, Begun):
            self._entry, self._index, self._tally = result.entry, result.index, StepTally()
            if result.entry.puzzle is None or result.error:
                self._outcomes["invalid"] += 1
            else:
                self._state = SolvingState(result.entry.puzzle)
        elif isinstance(result, StepVerification):
            self._tally.add(result)
            self._state.apply(result.step, is_right=not result.is_refuted)
        elif isinstance(result, Ended):
            tally = self._tally
            tally.end(result.outcome)
            self._outcomes[tally.outcome] += 1
            self._rules.update(tally.rules)
            for name in NUMBERS:
                self._numbers[name] += getattr(tally, name)
            self._numbers["refuted"] += len(tally.refuted_steps)

    def puzzles(self, result: ExplainResult) -> int:
        """Of what is told of a puzzle, its beginning counts."""
        return isinstance(result, Begun)

    def outcomes(self, result: ExplainResult) -> Iterator[str]:
        """`invalid`, `refuted` and `undecided`."""
        if isinstance(result, Begun) and (result.entry.puzzle is None or result.error):
            yield "invalid"
        elif isinstance(result, Hint) and result.step is None and 0 in self._state.filled:
            yield "undecided"
        elif isinstance(result, Ended):
            yield from ["refuted"] * bool(self._tally.refuted_steps)
            is_open = self._tally.outcome in (ExplanationOutcome.STUCK, ExplanationOutcome.UNDECIDED)
            if is_open or self._tally.findings[Finding.UNDECIDED]:
                yield "undecided"

    def rows(self, result: ExplainResult) -> Iterator[Row]:
        """The row of a step, of the end, of a hint, or of what is not explained."""
        if isinstance(result, StepVerification):
            if self._is_shown(result):
                shape = self._state.puzzle.geometry
                yield step_row(result, shape, index=self._index, is_verified=self._is_verified)
        elif isinstance(result, Hint):
            rungs = {name: value for name, value, _ in self._rungs_of(result.step)}
            yield row_of(HintRow, self._entry, index=self._index, hint=Rungs(**rungs))
        elif isinstance(result, Ended):
            summary = steps_in_numbers(self._tally, self._method, self._state, is_verified=self._is_verified)
            yield row_of(ExplainedRow, self._entry, index=self._index, summary=summary)
        elif result.error:
            yield row_of(NotExplainedRow, self._entry, index=self._index, error=result.error)
        elif result.entry.puzzle is None:
            yield row_of(ExplainedRow, self._entry, index=self._index)

    def document(self, result: ExplainResult) -> Document:
        """The heading of a puzzle, the sentence of a step, a hint, or the end."""
        if isinstance(result, StepVerification):
            return [*self._told(result)] if self._is_shown(result) else ()
        if isinstance(result, Hint):
            lines = [line for *_, line in self._rungs_of(result.step)] or [("No technique leads on.",)]
            return [*map(Sentence, lines)]
        if isinstance(result, Ended):
            return [*self._ending()]
        is_told = not self._is_alone and result.entry.puzzle is not None and not result.error
        return [Sentence((Toned(result.entry.source, Tone.STRONG),), wraps=False)] * is_told

    def follows(self, result: ExplainResult) -> bool:
        """Steps follow each other without a blank line."""
        return isinstance(result, StepVerification | Hint)

    def remarks(self, result: ExplainResult) -> Iterator[str | Entry]:
        """What is no puzzle, or of a kind that is not explained."""
        if isinstance(result, Begun) and result.entry.puzzle is None:
            yield result.entry
        elif isinstance(result, Begun) and result.error:
            yield f"{result.entry.source}: {result.error}"

    def _is_shown(self, result: StepVerification) -> bool:
        return self._most is None or result.number <= self._most

    def _rungs_of(self, step: Step | None) -> list[tuple[str, Any, Phrase]]:
        """The rungs that are asked for: the name of each, its value in a row, and its sentence."""
        if step is None or step.pattern is None:
            return []
        shape = self._state.puzzle.geometry
        cells = [*map(shape.cell_name, step.cells)]
        units = step.premises.units if step.unit is None and step.premises is not None else [step.unit]
        where = [unit.name for unit in units if unit is not None] or cells
        level = f"level {step.pattern.level}: {word_of(step.pattern.level)}"
        return [
            ("look_at", where, (f"Look at {listed(where)}.",)),
            ("technique", step.rule.name, (f"The technique is: {step.rule.name} ({level}).",)),
            ("cells", cells, (f"It is about {listed(cells)}.",)),
            ("step", step_row(StepVerification(1, step), shape), sentence(step)),
        ][: self._rungs]

    def _told(self, result: StepVerification) -> Iterator[Block]:
        """A step: its sentence, why it is refuted, what is left to cells."""
        step = result.step
        before: SolvingState = step.context
        label = f"{result.number:>4}. "
        depth = min(before.depth, self._state.depth)
        bars = "| " * depth if depth <= BARS_AT_MOST else f"|{depth}| "
        found = result.finding if self._is_verified else None
        mark = () if found is None else (" ", Toned(f"[{found}]", _tone(found)))
        margin = " " * len(label) + bars
        words = sentence(step, full=self._in_full)
        yield Sentence((Toned(label, Tone.QUIET), Toned(bars, Tone.SEVERAL), *words, *mark), hanging=margin)
        if result.is_refuted:
            yield from _why(result, before.puzzle, len(label))
        if self._candidates and step.kind not in _WITHOUT_CHANGES:
            marked = step.cells if step.kind is StepKind.DEADLOCK else [*step.placed]
            yield Boards([state_drawing(self._state, marked, step.removed)], "just changed")

    def _ending(self) -> Iterator[Block]:
        """The solution, the first two beside each other, or what is left; then the summary."""
        tally, grids, state = self._tally, [*self._state.solutions], self._state
        if self._most is not None and tally.steps > self._most:
            yield Sentence((f"... {counted(tally.steps - self._most, 'step')} not shown.",))
        if grids:
            yield solution_boards(state.puzzle, Verdict.UNKNOWN, grids[:2])
        elif tally.outcome in (ExplanationOutcome.STUCK, ExplanationOutcome.OPEN):
            yield Boards([state_drawing(state, caption="What the steps leave in the end:")])
        for words in outcome_in_words(tally, len(grids), is_verified=self._is_verified):
            yield Sentence(words)
        yield from _rules(tally.rules)

    def closing(self) -> Document:
        """How many puzzles ended how, and the rules over all of them."""
        if self._is_alone or self._rungs is not None:
            return ()
        numbers = self._numbers
        parts = [f"{self._outcomes[one]:,} {one}" for one in ENDINGS if self._outcomes[one]]
        title = Toned(f"All {counted(self._outcomes.total(), 'puzzle')}", Tone.STRONG)
        lines: list[Phrase] = [(title, f": {', '.join(parts)}")]
        dead_ends = _dead_ends(numbers["guesses"], numbers["deadlocks"])
        lines.append((f"Guesses: {numbers['guesses'] or 'none'}{dead_ends}",))
        if refuted := numbers["refuted"]:
            lines.append((Toned(f"Refuted: {counted(refuted, 'step')}", Tone.BAD),))
        return [*map(Sentence, lines), *_rules(self._rules)]

    def last_row(self, seconds: float) -> Row | None:
        """The same in numbers."""
        if self._is_alone or self._rungs is not None:
            return None
        counts = {name: self._outcomes[name] for name in ENDINGS}
        counts |= {name: self._numbers[name] for name in (*NUMBERS, "refuted")}
        puzzles = self._outcomes.total()
        totals = ExplainedTotals(
            method=str(self._method), puzzles=puzzles, rules=_rule_counts(self._rules), **counts
        )
        return ExplainedTotalsRow(summary=totals)


NUMBERS = ("steps", "guesses", "deadlocks")
"""What is added up over several puzzles."""

ENDINGS = (*ExplanationOutcome, "invalid")
"""What may become of a puzzle."""


def _why(result: StepVerification, puzzle: Puzzle, indent: int) -> Iterator[Block]:
    """Why a step is refuted, and the grid that shows it."""
    sentences = [f"Refuted: {result.reason}."]
    shown = result.counterexample
    if result.is_true_by_luck:
        sentences.append("True by luck: no reason given suffices.")
    if shown and result.true is not False and result.step.kind in CONCLUSIONS:
        sentences.append("All that it rests on holds here, and still the conclusion does not:")
    elif shown:
        sentences.append("This solution shows that the conclusion is false:")
    yield Sentence((Toned(" ".join(sentences), Tone.BAD),), indent, indent)
    if shown:
        cells = bytes(shown.get(cell, 0) for cell in range(len(puzzle.cells)))
        marked = {*result.step.placed, *result.step.removed}
        yield Boards([Drawing(Puzzle(cells, puzzle.geometry), "", puzzle, marked)], "not as concluded")


def state_drawing(
    state: SolvingState,
    marked: Collection[int] = (),
    removed: Mapping[int, Collection[int]] | None = None,
    caption: str = "",
) -> Drawing:
    """What is known at a point of solving, with the candidates of each cell."""
    shape = state.puzzle.geometry
    digits = [state.candidates(cell) for cell in range(shape.cell_count)]
    filled = Puzzle(bytes(state.filled), shape)
    return Drawing(filled, caption, state.puzzle, marked, candidates=digits, removed=removed or {})


def outcome_in_words(tally: StepTally, solutions: int, *, is_verified: bool) -> Iterator[Phrase]:
    """The outcome, the guesses, and what verifying found: a line each."""
    steps = f"{_others_in_words(tally, solutions)} ({counted(tally.steps, 'step')})"
    yield "Outcome: ", OUTCOMES[tally.outcome], steps
    dead_ends = _dead_ends(tally.guesses, tally.deadlocks)
    if tally.readings:
        guessed = f"{counted(tally.readings, 'reading')} of rows, {tally.passed:,} passed{dead_ends}"
    elif tally.guesses:
        guessed = f"{tally.guesses:,}, up to {tally.depth:,} at a time{dead_ends}, {tally.undone:,} undone"
    else:
        is_certain = not tally.refuted_steps and not tally.findings[Finding.UNDECIDED]
        follows = ", so the solution follows from the clues, and there is no other"
        if any(rule.term == UNIQUENESS for rule in tally.rules):
            follows = ", but steps assume that there is one solution"
        guessed = f"none{dead_ends}{follows if is_certain and solutions == 1 else ''}"
    yield (f"Guesses: {guessed}",)
    if is_verified:
        yield from _verified(tally)


def _tone(finding: Finding) -> Tone:
    is_bad = finding in (Finding.REFUTED, Finding.LUCK)
    return Tone.BAD if is_bad else Tone.GOOD if finding is Finding.VALID else Tone.SEVERAL


def _dead_ends(guesses: int, deadlocks: int) -> str:
    return f"; {counted(deadlocks, 'dead end')}" if guesses or deadlocks else ""


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


def _rules(rules: Counter[Rule]) -> Iterator[Table]:
    """How often each rule was used."""
    rows = []
    for rule, count in rules.most_common():
        name = rule.name or rule.term or "(unnamed)"
        rows.append([name, rule.term if rule.term != name else "", f"{count:,}"])
    if rows:
        yield Table(("rule", "term", "used"), rows)


def _rule_counts(rules: Counter[Rule]) -> list[RuleCount]:
    return [RuleCount(rule=rule.name, term=rule.term, count=count) for rule, count in rules.most_common()]


def _found(tally: StepTally) -> dict[str, int]:
    """How many steps verifying has found to be what, as JSON names it."""
    findings = tally.findings
    return {
        "valid": findings[Finding.VALID] + findings[Finding.FALSE],
        "valid_but_false": findings[Finding.FALSE],
        "true_not_shown_valid": findings[Finding.TRUE],
        "undecided": findings[Finding.UNDECIDED],
        "refuted": len(tally.refuted_steps),
        "true_by_luck": findings[Finding.LUCK],
    }


def _verified(tally: StepTally) -> Iterator[Phrase]:
    counts = [(one, tally.findings[one]) for one in Finding if tally.findings[one]]
    some = [("; ", Toned(f"{count:,} {one}", _tone(one))) for one, count in counts]
    yield "Verified: ", *([piece for pair in some for piece in pair][1:] or ["there was no conclusion"])
    if refuted := tally.refuted_steps:
        named = [f"{number:,}" for number in refuted[:REFUTED_AT_MOST]]
        more = [f"{len(refuted) - len(named):,} more"] * (len(refuted) > len(named))
        yield (Toned(f"Refuted: step{'s' * (len(refuted) > 1)} {listed([*named, *more])}", Tone.BAD),)


def steps_in_numbers(
    tally: StepTally, method: str | None, state: SolvingState, *, is_verified: bool
) -> StepsInNumbers:
    """The end of a puzzle in `explain --json`; `exact`: there are no solutions beside those found."""
    grids = [*state.solutions]
    more = {**_found(tally), "refuted_steps": tally.refuted_steps} if is_verified else {"refuted_steps": None}
    return filled(
        StepsInNumbers,
        tally,
        method=method,
        rules=_rule_counts(tally.rules),
        readings=tally.readings or None,
        solution=grids[0] if grids else None,
        solutions=grids[:2],
        count=len(grids),
        exact=tally.is_exhausted or tally.outcome is ExplanationOutcome.UNSOLVABLE,
        **more,
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
