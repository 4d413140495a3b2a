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
    PuzzleRow,
    Row,
    says,
)
from sudocube.solvers.trace import Step, StepKind

UnitName = Annotated[str, Meta(pattern="^(row|column|box) ([1-9]|1[0-9]|2[0-5])$")]
DigitsByCell = dict[CellName, list[Digit]]
Lines = dict[str, Annotated[int, Meta(ge=1)]]
Rule = Annotated[str, says("The name of a rule, in the words of its source; may be empty.", "elim_values")]
Term = Annotated[str, says("The standard term for the rule; may be empty.", "naked single")]
Outcome = Annotated[ExplanationOutcome, says("How the steps end.", "solved")]


class RuleCount(Row, kw_only=True):
    """A rule and how often it was used."""

    rule: Rule
    term: Term
    count: Number


class RuleTotal(RuleCount, kw_only=True):
    """The same over several puzzles."""

    puzzles: Annotated[int, says("In how many puzzles.", 9, ge=0)]


class PremisesRow(Row, kw_only=True):
    """What a conclusion rests on."""

    cells: Annotated[DigitsByCell, says("The candidates of these cells.", {"r1c1": [5]})]
    units: Annotated[list[UnitName], says("The units that were looked at.", ["row 1"])]


class StepRow(Row, kw_only=True):
    """A step. With `--verify` or `--steps`, it has what verifying it showed, too."""

    index: Index
    step: Annotated[int, says("The number of the step, from 1 for each puzzle.", 1, ge=1)]
    kind: Annotated[StepKind, says("What the step does.", "placement")]
    rule: Rule
    term: Term
    cells: Annotated[list[CellName], says("The cells that the step is about.", ["r1c1"])]
    digits: Annotated[list[Digit], says("The digits that the step is about.", [5])]
    unit: Annotated[UnitName | None, says("The unit in which the rule was used.", "row 1", None)]
    premises: Annotated[
        PremisesRow | None,
        says(
            "What the conclusion rests on: the candidates of cells, and the units looked at; null if the step"
            " is no conclusion.",
            {"cells": {"r1c1": [5]}, "units": ["row 1"]},
            None,
        ),
    ]
    placed: Annotated[dict[CellName, Digit], says("The digits that cells now hold.", {"r1c1": 5})]
    removed: Annotated[DigitsByCell, says("The candidates that cells lose.", {"r2c2": [3]})]
    assumptions: Annotated[
        list[tuple[CellName, Digit]],
        says("The guesses that stand, the oldest first: cell and digit.", [["r4c4", 7]]),
    ]
    counts: Optional[
        Annotated[
            list[RuleCount],
            says(
                "Of readings that are not shown: how many, by what came of them.",
                [{"rule": "row test", "term": "clash", "count": 3811}],
            ),
        ]
    ] = UNSET
    level: Optional[
        Annotated[
            int,
            says(
                "Of a technique: its level. Only steps of techniques have this and the next three.",
                *(5,),
                ge=0,
                le=12,
            ),
        ]
    ] = UNSET
    bases: Optional[
        Annotated[
            Lines,
            says(
                "The base lines, each with how often it counts: a cell, a digit in a unit, or a unique"
                " rectangle.",
                {"1 in row 2": 1, "1 in row 5": 1},
            ),
        ]
    ] = UNSET
    covers: Optional[
        Annotated[Lines, says("The cover lines, each with how often it counts.", {"1 in column 3": 1})]
    ] = UNSET
    because: Optional[
        Annotated[str, says("The reason in words.", "In row 2, 1 has no place outside column 3.")]
    ] = UNSET
    valid: Optional[
        Annotated[
            bool | None,
            says("Whether the conclusion follows from the premises; null without any, or time.", True, None),
        ]
    ] = UNSET
    true: Optional[
        Annotated[
            bool | None,
            says("Whether the conclusion holds in every solution; null if it is none, or time.", True, None),
        ]
    ] = UNSET
    counterexample: Optional[
        Annotated[
            Cells | None,
            says(
                "A grid that the conclusion contradicts: a solution, or the cells for which it does not"
                " follow, and `.` for the others.",
                "1423324123144132",
                None,
            ),
        ]
    ] = UNSET
    reason: Optional[
        Annotated[
            str | None, says("Why the step is refuted, or undecided; else null.", "it does not follow", None)
        ]
    ] = UNSET


class StepsInNumbers(Row, kw_only=True):
    """The steps of a puzzle in numbers."""

    method: Annotated[str | None, says("The method; null for steps from a file.", "sets", None)]
    steps: Annotated[int, says("How many steps there were.", 57, ge=0)]
    outcome: Outcome
    rules: Annotated[
        list[RuleCount],
        says("The rules, the most frequent first.", [{"rule": "pairs", "term": "hidden pair", "count": 51}]),
    ]
    guesses: Annotated[int, says("How many guesses were made.", 0, ge=0)]
    depth: Annotated[int, says("How many guesses stood at the same time, at most.", 0, ge=0)]
    deadlocks: Annotated[int, says("How many dead ends were met.", 0, ge=0)]
    undone: Annotated[int, says("How many guesses were taken back.", 0, ge=0)]
    readings: Optional[
        Annotated[int, says("How many readings of rows were tried, by methods that read.", 3827, ge=0)]
    ] = UNSET
    solution: Annotated[GridCells | None, says("The first solution.", "1423324123144132", None)]
    solutions: Annotated[
        list[GridCells], says("The first two solutions.", ["1423324123144132"], max_length=2)
    ]
    count: Annotated[int, says("How many solutions the steps reach.", 1, ge=0)]
    exact: Annotated[bool, says("Whether there are no others.", False)]
    valid: Optional[Annotated[int, says("With `--verify`: conclusions that follow.", 56, ge=0)]] = UNSET
    valid_but_false: Optional[
        Annotated[int, says("Those that follow, but rest on a refuted step, and are false.", 0, ge=0)]
    ] = UNSET
    true_not_shown_valid: Optional[
        Annotated[int, says("Conclusions that are true, but give no premises.", 0, ge=0)]
    ] = UNSET
    undecided: Optional[Annotated[int, says("Steps for which there was no time.", 0, ge=0)]] = UNSET
    refuted: Optional[Annotated[int, says("Steps that are refuted.", 0, ge=0)]] = UNSET
    true_by_luck: Optional[Annotated[int, says("Refuted steps whose conclusion is true.", 0, ge=0)]] = UNSET
    refuted_steps: Optional[
        Annotated[list[int], says("The numbers of the first thousand refuted steps.", [4, 9])]
    ] = UNSET


class ExplainedRow(PuzzleRow, kw_only=True):
    """The end of a puzzle: its steps in numbers."""

    summary: Annotated[
        StepsInNumbers,
        says(
            "The steps in numbers.",
            {
                "method": "phases",
                "steps": 57,
                "outcome": "solved",
                "rules": [],
                "guesses": 0,
                "depth": 0,
                "deadlocks": 0,
                "undone": 0,
                "solution": "1423324123144132",
                "solutions": ["1423324123144132"],
                "count": 1,
                "exact": False,
            },
        ),
    ]


class Rungs(Row, kw_only=True):
    """A hint: up to four rungs; none where no technique leads on."""

    look_at: Optional[Annotated[list[str], says("Where to look: units, or cells.", ["row 4"])]] = UNSET
    technique: Optional[Annotated[str, says("The name of the technique.", "naked pair")]] = UNSET
    cells: Optional[Annotated[list[CellName], says("The cells that it is about.", ["r4c1"])]] = UNSET
    step: Optional[
        Annotated[
            StepRow,
            says(
                "The whole step.",
                {
                    "index": 1,
                    "step": 1,
                    "kind": "placement",
                    "rule": "naked single",
                    "unit": None,
                    "term": "naked single",
                    "cells": ["r1c1"],
                    "digits": [5],
                    "premises": None,
                    "placed": {"r1c1": 5},
                    "removed": {},
                    "assumptions": [],
                },
            ),
        ]
    ] = UNSET


class HintRow(PuzzleRow, kw_only=True):
    """The next step, with `--hint`: as much of it as was asked for."""

    hint: Annotated[Rungs, says("What is told.", {"look_at": ["row 4"]}, {})]


class NotExplainedRow(PuzzleRow, kw_only=True):
    """A puzzle that cannot be explained, for its pencilmarks."""

    error: Annotated[str, says("Why it cannot be explained.", "explain takes clues only, no pencilmarks")]


class ExplainedTotals(Row, kw_only=True):
    """Several puzzles in numbers."""

    method: Annotated[str, says("The method.", "sets")]
    puzzles: Annotated[int, says("How many puzzles there were, the invalid ones included.", 20, ge=0)]
    solved: Annotated[int, says("How many were solved.", 6, ge=0)]
    unsolvable: Annotated[int, says("How many have no solution.", 4, ge=0)]
    stuck: Annotated[int, says("On how many the method got stuck.", 10, ge=0)]
    undecided: Annotated[int, says("How many ran out of time.", 0, ge=0)]
    open: Annotated[int, says("How many ended before the grid was full.", 0, ge=0)]
    invalid: Annotated[int, says("How many are no puzzle, or cannot be explained.", 0, ge=0)]
    steps: Annotated[int, says("How many steps there were in all.", 1588, ge=0)]
    rules: Annotated[
        list[RuleTotal],
        says(
            "The rules, the most frequent first.",
            [{"rule": "pairs", "term": "hidden pair", "count": 20, "puzzles": 9}],
        ),
    ]
    guesses: Annotated[int, says("How many guesses were made.", 0, ge=0)]
    deadlocks: Annotated[int, says("How many dead ends were met.", 4, ge=0)]
    refuted: Annotated[int, says("How many steps were refuted.", 0, ge=0)]


class ExplainedTotalsRow(Row, kw_only=True):
    """The last line, where there are several puzzles."""

    summary: Annotated[
        ExplainedTotals,
        says(
            "All puzzles in numbers.",
            {
                "method": "sets",
                "puzzles": 2,
                "solved": 2,
                "unsolvable": 0,
                "stuck": 0,
                "undecided": 0,
                "open": 0,
                "invalid": 0,
                "steps": 9,
                "rules": [],
                "guesses": 0,
                "deadlocks": 0,
                "refuted": 0,
            },
        ),
    ]


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
