"""From an encoding to clauses: how many there are, and what they say."""

import gc
from collections import Counter
from math import comb
from random import Random

import pytest
from pysat.solvers import Solver

from sudocube.cube import Family, cube
from sudocube.encoder import Encoding, Formalism, load, names
from sudocube.encoder.at_most_one import WAYS, Clause, at_most_one
from sudocube.encoder.cnf import encoded_lines, formula
from sudocube.encoder.encoding_file import parse
from sudocube.errors import UnsupportedError
from sudocube.geometry import GEOMETRIES, Geometry
from sudocube.trusted import objection
from tests.encoder.toml_text import CNF, FAMILIES, toml
from tests.puzzles import solved_grid

NINE = Geometry(3, 3)


def stated(encoding: Encoding, shape: Geometry) -> list[tuple[str, Clause]]:
    """Every clause with the subject of the statement that says it."""
    return [
        (line.statement.subject, clause) for line in encoded_lines(encoding, shape) for clause in line.clauses
    ]


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
    all_of_them = len(stated(load(name), shape))
    found = {"variables": rules.variables, "stated": all_of_them, "once": len(rules.clauses)}
    assert found == counts(name, shape)


@pytest.mark.parametrize(
    ("name", "all_of_them", "once"),
    [("minimal", 8_829, 7_371), ("efficient", 11_745, 10_287), ("extended", 11_988, 10_530)],
)
def test_the_counts_at_size_9_are_those_of_the_lesson(name, all_of_them, once):
    """As in the table of encodings/README.md."""
    assert counts(name, NINE) == {"variables": 729, "stated": all_of_them, "once": once}


@pytest.mark.parametrize(
    ("way", "variables", "clauses"),
    [
        ("pairwise", 729, 11_988),
        ("sequential-counter", 3_321, 7_776),
        ("bitwise", 2_025, 11_988),
        ("totalizer", 10_125, 21_708),
        ("k-m-totalizer", 5_913, 10_692),
        ("cardinality-network", 12_069, 17_496),
        ("sorting-network", 41_877, 62_208),
        # PySAT's ladder, 3,969 and 11,988, without a variable and two clauses a line that say nothing.
        ("ladder", 3_969 - 324, 11_988 - 648),
        # Each line with what the ways' own tests count by hand, and the clause of "at least one".
        ("product", 729 + 324 * 6, 324 * 25),
        ("commander", 729 + 324 * 3, 324 * 25),
        ("bimander", 729 + 324 * 3, 324 * 32),
    ],
)
def test_exactly_one_on_all_lines_takes_this_much_by_each_way(way, variables, clauses):
    """At size 9; the figures of PySAT's ways are published ones."""
    encoding = parse(toml({family: {**CNF, "at_most_one": way} for family in FAMILIES}), name="m", file="m")
    assert formula(encoding, NINE).variables == variables
    assert len(stated(encoding, NINE)) == clauses


def test_no_clause_stands_there_twice():
    """In whatever order its literals are."""
    for name in ("minimal", "efficient", "extended"):
        clauses = formula(load(name), Geometry(2, 3)).clauses
        assert max(Counter(frozenset(clause) for clause in clauses).values()) == 1


def test_what_is_said_once_is_all_that_was_said():
    """The same clauses, each of them once."""
    encoding = load("extended")
    said = {frozenset(clause) for _, clause in stated(encoding, NINE)}
    assert {frozenset(clause) for clause in formula(encoding, NINE).clauses} == said


@pytest.mark.parametrize("was_on", [True, False])
def test_the_search_for_garbage_is_on_afterwards_if_it_was_before(was_on):
    """Also where there is nothing to write."""
    try:
        (gc.enable if was_on else gc.disable)()
        formula(load("minimal"), Geometry(2, 2))
        assert gc.isenabled() == was_on
        with pytest.raises(UnsupportedError):
            formula(load("cpsat/cube"), Geometry(2, 2))
        assert gc.isenabled() == was_on
    finally:
        gc.enable()


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
    said = stated(encoding, shape)
    assert {frozenset(clause) for _, clause in said} == expected
    assert len(said) == len(expected)
    assert {subject for subject, _ in said} == {family}


@pytest.mark.parametrize("left_out", FAMILIES)
def test_a_family_that_is_left_out_is_not_written(left_out):
    """All else is as before."""
    all_of_it = parse(toml(), name="m", file="m")
    less = parse(toml({family: CNF for family in FAMILIES if family != left_out}), name="m", file="m")
    assert stated(less, NINE) == [pair for pair in stated(all_of_it, NINE) if pair[0] != left_out]


def test_an_encoding_that_says_nothing_has_variables_and_no_clauses():
    """The elements are there all the same."""
    rules = formula(parse(toml({}), name="m", file="m"), NINE)
    assert (rules.variables, rules.clauses, rules.geometry) == (729, [], NINE)


@pytest.mark.parametrize("way", [way for way in WAYS if way != "pairwise"])
def test_lines_share_no_variable_of_their_own(way):
    """Neither within a family nor between two, and none is left unused between them."""
    shape = Geometry(2, 3)
    encoding = parse(toml({family: {"at_most_one": way} for family in FAMILIES}), name="m", file="m")
    elements = shape.size**3
    line_of: dict[int, int] = {}
    lines = [[e + 1 for e in line.elements] for line in cube(shape).lines]
    for number, (line, found) in enumerate(zip(lines, encoded_lines(encoding, shape), strict=True)):
        variables = {abs(literal) for clause in found.clauses for literal in clause}
        assert list(found.literals) == line
        assert variables <= {*line, *found.auxiliary}
        assert not variables.intersection(line_of)
        line_of |= dict.fromkeys(variables - set(line), number)
        alone = at_most_one(way, range(1, 7), 6)[0]
        assert len(found.clauses) == len(alone)
    assert sorted(line_of) == list(range(elements + 1, formula(encoding, shape).variables + 1))


@pytest.mark.parametrize("shape", [Geometry(2, 2), Geometry(2, 3), Geometry(3, 2)], ids=str)
def test_triads_say_each_line_in_triads(shape):
    """What is in a triad, and where the triads of a unit are, by plain arithmetic on rows and columns."""
    n, rules = shape.size, formula(load("triads"), shape)
    table = cube(shape)
    variables = n**3 + n * n * (shape.box_rows + shape.box_columns)
    assert (rules.variables, rules.meaning.declared) == (variables, variables)
    clauses = {frozenset(clause) for clause in rules.clauses}
    for index, triad in enumerate(table.triads):
        t = rules.meaning.triad(index, n)
        cells = [table.element(cell, n) + 1 for cell in triad.cells]
        assert {frozenset([-t, *cells])} | {frozenset([t, -x]) for x in cells} <= clauses
    for row in range(n):
        of_row = [i for i, triad in enumerate(table.triads) if triad.line.name == f"row {row + 1}"]
        inside = [cell for i in of_row for cell in table.triads[i].cells]
        assert sorted(inside) == list(range(row * n, row * n + n))
        assert frozenset(rules.meaning.triad(i, 1) for i in of_row) in clauses
    longest = [clause for clause in clauses if min(clause) > 0]
    # A cell has n digits; n rows, n columns and twice n boxes are made of triads, for each digit.
    assert len(longest) == n * n + 4 * n * n
    assert sum(map(len, longest)) == n**3 + n * n * 2 * (shape.box_rows + shape.box_columns)


def test_triads_are_as_many_as_published():
    """1,215 variables and 7,695 clauses at size 9, none of them twice."""
    rules = formula(load("triads"), NINE)
    assert (rules.variables, len(rules.clauses), len(stated(load("triads"), NINE))) == (1_215, 7_695, 7_695)


@pytest.mark.parametrize("which", ["pointing", "claiming"])
def test_locked_candidates_are_what_people_mean_by_them(which):
    """In box 1 and row 1: pointing clears the rest of the row, claiming the rest of the box."""
    encoding = parse('implied = ["' + which + '"]\n' + toml({}), name="m", file="m")
    said = {frozenset(clause) for _, clause in stated(encoding, NINE)}
    x = {(row, column): (row * 9 + column) * 9 + 1 for row in range(9) for column in range(9)}  # digit 1
    rest_of_row = [x[0, column] for column in range(3, 9)]
    rest_of_box = [x[row, column] for row in (1, 2) for column in range(3)]
    gone, support = (rest_of_row, rest_of_box) if which == "pointing" else (rest_of_box, rest_of_row)
    assert {frozenset([-element, *support]) for element in gone} <= said
    assert len(said) == 54 * 9 * 6


@pytest.mark.parametrize("name", names(Formalism.CNF))
def test_the_models_are_the_288_grids_of_size_4(name):
    """Told apart by the declared variables, each once; the referee accepts them all."""
    rules = formula(load(name), Geometry(2, 2))
    grids = set()
    with Solver("minisat22", bootstrap_with=rules.clauses) as solver:
        while solver.solve():
            model = solver.get_model()
            cells = [digit for (digit,) in rules.digits(model)]
            assert objection(cells, [0] * 16, 2, 2) is None
            grids.add(tuple(cells))
            solver.add_clause([-literal for literal in model[: rules.meaning.declared]])
            assert len(grids) <= 288
    assert len(grids) == 288


@pytest.mark.parametrize("name", names(Formalism.CNF))
def test_every_variable_has_a_name_of_its_own(name):
    """And the declared ones are true exactly when one of their elements is, in every grid of size 6 tried."""
    shape = Geometry(2, 3)
    rules = formula(load(name), shape)
    called = [rules.meaning.name(v) for v in range(1, rules.variables + 1)]
    assert len(set(called)) == len(called)
    table = cube(shape)
    for seed in range(3):
        grid = solved_grid(shape, Random(seed)).cells
        with Solver("minisat22", bootstrap_with=rules.clauses) as solver:
            assert solver.solve(assumptions=rules.literals(grid))
            model = solver.get_model()
        true = {table.element(cell, digit) for cell, digit in enumerate(grid)}
        for variable, elements in enumerate(rules.meaning.definitions, 1):
            assert (model[variable - 1] > 0) == (not true.isdisjoint(elements)), rules.meaning.name(variable)


def test_an_encoding_for_cp_sat_has_no_clauses():
    """It is refused by name."""
    with pytest.raises(UnsupportedError, match="cpsat/cube is an encoding in cp-sat, not in cnf"):
        formula(load("cpsat/cube"), NINE)
