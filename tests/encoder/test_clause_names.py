"""Each clause has a name, the name is true, and clauses are found by their place."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudocube.cube import Family, cube
from sudocube.encoder import Formalism, load, names
from sudocube.encoder.clause_names import (
    NamedClause,
    clauses_of,
    definitions_in,
    named_clauses,
    named_puzzle_clauses,
)
from sudocube.encoder.clause_recognition import clause_sentence, line_name
from sudocube.encoder.cnf import formula
from sudocube.encoder.encoding_file import parse
from sudocube.encoder.puzzle_formula import puzzle_formula
from sudocube.encoder.vocabulary import OWN, OwnClauses
from sudocube.errors import FormatError, UnsupportedError
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from tests.encoder.toml_text import FAMILIES, toml
from tests.puzzles import Known, puzzles
from tests.tables import cases

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
    for shape in (FOUR, SIX) if name in ("extended", "locked", "ladder") else (FOUR,):
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
        ("sequential-counter", 25, "a[12]", "true if one of x[r1c1,1], x[r1c1,2], …, x[r1c1,C] is true"),
        ("k-m-totalizer", 4, "a[2]", "true if one of x[r1c1,1], x[r1c1,2] is true"),
    ],
)
def test_a_definition_says_what_the_variable_stands_for(name, size, variable, means):
    clauses = named_clauses(load(name), Geometry.of_size(size))
    assert next(one.means for _, called in clauses for one in called.defines if one.name == variable) == means


@settings(max_examples=8)
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
        assert numbers_of(clauses_of(encoding, FOUR, "r1c1")) == [1, 2, 3]


def numbers_of(found) -> list[int]:
    return [number for number, _ in found]


@pytest.mark.parametrize("name", ["dual"])
def test_the_clauses_of_a_line_are_those_with_nothing_but_its_elements(name):
    """Also where another line says the same clause, and has given it its name."""
    encoding = load(name)
    everything = [list(one.clause) for one in named(name, SIX)]
    for line, variables in lines_of(SIX).items():
        expected = [at for at, clause in enumerate(everything, 1) if variables.issuperset(map(abs, clause))]
        assert numbers_of(clauses_of(encoding, SIX, line)) == expected


@pytest.mark.parametrize("name", ["triads", "binary", "locked"])
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


def test_digits_above_9_are_letters_in_a_place():
    found = clauses_of(load("minimal"), Geometry.of_size(12), "row 1, digit B")
    assert found[0][1].name.line == "row 1, digit B"


def test_another_place_is_refused_and_the_message_says_what_there_is():
    expected = "a cell such as r1c2, a line such as 'row 1, digit 4', or a unit such as 'box 4'"
    for place in ("", "r5c1", "r1c5", "r0c1", "r1c0", "r1c1=5", "row 5", "row 0", "row 1, digit 5", "rows 1"):
        said = re.escape(f"found '{place}'; expected {expected}")
        with pytest.raises(FormatError, match=said):
            clauses_of(load("extended"), FOUR, place)
    with pytest.raises(FormatError):  # no element is a line
        clauses_of(load("extended"), FOUR, "r1c1=1")
    with pytest.raises(UnsupportedError, match="cpsat/cube"):
        list(clauses_of(load("cpsat/cube"), FOUR, "r1c1"))


def test_the_lines_of_the_cube_have_names():
    called = [line_name(line, SIXTEEN) for line in cube(SIXTEEN).lines]
    assert (called[0], called[256 + 15], len(set(called))) == ("r1c1", "row 1, digit G", 1024)


@pytest.mark.parametrize("case", cases(Path(__file__).with_name("clause_sentences.toml")))
def test_a_clause_is_told_in_a_sentence(case):
    assert clause_sentence(case["clause"], FOUR) == case["does"]
