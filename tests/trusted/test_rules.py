"""The formula of the trusted code: its solutions are the solved grids, and it does not use the cube."""

import pytest

from sudocube.encoder import load
from sudocube.encoder.cnf import formula
from sudocube.geometry import Geometry
from sudocube.trusted import dimacs, rules_of
from sudocube.trusted.rules import members


def clauses_of(text: str) -> list[list[int]]:
    """The clauses of a DIMACS text, whose header is right."""
    header, *lines = text.splitlines()
    clauses = [[int(word) for word in line.split()] for line in lines]
    assert all(clause[-1] == 0 and 0 not in clause[:-1] for clause in clauses)
    variables = max(abs(literal) for clause in clauses for literal in clause)
    assert header == f"p cnf {variables} {len(clauses)}"
    return [clause[:-1] for clause in clauses]


@pytest.mark.parametrize("geometry", [Geometry(2, 2), Geometry(3, 2), Geometry(2, 4)], ids=str)
def test_its_clauses_are_those_of_the_extended_encoding(geometry):
    """The expected clauses are written independently here; each occurs once."""
    rules = rules_of(geometry.box_rows, geometry.box_columns)
    mine = [tuple(sorted(clause)) for clause in clauses_of(dimacs(rules, [0] * geometry.cell_count, None))]
    assert len(set(mine)) == len(mine)
    assert set(mine) == {tuple(sorted(clause)) for clause in formula(load("extended"), geometry).clauses}


@pytest.mark.parametrize("geometry", [Geometry(2, 3), Geometry(3, 3), Geometry(4, 3)], ids=str)
def test_lines_have_n_members_and_every_variable_is_on_four(geometry):
    n = geometry.size
    rules = rules_of(geometry.box_rows, geometry.box_columns)
    assert len(rules.lines) == 4 * n * n
    on = [0] * (n**3 + 1)
    for line in rules.lines.values():
        assert line.bit_count() == n
        for variable in members(line):
            on[variable] += 1
    assert on == [0] + [4] * n**3


def test_clues_and_the_solution_that_is_forbidden_come_last():
    rules = rules_of(2, 2)
    *_, first, second, other = clauses_of(dimacs(rules, [1, *[0] * 14, 4], [1] * 15 + [4]))
    assert (first, second) == ([1], [64])
    assert other == [-(4 * cell + 1) for cell in range(15)] + [-64]


def test_names_are_what_people_call_things():
    rules = rules_of(2, 3)
    assert members(rules.lines["r1c2"]) == [7, 8, 9, 10, 11, 12]
    assert members(rules.lines["2@r1"]) == [2, 8, 14, 20, 26, 32]
    assert members(rules.lines["2@b2"]) == [20, 26, 32, 56, 62, 68]
    assert (rules.literals["r1c2=3"], rules.literals["r1c2!=3"]) == ((1 << 9, 0), (0, 1 << 9))
    assert "A@r16" in rules_of(4, 4).lines
    assert rules_of(5, 5).literals["r25c25=P"] == (1 << Geometry(5, 5).size ** 3, 0)
