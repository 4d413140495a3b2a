"""Known slips of students: they are found, undone and told; nothing is said where none explains anything."""

import pytest

from sudocube.clock import Clock
from sudocube.geometry import Geometry
from sudocube.lab.slips import known_slips
from tests.lab.own_formulas import neighbours, own, written

FOUR = Geometry.of_size(4)
UNITS = ["row", "column", "box"]


def slips_of(clauses, shape=FOUR):
    found = known_slips(own(clauses), shape, Clock())
    return None if found is None else ([hint.slip for hint in found.hints], found.mended)


@pytest.mark.parametrize("shape", [FOUR, Geometry(3, 2)], ids=str)
def test_a_slip_is_undone_and_told(shape):
    n, right = shape.size, written(shape, ["cell"], UNITS)

    def digit_first(literal):
        cell, digit = divmod(abs(literal) - 1, n)
        return (digit * n * n + cell + 1) * (1 if literal > 0 else -1)

    neighbours_in_rows = written(shape, ["cell"], ["column", "box"]) + written(shape, [], ["row"], neighbours)
    assert slips_of([map(digit_first, clause) for clause in right], shape) == (["digit-first"], True)
    assert slips_of([[-literal for literal in clause] for clause in right], shape) == (["sign-flipped"], True)
    assert slips_of(neighbours_in_rows, shape) == (["only-neighbours"], True)
    assert slips_of(written(shape, ["cell"], ["row", "column"]), shape) == (["family-forgotten"], True)
