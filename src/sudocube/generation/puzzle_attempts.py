"""Attempts at puzzles, many at once: from random streams to puzzles of the form that a plan asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sudocube.generation.attempt_batch import AttemptBatch
from sudocube.generation.controlled_samples import controlled_batch
from sudocube.generation.fast_grids import fast_grid_batch, filled_grids
from sudocube.generation.minimizing import is_minimal, without_redundant_orbits
from sudocube.generation.neighbours import neighbour_batch
from sudocube.generation.plan import GenerationPlan
from sudocube.generation.random_streams import RandomStreams
from sudocube.generation.solution_counters import SolutionCounter
from sudocube.generation.uniform_grids import uniform_grid_batch

if TYPE_CHECKING:
    from numpy.typing import NDArray

GRID, ORDER, FEWEST, NEIGHBOUR, SAMPLE = range(1, 6)
"""What the parts of the stream of an attempt are for."""


def attempted_batch(plan: GenerationPlan, streams: RandomStreams, counter: SolutionCounter) -> AttemptBatch:
    """The puzzles that attempts with these streams give; ratings are not looked at yet."""
    if plan.near is not None:
        made = neighbour_batch(plan.near.cells, streams.part(NEIGHBOUR), counter)
    else:
        made = _of_grids(plan, streams, counter)
    if plan.clue_limits is not None:
        least, most = plan.clue_limits
        counts = (made.puzzles > 0).sum(axis=1)
        made = made.only((least <= counts) & (counts <= most))
    if plan.pattern is not None:
        made = made.only(counter.is_unique(counter.masks.of_digits(made.puzzles)))
    if plan.minimal == "no" or ((plan.minimal == "orbits" or plan.symmetry == "none") and _is_top_down(plan)):
        return made
    orbits = plan.removable_orbits(strictly=plan.minimal == "strict")
    return made.only(is_minimal(made.puzzles, orbits, counter))


def _is_top_down(plan: GenerationPlan) -> bool:
    """Whether clues were taken away until no orbit could go."""
    return plan.pattern is None and plan.near is None


def _of_grids(plan: GenerationPlan, streams: RandomStreams, counter: SolutionCounter) -> AttemptBatch:
    """Clues of random grids: those of the pattern, or what is left when clues were taken away."""
    if plan.sample == "controlled":
        grids = uniform_grid_batch(streams.part(GRID), plan.geometry)
        return controlled_batch(
            streams.part(SAMPLE), grids, lambda puzzles: counter.is_unique(counter.masks.of_digits(puzzles))
        )
    grids = _grids(plan, streams.part(GRID), counter)
    rows = np.flatnonzero(grids[:, 0])
    grids, streams = grids[rows], streams.rows(rows)
    if plan.pattern is not None:
        has_clue = np.zeros(plan.geometry.cell_count, bool)
        has_clue[list(plan.pattern)] = True
        return AttemptBatch(rows, np.where(has_clue, grids, np.uint8(0)), grids)
    orbits = plan.removable_orbits()
    orders = streams.part(ORDER).order(len(orbits))
    fewest = None
    if plan.minimal == "no" and plan.clue_limits is not None:
        least, most = plan.clue_limits
        fewest = least + streams.part(FEWEST).below(np.array([most - least + 1]))[:, 0]
    puzzles = without_redundant_orbits(grids, orbits, orders, counter, fewest=fewest)
    return AttemptBatch(rows, puzzles, grids)


def _grids(plan: GenerationPlan, streams: RandomStreams, counter: SolutionCounter) -> NDArray[np.uint8]:
    """A random grid for each stream, with the given clues; a row of 0 where the attempt has none."""
    if plan.given is not None:
        digits = np.tile(np.frombuffer(plan.given.cells, np.uint8), (len(streams), 1))
        return filled_grids(streams, digits, counter)
    if plan.draws_uniformly:
        return uniform_grid_batch(streams, plan.geometry)
    return fast_grid_batch(streams, counter)
