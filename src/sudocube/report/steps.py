"""Steps of a solving method, and events of a proof, as sentences; steps as rows of JSON, and read again.

    r4c5 can hold nothing but 7 (forced possibility: naked single). So 7 goes from r4c1, r6c5.

The sentences are data: `steps.toml`. Rules with a standard term, such as "naked single", have their own. For
any other rule, the sentence names the cells and digits that it is about, and what it changes.

In a file of steps each text line holds one object, as `explain --json` writes it. Only the key `kind` is
required; other keys that are missing count as empty. The keys that `--verify` adds are ignored, and so is the
text line with the summary. A mistake that can be seen in one object alone raises an error that names the file
and the line. Whether the steps fit together, and whether they are right, is for `explanation.step_verifying`.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, BinaryIO

import msgspec
from msgspec import UNSET, Meta

from sudocube.cube import Unit, clashes, cube
from sudocube.errors import SudocubeError
from sudocube.explanation import SolvingState, StepVerification
from sudocube.explanation.step_verifying import form_fault
from sudocube.fields import CellName, Cells, Digit, Index, Number, Optional, Positive
from sudocube.geometry import SYMBOLS, Geometry
from sudocube.puzzle import Puzzle
from sudocube.report.document import Phrase, Tone, Toned, tone_of
from sudocube.report.row import Row, filled
from sudocube.report.words import counted, few, listed, named_clashes, phrase, texts
from sudocube.solvers.trace import EXHAUSTED, GUESS, Pattern, Premises, Rule, Step, StepKind
from sudocube.verdict import Verdict
from sudocube.verdicts.certificates import Certificate
from sudocube.verdicts.proof_reading import OTHER, ProofEvent, ProofEventKind, ProofLiteral, read_proof

GROUPS_AT_MOST = 4
"""How many groups of removals are named; if there are more, all of them are only counted."""


def joined(phrases: Iterable[Phrase]) -> Phrase:
    """Phrases with semicolons between them."""
    return tuple(piece for one in phrases for piece in ("; ", *one))[1:]


def parts(words: Phrase) -> list[list[str | None]]:
    """Words for a page: [words, tone], where the tone is null for those in between."""
    return [[str(one), tone_of(one)] for one in words]


def sentence(step: Step, *, full: bool = False) -> Phrase:
    """A step that has its context as a sentence; joined, it is what `str(step)` gives.

    If `full`, all that the step removes is named, however much it is.
    """
    words = _StepWords(step, full)
    if step.pattern is not None and step.pattern.because:
        said = words.said("technique", because=step.pattern.because.removesuffix("."))
    else:
        said = getattr(words, step.kind.replace(" ", "_"))()
    return (*said, *words.removals())


class _StepWords:
    """The words for one step: a method for each kind."""

    def __init__(self, step: Step, is_full: bool) -> None:
        self.step, self.is_full = step, is_full
        self.before: SolvingState = step.context
        self.name = self.before.puzzle.geometry.cell_name
        self.is_backed = _is_backed(step)
        self.is_of_clues = step.rule.term == "candidates" and not step.cells
        unit = "" if step.unit is None else step.unit.name
        cells, digits = listed(map(self.name, step.cells)), listed(SYMBOLS[one] for one in step.digits)
        self.values = {
            "cells": cells,
            "digits": digits,
            "unit": unit,
            "Unit": unit.capitalize(),
            "where": f"in {unit}, " * bool(unit),
            "Where": f"In {unit}, " * bool(unit),
            "rule": rule_named(step.rule),
            "place": "place" if len(step.cells) == 1 else "places",
            "between": " between them" * (len(step.cells) > 1),
            "about": ", ".join(filter(None, (cells, digits and f"with {digits}"))) or "a conclusion",
        }

    def said(self, template: str, /, **more: str) -> Phrase:
        """A sentence about the step."""
        return phrase(texts("steps")["steps"][template], **self.values | more)

    def removals(self) -> Phrase:
        """Which candidates are removed from which cells; empty if none are."""
        removed, groups = self.step.removed, dict[tuple[int, ...], list[str]]()
        for cell, digits in removed.items():
            groups.setdefault(tuple(digits), []).append(self.name(cell))
        if not groups or (self.is_of_clues and not self.is_full):
            return ()
        if len(groups) > GROUPS_AT_MOST and not self.is_full:
            count = counted(sum(map(len, removed.values())), "candidate")
            return self.said("many go", count=count, cells=counted(len(removed), "cell"))
        said = [
            self.said(
                "goes" if len(digits) == 1 else "go",
                digits=listed(SYMBOLS[digit] for digit in digits),
                cells=", ".join(cells if self.is_full else few(cells, "and ")),
            )
            for digits, cells in groups.items()
        ]
        return (" So ", *joined(said), ".")

    def placement(self) -> Phrase:
        """Which digit a cell holds, and why."""
        step, term = self.step, self.step.rule.term
        has_own = term == "naked single" or (term == "hidden single" and step.unit is not None)
        if self.is_backed and has_own and len(step.placed) == 1:
            return self.said(term)
        placed = ", ".join(f"{self.name(cell)} is {SYMBOLS[digit]}" for cell, digit in step.placed.items())
        return self.said("placement", placed=placed, Where=self.values["Where"] if self.is_backed else "")

    def removal(self) -> Phrase:
        """Why cells lose candidates."""
        step, term = self.step, self.step.rule.term
        if self.is_of_clues:
            blanks = counted(self.before.puzzle.cells.count(0), "blank")
            return self.said("candidates", blanks=blanks, count=f"{sum(map(len, step.removed.values())):,}")
        if self.is_backed and step.cells and step.digits:
            if step.unit is not None and "hidden" in term:
                return self.said("hidden")
            if "naked" in term:
                return self.said("naked")
        known = {} if step.premises is None else step.premises.cells
        held = {cell: known.get(cell, self.before.candidates(cell)) for cell in step.cells}
        if term == "elimination" and held and all(len(digits) == 1 for digits in held.values()):
            digits = listed(f"{SYMBOLS[digit]} in {self.name(cell)}" for cell, [digit] in held.items())
            holder = self.values["Unit"] if self.is_backed else ""
            return self.said("held", held=digits, holder=holder or "The grid")
        return self.said("other")

    def deadlock(self) -> Phrase:
        """Why the clues and assumptions cannot all be true."""
        cells, digits, unit = len(self.step.cells), len(self.step.digits), self.step.unit
        is_clash = self.step.rule.term == "clash" and cells > digits == 1
        templates = {
            "nothing": cells == 1 and not digits,
            "clash": is_clash and unit,
            "no place": unit and digits == 1 and not cells,
            "hidden": unit and digits > cells > 0,
            "naked": 0 < digits < cells,
            "other": True,
        }
        template = next(name for name, fits in templates.items() if fits)
        # one source has the word "deadlock"
        opening = "Deadlock" if self.step.rule.name == "deadlock" else "Contradiction"
        self.values |= {"Unit": self.values["unit"], "Where": self.values["where"]}
        both = "both" if cells == 2 else "all"
        return (Toned(opening, Tone.BAD), ": ", *self.said(template, both=both))

    def guess(self) -> Phrase:
        """A guess, and what there is to choose from: digits of the cell, or places of the digit."""
        step, before = self.step, self.before
        choices = [SYMBOLS[one] for one in before.candidates(step.cells[0])]
        if step.unit is not None:
            choices = [self.name(one) for one in step.unit.cells if step.digits[0] in before.candidates(one)]
        notes = [": ".join(rule_names(step.rule)), f"one of {listed(choices)}"]
        return self.said("guess", notes="; ".join(filter(None, notes)))

    def reading(self) -> Phrase:
        """The row of a reading, cell by cell, permanent values and the wheels; and what came of it."""
        step, filled = self.step, self.before.filled
        wheels = dict(zip(step.cells, step.digits, strict=False))
        where = f" in {self.values['unit']}" * (step.unit is not None)
        read = step.cells if step.unit is None else step.unit.cells
        tried = f"Tried{where}: {' '.join(SYMBOLS[wheels.get(cell, filled[cell])] for cell in read)}"
        known = {} if step.premises is None else step.premises.cells
        held = {cell: digits[0] for cell, digits in known.items() if len(digits) == 1} | wheels
        grid = Puzzle([held.get(cell, 0) for cell in range(len(filled))], self.before.puzzle.geometry)
        if step.kind is StepKind.READING or not (twice := clashes(grid)):
            return self.said(step.kind, tried=tried)
        unit, digit = twice[0].unit.name, SYMBOLS[twice[0].digit]
        both = listed(map(self.name, twice[0].cells))
        return self.said("digit twice", tried=tried, digit=digit, twice=unit, both=both)

    failed_reading = reading

    def left_out(self) -> Phrase:
        """How many readings passed, and how many failed."""
        counts = sorted(self.step.counts.items(), key=lambda one: one[0].term == GUESS)
        results = [
            f"{count:,} {'passed' if rule.term == GUESS else f'failed the {rule.name}'}"
            for rule, count in counts
        ]
        readings = counted(sum(count for _, count in counts), "reading")
        return self.said("left out", readings=readings, results=listed(results))

    def undo(self) -> Phrase:
        """Which guesses are undone."""
        pairs = zip(self.step.cells, self.step.digits, strict=False)
        guesses = [f"{self.name(cell)} = {SYMBOLS[digit]}" for cell, digit in pairs]
        named = listed(guesses if self.is_full else few(guesses))
        return self.said("undo", guesses=named or "the latest guess")

    def solution(self) -> Phrase:
        """That the grid is full."""
        again = f" again, solution {self.before.found + 1}" if self.before.found else ""
        return self.said("solution", solved=f"Solved{again}")

    def end(self) -> Phrase:
        """Why the steps end."""
        term, solutions = self.step.rule.term, self.before.found
        why = texts("steps")["endings"].get(term, "the steps end here")
        if term in EXHAUSTED and solutions == 1:
            why += ", so the solution found is the only one"
        elif term in EXHAUSTED and solutions:
            why += f", so there are no others than the {solutions:,} solutions found"
        return self.said("end", why=why)


def _is_backed(step: Step) -> bool:
    """Whether the unit and the cells that a step names agree with its premises and its changes.

    In steps from a file they may not; then the sentence does not repeat them.
    """
    unit, named = step.unit, dict(zip(step.cells, step.digits, strict=False))
    if step.premises is None or (step.placed and step.placed != named):
        return False
    return unit is None or (unit in step.premises.units and {*step.cells} <= {*unit.cells})


def rule_names(rule: Rule) -> list[str]:
    """The name of a rule in its source and the standard term; one of them if they are equal, or one is ""."""
    return [*dict.fromkeys(filter(None, (rule.name, rule.term)))]


def rule_named(rule: Rule) -> str:
    """Both names of a rule in brackets: " (forced option: hidden single)"; "" if it has none."""
    names = rule_names(rule)
    return f" ({': '.join(names)})" if names else ""


UNITS = {"r": "row", "c": "column", "b": "box"}
"""The kinds of units, by the letter that the checker writes for them."""


def told_events(certificate: Certificate) -> Iterator[tuple[ProofEvent, Phrase]]:
    """The events of a proof, each with its sentence; each step is checked by the trusted code on the way.

    None for a certificate without a proof. Raises Refused where the proof does not hold.
    """
    if certificate.steps is None or certificate.puzzle is None:
        return
    puzzle, is_unique = certificate.puzzle, certificate.verdict is Verdict.UNIQUE
    templates, clashing = texts("steps")["events"], "; ".join(named_clashes(puzzle))

    def in_words(one: ProofLiteral) -> str:
        is_not = " not" * one.is_negated
        return f"{puzzle.geometry.cell_name(one.cell)} is{is_not} {SYMBOLS[one.digit]}"

    for event in read_proof(puzzle, certificate.solutions[0] if is_unique else None, certificate.steps):
        clause, literals = event.clause, few(map(in_words, event.literals))
        unit, digit = unit_and_digit(clause)
        kinds = {"other": clause == OTHER, "unit": unit, "step": clause.startswith("#"), "cell": clause}
        looked_at = next((kind for kind, fits in kinds.items() if fits), "none")
        values = {
            "unit": unit,
            "Unit": unit.capitalize(),
            "digit": digit,
            "clause": clause.lstrip("#"),
            "clashes": clashing,
            "which": "another solution, beside the one that was found" if is_unique else "a solution",
            "other": "other " * is_unique,
            "literals": listed(literals),
            "alternatives": listed(literals, "or"),
            "cells": counted(len(event.literals), "cell"),
            "step": f" (step {event.step})",
        }
        values["left"] = templates[f"left {looked_at}"].format(**values)
        values["why"] = f"{values['left']}. " * bool(values["left"])
        template = str(event.kind)
        if event.kind is ProofEventKind.FORCED:
            template = f"forced {looked_at}"
        elif event.kind is ProofEventKind.PROPAGATED and not event.literals:
            template = "nothing"
        yield event, phrase(templates[template], **values)


def unit_and_digit(clause: str) -> tuple[str, str]:
    """The unit and the digit of a line that the checker names; both "" for any other clause.

    >>> unit_and_digit("5@b6"), unit_and_digit("r4c7"), unit_and_digit("#2")
    (('box 6', '5'), ('', ''), ('', ''))
    """
    digit, at, unit = clause.partition("@")
    return (f"{UNITS[unit[0]]} {unit[1:]}", digit) if at else ("", "")


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
    counts = rule_counts(step.counts.items()) or UNSET
    return filled(
        StepRow, *parts, index=index, step=result.number, rule=step.rule.name, counts=counts, **more
    )


def rule_counts(rules: Iterable[tuple[Rule, int]]) -> list[RuleCount]:
    """How often each rule was used."""
    return [RuleCount(rule=rule.name, term=rule.term, count=count) for rule, count in rules]


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
    sudocube.report.steps.StepsError: a:2: found r1c7; expected a cell or a unit of a 4×4 puzzle
    """
    cells = {geometry.cell_name(cell): cell for cell in range(geometry.cell_count)}
    units = {unit.name: unit for unit in cube(geometry).units}
    index, count = None, 0
    for number, line in enumerate(stream, 1):
        try:
            row = _row(line.removeprefix(codecs.BOM_UTF8), index, count + 1)
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
