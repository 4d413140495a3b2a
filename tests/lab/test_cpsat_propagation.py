"""What CP-SAT encodings infer before a search: against other ways to the same, and against the solutions."""

import pytest

from sudocube import solutions
from sudocube.encoder import Formalism, load, names
from sudocube.encoder.cnf import formula
from sudocube.geometry import Geometry
from sudocube.lab.cpsat_propagation import ConstraintPropagation
from sudocube.lab.programs import Relaxation
from sudocube.lab.propagation import Propagation, PropagationState
from tests.lab import naive
from tests.lab.test_propagation import some_puzzles

SHAPE = Geometry(2, 3)


@pytest.mark.parametrize(("ours", "clauses"), [("cpsat/cube", "extended"), ("cpsat/triads", "triads")])
def test_lines_of_booleans_infer_in_theory_what_unit_propagation_infers(ours, clauses):
    theory = ConstraintPropagation(load(ours), SHAPE)
    propagation = Propagation(formula(load(clauses), SHAPE))
    for puzzle in some_puzzles(SHAPE, 8, seed=1):
        assert theory.state(puzzle) is propagation.propagate(puzzle).state
    propagation.close()


@pytest.mark.parametrize("name", ["cpsat/alldifferent", "cpsat/channelled", "cpsat/inverse"])
def test_all_differents_infer_in_theory_what_domain_consistency_infers(name):
    """The lines of Booleans beside them, and the places of the digits, add nothing to that."""
    theory = ConstraintPropagation(load(name), SHAPE)
    for puzzle in some_puzzles(SHAPE, 4, seed=2):
        domains = theory.domains(puzzle)
        refuted = any(step.is_contradiction for step in theory.steps(domains))
        expected = naive.filtered_units(puzzle)
        assert (None if refuted else theory.candidates(domains)) == expected


@pytest.mark.parametrize("name", [*names(Formalism.CP_SAT), "extended", "binary", "triads", "optimised"])
def test_neither_constraints_nor_the_relaxation_rule_out_what_a_solution_has(name):
    """Of puzzles with no, one and several solutions; what the relaxation decides is so."""
    shape = Geometry.of_size(4)
    encoding = load(name)
    relaxation = Relaxation(encoding, shape)
    for puzzle in some_puzzles(shape, 4, seed=3):
        grids = list(solutions(puzzle))
        left = [relaxation.candidates(puzzle)]
        if encoding.formalism is Formalism.CP_SAT:
            theory = ConstraintPropagation(encoding, shape)
            domains = theory.domains(puzzle)
            refuted = any(step.is_contradiction for step in theory.steps(domains))
            left.append(None if refuted else theory.candidates(domains))
        for candidates in left:
            for grid in grids:
                assert candidates is not None
                assert all(digit in held for digit, held in zip(grid.cells, candidates, strict=True))
        is_single = left[0] is not None and all(len(held) == 1 for held in left[0])
        state = relaxation.state(puzzle)
        assert (state is PropagationState.SOLVED) == is_single
        assert (state is PropagationState.REFUTED) == (left[0] is None)
        assert state is not PropagationState.SOLVED or len(grids) == 1
