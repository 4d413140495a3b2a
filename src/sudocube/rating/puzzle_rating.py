"""`rate` and `rate_many`: how hard puzzles are. Each number says what it means, and which of them are proved.

`rate_singles` only says of each whether naked and hidden singles solve it. Batches of 9×9 puzzles are checked
by the kernel, so that it is known which have one solution, and closed at once.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import InitVar, dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sudocube import kernel
from sudocube.arguments import as_puzzle, check_count, check_limits, numbered
from sudocube.clock import NO_LIMIT, Clock
from sudocube.errors import EngineError, UndecidedError, UnknownNameError, UnsupportedError
from sudocube.kernel.batches import close_singles, solve_many
from sudocube.processes import TaskFailure, map_in_order
from sudocube.puzzle import CellForms, Grid, Puzzle
from sudocube.rating.backdoor_search import find_backdoor
from sudocube.rating.depth import KERNEL_GEOMETRY, SOLVED, depth_proof, depths_of, first_masks
from sudocube.rows import Entry
from sudocube.rows.batch import Rows
from sudocube.rows.entry import InputPause
from sudocube.solvers.methods import METHODS
from sudocube.solvers.techniques.solving import level_of, word_of
from sudocube.verdict import Verdict, refereed
from sudocube.verdicts.batches import VERDICTS, CheckedRows, VerdictCode, check_rows
from sudocube.verdicts.certificates import certificate_of
from sudocube.verdicts.checking import PuzzleResult, check

if TYPE_CHECKING:
    from sudocube.fields import Cell, CheckedStep, LevelName, Measure, RatedMethod, Whole

MEASURES = ("level", "depth", "backdoor", "methods", "proof", "guesses")
"""What a rating tells, in the order in which it is measured: quick and defined first."""

RATED_METHODS = ("sets", "possibles", "cube:propagate")
"""The methods without trial and error that a rating tells of."""

DEEPEST = 3
"""The greatest depth that is tried, unless told otherwise: no 9×9 puzzle is known to be deeper."""

LARGEST = 16
"""The largest size that is rated."""


@dataclass(frozen=True, slots=True)
class Rating(PuzzleResult):
    """How hard a puzzle is. Only a puzzle with one solution is rated: of others, all numbers are None.

    The steps of a proof and the guesses are not the same for isomorphic puzzles, all others are. What was not
    asked for is None, too. What is of a kind that is not rated `is_left_out`, and `reason` says why.

    >>> rating = rate("1... ..2. .3.. ...4")
    >>> rating.level, rating.level_name, rating.depth, rating.backdoor, rating.methods["sets"]
    (1, 'easy', 0, 0, True)
    """

    in_row = (
        "verdict level level_name depth depth_at_least backdoor backdoor_at_least backdoor_at_most"
        " backdoor_cells proof_steps_at_most methods guesses depth_steps? undecided? reason?"
    )

    level: Whole | None = None
    """The least level of the techniques that solves the puzzle: 0 for a full grid, 1 to 12, 13 where none
    does.

    For example: 1, 7, null.
    """
    depth: Whole | None = None
    """0 where naked and hidden singles solve the puzzle; k where they do after candidates have gone that the
    closure of depth k - 1 refutes. None if it is not known.

    For example: 0, 2, null.
    """
    depth_at_least: Whole | None = None
    """The depth is proved not to be lower. For example: 0, 2."""
    backdoor: Whole | None = None
    """The fewest cells that, given, let singles do the rest; None if it is not known.

    For example: 0, 2, null.
    """
    backdoor_at_least: Whole | None = None
    """It is proved that fewer cells do not. For example: 0, 2."""
    backdoor_at_most: Whole | None = None
    """So many cells do: `backdoor_cells`. For example: 0, 3."""
    backdoor_cells: tuple[Cell, ...] | None = None
    """A smallest such set of cells, or the smallest one found. For example: ["r1c1", "r9c3"], [], null."""
    methods: Mapping[RatedMethod, bool | None] = field(default_factory=dict)
    """Which documented methods solve the puzzle without trial and error; None where time ran out. Empty if
    that was not asked for.

    For example: {"sets": true, "possibles": true, "cube:propagate": false}, {}.
    """
    proof_steps_at_most: Whole | None = None
    """The steps of a proof that the trusted checker accepted; shorter ones may exist. For example: 49."""
    guesses: Whole | None = None
    """How many guesses the compiled kernel makes; None above 9×9. They say what is hard for this solver.

    For example: 0, 47, null.
    """
    depth_steps: tuple[CheckedStep, ...] | None = None
    """With `verify`: the steps that show that the depth is not greater, as the trusted checker reads and
    accepted them. They refute the puzzle with "not this solution".

    For example: ["#1 r3c4!=6 : 1@b2 1@b5 6@b5"].
    """
    undecided: tuple[Measure, ...] | None = None
    """For what time did not suffice; `verify` is the proof. For example: ["depth", "backdoor"]."""

    @property
    def level_name(self) -> LevelName | None:
        """The word for the level. For example: "easy", null."""
        return None if self.level is None else word_of(self.level)


def rate(
    puzzle: CellForms,
    *,
    timeout: float | None = None,
    verify: bool = False,
    max_depth: int = DEEPEST,
    only: Iterable[str] | None = None,
) -> Rating:
    """How hard a puzzle is, for sizes 4 to 16: by techniques, and by measures that know none; see Rating.

    `puzzle` is a Puzzle or whatever `Puzzle` takes. `timeout` is in seconds, for all of it: what is not known
    by then has bounds, or is None. With `verify`, the depth becomes steps that the trusted checker accepts.
    Beyond `max_depth` no depth is tried. `only` says what is measured, of "level", "depth", "backdoor",
    "methods", "proof" and "guesses"; by default all.

    Raises TypeError for what `Puzzle` does not take, PuzzleError for cells that are no puzzle,
    UnsupportedError for pencilmarks and for sizes above 16, UnknownNameError for a measure that does not
    exist, ValueError for a timeout that is no number above 0 or a `max_depth` that is no integer of at least
    0, UnavailableError without PySAT, and EngineError where two engines disagree.

    >>> rate("1... .... .... ....").verdict, rate("1... ..2. .3.. ...4", only=["depth"]).methods
    (<Verdict.MULTIPLE: 'multiple'>, {})
    """
    return Rater(timeout, verify, max_depth, only).rating(puzzle)


@dataclass(slots=True)
class Rater:
    """What is asked of each puzzle; see `rate`. Workers get it, too, and call it with numbered entries.

    `measures` are those that are asked for, in the order of MEASURES; `verify` follows the depth.
    """

    timeout: float | None = None
    verify: bool = False
    max_depth: int = DEEPEST
    only: InitVar[Iterable[str] | None] = None
    measures: list[str] = field(init=False)

    def __post_init__(self, only: Iterable[str] | None) -> None:
        check_limits(timeout=self.timeout)
        names = MEASURES if only is None else [only] if isinstance(only, str) else [*only]
        for name in names:
            if name not in MEASURES:
                raise UnknownNameError("measure", name, MEASURES)
        check_count(self.max_depth, "a greatest depth of {}", least=0)
        self.measures = [name for name in MEASURES if name in names]
        if self.verify and "depth" in names:
            self.measures.insert(self.measures.index("depth") + 1, "verify")

    def __call__(self, task: tuple[int, Entry]) -> Rating:
        """The rating of an entry."""
        index, entry = task
        if entry.puzzle is None:
            return Rating.of_error(index, entry)
        try:
            return replace(self.rating(entry.puzzle), index=index, source=entry.source, entry=entry)
        except UnsupportedError as error:
            return replace(_unknown(index, entry, str(error)), is_left_out=True)

    def rating(self, cells: CellForms) -> Rating:
        """The rating of one puzzle; raises as `rate` does."""
        puzzle, clock = as_puzzle(cells, clues_only="rate"), Clock(self.timeout)
        if (size := puzzle.geometry.size) > LARGEST:
            raise UnsupportedError(f"rate takes sizes up to {LARGEST}×{LARGEST}, not {size}×{size}")
        checked = check(puzzle, timeout=clock.timeout_left)
        if checked.verdict is Verdict.UNIQUE:
            return _Measuring(self, puzzle, checked.solutions[0], clock).rating()
        return Rating(1, checked.source, puzzle, checked.verdict, reason=checked.reason)


def _unknown(index: int, entry: Entry, reason: str) -> Rating:
    """The rating of an entry of which nothing is known."""
    return Rating(index, entry.source, entry.puzzle, Verdict.UNKNOWN, reason=reason, entry=entry)


class _Measuring:
    """Measures a puzzle; each method is a measure, which notes in `found` what it finds in time."""

    def __init__(self, wanted: Rater, puzzle: Puzzle, solution: Grid, clock: Clock) -> None:
        self._wanted, self._puzzle, self._solution, self._clock = wanted, puzzle, solution, clock
        first, only = (np.frombuffer(one.cells, np.uint8)[np.newaxis] for one in (puzzle, solution))
        self._masks = first_masks(first, puzzle.geometry), first_masks(only, puzzle.geometry)
        limit = wanted.timeout
        self._late = "out of time" if limit is None else f"out of time after {limit:g} s"
        self.found: dict[str, Any] = {}
        self.undecided: dict[str, str] = {}

    def rating(self) -> Rating:
        """The rating, with all measures that are wanted."""
        for measure in self._wanted.measures:
            try:
                getattr(self, measure)()
            except TimeoutError:
                self.undecided[measure] = self._late
        reasons = dict.fromkeys(self.undecided.values())
        if len(reasons) > 1:
            reasons = dict.fromkeys(f"{what}: {reason}" for what, reason in self.undecided.items())
        self.found |= {"undecided": tuple(self.undecided) or None, "reason": "; ".join(reasons) or None}
        solutions = (self._solution,)
        return Rating(1, "argument:1", self._puzzle, Verdict.UNIQUE, solutions=solutions, **self.found)

    def level(self) -> None:
        """The level of the techniques."""
        self.found["level"] = level_of(self._puzzle, clock=self._clock.share(0.5))

    def depth(self) -> None:
        """The depth, or its bound."""
        wanted, shape, (masks, known) = self._wanted, self._puzzle.geometry, self._masks
        share = self._clock.share(0.5) if len(wanted.measures) > 1 else self._clock
        depths, tried = depths_of(masks, known, shape, most=wanted.max_depth, clock=share)
        at_least = int(depths[0])
        self.found |= {"depth": at_least if at_least <= tried else None, "depth_at_least": at_least}
        if tried < at_least <= wanted.max_depth:
            raise TimeoutError

    def verify(self) -> None:
        """The steps that prove the depth."""
        if (depth := self.found["depth"]) is not None:
            self.found["depth_steps"] = depth_proof(self._puzzle, self._solution, depth, clock=self._clock)

    def backdoor(self) -> None:
        """A smallest backdoor, or bounds."""
        best = find_backdoor(*self._masks, self._puzzle.geometry, clock=self._clock.share(0.6))
        self.found |= {
            "backdoor": len(best.cells) if best.is_smallest else None,
            "backdoor_at_least": best.at_least,
            "backdoor_at_most": len(best.cells),
            "backdoor_cells": best.cells,
        }
        if not best.is_smallest:
            raise TimeoutError

    def methods(self) -> None:
        """Which methods solve it without trial and error."""
        reach: dict[str, bool | None] = dict.fromkeys(RATED_METHODS)
        self.found["methods"] = reach
        for name in reach:
            with suppress(TimeoutError):
                reach[name] = is_solved_by(name, self._puzzle, clock=self._clock)
        if None in reach.values():
            raise TimeoutError

    def proof(self) -> None:
        """The length of a proof."""
        answer = certificate_of(self._puzzle, timeout=self._clock.timeout_left)
        if answer.verdict.is_decided and answer.solutions != (self._solution,):
            other = f"{answer.verdict} by the engine that proves"
            raise EngineError(f"{self._puzzle}: solved by one engine, and {other}")
        if answer.steps is not None:
            self.found["proof_steps_at_most"] = len(answer.steps)
        elif answer.reason is None or answer.reason.startswith("out of time"):
            raise TimeoutError
        else:
            self.undecided["proof"] = answer.reason

    def guesses(self) -> None:
        """The guesses of the kernel."""
        if self._puzzle.geometry == KERNEL_GEOMETRY and kernel.is_compiled():
            self.found["guesses"] = int(solve_many([str(self._puzzle)], jobs=1).guesses[0])


def is_solved_by(name: str, puzzle: Puzzle, *, clock: Clock = NO_LIMIT) -> bool:
    """Whether a method of RATED_METHODS fills the grid of a puzzle, without trial and error.

    That is "traditional logic" as the authors of the methods meant it: a method solves a puzzle or is stuck,
    and it is run to its end to know which.

    Raises TimeoutError when the clock has run out, and RefutedError where the referee refuses the grid.

    >>> is_solved_by("sets", Puzzle("1... ..2. .3.. ...4"))
    True
    """
    try:
        grid = next(METHODS[name].solutions(puzzle, clock=clock), None)
    except UndecidedError:
        return False
    return grid is not None and refereed(grid, puzzle) is not None


def rate_many(
    puzzles: Iterable[Puzzle | str | Entry],
    *,
    timeout: float | None = None,
    verify: bool = False,
    max_depth: int = DEEPEST,
    only: Iterable[str] | None = None,
    jobs: int | None = None,
) -> Generator[Rating, None, None]:
    """Rate puzzle after puzzle, as `rate` does; the ratings come in order, while the rest is still read.

    Puzzles may be texts or what `sudocube.read` yields. What is no puzzle has the verdict `invalid`,
    and pencilmarks and sizes above 16 have `unknown`, each with the reason. `timeout` is for each puzzle.
    `jobs` is how many processes share the work; with None, all cores join in after the first second.

    Raises at the call: TypeError for a single puzzle in place of several, UnknownNameError for a measure that
    does not exist, and ValueError for a timeout that is no number above 0, a `max_depth` that is no integer
    of at least 0, or fewer than one job. While ratings are read: TypeError for an item that is no puzzle in
    any form, and EngineError if worker processes cannot be started.

    >>> [rating.depth for rating in rate_many(["1... ..2. .3.. ...4", "11.. .... .... ...."])]
    [0, None]
    """
    check_limits(jobs=jobs)
    rater = Rater(timeout, verify, max_depth, only)
    entries = (entry for (_, entry), _ in numbered(puzzles))
    return rate_entries(entries, rater, jobs=jobs)


def rate_entries(
    entries: Iterable[Entry], rater: Rater, *, jobs: int | None = None, first: int = 1
) -> Generator[Rating, None, None]:
    """The rating of each entry, in order; the first one has the number `first`.

    `jobs` is as in `rate_many`. Where a process ends at a puzzle, the verdict is `unknown`, with the reason.
    """
    for (index, entry), found in map_in_order(rater, enumerate(entries, first), jobs=jobs):
        if isinstance(found, TaskFailure):
            if isinstance(found.error, ImportError):
                raise found.error
            reason = f"the process that was at it: {found.reason}"
            found = _unknown(index, entry, reason)
        yield found


def rate_singles(
    batches: Iterable[Rows | InputPause], *, timeout: float | None = None, jobs: int | None = None
) -> Generator[list[Rating], None, None]:
    """Of each entry of all rows whether its depth is 0, or more, in order, a batch at a time.

    Raises ValueError for a timeout that is no number above 0, or fewer than one job, and whatever `batches`
    raises.
    """
    alone = Rater(timeout, max_depth=0, only="depth")
    with closing(check_rows(batches, engine=None, timeout=timeout, jobs=jobs)) as results:
        for result in results:
            yield [*_with_singles(result, alone)]


def _with_singles(result: CheckedRows, alone: Rater) -> Iterator[Rating]:
    """The ratings of one batch: ordinary puzzles are closed together."""
    codes = result.verdict_codes
    is_unique = codes == VerdictCode.UNIQUE
    is_unique[list(result.rows.odd)] = False
    depths = np.full(len(codes), None)
    depths[is_unique] = (close_singles(result.rows.puzzles[is_unique]).states != SOLVED).astype(int)
    for place, (code, depth) in enumerate(zip(codes.tolist(), depths.tolist(), strict=True)):
        entry, index, other = result.rows.entry(place), result.index + place, result.others.get(place)
        if place in result.rows.odd:
            yield alone((index, entry))
            continue
        yield Rating(
            *(index, entry.source, entry.puzzle, VERDICTS[code]),
            reason=other.reason if other else None,
            entry=entry,
            depth=0 if depth == 0 else None,
            depth_at_least=depth,
        )
