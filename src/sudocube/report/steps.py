"""What `explain` says: steps of a method in words and as rows, hints, how the steps end; rows read again.

     12. Guess: r3c3 is 4, one of 4, 5 and 8 (phase 2: guess). So 4 goes from
         r3c9.
     13. | r4c5 can hold nothing but 7 (forced possibility: naked single). So 7
         | goes from r4c1, r6c5.

Each bar is an assumption on which the step rests; if there are many, their number is shown instead.

In a file of steps each text line holds one object, as `explain --json` writes it. Only the key `kind` is
required; other keys that are missing count as empty. The keys that `--verify` adds are ignored, and so is the
text line with the summary. A mistake that can be seen in one object alone raises an error that names the file
and the line. Whether the steps fit together, and whether they are right, is for `explanation.step_verifying`.
"""

from __future__ import annotations

import codecs
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Annotated, Any, BinaryIO

import msgspec
from msgspec import UNSET, Meta

from sudocube.cube import cube
from sudocube.errors import InputError
from sudocube.explanation.following import ExplanationOutcome
from sudocube.explanation.step_verifying import (
    Finding,
    StepFollower,
    StepTally,
    StepVerification,
    form_fault,
)
from sudocube.fields import Cell, GridCells, Optional, Whole
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from sudocube.report.checks import verdict_boards
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
from sudocube.report.row import PuzzleRow, Row, as_dict, filled, row_of, row_type
from sudocube.report.step_words import joined, sentence
from sudocube.report.words import Report, counted, few, listed, phrase, texts
from sudocube.rows import Entry
from sudocube.solvers.techniques.solving import word_of
from sudocube.solvers.trace import (
    CONCLUSIONS,
    UNIQUENESS,
    Pattern,
    Premises,
    Rule,
    RuleCount,
    SolvingState,
    Step,
    StepKind,
    rule_counts,
)
from sudocube.verdict import Verdict

BARS_AT_MOST = 6
"""How many bars are drawn; for more assumptions, their number."""

TONES = {Finding.VALID: Tone.GOOD, Finding.REFUTED: Tone.BAD, Finding.TRUE_BY_LUCK: Tone.BAD}
"""The tones of what verifying finds; all other findings are open."""


@dataclass(frozen=True, slots=True)
class Explained:
    """What is told of a puzzle: its next step, or a hint; without a step, its end, or that there is no hint.

    `follower` has what was found by then; there is none for what is no puzzle, and for pencilmarks.
    """

    index: int
    entry: Entry
    follower: StepFollower | None = None
    step: StepVerification | None = None


PENCILMARKS = "explain takes no pencilmarks, only clues"

ENDINGS = (*ExplanationOutcome, "invalid")
"""What may become of a puzzle."""


@dataclass(eq=False, kw_only=True)
class ExplainReport(Report[Explained]):
    """Tells the steps of puzzle after puzzle by a method, and counts over all of them, unless one is alone.

    `candidates` draws what cells can hold, `in_full` names all that a step removes, and of the steps the
    first `most` are shown. A hint has `rungs`: where to look, which technique, which cells, the whole step.
    """

    method: str | None
    is_alone: bool = True
    candidates: bool = False
    in_full: bool = False
    most: float = inf
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
            yield row_of(NotExplainedRow, entry, index=index, error=entry.error or PENCILMARKS)
        elif self.rungs is not None:
            rungs = {name: value for name, value, _ in self._rungs_of(result)}
            yield row_of(entry, Hinted(Hint(**rungs)), index=index)
        elif step is None:
            yield row_of(ExplainedRow, entry, index=index, summary=steps_in_numbers(follower, self.method))
        elif step.step.number <= self.most:
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
        elif result.step.step.number <= self.most:
            blocks += self._told(result.step, result.follower.state)
        return blocks

    def follows(self, result: Explained) -> bool:
        """The steps of a puzzle follow each other without a blank line."""
        return result.step is not None and not self._is_first

    def remarks(self, result: Explained) -> Iterator[str | Entry]:
        """What is no puzzle, or of a kind that is not explained."""
        if result.follower is None:
            entry = result.entry
            yield entry if entry.puzzle is None else f"{entry.source}: {PENCILMARKS}"

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
            ("cells", step.cells, (f"It is about {listed(cells)}.",)),
            ("step", step, sentence(step)),
        ][: self.rungs]

    def _told(self, result: StepVerification, state: SolvingState) -> Iterator[Block]:
        """A step: its sentence, why it is refuted, what is left to cells."""
        step, found = result.step, result.finding
        before: SolvingState = step.context
        label = f"{step.number:>4}. "
        depth = min(before.depth, state.depth)
        bars = "| " * depth if depth <= BARS_AT_MOST else f"|{depth}| "
        mark = () if found is None else (" ", Toned(f"[{found}]", TONES.get(found, Tone.SEVERAL)))
        words = Toned(label, Tone.QUIET), Toned(bars, Tone.SEVERAL), *sentence(step, full=self.in_full), *mark
        yield Sentence(words, hanging=" " * len(label) + bars)
        if result.is_refuted:
            yield from _why(result, before.puzzle, len(label))
        if self.candidates and (
            step.placed or step.removed or step.kind in (StepKind.DEADLOCK, StepKind.UNDO)
        ):
            marked = step.cells if step.kind is StepKind.DEADLOCK else [*step.placed]
            yield Boards([_drawing(state, "", marked=marked, removed=step.removed)], "just changed")

    def _ending(self, follower: StepFollower) -> Iterator[Block]:
        """The solution, the first two beside each other, or what is left; then the summary."""
        tally, state = follower.tally, follower.state
        if tally.steps > self.most:
            yield Sentence((f"... {counted(tally.steps - int(self.most), 'step')} not shown.",))
        if state.solutions:
            yield verdict_boards(state.puzzle, Verdict.UNKNOWN, [*state.solutions][:2])
        elif tally.outcome in (ExplanationOutcome.STUCK, ExplanationOutcome.OPEN):
            yield Boards([_drawing(state, "What the steps leave in the end:")])
        yield from sentences(outcome_in_words(follower))
        yield from _rules(tally)


def _why(result: StepVerification, puzzle: Puzzle, indent: int) -> Iterator[Block]:
    """Why a step is refuted, and the grid that shows it."""
    said, step, shown = [f"Refuted: {result.reason}."], result.step, result.counterexample
    if shown is not None and result.true is not False and step.kind in CONCLUSIONS:
        said.append("All that it rests on holds here, and still the conclusion does not:")
    elif shown is not None:
        said.append("This solution shows that the conclusion is false:")
    yield Sentence((Toned(" ".join(said), Tone.BAD),), indent, indent)
    if shown is not None:
        yield Boards([Drawing(shown, "", puzzle, {*step.placed, *step.removed})], "not as concluded")


def _drawing(state: SolvingState, caption: str, **more: Any) -> Drawing:  # noqa: ANN401 -- see Drawing
    """What is known at a point of solving, with the candidates of each cell."""
    candidates = [*map(state.candidates, range(len(state.filled)))]
    return Drawing(state.as_puzzle(), caption, state.puzzle, candidates=candidates, **more)


def outcome_in_words(follower: StepFollower) -> Iterator[Phrase]:
    """The outcome, the guesses, and what verifying found: a line each."""
    tally, solutions = follower.tally, len(follower.state.solutions)
    steps = f"{_others_in_words(tally, solutions)} ({counted(tally.steps, 'step')})"
    yield (*phrase(texts("steps")["outcomes"][tally.outcome]), steps)
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
    counts = ((one, tally.findings[one]) for one in Finding)
    found = [(Toned(f"{count:,} {one}", TONES.get(one, Tone.SEVERAL)),) for one, count in counts if count]
    return [("Verified: ", *joined(found))] if found else []


def _rules(tally: StepTally) -> Iterator[Table]:
    """How often each rule was used."""
    if tally.rules:
        rows = [
            (rule.name or "(unnamed)", rule.term * (rule.term != rule.name), f"{count:,}")
            for rule, count in tally.rules.most_common()
        ]
        yield Table(("rule", "term", "used"), rows)


def steps_in_numbers(follower: StepFollower, method: str | None) -> StepsInNumbers:
    """The end of a puzzle in `explain --json`; `exact`: there are no solutions beside those found."""
    tally, grids = follower.tally, [*follower.state.solutions]
    found: dict[str, Any] = {one.name.lower(): tally.findings[one] for one in Finding}
    found["valid"] += found["valid_but_false"]
    found |= {"refuted": tally.refuted, "refuted_steps": tally.refuted_steps}
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
        **(found if follower.is_verifying else dict.fromkeys(found)),
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


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint: up to four rungs; none where no technique leads on."""

    in_row = "look_at? technique? cells? step?"

    look_at: Sequence[str] | None = None
    """Where to look: units, or cells. For example: ["row 4"]."""
    technique: str | None = None
    """The name of the technique. For example: "naked pair"."""
    cells: Sequence[Cell] | None = None
    """The cells that it is about. For example: ["r4c1"]."""
    step: Step | None = None
    """The whole step.

    For example: {"index": 1, "step": 1, "kind": "placement", "rule": "naked single", "unit": null, "term":
    "naked single", "cells": ["r1c1"], "digits": [5], "premises": null, "placed": {"r1c1": 5}, "removed": {},
    "assumptions": []}.
    """


@dataclass(frozen=True, slots=True)
class Hinted:
    """The next step, with `--hint`: as much of it as was asked for."""

    in_row = "hint"

    hint: Hint
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


VERIFIED, TAKEN = row_type(Step, StepVerification), row_type(Step)
"""The types of the row of a step: with what verifying it showed, and without."""


def step_row(result: StepVerification, *, index: int = 1, is_verified: bool = False) -> Row:
    """The row of a step; `index` counts the puzzles, from 1.

    >>> from sudocube.explanation.following import explain
    >>> solved = list(explain("1... ..2. .3.. ...4"))[-1]
    >>> row = step_row(StepVerification(solved))
    >>> str(row.kind), row.rule, row.term, row.premises
    ('solution', 'no blanks left', 'solution', None)
    """
    return row_of(VERIFIED if is_verified else TAKEN, result.step, result, result.step.context, index=index)


def read_steps(stream: BinaryIO, name: str, geometry: Geometry) -> Iterator[Step]:
    r"""The steps of a file, each as soon as its text line has been read; `name` is the file's name in errors.

    Raises InputError at the first mistake, and OSError where the stream cannot be read; both while steps are
    being read, not at the call.

    >>> import io
    >>> text = b'{"kind": "placement", "rule": "mine", "placed": {"r1c2": 3}}'
    >>> [step] = read_steps(io.BytesIO(text), "steps.jsonl", Geometry(2, 2))
    >>> step.placed, step.premises
    ({1: 3}, None)
    >>> list(read_steps(io.BytesIO(b'\n{"kind": "placement", "placed": {"r1c7": 3}}'), "a", Geometry(2, 2)))
    Traceback (most recent call last):
    sudocube.errors.InputError: a:2: found r1c7; expected a cell or a unit of a 4×4 puzzle
    """
    names: dict[str, Any] = {geometry.cell_name(cell): cell for cell in range(geometry.cell_count)}
    names |= {unit.name: unit for unit in cube(geometry).units}
    index, count = None, 0
    for number, line in enumerate(stream, 1):
        try:
            row = _row(line.removeprefix(codecs.BOM_UTF8), index, count + 1)
            if row is None:
                continue
            step = _step(row, names)
            if fault := form_fault(step, geometry):
                raise ValueError(fault)
        except KeyError as error:
            what = f"a cell or a unit of a {geometry.size}×{geometry.size} puzzle"
            raise InputError(f"{name}:{number}", f"found {error.args[0]}; expected {what}") from None
        except RecursionError:
            raise InputError(f"{name}:{number}", "lists within lists, too deep to read") from None
        except ValueError as error:  # those of msgspec, too
            raise InputError(f"{name}:{number}", str(error)) from None
        index, count = row.index, row.step
        yield step


_EMPTY = as_dict(step_row(StepVerification(Step(StepKind.END, Rule("", ""))), is_verified=True))
"""What a step says that names nothing but its kind."""
del _EMPTY["kind"]


def _row(line: bytes, index: int | None, number: int) -> Any:  # noqa: ANN401 -- of the type VERIFIED
    """The row of a text line, which is the step of that number; None for an empty line, and the summary.

    Raises ValueError where it is no step, or one of another puzzle than that of the `index`.
    """
    if not line.strip():
        return None
    row = msgspec.json.decode(line.decode(), type=dict[str, Any])
    if "summary" in row:
        return None
    said = {key: value for key, value in row.items() if value is not None}
    if isinstance(premises := said.get("premises"), dict):
        said["premises"] = {"cells": {}, "units": [], **premises}
    found = msgspec.convert({**_EMPTY, "index": index or 1, "step": number, **said}, VERIFIED)
    for key, value, expected in (("index", found.index, index or found.index), ("step", found.step, number)):
        if value != expected:
            raise ValueError(f"{key}: found {value}; expected {expected}: the steps of one puzzle, in order")
    return found


def _step(row: Any, names: dict[str, Any]) -> Step:  # noqa: ANN401
    """The step of a row; KeyError for a cell or a unit that the puzzle does not have."""
    keys = ("cells", "digits", "unit", "placed", "removed", "assumptions")
    parts = {key: _named(getattr(row, key), names) for key in keys}
    counts = {Rule(one["rule"], one["term"]): one["count"] for one in row.counts or ()}
    premises, pattern = None, None
    if row.premises is not None:
        premises = Premises(_named(row.premises.cells, names), _named(row.premises.units, names))
    if row.bases is not UNSET:
        pattern = Pattern(row.level or 0, row.bases, row.covers or {}, row.because or "")
    rule = Rule(row.rule, row.term)
    return Step(row.kind, rule, **parts, premises=premises, counts=counts, pattern=pattern)


def _named(value: Any, names: dict[str, Any]) -> Any:  # noqa: ANN401
    """A value of a row with what its names stand for."""
    if isinstance(value, str):
        return names[value]
    if isinstance(value, dict):
        return {names[key]: _named(of, names) for key, of in value.items()}
    return tuple(_named(one, names) for one in value) if isinstance(value, list | tuple) else value
