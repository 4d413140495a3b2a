"""Wrong clauses: what "at least one" or "at most one" of right lines becomes by a known slip."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product
from itertools import pairwise as neighbours

from sudocube.encoder.at_most_one import Clause, pairwise

NumberedLine = Sequence[int]

LEAST, MOST = "at least one", "at most one"
XOR_UP_TO = 9
"""The size up to which an exclusive or is looked for: it has 2 ** (n - 1) clauses for each line."""


def right_clauses(half: str, lines: Iterable[NumberedLine]) -> Iterator[Clause]:
    """The clauses of right lines.

    >>> list(right_clauses(MOST, [[1, 2, 3]]))
    [(-1, -2), (-1, -3), (-2, -3)]
    """
    for line in lines:
        if half == LEAST:
            yield tuple(line)
        else:
            yield from pairwise(line)


@dataclass(frozen=True, slots=True)
class ClauseSlip:
    """A known way to write one half of "exactly one" wrongly.

    `found` says what is written, `change` what to write; both are sentences. `means_both` is true if "exactly
    one" was meant, or may have been.
    """

    name: str
    found: str
    change: str
    clauses: Callable[[Sequence[NumberedLine]], Iterable[Clause]]
    means_both: bool = False


def clause_slips(half: str) -> tuple[ClauseSlip, ...]:
    """The known slips of "at least one", or of "at most one"; the likely ones first."""
    return _AT_LEAST if half == LEAST else _AT_MOST


def _of_each_line(write: Callable[[NumberedLine], Iterable[Clause]]) -> Callable[..., Iterator[Clause]]:
    return lambda lines: chain.from_iterable(map(write, lines))


def _negated(line: NumberedLine) -> tuple[int, ...]:
    return tuple(-number for number in line)


def _exclusive_or(line: NumberedLine) -> Iterator[Clause]:
    """The clauses that forbid each assignment with an even number of true elements."""
    if len(line) <= XOR_UP_TO:
        for signs in product((1, -1), repeat=len(line)):
            if signs.count(-1) % 2 == 0:
                yield tuple(sign * number for sign, number in zip(signs, line, strict=True))


def _pairs_transposed(line: NumberedLine) -> Iterable[Clause]:
    return zip(*pairwise(line), strict=True)


_PAIRS = "Write a clause of two literals with a minus for each pair of the line: n(n - 1)/2 clauses."
_EITHER = (
    '"At least one" is one clause without minus; "at most one" is a clause for each pair, of two literals'
    " with a minus."
)

_AT_MOST = (
    ClauseSlip(
        "only-neighbours",
        "only neighbours in a line are kept apart.",
        "Pair each element with all that come after it in the line, not only with the next one.",
        _of_each_line(lambda line: neighbours(_negated(line))),
    ),
    ClauseSlip(
        "only-neighbours",
        "only neighbours in a line are kept apart, and the last from the first.",
        "Pair each element with all that come after it in the line, not only with the next one.",
        _of_each_line(lambda line: [*neighbours(_negated(line)), (-line[0], -line[-1])]),
    ),
    ClauseSlip(
        "only-with-the-first",
        "only the first element of a line is kept apart from the others.",
        "Pair each element with all that come after it in the line; that takes two loops, one in the other.",
        _of_each_line(lambda line: [(-line[0], -other) for other in line[1:]]),
    ),
    ClauseSlip(
        "every-second-pair",
        "the elements are taken two at a time, so each is kept apart from one other only.",
        "Pair each element with all that come after it in the line; that takes two loops, one in the other.",
        _of_each_line(lambda line: list(zip(_negated(line[::2]), _negated(line[1::2]), strict=False))),
    ),
    ClauseSlip(
        "not-all",
        "all elements of a line stand in one clause, each with a minus, which only says that not"
        " all are true.",
        _EITHER,
        _of_each_line(lambda line: [_negated(line)]),
        means_both=True,
    ),
    ClauseSlip(
        "threes",
        "the clauses have three literals, and so they only say that no three are true.",
        _PAIRS,
        _of_each_line(lambda line: combinations(_negated(line), 3)),
    ),
    ClauseSlip(
        "sign-flipped",
        "the pairs have no minus, and so they say that one of the two is true, not that they are not both.",
        "Put a minus before both literals of each pair.",
        _of_each_line(lambda line: combinations(line, 2)),
    ),
    ClauseSlip(
        "one-sign-missing",
        "only the second literal of each pair has a minus, which says that the first is true if"
        " the second is.",
        "Put a minus before both literals of each pair.",
        _of_each_line(lambda line: ((one, -other) for one, other in combinations(line, 2))),
    ),
    ClauseSlip(
        "one-sign-missing",
        "only the first literal of each pair has a minus, which says that the second is true if"
        " the first is.",
        "Put a minus before both literals of each pair.",
        _of_each_line(lambda line: ((-one, other) for one, other in combinations(line, 2))),
    ),
    ClauseSlip(
        "paired-with-itself",
        "elements are also paired with themselves, and so they can never be true.",
        "Let the inner loop begin one after the outer one: j from i + 1.",
        _of_each_line(lambda line: [*pairwise(line), *((number,) for number in _negated(line))]),
    ),
    ClauseSlip(
        "literals-apart",
        "each literal is a clause of its own, so no element can be true.",
        _PAIRS,
        _of_each_line(lambda line: [(number,) for number in _negated(line)]),
    ),
    ClauseSlip(
        "exclusive-or",
        "the clauses say that the number of true elements is odd, and so three may be true.",
        f"Exclusive or is not exactly one. {_EITHER}",
        _of_each_line(_exclusive_or),
        means_both=True,
    ),
    ClauseSlip(
        "transposed",
        "rows and columns of the list of pairs are exchanged: one clause has all first literals of a line's"
        " pairs, and another all second ones.",
        _PAIRS,
        _of_each_line(_pairs_transposed),
    ),
)

_AT_LEAST = (
    ClauseSlip(
        "sign-flipped",
        "all literals have a minus, and so a clause only says that not all are true.",
        _EITHER,
        _of_each_line(lambda line: [_negated(line)]),
        means_both=True,
    ),
    ClauseSlip(
        "literals-apart",
        "each literal is a clause of its own, so each element has to be true.",
        "Write one clause for each line, with all its elements.",
        _of_each_line(lambda line: [(number,) for number in line]),
    ),
    ClauseSlip(
        "transposed",
        "rows and columns of the list of clauses are exchanged: one clause has the first literals of all"
        " lines, another the second ones, and so on.",
        "Write one clause for each line, with all its elements.",
        lambda lines: zip(*lines, strict=True),
    ),
)
