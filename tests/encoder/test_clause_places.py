"""The clauses of a cell, a line or a unit, and those that speak of a cell, found by arithmetic."""

import pytest

from sudocube.encoder import Formalism, load, names
from sudocube.encoder.clause_names import named_clauses
from sudocube.encoder.clause_places import clauses_about, clauses_of
from sudocube.errors import FormatError, UnsupportedError
from sudocube.geometry import Geometry
from tests.encoder.test_clause_names import CNF, FOUR, lines_of

SIX = Geometry(2, 3)


def literals_of(found) -> list[list[int]]:
    """The clauses alone."""
    return [list(named.clause) for _, named in found]


@pytest.mark.parametrize("shape", [FOUR, SIX], ids=str)
@pytest.mark.parametrize("name", ["extended", "minimal", "dual", "efficient"])
def test_the_clauses_of_a_line_are_those_with_nothing_but_its_elements(name, shape):
    """Also where another line says the same clause, and has given it its name."""
    everything = [list(one.clause) for one in named_clauses(load(name), shape)]
    for line, variables in lines_of(shape).items():
        expected = [clause for clause in everything if variables.issuperset(map(abs, clause))]
        assert literals_of(clauses_of(load(name), shape, line)) == expected


@pytest.mark.parametrize("name", CNF)
def test_every_clause_is_found_at_the_place_that_its_name_says(name):
    """Auxiliary variables, triads, implied clauses: whatever an encoding consists of."""
    everything = list(named_clauses(load(name), FOUR))
    for line in {one.name.line for one in everything}:
        found = dict(clauses_of(load(name), FOUR, line))
        for number, one in enumerate(everything, 1):
            if one.name.line == line:
                assert found[number] == one


@pytest.mark.parametrize("unit", ["row 2", "column 1", "box 4"])
@pytest.mark.parametrize("name", ["extended", "triads", "binary", "ladder"])
def test_a_unit_has_the_clauses_of_all_its_lines_and_no_others(name, unit):
    """Each once, in the order of their numbers."""
    of_unit = [number for number, _ in clauses_of(load(name), FOUR, unit)]
    of_lines = {
        number
        for digit in FOUR.digits
        for number, _ in clauses_of(load(name), FOUR, f"{unit}, digit {digit}")
    }
    by_name = {
        number
        for number, one in enumerate(named_clauses(load(name), FOUR), 1)
        if one.name.line.startswith(f"{unit}, ")
    }
    assert of_unit == sorted(of_lines | by_name)


def test_all_clauses_that_speak_of_a_cell_or_of_one_digit_in_it():
    """By arithmetic: r2c3 has the elements 25 to 28 of a 4×4 cube."""
    everything = [list(one.clause) for one in named_clauses(load("extended"), FOUR)]
    in_cell = [clause for clause in everything if {25, 26, 27, 28} & set(map(abs, clause))]
    assert literals_of(clauses_about(load("extended"), FOUR, "r2c3")) == in_cell
    of_three = [clause for clause in everything if 27 in map(abs, clause)]
    assert literals_of(clauses_about(load("extended"), FOUR, "r2c3=3")) == of_three


@pytest.mark.parametrize("name", ["order", "binary", "triads"])
def test_variables_that_stand_for_several_elements_speak_of_all_of_them(name):
    """Each clause of the cell's own line speaks of the cell."""
    about = {number for number, _ in clauses_about(load(name), FOUR, "r1c2")}
    own = {number for number, _ in clauses_of(load(name), FOUR, "r1c2")}
    assert own <= about
    assert about - own


def test_numbers_count_all_clauses_of_the_encoding():
    """So that a clause is found again in `encodings show --all`, or in a DIMACS file."""
    everything = list(named_clauses(load("commander"), FOUR))
    for number, one in clauses_of(load("commander"), FOUR, "column 3, digit 2"):
        assert everything[number - 1] == one


def test_digits_above_nine_may_be_letters_or_numbers():
    shape = Geometry.of_size(12)
    for written in ("11", "B"):
        found = clauses_of(load("minimal"), shape, f"row 1, digit {written}")
        assert next(found)[1].name.line == "row 1, digit B"


@pytest.mark.parametrize(
    "place",
    ["", "r5c1", "r0c1", "r1c1=5", "row 5", "row 0", "row 1, digit 5", "diagonal 1", "r1c1; r1c2", "rows 1"],
)
@pytest.mark.parametrize("function", [clauses_of, clauses_about])
def test_another_place_is_refused_and_the_message_says_what_there_is(function, place):
    with pytest.raises(FormatError, match=r"expected a cell such as r1c2, a line such as 'row 1, digit 4'"):
        function(load("extended"), FOUR, place)


def test_a_line_holds_no_single_element_and_a_cell_is_no_line():
    with pytest.raises(FormatError):
        clauses_of(load("extended"), FOUR, "r1c1=1")
    with pytest.raises(FormatError):
        clauses_about(load("extended"), FOUR, "row 1")


@pytest.mark.parametrize("name", names(Formalism.CP_SAT)[:1])
def test_constraints_are_no_clauses(name):
    with pytest.raises(UnsupportedError):
        list(clauses_of(load(name), FOUR, "r1c1"))
