"""Each clause has a name, the name is true, and clauses are found by their place."""

import re
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudocube.cube import Family, cube
from sudocube.encoder import Formalism, load, names
from sudocube.encoder.clause_names import (
    NamedClause,
    clauses_by_line,
    definitions_in,
    named_clauses,
    named_puzzle_clauses,
)
from sudocube.encoder.clause_places import clauses_about, clauses_of
from sudocube.encoder.clause_recognition import ClauseForm, line_name, recognised
from sudocube.encoder.cnf import formula
from sudocube.encoder.encoding_file import parse
from sudocube.encoder.puzzle_formula import puzzle_formula
from sudocube.encoder.vocabulary import OWN, OwnClauses
from sudocube.errors import FormatError, UnsupportedError
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from tests.encoder.toml_text import FAMILIES, toml
from tests.puzzles import Known, clashing_puzzle, puzzles, solved_grid

FOUR, SIX, SIXTEEN = Geometry(2, 2), Geometry(2, 3), Geometry(4, 4)
CNF = names(Formalism.CNF)


def lines_of(shape: Geometry) -> dict[str, set[int]]:
    """The lines of the cube by name, each with its variables; in arithmetic, not from the encoder."""
    n, found = shape.size, dict[str, set[int]]()
    for r in range(n):
        for c in range(n):
            box = r // shape.box_rows * (n // shape.box_columns) + c // shape.box_columns
            for d in range(n):
                places = [f"row {r + 1}", f"column {c + 1}", f"box {box + 1}"]
                for name in (f"r{r + 1}c{c + 1}", *(f"{place}, digit {d + 1}" for place in places)):
                    found.setdefault(name, set()).add(n * n * r + n * c + d + 1)
    return found


def named(name: str, shape: Geometry = FOUR) -> list[NamedClause]:
    """The named clauses of an encoding of the catalogue."""
    return list(named_clauses(load(name), shape))


@pytest.mark.parametrize("name", CNF)
def test_there_is_a_true_name_for_each_clause_of_the_formula(name):
    """In the same order: at least one is the line itself, at most one is about its elements."""
    is_direct = load(name).variables == "direct" and name != "triads"
    for shape in (FOUR, SIX):
        found, lines = named(name, shape), lines_of(shape)
        assert [each.clause for each in found] == formula(load(name), shape).clauses
        for clause, called in found:
            assert called.family in (*Family, "triads", "order", "binary", "implied")
            assert called.says in ("at least one", "at most one", "exactly one", "definition", "implied")
            assert (called.says == "definition") == bool(called.defines)
            if not is_direct or called.family not in list(Family):
                continue
            line = lines[called.line]
            assert {abs(literal) for literal in clause if abs(literal) <= shape.size**3} <= line
            if called.says == "at least one":
                assert set(clause) == line
            elif called.way == "pairwise":
                assert [literal < 0 for literal in clause] == [True, True]


@pytest.mark.parametrize(
    ("name", "size", "variable", "means"),
    [
        ("triads", 4, "t[row 1,box 1,4]", "true if r1c1 or r1c2 holds 4"),
        ("order-direct", 4, "y[r1c1≤3]", "true if r1c1 holds 1, 2 or 3"),
        ("ladder", 4, "a[1]", "false if x[r1c1,1] is true"),
        ("commander", 9, "a[1]", "true if one of x[r1c1,1], x[r1c1,2], x[r1c1,3] is true"),
        ("sorting-network", 4, "a[2]", "true if both of x[r1c1,1], x[r1c1,2] are true"),
        ("bitwise", 4, "a[1]", "true if one of x[r1c1,3], x[r1c1,4] is true"),
        ("sequential-counter", 25, "a[12]", "true if one of x[r1c1,1], x[r1c1,2], …, x[r1c1,C] is true"),
        ("k-m-totalizer", 4, "a[2]", "true if one of x[r1c1,1], x[r1c1,2] is true, unless a[6] is"),
        ("k-m-totalizer", 4, "a[3]", "true if one of x[r1c1,3], x[r1c1,4] is true, unless a[5] is"),
    ],
)
def test_a_definition_says_what_the_variable_stands_for(name, size, variable, means):
    clauses = named_clauses(load(name), Geometry.of_size(size))
    assert next(one.means for _, called in clauses for one in called.defines if one.name == variable) == means


def test_names_in_words():
    """Of a clause, of the run of clauses of a line, and of all variables that a line defines."""
    found = named("sequential-counter")
    runs = [*clauses_by_line(found)]
    assert [clause for _, run in runs for clause in run] == found
    name, run = runs[16]
    assert (str(name), len(run)) == ("r1c1: at most one (sequential-counter)", 8)
    assert [(one.number, one.name) for one in definitions_in(run)] == [
        (65, "a[1]"),
        (66, "a[2]"),
        (67, "a[3]"),
    ]
    assert str(run[0].name) == "r1c1: definition of a[1] (sequential-counter)"
    assert str(found[0].name) == "r1c1: at least one"


@pytest.mark.parametrize("way", ["sequential-counter", "product", "ladder"])
def test_in_each_line_the_clauses_that_are_no_definitions_keep_two_elements_apart(way):
    """With all definitions, and no two elements are both true."""
    encoding = parse(toml({family: {"at_most_one": way} for family in FAMILIES}), name="m", file="m")
    line = sorted(lines_of(Geometry(3, 3))["column 4, digit 7"])
    of_line = [one for one in named_clauses(encoding, Geometry(3, 3)) if one.name.line == "column 4, digit 7"]
    assert {each.name.says for each in of_line} == {"at most one", "definition"}
    apart = [each.clause for each in of_line if each.name.says == "at most one"]
    for pair in combinations(line, 2):
        true, before = {*pair, *(-v for v in line if v not in pair)}, set[int]()
        while before != true:
            before = set(true)
            for each in of_line:
                left = [literal for literal in each.clause if -literal not in true]
                true |= set(left) if each.name.says == "definition" and len(left) == 1 else set()
        assert any(all(-literal in true for literal in clause) for clause in apart)


@settings(max_examples=20)
@given(name=st.sampled_from(CNF), known=puzzles(max_size=6, limit=40))
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
    by_cell: dict[str, list[int]] = {}
    for clause, called in named_puzzle_clauses(load(name), puzzle):
        if called.family == "clue":
            by_cell.setdefault(str(called), []).extend(clause)
    expected = {"r1c1: clue": 0, "r2c3: clue": 6, "r3c2: clue": 9, "r4c4: clue": 15}
    clues = {cell: [digit if at == cell else 0 for at in range(16)] for cell, digit in puzzle.clues.items()}
    assert {called: sorted(literals) for called, literals in by_cell.items()} == {
        called: sorted(of.literals(clues[cell])) for called, cell in expected.items()
    }


def test_a_reduced_clause_says_how_many_literals_it_has_lost():
    """Row 1 holds a 1 in its first cell; auxiliary variables are numbered again, without gaps."""
    found = list(named_puzzle_clauses(load("optimised"), Puzzle("1... .... .... ....")))
    whole = {
        each.name.line: len(each.clause) for each in named("optimised") if each.name.says == "at least one"
    }
    assert "r1c2: at least one, without 1 that clues make false" in {str(called) for _, called in found}
    for clause, called in found:
        if called.says == "at least one":
            assert len(clause) + called.removed == whole[called.line]
    text = toml({family: {"at_least_one": "clause", "at_most_one": "ladder"} for family in FAMILIES})
    encoding = parse(f'per_puzzle = "fixed-cells"\n{text}', name="m", file="m")
    of = puzzle_formula(encoding, Puzzle("1" + "." * 80))
    defined = definitions_in(named_puzzle_clauses(encoding, of.puzzle))
    assert len(defined) > 100
    assert [of.name(one.number) for one in defined] == [one.name for one in defined]


def test_clues_that_leave_a_clause_empty_are_named_as_a_clash():
    """Two unit clauses stand for it."""
    for seed, unit in enumerate(("row", "column", "box")):
        rng = Random(seed)
        puzzle, _ = clashing_puzzle(solved_grid(FOUR, rng), rng, unit)
        found = list(named_puzzle_clauses(load("optimised"), puzzle))
        assert len(found) == len(puzzle_formula(load("optimised"), puzzle).clauses)
        last, before = found[-1], found[-2]
        assert [*last.clause] == [-literal for literal in before.clause]
        assert (last.name.family, last.name.way) == ("clue", "fixed-cells")
        assert re.fullmatch(r"(r\dc\d|(row|column|box) \d, digit \d): the clues clash", str(last.name))


def test_clauses_of_a_users_own_have_their_numbers_and_text_lines():
    """Duplicates are written once, so the numbers have gaps."""
    for text_lines, where in (((2, 3, 4, 4, 7), " (text line {})"), ((), "")):
        own = OwnClauses(((1, 2), (2, 1), (-1, -1), (3, -3), ()), text_lines)
        encoding = replace(load("minimal"), name="mine.cnf", statements=(OWN,), own=own)
        assert [str(called) for _, called in named_clauses(encoding, FOUR)] == [
            f"clause 1{where.format(2)}: r1c1 holds 1 or 2",
            f"clause 3{where.format(4)}: r1c1 does not hold 1",
            f"clause 4{where.format(4)}: always true: r1c1 holds 3 or not",
            f"clause 5{where.format(7)}: it has no literal, so nothing makes it true",
        ]
        assert [each.clause for each in named_clauses(encoding, FOUR)] == formula(encoding, FOUR).clauses


def numbers_of(found) -> list[int]:
    return [number for number, _ in found]


@pytest.mark.parametrize("name", ["extended", "dual"])
def test_the_clauses_of_a_line_are_those_with_nothing_but_its_elements(name):
    """Also where another line says the same clause, and has given it its name."""
    encoding = load(name)
    everything = [list(one.clause) for one in named(name, SIX)]
    for line, variables in lines_of(SIX).items():
        expected = [at for at, clause in enumerate(everything, 1) if variables.issuperset(map(abs, clause))]
        assert numbers_of(clauses_of(encoding, SIX, line)) == expected


@pytest.mark.parametrize("name", ["triads", "order", "binary", "locked", "order-direct", "commander"])
def test_every_clause_is_found_at_the_place_that_its_name_says(name):
    """Auxiliary variables, triads, implied clauses; a unit has the clauses of all its lines, each once."""
    encoding = load(name)
    everything = dict(enumerate(named(name), 1))
    for line in {one.name.line for one in everything.values()}:
        found = dict(clauses_of(encoding, FOUR, line))
        expected = {number: one for number, one in everything.items() if one.name.line == line}
        assert expected.items() <= found.items()
    for unit in ("row 2", "column 1", "box 4"):
        lines = [f"{unit}, digit {digit}" for digit in FOUR.digits]
        of_lines = {number for line in lines for number in numbers_of(clauses_of(encoding, FOUR, line))}
        of_lines |= {number for number, one in everything.items() if one.name.line.startswith(f"{unit}, ")}
        assert numbers_of(clauses_of(encoding, FOUR, unit)) == sorted(of_lines)
    about, own = (set(numbers_of(of(encoding, FOUR, "r1c2"))) for of in (clauses_about, clauses_of))
    assert own < about


def test_all_clauses_that_speak_of_a_cell_or_of_one_digit_in_it():
    """By arithmetic: r2c3 has the elements 25 to 28 of a 4×4 cube. Digits above 9 are letters or numbers."""
    everything = list(enumerate(named("extended"), 1))
    for place, elements in (("r2c3", {25, 26, 27, 28}), ("r2c3=3", {27})):
        expected = [(at, one) for at, one in everything if elements & set(map(abs, one.clause))]
        assert [*clauses_about(load("extended"), FOUR, place)] == expected
    for written in ("11", "B"):
        found = clauses_of(load("minimal"), Geometry.of_size(12), f"row 1, digit {written}")
        assert next(found)[1].name.line == "row 1, digit B"


@pytest.mark.parametrize(
    "place",
    [
        "",
        "r5c1",
        "r1c5",
        "r0c1",
        "r1c0",
        "r1c1=5",
        "row 5",
        "row 0",
        "row 1, digit 5",
        "diagonal 1",
        "rows 1",
    ],
)
def test_another_place_is_refused_and_the_message_says_what_there_is(place):
    expected = "a cell such as r1c2, a line such as 'row 1, digit 4', or a unit such as 'box 4'"
    said = re.escape(f"found '{place}'; expected {expected}")
    for function in (clauses_of, clauses_about):
        with pytest.raises(FormatError, match=said):
            function(load("extended"), FOUR, place)
    for function, other in ((clauses_of, "r1c1=1"), (clauses_about, "row 1")):
        with pytest.raises(FormatError):  # a line is no element, and no element is a line
            function(load("extended"), FOUR, other)
    with pytest.raises(UnsupportedError, match="cpsat/cube"):
        list(clauses_of(load("cpsat/cube"), FOUR, "r1c1"))


def test_lines_and_pairs_are_recognised_by_their_literals():
    """Each line in any order and with repeated literals; of each pair, the lines that hold both elements."""
    for shape in (FOUR, SIX):
        lines = cube(shape).lines
        for line in lines:
            clause = [element + 1 for element in reversed(line.elements)]
            found = recognised([*clause, clause[0]], shape)
            assert (found.form, found.lines) == (ClauseForm.AT_LEAST_ONE, (line,))
        for one, other in combinations(range(0, cube(shape).element_count, shape.size - 3), 2):
            found = recognised([-one - 1, -other - 1], shape)
            assert found.form is ClauseForm.NOT_BOTH
            assert set(found.lines) == {line for line in lines if {one, other}.issubset(line.elements)}
    called = [line_name(line, SIXTEEN) for line in cube(SIXTEEN).lines]
    assert (called[0], called[256 + 15], len(set(called))) == ("r1c1", "row 1, digit G", 1024)


@pytest.mark.parametrize(
    ("clause", "form", "sentence"),
    [
        ([], "no literals", "it has no literal, so nothing makes it true"),
        ([3, 5, -3], "always true", "always true: r1c1 holds 3 or not"),
        ([3, 3], "one literal", "r1c1 holds 3"),
        ([-5], "one literal", "r1c2 does not hold 1"),
        ([-1, -2], "at most one", "r1c1 does not hold both 1 and 2"),
        ([-1, -33], "at most one", "r1c1 and r3c1 do not both hold 1"),
        ([-1, -64], "at most one", "not both together: r1c1 holds 1, r4c4 holds 4"),
        ([-1, -2, -3, -4], "of no known form", "r1c1 does not hold all of 1, 2, 3 and 4"),
        ([-1, -5, -9], "of no known form", "r1c1, r1c2 and r1c3 do not all hold 1"),
        ([1, 2, 3], "of no known form", "r1c1 holds 1, 2 or 3"),
        ([1, 5], "of no known form", "r1c1 or r1c2 holds 1"),
        ([1, 6], "of no known form", "r1c1 holds 1, or r1c2 holds 2"),
        ([1, 5, 9, 13, 17, 21], "of no known form", "r1c1, r1c2, r1c3, r1c4, r2c1 or r2c2 holds 1"),
        ([2, 6, 10, 14], "at least one", "some cell of row 1 holds 2"),
        ([2, 18, 34, 50], "at least one", "some cell of column 1 holds 2"),
        ([2, 6, 18, 22], "at least one", "some cell of box 1 holds 2"),
        ([4, 3, 2, 1], "at least one", "r1c1 holds a digit"),
        ([-1, 2, 3], "of no known form", "if r1c1 holds 1, then r1c1 holds 2 or 3"),
        ([-1, -2, 3], "of no known form", "r1c1 does not hold 1, or r1c1 does not hold 2, or r1c1 holds 3"),
        ([-1, -70], "with auxiliary variables", "r1c1 does not hold 1, or not a[6]"),
        ([-1, 65], "with auxiliary variables", "if r1c1 holds 1, then a[1]"),
        (
            range(1, 33),
            "of no known form",
            "r1c1 holds 1, or r1c1 holds 2, or r1c1 holds 3, or r1c1 holds 4, or r1c2 holds 1,"
            " or r1c2 holds 2, or 26 more",
        ),
    ],
)
def test_a_clause_is_told_in_a_sentence(clause, form, sentence):
    found = recognised(clause, FOUR)
    assert (found.form, found.sentence) == (form, sentence)


@given(st.lists(st.integers(-5000, 5000).filter(bool), max_size=40))
def test_any_clause_has_a_sentence_of_bounded_length(clause):
    found = recognised(clause, SIXTEEN)
    assert 0 < len(found.sentence) < 250
    assert recognised([*clause, *clause], SIXTEEN) == found
