"""Clauses of one's own in DIMACS files: what is read, and how each mistake is told with its line."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudocube.encoder import load
from sudocube.encoder.cnf import formula
from sudocube.encoder.own_clause_file import geometry_named, parse_clauses
from sudocube.encoder.vocabulary import OwnClauses
from sudocube.errors import EncodingError, UnsupportedError
from sudocube.geometry import Geometry

CLAUSES = st.lists(st.lists(st.integers(-99, 99).filter(bool), max_size=5).map(tuple), max_size=8)


def read(text: str) -> OwnClauses:
    own = parse_clauses(text, "mine.cnf").own
    assert own is not None
    return own


@given(CLAUSES, st.randoms())
def test_clauses_are_read_as_they_stand_however_the_text_lines_are_broken(clauses, rng):
    words = " ".join(" ".join(map(str, [*clause, 0])) for clause in clauses).split()
    text = f"c a comment\np cnf 99 {len(clauses)}\n"
    expected, number, begins = [], 3, True
    for word in words:
        if begins:
            expected.append(number)
        text, begins = text + word, word == "0"
        between = rng.choice([" ", "\n", "\t", "\r\n", "\nc 1 0\n", " \n\n"])
        text, number = text + between, number + between.count("\n")
    own = read(text)
    assert own.clauses == tuple(clauses)
    assert list(own.text_lines) == expected


def test_repeated_literals_tautologies_empty_clauses_and_missing_variables_are_kept():
    assert read("p cnf 64 4\n1 1 0\n2 -2 0\n0\n1 1 0").clauses == ((1, 1), (2, -2), (), (1, 1))


def test_a_byte_order_mark_and_what_follows_a_percent_sign_are_left_out():
    assert read("\ufeffp cnf 2 1\n1 2 0\n%\n0\n").clauses == ((1, 2),)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 2 0\n", "mine.cnf:1: found '1 2 0' before a header; allowed: the line 'p cnf VARIABLES CLAUSES'"),
        ("c only\n", "mine.cnf: found no header; allowed: the line 'p cnf VARIABLES CLAUSES' before"),
        ("p cnf 64\n", "mine.cnf:1: found 'p cnf 64'; allowed: 'p cnf VARIABLES CLAUSES' with two numbers"),
        ("p dnf 1 1\n1 0", "mine.cnf:1: found 'p dnf 1 1'; allowed: 'p cnf VARIABLES CLAUSES' with two"),
        (
            "p cnf 1 0\n\np cnf 1 0\n",
            "mine.cnf:3: found a second header; allowed: one; the first is on line 1",
        ),
        ("p cnf 2 2\n1 0\n1 x 0\n", "mine.cnf:3: found 'x'; allowed: integers"),
        ("p cnf 2 2\n1 0\n1 1.5 0\n", "mine.cnf:3: found '1.5'; allowed: integers"),
        ("p cnf 2 1\n1_0 0\n", "mine.cnf:2: found '1_0'; allowed: integers"),
        ("p cnf 2 1\n-0 0\n", "mine.cnf:2: found '-0'; allowed: integers"),
        ("p cnf 2 2\n1 0\n-3 0\n", "mine.cnf:3: found the variable 3; allowed: 1 to 2, as line 1 says"),
        ("p cnf 2 3\n1 0\n2 0\n", "mine.cnf:1: found 3 clauses announced; allowed: 'p cnf 2 2', because 2"),
        ("p cnf 2 2\n1 0\n2\n", "mine.cnf:3: found the end of the file in the clause '2'; allowed: a 0 at"),
        (
            "p cnf 9 3\n1 2\n-1 -2\n3",
            "mine.cnf:2: found 3 text lines without a 0; allowed: a 0 at the end of",
        ),
        (
            "p cnf 9 2\n0 1 0\n0 2 0\n",
            "mine.cnf:1: found 2 clauses announced, but 4 follow, 2 of them empty; allowed: variables",
        ),
        (
            "p cnf 9 2\n1 2\n-1 -2 0\n",
            "mine.cnf:1: found 2 clauses announced, but 1 follow; the clause in line 2 goes on",
        ),
        (
            "p cnf 9 1\n1 2 3 4 5 6 7",
            "mine.cnf:2: found the end of the file in the clause '1 2 3 4 5 6 …'",
        ),
        ("p cnf 1000001 1\n1 0\n", "mine.cnf:1: found 1,000,001 variables; allowed: 1,000,000 at most"),
    ],
)
def test_a_text_that_solvers_would_not_read_alike_is_refused_with_its_line(text, said):
    with pytest.raises(EncodingError) as caught:
        read(text)
    assert str(caught.value).startswith(said)


def test_a_path_that_ends_in_cnf_is_an_encoding_of_its_clauses(tmp_path):
    path = tmp_path / "mine.cnf"
    path.write_text("p cnf 64 2\n1 2 0\n-1 -70 0\n".replace("64", "70"), "utf-8")
    encoding = load(str(path))
    rules = formula(encoding, Geometry.of_size(4))
    assert (encoding.name, rules.variables) == (str(path), 70)
    assert list(map(tuple, rules.clauses)) == [(1, 2), (-1, -70)]


def test_a_missing_file_of_clauses_names_the_file_beside_it_that_may_be_meant(tmp_path):
    (tmp_path / "mine.cnf").write_text("p cnf 1 0\n", "utf-8")
    with pytest.raises(EncodingError) as caught:
        load(str(tmp_path / "mime.cnf"))
    assert caught.value.found == "No such file or directory"
    assert caught.value.near == [str(tmp_path / "mine.cnf")]
    with pytest.raises(EncodingError, match="Did you mean"):
        load(str(Path(tmp_path) / "mine.cnff"))


def test_a_function_is_no_file_and_the_message_says_what_takes_one():
    with pytest.raises(UnsupportedError, match="write its clauses into a file NAME"):
        load("python:mine.py:clauses")


def test_the_number_of_variables_names_a_size_only_where_it_fits_no_other():
    """It fits with the elements of a size, also numbered from 0, and with 4×4 and fewer than 6×6 has."""
    sizes = {size**3 - less: size for size in (4, 6, 8, 9, 10, 12, 15, 16, 20, 25) for less in (0, 1)}
    sizes |= dict.fromkeys(range(65, 215), 4)
    for variables in (*range(800), *sizes, *(size**3 + 1 for size in (8, 9, 25))):
        found = geometry_named(OwnClauses((), variables=variables))
        assert (found.size if found else None) == sizes.get(variables)


@pytest.mark.parametrize("line", ["cnf", "cnf 64 448", "c1 2 0", "c-1 2 0"])
def test_a_header_or_a_clause_behind_a_c_without_a_space_is_no_comment(line):
    with pytest.raises(EncodingError, match="'c' and a space before a comment") as caught:
        parse_clauses(f"p cnf 4 1\n{line}\n1 0\n", "mine.cnf")
    assert caught.value.line == 2
    assert parse_clauses("comment\nc--\np cnf 4 1\n1 0\n", "mine.cnf").own is not None


def test_a_comment_may_have_any_bytes_and_a_clause_may_not(tmp_path):
    path = tmp_path / "latin.cnf"
    path.write_bytes("c von Jörg\np cnf 4 1\n1 0\n".encode("latin-1"))
    own = load(str(path)).own
    assert own is not None
    assert own.clauses == ((1,),)
    path.write_bytes("p cnf 4 1\n1 é 0\n".encode("latin-1"))
    with pytest.raises(EncodingError) as caught:
        load(str(path))
    assert caught.value.line == 2
