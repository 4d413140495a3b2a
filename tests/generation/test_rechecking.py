"""A puzzle that is not what it is said to be is never given."""

import numpy as np
import pytest

from sudocube import EngineError, Geometry, Puzzle, generate
from sudocube.generation.counters import KernelCounter
from sudocube.generation.rechecking import confirm, recheck_puzzles

NINE = Geometry(3, 3)
MADE = next(generate(seed=1))
CELLS = np.frombuffer(MADE.puzzle.cells, np.uint8)[None]
GRID = np.frombuffer(MADE.solution.cells, np.uint8)[None]


def with_one_clue_less() -> np.ndarray:
    cells = CELLS.copy()
    cells[0, next(iter(MADE.puzzle.clues))] = 0
    return cells


def test_a_puzzle_with_several_solutions_or_a_wrong_one_is_refused():
    recheck_puzzles(NINE, [2], CELLS, GRID)
    wrong = GRID.copy()
    wrong[0, [0, 1]] = wrong[0, [1, 0]]
    for cells, grid in ((with_one_clue_less(), GRID), (CELLS, wrong)):
        with pytest.raises(EngineError, match="does not confirm that"):
            recheck_puzzles(NINE, [2], cells, grid)
    confirm(MADE.puzzle, MADE.solution, "phases")
    more = Puzzle(with_one_clue_less()[0].tobytes())
    for puzzle, solution in ((more, MADE.solution), (MADE.puzzle, next(generate(seed=2)).solution)):
        with pytest.raises(EngineError, match="phases does not confirm that"):
            confirm(puzzle, solution, "phases")


def test_a_level_that_finds_too_many_puzzles_unique_is_found_out(monkeypatch):
    """As if a level of the kernel were broken: clues go that are needed, and none of it is given."""
    monkeypatch.setattr(KernelCounter, "has_solution", lambda self, boards: np.zeros(len(boards), bool))
    with pytest.raises(EngineError, match="one of two programs is wrong"):
        next(generate(seed=1))


def test_an_engine_that_is_named_decides_each_puzzle_too(tmp_path):
    """One that is wrong of the second puzzle ends the run there; the first one is given."""
    path = tmp_path / "mine.py"
    path.write_text(f"def count(cells):\n    return 1 if cells == {str(MADE.puzzle)!r} else 2\n")
    made = generate(2, seed=1, jobs=1, recheck=f"python:{path}:count")
    assert next(made).puzzle == MADE.puzzle
    with pytest.raises(EngineError, match="does not confirm that"):
        next(made)
