"""The events of a proof as sentences.

Suppose that r9c9 is 3. Box 6 has one place left for 3: r5c8. … This is the solution that was set aside.
So r9c9 is not 3.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sudocube.geometry import SYMBOLS
from sudocube.report.step_sentences import CELL, KIND, PLACED, REMOVED, RULE, Words
from sudocube.report.words import counted, named_clashes
from sudocube.verdict import Verdict
from sudocube.verdicts.certificates import Certificate
from sudocube.verdicts.proof_reading import (
    OTHER,
    ProofEvent,
    ProofEventKind,
    ProofLiteral,
    read_proof,
)

NAMED_AT_MOST = 6
"""How many literals a sentence names; of more, the others are counted."""

UNITS = {"r": "row", "c": "column", "b": "box"}
"""The kinds of units, by the letter that the checker writes for them."""


def told_events(certificate: Certificate) -> Iterator[tuple[ProofEvent, Words]]:
    """The events of a proof, each with its sentence; each step is checked by the trusted code on the way.

    None for a certificate without a proof. Raises Refused where the proof does not hold.
    """
    puzzle, is_unique = certificate.puzzle, certificate.verdict is Verdict.UNIQUE
    name, clashes = puzzle.geometry.cell_name, "; ".join(named_clashes(puzzle))
    solution = certificate.solutions[0] if is_unique else None

    def named(literal: ProofLiteral) -> Words:
        verb, role = (" is not ", REMOVED) if literal.is_negated else (" is ", PLACED)
        return [(name(literal.cell), CELL), verb, (SYMBOLS[literal.digit], role)]

    def listed(literals: Sequence[ProofLiteral], conjunction: str = "and") -> Words:
        shown = literals if len(literals) <= NAMED_AT_MOST + 1 else literals[:NAMED_AT_MOST]
        words: Words = []
        for number, literal in enumerate(shown, 1):
            part = f" {conjunction} " if number == len(literals) else ", "
            words += [*[part] * (number > 1), *named(literal)]
        more = len(literals) - len(shown)
        return [*words, *[f" {conjunction} {more} more"] * bool(more)]

    def nothing_left(clause: str) -> Words:
        """Why a clause has no literal that could be true."""
        unit, digit = unit_and_digit(clause)
        if unit:
            return [f"{unit} has no place left for ", (digit, REMOVED)]
        if clause.startswith("#"):
            return [f"nothing that step {clause[1:]} allows is left"]
        if clause == OTHER:
            return ["this is the solution that was set aside"]
        return ["nothing is left for ", (clause, CELL)] if clause else [clashes]

    def forced(clause: str, literal: ProofLiteral) -> Words:
        unit, digit = unit_and_digit(clause)
        if unit:
            left: Words = [f"{unit.capitalize()} has one place left for ", (digit, PLACED), ": "]
            return [*left, (name(literal.cell), CELL), "."]
        if clause.startswith("#"):
            return [f"Step {clause[1:]} leaves only this: ", *named(literal), "."]
        if clause == OTHER:
            return ["All else is as in the solution that was set aside, so ", *named(literal), "."]
        return [(name(literal.cell), CELL), " can hold nothing but ", (SYMBOLS[literal.digit], PLACED), "."]

    def sentence(event: ProofEvent) -> Words:
        literals = event.literals
        match event.kind:
            case ProofEventKind.CLUES:
                which = "another solution, beside the one that was found" if is_unique else "a solution"
                peers = "It has the clues, and their peers cannot hold the same digits."
                return [("Suppose", KIND), f" that there is {which}. {peers}"]
            case ProofEventKind.PROPAGATED if not literals:
                return ["Naked and hidden singles give nothing more."]
            case ProofEventKind.PROPAGATED:
                cells = counted(len(literals), "cell")
                return [f"Naked and hidden singles fill in {cells}: ", *listed(literals), "."]
            case ProofEventKind.SUPPOSED:
                return [("Suppose", KIND), " that ", *listed(literals), "."]
            case ProofEventKind.FORCED:
                return forced(event.clause, literals[0])
            case ProofEventKind.FAILED:
                return [("Contradiction", KIND), ": ", *nothing_left(event.clause), "."]
            case ProofEventKind.LEARNED:
                return ["So ", *listed(literals, "or"), ".", (f" (step {event.step})", RULE)]
        why: Words = [*nothing_left(event.clause), ". "] if event.clause or clashes else []
        return [("End", KIND), ": ", *why, f"So there is no {'other ' * is_unique}solution."]

    if certificate.steps is not None:
        for event in read_proof(puzzle, solution, certificate.steps):
            yield event, sentence(event)


def unit_and_digit(clause: str) -> tuple[str, str]:
    """The unit and the digit of a line that the checker names; both "" for any other clause.

    >>> unit_and_digit("5@b6"), unit_and_digit("r4c7"), unit_and_digit("#2")
    (('box 6', '5'), ('', ''), ('', ''))
    """
    digit, at, unit = clause.partition("@")
    return (f"{UNITS[unit[0]]} {unit[1:]}", digit) if at else ("", "")
