"""From an encoding and a geometry to clauses.

What a file states is written statement by statement, line by line; `written` streams that, each line with
its literals and the variables that are its own. `formula` gathers it into one list without repetitions;
`streamed` counts it once and writes it again each time that it is gone through, for grids so large that
a list would fill the memory.
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

from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.blocks import Written, write
from sudocube.encoder.variables import Variables
from sudocube.encoder.vocabulary import Encoding, Formalism, Statement
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
    Of "no two of a line", pair by pair, only the literals are remembered. Where that is said of the cube's
    own lines, what is new in the first of a family is so in all: the grid looks the same from each.
    """
    before = _Pairwise()
    statement: Statement | None = None
    alike, is_new = False, list[bool]()
    pairs: set[Key] = set()
    longer: set[Key] = set()
    for line in lines:
        if line.literals and line.statement.block == "pairwise":
            if line.statement is not statement:
                statement, alike = line.statement, line.statement.is_of_the_cube
                is_new = _are_new(line.literals, before.lines)
            elif not alike:
                is_new = _are_new(line.literals, before.with_two(line.literals))
            before.lines.append(line.literals)
            new = list(compress(line.clauses, is_new)) if is_new else line.clauses
            yield line, [clause for clause in new if _key(clause) not in pairs] if pairs else new
        else:
            yield line, list(_said_first(line, before, pairs, longer))


def _said_first(line: Written, before: _Pairwise, pairs: set[Key], longer: set[Key]) -> Iterator[Clause]:
    """Of clauses that are said one by one, those that neither these sets have nor a line before says."""
    own, here = line.own, set[Key]()
    for clause in line.clauses:
        if own and any(abs(literal) in own for literal in clause):
            seen = here
        elif len(clause) != 2:
            seen = longer
        elif before.deny(clause):
            continue
        else:
            seen = pairs
        key = _key(clause)
        if key not in seen:
            seen.add(key)
            yield clause


class _Pairwise:
    """The lines so far of which, pair by pair, no two literals are true: each a list of its literals."""

    def __init__(self) -> None:
        self.lines: list[Sequence[int]] = []
        self._numbers: dict[int, set[int]] = defaultdict(set)  # by literal: of the lines that it is in
        self._noted = 0  # lines; the others are when somebody asks

    def with_two(self, literals: Sequence[int]) -> list[Sequence[int]]:
        """Those that have two of these literals or more, if there are any; perhaps others, too."""
        self._note_numbers()
        of_each = [self._numbers[literal] for literal in literals]
        numbers = set[int]().union(*of_each)
        return [self.lines[number] for number in numbers] if len(numbers) < sum(map(len, of_each)) else []

    def deny(self, pair: Clause) -> bool:
        """Whether one of them says this clause of two literals."""
        self._note_numbers()
        one, other = pair
        return not self._numbers.get(-one, set()).isdisjoint(self._numbers.get(-other, ()))

    def _note_numbers(self) -> None:
        for number in range(self._noted, len(self.lines)):
            for literal in self.lines[number]:
                self._numbers[literal].add(number)
        self._noted = len(self.lines)


def _are_new(literals: Sequence[int], lines: Sequence[Sequence[int]]) -> list[bool]:
    """For each two of these literals, in order: whether none of the lines has both. Empty if so for all."""
    shared = [both for both in map(set(literals).intersection, lines) if len(both) > 1]
    pairs = combinations(literals, 2) if shared else ()
    return [not any(one in both and other in both for both in shared) for one, other in pairs]


def _key(clause: Clause) -> Key:
    if len(clause) != 2:
        return tuple(sorted(clause))
    first, second = clause  # nearly all of them: a number takes a fifth of the memory
    return (first << 32) + second if first > second else (second << 32) + first
