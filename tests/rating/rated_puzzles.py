"""Puzzles with one solution of several sizes and depths, and how they become arrays."""

from random import Random

import numpy as np

from sudocube.clock import Clock
from sudocube.cube import cube
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from sudocube.rating import puzzle_rating
from sudocube.rating.depth import first_masks
from sudocube.sat import IncrementalSolver, rules_as_clauses
from sudocube.verdicts.checking import check
from tests.puzzles import solved_grid, unique_puzzle

DEEP = Puzzle("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
"""A. Inkala's puzzle of 2012: depth 2, backdoor 2."""
SHALLOW = Puzzle("7..2.9.3..6....81..4..7..2.6...32........8.....37...599..8.......5.4..........4..")
"""Depth 1, backdoor 1; solved by `sets` and `possibles`."""
DEEPEST_KNOWN = Puzzle("57....9..........8.1.........168..4......28.9..2.9416.....2.....6.9.82.4...41.6..")
"""Loki, by mith, 2022: depth 3, backdoor 2."""
LARGE = Puzzle(
    "CD.2..7......5....E6....9354.B.8...G...4A...D....3.48.BGF.C6...E"
    "..BD59.A.7..F4....7......8.........3..G.B.6.E2A.E25..F.D.....G1."
    "A54.G..F......821....C.9..AE........2...G...5....B.........8.3.."
    "G.1B.4.....7.6CD....1.F.....2...28.7D69.3....F...9.C.......B4E.."
)
"""16×16, minimal with 92 clues: depth 1, backdoor 3."""
WIDE = Puzzle("4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........")
"""Depth 1, backdoor 2: 17 clues."""
EASY = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
"""Depth 0."""

SMALL = (Geometry(2, 2), Geometry(2, 3), Geometry(3, 2), Geometry(2, 4))


def let_time_run_out(monkeypatch):
    """Of each time limit nothing is left, as soon as it is known that DEEP has one solution."""
    checked = check(DEEP)
    monkeypatch.setattr(puzzle_rating, "check", lambda *_, **__: checked)
    monkeypatch.setattr(Clock, "is_over", property(lambda clock: clock.seconds_left is not None))


def made(geometry: Geometry, seed: int):
    """A minimal puzzle and its solution."""
    rng = Random(f"{geometry.box_name} {seed}")
    grid = solved_grid(geometry, rng)
    return unique_puzzle(grid, rng), grid


def pencilled(geometry: Geometry, seed: int):
    """Pencilmarks with one solution to which no candidate can be added, masks (1, cells); and the grid.

    Few small puzzles need more than singles; most of these do.
    """
    rng, table = Random(f"pencilmarks {geometry.box_name} {seed}"), cube(geometry)
    grid = solved_grid(geometry, rng)
    true = {table.element(cell, digit) for cell, digit in enumerate(grid.cells)}
    wrong = [element for element in range(table.element_count) if element not in true]
    out = set(wrong)
    with IncrementalSolver(rules_as_clauses(table)) as solver:
        solver.add([-(element + 1) for element in true])  # "another solution"
        for element in rng.sample(wrong, len(wrong)):
            out.remove(element)
            if solver.is_satisfiable([-(one + 1) for one in out]):
                out.add(element)
    masks = np.zeros((1, geometry.cell_count), np.uint16)
    for element in set(range(table.element_count)) - out:
        cell, digit = table.cell_and_digit(element)
        masks[0, cell] |= 1 << digit - 1
    return masks, grid


def masks_of(*boards):
    """The candidates of boards of one geometry before any conclusion."""
    return first_masks(cells_of(*boards), boards[0].geometry)


def cells_of(*boards):
    return np.array([[*board.cells] for board in boards], np.uint8)
