"""Steps in words, and the events of a proof: a sentence for each.

The sentences are data: `steps.toml`. That of a conclusion goes by the standard term of its rule, such as
"naked single", if the step says all that it names; for any other one it names the cells and digits that it is
about. Then comes what the step removes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from sudocube.geometry import SYMBOLS
from sudocube.puzzle import Puzzle
from sudocube.report.document import Phrase, Tone, Toned, tone_of
from sudocube.report.words import counted, few, listed, named_clashes, phrase, texts
from sudocube.solvers.trace import GUESS, Rule, SolvingState, Step, StepKind
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


def _begun(words: Phrase, letter: Callable[[str], str]) -> Phrase:
    """The words with another first letter, unless they begin with a name: "Row 4 has", but "r1c1 can"."""
    first, *rest = words
    is_other = letter(first[0]) != first[0] and first.split(" ")[0].isalpha()
    return (letter(first[0]) + first[1:], *rest) if is_other else words


def sentence(step: Step, *, full: bool = False) -> Phrase:
    """A step that has its context as a sentence; joined, it is what `str(step)` gives.

    If `full`, all that the step removes is named, however much it is.
    """
    words = _StepWords(step, full)
    said = getattr(words, step.kind.replace(" ", "_"), words.conclusion)()
    return (*_begun(said, str.upper), *words.removals())


class _StepWords:
    """The words for one step: a method for each kind that has sentences of its own."""

    def __init__(self, step: Step, is_full: bool) -> None:
        self.step, self.is_full = step, is_full
        self.before: SolvingState = step.context
        self.name = self.before.puzzle.geometry.cell_name
        self.unit = "" if step.unit is None else step.unit.name
        self.cells = listed(map(self.name, step.cells))
        self.digits = listed(SYMBOLS[one] for one in step.digits)

    def said(self, template: str, /, **values: str) -> Phrase:
        """A sentence about the step."""
        about = {"cells": self.cells, "digits": self.digits, "unit": self.unit}
        return phrase(template, **about, rule=rule_named(self.step.rule), **values)

    def conclusion(self) -> Phrase:
        """Why a cell holds a digit, or cells lose candidates: the sentence for the term, or a general one."""
        step, said, pattern, unit = self.step, texts("steps"), self.step.pattern, self.step.unit
        if pattern is not None and pattern.because:
            return self.said(said["technique"], because=pattern.because.removesuffix("."))
        values = {
            "cell": self.cells * (len(step.cells) == 1),
            "digit": self.digits * (len(step.digits) == 1),
            "clue": "a clue" * (not step.cells),
            "held": self._held(),
            "holder": self.unit or "the grid",
            "all": "both" if len(step.cells) == 2 else "all",
        }
        known = {"cells": self.cells, "digits": self.digits, "unit": self.unit, **values}
        term = step.rule.term if _is_backed(step) else ""
        template = said["conclusions"].get(term) or said["conclusions"].get(term.split(" ")[0], "")
        if template and all(known.get(name, name) for name in re.findall(r"{(\w+)", template)):
            return self.said(template, **values)
        placed = ", ".join(f"{self.name(cell)} is {SYMBOLS[digit]}" for cell, digit in step.placed.items())
        about = placed or ", ".join(filter(None, (self.cells, self.digits and f"with {self.digits}")))
        is_inside = unit is not None and {*step.cells, *step.placed} <= {*unit.cells}
        where = f"in {unit}, " * is_inside
        return self.said(said["other"], where=where, about=about or "a conclusion")

    def _held(self) -> str:
        """Which digits the cells hold; "" where one of them can hold several."""
        known = {} if self.step.premises is None else self.step.premises.cells
        held = [(cell, known.get(cell) or self.before.candidates(cell)) for cell in self.step.cells]
        if any(len(digits) != 1 for _, digits in held):
            return ""
        return listed(f"{SYMBOLS[digit]} in {self.name(cell)}" for cell, [digit] in held)

    def deadlock(self) -> Phrase:
        """Why the clues and assumptions cannot all be true."""
        # one source has the word "deadlock"
        opening = "Deadlock" if self.step.rule.name == "deadlock" else "Contradiction"
        return (Toned(opening, Tone.BAD), ": ", *_begun(self.conclusion(), str.lower))

    def guess(self) -> Phrase:
        """A guess, and what there is to choose from: digits of the cell, or places of the digit."""
        step, before = self.step, self.before
        choices = [SYMBOLS[one] for one in before.candidates(step.cells[0])]
        if step.unit is not None:
            choices = [self.name(one) for one in step.unit.cells if step.digits[0] in before.candidates(one)]
        where = f"in {step.unit}, " * (step.unit is not None)
        return self.said(texts("steps")["guess"], where=where, choices=listed(choices))

    def reading(self) -> Phrase:
        """The row of a reading, cell by cell, permanent values and the wheels; and what came of it."""
        step, board = self.step, bytearray(self.before.filled)
        for cell, digit in zip(step.cells, step.digits, strict=False):
            board[cell] = digit
        where = f" in {step.unit}" * (step.unit is not None)
        row = " ".join(SYMBOLS[board[cell]] for cell in (step.unit or step).cells)
        result = "it passes"
        if step.kind is StepKind.FAILED_READING:
            clashes = named_clashes(Puzzle(bytes(board), self.before.puzzle.geometry))
            result = next(iter(clashes), "it fails")
        return self.said(texts("steps")["reading"], where=where, row=row, result=result)

    failed_reading = reading

    def left_out(self) -> Phrase:
        """How many readings passed, and how many failed."""
        counts = sorted(self.step.counts.items(), key=lambda one: one[0].term == GUESS)
        results = [
            f"{count:,} {'passed' if rule.term == GUESS else f'failed the {rule.name}'}"
            for rule, count in counts
        ]
        readings = counted(sum(count for _, count in counts), "reading")
        return self.said(texts("steps")["left out"], readings=readings, results=listed(results))

    def undo(self) -> Phrase:
        """Which guesses are undone."""
        pairs = zip(self.step.cells, self.step.digits, strict=False)
        guesses = [f"{self.name(cell)} = {SYMBOLS[digit]}" for cell, digit in pairs]
        named = listed(guesses if self.is_full else few(guesses))
        return self.said(texts("steps")["undo"], guesses=named or "the latest guess")

    def solution(self) -> Phrase:
        """That the grid is full."""
        again = f" again, solution {self.before.found + 1}" if self.before.found else ""
        return self.said(texts("steps")["solution"], solved=f"Solved{again}")

    def end(self) -> Phrase:
        """Why the steps end."""
        why = texts("steps")["endings"].get(self.step.rule.term, "the steps end here")
        return self.said(texts("steps")["end"], why=why)

    def removals(self) -> Phrase:
        """Which candidates are removed from which cells; empty if none are."""
        removed, groups = self.step.removed, dict[tuple[int, ...], list[str]]()
        for cell, digits in removed.items():
            groups.setdefault(tuple(digits), []).append(self.name(cell))
        if len(groups) > GROUPS_AT_MOST and not self.is_full:
            count = counted(sum(map(len, removed.values())), "candidate")
            return phrase(texts("steps")["many go"], count=count, cells=counted(len(removed), "cell"))
        said = [
            phrase(
                texts("steps")["goes" if len(digits) == 1 else "go"],
                digits=listed(SYMBOLS[digit] for digit in digits),
                cells=", ".join(cells if self.is_full else few(cells, "and ")),
            )
            for digits, cells in groups.items()
        ]
        return (" So ", *joined(said), ".") if said else ()


def _is_backed(step: Step) -> bool:
    """Whether the unit and the cells that a step names agree with its premises and its changes.

    In steps from a file they may not; then the sentence does not repeat them.
    """
    unit, named = step.unit, dict(zip(step.cells, step.digits, strict=False))
    if step.premises is None or (step.placed and step.placed != named):
        return False
    return unit is None or (unit in step.premises.units and {*step.cells} <= {*unit.cells})


def rule_named(rule: Rule) -> str:
    """The name of a rule in its source and the standard term: " (forced option: hidden single)".

    One of them if they are equal, or one is ""; "" if both are.
    """
    names = [*dict.fromkeys(filter(None, (rule.name, rule.term)))]
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
        literals = few(map(in_words, event.literals))
        clause = clause_in_words(event.clause)
        is_idle = event.kind is ProofEventKind.PROPAGATED and not literals
        yield (
            event,
            phrase(
                templates["nothing" if is_idle else event.kind],
                clause=clause,
                why=f"nothing is left {clause}" if clause else clashing,
                which="another solution, beside the one that was found" if is_unique else "a solution",
                other="other " * is_unique,
                literals=listed(literals),
                alternatives=listed(literals, "or"),
                cells=counted(len(event.literals), "cell"),
                step=f" (step {event.step})",
            ),
        )


def clause_in_words(clause: str) -> str:
    """What a clause that the checker names is to hold for; "" for none.

    >>> clause_in_words("5@b6"), clause_in_words("r4c7"), clause_in_words("#2")
    ('for 5 in box 6', 'for r4c7', 'of step 2')
    >>> clause_in_words(OTHER)
    'beside the solution that was found'
    """
    if clause.startswith("#"):
        return f"of step {clause[1:]}"
    if clause == OTHER:
        return "beside the solution that was found"
    unit, digit = unit_and_digit(clause)
    about = f"{digit} in {unit}" if unit else clause
    return f"for {about}" * bool(about)


def unit_and_digit(clause: str) -> tuple[str, str]:
    """The unit and the digit of a line that the checker names; both "" for any other clause.

    >>> unit_and_digit("5@b6"), unit_and_digit("r4c7"), unit_and_digit("#2")
    (('box 6', '5'), ('', ''), ('', ''))
    """
    digit, at, unit = clause.partition("@")
    return (f"{UNITS[unit[0]]} {unit[1:]}", digit) if at else ("", "")
