"""From an encoding and a geometry to clauses.

What a file states is written statement by statement, line by line; `written` streams that, each line with
its literals and the variables that are its own. `formula` gathers it into one list without repetitions;
`streamed` counts it once and writes it again each time that it is gone through, for grids so large that
a list would fill the memory.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Protocol

from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.blocks import EncodedLine, write
from sudocube.encoder.repetitions import without_repetitions
from sudocube.encoder.variables import Variables
from sudocube.encoder.vocabulary import Encoding, Formalism
from sudocube.errors import UnsupportedError
from sudocube.geometry import Geometry


class Clauses(Protocol):
    """Clauses that can be counted, and gone through as often as one likes: a list, or what writes them."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Clause]: ...


@dataclass(frozen=True)
class Formula:
    """The rules of one geometry as clauses over the variables 1 to `variables`.

    `meaning` says what they stand for. No clause stands there twice, whichever statements say it (two
    cells that share a box and a row are kept apart by both).
    """

    encoding: Encoding
    geometry: Geometry
    variables: int
    clauses: Clauses

    @cached_property
    def meaning(self) -> Variables:
        """What the variables stand for."""
        return Variables(self.encoding, self.geometry)

    def literals(self, cells: Sequence[int]) -> list[int]:
        """What the filled cells hold, as literals; see `Variables.literals`."""
        return self.meaning.literals(cells)

    def digits(self, model: Sequence[int]) -> list[tuple[int, ...]]:
        """By cell: the digits that it holds in a model; see `Variables.digits`."""
        return self.meaning.digits(model)


def formula(encoding: Encoding, geometry: Geometry) -> Formula:
    """The clauses of an encoding for one geometry, without any clues.

    Raises UnsupportedError where the encoding is not in CNF.

    >>> from sudocube.encoder import load
    >>> rules = formula(load("extended"), Geometry.of_size(9))
    >>> rules.variables, len(rules.clauses)
    (729, 10530)
    """
    top = Variables(encoding, geometry).declared
    clauses: list[Clause] = []
    with _not_collecting():
        for line, new in without_repetitions(written(encoding, geometry)):
            clauses += new
            top = line.auxiliary.stop - 1
    return Formula(encoding, geometry, top, clauses)


@contextmanager
def _not_collecting() -> Iterator[None]:
    """Meanwhile Python looks for no garbage: it would go through all clauses so far, again and again."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def streamed(encoding: Encoding, geometry: Geometry) -> Formula:
    """The same formula, whose clauses are not kept: only what it takes to tell repetitions.

    Raises UnsupportedError where the encoding is not in CNF.
    """
    top, count = Variables(encoding, geometry).declared, 0
    for line, new in without_repetitions(written(encoding, geometry)):
        top, count = line.auxiliary.stop - 1, count + len(new)

    def again() -> Iterator[Clause]:
        lines = without_repetitions(written(encoding, geometry))
        return chain.from_iterable(new for _, new in lines)

    return Formula(encoding, geometry, top, Anew(count, again))


class Anew:
    """Clauses that are written each time that they are gone through."""

    def __init__(self, count: int, write: Callable[[], Iterator[Clause]]) -> None:
        self._count, self._write = count, write

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Clause]:
        return self._write()


def written(encoding: Encoding, geometry: Geometry) -> Iterator[EncodedLine]:
    """What the file states, statement by statement and line by line, repetitions and all.

    Raises UnsupportedError where the encoding is not in CNF.
    """
    if encoding.formalism is not Formalism.CNF:
        raise UnsupportedError(f"{encoding.name} is an encoding in {encoding.formalism}, not in cnf")
    variables = Variables(encoding, geometry)
    top = variables.declared
    for statement in encoding.statements:
        for line in write(statement, variables, top):
            top = line.auxiliary.stop - 1
            yield line
