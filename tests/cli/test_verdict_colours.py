"""A verdict has the same colour in all commands; without colours, there is nothing but the word."""

import re

import pytest

from tests.cli.command import HARD, MULTIPLE, NONE, UNIQUE, invoke, written

COLOURS = {"unique": "32", "multiple": "33", "none": "31", "unknown": "35", "invalid": "35"}
LIST = [UNIQUE, MULTIPLE, NONE, UNIQUE[:-1]]


@pytest.fixture(autouse=True)
def _terminal_with_colours(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")


@pytest.mark.parametrize(
    ("arguments", "verdicts"),
    [
        (["check", "{list}", "-e", "phases"], "unique multiple none invalid"),
        (["check", HARD, "-e", "phases", "--timeout", "0.1"], "unknown"),
        (["crosscheck", "{list}", "-e", "phases,cube"], "unique multiple none invalid"),
        (["count", "{list}"], "invalid"),
        (["solve", "{list}"], "none invalid"),
        (["certify", "{list}", "-o", "{folder}"], "unique multiple none invalid"),
        (["verify", "{certified}"], "unique multiple none"),
        (["diagnose", "{list}"], "unique multiple none invalid"),
    ],
    ids=lambda value: " ".join(value)[:30] if isinstance(value, list) else "",
)
def test_a_verdict_has_its_colour(tmp_path, arguments, verdicts):
    """Wherever it is named: in the answer, and in the summary."""
    places = {"list": written(tmp_path, *LIST), "folder": tmp_path / "new", "certified": tmp_path / "old"}
    if "{certified}" in arguments:
        invoke("certify", places["list"], "-o", places["certified"], "--quiet")
    outcome = invoke(*[one.format(**places) for one in arguments], colours=True)
    found: dict[str, set[str]] = {}
    for code, word in re.findall(r"\x1b\[([\d;]+)m(\w+)\x1b\[0m", outcome.out + outcome.err):
        if word in COLOURS:
            found.setdefault(word, set()).add(code)
    assert found == {word: {COLOURS[word]} for word in verdicts.split()}


def test_no_colours_where_none_are_wanted_or_none_can_be(tmp_path, monkeypatch):
    """In a pipe, unless they are asked for, and on a terminal that knows none."""
    file = written(tmp_path, *LIST)
    assert "\x1b" not in "".join(map(str, invoke("check", file)))
    monkeypatch.setenv("TERM", "dumb")
    assert "\x1b" not in "".join(map(str, invoke("check", file, colours=True)))
