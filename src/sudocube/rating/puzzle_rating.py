"""`rate`: how hard a puzzle is. Each number says what it means, and which of them are proved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from sudocube import kernel
from sudocube.arguments import as_puzzle, check_limits
from sudocube.clock import Clock
from sudocube.errors import EngineError, UnknownNameError, UnsupportedError
from sudocube.kernel.batches import solve_many
from sudocube.puzzle import CellForms, Grid, Puzzle
from sudocube.rating.assumption_depth import depth_of
from sudocube.rating.backdoor_search import find_backdoor
from sudocube.rating.depth_proof import depth_proof
from sudocube.rating.method_reach import RATED_METHODS, is_solved_by
from sudocube.rating.singles_closure import KERNEL_GEOMETRY, first_masks
from sudocube.shown import Shown
from sudocube.solvers.techniques import level_of
from sudocube.verdict import Verdict
from sudocube.verdicts.certificates import certificate_of
from sudocube.verdicts.checking import check

if TYPE_CHECKING:
    from sudocube.rating.singles_closure import Masks

MEASURES = ("level", "depth", "backdoor", "methods", "proof", "guesses")
"""What a rating tells, in the order in which it is measured: quick and defined first."""

DEEPEST = 3
"""The greatest depth that is tried, unless told otherwise: no 9×9 puzzle is known to be deeper."""

LARGEST = 16
"""The largest size that is rated."""


@dataclass(frozen=True, slots=True)
class Rating(Shown):
    """How hard a puzzle is. Only a puzzle with one solution is rated: of others, all numbers are None.

    - `level`: the least level of the techniques that solves the puzzle, 1 to 12; 13 where none does.
    - `depth`: 0 where naked and hidden singles solve the puzzle, k where they do after assumptions were
      refuted by the closure of depth k - 1. None if it is not known; it is not below `depth_at_least`.
    - `backdoor`: the fewest cells that, given, let singles do the rest; None if that is not known. It is
      in any case from `backdoor_at_least` to `backdoor_at_most`, and `backdoor_cells` are so many that do.
    - `methods`: whether a documented method solves it without trial and error; None if time ran out.
    - `proof_steps_at_most`: a proof with so many steps, found by a SAT solver, passed the trusted checker.
      Other proofs may be shorter.
    - `guesses`: how many the compiled kernel made, in 9×9. They say what is hard for this solver.

    The last two numbers are not the same for isomorphic puzzles, all others are. With
    `verify`, `depth_steps` are the steps that show the depth to be no greater; the trusted checker has
    accepted them. `undecided` names the measures (and "verify") for which time did not suffice. `reason`
    says why something is undecided, or why the verdict is unknown or invalid. What was not asked for is
    None, too.

    >>> rating = rate("1... ..2. .3.. ...4")
    >>> rating.level, rating.depth, rating.backdoor, rating.methods["sets"], rating.proof_steps_at_most
    (1, 0, 0, True, 0)
    """

    puzzle: Puzzle | None
    verdict: Verdict
    solution: Grid | None = None
    level: int | None = None
    depth: int | None = None
    depth_at_least: int | None = None
    backdoor: int | None = None
    backdoor_at_least: int | None = None
    backdoor_at_most: int | None = None
    backdoor_cells: tuple[int, ...] | None = None
    methods: Mapping[str, bool | None] = field(default_factory=dict)
    proof_steps_at_most: int | None = None
    guesses: int | None = None
    depth_steps: tuple[str, ...] | None = None
    undecided: tuple[str, ...] = ()
    reason: str | None = None
    seconds: float = 0.0


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
    subject = ratable(puzzle)
    check_limits(timeout=timeout)
    return Rater(timeout, verify, max_depth, wanted_measures(only)).rating(subject)


def ratable(puzzle: CellForms) -> Puzzle:
    """The puzzle; UnsupportedError for pencilmarks and sizes above 16; otherwise as `as_puzzle`."""
    subject = as_puzzle(puzzle, clues_only="rate")
    if subject.geometry.size > LARGEST:
        size = subject.geometry.size
        raise UnsupportedError(f"rate takes sizes up to {LARGEST}×{LARGEST}, not {size}×{size}")
    return subject


def wanted_measures(only: Iterable[str] | None) -> tuple[str, ...]:
    """The measures that are asked for, in the order of MEASURES; UnknownNameError for one that is none."""
    if only is None:
        return MEASURES
    names = [only] if isinstance(only, str) else [*only]
    for name in names:
        if name not in MEASURES:
            raise UnknownNameError("measure", name, MEASURES)
    return tuple(name for name in MEASURES if name in names)


@dataclass(frozen=True, slots=True)
class Rater:
    """What is asked of each puzzle; see `rate`. Workers get it, too."""

    timeout: float | None = None
    verify: bool = False
    max_depth: int = DEEPEST
    measures: tuple[str, ...] = MEASURES

    def __post_init__(self) -> None:
        if self.max_depth < 0:
            raise ValueError(f"a greatest depth of {self.max_depth}: it is an integer of at least 0")

    def rating(self, puzzle: Puzzle) -> Rating:
        """The rating of one puzzle."""
        start, clock = perf_counter(), Clock(self.timeout)
        checked = check(puzzle, timeout=clock.timeout_left)
        solution = checked.solutions[0] if checked.verdict is Verdict.UNIQUE else None
        found = Rating(puzzle, checked.verdict, solution, reason=checked.reason)
        if solution is not None:
            for measure in self.measures:
                found = _MEASURING[measure](found, puzzle, solution, self, clock)
        return replace(found, seconds=perf_counter() - start)


def _with_level(found: Rating, puzzle: Puzzle, solution: Grid, wanted: Rater, clock: Clock) -> Rating:
    try:
        return replace(found, level=level_of(puzzle, clock=clock.share(0.5)))
    except TimeoutError:
        return _late(found, "level", wanted)


def _with_depth(found: Rating, puzzle: Puzzle, solution: Grid, wanted: Rater, clock: Clock) -> Rating:
    share = clock.share(0.5) if wanted.verify or len(wanted.measures) > 1 else clock
    depth = depth_of(
        _as_masks(puzzle), _as_masks(solution), puzzle.geometry, most=wanted.max_depth, clock=share
    )
    found = replace(found, depth=depth.exactly, depth_at_least=depth.at_least)
    if depth.exactly is None:
        return found if depth.at_least > wanted.max_depth else _late(found, "depth", wanted)
    if wanted.verify:
        try:
            found = replace(found, depth_steps=depth_proof(puzzle, solution, depth.exactly, clock=clock))
        except TimeoutError:
            return _late(found, "verify", wanted)
    return found


def _with_backdoor(found: Rating, puzzle: Puzzle, solution: Grid, wanted: Rater, clock: Clock) -> Rating:
    share = clock.share(0.6)
    backdoor = find_backdoor(_as_masks(puzzle), _as_masks(solution), puzzle.geometry, clock=share)
    size = len(backdoor.cells)
    found = replace(
        found,
        backdoor=size if backdoor.is_smallest else None,
        backdoor_at_least=backdoor.at_least,
        backdoor_at_most=size,
        backdoor_cells=backdoor.cells,
    )
    return found if backdoor.is_smallest else _late(found, "backdoor", wanted)


def _with_methods(found: Rating, puzzle: Puzzle, solution: Grid, wanted: Rater, clock: Clock) -> Rating:
    methods: dict[str, bool | None] = {}
    for name in RATED_METHODS:
        try:
            methods[name] = is_solved_by(name, puzzle, clock=clock)
        except TimeoutError:
            methods[name] = None
    found = replace(found, methods=methods)
    return _late(found, "methods", wanted) if None in methods.values() else found


def _with_proof(found: Rating, puzzle: Puzzle, solution: Grid, wanted: Rater, clock: Clock) -> Rating:
    answer = certificate_of(puzzle, timeout=clock.timeout_left)
    if answer.verdict.is_decided and answer.solutions != (solution,):
        raise EngineError(f"{puzzle}: solved by one engine, and {answer.verdict} by the engine that proves")
    steps = answer.steps
    if steps is not None:
        return replace(found, proof_steps_at_most=len(steps))
    is_late = answer.reason is None or answer.reason.startswith("out of time")
    return _late(found, "proof", wanted) if is_late else _undecided(found, "proof", str(answer.reason))


def _with_guesses(found: Rating, puzzle: Puzzle, solution: Grid, wanted: Rater, clock: Clock) -> Rating:
    if puzzle.geometry != KERNEL_GEOMETRY or not kernel.is_compiled():
        return found
    return replace(found, guesses=int(solve_many([str(puzzle)], jobs=1).guesses[0]))


_ALL = (_with_level, _with_depth, _with_backdoor, _with_methods, _with_proof, _with_guesses)

_MEASURING = dict(zip(MEASURES, _ALL, strict=True))


def _late(found: Rating, what: str, wanted: Rater) -> Rating:
    """The rating, with one more measure for which the time of all of them did not suffice."""
    limit = "" if wanted.timeout is None else f" after {wanted.timeout:g} s"
    return _undecided(found, what, f"out of time{limit}")


def _undecided(found: Rating, what: str, reason: str) -> Rating:
    if found.reason not in (None, reason):
        reason = f"{found.reason}; {what}: {reason}"
    return replace(found, undecided=(*found.undecided, what), reason=reason)


def _as_masks(board: Puzzle | Grid) -> Masks:
    """The candidates of one board before any conclusion: (1, cells)."""
    return first_masks(np.frombuffer(board.cells, np.uint8)[np.newaxis], board.geometry)
