"""From an encoding to a CP-SAT model: which constraints there are, and on what."""

import pytest

from sudocube.cube import cube
from sudocube.encoder import Formalism, load, names
from sudocube.encoder.cpsat_model import CpSatModel, cpsat_model
from sudocube.engines import engine
from sudocube.errors import UnsupportedError
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle
from sudocube.trusted import objection


def constraints(of: CpSatModel) -> list[frozenset[int]]:
    """The variables of each constraint, by number."""
    found = []
    for constraint in of.cp.proto.constraints:
        if of.direct:
            found.append(frozenset(constraint.exactly_one.literals))
        else:
            # Each expression is one variable: nothing is added, and it counts once.
            assert all(list(e.coeffs) == [1] and e.offset == 0 for e in constraint.all_diff.exprs)
            found.append(frozenset(e.vars[0] for e in constraint.all_diff.exprs))
    return found


@pytest.mark.parametrize("shape", [Geometry(2, 2), Geometry(2, 3), Geometry(3, 2)], ids=str)
def test_lines_and_units_are_constraints_on_one_variable_for_each_element_or_cell(shape):
    rules = cpsat_model(load("cpsat/cube"), shape)
    variables = rules.cp.proto.variables
    assert [list(variable.domain) for variable in variables] == [[0, 1]] * shape.size**3
    assert [variables[at].name for at in (0, shape.size)] == ["x[r1c1,1]", "x[r1c2,1]"]
    assert constraints(rules) == [frozenset(line.elements) for line in cube(shape).lines]
    assert rules.lines == tuple(tuple(line.elements) for line in cube(shape).lines)
    integers = cpsat_model(load("cpsat/alldifferent"), shape)
    variables = integers.cp.proto.variables
    assert [list(variable.domain) for variable in variables] == [[1, shape.size]] * shape.cell_count
    assert variables[1].name == "r1c2"
    assert constraints(integers) == [frozenset(unit.cells) for unit in cube(shape).units]
    assert (rules.direct, integers.direct, integers.lines) == (True, False, ())
    triads = cpsat_model(load("cpsat/triads"), shape)
    first = next(line for line in triads.lines if min(line) < 0)
    triad = cube(shape).triads[0]
    assert first == (-1 - shape.size**3, *(cube(shape).element(cell, 1) for cell in triad.cells))


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
