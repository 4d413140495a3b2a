"""The rows of `explain`: steps, verified or not, hints, how each puzzle ends, and the totals."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta

from sudocube.explanation import ExplanationOutcome, StepVerification
from sudocube.explanation.steps_file import step_row, verified_row
from sudocube.geometry import Geometry
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
)
from sudocube.solvers.trace import Step, StepKind

UnitName = Annotated[str, Meta(pattern="^(row|column|box) ([1-9]|1[0-9]|2[0-5])$")]
DigitsByCell = dict[CellName, list[Digit]]
Lines = dict[str, Annotated[int, Meta(ge=1)]]
Rule = str
"""The name of a rule, in the words of its source; may be empty. For example: "elim_values"."""
Term = str
"""The standard term for the rule; may be empty. For example: "naked single"."""
Outcome = ExplanationOutcome
"""How the steps end. For example: "solved"."""


class RuleCount(Row, kw_only=True):
    """A rule and how often it was used."""

    rule: Rule
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
    rule: Rule
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


def row_of_step(
    number: int, step: Step, verified: StepVerification | None, geometry: Geometry, index: int
) -> StepRow:
    """The row of a step, and of what verifying it showed, if it was verified."""
    row: dict[str, Any] = (
        step_row(number, step, geometry, index=index)
        if verified is None
        else verified_row(verified, geometry, index=index)
    )
    return msgspec.convert(row, StepRow)
