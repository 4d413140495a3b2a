"""No control character of a text from elsewhere reaches the terminal, wherever it comes from."""

import json
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from sudocube.cli.visible_text import visible_json
from sudocube.report.visible_characters import visible
from tests.cli.command import MULTIPLE, NONE, UNIQUE, Outcome, invoke, no_boxes, run, written

HOSTILE = "\x1b[31m\x07\x08\x7f\x85\x9b2J\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069"
IN_TEXT = HOSTILE + "\r\t\v\0"
"""What a file's contents can hold besides."""

DIRECTIONS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
MARKS = "\u061c\u200e\u200f"

SMALL = "....32........42"


def hidden(text: str) -> list[str]:
    """The control characters of a text; line feeds are ours."""
    return [
        one
        for one in text
        if one != "\n"
        and (
            unicodedata.category(one) in ("Cc", "Zl", "Zp")
            or unicodedata.bidirectional(one) in DIRECTIONS
            or one in MARKS
        )
    ]


def toml(folder: Path, **changes: str) -> Path:
    """A user's encoding with some lines changed: those that begin with these words."""
    lines = no_boxes(folder).read_text("utf-8").splitlines()
    for begin, line in changes.items():
        lines = [line if one.startswith(begin) else one for one in lines]
    return written(folder, *lines, name="changed.toml")


def quoted(text: str) -> str:
    """As a string in TOML and in JSON, which hold such characters escaped."""
    return visible_json(json.dumps(text))


def named(folder: Path, *lines: str, suffix: str = ".txt") -> Path:
    """A file with a hostile name."""
    return written(folder, *lines, name=HOSTILE + suffix)


def steps(folder: Path, line: str) -> list[str | Path]:
    """To verify one step."""
    return ["explain", SMALL, "--steps", written(folder, line, name="steps")]


def output(folder: Path, text: str) -> list[str | Path]:
    """To decode an output."""
    return ["decode", SMALL, written(folder, text, name="output")]


def folder_with(folder: Path, name: str) -> Path:
    """A folder of certificates with one more file."""
    target = folder / "certificates"
    assert invoke("certify", UNIQUE, "-o", target, "--quiet").status == 0
    (target / name).write_text("")
    return target


CASES: dict[str, Callable[[Path], list[str | Path]]] = {
    "the name of a file, malformed": lambda at: ["check", named(at, "1" * 80)],
    "the name of a file, alone": lambda at: ["check", named(at, MULTIPLE)],
    "the name of a file, several": lambda at: ["check", named(at, UNIQUE, MULTIPLE, NONE)],
    "the name of a file, by phases": lambda at: ["check", named(at, UNIQUE, NONE), "-e", "phases"],
    "the name of a file, as JSON": lambda at: ["check", named(at, UNIQUE, NONE, "1"), "--json"],
    "the name of a file, solved": lambda at: ["solve", named(at, MULTIPLE, NONE)],
    "the name of a file, counted": lambda at: ["count", named(at, MULTIPLE, "1")],
    "the name of a file, crosschecked": lambda at: ["crosscheck", named(at, UNIQUE, MULTIPLE, NONE)],
    "the name of a file, diagnosed": lambda at: ["diagnose", named(at, MULTIPLE, NONE)],
    "the name of a file, explained": lambda at: ["explain", named(at, "1")],
    "the name of a file, encoded": lambda at: ["encode", named(at, SMALL)],
    "the name of a file, decoded": lambda at: ["decode", SMALL, named(at, "s UNKNOWN")],
    "the name of a file, certified": lambda at: ["certify", named(at, UNIQUE, NONE), "-o", at / "d"],
    "the name of a file, measured": lambda at: ["bench", named(at, "1")],
    "the name of a file, compared": lambda at: ["encodings", "compare", named(at, "1")],
    "the name of a file, of steps": lambda at: ["explain", SMALL, "--steps", named(at, "?")],
    "no such file": lambda at: ["check", at / HOSTILE],
    "no such folder": lambda at: ["verify", at / HOSTILE],
    "no folder for the output": lambda at: ["encode", SMALL, "-o", at / HOSTILE / "file"],
    "a file in a folder of certificates": lambda at: ["verify", folder_with(at, HOSTILE)],
    "a puzzle": lambda at: ["check", SMALL[:-1] + HOSTILE],
    "an engine": lambda at: ["check", SMALL, "--engine", HOSTILE],
    "an engine's encoding": lambda at: ["check", SMALL, "--engine", f"sat:{HOSTILE}"],
    "engines": lambda at: ["crosscheck", SMALL, "--engines", f"phases,{HOSTILE}"],
    "a method": lambda at: ["explain", SMALL, "--method", HOSTILE],
    "an encoding": lambda at: ["encode", SMALL, "--encoding", HOSTILE],
    "an encoding's file": lambda at: ["encodings", "show", f"{HOSTILE}.toml"],
    "encodings": lambda at: ["encodings", "compare", SMALL, "--encodings", HOSTILE],
    "a format to write": lambda at: ["encode", SMALL, "--to", HOSTILE],
    "a format to read": lambda at: [*output(at, "s UNKNOWN"), "--from", HOSTILE],
    "a size": lambda at: ["check", SMALL, "--size", HOSTILE],
    "a box": lambda at: ["check", SMALL, "--box", HOSTILE],
    "a time": lambda at: ["check", SMALL, f"--timeout={HOSTILE}"],
    "an option": lambda at: ["check", SMALL, f"--{HOSTILE}"],
    "an argument too many": lambda at: ["engines", HOSTILE],
    "a command": lambda at: [HOSTILE],
    "a command of encodings": lambda at: ["encodings", HOSTILE],
    "a comment": lambda at: ["check", written(at, f"{MULTIPLE}  # {IN_TEXT}", f"#{IN_TEXT}", "1")],
    "a title": lambda at: ["solve", written(at, f"#A{HOSTILE}", f"[{HOSTILE}]", SMALL, name="a.sdk")],
    "the header of a table": lambda at: ["check", written(at, f"a{HOSTILE},b", "1,2", name="a.csv")],
    "a field of a table": lambda at: ["check", written(at, "puzzle,b", f"1{HOSTILE},2", name="a.csv")],
    "a line": lambda at: ["check", written(at, HOSTILE)],
    "the TOML's key": lambda at: ["encodings", "show", toml(at, idea=f"{quoted(HOSTILE)} = 1")],
    "the TOML's table": lambda at: ["encodings", "show", toml(at, year=f"[{quoted(HOSTILE)}]")],
    "the TOML's value": lambda at: [
        "encodings",
        "show",
        toml(at, at_least_one=f"at_most_one = {quoted(HOSTILE)}"),
    ],
    "the TOML's title": lambda at: ["encodings", "show", toml(at, title=f"title = {quoted(HOSTILE)}")],
    "the TOML's text": lambda at: ["encodings", "show", written(at, IN_TEXT, name="a.toml")],
    "the TOML's title, proved": lambda at: [
        "encodings",
        "prove",
        toml(at, title=f"title = {quoted(HOSTILE)}"),
    ],
    "the TOML's title, encoded": lambda at: [
        *("encode", SMALL, "--encoding", toml(at, title=f"title = {quoted(HOSTILE)}"))
    ],
    "a step's key, twice": lambda at: steps(at, f"{{{quoted(HOSTILE)}: 1, {quoted(HOSTILE)}: 1}}"),
    "a step's key": lambda at: steps(at, f"{{{quoted(HOSTILE)}: 1}}"),
    "a step's kind": lambda at: steps(at, f'{{"kind": {quoted(HOSTILE)}}}'),
    "a step's kind, a list": lambda at: steps(at, f'{{"kind": [{quoted(HOSTILE)}]}}'),
    "a step's cell": lambda at: steps(at, f'{{"kind": "placement", "placed": {{{quoted(HOSTILE)}: 1}}}}'),
    "a step's rule": lambda at: steps(at, f'{{"kind": "end", "rule": {quoted(HOSTILE)}}}'),
    "a step's text": lambda at: steps(at, HOSTILE),
    "an output": lambda at: output(at, HOSTILE),
    "an output for a format": lambda at: [*output(at, HOSTILE), "--from", "lp"],
    "a status": lambda at: output(at, f"s {HOSTILE}"),
    "a literal": lambda at: output(at, f"s SATISFIABLE\nv {HOSTILE}"),
    "an atom": lambda at: output(at, f"Answer: 1\nx({HOSTILE})"),
    "a column": lambda at: output(at, f"s mip 1 64 o 0\nj {HOSTILE} 1"),
    "a response": lambda at: [*output(at, f"status: {HOSTILE}"), "--encoding", "cpsat/cube"],
}


@pytest.mark.parametrize("case", CASES)
def test_no_control_character_reaches_the_terminal(case, tmp_path):
    """They are shown as Python writes them."""
    outcome = invoke(*CASES[case](tmp_path))
    assert not hidden(outcome.out)
    assert not hidden(outcome.err)


FORGED = "x\nforged:1:"
"""What is after the line feed looks like another answer."""


@pytest.mark.parametrize("case", sorted(CASES))
def test_a_line_feed_in_foreign_text_begins_no_line(case, tmp_path, monkeypatch):
    """Neither in a name nor in what is quoted from a file."""
    monkeypatch.setattr(f"{__name__}.HOSTILE", FORGED)
    outcome = invoke(*CASES[case](tmp_path), columns=1000)
    assert not [line for line in (outcome.out + outcome.err).splitlines() if line.startswith("forged")]


def test_two_names_that_look_the_same_can_be_told_apart(tmp_path):
    """Characters without a width are shown, and those that only tag others."""
    outcome = invoke("check", tmp_path / "a\u200bb\ufeffc\U000e0001d\xade.txt")
    assert r"a\u200bb\ufeffc\U000e0001d\xade.txt" in outcome.err


@pytest.mark.parametrize(
    "case",
    [
        "the name of a file, crosschecked",
        "the name of a file, malformed",
        "no such file",
        "an engine",
        "an option",
        "a step's key, twice",
        "the TOML's table",
    ],
)
def test_what_is_escaped_can_be_recognised(case, tmp_path):
    """The reader sees what is there."""
    outcome = invoke(*CASES[case](tmp_path), columns=1000)
    assert r"\x1b[31m" in outcome.out + outcome.err
    assert r"\u202e" in outcome.out + outcome.err


def test_a_puzzle_that_looks_like_an_option_is_quoted_visibly():
    """This is seen before any option is."""
    outcome = run("check", "-" * 16 + HOSTILE.replace("\0", ""))
    assert outcome.status == 2
    assert not hidden(outcome.out + outcome.err)


def test_json_names_the_file_as_it_is(tmp_path):
    """A programme that reads it gets the true name, whichever way the puzzles are checked."""
    file = named(tmp_path, UNIQUE, "1")
    for engine in ("kernel", "phases"):
        outcome: Outcome = invoke("check", file, "--json", "--engine", engine)
        assert not hidden(outcome.out)
        assert [row["source"] for row in outcome.rows[:2]] == [f"{file}:1", f"{file}:2"]


def test_a_file_that_is_written_is_not_changed(tmp_path):
    """A name in a comment of it stays: nothing but a terminal obeys it."""
    target = tmp_path / "small.cnf"
    assert invoke("encode", SMALL, "--encoding", "minimal", "-o", target).status == 0
    printed = invoke("encode", SMALL, "--encoding", "minimal")
    assert target.read_text("utf-8").replace(str(target), "puzzle.cnf") == printed.out


def test_tabs_part_the_columns_of_a_table(tmp_path):
    """Puzzles in the format of their file are data, in which a tab belongs."""
    table = written(tmp_path, "id\tpuzzle", f"1\t{UNIQUE}", name="a.tsv")
    assert "\t" in invoke("solve", table).out


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("two\nlines", r"two\nlines"),
        ("9×9 – ü \U0001f600", "9×9 – ü \U0001f600"),
        ("\x1b[2J", r"\x1b[2J"),
        ("\r\t\v\0", r"\r\t\x0b\x00"),
        ("\x7f\x80\x9f", r"\x7f\x80\x9f"),
        ("\u2028\u202e\u2066", r"\u2028\u202e\u2066"),
        ("\u200b\ufeff\xad\U000e0001", r"\u200b\ufeff\xad\U000e0001"),
        ("\xa0\u2009\u3000", "\xa0\u2009\u3000"),
    ],
)
def test_what_is_hidden_is_written_out(text, shown):
    """All else stays, spaces of any width and emoji included."""
    assert visible(text) == shown
