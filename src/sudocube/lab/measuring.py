"""What is measured of an encoding on a batch of puzzles: size, what is inferred, full checks."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from math import nan

from sudocube.clock import Clock
from sudocube.encoder.vocabulary import Encoding
from sudocube.geometry import Geometry
from sudocube.lab.full_checks import CnfChecker, FullCheck, SearchEffort, cpsat_check
from sudocube.lab.strengths import MEASURES, Built, FormulaSize
from sudocube.puzzle import Puzzle

CONFLICTS_AT_MOST = 100_000
"""When the full checks of a batch have met so many conflicts, the rest of its puzzles are not checked. Some
encodings take a thousand times as long as others, and a mean over some puzzles says as much as over all."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to measure besides the sizes: names of `MEASURES` that are inferred, and full checks.

    Each of the `solvers` makes the checks with encodings in CNF, once for each seed: None leaves the clauses
    in the order of the encoding. `timeout` is in seconds.
    """

    inferences: tuple[str, ...]
    solvers: tuple[str, ...]
    seeds: tuple[str | None, ...]
    thorough: bool
    timeout: float | None


@dataclass(frozen=True, slots=True)
class PuzzleBatch:
    """A few puzzles of one geometry, to be measured with one encoding."""

    encoding: Encoding
    geometry: Geometry
    puzzles: tuple[Puzzle, ...]
    plan: Plan


@dataclass(frozen=True, slots=True)
class Measurement:
    """What was measured of a batch: the size of the rules, and what follows, puzzle by puzzle.

    `sizes` are those of formulas that are reduced for each puzzle; there are none where the formula is the
    same for all. `inferred` has what was inferred by name, NaN where it does not apply, and None for what ran
    out of time. `efforts` are those of each solver, for each seed; None where there was no check.
    """

    rules: FormulaSize
    sizes: list[FormulaSize]
    inferred: dict[str, list[float | None]]
    efforts: dict[str, list[list[SearchEffort | None]]]


@lru_cache(maxsize=1)
def _built(encoding: Encoding, geometry: Geometry) -> Built:
    """What is built for the encoding and the geometry that are measured; kept until others come."""
    return Built(encoding, geometry)


def measure(batch: PuzzleBatch) -> Measurement:
    """Measure one batch."""
    built, plan, puzzles = _built(batch.encoding, batch.geometry), batch.plan, batch.puzzles
    sizes = [size for size in map(built.size_for, puzzles) if size is not None]
    inferred = {
        name: [_inferred(built, name, one, plan.timeout) for one in puzzles] for name in plan.inferences
    }
    efforts: dict[str, list[list[SearchEffort | None]]] = {}
    for solver in plan.solvers if built.rules is not None else plan.solvers[:1]:
        for seed in plan.seeds:
            if built.rules is None:
                checked = _checked(batch, cpsat_check(batch.encoding, seed))
            else:  # new for each batch: what it learned before must not change the figures
                with closing(CnfChecker(built.rules, solver, seed)) as checker:
                    checked = _checked(batch, checker.check)
            efforts.setdefault(solver, []).append(checked)
    return Measurement(built.size, sizes, inferred, efforts)


def lost(batch: PuzzleBatch, reason: str) -> Measurement:
    """What is known of a batch whose process died: the size of the rules, which asks no solver."""
    plan, count = batch.plan, len(batch.puzzles)
    effort: list[SearchEffort | None] = [SearchEffort(reason=reason)] * count
    return Measurement(
        _built(batch.encoding, batch.geometry).size,
        [],
        {name: [nan] * count for name in plan.inferences},
        {solver: [effort] * len(plan.seeds) for solver in plan.solvers},
    )


def _inferred(built: Built, name: str, puzzle: Puzzle, timeout: float | None) -> float | None:
    """What is inferred of a puzzle."""
    one = MEASURES[name]
    if one.infer is None or built.encoding.formalism not in one.formalisms:
        return nan
    try:
        return float(one.infer(built, puzzle, Clock(timeout)))
    except TimeoutError:
        return None


def _checked(batch: PuzzleBatch, check: FullCheck) -> list[SearchEffort | None]:
    """The full checks of a batch, as far as they do not take too long."""
    efforts: list[SearchEffort | None] = []
    conflicts = 0
    for puzzle in batch.puzzles:
        effort = None
        if batch.plan.thorough or conflicts < CONFLICTS_AT_MOST:
            effort = check(puzzle, batch.plan.timeout)
            conflicts += effort.conflicts or 0
        efforts.append(effort)
    return efforts
