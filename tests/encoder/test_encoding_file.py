"""What the file of an encoding states, and what is said of a mistake in it."""

import pickle
import tomllib
from pathlib import Path

import pytest

from sudocube.encoder import Encoding, Formalism
from sudocube.encoder.encoding_file import parse
from sudocube.encoder.vocabulary import Statement
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


@pytest.mark.parametrize(
    ("key", "number", "found"),
    [
        ("source.year", "0x" + "f" * 5_000, "a number too large to write"),
        ("title", "[0x" + "f" * 5_000 + "]", "a number too large to write"),
        ("source.year", "inf", "inf"),
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


def test_a_key_of_a_thousand_names_is_refused_before_it_takes_its_time():
    """`tomllib` goes through all beginnings of a key: half a million names would take it most of an hour."""
    for text in (".".join("a" * 1_002) + " = 1", f"x = {{{'.'.join('a' * 1_002)} = 1}}"):
        with pytest.raises(EncodingError, match="found a line with more than 1,000 dots; allowed: keys of a"):
            read(text)


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
    assert [statement.in_words for statement in encoding.statements] == [
        "triads at most one: commander (groups of 2)",
        "box over triads at least one: clause",
        "implied: claiming",
        "implied: pointing",
    ]


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
    first, others = pickle.loads(pickle.dumps(caught.value)), caught.value.others  # as workers send it
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


@pytest.mark.parametrize(
    "text", ["title", "= 1", 'title = "A title', "[families", "a = 1\na = 2", "\0", "a = " + "1" * 5_000]
)
def test_what_is_not_toml_is_named_with_its_place(text):
    """As the TOML reader tells it."""
    with pytest.raises(EncodingError, match=r"mine\.toml: found a fault in the TOML \(.+\); allowed: a TOML"):
        read(text)
