"""Each clause has a name, and the name is true."""

import re
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudocube.cube import Family, cube
from sudocube.encoder import Formalism, load, names
from sudocube.encoder.clause_names import NamedClause, named_clauses, named_puzzle_clauses
from sudocube.encoder.cnf import formula
from sudocube.encoder.encoding_file import parse
from sudocube.encoder.puzzle_formula import puzzle_formula
from sudocube.encoder.vocabulary import OwnClauses
from sudocube.errors import UnsupportedError
from sudocube.geometry import GEOMETRIES, Geometry
from sudocube.puzzle import Puzzle
from tests.encoder.toml_text import FAMILIES, toml
from tests.puzzles import Known, clashing_puzzle, puzzles, solved_grid

FOUR = Geometry(2, 2)
CNF = names(Formalism.CNF)
SMALL = [shape for shape in GEOMETRIES if shape.size <= 9]


def lines_of(shape: Geometry) -> dict[str, set[int]]:
    """The lines of the cube by name, each with its variables; in arithmetic, not from the encoder."""
    n, found = shape.size, dict[str, set[int]]()
    for r in range(n):
        for c in range(n):
            box = r // shape.box_rows * (n // shape.box_columns) + c // shape.box_columns
            for d in range(n):
                variable = n * n * r + n * c + d + 1
                for name in (f"r{r + 1}c{c + 1}", f"row {r + 1}, digit {d + 1}"):
                    found.setdefault(name, set()).add(variable)
                for name in (f"column {c + 1}, digit {d + 1}", f"box {box + 1}, digit {d + 1}"):
                    found.setdefault(name, set()).add(variable)
    return found


def named(name: str, shape: Geometry = FOUR) -> list[NamedClause]:
    """The named clauses of an encoding of the catalogue."""
    return list(named_clauses(load(name), shape))


@pytest.mark.parametrize("shape", SMALL, ids=str)
@pytest.mark.parametrize("name", CNF)
def test_there_is_a_name_for_each_clause_of_the_formula(name, shape):
    """In the same order."""
    assert [each.clause for each in named(name, shape)] == formula(load(name), shape).clauses


@pytest.mark.parametrize("shape", SMALL, ids=str)
@pytest.mark.parametrize("name", [name for name in CNF if load(name).variables == "direct"])
def test_a_clause_is_of_the_line_in_its_name_and_says_what_its_name_says(name, shape):
    """Of all lines of the cube: at least one is the line itself, at most one is about its elements."""
    lines = lines_of(shape)
    for clause, called in named(name, shape):
        if called.family not in list(Family) or "triads" in name:
            continue
        line = lines[called.line]
        direct = {abs(literal) for literal in clause if abs(literal) <= shape.size**3}
        assert direct <= line
        if called.says == "at least one":
            assert set(clause) == line
        elif called.way == "pairwise":
            assert called.says == "at most one"
            assert [literal < 0 for literal in clause] == [True, True]
        else:
            assert called.says in ("at most one", "definition")


@pytest.mark.parametrize("name", CNF)
def test_every_name_is_of_the_catalogue_of_names(name):
    """Few words, so that a program can tell them apart."""
    for _, called in named(name):
        assert called.family in (*Family, "triads", "order", "binary", "implied")
        assert called.says in ("at least one", "at most one", "exactly one", "definition", "implied")
        assert (called.says == "definition") == bool(called.defines)


def test_a_definition_says_what_the_variable_stands_for():
    """The third variable of a running count."""
    texts = [
        f"{one.name}: {one.means}"
        for _, called in named("sequential-counter")
        if called.line == "row 1, digit 3"
        for one in called.defines
    ]
    number = re.match(r"a\[(\d+)\]", texts[-1])
    assert number is not None
    third = f"a[{number[1]}]"
    assert texts[-1] == f"{third}: true if one of x[r1c1,3], x[r1c2,3], x[r1c3,3] is true"


@pytest.mark.parametrize(
    ("name", "variable", "means"),
    [
        ("triads", "t[row 1,box 1,4]", "true if r1c1 or r1c2 holds 4"),
        ("order-direct", "y[r1c1≤3]", "true if r1c1 holds 1, 2 or 3"),
        ("ladder", "a[1]", "false if x[r1c1,1] is true"),
        ("commander", "a[1]", "true if one of x[r1c1,1], x[r1c1,2], x[r1c1,3] is true"),
        ("sorting-network", "a[2]", "true if both of x[r1c1,1], x[r1c1,2] are true"),
        ("bitwise", "a[1]", "true if one of x[r1c1,3], x[r1c1,4] is true"),
    ],
)
def test_what_auxiliary_variables_of_other_kinds_stand_for(name, variable, means):
    """At size 4; commanders begin at 6 literals only, so they are looked at in a larger grid."""
    shape = Geometry(3, 3) if name == "commander" else FOUR
    found = {one.name: one.means for _, called in named(name, shape) for one in called.defines}
    assert found[variable] == means


@pytest.mark.parametrize("way", ["sequential-counter", "product", "totalizer", "ladder"])
def test_in_each_line_the_clauses_that_are_no_definitions_keep_two_elements_apart(way):
    """With all definitions, and no two elements are both true."""
    text = toml({family: {"at_most_one": way} for family in FAMILIES})
    shape = Geometry(3, 3)
    rules = list(named_clauses(parse(text, name="m", file="m"), shape))
    line = lines_of(shape)["column 4, digit 7"]
    of_line = [each for each in rules if each.name.line == "column 4, digit 7"]
    assert {each.name.says for each in of_line} == {"at most one", "definition"}
    for one, other in combinations(sorted(line), 2):
        true = {one, other, *(-v for v in line - {one, other})}
        settled = closure([each.clause for each in of_line if each.name.says == "definition"], true)
        apart = [each.clause for each in of_line if each.name.says == "at most one"]
        assert any(all(-literal in settled for literal in clause) for clause in apart)


def closure(clauses, true):
    """What follows by unit propagation."""
    true, before = set(true), set[int]()
    while before != true:
        before = set(true)
        for clause in clauses:
            left = [literal for literal in clause if -literal not in true]
            if len(left) == 1:
                true.add(left[0])
    return true


@pytest.mark.parametrize("name", CNF)
@settings(max_examples=10)
@given(known=puzzles(max_size=6, limit=40))
def test_the_clauses_of_a_puzzle_have_names_in_their_order(name, known: Known):
    """Reduced or not; the numbers in definitions are those of the formula."""
    encoding, puzzle = load(name), known.puzzle
    of = puzzle_formula(encoding, puzzle)
    found = list(named_puzzle_clauses(encoding, puzzle))
    assert [list(each.clause) for each in found] == [list(clause) for clause in of.clauses]
    for clause, called in found:
        for one in called.defines:
            assert one.number in map(abs, clause)
            assert of.name(one.number) == one.name


@pytest.mark.parametrize("name", ["extended", "order", "binary"])
def test_clues_are_named_by_their_cells(name):
    """Also where a clue is several literals: two of order variables, or the bits."""
    puzzle = Puzzle("1... ..2. .3.. ...4")
    of = puzzle_formula(load(name), puzzle)
    clues = [each for each in named_puzzle_clauses(load(name), puzzle) if each.name.family == "clue"]
    by_cell: dict[str, list[int]] = {}
    for clause, called in clues:
        by_cell.setdefault(str(called), []).extend(clause)
    assert list(by_cell) == ["r1c1: clue", "r2c3: clue", "r3c2: clue", "r4c4: clue"]
    assert [sorted(each) for each in by_cell.values()] == [
        sorted(of.literals([digit if at == cell else 0 for at in range(16)]))
        for cell, digit in puzzle.clues.items()
    ]


def test_a_reduced_clause_says_how_many_literals_it_has_lost():
    """Row 1 holds a 1 in its first cell; the others lose what that makes false."""
    puzzle = Puzzle("1... .... .... ....")
    found = list(named_puzzle_clauses(load("optimised"), puzzle))
    whole = {
        each.name.line: len(each.clause) for each in named("optimised") if each.name.says == "at least one"
    }
    lost = [each for each in found if each.name.removed]
    assert lost
    for clause, called in found:
        if called.says == "at least one":
            assert len(clause) + called.removed == whole[called.line]
    texts = {str(called) for _, called in lost}
    assert "r1c2: at least one, without 1 that clues make false" in texts


@pytest.mark.parametrize("way", ["ladder", "commander", "sorting-network"])
def test_definitions_in_a_reduced_formula_have_its_numbers(way):
    """Auxiliary variables are numbered again, without gaps."""
    text = toml({family: {"at_least_one": "clause", "at_most_one": way} for family in FAMILIES})
    encoding = parse(f'per_puzzle = "fixed-cells"\n{text}', name="m", file="m")
    puzzle = Puzzle("1" + "." * 80)
    of = puzzle_formula(encoding, puzzle)
    defined = {one for _, called in named_puzzle_clauses(encoding, puzzle) for one in called.defines}
    assert len(defined) > 100
    assert [of.name(one.number) for one in defined] == [one.name for one in defined]


@given(seed=st.integers(0, 10**6), unit=st.sampled_from(["row", "column", "box"]))
def test_clues_that_leave_a_clause_empty_are_named_as_a_clash(seed, unit):
    """Two unit clauses stand for it."""
    rng = Random(seed)
    puzzle, _ = clashing_puzzle(solved_grid(FOUR, rng), rng, unit)
    of = puzzle_formula(load("optimised"), puzzle)
    found = list(named_puzzle_clauses(load("optimised"), puzzle))
    assert len(found) == len(of.clauses)
    last, before = found[-1], found[-2]
    assert [*last.clause] == [-literal for literal in before.clause]
    assert last.name.family == "clue"
    assert re.fullmatch(r"(r\dc\d|(row|column|box) \d, digit \d): the clues clash", str(last.name))


def test_clauses_of_a_users_own_have_their_numbers_and_text_lines():
    """Duplicates are written once, so the numbers have gaps."""
    own = OwnClauses(((1, 2), (2, 1), (-1, -1), (3, -3), ()), (2, 3, 4, 4, 7))
    encoding = own_encoding(own)
    assert [str(called) for _, called in named_clauses(encoding, FOUR)] == [
        "clause 1 (text line 2): r1c1 holds 1 or 2",
        "clause 3 (text line 4): r1c1 does not hold 1",
        "clause 4 (text line 4): always true: r1c1 holds 3 or not",
        "clause 5 (text line 7): it has no literal, so nothing makes it true",
    ]
    assert [each.clause for each in named_clauses(encoding, FOUR)] == formula(encoding, FOUR).clauses


def own_encoding(own: OwnClauses):
    """An encoding of these clauses."""
    from dataclasses import replace

    from sudocube.encoder.vocabulary import OWN

    return replace(load("minimal"), name="mine.cnf", statements=(OWN,), own=own)


def test_an_encoding_without_clauses_has_no_names():
    with pytest.raises(UnsupportedError, match="cpsat/cube"):
        next(named_clauses(load("cpsat/cube"), FOUR))


def test_names_hold_up_to_the_largest_size():
    """The first clauses of a 25×25, and of one of its long lines."""
    shape = Geometry(5, 5)
    first = next(named_clauses(load("extended"), shape))
    assert (len(first.clause), str(first.name)) == (25, "r1c1: at least one")
    assert len(cube(shape).lines) == 4 * 25**2
    listed = next(
        one.means
        for _, called in named_clauses(load("sequential-counter"), shape)
        for one in called.defines
        if one.name == "a[12]"
    )
    assert listed == "true if one of x[r1c1,1], x[r1c1,2], …, x[r1c1,C] is true"
