"""The fields of a request are read with limits; what does not fit is refused in words."""

from pathlib import Path
from typing import Annotated

import pytest
from msgspec import Meta

from sudocube import Geometry, Puzzle
from sudocube.engines import engine
from sudocube.errors import SudocubeError, UnsupportedError
from sudocube.serving.page_commands import COMMANDS, RefusedRequestError, keywords, known
from sudocube.serving.puzzle_rows import Names, engine_of_page
from tests.serving.page_rows import PENCILMARKS, messages_of, rows_of
from tests.tables import cases

EASY = "1.....2..3.....4"
Number = Annotated[int, Meta(ge=1, le=3)]
Word = Annotated[str, Meta(max_length=4)]


def refusal(function, fields):
    """The message with which the fields of a command are refused."""
    with pytest.raises(SudocubeError) as raised:
        keywords(function, fields)
    return str(raised.value)


def puzzled(puzzle: Puzzle):
    """A command on a puzzle."""


def test_the_shape_of_boxes_can_be_given():
    def boxes(**fields):
        return keywords(puzzled, {"puzzle": 36 * ".", **fields})["puzzle"].geometry.box_name

    assert [boxes(box="3x2"), boxes(box="2x3"), boxes()] == ["3x2", "2x3", "2x3"]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, "puzzle: Expected `str`, got `null`"),
        ({"puzzle": 3}, "puzzle: Expected `str`, got `int`"),
        ({"puzzle": "1.....2..3.....o"}, "column 16: found 'o'"),
        ({"puzzle": f"{EASY}\n{EASY}"}, "found several puzzles"),
        ({"puzzle": "/etc/passwd"}, "found"),
        ({"puzzle": EASY, "box": "1x5"}, "no boxes of 1 x 5"),
        ({"puzzle": EASY, "box": [2, 2]}, "box: Expected `str`, got `array`"),
        ({"puzzle": "." * 32_769}, "puzzle: Expected `str` of length <= 32768"),
    ],
)
def test_what_is_no_puzzle_is_refused_with_its_place(fields, said):
    assert said in refusal(puzzled, fields)


def command(
    n: Number,
    geometry: Geometry | None,
    word: Word = "x",
    yes: bool = False,
    names: Names | None = None,
):
    """A command with a field of each kind."""


def test_values_that_fit_come_as_they_are_and_missing_ones_have_their_defaults():
    """What is null is missing."""
    fields = {"n": 3, "word": "word", "yes": True, "names": ["b", "a"]}
    assert keywords(command, {**fields, "box": "2x2"}) == {**fields, "geometry": Geometry(2, 2)}
    assert keywords(command, {"n": 1, "word": None, "more": 1}) == {"n": 1, "geometry": None}


def test_values_that_do_not_fit_are_refused():
    """Whatever kind of JSON they are; the message says what was expected."""
    value: object
    for value in (None, [], "puzzle", 3):
        assert refusal(command, value).startswith("request: Expected `object`")
    for value in (0, 4, 1.5, True, "2", [1], None, 10**400):
        assert refusal(command, {"n": value}).startswith("n: Expected `int`")
    for value in ("long text", 3, ["text"]):
        assert refusal(command, {"n": 1, "word": value}).startswith("word: Expected `str`")
    for value in (0, 1, "true", []):
        assert refusal(command, {"n": 1, "yes": value}).startswith("yes: Expected `bool`")
    for value in ([], "a", [1], [["a"]], 33 * ["a"], {"a": 1}):
        assert refusal(command, {"n": 1, "names": value}).startswith("names: Expected")
    for body in (b"", b"{", b"NaN", b'{"n": "\\ud800"}', 50_000 * b"["):
        with pytest.raises(RefusedRequestError, match="a request is an object of JSON"):
            COMMANDS["check"].rows(body, {})
    with pytest.raises(RefusedRequestError) as refused:
        known("form", "lnie", ("line", "grid"))
    assert str(refused.value) == "form: found 'lnie'; expected one of line, grid. Did you mean 'line'?"


def test_engines_that_may_be_named_are_families_of_the_package():
    """No program, no function, no stored answers; and each is there."""
    names = [row["name"] for row in rows_of("engines")]
    assert {"phases", "kernel", "sat", "cpsat", "proof"} <= {*names}
    assert not {"command", "python", "stored"} & {*names}
    assert [engine(engine_of_page(name)).name.partition(":")[0] for name in names] == names


@pytest.mark.parametrize(
    "name",
    [
        *("command:./solver", "python:os:system", "python:solver.py:solve", "sat:@command:minisat"),
        *("sat:extended@command:minisat", "sat:mine.toml", "sat:../mine.cnf", "sat:/dev/zero@cadical153"),
        *("cpsat:mine.toml", "stored", "kernel:../x", "sat:extended@cadical153 ", ""),
    ],
)
def test_programs_functions_and_files_are_no_engines(name):
    with pytest.raises(RefusedRequestError, match=r"engines: found .*expected one of phases"):
        messages_of("crosscheck", puzzle=EASY, engines=["phases", name])


@pytest.mark.parametrize("case", cases(Path(__file__).with_name("refused_fields.toml")))
def test_a_field_that_does_not_fit_is_refused_in_words(case):
    """The command `ask` with the `fields` ends with an error that says what stands in `says`."""
    with pytest.raises(SudocubeError) as refused:
        messages_of(case["ask"], **case["fields"])
    assert case["says"] in str(refused.value)


def test_texts_have_a_limit_of_their_length():
    with pytest.raises(SudocubeError, match="certificate: Expected `str` of length <= 60000"):
        messages_of("proof-check", certificate=60_001 * "x")
    with pytest.raises(RefusedRequestError, match=r"^name: "):
        messages_of("list", b"", name="x" * 256)


def test_what_takes_clues_only_refuses_pencilmarks_in_words():
    for command in ("steps", "trace", "rate", "proof"):
        with pytest.raises(UnsupportedError, match="pencilmarks"):
            messages_of(command, puzzle=PENCILMARKS)
