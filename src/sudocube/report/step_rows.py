"""Steps as JSON: one object per step, as `explain --json` writes them, and a file of such objects read again.

In a file each text line holds one object. Only the key `kind` is required; other keys that are missing count
as empty. The keys that `--verify` adds are ignored, and so is the text line with the summary. A mistake that
can be seen in one object alone raises an error that names the file and the line. Whether the steps fit
together, and whether they are right, is for `explanation.step_verifying`.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, BinaryIO

import msgspec
from msgspec import UNSET, Meta

from sudocube.cube import Unit, cube
from sudocube.errors import SudocubeError
from sudocube.explanation import StepVerification
from sudocube.explanation.solving_state import form_fault
from sudocube.fields import CellName, Cells, Digit, Index, Number, Optional, Positive
from sudocube.geometry import SYMBOLS, Geometry
from sudocube.report.row import Row, filled
from sudocube.solvers.trace import Pattern, Premises, Rule, Step, StepKind

UnitName = Annotated[str, Meta(pattern="^(row|column|box) ([1-9]|1[0-9]|2[0-5])$")]
DigitsByCell = dict[CellName, list[Digit]]
Lines = dict[str, Annotated[int, Meta(ge=1)]]
RuleName = str
"""The name of a rule, in the words of its source; may be empty. For example: "elim_values"."""
Term = str
"""The standard term for the rule; may be empty. For example: "naked single"."""


class RuleCount(Row, kw_only=True):
    """A rule and how often it was used."""

    rule: RuleName
    term: Term
    count: Number


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


def step_row(result: StepVerification, *, index: int = 1, is_verified: bool = False) -> StepRow:
    """The row of a step that has its context, with its number; `index` counts the puzzles, from 1.

    >>> from sudocube.explanation import explain
    >>> solved = list(explain("1... ..2. .3.. ...4"))[-1]
    >>> row = step_row(StepVerification(14, solved))
    >>> str(row.kind), row.rule, row.term, row.premises
    ('solution', 'no blanks left', 'solution', None)
    """
    step, shown = result.step, result.counterexample
    parts = [step, step.rule, *filter(None, [step.pattern]), step.context]
    more: dict[str, Any] = dict.fromkeys(("valid", "true", "reason", "counterexample"), UNSET)
    if is_verified:
        cells = range(step.context.puzzle.geometry.cell_count)
        grid = "".join(SYMBOLS[shown.get(cell, 0)] for cell in cells) if shown else None
        more = {"valid": result.valid, "true": result.true, "reason": result.reason, "counterexample": grid}
    counts = rule_counts(step.counts) or UNSET
    return filled(
        StepRow, *parts, index=index, step=result.number, rule=step.rule.name, counts=counts, **more
    )


def rule_counts(rules: Mapping[Rule, int]) -> list[RuleCount]:
    """How often each rule was used."""
    return [RuleCount(rule=rule.name, term=rule.term, count=count) for rule, count in rules.items()]


LONGEST_LINE = 10_000_000
"""The most bytes in a text line; the longest step of a 25×25 puzzle takes about 200,000."""


class StepsError(SudocubeError, ValueError):
    """A mistake in a file of steps. Attributes: `file`, `line`, `fault`: what was found and expected."""

    def __init__(self, file: str, line: int, fault: str) -> None:
        self.file, self.line, self.fault = file, line, fault
        super().__init__(f"{file}:{line}: {fault}")


def read_steps(stream: BinaryIO, name: str, geometry: Geometry) -> Iterator[Step]:
    r"""The steps of a file, each as soon as its text line has been read; `name` is the file's name in errors.

    Raises StepsError at the first mistake, and OSError where the stream cannot be read; both while steps are
    being read, not at the call.

    >>> import io
    >>> text = b'{"kind": "placement", "rule": "mine", "placed": {"r1c2": 3}}'
    >>> [step] = read_steps(io.BytesIO(text), "steps.jsonl", Geometry(2, 2))
    >>> step.placed, step.premises
    ({1: 3}, None)
    >>> list(read_steps(io.BytesIO(b'\n{"kind": "placement", "placed": {"r1c7": 3}}'), "a", Geometry(2, 2)))
    Traceback (most recent call last):
    sudocube.report.step_rows.StepsError: a:2: found r1c7; expected a cell or a unit of a 4×4 puzzle
    """
    cells = {geometry.cell_name(cell): cell for cell in range(geometry.cell_count)}
    units = {unit.name: unit for unit in cube(geometry).units}
    number, index, count = 0, None, 0
    while line := stream.readline(LONGEST_LINE + 1):
        number += 1
        try:
            if len(line) > LONGEST_LINE:
                raise ValueError(f"found more than {LONGEST_LINE:,} bytes; expected one JSON object per line")
            row = _row(line.removeprefix(codecs.BOM_UTF8) if number == 1 else line, index, count + 1)
            if row is None:
                continue
            step = _step(row, cells, units)
            if fault := form_fault(step, geometry):
                raise ValueError(fault)
        except KeyError as error:
            what = f"a cell or a unit of a {geometry.size}×{geometry.size} puzzle"
            raise StepsError(name, number, f"found {error.args[0]}; expected {what}") from None
        except RecursionError:
            raise StepsError(name, number, "lists within lists, too deep to read") from None
        except ValueError as error:  # those of msgspec, too
            raise StepsError(name, number, str(error)) from None
        index, count = row.index, row.step
        yield step


def _row(line: bytes, index: int | None, number: int) -> StepRow | None:
    """The row of a text line, which is the step of that number; None for an empty line, and the summary.

    Raises ValueError where it is no step, or one of another puzzle than that of the `index`.
    """
    if not line.strip():
        return None
    row = msgspec.json.decode(line, type=dict[str, Any])
    if "summary" in row:
        return None
    empty: dict[str, Any] = {"rule": "", "term": "", "unit": None, "premises": None}
    empty |= {key: [] for key in ("cells", "digits", "assumptions")} | {"placed": {}, "removed": {}}
    said = {key: value for key, value in row.items() if value is not None}
    if isinstance(premises := said.get("premises"), dict):
        said["premises"] = {"cells": {}, "units": [], **premises}
    found = msgspec.convert({"index": index or 1, "step": number, **empty, **said}, StepRow)
    for key, value, expected in (("index", found.index, index or found.index), ("step", found.step, number)):
        if value != expected:
            raise ValueError(f"{key}: found {value}; expected {expected}: the steps of one puzzle, in order")
    return found


def _step(row: StepRow, cells: dict[str, int], units: dict[str, Unit]) -> Step:
    """The step of a row; KeyError for a cell or a unit that the puzzle does not have."""
    premises, pattern = None, None
    if row.premises is not None:
        known = {cells[cell]: tuple(digits) for cell, digits in row.premises.cells.items()}
        premises = Premises(known, tuple(units[unit] for unit in row.premises.units))
    if row.bases is not UNSET:
        pattern = Pattern(row.level or 0, row.bases, row.covers or {}, row.because or "")
    return Step(
        row.kind,
        Rule(row.rule, row.term),
        tuple(cells[cell] for cell in row.cells),
        tuple(row.digits),
        None if row.unit is None else units[row.unit],
        premises,
        {cells[cell]: digit for cell, digit in row.placed.items()},
        {cells[cell]: tuple(digits) for cell, digits in row.removed.items()},
        tuple((cells[cell], digit) for cell, digit in row.assumptions),
        {Rule(one.rule, one.term): one.count for one in row.counts or ()},
        pattern,
    )
