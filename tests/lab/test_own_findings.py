"""What helps whoever wrote clauses that are refuted: what forbids a grid, and what is missing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver

from sudocube.clock import Clock
from sudocube.cube import Family
from sudocube.geometry import Geometry
from sudocube.lab import prove
from sudocube.lab.encoded_clauses import encoded_clauses, every_grid
from sudocube.lab.own_findings import Half, missing_constraints
from sudocube.lab.proving import ProofOutcome
from tests.lab.own_formulas import neighbours, own, written

FOUR, NINE = Geometry.of_size(4), Geometry.of_size(9)
FAMILIES = list(map(str, Family))
UNITS = ["row", "column", "box"]


def missing_in(clauses, shape):
    return missing_constraints(encoded_clauses(own(clauses), shape), Clock())


def is_model(clauses, cells, size) -> bool:
    """Whether a grid can be a model of the clauses, by a solver that is asked for exactly this grid."""
    true = {cell * size + digit for cell, digit in enumerate(cells)}
    exact = [v if v in true else -v for v in range(1, size**3 + 1)]
    with Solver("glucose4", bootstrap_with=clauses) as solver:
        return bool(solver.solve(assumptions=exact))


@pytest.mark.parametrize("shape", [FOUR, NINE, Geometry(3, 2)], ids=str)
def test_clauses_that_say_the_rules_are_proved_at_each_size(shape):
    for least, most in ((["cell"], UNITS), (FAMILIES, FAMILIES), (UNITS, ["cell"])):
        proof = prove(own(written(shape, least, most)), shape)
        assert (proof.outcome, proof.forbidden_by, proof.missing) == (ProofOutcome.PROVED, None, ())


@pytest.mark.parametrize("forgotten", UNITS)
def test_a_forgotten_family_is_what_is_missing(forgotten):
    shape = Geometry(3, 2)
    clauses = written(shape, ["cell"], [family for family in UNITS if family != forgotten])
    [found] = missing_in(clauses, shape)
    assert (found.family, found.half) == (forgotten, Half.AT_MOST_ONE)
    assert len({one.line for one in found.constraints}) == shape.size**2


@pytest.mark.parametrize("shape", [FOUR, NINE], ids=str)
def test_one_missing_clause_is_told_alone(shape):
    clauses = written(shape, ["cell"], UNITS)
    gone = clauses.pop(1)
    [found] = missing_in(clauses, shape)
    assert [tuple(one.clause) for one in found.constraints] == [gone]
    assert found.in_words == "Nothing says that r1c2 holds a digit."


def test_what_is_missing_many_times_is_told_once():
    first, *_ = missing_in(written(FOUR, ["cell"], UNITS, neighbours), FOUR)
    assert first.in_words == (
        "48 of 96 pairs are missing. For example, nothing says that r1c1 and r1c3 do not both hold 1."
    )
    [found] = missing_in(written(FOUR, [], UNITS), FOUR)
    assert (
        found.in_words == "16 of 16 clauses are missing. For example, nothing says that r1c1 holds a digit."
    )


@pytest.mark.slow
def test_each_missing_pair_is_decided_at_9x9_however_many_there_are():
    """Of clauses for neighbours; a search near one grid alone leaves thousands undecided."""
    row, column, box = missing_in(written(NINE, ["cell"], UNITS, neighbours), NINE)
    assert [len(one.constraints) for one in (row, column, box)] == [2268, 2268, 1782]
    assert not any(one.undecided for one in (row, column, box))


@settings(max_examples=10)
@given(st.data())
def test_with_what_is_missing_added_any_damaged_clauses_are_sound(data):
    """And each example is broken by a model of the clauses: the solver here is another one."""
    clauses = written(FOUR, ["cell"], UNITS)
    gone = set(data.draw(st.lists(st.integers(0, len(clauses) - 1), min_size=1, max_size=30)))
    left = [clause for number, clause in enumerate(clauses) if number not in gone]
    proof = prove(own(left), FOUR)
    if proof.sound:
        return
    missing = proof.missing
    added = [one.clause for found in missing for one in found.constraints]
    assert prove(own([*left, *added]), FOUR).sound
    with Solver("glucose4", bootstrap_with=left) as solver:
        for found in missing:
            assert found.example is not None
            assert found.undecided == 0
            for constraint in found.constraints:
                assert solver.solve(assumptions=[-literal for literal in constraint.clause])


@settings(max_examples=8)
@given(st.lists(st.lists(st.integers(-70, 70).filter(bool), min_size=1, max_size=3), min_size=1, max_size=4))
def test_a_lost_grid_comes_with_clauses_that_forbid_it_and_no_grid_is_lost_without_being_told(extra):
    clauses = [*written(FOUR, ["cell"], UNITS), *map(tuple, extra)]
    encoding = own(clauses, range(10, 10 + len(clauses)))
    proof = prove(encoding, FOUR)
    lost = [grid for grid in every_grid(FOUR) if not is_model(clauses, grid.cells, 4)]
    assert proof.complete is (not lost)
    assert proof.sound
    if not lost:
        return
    assert proof.completeness.lost in lost
    forbidding = proof.forbidden_by
    assert forbidding is not None
    for told in forbidding.clauses:
        assert told.number is not None
        assert (told.clause, told.text_line) == (clauses[told.number - 1], told.number + 9)
    found = [one.clause for one in forbidding.clauses]
    cells = proof.completeness.lost.cells
    if not forbidding.together:
        assert not any(is_model([clause], cells, 4) for clause in found)
    else:
        assert not is_model(found, cells, 4)
        for one in found:
            rest = [clause for clause in found if clause is not one]
            assert is_model(rest, cells, 4)
