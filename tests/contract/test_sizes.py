"""An engine that does not take every size says so, and refuses the others."""

from random import Random

import pytest

from sudocube.engines import engine
from sudocube.engines.asking import refereed_answer
from sudocube.engines.registry import FAMILIES
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from sudocube.sat.settings import SOLVERS
from sudocube.solvers.methods import METHODS
from tests.contract.under_test import NAMES, OUTSIDERS
from tests.puzzles import solved_grid


def test_every_family_of_engines_is_held_to_the_contract():
    """So a new family cannot be forgotten in `NAMES`, or in the list of methods."""
    held = {name.partition(":")[0] for name in (*NAMES, *METHODS, *OUTSIDERS)}
    assert held == {family.name for family in FAMILIES}


@pytest.mark.slow
@pytest.mark.parametrize("solver", SOLVERS)
def test_every_solver_solves_the_largest_puzzles(solver):
    """25×25 with few blanks, and the encoding with the fewest clauses, to be quick."""
    geometry = Geometry.of_size(25)
    grid = solved_grid(geometry, Random(25))
    few_blanks = Puzzle(bytes(20) + grid.cells[20:], geometry)
    answer = refereed_answer(engine(f"sat:minimal@{solver}"), few_blanks)
    assert (answer.verdict, answer.solutions) == ("unique", (grid,))
