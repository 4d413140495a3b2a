"""Attempts at puzzles, many at once: from random streams to puzzles of the form that a plan asks for.

Most puzzles are random grids, of which clues are taken away until none can go (`minimizing`), or all that
are not in a pattern. There are two other ways:

- *near* another puzzle: one or two of its clues are exchanged for as many others;
- as a *controlled* sample, minimal puzzles with a known probability each, so that means over all minimal
  puzzles can be estimated. Taking clues away until none can go finds puzzles with few clues too often. The
  method of D. Berthier ("Unbiased statistics of a CSP - a controlled-bias generator", 2009) has a bias that
  is known: the clues of a uniform grid are taken away in random order until the puzzle has several solutions,
  and none is put back. If the puzzle just before that is minimal, it is taken; else all is given up.

A minimal puzzle with k clues is found if its k cells are the last ones in the order: all that is reached
before has one solution, too. So each is found in exactly one of C(cells, k) orders of its grid; with the
weight C(cells, k), all minimal puzzles have the same share in a sum. Nearly all orders are given up, at 9×9
all but a few in a million. So an attempt takes several orders of one grid. Of the puzzles that these give the
first is taken, and its weight is multiplied by their number: what an attempt adds to a sum, on average, stays
the same for each puzzle, as its orders are all drawn alike. (At 9×9 that number is nearly always 1.)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np

from sudocube.generation.counters import SolutionCounter
from sudocube.generation.fast_grids import fast_grid_batch, filled_grids
from sudocube.generation.minimizing import is_minimal, without_redundant_orbits
from sudocube.generation.plan import GenerationPlan
from sudocube.generation.random_streams import RandomStreams
from sudocube.generation.uniform_grids import Array, uniform_grid_batch


@dataclass(frozen=True, slots=True, eq=False)
class AttemptBatch:
    """What came of attempts: those that gave a puzzle.

    `rows` is int64 (k,), their places, ascending. `puzzles` and `grids` are uint8 (k, cells), 0 for a blank;
    `weights` is float64 (k,), or None where puzzles have no weight.
    """

    rows: Array
    puzzles: Array
    grids: Array
    weights: Array | None = None

    def only(self, which: Array) -> AttemptBatch:
        """Some of them, by a mask or by their places."""
        weights = None if self.weights is None else self.weights[which]
        return AttemptBatch(self.rows[which], self.puzzles[which], self.grids[which], weights)


ORDERS = 16
"""How many orders of its grid an attempt takes."""

UniquenessTest = Callable[[Array], Array]
"""Takes puzzles, uint8 (k, cells), 0 for a blank; whether each has one solution and no other: bool (k,)."""


def controlled_batch(streams: RandomStreams, grids: Array, is_unique: UniquenessTest) -> AttemptBatch:
    """The minimal puzzles that attempts give, with their weights; none for nearly all attempts.

    `grids` is uint8 (n, cells), a uniform grid for each stream.
    """
    cell_count = grids.shape[1]
    found_rows, found_puzzles = [], []
    for number in range(ORDERS):
        orders = streams.order(cell_count, first=number * cell_count)
        rows, puzzles = _minimal_last_ones(orders, grids, is_unique)
        found_rows.append(rows)
        found_puzzles.append(puzzles)
    rows, puzzles = np.concatenate(found_rows), np.concatenate(found_puzzles)
    by_row = np.argsort(rows, kind="stable")
    rows, first, number_found = np.unique(rows[by_row], return_index=True, return_counts=True)
    puzzles = puzzles[by_row[first]]
    weights = number_found * _weights(cell_count)[(puzzles > 0).sum(axis=1)]
    return AttemptBatch(rows, puzzles, grids[rows], weights)


@cache
def _weights(cell_count: int) -> Array:
    """float64 (cells + 1,): the weight of a puzzle by its clues; 1 where a third of the cells are clues."""
    unit = comb(cell_count, cell_count // 3)
    return np.array([comb(cell_count, clues) / unit for clues in range(cell_count + 1)])


def _minimal_last_ones(orders: Array, grids: Array, is_unique: UniquenessTest) -> tuple[Array, Array]:
    """The minimal puzzles among those that are reached last: their rows, ascending, and uint8 (k, cells).

    `orders` is int64 (n, cells): the last cell of a row is the first whose clue is taken away.
    """
    place = np.empty(orders.shape, np.uint8)
    np.put_along_axis(place, orders, np.arange(orders.shape[1], dtype=np.uint8)[None], axis=1)
    clues = _fewest_clues(place, grids, is_unique)
    puzzles = grids * (place < clues[:, None])
    rows = np.arange(len(grids))
    # Without the clue at the last place there are several solutions; the others are taken out one by one.
    for taken_out in range(orders.shape[1]):
        open_ = clues[rows] > taken_out + 1
        if not open_.any():
            break
        without = puzzles[rows[open_]]
        without[np.arange(len(without)), orders[rows[open_], taken_out]] = 0
        open_[open_] = is_unique(without)
        rows = rows[~open_]
    return rows, puzzles[rows]


def _fewest_clues(place: Array, grids: Array, is_unique: UniquenessTest) -> Array:
    """With how many of the first clues in its order each grid is the only solution, at least: uint8 (n,).

    More clues never have more solutions, so the number is found by halving.
    """
    cell_count = grids.shape[1]
    too_few, enough = np.zeros(len(grids), np.uint8), np.full(len(grids), cell_count, np.uint8)
    rows = np.arange(len(grids))
    while len(rows):
        tried = _halving(cell_count)[too_few[rows], enough[rows]]
        unique = is_unique(grids[rows] * (place[rows] < tried[:, None]))
        enough[rows[unique]] = tried[unique]
        too_few[rows[~unique]] = tried[~unique]
        rows = rows[enough[rows] - too_few[rows] > 1]
    return enough


@cache
def _halving(cell_count: int) -> Array:
    """uint8 (cells + 1, cells + 1): the number of clues to try where one is too few and another is enough.

    It halves what is probable: most random orders need between 0.4 and 0.75 of the clues. This is for speed
    alone.
    """
    numbers = np.arange(cell_count + 1)
    deviation = (numbers / cell_count - 0.57) / 0.11
    ends = np.cumsum(np.exp(-(deviation**2) / 2) + 1e-4)
    middle = np.searchsorted(ends, (ends[:, None] + ends[None, :]) / 2)
    lowest = numbers[:, None] + 1
    return np.clip(middle, lowest, np.maximum(numbers - 1, lowest)).astype(np.uint8)


MOST = 2
"""How many clues are exchanged at most."""

_HOW_MANY, _GONE, _PLACES, _DIGITS = range(4)
"""What the parts of a stream are for."""


def neighbour_batch(cells: bytes, streams: RandomStreams, counter: SolutionCounter) -> AttemptBatch:
    """For each stream the puzzle with one or two clues exchanged, where it has one solution then.

    How many, which clues go, and where the new ones stand is random, each equally probable. A new clue is any
    digit that no peer rules out, but the one that stood in its cell.
    """
    puzzle, tables = np.frombuffer(cells, np.uint8), counter.masks
    clues, old = np.flatnonzero(puzzle), tables.of_digits(puzzle)
    how_many = 1 + streams.part(_HOW_MANY).below(np.array([MOST]))[:, 0]
    how_many = np.where(how_many <= len(clues), how_many, 0)
    is_gone = np.zeros((len(streams), len(cells)), bool)
    gone = clues[streams.part(_GONE).order(len(clues))[:, :MOST]]
    np.put_along_axis(is_gone, gone, np.arange(gone.shape[1]) < how_many[:, None], axis=1)
    boards = np.where(is_gone, tables.all_digits, old)
    places, numbers = streams.part(_PLACES).order(len(cells)), streams.part(_DIGITS).numbers(MOST)
    is_whole = how_many > 0
    for step in range(MOST):
        rows = np.flatnonzero(is_whole & (step < how_many))
        is_free = np.take_along_axis(boards[rows], places[rows], axis=1) == tables.all_digits
        at = places[rows, is_free.argmax(axis=1)]
        left = tables.all_digits & ~tables.of_peers(boards[rows], at)
        left &= ~np.where(is_gone[rows, at], old[at], np.uint16(0))
        is_whole[rows[left == 0]] = False
        rows, at, left = rows[left > 0], at[left > 0], left[left > 0]
        boards[rows, at] = tables.chosen(left, numbers[rows, step])
    rows = np.flatnonzero(is_whole)
    counts, solutions = counter.counted(boards[rows])
    is_unique = counts == 1
    return AttemptBatch(rows[is_unique], tables.clues(boards[rows[is_unique]]), solutions[is_unique])


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
    is_top_down = plan.pattern is None and plan.near is None  # no orbit that was left can go
    if plan.minimal == "no" or (is_top_down and (plan.minimal == "orbits" or plan.symmetry == "none")):
        return made
    orbits = plan.removable_orbits(strictly=plan.minimal == "strict")
    return made.only(is_minimal(made.puzzles, orbits, counter))


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


def _grids(plan: GenerationPlan, streams: RandomStreams, counter: SolutionCounter) -> Array:
    """A random grid for each stream, with the given clues; a row of 0 where the attempt has none."""
    if plan.given is not None:
        digits = np.tile(np.frombuffer(plan.given.cells, np.uint8), (len(streams), 1))
        return filled_grids(streams, digits, counter)
    if plan.draws_uniformly:
        return uniform_grid_batch(streams, plan.geometry)
    return fast_grid_batch(streams, counter)
