"""From an encoding to clauses: how many there are, and what they say."""

from collections import Counter
from math import comb

import pytest
from pysat.solvers import Solver

from sudocube.cube import Family, cube
from sudocube.encoder import load
from sudocube.encoder.at_most_one import WAYS
from sudocube.encoder.catalogue import parse
from sudocube.encoder.cnf import clauses_by_family, formula
from sudocube.errors import UnsupportedError
from sudocube.geometry import GEOMETRIES, Geometry
from tests.encoder.toml_text import CNF, FAMILIES, toml

NINE = Geometry(3, 3)
SMALL = [geometry for geometry in GEOMETRIES if geometry.size <= 12]


def counts(name: str, shape: Geometry) -> dict[str, int]:
    """By arithmetic, n = size, R x C = box: variables, clauses as stated, clauses said once.

    A family has n² lines; "at least one" is a clause for each, "at most one" one for each of its pairs.
    Twice, by the box and by the row or column, is said that two cells which share both differ: a box has
    R rows of C cells and C columns of R, and there are n boxes and n digits.
    """
    n, rows, columns = shape.size, shape.box_rows, shape.box_columns
    pairs = n * n * comb(n, 2)
    twice = n * n * (rows * comb(columns, 2) + columns * comb(rows, 2))
    at_least, at_most = {"minimal": (1, 3), "efficient": (1, 4), "extended": (4, 4)}[name]
    stated = at_least * n * n + at_most * pairs
    return {"variables": n**3, "stated": stated, "once": stated - twice}


@pytest.mark.parametrize("shape", SMALL, ids=lambda g: f"{g.box_rows}x{g.box_columns}")
@pytest.mark.parametrize("name", ["minimal", "efficient", "extended"])
def test_there_are_as_many_clauses_as_arithmetic_says(name, shape):
    """For every geometry up to size 12."""
    rules = formula(load(name), shape)
    stated = sum(1 for _ in clauses_by_family(load(name), shape))
    found = {"variables": rules.variables, "stated": stated, "once": len(rules.clauses)}
    assert found == counts(name, shape)


@pytest.mark.parametrize(
    ("name", "stated", "once"),
    [("minimal", 8_829, 7_371), ("efficient", 11_745, 10_287), ("extended", 11_988, 10_530)],
)
def test_the_counts_at_size_9_are_those_of_the_lesson(name, stated, once):
    """As in the table of encodings/README.md."""
    assert counts(name, NINE) == {"variables": 729, "stated": stated, "once": once}


@pytest.mark.parametrize(
    ("way", "variables", "clauses"),
    [
        ("pairwise", 729, 11_988),
        ("sequential-counter", 3_321, 7_776),
        ("bitwise", 2_025, 11_988),
        ("ladder", 3_969, 11_988),
        ("totalizer", 10_125, 21_708),
        ("k-m-totalizer", 5_913, 10_692),
        ("cardinality-network", 12_069, 17_496),
        ("sorting-network", 41_877, 62_208),
    ],
)
def test_exactly_one_on_all_lines_takes_this_much_by_each_way(way, variables, clauses):
    """At size 9, where nothing is said twice by clauses with variables of their own."""
    encoding = parse(toml({family: {**CNF, "at_most_one": way} for family in FAMILIES}), name="m", file="m")
    assert formula(encoding, NINE).variables == variables
    assert sum(1 for _ in clauses_by_family(encoding, NINE)) == clauses


def test_no_clause_stands_there_twice():
    """In whatever order its literals are."""
    for name in ("minimal", "efficient", "extended"):
        clauses = formula(load(name), Geometry(2, 3)).clauses
        assert max(Counter(frozenset(clause) for clause in clauses).values()) == 1


def test_what_is_said_once_is_all_that_was_said():
    """The same clauses, less the repetitions."""
    encoding = load("extended")
    stated = {frozenset(clause) for _, clause in clauses_by_family(encoding, NINE)}
    assert {frozenset(clause) for clause in formula(encoding, NINE).clauses} == stated


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("statement", ["at_least_one", "at_most_one"])
def test_what_a_file_states_of_one_family_is_written_of_its_lines_and_no_others(family, statement):
    """Each line of the family once; variable e + 1 is element e."""
    shape = Geometry(2, 3)
    encoding = parse(toml({family: {statement: CNF[statement]}}), name="m", file="m")
    lines = [[e + 1 for e in line.elements] for line in cube(shape).lines_of(Family(family))]
    if statement == "at_least_one":
        expected = {frozenset(line) for line in lines}
    else:
        expected = {frozenset({-a, -b}) for line in lines for a in line for b in line if a < b}
    written = list(clauses_by_family(encoding, shape))
    assert {frozenset(clause) for _, clause in written} == expected
    assert len(written) == len(expected)
    assert {which for which, _ in written} == {Family(family)}


@pytest.mark.parametrize("left_out", FAMILIES)
def test_a_family_that_is_left_out_is_not_written(left_out):
    """All else is as before."""
    all_of_it = parse(toml(), name="m", file="m")
    less = parse(toml({family: CNF for family in FAMILIES if family != left_out}), name="m", file="m")
    kept = [pair for pair in clauses_by_family(all_of_it, NINE) if pair[0] != left_out]
    assert list(clauses_by_family(less, NINE)) == kept


def test_an_encoding_that_says_nothing_has_variables_and_no_clauses():
    """The elements are there all the same."""
    rules = formula(parse(toml({}), name="m", file="m"), NINE)
    assert (rules.variables, rules.clauses, rules.geometry) == (729, [], NINE)


@pytest.mark.parametrize("way", [way for way in WAYS if way != "pairwise"])
def test_lines_share_no_variable_of_their_own(way):
    """Neither within a family nor between two, and none is left unused between them."""
    shape = Geometry(2, 2)
    encoding = parse(toml({family: {"at_most_one": way} for family in FAMILIES}), name="m", file="m")
    of_lines: list[set[int]] = []
    line_of: dict[int, int] = {}
    lines = [frozenset(e + 1 for e in line.elements) for line in cube(shape).lines]
    alone = len(WAYS[way]([1, 2, 3, 4], 4)[0])
    clauses = [clause for _, clause in clauses_by_family(encoding, shape)]
    assert len(clauses) == alone * len(lines)
    for number, line in enumerate(lines):
        mine = clauses[number * alone : (number + 1) * alone]
        variables = {abs(literal) for clause in mine for literal in clause}
        assert variables & set(range(1, 65)) <= line
        of_lines.append({variable for variable in variables if variable > 64})
        for variable in of_lines[-1]:
            assert line_of.setdefault(variable, number) == number
    assert formula(encoding, shape).variables == max(line_of)


@pytest.mark.parametrize("name", ["minimal", "efficient", "extended"])
def test_the_models_are_the_288_grids_of_size_4(name):
    """One true element in each cell, and no model twice."""
    with Solver("minisat22", bootstrap_with=formula(load(name), Geometry(2, 2)).clauses) as solver:
        models = [tuple(literal for literal in model if literal > 0) for model in solver.enum_models()]
    assert len(set(models)) == len(models) == 288
    assert {len(model) for model in models} == {16}


def test_an_encoding_for_cp_sat_has_no_clauses():
    """It is refused by name."""
    with pytest.raises(UnsupportedError, match="cpsat/cube is an encoding in cp-sat, not in cnf"):
        formula(load("cpsat/cube"), NINE)
