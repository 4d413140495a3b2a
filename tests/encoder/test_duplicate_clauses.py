"""Clauses that occur once, and clauses that are written again in each iteration."""

from collections.abc import Sequence

import pytest

from sudocube.encoder import load
from sudocube.encoder.at_most_one import Clause, at_most_one
from sudocube.encoder.building_blocks import EncodedLine
from sudocube.encoder.cnf import encoded_lines, formula, streamed_formula, without_duplicates
from sudocube.encoder.encoding_file import parse
from sudocube.encoder.vocabulary import Statement
from sudocube.errors import UnsupportedError
from sudocube.geometry import Geometry
from tests.encoder.toml_text import toml

SAID = Statement("triads", "at_most_one", "pairwise")  # lines of it may share what they like


def kept(*lines: Sequence[Clause]) -> list[Sequence[Clause]]:
    """Of each line, the clauses that were not there before."""
    stated = [EncodedLine(SAID, "here", (), clauses, range(0)) for clauses in lines]
    return [new for _, new in without_duplicates(stated)]


def test_the_order_of_its_literals_makes_no_other_clause():
    """Of pairs and of longer ones; within a line and from line to line."""
    assert kept([[1, -2], [-2, 1]], [[-2, 1]]) == [[[1, -2]], []]
    assert kept([[1, 2, 3], [3, 1, 2]], [[2, 3, 1], [4]], [[4]]) == [[[1, 2, 3]], [[4]], []]


def no_two(*literals: int) -> EncodedLine:
    """The line that says so, pair by pair."""
    return EncodedLine(SAID, "here", literals, at_most_one("pairwise", literals, 9)[0], range(0))


def alone(*clauses: list[int]) -> EncodedLine:
    """Clauses that no line says."""
    return EncodedLine(SAID, "here", (), list(clauses), range(0))


def test_a_pair_that_two_lines_share_is_said_once():
    """Whichever literals come first, whatever their signs; one literal in common is no pair."""
    lines = [no_two(1, 2, 3), no_two(3, 4), no_two(4, 3, 2, 1), no_two(-1, 2, 3), no_two(1, 2, 3, 4)]
    assert [[list(clause) for clause in new] for _, new in without_duplicates(lines)] == [
        [[-1, -2], [-1, -3], [-2, -3]],
        [[-3, -4]],
        [[-4, -2], [-4, -1]],
        [[1, -2], [1, -3]],
        [],
    ]


def test_a_pair_of_a_line_is_told_from_the_same_clause_by_itself():
    """Before the line and after it; other signs, or a literal more, make another clause."""
    lines = [
        alone([-2, -1]),
        no_two(1, 2, 3),
        alone([-3, -1], [3, -1], [-1, -2], [-1, -2, -3], [-4, -1]),
        no_two(1, 4),
    ]
    assert [[list(clause) for clause in new] for _, new in without_duplicates(lines)] == [
        [[-2, -1]],
        [[-1, -3], [-2, -3]],
        [[3, -1], [-1, -2, -3], [-4, -1]],
        [],
    ]


def test_other_signs_make_another_clause():
    """However close the numbers are."""
    pairs = [[a, b] for a in (-2, -1, 1, 2) for b in (-4, -3, 3, 4)]
    assert kept(pairs) == [pairs]
    assert kept([[1, 2, 3], [-1, 2, 3], [1, 2]]) == [[[1, 2, 3], [-1, 2, 3], [1, 2]]]


def at_most(**ways: str) -> str:
    """A file that says "at most one" of some families, each in a way of its own."""
    return toml({family: {"at_most_one": way} for family, way in ways.items()})


TRIADS = """
row = { at_most_one = "pairwise", over = "triads" }
column = { at_most_one = "pairwise" }
box = { at_most_one = "pairwise" }
"""
OVERLAPPING = {
    "pairs after groups": at_most(row="pairwise", column="commander", box="pairwise"),
    "groups after pairs": at_most(cell="bimander", row="commander", column="pairwise", box="commander"),
    "implied": 'implied = ["pointing", "claiming"]\n' + toml(),
    "triads": 'defined.triads.at_most_one = "pairwise"\n' + toml({}) + TRIADS,
}


@pytest.mark.parametrize("shape", [Geometry(2, 2), Geometry(2, 3), Geometry(3, 2)], ids=str)
@pytest.mark.parametrize("text", OVERLAPPING.values(), ids=OVERLAPPING)
def test_of_clauses_that_several_lines_say_the_first_stands(text, shape):
    """Whichever blocks say them; in the order of the file."""
    encoding = parse(text, name="m", file="m")
    said = [tuple(clause) for line in encoded_lines(encoding, shape) for clause in line.clauses]
    first: dict[frozenset[int], tuple[int, ...]] = {}
    for clause in said:
        first.setdefault(frozenset(clause), clause)
    assert len(first) < len(said)
    assert [tuple(clause) for clause in formula(encoding, shape).clauses] == list(first.values())


@pytest.mark.parametrize("name", ["extended", "optimised", "order", "locked", "commander"])
def test_clauses_that_are_streamed_are_those_of_the_formula(name):
    """In the same order; gone through twice, the same again."""
    shape = Geometry(2, 3)
    whole, stream = formula(load(name), shape), streamed_formula(load(name), shape)
    assert (stream.variables, len(stream.clauses)) == (whole.variables, len(whole.clauses))
    assert list(stream.clauses) == list(stream.clauses) == list(whole.clauses)


def test_an_encoding_for_cp_sat_has_none():
    """It is refused at once, not when the first is asked for."""
    with pytest.raises(UnsupportedError, match="not in cnf"):
        streamed_formula(load("cpsat/cube"), Geometry(2, 2))
