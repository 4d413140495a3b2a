"""From an encoding to a CP-SAT model: which constraints there are, and on what."""

import pytest

from sudocube.encoder import Formalism, load, names
from sudocube.encoder.cpsat_model import cpsat_model
from sudocube.engines import engine
from sudocube.errors import UnsupportedError
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle
from sudocube.trusted import objection


@pytest.mark.parametrize("name", names(Formalism.CP_SAT))
def test_the_solutions_are_the_288_grids_of_size_4(name):
    """Told apart by the variables that a grid is read from; the referee accepts each."""
    grids: list[Grid] = []
    answer = engine(name.replace("/", ":")).answer(Puzzle("." * 16), limit=1000, on_result=grids.append)
    assert (answer.count, answer.exhausted) == (288, True)
    assert len(set(grids)) == 288
    assert all(objection(grid.cells, [0] * 16, 2, 2) is None for grid in grids)


def test_each_block_writes_a_constraint_of_its_own_kind():
    """By the names that CP-SAT gives them."""
    kinds = {
        "cube": {"exactly_one"},
        "linear": {"linear"},
        "automaton": {"automaton"},
        "table": {"table"},
        "triads": {"exactly_one"},
        "alldifferent": {"all_diff"},
        "channelled": {"all_diff", "exactly_one", "linear"},
        "inverse": {"inverse"},
    }
    assert set(kinds) == {name.removeprefix("cpsat/") for name in names(Formalism.CP_SAT)}
    for name, expected in kinds.items():
        model = cpsat_model(load(f"cpsat/{name}"), Geometry(2, 3))
        found = {str(one).split("{")[0].split()[-1] for one in model.cp.proto.constraints}
        assert (found, model.has_tables) == (expected, name == "table"), name
    with pytest.raises(UnsupportedError, match="minimal is an encoding in cnf, not for cp-sat"):
        cpsat_model(load("minimal"), Geometry(3, 3))
