"""Damaged encodings are refuted, unless they still say the rules.

At size 4 every mutant is refuted by a counter-example that is checked here, or it is proved, and then its
models are the 288 valid grids by a count that is made here. At sizes 6 and 9 some may stay undecided within
the time limit. A run tries some of the mutants; `--all-mutants` tries all.
"""

from collections import Counter
from random import Random

import pytest
from ortools.sat.python.cp_model import CpSolver, CpSolverSolutionCallback
from pysat.solvers import Solver

from sudocube.clock import Clock
from sudocube.encoder import Formalism, load, names
from sudocube.encoder.cpsat_model import CpSatModel, cpsat_model
from sudocube.engines.cpsat_engine import SETTINGS
from sudocube.geometry import Geometry
from sudocube.lab.completeness import completeness
from sudocube.lab.cpsat_proofs import cpsat_completeness, cpsat_soundness
from sudocube.lab.encoded_clauses import EncodedClauses
from sudocube.lab.soundness import soundness
from sudocube.lab.violations import CounterGrid
from sudocube.puzzle import Grid
from sudocube.trusted import objection
from tests.lab.mutants import Mutant, loses_none, mutants, says_the_rules, valid_grids_of_size_4
from tests.puzzles import solved_grid

LIMIT = {4: 60.0, 6: 2.0, 9: 2.0}
"""Seconds for soundness and for completeness, by size; most take a tenth of that."""


def objection_to(grid) -> str | None:
    """What the referee says of a grid without clues."""
    return objection(grid.cells, bytes(len(grid.cells)), grid.geometry.box_rows, grid.geometry.box_columns)


def has_model_with(encoded: EncodedClauses, cells) -> bool:
    """Whether the clauses have a model in which the cells hold these digits, and blanks hold none."""
    with Solver("glucose4", bootstrap_with=encoded.clauses) as solver:
        for cell, digit in enumerate(cells):
            spelt = [encoded.meaning.elements[encoded.cube.element(cell, d)] for d in encoded.geometry.digits]
            solver.append_formula(
                [[literal] for literal in spelt[digit - 1]]
                if digit
                else [[-literal for literal in one] for one in spelt]
            )
        return bool(solver.solve())


def outcome_of(mutant: Mutant) -> str:
    """What the laboratory says; counter-examples are checked without it."""
    encoded = mutant.make()
    limit = LIMIT[encoded.geometry.size]
    complete, sound = completeness(encoded, Clock(limit)), soundness(encoded, Clock(limit))
    if sound.counter_grid is not None:
        assert objection_to(sound.counter_grid.grid) is not None, mutant.damage
        assert has_model_with(encoded, sound.counter_grid.grid.cells), mutant.damage
    if complete.lost is not None:
        assert objection_to(complete.lost) is None, mutant.damage
        assert not has_model_with(encoded, complete.lost.cells), mutant.damage
    if encoded.geometry.size == 4:
        assert complete.holds == loses_none(encoded), mutant.damage
    assert (sound.counter_grid is not None, complete.lost is not None) == (
        sound.holds is False,
        complete.holds is False,
    )
    if sound.counter_grid or complete.lost:
        return "refuted"
    return "proved" if sound.holds and complete.holds else "undecided"


def chosen(request, name: str, size: int, count: int) -> list[Mutant]:
    """`count` mutants of an encoding, or all."""
    found = list(mutants(load(name), Geometry.of_size(size), Random(name)))
    return found if request.config.getoption("--all-mutants") else Random(name).sample(found, count)


@pytest.mark.parametrize("name", names(Formalism.CNF))
def test_at_size_4_every_mutant_is_refuted_or_has_the_288_valid_grids(name, request, record_property):
    counts: Counter[str] = Counter()
    for mutant in chosen(request, name, 4, 6):
        outcome = outcome_of(mutant)
        assert outcome in ("refuted", "proved"), mutant.damage
        if outcome == "proved":
            assert says_the_rules(mutant.make()), mutant.damage
        counts[outcome] += 1
    record_property("mutants of size 4", dict(counts))


@pytest.mark.parametrize("size", [6, 9])
@pytest.mark.parametrize("name", names(Formalism.CNF))
def test_at_other_sizes_a_counter_example_is_genuine_and_a_proof_is_true_of_a_grid(
    name, size, request, record_property
):
    """A proof is tried on a random grid: it is a solution, and with two cells swapped it is not."""
    counts: Counter[str] = Counter()
    for mutant in chosen(request, name, size, 1):
        outcome = outcome_of(mutant)
        if outcome == "proved":
            encoded = mutant.make()
            cells = list(solved_grid(encoded.geometry, Random(name)).cells)
            assert has_model_with(encoded, cells), mutant.damage
            cells[:2] = reversed(cells[:2])
            assert not has_model_with(encoded, cells), mutant.damage
        counts[outcome] += 1
    record_property(f"mutants of size {size}", dict(counts))


def test_most_mutants_are_wrong_and_some_are_not():
    """Otherwise the tests above would show little. The minimal encoding has redundant clauses."""
    found = [outcome_of(mutant) for mutant in mutants(load("minimal"), Geometry.of_size(4), Random(1))]
    assert Counter(found) == {"refuted": 26, "proved": 6}


def damaged_models(name: str):
    """A CP-SAT encoding without one of its statements, constraints, or values."""
    encoding, shape = load(name), Geometry.of_size(4)
    for statement in encoding.statements:
        yield f"without {statement.key}", cpsat_model(encoding.without(statement), shape)
    if name != "cpsat/inverse":  # there it would leave variables free: 256 solutions for each grid
        damaged = cpsat_model(encoding, shape)
        constraint = damaged.cp.proto.constraints[0]
        constraint.copy_from(type(constraint)())
        yield "without its first constraint", damaged
    damaged = cpsat_model(encoding, shape)
    domain = damaged.cp.proto.variables[0].domain
    domain[1] = domain[1] - 1
    yield "without a value", damaged


class Collected(CpSolverSolutionCallback):
    """The grids of all solutions; `wrong` counts those in which a cell holds no digit, or several."""

    def __init__(self, rules: CpSatModel) -> None:
        super().__init__()
        self.rules = rules
        self.grids: set[bytes] = set()
        self.wrong = 0

    def on_solution_callback(self) -> None:
        values = list(self.response_proto.solution)
        if self.rules.direct:
            cells = [[d for d in range(1, 5) if values[4 * cell + d - 1]] for cell in range(16)]
            self.wrong += any(len(held) != 1 for held in cells)
            values = [(held or [0])[0] for held in cells]
        self.grids.add(bytes(values[:16]))


def grids_of(rules: CpSatModel) -> set[bytes]:
    """All solutions of a model of size 4."""
    solver, found = CpSolver(), Collected(rules)
    for setting, value in SETTINGS.items():
        setattr(solver.parameters, setting, value)
    solver.solve(rules.cp, found)
    assert found.wrong == 0
    return found.grids


@pytest.mark.parametrize("name", names(Formalism.CP_SAT))
def test_mutants_of_cp_sat_encodings_are_refuted_or_have_the_288_grids(name, request, record_property):
    counts: Counter[str] = Counter()
    damaged = list(damaged_models(name))
    if not request.config.getoption("--all-mutants"):
        damaged = Random(name).sample(damaged, 1)
    for damage, rules in damaged:
        sound = cpsat_soundness(rules, Clock(LIMIT[4]))
        complete = cpsat_completeness(rules, Clock(LIMIT[4]))
        if isinstance(sound.counter_grid, CounterGrid):
            assert objection_to(sound.counter_grid.grid) is not None, damage
            counts["refuted"] += 1
        elif isinstance(complete.lost, Grid):
            assert objection_to(complete.lost) is None, damage
            assert complete.lost.cells not in grids_of(rules), damage
            counts["refuted"] += 1
        else:
            assert (sound.holds, complete.holds) == (True, True), damage
            assert grids_of(rules) == valid_grids_of_size_4(), damage
            counts["proved"] += 1
    record_property("mutants of CP-SAT encodings, size 4", dict(counts))
