"""The same clauses in another order, and with other numbers of variables.

What a solver does depends on both although they mean nothing, often more than on the encoding. Repeats in
orders at random show how much.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from sudocube.encoder.cnf import Clauses


@dataclass(frozen=True, slots=True)
class ClauseOrder:
    """New numbers for variables, and an order of clauses.

    `new` has for each variable its new number, from index 1; higher variables keep theirs. Where it is empty,
    everything stays as it is.

    >>> from random import Random
    >>> order = ClauseOrder((0, 2, 3, 1), Random(1))
    >>> order.literals([1, -2, 4]), order.original_model([-1, 2, 3, 4])
    ([2, -3, 4], [1, 2, -3, 4])
    """

    new: tuple[int, ...] = ()
    _random: Random = field(default_factory=Random)

    def literals(self, literals: Sequence[int]) -> Sequence[int]:
        """The literals by their new numbers."""
        new = self.new
        if not new:
            return literals
        return [
            literal if abs(literal) >= len(new) else new[literal] if literal > 0 else -new[-literal]
            for literal in literals
        ]

    def original_model(self, model: list[int]) -> list[int]:
        """A model, which has a literal for each new variable in ascending order, as one of the old ones.

        What it has no literal for is false: a solver may not know a variable that is in no clause.
        """
        if not self.new:
            return model
        true = {literal for literal in model if literal > 0}
        found = [old if new in true else -old for old, new in enumerate(self.new) if old]
        return found + model[len(found) :]

    def shuffled_clauses(self, clauses: Clauses) -> Clauses:
        """The clauses with the new numbers, and in an order at random, as are the literals in each."""
        if not self.new:
            return clauses
        found = [list(self.literals(clause)) for clause in clauses]
        for clause in found:
            self._random.shuffle(clause)
        self._random.shuffle(found)
        return found


SAME_ORDER = ClauseOrder()
"""Leaves everything as it is."""


def shuffled(variables: int, random: Random) -> ClauseOrder:
    """An order at random for clauses over so many variables."""
    new = list(range(1, variables + 1))
    random.shuffle(new)
    return ClauseOrder((0, *new), random)
