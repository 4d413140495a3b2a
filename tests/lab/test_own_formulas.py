"""200 formulas, right and wrong, are proved or refuted at 4×4 as their models say.

All formulas are decided; nothing is called proved whose models are not the 288 valid grids; and each
counter-example is one.
"""

from itertools import combinations, product
from random import Random

import pytest

from sudocube.cube import Family, cube
from sudocube.encoder import Formalism, load, names
from sudocube.encoder.cnf import formula
from sudocube.encoder.own_clause_file import own_encoding
from sudocube.encoder.vocabulary import OwnClauses
from sudocube.geometry import Geometry
from sudocube.lab import ProofOutcome, prove
from tests.lab.model_enumerator import has_model, masks_of, models
from tests.lab.mutants import valid_grids_of_size_4

FOUR = Geometry.of_size(4)
ELEMENTS = 64
GRIDS = frozenset(
    frozenset(4 * cell + digit for cell, digit in enumerate(grid)) for grid in valid_grids_of_size_4()
)
CNF = map(load, names(Formalism.CNF))
DIRECT = [one for one in CNF if one.variables == "direct" and not one.per_puzzle]


def right_formula(rng: Random) -> list[list[int]]:
    """Enough halves of families, or an encoding of the catalogue; in some, more that follows."""
    if rng.random() < 0.25:
        return [list(clause) for clause in formula(rng.choice(DIRECT), FOUR).clauses]
    halves = [[True, False]] * 4
    while True:
        chosen = [[half for half in both if rng.random() < 0.4] for both in halves]
        if all(chosen) and len({half for some in chosen for half in some}) == 2:
            break
    clauses = []
    for family, some in zip(Family, chosen, strict=True):
        for line in cube(FOUR).lines_of(family):
            numbers = [element + 1 for element in line.elements]
            clauses += [numbers] if True in some else []
            clauses += [[-a, -b] for a, b in combinations(numbers, 2)] if False in some else []
    for _ in range(rng.choice((0, 0, 5, 40))):  # weaker ones, tautologies, repeated literals
        more = rng.randrange(1, ELEMENTS + 1)
        clauses.append([*rng.choice(clauses), rng.choice((more, -more))])
        clauses.append([more, -more])
        clauses.append(rng.choice(clauses) * 2)
    return clauses


def damaged(clauses: list[list[int]], rng: Random) -> list[list[int]]:
    """One slip or a few: clauses left out or changed, others added, variables exchanged."""
    clauses = [list(clause) for clause in clauses]
    kind = rng.choice((0, 1, 2, 3, 4, 5, 6, 7, 7, 7, 7, 7))
    for _ in range(rng.choice((1, 1, 2, 10))):
        at = rng.randrange(max(1, len(clauses)))
        if kind == 0 and len(clauses) > 1:
            del clauses[at]
        elif kind == 1 and clauses[at]:
            place = rng.randrange(len(clauses[at]))
            clauses[at][place] *= -1
        elif kind == 2 and clauses[at]:
            del clauses[at][rng.randrange(len(clauses[at]))]
        elif kind == 3:
            literals = rng.sample(range(1, ELEMENTS + 1), rng.randrange(1, 5))
            clauses.append([literal * rng.choice((1, -1)) for literal in literals])
        elif kind == 4:
            one, other = rng.sample(range(1, ELEMENTS + 1), 2)
            swap = {one: other, other: one, -one: -other, -other: -one}
            clauses = [[swap.get(literal, literal) for literal in clause] for clause in clauses]
        elif kind == 5 and clauses[at]:
            clauses[at][-1] = clauses[at][-1] % ELEMENTS + 1
        elif kind == 7:
            clauses = [clause for clause in clauses if rng.random() < 0.9]
        elif kind == 6:
            clauses.append([rng.choice((1, -1)) * rng.randrange(1, ELEMENTS + 20) for _ in range(3)])
    return clauses


def formula_of(seed: int) -> list[list[int]]:
    """Every third is right; clauses and literals come in any order."""
    rng = Random(seed)
    clauses = right_formula(rng)
    if seed % 3:
        clauses = damaged(clauses, rng)
    rng.shuffle(clauses)
    for clause in clauses:
        rng.shuffle(clause)
    return clauses


@pytest.mark.parametrize("seed", range(200))
def test_a_formula_is_judged_as_its_models_say(seed):
    clauses = formula_of(seed)
    own = own_encoding("mine", "mine", OwnClauses(tuple(map(tuple, clauses)), geometry=FOUR))
    proof = prove(own, FOUR, timeout=None)
    found, wrong = set(), False
    for model in models(clauses, ELEMENTS):
        found.add(model)
        wrong = wrong or model not in GRIDS
        if wrong:
            break
    masks = masks_of(clauses)
    lost = {grid for grid in GRIDS - found if not has_model(masks, grid, ELEMENTS)}
    assert (proof.sound, proof.complete) == (not wrong, not lost)
    assert (proof.outcome is ProofOutcome.PROVED) == (found == GRIDS)
    if proof.completeness.lost is not None:
        assert elements_of(proof.completeness.lost.cells) in lost
    if seed % 3 == 0:
        assert proof.outcome is ProofOutcome.PROVED


def elements_of(cells):
    return frozenset(4 * cell + digit for cell, digit in enumerate(cells))


def test_the_enumerator_finds_all_models():
    """Of random clauses, by trying all assignments."""
    for seed in range(100):
        rng = Random(seed)
        lengths = [rng.randrange(seed % 9 > 0, 4) for _ in range(rng.randrange(1, 14))]
        clauses = [[rng.choice((1, -1)) * rng.randrange(1, 7) for _ in range(length)] for length in lengths]
        expected = set()
        for values in product((1, -1), repeat=6):
            true = {sign * v for v, sign in enumerate(values, 1)}
            if all(not true.isdisjoint(clause) for clause in clauses):
                expected.add(frozenset(v for v in true if 0 < v <= 4))
        found = list(models(clauses, 4))
        assert len(found) == len(set(found))
        assert set(found) == expected
        subsets = [frozenset(v for v in range(1, 5) if number >> v & 1) for number in range(0, 32, 2)]
        assert {some for some in subsets if has_model(masks_of(clauses), some, 4)} == expected
