"""What functions return and programs print: what is claimed, and what is garbled."""

import json
import tomllib
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudocube.engines import Answer, Found
from sudocube.engines.outside_answers import (
    EXPECTED,
    GarbledAnswerError,
    OutsideAnswer,
    read_answer,
    read_printed,
)
from sudocube.errors import RefutedError, quoted
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle
from sudocube.rows import Style
from sudocube.rows.writer import write
from sudocube.verdict import Claim, Verdict
from tests.puzzles import grids

TABLES = tomllib.loads(Path(__file__).with_name("outside_answers.toml").read_text("utf-8"))
SHAPE = Geometry(2, 2)
A, B, C = "1234341221434321", "1234341243212143", "2134431212433421"
FRAMED = "+--+--+\n|12|34|\n|34|12|\n+--+--+\n|21|43|\n|43|21|\n+--+--+"
ROWS = [[int(A[4 * row + column]) for column in range(4)] for row in range(4)]

SOLUTION, VERDICT, COUNT = Claim.SOLUTION, Claim.VERDICT, Claim.COUNT
UNIQUE, MULTIPLE, NONE, UNKNOWN = Verdict.UNIQUE, Verdict.MULTIPLE, Verdict.NONE, Verdict.UNKNOWN


def claimed(said: object) -> tuple[Claim, Verdict, list[str], int | None]:
    """What an answer about a 4×4 puzzle claims: what, the verdict, the grids and the number."""
    answer = read_answer(said, SHAPE)
    return answer.claims, answer.verdict, list(map(str, answer.grids)), answer.count


GRID_FORMS = [
    A, "1234 3412 2143 4321", "1234\n3412\n2143\n4321\n", "12|34\n34|12\n--+--\n21|43\n43|21",
 Grid(A), ROWS, np.array(ROWS), [A],
 FRAMED, "1,2,3,4\n3,4,1,2\n2,1,4,3\n4,3,2,1", str(ROWS),
 json.dumps(A), str([[float(digit) for digit in row] for row in ROWS]),
 "１２３４ ３４１２\n２１４３ ４３２１",
 [ROWS], list(map(int, A)), {"solutions": [A]},
 json.dumps({"solutions": [A]}), {"verdict": "unknown", "solutions": [A]}, np.array([A])
]  # fmt: skip


def test_one_grid_in_any_form_claims_a_solution_and_nothing_of_others():
    for said in GRID_FORMS:
        assert claimed(said) == (SOLUTION, UNKNOWN, [A], None)


VERDICT_FORMS = [
    *TABLES["verdicts"],
    (None, NONE, []),
    ({"verdict": Verdict.MULTIPLE}, MULTIPLE, []),
    ({"verdict": "unique", "solutions": [ROWS]}, UNIQUE, [A]),
]


def test_a_verdict_is_claimed_with_or_without_grids():
    for said, verdict, shown in VERDICT_FORMS:
        assert claimed(said) == (VERDICT, verdict, shown, None)


COUNT_FORMS = [
    (0, 0, []), (1, 1, []), (2, 2, []), (288, 288, []), (np.int64(7), 7, []), ("12", 12, []),
    (f"1 {A}", 1, [A]), (f"2 {A} {B}", 2, [A, B]), (f"3 {A}", 3, [A]), ({"count": 5}, 5, []),
    (f"1\n{FRAMED}", 1, [A]), (f"2\n{FRAMED}\n\n{FRAMED}", 2, [A, A]), ("1 1234 3412 2143 4321", 1, [A]),
    ({"count": 2, "solutions": [A, B]}, 2, [A, B]), ('{"count": 0}', 0, []), (10**30, 10**30, []),
]  # fmt: skip


def test_a_number_claims_a_count():
    for said, count, shown in COUNT_FORMS:
        verdict = [NONE, UNIQUE, MULTIPLE][min(count, 2)]
        assert claimed(said) == (COUNT, verdict, shown, count)


def test_digits_as_long_as_a_grid_are_a_grid_and_not_a_number():
    """And a verdict may come with a count."""
    assert claimed({"verdict": "multiple", "count": 3, "solutions": [A]}) == (VERDICT, MULTIPLE, [A], 3)
    assert claimed(f"{A} {B}") == (SOLUTION, UNKNOWN, [A, B], None)
    assert claimed("1" * 16) == (SOLUTION, UNKNOWN, ["1" * 16], None)
    assert claimed("1" * 15) == (COUNT, MULTIPLE, [], int("1" * 15))


GARBLED = [
    *TABLES["garbled"],
    (object, "an answer is a grid"),
    ([A, None], "solutions are a list of grids"),
    ('{"a":' * 100_000, "it is no JSON"),
]


def test_whatever_else_is_garbled_and_the_error_says_what_to_return():
    """It is an EngineError that refutes nothing; the answer stands in it, on one short line."""
    for said, why in GARBLED:
        with pytest.raises(GarbledAnswerError) as caught:
            read_answer(said, SHAPE)
        message = str(caught.value)
        assert message.startswith(f"garbled: it says {quoted(said)}; ")
        assert why in message
        assert message.isprintable()
        assert not isinstance(caught.value, RefutedError)


def test_what_programs_print_beside_their_answers_claims_nothing():
    """Unless it may mean something else: then all of it is garbled."""
    puzzle = Puzzle("1.....2..3.....4")
    for text, verdict, shown, count in TABLES["printed"]:
        read = read_printed(text, puzzle)
        found = (str(read.verdict), [*map(str, read.grids)], -1 if read.count is None else read.count)
        assert found == (verdict, shown, count), text
    for text in (*TABLES["not_printed"], 10_000 * " \n" + "?"):
        with pytest.raises(GarbledAnswerError):
            read_printed(text, puzzle)


@given(st.one_of(st.text(), st.binary(), st.lists(st.text()), st.dictionaries(st.text(), st.integers())))
def test_no_value_at_all_raises_anything_but_that(said):
    with suppress(GarbledAnswerError):
        read_answer(said, SHAPE)


def test_words_beside_a_grid_may_deny_it_so_the_answer_is_garbled():
    for said in TABLES["with_words"]:
        with pytest.raises(GarbledAnswerError) as caught:
            read_answer(said, SHAPE)
        assert str(caught.value) == f"garbled: it says {quoted(said)}; an answer is {EXPECTED}"


@settings(max_examples=15)
@given(grids(), st.sampled_from(["last tried", "not", "x", "0", "1 of 2", "ü"]))
def test_in_every_form_that_is_written_a_grid_is_read_and_none_with_a_word_before_it(grid: Grid, word: str):
    """In the styles of the formats, of all geometries; and as JSON and a dict."""
    unique = OutsideAnswer(VERDICT, UNIQUE, (grid,))
    for said in ({"verdict": "unique", "solutions": [str(grid)]}, f"unique {grid}"):
        assert read_answer(said, grid.geometry) == unique
        assert isinstance(said, str) or read_answer(json.dumps(said), grid.geometry) == unique
    for style in (Style("grid"), Style("grid", spaced=True), Style("grid", barred=True), Style.named("ss")):
        text = write(grid, style)
        assert read_answer(text, grid.geometry).grids == (grid,)
        assert read_answer(f"unique:\n{text}", grid.geometry) == unique
        with pytest.raises(GarbledAnswerError):
            read_answer(f"{word}: {text}", grid.geometry)


def answered(said: object, *, limit: int = 2) -> Answer:
    """The answer about the empty 4×4 puzzle, which has 288 solutions."""
    return read_answer(said, SHAPE).answer("mine()", limit=limit)


def test_a_solution_decides_nothing_and_two_are_witnesses():
    one = answered(A)
    assert (one.verdict, one.solutions, one.count, one.exhausted) == (UNKNOWN, (Grid(A),), 1, False)
    assert one.reason == "mine() gives one solution, and no word on others"
    two = answered([A, B, C])
    assert (two.verdict, two.solutions, two.count) == (MULTIPLE, (Grid(A), Grid(B)), 2)
    assert (two.evidence, two.claims) == ("witness", SOLUTION)


LIMITED_COUNTS = [
    # said, limit, count, whether all are counted, the number that is claimed beyond the limit
    (0, 2, 0, True, None), (2, 2, 2, False, None), (288, 288, 288, False, None), (288, 289, 288, True, None),
    (5, 1, 2, False, 5), ("multiple", 100, 2, False, None), ([A, B, C], 100, 3, False, None),
    (f"unique {A}", 100, 1, True, None), (f"5 {A}", 2, 2, False, 5), (10**40, 2, 2, False, 10**40),
    ({"verdict": "multiple", "count": 4}, 2, 2, False, 4),
]  # fmt: skip


def test_a_count_that_reaches_the_limit_is_that_many_or_more():
    """A larger number is kept as it was given; where one is asked for and none is given, that is told."""
    for said, limit, count, exhausted, number in LIMITED_COUNTS:
        answer = answered(said, limit=limit)
        assert isinstance(answer, Found)
        assert (answer.count, answer.exhausted, answer.claimed_count) == (count, exhausted, number)
    for said, reason in (
        (f"multiple {A} {B}", "mine() shows 2 solutions, and gives no number"),
        ([A, B, C], "mine() shows 3 solutions, and gives no number"),
    ):
        assert answered(said, limit=100).reason == reason
        assert answered(said).reason is None  # two are enough
