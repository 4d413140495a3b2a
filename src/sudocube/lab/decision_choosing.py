"""How a trace chooses its decisions: by a rule, or as the reader says.

A reader's decisions are taken in their order: each time, the first of them that has no value yet. So one that
a conflict has undone is taken again, unless it is false by then.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum

from sudocube.encoder.puzzle_formula import PuzzleFormula
from sudocube.errors import FormatError, UnsupportedError, quoted
from sudocube.geometry import SYMBOLS
from sudocube.lab.clause_learning import ClauseLearner


class DecisionRule(StrEnum):
    """Which literal is decided on where the reader has not said one."""

    FEWEST = "fewest"
    FIRST = "first"

    @property
    def sentence(self) -> str:
        """The rule in a sentence."""
        if self is DecisionRule.FIRST:
            return "The variable with the lowest number that has no value yet is made true."
        return (
            "The cell with the fewest candidates, the first one of several, gets its smallest candidate."
            " Where each cell has a digit, the first literal of a clause that is open is made true."
        )


def next_decision(
    rule: DecisionRule | None, wanted: Sequence[int], formula: PuzzleFormula
) -> Callable[[ClauseLearner], int | None]:
    """The function that chooses: first what is `wanted`, then by the rule; None ends the search.

    It returns None when all clauses hold, and, if there is no rule, when nothing is wanted any more.
    """

    def choose(learner: ClauseLearner) -> int | None:
        open_clause = learner.open_clause()
        if open_clause is None:
            return None
        for literal in wanted:
            if learner.value(literal) is None:
                return literal
        if rule is None:
            return None
        if rule is DecisionRule.FIRST:
            return next(v for v in range(1, formula.variables + 1) if learner.value(v) is None)
        in_cell = _in_cell_with_fewest(formula, learner)
        if in_cell is not None:
            return in_cell
        return next(literal for literal in open_clause.clause if learner.value(literal) is None)

    return choose


def _in_cell_with_fewest(formula: PuzzleFormula, learner: ClauseLearner) -> int | None:
    """A literal that gives the cell with the fewest candidates its smallest; None if no cell is open."""
    size, best = formula.meaning.size, list[tuple[int, ...]]()
    for start in range(0, len(formula.elements), size):
        spelled = [one for one in formula.elements[start : start + size] if one is not None]
        if any(all(learner.value(literal) for literal in one) for one in spelled):
            continue
        candidates = [one for one in spelled if all(learner.value(literal) is not False for literal in one)]
        if candidates and (not best or len(candidates) < len(best)):
            best = candidates
    return next((literal for literal in best[0] if learner.value(literal) is None), None) if best else None


_DECISION = re.compile(
    r"r(?P<row>\d{1,2})c(?P<column>\d{1,2})\s*(?P<sign>=|!=|≠)\s*(?P<digit>\d{1,2}|[A-Z])"
    r"|(?P<minus>[-¬]?)(?P<variable>\d{1,9}|[a-z]\[[^\]]*\])",
    re.ASCII | re.IGNORECASE,
)
_SEPARATOR = re.compile(r"\s*(?:,|;|\s)\s*|\s*$")

EXAMPLES = "a decision such as r1c2=3, r1c2!=3, x[r1c2,3] or the number of a variable, -7 if it is false"


def read_decisions(text: str, formula: PuzzleFormula) -> tuple[int, ...]:
    """The literals that a reader writes, in their order.

    `r1c2=3` and `r1c2!=3` say what a cell holds or does not hold; digits above 9 are numbers or letters. A
    variable is written as a number or by its name, with `-` or `¬` before it if it is false. Elements that
    have no variable, because the formula is reduced, are left out.

    Raises FormatError for anything else, for a cell, a digit or a variable that the formula does not have;
    and UnsupportedError for `!=` where several literals spell an element.

    >>> from sudocube.encoder import load
    >>> from sudocube.encoder.puzzle_formula import puzzle_formula
    >>> from sudocube.puzzle import Puzzle
    >>> formula = puzzle_formula(load("extended"), Puzzle("1.2. .... 2.3. ...."))
    >>> read_decisions("r1c2=3, r2c1!=4, ¬x[r4c4,1], -5", formula)
    (7, -20, -61, -5)
    """
    return tuple(_decisions(text, formula))


def _decisions(text: str, formula: PuzzleFormula) -> Iterator[int]:
    place = len(text) - len(text.lstrip())
    while place < len(text):
        found = _DECISION.match(text, place)
        after = found and _SEPARATOR.match(text, found.end())
        if not found or not after:
            word = re.split(r"[,;\s]", text[place:], maxsplit=1)[0] or text[place]
            raise FormatError("decisions", None, place + 1, found=quoted(word), expected=EXAMPLES)
        try:
            yield from _literals(found, formula)
        except _NotThereError as error:
            raise FormatError(
                "decisions", None, place + 1, found=quoted(found.group()), expected=str(error)
            ) from None
        place = after.end()


class _NotThereError(Exception):
    """What a decision speaks of is not in the formula; says what is expected instead."""


def _literals(found: re.Match[str], formula: PuzzleFormula) -> tuple[int, ...]:
    """The literals of one decision; raises _NotThereError."""
    shape = formula.puzzle.geometry
    if found["variable"] is not None:
        return (_variable(found["variable"], formula) * (-1 if found["minus"] else 1),)
    row, column = int(found["row"]), int(found["column"])
    if not (1 <= row <= shape.size and 1 <= column <= shape.size):
        raise _NotThereError(f"a cell, r1c1 to {shape.cell_name(shape.cell_count - 1)}")
    written = found["digit"].upper()
    digit = int(written) if written.isdecimal() else SYMBOLS.index(written) if written in SYMBOLS else 0
    if digit not in shape.digits:
        raise _NotThereError(f"a digit from 1 to {SYMBOLS[shape.size]}")
    spelled = formula.elements[((row - 1) * shape.size + column - 1) * shape.size + digit - 1] or ()
    if found["sign"] == "=":
        return spelled
    if len(spelled) > 1:
        raise UnsupportedError(
            f"{found.group()}: {formula.encoding.name} spells a digit with several variables, so this is no"
            f" single literal; decide on {formula.name(abs(spelled[0]))} or another variable"
        )
    return tuple(-literal for literal in spelled)


def _variable(written: str, formula: PuzzleFormula) -> int:
    """The number of a variable that is written as a number or by its name."""
    if not written.isdecimal():
        named = {formula.name(variable): variable for variable in range(1, formula.variables + 1)}
        if written not in named:
            raise _NotThereError(f"a variable of {formula.encoding.name}, such as {formula.name(1)}")
        return named[written]
    if not 1 <= int(written) <= formula.variables:
        raise _NotThereError(f"a variable, 1 to {formula.variables}")
    return int(written)
