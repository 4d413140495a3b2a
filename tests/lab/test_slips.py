"""Known slips: they are found, undone and told; and nothing is said where none of them explains anything."""

from itertools import combinations, pairwise

import pytest

from sudocube.clock import Clock
from sudocube.encoder.own_clause_file import own_encoding
from sudocube.encoder.vocabulary import OwnClauses
from sudocube.geometry import Geometry
from sudocube.lab.slips import known_slips

SHAPES = [Geometry.of_size(4), Geometry.of_size(6), Geometry(3, 2), Geometry.of_size(9)]


def numbered(shape, number=None):
    """The lines of the families, with x[r,c,d] numbered as by `number`, which counts from 0."""
    n, tall, wide = shape.size, shape.box_rows, shape.box_columns
    x = number or (lambda r, c, d: n * n * r + n * c + d + 1)
    return {
        "cell": [[x(r, c, d) for d in range(n)] for r in range(n) for c in range(n)],
        "row": [[x(r, c, d) for c in range(n)] for r in range(n) for d in range(n)],
        "column": [[x(r, c, d) for r in range(n)] for c in range(n) for d in range(n)],
        "box": [
            [x(tall * b + i, wide * s + j, d) for i in range(tall) for j in range(wide)]
            for b in range(n // tall)
            for s in range(n // wide)
            for d in range(n)
        ],
    }


def at_least(*families):
    return [list(line) for lines in families for line in lines]


def at_most(*families):
    return [[-one, -other] for lines in families for line in lines for one, other in combinations(line, 2)]


def slips_of(clauses, shape, text_lines=()):
    own = OwnClauses(tuple(map(tuple, clauses)), text_lines, shape)
    return known_slips(own_encoding("mine", "mine", own), shape, Clock())


def names_of(clauses, shape):
    found = slips_of(clauses, shape)
    return found and ([hint.slip for hint in found.hints], found.mended)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("digit-first", lambda n: lambda r, c, d: n * n * d + n * r + c + 1),
        ("counted-from-1", lambda n: lambda r, c, d: n * n * (r + 1) + n * (c + 1) + d + 1),
        ("decimal", lambda n: lambda r, c, d: 100 * (r + 1) + 10 * (c + 1) + d + 1),
        ("shared-numbers", lambda n: lambda r, c, d: n * r + n * c + d + 1),
    ],
)
def test_another_numbering_is_undone(shape, name, number):
    lines = numbered(shape, number(shape.size)).values()
    assert names_of(at_least(*lines) + at_most(*lines), shape) == ([name], True)


@pytest.mark.parametrize("shape", SHAPES[2:], ids=str)
def test_another_numbering_is_undone_also_where_there_are_auxiliary_variables(shape):
    n = shape.size
    lines = numbered(shape, lambda r, c, d: n * n * d + n * r + c + 1)
    clauses = at_least(lines["cell"]) + at_most(lines["row"], lines["column"])
    for helper, line in enumerate(lines["box"], n**3 + 1):  # helper: the element is in the first half
        half = n // 2
        clauses += at_most([line[:half], line[half:]])
        clauses += [[-element, helper] for element in line[:half]]
        clauses += [[-element, -helper] for element in line[half:]]
    assert names_of(clauses, shape) == (["digit-first"], True)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_all_signs_flipped_are_told_from_those_of_one_half(shape):
    lines = numbered(shape).values()
    least, most = at_least(*lines), at_most(*lines)
    flipped = [[-literal for literal in clause] for clause in most]
    assert names_of([[-literal for literal in clause] for clause in least + most], shape) == (
        ["sign-flipped"],
        True,
    )
    [hint] = slips_of(least + flipped, shape).hints
    assert hint.clause == len(least) + 1
    assert "the pairs have no minus" in hint.text


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_neighbours_alone_are_told_for_the_families_where_they_are(shape):
    lines = numbered(shape)
    rows = [[-one, -other] for line in lines["row"] for one, other in pairwise(line)]
    clauses = at_least(lines["cell"]) + rows + at_most(lines["column"], lines["box"])
    [hint] = slips_of(clauses, shape).hints
    assert hint.slip == "only-neighbours"
    assert hint.text.startswith('"At most one" of the rows: only neighbours in a line are kept apart.')


def test_two_slips_are_both_told():
    shape = Geometry.of_size(9)
    lines = numbered(shape)
    columns = [[-one, -other] for line in lines["column"] for one, other in pairwise(line)]
    boxes = [[one, other] for line in lines["box"] for one, other in combinations(line, 2)]
    clauses = at_least(lines["cell"]) + at_most(lines["row"]) + columns + boxes
    assert names_of(clauses, shape) == (["sign-flipped", "only-neighbours"], True)


def test_nothing_is_said_of_a_single_missing_clause():
    shape = Geometry.of_size(4)
    lines = numbered(shape)
    clauses = at_least(lines["cell"]) + at_most(lines["row"], lines["column"], lines["box"])
    del clauses[-3]
    assert slips_of(clauses, shape) is None


def test_nothing_is_said_of_an_encoding_of_the_catalogue():
    from sudocube.encoder import load

    assert known_slips(load("minimal"), Geometry.of_size(4), Clock()) is None


def test_the_clock_is_looked_at():
    shape = Geometry.of_size(9)
    clock = Clock(1e-9)
    own = own_encoding("mine", "mine", OwnClauses(tuple(map(tuple, at_least(*numbered(shape).values())))))
    with pytest.raises(TimeoutError):
        known_slips(own, shape, clock)
