"""Models of one's own for CP-SAT, and in MiniZinc: proved, or refuted by a grid; what is no model is told."""

from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from random import Random
from shutil import which

import pytest
from ortools.sat.python import cp_model

from sudocube.clock import Clock
from sudocube.cube import cube
from sudocube.encoder import Formalism, load, names
from sudocube.encoder.cpsat_model import CpSatModel, cpsat_model, model_text
from sudocube.encoder.own_clause_file import own_encoding
from sudocube.encoder.vocabulary import OwnModel
from sudocube.errors import EncodingError, UnsupportedError
from sudocube.geometry import Geometry
from sudocube.lab import ProofOutcome, prove
from sudocube.lab.completeness import completeness
from sudocube.lab.encoded_clauses import every_grid, model_clauses
from sudocube.lab.functions import encoding_of, made
from sudocube.lab.soundness import soundness
from tests.lab import own_models
from tests.lab.test_mutants import objection_to
from tests.puzzles import solved_grid

FOUR, NINE = Geometry.of_size(4), Geometry.of_size(9)


def encoding(function, shape):
    """The encoding that comes of a function, without its process."""
    model = OwnModel(*model_text(function(shape.size), shape.size), shape)
    return own_encoding(function.__name__, function.__name__, model)


def is_satisfiable(model: cp_model.CpModel) -> bool:
    """What OR-tools says, asked as a user would."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.linearization_level = 2
    status = solver.solve(model)
    assert status != cp_model.UNKNOWN
    return status in (cp_model.OPTIMAL, cp_model.FEASIBLE)


def takes(rules: CpSatModel, cells) -> bool:
    """Whether a model has a solution with these digits, 0 for a cell without one."""
    model, size = rules.cp.clone(), rules.geometry.size
    for cell, digit in enumerate(cells):
        if rules.direct:
            for one in range(size):
                model.add(model.get_bool_var_from_proto_index(cell * size + one) == int(one + 1 == digit))
        else:
            model.add(model.get_int_var_from_proto_index(cell) == digit)
    return is_satisfiable(model)


def takes_a_grid_that_is_not_valid(rules: CpSatModel) -> bool:
    """Whether a rule is broken in some solution: all ways to break one, as constraints of OR-tools."""
    model, size = rules.cp.clone(), rules.geometry.size
    broken = []

    def add(constraint) -> None:
        broken.append(model.new_bool_var(""))
        model.add(constraint).only_enforce_if(broken[-1])

    units = [[r * size + c for r, c in unit] for unit in own_models._units(size)]
    if rules.direct:
        x = [model.get_bool_var_from_proto_index(element) for element in range(size**3)]
        lines = [[cell * size + one for one in range(size)] for cell in range(size**2)]
        lines += [[cell * size + one for cell in unit] for unit in units for one in range(size)]
        for line in lines:
            add(sum(x[element] for element in line) != 1)
    else:
        cells = [model.get_int_var_from_proto_index(cell) for cell in range(size**2)]
        for cell in cells:
            add(cell < 1)
            add(cell > size)
        for one, other in {pair for unit in units for pair in combinations(unit, 2)}:
            add(cells[one] == cells[other])
    model.add_bool_or(broken)
    return is_satisfiable(model)


@pytest.mark.parametrize("size", [6, pytest.param(9, marks=pytest.mark.slow)])
def test_what_is_proved_is_so_when_ortools_is_asked_itself(size):
    """Encodings of the catalogue and right models: no solution breaks a rule, and valid grids are some."""
    shape, rng = Geometry.of_size(size), Random(size)
    for stated in [*map(load, names(Formalism.CP_SAT)), *(encoding(f, shape) for f in own_models.RIGHT)]:
        if size == 9 or stated.name != "without_a_box":  # of which the last box follows by its band at 9×9
            assert prove(stated, shape, timeout=None).outcome is ProofOutcome.PROVED, stated.name
        rules = cpsat_model(stated, shape)
        assert not takes_a_grid_that_is_not_valid(rules), stated.name
        assert all(takes(rules, solved_grid(shape, rng).cells) for _ in range(3)), stated.name


@pytest.mark.parametrize("function", [*own_models.RIGHT, *own_models.UNSOUND, *own_models.INCOMPLETE])
def test_a_model_is_proved_or_refuted_by_a_grid(function: Callable[[int], object]):
    """At 4×4 and 9×9; what refutes it is tried in the model, and by the referee."""
    for shape in (FOUR, NINE):
        stated = encoding(function, shape)
        proof = prove(stated, shape, timeout=None)
        expected = (function not in own_models.UNSOUND, function not in own_models.INCOMPLETE)
        assert (proof.sound, proof.complete) == expected
        if not proof.sound:
            assert proof.counterexample is not None
            assert objection_to(proof.counterexample) is not None
            assert takes(cpsat_model(stated, shape), proof.counterexample.cells)
        if not proof.complete:
            assert proof.completeness.lost is not None
            assert objection_to(proof.completeness.lost) is None
            assert not takes(cpsat_model(stated, shape), proof.completeness.lost.cells)
            assert "linear (r1c1" in (proof.completeness.lost_by or "")


@pytest.mark.parametrize("name", ["cube", "linear", "table", "automaton", "alldifferent", "inverse"])
def test_each_kind_of_constraint_is_refuted_where_it_says_too_much_or_too_little(name):
    """One constraint is left out, or a row, a step or a term of it; then the model is not right at 4×4."""
    rng = Random(name)
    rules = cpsat_model(load(f"cpsat/{name}"), FOUR)
    for damage in (_left_out, _too_much):
        model = rules.cp.clone()
        damage(model, rng)
        damaged = type(rules)(FOUR, rules.direct, model, (), has_tables=False)
        clauses = model_clauses(damaged)
        sound, complete = soundness(clauses, Clock(60)), completeness(clauses, Clock(60))
        lost = [grid for grid in every_grid(FOUR) if not takes(damaged, grid.cells)]
        assert complete.holds is (not lost)
        assert complete.lost is None or complete.lost in lost
        if damage is _too_much:
            assert complete.holds is False
        elif sound.counter_grid is not None:
            assert objection_to(sound.counter_grid.grid) is not None


def _left_out(model, rng):
    one = model.proto.constraints[rng.randrange(len(model.proto.constraints))]
    one.copy_from(type(one)())


def _too_much(model, rng):
    """Of one constraint: a value of a sum, a row of a table, or a step of an automaton is forbidden."""
    one = model.proto.constraints[rng.randrange(len(model.proto.constraints))]
    if one.has_table():
        width = len(one.table.exprs)
        left = list(one.table.values)[width:]
        one.table.values.clear()
        one.table.values.extend(left)
    elif one.has_automaton():
        one.automaton.final_states.clear()
        one.automaton.final_states.append(0)
    elif one.has_linear():
        one.linear.domain.clear()
        one.linear.domain.extend([2, 2])
    elif one.has_exactly_one():
        literals = list(one.exactly_one.literals)[1:]
        one.exactly_one.literals.clear()
        one.exactly_one.literals.extend(literals)
    elif one.has_all_diff():
        one.all_diff.exprs[0].offset = 1
    else:
        model.proto.variables[one.inverse.f_direct[1]].domain[1] = 3


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (lambda m, x: (m, x, x), "a model and 2 other values"),
        (lambda m, x: (m, {k: v for k, v in x.items() if k != (1, 1)}), "with 15 values"),
        (lambda m, x: (m, {**x, (0, 0): x[0, 1]}), "x, in which a variable occurs twice, or negated"),
        (lambda m, x: (m, [[1] * 4] * 4), "with 16 values"),
        (lambda m, x: (m, None), "x, None, with 1 values"),
    ],
)
def test_what_is_no_model_is_told(change, found):
    last = made(lambda n: change(*own_models.integers(n)), 4)
    assert found in str(last["found"])
    assert str(last["allowed"]).startswith("model, x: a CpModel")


def test_a_function_of_a_file_gives_a_model(monkeypatch):
    """From its own process, whole."""
    monkeypatch.chdir(Path(own_models.__file__).parent)
    stated = encoding_of("python:own_models.py:booleans", NINE)
    assert stated.model is not None
    assert (stated.variables, len(cpsat_model(stated, NINE).cp.proto.variables)) == ("direct", 729)
    assert takes(cpsat_model(stated, NINE), solved_grid(NINE, Random(1)).cells)
    with pytest.raises(UnsupportedError, match="is for 9×9"):
        cpsat_model(stated, FOUR)


MODEL = """
include "globals.mzn";
int: n;
int: b = round(sqrt(n));
array[1..n, 1..n] of var 1..n: x;
constraint forall(i in 1..n)(all_different([x[i, j] | j in 1..n]) /\\ all_different([x[j, i] | j in 1..n]));
%s
solve satisfy;
"""
BOXES = "constraint forall(p, q in 0..b-1)(all_different([x[p*b+i, q*b+j] | i, j in 1..b]));"
COUNTED = (
    "constraint forall(p, q in 0..b-1, d in 1..n)(sum(i, j in 1..b)(bool2int(x[p*b+i, q*b+j] = d)) = 1);"
)


@pytest.mark.skipif(which("minizinc") is None, reason="minizinc is not installed")
@pytest.mark.parametrize(("more", "sound"), [(BOXES, True), (COUNTED, True), ("", False)])
def test_a_model_in_minizinc_is_proved_or_refuted(more, sound, tmp_path):
    file = tmp_path / "mine.mzn"
    file.write_text(MODEL % more, "utf-8")
    proof = prove(str(file), FOUR)
    assert (proof.sound, proof.complete) == (sound, True)
    file.write_text("array[1..3] of var 1..3: x; solve satisfy;", "utf-8")
    with pytest.raises(EncodingError, match="no such array"):
        prove(str(file), FOUR)


def test_the_units_of_the_models_here_are_those_of_the_cube():
    assert {frozenset(r * 9 + c for r, c in unit) for unit in own_models._units(9)} == {
        frozenset(unit.cells) for unit in cube(NINE).units
    }
