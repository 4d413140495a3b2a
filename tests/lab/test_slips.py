"""Known slips of students: they are found, undone and told; nothing is said where none explains anything."""

from itertools import pairwise

import pytest

from sudocube.clock import Clock
from sudocube.geometry import Geometry
from sudocube.lab.slips import known_slips
from tests.cli.command import invoke
from tests.lab.own_formulas import dimacs_text, neighbours, own, written

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


def test_nothing_is_said_where_no_slip_explains_what_is_wrong():
    """A single clause is missing; or a counter with auxiliary variables is: no family was forgotten."""
    assert slips_of(written(FOUR, ["cell"], UNITS)[:-1]) is None
    clauses, top = written(FOUR, ["cell"], ["column", "box"]), 64
    for line in (
        range(16 * row + digit, 16 * row + digit + 13, 4) for row in range(4) for digit in range(1, 5)
    ):
        so_far = range(top + 1, top + 5)
        clauses += [(-one, some) for one, some in zip(line, so_far, strict=True)]
        clauses += [(-one, after) for one, after in pairwise(so_far)]
        top += 4
    assert slips_of(clauses) is None


def test_the_command_says_what_to_change(tmp_path):
    file = tmp_path / "mine.cnf"
    file.write_text(dimacs_text(written(FOUR, ["cell"], ["row", "column"]), 64), "utf-8")
    outcome = invoke("encodings", "prove", file, "--size", "4")
    said = 'Hint: No clause is about the boxes. Say "at least one" or "at most one" of the boxes, too.'
    assert (outcome.status, said in " ".join(outcome.out.split())) == (1, True)
    [row] = invoke("encodings", "prove", file, "--size", "4", "--json").rows
    assert (row["hints"]["mended"], [one["slip"] for one in row["hints"]["slips"]]) == (
        True,
        ["family-forgotten"],
    )
