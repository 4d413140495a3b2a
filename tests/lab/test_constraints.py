"""Single constraints: what they remove, as clauses, and relaxed, against all ways to keep them."""

from itertools import product
from random import Random

import pytest
from ortools.sat.python import cp_model
from pysat.solvers import Solver

from sudocube.errors import UnsupportedError
from sudocube.lab.constraints import Term, Values, constraints_of, domains_of
from sudocube.lab.programs import LinearProgram

HULLS = ["exactly_one", "at_most_one", "bool_or", "bool_and", "different", "inverse"]
HULLS += ["table", "forbidden", "automaton"]
"""Kinds whose relaxation is the convex hull of what keeps them."""

KINDS = [*HULLS, "product", "sum"]


def random_model(kind: str, rng: Random) -> cp_model.CpModel:
    """One constraint over a few variables, in every third model enforced by a Boolean."""
    model, count = cp_model.CpModel(), rng.randint(1, 4)
    if kind == "inverse":
        half = rng.randint(1, 3)
        values = [sorted(rng.sample(range(half + 1), rng.randint(1, half + 1))) for _ in range(2 * half)]
    else:
        values = [sorted(rng.sample(range(5), rng.randint(1, 4))) for _ in range(count)]
    x = [model.new_int_var_from_domain(cp_model.Domain.from_values(one), "") for one in values]
    if kind.startswith(("exactly", "at_most", "bool")):
        bools = [model.new_bool_var("") for _ in range(count)]
        added = getattr(model, f"add_{kind}")([~one if rng.random() < 0.4 else one for one in bools])
    elif kind == "different":
        added = model.add_all_different([one * rng.choice([1, -1]) + rng.randint(-1, 1) for one in x])
    elif kind in ("table", "forbidden"):
        rows = [[rng.choice(one) for one in values] for _ in range(rng.randint(1, 6))]
        add = model.add_allowed_assignments if kind == "table" else model.add_forbidden_assignments
        added = add(x, rows)
    elif kind == "automaton":
        states = range(rng.randint(1, 3))
        steps = [(s, label, rng.choice(states)) for s in states for label in range(5) if rng.random() < 0.6]
        added = model.add_automaton(x, 0, [rng.choice(states)], steps or [(0, 0, 0)])
    elif kind == "product":
        added = model.add_multiplication_equality(rng.choice([0, 4, 6]), x)
    elif kind == "inverse":
        added = model.add_inverse(x[: len(x) // 2], x[len(x) // 2 :])
    else:
        total = sum(rng.choice([-2, -1, 1, 1, 2]) * one for one in x)
        added = model.add(rng.choice([total == 3, total <= 2, total != 2]))
    if rng.random() < 0.3:
        switch = model.new_bool_var("")
        added.only_enforce_if(~switch if rng.random() < 0.5 else switch)
    return model


def solutions(model: cp_model.CpModel, count: int) -> set[tuple[int, ...]]:
    """All values of the first variables, by OR-tools."""
    found = set()

    class Collect(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            found.add(tuple(self.value(model.get_int_var_from_proto_index(at)) for at in range(count)))

    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.solve(model, Collect())
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_filter_clauses_and_relaxation_are_those_of_all_ways_to_keep_a_constraint(kind):
    rng = Random(kind)
    for _ in range(15):
        model = random_model(kind, rng)
        if len(model.proto.constraints) != 1:  # OR-tools has found it to be a constant
            continue
        [one], domains = constraints_of(model), domains_of(model)
        kept = solutions(model, len(domains))
        values = Values(domains)
        with Solver("glucose4", bootstrap_with=[*values.clauses, *one.clauses(values)]) as solver:
            for case in product(*domains):
                assumed = [values.equals(Term(variable), value) for variable, value in enumerate(case)]
                assert solver.solve(assumptions=assumed) == (case in kept)
        found = one.propagated(domains)
        assert (found is None) == (not kept)
        expected = [set(values) for values in zip(*kept, strict=True)] if kept else domains
        for variable in one.scope if kept else ():
            assert found is not None
            assert found.get(variable, domains[variable]) == expected[variable]
        values = Values(domains)
        rows = [*values.rows, *one.rows(values)]
        program = LinearProgram(values.top, rows)
        for variable, domain in enumerate(domains):
            for value in domain:
                literal = values.equals(Term(variable), value)
                best = program.maximum({literal: 1})
                most = None if best is None else best[abs(literal) - 1]
                most = 1 - most if most is not None and literal < 0 else most
                if kept and value in expected[variable]:
                    assert most is not None
                    assert most > 1 - 1e-6
                elif kind in HULLS and not one.enforcement:
                    assert most is None or most < 1e-6


def test_a_variable_may_stand_twice_in_a_table_or_an_automaton():
    """At the end, where arcs have no variables, and before it."""
    for places in ((0, 0), (0, 0, 1), (1, 0, 0), (0, 1, 0)):
        for kind in ("table", "automaton"):
            model = cp_model.CpModel()
            x = [model.new_int_var(0, 2, "") for _ in range(2)]
            listed = [x[place] for place in places]
            if kind == "table":
                rows = [row for row in product(range(3), repeat=len(places)) if sum(row) in (2, 3)]
                model.add_allowed_assignments(listed, rows)
            else:
                model.add_automaton(listed, 0, [1], [(0, 0, 0), (0, 1, 1), (1, 1, 1), (1, 2, 0)])
            [one], values = constraints_of(model), Values(domains_of(model))
            with Solver("glucose4", bootstrap_with=[*values.clauses, *one.clauses(values)]) as solver:
                for case in product(range(3), repeat=2):
                    assumed = [values.equals(Term(variable), value) for variable, value in enumerate(case)]
                    assert solver.solve(assumptions=assumed) == (case in solutions(model, 2)), (kind, case)


def test_a_kind_of_constraint_that_is_not_known_is_named():
    model = cp_model.CpModel()
    x = [model.new_int_var(1, 4, "") for _ in range(3)]
    model.add_multiplication_equality(x[0], x[1:])
    with pytest.raises(UnsupportedError, match="constraint 1 of the model is int_prod"):
        constraints_of(model)
