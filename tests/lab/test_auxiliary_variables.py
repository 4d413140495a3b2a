"""Own clauses with auxiliary variables of any number, alone or far apart, are proved like others."""

import pytest

from sudocube.geometry import Geometry
from sudocube.lab import ProofOutcome, prove, proving
from sudocube.lab.completeness import Completeness
from sudocube.lab.encoded_clauses import encoded_clauses
from tests.lab.own_formulas import own, written

FOUR, NINE = Geometry.of_size(4), Geometry.of_size(9)
UNITS = ["row", "column", "box"]


@pytest.mark.parametrize("shape", [FOUR, NINE], ids=str)
@pytest.mark.parametrize("more", [[(1_000_000,)], [(800, 1000), (-800, -1000)]], ids=str)
def test_clauses_over_auxiliary_variables_alone_are_settled_by_one_search(shape, more):
    proof = prove(own([*written(shape, ["cell"], UNITS), *more]), shape)
    assert proof.outcome is ProofOutcome.PROVED
    assert (proof.completeness.grids, proof.completeness.sampled) == (0, 0)


@pytest.mark.parametrize("shape", [FOUR, NINE], ids=str)
def test_a_contradiction_of_auxiliary_variables_alone_loses_each_grid(shape):
    more = [(800, 1000), (-800,), (-1000,)]
    proof = prove(own([*written(shape, ["cell"], UNITS), *more]), shape)
    assert (proof.sound, proof.complete) == (True, False)
    assert proof.findings is not None
    assert proof.findings.forbidding is not None
    assert sorted(map(tuple, proof.findings.forbidding.clauses)) == sorted(more)


def test_auxiliary_variables_are_numbered_without_gaps():
    """With a million of variables, each model would have a million of literals."""
    clauses = [(1, 1_000_000), (-2, -70, 5), (70, -1_000_000)]
    encoded = encoded_clauses(own(clauses), FOUR)
    assert encoded.top == 66
    assert sorted(map(tuple, encoded.clauses)) == [(-2, -65, 5), (1, 66), (65, -66)]


def test_completeness_leaves_time_for_soundness(monkeypatch):
    left = []

    def never_ends(stated, clock):
        left.append(clock.seconds_left)
        return Completeness(None)

    monkeypatch.setattr(proving, "completeness", never_ends)
    assert prove("minimal", FOUR, timeout=1000).sound
    assert left[0] < 800
