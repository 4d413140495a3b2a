"""From an encoding and a geometry to clauses.

`encoded_lines` writes what a file states, statement by statement and line by line. Two statements may say the
same clause: two cells that share a row and a box are kept apart by both. `formula` and `streamed_formula`
write each clause once. `formula` makes a list. `streamed_formula` keeps no clauses: it counts them once and
writes them again in each iteration, for grids so large that a list would fill the memory.
"""

from __future__ import annotations

import gc
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, compress
from typing import Protocol

from sudocube.clock import NO_LIMIT, Clock
from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.building_blocks import EncodedLine, encode_statement
from sudocube.encoder.variables import Variables
from sudocube.encoder.vocabulary import OWN, Encoding, Formalism, OwnClauses, Statement
from sudocube.errors import UnsupportedError
from sudocube.geometry import Geometry


class Clauses(Protocol):
    """Clauses that can be counted and iterated over, as often as needed: a list, or StreamedClauses."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Clause]: ...


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


def streamed_formula(encoding: Encoding, geometry: Geometry) -> Formula:
    """The same formula, but its clauses are not kept: only what is needed to recognise duplicates.

    Raises UnsupportedError where the encoding is not in CNF.
    """
    top, count = Variables(encoding, geometry).declared, 0
    for line, new in without_duplicates(encoded_lines(encoding, geometry)):
        top, count = line.auxiliary.stop - 1, count + len(new)

    def clauses() -> Iterator[Clause]:
        lines = without_duplicates(encoded_lines(encoding, geometry))
        return chain.from_iterable(new for _, new in lines)

    return Formula(encoding, geometry, top, StreamedClauses(count, clauses))


class StreamedClauses:
    """Clauses that are written again in each iteration."""

    def __init__(self, count: int, write: Callable[[], Iterator[Clause]]) -> None:
        self._count, self._write = count, write

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Clause]:
        return self._write()


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


Key = int | tuple[int, ...]
"""Equal for two clauses when they have the same literals, in any order."""


def without_duplicates(lines: Iterable[EncodedLine]) -> Iterator[tuple[EncodedLine, Sequence[Clause]]]:
    """Each line with its new clauses: those that no line before has, in any order of their literals.

    A clause with an auxiliary variable of the line occurs in no other line, so it is remembered only within
    the line. Of a line that is written pairwise, only its literals are remembered, not its pairs. All of the
    cube's own lines of a family add the same pairs, by their places in the line, so only the first line of
    the family is compared.
    """
    before = _PairwiseLines()
    statement: Statement | None = None
    same_for_all, is_new = False, list[bool]()
    pairs: set[Key] = set()
    longer: set[Key] = set()
    for line in lines:
        if line.literals and line.statement.block == "pairwise":
            if line.statement is not statement:
                statement, same_for_all = line.statement, line.statement.is_of_the_cube
                is_new = _new_pairs(line.literals, before.lines)
            elif not same_for_all:
                is_new = _new_pairs(line.literals, before.sharing_two(line.literals))
            before.lines.append(line.literals)
            new = list(compress(line.clauses, is_new)) if is_new else line.clauses
            yield line, [clause for clause in new if _key(clause) not in pairs] if pairs else new
        else:
            yield line, list(_new_clauses(line, before, pairs, longer))


def _new_clauses(
    line: EncodedLine, before: _PairwiseLines, pairs: set[Key], longer: set[Key]
) -> Iterator[Clause]:
    """The new clauses of a line that is not written pairwise; they are added to `pairs` and `longer`."""
    auxiliary, within_line = line.auxiliary, set[Key]()
    for clause in line.clauses:
        if auxiliary and any(abs(literal) in auxiliary for literal in clause):
            seen = within_line
        elif len(clause) != 2:
            seen = longer
        elif before.have_pair(clause):
            continue
        else:
            seen = pairs
        key = _key(clause)
        if key not in seen:
            seen.add(key)
            yield clause


class _PairwiseLines:
    """The lines so far that were written pairwise, each as the list of its literals."""

    def __init__(self) -> None:
        self.lines: list[Sequence[int]] = []
        self._by_literal: dict[int, set[int]] = defaultdict(set)  # the indices of its lines
        self._indexed = 0  # how many lines are in `_by_literal`; the others are added when it is needed

    def sharing_two(self, literals: Sequence[int]) -> list[Sequence[int]]:
        """All lines that have two or more of these literals, and perhaps others; empty if there are none."""
        self._index()
        of_each = [self._by_literal[literal] for literal in literals]
        found = set[int]().union(*of_each)
        return [self.lines[index] for index in found] if len(found) < sum(map(len, of_each)) else []

    def have_pair(self, pair: Clause) -> bool:
        """Whether one of the lines has this clause of two literals among its pairs."""
        self._index()
        one, other = pair
        return not self._by_literal.get(-one, set()).isdisjoint(self._by_literal.get(-other, ()))

    def _index(self) -> None:
        for index in range(self._indexed, len(self.lines)):
            for literal in self.lines[index]:
                self._by_literal[literal].add(index)
        self._indexed = len(self.lines)


def _new_pairs(literals: Sequence[int], lines: Sequence[Sequence[int]]) -> list[bool]:
    """For each pair of the literals, in order: whether none of the lines has both. Empty if all are new."""
    shared = [both for both in map(set(literals).intersection, lines) if len(both) > 1]
    pairs = combinations(literals, 2) if shared else ()
    return [not any(one in both and other in both for both in shared) for one, other in pairs]


def _key(clause: Clause) -> Key:
    if len(clause) != 2:
        return tuple(sorted(clause))
    first, second = clause  # most clauses have two literals: as a number they take less memory
    return (first << 32) + second if first > second else (second << 32) + first
