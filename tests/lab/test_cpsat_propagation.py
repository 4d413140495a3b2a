"""What CP-SAT encodings infer before a search: against other ways to the same, and against the solutions."""

import pytest

from sudocube.encoder import load
from sudocube.encoder.cnf import formula
from sudocube.geometry import Geometry
from sudocube.lab.all_different import Scheme, propagated, state
from sudocube.lab.cpsat_propagation import CpSatPropagation
from sudocube.lab.propagation import Propagation
from tests.lab.test_propagation import some_puzzles


@pytest.mark.parametrize(("ours", "clauses"), [("cpsat/cube", "extended"), ("cpsat/triads", "triads")])
def test_lines_of_booleans_infer_in_theory_what_unit_propagation_infers(ours, clauses):
    shape = Geometry(2, 3)
    theory = CpSatPropagation(load(ours))
    propagation = Propagation(formula(load(clauses), shape))
    for puzzle in some_puzzles(shape, 8, seed=1):
        assert theory.in_theory(puzzle) is propagation.propagate(puzzle).state
    propagation.close()


@pytest.mark.parametrize("name", ["cpsat/alldifferent", "cpsat/channelled"])
def test_all_differents_infer_in_theory_what_domain_consistency_infers(name):
    """The lines of Booleans beside them, and the places of the digits, add nothing to that."""
    shape = Geometry(2, 3)
    theory = CpSatPropagation(load(name))
    for puzzle in some_puzzles(shape, 8, seed=2):
        assert theory.in_theory(puzzle) is state(propagated(puzzle, Scheme.DOMAIN))
