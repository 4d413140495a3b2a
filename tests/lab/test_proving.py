"""Proofs of the catalogue, and refutations of encodings with mistakes."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from sudocube.clock import Clock
from sudocube.encoder import Formalism, load, names
from sudocube.geometry import Geometry
from sudocube.lab import ProofOutcome, prove
from sudocube.lab.encoded_clauses import encoded_clauses, random_grids
from sudocube.lab.proving import redundant_statements
from sudocube.lab.soundness import ViolationKind, soundness
from sudocube.puzzle import Board, Puzzle
from sudocube.verdict import referee
from tests.counted_clock import CountedClock
from tests.lab.own_formulas import own, written

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "encodings"
FOUR, SIX, NINE = map(Geometry.of_size, (4, 6, 9))


def objection_to(board: Board) -> str | None:
    """What the referee says of a board without clues."""
    return referee(board, Puzzle.of_clues({}, board.geometry))


@pytest.mark.parametrize("name", names())
def test_every_encoding_of_the_catalogue_is_proved_at_size_4(name):
    proof = prove(name, FOUR, timeout=None)
    assert (proof.outcome, proof.sound, proof.complete) == (ProofOutcome.PROVED, True, True)
    assert proof.counterexample is None


@pytest.mark.parametrize("name", ["minimal", "triads", "order", "commander"])
def test_encodings_of_each_kind_are_proved_at_other_sizes(name):
    """With boxes that are taller than wide: the proofs need no square boxes."""
    assert prove(name, Geometry(3, 2), timeout=None).outcome is ProofOutcome.PROVED


@pytest.mark.slow
@pytest.mark.parametrize("size", [6, 9])
def test_every_cnf_encoding_is_proved_at_other_sizes(size):
    for name in names(Formalism.CNF) if size == 6 else ("minimal", "dual", "triads", "binary", "ladder"):
        assert prove(name, Geometry.of_size(size), timeout=None).outcome is ProofOutcome.PROVED, name


@pytest.mark.slow
@pytest.mark.parametrize("name", names(Formalism.CP_SAT))
def test_a_cp_sat_encoding_is_proved_at_size_9(name):
    """Constraint by constraint; no grid is sampled."""
    proof = prove(name, NINE, timeout=None)
    assert (proof.outcome, proof.sound, proof.complete) == (ProofOutcome.PROVED, True, True)
    assert proof.completeness.sampled_grids == 0


@pytest.mark.parametrize("shape", [FOUR, NINE], ids=str)
def test_an_encoding_without_at_most_one_is_refuted_by_a_grid_that_is_not_valid(shape):
    """The rules as people state them allow two digits in a cell."""
    proof = prove(str(EXAMPLES / "unsound.toml"), shape)
    assert (proof.outcome, proof.sound, proof.complete) == (ProofOutcome.REFUTED, False, True)
    assert proof.soundness.counter_grid is not None
    assert proof.counterexample == proof.soundness.counter_grid.grid
    assert objection_to(proof.counterexample) is not None
    assert proof.soundness.counter_grid.crowded


@pytest.mark.parametrize("shape", [FOUR, NINE], ids=str)
def test_breaking_a_symmetry_loses_valid_grids(shape):
    """And the statement that loses one is named."""
    proof = prove(str(EXAMPLES / "incomplete.toml"), shape)
    assert (proof.outcome, proof.sound, proof.complete) == (ProofOutcome.REFUTED, True, False)
    assert proof.counterexample is not None
    assert objection_to(proof.counterexample) is None
    assert list(proof.counterexample.cells[: shape.size]) != list(shape.digits)
    assert proof.completeness.lost_by == "implied.first-row-in-order: row 1"


def test_without_time_it_is_undecided_and_neither_proved_nor_refuted():
    proof = prove("extended", NINE, timeout=1e-9)
    assert (proof.outcome, proof.sound, proof.complete) == (ProofOutcome.UNDECIDED, None, None)
    assert {violation.kind for violation in proof.soundness.open} == set(ViolationKind)


@pytest.mark.parametrize("name", ["extended", "optimised", "cpsat/cube"])
def test_whenever_time_runs_out_nothing_is_refuted_and_every_violation_is_accounted_for(name, monkeypatch):
    """Each is ruled out by one argument, or open: none is counted twice, and none is lost."""
    whole = CountedClock()
    monkeypatch.setattr("sudocube.lab.proving.Clock", lambda seconds, progress: whole)
    proved = prove(name, FOUR)
    assert proved.outcome is ProofOutcome.PROVED
    ways = {kind: sum(counts.values()) for kind, counts in proved.soundness.arguments.items()}
    for most in sorted({0, 1, *range(2, whole.looks, max(1, whole.looks // 8))}):
        clock = CountedClock(most)
        monkeypatch.setattr("sudocube.lab.proving.Clock", lambda seconds, progress, clock=clock: clock)
        found = prove(name, FOUR)
        assert found.outcome in (ProofOutcome.UNDECIDED, ProofOutcome.SAMPLED)
        for kind, counts in found.soundness.arguments.items():
            still = sum(violation.kind is kind for violation in found.soundness.open)
            assert sum(counts.values()) + still == ways[kind]


def test_redundant_statements_can_be_left_out_alone_and_some_of_them_together():
    """In the extended encoding each of the eight; four are enough, and none of those can be left out."""
    extended = load("extended")
    found = redundant_statements(extended, FOUR, Clock())
    assert (found.redundant, found.undecided) == (extended.statements, ())
    assert found.needed == {}
    assert found.is_settled
    rest = extended
    for statement in set(extended.statements) - set(found.enough):
        rest = rest.without(statement)
    assert soundness(encoded_clauses(rest, FOUR), Clock()).holds
    for statement in found.enough:
        assert soundness(encoded_clauses(rest.without(statement), FOUR), Clock()).holds is False


def test_a_reduction_by_rules_that_the_encoding_lacks_loses_no_valid_grid():
    """Latin squares: the reduction also drops what the clues rule out in boxes; no valid grid needs that."""
    minimal = load("minimal")
    latin = replace(minimal.without(minimal.statements[-1]), per_puzzle="fixed-cells")
    proof = prove(latin, FOUR)
    assert (proof.sound, proof.complete) == (False, True)


@pytest.mark.parametrize("shape", [SIX, Geometry(3, 2), NINE], ids=str)
def test_random_grids_are_valid_and_differ(shape):
    grids = list(random_grids(shape, 5, Clock(), seed=Random(1).randrange(100)))
    assert [objection_to(grid) for grid in grids] == 5 * [None]
    assert len(set(grids)) == 5


@pytest.mark.parametrize(("is_defined", "groups"), [(True, 0), (False, 6)], ids=["defined", "implied"])
def test_auxiliary_variables_that_clauses_of_several_lines_share_are_decided(is_defined, groups):
    """True if a digit is in the first triad of a row, and perhaps only then; about a row and a box."""
    clauses = written(NINE, ["cell"], ["row", "column", "box"])
    for digit in range(1, 10):
        triad = [9 * cell + digit for cell in range(3)]
        others = [9 * cell + digit for cell in (*range(3, 9), 9, 10, 11, 18, 19, 20)]
        clauses += [(729 + digit, -one) for one in triad]
        clauses += [(-729 - digit, *triad)] * is_defined
        clauses += [(-729 - digit, -one) for one in others]
    right = [*clauses, (-730, -731, -732, -733)]  # four digits in three cells
    proof = prove(own(right), NINE, timeout=None)
    assert (proof.outcome, proof.completeness.settable_lines) == (ProofOutcome.PROVED, groups)
    lost = prove(own([*clauses, (-730, -731, -732)]), NINE, timeout=None).completeness.lost
    assert lost is not None
    assert objection_to(lost) is None
    assert set(lost.cells[:3]) == {1, 2, 3}
