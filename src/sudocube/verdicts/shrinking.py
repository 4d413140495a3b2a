"""A small puzzle on which an engine is refuted in the same way as on a larger one.

A puzzle with few blanks is easiest to trace by hand: blanks are filled with the digits of one solution
(see `filling_grids`) as long as the engine is refuted. For few clues, clues of the first puzzle are left out.
Both by delta debugging: in the end, no further blank can be filled (no further clue can be left out) by
itself. Which answers count is said in `repeated_asking`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial

from sudocube.arguments import check_count, check_limits
from sudocube.engines import Answer, Engine, engine_for, kept_engine
from sudocube.jobs import refereed_answer
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdicts.crosschecked import PROVER
from sudocube.verdicts.delta_debugging import OutOfTriesError, minimized
from sudocube.verdicts.filling_grids import filling_grids, with_digits
from sudocube.verdicts.refutation import Cause, Facts, Refutation
from sudocube.verdicts.repeated_asking import Judge, RepeatedAsking

DEFAULT_TRIES = 500
"""How often an engine is asked at most, for each goal."""

CONFIRMED_BY = 3
"""How often the shrunk puzzle is put to the engine in all, if there are tries left."""


JUDGE_SECONDS = 10.0
"""How long the truth about one puzzle is looked for."""


class Goal(StrEnum):
    """What a shrunk puzzle has few of."""

    BLANKS = "blanks"
    CLUES = "clues"


class Reached(StrEnum):
    """How far shrinking came."""

    MINIMAL = "minimal"
    """1-minimal: with any single blank filled, or clue left out, the engine is not refuted in this way."""
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

    `refutation` says what refutes the answer to this puzzle, and `goal` what the puzzle has few of. The
    engine was asked `tries` times in all; `undecided` counts the answers without a verdict or a solution. It
    got this puzzle `asked` times, and was `refuted` in this way so often. If it never was, this is the first
    puzzle with the first refutation.

    >>> from sudocube import crosscheck
    >>> engines = ["sat", lambda cells: "none"]
    >>> shrunk = crosscheck("1... ..2. .3.. ...4", engines=engines, shrink=True).shrunk["<lambda>()"]
    >>> shrunk.puzzle, shrunk.is_minimal, shrunk.is_flaky  # it says so even of a full grid
    (Puzzle('1243342143122134'), True, False)
    """

    puzzle: Puzzle
    refutation: Refutation
    goal: Goal
    reached: Reached
    tries: int
    undecided: int
    asked: int
    refuted: int
    fewest_clues: Shrunk | None = None

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
    fewest_clues: bool = False,
    limit: int = 2,
    timeout: float | None = None,
) -> Shrunk:
    """The puzzle with the fewest blanks that was found on which the engine is refuted in the same way.

    `judge` says what refutes an answer; by default the referee and, where that does not suffice, a checked
    proof. The engine is asked at most `tries` times. With `fewest_clues`, the result has the puzzle with the
    fewest clues as well, found with as many tries again. `limit` and `timeout` are those of `Engine.answer`.

    Raises ValueError for tries or a limit that are no integer above 0 and for a timeout that is not a number
    above 0, and EngineError where a worker process is needed and cannot be started.
    """
    check_count(tries, "{} tries")
    check_limits(limit=limit, timeout=timeout)
    judged = judge or partial(judged_anew, refutation.cause)

    def shrunk(goal: Goal, reduce: Callable[[RepeatedAsking, Puzzle], tuple[Puzzle, bool]]) -> Shrunk:
        asking = RepeatedAsking(engine, refutation.cause, judged, tries, limit=limit, timeout=timeout)
        small, is_minimal = reduce(asking, puzzle) if asking.reproduce(puzzle) else (puzzle, False)
        reached = _reached(asking, small, is_minimal=is_minimal)
        asking.confirm(small, CONFIRMED_BY)
        return Shrunk(
            small,
            asking.refutations.get(small, refutation),
            goal,
            reached,
            asking.tries,
            asking.undecided,
            asking.asked[small],
            asking.refuted[small],
        )

    found = shrunk(Goal.BLANKS, _with_fewest_blanks)
    if fewest_clues and found.refuted:
        found = replace(found, fewest_clues=shrunk(Goal.CLUES, _with_fewest_clues))
    return found


def _reached(asking: RepeatedAsking, small: Puzzle, *, is_minimal: bool) -> Reached:
    """How far it came, before the small puzzle is confirmed."""
    if is_minimal:
        return Reached.MINIMAL
    if asking.is_undecided_too_long:
        return Reached.UNDECIDED
    if not asking.refuted[small]:
        return Reached.NOT_AGAIN
    return Reached.NOTHING_TO_FILL_IN if asking.has_tries_left else Reached.OUT_OF_TRIES


def _with_fewest_blanks(asking: RepeatedAsking, puzzle: Puzzle) -> tuple[Puzzle, bool]:
    """The puzzle with blanks filled from a grid, the better of two, and whether it is 1-minimal.

    With one blank or none, there is nothing better.
    """
    blanks = [cell for cell, digit in enumerate(puzzle.cells) if not digit]
    if not blanks:
        return puzzle, True
    grids = filling_grids(puzzle)
    results: list[tuple[Puzzle, bool]] = []
    for grid in grids:
        results.append(_filled_from(asking, puzzle, grid, grids, blanks))
        if results[-1][0].cells.count(0) < 2:
            break
    return min(results, key=lambda one: (one[0].cells.count(0), not one[1]), default=(puzzle, False))


def _filled_from(
    asking: RepeatedAsking, puzzle: Puzzle, grid: Grid, grids: Sequence[Grid], blanks: Sequence[int]
) -> tuple[Puzzle, bool]:
    """The puzzle with as many blanks filled from a grid as possible, and whether it is 1-minimal.

    At first, only the blanks in which the two grids differ are tried: both stay solutions, if they are.
    """

    def filled(kept: Sequence[int]) -> Puzzle:
        return with_digits(puzzle, {cell: grid.cells[cell] for cell in blanks if cell not in kept})

    def fails(kept: list[int]) -> bool:
        return asking.is_refuted(filled(kept))

    differing = [cell for cell in blanks if len({one.cells[cell] for one in grids}) > 1]
    start = blanks
    try:
        if 0 < len(differing) < len(blanks) and fails(differing):
            start = differing
    except OutOfTriesError:
        return puzzle, False
    left, is_minimal = minimized(start, fails)
    return filled(left), is_minimal


def _with_fewest_clues(asking: RepeatedAsking, puzzle: Puzzle) -> tuple[Puzzle, bool]:
    """The puzzle with clues left out, and whether it is 1-minimal."""
    clues = list(puzzle.clues)

    def of_these(kept: Sequence[int]) -> Puzzle:
        return with_digits(puzzle, {cell: 0 for cell in clues if cell not in kept})

    left, is_minimal = minimized(clues, lambda kept: asking.is_refuted(of_these(kept)))
    return of_these(left), is_minimal


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
        proof = refereed_answer(kept_engine(PROVER), puzzle, timeout=JUDGE_SECONDS)
        return Facts.of([], proof).refutation(answer)
    limit = 1 if cause is Cause.A_SOLUTION else 2
    found = refereed_answer(engine_for(puzzle), puzzle, limit=limit, timeout=JUDGE_SECONDS)
    return Facts.of([found]).refutation(answer)
