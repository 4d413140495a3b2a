"""From an encoding and a geometry to clauses.

What a file states is written statement by statement, line by line; `written` streams that, each line with
its literals and the variables that are its own. `formula` gathers it into one list without repetitions;
`streamed` counts it once and writes it again each time that it is gone through, for grids so large that
a list would fill the memory.
"""

from __future__ import annotations

import gc
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, compress, starmap
from typing import Protocol

from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.blocks import Written, write
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
        for line, new in _without_repetitions(written(encoding, geometry)):
            clauses += new
            top = line.own.stop - 1
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
    for line, new in _without_repetitions(written(encoding, geometry)):
        top, count = line.own.stop - 1, count + len(new)

    def again() -> Iterator[Clause]:
        lines = _without_repetitions(written(encoding, geometry))
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


def written(encoding: Encoding, geometry: Geometry) -> Iterator[Written]:
    """What the file states, statement by statement and line by line, repetitions and all.

    Raises UnsupportedError where the encoding is not in CNF.
    """
    if encoding.formalism is not Formalism.CNF:
        raise UnsupportedError(f"{encoding.name} is an encoding in {encoding.formalism}, not in cnf")
    variables = Variables(encoding, geometry)
    top = variables.declared
    for statement in encoding.statements:
        for line in write(statement, variables, top):
            top = line.own.stop - 1
            yield line


Key = int | tuple[int, ...]
"""What tells a clause from others, in whatever order its literals."""


def _without_repetitions(lines: Iterable[Written]) -> Iterator[tuple[Written, Sequence[Clause]]]:
    """Each line with those of its clauses that were not there before, in whatever order their literals.

    A clause over a variable of the line's own is in no other line, and need not be remembered beyond it.
    Of "no two of a line", pair by pair, only the literals are remembered, each with the numbers of the lines
    that it is in: a pair was there before if it is in one of them.
    """
    lines_with: dict[int, set[int]] = defaultdict(set)
    pairs: set[Key] = set()
    longer: set[Key] = set()
    for number, line in enumerate(lines):
        if line.literals and line.statement.block == "pairwise":
            of_each = [lines_with[literal] for literal in line.literals]
            yield line, _new_pairs(line, of_each, pairs)
            for those in of_each:
                those.add(number)
            continue
        own, new = line.own, []
        here: set[Key] = set()
        for clause in line.clauses:
            if own and any(abs(literal) in own for literal in clause):
                seen = here
            elif len(clause) != 2:
                seen = longer
            else:
                seen = pairs
                if lines_with and _are_together(clause, lines_with):
                    continue
            key = _key(clause)
            if key not in seen:
                seen.add(key)
                new.append(clause)
        yield line, new


def _new_pairs(line: Written, of_each: Sequence[set[int]], pairs: set[Key]) -> Sequence[Clause]:
    """Of "no two of a line", what was not said by a line before or by itself.

    `of_each` has the lines before that each literal is in, `pairs` the clauses that were said by themselves.
    """
    new = line.clauses
    if len(set().union(*of_each)) < sum(map(len, of_each)):  # a line before has two of these literals
        new = list(compress(new, starmap(set.isdisjoint, combinations(of_each, 2))))
    return [clause for clause in new if _key(clause) not in pairs] if pairs else new


def _are_together(clause: Clause, lines_with: Mapping[int, set[int]]) -> bool:
    """Whether there is a line of which no two are true, and the clause denies two."""
    first, second = clause
    return not lines_with.get(-first, set()).isdisjoint(lines_with.get(-second, ()))


def _key(clause: Clause) -> Key:
    if len(clause) != 2:
        return tuple(sorted(clause))
    first, second = clause  # nearly all of them: a number takes a fifth of the memory
    return (first << 32) + second if first > second else (second << 32) + first
