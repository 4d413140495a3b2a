"""Counting: what is ruled out at size 4 is impossible, by a solver; at size 9 it needs no search."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver

from sudocube.clock import Clock
from sudocube.cube import Family, cube
from sudocube.geometry import Geometry
from sudocube.lab import prove
from sudocube.lab.proving import ProofOutcome
from sudocube.lab.soundness import Argument, ViolationKind, ruled_out_by_counting, violations
from sudocube.report.document import plain
from sudocube.report.lab import proof_document
from tests.lab.own_formulas import own, written

FOUR, NINE = Geometry.of_size(4), Geometry.of_size(9)
UNITS = ["row", "column", "box"]
ALL = list(violations(cube(FOUR)))


@settings(max_examples=15)
@given(st.sets(st.integers(0, len(ALL) - 1), max_size=60), st.sets(st.sampled_from(list(ViolationKind))))
def test_whatever_is_open_nothing_is_ruled_out_that_is_possible(some, kinds):
    """All violations but the open ones are forbidden by clauses; a solver tries each that is ruled out."""
    units = cube(FOUR).units
    assert_ruled_out_is_impossible(some, kinds, [])
    assert_ruled_out_is_impossible(some, kinds, units[: len(some) % len(units)])


def assert_ruled_out_is_impossible(some, kinds, full) -> int:
    """How many are ruled out; clauses say that each digit is in the units `full`."""
    open_ones = [v for number, v in enumerate(ALL) if number in some or v.kind in kinds]
    clauses = [
        [-literal for literal in violation.literals(cube(FOUR))]
        for violation in ALL
        if violation not in set(open_ones)
    ]
    clauses += [[4 * cell + digit for cell in unit.cells] for unit in full for digit in FOUR.digits]
    known = {(unit.family, unit.index) for unit in full}
    found = ruled_out_by_counting(
        cube(FOUR), open_ones, lambda line: (line.family, line.index) in known, Clock()
    )
    with Solver("glucose4", bootstrap_with=clauses) as solver:
        for violation in found:
            broken = violation.literals(cube(FOUR))
            assert not solver.solve(assumptions=broken), violation.in_words(FOUR)
    return len(found)


def without_units(family: str, units: set[int]) -> list[tuple[int, ...]]:
    """The minimal encoding without the pairs of some units of a family, but with those of other families."""
    others = [one for one in UNITS if one != family]
    gone = [line for line in cube(NINE).lines_of(Family(family)) if line.index in units]
    of_others = set(written(NINE, ["cell"], others))
    return [
        clause
        for clause in written(NINE, ["cell"], UNITS)
        if clause in of_others
        or not any({-literal - 1 for literal in clause}.issubset(line.elements) for line in gone)
    ]


@pytest.mark.parametrize("boxes", [{8}, {0, 4}, {0, 1}], ids=str)
def test_boxes_that_follow_from_the_others_by_counting_are_proved(boxes):
    """One, two in different bands, two in a band: what is left of a band or a stack is counted."""
    proof = prove(own(without_units("box", boxes)), NINE, timeout=None)
    assert proof.outcome is ProofOutcome.PROVED
    counts = proof.soundness.arguments[ViolationKind.REPEATED_DIGIT]
    assert (counts[Argument.COUNTING] > 0, counts[Argument.SEARCH]) == (True, 0)
    assert "a band" in plain(proof_document(proof))


def test_four_boxes_in_a_square_do_not_follow():
    """Two bands by two stacks: digits can be exchanged between them."""
    proof = prove(own(without_units("box", {0, 1, 3, 4})), NINE, timeout=None)
    assert proof.sound is False
