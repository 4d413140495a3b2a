"""What an engine is, and the base class of those that find one solution after the other."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from operator import index
from time import perf_counter
from typing import TYPE_CHECKING, ClassVar, Protocol, TypeAlias, runtime_checkable

from sudocube.arguments import check_limits
from sudocube.clock import Clock
from sudocube.errors import UndecidedError, UnsupportedError
from sudocube.geometry import SIZES
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import Claim, Evidence, Verdict

if TYPE_CHECKING:
    from sudocube.fields import PuzzleVerdict, Reason, Seconds, Solutions

OnResult: TypeAlias = Callable[[Grid], object] | None
"""What hears of each solution as it is found, if anything does."""

EngineFunction = Callable[[str], object]
"""A function from a puzzle, as n² symbols, to an answer; see `outside_answers`."""

OUTSIDER_TIMEOUT = 10.0
"""Seconds that programs and functions of others have for a puzzle, where the caller gives no time limit."""


@dataclass(frozen=True, slots=True)
class Traits:
    """What an engine can do.

    `complete`: given enough time, it decides every puzzle; otherwise it may get stuck. `sizes`: the sizes
    that it takes. `supports_timeout`: it stops by itself at a time limit and at Ctrl-C; an engine that cannot
    do so runs in a process that can be killed. `proves`: it can prove `unique` and `none` by a refutation.
    `counts`: it counts many solutions faster than it shows them. `pencilmarks`: it takes puzzles with
    candidates. `is_outside`: it is a program or a
    function of others, and may claim a verdict or a number without the solutions that back it.
    `default_timeout`: its time limit for a puzzle, in seconds, where the caller gives none; or None.

    >>> from sudocube import Puzzle
    >>> Traits(sizes=(9,)).supports(Puzzle(16 * "."))
    False
    """

    complete: bool = True
    """Whether it decides every puzzle; null if it is not installed, or not known. For example: true, null."""
    sizes: tuple[int, ...] = SIZES
    """The sizes that it takes. For example: [9], null."""
    supports_timeout: bool = True
    """Whether it stops in time by itself. For example: true, null."""
    enumerates: ClassVar[bool] = True
    """Whether it can list all solutions, as all do. For example: true, null."""
    proves: bool = False
    """Whether its verdicts come with checked proofs. For example: true, null."""
    counts: bool = False
    pencilmarks: bool = False
    is_outside: bool = False
    default_timeout: float | None = None

    def supports(self, puzzle: Puzzle) -> bool:
        """Whether the engine takes this puzzle: its size, and its pencilmarks if it has any."""
        return self.why_not(puzzle) is None

    def why_not(self, puzzle: Puzzle) -> str | None:
        """Why the engine does not take this puzzle, to go on after its name; None where it does.

        >>> Traits(sizes=(9,)).why_not(Puzzle(16 * "."))
        'takes no puzzles of size 4'
        """
        if puzzle.geometry.size not in self.sizes:
            return f"takes no puzzles of size {puzzle.geometry.size}"
        return None if self.pencilmarks or puzzle.candidates is None else "takes no pencilmarks"


@dataclass(slots=True, unsafe_hash=True)  # not frozen: one is made for each puzzle, twice as fast
class Found:
    """What an engine has found out about one puzzle: solutions, or that there are none.

    `count` is the number of solutions found; if `exhausted`, there are no others. `claimed_count` is the
    number of solutions that an outsider names, where that is more than the limit to which it was asked.
    `steps` are those of a refutation that the trusted checker accepted, of the puzzle, or of the puzzle and
    "not this solution".

    >>> answer = Found((Grid("1243342143122134"),), 1, exhausted=True)
    >>> answer.verdict, answer.evidence
    (<Verdict.UNIQUE: 'unique'>, <Evidence.SEARCH: 'search'>)
    """

    in_row = "verdict claims solutions seconds reason?"

    solutions: Solutions = ()
    count: int = 0
    exhausted: bool = False
    seconds: Seconds = 0.0
    reason: Reason | None = None
    """Why there may be other solutions, where that was to be found out, or why nothing is known.

    For example: "out of time after 10 s".
    """
    claims: Claim = Claim.VERDICT
    """What the answer is about: a `solution` (with no word on others), a `verdict`, or a `count`; None if the
    engine failed, or the referee refused its answer.

    For example: "verdict", null.
    """
    claimed_count: int | None = None
    steps: tuple[str, ...] | None = None

    @property
    def verdict(self) -> PuzzleVerdict:
        """The verdict of this engine, which the count says; `unknown` of a single solution that may have
        others.

        For example: "unique".
        """
        if self.count >= 2:
            return Verdict.MULTIPLE
        if not self.exhausted:
            return Verdict.UNKNOWN
        return Verdict.UNIQUE if self.count else Verdict.NONE

    @property
    def evidence(self) -> Evidence | None:
        """The evidence in this answer alone."""
        if self.steps is not None:
            return Evidence.PROOF
        if self.count >= 2 and len(set(self.solutions)) == 2:
            return Evidence.WITNESS
        return Evidence.SEARCH if self.verdict.is_decided else None


@dataclass(frozen=True, slots=True)
class _NothingFound:
    """An answer without a verdict, and why: it has no solution, no count and no evidence.

    `passed` are the solutions, two at most, that the referee has passed, and `refused` is a grid that it
    refused.
    """

    in_row = Found.in_row

    reason: Reason
    seconds: Seconds = 0.0
    passed: tuple[Grid, ...] = ()
    refused: Grid | None = None

    verdict: ClassVar[PuzzleVerdict] = Verdict.UNKNOWN
    solutions: ClassVar[Solutions] = ()
    count: ClassVar[int] = 0
    exhausted: ClassVar[bool] = False
    evidence: ClassVar[Evidence | None] = None
    steps: ClassVar[tuple[str, ...] | None] = None
    claims: ClassVar[Claim | None] = None


class Undecided(_NothingFound):
    """Nothing was found out: the time ran out, a method got stuck, or it takes no such puzzle.

    >>> Undecided("out of time after 1 s").verdict
    <Verdict.UNKNOWN: 'unknown'>
    """

    claims: ClassVar[Claim | None] = Claim.VERDICT


class Failed(_NothingFound):
    """The engine stopped with an error, its process died, or what it says cannot be understood.

    >>> Failed("ended by signal 9").reason
    'ended by signal 9'
    """


class Refuted(_NothingFound):
    """The referee refused a grid, or the answer does not fit its own solutions.

    Without a `refused` grid, the referee passed them all, but they do not fit what the answer says.

    >>> Refuted("the referee refuses it", refused=Grid(16 * "1")).verdict
    <Verdict.UNKNOWN: 'unknown'>
    """


Answer: TypeAlias = Found | Undecided | Failed | Refuted
"""The answer of one engine to one puzzle."""


@runtime_checkable
class Engine(Protocol):
    """Decides puzzles. An engine object serves one thread at a time and may keep state between puzzles.

    >>> from sudocube import Found, check, solve
    >>> class Mine:
    ...     name = "mine"
    ...     traits = Traits(sizes=(4,))
    ...     def answer(self, puzzle, *, limit=2, timeout=None, on_result=None):
    ...         return Found((solve(puzzle),), 1, exhausted=True)
    >>> check("1... ..2. .3.. ...4", engine=Mine()).engine, isinstance(Mine(), Engine)
    ('mine', True)
    """

    name: str
    """The full name, with the defaults filled in. For example: "sat:extended@cadical153", null."""

    traits: Traits
    """What it can do."""

    def answer(
        self, puzzle: Puzzle, *, limit: int = 2, timeout: float | None = None, on_result: OnResult = None
    ) -> Answer:
        """Look for up to `limit` solutions (at least 1) for up to `timeout` seconds.

        A limit of 2 decides uniqueness. `on_result` is called with each solution before the search for the
        next one begins; an exception that it raises comes through. Where time runs out, or an incomplete
        method gets stuck, the answer says so in `reason`, and nothing is raised.

        Raises UnsupportedError for a puzzle that `traits` does not support, EngineError where the search
        itself fails, for example with a model that is no grid, and ValueError for a limit that is not an
        integer of at least 1 and for a timeout that is not above 0 (TypeError for one that is no number).
        """


class Enough(BaseException):
    """Ends a search: no other solution is wanted. Its cause is what `on_result` raised, if it did."""


@dataclass(slots=True)
class FoundSolutions:
    """The solutions that one search has found so far: how many, and the first two.

    `on_result` and `limit` are those of `Engine.answer`.
    """

    limit: int
    on_result: OnResult
    count: int = 0
    first: list[Grid] = field(default_factory=list)

    def add(self, grid: Grid) -> None:
        """Add another solution; raises Enough where no more are wanted."""
        self.count += 1
        if self.count <= 2:
            self.first.append(grid)
        if self.on_result is not None:
            try:
                self.on_result(grid)
            except Exception as error:
                raise Enough from error
        if self.count == self.limit:
            raise Enough


class CheckedEngine(ABC):
    """An engine whose arguments are checked before it is asked; a subclass provides `_answered`."""

    name: str
    traits: Traits

    def answer(
        self, puzzle: Puzzle, *, limit: int = 2, timeout: float | None = None, on_result: OnResult = None
    ) -> Answer:
        """Look for up to `limit` solutions (at least 1) for up to `timeout` seconds; see `Engine.answer`.

        Without a timeout, it has that of its traits. Raises UnsupportedError for a puzzle that `traits` does
        not support, EngineError where the search itself fails, and ValueError for a limit that is not an
        integer of at least 1 and for a timeout that is not above 0 (TypeError for one that is no number).
        """
        is_usual = puzzle.candidates is None and puzzle.geometry.size in self.traits.sizes
        if not is_usual and (why := self.traits.why_not(puzzle)):
            raise UnsupportedError(f"{self.name} {why}")
        if type(limit) is not int or limit < 1 or timeout is not None:  # nearly never
            check_limits(limit=limit, timeout=None if timeout == inf else timeout)
            limit = index(limit)
        seconds = self.traits.default_timeout if timeout is None else timeout
        return self._answered(puzzle, limit, seconds, on_result)

    @abstractmethod
    def _answered(self, puzzle: Puzzle, limit: int, timeout: float | None, on_result: OnResult) -> Answer:
        """The answer, as `answer` gives it."""


class SearchEngine(CheckedEngine):
    """An engine made from a search for solutions; a subclass provides `search`.

    Invariant: a search that was cut short never counts as one that found all solutions.
    """

    steps: tuple[str, ...] | None = None
    """Where the last search has proved what it found: the steps of the refutation."""

    @abstractmethod
    def search(self, puzzle: Puzzle, found: FoundSolutions, clock: Clock) -> None:
        """Add each solution once to `found`, and return where there are no others.

        `found` raises Enough where no more are wanted: let it pass. Raises TimeoutError when the clock has
        run out, and UndecidedError, with the reason, where an incomplete method is stuck.
        """

    def _answered(self, puzzle: Puzzle, limit: int, timeout: float | None, on_result: OnResult) -> Answer:
        start = perf_counter()
        clock = Clock(timeout)
        found = FoundSolutions(limit, on_result)
        is_exhausted, reason, self.steps = False, "", None
        try:
            self.search(puzzle, found, clock)
            is_exhausted = True
        except Enough as enough:
            if enough.__cause__ is not None:
                raise enough.__cause__ from None
        except TimeoutError:
            reason = f"out of time after {timeout:g} s"
        except UndecidedError as error:
            reason = f"stuck: {error}"
        seconds = perf_counter() - start
        if not (found.count or is_exhausted):
            return Undecided(reason, seconds)
        return Found(tuple(found.first), found.count, is_exhausted, seconds, reason or None, steps=self.steps)
