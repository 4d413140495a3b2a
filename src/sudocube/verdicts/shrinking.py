"""A small puzzle on which an engine is refuted in the same way as on a larger one.

A puzzle with few blanks is easiest to trace by hand: blanks are filled with the digits of one solution, as
long as the engine is refuted, by delta debugging (`minimized`): in the end, no further blank can be filled by
itself.

"In the same way" means that the cause is the same, and the engine says the same verdict. An engine that runs
out of time, breaks off or is refuted in another way is not refuted so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain, combinations, pairwise
from typing import TypeVar

from sudocube.arguments import check_count, check_limits
from sudocube.clock import Clock
from sudocube.engines import Answer, Engine, engine_for, kept_engine
from sudocube.engines.asking import ask, refereed_answer
from sudocube.puzzle import Grid, Puzzle, differing_cells
from sudocube.verdict import Verdict
from sudocube.verdicts.judging import PROVER, Cause, Facts, Refutation

T = TypeVar("T")

DEFAULT_TRIES = 500
"""How often an engine is asked at most."""

ASKED_AGAIN = 3
"""How often the first puzzle is put to the engine again, until it is refuted again."""

SECONDS = 60.0
"""After so long the engine is not asked any more."""

SEARCH_SECONDS = 10.0
"""How long grids to fill from, and the truth about one puzzle, are looked for."""

COMPARED = 30
"""Of how many solutions the two are taken that differ least."""

Judge = Callable[[Puzzle, Answer], Refutation | None]
"""Why this answer to this puzzle is refuted; None where it is not, or nothing shows it."""


@dataclass(frozen=True, slots=True)
class Shrunk:
    """A small puzzle on which an engine is refuted in the same way; it was asked `tries` times for it.

    `refutation` says what refutes the answer to this puzzle. If `is_minimal`, the engine is not refuted so
    with any single blank filled; otherwise tries or time ran out, or no grid to fill from was found. One that
    is not refuted again on the first puzzle has no `refutation`: it may depend on the puzzles before.

    >>> from sudocube import crosscheck
    >>> engines = ["sat", lambda cells: "none"]
    >>> shrunk = crosscheck("1... ..2. .3.. ...4", engines=engines, shrink=True).shrunk["<lambda>()"]
    >>> shrunk.puzzle, shrunk.is_minimal  # it says so even of a full grid
    (Puzzle('1243342143122134'), True)
    """

    puzzle: Puzzle
    refutation: Refutation | None
    tries: int
    is_minimal: bool = False


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

    The puzzle has clues only, no pencilmarks.
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
    small, is_minimal = puzzle, False
    with suppress(OutOfTriesError):
        if any(asking.is_refuted(puzzle) for _ in range(ASKED_AGAIN)):
            small, is_minimal = _filled(puzzle, asking.is_refuted)
    return Shrunk(small, asking.refutations.get(small), asking.tries, is_minimal)


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
    """Asks an engine at most so many times whether it is refuted with this cause.

    Once it was refuted, the verdict is fixed, too. `tries` counts the questions so far, and `refutations`
    holds the last one by puzzle.
    """

    def __init__(self, say: Callable[[Puzzle], Answer], judge: Judge, cause: Cause, tries: int) -> None:
        self._say, self._judge, self._cause, self._tries_at_most = say, judge, cause, tries
        self._verdict: Verdict | None = None
        self._clock = Clock(SECONDS)
        self.tries = 0
        self.refutations: dict[Puzzle, Refutation] = {}

    def is_refuted(self, puzzle: Puzzle) -> bool:
        """Whether the engine is refuted in this way; raises OutOfTriesError where it may not be asked."""
        if self.tries >= self._tries_at_most or self._clock.is_over:
            raise OutOfTriesError
        self.tries += 1
        answer = self._say(puzzle)
        refutation = self._judge(puzzle, answer) if self._verdict in (None, answer.verdict) else None
        if refutation is None or refutation.cause is not self._cause:
            return False
        self._verdict = answer.verdict
        self.refutations[puzzle] = refutation
        return True


def _filled(puzzle: Puzzle, is_refuted: Callable[[Puzzle], bool]) -> tuple[Puzzle, bool]:
    """The puzzle with as many blanks filled from a grid as possible, and whether it is 1-minimal.

    At first, only the blanks are tried in which two grids differ: both stay solutions, if they are.
    """
    blanks = [cell for cell, digit in enumerate(puzzle.cells) if not digit]
    grids = filling_grids(puzzle)
    if not blanks or not grids:
        return puzzle, not blanks

    def filled(kept: Sequence[int]) -> Puzzle:
        digits = {cell: grids[0].cells[cell] for cell in blanks if cell not in kept}
        return Puzzle.of_clues({**puzzle.clues, **digits}, puzzle.geometry)

    start = [cell for cell in blanks if len({one.cells[cell] for one in grids}) > 1]
    try:
        if not 0 < len(start) < len(blanks) or not is_refuted(filled(start)):
            start = blanks
    except OutOfTriesError:
        return puzzle, False
    left, is_minimal = minimized(start, lambda kept: is_refuted(filled(kept)))
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


def filling_grids(puzzle: Puzzle) -> list[Grid]:
    """Up to two solutions of the puzzle; or, if it has none, a grid that agrees with many clues.

    With the digits of a solution filled in, it is still a solution. If there are several, two that differ in
    few cells are taken: where they agree, all can be filled, and both are still solutions. A puzzle without a
    solution stays so whatever is filled in: clues are left out one by one, wherever there is no solution with
    those before. Empty where none was found in SEARCH_SECONDS.

    >>> filling_grids(Puzzle("1... ..2. .3.. ...4"))
    [Grid('1243342143122134')]
    >>> filling_grids(Puzzle("1243 3421 4312 21.3"))  # column 4 holds a 3 twice
    [Grid('1243342143122134')]
    """
    clock, found = Clock(SEARCH_SECONDS), list[Grid]()
    answer = refereed_answer(
        engine_for(puzzle), puzzle, limit=COMPARED, timeout=clock.timeout_left, on_result=found.append
    )
    if answer.verdict is not Verdict.NONE:
        pairs = combinations(found, 2)
        return list(min(pairs, key=lambda pair: len(differing_cells(*pair)), default=found))
    kept: dict[int, int] = {}
    nearest: list[Grid] = []
    for clue in [*([one] for one in puzzle.clues.items()), []]:
        if not nearest or any(nearest[0].cells[cell] != digit for cell, digit in clue):
            more = Puzzle.of_clues(kept | dict(clue), puzzle.geometry)
            answer = refereed_answer(engine_for(more), more, limit=1, timeout=clock.timeout_left)
            if not answer.solutions:
                continue
            nearest = [*answer.solutions]
        kept |= dict(clue)
    return nearest
