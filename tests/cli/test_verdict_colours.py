"""A verdict has the same colour in all commands; without colours, there is nothing but the word."""

import re

import pytest

from sudocube.verdict import Verdict
from tests.cli.command import HARD, MULTIPLE, NONE, UNIQUE, invoke, written
from tests.cli.pseudo_terminal import without_styles

COLOURS = {"unique": "32", "multiple": "33", "none": "31", "unknown": "35", "invalid": "1;35"}
BAD = UNIQUE[:-1]
LIST = [UNIQUE, MULTIPLE, NONE, BAD]


def coloured(shown: str) -> dict[str, set[str]]:
    """The verdicts that are shown in a colour, and in which."""
    found: dict[str, set[str]] = {}
    for code, word in re.findall(r"\x1b\[([\d;]+)m(\w+)\x1b\[0m", shown):
        if word in COLOURS:
            found.setdefault(word, set()).add(code)
    return found


@pytest.mark.parametrize(
    ("arguments", "verdicts"),
    [
        (["check", UNIQUE], "unique"),
        (["check", "{list}", "-e", "phases"], "unique multiple none invalid"),
        (["check", "{list}"], "unique multiple none invalid"),
        (["check", HARD, "-e", "phases", "--timeout", "0.1"], "unknown"),
        (["crosscheck", "{list}", "-e", "phases,cube"], "unique multiple none invalid"),
        (["crosscheck", HARD, "-e", "phases,sat:minimal", "--timeout", "0.1"], "unknown"),
        (["count", "{list}"], "invalid"),
        (["count", HARD, "-e", "phases", "--timeout", "0.1"], "unknown"),
        (["solve", "{list}"], "none invalid"),
        (["certify", "{list}", "-o", "{folder}"], "unique multiple none invalid"),
        (["verify", "{certified}"], "unique multiple none"),
        (["diagnose", "{list}", "--timeout", "1"], "unique multiple none invalid"),
    ],
    ids=lambda value: " ".join(value)[:30] if isinstance(value, list) else "",
)
def test_a_verdict_has_its_colour(terminal, tmp_path, arguments, verdicts):
    """Wherever it is named: in the answer, and in the summary."""
    places = {"list": written(tmp_path, *LIST), "folder": tmp_path / "new", "certified": tmp_path / "old"}
    if "{certified}" in arguments:
        invoke("certify", places["list"], "-o", places["certified"], "--quiet")
    shown = terminal(*[one.format(**places) for one in arguments]).read()
    assert coloured(shown) == {word: {COLOURS[word]} for word in verdicts.split()}


def test_the_remarks_of_solve_have_the_colour_of_the_verdict(terminal, tmp_path):
    """In words of their own."""
    shown = terminal("solve", written(tmp_path, NONE, MULTIPLE)).read()
    assert ":1: \x1b[31mno solution\x1b[0m: " in shown
    assert ":2: there are \x1b[33mseveral solutions\x1b[0m; this is one of them" in shown
    for name in ("solve", "count"):
        shown = terminal(name, HARD, "-e", "phases", "--timeout", "0.1").read()
        assert "argument:1: \x1b[35mundecided\x1b[0m: out of time after 0.1 s" in shown


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colours_where_none_are_wanted_or_none_can_be(terminal, tmp_path, env):
    run = terminal("check", written(tmp_path, *LIST), **env)
    assert "\x1b" not in run.read()
    assert ": multiple" in run.shown


def test_no_colours_in_a_pipe_unless_they_are_asked_for(tmp_path, monkeypatch):
    file = written(tmp_path, *LIST)
    outcome = invoke("check", file)
    assert "\x1b" not in outcome.out + outcome.err
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert f"{file}:2: \x1b[33mmultiple\x1b[0m\n" in invoke("check", file, colours=True).out


def test_a_name_that_looks_like_a_verdict_has_no_colour(terminal, tmp_path):
    """Only the verdict itself."""
    file = written(tmp_path, UNIQUE, MULTIPLE, name="multiple")
    shown = terminal("check", file).read()
    assert shown.startswith(f"{file}:2: \x1b[33mmultiple\x1b[0m\r\n")
    assert without_styles(shown).startswith(f"{file}:2: multiple\r\n")


def test_every_verdict_has_a_colour_of_its_own():
    assert set(COLOURS) == {str(verdict) for verdict in Verdict}
    assert len({*COLOURS.values()}) == len(Verdict)
