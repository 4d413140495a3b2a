"""What the file of an encoding states, and what is said of a mistake in it."""

import pickle
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudocube.encoder import Encoding, Formalism, load, names
from sudocube.encoder.at_most_one import WAYS
from sudocube.encoder.catalogue import root
from sudocube.encoder.encoding_file import parse
from sudocube.encoder.toml_reader import line_of
from sudocube.encoder.vocabulary import WORDS, Statement
from sudocube.errors import EncodingError
from tests.encoder.toml_text import toml
from tests.tables import cases


def read(text: str) -> Encoding:
    """The text as the file mine.toml."""
    return parse(text, name="mine.toml", file="mine.toml")


def test_an_encoding_is_what_its_file_states():
    """Families in the order of the cube, the idea on one line."""
    encoding = read(toml({"row": {"at_most_one": "ladder"}, "cell": {"at_least_one": "clause"}}))
    assert encoding.statements == (
        Statement("cell", "at_least_one", "clause"),
        Statement("row", "at_most_one", "ladder"),
    )
    assert (encoding.name, encoding.file, encoding.title) == ("mine.toml", "mine.toml", "A title")
    assert encoding.idea == "An idea, on two lines."
    assert str(encoding.source) == "A. N. Author: A source (2006)"
    assert (encoding.formalism, encoding.variables) == (Formalism.CNF, "direct")


def test_a_title_commands_no_terminal():
    """Control characters are replaced, white space is one blank."""
    text = toml().replace("A title", "Red \\u001b[31m\\tor not")
    assert read(text).title == "Red \N{REPLACEMENT CHARACTER}[31m or not"


def test_values_within_values_without_end_are_a_mistake_in_the_file():
    with pytest.raises(EncodingError, match=r"mine\.toml: found values within values, too deep to read"):
        read("title = " + 100_000 * "[")


MANY = "1" * 5_000
"""More digits than Python converts to a number, unless it is told to."""


@pytest.mark.parametrize("number", [MANY, "-" + MANY, "1_" * 4_999 + "1", f"[\n1,\n{MANY}\n]"])
def test_a_number_of_too_many_digits_is_named_with_its_line(number):
    """Whatever holds as many digits before it: comments, texts, fractions."""
    before = f"""# {MANY}\nidea = \"\"\"\n{MANY}\n\"\"\"\nformalism = "{MANY}"\ntitle = {MANY}.5\n"""
    line = before.count("\n") + 1 + number[: number.index("1" * 20) if "1" * 20 in number else 0].count("\n")
    with pytest.raises(EncodingError) as caught:
        read(f"{before}variables = {number}\nimplied = {MANY}\n")
    assert str(caught.value) == (
        f"mine.toml: found a whole number of 5,000 digits in line {line}; allowed: numbers of a few digits"
    )


@pytest.mark.parametrize(
    ("key", "number", "found"),
    [
        ("source.year", "0x" + "f" * 5_000, "a number too large to write"),
        ("title", "0x" + "f" * 5_000, "a number too large to write"),
        ("title", "[0x" + "f" * 5_000 + "]", "a number too large to write"),
        ("title", "1" * 3_000, "1" * 57 + "..."),
        ("source.year", "-44", "-44"),
        ("source.year", "0", "0"),
        ("source.year", "20061", "20061"),
        ("source.year", "inf", "inf"),
        ("title", "nan", "nan"),
        ("title", "[" * 80 + "]" * 80, "[" * 57 + "..."),
    ],
)
def test_a_value_that_is_too_large_is_shown_as_far_as_it_can_be(key, number, found):
    """Numbers in base 16 have no bound in Python, but it does not write them in base 10."""
    name = key.rpartition(".")[2]
    old = {"year": "year = 2006", "title": 'title = "A title"'}[name]
    with pytest.raises(EncodingError) as caught:
        read(toml().replace(old, f"{name} = {number}", 1))
    assert (caught.value.key, caught.value.found) == (key, found)


@pytest.mark.parametrize("key", ["a", '"a b"', "'='", "a-1"])
def test_a_key_of_a_hundred_names_is_refused_before_it_takes_its_time(key):
    """`tomllib` goes through all beginnings of a key: half a million names would take it most of an hour."""
    deep = " . ".join([key] * 101)
    with pytest.raises(EncodingError, match="found a key of more than 100 names in line 2; allowed: a TOML"):
        read(f"x = 1\n{deep} = 1")
    with pytest.raises(EncodingError, match="found a key of more than 100 names in line 1; allowed: a TOML"):
        read(f"x = {{{deep} = 1}}")


def test_what_a_file_says_of_further_variables_comes_first_and_what_it_implies_last():
    """Whatever their places in the file; each statement knows its key."""
    text = 'implied = ["claiming", "pointing"]\n' + toml(
        {"box": {"at_least_one": "clause", "over": "triads"}}
    )
    encoding = read(text + '\n[defined.triads]\nat_most_one = "commander"\ngroup_size = 2\n')
    assert encoding.defined == ("triads",)
    assert encoding.statements == (
        Statement("triads", "at_most_one", "commander", group_size=2),
        Statement("box", "at_least_one", "clause", over="triads"),
        Statement("", "implied", "claiming"),
        Statement("", "implied", "pointing"),
    )
    assert [statement.key for statement in encoding.statements] == [
        "defined.triads.at_most_one",
        "families.box.at_least_one",
        "implied.claiming",
        "implied.pointing",
    ]
    assert [str(statement) for statement in encoding.statements] == [
        "triads at most one: commander (groups of 2)",
        "box over triads at least one: clause",
        "implied: claiming",
        "implied: pointing",
    ]


def test_an_encoding_may_be_had_less_one_statement():
    """The rest is as it was."""
    encoding = load("extended")
    dropped = encoding.statements[2]
    less = encoding.without(dropped)
    assert less.statements == (*encoding.statements[:2], *encoding.statements[3:])
    assert (less.name, less.variables) == (encoding.name, encoding.variables)


def test_the_vocabulary_names_every_way_that_there_is():
    """A way without a word could not be asked for, a word without a way would break off."""
    words = WORDS[Formalism.CNF, "direct"]
    assert (
        words.cell
        == words.unit
        == words.defined["triads"]
        == {
            "at_least_one": ("clause",),
            "at_most_one": tuple(WAYS),
        }
    )


@pytest.mark.parametrize("case", cases(Path(__file__).with_name("mistakes.toml")))
def test_a_mistake_is_named_with_file_key_what_was_found_and_what_is_allowed(case):
    """One of each kind, at every level."""
    text = toml() if case.get("families", True) else toml({})
    assert text.count(case.get("old", text)) == 1
    text = text.replace(case["old"], case["new"]) if "old" in case else text + case["new"]
    tomllib.loads(text)  # the fault is not in the TOML
    with pytest.raises(EncodingError) as caught:
        read(text)
    error, key, found, allowed = caught.value, case["key"], case["found"], case["allowed"]
    assert (error.file, error.key, error.found, error.allowed) == ("mine.toml", key, found, allowed)
    line = f":{error.line}" if error.line else ""
    told = f"mine.toml{line}: {key}: found {found}; allowed: {allowed}"
    assert error.lines[0].partition(". Did you mean")[0] == told


ALL_AT_ONCE = """\
tilte = "A title"
formalism = "cnf"
variables = "direct"
idea = '''
formalism = 7
'''
implied = ["pointing", "claming", "pointing"]

[source]
author = "A. N. Author"
title = 7
year = 20061

[families.cell]
at_least_one = "clauses"
at_most_one = "pairwise"

[families.rows]
at_most_one = "pairwise"

[families.box]
at_most_won = "pairwise"
at_most_one = "pairwise"
"""


def test_all_mistakes_are_told_at_once_in_the_order_of_their_lines():
    """What is there under a wrong name is not missing as well."""
    with pytest.raises(EncodingError) as caught:
        read(ALL_AT_ONCE)
    first, others = caught.value, caught.value.others
    assert [(one.line, one.key, one.found, one.near) for one in (first, *others)] == [
        (1, "tilte", "an unknown key", ["title"]),
        (7, "implied", "'claming'", ["claiming"]),
        (7, "implied", "'pointing'", []),
        (11, "source.title", "7", []),
        (12, "source.year", "20061", []),
        (15, "families.cell.at_least_one", "'clauses'", ["clause"]),
        (18, "families.rows", "an unknown key", ["row"]),
        (22, "families.box.at_most_won", "an unknown key", []),
    ]
    assert str(first).splitlines() == first.lines
    assert first.lines[0].endswith(", per_puzzle. Did you mean 'title'?")


def test_without_a_formalism_everything_else_that_can_be_is_read():
    with pytest.raises(EncodingError) as caught:
        read(toml(formalism="CNF").replace("year = 2006", "yaer = 2006").replace("direct", "ordered"))
    assert [(one.line, one.key, one.near) for one in (caught.value, *caught.value.others)] == [
        (2, "formalism", ["cnf"]),
        (3, "variables", ["order"]),
        (12, "source.yaer", ["year"]),
    ]


WRONG_IN_ALL_TABLES = """\
title = "A title"
formalism = "cnf"
variables = "direkt"
idea = "An idea."
implied = ["pointng"]
per_puzzle = "fixed"

[source]
author = "A. N. Author"
title = "A source"
yeer = 2006

[families.cel]
at_most_one = "pairwse"
at_last_one = "clause"

[families.row]
at_most_one = "comander"
group_size = 3
over = "triads"

[families.column]
at_least_one = "clause"
at_most_on = "commander"
group_size = 99

[defined.traids]
at_last_one = "clause"
"""


def test_where_the_variables_are_wrong_all_else_is_told_as_well():
    """What would be right with some kind of variables, or after another mistake is mended, is not told."""
    with pytest.raises(EncodingError) as caught:
        read(WRONG_IN_ALL_TABLES)
    assert [(one.line, one.key, one.near) for one in (caught.value, *caught.value.others)] == [
        (3, "variables", ["direct"]),
        (5, "implied", ["pointing"]),
        (6, "per_puzzle", ["fixed-cells"]),
        (11, "source.yeer", ["year"]),
        (13, "families.cel", ["cell"]),
        (14, "families.cel.at_most_one", ["pairwise"]),
        (15, "families.cel.at_last_one", ["at_least_one"]),
        (18, "families.row.at_most_one", ["commander"]),
        (24, "families.column.at_most_on", ["at_most_one"]),
        (25, "families.column.group_size", []),
        (27, "defined.traids", ["triads"]),
        (28, "defined.traids.at_last_one", ["at_least_one"]),
    ]


def test_tables_under_a_wrong_name_are_read_as_well():
    text = toml({"row": {"at_most_one": "pairwse"}}).replace("[families", "[familys")
    with pytest.raises(EncodingError) as caught:
        read(
            text.replace("[source]", "[sorce]").replace("year", "yeer")
            + '[defnied.order]\nchanel = "both-ways"'
        )
    assert [(one.key, one.near) for one in (caught.value, *caught.value.others)] == [
        ("sorce", ["source"]),
        ("sorce.yeer", ["year"]),
        ("familys", ["families"]),
        ("familys.row.at_most_one", ["pairwise"]),
        ("defnied", ["defined"]),
        ("defnied.order.chanel", ["channel"]),
    ]
    with pytest.raises(EncodingError) as caught:
        read("familes = 3\n" + toml({}).replace("[families]", ""))
    assert [one.key for one in (caught.value, *caught.value.others)] == ["familes"]


def test_of_a_right_file_with_a_wrong_formalism_nothing_else_is_told():
    """Nor with wrong variables: what would be right with another kind is passed over."""
    for name in names():
        kind = "cpsat" if name.startswith("cpsat/") else "cnf"
        text = (root() / kind / f"{name.removeprefix('cpsat/')}.toml").read_text("utf-8")
        for wrong in ("formalism", "variables"):
            broken = re.sub(rf'^{wrong} = ".*"$', f'{wrong} = "xyzzy"', text, flags=re.MULTILINE)
            with pytest.raises(EncodingError) as caught:
                read(broken)
            assert [one.key for one in (caught.value, *caught.value.others)] == [wrong], name


def test_of_very_many_mistakes_the_first_twenty_are_told():
    text = toml() + "".join(f"\n[wrong{number}]" for number in range(1000))
    with pytest.raises(EncodingError) as caught:
        read(text)
    assert len(caught.value.lines) == 20
    assert caught.value.line == text[: text.index("[wrong0]")].count("\n") + 1


@given(st.lists(st.sampled_from(["# a", "", 'x = """', '"""', "[a]", "b = 1", "[a.b]", "c = [", "1,", "]"])))
def test_a_line_that_is_told_is_the_first_that_names_the_key(lines):
    """If the text can be read: without that line and what follows, it has no such key."""
    text = "\n".join(lines)
    for path in (("a",), ("a", "b"), ("b",), ("x",), ("c",)):
        if (line := line_of(text, path)) is not None:
            found: Any = tomllib.loads("\n".join(lines[: line - 1]))
            for name in path:
                found = found.get(name) if isinstance(found, dict) else None
            assert found is None
            assert path[-1] in lines[line - 1]


@pytest.mark.parametrize("text", ["title", "= 1", 'title = "A title', "[families", "a = 1\na = 2", "\0"])
def test_what_is_not_toml_is_named_with_its_place(text):
    """As the TOML reader tells it."""
    with pytest.raises(EncodingError, match=r"mine\.toml: found a fault in the TOML \(.+\); allowed: a TOML"):
        read(text)


def test_an_empty_file_lacks_everything():
    """The first thing that is missing is named."""
    with pytest.raises(EncodingError, match=r"mine\.toml: formalism: found nothing; allowed: cnf, cp-sat"):
        read("")


def test_an_error_survives_pickling():
    """Workers send it from one process to another."""
    with pytest.raises(EncodingError) as caught:
        read("")
    error = pickle.loads(pickle.dumps(caught.value))
    assert (error.file, error.key, error.found, error.allowed, str(error)) == (
        "mine.toml",
        "formalism",
        "nothing",
        "cnf, cp-sat",
        str(caught.value),
    )
