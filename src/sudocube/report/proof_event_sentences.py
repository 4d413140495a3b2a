"""The events of a proof as sentences.

Suppose that r9c9 is 3. Box 6 has one place left for 3: r5c8. … This is the solution that was set aside.
So r9c9 is not 3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from sudocube.geometry import SYMBOLS, Geometry
from sudocube.report.step_sentences import CELL, KIND, PLACED, REMOVED, RULE, Words
from sudocube.report.words import counted
from sudocube.verdicts.proof_reading import OTHER, ProofEvent, ProofEventKind, ProofLiteral

NAMED_AT_MOST = 6
"""How many literals a sentence names; of more, the others are counted."""

UNITS = {"r": "row", "c": "column", "b": "box"}
"""The kinds of units, by the letter that the checker writes for them."""


class ProofSentences:
    """Writes the sentence of each event of one proof; `is_unique` says that another solution is refuted."""

    def __init__(self, geometry: Geometry, *, is_unique: bool, clashes: Iterable[str] = ()) -> None:
        self._geometry, self._is_unique, self._clashes = geometry, is_unique, [*clashes]

    def sentence(self, event: ProofEvent) -> Words:
        """The sentence of an event."""
        return _SENTENCES[event.kind](self, event)

    def _clues(self, event: ProofEvent) -> Words:
        assumed = "another solution" if self._is_unique else "a solution"
        set_aside = ", beside the one that was found" if self._is_unique else ""
        words: Words = [("Suppose", KIND), f" that there is {assumed}{set_aside}. "]
        return [*words, "It has the clues, and their peers cannot hold the same digits."]

    def _propagated(self, event: ProofEvent) -> Words:
        if not event.literals:
            return ["Naked and hidden singles give nothing more."]
        words: Words = ["Naked and hidden singles fill in ", counted(len(event.literals), "cell"), ": "]
        return [*words, *self._listed(event.literals, "and"), "."]

    def _supposed(self, event: ProofEvent) -> Words:
        words: Words = [("Suppose", KIND), " that "]
        return [*words, *self._listed(event.literals, "and"), "."]

    def _forced(self, event: ProofEvent) -> Words:
        [literal, *_] = event.literals
        name, digit = self._geometry.cell_name(literal.cell), SYMBOLS[literal.digit]
        unit, of_unit = unit_and_digit(event.clause)
        if unit:
            words: Words = [f"{unit.capitalize()} has one place left for ", (of_unit, PLACED), ": "]
            return [*words, (name, CELL), "."]
        if event.clause.startswith("#"):
            return [f"Step {event.clause[1:]} leaves only this: ", *self._literal(literal), "."]
        if event.clause == OTHER:
            words = ["All else is as in the solution that was set aside, so "]
            return [*words, *self._literal(literal), "."]
        return [(name, CELL), " can hold nothing but ", (digit, PLACED), "."]

    def _failed(self, event: ProofEvent) -> Words:
        return [("Contradiction", KIND), ": ", *self._nothing_left(event.clause), "."]

    def _learned(self, event: ProofEvent) -> Words:
        words: Words = ["So ", *self._listed(event.literals, "or"), "."]
        return [*words, (f" (step {event.step})", RULE)]

    def _complete(self, event: ProofEvent) -> Words:
        which = "no other solution" if self._is_unique else "no solution"
        words: Words = [("End", KIND), ": "]
        if event.clause or self._clashes:
            words += [*self._nothing_left(event.clause), ". "]
        return [*words, "So there is ", which, "."]

    def _nothing_left(self, clause: str) -> Words:
        """Why a clause has no literal that could be true."""
        unit, digit = unit_and_digit(clause)
        if unit:
            return [f"{unit} has no place left for ", (digit, REMOVED)]
        if clause.startswith("#"):
            return [f"nothing that step {clause[1:]} allows is left"]
        if clause == OTHER:
            return ["this is the solution that was set aside"]
        if not clause:
            return ["; ".join(self._clashes)]
        return ["nothing is left for ", (clause, CELL)]

    def _listed(self, literals: Iterable[ProofLiteral], conjunction: str) -> Words:
        named = [*literals]
        more = len(named) - NAMED_AT_MOST
        words: Words = []
        shown = named[:NAMED_AT_MOST] if more > 1 else named
        for number, literal in enumerate(shown):
            is_last = number == len(shown) - 1 and len(shown) == len(named)
            words.append("" if not number else f" {conjunction} " if is_last else ", ")
            words += self._literal(literal)
        return [*words, f" {conjunction} {more} more"] if more > 1 else words

    def _literal(self, literal: ProofLiteral) -> Words:
        name, digit = self._geometry.cell_name(literal.cell), SYMBOLS[literal.digit]
        if literal.is_negated:
            return [(name, CELL), " is not ", (digit, REMOVED)]
        return [(name, CELL), " is ", (digit, PLACED)]


def unit_and_digit(clause: str) -> tuple[str, str]:
    """The unit and the digit of a line that the checker names; both "" for any other clause.

    >>> unit_and_digit("5@b6"), unit_and_digit("r4c7"), unit_and_digit("#2")
    (('box 6', '5'), ('', ''), ('', ''))
    """
    digit, at, unit = clause.partition("@")
    return (f"{UNITS[unit[0]]} {unit[1:]}", digit) if at else ("", "")


_SENTENCES: Mapping[ProofEventKind, Callable[[ProofSentences, ProofEvent], Words]] = {
    ProofEventKind.CLUES: ProofSentences._clues,
    ProofEventKind.PROPAGATED: ProofSentences._propagated,
    ProofEventKind.SUPPOSED: ProofSentences._supposed,
    ProofEventKind.FORCED: ProofSentences._forced,
    ProofEventKind.FAILED: ProofSentences._failed,
    ProofEventKind.LEARNED: ProofSentences._learned,
    ProofEventKind.COMPLETE: ProofSentences._complete,
}
