"""The fields of a request are read with limits; what does not fit is refused in words."""

import pytest

from sudocube.engines import engine
from sudocube.serving.page_engines import engines_of_package
from sudocube.serving.request_fields import PUZZLE_TEXT_AT_MOST, RefusedRequestError, RequestFields

EASY = "1.....2..3.....4"


def refusal(read):
    """The message with which reading a field is refused."""
    with pytest.raises(RefusedRequestError) as raised:
        read()
    return str(raised.value)


@pytest.mark.parametrize("fields", [None, [], "puzzle", 3, True])
def test_a_request_is_an_object(fields):
    assert "expected an object" in refusal(lambda: RequestFields(fields))


class TestPuzzles:
    """One puzzle, in any form that the command line reads."""

    @pytest.mark.parametrize(
        "text",
        [
            EASY,
            "1... ..2. .3.. ...4",
            "1...\n..2.\n.3..\n...4\n",
            "1 . | . .\n. . | 2 .\n----+----\n. 3 | . .\n. . | . 4",
            "# a title\n1.....2..3.....4",
            "\ufeff1.....2..3.....4\r\n",
            "puzzle,solution\n1.....2..3.....4,1243342143122134\n",
        ],
    )
    def test_all_forms_are_read(self, text):
        assert str(RequestFields({"puzzle": text}).puzzle()) == EASY

    def test_the_shape_of_boxes_can_be_given(self):
        fields = {"puzzle": 36 * ".", "box": "3x2"}
        assert RequestFields(fields).puzzle().geometry.box_name == "3x2"
        assert RequestFields({**fields, "size": 6}).puzzle().geometry.box_name == "3x2"
        assert RequestFields({"puzzle": 36 * ".", "size": 6}).puzzle().geometry.box_name == "2x3"

    @pytest.mark.parametrize(
        ("fields", "said"),
        [
            ({}, "puzzle: found nothing; expected a text"),
            ({"puzzle": 3}, "puzzle: found 3; expected a text"),
            ({"puzzle": ""}, "found no puzzle"),
            ({"puzzle": "\n \n"}, "found no puzzle"),
            ({"puzzle": "hello"}, "found"),
            ({"puzzle": EASY[:-1] + "x1"}, "expected"),
            ({"puzzle": f"{EASY}\n{EASY}"}, "found several puzzles"),
            ({"puzzle": EASY, "size": 5}, "no size 5"),
            ({"puzzle": EASY, "size": "4"}, "size: found '4'; expected a whole number"),
            ({"puzzle": EASY, "size": 9}, "expected"),
            ({"puzzle": EASY, "box": "1x4"}, "no boxes of 1 x 4"),
            ({"puzzle": EASY, "box": "2x2", "size": 9}, "box: found 2x2; expected boxes of 9 cells"),
            ({"puzzle": EASY, "box": [2, 2]}, "box: found [2, 2]; expected a text"),
            ({"puzzle": "." * (PUZZLE_TEXT_AT_MOST + 1)}, "characters; expected 32,768 at the most"),
            ({"puzzle": EASY + "\0"}, "puzzle: "),
            ({"puzzle": "\ud800" + EASY}, "expected a text of whole characters"),
        ],
    )
    def test_what_is_none_is_refused(self, fields, said):
        assert said in refusal(lambda: RequestFields(fields).puzzle())

    def test_a_mistake_has_its_line_and_column(self):
        message = refusal(lambda: RequestFields({"puzzle": "12..\n..1.\n.1..\n..!."}).puzzle())
        assert message.startswith("line 4, column 3: found '!'")

    def test_in_one_line_it_has_its_column(self):
        message = refusal(lambda: RequestFields({"puzzle": "1.....2..3.....o"}).puzzle())
        assert message.startswith("column 16: found 'o'")


class TestFields:
    """Words, numbers and lists of names."""

    def test_values_that_fit_come_as_they_are(self):
        asked = RequestFields({"a": "word", "n": 3, "yes": True, "names": ["b", "a", "b"]})
        assert asked.text("a", 4) == asked.choice("a", ["word"]) == "word"
        assert (asked.number("n", 1, 3), asked.flag("yes"), asked.flag("no")) == (3, True, False)
        assert asked.names("names", ["a", "b"]) == ("b", "a")

    def test_missing_ones_have_their_defaults(self):
        asked = RequestFields({"null": None})
        for name in ("null", "missing"):
            assert not asked.has(name)
            assert asked.text(name, 4, "x") == asked.choice(name, ["x"], "x") == "x"
            assert asked.number(name, 1, 3, 2) == 2
            assert asked.names(name, ["a"], ["a"]) == asked.engines(name, ["a"]) == ("a",)

    @pytest.mark.parametrize("value", [0, 4, 1.0, True, "2", [1], None])
    def test_a_number_is_a_whole_one_within_its_limits(self, value):
        refused = refusal(lambda: RequestFields({"n": value}).number("n", 1, 3))
        assert "expected a whole number from 1 to 3" in refused

    @pytest.mark.parametrize("value", ["long text", 3, None, ["text"]])
    def test_a_text_has_a_limit(self, value):
        assert refusal(lambda: RequestFields({"t": value}).text("t", 4)).startswith("t: found ")

    @pytest.mark.parametrize("value", [0, 1, "true", []])
    def test_a_flag_is_true_or_false(self, value):
        assert "expected true or false" in refusal(lambda: RequestFields({"f": value}).flag("f"))

    def test_a_wrong_word_is_told_with_the_right_ones(self):
        said = refusal(lambda: RequestFields({"form": "lnie"}).choice("form", ("line", "grid")))
        assert said == "form: found 'lnie'; expected one of line, grid. Did you mean 'line'?"

    @pytest.mark.parametrize("value", [[], "a", ["c"], [1], [["a"]], 33 * ["a"], {"a": 1}])
    def test_names_are_a_short_list_of_known_ones(self, value):
        assert refusal(lambda: RequestFields({"names": value}).names("names", ["a", "b"])).startswith(
            "names: found "
        )

    def test_there_may_be_no_list(self):
        assert "expected a list that was sent before" in refusal(RequestFields({}).upload)


class TestEngines:
    """Those of the package, by their names in its lists."""

    @pytest.mark.parametrize("name", engines_of_package()[:40])
    def test_each_that_may_be_named_is_one(self, name):
        assert engine(name).name

    def test_there_are_all_families_but_those_of_others(self):
        families = {name.partition(":")[0] for name in engines_of_package()}
        assert families == {"phases", "sets", "possibles", "cube", "kernel", "sat", "proof", "cpsat"}

    @pytest.mark.parametrize(
        "name",
        [
            "command:./solver",
            "command:true",
            "python:os:system",
            "python:solver.py:solve",
            "sat:@command:minisat",
            "sat:extended@command:minisat",
            "sat:mine.toml",
            "sat:../mine.cnf",
            "sat:/etc/passwd",
            "sat:/dev/zero@cadical153",
            "cpsat:mine.toml",
            "stored",
            "kernel:../x",
            "sat:extended@cadical153 ",
            "",
        ],
    )
    def test_programs_functions_and_files_are_refused(self, name):
        said = refusal(lambda: RequestFields({"engines": ["phases", name]}).engines("engines"))
        assert "expected an engine of this package" in said
        assert refusal(lambda: RequestFields({"one": name}).engine("one")).startswith("one: found ")

    def test_a_single_one_is_read(self):
        assert RequestFields({"one": "phases"}).engine("one") == "phases"
        assert "found ['phases']" in refusal(lambda: RequestFields({"one": ["phases"]}).engine("one"))
        assert "found nothing" in refusal(lambda: RequestFields({}).engine("one"))
