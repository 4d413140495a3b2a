"""A small puzzle on which an engine is refuted in the same way as on a larger one.

A puzzle with few blanks is easiest to trace by hand: blanks are filled with the digits of one solution, as
long as the engine is refuted, by delta debugging (`minimized`): in the end, no further blank can be filled by
itself.

"In the same way" means that the cause is the same, and the engine says the same verdict. An engine that runs
out of time, breaks off or is refuted in another way is not refuted so. In the end it is put the small puzzle
again, to see whether it always answers the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from itertools import chain, combinations, pairwise
from time import perf_counter
from typing import TypeVar

from sudocube.arguments import check_count, check_limits
from sudocube.clock import Clock
from sudocube.engines import Answer, Engine, Failed, Undecided, engine_for, kept_engine
from sudocube.engines.asking import ask
from sudocube.engines.refereed_answers import refereed_answer
from sudocube.geometry import SYMBOLS
from sudocube.puzzle import Grid, Puzzle, differing_cells
from sudocube.verdict import Verdict
from sudocube.verdicts.judging import PROVER, Cause, Facts, Refutation

T = TypeVar("T")

DEFAULT_TRIES = 500
"""How often an engine is asked at most."""

CONFIRMED_BY = 3
"""How often the shrunk puzzle is put to the engine in all, if there are tries left."""

UNDECIDED_SECONDS = 60.0
"""After waiting so long for answers that were then undecided, the engine is not asked any more: each may take
the whole time limit."""

SEARCH_SECONDS = 10.0
"""How long grids to fill from, and the truth about one puzzle, are looked for."""

COMPARED = 30
"""Of how many solutions the two are taken that differ least."""

Judge = Callable[[Puzzle, Answer], Refutation | None]
"""Why this answer to this puzzle is refuted; None where it is not, or nothing shows it."""


class Reached(StrEnum):
    """How far shrinking came."""

    MINIMAL = "minimal"
    """1-minimal: with any single blank filled, the engine is not refuted in this way."""
    OUT_OF_TRIES = "out of tries"
    UNDECIDED = "undecided too long"
    """The engine ran out of time or broke off, again and again."""
    NOTHING_TO_FILL_IN = "nothing to fill in"
    """Neither a solution nor a grid that nearly is one was found in time."""
    NOT_AGAIN = "not refuted again"
    """Asked again about the first puzzle, the engine is not refuted: it may depend on the puzzles before."""


@dataclass(frozen=True, slots=True)
class Shrunk:
    """A small puzzle on which an engine is refuted in the same way, and how far shrinking came.

    `refutation` says what refutes the answer to this puzzle. The engine was asked `tries` times in all;
    `undecided` counts the answers without a verdict or a solution. It got this puzzle `asked` times, and was
    `refuted` in this way so often. If it never was, this is the first puzzle with the first refutation.

    >>> from sudocube import crosscheck
    >>> engines = ["sat", lambda cells: "none"]
    >>> shrunk = crosscheck("1... ..2. .3.. ...4", engines=engines, shrink=True).shrunk["<lambda>()"]
    >>> shrunk.puzzle, shrunk.is_minimal, shrunk.is_flaky  # it says so even of a full grid
    (Puzzle('1243342143122134'), True, False)
    """

    puzzle: Puzzle
    refutation: Refutation
    reached: Reached
    tries: int
    undecided: int
    asked: int
    refuted: int

    @property
    def is_minimal(self) -> bool:
        """Whether the puzzle is 1-minimal."""
        return self.reached is Reached.MINIMAL

    @property
    def is_flaky(self) -> bool:
        """Whether the engine was sometimes refuted on this puzzle, and sometimes not."""
        return 0 < self.refuted < self.asked


def shrunk_refutation(
    engine: Engine,
    puzzle: Puzzle,
    refutation: Refutation,
    *,
    judge: Judge | None = None,
    tries: int = DEFAULT_TRIES,
    limit: int = 2,
    timeout: float | None = None,
) -> Shrunk:
    """The puzzle with the fewest blanks that was found on which the engine is refuted in the same way.

    `judge` says what refutes an answer; by default the referee and, where that does not suffice, a checked
    proof. The engine is asked at most `tries` times. `limit` and `timeout` are those of `Engine.answer`.

    Raises ValueError for tries or a limit that are no integer above 0 and for a timeout that is not a number
    above 0, and EngineError where a worker process is needed and cannot be started.
    """
    check_count(tries, "{} tries")
    check_limits(limit=limit, timeout=timeout)
    put = partial(ask, [engine], limit=limit, timeout=timeout, jobs=1)
    asking = _Asking(
        lambda one: next(put([(None, one)]))[1][engine.name],
        judge or partial(judged_anew, refutation.cause),
        refutation.cause,
        tries,
    )
    small, reached = asking.shrink(puzzle)
    with suppress(OutOfTriesError):
        asking.put(small, CONFIRMED_BY)
    why = asking.refutations.get(small, refutation)
    times = asking.asked[small], asking.refuted[small]
    return Shrunk(small, why, reached, asking.tries, asking.undecided, *times)


def judged_anew(cause: Cause, puzzle: Puzzle, answer: Answer) -> Refutation | None:
    """What refutes an answer: solutions, or a proof that there are no others, as the cause demands.

    A puzzle with two solutions has one, too: that one is enough against `none`.

    >>> from sudocube import Found
    >>> judged_anew(Cause.TWO_SOLUTIONS, Puzzle(16 * "."), Found(exhausted=True)).sentence
    'two solutions passed the referee'
    """
    if not answer.verdict.is_decided:
        return Facts().refutation(answer)
    if cause in (Cause.PROVED_UNIQUE, Cause.PROVED_NONE):
        proof = refereed_answer(kept_engine(PROVER), puzzle, timeout=SEARCH_SECONDS)
        return Facts.of([], proof).refutation(answer)
    limit = 1 if cause is Cause.A_SOLUTION else 2
    found = refereed_answer(engine_for(puzzle), puzzle, limit=limit, timeout=SEARCH_SECONDS)
    return Facts.of([found]).refutation(answer)


class _Asking:
    """Asks an engine at most so many times whether it is refuted with this cause, and counts.

    Once it was refuted, the verdict is fixed, too. `tries` counts the questions so far, `undecided` those
    without an answer. By puzzle, `asked` and `refuted` count questions and refutations, and `refutations`
    holds the first.
    """

    def __init__(self, say: Callable[[Puzzle], Answer], judge: Judge, cause: Cause, tries: int) -> None:
        self._say, self._judge, self._cause, self._tries_at_most = say, judge, cause, tries
        self._verdict: Verdict | None = None
        self._undecided_seconds = 0.0
        self.tries = self.undecided = 0
        self.asked: Counter[Puzzle] = Counter()
        self.refuted: Counter[Puzzle] = Counter()
        self.refutations: dict[Puzzle, Refutation] = {}

    def shrink(self, puzzle: Puzzle) -> tuple[Puzzle, Reached]:
        """The small puzzle, and how far it came; the first one is put again to begin with."""
        with suppress(OutOfTriesError):
            while not self.refuted[puzzle] and self.asked[puzzle] < CONFIRMED_BY:
                self.put(puzzle, self.asked[puzzle] + 1)
        small, is_minimal = puzzle, False
        if self.refuted[puzzle]:
            small, is_minimal = self._with_fewest_blanks(puzzle)
        if is_minimal:
            return small, Reached.MINIMAL
        if self._undecided_seconds > UNDECIDED_SECONDS:
            return small, Reached.UNDECIDED
        if not self.refuted[small]:
            return small, Reached.NOT_AGAIN
        has_tries = self.tries < self._tries_at_most
        return small, Reached.NOTHING_TO_FILL_IN if has_tries else Reached.OUT_OF_TRIES

    def put(self, puzzle: Puzzle, times: int) -> None:
        """Put a puzzle until the engine got it so often in all; OutOfTriesError where it may not be asked."""
        while self.asked[puzzle] < times:
            if self._undecided_seconds > UNDECIDED_SECONDS or self.tries >= self._tries_at_most:
                raise OutOfTriesError
            self.tries += 1
            self.asked[puzzle] += 1
            start = perf_counter()
            answer = self._say(puzzle)
            refutation = self._judge(puzzle, answer) if self._verdict in (None, answer.verdict) else None
            if refutation is not None and refutation.cause is self._cause:
                self._verdict = answer.verdict
                self.refuted[puzzle] += 1
                self.refutations.setdefault(puzzle, refutation)
            elif isinstance(answer, Undecided | Failed):
                self.undecided += 1
                self._undecided_seconds += perf_counter() - start

    def is_refuted(self, puzzle: Puzzle) -> bool:
        """Whether the engine is refuted in this way; raises OutOfTriesError where it may not be asked."""
        self.put(puzzle, 1)
        return self.refuted[puzzle] > 0

    def _with_fewest_blanks(self, puzzle: Puzzle) -> tuple[Puzzle, bool]:
        """The puzzle with blanks filled from a grid, the better of two, and whether it is 1-minimal.

        With one blank or none, there is nothing better.
        """
        blanks = [cell for cell, digit in enumerate(puzzle.cells) if not digit]
        if not blanks:
            return puzzle, True
        grids = filling_grids(puzzle)
        results: list[tuple[Puzzle, bool]] = []
        for grid in grids:
            results.append(self._filled_from(grid, grids, puzzle, blanks))
            if results[-1][0].cells.count(0) < 2:
                break
        return min(results, key=lambda one: (one[0].cells.count(0), not one[1]), default=(puzzle, False))

    def _filled_from(
        self, grid: Grid, grids: Sequence[Grid], puzzle: Puzzle, blanks: Sequence[int]
    ) -> tuple[Puzzle, bool]:
        """The puzzle with as many blanks filled from a grid as possible, and whether it is 1-minimal.

        At first, only the blanks in which the two grids differ are tried: both stay solutions, if they are.
        """

        def filled(kept: Sequence[int]) -> Puzzle:
            return with_digits(puzzle, {cell: grid.cells[cell] for cell in blanks if cell not in kept})

        differing = [cell for cell in blanks if len({one.cells[cell] for one in grids}) > 1]
        try:
            is_enough = 0 < len(differing) < len(blanks) and self.is_refuted(filled(differing))
        except OutOfTriesError:
            return puzzle, False
        start = differing if is_enough else blanks
        left, is_minimal = minimized(start, lambda kept: self.is_refuted(filled(kept)))
        return filled(left), is_minimal


class OutOfTriesError(Exception):
    """Raised by a test that may not be asked again; `minimized` ends with the shortest list so far."""


def minimized(items: Sequence[T], fails: Callable[[list[T]], bool]) -> tuple[list[T], bool]:
    """The items that are left when those are dropped that a failure does not need, and are they 1-minimal?

    `fails` says of some of the items whether they fail; all of them do, which is not tried again. What cannot
    be decided does not fail. Where `fails` raises OutOfTriesError, the shortest list that failed so far is
    returned; it is not known to be 1-minimal. Any other error comes through. No list is tried twice.

    The list is cut into subsets, two at first. If a subset fails by itself, it is cut in the same way. If
    not, but everything else without one subset fails, that subset is dropped. If nothing fails, the subsets
    are made half as long, down to single items. In the end the list is *1-minimal*: it fails, and without any
    one of its items it does not. Another list may be shorter. Source: A. Zeller and R. Hildebrandt,
    "Simplifying and Isolating Failure-Inducing Input", IEEE Transactions on Software Engineering 28 (2),
    2002: the algorithm `ddmin`. The paper takes it for granted that nothing at all does not fail. Here this
    is tried first.

    >>> minimized(range(100), lambda some: 17 in some and 80 in some)
    ([17, 80], True)
    """
    known: dict[tuple[int, ...], bool] = {}

    def test(places: list[int]) -> bool:
        key = tuple(places)
        if key not in known:
            known[key] = fails([items[place] for place in places])
        return known[key]

    left, count = list(range(len(items))), 2
    try:
        if not left or test([]):
            return [], True
        while len(left) > 1:
            cuts = [len(left) * number // count for number in range(count + 1)]
            subsets = [left[start:end] for start, end in pairwise(cuts)]
            others = ([*left[:start], *left[end:]] for start, end in pairwise(cuts))
            smaller = next(filter(test, chain(subsets, others)), None)
            if smaller is not None:
                left, count = smaller, 2 if smaller in subsets else max(count - 1, 2)
            elif count < len(left):
                count = min(2 * count, len(left))
            else:
                break
    except OutOfTriesError:
        return [items[place] for place in left], False
    return [items[place] for place in left], True


def with_digits(puzzle: Puzzle, digits: Mapping[int, int]) -> Puzzle:
    """The puzzle with these digits in these cells: clues instead of blanks, and blanks for 0.

    A cell of pencilmarks then has one candidate, or all.

    >>> with_digits(Puzzle("1... ..2. .3.. ...4"), {0: 0, 1: 2})
    Puzzle('.2....2..3.....4')
    """
    if puzzle.candidates is None:
        cells = bytearray(puzzle.cells)
        for cell, digit in digits.items():
            cells[cell] = digit
        return Puzzle(bytes(cells), puzzle.geometry)
    text, every = str(puzzle), [SYMBOLS[digit] for digit in puzzle.geometry.digits]
    marks = [text[start : start + 9] for start in range(0, len(text), 9)]
    for cell, digit in digits.items():
        marks[cell] = "".join(one if not digit or one == SYMBOLS[digit] else SYMBOLS[0] for one in every)
    return Puzzle("".join(marks), puzzle.geometry)


def filling_grids(puzzle: Puzzle) -> list[Grid]:
    """Up to two valid grids: solutions of the puzzle, or grids that agree with many clues if it has none.

    With the digits of a solution filled in, it is still a solution. If there are several, two that differ in
    few cells are taken: where they agree, all can be filled, and both are still solutions. A puzzle without a
    solution stays so whatever is filled in: clues are left out one by one, wherever there is no solution with
    those before. Empty where none was found in SEARCH_SECONDS.

    >>> filling_grids(Puzzle("1... ..2. .3.. ...4"))
    [Grid('1243342143122134')]
    >>> filling_grids(Puzzle("1243 3421 4312 21.3"))  # column 4 holds a 3 twice
    [Grid('1243342143122134'), Grid('1234342143122143')]
    """
    clock, found = Clock(SEARCH_SECONDS), list[Grid]()
    answer = refereed_answer(
        engine_for(puzzle), puzzle, limit=COMPARED, timeout=clock.timeout_left, on_result=found.append
    )
    if answer.verdict is not Verdict.NONE:
        pairs = combinations(found, 2)
        return list(min(pairs, key=lambda pair: len(differing_cells(*pair)), default=found))
    cells = list(puzzle.clues)
    near = (_nearly_solved(puzzle, order, clock) for order in (cells, cells[::-1]))
    return list(dict.fromkeys(grid for grid in near if grid is not None))


def _nearly_solved(puzzle: Puzzle, order: Iterable[int], clock: Clock) -> Grid | None:
    """A valid grid with the clues of the puzzle, taken in this order, that leave it a solution."""
    kept = with_digits(puzzle, dict.fromkeys(puzzle.clues, 0))
    best: Grid | None = None
    for wanted in [*({cell: puzzle.cells[cell]} for cell in order), {}]:
        more = with_digits(kept, wanted)
        if best is None or any(best.cells[cell] != digit for cell, digit in wanted.items()):
            answer = refereed_answer(engine_for(kept), more, limit=1, timeout=clock.timeout_left)
            if not answer.solutions:
                continue
            best = answer.solutions[0]
        kept = more
    return best
