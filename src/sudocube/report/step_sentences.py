"""A step of a solving method as a sentence, and an event of a proof.

    r4c5 can hold nothing but 7 (forced possibility: naked single). So 7 goes from r4c1, r6c5.

The sentences are data: `steps.toml`. Rules with a standard term, such as "naked single", have their own. For
any other rule, the sentence names the cells and digits that it is about, and what it changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from string import Formatter

from sudocube.cube import clashes
from sudocube.explanation import SolvingState
from sudocube.geometry import SYMBOLS
from sudocube.puzzle import Puzzle
from sudocube.report.document import Phrase, Tone, Toned
from sudocube.report.words import counted, listed, named_clashes, texts
from sudocube.solvers.trace import EXHAUSTED, GUESS, Rule, Step, StepKind
from sudocube.verdict import Verdict
from sudocube.verdicts.certificates import Certificate
from sudocube.verdicts.proof_reading import OTHER, ProofEvent, ProofEventKind, ProofLiteral, read_proof

CELLS_AT_MOST = 6
"""How many cells of a group, or literals, are named; for more, the rest is counted."""

GROUPS_AT_MOST = 4
"""How many groups of removals are named; if there are more, all of them are only counted."""

_TONES = {
    "placed": Tone.GOOD,
    "removed": Tone.BAD,
    "rule": Tone.QUIET,
    StepKind.GUESS: Tone.SEVERAL,
    StepKind.FAILED_READING: Tone.BAD,
    StepKind.UNDO: Tone.OPEN,
    StepKind.DEADLOCK: Tone.BAD,
    StepKind.SOLUTION: Tone.GOOD,
}
"""The tones of roles, and of what names the kind of a step; all else is strong."""


class Said(Toned):
    """Words with a role: a cell, a digit that is placed or removed, the rule, the kind of step."""

    role: str

    @classmethod
    def of(cls, words: str, role: str, kind: str | None = None) -> Said:
        """The words with the tone of their role, or of the `kind` of step that they name."""
        said = cls(words, _TONES.get(kind if kind and role == "kind" else role, Tone.STRONG))
        said.role = role
        return said


def _filled(template: str, **values: str | Phrase) -> Phrase:
    """A template of `steps.toml` with its values; `kind` is the kind of step, if it is about one.

    >>> _filled("{Suppose:kind} that {literals}.", literals=("r1c1 is ", "5"))
    ('Suppose', ' that ', 'r1c1 is ', '5', '.')
    """
    pieces: list[str] = []
    for text, name, role, _ in Formatter().parse(template):
        pieces.append(text)
        value = values.get(name, name) if name else ""
        if isinstance(value, tuple):
            pieces += value
        else:
            pieces.append(Said.of(value, role, str(values.get("kind", ""))) if role else value)
    return tuple(filter(None, pieces))


def joined(phrases: Iterable[Phrase], comma: str = ", ", last: str | None = None) -> Phrase:
    """Phrases with commas between them, and `last` before the last one."""
    [*some] = phrases
    before = ["", *[comma] * (len(some) - 2), comma if last is None else last]
    return tuple(piece for pair in zip(before, some, strict=False) for piece in (pair[0], *pair[1]) if piece)


def parts(words: Phrase) -> list[list[str | None]]:
    """Words for a page: [words, role], where the role is null for those in between."""
    return [[str(one), getattr(one, "role", None)] for one in words if one]


def sentence(step: Step, *, full: bool = False) -> Phrase:
    """A step that has its context as a sentence; joined, it is what `str(step)` gives.

    If `full`, all that the step removes is named, however much it is.
    """
    words = _StepWords(step, full)
    is_explained = step.pattern is not None and step.pattern.because
    said: Phrase = getattr(words, "technique" if is_explained else step.kind.replace(" ", "_"))()
    return (*said, *words.removals())


class _StepWords:
    """The words for one step."""

    def __init__(self, step: Step, is_full: bool) -> None:
        self.step, self.is_full = step, is_full
        self.before: SolvingState = step.context
        self.name = self.before.puzzle.geometry.cell_name
        self.is_backed = _is_backed(step)
        self.is_of_clues = step.rule.term == "candidates" and not step.cells
        unit = "" if step.unit is None else step.unit.name
        cells, digits = listed(map(self.name, step.cells)), listed(SYMBOLS[one] for one in step.digits)
        self.values: dict[str, str] = {
            "kind": step.kind,
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
            # one source has the word "deadlock"
            "opening": "Deadlock" if step.rule.name == "deadlock" else "Contradiction",
        }

    def said(self, template: str, /, **more: str | Phrase) -> Phrase:
        """A sentence about the step."""
        return _filled(texts("steps")["steps"][template], **self.values | more)

    def some(self, names: Iterable[str], more: str = "") -> list[str]:
        """The first names, and how many more there are; all of them in full."""
        [*every] = names
        left = len(every) - CELLS_AT_MOST
        return every if left < 2 or self.is_full else [*every[:CELLS_AT_MOST], f"{more}{left} more"]

    def removals(self) -> Phrase:
        """Which candidates are removed from which cells; empty if none are."""
        removed, groups = self.step.removed, dict[tuple[int, ...], list[int]]()
        for cell, digits in removed.items():
            groups.setdefault(tuple(digits), []).append(cell)
        if not groups or (self.is_of_clues and not self.is_full):
            return ()
        if len(groups) > GROUPS_AT_MOST and not self.is_full:
            count = counted(sum(map(len, removed.values())), "candidate")
            return _filled(
                " So {count:removed} go from {cells}.", count=count, cells=counted(len(removed), "cell")
            )
        said = [
            _filled(
                "{digits:removed} {goes} from {cells}",
                digits=listed(SYMBOLS[digit] for digit in digits),
                goes="goes" if len(digits) == 1 else "go",
                cells=", ".join(self.some(map(self.name, cells), "and ")),
            )
            for digits, cells in groups.items()
        ]
        return (" So ", *joined(said, "; "), ".")

    def technique(self) -> Phrase:
        """The reason that a technique gives."""
        assert self.step.pattern is not None  # else it is no technique
        return self.said("technique", because=self.step.pattern.because.removesuffix("."))

    def placement(self) -> Phrase:
        """Which digit a cell holds, and why."""
        step, term = self.step, self.step.rule.term
        has_own = term == "naked single" or (term == "hidden single" and step.unit is not None)
        if self.is_backed and has_own and len(step.placed) == 1:
            return self.said(term)
        placed = ", ".join(f"{self.name(cell)} is {SYMBOLS[digit]}" for cell, digit in step.placed.items())
        return self.said("placement", placed=placed, Where=self.values["Where"] * self.is_backed)

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
            return self.said("held", held=digits, holder=self.values["Unit"] * self.is_backed or "The grid")
        return self.said("other")

    def deadlock(self) -> Phrase:
        """Why the clues and assumptions cannot all be true."""
        cells, digits, unit = len(self.step.cells), len(self.step.digits), self.step.unit
        is_clash = self.step.rule.term == "clash" and cells > digits == 1
        templates = {
            "nothing": cells == 1 and not digits,
            "clash": is_clash and unit,
            "no place": unit and digits == 1 and not cells,
            "few places": unit and digits > cells > 0,
            "few digits": 0 < digits < cells,
            "other deadlock": True,
        }
        template = next(name for name, fits in templates.items() if fits)
        return self.said(template, both="both" if cells == 2 else "all")

    def guess(self) -> Phrase:
        """A guess, and what there is to choose from: digits of the cell, or places of the digit."""
        step, before = self.step, self.before
        choices = [SYMBOLS[one] for one in before.candidates(step.cells[0])]
        if step.unit is not None:
            places = [one for one in step.unit.cells if step.digits[0] in before.candidates(one)]
            choices = [*map(self.name, places)]
        notes = [": ".join(rule_names(step.rule)), f"one of {listed(choices)}"]
        return self.said("guess", notes="; ".join(filter(None, notes)))

    def reading(self) -> Phrase:
        """The row of a reading, cell by cell, permanent values and the wheels; and what came of it."""
        step, filled = self.step, self.before.filled
        wheels = dict(zip(step.cells, step.digits, strict=False))
        tried: list[str] = [f"Tried in {self.values['unit']}:" if step.unit else "Tried:"]
        for cell in step.cells if step.unit is None else step.unit.cells:
            digit = SYMBOLS[wheels.get(cell, filled[cell])]
            tried += [" ", Said.of(digit, "cell" if cell in wheels else "rule")]
        known = {} if step.premises is None else step.premises.cells
        held = {cell: digits[0] for cell, digits in known.items() if len(digits) == 1} | wheels
        cells = [held.get(cell, 0) for cell in range(len(filled))]
        if step.kind is StepKind.READING or not (
            twice := clashes(Puzzle(cells, self.before.puzzle.geometry))
        ):
            return self.said(step.kind, tried=tuple(tried))
        unit, digit = twice[0].unit.name, SYMBOLS[twice[0].digit]
        both = listed(map(self.name, twice[0].cells))
        return self.said("digit twice", tried=tuple(tried), digit=digit, twice=unit, both=both)

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
        guesses = self.some(f"{self.name(cell)} = {SYMBOLS[digit]}" for cell, digit in pairs)
        return self.said("undo", guesses=listed(guesses) or "the latest guess")

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
    clashing, name = "; ".join(named_clashes(puzzle)), puzzle.geometry.cell_name
    which = "another solution, beside the one that was found" if is_unique else "a solution"

    def literals(some: Sequence[ProofLiteral], conjunction: str) -> Phrase:
        shown = some if len(some) <= CELLS_AT_MOST + 1 else some[:CELLS_AT_MOST]
        said = [
            _filled(texts("steps")["events"]["literals"][one.is_negated], **about_literal(one))
            for one in shown
        ]
        said += [(f"{len(some) - len(shown)} more",)] * (len(some) > len(shown))
        return joined(said, last=f" {conjunction} ")

    def about_literal(one: ProofLiteral) -> dict[str, str]:
        return {"cell": name(one.cell), "only": SYMBOLS[one.digit]}

    for event in read_proof(puzzle, certificate.solutions[0] if is_unique else None, certificate.steps):
        clause = event.clause
        unit, digit = unit_and_digit(clause)
        kinds = {"other": clause == OTHER, "unit": unit, "step": clause.startswith("#"), "cell": clause}
        about = next((kind for kind, fits in kinds.items() if fits), "none")
        values: dict[str, str | Phrase] = {
            "unit": unit,
            "Unit": unit.capitalize(),
            "digit": digit,
            "clause": clause.lstrip("#"),
            "clashes": clashing,
            "which": which,
            "other": "other " * is_unique,
            "literals": literals(event.literals, "and"),
            "alternatives": literals(event.literals, "or"),
            "cells": counted(len(event.literals), "cell"),
            "step": f" (step {event.step})",
            **(about_literal(event.literals[0]) if event.literals else {}),
        }
        values["left"] = _filled(texts("steps")["events"][f"left {about}"], **values)
        values["why"] = (*values["left"], ". ") if clause or clashing else ""
        template = f"{event.kind} {about}" if event.kind is ProofEventKind.FORCED else str(event.kind)
        if event.kind is ProofEventKind.PROPAGATED and not event.literals:
            template = "nothing"
        yield event, _filled(texts("steps")["events"][template], **values)


def unit_and_digit(clause: str) -> tuple[str, str]:
    """The unit and the digit of a line that the checker names; both "" for any other clause.

    >>> unit_and_digit("5@b6"), unit_and_digit("r4c7"), unit_and_digit("#2")
    (('box 6', '5'), ('', ''), ('', ''))
    """
    digit, at, unit = clause.partition("@")
    return (f"{UNITS[unit[0]]} {unit[1:]}", digit) if at else ("", "")
