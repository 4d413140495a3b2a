"""Clauses of one's own in DIMACS files: what is read, and how each mistake is told with its line."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sudocube.encoder import load
from sudocube.encoder.cnf import formula
from sudocube.encoder.own_clause_file import geometry_of, own_encoding, parse_clauses
from sudocube.encoder.vocabulary import OwnClauses
from sudocube.errors import EncodingError, UnsupportedError
from sudocube.geometry import SIZES, Geometry
from tests.tables import cases

CLAUSES = st.lists(st.lists(st.integers(-99, 99).filter(bool), max_size=5).map(tuple), max_size=8)


def read(text: str) -> OwnClauses:
    own = parse_clauses(text, "mine.cnf").own
    assert own is not None
    return own


@example([(1, 1), (2, -2), (), (1, 1)], Random(1))
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


@pytest.mark.parametrize("case", cases(Path(__file__).with_name("dimacs_mistakes.toml")))
def test_a_text_that_solvers_would_not_read_alike_is_refused_with_its_line(case):
    with pytest.raises(EncodingError) as caught:
        read(case["text"])
    assert str(caught.value).startswith(case["does"])


def test_a_file_may_hold_as_many_clauses_as_the_limit_says_and_no_more(monkeypatch):
    monkeypatch.setattr("sudocube.encoder.own_clause_file.CLAUSES_AT_MOST", 2)
    assert read("p cnf 9 2\n1 0\n2 0\n").clauses == ((1,), (2,))
    with pytest.raises(EncodingError, match=r"^mine\.cnf:4: found more than 2 clauses; allowed: fewer"):
        read("p cnf 9 3\n1 0\n2 0\n3 0\n")


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


def test_the_number_of_variables_names_a_size_only_where_a_size_has_as_many_elements():
    """Where neither clauses nor header tell it, the size is asked for, and never guessed."""
    sizes = {size**3: size for size in SIZES}
    for variables in (0, 63, 65, 100, 728, 730, 1000, *sizes):
        stated = own_encoding("a.cnf", "a.cnf", OwnClauses(((1, 2), (-1, -2)), variables=variables))
        if variables in sizes:
            found = geometry_of(stated)
            assert found is not None
            assert found.size == sizes[variables]
        else:
            with pytest.raises(UnsupportedError, match="name it: --size"):
                geometry_of(stated)


@pytest.mark.parametrize("line", ["cnf", "cnf 64 448", "c1 2 0", "c-1 2 0"])
def test_a_header_or_a_clause_behind_a_c_without_a_space_is_no_comment(line):
    with pytest.raises(EncodingError, match=r"found '.*'; allowed: integers: a variable") as caught:
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
