"""Smallest sets that share an element with each of some sets, while more and more sets come in.

A conflict shares a clue with each set of clues whose removal leaves a solution; clues that make a puzzle
unique share a cell with each way in which another solution differs. Where a smallest such set is what was
looked for, nothing smaller is. Source: A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva, "Smallest
MUS Extraction with Minimal Hitting Set Dualization" (2015).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from types import TracebackType
from typing import Self

from sudocube.clock import Clock
from sudocube.diagnosis.totalizer import totalizer
from sudocube.engines.asking import Asked


class HittingSets:
    """Sets of elements out of `elements`, and what hits them all; to be closed after use.

    No hitting set has fewer than `at_least` elements, as was proved; those with more than `most` are not
    looked for.

    >>> with HittingSets("abcd", most=4) as sets:
    ...     sets.add("ab"), sets.add("bc"), sets.add("d")
    ...     sorted(sets.smallest(Clock())), sets.at_least
    (None, None, None)
    (['b', 'd'], 2)
    """

    def __init__(self, elements: Iterable[object], *, most: int, at_least: int = 0) -> None:
        self._variables = {element: k for k, element in enumerate(elements, 1)}
        self._elements = list(self._variables)
        self.at_least, self._most = at_least, most
        self._asked = Asked(top=len(self._elements))
        clauses, self._outputs = totalizer(list(self._variables.values()), most, self._asked.new_variable)
        for clause in clauses:
            self._asked.add(clause)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._asked.close()

    def add(self, elements: Collection[object]) -> None:
        """One more set that has to be hit."""
        self._asked.add([self._variables[element] for element in elements])

    def smallest(self, clock: Clock) -> set[object] | None:
        """A smallest set that hits all; None where each has more than `most` elements.

        Raises TimeoutError; `at_least` tells even then how far it has come.
        """
        while self.at_least <= self._most:
            more = self._outputs[self.at_least :][:1]
            if self._asked.is_satisfiable([-output for output in more], clock):
                return {self._elements[k - 1] for k in self._asked.true(len(self._elements))}
            self.at_least += 1
        return None
