"""Puzzles near to another one: one or two of its clues are exchanged for as many others."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from sudocube.generation.attempt_batch import AttemptBatch
from sudocube.generation.random_streams import RandomStreams
from sudocube.generation.solution_counters import SolutionCounter

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


def can_be_mended(cells: bytes, counter: SolutionCounter) -> bool:
    """Whether there is a solution without one or two of the clues of a puzzle; else no neighbour has one."""
    puzzle = np.frombuffer(cells, np.uint8)
    gone = np.array([*combinations(np.flatnonzero(puzzle), MOST)])
    boards = np.tile(puzzle, (len(gone), 1))
    np.put_along_axis(boards, gone, 0, axis=1)
    return bool(counter.has_solution(counter.masks.of_digits(boards)).any())
