"""Puzzles made one after the other, in order of their numbers; the work is shared by processes.

Puzzle i is what the first attempt 0, 1, 2, … gives that fulfils the plan, with the random stream of (METHOD,
seed, i, attempt). So it does not depend on which attempts are made together, by how many processes, on which
machine, or by which level of the kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from sudocube.arguments import check_limits
from sudocube.clock import Clock
from sudocube.errors import ImpossibleError
from sudocube.generation.attempts import can_be_mended
from sudocube.generation.counters import KernelCounter
from sudocube.generation.plan import NINE, TRIES, GenerationPlan
from sudocube.generation.rechecking import check_engine
from sudocube.generation.rounds import AttemptRounds, GeneratedPuzzle, GenerationProgress
from sudocube.geometry import Geometry
from sudocube.plan_fields import RangeForms
from sudocube.puzzle import CellForms, Puzzle
from sudocube.verdict import Verdict
from sudocube.verdicts.checking import check


def generate(
    count: int = 1,
    *,
    seed: int | None = None,
    geometry: Geometry = NINE,
    symmetry: str = "none",
    pattern: str | Iterable[int] | None = None,
    clues: RangeForms | None = None,
    minimal: str = "strict",
    given: CellForms | None = None,
    near: CellForms | None = None,
    sample: str = "top-down",
    grid: str | None = None,
    level: RangeForms | None = None,
    depth: RangeForms | None = None,
    backdoor: RangeForms | None = None,
    methods: str | Iterable[str] = (),
    not_methods: str | Iterable[str] = (),
    tries: int = TRIES,
    first_index: int = 1,
    jobs: int | None = None,
    timeout: float | None = None,
    recheck: str | None = None,
    progress: Callable[[GenerationProgress], object] | None = None,
) -> Iterator[GeneratedPuzzle]:
    """New puzzles, each with one solution, one after the other: an iterator of `GeneratedPuzzle`.

    The same `seed`, an integer from 0 to 2⁶⁴ - 1, gives the same puzzles on every machine, with any number of
    `jobs`; None chooses one, which each puzzle tells. Puzzles are numbered from `first_index` on, up to
    2⁶³ - 1. Before a puzzle is given it is counted again: by another level of the kernel, and one in a
    hundred by SAT; with `recheck`, the name of an engine, by that one each.

    - `geometry`: 9×9 by default, and sizes from 4 to 16; other sizes than 9 take a SAT solver, and long.
    - `symmetry` of the cells with clues: `none`, `half-turn`, `quarter-turn`, `left-right`, `top-bottom`,
      `both-mirrors`, `diagonal`, `anti-diagonal`, `both-diagonals` or `full`.
    - `pattern`: exactly the cells with clues: a text with a symbol for each cell (clues are digits and `#`,
      blanks are any of `.0_-`; `*xX?` are clues beside these, and else blanks, unless there is nothing else),
      or the numbers of the cells, row by row from 0.
    - `clues`: the least and the largest number of clues, or a single number; None in place of the largest
      for no limit.
    - `minimal`: `strict` (no single clue can go), `orbits` (no orbit of the symmetry can go; without a
      symmetry that is the same), or `no` (clues are taken away until there are as few as a random number of
      the range `clues`).
    - `given`: a puzzle; its clues are in each puzzle that is made, and none of these is taken away.
    - `near`: a puzzle; each that is made is this one with one or two clues exchanged; there may be few
      of these, and then the same one comes again.
    - `sample`: `top-down`, or `controlled` with a `weight`.
    - `grid`: how solutions are drawn: `uniform`, all with the same probability, or `fast`, which is biased.
      None is `uniform` at 4×4, 6×6 and 9×9 without given clues, and `fast` for what has no uniform grids.
    - `level`: how hard the techniques are that solve it, a word such as `hard`, a number from 1 to 13, or the
      least and the most.
    - `depth`, `backdoor`: the least and the most of a rating, or a single number, None for no limit; see
      `sudocube.rate`.
    - `methods`, `not_methods`: solved by each of these without trial and error, and by none of those: `sets`,
      `possibles`, `cube:propagate`.
    - `tries`: how many attempts are made at each puzzle, at most; `timeout`: seconds for all of them. The run
      ends at the first puzzle for which one of the two runs out; none with a larger number is given.
    - `progress` is called now and then with a `GenerationProgress`.

    Raises, at once, ImpossibleError for what is known not to exist, ValueError for a number out of range and
    for what does not go together, TypeError for what is no number or no puzzle, UnknownNameError for a name
    that is not known, PuzzleError for cells outside the board, and UnsupportedError for what a size or a
    sample does not have; and later NotGeneratedError where the tries or the time run out, after all puzzles
    before, and EngineError where a puzzle is not confirmed.

    >>> [made.clues for made in generate(3, seed=1)]
    [24, 24, 24]
    >>> half_turn = next(generate(seed=1, symmetry="half-turn", minimal="orbits"))
    >>> clues = half_turn.puzzle.clues
    >>> set(clues) == {80 - cell for cell in clues}
    True
    """
    wishes: dict[str, Any] = {  # the plan takes them in all their forms, and says what is wrong
        "geometry": geometry,
        "count": count,
        "symmetry": symmetry,
        "pattern": pattern,
        "clues": clues,
        "minimal": minimal,
        "given": given,
        "near": near,
        "sample": sample,
        "grid": grid,
        "level": level,
        "depth": depth,
        "backdoor": backdoor,
        "methods": methods,
        "not_methods": not_methods,
        "tries": tries,
        "first_index": first_index,
    }
    plan = GenerationPlan(**wishes if seed is None else wishes | {"seed": seed})
    return generate_planned(plan, jobs=jobs, timeout=timeout, recheck=recheck, progress=progress)


def generate_planned(
    plan: GenerationPlan,
    *,
    jobs: int | None = None,
    timeout: float | None = None,
    recheck: str | None = None,
    progress: Callable[[GenerationProgress], object] | None = None,
) -> Iterator[GeneratedPuzzle]:
    """The puzzles of a plan, in order; `generate` describes the arguments and the errors.

    `jobs` is how many processes share the work; by default all cores join in after the first second.
    """
    check_limits(jobs=jobs, timeout=timeout)
    if recheck is not None:
        check_engine(recheck, plan.geometry)
    clock = Clock(timeout)
    if plan.given is not None and check(plan.given, timeout=clock.timeout_left).verdict is Verdict.NONE:
        raise ImpossibleError("the given clues have no solution", "given")
    remark = "" if plan.near is None else _about_near(plan.near, clock)
    return AttemptRounds(plan, jobs, clock, recheck, progress, remark).puzzles()


def _about_near(near: Puzzle, clock: Clock) -> str:
    """What is to be said of a puzzle to be near to if no neighbour is found.

    Neighbours have one solution, and it need not. Raises ImpossibleError where one exchange cannot mend it.
    """
    verdict = check(near, timeout=clock.timeout_left).verdict
    if verdict is Verdict.MULTIPLE:
        return "near itself has several solutions"
    if verdict is not Verdict.NONE:
        return ""
    if near.geometry == NINE and not can_be_mended(near.cells, KernelCounter()):
        raise ImpossibleError("near has no solution, nor has it without any two of its clues", "near")
    return "near itself has no solution"
