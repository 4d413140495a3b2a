"""From an encoding and a geometry to clauses.

`encoded_lines` writes what a file states, statement by statement and line by line. Two statements may say the
same clause: two cells that share a row and a box are kept apart by both. `formula` has each clause once.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

from sudocube.clock import NO_LIMIT, Clock
from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.building_blocks import EncodedLine, encode_statement
from sudocube.encoder.variables import Variables
from sudocube.encoder.vocabulary import OWN, Encoding, Formalism, OwnClauses
from sudocube.errors import UnsupportedError
from sudocube.geometry import Geometry

Clauses = Sequence[Clause]


@dataclass(frozen=True)
class Formula:
    """The rules of one geometry as clauses over the variables 1 to `variables`; no clause occurs twice."""

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


def formula(encoding: Encoding, geometry: Geometry, clock: Clock = NO_LIMIT) -> Formula:
    """The clauses of an encoding for one geometry, without any clues.

    Raises UnsupportedError where the encoding is not in CNF, and TimeoutError when the clock has run out.

    >>> from sudocube.encoder import load
    >>> rules = formula(load("extended"), Geometry.of_size(9))
    >>> rules.variables, len(rules.clauses)
    (729, 10530)
    """
    top = Variables(encoding, geometry).declared
    clauses: list[Clause] = []
    with no_garbage_collection():
        for line, new in without_duplicates(encoded_lines(encoding, geometry)):
            clauses += new
            top = line.auxiliary.stop - 1
            clock.check()
    return Formula(encoding, geometry, top, clauses)


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    """Within, Python's garbage collector is off: it would go through all clauses, again and again."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def encoded_lines(encoding: Encoding, geometry: Geometry) -> Iterator[EncodedLine]:
    """What the file states, statement by statement and line by line, duplicates included.

    Raises UnsupportedError where the encoding is not in CNF, or consists of own clauses for another geometry.
    """
    if encoding.formalism is not Formalism.CNF:
        raise UnsupportedError(f"{encoding.name} is an encoding in {encoding.formalism}, not in cnf")
    variables = Variables(encoding, geometry)
    top = variables.declared
    if encoding.own is not None:
        yield _own_line(encoding.own, geometry, top)
        return
    for statement in encoding.statements:
        for line in encode_statement(statement, variables, top):
            top = line.auxiliary.stop - 1
            yield line


def _own_line(own: OwnClauses, geometry: Geometry, top: int) -> EncodedLine:
    """All clauses that a user wrote, as one line; UnsupportedError if they are for another geometry."""
    if own.geometry is not None and own.geometry != geometry:
        raise UnsupportedError(f"these clauses are for {own.geometry}, not for {geometry}")
    highest = max((abs(literal) for clause in own.clauses for literal in clause), default=0)
    return EncodedLine(OWN, "", (), own.clauses, range(top + 1, max(top, highest) + 1))


def without_duplicates(lines: Iterable[EncodedLine]) -> Iterator[tuple[EncodedLine, list[Clause]]]:
    """Each line with its new clauses: those that no line before has, in any order of their literals."""
    seen: set[int | tuple[int, ...]] = set()
    for line in lines:
        new = []
        for clause in line.clauses:
            key = _key(clause)
            if key not in seen:
                seen.add(key)
                new.append(clause)
        yield line, new


def _key(clause: Clause) -> int | tuple[int, ...]:
    """Equal for two clauses when they have the same literals, in any order."""
    if len(clause) != 2:
        return tuple(sorted(clause))
    first, second = clause  # most clauses have two literals: as a number they take less memory
    return (first << 32) + second if first > second else (second << 32) + first
