"""Clauses that were not there before: what more than one statement says is written once.

Two cells that share a row and a box are kept apart by both. A clause is the same in whatever order its
literals are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, compress

from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.blocks import EncodedLine
from sudocube.encoder.vocabulary import Statement

Key = int | tuple[int, ...]
"""What tells a clause from others, in whatever order its literals."""


def without_repetitions(lines: Iterable[EncodedLine]) -> Iterator[tuple[EncodedLine, Sequence[Clause]]]:
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


def _said_first(line: EncodedLine, before: _Pairwise, pairs: set[Key], longer: set[Key]) -> Iterator[Clause]:
    """Of clauses that are said one by one, those that neither these sets have nor a line before says."""
    own, here = line.auxiliary, set[Key]()
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
