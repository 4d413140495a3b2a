"""Which column of a table holds answers, and what is stored beside each puzzle."""

import io
from typing import Any

import pytest

from sudocube.errors import InputError, UnknownNameError
from sudocube.formats import read
from sudocube.formats.answer_columns import ANSWER_COLUMNS
from sudocube.formats.table_fields import LONGEST_FIELD

FOUR, SOLVED, OTHER = "1.....2..3.....4", "1243342143122134", "1234341221434321"


def stored(text: str, **hints: Any) -> list[str | None]:
    return [entry.stored for entry in read(io.BytesIO(text.encode()), "t.csv", **hints)]


@pytest.mark.parametrize("name", ANSWER_COLUMNS)
def test_every_known_name_is_the_column_of_answers(name):
    for header in (name, name.upper(), f" {name.title()} "):
        assert stored(f"puzzle,{header}\n{FOUR},{SOLVED}\n") == [SOLVED]
        assert stored(f"{header};puzzle\n{SOLVED};{FOUR}\n") == [SOLVED]


def test_the_first_known_name_counts():
    assert stored(f"answer,puzzle,solution\n{OTHER},{FOUR},{SOLVED}\n") == [SOLVED]


def test_without_a_column_of_answers_nothing_is_stored():
    assert stored(f"puzzle,rating\n{FOUR},5\n") == [None]
    assert stored(f"{FOUR}\n") == [None]


def test_what_is_stored_is_the_text_as_it_stands():
    fields = [f'"{SOLVED}"', '  "12 43" ', '"12\n43"', "none", '""', "", '5" x']
    expected = [SOLVED, "12 43", "12\n43", "none", "", "", '5" x']
    text = "puzzle,solution\n" + "".join(f"{FOUR},{field}\n" for field in fields)
    assert stored(text, answers="solution") == expected


def test_a_record_that_ends_before_the_answer_has_none():
    assert stored(f"id,puzzle,solution\n1,{FOUR},{SOLVED}\n2,{FOUR}\n") == [SOLVED, ""]


def test_a_malformed_puzzle_has_no_answer():
    assert stored(f"puzzle,solution\n{FOUR},{SOLVED}\n12,{SOLVED}\n") == [SOLVED, None]


def test_a_very_long_record_keeps_its_answer():
    text = f'puzzle,note,solution\n{FOUR},"{"x" * (LONGEST_FIELD - 40)}",{SOLVED}\n'
    assert stored(text) == [SOLVED]


def test_a_header_longer_than_a_line_may_be_names_the_column_too():
    names = ",".join(f'"note {number:06}"' for number in range(6_000))
    notes = "," * 6_000
    assert stored(f"puzzle,solution,{names}\n{FOUR},{SOLVED}{notes}\n") == [SOLVED]


@pytest.mark.parametrize("numbers", [["1", "1"], ["2", SOLVED], ["12", ""]])
def test_a_column_that_begins_with_a_small_number_counts_solutions(numbers):
    """Programs write such tables, too; where the column is named by the user, it holds answers."""
    text = "puzzle,solutions\n" + "".join(f"{FOUR},{number}\n" for number in numbers)
    assert stored(text) == [None, None]
    assert stored(text, answers="solutions") == numbers


def test_after_a_first_answer_a_small_number_is_an_answer():
    assert stored(f"puzzle,solutions\n{FOUR},{SOLVED}\n{FOUR},1\n") == [SOLVED, "1"]


@pytest.mark.parametrize("asked", ["mine", " MINE ", "3"])
def test_a_column_is_asked_for_by_its_name_or_its_number(asked):
    assert stored(f"puzzle,solution,mine\n{FOUR},{SOLVED},{OTHER}\n", answers=asked) == [OTHER]


def test_a_name_that_is_a_number_goes_before_the_number():
    assert stored(f"puzzle,3,solution\n{FOUR},{SOLVED},{OTHER}\n", answers="3") == [SOLVED]


def test_no_column_is_taken_where_none_is_wanted():
    assert stored(f"puzzle,solution\n{FOUR},{SOLVED}\n", answers=False) == [None]


@pytest.mark.parametrize("asked", ["soluton", "4", "0", "", "-1", "٣"])
def test_a_column_that_is_not_there_is_an_error_with_those_that_are(asked):
    with pytest.raises(UnknownNameError) as caught:
        stored(f"id,puzzle,solution\n1,{FOUR},{SOLVED}\n", answers=asked)
    assert caught.value.known == ["id", "puzzle", "solution"]
    assert "t.csv" in str(caught.value)


@pytest.mark.parametrize("asked", ["puzzle", "1"])
def test_the_column_of_puzzles_holds_no_answers(asked):
    with pytest.raises(InputError, match="holds the puzzles"):
        stored(f"puzzle,solution\n{FOUR},{SOLVED}\n", answers=asked)


@pytest.mark.parametrize("text", [f"{FOUR}\n", "1...\n..2.\n.3..\n...4\n"])
def test_what_is_no_table_has_no_columns(text):
    with pytest.raises(InputError, match="no table with a header"):
        list(read(io.BytesIO(text.encode()), "t.txt", answers="solution"))


@pytest.mark.parametrize("name", ["Expected Solution", "sudokuSolution", "correct_answer", "SOLVED GRID"])
def test_a_name_with_such_a_word_is_the_column_of_answers_if_it_begins_with_a_grid(name):
    assert stored(f"puzzle,{name}\n{FOUR},{SOLVED}\n{FOUR},x\n") == [SOLVED, "x"]


@pytest.mark.parametrize("name", ["solution count", "number of solutions", "dissolved", "key"])
def test_a_name_that_counts_or_only_sounds_like_it_is_not(name):
    assert stored(f"puzzle,{name}\n{FOUR},{SOLVED}\n") == [None]


@pytest.mark.parametrize("begins", ["yes", "", "1", FOUR, SOLVED[:-1]])
def test_of_such_a_name_a_column_that_begins_with_something_else_is_not(begins):
    assert stored(f"puzzle,has solution\n{FOUR},{begins}\n{FOUR},{SOLVED}\n") == [None, None]


def test_a_known_name_goes_before_one_with_such_a_word():
    assert stored(f"my answer,puzzle,answer\n{SOLVED},{FOUR},x\n") == ["x"]
