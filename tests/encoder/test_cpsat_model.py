"""From an encoding to a CP-SAT model: which constraints there are, and on what."""

import pytest

from sudocube.cube import Family, cube
from sudocube.encoder import Formalism, load, names
from sudocube.encoder.cpsat_model import CpSatModel, cpsat_model
from sudocube.encoder.encoding_file import parse
from sudocube.engines import engine
from sudocube.errors import UnsupportedError
from sudocube.geometry import GEOMETRIES, Geometry
from sudocube.puzzle import Grid, Puzzle
from sudocube.trusted import objection
from tests.encoder.toml_text import FAMILIES, toml

SMALL = [geometry for geometry in GEOMETRIES if geometry.size <= 12]


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


@pytest.mark.parametrize("shape", SMALL, ids=lambda g: f"{g.box_rows}x{g.box_columns}")
def test_the_cube_is_an_exactly_one_on_each_line(shape):
    """One Boolean for each element, numbered alike."""
    rules = cpsat_model(load("cpsat/cube"), shape)
    assert rules.direct
    assert [list(variable.domain) for variable in rules.cp.proto.variables] == [[0, 1]] * shape.size**3
    assert constraints(rules) == [frozenset(line.elements) for line in cube(shape).lines]


@pytest.mark.parametrize("shape", SMALL, ids=lambda g: f"{g.box_rows}x{g.box_columns}")
def test_all_different_is_one_constraint_for_each_unit(shape):
    """One integer for each cell; that a cell holds a digit is its domain."""
    rules = cpsat_model(load("cpsat/alldifferent"), shape)
    assert not rules.direct
    domains = [list(variable.domain) for variable in rules.cp.proto.variables]
    assert domains == [[1, shape.size]] * shape.cell_count
    assert constraints(rules) == [frozenset(unit.cells) for unit in cube(shape).units]


@pytest.mark.parametrize("left_out", FAMILIES)
@pytest.mark.parametrize(
    ("variables", "block", "of_cells"),
    [("direct", "exactly-one", "exactly-one"), ("integer", "all-different", "domain")],
)
def test_a_family_that_is_left_out_is_not_written(variables, block, of_cells, left_out):
    """All else is as before; an integer has a value even so."""
    stated = {family: {"exactly_one": of_cells if family == "cell" else block} for family in FAMILIES}
    less = {family: stated[family] for family in FAMILIES if family != left_out}
    shape = Geometry(2, 3)
    all_of_it, written = (
        constraints(
            cpsat_model(parse(toml(some, formalism="cp-sat", variables=variables), name="m", file="m"), shape)
        )
        for some in (stated, less)
    )
    gone = {
        frozenset(line.elements) if variables == "direct" else None
        for line in cube(shape).lines_of(Family(left_out))
    }
    if variables == "integer":
        gone = {frozenset(unit.cells) for unit in cube(shape).units if unit.family == left_out}
    assert written == [constraint for constraint in all_of_it if constraint not in gone]
    assert len(all_of_it) - len(written) == len(gone)


def test_an_encoding_in_cnf_has_no_model():
    """It is refused by name."""
    with pytest.raises(UnsupportedError, match="minimal is an encoding in cnf, not for cp-sat"):
        cpsat_model(load("minimal"), Geometry(3, 3))


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
        constraints = cpsat_model(load(f"cpsat/{name}"), Geometry(2, 3)).cp.proto.constraints
        assert {str(constraint).split("{")[0].split()[-1] for constraint in constraints} == expected, name
