"""The fields of a request are read with limits; what does not fit is refused in words."""

import io
from pathlib import Path

import pytest

from sudocube.engines import engine
from sudocube.errors import SudocubeError, UnsupportedError
from sudocube.serving.page_commands import COMMANDS, LONG_DATA
from sudocube.serving.page_engines import engines_of_package
from sudocube.serving.reason_rows import TEXT_AT_MOST
from sudocube.serving.request_fields import PUZZLE_TEXT_AT_MOST, RefusedRequestError, RequestFields
from tests.serving.page_rows import PENCILMARKS, messages_of
from tests.tables import cases

EASY = "1.....2..3.....4"


def refusal(read):
    """The message with which reading a field is refused."""
    with pytest.raises(RefusedRequestError) as raised:
        read()
    return str(raised.value)


def test_the_shape_of_boxes_can_be_given():
    fields = {"puzzle": 36 * ".", "box": "3x2"}
    assert RequestFields(fields).puzzle().geometry.box_name == "3x2"
    assert RequestFields({**fields, "size": 6}).puzzle().geometry.box_name == "3x2"
    assert RequestFields({"puzzle": 36 * ".", "size": 6}).puzzle().geometry.box_name == "2x3"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, "puzzle: found nothing; expected a text"),
        ({"puzzle": 3}, "puzzle: found 3; expected a text"),
        ({"puzzle": "1.....2..3.....o"}, "column 16: found 'o'"),
        ({"puzzle": f"{EASY}\n{EASY}"}, "found several puzzles"),
        ({"puzzle": "/etc/passwd"}, "found"),
        ({"puzzle": EASY, "size": 5}, "no size 5"),
        ({"puzzle": EASY, "size": "4"}, "size: found '4'; expected a whole number"),
        ({"puzzle": EASY, "box": "2x2", "size": 9}, "box: found 2x2; expected boxes of 9 cells"),
        ({"puzzle": EASY, "box": [2, 2]}, "box: found [2, 2]; expected a text"),
        ({"puzzle": "." * (PUZZLE_TEXT_AT_MOST + 1)}, "characters; expected 32,768 at the most"),
        ({"puzzle": "\ud800" + EASY}, "expected a text of whole characters"),
    ],
)
def test_what_is_no_puzzle_is_refused_with_its_place(fields, said):
    assert said in refusal(RequestFields(fields).puzzle)


def test_values_that_fit_come_as_they_are_and_missing_ones_have_their_defaults():
    asked = RequestFields({"a": "word", "n": 3, "yes": True, "names": ["b", "a", "b"], "one": "phases"})
    assert asked.text("a", 4) == asked.choice("a", ["word"]) == "word"
    assert (asked.number("n", 1, 3), asked.flag("yes"), asked.flag("no")) == (3, True, False)
    assert asked.names("names", ["a", "b"]) == ("b", "a")
    assert asked.engine("one") == "phases"
    asked = RequestFields({"null": None})
    for name in ("null", "missing"):
        assert not asked.has(name)
        assert asked.text(name, 4, "x") == asked.choice(name, ["x"], "x") == "x"
        assert asked.number(name, 1, 3, 2) == 2
        assert asked.names(name, ["a"], ["a"]) == asked.engines(name, ["a"]) == ("a",)


def test_values_that_do_not_fit_are_refused():
    """Whatever kind of JSON they are; the message says what was expected."""
    value: object
    for value in (None, [], "puzzle", 3):
        assert "expected an object" in refusal(lambda value=value: RequestFields(value))
    for value in (0, 4, 1.0, True, "2", [1], None):
        asked = RequestFields({"v": value})
        assert "expected a whole number from 1 to 3" in refusal(lambda asked=asked: asked.number("v", 1, 3))
    for value in ("long text", 3, None, ["text"]):
        asked = RequestFields({"v": value})
        assert refusal(lambda asked=asked: asked.text("v", 4)).startswith("v: found ")
    for value in (0, 1, "true", []):
        asked = RequestFields({"v": value})
        assert "expected true or false" in refusal(lambda asked=asked: asked.flag("v"))
    for value in ([], "a", ["c"], [1], [["a"]], 33 * ["a"], {"a": 1}):
        asked = RequestFields({"v": value})
        assert refusal(lambda asked=asked: asked.names("v", ["a", "b"])).startswith("v: found ")
    assert "expected a list that was sent before" in refusal(RequestFields({}).upload)
    said = refusal(lambda: RequestFields({"form": "lnie"}).choice("form", ("line", "grid")))
    assert said == "form: found 'lnie'; expected one of line, grid. Did you mean 'line'?"


def test_engines_that_may_be_named_are_those_of_the_package():
    """All families but those of others: no program and no function."""
    names = engines_of_package()
    families = {name.partition(":")[0] for name in names}
    assert families == {
        "phases",
        "sets",
        "possibles",
        "cube",
        "techniques",
        "kernel",
        "sat",
        "proof",
        "cpsat",
    }
    assert all(engine(name).name for name in names[::9])


@pytest.mark.parametrize(
    "name",
    [
        *("command:./solver", "python:os:system", "python:solver.py:solve", "sat:@command:minisat"),
        *("sat:extended@command:minisat", "sat:mine.toml", "sat:../mine.cnf", "sat:/dev/zero@cadical153"),
        *("cpsat:mine.toml", "stored", "kernel:../x", "sat:extended@cadical153 ", "", None, ["phases"]),
    ],
)
def test_programs_functions_and_files_are_no_engines(name):
    said = refusal(lambda: RequestFields({"engines": ["phases", name]}).engines("engines"))
    assert "expected an engine of this package" in said
    assert refusal(lambda: RequestFields({"one": name}).engine("one")).startswith("one: found ")


def test_data_that_take_seconds_do_not_hold_up_who_types():
    """Nor do they hold up another scene; and whatever a request says, it gets a lane."""
    lane_of = COMMANDS["data"].lane_of
    assert {lane_of({"name": name}) for name in LONG_DATA} == {"long"}
    odd: tuple[object, ...] = ({"name": "clauses"}, {}, [], None, {"name": ["ranking"]}, {"name": 3})
    assert {lane_of(fields) for fields in odd} == {"quick"}


@pytest.mark.parametrize("case", cases(Path(__file__).with_name("refused_fields.toml")))
def test_a_field_that_does_not_fit_is_refused_in_words(case):
    """The command `ask` with the `fields` ends with an error that says what stands in `says`."""
    with pytest.raises(SudocubeError) as refused:
        messages_of(case["ask"], **case["fields"])
    assert case["says"] in str(refused.value)


def test_texts_have_a_limit_of_their_length():
    with pytest.raises(SudocubeError, match="certificate: found 60,001 characters"):
        messages_of("proof-check", certificate="x" * (TEXT_AT_MOST + 1))
    with pytest.raises(RefusedRequestError, match=r"^name: "):
        messages_of("list", io.BytesIO(), name="x" * 256)


def test_what_takes_clues_only_refuses_pencilmarks_in_words():
    for command in ("steps", "trace", "rate", "proof"):
        with pytest.raises(UnsupportedError, match="pencilmarks"):
            messages_of(command, puzzle=PENCILMARKS)
