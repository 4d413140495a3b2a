"""What `explain` says: step after step in words, how they end, hints, and the rules over several puzzles.

     12. Guess: r3c3 is 4 (phase 2: guess; other choices: 5 and 8). So 4 goes
         from r3c9.
     13. | r4c5 can hold nothing but 7 (forced possibility: naked single). So 7
         | goes from r4c1, r6c5.

Each bar is an assumption on which the step rests; if there are many, their number is shown instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import UNSET, Meta

from sudocube.explanation import (
    ExplanationOutcome,
    ExplanationTally,
    SolvingState,
    StepContext,
    StepHistory,
    StepTally,
    StepVerification,
)
from sudocube.explanation.steps_file import step_row, verified_row
from sudocube.puzzle import Grid, Puzzle, differing_cells
from sudocube.report.base import Report
from sudocube.report.document import Block, Boards, Document, Drawing, Phrase, Sentence, Table, Tone, Toned
from sudocube.report.row import (
    CellName,
    Cells,
    Digit,
    GridCells,
    Index,
    Number,
    Optional,
    Positive,
    PuzzleRow,
    Row,
    Whole,
    filled,
    row_of,
)
from sudocube.report.step_sentences import sentence
from sudocube.report.words import counted, listed
from sudocube.rows import Entry
from sudocube.solvers.techniques import word_of
from sudocube.solvers.techniques.names import UNIQUENESS
from sudocube.solvers.trace import CONCLUSIONS, Rule, Step, StepKind

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
class Piece:
    """What is said of a step or of a puzzle, as it comes; `follows` as in `Report`."""

    row: Any = None
    document: Document = ()
    outcomes: Sequence[str] = ()
    follows: bool = False
    invalid: Sequence[Entry] = ()
    errors: Sequence[str] = ()


class ExplainReport(Report[Piece]):
    """Tells the steps of puzzle after puzzle, and counts over all of them.

    Its methods `begin`, `take`, `end`, `hint` and `refuse` are called in their order, and what they give goes
    to `Out`. With `in_rows`, no sentences are made. `candidates` draws what cells can hold, `in_full` names
    all that a step removes, and of the steps the first `most` are shown; None stands for all. A hint has
    `rungs`.
    """

    def __init__(
        self,
        method: str | None,
        *,
        is_alone: bool,
        in_rows: bool = False,
        is_verified: bool = False,
        candidates: bool = False,
        in_full: bool = False,
        most: int | None = None,
        rungs: int | None = None,
    ) -> None:
        self._method, self._is_alone, self._in_rows, self._rungs = method, is_alone, in_rows, rungs
        self._is_verified, self._candidates, self._in_full = is_verified, candidates, in_full
        self._most, self._all = most, ExplanationTally()

    def begin(self, index: int, entry: Entry) -> Piece:
        """The next puzzle, or what is none."""
        self._index, self._entry, self._tally = index, entry, StepTally()
        if entry.puzzle is None:
            self._all.invalid += 1
            return Piece(row_of(ExplainedRow, entry, index=index), (), ["invalid"], invalid=[entry])
        self._history = StepHistory(entry.puzzle)
        heading = Sentence((Toned(entry.source, Tone.STRONG),), wraps=False)
        return Piece(document=() if self._is_alone else [heading])

    def take(self, step: Step, verified: StepVerification | None) -> Piece:
        """The next step of the puzzle, and what verifying it found, if it was verified."""
        if verified is None:
            self._tally.add(step)
        else:
            self._tally.add_verified(verified)
        number, geometry = self._tally.steps, self._history.state.puzzle.geometry
        is_shown = self._most is None or number <= self._most
        if is_shown and not self._in_rows:
            return Piece(document=[*self._told(step, verified)], follows=True)
        self._advance(step, verified)
        if not is_shown:
            return Piece()
        if verified is not None:
            return Piece(verified_row(verified, geometry, index=self._index))
        return Piece(step_row(number, step, geometry, index=self._index))

    def end(self, outcome: ExplanationOutcome | None) -> Piece:
        """The end of the puzzle; None if only the steps say how."""
        tally = self._tally
        if outcome is not None:
            tally.set_outcome(outcome)
        self._all.add(tally)
        is_open = tally.outcome in (ExplanationOutcome.STUCK, ExplanationOutcome.UNDECIDED)
        outcomes = ["refuted"] * bool(tally.refuted) + ["undecided"] * bool(is_open or tally.undecided)
        if not self._in_rows:
            return Piece(None, [*self._ending()], outcomes)
        grids = [*self._history.solutions]
        summary = steps_in_numbers(tally, self._method, grids, is_verified=self._is_verified)
        return Piece(row_of(ExplainedRow, self._entry, index=self._index, summary=summary), (), outcomes)

    def refuse(self, error: str) -> Piece:
        """The puzzle is of a kind that is not explained."""
        self._all.invalid += 1
        row = row_of(NotExplainedRow, self._entry, index=self._index, error=error)
        return Piece(row, (), ["invalid"], errors=[f"{self._entry.source}: {error}"])

    def hint(self, step: Step | None) -> Piece:
        """The first rungs of a hint: where to look, which technique, which cells, the whole step.

        `step` is one of the techniques, with its context; None if no technique leads on.
        """
        rungs, outcomes = Rungs(), list[str]()
        lines: list[Phrase] = [("No technique leads on.",)]
        if step is None and 0 in self._history.state.filled:
            outcomes = ["undecided"]
        if step is not None:
            now, geometry = step.context, self._history.state.puzzle.geometry
            assert step.pattern is not None and isinstance(now, StepContext)  # noqa: PT018 -- as `next_step` gives it
            cells = [*map(geometry.cell_name, step.cells)]
            units = step.premises.units if step.unit is None and step.premises is not None else [step.unit]
            where = [unit.name for unit in units if unit is not None] or cells
            level = f"level {step.pattern.level}: {word_of(step.pattern.level)}"
            told: list[tuple[str, Any, Phrase]] = [
                ("look_at", where, (f"Look at {listed(where)}.",)),
                ("technique", step.rule.name, (f"The technique is: {step.rule.name} ({level}).",)),
                ("cells", cells, (f"It is about {listed(cells)}.",)),
                ("step", step_row(1, step, geometry), sentence(step, now)),
            ][: self._rungs]
            rungs, lines = Rungs(**{name: value for name, value, _ in told}), [line for *_, line in told]
        row = row_of(HintRow, self._entry, index=self._index, hint=rungs)
        return Piece(row, [*map(Sentence, lines)], outcomes, follows=True)

    def _advance(self, step: Step, verified: StepVerification | None) -> None:
        self._history.advance(step, is_right=verified is None or not verified.is_refuted)

    def outcomes(self, result: Piece) -> Sequence[str]:
        """`invalid`, `refuted` and `undecided`."""
        return result.outcomes

    def rows(self, result: Piece) -> Sequence[Any]:
        """The row of a step, of the end, of a hint, or of what is not explained."""
        return () if result.row is None else [result.row]

    def document(self, result: Piece) -> Document:
        """The heading of a puzzle, the sentence of a step, the end, or a hint."""
        return result.document

    def follows(self, result: Piece) -> bool:
        """Steps follow each other without a blank line."""
        return result.follows

    def invalid(self, result: Piece) -> Sequence[Entry]:
        """What is no puzzle."""
        return result.invalid

    def errors(self, result: Piece) -> Sequence[str]:
        """What is not explained."""
        return result.errors

    def _told(self, step: Step, verified: StepVerification | None) -> Iterator[Block]:
        """A step: its sentence, why it is refuted, what is left to cells. The history then is after it."""
        now = self._history.context(step)
        words = sentence(step, now, full=self._in_full)
        label = f"{self._tally.steps:>4}. "
        bars = "| " * now.depth if now.depth <= BARS_AT_MOST else f"|{now.depth}| "
        found = None if verified is None else check_in_words(verified)
        mark = () if found is None else (" ", Toned(f"[{found}]", found.tone))
        margin = " " * len(label) + bars
        yield Sentence((Toned(label, Tone.QUIET), Toned(bars, Tone.SEVERAL), *words, *mark), hanging=margin)
        before = list(now.state.masks), bytes(now.state.filled)
        self._advance(step, verified)
        if verified is not None and verified.is_refuted:
            yield from _why(verified, now.state.puzzle, len(label))
        if self._candidates and step.kind not in _WITHOUT_CHANGES:
            marked = _changed(step, now.state, *before)
            yield Boards([state_drawing(now.state, marked, step.removed)], "just changed")

    def _ending(self) -> Iterator[Block]:
        """The solution, the first two beside each other, or what is left; then the summary."""
        tally, grids, state = self._tally, [*self._history.solutions], self._history.state
        if self._most is not None and tally.steps > self._most:
            more = counted(tally.steps - self._most, "more step" if self._most else "step")
            after = f" after the first {self._most:,}" if self._most else ""
            yield Sentence((f"... {more}{after}, not shown.",))
        if grids:
            marked = differing_cells(*grids[:2]) if len(grids) > 1 else ()
            captions = ("one solution", "another") if len(grids) > 1 else ("",)
            drawn = [
                Drawing(grid, name, state.puzzle, marked) for grid, name in zip(grids, captions, strict=False)
            ]
            yield Boards(drawn, "differs")
        elif tally.outcome in (ExplanationOutcome.STUCK, ExplanationOutcome.OPEN):
            yield Boards([state_drawing(state, caption="What the steps leave in the end:")])
        for words in outcome_in_words(tally, len(grids), is_verified=self._is_verified):
            yield Sentence(words)
        yield from _rules(tally.rules)

    def closing(self) -> Document:
        """How many puzzles ended how, and the rules over all of them."""
        if self._is_alone or self._rungs is not None:
            return ()
        tally = self._all
        parts = [f"{tally.outcomes[one]:,} {one}" for one in ExplanationOutcome if tally.outcomes[one]]
        parts += [f"{tally.invalid:,} invalid"] * bool(tally.invalid)
        title = Toned(f"All {counted(tally.puzzles, 'puzzle')}", Tone.STRONG)
        lines: list[Phrase] = [(title, f": {', '.join(parts)}")]
        lines.append((f"Guesses: {tally.guesses or 'none'}{_dead_ends(tally)}",))
        if tally.refuted:
            lines.append((Toned(f"Refuted: {counted(tally.refuted, 'step')}", Tone.BAD),))
        return [*map(Sentence, lines), *_rules(tally.rules, tally.puzzles_by_rule)]

    def last_row(self, seconds: float) -> Row | None:
        """The same in numbers."""
        if self._is_alone or self._rungs is not None:
            return None
        tally, outcomes = self._all, {str(one): self._all.outcomes[one] for one in ExplanationOutcome}
        rules = [
            RuleTotal(rule=rule.name, term=rule.term, count=count, puzzles=tally.puzzles_by_rule[rule])
            for rule, count in tally.rules.most_common()
        ]
        totals = filled(ExplainedTotals, tally, method=self._method, rules=rules, **outcomes)
        return ExplainedTotalsRow(summary=totals)


def check_in_words(verified: StepVerification) -> Toned | None:
    """What verifying a step has found, in a few words; None where there was nothing to ask.

    The words are `valid`, `undecided`, `refuted`, and what stands between these.
    """
    if verified.is_refuted:
        return Toned("refuted, though true by luck" if verified.is_true_by_luck else "refuted", Tone.BAD)
    if verified.ran_out_of_time:
        return Toned("undecided", Tone.SEVERAL)
    if verified.step.kind not in CONCLUSIONS:
        return None
    if verified.true is False:
        return Toned("valid, but false: it rests on a refuted step", Tone.SEVERAL)
    if verified.valid is None:
        return Toned("true, not shown valid", Tone.SEVERAL)
    return Toned("valid", Tone.GOOD)


def _why(verified: StepVerification, puzzle: Puzzle, indent: int) -> Iterator[Block]:
    """Why a step is refuted, and the grid that shows it."""
    sentences = [f"Refuted: {verified.reason}."]
    shown = verified.counterexample
    if verified.is_true_by_luck:
        sentences.append("True by luck: no reason given suffices.")
    if shown and verified.true is not False and verified.step.kind in CONCLUSIONS:
        sentences.append("All that it rests on holds here, and still the conclusion does not:")
    elif shown:
        sentences.append("This solution shows that the conclusion is false:")
    yield Sentence((Toned(" ".join(sentences), Tone.BAD),), indent, indent)
    if shown:
        cells = bytes(shown.get(cell, 0) for cell in range(len(puzzle.cells)))
        marked = {*verified.step.placed, *verified.step.removed}
        yield Boards([Drawing(Puzzle(cells, puzzle.geometry), "", puzzle, marked)], "not as concluded")


def _changed(step: Step, state: SolvingState, masks: list[int], filled: bytes) -> Collection[int]:
    """The cells that a step has changed, or that it leaves nothing; none if it is nearly every cell."""
    cells = range(len(masks))
    marked = [one for one in cells if masks[one] != state.masks[one] or filled[one] != state.filled[one]]
    if step.kind is StepKind.DEADLOCK:
        marked = [cell for cell in cells if not state.masks[cell]] or list(step.cells)
    return () if len(marked) * 2 > len(masks) else marked


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
    dead_ends = _dead_ends(tally)
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
    yield (f"Guesses: {guessed}",)
    if is_verified:
        yield from _verified(tally)


def _dead_ends(tally: StepTally | ExplanationTally) -> str:
    return f"; {counted(tally.deadlocks, 'dead end')}" if tally.guesses or tally.deadlocks else ""


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


def _rules(rules: Counter[Rule], puzzles: Mapping[Rule, int] | None = None) -> Iterator[Table]:
    """How often each rule was used, and in how many puzzles if there were several."""
    rows = []
    for rule, count in rules.most_common():
        name = rule.name or rule.term or "(unnamed)"
        row = [name, rule.term if rule.term != name else "", f"{count:,}"]
        rows.append(row if puzzles is None else [*row, f"{puzzles[rule]:,}"])
    if rows:
        yield Table(("rule", "term", "used", *(() if puzzles is None else ("puzzles",))), rows)


def _verified(tally: StepTally) -> Iterator[Phrase]:
    found = {
        "valid": (tally.valid, Tone.GOOD),
        "true, not shown valid": (tally.true_not_shown_valid, Tone.SEVERAL),
        "undecided": (tally.undecided, Tone.SEVERAL),
        "refuted": (tally.refuted, Tone.BAD),
    }
    parts: list[str] = []
    for name, (count, tone) in found.items():
        if count:
            parts += ["; " if parts else "", Toned(f"{count:,} {name}", tone)]
    yield "Verified: ", *(parts or ["there was no conclusion"])
    if tally.valid_but_false:
        false = f"Valid, but false: {tally.valid_but_false:,}, resting on refuted steps"
        yield (Toned(false, Tone.SEVERAL),)
    if tally.refuted:
        named = [f"{number:,}" for number in tally.refuted_steps[:REFUTED_AT_MOST]]
        more = tally.refuted - len(named)
        luck = f"; {tally.true_by_luck:,} true by luck" if tally.true_by_luck else ""
        which = listed([*named, f"{more:,} more"] if more else named)
        yield (Toned(f"Refuted: {'step' if tally.refuted == 1 else 'steps'} {which}{luck}", Tone.BAD),)


def steps_in_numbers(
    tally: StepTally, method: str | None, grids: Sequence[Grid], *, is_verified: bool
) -> StepsInNumbers:
    """The end of a puzzle in `explain --json`; `exact`: there are no solutions beside those found."""
    rules = [RuleCount(rule=one.name, term=one.term, count=n) for one, n in tally.rules.most_common()]
    return filled(
        StepsInNumbers,
        tally,
        method=method,
        rules=rules,
        readings=tally.readings or None,
        solution=grids[0] if grids else None,
        solutions=grids[:2],
        count=len(grids),
        exact=tally.is_exhausted or tally.outcome is ExplanationOutcome.UNSOLVABLE,
        **({} if is_verified else dict.fromkeys(OF_VERIFYING)),
    )


OF_VERIFYING = (
    *("valid", "valid_but_false", "true_not_shown_valid", "undecided", "refuted", "true_by_luck"),
    "refuted_steps",
)
"""The numbers that there are where steps were verified."""

UnitName = Annotated[str, Meta(pattern="^(row|column|box) ([1-9]|1[0-9]|2[0-5])$")]
DigitsByCell = dict[CellName, list[Digit]]
Lines = dict[str, Annotated[int, Meta(ge=1)]]
RuleName = str
"""The name of a rule, in the words of its source; may be empty. For example: "elim_values"."""
Term = str
"""The standard term for the rule; may be empty. For example: "naked single"."""
Outcome = ExplanationOutcome
"""How the steps end. For example: "solved"."""


class RuleCount(Row, kw_only=True):
    """A rule and how often it was used."""

    rule: RuleName
    term: Term
    count: Number


class RuleTotal(RuleCount, kw_only=True):
    """The same over several puzzles."""

    puzzles: Whole
    """In how many puzzles. For example: 9."""


class PremisesRow(Row, kw_only=True):
    """What a conclusion rests on."""

    cells: DigitsByCell
    """The candidates of these cells. For example: {"r1c1": [5]}."""
    units: list[UnitName]
    """The units that were looked at. For example: ["row 1"]."""


class StepRow(Row, kw_only=True):
    """A step. With `--verify` or `--steps`, it has what verifying it showed, too."""

    index: Index
    step: Positive
    """The number of the step, from 1 for each puzzle. For example: 1."""
    kind: StepKind
    """What the step does. For example: "placement"."""
    rule: RuleName
    term: Term
    cells: list[CellName]
    """The cells that the step is about. For example: ["r1c1"]."""
    digits: list[Digit]
    """The digits that the step is about. For example: [5]."""
    unit: UnitName | None
    """The unit in which the rule was used. For example: "row 1", null."""
    premises: PremisesRow | None
    """What the conclusion rests on: the candidates of cells, and the units looked at; null if the step is no
    conclusion.

    For example: {"cells": {"r1c1": [5]}, "units": ["row 1"]}, null.
    """
    placed: dict[CellName, Digit]
    """The digits that cells now hold. For example: {"r1c1": 5}."""
    removed: DigitsByCell
    """The candidates that cells lose. For example: {"r2c2": [3]}."""
    assumptions: list[tuple[CellName, Digit]]
    """The guesses that stand, the oldest first: cell and digit. For example: [["r4c4", 7]]."""
    counts: Optional[list[RuleCount]] = UNSET
    """Of readings that are not shown: how many, by what came of them.

    For example: [{"rule": "row test", "term": "clash", "count": 3811}].
    """
    level: Optional[Annotated[int, Meta(ge=0, le=12)]] = UNSET
    """Of a technique: its level. Only steps of techniques have this and the next three. For example: 5."""
    bases: Optional[Lines] = UNSET
    """The base lines, each with how often it counts: a cell, a digit in a unit, or a unique rectangle.

    For example: {"1 in row 2": 1, "1 in row 5": 1}.
    """
    covers: Optional[Lines] = UNSET
    """The cover lines, each with how often it counts. For example: {"1 in column 3": 1}."""
    because: Optional[str] = UNSET
    """The reason in words. For example: "In row 2, 1 has no place outside column 3."."""
    valid: Optional[bool | None] = UNSET
    """Whether the conclusion follows from the premises; null without any, or time.

    For example: true, null.
    """
    true: Optional[bool | None] = UNSET
    """Whether the conclusion holds in every solution; null if it is none, or time.

    For example: true, null.
    """
    counterexample: Optional[Cells | None] = UNSET
    """A grid that the conclusion contradicts: a solution, or the cells for which it does not follow, and `.`
    for the others.

    For example: "1423324123144132", null.
    """
    reason: Optional[str | None] = UNSET
    """Why the step is refuted, or undecided; else null. For example: "it does not follow", null."""


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
    """The numbers of the first thousand refuted steps. For example: [4, 9]."""


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
    rules: list[RuleTotal]
    """The rules, the most frequent first.

    For example: [{"rule": "pairs", "term": "hidden pair", "count": 20, "puzzles": 9}].
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
