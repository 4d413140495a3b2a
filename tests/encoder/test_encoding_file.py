"""What the file of an encoding states, and what is said of a mistake in it."""

import pickle
import re
import tomllib
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
from tests.encoder.toml_text import CNF, FAMILIES, toml


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


def test_a_long_number_after_a_fault_in_the_toml_is_not_the_first_fault():
    with pytest.raises(EncodingError, match=r"a fault in the TOML .*line 2"):
        read(f"title = 1\nidea = \nvariables = {MANY}")


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


def test_an_idea_may_have_many_points():
    text = toml().replace("An idea,", "One. Two... 3.14, e.g. this.  " * 200)
    assert read(text).idea.startswith("One. Two... 3.14, e.g. this. One.")


def test_what_a_file_leaves_out_is_left_out():
    """No family, or one that says nothing, is no mistake."""
    assert read(toml({})).statements == ()
    assert read(toml({"box": {}})).statements == ()


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


@pytest.mark.parametrize("way", WAYS)
def test_every_way_may_be_named_in_every_family(way):
    """By itself or beside "at least one"."""
    for family in FAMILIES:
        statements = read(toml({family: {**CNF, "at_most_one": way}})).statements
        assert statements[-1] == Statement(family, "at_most_one", way)


CP_SAT = {"formalism": "cp-sat", "variables": "direct"}
INTEGER = {"formalism": "cp-sat", "variables": "integer"}
SOURCELESS = toml({}).partition("[source]")[0] + "[families]"
WAYS_ALLOWED = ", ".join(WAYS)

MISTAKES = [
    # what is changed in a file that is in order, the key, what was found, what is allowed
    (
        "top",
        toml().replace('title = "A title"', 'tilte = "A title"'),
        "tilte",
        "an unknown key",
        "title, formalism, variables, idea, source, families, defined, implied, per_puzzle",
    ),
    ("source", toml().replace("year", "yaer"), "source.yaer", "an unknown key", "author, title, year"),
    ("family", toml({"diagonal": CNF}), "families.diagonal", "an unknown key", "cell, row, column, box"),
    (
        "statement",
        toml({"row": {"at_more_one": "pairwise"}}),
        "families.row.at_more_one",
        "an unknown key",
        "at_least_one, at_most_one",
    ),
    (
        "statement of another formalism",
        toml({"row": {"exactly_one": "exactly-one"}}),
        "families.row.exactly_one",
        "an unknown key",
        "at_least_one, at_most_one",
    ),
    (
        "statement of cnf in cp-sat",
        toml({"row": CNF}, **CP_SAT),
        "families.row.at_least_one",
        "an unknown key",
        "exactly_one",
    ),
    ("formalism", toml(formalism="csp"), "formalism", "'csp'", "cnf, cp-sat"),
    ("variables", toml(variables="boolean"), "variables", "'boolean'", "direct, order, binary"),
    (
        "variables in cp-sat",
        toml({}, formalism="cp-sat", variables="order"),
        "variables",
        "'order'",
        "direct, integer",
    ),
    (
        "defined variables",
        toml() + "[defined.pairs]",
        "defined.pairs",
        "an unknown key",
        "triads, order, binary",
    ),
    (
        "defined variables beside others",
        toml({}, variables="order") + "\n[defined.triads]",
        "defined.triads",
        "an unknown key",
        "no key here",
    ),
    (
        "statement of defined variables",
        toml() + '[defined.order]\nat_most_one = "pairwise"',
        "defined.order.at_most_one",
        "an unknown key",
        "channel, exactly_one",
    ),
    (
        "block of defined variables",
        toml() + '[defined.order]\nchannel = "one-way"',
        "defined.order.channel",
        "'one-way'",
        "both-ways",
    ),
    (
        "over triads that are not defined",
        toml({"row": {**CNF, "over": "triads"}}),
        "families.row.over",
        "an unknown key",
        "at_least_one, at_most_one",
    ),
    (
        "a cell over triads",
        toml({"cell": {**CNF, "over": "triads"}}) + "[defined.triads]",
        "families.cell.over",
        "an unknown key",
        "at_least_one, at_most_one",
    ),
    (
        "over what is not",
        toml({"row": {**CNF, "over": "boxes"}}) + "[defined.triads]",
        "families.row.over",
        "'boxes'",
        "cells, triads",
    ),
    (
        "groups where there are none",
        toml({"row": CNF}) + "group_size = 3",
        "families.row.group_size",
        "an unknown key",
        "at_least_one, at_most_one",
    ),
    (
        "groups of one",
        toml({"row": {**CNF, "at_most_one": "commander"}}) + "group_size = 1",
        "families.row.group_size",
        "1",
        "a whole number from 2 to 25",
    ),
    (
        "groups of a text",
        toml({"row": {**CNF, "at_most_one": "bimander"}}) + 'group_size = "3"',
        "families.row.group_size",
        "'3'",
        "a whole number from 2 to 25",
    ),
    (
        "implied",
        'implied = ["pointing", "x-wing"]\n' + toml(),
        "implied",
        "'x-wing'",
        "a list of pointing, claiming, first-row-in-order, each once",
    ),
    (
        "implied twice",
        'implied = ["pointing", "pointing"]\n' + toml(),
        "implied",
        "'pointing'",
        "a list of pointing, claiming, first-row-in-order, each once",
    ),
    (
        "implied is a text",
        'implied = "pointing"\n' + toml(),
        "implied",
        "'pointing'",
        "a list of pointing, claiming, first-row-in-order",
    ),
    (
        "implied beside other variables",
        'implied = ["pointing"]\n' + toml({}, variables="binary"),
        "implied",
        "'pointing'",
        "nothing here",
    ),
    ("per puzzle", 'per_puzzle = "none"\n' + toml(), "per_puzzle", "'none'", "fixed-cells"),
    (
        "per puzzle in cp-sat",
        'per_puzzle = "fixed-cells"\n' + toml({}, **CP_SAT),
        "per_puzzle",
        "'fixed-cells'",
        "nothing here",
    ),
    (
        "units of order variables",
        toml({"row": CNF}, variables="order"),
        "families.row.at_least_one",
        "an unknown key",
        "at_most_one",
    ),
    (
        "block",
        toml({"box": {"at_most_one": "products"}}),
        "families.box.at_most_one",
        "'products'",
        WAYS_ALLOWED,
    ),
    (
        "block of another statement",
        toml({"box": {"at_least_one": "pairwise"}}),
        "families.box.at_least_one",
        "'pairwise'",
        "clause",
    ),
    (
        "block of other variables",
        toml({"row": {"exactly_one": "all-different"}}, **CP_SAT),
        "families.row.exactly_one",
        "'all-different'",
        "exactly-one, linear, automaton, table",
    ),
    (
        "block of boolean variables",
        toml({"row": {"exactly_one": "exactly-one"}}, **INTEGER),
        "families.row.exactly_one",
        "'exactly-one'",
        "all-different, inverse",
    ),
    (
        "block of units in cells",
        toml({"cell": {"exactly_one": "all-different"}}, **INTEGER),
        "families.cell.exactly_one",
        "'all-different'",
        "domain",
    ),
    (
        "block of cells in units",
        toml({"row": {"exactly_one": "domain"}}, **INTEGER),
        "families.row.exactly_one",
        "'domain'",
        "all-different, inverse",
    ),
    ("no title", toml().replace('title = "A title"\n', ""), "title", "nothing", "a text in quotes"),
    (
        "no idea",
        toml().replace('idea = """\nAn idea,\non two lines.\n"""', ""),
        "idea",
        "nothing",
        "a text in quotes",
    ),
    ("no formalism", toml().replace("formalism", "#"), "formalism", "nothing", "cnf, cp-sat"),
    ("no variables", toml().replace("variables", "#"), "variables", "nothing", "direct, order, binary"),
    ("no author", toml().replace("author", "#"), "source.author", "nothing", "a text in quotes"),
    (
        "no source title",
        toml().replace('title = "A source"', ""),
        "source.title",
        "nothing",
        "a text in quotes",
    ),
    ("no year", toml().replace("year", "#"), "source.year", "nothing", "a year, such as 2006"),
    ("no source", SOURCELESS, "source", "nothing", "a table [source]"),
    ("no families", toml({}).replace("[families]", ""), "families", "nothing", "a table [families]"),
    ("title is a number", toml().replace('"A title"', "7"), "title", "7", "a text in quotes"),
    ("formalism is a list", toml().replace('"cnf"', '["cnf"]'), "formalism", "['cnf']", "cnf, cp-sat"),
    ("year is a text", toml().replace("2006", '"2006"'), "source.year", "'2006'", "a year, such as 2006"),
    ("year is a fraction", toml().replace("2006", "2006.5"), "source.year", "2006.5", "a year, such as 2006"),
    ("year is a truth", toml().replace("2006", "true"), "source.year", "True", "a year, such as 2006"),
    (
        "family is a text",
        toml({}) + '\nrow = "pairwise"',
        "families.row",
        "'pairwise'",
        "a table [families.row]",
    ),
    (
        "block is a truth",
        toml({}) + "\nrow.at_most_one = true",
        "families.row.at_most_one",
        "True",
        WAYS_ALLOWED,
    ),
    (
        "block is a table",
        toml({}) + "\nrow.at_most_one.pairwise = 1",
        "families.row.at_most_one",
        "{'pairwise': 1}",
        WAYS_ALLOWED,
    ),
]


@pytest.mark.parametrize(
    ("text", "key", "found", "allowed"), [rest for _, *rest in MISTAKES], ids=[name for name, *_ in MISTAKES]
)
def test_a_mistake_is_named_with_file_key_what_was_found_and_what_is_allowed(text, key, found, allowed):
    """One of each kind, at every level."""
    tomllib.loads(text)  # the fault is not in the TOML
    with pytest.raises(EncodingError) as caught:
        read(text)
    error = caught.value
    assert (error.file, error.key, error.found, error.allowed) == ("mine.toml", key, found, allowed)
    line = f":{error.line}" if error.line else ""
    assert error.lines[0].partition(". Did you mean")[0] == (
        f"mine.toml{line}: {key}: found {found}; allowed: {allowed}"
    )


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


@pytest.mark.parametrize("wrong", ["formalism", "variables"])
@pytest.mark.parametrize("name", names())
def test_of_a_right_file_with_a_wrong_formalism_nothing_else_is_told(name, wrong):
    kind = "cpsat" if name.startswith("cpsat/") else "cnf"
    text = (root() / kind / f"{name.removeprefix('cpsat/')}.toml").read_text("utf-8")
    broken = re.sub(rf'^{wrong} = ".*"$', f'{wrong} = "xyzzy"', text, flags=re.MULTILINE)
    with pytest.raises(EncodingError) as caught:
        read(broken)
    assert [one.key for one in (caught.value, *caught.value.others)] == [wrong]


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
